//! Angular momentum of subtrees as a linear map of the velocities.

use super::jacobian;
use crate::data::Data;
use crate::math::{Vec3, mat3, row, vec3};
use crate::model::Model;
use crate::model::chain;

/// The 3 × nv matrix that takes `qvel` to the angular momentum of the subtree below `body`, about its own centre of
/// mass. Needs positions.
pub fn angular_momentum_matrix(m: &Model, d: &Data, body: usize) -> Vec<f64> {
    let nv = m.nv;
    let (mut out, mut jacp, mut jacr) = (vec![0.0; 3 * nv], vec![0.0; 3 * nv], vec![0.0; 3 * nv]);
    let com = row(&d.subtree_com, body);
    for b in body..m.nbody {
        // a subtree is contiguous
        if b > body && (m.body_parentid[b] as usize) < body {
            break;
        }
        jacobian::body_com(m, d, Some(&mut jacp), Some(&mut jacr), b);
        let (axes, moments): (_, Vec3) = (row(&d.ximat, b), row(&m.body_inertia, b));
        let arm = vec3::sub(row(&d.xipos, b), com);
        for dof in chain::chain(m, b) {
            let column = |jac: &[f64]| [jac[dof], jac[nv + dof], jac[2 * nv + dof]];
            let mut spin = mat3::mul_t_vec(&axes, column(&jacr));
            for k in 0..3 {
                spin[k] *= moments[k];
            }
            let own = mat3::mul_vec(&axes, spin);
            let orbital = vec3::scale(vec3::cross(arm, column(&jacp)), m.body_mass[b]);
            for k in 0..3 {
                out[k * nv + dof] += own[k] + orbital[k];
            }
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dynamics::velocity::subtree_velocity;
    use crate::stage::SubtreeVelocities;

    #[test]
    fn agrees_with_the_momentum_of_subtrees() {
        let m = Model::n_link_pendulum(3, 1.0, 0.1);
        let mut d = m.make_data();
        d.qpos.copy_from_slice(&[0.4, -0.7, 0.2]);
        d.qvel.copy_from_slice(&[1.0, 0.3, -0.6]);
        d.forward(&m).unwrap();
        subtree_velocity(&m, &mut SubtreeVelocities::of(&mut d));
        let matrix = angular_momentum_matrix(&m, &d, 1);
        let momentum: Vec3 = std::array::from_fn(|k| (0..3).map(|v| matrix[3 * k + v] * d.qvel[v]).sum());
        assert!(vec3::dist(momentum, row(&d.subtree_angmom, 1)) < 1e-13);
    }
}
