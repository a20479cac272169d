//! Bodies, joints and dofs: parents come first, and everything that follows from them is what it would be derived as.

use super::entry::{Outcome, indices, refuse, require};
use crate::model::{JointType, Model, ModelError};

/// Parents come before their bodies, so that every walk to the world ends.
pub(super) fn parents(m: &Model) -> Outcome {
    for (i, &parent) in m.body_parentid.iter().enumerate() {
        let before = usize::try_from(parent).is_ok_and(|parent| parent < i.max(1));
        require(before, "body_parentid", i, parent, || match i {
            0 => "the world is its own parent".to_string(),
            _ => "a parent must come before its body".to_string(),
        })?;
    }
    indices("body_mocapid", &m.body_mocapid, -1, ("nmocap", m.nmocap))
}

/// The joints of the bodies follow one another, and have all positions and dofs.
pub(super) fn joints(m: &Model) -> Outcome {
    let mut next = 0;
    for (i, (&first, &count)) in m.body_jntadr.iter().zip(&m.body_jntnum).enumerate() {
        let left = m.njnt - next;
        let fits = usize::try_from(count).is_ok_and(|count| count <= left);
        require(fits, "body_jntnum", i, count, || format!("must be from 0 to {left}: there are {} joints", m.njnt))?;
        let ok = if count > 0 { first == next as i32 } else { (-1..=m.njnt as i32).contains(&first) };
        require(ok, "body_jntadr", i, first, || match count {
            0 => "a body without joints has -1 here".to_string(),
            _ => format!("joints follow the order of the bodies: the first of this one is {next}"),
        })?;
        next += count as usize;
    }
    if next != m.njnt {
        return Err(ModelError::BadSize { size: "njnt", value: m.njnt, why: format!("the bodies have {next} joints") });
    }
    let (mut q, mut v) = (0, 0);
    for (j, kind) in m.jnt_type.iter().enumerate() {
        let fits = q + kind.nq() <= m.nq && v + kind.nv() <= m.nv;
        require(fits, "jnt_type", j, kind.0, || {
            format!(
                "a joint of type '{kind}' needs {} positions and {} dofs more than there are left",
                kind.nq(),
                kind.nv()
            )
        })?;
        (q, v) = (q + kind.nq(), v + kind.nv());
    }
    for (size, value, used) in [("nq", m.nq, q), ("nv", m.nv, v)] {
        if value != used {
            return Err(ModelError::BadSize { size, value, why: format!("the joints have {used}") });
        }
    }
    Ok(())
}

/// What moves without regard to a parent has none but the world: a free joint is alone in its body, a mocap body has no joints.
pub(super) fn freedom(m: &Model) -> Outcome {
    for (i, &parent) in m.body_parentid.iter().enumerate() {
        let first = m.body_jntadr[i].max(0) as usize;
        let joints = &m.jnt_type[first..first + m.body_jntnum[i] as usize];
        if let Some(place) = joints.iter().position(|&kind| kind == JointType::Free) {
            require(parent == 0 && joints.len() == 1, "jnt_type", first + place, JointType::Free.0, || {
                "a free joint must be the only joint of a child of the world".to_string()
            })?;
        }
        let mocap = m.body_mocapid[i];
        require(mocap < 0 || (parent == 0 && joints.is_empty()), "body_mocapid", i, mocap, || {
            "a mocap body must be a child of the world without joints".to_string()
        })?;
    }
    Ok(())
}

/// Refuses the first entry that is not what it follows to be.
macro_rules! same {
    ($m:ident, $derived:ident, $why:literal: $($array:ident)*) => {
        $(if let Some(at) = $m.$array.iter().zip(&$derived.$array).position(|(a, b)| a != b) {
            return Err(refuse(stringify!($array), at, $m.$array[at], format!($why, $derived.$array[at])));
        })*
    };
}

/// A Model with these arrays of another one and no others.
macro_rules! with_arrays {
    ($m:ident: $($size:ident)*; $($array:ident)*) => {
        Model { $($size: $m.$size,)* $($array: $m.$array.clone(),)* ..Model::default() }
    };
}

