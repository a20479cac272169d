//! Names of objects: one buffer of zero-terminated strings, an address per object, and an open-addressing
//! hash map from name to id, laid out as MuJoCo lays it out so that the buffers are interchangeable.

use crate::arrays::Shared;
use crate::message::Name;
use crate::model::{Model, ObjType};

/// Slots of the hash map per object.
const SLOTS_PER_OBJECT: usize = 2;

/// The kinds that have names, in the order of their regions in `names` and `names_map`.
/// The name regions of flexes and plugins are empty: those are not part of a Model yet.
const NAMED: [ObjType; 21] = [
    ObjType::Body,
    ObjType::Joint,
    ObjType::Geom,
    ObjType::Site,
    ObjType::Camera,
    ObjType::Light,
    ObjType::Mesh,
    ObjType::Skin,
    ObjType::HField,
    ObjType::Texture,
    ObjType::Material,
    ObjType::Pair,
    ObjType::Exclude,
    ObjType::Equality,
    ObjType::Tendon,
    ObjType::Actuator,
    ObjType::Sensor,
    ObjType::Numeric,
    ObjType::Text,
    ObjType::Tuple,
    ObjType::Key,
];

impl Model {
    /// Number of objects of a kind; zero for kinds without names.
    pub fn count(&self, kind: ObjType) -> usize {
        match kind {
            ObjType::Body | ObjType::XBody => self.nbody,
            ObjType::Joint => self.njnt,
            ObjType::Dof => self.nv,
            ObjType::Geom => self.ngeom,
            ObjType::Site => self.nsite,
            ObjType::Camera => self.ncam,
            ObjType::Light => self.nlight,
            ObjType::Mesh => self.nmesh,
            ObjType::Skin => self.nskin,
            ObjType::HField => self.nhfield,
            ObjType::Texture => self.ntex,
            ObjType::Material => self.nmat,
            ObjType::Pair => self.npair,
            ObjType::Exclude => self.nexclude,
            ObjType::Equality => self.neq,
            ObjType::Tendon => self.ntendon,
            ObjType::Actuator => self.nactuator,
            ObjType::Sensor => self.nsensor,
            ObjType::Numeric => self.nnumeric,
            ObjType::Text => self.ntext,
            ObjType::Tuple => self.ntuple,
            ObjType::Key => self.nkey,
            _ => 0,
        }
    }

    fn name_adr(&self, kind: ObjType) -> &[i32] {
        match kind {
            ObjType::Body | ObjType::XBody => &self.name_bodyadr,
            ObjType::Joint => &self.name_jntadr,
            ObjType::Geom => &self.name_geomadr,
            ObjType::Site => &self.name_siteadr,
            ObjType::Camera => &self.name_camadr,
            ObjType::Light => &self.name_lightadr,
            ObjType::Mesh => &self.name_meshadr,
            ObjType::Skin => &self.name_skinadr,
            ObjType::HField => &self.name_hfieldadr,
            ObjType::Texture => &self.name_texadr,
            ObjType::Material => &self.name_matadr,
            ObjType::Pair => &self.name_pairadr,
            ObjType::Exclude => &self.name_excludeadr,
            ObjType::Equality => &self.name_eqadr,
            ObjType::Tendon => &self.name_tendonadr,
            ObjType::Actuator => &self.name_actuatoradr,
            ObjType::Sensor => &self.name_sensoradr,
            ObjType::Numeric => &self.name_numericadr,
            ObjType::Text => &self.name_textadr,
            ObjType::Tuple => &self.name_tupleadr,
            ObjType::Key => &self.name_keyadr,
            _ => &[],
        }
    }

    fn name_adr_mut(&mut self, kind: ObjType) -> Option<&mut Shared<i32>> {
        Some(match kind {
            ObjType::Body => &mut self.name_bodyadr,
            ObjType::Joint => &mut self.name_jntadr,
            ObjType::Geom => &mut self.name_geomadr,
            ObjType::Site => &mut self.name_siteadr,
            ObjType::Camera => &mut self.name_camadr,
            ObjType::Light => &mut self.name_lightadr,
            ObjType::Mesh => &mut self.name_meshadr,
            ObjType::Skin => &mut self.name_skinadr,
            ObjType::HField => &mut self.name_hfieldadr,
            ObjType::Texture => &mut self.name_texadr,
            ObjType::Material => &mut self.name_matadr,
            ObjType::Pair => &mut self.name_pairadr,
            ObjType::Exclude => &mut self.name_excludeadr,
            ObjType::Equality => &mut self.name_eqadr,
            ObjType::Tendon => &mut self.name_tendonadr,
            ObjType::Actuator => &mut self.name_actuatoradr,
            ObjType::Sensor => &mut self.name_sensoradr,
            ObjType::Numeric => &mut self.name_numericadr,
            ObjType::Text => &mut self.name_textadr,
            ObjType::Tuple => &mut self.name_tupleadr,
            ObjType::Key => &mut self.name_keyadr,
            _ => return None,
        })
    }

    /// The model's own name.
    pub fn model_name(&self) -> &str {
        self.string_at(0)
    }

    /// Name of an object; `None` when it has none or does not exist.
    pub fn name(&self, kind: ObjType, id: usize) -> Option<&str> {
        let adr = *self.name_adr(kind).get(id)?;
        let name = self.string_at(usize::try_from(adr).ok()?);
        (!name.is_empty()).then_some(name)
    }

