//! Specs that no document can make: every field of every object set to bad values. Compiling returns a model or an error.

use super::compile;
use crate::error::Result;
use crate::files::Files;
use crate::schema::{Kind, MANY};
use crate::spec::*;
use crate::table::{FieldInfo, Fields, Value};
use sim_core::{EqType, GeomType, JointType, ObjType, SensorType, TransmissionType, WrapType};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

/// A model with an object of every kind.
const SCENE: &str = "<mujoco><compiler autolimits='false'/>
    <asset><mesh name='m' builtin='sphere' params='0'/><mesh name='n' vertex='0 0 0 1 0 0 0 1 0 0 0 1'/>
      <skin name='w' vertex='0 0 0 1 0 0 0 1 0' texcoord='0 0 1 0 0 1' face='0 1 2' material='k'>
        <bone body='b' bindpos='0 0 0' bindquat='1 0 0 0' vertid='0 1 2' vertweight='1 1 1'/></skin>
      <hfield name='h' nrow='2' ncol='3' size='1 1 1 1' elevation='1 2 3 4 5 6'/>
      <texture name='t' builtin='checker' width='4' height='4' type='2d'/><material name='k' texture='t'/></asset>
    <worldbody><light name='l' mode='targetbody' target='b'/><geom name='floor' type='plane' size='1 1 1'/>
      <geom name='hills' type='hfield' hfield='h'/><site name='o'/><camera name='c' resolution='2 2'/>
      <body name='mocap' mocap='true'/>
      <body name='b' pos='0 0 1' gravcomp='1'><freejoint name='f'/><inertial mass='1' pos='0 0 0' diaginertia='1 1 1'/>
        <geom name='g' size='.1' material='k' fluidshape='ellipsoid'/><site name='s'/>
        <frame name='w' euler='0 0 30'><body name='d' pos='0 0 1'><joint name='j' range='-1 1' limited='true'/>
          <geom name='e' type='mesh' mesh='m'/><geom name='r' type='capsule' fromto='0 0 0 0 0 1' size='.1'/>
          <site name='u' pos='0 .5 .5'/></body></frame></body></worldbody>
    <contact><pair name='p' geom1='g' geom2='floor'/><exclude name='x' body1='b' body2='d'/></contact>
    <tendon><spatial name='y'><site site='s'/><geom geom='g' sidesite='o'/><site site='u'/></spatial>
      <fixed name='z'><joint joint='j' coef='2'/></fixed></tendon>
    <equality><weld name='q' body1='b' body2='mocap'/><joint name='a' joint1='j'/></equality>
    <actuator><position name='v' joint='j' kp='3'/><muscle name='i' tendon='y' lengthrange='.1 1'/></actuator>
    <sensor><framepos name='1' objtype='site' objname='s'/><contact name='2' geom1='g'/>
      <rangefinder name='3' camera='c'/><user name='4' dim='2'/><clock name='5' nsample='2'/></sensor>
    <custom><numeric name='6' data='1 2'/><text name='7' data='x'/>
      <tuple name='8'><element objtype='geom' objname='g'/></tuple></custom>
    <keyframe><key name='9' qpos='0 0 1 1 0 0 0 0' ctrl='1 0'/></keyframe></mujoco>";

/// Longest a small model may take to compile, with room for a busy machine.
const MAX_TIME: Duration = Duration::from_secs(20);

fn scene() -> Spec {
    crate::parse_mjcf_str(SCENE).unwrap()
}

/// Compiles a spec; fails if that panics or takes too long.
fn attempt(spec: Spec, what: &str) -> Result<()> {
    let start = Instant::now();
    let result = catch_unwind(AssertUnwindSafe(|| compile(spec, &Files::default())));
    assert!(start.elapsed() < MAX_TIME, "{what}: took {:?}", start.elapsed());
    match result {
        Ok(compiled) => compiled.map(drop),
        Err(_) => panic!("{what}: the compiler panicked"),
    }
}

