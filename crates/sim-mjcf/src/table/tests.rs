//! The tables against the schema, and writing against reading.

use super::*;
use crate::schema::{Attribute, Element, MANY, Node, Range, find};
use crate::spec::*;
use crate::table::attribute;
use oorandom::Rand32;
use sim_core::{EqType, LengthRangeOptions, SensorType};
use std::collections::{BTreeMap, BTreeSet};

/// Calls a function for every kind of object.
macro_rules! every_kind {
    ($function:ident($($argument:expr),*)) => {
        every_kind! { @ $function ($($argument),*)
            Body Inertial Frame Joint Geom Site Camera Light Replicate Attach Pair Exclude Equality Wrap Tendon
            Actuator Sensor Numeric Text Tuple Key Mesh Skin Bone HField Texture Material Compiler LengthRangeOptions
            Size StatisticOverride
        }
    };
    (@ $function:ident $arguments:tt $($Kind:ident)*) => {
        $(every_kind! { @@ $function $Kind $arguments })*
    };
    (@@ $function:ident $Kind:ident ($($argument:expr),*)) => { $function::<$Kind>($($argument),*) };
}

/// An object as its element makes it, before any attribute.
trait Sample: Fields + Clone {
    fn start(_tag: &str) -> Self {
        Self::default()
    }

    /// One to write into, where an attribute needs others to make sense.
    fn ready(tag: &str) -> Self {
        Self::start(tag)
    }
}

macro_rules! start {
    ($($Kind:ident)*) => { $(impl Sample for $Kind {})* };
}

start! {
    Body Inertial Frame Joint Geom Site Camera Light Replicate Attach Pair Exclude Wrap Tendon Actuator Numeric Text
    Tuple Key Mesh Skin Bone Texture Material Compiler LengthRangeOptions Size StatisticOverride
}

impl Sample for Equality {
    fn start(tag: &str) -> Self {
        let kinds = [EqType::Connect, EqType::Weld, EqType::Joint, EqType::Tendon];
        let kind = kinds.into_iter().find(|k| k.label() == Some(tag)).unwrap_or(EqType::Connect);
        Self { kind, ..Self::default() }
    }
}

impl Sample for Sensor {
    fn start(tag: &str) -> Self {
        Self::of(SensorType::ALL.iter().copied().find(|k| k.label() == Some(tag)).unwrap())
    }
}

impl Sample for HField {
    fn ready(_tag: &str) -> Self {
        Self { nrow: 2, ncol: 3, ..Self::default() }
    }
}

fn nodes<T: Fields>() -> Vec<(&'static str, Node)> {
    T::ELEMENTS.iter().map(|path| (*path, find(path).unwrap_or_else(|| panic!("{path}")))).collect()
}

/// Attributes whose meaning depends on the element, so that the schema has two kinds for one field.
const TWO_KINDS: [(&str, &str); 2] = [("sensor/user", "objtype"), ("sensor/rangefinder", "data")];

/// Every attribute stands once in its object's table, with the schema's type and number of values.
fn agrees<T: Sample>() {
    let mut seen = BTreeSet::new();
    for (path, node) in nodes::<T>() {
        for attribute in node.attributes() {
            let span = format!("{path} {}", attribute.name);
            seen.insert(attribute.name);
            let rows: Vec<_> = T::FIELDS.iter().filter(|info| info.name == attribute.name).collect();
            let apart = T::NOT_FIELDS.iter().filter(|(name, _)| *name == attribute.name).count();
            assert_eq!(rows.len() + apart, 1, "{span} stands in the table more or less than once");
            let [info] = rows[..] else { continue };
            let same = match (info.kind, attribute.kind) {
                (Kind::Int, Kind::Whole) => true,
                (Kind::Text | Kind::Reference, Kind::Text | Kind::Reference | Kind::File) => true,
                (a, b) => a == b,
            };
            assert!(same || TWO_KINDS.contains(&(path, attribute.name)), "{span}: {:?}", info.kind);
            assert_eq!(info.most, attribute.arity.1, "{span}: number of values");
            if !path.starts_with("default/") {
                default_agrees::<T>(path, info, attribute);
            }
        }
    }
    for name in T::FIELDS.iter().map(|info| info.name).chain(T::NOT_FIELDS.iter().map(|(name, _)| *name)) {
        assert!(seen.contains(name), "{}: no element has '{name}'", T::OBJECT);
    }
}

