//! Objects of a Model: their constants, and what they belong to.

use super::id::*;
use crate::model::*;

/// `N` entries of an object in an array that has `N` for each; zeros where the array is shorter.
pub(super) fn entries<T: Copy + Default, const N: usize>(array: &[T], index: usize) -> [T; N] {
    let row = array.get(N * index..N * (index + 1));
    row.and_then(|row| row.try_into().ok()).unwrap_or([T::default(); N])
}

/// The entry of an object; zero where the array is shorter.
pub(super) fn entry<T: Copy + Default>(array: &[T], index: usize) -> T {
    array.get(index).copied().unwrap_or_default()
}

/// Entries `start .. start + count` of an array; none where it is shorter.
pub(super) fn span<T>(array: &[T], start: i32, count: i32) -> &[T] {
    let range = usize::try_from(start).ok().zip(usize::try_from(count).ok());
    range.and_then(|(start, count)| array.get(start..start.checked_add(count)?)).unwrap_or(&[])
}

/// Objects that follow each other in their kind.
fn run<I: Id>(start: i32, count: i32) -> impl ExactSizeIterator<Item = I> + Clone {
    let start = usize::try_from(start).unwrap_or(0);
    (start..start + usize::try_from(count).unwrap_or(0)).map(I::new)
}

macro_rules! objects {
    ($($(#[$meta:meta])* $Object:ident, $Id:ident, $one:ident, $all:ident, $user:ident, $nuser:ident {
        $($(#[$fmeta:meta])* $field:ident: $kind:tt = $array:ident;)*
    })*) => {
        $(
            $(#[$meta])*
            #[derive(Clone, Copy)]
            pub struct $Object<'a> {
                pub(super) model: &'a Model,
                pub(super) id: $Id,
            }

            impl<'a> $Object<'a> {
                /// Its id.
                #[must_use]
                pub fn id(self) -> $Id {
                    self.id
                }

                /// Its name; `None` without one.
                #[must_use]
                pub fn name(self) -> Option<&'a str> {
                    self.model.name($Id::KIND, self.id.index())
                }

                /// Numbers of the user's own.
                #[must_use]
                pub fn user(self) -> &'a [f64] {
                    let width = self.model.$nuser;
                    let row = self.model.$user.get(width * self.id.index()..width * (self.id.index() + 1));
                    row.unwrap_or(&[])
                }

                $(objects!(@field $(#[$fmeta])* $field: $kind = $array);)*
            }

            impl std::fmt::Debug for $Object<'_> {
                fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                    write!(f, "{} {}", $Id::WORD, self.id.index())?;
                    self.name().map_or(Ok(()), |name| write!(f, " '{}'", crate::message::Name(name)))
                }
            }

            impl Model {
                #[doc = concat!("The ", stringify!($one), " of a name.")]
                pub fn $one(&self, name: &str) -> Result<$Object<'_>, UnknownName> {
                    let id = self.id($Id::KIND, name).map($Id::new).ok_or_else(|| UnknownName::new::<$Id>(self, name))?;
                    Ok($Object { model: self, id })
                }

                #[doc = concat!("All ", stringify!($all), ", in the order of their ids.")]
                pub fn $all(&self) -> impl ExactSizeIterator<Item = $Object<'_>> + Clone {
                    (0..self.count($Id::KIND)).map(|index| $Object { model: self, id: $Id::new(index) })
                }
            }
        )*
    };
    (@field $(#[$meta:meta])* $field:ident: (f64, $n:literal) = $array:ident) => {
        $(#[$meta])*
        #[must_use]
        pub fn $field(self) -> [f64; $n] {
            entries(&self.model.$array, self.id.index())
        }
    };
    (@field $(#[$meta:meta])* $field:ident: (f32, $n:literal) = $array:ident) => {
        $(#[$meta])*
        #[must_use]
        pub fn $field(self) -> [f32; $n] {
            entries(&self.model.$array, self.id.index())
        }
    };
    (@field $(#[$meta:meta])* $field:ident: (id $Of:ident) = $array:ident) => {
        $(#[$meta])*
        #[must_use]
        pub fn $field(self) -> Option<$Of> {
            optional(*self.model.$array.get(self.id.index())?)
        }
    };
    (@field $(#[$meta:meta])* $field:ident: (flag) = $array:ident) => {
        $(#[$meta])*
        #[must_use]
        pub fn $field(self) -> bool {
            entry(&self.model.$array, self.id.index()).get()
        }
    };
    (@field $(#[$meta:meta])* $field:ident: $T:ident = $array:ident) => {
        $(#[$meta])*
        #[must_use]
        pub fn $field(self) -> $T {
            entry(&self.model.$array, self.id.index())
        }
    };
}

objects! {
    /// A body of a Model.
    Body, BodyId, body, bodies, body_user, nuser_body {
        /// Position in the frame of the parent (m).
        pos: (f64, 3) = body_pos;
        /// Orientation in the frame of the parent.
        quat: (f64, 4) = body_quat;
        /// Centre of mass in the frame of the body (m).
        ipos: (f64, 3) = body_ipos;
        /// Orientation of the principal axes of inertia.
        iquat: (f64, 4) = body_iquat;
        /// Mass (kg).
        mass: f64 = body_mass;
        /// Mass of the body and everything below it (kg).
        subtree_mass: f64 = body_subtreemass;
        /// Inertia about the principal axes (kg m²).
        inertia: (f64, 3) = body_inertia;
        /// Part of gravity that is compensated.
        gravcomp: f64 = body_gravcomp;
    }
    /// A joint of a Model.
    Joint, JointId, joint, joints, jnt_user, nuser_jnt {
        /// Type: free, ball, slide or hinge.
        kind: JointType = jnt_type;
        /// The group it is shown in.
        group: i32 = jnt_group;
        /// Whether its range is a limit.
        is_limited: (flag) = jnt_limited;
        /// Anchor in the frame of the body (m).
        pos: (f64, 3) = jnt_pos;
        /// Axis in the frame of the body.
        axis: (f64, 3) = jnt_axis;
        /// Lower and upper limit (m, radians).
        range: (f64, 2) = jnt_range;
        /// Stiffness of its spring.
        stiffness: f64 = jnt_stiffness;
        /// Distance at which the limit begins to act.
        margin: f64 = jnt_margin;
    }
    /// A geom of a Model.
    Geom, GeomId, geom, geoms, geom_user, nuser_geom {
        /// Shape.
        kind: GeomType = geom_type;
        /// The group it is shown in.
        group: i32 = geom_group;
        /// Bits of the kinds it has for contacts.
        contype: i32 = geom_contype;
        /// Bits of the kinds it touches.
        conaffinity: i32 = geom_conaffinity;
        /// Dimensions of its contacts.
        condim: i32 = geom_condim;
        /// Its material.
        material: (id MaterialId) = geom_matid;
        /// Sizes, as its shape means them (m).
        size: (f64, 3) = geom_size;
        /// Position in the frame of the body (m).
        pos: (f64, 3) = geom_pos;
        /// Orientation in the frame of the body.
        quat: (f64, 4) = geom_quat;
        /// Friction: sliding, spinning, rolling.
        friction: (f64, 3) = geom_friction;
        /// Distance at which contacts are found (m).
        margin: f64 = geom_margin;
        /// Colour and opacity.
        rgba: (f32, 4) = geom_rgba;
    }
    /// A site of a Model.
    Site, SiteId, site, sites, site_user, nuser_site {
        /// Shape.
        kind: GeomType = site_type;
        /// The group it is shown in.
        group: i32 = site_group;
        /// Sizes, as its shape means them (m).
        size: (f64, 3) = site_size;
        /// Position in the frame of the body (m).
        pos: (f64, 3) = site_pos;
        /// Orientation in the frame of the body.
        quat: (f64, 4) = site_quat;
        /// Colour and opacity.
        rgba: (f32, 4) = site_rgba;
    }
    /// A tendon of a Model.
    Tendon, TendonId, tendon, tendons, tendon_user, nuser_tendon {
        /// Whether its range is a limit.
        is_limited: (flag) = tendon_limited;
        /// Shortest and longest length (m).
        range: (f64, 2) = tendon_range;
        /// Stiffness of its spring.
        stiffness: f64 = tendon_stiffness;
        /// Damping.
        damping: f64 = tendon_damping;
        /// Friction (N).
        frictionloss: f64 = tendon_frictionloss;
        /// Length in the reference pose (m).
        length0: f64 = tendon_length0;
    }
    /// An actuator of a Model.
    Actuator, ActuatorId, actuator, actuators, actuator_user, nuser_actuator {
        /// What it acts on.
        transmission: TransmissionType = actuator_trntype;
        /// How its activation moves.
        dynamics: ActuatorDynamics = actuator_dyntype;
        /// How its gain is computed.
        gain: GainType = actuator_gaintype;
        /// How its bias is computed.
        bias: BiasType = actuator_biastype;
        /// Numbers of the gain.
        gainprm: (f64, 10) = actuator_gainprm;
        /// Numbers of the bias.
        biasprm: (f64, 10) = actuator_biasprm;
        /// Whether its force is limited.
        is_force_limited: (flag) = actuator_forcelimited;
        /// Smallest and largest force.
        forcerange: (f64, 2) = actuator_forcerange;
    }
    /// A sensor of a Model.
    Sensor, SensorId, sensor, sensors, sensor_user, nuser_sensor {
        /// What it measures.
        kind: SensorType = sensor_type;
        /// Numbers it has.
        dim: i32 = sensor_dim;
        /// Standard deviation of its noise; the engine adds none.
        noise: f64 = sensor_noise;
        /// Largest magnitude of what it says.
        cutoff: f64 = sensor_cutoff;
    }
}

impl<'a> Body<'a> {
    /// The body it hangs on; `None` for the world.
    #[must_use]
    pub fn parent(self) -> Option<Self> {
        let parent = *self.model.body_parentid.get(self.id.index())?;
        (self.id != BodyId::WORLD).then(|| optional(parent)).flatten().map(|id| Self { id, ..self })
    }

    /// Its joints.
    pub fn joints(self) -> impl ExactSizeIterator<Item = Joint<'a>> + Clone {
        let (m, i) = (self.model, self.id.index());
        run(entry(&m.body_jntadr, i), entry(&m.body_jntnum, i)).map(move |id| Joint { model: m, id })
    }

    /// Its geoms.
    pub fn geoms(self) -> impl ExactSizeIterator<Item = Geom<'a>> + Clone {
        let (m, i) = (self.model, self.id.index());
        run(entry(&m.body_geomadr, i), entry(&m.body_geomnum, i)).map(move |id| Geom { model: m, id })
    }
}

macro_rules! on_body {
    ($($Object:ident: $array:ident),*) => {
        $(impl<'a> $Object<'a> {
            /// The body it belongs to.
            #[must_use]
            pub fn body(self) -> Body<'a> {
                let body = optional(entry(&self.model.$array, self.id.index()));
                Body { model: self.model, id: body.unwrap_or(BodyId::WORLD) }
            }
        })*
    };
}

on_body!(Joint: jnt_bodyid, Geom: geom_bodyid, Site: site_bodyid);

impl<'a> Joint<'a> {
    /// Its position in the reference pose.
    #[must_use]
    pub fn qpos0(self) -> &'a [f64] {
        span(&self.model.qpos0, entry(&self.model.jnt_qposadr, self.id.index()), self.kind().nq() as i32)
    }

    /// Damping of its dofs.
    #[must_use]
    pub fn damping(self) -> &'a [f64] {
        self.dofs_of(&self.model.dof_damping)
    }

    /// Inertia that is added to its dofs.
    #[must_use]
    pub fn armature(self) -> &'a [f64] {
        self.dofs_of(&self.model.dof_armature)
    }

    /// Dry friction of its dofs.
    #[must_use]
    pub fn frictionloss(self) -> &'a [f64] {
        self.dofs_of(&self.model.dof_frictionloss)
    }

    fn dofs_of(self, array: &'a [f64]) -> &'a [f64] {
        span(array, entry(&self.model.jnt_dofadr, self.id.index()), self.kind().nv() as i32)
    }
}

impl<'a> Actuator<'a> {
    /// Smallest and largest of each of its controls; most actuators have one.
    pub fn ctrlrange(self) -> impl ExactSizeIterator<Item = [f64; 2]> + Clone {
        let (m, i) = (self.model, self.id.index());
        let controls = span(&m.actuator_ctrlrange, 2 * entry(&m.actuator_ctrladr, i), 2 * entry(&m.actuator_ctrlnum, i));
        controls.chunks_exact(2).map(|range| [range[0], range[1]])
    }
}