/// Values that a field should not have.
fn hostile(info: &FieldInfo) -> Vec<Value> {
    let counts: &[usize] = if info.most == MANY { &[0, 1, 7] } else { &[info.most] };
    let repeat = |value: f64| counts.iter().map(move |&n| Value::Reals(vec![value; n]));
    let repeat_int = |value: i32| counts.iter().map(move |&n| Value::Ints(vec![value; n]));
    match info.kind {
        Kind::Real | Kind::Float => {
            [f64::NAN, f64::NEG_INFINITY, 1e300, -1.0, 0.0].into_iter().flat_map(repeat).collect()
        }
        Kind::Int | Kind::Whole => [i32::MIN, i32::MAX, -1, 0, 7].into_iter().flat_map(repeat_int).collect(),
        Kind::Bool => vec![Value::Bool(true), Value::Bool(false)],
        Kind::Keyword(words) => words.iter().map(|(word, number)| Value::Keyword(*number, word)).collect(),
        Kind::Flags(words) => words.iter().map(|(_, number)| Value::Keywords(vec![*number])).collect(),
        Kind::Input => vec![Value::Keywords(vec![1, 2, 4, 8]), Value::Keyword(16, "none")],
        _ => ["", "nothing", "g", "a\0b\u{1F600}", "/no/such/file.stl"].map(Value::from).to_vec(),
    }
}

/// Sets one field of one object: the `object`-th that is visited, its `field`-th row, to its `value`-th bad value.
struct Spoil {
    object: usize,
    field: usize,
    value: usize,
    /// Description of the change, once it is made.
    done: Option<String>,
    /// Whether object, row and value exist.
    exists: [bool; 3],
}

impl Visit for Spoil {
    fn object<T: Object + Fields + Clone>(&mut self, object: &mut T) -> Result<()> {
        if self.object > 0 {
            self.object -= 1;
            return Ok(());
        }
        if !self.exists[0] {
            self.exists[0] = true;
            self.spoil(object);
        }
        Ok(())
    }
}

impl Spoil {
    fn new(object: usize, field: usize, value: usize) -> Self {
        Self { object, field, value, done: None, exists: [false; 3] }
    }

    fn spoil<T: Fields>(&mut self, object: &mut T) {
        let Some(info) = T::FIELDS.get(self.field) else { return };
        self.exists[1] = true;
        let Some(value) = hostile(info).into_iter().nth(self.value) else { return };
        self.exists[2] = true;
        let what = format!("{} '{}' {} = {value:?}", T::OBJECT, object.name(), info.name);
        if let Some(Ok(())) = object.put(info.name, &value) {
            self.done = Some(what);
        }
    }
}

#[test]
fn the_scene_compiles() {
    attempt(scene(), "the scene").unwrap();
}

#[test]
fn no_value_of_any_field_makes_the_compiler_panic() {
    let clean = scene();
    let (mut tried, mut refused) = (0, 0);
    let (mut object, mut field, mut value) = (0, 0, 0);
    loop {
        let mut spec = clean.clone();
        let mut spoil = Spoil::new(object, field, value);
        spec.visit(&mut spoil).unwrap();
        if let Some(what) = &spoil.done {
            tried += 1;
            refused += usize::from(attempt(spec, what).is_err());
        }
        match spoil.exists {
            [false, ..] => break,
            [_, false, _] => (object, field, value) = (object + 1, 0, 0),
            [_, _, false] => (field, value) = (field + 1, 0),
            _ => value += 1,
        }
    }
    assert!(tried > 3000 && refused > 500, "{tried} tried, {refused} refused");
}

#[test]
fn no_setting_makes_the_compiler_panic() {
    let clean = scene();
    let mut spoiled: Vec<(String, Spec)> = vec![];
    for field in 0..64 {
        for value in 0..16 {
            let mut each = |spoil: &dyn Fn(&mut Spec, &mut Spoil)| {
                let (mut spec, mut how) = (clean.clone(), Spoil::new(0, field, value));
                spoil(&mut spec, &mut how);
                spoiled.extend(how.done.map(|what| (what, spec)));
            };
            each(&|spec, how| how.spoil(&mut spec.size));
            each(&|spec, how| how.spoil(&mut spec.statistic));
            each(&|spec, how| how.spoil(&mut spec.origins[0]));
            each(&|spec, how| how.spoil(&mut spec.origins[0].lengthrange));
            each(&|spec, how| how.spoil(&mut spec.tendons[0].path[1]));
            each(&|spec, how| how.spoil(&mut spec.tendons[1].path[0]));
            each(&|spec, how| how.spoil(&mut spec.skins[0].bones[0]));
            each(&|spec, how| {
                let Some(Item::Body(body)) = spec.world.items.last_mut() else { return };
                how.spoil(body.inertial.get_or_insert_default());
            });
        }
    }
    assert!(spoiled.len() > 200, "{}", spoiled.len());
    for (what, mut spec) in spoiled {
        // the muscle's range is to be found
        spec.actuators[1].lengthrange = [0.0; 2];
        let _ = attempt(spec, &what);
    }
}

