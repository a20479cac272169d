//! Named edits of a Model: the attributes of objects that programs change between steps.

use super::id::*;
use super::object::range;
use crate::math::set_row;
use crate::model::{GeomType, Model, ModelError};

/// One setter. `[T; N]` is a row of N, `flag` a truth value, `dofs` the entries of all dofs of a joint, `list` one row of the
/// object's rows, otherwise one entry for each object.
macro_rules! setter {
    ($set:ident: [$T:ty; $n:literal] = $array:ident) => {
        #[doc = concat!("Sets its row of [`Model::", stringify!($array), "`].")]
        pub fn $set(&mut self, value: [$T; $n]) -> &mut Self {
            if let Some(row) = self.model.$array.get_mut($n * self.id.index()..$n * (self.id.index() + 1)) {
                row.copy_from_slice(&value);
            }
            self
        }
    };
    ($set:ident: flag = $array:ident) => {
        #[doc = concat!("Sets its entry of [`Model::", stringify!($array), "`].")]
        pub fn $set(&mut self, value: bool) -> &mut Self {
            if let Some(entry) = self.model.$array.get_mut(self.id.index()) {
                *entry = value.into();
            }
            self
        }
    };
    ($set:ident: dofs f64 = $array:ident) => {
        #[doc = concat!("Sets the entries of [`Model::", stringify!($array), "`] of all its dofs.")]
        pub fn $set(&mut self, value: f64) -> &mut Self {
            let m = &mut *self.model;
            let (first, kind) = (m.jnt_dofadr.get(self.id.index()), m.jnt_type.get(self.id.index()));
            let dofs = first.zip(kind).and_then(|(&first, kind)| range(first, kind.nv() as i32, 1));
            if let Some(entries) = dofs.and_then(|dofs| m.$array.get_mut(dofs)) {
                entries.fill(value);
            }
            self
        }
    };
    ($set:ident: list($start:ident, $count:ident) [$T:ty; $n:literal] = $array:ident) => {
        #[doc = concat!("Sets all its rows of [`Model::", stringify!($array), "`].")]
        pub fn $set(&mut self, value: [$T; $n]) -> &mut Self {
            let (m, i) = (&mut *self.model, self.id.index());
            let rows = m.$start.get(i).zip(m.$count.get(i)).and_then(|(&start, &count)| range(start, count, $n));
            if let Some(rows) = rows.and_then(|rows| m.$array.get_mut(rows)) {
                rows.chunks_exact_mut($n).for_each(|row| row.copy_from_slice(&value));
            }
            self
        }
    };
    ($set:ident: $T:ty = $array:ident) => {
        #[doc = concat!("Sets its entry of [`Model::", stringify!($array), "`].")]
        pub fn $set(&mut self, value: $T) -> &mut Self {
            if let Some(entry) = self.model.$array.get_mut(self.id.index()) {
                *entry = value;
            }
            self
        }
    };
}

macro_rules! edits {
    ($($(#[$meta:meta])* $Edit:ident($Id:ident): $one:ident, $word:literal {
        $($set:ident: ($($kind:tt)*) = $array:ident;)*
    })*) => {$(
        $(#[$meta])*
        #[derive(Debug)]
        pub struct $Edit<'a> {
            model: &'a mut Model,
            id: $Id,
        }

        impl $Edit<'_> {
            /// Id of the object.
            #[must_use]
            pub fn id(&self) -> $Id {
                self.id
            }

            $(setter!($set: $($kind)* = $array);)*
        }

        impl Model {
            #[doc = concat!("Edits ", $word, ", found by name or id. Call [`Model::set_const`] after the last edit.")]
            pub fn $one(&mut self, key: impl Find<$Id>) -> Result<$Edit<'_>, UnknownObject> {
                let id = key.find_in(self)?;
                Ok($Edit { model: self, id })
            }
        }
    )*};
}

