//! Equality constraints. Data that depends on the reference pose (anchors in the second body, relative
//! poses) is completed with the Model's other constants.

use super::ids::Ids;
use crate::error::Result;
use crate::error_list::ErrorList;
use crate::spec::{Equality, Spec};
use sim_core::math::set_row;
use sim_core::{EqType, JointType, Model, ObjType};

/// Counts constraints and the most rows they can make.
pub(crate) fn sizes(spec: &Spec, _ids: &Ids, model: &mut Model) -> Result<()> {
    model.neq = spec.equalities.len();
    model.nemax = spec
        .equalities
        .iter()
        .map(|equality| match equality.kind {
            EqType::Connect => 3,
            EqType::Weld => 7,
            _ => 1,
        })
        .sum();
    Ok(())
}

/// Fills `eq_*`.
pub(crate) fn fill(spec: &Spec, ids: &Ids, m: &mut Model) -> Result<()> {
    ErrorList::each(spec.equalities.iter().enumerate(), |(id, equality)| {
        let (object1, object2) = objects(equality, ids, m)?;
        m.eq_type[id] = equality.kind;
        m.eq_obj1id[id] = object1;
        m.eq_obj2id[id] = object2;
        // joints and tendons follow from the kind of constraint
        m.eq_objtype[id] = match equality.kind {
            EqType::Connect | EqType::Weld => equality.objtype,
            _ => ObjType::Unknown,
        };
        m.eq_active0[id] = equality.active.into();
        set_row(&mut m.eq_solref, id, equality.solref);
        set_row(&mut m.eq_solimp, id, equality.solimp);
        set_row(&mut m.eq_data, id, equality.data);
        Ok(())
    })
}

/// Ids of the two objects; without a second one, a body is tied to the world and the rest to nothing (-1).
fn objects(equality: &Equality, ids: &Ids, m: &Model) -> Result<(i32, i32)> {
    let span = &equality.meta.span;
    let kind = match equality.kind {
        EqType::Connect | EqType::Weld => match equality.objtype {
            ObjType::Body | ObjType::Site => equality.objtype,
            other => {
                return Err(span.conversion(format!("connect and weld tie two bodies or two sites, found {other}")));
            }
        },
        EqType::Joint => ObjType::Joint,
        EqType::Tendon => ObjType::Tendon,
        other => return Err(span.unsupported(format!("equality constraint <{other}>"))),
    };
    let first = ids.find(kind, &equality.name1, span)?;
    let second = match equality.name2.as_str() {
        "" => (kind == ObjType::Body).then_some(0),
        name => Some(ids.find(kind, name, span)?),
    };
    if second == Some(first) {
        return Err(span.conversion(format!("the two objects of a constraint must differ, both are {kind} {first}")));
    }
    if kind == ObjType::Joint {
        for joint in [Some(first), second].into_iter().flatten() {
            if ![JointType::Hinge, JointType::Slide].contains(&m.jnt_type[joint]) {
                return Err(span.conversion("a joint constraint couples hinge and slide joints only"));
            }
        }
    }
    Ok((first as i32, second.map_or(-1, |object| object as i32)))
}

#[cfg(test)]
mod tests {
    use crate::load_model;

    #[test]
    fn a_missing_second_body_is_the_world() {
        let text = |equality: &str| {
            format!(
                "<mujoco><worldbody><body name='a'><joint name='j'/><geom size='1'/></body></worldbody>
                 <equality>{equality}</equality></mujoco>"
            )
        };
        let model = load_model(&text("<weld body1='a'/><joint joint1='j'/>")).unwrap();
        assert_eq!((&model.eq_obj2id[..], model.nemax), (&[0, -1][..], 8));
        assert!(load_model(&text("<weld body1='world'/>")).is_err());
        assert!(load_model(&text("<joint joint1='j' joint2='j'/>")).is_err());
    }
}