/// Fields whose default is not zero although the schema, as MuJoCo's documentation, gives none.
const OWN_DEFAULT: [(&str, &str); 14] = [
    ("asset/skin/bone", "bindquat"),
    ("deformable/skin/bone", "bindquat"),
    ("worldbody/body/camera", "output"),
    ("worldbody/body/freejoint", "align"),
    ("compiler", "eulerseq"),
    ("asset/texture", "gridlayout"),
    ("equality/weld", "torquescale"),
    ("equality/connect", "anchor"),
    ("equality/weld", "anchor"),
    ("equality/joint", "polycoef"),
    ("equality/tendon", "polycoef"),
    ("sensor/contact", "num"),
    ("sensor/contact", "data"),
    ("sensor/rangefinder", "data"),
];

/// The schema's default, or nothing at all, is what the field starts with.
fn default_agrees<T: Sample>(path: &str, info: &FieldInfo, attribute: &Attribute) {
    let tag = path.rsplit('/').next().unwrap_or(path);
    let start = T::start(tag);
    let held = start.get(info.name);
    if !attribute.default.is_empty() {
        let mut set = start.clone();
        let given = attribute::read(attribute, attribute.default).unwrap().unwrap();
        set.put(info.name, &given).unwrap().unwrap();
        assert_eq!(set.changes(&start).count(), 0, "{path} {}: {held:?}", info.name);
        return;
    }
    let nothing = match &held {
        None => true,
        Some(Value::Text(text)) => text.is_empty(),
        Some(Value::Reals(list)) => list.iter().all(|v| *v == 0.0),
        Some(Value::Ints(list)) => list.iter().all(|v| *v == 0),
        Some(Value::Keyword(number, _)) => *number == 0,
        Some(Value::Keywords(list)) => list.is_empty(),
        Some(Value::Bool(value)) => !value,
    };
    assert_eq!(nothing, !OWN_DEFAULT.contains(&(path, info.name)), "{path} {}: {held:?}", info.name);
}

#[test]
fn tables_agree_with_the_schema() {
    every_kind!(agrees());
}

/// Elements with attributes that are no object with a table, and who reads them.
const OTHERS: &[(&str, &str)] = &[
    ("mujoco", "read/mod.rs"),
    ("default", "read/defaults.rs: the name of a class"),
    ("option", "sim_core::Options, a table of its own"),
    ("flag", "read/settings.rs: bits of the options"),
    ("global", "sim_core::Visual, tables of their own"),
    ("quality", "sim_core::Visual"),
    ("headlight", "sim_core::Visual"),
    ("map", "sim_core::Visual"),
    ("scale", "sim_core::Visual"),
    ("rgba", "sim_core::Visual"),
    ("model", "read/asset.rs: another document"),
    ("layer", "read/asset.rs: a texture of a material, by role"),
    ("element", "read/custom.rs: an object of a tuple"),
    ("composite", "read/composite.rs: a recipe for bodies"),
    ("plugin", "not supported"),
    ("instance", "not supported"),
    ("config", "not supported"),
    ("flexcomp", "not supported"),
    ("flex", "not supported"),
    ("edge", "not supported"),
    ("elasticity", "not supported"),
    ("contact", "not supported: of a flex"),
    ("flexvert", "not supported"),
    ("flexstrain", "not supported"),
];

#[test]
fn every_element_has_a_table_or_a_reason() {
    let mut covered: BTreeSet<*const Element> = BTreeSet::new();
    fn cover<T: Fields>(covered: &mut BTreeSet<*const Element>) {
        covered.extend(nodes::<T>().iter().map(|(_, node)| std::ptr::from_ref(node.element)));
    }
    every_kind!(cover(&mut covered));
    let mut needless: BTreeMap<&str, &str> = OTHERS.iter().copied().collect();
    schema::walk(&mut |path, node| {
        let inside_recipe = path.contains("/composite/") || path.contains("/flexcomp/");
        if node.attributes().next().is_none() || covered.contains(&std::ptr::from_ref(node.element)) || inside_recipe {
            return;
        }
        let tag = node.element.tag;
        assert!(OTHERS.iter().any(|(other, _)| *other == tag), "{path} has no table and no reason");
        needless.remove(tag);
    });
    assert!(needless.is_empty(), "reasons for elements that do not need one: {needless:?}");
}

