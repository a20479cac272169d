//! Contacts as objects with bodies, geoms and force: `cortenforge.Data.contacts`.

use crate::memory::entries::Entries;
use crate::native::data::{MjData, read_only};
use numpy::PyArray1;
use pyo3::PyTypeInfo;
use pyo3::prelude::*;
use sim_core::access::{BodyId, ContactView, GeomId};
use sim_core::arrays::Shape;
use sim_core::data::Contact;

/// The objects of both sides.
type Sides<'py> = (Option<Bound<'py, PyAny>>, Option<Bound<'py, PyAny>>);

/// One contact of a world, copied when `Data.contacts` was read. Arrays are read-only.
#[pyclass(frozen, module = "cortenforge", name = "Contact")]
pub struct WorldContact {
    data: Py<MjData>,
    contact: Contact,
    bodies: [Option<BodyId>; 2],
    geoms: [Option<GeomId>; 2],
    local_force: [f64; 6],
    force: [f64; 3],
    torque: [f64; 3],
}

impl WorldContact {
    /// The contacts of a world, with edits of its contact records.
    pub fn all(data: &Bound<'_, MjData>) -> Vec<Self> {
        data.get().flush_contacts();
        let world = data.get().store.read();
        world.contacts().map(|view| Self::new(data, &view)).collect()
    }

    fn new(data: &Bound<'_, MjData>, view: &ContactView<'_>) -> Self {
        Self {
            data: data.clone().unbind(),
            contact: **view,
            bodies: view.bodies(),
            geoms: view.geoms(),
            local_force: view.local_force(),
            force: view.force(),
            torque: view.torque(),
        }
    }

    /// The objects of both sides by the accessor of their kind.
    fn sides<'py>(&self, py: Python<'py>, accessor: &str, ids: [Option<usize>; 2]) -> PyResult<Sides<'py>> {
        let data = self.data.bind(py);
        let side = |id: Option<usize>| id.map(|id| data.call_method1(accessor, (id,))).transpose();
        Ok((side(ids[0])?, side(ids[1])?))
    }
}

fn vector<'py>(py: Python<'py>, values: &[f64]) -> Bound<'py, PyAny> {
    read_only(PyArray1::from_slice(py, values).into_any())
}

#[pymethods]
impl WorldContact {
    /// The bodies that touch, as `data.body` gives them; None for a side that is part of a deformable body.
    ///
    /// tuple[DataBody | None, DataBody | None].
    #[getter]
    fn bodies<'py>(&self, py: Python<'py>) -> PyResult<Sides<'py>> {
        self.sides(py, "body", self.bodies.map(|id| id.map(BodyId::index)))
    }

    /// The geoms that touch, as `data.geom` gives them; None for a side that is not a geom.
    ///
    /// tuple[DataGeom | None, DataGeom | None].
    #[getter]
    fn geoms<'py>(&self, py: Python<'py>) -> PyResult<Sides<'py>> {
        self.sides(py, "geom", self.geoms.map(|id| id.map(GeomId::index)))
    }

    /// Distance between the surfaces (m), negative when they overlap.
    ///
    /// float.
    #[getter]
    fn dist(&self) -> f64 {
        self.contact.dist
    }

    /// Midpoint between the surfaces (m).
    ///
    /// float64 array (3,).
    #[getter]
    fn pos<'py>(&self, py: Python<'py>) -> Bound<'py, PyAny> {
        vector(py, &self.contact.pos)
    }

    /// Axes of the contact, one in each row: the normal from the first side to the second, then two tangents.
    ///
    /// float64 array (3, 3).
    #[getter]
    fn frame<'py>(&self, py: Python<'py>) -> Bound<'py, PyAny> {
        let entries = Entries::F64(self.contact.frame.to_vec());
        read_only(entries.into_shaped(py, Shape { rows: 3, cols: Some(3) }))
    }

    /// Direction from the first side to the second, of length 1.
    ///
    /// float64 array (3,).
    #[getter]
    fn normal<'py>(&self, py: Python<'py>) -> Bound<'py, PyAny> {
        vector(py, &self.contact.frame[..3])
    }

    /// Friction coefficients: two tangents, spin, two rolling directions.
    ///
    /// float64 array (5,).
    #[getter]
    fn friction<'py>(&self, py: Python<'py>) -> Bound<'py, PyAny> {
        vector(py, &self.contact.friction)
    }

    /// Dimensions of the contact space: 1, 3, 4 or 6.
    ///
    /// int.
    #[getter]
    fn dim(&self) -> i32 {
        self.contact.dim
    }

    /// Force that acts on the second side, in the world's frame (N).
    ///
    /// float64 array (3,).
    #[getter]
    fn force<'py>(&self, py: Python<'py>) -> Bound<'py, PyAny> {
        vector(py, &self.force)
    }

    /// Torque that acts on the second side about the point of contact, in the world's frame (N m).
    ///
    /// float64 array (3,).
    #[getter]
    fn torque<'py>(&self, py: Python<'py>) -> Bound<'py, PyAny> {
        vector(py, &self.torque)
    }

    /// Force (N) and torque (N m) in the frame of the contact, as `mj_contactForce` gives them.
    ///
    /// float64 array (6,).
    #[getter]
    fn local_force<'py>(&self, py: Python<'py>) -> Bound<'py, PyAny> {
        vector(py, &self.local_force)
    }

    fn __repr__(&self, py: Python<'_>) -> String {
        let model = self.data.get().model_of(py);
        let model = model.get().store.read();
        let [first, second] = self.bodies.map(|body| match body {
            Some(body) => {
                model.body(body).map_or_else(|_| format!("body {}", body.index()), |body| format!("{body:?}"))
            }
            None => "a deformable body".to_string(),
        });
        let ([x, y, z], dist) = (self.contact.pos, self.contact.dist);
        format!("<Contact of {first} and {second} at ({x:.4}, {y:.4}, {z:.4}), dist {dist:.6}>")
    }
}

/// Adds the class to the module, but not to its `__all__`: the drop-in exports that list.
pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.setattr("Contact", WorldContact::type_object(module.py()))
}
