//! Contacts of a world in the form of sim-core, from the fields that the device keeps.

use crate::batch::GpuBatchSim;
use crate::codegen::tables::Pairs;
use crate::error::GpuSimResult;
use sim_core::data::Contact;
use sim_core::{Data, Model};

/// The fields of a contact.
const FIELDS: [&str; 5] = ["ncon", "contact_pair", "contact_dist", "contact_pos", "contact_frame"];

impl GpuBatchSim {
    /// Contacts of world `i` as computed last, with the parameters of their pairs. The batch must keep `contact_pair`, `contact_dist`,
    /// `contact_pos` and `contact_frame`: name them in `visible` of its options.
    pub fn contacts(&self, i: usize) -> GpuSimResult<Vec<Contact>> {
        self.check_world(i)?;
        let mut numbers: [Vec<f64>; 5] = Default::default();
        for (list, field) in numbers.iter_mut().zip(self.read_world_all(&FIELDS, i)?) {
            *list = field;
        }
        let own = self.current_models(i..i + 1)?.pop().flatten();
        Ok(from_fields(own.as_ref().unwrap_or(&self.model), &numbers))
    }

    /// Gives a copy of world `i` its contacts, if the batch keeps them.
    pub(crate) fn fill_contacts(&self, i: usize, data: &mut Data) -> GpuSimResult<()> {
        if FIELDS.iter().all(|field| self.plan.world.contains_key(*field)) {
            data.contact = self.contacts(i)?;
            data.ncon = data.contact.len();
        }
        Ok(())
    }
}

/// Contacts from their numbers, given in the order of [`FIELDS`]. Contacts of pairs that are not in the list are left out.
fn from_fields(m: &Model, [count, pair, dist, pos, frame]: &[Vec<f64>; 5]) -> Vec<Contact> {
    let pairs = Pairs::new(m, false).list;
    let count = count.first().map_or(0, |&n| n.max(0.0) as usize);
    let places = pair.iter().zip(dist).zip(pos.as_chunks().0.iter().zip(frame.as_chunks().0));
    let mut contacts = Vec::with_capacity(count);
    for ((&pair, &dist), (&pos, &frame)) in places.take(count) {
        contacts.extend(pairs.get(pair as usize).map(|pair| pair.contact(dist, pos, frame)));
    }
    contacts
}