edits! {
    /// Edits of a body.
    ///
    /// ```
    /// use sim_core::Model;
    ///
    /// let mut model = Model::example();
    /// model.body_mut("ball")?.set_mass(0.8).set_inertia([0.004; 3]);
    /// model.set_const()?;
    /// assert_eq!(model.body("ball")?.mass(), 0.8);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    BodyEdit(BodyId): body_mut, "a body" {
        set_pos: ([f64; 3]) = body_pos;
        set_quat: ([f64; 4]) = body_quat;
        set_ipos: ([f64; 3]) = body_ipos;
        set_iquat: ([f64; 4]) = body_iquat;
        set_mass: (f64) = body_mass;
        set_inertia: ([f64; 3]) = body_inertia;
        set_gravcomp: (f64) = body_gravcomp;
        set_margin: (f64) = body_margin;
    }
    /// Edits of a joint.
    ///
    /// ```
    /// use sim_core::Model;
    ///
    /// let mut model = Model::example();
    /// model.joint_mut("elbow")?.set_damping(0.5).set_range([-1.0, 1.0]);
    /// model.set_const()?;
    /// assert_eq!((model.joint("elbow")?.damping(), model.joint("elbow")?.range()), (&[0.5][..], [-1.0, 1.0]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    JointEdit(JointId): joint_mut, "a joint" {
        set_pos: ([f64; 3]) = jnt_pos;
        set_axis: ([f64; 3]) = jnt_axis;
        set_limited: (flag) = jnt_limited;
        set_range: ([f64; 2]) = jnt_range;
        set_actfrclimited: (flag) = jnt_actfrclimited;
        set_actfrcrange: ([f64; 2]) = jnt_actfrcrange;
        set_stiffness: (f64) = jnt_stiffness;
        set_margin: (f64) = jnt_margin;
        set_solref: ([f64; 2]) = jnt_solref;
        set_solimp: ([f64; 5]) = jnt_solimp;
        set_damping: (dofs f64) = dof_damping;
        set_armature: (dofs f64) = dof_armature;
        set_frictionloss: (dofs f64) = dof_frictionloss;
    }
    /// Edits of a geom.
    ///
    /// ```
    /// use sim_core::Model;
    ///
    /// let mut model = Model::example();
    /// model.geom_mut("skin")?.set_friction([0.4, 0.005, 0.0001]).set_size([0.2, 0.0, 0.0])?;
    /// model.set_const()?;
    /// assert_eq!((model.geom("skin")?.size()[0], model.geom("skin")?.rbound()), (0.2, 0.2));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    GeomEdit(GeomId): geom_mut, "a geom" {
        set_pos: ([f64; 3]) = geom_pos;
        set_quat: ([f64; 4]) = geom_quat;
        set_contype: (i32) = geom_contype;
        set_conaffinity: (i32) = geom_conaffinity;
        set_condim: (i32) = geom_condim;
        set_priority: (i32) = geom_priority;
        set_group: (i32) = geom_group;
        set_friction: ([f64; 3]) = geom_friction;
        set_solmix: (f64) = geom_solmix;
        set_solref: ([f64; 2]) = geom_solref;
        set_solimp: ([f64; 5]) = geom_solimp;
        set_margin: (f64) = geom_margin;
        set_gap: (f64) = geom_gap;
        set_rgba: ([f32; 4]) = geom_rgba;
    }
    /// Edits of an actuator.
    ///
    /// ```
    /// use sim_core::Model;
    ///
    /// let mut model = Model::example();
    /// model.actuator_mut("motor")?.set_gear([2.0, 0.0, 0.0, 0.0, 0.0, 0.0]).set_forcerange([-3.0, 3.0]);
    /// model.set_const()?;
    /// assert_eq!(model.actuator("motor")?.forcerange(), [-3.0, 3.0]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ActuatorEdit(ActuatorId): actuator_mut, "an actuator" {
        set_gainprm: ([f64; 10]) = actuator_gainprm;
        set_biasprm: ([f64; 10]) = actuator_biasprm;
        set_dynprm: ([f64; 10]) = actuator_dynprm;
        set_forcelimited: (flag) = actuator_forcelimited;
        set_forcerange: ([f64; 2]) = actuator_forcerange;
        set_actlimited: (flag) = actuator_actlimited;
        set_actrange: ([f64; 2]) = actuator_actrange;
        set_group: (i32) = actuator_group;
        set_ctrlrange: (list(actuator_ctrladr, actuator_ctrlnum) [f64; 2]) = actuator_ctrlrange;
        set_gear: (list(actuator_outadr, actuator_outnum) [f64; 6]) = actuator_gear;
    }
    /// Edits of a site.
    ///
    /// ```
    /// use sim_core::Model;
    ///
    /// let mut model = Model::example();
    /// model.site_mut("tip")?.set_pos([0.0, 0.0, -0.4]);
    /// model.set_const()?;
    /// assert_eq!(model.site("tip")?.pos()[2], -0.4);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    SiteEdit(SiteId): site_mut, "a site" {
        set_pos: ([f64; 3]) = site_pos;
        set_quat: ([f64; 4]) = site_quat;
        set_size: ([f64; 3]) = site_size;
        set_group: (i32) = site_group;
        set_rgba: ([f32; 4]) = site_rgba;
    }
    /// Edits of a camera.
    ///
    /// ```
    /// use sim_core::Model;
    ///
    /// let mut model = Model::example();
    /// model.camera_mut("eye")?.set_fovy(60.0).set_resolution([320, 240]);
    /// assert_eq!(model.camera("eye")?.fovy(), 60.0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    CameraEdit(CameraId): camera_mut, "a camera" {
        set_pos: ([f64; 3]) = cam_pos;
        set_quat: ([f64; 4]) = cam_quat;
        set_fovy: (f64) = cam_fovy;
        set_resolution: ([i32; 2]) = cam_resolution;
    }
}

