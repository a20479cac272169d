//! Springs, dampers and gravity compensation, and the sum of all passive forces.

use super::{adhesion, fluid};
use crate::dynamics::{energy::tendon_stretch, jacobian, reflected};
use crate::linalg::{dense, sparse};
use crate::math::{Vec3, get, poly, quat, row, vec3};
use crate::model::{DisableFlags, JointType, Model, ObjType};
use crate::sleep::Filter;
use crate::stage::{Awake, Axes, PassiveForces};

/// Which passive forces the options leave on.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Enabled {
    /// Springs of joints and tendons.
    pub springs: bool,
    /// Their dampers.
    pub dampers: bool,
}

impl Enabled {
    /// Those of a model; `None` if neither springs nor dampers act, which switches all passive forces off.
    pub(crate) fn of(m: &Model) -> Option<Self> {
        let springs = !m.opt.disableflags.contains(DisableFlags::SPRING);
        let dampers = !m.opt.disableflags.contains(DisableFlags::DAMPER);
        (springs || dampers).then_some(Self { springs, dampers })
    }
}

/// All passive forces and their sum.
#[inline(always)]
pub fn passive(m: &Model, d: &mut PassiveForces<'_>) {
    let filter = Filter::new(m, d.ntree_awake);
    filter.dofs().each(m, d.tree_awake, |block| {
        // dof by dof, not array by array: small models have too few dofs for six calls that fill memory
        for i in block {
            d.qfrc_spring[i] = 0.0;
            d.qfrc_damper[i] = 0.0;
            d.qfrc_gravcomp[i] = 0.0;
            d.qfrc_fluid[i] = 0.0;
            d.qfrc_adhesion[i] = 0.0;
            d.qfrc_passive[i] = 0.0;
        }
    });
    let Some(enabled) = Enabled::of(m) else { return };
    if enabled.springs {
        joint_springs(m, d, filter);
    }
    if enabled.dampers {
        joint_dampers(m, d, filter);
    }
    tendon_forces(m, d, filter, enabled);
    let compensated = gravity_compensation(m, d, filter);
    let in_fluid = fluid::fluid(m, d);
    let sticking = adhesion::pull(m, d);

    filter.dofs().each(m, d.tree_awake, |block| {
        for i in block.clone() {
            d.qfrc_passive[i] = d.qfrc_spring[i] + d.qfrc_damper[i];
        }
        if in_fluid {
            dense::add_to(&mut d.qfrc_passive[block.clone()], &d.qfrc_fluid[block.clone()]);
        }
        if sticking {
            dense::add_to(&mut d.qfrc_passive[block.clone()], &d.qfrc_adhesion[block.clone()]);
        }
        if compensated {
            for i in block {
                // compensation by actuators is counted with their force
                if !m.jnt_actgravcomp[m.dof_jntid[i] as usize] {
                    d.qfrc_passive[i] += d.qfrc_gravcomp[i];
                }
            }
        }
    });
}

#[inline(always)]
fn joint_springs(m: &Model, d: &mut PassiveForces<'_>, filter: Filter) {
    for j in 0..m.njnt {
        let (k, curve) = (m.jnt_stiffness[j], &m.jnt_stiffnesspoly[2 * j..2 * j + 2]);
        if (k == 0.0 && dense::is_zero(curve)) || filter.skips(m, Awake!(d), ObjType::Joint, j) {
            continue;
        }
        let mut q = m.jnt_qposadr[j] as usize;
        let mut dof = m.jnt_dofadr[j] as usize;
        match m.jnt_type[j] {
            JointType::Free | JointType::Ball => {
                if m.jnt_type[j] == JointType::Free {
                    let stretch = vec3::sub(get(d.qpos, q), get(&m.qpos_spring, q));
                    add_spring(&mut d.qfrc_spring[dof..dof + 3], k, curve, stretch);
                    (q, dof) = (q + 3, dof + 3);
                }
                let turn = quat::difference(quat::normalize(get(d.qpos, q)).0, get(&m.qpos_spring, q));
                add_spring(&mut d.qfrc_spring[dof..dof + 3], k, curve, turn);
            }
            _ => {
                let x = d.qpos[q] - m.qpos_spring[q];
                d.qfrc_spring[dof] = -x * poly::spring(k, curve, x);
            }
        }
    }
}

