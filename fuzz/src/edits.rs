//! Models with wrong entries in any array. A model that passes its check must step. A model that fails one check must fail
//! all.

use crate::dice::Dice;
use crate::world;
use sim_core::arrays::ArrayMut;
use sim_core::{Data, Model, ModelError};

/// The most entries that are changed before the model is checked.
const MAX_EDITS: usize = 6;
/// The most models made from one.
const MAX_MODELS: usize = 8;

/// Edits a model and works with it, several times.
pub fn run(model: &Model, dice: &mut Dice<'_>) {
    for _ in 0..MAX_MODELS {
        if dice.is_empty() {
            break;
        }
        let mut edited = model.clone();
        for _ in 0..1 + dice.below(MAX_EDITS) {
            edit(&mut edited, dice);
        }
        check_model(model, edited, dice);
    }
}

/// Checks that two ways to validate agree, and that a valid model steps.
fn check_model(before: &Model, edited: Model, dice: &mut Dice<'_>) {
    let (whole, in_part) = (edited.validate(), edited.validate_edits(before));
    assert!(whole.is_ok() == in_part.is_ok(), "all rules: {whole:?}; rules about edits: {in_part:?}");
    match in_part {
        Ok(()) => world::run(edited, dice),
        // the rules may report a size that does not fit instead of the edited array
        Err(error) => names_an_array(&error),
    }
}

fn names_an_array(error: &ModelError) {
    let text = error.to_string();
    let named = |name: &&str| text.contains(*name);
    assert!(Model::ARRAY_NAMES.iter().any(|name| named(&name)), "the error names no array: {text}");
}

/// Writes one entry of one array of a model.
pub(crate) fn edit(model: &mut Model, dice: &mut Dice<'_>) {
    let names = Model::ARRAY_NAMES;
    // the next array that has entries
    for i in from_any(names.len(), dice) {
        if model.array_mut(names[i]).is_some_and(|array| write(array, dice)) {
            return;
        }
    }
}

/// Writes one entry of one array of a world.
pub(crate) fn edit_world(data: &mut Data, dice: &mut Dice<'_>) {
    let names = Data::ARRAY_NAMES;
    for i in from_any(names.len(), dice) {
        if data.array_mut(names[i]).is_some_and(|array| write(array, dice)) {
            return;
        }
    }
}

/// Returns all positions of a list, from a random one on.
fn from_any(len: usize, dice: &mut Dice<'_>) -> impl Iterator<Item = usize> + use<> {
    let first = dice.below(len);
    (0..len).map(move |i| (first + i) % len)
}

/// Whether there was an entry to write.
fn write(array: ArrayMut<'_>, dice: &mut Dice<'_>) -> bool {
    fn entry<'a, T>(array: &'a mut [T], dice: &mut Dice<'_>) -> Option<&'a mut T> {
        let at = dice.below(array.len());
        array.get_mut(at)
    }
    match array {
        ArrayMut::F64(array) => entry(array, dice).map(|x| *x = dice.number()).is_some(),
        ArrayMut::F32(array) => entry(array, dice).map(|x| *x = dice.number() as f32).is_some(),
        ArrayMut::I32(array) => entry(array, dice).map(|x| *x = near(i64::from(*x), dice) as i32).is_some(),
        ArrayMut::I64(array) => entry(array, dice).map(|x| *x = near(*x, dice)).is_some(),
        ArrayMut::U8(array) => entry(array, dice).map(|x| *x = dice.byte()).is_some(),
        ArrayMut::Bool(array) => entry(array, dice).map(|x| *x = (!*x).into()).is_some(),
    }
}

/// Returns an integer next to the old one, or an extreme one.
fn near(number: i64, dice: &mut Dice<'_>) -> i64 {
    match dice.below(4) {
        0 => number.wrapping_add(1),
        1 => number.wrapping_sub(1),
        2 => dice.below(12) as i64,
        _ => dice.whole(true),
    }
}
