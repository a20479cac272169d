//! Sensors, keyframes and custom data.

use super::{Meta, Object, object};
use sim_core::{DataType, ObjType, SensorType, Stage};

/// Any sensor.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs)]
pub struct Sensor {
    pub meta: Meta,
    pub kind: SensorType,
    pub objtype: ObjType,
    pub objname: String,
    pub reftype: ObjType,
    pub refname: String,
    pub intprm: [i32; 3],
    pub datatype: DataType,
    pub needstage: Stage,
    pub dim: i32,
    pub cutoff: f64,
    pub noise: f64,
    pub nsample: i32,
    pub interp: i32,
    pub delay: f64,
    pub interval: [f64; 2],
    pub user: Vec<f64>,
}

impl Default for Sensor {
    fn default() -> Self {
        Self {
            meta: Meta::default(),
            kind: SensorType::Touch,
            objtype: ObjType::Unknown,
            objname: String::new(),
            reftype: ObjType::Unknown,
            refname: String::new(),
            intprm: [0; 3],
            datatype: DataType::Real,
            needstage: Stage::Acc,
            dim: 0,
            cutoff: 0.0,
            noise: 0.0,
            nsample: 0,
            interp: 0,
            delay: 0.0,
            interval: [0.0; 2],
            user: vec![],
        }
    }
}

/// `<numeric>`.
#[derive(Clone, Debug, Default, PartialEq)]
#[allow(missing_docs)]
pub struct Numeric {
    pub meta: Meta,
    pub data: Vec<f64>,
    pub size: i32,
}

/// `<text>`.
#[derive(Clone, Debug, Default, PartialEq)]
#[allow(missing_docs)]
pub struct Text {
    pub meta: Meta,
    pub data: String,
}

/// `<tuple>`.
#[derive(Clone, Debug, Default, PartialEq)]
#[allow(missing_docs)]
pub struct Tuple {
    pub meta: Meta,
    /// Kind, name and parameter of each object.
    pub objects: Vec<(ObjType, String, f64)>,
}

/// `<key>`: a saved state; empty lists where the reference pose counts.
#[derive(Clone, Debug, Default, PartialEq)]
#[allow(missing_docs)]
pub struct Key {
    pub meta: Meta,
    pub time: f64,
    pub qpos: Vec<f64>,
    pub qvel: Vec<f64>,
    pub act: Vec<f64>,
    pub mpos: Vec<f64>,
    pub mquat: Vec<f64>,
    pub ctrl: Vec<f64>,
    /// Came with a replicate or attachment: entries that are NaN stand for the compiled reference pose.
    pub attached: bool,
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

impl Object for Tuple {
    const KIND: ObjType = ObjType::Tuple;
    fn meta(&self) -> &Meta {
        &self.meta
    }
    fn meta_mut(&mut self) -> &mut Meta {
        &mut self.meta
    }
    fn references(&mut self, visit: &mut dyn FnMut(ObjType, &mut String)) {
        for (kind, name, _) in &mut self.objects {
            visit(*kind, name);
        }
    }
}

object!(Numeric, Numeric);
object!(Text, Text);
object!(Key, Key);