/// The tables of the engine's own settings have the schema's names and defaults too.
#[test]
fn settings_agree_with_the_schema() {
    let mut visual = sim_core::Visual::default();
    let mut options = sim_core::Options::default();
    let mut fields: BTreeMap<String, Vec<f64>> = BTreeMap::new();
    let mut note = |path: &str, name: &str, field: sim_core::binding::model::FieldMut<'_>| {
        let numbers = match field {
            sim_core::binding::model::FieldMut::F64(list) => list.to_vec(),
            sim_core::binding::model::FieldMut::F32(list) => list.iter().map(|v| f64::from(*v)).collect(),
            sim_core::binding::model::FieldMut::I32(list) => list.iter().map(|v| f64::from(*v)).collect(),
        };
        fields.insert(format!("{path} {name}"), numbers);
    };
    options.visit_fields(&mut |name, field, _| note("option", name, field));
    visual.global.visit_fields(&mut |name, field, _| note("visual/global", name, field));
    visual.quality.visit_fields(&mut |name, field, _| note("visual/quality", name, field));
    visual.headlight.visit_fields(&mut |name, field, _| note("visual/headlight", name, field));
    visual.map.visit_fields(&mut |name, field, _| note("visual/map", name, field));
    visual.scale.visit_fields(&mut |name, field, _| note("visual/scale", name, field));
    visual.rgba.visit_fields(&mut |name, field, _| note("visual/rgba", name, field));
    let paths =
        ["option", "visual/global", "visual/quality", "visual/headlight", "visual/map", "visual/scale", "visual/rgba"];
    for path in paths {
        for attribute in find(path).unwrap().attributes().filter(|a| a.name != "actuatorgroupdisable") {
            let span = format!("{path} {}", attribute.name);
            let held = fields.get(&span).unwrap_or_else(|| panic!("{span} has no field"));
            let zero = "0 ".repeat(held.len());
            let words = matches!(attribute.kind, Kind::Keyword(_) | Kind::Bool);
            let default = if attribute.default.is_empty() && !words { zero.as_str() } else { attribute.default };
            let numbers = match attribute::read(attribute, default).unwrap() {
                Some(Value::Reals(list)) => list,
                Some(Value::Ints(list)) => list.iter().map(|v| f64::from(*v)).collect(),
                Some(Value::Keyword(number, _)) => vec![f64::from(number)],
                Some(Value::Bool(value)) => vec![f64::from(i32::from(value))],
                other => panic!("{span}: {other:?}"),
            };
            assert_eq!(*held, numbers, "{span}");
        }
    }
}

/// Numbers that are all different, the same in every run.
struct Dice(Rand32);

impl Dice {
    fn next(&mut self) -> u64 {
        u64::from(self.0.rand_u32() >> 1)
    }

    fn real(&mut self) -> f64 {
        const ODD: [f64; 10] = [0.0, -0.0, 1e300, -1e-300, f64::MIN_POSITIVE, 0.1, 1e15, 123456.789, -1e-5, 3.0];
        match self.next() % 3 {
            0 => ODD[self.next() as usize % ODD.len()],
            1 => (self.next() as f64 / 1e6 - 1000.0).sin() * 10f64.powi(self.next() as i32 % 30 - 15),
            _ => self.next() as f64 / 4096.0,
        }
    }

    fn float(&mut self) -> f32 {
        let value = self.real() as f32;
        if value.is_normal() { value } else { 0.5 }
    }

    /// Some text that an attribute takes.
    fn text(&mut self, attribute: &Attribute) -> String {
        let (least, most) = attribute.arity;
        let count = match most {
            MANY => [1, 2, 6, 11][self.next() as usize % 4],
            _ => least + self.next() as usize % (most - least + 1),
        };
        let mut list =
            |write: &mut dyn FnMut(&mut Self) -> String| (0..count).map(|_| write(self)).collect::<Vec<_>>().join(" ");
        match attribute.kind {
            Kind::Real => list(&mut |dice| match attribute.range {
                Range::Any => Value::from(dice.real()).to_text(Kind::Real),
                _ => (dice.next() % 100 + 1).to_string(),
            }),
            Kind::Float => list(&mut |dice| Value::from(f64::from(dice.float())).to_text(Kind::Float)),
            Kind::Int | Kind::Whole => list(&mut |dice| match attribute.range {
                Range::Between(least, most) => (least as u64 + dice.next() % (most - least + 1.0) as u64).to_string(),
                _ => (dice.next() % 2000 + 4).to_string(),
            }),
            Kind::Bool => ["true", "false"][self.next() as usize % 2].to_string(),
            Kind::Chars => ["R", "xyz", "ZXy", "."][self.next() as usize % 4].to_string(),
            Kind::Keyword(words) => words[self.next() as usize % words.len()].0.to_string(),
            Kind::Flags(words) => {
                let some: Vec<&str> =
                    words.iter().map(|(word, _)| *word).filter(|_| self.next().is_multiple_of(2)).collect();
                some.join(" ")
            }
            Kind::Input => {
                ["pos", "pos vel", "vel ff voltage", "expmap", "quat", "none"][self.next() as usize % 6].to_string()
            }
            _ if attribute.name == "memory" => ["17", "3M", "1k"][self.next() as usize % 3].to_string(),
            _ => ["", "body", "a b", "\"<&>'\u{e9}"][self.next() as usize % 4].to_string(),
        }
    }
}

