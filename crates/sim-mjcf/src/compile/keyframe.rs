//! Keyframes: saved states, completed with defaults.

use super::ids::Ids;
use crate::error::{MjcfError, Result};
use crate::error_list::ErrorList;
use crate::limits::Limits;
use crate::numeric::unit;
use crate::source_span::SourceSpan;
use crate::spec::{Item, Key, Spec};
use sim_core::math::{Quat, Vec3, quat, row, set_row};
use sim_core::{ActuatorDynamics, JointType, Model};

/// Most activations in all keyframes together.
const MAX_ACTIVATIONS: usize = 1 << 27;

/// Adds the keyframes that `<size nkey>` asks for and lengthens lists that are too short for the model.
///
/// A list that is too short is extended with values as written in the file: reference values and body poses before angles
/// and frames are converted. This runs before the tree is flattened.
pub(crate) fn expand(spec: &mut Spec, limits: &Limits) -> Result<()> {
    let too_large = |message: String| Err(MjcfError::TooLarge { span: SourceSpan::none(), message });
    let asked = usize::try_from(spec.size.nkey).unwrap_or(0);
    limits.check_objects(asked as u128, &SourceSpan::none(), "nkey of <size>", "lower it")?;
    if spec.keys.len() < asked {
        spec.keys.resize_with(asked, Key::default);
    }
    if spec.keys.is_empty() {
        return Ok(());
    }
    let written = Written::collect(spec);
    let nu = spec.actuators.len();
    let na = spec
        .actuators
        .iter()
        .map(|a| match a.actdim {
            1.. => a.actdim as usize,
            _ => usize::from(a.dyntype != ActuatorDynamics::None),
        })
        .fold(0_usize, usize::saturating_add);
    if na.saturating_mul(spec.keys.len()) > MAX_ACTIVATIONS {
        return too_large(format!("{} keyframes of {na} activations each: lower 'actdim'", spec.keys.len()));
    }
    for key in &mut spec.keys {
        lengthen(&mut key.qpos, &written.qpos);
        lengthen_zero(&mut key.qvel, written.nv);
        lengthen_zero(&mut key.act, na);
        lengthen_zero(&mut key.ctrl, nu);
        lengthen_rows(&mut key.mpos, &written.mocap_pos);
        lengthen_rows(&mut key.mquat, &written.mocap_quat);
    }
    Ok(())
}

/// Reference values and poses as they stand in the file.
#[derive(Default)]
struct Written {
    qpos: Vec<f64>,
    nv: usize,
    mocap_pos: Vec<Vec3>,
    mocap_quat: Vec<Quat>,
}

impl Written {
    fn collect(spec: &Spec) -> Self {
        let mut out = Self::default();
        // depth first, what a body carries itself before its children; an explicit stack for deep nesting
        let mut bodies = vec![&spec.world];
        while let Some(body) = bodies.pop() {
            if body.mocap {
                out.mocap_pos.push(body.pos);
                out.mocap_quat.push(body.quat);
            }
            let mut children = vec![];
            let mut items: Vec<&Item> = body.items.iter().rev().collect();
            while let Some(item) = items.pop() {
                match item {
                    Item::Frame(frame) => items.extend(frame.items.iter().rev()),
                    Item::Body(child) => children.push(child.as_ref()),
                    Item::Joint(joint) => {
                        // MuJoCo uses the default class's kind here
                        let class = spec.find_class(&joint.meta.class).and_then(|index| spec.defaults.get(index));
                        let ball = class.is_some_and(|class| class.joint.kind == JointType::Ball);
                        let start = out.qpos.len();
                        out.qpos.resize(start + joint.kind.nq(), 0.0);
                        out.qpos[start] = if ball { 1.0 } else { joint.reference };
                        out.nv += joint.kind.nv();
                    }
                    _ => {}
                }
            }
            bodies.extend(children.into_iter().rev());
        }
        out
    }
}

fn lengthen(list: &mut Vec<f64>, full: &[f64]) {
    if !list.is_empty() && list.len() < full.len() {
        list.extend_from_slice(&full[list.len()..]);
    }
}

fn lengthen_zero(list: &mut Vec<f64>, length: usize) {
    if !list.is_empty() && list.len() < length {
        list.resize(length, 0.0);
    }
}

/// Keeps complete rows and takes the others from `full`.
fn lengthen_rows<const N: usize>(list: &mut Vec<f64>, full: &[[f64; N]]) {
    let rows = list.len() / N;
    if !list.is_empty() && rows < full.len() {
        list.truncate(rows * N);
        list.extend(full[rows..].iter().flatten());
    }
}

/// Counts keyframes; [`expand`] has run.
pub(crate) fn sizes(spec: &Spec, _ids: &Ids, model: &mut Model) -> Result<()> {
    model.nkey = spec.keys.len();
    Ok(())
}

