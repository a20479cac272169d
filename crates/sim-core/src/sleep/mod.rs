//! Sleeping: islands at rest fall asleep, and the stages leave them out until something disturbs them.
//!
//! `tree_asleep` is the state. A negative entry belongs to an awake tree and counts the steps at rest it still needs; -1
//! may fall asleep. Trees that fell asleep together form a cycle: each entry names the next tree. Everything else here
//! follows from it: `update` writes `ntree_awake nbody_awake nparent_awake nv_awake tree_awake body_awake
//! body_awake_ind parent_awake_ind dof_awake_ind`. The results of a sleeping tree stay as they were.

pub(crate) mod fall;
mod state;
pub(crate) mod wake;

pub use crate::data::SleepState;

use crate::model::{EnableFlags, Model, ObjType};
use crate::stage::{Awake, AwakeLists};
use std::convert::Infallible;
use std::ops::Range;

/// Steps a tree has to be at rest before it may sleep.
pub const MIN_AWAKE: i32 = 10;

/// `tree_asleep` of a tree that has just moved.
pub(crate) const WIDE_AWAKE: i32 = -(1 + MIN_AWAKE);

/// Whether trees may sleep at all.
#[inline]
pub(crate) fn is_enabled(m: &Model) -> bool {
    m.opt.enableflags.contains(EnableFlags::SLEEP)
}

/// Which objects a stage skips. While no tree sleeps it skips none and costs one comparison.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Filter {
    on: bool,
}

impl Filter {
    /// Leaves nothing out.
    pub(crate) const OFF: Self = Self { on: false };
    /// Leaves out what sleeps. A stage that loops over all bodies is compiled for each of the two, so that the common one has no
    /// checks for sleep in its loops.
    pub(crate) const ON: Self = Self { on: true };

    /// Leaves out what sleeps now.
    #[inline]
    pub(crate) fn new(m: &Model, ntree_awake: usize) -> Self {
        Self { on: is_enabled(m) && ntree_awake < m.ntree }
    }

    /// The filter if sleeping is enabled, even while no tree sleeps: objects between immovable bodies then count as asleep.
    #[inline]
    pub(crate) fn whenever_enabled(m: &Model) -> Self {
        Self { on: is_enabled(m) }
    }

    /// Whether anything is left out.
    #[inline]
    pub(crate) fn is_on(self) -> bool {
        self.on
    }

    /// Whether an object sleeps.
    #[inline]
    pub(crate) fn skips(self, m: &Model, d: Awake<'_>, kind: ObjType, id: usize) -> bool {
        self.on && d.state(m, kind, id) == SleepState::Asleep
    }

    /// Whether an object sleeps or cannot move.
    #[inline]
    pub(crate) fn skips_resting(self, m: &Model, d: Awake<'_>, kind: ObjType, id: usize) -> bool {
        self.on && d.state(m, kind, id) != SleepState::Awake
    }

    /// Bodies that do not sleep, the world first; places in `body_awake_ind`.
    #[inline]
    pub(crate) fn bodies(self, m: &Model, nbody_awake: usize) -> Visit {
        Visit { listed: self.on, len: if self.on { nbody_awake } else { m.nbody } }
    }

    /// Bodies whose parents do not sleep; places in `parent_awake_ind`. Only without a list the world is among them.
    #[inline]
    pub(crate) fn parents(self, m: &Model, nparent_awake: usize) -> Visit {
        Visit { listed: self.on, len: if self.on { nparent_awake } else { m.nbody } }
    }

    /// Dofs of the trees that do not sleep.
    #[inline]
    pub(crate) fn dofs(self) -> DofBlocks {
        DofBlocks { filtered: self.on }
    }
}

/// The objects a stage visits: the first `len` of them, or those that the first `len` entries of a list name.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Visit {
    listed: bool,
    /// How many.
    pub len: usize,
}

impl Visit {
    /// The object at a place.
    #[inline]
    pub(crate) fn at(self, list: &[i32], place: usize) -> usize {
        if self.listed { list[place] as usize } else { place }
    }
}

/// Blocks of dofs that do not sleep, in increasing order: one block while no tree sleeps, otherwise those of adjacent awake
/// trees.
#[derive(Clone, Copy, Debug)]
pub(crate) struct DofBlocks {
    filtered: bool,
}

impl DofBlocks {
    /// Calls `visit` for each block.
    #[inline(always)]
    pub(crate) fn each(self, m: &Model, tree_awake: &[i32], mut visit: impl FnMut(Range<usize>)) {
        let Ok(()) = self.try_each(m, tree_awake, |block| {
            visit(block);
            Ok::<_, Infallible>(())
        });
    }

    /// Calls `visit` for each block until it fails. There is one call of `visit` in the code, so that a stage keeps its
    /// loop in line.
    #[inline(always)]
    pub(crate) fn try_each<E>(
        self,
        m: &Model,
        tree_awake: &[i32],
        mut visit: impl FnMut(Range<usize>) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut block = if self.filtered { next_awake(m, tree_awake, 0) } else { 0..m.nv };
        loop {
            visit(block.clone())?;
            if !self.filtered || block.end == m.nv {
                return Ok(());
            }
            block = next_awake(m, tree_awake, block.end);
        }
    }
}

/// The dofs of the next adjacent awake trees from dof `from` on; empty at the end.
#[cold]
#[inline(never)]
fn next_awake(m: &Model, tree_awake: &[i32], from: usize) -> Range<usize> {
    let is_awake = |dof: &usize| tree_awake[m.dof_treeid[*dof].max(0) as usize] != 0;
    let start = (from..m.nv).find(is_awake).unwrap_or(m.nv);
    let end = (start..m.nv).find(|dof| !is_awake(dof)).unwrap_or(m.nv);
    start..end
}

/// Updates the lists of awake trees, bodies and dofs from `tree_asleep`.
pub(crate) fn update(m: &Model, d: &mut AwakeLists<'_>) {
    update_with(m, d, SleepState::Static);
}

/// Updates the lists of awake trees, bodies and dofs; `immovable` is the state of immovable bodies.
pub(crate) fn update_with(m: &Model, d: &mut AwakeLists<'_>, immovable: SleepState) {
    *d.ntree_awake = 0;
    for (awake, &asleep) in d.tree_awake.iter_mut().zip(&*d.tree_asleep) {
        *awake = i32::from(asleep < 0);
        *d.ntree_awake += usize::from(asleep < 0);
    }
    (*d.nbody_awake, *d.nparent_awake, *d.nv_awake) = (0, 0, 0);
    for i in 0..m.nbody {
        let state = match usize::try_from(m.body_treeid[i]) {
            Ok(tree) if d.tree_awake[tree] == 0 => SleepState::Asleep,
            Ok(_) => SleepState::Awake,
            // the user moves mocap bodies whenever they like
            Err(_) if m.body_mocapid[m.body_rootid[i] as usize] >= 0 => SleepState::Awake,
            Err(_) => immovable,
        };
        d.body_awake[i] = state;
        if state != SleepState::Asleep {
            d.body_awake_ind[*d.nbody_awake] = i as i32;
            *d.nbody_awake += 1;
        }
        if i > 0 && d.body_awake[m.body_parentid[i] as usize] != SleepState::Asleep {
            d.parent_awake_ind[*d.nparent_awake] = i as i32;
            *d.nparent_awake += 1;
        }
    }
    for dof in 0..m.nv {
        if d.tree_awake[m.dof_treeid[dof].max(0) as usize] != 0 {
            d.dof_awake_ind[*d.nv_awake] = dof as i32;
            *d.nv_awake += 1;
        }
    }
}
