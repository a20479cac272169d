//! Objects of a world: their state and what the last pass computed for them.

use super::id::*;
use super::object::{entries, entry, range, span};
use crate::data::{Data, StateError};
use crate::math::spatial;
use crate::model::Model;

/// One method: an array of Data under its short name. `[T; N]` rows of N, `dofs`, `positions`, `controls`, `outputs`,
/// `activations`, `readings` the entries that belong to the object, otherwise one entry.
macro_rules! method {
    ($field:ident: [$T:ty; $n:literal] = $array:ident) => {
        #[doc = concat!("Its row of [`Data::", stringify!($array), "`].")]
        #[must_use]
        pub fn $field(self) -> [$T; $n] {
            entries(&self.data.$array, self.id.index())
        }
    };
    ($field:ident: flag = $array:ident) => {
        #[doc = concat!("Its entry of [`Data::", stringify!($array), "`].")]
        #[must_use]
        pub fn $field(self) -> bool {
            entry(&self.data.$array, self.id.index()).get()
        }
    };
    ($field:ident: $part:ident [$n:literal] = $array:ident) => {
        #[doc = concat!("Its entries of [`Data::", stringify!($array), "`].")]
        #[must_use]
        pub fn $field(self) -> &'a [f64] {
            let (start, count) = $part(&self.data.index, self.id.index());
            span(&self.data.$array, start, count, $n)
        }
    };
    ($field:ident: $T:ty = $array:ident) => {
        #[doc = concat!("Its entry of [`Data::", stringify!($array), "`].")]
        #[must_use]
        pub fn $field(self) -> $T {
            entry(&self.data.$array, self.id.index())
        }
    };
}

/// One method that gives the entries to be set.
macro_rules! setter {
    ($field:ident: [$n:literal] = $array:ident) => {
        #[doc = concat!("Its row of [`Data::", stringify!($array), "`], to be set.")]
        pub fn $field(&mut self) -> &mut [f64] {
            let entries = range(self.id.index() as i32, 1, $n);
            entries.and_then(|entries| self.data.$array.get_mut(entries)).unwrap_or_default()
        }
    };
    ($field:ident: $part:ident [$n:literal] = $array:ident) => {
        #[doc = concat!("Its entries of [`Data::", stringify!($array), "`], to be set.")]
        pub fn $field(&mut self) -> &mut [f64] {
            let (start, count) = $part(&self.data.index, self.id.index());
            range(start, count, $n).and_then(|entries| self.data.$array.get_mut(entries)).unwrap_or_default()
        }
    };
}

macro_rules! states {
    ($($(#[$meta:meta])* $State:ident($Id:ident): $one:ident {
        $($field:ident: ($($kind:tt)*) = $array:ident;)*
    })*) => {
        $(
            $(#[$meta])*
            #[derive(Clone, Copy, Debug)]
            pub struct $State<'a> {
                data: &'a Data,
                id: $Id,
            }

            impl<'a> $State<'a> {
                /// Its id.
                #[must_use]
                pub fn id(self) -> $Id {
                    self.id
                }

                $(method!($field: $($kind)* = $array);)*
            }

            impl Data {
                #[doc = concat!("The ", stringify!($one), " of a name or an id, in this world.")]
                pub fn $one(&self, key: impl Find<$Id>) -> Result<$State<'_>, UnknownObject> {
                    Ok($State { data: self, id: key.find_in(&self.index)? })
                }
            }
        )*

        /// The arrays that have a method, by kind of object.
        #[cfg(test)]
        pub(super) const STATE_METHODS: &[(crate::model::ObjType, &[&str])] =
            &[$(($Id::KIND, &[$(stringify!($array)),*])),*];
    };
}

