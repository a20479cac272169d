//! Ray casts of the `mujoco` package.

#![allow(non_snake_case)] // MuJoCo's own names

use crate::dropin::matrices::compute;
use crate::errors::FatalError;
use crate::memory::arguments::{Vector, check, fixed, input, input3, output, output_ids};
use crate::native::data::MjData;
use crate::native::model::MjModel;
use numpy::{AllowTypeChange, PyArrayLike1};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use sim_core::GeomType;
use sim_core::binding::query::ray::{self, Crossing, Filter, Ray};
use sim_core::binding::stage::GeomPoses;

/// Groups as a mask of six bytes.
type Groups<'py> = PyArrayLike1<'py, u8, AllowTypeChange>;

fn filter(groups: Option<Groups<'_>>, include_static: bool, bodyexclude: i64) -> PyResult<Filter> {
    let groups = match groups {
        None => None,
        Some(mask) => {
            let mask = mask.as_array().to_vec();
            let mask: [u8; 6] = mask.try_into().map_err(|_| PyTypeError::new_err("geomgroup should have 6 entries"))?;
            Some(mask.map(|on| on != 0))
        }
    };
    Ok(Filter { groups, skip_static: !include_static, exclude_body: usize::try_from(bodyexclude).ok() })
}

/// Checks that a ray goes somewhere.
fn ray(pnt: &Vector<'_>, vec: &Vector<'_>) -> PyResult<Ray> {
    let ray = Ray { origin: input3("pnt", pnt)?, direction: input3("vec", vec)? };
    if ray.direction.iter().map(|x| x * x).sum::<f64>().sqrt() < 1e-15 {
        return Err(FatalError::new_err("vec has no length: a ray needs a direction"));
    }
    Ok(ray)
}

/// Distance of a crossing or -1, and its normal where wanted.
fn report(found: Option<Crossing>, normal: Option<&Bound<'_, PyAny>>) -> PyResult<f64> {
    if let Some(normal) = normal {
        check("normal", normal, &[3])?;
        output(normal, found.map_or([0.0; 3], |c| c.normal))?;
    }
    Ok(found.map_or(-1.0, |c| c.distance))
}

/// Returns the distance along `vec` to the nearest visible geom, -1 when the ray hits nothing.
///
/// m: MjModel; d: MjData; pnt, vec: float64 (3,); geomgroup: uint8 (6,) or None; flg_static: bool or int; bodyexclude: int, -1 for
/// none; geomid: int32 (1,) or None, written; normal: float64 (3,) or None, written. Returns float.
#[pyfunction]
#[pyo3(signature = (m, d, pnt, vec, geomgroup, flg_static, bodyexclude, geomid, normal=None))]
fn mj_ray(
    m: &Bound<'_, MjModel>,
    d: &Bound<'_, MjData>,
    pnt: Vector<'_>,
    vec: Vector<'_>,
    geomgroup: Option<Groups<'_>>,
    flg_static: &Bound<'_, PyAny>,
    bodyexclude: i64,
    geomid: Option<&Bound<'_, PyAny>>,
    normal: Option<&Bound<'_, PyAny>>,
) -> PyResult<f64> {
    let (ray, filter) = (ray(&pnt, &vec)?, filter(geomgroup, flg_static.is_truthy()?, bodyexclude)?);
    let hit = compute(m, d, |m, d| ray::cast(m, GeomPoses::of(d), &ray, &filter))?;
    if let Some(geomid) = geomid {
        output_ids("geomid", geomid, vec![hit.map_or(-1, |hit| hit.geom as i32)])?;
    }
    report(hit.map(|hit| Crossing { distance: hit.distance, normal: hit.normal }), normal)
}