/// Text, value, text, value: the second value is the first, and so are the objects that hold them.
fn comes_back<T: Sample>(dice: &mut Dice) {
    let mut missing: BTreeSet<&str> = T::FIELDS.iter().filter(|info| info.written).map(|info| info.name).collect();
    for (path, node) in nodes::<T>() {
        let tag = path.rsplit('/').next().unwrap_or(path);
        for attribute in node.attributes() {
            let Some(info) = T::info(attribute.name).filter(|info| info.written) else { continue };
            for _ in 0..60 {
                let text = dice.text(attribute);
                let span = format!("{path} {}='{text}'", info.name);
                let mut first = T::ready(tag);
                let Ok(Some(given)) = attribute::read(attribute, &text) else { continue };
                // a letter too many, an elevation too few
                let Some(Ok(())) = first.put(info.name, &given) else { continue };
                let Some(held) = first.get(info.name) else { continue };
                let written = match &held {
                    Value::Text(text) => text.clone(),
                    held => held.to_text(attribute.kind),
                };
                let again = attribute::read(attribute, &written).unwrap_or_else(|p| panic!("{span}: {p:?}")).unwrap();
                let mut second = T::ready(tag);
                second.put(info.name, &again).unwrap().unwrap();
                assert!(second.get(info.name).unwrap().same(&held), "{span}: {held:?} became {written}");
                assert_eq!(second.changes(&first).count(), 0, "{span}");
                // the same through the public door, whose checks are those of the reader
                let mut third = T::ready(tag);
                third.set(info.name, given).unwrap();
                assert_eq!(third.changes(&first).count(), 0, "{span}");
                missing.remove(info.name);
            }
        }
    }
    assert!(missing.is_empty(), "{}: never written: {missing:?}", T::OBJECT);
}

#[test]
fn writing_is_the_inverse_of_reading() {
    let mut dice = Dice(Rand32::new(1));
    every_kind!(comes_back(&mut dice));
}

#[test]
fn errors_name_object_field_and_cure() {
    let mut geom = Geom { meta: Meta { name: "foot".into(), ..Meta::default() }, ..Geom::default() };
    let mut refused = |name: &str, value: Value| geom.set(name, value).unwrap_err().to_string();
    assert_eq!(refused("sise", 1.0.into()), "geom 'foot' has no field 'sise'; did you mean 'size'?");
    assert_eq!(
        refused("type", "capsul".into()),
        concat!(
            "geom 'foot': field 'type' takes plane | hfield | sphere | capsule | ellipsoid | cylinder | box | mesh | sdf, ",
            "found 'capsul'; did you mean 'capsule'?"
        )
    );
    assert_eq!(refused("pos", [1.0, 2.0].into()), "geom 'foot': field 'pos' takes 3 numbers, found 1 2");
    assert_eq!(
        refused("quat", [0.0; 4].into()),
        "geom 'foot': field 'quat' takes numbers that are not all zero, found 0 0 0 0"
    );
    assert_eq!(refused("name", "x".into()), "geom 'foot': 'name' is not a field: it is meta.name");
    assert_eq!(geom, Geom { meta: geom.meta.clone(), ..Geom::default() });
    let error = Mesh::default().set("maxhullvert", 2).unwrap_err().to_string();
    assert_eq!(error, "mesh: field 'maxhullvert': maxhullvert must be -1 (no limit) or more than 3");
}

#[test]
fn changes_are_what_a_class_does_not_say() {
    let class = Joint { damping: [2.0, 0.0, 0.0], limited: Limited::True, user: vec![1.0], ..Joint::default() };
    let joint = Joint { armature: 0.1, user: vec![], ..class.clone() };
    let changes: Vec<_> = joint.changes(&class).map(|(info, value)| (info.name, value)).collect();
    assert_eq!(changes, [("armature", Some(Value::from(0.1))), ("user", None)]);
    let info = Joint::info("ref").unwrap();
    assert_eq!(
        (info.field, info.default(), info.kind, info.most),
        ("reference", Some(Value::from(0.0)), Kind::Real, 1)
    );
}
