//! Sensors.

use super::{Meta, Object};
use crate::schema::keywords::{CONTACT_DATA, FRAME_OBJECT, INTERP, RAY_DATA, REDUCE};
use crate::schema::{self, Keywords, Kind, MANY};
use crate::table::codec::{self, Custom, Number};
use crate::table::field::{keyword, keyword_value, text};
use crate::table::{Fault, FieldType, Value, object_table};
use sim_core::{DataType, ObjType, SensorType, Stage};

/// The side of a sensor that an attribute names.
#[derive(Clone, Copy, PartialEq)]
enum Side {
    /// What is measured.
    Object,
    /// What it is measured against.
    Reference,
}

impl Sensor {
    /// A sensor of a kind, with the parameters that hold when nothing is said about them.
    pub fn of(kind: SensorType) -> Self {
        let intprm = match kind {
            SensorType::Contact => [1, 0, 1],
            SensorType::Rangefinder => [1, 0, 0],
            _ => [0; 3],
        };
        Self { kind, intprm, ..Self::default() }
    }

    /// Whether its element has an attribute.
    fn has(&self, attribute: &str) -> bool {
        let node = self.kind.label().and_then(|tag| schema::find(&format!("sensor/{tag}")));
        node.is_some_and(|node| node.attribute(attribute).is_some())
    }

    fn side(&mut self, side: Side) -> (&mut ObjType, &mut String) {
        match side {
            Side::Object => (&mut self.objtype, &mut self.objname),
            Side::Reference => (&mut self.reftype, &mut self.refname),
        }
    }

    /// The name that an attribute gives, if it is the one that says it.
    fn named(&self, attribute: &str, side: Side, kind: ObjType) -> Option<Value> {
        let (held, name) = match side {
            Side::Object => (self.objtype, &self.objname),
            Side::Reference => (self.reftype, &self.refname),
        };
        (held == kind && self.has(attribute)).then(|| Value::Text(name.clone()))
    }

    /// Words of its data fields, in their order in the output.
    fn data_words(&self) -> Keywords {
        if self.kind == SensorType::Rangefinder { RAY_DATA } else { CONTACT_DATA }
    }
}

/// An attribute that names an object of one kind; for the sensor after the bar it is the reference.
macro_rules! objects {
    ($($NAME:ident $attribute:literal $Side:ident $Kind:ident $(| $Other:ident)?;)*) => {$(
        const $NAME: Custom<Sensor> = {
            const fn side(_kind: SensorType) -> Side {
                match _kind {
                    $(SensorType::$Other => Side::Reference,)?
                    _ => Side::$Side,
                }
            }
            Custom::new(
                Kind::Reference,
                1,
                |sensor, value| {
                    let (kind, name) = sensor.side(side(sensor.kind));
                    text(value)?.clone_into(name);
                    *kind = ObjType::$Kind;
                    Ok(())
                },
                |sensor| sensor.named($attribute, side(sensor.kind), ObjType::$Kind),
            )
        };
    )*};
}

objects! {
    SITE "site" Object Site | InsideSite;
    JOINT "joint" Object Joint;
    TENDON "tendon" Object Tendon;
    ACTUATOR "actuator" Object Actuator;
    BODY "body" Object Body;
    MESH "mesh" Object Mesh;
    CAMERA "camera" Object Camera | CamProjection;
    GEOM "geom" Reference Geom;
    GEOM1 "geom1" Object Geom;
    GEOM2 "geom2" Reference Geom;
    BODY1 "body1" Object Body;
    BODY2 "body2" Reference Body;
    SUBTREE1 "subtree1" Object XBody;
    SUBTREE2 "subtree2" Reference XBody;
}

