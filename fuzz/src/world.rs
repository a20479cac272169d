//! Runs a world with extreme states, controls, forces and settings. Every call ends in a value or an error, and a failed
//! step leaves the state unchanged.

use crate::dice::Dice;
use sim_core::arrays::ArrayMut;
use sim_core::binding::derivative::transition::{self, Differences, Wanted};
use sim_core::binding::model::FieldMut;
use sim_core::data::STATE_FIELDS;
use sim_core::{Data, DisableFlags, EnableFlags, Integrator, JointType, Model, SolverType, StepError};

/// Limits of a step's contacts and of a matrix's bytes; most scenes stay below them.
const CONTACTS: usize = 400;
const BYTES: usize = 4 << 20;
/// The most calls and changes in one run.
const MAX_ACTIONS: usize = 24;
/// The most dofs and actuators of a world that is differentiated: each takes a step or two.
const MAX_COLUMNS: usize = 12;

/// Arrays of numbers that a user sets between steps.
fn inputs() -> Vec<&'static str> {
    STATE_FIELDS.iter().copied().filter(|&name| !["time", "eq_active"].contains(&name)).collect()
}

/// Runs random calls and changes on a world of this model.
pub fn run(mut model: Model, dice: &mut Dice<'_>) {
    // a small world may still have a million samples
    if model.nhistory > 1 << 16 || model.nsensordata > 1 << 14 {
        return;
    }
    model.limits.contacts = Some(CONTACTS);
    model.limits.bytes = BYTES;
    let mut data = model.make_data();
    step(&model, &mut data);
    for _ in 0..MAX_ACTIONS {
        if dice.is_empty() {
            break;
        }
        act(&mut model, &mut data, dice);
    }
    for _ in 0..4 {
        step(&model, &mut data);
    }
    data.reset(&model);
    step(&model, &mut data);
}

/// Steps; a failed step must leave the state unchanged.
fn step(model: &Model, data: &mut Data) {
    let state = |d: &Data| {
        let numbers = d.qpos.iter().chain(&d.qvel).chain(&d.act).chain([&d.time]);
        numbers.map(|x| x.to_bits()).collect::<Vec<_>>()
    };
    let before = state(data);
    if let Err(error) = data.step(model) {
        assert!(state(data) == before, "the state moved despite: {error}");
        assert!(!matches!(error, StepError::Panicked { .. }));
        let _ = error.to_string();
    } else {
        assert!(data.ncon <= CONTACTS, "{} contacts despite the limit", data.ncon);
    }
}

fn act(model: &mut Model, data: &mut Data, dice: &mut Dice<'_>) {
    match dice.below(16) {
        0..=3 => (0..1 + dice.below(4)).for_each(|_| step(model, data)),
        4..=7 => change_input(data, dice),
        8 => zero_quaternions(model, data),
        9 => {
            data.step1(model).ok();
            change_input(data, dice);
            data.step2(model).ok();
        }
        10 => {
            data.forward(model).ok();
            data.inverse(model).ok();
            data.compare_forward_inverse(model).ok();
        }
        11 => change_option(model, dice),
        12 => {
            model.opt.integrator = dice.pick(Integrator::ALL);
            model.opt.solver = dice.pick(SolverType::ALL);
            model.opt.cone.0 = dice.below(2) as i32;
            model.opt.jacobian.0 = dice.below(3) as i32;
        }
        13 => {
            let key = dice.below(model.nkey + 1);
            if key == model.nkey || !data.reset_to_keyframe(model, key) {
                data.reset_all(model);
            }
        }
        14 if 2 * model.nv + model.na + model.nu <= MAX_COLUMNS => {
            let wanted = Wanted { a: true, b: true, c: true, d: true };
            let sides = if dice.chance(128) { Differences::Centered } else { Differences::Forward };
            transition::transition(model, data, 1e-6, sides, wanted).ok();
        }
        _ => change_model(model, dice),
    }
}

/// Returns a number for an entry, extreme in half of the cases.
fn number(dice: &mut Dice<'_>) -> f64 {
    if dice.chance(128) { dice.extreme() } else { dice.usual() }
}

fn change_entry(array: &mut [f64], dice: &mut Dice<'_>) {
    if !array.is_empty() {
        let i = dice.below(array.len());
        array[i] = number(dice);
    }
}

fn change_input(data: &mut Data, dice: &mut Dice<'_>) {
    match dice.below(16) {
        11 => data.time = number(dice),
        12 => data.eq_active.iter_mut().for_each(|active| *active = (!*active).into()),
        i => {
            let names = inputs();
            if let Some(ArrayMut::F64(array)) = data.array_mut(names[i % names.len()]) {
                change_entry(array, dice);
            }
        }
    }
}

fn zero_quaternions(model: &Model, data: &mut Data) {
    for j in 0..model.njnt {
        let at = model.jnt_qposadr[j] as usize;
        match model.jnt_type[j] {
            JointType::Free => data.qpos[at + 3..at + 7].fill(0.0),
            JointType::Ball => data.qpos[at..at + 4].fill(0.0),
            _ => {}
        }
    }
    data.mocap_quat.fill(0.0);
}

/// Changes a numeric setting, such as the time step. Counts of iterations stay: more of them is only slow.
fn change_option(model: &mut Model, dice: &mut Dice<'_>) {
    if dice.chance(64) {
        model.opt.disableflags ^= DisableFlags::from_bits_retain(1 << dice.below(20));
        model.opt.enableflags ^= EnableFlags::from_bits_retain(1 << dice.below(7));
        return;
    }
    let (mut at, value, wanted) = (0, number(dice), dice.below(16));
    model.opt.visit_fields(&mut |_, field, _| {
        if let FieldMut::F64(entries) = field {
            if at == wanted {
                entries[0] = value;
            }
            at += 1;
        }
    });
}

/// Changes any number of the model; undoes the change if the model's check rejects it.
fn change_model(model: &mut Model, dice: &mut Dice<'_>) {
    let before = model.clone();
    let mut wanted = dice.below(Model::ARRAY_NAMES.len());
    for _ in 0..Model::ARRAY_NAMES.len() {
        if let Some(ArrayMut::F64(array)) = model.array_mut(Model::ARRAY_NAMES[wanted])
            && !array.is_empty()
        {
            change_entry(array, dice);
            break;
        }
        wanted = (wanted + 1) % Model::ARRAY_NAMES.len();
    }
    if model.validate().is_err() || (dice.chance(128) && model.set_const().is_err()) {
        *model = before;
    }
}