macro_rules! setters {
    ($($(#[$meta:meta])* $State:ident($Id:ident): $one:ident {
        $($field:ident: ($($kind:tt)*) = $array:ident;)*
    })*) => {
        $(
            $(#[$meta])*
            #[derive(Debug)]
            pub struct $State<'a> {
                data: &'a mut Data,
                id: $Id,
            }

            impl $State<'_> {
                /// Its id.
                #[must_use]
                pub fn id(&self) -> $Id {
                    self.id
                }

                $(setter!($field: $($kind)* = $array);)*
            }

            impl Data {
                #[doc = concat!("What can be set of an object of a name or an id, in this world.")]
                pub fn $one(&mut self, key: impl Find<$Id>) -> Result<$State<'_>, UnknownObject> {
                    let id = key.find_in(&self.index)?;
                    Ok($State { data: self, id })
                }
            }
        )*
    };
}

states! {
    /// A body in a world.
    ///
    /// ```
    /// use sim_core::Model;
    ///
    /// let model = Model::example();
    /// let mut data = model.make_data();
    /// data.forward(&model)?;
    /// let arm = data.body("arm")?;
    /// assert_eq!((arm.xpos(), arm.xipos()), ([0.0, 0.0, 1.0], [0.0, 0.0, 0.75]));
    /// assert_eq!(data.body("target")?.mocap_pos(), Some([0.5, 0.0, 0.5]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    BodyState(BodyId): body {
        xfrc_applied: ([f64; 6]) = xfrc_applied;
        xpos: ([f64; 3]) = xpos;
        xquat: ([f64; 4]) = xquat;
        xmat: ([f64; 9]) = xmat;
        xipos: ([f64; 3]) = xipos;
        ximat: ([f64; 9]) = ximat;
        subtree_com: ([f64; 3]) = subtree_com;
        cinert: ([f64; 10]) = cinert;
        crb: ([f64; 10]) = crb;
        cvel: ([f64; 6]) = cvel;
        subtree_linvel: ([f64; 3]) = subtree_linvel;
        subtree_angmom: ([f64; 3]) = subtree_angmom;
        cacc: ([f64; 6]) = cacc;
        cfrc_int: ([f64; 6]) = cfrc_int;
        cfrc_ext: ([f64; 6]) = cfrc_ext;
        awake: (crate::data::SleepState) = body_awake;
    }
    /// A joint in a world.
    ///
    /// ```
    /// use sim_core::Model;
    ///
    /// let model = Model::example();
    /// let mut data = model.make_data();
    /// data.joint_mut("elbow")?.qpos()[0] = 0.1;
    /// data.step(&model)?;
    /// let elbow = data.joint("elbow")?;
    /// assert!(elbow.qacc()[0] < 0.0 && elbow.qvel()[0] < 0.0, "it swings back");
    /// assert_eq!(elbow.xaxis(), [0.0, 1.0, 0.0]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    JointState(JointId): joint {
        qpos: (positions [1]) = qpos;
        qvel: (dofs [1]) = qvel;
        qacc: (dofs [1]) = qacc;
        qacc_warmstart: (dofs [1]) = qacc_warmstart;
        qfrc_applied: (dofs [1]) = qfrc_applied;
        xanchor: ([f64; 3]) = xanchor;
        xaxis: ([f64; 3]) = xaxis;
        cdof: (dofs [6]) = cdof;
        cdof_dot: (dofs [6]) = cdof_dot;
        qfrc_bias: (dofs [1]) = qfrc_bias;
        qfrc_spring: (dofs [1]) = qfrc_spring;
        qfrc_damper: (dofs [1]) = qfrc_damper;
        qfrc_gravcomp: (dofs [1]) = qfrc_gravcomp;
        qfrc_fluid: (dofs [1]) = qfrc_fluid;
        qfrc_adhesion: (dofs [1]) = qfrc_adhesion;
        qfrc_passive: (dofs [1]) = qfrc_passive;
        qfrc_actuator: (dofs [1]) = qfrc_actuator;
        qfrc_smooth: (dofs [1]) = qfrc_smooth;
        qacc_smooth: (dofs [1]) = qacc_smooth;
        qfrc_constraint: (dofs [1]) = qfrc_constraint;
        qfrc_inverse: (dofs [1]) = qfrc_inverse;
    }
    /// A geom in a world.
    ///
    /// ```
    /// use sim_core::Model;
    ///
    /// let model = Model::example();
    /// let mut data = model.make_data();
    /// data.forward(&model)?;
    /// let [height, radius] = [data.geom("skin")?.xpos()[2], model.geom("skin")?.size()[0]];
    /// assert!(height < radius, "the ball is a little in the floor");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    GeomState(GeomId): geom {
        xpos: ([f64; 3]) = geom_xpos;
        xmat: ([f64; 9]) = geom_xmat;
    }
    /// A site in a world.
    ///
    /// ```
    /// use sim_core::Model;
    ///
    /// let model = Model::example();
    /// let mut data = model.make_data();
    /// data.joint_mut("elbow")?.qpos()[0] = std::f64::consts::FRAC_PI_2;
    /// data.forward(&model)?;
    /// let [x, _, z] = data.site("tip")?.xpos();
    /// assert!((x + 0.5).abs() < 1e-12 && (z - 1.0).abs() < 1e-12);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    SiteState(SiteId): site {
        xpos: ([f64; 3]) = site_xpos;
        xmat: ([f64; 9]) = site_xmat;
    }
    /// A camera in a world.
    ///
    /// ```
    /// use sim_core::Model;
    ///
    /// let model = Model::example();
    /// let mut data = model.make_data();
    /// data.forward(&model)?;
    /// let eye = data.camera("eye")?;
    /// // it looks along its own -z
    /// let looks = [2, 5, 8].map(|i| -eye.xmat()[i]);
    /// assert_eq!((eye.xpos(), looks), ([0.0, 0.0, 3.0], [0.0, 0.0, -1.0]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    CameraState(CameraId): camera {
        xpos: ([f64; 3]) = cam_xpos;
        xmat: ([f64; 9]) = cam_xmat;
    }
    /// A light in a world.
    ///
    /// ```
    /// use sim_core::Model;
    ///
    /// let model = Model::example();
    /// let mut data = model.make_data();
    /// data.forward(&model)?;
    /// assert_eq!(data.light("lamp")?.xdir(), [0.0, 0.0, -1.0]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    LightState(LightId): light {
        xpos: ([f64; 3]) = light_xpos;
        xdir: ([f64; 3]) = light_xdir;
    }
    /// An equality constraint in a world.
    ///
    /// ```
    /// use sim_core::Model;
    ///
    /// let model = Model::example();
    /// let data = model.make_data();
    /// assert_eq!(data.equality("lock")?.active(), model.equality("lock")?.active0());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    EqualityState(EqualityId): equality {
        active: (flag) = eq_active;
    }
    /// A tendon in a world.
    ///
    /// ```
    /// use sim_core::Model;
    ///
    /// let model = Model::example();
    /// let mut data = model.make_data();
    /// data.joint_mut("elbow")?.qvel()[0] = 0.5;
    /// data.forward(&model)?;
    /// let cord = data.tendon("cord")?;
    /// assert_eq!((cord.length(), cord.velocity()), (0.0, 1.0));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    TendonState(TendonId): tendon {
        length: (f64) = ten_length;
        velocity: (f64) = ten_velocity;
    }
    /// An actuator in a world.
    ///
    /// ```
    /// use sim_core::Model;
    ///
    /// let model = Model::example();
    /// let mut data = model.make_data();
    /// data.actuator_mut("motor")?.ctrl()[0] = 100.0;
    /// data.step(&model)?;
    /// let motor = data.actuator("motor")?;
    /// assert_eq!((motor.ctrl(), motor.force()), (&[100.0][..], &[5.0][..]), "beyond its range");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ActuatorState(ActuatorId): actuator {
        ctrl: (controls [1]) = ctrl;
        act: (activations [1]) = act;
        act_dot: (activations [1]) = act_dot;
        length: (outputs [1]) = actuator_length;
        velocity: (outputs [1]) = actuator_velocity;
        force: (outputs [1]) = actuator_force;
    }
    /// A sensor in a world.
    ///
    /// ```
    /// use sim_core::Model;
    ///
    /// let model = Model::example();
    /// let mut data = model.make_data();
    /// data.joint_mut("elbow")?.qpos()[0] = 0.75;
    /// data.forward(&model)?;
    /// assert_eq!(data.sensor("angle")?.data(), [0.75]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    SensorState(SensorId): sensor {
        data: (readings [1]) = sensordata;
    }
}

