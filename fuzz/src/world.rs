//! A world under hostile states, controls, forces and settings: every call ends in a value or an error, and a step
//! that fails leaves the state as it was.

use crate::dice::Dice;
use sim_core::arrays::ArrayMut;
use sim_core::binding::derivative::transition::{self, Differences, Wanted};
use sim_core::binding::model::FieldMut;
use sim_core::data::STATE_FIELDS;
use sim_core::{Data, DisableFlags, EnableFlags, Integrator, JointType, Model, SolverType, StepError};

/// Contacts and bytes of a matrix that a step may have: beyond them is an error, which most scenes here stay below.
const CONTACTS: usize = 400;
const BYTES: usize = 4 << 20;
/// Calls and changes in one run.
const MOST_DEEDS: usize = 24;
/// Most dofs and actuators of a world that is differentiated: each asks for a step or two.
const MOST_COLUMNS: usize = 12;

/// Arrays of numbers that a user sets between steps.
fn inputs() -> Vec<&'static str> {
    STATE_FIELDS.iter().copied().filter(|&name| !["time", "eq_active"].contains(&name)).collect()
}

/// Lets `dice` treat a world of this model badly.
pub fn run(mut model: Model, dice: &mut Dice<'_>) {
    // a world may be small and yet ask for a million samples
    if model.nhistory > 1 << 16 || model.nsensordata > 1 << 14 {
        return;
    }
    model.limits.contacts = Some(CONTACTS);
    model.limits.bytes = BYTES;
    let mut data = model.make_data();
    step(&model, &mut data);
    for _ in 0..MOST_DEEDS {
        if dice.is_empty() {
            break;
        }
        deed(&mut model, &mut data, dice);
    }
    for _ in 0..4 {
        step(&model, &mut data);
    }
    data.reset(&model);
    step(&model, &mut data);
}

/// A step; where it fails the state must be what it was.
fn step(model: &Model, data: &mut Data) {
    let state = |d: &Data| {
        let numbers = d.qpos.iter().chain(&d.qvel).chain(&d.act).chain([&d.time]);
        numbers.map(|x| x.to_bits()).collect::<Vec<_>>()
    };
    let before = state(data);
    if let Err(error) = data.step(model) {
        assert!(state(data) == before, "the state moved in spite of: {error}");
        assert!(!matches!(error, StepError::Panicked { .. }));
        let _ = error.to_string();
    } else {
        assert!(data.ncon <= CONTACTS, "{} contacts in spite of the limit", data.ncon);
    }
}

fn deed(model: &mut Model, data: &mut Data, dice: &mut Dice<'_>) {
    match dice.below(16) {
        0..=3 => (0..1 + dice.below(4)).for_each(|_| step(model, data)),
        4..=7 => poke_input(data, dice),
        8 => zero_quaternions(model, data),
        9 => {
            data.step1(model).ok();
            poke_input(data, dice);
            data.step2(model).ok();
        }
        10 => {
            data.forward(model).ok();
            data.inverse(model).ok();
            data.compare_forward_inverse(model).ok();
        }
        11 => poke_option(model, dice),
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
        14 if 2 * model.nv + model.na + model.nu <= MOST_COLUMNS => {
            let wanted = Wanted { a: true, b: true, c: true, d: true };
            let sides = if dice.chance(128) { Differences::Centered } else { Differences::Forward };
            transition::transition(model, data, 1e-6, sides, wanted).ok();
        }
        _ => poke_model(model, dice),
    }
}

/// A number for an entry: hostile as often as not.
fn number(dice: &mut Dice<'_>) -> f64 {
    if dice.chance(128) { dice.hostile() } else { dice.tame() }
}

fn poke(array: &mut [f64], dice: &mut Dice<'_>) {
    if !array.is_empty() {
        let i = dice.below(array.len());
        array[i] = number(dice);
    }
}

fn poke_input(data: &mut Data, dice: &mut Dice<'_>) {
    match dice.below(16) {
        11 => data.time = number(dice),
        12 => data.eq_active.iter_mut().for_each(|active| *active = (!*active).into()),
        i => {
            let names = inputs();
            if let Some(ArrayMut::F64(array)) = data.array_mut(names[i % names.len()]) {
                poke(array, dice);
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

/// A setting that is a number, the time step among them; counts of iterations stay, more of them is only slow.
fn poke_option(model: &mut Model, dice: &mut Dice<'_>) {
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

/// Any number of the model; a model that its own check refuses is put back.
fn poke_model(model: &mut Model, dice: &mut Dice<'_>) {
    let before = model.clone();
    let mut wanted = dice.below(Model::ARRAY_NAMES.len());
    for _ in 0..Model::ARRAY_NAMES.len() {
        if let Some(ArrayMut::F64(array)) = model.array_mut(Model::ARRAY_NAMES[wanted])
            && !array.is_empty()
        {
            poke(array, dice);
            break;
        }
        wanted = (wanted + 1) % Model::ARRAY_NAMES.len();
    }
    if model.validate().is_err() || (dice.chance(128) && model.set_const().is_err()) {
        *model = before;
    }
}
