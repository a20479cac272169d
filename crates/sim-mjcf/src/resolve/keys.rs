//! Keyframes of a model that grows by copies.
//!
//! Before a part is copied, every keyframe is stored object by object under its later name. Copies get the states of
//! their originals. At the end the stored keyframes are assembled for the whole model. NaN marks an object without a
//! state: it gets the compiled reference pose.

use super::space::Namespace;
use super::tree::{Tree, WORLD};
use crate::error::Result;
use crate::limits::Limits;
use crate::source_span::SourceSpan;
use crate::spec::{Actuator, Body, Joint, Key, Meta, Spec};
use sim_core::{ActuatorDynamics, JointType};
use std::collections::BTreeMap;

/// States of one object, by keyframe.
pub(crate) type States = Option<Box<BTreeMap<String, State>>>;

/// The part of a keyframe that belongs to one object.
#[derive(Clone, Debug, Default)]
pub(crate) struct State {
    /// Position of a joint.
    qpos: Vec<f64>,
    /// Velocity of a joint.
    qvel: Vec<f64>,
    /// Activations of an actuator.
    act: Vec<f64>,
    /// Control of an actuator.
    ctrl: Vec<f64>,
    /// Position of a mocap body.
    mpos: Vec<f64>,
    /// Orientation of a mocap body.
    mquat: Vec<f64>,
}

/// Bytes of a stored state with its name.
const STATE_BYTES: u128 = 512;

/// A keyframe that is assembled at the end.
#[derive(Debug)]
struct Pending {
    meta: Meta,
    time: f64,
    /// Which of qpos, qvel, act, mpos, mquat, ctrl are given.
    given: [bool; 6],
}

/// Keyframes stored so far.
#[derive(Debug, Default)]
pub(crate) struct Keys {
    pending: Vec<Pending>,
    /// States of this model's actuators.
    actuators: Vec<States>,
    /// States of the actuators of the model being attached.
    foreign: Vec<States>,
}

/// Sizes of a state.
#[derive(Debug, Default, PartialEq)]
struct Sizes {
    nq: usize,
    nv: usize,
    na: usize,
    nu: usize,
    nmocap: usize,
}

impl Keys {
    /// Nothing stored.
    pub fn new(spec: &Spec) -> Self {
        Self { actuators: vec![None; spec.actuators.len()], ..Self::default() }
    }

    /// Whether any keyframe has been stored.
    pub fn any(&self) -> bool {
        !self.pending.is_empty()
    }

    /// Stores this model's keyframes under their names in the namespace.
    pub fn store(&mut self, spec: &Spec, tree: &mut Tree, ns: &Namespace, span: &SourceSpan) -> Result<()> {
        if spec.keys.is_empty() {
            return Ok(());
        }
        let sizes = sizes(tree, &spec.actuators);
        let bodies = tree.bodies();
        for key in &spec.keys {
            check(key, &sizes, span)?;
            let name = ns.wrap(&key.meta.name);
            save(key, &name, tree, &bodies, &spec.actuators, &mut self.actuators);
            self.pending.push(Pending::of(key, name));
        }
        Ok(())
    }

    /// Stores the keyframes of another model. Keyframes that it got by attachment keep their names and are stored once.
    pub fn store_foreign(
        &mut self,
        model: &Spec,
        tree: &mut Tree,
        ns: &Namespace,
        first: bool,
        span: &SourceSpan,
    ) -> Result<()> {
        self.foreign = vec![None; model.actuators.len()];
        if model.keys.is_empty() {
            return Ok(());
        }
        let sizes = sizes(tree, &model.actuators);
        let bodies = tree.bodies();
        for key in model.keys.iter().filter(|key| !key.attached) {
            check(key, &sizes, span)?;
            let name = ns.wrap(&key.meta.name);
            save(key, &name, tree, &bodies, &model.actuators, &mut self.foreign);
            self.pending.push(Pending::of(key, name));
        }
        for key in model.keys.iter().filter(|key| key.attached && first) {
            save(key, &key.meta.name, tree, &bodies, &model.actuators, &mut self.foreign);
            self.pending.push(Pending::of(key, key.meta.name.clone()));
        }
        Ok(())
    }