    /// Id of a named object.
    pub fn id(&self, kind: ObjType, name: &str) -> Option<usize> {
        let kind = if kind == ObjType::XBody { ObjType::Body } else { kind };
        let region = NAMED.iter().position(|&k| k == kind)?;
        let start: usize = NAMED[..region].iter().map(|&k| SLOTS_PER_OBJECT * self.count(k)).sum();
        let slots = SLOTS_PER_OBJECT * self.count(kind);
        let map = self.names_map.get(start..start + slots)?;
        let adr = self.name_adr(kind);
        let first = hash(name, slots)?;
        for probe in 0..slots {
            let id = usize::try_from(map[(first + probe) % slots]).ok()?;
            if self.string_at(usize::try_from(*adr.get(id)?).ok()?) == name {
                return Some(id);
            }
        }
        None
    }

    /// Writes all names: the model's own, then one list per kind, in id order. Empty names are allowed.
    ///
    /// Sizes must be set; the list of a kind must have as many entries as there are objects (missing
    /// entries count as unnamed).
    pub fn set_names(&mut self, model_name: &str, names: &dyn Fn(ObjType) -> Vec<String>) {
        let mut buffer = Vec::new();
        push_string(&mut buffer, model_name);
        let mut map = Vec::new();
        for kind in NAMED {
            let count = self.count(kind);
            let slots = SLOTS_PER_OBJECT * count;
            let start = map.len();
            map.resize(start + slots, -1);
            let mut list = names(kind);
            list.resize(count, String::new());
            let mut addresses = Vec::with_capacity(count);
            for (id, name) in list.iter().enumerate() {
                addresses.push(buffer.len() as i32);
                push_string(&mut buffer, name);
                if name.is_empty() {
                    continue;
                }
                if let Some(mut slot) = hash(name, slots) {
                    while map[start + slot] != -1 {
                        slot = (slot + 1) % slots;
                    }
                    map[start + slot] = id as i32;
                }
            }
            if let Some(target) = self.name_adr_mut(kind) {
                *target = addresses.into();
            }
        }
        self.nnames = buffer.len();
        self.names = buffer.into();
        self.nnames_map = map.len();
        self.names_map = map.into();
    }

    /// The zero-terminated string that starts at `adr` in `names`.
    fn string_at(&self, adr: usize) -> &str {
        let bytes = self.names.get(adr..).unwrap_or(&[]);
        let end = bytes.iter().position(|&b| b == 0).unwrap_or(bytes.len());
        std::str::from_utf8(&bytes[..end]).unwrap_or("")
    }
}

fn push_string(buffer: &mut Vec<u8>, text: &str) {
    buffer.extend_from_slice(text.as_bytes());
    buffer.push(0);
}

/// Bernstein's xor hash, bytes taken as signed characters.
fn hash(name: &str, slots: usize) -> Option<usize> {
    let h = name.bytes().fold(5381u64, |h, b| (h << 5).wrapping_add(h) ^ (b as i8 as i64 as u64));
    h.checked_rem(slots as u64).map(|slot| slot as usize)
}

impl Model {
    /// An object by kind and name, or by number when it has none.
    pub(crate) fn label(&self, kind: ObjType, id: usize) -> String {
        match self.name(kind, id) {
            Some(name) => format!("{kind} '{}'", Name(name)),
            None => format!("{kind} {id}"),
        }
    }

    /// The joint of a dof, by name or number.
    #[must_use]
    pub fn dof_label(&self, dof: usize) -> String {
        match self.dof_jntid.get(dof) {
            Some(&joint) => self.label(ObjType::Joint, joint as usize),
            None => format!("dof {dof}"),
        }
    }

    /// The joint of an entry of `qpos`.
    #[must_use]
    pub fn qpos_label(&self, index: usize) -> Option<String> {
        self.owner_of(ObjType::Joint, &self.jnt_qposadr, index)
    }

    /// The actuator of an entry of `ctrl`.
    #[must_use]
    pub fn ctrl_label(&self, index: usize) -> Option<String> {
        self.owner_of(ObjType::Actuator, &self.actuator_ctrladr, index)
    }

    /// The last object whose entries begin at `index` or before.
    fn owner_of(&self, kind: ObjType, starts: &[i32], index: usize) -> Option<String> {
        let owner = starts.iter().rposition(|&start| usize::try_from(start).is_ok_and(|start| start <= index));
        owner.map(|owner| self.label(kind, owner))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn named(names: &[&str]) -> Model {
        let mut model = Model { ngeom: names.len(), ..Model::default() };
        let list: Vec<String> = names.iter().map(|s| s.to_string()).collect();
        model.set_names("model", &|kind| if kind == ObjType::Geom { list.clone() } else { vec![] });
        model
    }

    #[test]
    fn names_and_ids_are_inverse() {
        let model = named(&["a", "", "ab", "geröll", "b"]);
        for id in [0, 2, 3, 4] {
            let name = model.name(ObjType::Geom, id).unwrap();
            assert_eq!(model.id(ObjType::Geom, name), Some(id));
        }
        assert_eq!(model.name(ObjType::Geom, 1), None);
        assert_eq!(model.model_name(), "model");
    }

    #[test]
    fn unknown_names_and_kinds_are_none() {
        let model = named(&["a"]);
        assert_eq!(model.id(ObjType::Geom, "z"), None);
        assert_eq!(model.id(ObjType::Body, "a"), None);
        assert_eq!(model.id(ObjType::Frame, "a"), None);
        assert_eq!(model.name(ObjType::Geom, 7), None);
    }
}
