//! Fields that hold numbers of enums, and the names of these numbers: what Python prints of them.

use pyo3::prelude::*;
use sim_core::{
    ActuatorDynamics, BiasType, ConeType, DataType, EqType, GainType, GeomType, Integrator, JacobianType, JointType,
    LightType, ObjType, SensorType, SolverType, TextureType, TransmissionType, WrapType,
};
use std::collections::BTreeMap;

/// Numbers and names of an enum.
type Names = BTreeMap<i32, &'static str>;

/// Fields by name, with their enums.
macro_rules! fields {
    ($($Enum:ident: $($field:literal)*;)*) => {
        /// Arrays of a Model and settings of `<option>` that hold numbers of an enum.
        const FIELDS: &[&str] = &[$($($field,)*)*];

        fn names(field: &str) -> Names {
            match field {
                $($($field)|* => $Enum::ALL.iter().filter_map(|code| Some((code.0, code.label()?))).collect(),)*
                _ => Names::new(),
            }
        }
    };
}

fields! {
    JointType: "jnt_type";
    GeomType: "geom_type" "site_type";
    LightType: "light_type";
    TextureType: "tex_type";
    EqType: "eq_type";
    ObjType: "eq_objtype" "sensor_objtype" "sensor_reftype" "tuple_objtype";
    WrapType: "wrap_type";
    TransmissionType: "actuator_trntype";
    ActuatorDynamics: "actuator_dyntype";
    GainType: "actuator_gaintype";
    BiasType: "actuator_biastype";
    SensorType: "sensor_type";
    DataType: "sensor_datatype";
    Integrator: "integrator";
    ConeType: "cone";
    JacobianType: "jacobian";
    SolverType: "solver";
}

/// The array of a field, which prints names if the field holds numbers of an enum.
pub fn array<'py>(field: &str, array: Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    convert("array", field, array)
}

/// The number of a field, which prints its name if the field holds numbers of an enum.
pub fn number<'py>(field: &str, number: Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    convert("number", field, number)
}

fn convert<'py>(function: &str, field: &str, value: Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    if !FIELDS.contains(&field) {
        return Ok(value);
    }
    value.py().import("cortenforge._codes")?.call_method1(function, (field, value))
}

/// Names of the numbers of all fields that hold numbers of an enum.
///
/// Returns dict[str, dict[int, str]].
#[pyfunction]
fn _code_names() -> BTreeMap<&'static str, Names> {
    FIELDS.iter().map(|field| (*field, names(field))).collect()
}

/// Adds the function to the module.
pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(_code_names, module)?)
}