    /// Clears the states of a copied part's bodies.
    pub fn forget(&mut self, tree: &mut Tree, id: usize) {
        if self.any() {
            tree.forget_bodies(id, false);
        }
    }

    /// Clears the states of the actuators that are complete when a part of the tree is deleted.
    pub fn forget_actuators(&mut self, complete: impl Fn(usize) -> bool) {
        for (i, states) in self.actuators.iter_mut().enumerate().filter(|(_, states)| states.is_some()) {
            if complete(i) {
                *states = None;
            }
        }
    }

    /// Gives copies of this model's own actuators the states of the originals.
    pub fn copy_actuators(&mut self, copied: impl Iterator<Item = usize>) {
        for i in copied {
            let states = self.actuators.get_mut(i).and_then(Option::take);
            self.actuators.push(states);
        }
    }

    /// Gives copies of an attached model's actuators the states of the originals.
    pub fn adopt_actuators(&mut self, copied: impl Iterator<Item = usize>) {
        for i in copied {
            let states = self.foreign.get_mut(i).and_then(Option::take);
            self.actuators.push(states);
        }
    }

    /// Drops the states of removed actuators.
    pub fn keep_actuators(&mut self, kept: &[bool]) {
        let mut i = 0;
        self.actuators.retain(|_| {
            i += 1;
            kept.get(i - 1).is_none_or(|&k| k)
        });
    }

    /// Extends this model's keyframes to its present size with the reference pose as written.
    pub fn grow(&self, tree: &Tree, spec: &mut Spec) {
        if spec.keys.is_empty() {
            return;
        }
        let sizes = sizes(tree, &spec.actuators);
        let (qpos, mpos, mquat) = reference(tree, spec);
        for key in &mut spec.keys {
            lengthen(&mut key.qpos, &qpos, 1);
            lengthen(&mut key.qvel, &vec![0.0; sizes.nv], 1);
            lengthen(&mut key.act, &vec![0.0; sizes.na], 1);
            lengthen(&mut key.ctrl, &vec![0.0; sizes.nu], 1);
            lengthen(&mut key.mpos, &mpos, 3);
            lengthen(&mut key.mquat, &mquat, 4);
        }
    }

    /// Refuses copies whose keyframes would take too much memory. Every copy stores every keyframe at every object there
    /// is by then. `part` is the copied node and the number of copies.
    pub fn check_memory(
        &self,
        spec: &Spec,
        tree: &Tree,
        part: Option<(usize, usize)>,
        limits: &Limits,
        span: &SourceSpan,
    ) -> Result<()> {
        if spec.keys.is_empty() {
            return Ok(());
        }
        let held = (tree.holders(WORLD) + spec.actuators.len()) as u128;
        let (more, copies) = part.map_or((0, 1), |(node, count)| (tree.holders(node) as u128, count as u128));
        let (keys, pending) = (spec.keys.len() as u128, self.pending.len() as u128);
        let states = keys * (held * copies + more * copies * copies / 2);
        let what = format!("storing {keys} keyframes for each of {copies} copies");
        let cure = "remove keyframes or make fewer copies";
        limits.check_objects(pending + keys * copies, span, &what, cure)?;
        limits.check_memory(states * STATE_BYTES, span, &what, cure)
    }

    /// Refuses an attachment whose keyframes would take too much memory.
    pub fn check_foreign_memory(&self, model: &Spec, limits: &Limits, span: &SourceSpan) -> Result<()> {
        let keyframes = (self.pending.len() + model.keys.len()) as u128;
        let cure = "remove keyframes of the attached model or attach it less often";
        limits.check_objects(keyframes, span, "storing the keyframes of attached models", cure)
    }