/// Kind and name of an object in attributes of their own.
macro_rules! frames {
    ($($TYPE:ident $NAME:ident $attribute:literal $kind:ident $name:ident;)*) => {$(
        const $TYPE: Custom<Sensor> = Custom::new(
            Kind::Keyword(FRAME_OBJECT),
            1,
            |sensor, value| {
                sensor.$kind = match (sensor.kind, value) {
                    // a word that names no kind means "no object", as in MuJoCo
                    (SensorType::User, Value::Text(word)) => object_kind(word).unwrap_or(ObjType::Unknown),
                    _ => ObjType(keyword(FRAME_OBJECT, value)?),
                };
                Ok(())
            },
            |sensor| match sensor.kind {
                _ if !sensor.has($attribute) || sensor.$kind == ObjType::Unknown => None,
                SensorType::User => sensor.$kind.label().map(Value::from),
                _ => keyword_value(FRAME_OBJECT, sensor.$kind.0),
            },
        );
        const $NAME: Custom<Sensor> = Custom::new(
            Kind::Text,
            1,
            |sensor, value| sensor.$name.read(value),
            |sensor| {
                let said = sensor.$kind != ObjType::Unknown || !sensor.$name.is_empty();
                (said && sensor.has($attribute)).then(|| Value::Text(sensor.$name.clone()))
            },
        );
    )*};
}

frames! {
    OBJTYPE OBJNAME "objtype" objtype objname;
    REFTYPE REFNAME "reftype" reftype refname;
}

/// The kind of object a word names; `None` when it names none.
pub(crate) fn object_kind(word: &str) -> Option<ObjType> {
    ObjType::ALL.iter().copied().find(|k| k.label() == Some(word) && (1..100).contains(&k.0))
}

/// Fields of the output as bits, in their order.
const DATA: Custom<Sensor> = Custom::new(
    Kind::Flags(CONTACT_DATA),
    MANY,
    |sensor, value| {
        let words = sensor.data_words();
        if matches!(value, Value::Keywords(numbers) if !numbers.is_sorted_by(|a, b| a < b)) {
            let names: Vec<&str> = words.iter().map(|(word, _)| *word).collect();
            return Err(Fault::Invalid(format!("data fields must be in the order: {}", names.join(", "))));
        }
        sensor.intprm[0] = codec::bits(words, value, |position| 1 << position)?;
        Ok(())
    },
    |sensor| {
        let words = sensor.data_words();
        let value = codec::bits_value(words, sensor.intprm[0], |position| 1 << position)?;
        // the two kinds of sensors have words of their own
        sensor.has("data").then(|| Value::Text(value.to_text(Kind::Flags(words))))
    },
);

/// How contacts become as many as there are slots.
const REDUCTION: Custom<Sensor> = Custom::new(
    Kind::Keyword(REDUCE),
    1,
    |sensor, value| {
        sensor.intprm[1] = keyword(REDUCE, value)?;
        Ok(())
    },
    |sensor| keyword_value(REDUCE, sensor.intprm[1]).filter(|_| sensor.has("reduce")),
);

/// Slots for contacts.
const NUM: Custom<Sensor> = Custom::new(
    Kind::Int,
    1,
    |sensor, value| sensor.intprm[2].read(value),
    |sensor| sensor.has("num").then(|| Value::from(sensor.intprm[2])),
);