/// Numbers of entries that the matrices of a Model have, counted before anything of that size is made.
fn matrix_sizes(m: &Model) -> [(&'static str, usize, usize); 4] {
    let mut depth = vec![0usize; m.nv];
    let (mut lower, mut stored) = (0usize, 0usize);
    for (v, &parent) in m.dof_parentid.iter().enumerate() {
        depth[v] = 1 + usize::try_from(parent).map_or(0, |parent| depth[parent]);
        lower = lower.saturating_add(depth[v]);
        stored = stored.saturating_add(if m.dof_simplenum[v] > 0 { 1 } else { depth[v] });
    }
    let own: Vec<usize> = m.body_dofnum.iter().map(|&n| n as usize).collect();
    let (mut above, mut below) = (vec![0usize; m.nbody], own.clone());
    for i in 1..m.nbody {
        let parent = m.body_parentid[i] as usize;
        above[i] = above[parent] + own[parent];
    }
    for i in (1..m.nbody).rev() {
        below[m.body_parentid[i] as usize] += below[i];
    }
    let incidence = above.iter().zip(&below).fold(0usize, |sum, (a, b)| sum.saturating_add(a + b));
    [
        ("nM", m.nM, lower),
        ("nC", m.nC, stored),
        ("nD", m.nD, lower.saturating_mul(2).saturating_sub(m.nv)),
        ("nB", m.nB, incidence),
    ]
}

/// Owners, roots, chains and trees of bodies and dofs, and the patterns of the matrices over them.
pub(super) fn derived(m: &Model) -> Outcome {
    let mut d = with_arrays!(m:
        nbody njnt nq nv ntendon nwrap nsite ngeom;
        body_parentid body_mocapid body_jntnum body_jntadr body_rootid body_weldid body_dofnum body_dofadr body_treeid
        body_simple jnt_type jnt_qposadr jnt_dofadr jnt_bodyid dof_bodyid dof_jntid dof_parentid dof_treeid dof_simplenum
        dof_Madr tendon_adr tendon_num tendon_treenum tendon_treeid wrap_type wrap_objid site_bodyid geom_bodyid
        tree_sleep_policy);
    d.derive_addresses();
    same!(m, d, "the bodies and joints make it {}":
        body_rootid body_weldid body_dofnum body_dofadr jnt_qposadr jnt_dofadr jnt_bodyid dof_bodyid dof_jntid dof_parentid);
    let trees = m.dof_parentid.iter().filter(|&&parent| parent == -1).count();
    if trees != m.ntree {
        return Err(ModelError::BadSize { size: "ntree", value: m.ntree, why: format!("the dofs make {trees} trees") });
    }
    d.derive_trees();
    same!(m, d, "the bodies and joints make it {}":
        dof_treeid body_treeid tree_bodyadr tree_bodynum tree_dofadr tree_dofnum);
    same!(m, d, "the path of the tendon makes it {}": tendon_treenum tendon_treeid);
    d.derive_simple_runs();
    same!(m, d, "'body_simple' makes it {}": dof_simplenum);
    for (size, value, needed) in matrix_sizes(m) {
        if value != needed {
            return Err(ModelError::BadSize { size, value, why: format!("the dofs make it {needed}") });
        }
    }
    d.derive_matrix_patterns();
    same!(m, d, "the chains of dofs make it {}":
        dof_Madr M_rownnz M_rowadr M_colind mapM2M D_rownnz D_rowadr D_diag D_colind mapM2D mapD2M B_rownnz B_rowadr B_colind);
    Ok(())
}

/// The pattern of the tendon Jacobian.
pub(super) fn tendon_pattern(m: &Model) -> Outcome {
    let mut d = with_arrays!(m:
        nbody nv ntendon;
        tendon_adr tendon_num wrap_type wrap_objid jnt_bodyid jnt_dofadr site_bodyid geom_bodyid body_parentid body_dofadr
        body_dofnum ten_J_rownnz ten_J_rowadr);
    d.derive_tendon_pattern();
    if d.nJten != m.nJten {
        let why = format!("the paths of the tendons make it {}", d.nJten);
        return Err(ModelError::BadSize { size: "nJten", value: m.nJten, why });
    }
    same!(m, d, "the path of the tendon makes it {}": ten_J_rownnz ten_J_rowadr ten_J_colind);
    Ok(())
}

/// There is room for the moment arms of all actuators, and for the rows of all equality constraints.
pub(super) fn capacity(m: &Model) -> Outcome {
    let mut d = with_arrays!(m:
        nv nactuator;
        actuator_trntype actuator_trnid jnt_type ten_J_rownnz site_bodyid body_weldid body_dofnum body_dofadr dof_parentid eq_type);
    d.derive_moment_size();
    d.derive_equality_size();
    // an edit may have made them fewer, but the worlds of a Model are no larger than its actuators can ever need
    let each = m.nv.saturating_mul(3).saturating_add(m.nJten).saturating_add(6);
    for (size, value, needed, most, whose) in [
        ("nJmom", m.nJmom, d.nJmom, each.saturating_mul(m.nactuator), "actuators"),
        ("nemax", m.nemax, d.nemax, 7 * m.neq, "equality constraints"),
    ] {
        if value < needed || value > most {
            return Err(ModelError::BadSize { size, value, why: format!("the {whose} need {needed}") });
        }
    }
    Ok(())
}