    /// Assembles the stored keyframes after the model's own.
    pub fn finish(self, tree: &Tree, spec: &mut Spec, compiled: bool, limits: &Limits) -> Result<()> {
        if compiled {
            self.grow(tree, spec);
        }
        if self.pending.is_empty() {
            return Ok(());
        }
        let Sizes { nq, nv, na, nu, nmocap } = sizes(tree, &spec.actuators);
        let numbers = (nq + nv + na + nu + 7 * nmocap) as u128;
        let what = format!("putting {} keyframes together", self.pending.len());
        let bytes = self.pending.len() as u128 * numbers * 8;
        limits.check_memory(bytes, &SourceSpan::none(), &what, "remove keyframes or make fewer copies")?;
        let asked = usize::try_from(spec.size.nkey).unwrap_or(0).min(spec.keys.len() + 1_000_000);
        while compiled && spec.keys.len() < asked {
            spec.keys.push(Key::default());
        }
        let bodies = tree.bodies();
        for pending in &self.pending {
            spec.keys.push(self.assemble(pending, tree, &bodies, &spec.actuators));
        }
        Ok(())
    }

    fn assemble(&self, pending: &Pending, tree: &Tree, bodies: &[(usize, Vec<usize>)], actuators: &[Actuator]) -> Key {
        let name = &pending.meta.name;
        let held = |states: &States| states.as_ref().and_then(|s| s.get(name)).cloned().unwrap_or_default();
        let mut key = Key { meta: pending.meta.clone(), time: pending.time, attached: true, ..Key::default() };
        if pending.given == [false; 6] {
            return key;
        }
        for &(body, ref joints) in bodies {
            for &id in joints {
                let state = held(tree.states(id));
                let (nq, nv) = tree.joint(id).map_or((0, 0), joint_size);
                extend(&mut key.qpos, &state.qpos, nq, f64::NAN);
                extend(&mut key.qvel, &state.qvel, nv, 0.0);
            }
            if tree.body(body).is_some_and(|b| b.mocap) {
                let state = held(tree.states(body));
                extend(&mut key.mpos, &state.mpos, 3, f64::NAN);
                extend(&mut key.mquat, &state.mquat, 4, f64::NAN);
            }
        }
        for (actuator, states) in actuators.iter().zip(&self.actuators) {
            let state = held(states);
            extend(&mut key.act, &state.act, act_size(actuator), 0.0);
            extend(&mut key.ctrl, &state.ctrl, 1, 0.0);
        }
        let Key { qpos, qvel, act, mpos, mquat, ctrl, .. } = &mut key;
        for (values, given) in [qpos, qvel, act, mpos, mquat, ctrl].into_iter().zip(pending.given) {
            if !given {
                *values = vec![];
            }
        }
        key
    }
}

impl Pending {
    fn of(key: &Key, name: String) -> Self {
        let given = [&key.qpos, &key.qvel, &key.act, &key.mpos, &key.mquat, &key.ctrl].map(|values| !values.is_empty());
        Self { meta: Meta { name, ..key.meta.clone() }, time: key.time, given }
    }
}

/// Appends a part of a keyframe, or `missing` for an object without a state.
fn extend(values: &mut Vec<f64>, held: &[f64], size: usize, missing: f64) {
    values.extend((0..size).map(|i| held.get(i).copied().unwrap_or(missing)));
}

/// Extends values that are given but too few. Only complete rows of `width` values count.
fn lengthen(values: &mut Vec<f64>, reference: &[f64], width: usize) {
    if !values.is_empty() && values.len() < reference.len() {
        values.truncate(values.len() / width * width);
        values.extend(reference.iter().skip(values.len()));
    }
}

fn joint_size(joint: &Joint) -> (usize, usize) {
    match joint.kind {
        JointType::Free => (7, 6),
        JointType::Ball => (4, 3),
        _ => (1, 1),
    }
}

fn act_size(actuator: &Actuator) -> usize {
    match usize::try_from(actuator.actdim) {
        Ok(dim) if dim > 0 => dim,
        _ => usize::from(actuator.dyntype != ActuatorDynamics::None),
    }
}