impl GeomEdit<'_> {
    /// Sets the size of a primitive ([`Model::geom_size`]), with its bounding sphere and box. The mass of its body stays.
    ///
    /// Errors: the size of a mesh, a height field or a distance grid follows from its data.
    pub fn set_size(&mut self, size: [f64; 3]) -> Result<&mut Self, ModelError> {
        let (m, g) = (&mut *self.model, self.id.index());
        let [x, y, z] = size;
        let (radius, half) = match m.geom_type[g] {
            GeomType::Plane => (0.0, None),
            GeomType::Sphere => (x, Some([x; 3])),
            GeomType::Capsule => (x + y, Some([x, x, x + y])),
            GeomType::Cylinder => ((x * x + y * y).sqrt(), Some([x, x, y])),
            GeomType::Ellipsoid => (x.max(y).max(z), Some(size)),
            GeomType::Box => ((x * x + y * y + z * z).sqrt(), Some(size)),
            other => {
                let why = format!("the size of a {other} follows from its data: edit or replace the data");
                return Err(ModelError::BadEntry { array: "geom_type", index: g, value: other.0.into(), why });
            }
        };
        set_row(&mut m.geom_size, g, size);
        m.geom_rbound[g] = radius;
        if let Some([x, y, z]) = half {
            set_row(&mut m.geom_aabb, g, [0.0, 0.0, 0.0, x, y, z]);
        }
        Ok(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn edits_reach_the_arrays_of_their_object() {
        let mut m = Model::example();
        let before = m.clone();
        m.joint_mut("float").unwrap().set_armature(0.25).set_limited(true);
        assert_eq!(m.dof_armature[..], [0.0, 0.25, 0.25, 0.25, 0.25, 0.25, 0.25]);
        m.actuator_mut("motor").unwrap().set_ctrlrange([-2.0, 2.0]);
        assert_eq!(m.actuator("motor").unwrap().ctrlrange(), [-2.0, 2.0]);
        let arrays = before.differing_arrays(&m);
        assert_eq!(arrays, ["jnt_limited", "dof_armature", "actuator_ctrlrange"]);
        assert!(m.body_mut("lost").is_err());
    }

    #[test]
    fn sizes_of_meshes_are_refused() {
        let mut m = Model::example();
        m.geom_type[1] = GeomType::Mesh;
        let error = m.geom_mut("bone").unwrap().set_size([1.0; 3]).unwrap_err();
        assert!(error.to_string().contains("follows from its data"), "{error}");
    }
}
