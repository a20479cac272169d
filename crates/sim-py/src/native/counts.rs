//! Counts and flags of a world, by name.

use sim_core::Data;

/// A count of a Data, by name.
type Count = (&'static str, fn(&mut Data) -> &mut usize);

/// Counts of a Data that Python reads.
pub const COUNTS: [Count; 14] = [
    ("ncon", |d| &mut d.ncon),
    ("ne", |d| &mut d.ne),
    ("nf", |d| &mut d.nf),
    ("nl", |d| &mut d.nl),
    ("nefc", |d| &mut d.nefc),
    ("nJ", |d| &mut d.nJ),
    ("nA", |d| &mut d.nA),
    ("nY", |d| &mut d.nY),
    ("nisland", |d| &mut d.nisland),
    ("nidof", |d| &mut d.nidof),
    ("ntree_awake", |d| &mut d.ntree_awake),
    ("nbody_awake", |d| &mut d.nbody_awake),
    ("nparent_awake", |d| &mut d.nparent_awake),
    ("nv_awake", |d| &mut d.nv_awake),
];

/// A flag of a Data, by name.
type Flag = (&'static str, fn(&mut Data) -> &mut bool);

/// Flags of a Data: which results that are computed on demand still hold.
pub const FLAGS: [Flag; 4] = [
    ("flg_energypos", |d| &mut d.flg_energypos),
    ("flg_energyvel", |d| &mut d.flg_energyvel),
    ("flg_subtreevel", |d| &mut d.flg_subtreevel),
    ("flg_rnepost", |d| &mut d.flg_rnepost),
];