fn sizes(tree: &Tree, actuators: &[Actuator]) -> Sizes {
    let mut out = Sizes { nu: actuators.len(), na: actuators.iter().map(act_size).sum(), ..Sizes::default() };
    for (body, joints) in tree.bodies() {
        for joint in joints.iter().filter_map(|&id| tree.joint(id)) {
            let (nq, nv) = joint_size(joint);
            out.nq += nq;
            out.nv += nv;
        }
        out.nmocap += usize::from(tree.body(body).is_some_and(|b| b.mocap));
    }
    out
}

/// The reference pose as written: angles are not converted, frames not resolved.
fn reference(tree: &Tree, spec: &Spec) -> (Vec<f64>, Vec<f64>, Vec<f64>) {
    let (mut qpos, mut mpos, mut mquat) = (vec![], vec![], vec![]);
    for (id, joints) in tree.bodies() {
        let fallback = Body::default();
        let body = tree.body(id).unwrap_or(&fallback);
        for joint in joints.iter().filter_map(|&id| tree.joint(id)) {
            // MuJoCo uses the class's kind here: it reads the element's own kind only when it compiles
            let class = spec.last_class(&joint.meta.class).and_then(|index| spec.defaults.get(index));
            let kind = class.map_or(JointType::Hinge, |class| class.joint.kind);
            let held = match kind {
                JointType::Free => [&body.pos[..], &body.quat].concat(),
                JointType::Ball => vec![1.0, 0.0, 0.0, 0.0],
                _ => vec![joint.reference],
            };
            extend(&mut qpos, &held, joint_size(joint).0, 0.0);
        }
        if body.mocap {
            mpos.extend(body.pos);
            mquat.extend(body.quat);
        }
    }
    (qpos, mpos, mquat)
}

/// Refuses a keyframe whose sizes are not the model's at this point.
fn check(key: &Key, sizes: &Sizes, span: &SourceSpan) -> Result<()> {
    let parts = [
        ("qpos", &key.qpos, sizes.nq),
        ("qvel", &key.qvel, sizes.nv),
        ("act", &key.act, sizes.na),
        ("ctrl", &key.ctrl, sizes.nu),
        ("mpos", &key.mpos, 3 * sizes.nmocap),
        ("mquat", &key.mquat, 4 * sizes.nmocap),
    ];
    for (part, values, size) in parts {
        if !values.is_empty() && values.len() != size {
            return Err(span.invalid(format!(
                "keyframe '{}' has {} numbers in {part} where the model so far has {size}; \
                 a keyframe must fit what stands before the attachment or replicate",
                key.meta.name,
                values.len()
            )));
        }
    }
    Ok(())
}

/// Stores a keyframe object by object.
fn save(
    key: &Key,
    name: &str,
    tree: &mut Tree,
    bodies: &[(usize, Vec<usize>)],
    actuators: &[Actuator],
    held: &mut [States],
) {
    let cut = |values: &[f64], at: &mut usize, size: usize| {
        let part = values.get(*at..*at + size).unwrap_or_default().to_vec();
        *at += size;
        // a part that equals the reference pose is not stored
        if part.iter().any(|v| v.is_nan()) { vec![] } else { part }
    };
    let put = |states: &mut States, state: State| {
        states.get_or_insert_default().insert(name.to_string(), state);
    };
    let (mut q, mut v, mut p, mut r) = (0, 0, 0, 0);
    for &(body, ref joints) in bodies {
        for &id in joints {
            let (nq, nv) = tree.joint(id).map_or((0, 0), joint_size);
            let state =
                State { qpos: cut(&key.qpos, &mut q, nq), qvel: cut(&key.qvel, &mut v, nv), ..State::default() };
            put(tree.states_mut(id), state);
        }
        if tree.body(body).is_some_and(|b| b.mocap) {
            let state =
                State { mpos: cut(&key.mpos, &mut p, 3), mquat: cut(&key.mquat, &mut r, 4), ..State::default() };
            put(tree.states_mut(body), state);
        }
    }
    let (mut a, mut c) = (0, 0);
    for (actuator, states) in actuators.iter().zip(held) {
        let act = cut(&key.act, &mut a, act_size(actuator));
        put(states, State { act, ctrl: cut(&key.ctrl, &mut c, 1), ..State::default() });
    }
}