setters! {
    /// What can be set of a body in a world.
    ///
    /// ```
    /// use sim_core::Model;
    ///
    /// let model = Model::example();
    /// let mut data = model.make_data();
    /// data.body_mut("ball")?.xfrc_applied()[2] = 20.0;
    /// data.body_mut("target")?.mocap_pos()[0] = 0.75;
    /// for _ in 0..10 {
    ///     data.step(&model)?;
    /// }
    /// assert!(data.joint("float")?.qvel()[2] > 0.0, "the ball is lifted");
    /// assert_eq!(data.body("target")?.xpos()[0], 0.75);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    BodyMut(BodyId): body_mut {
        xfrc_applied: ([6]) = xfrc_applied;
        mocap_pos: (mocap [3]) = mocap_pos;
        mocap_quat: (mocap [4]) = mocap_quat;
    }
    /// What can be set of a joint in a world.
    ///
    /// ```
    /// use sim_core::Model;
    ///
    /// let model = Model::example();
    /// let mut data = model.make_data();
    /// let mut elbow = data.joint_mut("elbow")?;
    /// elbow.qpos()[0] = 0.2;
    /// elbow.qvel()[0] = -1.0;
    /// data.step(&model)?;
    /// assert!(data.joint("elbow")?.qpos()[0] < 0.2);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    JointMut(JointId): joint_mut {
        qpos: (positions [1]) = qpos;
        qvel: (dofs [1]) = qvel;
        qacc: (dofs [1]) = qacc;
        qacc_warmstart: (dofs [1]) = qacc_warmstart;
        qfrc_applied: (dofs [1]) = qfrc_applied;
    }
    /// What can be set of an actuator in a world.
    ///
    /// ```
    /// use sim_core::Model;
    ///
    /// let model = Model::example();
    /// let mut data = model.make_data();
    /// while data.time < 0.1 {
    ///     let lag = 0.5 - data.joint("elbow")?.qpos()[0];
    ///     data.actuator_mut("motor")?.ctrl()[0] = 4.0 * lag;
    ///     data.step(&model)?;
    /// }
    /// assert!(data.joint("elbow")?.qpos()[0] > 0.0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ActuatorMut(ActuatorId): actuator_mut {
        ctrl: (controls [1]) = ctrl;
        act: (activations [1]) = act;
    }
    /// What can be set of an equality constraint in a world.
    ///
    /// ```
    /// use sim_core::Model;
    ///
    /// let model = Model::example();
    /// let mut data = model.make_data();
    /// data.equality_mut("lock")?.set_active(true);
    /// data.actuator_mut("motor")?.ctrl()[0] = 1.0;
    /// while data.time < 0.5 {
    ///     data.step(&model)?;
    /// }
    /// assert!(data.joint("elbow")?.qpos()[0].abs() < 0.05, "it is held");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    EqualityMut(EqualityId): equality_mut {
    }
}