object_table! {
    /// Any sensor.
    ///
    /// ```
    /// use sim_core::{ObjType, SensorType};
    /// use sim_mjcf::Fields;
    /// use sim_mjcf::spec::Sensor;
    ///
    /// let mut sensor = Sensor::of(SensorType::JointPos);
    /// sensor.set("joint", "elbow")?;
    /// sensor.set("cutoff", 2.0)?;
    /// assert_eq!((sensor.objtype, sensor.objname.as_str()), (ObjType::Joint, "elbow"));
    /// assert_eq!(sensor.get("site"), None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    Sensor "sensor" (meta) in [
        "sensor/touch", "sensor/accelerometer", "sensor/velocimeter", "sensor/gyro", "sensor/force", "sensor/torque",
        "sensor/magnetometer", "sensor/camprojection", "sensor/rangefinder", "sensor/jointpos", "sensor/jointvel",
        "sensor/tendonpos", "sensor/tendonvel", "sensor/actuatorpos", "sensor/actuatorvel", "sensor/actuatorfrc",
        "sensor/jointactuatorfrc", "sensor/tendonactuatorfrc", "sensor/ballquat", "sensor/ballangvel",
        "sensor/jointlimitpos", "sensor/jointlimitvel", "sensor/jointlimitfrc", "sensor/tendonlimitpos",
        "sensor/tendonlimitvel", "sensor/tendonlimitfrc", "sensor/framepos", "sensor/framequat", "sensor/framexaxis",
        "sensor/frameyaxis", "sensor/framezaxis", "sensor/framelinvel", "sensor/frameangvel", "sensor/framelinacc",
        "sensor/frameangacc", "sensor/subtreecom", "sensor/subtreelinvel", "sensor/subtreeangmom", "sensor/insidesite",
        "sensor/distance", "sensor/normal", "sensor/fromto", "sensor/contact", "sensor/e_potential",
        "sensor/e_kinetic", "sensor/clock", "sensor/tactile", "sensor/user",
    ] {
        /// Common part.
        meta: Meta = Meta::default();
        /// Kind: the tag it is written under.
        kind: SensorType = SensorType::Touch;
        /// Kind of the measured object.
        objtype: ObjType = ObjType::Unknown;
        /// The measured object.
        objname: String = String::new();
        /// Kind of the object it is measured against.
        reftype: ObjType = ObjType::Unknown;
        /// The object it is measured against; empty: the world.
        refname: String = String::new();
        /// Data fields, reduction and slots of contact sensors; data fields of rangefinders.
        intprm: [i32; 3] = [0; 3];
        /// What kind of numbers a user sensor gives.
        datatype: DataType = DataType::Real, "datatype";
        /// The stage after which a user sensor is computed.
        needstage: Stage = Stage::Acc, "needstage";
        /// Numbers of a user sensor.
        dim: i32 = 0, "dim";
        /// Largest magnitude; 0: none.
        cutoff: f64 = 0.0, "cutoff";
        /// Standard deviation of noise, for the user's own use.
        noise: f64 = 0.0, "noise";
        /// Readings that are remembered.
        nsample: i32 = 0, "nsample";
        /// How remembered readings are interpolated.
        interp: i32 = 0, "interp" by Number(INTERP);
        /// Delay of the reading.
        delay: f64 = 0.0, "delay";
        /// Period and phase of readings.
        interval: [f64; 2] = [0.0; 2], "interval";
        /// User data.
        user: Vec<f64> = vec![], "user";
    }
    whole {
        /// Site it is mounted on, or that things are inside of.
        "site" in objname by SITE;
        /// Joint it watches.
        "joint" in objname by JOINT;
        /// Tendon it watches.
        "tendon" in objname by TENDON;
        /// Actuator it watches.
        "actuator" in objname by ACTUATOR;
        /// Body it watches.
        "body" in objname by BODY;
        /// Mesh whose vertices feel.
        "mesh" in objname by MESH;
        /// Camera it looks through.
        "camera" in objname by CAMERA;
        /// Geom that is felt.
        "geom" in refname by GEOM;
        /// First geom.
        "geom1" in objname by GEOM1;
        /// Second geom.
        "geom2" in refname by GEOM2;
        /// First body.
        "body1" in objname by BODY1;
        /// Second body.
        "body2" in refname by BODY2;
        /// First subtree.
        "subtree1" in objname by SUBTREE1;
        /// Second subtree.
        "subtree2" in refname by SUBTREE2;
        /// Kind of the measured object.
        "objtype" in objtype by OBJTYPE;
        /// The measured object.
        "objname" in objname by OBJNAME;
        /// Kind of the object it is measured against.
        "reftype" in reftype by REFTYPE;
        /// The object it is measured against.
        "refname" in refname by REFNAME;
        /// Fields of the output.
        "data" in intprm by DATA;
        /// How contacts become as many as there are slots.
        "reduce" in intprm by REDUCTION;
        /// Slots for contacts.
        "num" in intprm by NUM;
    }
    not_fields { "name": "it is meta.name"; }
}

impl Object for Sensor {
    const KIND: ObjType = ObjType::Sensor;
    fn meta(&self) -> &Meta {
        &self.meta
    }
    fn meta_mut(&mut self) -> &mut Meta {
        &mut self.meta
    }
    fn references(&mut self, visit: &mut dyn FnMut(ObjType, &mut String)) {
        visit(self.objtype, &mut self.objname);
        visit(self.reftype, &mut self.refname);
    }
}
