//! Contacts of a world as the engine on the CPU has them, from the fields that the card keeps.

use crate::tables::Pairs;
use sim_core::data::Contact;

/// The fields of one world: numbers of all contacts that there is room for, of which the first `count` are there.
#[derive(Clone, Copy, Debug)]
pub struct ContactFields<'a> {
    /// Contacts.
    pub count: usize,
    /// Places of their pairs in the list.
    pub pair: &'a [i32],
    /// Distances.
    pub dist: &'a [f64],
    /// Positions.
    pub pos: &'a [f64],
    /// Frames.
    pub frame: &'a [f64],
}

/// Replaces contacts by those of the fields. What is not in the list of pairs is left out.
pub fn fill(pairs: &Pairs, fields: ContactFields<'_>, out: &mut Vec<Contact>) {
    out.clear();
    let (positions, frames) = (fields.pos.as_chunks().0, fields.frame.as_chunks().0);
    let places = fields.pair.iter().zip(fields.dist).zip(positions.iter().zip(frames));
    for ((&pair, &dist), (&pos, &frame)) in places.take(fields.count) {
        if let Some(pair) = usize::try_from(pair).ok().and_then(|p| pairs.list.get(p)) {
            out.push(pair.contact(dist, pos, frame));
        }
    }
}