impl Data {
    /// Sets all controls ([`Data::ctrl`]): `nu` numbers.
    ///
    /// ```
    /// use sim_core::Model;
    ///
    /// let model = Model::example();
    /// let mut data = model.make_data();
    /// data.set_ctrl(&[0.5])?;
    /// assert!(data.set_ctrl(&[0.5, 0.5]).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn set_ctrl(&mut self, ctrl: &[f64]) -> Result<(), StateError> {
        if ctrl.len() != self.ctrl.len() {
            return Err(StateError::Length { expected: self.ctrl.len(), found: ctrl.len() });
        }
        self.ctrl.copy_from_slice(ctrl);
        Ok(())
    }

    /// Sets the control of an actuator, found by name or id. An actuator with several controls gets the number in each.
    ///
    /// ```
    /// use sim_core::Model;
    ///
    /// let model = Model::example();
    /// let mut data = model.make_data();
    /// data.set_control("motor", 0.5)?;
    /// assert!(data.set_control("moter", 0.5).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn set_control(&mut self, actuator: impl Find<ActuatorId>, value: f64) -> Result<(), UnknownObject> {
        self.actuator_mut(actuator)?.ctrl().fill(value);
        Ok(())
    }
}

impl EqualityMut<'_> {
    /// Switches it on or off: [`Data::eq_active`].
    pub fn set_active(&mut self, active: bool) {
        if let Some(entry) = self.data.eq_active.get_mut(self.id.index()) {
            *entry = active.into();
        }
    }
}