/// What is no attribute: references by number, codes, names.
#[test]
fn inconsistent_specs_are_errors_that_say_so() {
    let body = |spec: &mut Spec, change: &dyn Fn(&mut Body)| match spec.world.items.last_mut() {
        Some(Item::Body(body)) => change(body),
        _ => panic!("the last item is a body"),
    };
    type Change<'a> = &'a dyn Fn(&mut Spec);
    let cases: &[(&str, Change<'_>)] = &[
        ("origins", &|s| s.origins.clear()),
        ("meta.origin", &|s| s.sensors[0].meta.origin = 7),
        ("meta.origin", &|s| body(s, &|b| b.meta.origin = usize::MAX)),
        ("default class", &|s| s.defaults.clear()),
        ("default class", &|s| body(s, &|b| b.meta.class = "nothing".into())),
        ("keyword", &|s| s.world.items.push(Item::Geom(Geom { kind: GeomType(99), ..Geom::default() }))),
        ("keyword", &|s| body(s, &|b| b.items.push(Item::Joint(Joint { kind: JointType(-1), ..Joint::default() })))),
        ("keyword", &|s| s.textures[0].builtin = 99),
        ("keyword", &|s| s.actuators[0].gaintype.0 = 77),
        ("no sensor", &|s| s.sensors[4].kind = SensorType(1234)),
        ("transmission", &|s| s.actuators[0].trntype = TransmissionType(-5)),
        ("constraint", &|s| s.equalities[0].kind = EqType(12)),
        ("bodies or two sites", &|s| s.equalities[0].objtype = ObjType(55)),
        ("tendon", &|s| s.tendons[0].path[1].kind = WrapType(44)),
        ("empty", &|s| s.tendons[0].path.clear()),
        ("empty", &|s| s.tuples[0].objects.clear()),
        ("not found", &|s| s.tuples[0].objects[0].0 = ObjType(777)),
        ("not found", &|s| s.sensors[0].objname = "gone".into()),
        ("name", &|s| s.sensors[0].objname.clear()),
        ("needs a name", &|s| s.materials[0].meta.name.clear()),
        ("repeated name", &|s| s.sensors[0].meta.name = "2".into()),
        ("at most 500", &|s| s.numerics[0].size = i32::MAX),
        ("world", &|s| s.world.items.push(Item::Joint(Joint::default()))),
        ("a skin needs bones", &|s| s.skins[0].bones.clear()),
        ("body 'gone' not found", &|s| s.skins[0].bones[0].body = "gone".into()),
        ("two numbers per vertex", &|s| s.skins[0].texcoord.truncate(2)),
        ("out of range", &|s| s.skins[0].bones[0].vertid[1] = 7),
        ("does not exist", &|s| s.skins[0].face[1] = -7),
        ("a.skn", &|s| s.skins[0].file = "a.skn".into()),
        ("nrow x ncol", &|s| s.hfields[0].elevation.truncate(2)),
        ("length range of actuator", &|s| {
            s.origins[0].lengthrange =
                sim_core::LengthRangeOptions { inttotal: f64::INFINITY, useexisting: false, ..Default::default() }
        }),
    ];
    for (message, change) in cases {
        let mut spec = scene();
        change(&mut spec);
        let error = attempt(spec, message).expect_err(message).to_string();
        assert!(error.contains(message), "'{message}' expected, found: {error}");
    }
}

#[test]
fn trees_without_end_are_refused() {
    let mut items = vec![];
    for level in 0..200_000 {
        items = vec![match level % 2 {
            0 => Item::Frame(Frame { items, ..Frame::default() }),
            _ => Item::Body(Box::new(Body { items, ..Body::default() })),
        }];
    }
    let mut spec = Spec::default();
    spec.world.items = items;
    let error = attempt(spec, "a deep tree").unwrap_err().to_string();
    assert!(error.contains("deep"), "{error}");
}