/// Stiffness of the joint springs, dof by dof: the slope of a spring's force at its present stretch. The springs
/// of a free or ball joint pull along their stretch; all their dofs get the stiffness along it.
pub(crate) fn joint_stiffness(m: &Model, qpos: &[f64], out: &mut [f64]) {
    for j in 0..m.njnt {
        let (k, curve) = (m.jnt_stiffness[j], &m.jnt_stiffnesspoly[2 * j..2 * j + 2]);
        if k == 0.0 && dense::is_zero(curve) {
            continue;
        }
        let mut q = m.jnt_qposadr[j] as usize;
        let mut dof = m.jnt_dofadr[j] as usize;
        match m.jnt_type[j] {
            JointType::Free | JointType::Ball => {
                if m.jnt_type[j] == JointType::Free {
                    let stretch = vec3::norm(vec3::sub(get(qpos, q), get(&m.qpos_spring, q)));
                    out[dof..dof + 3].fill(poly::spring_slope(k, curve, stretch));
                    (q, dof) = (q + 3, dof + 3);
                }
                let turn = quat::difference(quat::normalize(get(qpos, q)).0, get(&m.qpos_spring, q));
                out[dof..dof + 3].fill(poly::spring_slope(k, curve, vec3::norm(turn)));
            }
            _ => out[dof] = poly::spring_slope(k, curve, qpos[q] - m.qpos_spring[q]),
        }
    }
}

fn add_spring(target: &mut [f64], k: f64, curve: &[f64], stretch: Vec3) {
    let coefficient = poly::spring(k, curve, vec3::norm(stretch));
    dense::add_scaled_to(target, &stretch, -coefficient);
}

#[inline(always)]
fn joint_dampers(m: &Model, d: &mut PassiveForces<'_>, filter: Filter) {
    filter.dofs().each(m, d.tree_awake, |block| {
        for i in block {
            let (damping, curve) = reflected::dof_damping(m, i);
            if damping != 0.0 || curve != [0.0; 2] {
                let v = d.qvel[i];
                d.qfrc_damper[i] = -v * poly::damper(damping, &curve, v);
            }
        }
    });
}

#[inline(always)]
fn tendon_forces(m: &Model, d: &mut PassiveForces<'_>, filter: Filter, enabled: Enabled) {
    for i in 0..m.ntendon {
        if filter.skips_resting(m, Awake!(d), ObjType::Tendon, i) {
            continue;
        }
        let mut spring = 0.0;
        if enabled.springs {
            let x = tendon_stretch(m, i, d.ten_length[i]);
            let curve = &m.tendon_stiffnesspoly[2 * i..2 * i + 2];
            spring = -x * poly::spring(m.tendon_stiffness[i], curve, x);
        }
        let mut damper = 0.0;
        if enabled.dampers {
            let (damping, curve) = reflected::tendon_damping(m, i);
            let v = d.ten_velocity[i];
            damper = -v * poly::damper(damping, &curve, v);
        }
        if spring != 0.0 || damper != 0.0 {
            let range = sparse::row_range(&m.ten_J_rownnz, &m.ten_J_rowadr, i);
            let (columns, values) = (&m.ten_J_colind[range.clone()], &d.ten_J[range]);
            sparse::scatter_add(columns, values, spring, d.qfrc_spring);
            sparse::scatter_add(columns, values, damper, d.qfrc_damper);
        }
    }
}

/// Whether gravity compensation acts at all.
pub(crate) fn has_gravity_compensation(m: &Model) -> bool {
    m.ngravcomp > 0 && !m.opt.disableflags.contains(DisableFlags::GRAVITY) && vec3::norm(m.opt.gravity) != 0.0
}

/// Lifts each compensated body at its centre of mass.
#[inline(always)]
fn gravity_compensation(m: &Model, d: &mut PassiveForces<'_>, filter: Filter) -> bool {
    if !has_gravity_compensation(m) {
        return false;
    }
    let mut any = false;
    let bodies = filter.bodies(m, d.nbody_awake);
    for place in 1..bodies.len {
        let i = bodies.at(d.body_awake_ind, place);
        if m.body_gravcomp[i] != 0.0 {
            any = true;
            let lift = vec3::scale(m.opt.gravity, -(m.body_mass[i] * m.body_gravcomp[i]));
            jacobian::apply_wrench(m, Axes!(d), lift, [0.0; 3], row(d.xipos, i), i, d.qfrc_gravcomp);
        }
    }
    any
}