impl<'a> BodyState<'a> {
    /// Linear velocity of the body's origin along the axes of the world (m/s).
    ///
    /// ```
    /// use sim_core::Model;
    ///
    /// let model = Model::example();
    /// let mut data = model.make_data();
    /// data.joint_mut("float")?.qvel()[0] = 2.0;
    /// data.forward(&model)?;
    /// assert_eq!(data.body("ball")?.linear_velocity(), [2.0, 0.0, 0.0]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn linear_velocity(self) -> [f64; 3] {
        let root = usize::try_from(entry(&self.data.index.body_rootid, self.id.index())).unwrap_or(0);
        let com = entries(&self.data.subtree_com, root);
        spatial::lin(&spatial::move_motion(&self.cvel(), self.xpos(), com))
    }

    /// Angular velocity of the body along the axes of the world (rad/s).
    #[must_use]
    pub fn angular_velocity(self) -> [f64; 3] {
        spatial::rot(&self.cvel())
    }

    /// Its row of [`Data::mocap_pos`], where the program holds it; `None` for a body that the physics moves.
    #[must_use]
    pub fn mocap_pos(self) -> Option<[f64; 3]> {
        let (row, _) = mocap(&self.data.index, self.id.index());
        usize::try_from(row).ok().map(|row| entries(&self.data.mocap_pos, row))
    }

    /// Its row of [`Data::mocap_quat`], how the program turns it; `None` for a body that the physics moves.
    #[must_use]
    pub fn mocap_quat(self) -> Option<[f64; 4]> {
        let (row, _) = mocap(&self.data.index, self.id.index());
        usize::try_from(row).ok().map(|row| entries(&self.data.mocap_quat, row))
    }
}

/// First entry and number of entries of an object.
type Entries = (i32, i32);

fn positions(m: &Model, joint: usize) -> Entries {
    (entry(&m.jnt_qposadr, joint), entry(&m.jnt_type, joint).nq() as i32)
}

fn dofs(m: &Model, joint: usize) -> Entries {
    (entry(&m.jnt_dofadr, joint), entry(&m.jnt_type, joint).nv() as i32)
}

fn controls(m: &Model, actuator: usize) -> Entries {
    (entry(&m.actuator_ctrladr, actuator), entry(&m.actuator_ctrlnum, actuator))
}

fn outputs(m: &Model, actuator: usize) -> Entries {
    (entry(&m.actuator_outadr, actuator), entry(&m.actuator_outnum, actuator))
}

fn activations(m: &Model, actuator: usize) -> Entries {
    (entry(&m.actuator_actadr, actuator), entry(&m.actuator_actnum, actuator))
}

fn readings(m: &Model, sensor: usize) -> Entries {
    (entry(&m.sensor_adr, sensor), entry(&m.sensor_dim, sensor))
}

fn mocap(m: &Model, body: usize) -> Entries {
    (m.body_mocapid.get(body).copied().unwrap_or(-1), 1)
}
