//! Work space of the stages, sized once so that a warm step allocates nothing.
//!
//! A stage takes the buffer it needs out of Data (`std::mem::take`), works, and puts it back.

use crate::linalg::skyline::Skyline;
use crate::model::Model;

/// Buffers without meaning between stages.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Scratch {
    /// Dofs of a merged chain.
    pub chain: Vec<i32>,
    /// Three point Jacobians, six rows each.
    pub jac: [Vec<f64>; 3],
    /// Vectors over the dofs.
    pub dof: [Vec<f64>; 4],
    /// Momentum of the dofs; its own because a sensor may need it in the middle of an integration.
    pub momentum: Vec<f64>,
    /// Spatial vectors over the bodies.
    pub body: [Vec<f64>; 2],
    /// Clamped controls.
    pub ctrl: Vec<f64>,
    /// Total actuator force per tendon.
    pub tendon: Vec<f64>,
    /// Newton's Hessian and its factor.
    pub hessian: Skyline,
    /// First non-zero column of each row of the Hessian.
    pub profile: Vec<usize>,
    /// Vectors over the constraint rows.
    pub row: [Vec<f64>; 3],
    /// Forward results set aside while inverse dynamics runs, over the dofs.
    pub saved: [Vec<f64>; 3],
    /// Forward results set aside while inverse dynamics runs, over the constraint rows.
    pub saved_row: Vec<f64>,
}

impl Scratch {
    pub(crate) fn resize(&mut self, m: &Model) {
        self.chain.resize(m.nv, 0);
        for jac in &mut self.jac {
            jac.resize(6 * m.nv, 0.0);
        }
        for dof in &mut self.dof {
            dof.resize(m.nv, 0.0);
        }
        self.momentum.resize(m.nv, 0.0);
        for dof in &mut self.saved {
            dof.resize(m.nv, 0.0);
        }
        for body in &mut self.body {
            body.resize(6 * m.nbody, 0.0);
        }
        self.ctrl.resize(m.nu, 0.0);
        self.tendon.resize(m.ntendon, 0.0);
    }
}
