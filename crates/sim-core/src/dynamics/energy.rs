//! Potential and kinetic energy.

use super::inertia;
use crate::force::poly;
use crate::linalg::dense;
use crate::math::{Vec3, get, quat, row, vec3};
use crate::model::{DisableFlags, JointType, Model, ObjType};
use crate::sleep::Filter;
use crate::stage::{Awake, KineticEnergy, PotentialEnergy};

/// Potential energy of gravity and springs, `energy[0]`.
#[inline(always)]
pub fn potential(m: &Model, d: &mut PotentialEnergy<'_>) {
    let mut energy = 0.0;
    if !m.opt.disableflags.contains(DisableFlags::GRAVITY) {
        for i in 1..m.nbody {
            energy -= m.body_mass[i] * vec3::dot(m.opt.gravity, row(d.xipos, i));
        }
    }
    if !m.opt.disableflags.contains(DisableFlags::SPRING) {
        energy += joint_springs(m, d);
        let filter = Filter::new(m, d.ntree_awake);
        for i in (0..m.ntendon).filter(|&i| !filter.skips_resting(m, Awake!(d), ObjType::Tendon, i)) {
            let x = tendon_stretch(m, i, d.ten_length[i]);
            energy += poly::potential(m.tendon_stiffness[i], &m.tendon_stiffnesspoly[2 * i..2 * i + 2], x);
        }
    }
    d.energy[0] = energy;
    *d.flg_energypos = true;
}

fn joint_springs(m: &Model, d: &PotentialEnergy<'_>) -> f64 {
    let mut energy = 0.0;
    let filter = Filter::new(m, d.ntree_awake);
    for j in 0..m.njnt {
        let (k, curve) = (m.jnt_stiffness[j], &m.jnt_stiffnesspoly[2 * j..2 * j + 2]);
        if (k == 0.0 && dense::is_zero(curve)) || filter.skips(m, Awake!(d), ObjType::Joint, j) {
            continue;
        }
        let mut q = m.jnt_qposadr[j] as usize;
        match m.jnt_type[j] {
            JointType::Free | JointType::Ball => {
                if m.jnt_type[j] == JointType::Free {
                    let stretch: Vec3 = vec3::sub(get(d.qpos, q), get(&m.qpos_spring, q));
                    energy += poly::potential(k, curve, vec3::norm(stretch));
                    q += 3;
                }
                let turn = quat::difference(get(d.qpos, q), get(&m.qpos_spring, q));
                energy += poly::potential(k, curve, vec3::norm(turn));
            }
            _ => energy += poly::potential(k, curve, d.qpos[q] - m.qpos_spring[q]),
        }
    }
    energy
}

/// How far a tendon is outside the dead band of its spring (m).
#[inline]
pub fn tendon_stretch(m: &Model, i: usize, length: f64) -> f64 {
    let (lower, upper) = (m.tendon_lengthspring[2 * i], m.tendon_lengthspring[2 * i + 1]);
    if length > upper {
        length - upper
    } else if length < lower {
        length - lower
    } else {
        0.0
    }
}

/// Kinetic energy `v . M v / 2`, `energy[1]`.
#[inline(always)]
pub fn kinetic(m: &Model, d: &mut KineticEnergy<'_>) {
    inertia::mul(m, d.M, d.qvel, d.momentum);
    d.energy[1] = 0.5 * dense::dot(d.momentum, d.qvel);
    *d.flg_energyvel = true;
}