/// Casts `nray` rays from one point; geoms farther than `cutoff` are ignored.
///
/// m: MjModel; d: MjData; pnt: float64 (3,); vec: float64 (3*nray,); geomgroup: uint8 (6,) or None; flg_static: bool or int;
/// bodyexclude: int, -1 for none; geomid: int32 (nray,) or None, written; dist: float64 (nray,), written; normal: float64 (3*nray,)
/// or None, written; nray: int; cutoff: float.
#[pyfunction]
fn mj_multiRay(
    m: &Bound<'_, MjModel>,
    d: &Bound<'_, MjData>,
    pnt: Vector<'_>,
    vec: Vector<'_>,
    geomgroup: Option<Groups<'_>>,
    flg_static: &Bound<'_, PyAny>,
    bodyexclude: i64,
    geomid: Option<&Bound<'_, PyAny>>,
    dist: &Bound<'_, PyAny>,
    normal: Option<&Bound<'_, PyAny>>,
    nray: usize,
    cutoff: f64,
) -> PyResult<()> {
    let origin = input3("pnt", &pnt)?;
    let vec = input("vec", &vec, nray.saturating_mul(3))?;
    let directions: Vec<[f64; 3]> = vec.chunks_exact(3).map(|v| [v[0], v[1], v[2]]).collect();
    let filter = filter(geomgroup, flg_static.is_truthy()?, bodyexclude)?;
    check("dist", dist, &[nray])?;
    let hits = compute(m, d, |m, d| {
        let mut hits = vec![None; nray];
        ray::cast_fan(m, GeomPoses::of(d), origin, &directions, &filter, cutoff, &mut hits);
        hits
    })?;
    if let Some(geomid) = geomid {
        output_ids("geomid", geomid, hits.iter().map(|hit| hit.map_or(-1, |hit| hit.geom as i32)).collect())?;
    }
    if let Some(normal) = normal {
        check("normal", normal, &[3 * nray])?;
        output(normal, hits.iter().flat_map(|hit| hit.map_or([0.0; 3], |hit| hit.normal)).collect::<Vec<_>>())?;
    }
    output(dist, hits.iter().map(|hit| hit.map_or(-1.0, |hit| hit.distance)).collect::<Vec<_>>())
}

/// Returns the distance along `vec` to a primitive shape, -1 when the ray misses it.
///
/// pos, size, pnt, vec: float64 (3,); mat: float64 (9,); geomtype: int; normal: float64 (3,) or None, written. Returns float.
#[pyfunction]
#[pyo3(signature = (pos, mat, size, pnt, vec, geomtype, normal=None))]
fn mju_rayGeom(
    pos: Vector<'_>,
    mat: Vector<'_>,
    size: Vector<'_>,
    pnt: Vector<'_>,
    vec: Vector<'_>,
    geomtype: i32,
    normal: Option<&Bound<'_, PyAny>>,
) -> PyResult<f64> {
    let kind = GeomType(geomtype);
    if !(GeomType::Plane.0..GeomType::Mesh.0).contains(&geomtype) || kind == GeomType::HField {
        return Err(FatalError::new_err(format!("geom type {geomtype} is not a primitive shape")));
    }
    let frame = fixed("mat", &mat)?;
    let found = ray::shape_crossing(kind, input3("size", &size)?, input3("pos", &pos)?, &frame, &ray(&pnt, &vec)?);
    report(found, normal)
}

fn of_kind(
    m: &Bound<'_, MjModel>,
    d: &Bound<'_, MjData>,
    geomid: i64,
    kind: GeomType,
    ray: Ray,
    normal: Option<&Bound<'_, PyAny>>,
) -> PyResult<f64> {
    let is_kind = |m: &sim_core::Model, g: usize| m.geom_type.get(g) == Some(&kind);
    let geom = usize::try_from(geomid).ok().filter(|&g| is_kind(&m.get().store.read(), g));
    let Some(geom) = geom else { return Err(FatalError::new_err(format!("geom {geomid} is not a {kind}"))) };
    report(compute(m, d, |m, d| ray::geom_crossing(m, GeomPoses::of(d), geom, &ray))?, normal)
}

macro_rules! rays_of_kind {
    ($($(#[$meta:meta])* $name:ident = $kind:ident;)*) => {$(
        $(#[$meta])*
        #[doc = ""]
        #[doc = "m: MjModel; d: MjData; geomid: int; pnt, vec: float64 (3,); normal: float64 (3,) or None, written. Returns float."]
        #[pyfunction]
        #[pyo3(signature = (m, d, geomid, pnt, vec, normal=None))]
        fn $name(
            m: &Bound<'_, MjModel>,
            d: &Bound<'_, MjData>,
            geomid: i64,
            pnt: Vector<'_>,
            vec: Vector<'_>,
            normal: Option<&Bound<'_, PyAny>>,
        ) -> PyResult<f64> {
            of_kind(m, d, geomid, GeomType::$kind, ray(&pnt, &vec)?, normal)
        }
    )*};
}

rays_of_kind! {
    /// Returns the distance along `vec` to a mesh, -1 when the ray misses it.
    mj_rayMesh = Mesh;
    /// Returns the distance along `vec` to a height field, -1 when the ray misses it.
    mj_rayHfield = HField;
}

/// Adds the functions to the module.
pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(mj_ray, module)?)?;
    module.add_function(wrap_pyfunction!(mj_multiRay, module)?)?;
    module.add_function(wrap_pyfunction!(mju_rayGeom, module)?)?;
    module.add_function(wrap_pyfunction!(mj_rayMesh, module)?)?;
    module.add_function(wrap_pyfunction!(mj_rayHfield, module)?)
}
