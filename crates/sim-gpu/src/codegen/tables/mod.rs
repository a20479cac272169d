//! Tables that follow from a model's structure and steer the loops of the shaders: levels of the tree, children of bodies.

mod dofs;
pub mod impedance;
mod low_parts;
mod numbers;
pub mod outputs;
pub mod pairs;
pub mod rows;
pub mod sensors;
mod uncovered;

pub use numbers::Numbers;
pub use pairs::Pairs;
pub use rows::RowTables;
pub use sensors::{Sensors, missing_sensors};

use sim_core::Model;

/// The tables.
#[derive(Clone, Debug, Default)]
pub struct Tables {
    /// Bodies by depth below the world, without the world.
    pub level_body: Vec<i32>,
    /// First entry of each depth in `level_body`, and their end.
    pub level_adr: Vec<i32>,
    /// Children of each body.
    pub child_body: Vec<i32>,
    /// First entry of each body in `child_body`, and their end.
    pub child_adr: Vec<i32>,
    /// Constraint rows.
    pub rows: RowTables,
    /// Pairs that may touch.
    pub pairs: Pairs,
    /// Low parts of geom poses, beyond f32.
    pub low_parts: low_parts::LowParts,
    /// Dofs by depth.
    pub dofs: dofs::DofTables,
    /// Dofs of tendons and actuators.
    outputs: outputs::OutputTables,
    /// Sensors by stage.
    pub sensors: Sensors,
    /// Impedance of constraint rows.
    pub impedance: impedance::ImpedanceTable,
}

impl Tables {
    /// Tables of a model that all worlds share.
    pub fn new(m: &Model) -> Self {
        Self::with(m, false)
    }

    /// Tables of a model. With `mixes_friction` shaders mix the friction of geoms at the contact, since worlds differ in it.
    pub fn with(m: &Model, mixes_friction: bool) -> Self {
        let pairs = Pairs::new(m, mixes_friction);
        let mut tables = Self {
            rows: RowTables::new(m),
            dofs: dofs::DofTables::new(m),
            outputs: outputs::OutputTables::new(m, &pairs),
            low_parts: low_parts::LowParts::new(m, pairs.list.iter().flat_map(|pair| pair.geoms)),
            impedance: impedance::ImpedanceTable::new(m, &pairs),
            pairs,
            sensors: Sensors::new(m),
            ..Self::default()
        };
        tables.levels(m);
        tables.children(m);
        tables
    }

    /// Depths of the tree.
    pub fn depths(&self) -> usize {
        self.level_adr.len().saturating_sub(1)
    }

    fn levels(&mut self, m: &Model) {
        let mut depth = vec![0usize; m.nbody];
        for i in 1..m.nbody {
            depth[i] = depth[m.body_parentid[i] as usize] + 1;
        }
        let deepest = depth.iter().copied().max().unwrap_or(0);
        for level in 1..=deepest {
            self.level_adr.push(self.level_body.len() as i32);
            self.level_body.extend((1..m.nbody).filter(|&i| depth[i] == level).map(|i| i as i32));
        }
        self.level_adr.push(self.level_body.len() as i32);
    }

    fn children(&mut self, m: &Model) {
        let mut of: Vec<Vec<i32>> = vec![Vec::new(); m.nbody];
        for i in 1..m.nbody {
            of[m.body_parentid[i] as usize].push(i as i32);
        }
        for list in of {
            self.child_adr.push(self.child_body.len() as i32);
            // the order in which the engine on the CPU adds them up
            self.child_body.extend(list.into_iter().rev());
        }
        self.child_adr.push(self.child_body.len() as i32);
    }

    /// Name, width and numbers of each table.
    pub fn arrays(&self) -> Vec<(&'static str, usize, Numbers)> {
        let ints = |list: &[i32]| Numbers::Ints(list.to_vec());
        let mut all = vec![
            ("level_body", 1, ints(&self.level_body)),
            ("level_adr", 1, ints(&self.level_adr)),
            ("child_body", 1, ints(&self.child_body)),
            ("child_adr", 1, ints(&self.child_adr)),
        ];
        all.extend(self.rows.arrays());
        all.extend(self.pairs.arrays());
        all.extend(self.low_parts.arrays());
        all.extend(self.dofs.arrays());
        all.extend(self.outputs.arrays());
        all.extend(self.sensors.arrays());
        all.extend(self.impedance.arrays());
        all
    }
}