/// Fills `key_*`; the tree and the actuators are complete.
pub(crate) fn fill(spec: &Spec, _ids: &Ids, m: &mut Model) -> Result<()> {
    let (nq, nv, na, nu, nmocap) = (m.nq, m.nv, m.na, m.nu, m.nmocap);
    let mut mocap_pos = vec![0.0; 3 * nmocap];
    let mut mocap_quat = vec![0.0; 4 * nmocap];
    for body in 0..m.nbody {
        if let Ok(mocap) = usize::try_from(m.body_mocapid[body]) {
            set_row::<3>(&mut mocap_pos, mocap, row(&m.body_pos, body));
            set_row::<4>(&mut mocap_quat, mocap, row(&m.body_quat, body));
        }
    }
    let qpos0 = m.qpos0.clone();
    let mut errors = ErrorList::default();
    for (id, key) in spec.keys.iter().enumerate() {
        m.key_time[id] = key.time;
        errors.take(write(&mut m.key_qpos, id, nq, &key.qpos, &qpos0, "qpos", key))?;
        errors.take(write(&mut m.key_qvel, id, nv, &key.qvel, &[], "qvel", key))?;
        errors.take(write(&mut m.key_act, id, na, &key.act, &[], "act", key))?;
        errors.take(write(&mut m.key_ctrl, id, nu, &key.ctrl, &[], "ctrl", key))?;
        errors.take(write(&mut m.key_mpos, id, 3 * nmocap, &key.mpos, &mocap_pos, "mpos", key))?;
        errors.take(write(&mut m.key_mquat, id, 4 * nmocap, &key.mquat, &mocap_quat, "mquat", key))?;
        normalize(m, id);
    }
    errors.finish()
}

/// Writes one list of a keyframe, or the default of an empty one.
///
/// In a keyframe of an attached model, NaN marks entries without a value: they get the default too. A list that is too
/// short ends in zeros.
fn write(
    rows: &mut [f64],
    id: usize,
    width: usize,
    values: &[f64],
    otherwise: &[f64],
    name: &str,
    key: &Key,
) -> Result<()> {
    let short = key.attached && values.len() < width;
    if !values.is_empty() && values.len() != width && !short {
        return Err(MjcfError::InvalidAttribute {
            span: key.meta.span.clone(),
            attribute: name.to_string(),
            expected: format!("{width} numbers, the size the model has"),
            found: values.len().to_string(),
            suggestion: None,
        });
    }
    let source = if values.is_empty() { otherwise } else { values };
    for (i, (target, value)) in rows[id * width..(id + 1) * width].iter_mut().zip(source).enumerate() {
        *target = if value.is_nan() && key.attached { otherwise.get(i).copied().unwrap_or(0.0) } else { *value };
    }
    Ok(())
}

/// Brings the quaternions of one keyframe to unit length; in qpos a zero one becomes the identity.
fn normalize(m: &mut Model, id: usize) {
    for joint in 0..m.njnt {
        let offset = match m.jnt_type[joint] {
            JointType::Free => 3,
            JointType::Ball => 0,
            _ => continue,
        };
        let at = id * m.nq + m.jnt_qposadr[joint] as usize + offset;
        if let Some(entries) = m.key_qpos.get_mut(at..at + 4) {
            let q = unit([entries[0], entries[1], entries[2], entries[3]]).0;
            entries.copy_from_slice(&quat::normalize(q).0);
        }
    }
    for mocap in id * m.nmocap..(id + 1) * m.nmocap {
        let q = unit(row::<4>(&m.key_mquat, mocap)).0;
        set_row(&mut m.key_mquat, mocap, q);
    }
}

#[cfg(test)]
mod tests {
    use crate::load_model;

    const BODY: &str = "<worldbody><body><joint type='ball'/><geom size='1'/><body><joint type='slide' ref='3'/>
        <geom size='1'/></body></body></worldbody>";

    #[test]
    fn empty_lists_are_completed_and_quaternions_normalized() {
        let text = format!(
            "<mujoco><size nkey='3'/>{BODY}<keyframe><key qpos='0 2 0 0 1'/><key qpos='0 0 0 0 1'/></keyframe></mujoco>"
        );
        let model = load_model(&text).unwrap();
        assert_eq!(model.key_qpos[..5], [0.0, 1.0, 0.0, 0.0, 1.0]);
        assert_eq!(model.key_qpos[5..10], [1.0, 0.0, 0.0, 0.0, 1.0]);
        assert_eq!(model.key_qpos[10..], model.qpos0[..]);
    }

    #[test]
    fn short_lists_are_filled_up_and_long_ones_refused() {
        let key = |list: &str| load_model(&format!("<mujoco>{BODY}<keyframe><key {list}/></keyframe></mujoco>"));
        assert_eq!(key("qpos='1 0 0 0'").unwrap().key_qpos[4], 3.0);
        assert_eq!(key("qvel='1'").unwrap().key_qvel, [1.0, 0.0, 0.0, 0.0]);
        assert!(key("qvel='1 1 1 1 1'").is_err());
    }

    #[test]
    fn of_mocap_poses_complete_rows_count() {
        let text = "<mujoco><worldbody><body mocap='true' pos='7 8 9'/><body mocap='true'/></worldbody><keyframe>
            <key mpos='.1 .2'/><key mpos='1 2 3 4'/></keyframe></mujoco>";
        let model = load_model(text).unwrap();
        assert_eq!(model.key_mpos, [7.0, 8.0, 9.0, 0.0, 0.0, 0.0, 1.0, 2.0, 3.0, 0.0, 0.0, 0.0]);
    }
}
