//! Loads and stores of the lanes: where their pointers lead, and who else was there.

use super::{Mask, Run, lanes_of};
use crate::code::{Place, Reg, Root};
use crate::counts::Counts;
use crate::fault::Fault;
use crate::memory::{Race, SEVERAL, get, set, span};

impl<const W: usize> Run<'_, '_, W> {
    /// First number that a lane's pointer leads to.
    pub(super) fn address(&self, place: &Place, lane: usize) -> Result<u32, Fault> {
        let mut at = u64::from(place.at);
        for step in &place.steps {
            let index = self.registers[step.index as usize][lane] as u32;
            let limit = step.limit.unwrap_or(u32::MAX);
            if index >= limit {
                let message = format!("index {} of {limit} in {}, lane {lane}", index as i32, place.name);
                return Err(self.fault(place.line, message));
            }
            at += u64::from(index) * u64::from(step.stride);
        }
        u32::try_from(at).map_err(|_| self.fault(place.line, format!("an index far beyond {}", place.name)))
    }

    pub(super) fn load(&mut self, to: &[Reg], place: &Place, mask: Mask) -> Result<(), Fault> {
        if place.root == Root::Registers && place.steps.is_empty() {
            for (k, &to) in to.iter().enumerate() {
                self.registers[to as usize] = self.registers[place.at as usize + k];
            }
            return Ok(());
        }
        self.count_load(place, mask)?;
        for lane in lanes_of(mask) {
            let at = self.address(place, lane)?;
            for (k, (&to, cell)) in to.iter().zip(&place.cells).enumerate() {
                let bits = match place.root {
                    Root::Registers => self.registers[at as usize + k][lane],
                    Root::Workgroup => {
                        let at = at as usize + k;
                        let watched = self.workgroup_watch.read(at, self.time, lane as u16, self.group);
                        watched.map_err(|race| self.race(place, race))?;
                        self.workgroup[at]
                    }
                    Root::Buffer(i) => {
                        let Some(bits) = get(self.buffers[i], at + cell.byte, cell.kind) else {
                            return Err(self.beyond(place, i, at));
                        };
                        if self.code.buffers[i].writable {
                            let word = (at + cell.byte) as usize / 4;
                            let watched = self.watches[i].read(word, self.storage_time, lane as u16, self.group);
                            watched.map_err(|race| self.race(place, race))?;
                        }
                        bits
                    }
                };
                self.registers[to as usize][lane] = bits;
            }
        }
        Ok(())
    }

    pub(super) fn store(&mut self, place: &Place, from: &[Reg], mask: Mask) -> Result<(), Fault> {
        if place.root == Root::Registers && place.steps.is_empty() {
            let copies: Vec<(Reg, Reg)> =
                from.iter().enumerate().map(|(k, &from)| (from, place.at + k as u32)).collect();
            self.copy(&copies, mask);
            return Ok(());
        }
        self.count(|_| Ok(Counts { stores: 1, ..Counts::default() }))?;
        for lane in lanes_of(mask) {
            let at = self.address(place, lane)?;
            for (k, (&from, cell)) in from.iter().zip(&place.cells).enumerate() {
                let bits = self.registers[from as usize][lane];
                match place.root {
                    Root::Registers => self.registers[at as usize + k][lane] = bits,
                    Root::Workgroup => {
                        let at = at as usize + k;
                        let same = self.workgroup[at] == bits;
                        let watched = self.workgroup_watch.write(at, self.time, lane as u16, self.group, same);
                        watched.map_err(|race| self.race(place, race))?;
                        self.workgroup[at] = bits;
                    }
                    Root::Buffer(i) => {
                        let byte = at + cell.byte;
                        let before = get(self.buffers[i], byte, cell.kind);
                        if !set(self.buffers[i], byte, cell.kind, bits) {
                            return Err(self.beyond(place, i, at));
                        }
                        let same = before == Some(bits);
                        let word = byte as usize / 4;
                        let watched = self.watches[i].write(word, self.storage_time, lane as u16, self.group, same);
                        watched.map_err(|race| self.race(place, race))?;
                    }
                }
            }
        }
        Ok(())
    }

    /// Lanes and workgroups may meet here without a barrier.
    pub(super) fn atomic_add(&mut self, to: Reg, place: &Place, from: Reg, mask: Mask) -> Result<(), Fault> {
        for lane in lanes_of(mask) {
            let at = self.address(place, lane)?;
            let more = self.registers[from as usize][lane] as u32;
            let (Root::Buffer(i), Some(cell)) = (place.root, place.cells.first()) else {
                return Err(
                    self.fault(place.line, format!("{}: the machine adds to atomics of buffers alone", place.name))
                );
            };
            let byte = at + cell.byte;
            let Some(before) = get(self.buffers[i], byte, cell.kind) else {
                return Err(self.beyond(place, i, at));
            };
            set(self.buffers[i], byte, cell.kind, u64::from((before as u32).wrapping_add(more)));
            self.registers[to as usize][lane] = before;
        }
        Ok(())
    }

    fn race(&self, place: &Place, race: Race) -> Fault {
        let who = match race {
            Race::Lanes(SEVERAL, b) => {
                format!("several lanes read it and lane {b} writes without a barrier between them")
            }
            Race::Lanes(a, b) => format!("lanes {a} and {b} touch it without a barrier between them"),
            Race::Groups(a, b) => format!("workgroups {a} and {b} both touch it"),
        };
        self.fault(place.line, format!("{}: {who}", place.name))
    }

    fn beyond(&self, place: &Place, buffer: usize, at: u32) -> Fault {
        let (bytes, last) = (self.buffers[buffer].len() * 4, u64::from(at) + u64::from(span(&place.cells)));
        self.fault(place.line, format!("{} has {bytes} bytes, and {last} are needed", place.name))
    }
}
