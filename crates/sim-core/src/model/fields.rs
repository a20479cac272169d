//! Model: every size and array of a compiled model, under MuJoCo's names.
//!
//! One flat table and therefore one long file: this list *is* the reference of the format. Arrays are
//! row-major, one row per object; `[nbody, 3]` reads "nbody rows of three". Quaternions are w x y z,
//! angles radians, lengths metres, masses kilograms, times seconds unless a field says otherwise.

#![allow(non_snake_case)] // MuJoCo's own names: `B_rownnz`, `mapM2D`, `nJten`

use crate::arrays::{Flag, array_visitors, dim};
use crate::model::enums::*;
use crate::model::options::{Options, Statistic, Visual};

macro_rules! model_table {
    (
        sizes { $($(#[doc = $sdoc:literal])* $size:ident),* $(,)? }
        arrays { $($(#[doc = $doc:literal])* $name:ident : $t:ty [ $rows:tt $(, $cols:tt $(* $k:literal)?)? ]),* $(,)? }
    ) => {
        /// A compiled model: everything that is constant during a simulation.
        ///
        /// Plain data with public fields. Its owner may edit it and call [`Model::set_const`](Model::set_const) to recompute the
        /// derived constants. Shared as `Arc<Model>` it does not change. A copy costs little: arrays are
        /// [`Shared`](crate::arrays::Shared) until one of the Models writes to them.
        ///
        /// ```
        /// use sim_core::Model;
        ///
        /// let common = Model::example();
        /// let mut heavy = common.clone();
        /// heavy.body_mass[1] *= 2.0;
        /// heavy.set_const()?;
        /// assert_eq!(heavy.body_subtreemass[0], common.body_subtreemass[0] + 1.0);
        /// assert!(heavy.geom_size.is_same(&common.geom_size), "what was not written is shared");
        /// # Ok::<(), Box<dyn std::error::Error>>(())
        /// ```
        #[derive(Clone, Debug, Default, PartialEq)]
        pub struct Model {
            $($(#[doc = $sdoc])* pub $size: usize,)*
            /// Physics options.
            pub opt: Options,
            /// Statistics of the reference pose.
            pub stat: Statistic,
            /// Visualisation settings; no effect on motion.
            pub vis: Visual,
            /// Distance grids that the program provides; files never do.
            pub sdf_data: Vec<std::sync::Arc<crate::shape::grid::SdfCollisionData>>,
            /// Index into `sdf_data` for each geom of type sdf that has a grid; see
            /// [`Model::set_geom_sdf`](Model::set_geom_sdf).
            pub geom_sdf: Vec<Option<usize>>,
            /// Limits of one step of one world: contacts, memory, work.
            pub limits: crate::model::StepLimits,
            /// Parts derived from the arrays below, made at first use.
            pub(crate) kept: crate::model::derived::Kept,
            $($(#[doc = $doc])* pub $name: $crate::arrays::Shared<$t>,)*
        }

        /// The arrays of a [`Model`] as mutable slices; see [`Model::open`].
        #[allow(missing_docs)]
        #[derive(Debug)]
        pub struct Opened<'a> {
            $(pub $size: usize,)*
            pub vis: &'a Visual,
            $(pub $name: &'a mut [$t],)*
        }

        impl Model {
            /// Names of all sizes, in declaration order.
            pub const SIZE_NAMES: &'static [&'static str] = &[$(stringify!($size)),*];

            /// Documentation of all sizes, in the lines of the source and in the order of [`SIZE_NAMES`](Self::SIZE_NAMES).
            pub const SIZE_DOCS: &'static [&'static str] = &[$(concat!($($sdoc, "\n"),*)),*];

            /// Calls `visit(name, value)` for every size.
            pub fn visit_sizes(&self, visit: &mut dyn FnMut(&'static str, usize)) {
                $(visit(stringify!($size), self.$size);)*
            }

            /// Calls `visit(name, value)` for every size, mutably.
            pub fn visit_sizes_mut(&mut self, visit: &mut dyn FnMut(&'static str, &mut usize)) {
                $(visit(stringify!($size), &mut self.$size);)*
            }

            /// Gives every array the length that the sizes give; new entries are zero.
            pub fn resize_arrays(&mut self) {
                self.geom_sdf.resize(self.ngeom, None);
                $(self.$name.resize(
                    dim!(self, $rows) $(* dim!(self, $cols $(* $k)?))?,
                    <$t>::default(),
                );)*
            }

            /// [Pins](crate::arrays::Shared::pin) the array of a name and returns its entries, whose address is then stable.
            pub fn pin_array(&mut self, name: &str) -> Option<$crate::arrays::ArrayMut<'_>> {
                match name {
                    $(stringify!($name) => Some(<$t as $crate::arrays::ArrayElement>::view_mut(self.$name.pin())),)*
                    _ => None,
                }
            }

            /// Shares every array that holds the same bits as that of another Model.
            pub fn share_with(&mut self, other: &Self) {
                $(self.$name.share_with(&other.$name);)*
            }

            /// A Model of the same sizes with some of the arrays, chosen by their place in the table; the others are empty.
            pub(crate) fn with_some_arrays(&self, chosen: &[bool]) -> Self {
                let mut part = Self { $($size: self.$size,)* geom_sdf: self.geom_sdf.clone(), ..Self::default() };
                part.sdf_data.clone_from(&self.sdf_data);
                let mut index = 0;
                $(if chosen[index] {
                    part.$name = self.$name.clone();
                }
                index += 1;)*
                debug_assert_eq!(index, Self::ARRAYS.len());
                part
            }

            /// Names of the arrays that do not hold the same bits as those of another Model.
            pub fn differing_arrays(&self, other: &Self) -> Vec<&'static str> {
                let mut names = vec![];
                $(if !self.$name.has_bits_of(&other.$name) {
                    names.push(stringify!($name));
                })*
                names
            }

            /// A function that compares the array of a name in two Models, bit by bit.
            pub fn comparer(name: &str) -> Option<fn(&Self, &Self) -> bool> {
                match name {
                    $(stringify!($name) => Some(|own, other| own.$name.has_bits_of(&other.$name)),)*
                    _ => None,
                }
            }

            /// All arrays as mutable slices. Shared memory is copied once here, not checked at every entry.
            pub fn open(&mut self) -> Opened<'_> {
                Opened { $($size: self.$size,)* vis: &self.vis, $($name: &mut self.$name),* }
            }

            /// Becomes a copy of another Model whose arrays have the same lengths; pinned ones keep their address. Nothing
            /// changes where a length differs: the error is the name of the array.
            pub fn become_copy_of(&mut self, other: &Self) -> Result<(), &'static str> {
                $(if self.$name.len() != other.$name.len() {
                    return Err(stringify!($name));
                })*
                $(self.$name.adopt(&other.$name);)*
                $(self.$size = other.$size;)*
                self.opt.clone_from(&other.opt);
                self.stat.clone_from(&other.stat);
                self.vis.clone_from(&other.vis);
                self.sdf_data.clone_from(&other.sdf_data);
                self.geom_sdf.clone_from(&other.geom_sdf);
                self.limits = other.limits;
                self.kept = other.kept.clone();
                Ok(())
            }
        }

        array_visitors!(Model, sizes of Model { $($(#[doc = $doc])* $name: $t [$rows $(, $cols $(* $k)?)?]),* });
    };
}

model_table! {
sizes {
    /// Length of `qpos`: generalized coordinates, quaternions counted with four numbers.
    nq,
    /// Degrees of freedom: length of `qvel`.
    nv,
    /// Length of `ctrl`: control inputs of all actuators.
    nu,
    /// Actuators.
    nactuator,
    /// Force outputs of all actuators; an actuator has as many as its transmission needs.
    nout,
    /// Length of `act`: activation states of all actuators.
    na,
    /// Bodies, the world (id 0) included.
    nbody,
    /// Nodes of all bounding volume hierarchies.
    nbvh,
    /// Nodes whose boxes never change and are stored in the Model.
    nbvhstatic,
    /// Nodes whose boxes deform with a flex and are stored in Data.
    nbvhdynamic,
    /// Octree nodes of all meshes that serve as distance fields.
    noct,
    /// Joints.
    njnt,
    /// Kinematic trees: groups of moving bodies that hang from one fixed body.
    ntree,
    /// Entries of the inertia matrix by chains of ancestors, simple bodies not yet reduced to their diagonal.
    nM,
    /// Non-zeros of the body-to-dof incidence (`B_*`).
    nB,
    /// Non-zeros of the lower triangle of the inertia matrix (`M_*`).
    nC,
    /// Non-zeros of the full dof-by-dof matrix (`D_*`).
    nD,
    /// Geoms.
    ngeom,
    /// Sites.
    nsite,
    /// Cameras.
    ncam,
    /// Lights.
    nlight,
    /// Flexes (deformable objects).
    nflex,
    /// Interpolation nodes of all flexes.
    nflexnode,
    /// Vertices of all flexes.
    nflexvert,
    /// Edges of all flexes.
    nflexedge,
    /// Elements (segments, triangles or tetrahedra) of all flexes.
    nflexelem,
    /// Vertex ids that list the elements of all flexes.
    nflexelemdata,
    /// Numbers that hold the elastic stiffness of all flexes.
    nflexstiffness,
    /// Numbers that hold the bending stiffness of all flexes.
    nflexbending,
    /// Dofs whose flex bending is treated implicitly with a constant factor (`efm0_*`).
    nefm0dof,
    /// Non-zeros of that factor.
    nefm0L,
    /// Edge ids that list the edges of every flex element.
    nflexelemedge,
    /// Vertex ids that list the outer surface of all flexes.
    nflexshelldata,
    /// Element-vertex pairs tested for self-collision of flexes.
    nflexevpair,
    /// Texture coordinates of all flexes.
    nflextexcoord,
    /// Non-zeros of the Jacobian of flex edge lengths.
    nJfe,
    /// Non-zeros of the Jacobian of flex vertex constraints.
    nJfv,
    /// Meshes.
    nmesh,
    /// Vertices of all meshes.
    nmeshvert,
    /// Normals of all meshes.
    nmeshnormal,
    /// Texture coordinates of all meshes.
    nmeshtexcoord,
    /// Triangles of all meshes.
    nmeshface,
    /// Integers that describe the convex hulls of all meshes.
    nmeshgraph,
    /// Flat faces (merged triangles) of all convex hulls.
    nmeshpoly,
    /// Vertex ids that list the corners of all flat faces.
    nmeshpolyvert,
    /// Face ids that list the flat faces around every vertex.
    nmeshpolymap,
    /// Skins.
    nskin,
    /// Vertices of all skins.
    nskinvert,
    /// Texture coordinates of all skins.
    nskintexvert,
    /// Triangles of all skins.
    nskinface,
    /// Bones of all skins.
    nskinbone,
    /// Vertex weights of all bones.
    nskinbonevert,
    /// Height fields.
    nhfield,
    /// Elevation samples of all height fields.
    nhfielddata,
    /// Textures.
    ntex,
    /// Bytes of all texture images.
    ntexdata,
    /// Materials.
    nmat,
    /// Geom pairs listed explicitly as contact candidates.
    npair,
    /// Body pairs that never collide.
    nexclude,
    /// Equality constraints.
    neq,
    /// Tendons.
    ntendon,
    /// Non-zeros of the Jacobian of tendon lengths.
    nJten,
    /// Objects along the paths of all tendons.
    nwrap,
    /// Sensors.
    nsensor,
    /// Custom numeric fields.
    nnumeric,
    /// Numbers in all custom numeric fields.
    nnumericdata,
    /// Custom text fields.
    ntext,
    /// Bytes in all custom text fields, terminators included.
    ntextdata,
    /// Custom tuples.
    ntuple,
    /// Objects in all custom tuples.
    ntupledata,
    /// Keyframes.
    nkey,
    /// Motion-capture bodies.
    nmocap,
    /// Plugin instances; always zero, plugins are refused when loading.
    nplugin,
    /// Bytes of plugin settings; always zero.
    npluginattr,
    /// User numbers per body.
    nuser_body,
    /// User numbers per joint.
    nuser_jnt,
    /// User numbers per geom.
    nuser_geom,
    /// User numbers per site.
    nuser_site,
    /// User numbers per camera.
    nuser_cam,
    /// User numbers per tendon.
    nuser_tendon,
    /// User numbers per actuator.
    nuser_actuator,
    /// User numbers per sensor.
    nuser_sensor,
    /// Bytes of all names, terminators included.
    nnames,
    /// Bytes of all asset paths, terminators included.
    npaths,
    /// Slots of the hash map from names to ids.
    nnames_map,
    /// Non-zeros of the actuator moment matrix.
    nJmom,
    /// Bodies with gravity compensation.
    ngravcomp,
    /// Most rows that the equality constraints can produce.
    nemax,
    /// Constraint rows set by `<size njmax>`: enters `narena`.
    njmax,
    /// Contacts set by `<size nconmax>`: enters `narena`.
    nconmax,
    /// Most corners of any flat face of a mesh.
    npolygonmax,
    /// Most edges that meet at any mesh vertex.
    nmeshdegmax,
    /// Length of `userdata` in Data.
    nuserdata,
    /// Length of `sensordata`.
    nsensordata,
    /// Length of the plugin state; always zero.
    npluginstate,
    /// Length of the buffer of past controls and sensor readings.
    nhistory,
    /// Bytes of scratch memory MuJoCo would reserve per world; needing more raises a warning.
    narena,
    /// Bytes MuJoCo would need for all arrays of this Model.
    nbuffer,
}
arrays {
    /// Reference configuration: `qpos` of the pose in which the model was written; radians, metres, unit quaternions.
    qpos0: f64 [nq],

    /// Configuration in which joint springs are at rest; same units as `qpos0`.
    qpos_spring: f64 [nq],

    /// Parent body; the world is its own parent.
    body_parentid: i32 [nbody],
    /// Ancestor (or itself) that is a child of the world; 0 for the world.
    body_rootid: i32 [nbody],
    /// Topmost body this one is rigidly fixed to, itself when it has joints; a mocap body heads its own group.
    body_weldid: i32 [nbody],
    /// Row in `mocap_pos` and `mocap_quat`; -1: not a mocap body.
    body_mocapid: i32 [nbody],
    /// Joints of the body.
    body_jntnum: i32 [nbody],
    /// First joint; -1: no joints.
    body_jntadr: i32 [nbody],
    /// Degrees of freedom of the body's own joints.
    body_dofnum: i32 [nbody],
    /// First dof; -1: no dofs.
    body_dofadr: i32 [nbody],
    /// Kinematic tree; -1: cannot move.
    body_treeid: i32 [nbody],
    /// Geoms of the body.
    body_geomnum: i32 [nbody],
    /// First geom; -1: no geoms.
    body_geomadr: i32 [nbody],
    /// 1: its block of the inertia matrix is diagonal; 2: diagonal and all joints are sliders; 0: neither.
    body_simple: u8 [nbody],
    /// Relation of the inertial frame to the body frame: 0 none, 1 identical, 3 same orientation.
    body_sameframe: u8 [nbody],
    /// Position in the parent's frame, metres.
    body_pos: f64 [nbody, 3],
    /// Orientation in the parent's frame.
    body_quat: f64 [nbody, 4],
    /// Centre of mass in the body frame, metres.
    body_ipos: f64 [nbody, 3],
    /// Principal axes of inertia in the body frame.
    body_iquat: f64 [nbody, 4],
    /// Mass, kg.
    body_mass: f64 [nbody],
    /// Mass of the body and all its descendants, kg.
    body_subtreemass: f64 [nbody],
    /// Principal moments of inertia about the centre of mass, kg m².
    body_inertia: f64 [nbody, 3],
    /// Mean inverse inertia in `qpos0`, translation (1/kg) and rotation (1/(kg m²)); scales the regularisation of constraints.
    body_invweight0: f64 [nbody, 2],
    /// Upward force that counters gravity, in units of the body's weight; 0: none, 1: floats.
    body_gravcomp: f64 [nbody],
    /// Largest margin + gap of the body's geoms, metres; inflates boxes in the mid phase.
    body_margin: f64 [nbody],
    /// User data.
    body_user: f64 [nbody, nuser_body],
    /// Plugin instance; -1: none.
    body_plugin: i32 [nbody],
    /// All `geom_contype` bits of the body's geoms.
    body_contype: i32 [nbody],
    /// All `geom_conaffinity` bits of the body's geoms.
    body_conaffinity: i32 [nbody],
    /// Root node of the body's bounding volume hierarchy; -1: none.
    body_bvhadr: i32 [nbody],
    /// Nodes of that hierarchy.
    body_bvhnum: i32 [nbody],

    /// Depth of the node, 0 at the root.
    bvh_depth: i32 [nbvh],
    /// Left and right child, counted from the hierarchy's own root; -1: none.
    bvh_child: i32 [nbvh, 2],
    /// Geom, mesh face or flex element in a leaf; -1: inner node.
    bvh_nodeid: i32 [nbvh],
    /// Box of the node in its owner's frame: centre and half-sizes, metres.
    bvh_aabb: f64 [nbvhstatic, 6],

    /// Depth of the node, 0 at the root.
    oct_depth: i32 [noct],
    /// Children in the order x fastest, then y, then z, counted from the octree's own root; -1: none.
    oct_child: i32 [noct, 8],
    /// Box of the node: centre and half-sizes, metres.
    oct_aabb: f64 [noct, 6],
    /// Signed distance at the node's eight corners, metres.
    oct_coeff: f64 [noct, 8],

    /// Kind of joint.
    jnt_type: JointType [njnt],
    /// First entry in `qpos`.
    jnt_qposadr: i32 [njnt],
    /// First entry in `qvel`.
    jnt_dofadr: i32 [njnt],
    /// Body the joint moves.
    jnt_bodyid: i32 [njnt],
    /// Actuator that adds damping or armature to the joint; -1: none, -2: several.
    jnt_actuatorid: i32 [njnt],
    /// Visibility group.
    jnt_group: i32 [njnt],
    /// Whether `jnt_range` is enforced.
    jnt_limited: Flag [njnt],
    /// Whether `jnt_actfrcrange` is enforced.
    jnt_actfrclimited: Flag [njnt],
    /// Whether gravity compensation counts as actuator force instead of passive force.
    jnt_actgravcomp: Flag [njnt],
    /// Spring-damper of the limit: time constant (s) and damping ratio, or -stiffness and -damping.
    jnt_solref: f64 [njnt, 2],
    /// Impedance of the limit: d0, dwidth, width, midpoint, power.
    jnt_solimp: f64 [njnt, 5],
    /// Anchor in the body frame, metres; ignored by free joints.
    jnt_pos: f64 [njnt, 3],
    /// Unit axis in the body frame; ignored by free and ball joints.
    jnt_axis: f64 [njnt, 3],
    /// Linear spring constant, N m/rad or N/m.
    jnt_stiffness: f64 [njnt],
    /// Spring constant grows by `p0 x + p1 x²` with deflection x (signed; the angle of a ball joint).
    jnt_stiffnesspoly: f64 [njnt, 2],
    /// Lower and upper limit, radians or metres; ball joints use the upper one as the largest angle.
    jnt_range: f64 [njnt, 2],
    /// Smallest and largest total actuator force on the joint, N m or N.
    jnt_actfrcrange: f64 [njnt, 2],
    /// Distance before the limit at which its constraint appears, radians or metres.
    jnt_margin: f64 [njnt],
    /// User data.
    jnt_user: f64 [njnt, nuser_jnt],

    /// Body the dof moves.
    dof_bodyid: i32 [nv],
    /// Joint the dof belongs to.
    dof_jntid: i32 [nv],
    /// Previous dof on the way to the world; -1: none.
    dof_parentid: i32 [nv],
    /// Kinematic tree.
    dof_treeid: i32 [nv],
    /// Address of the diagonal entry in the ancestor-chain layout of the inertia matrix.
    dof_Madr: i32 [nv],
    /// Length of the run of simple dofs that starts here; 0: not simple.
    dof_simplenum: i32 [nv],
    /// Spring-damper of the friction-loss constraint, as `jnt_solref`.
    dof_solref: f64 [nv, 2],
    /// Impedance of the friction-loss constraint, as `jnt_solimp`.
    dof_solimp: f64 [nv, 5],
    /// Dry friction: largest force, N m or N; 0: none.
    dof_frictionloss: f64 [nv],
    /// Inertia added to the diagonal of the inertia matrix, kg m² or kg.
    dof_armature: f64 [nv],
    /// Linear damping, N m s/rad or N s/m.
    dof_damping: f64 [nv],
    /// Damping grows by `p0 v + p1 v²` with speed v.
    dof_dampingpoly: f64 [nv, 2],
    /// Mean inverse inertia in `qpos0`, 1/(kg m²) or 1/kg.
    dof_invweight0: f64 [nv],
    /// Diagonal of the inertia matrix in `qpos0`, kg m² or kg.
    dof_M0: f64 [nv],
    /// Typical length moved per unit of velocity: 1 for translations, metres for rotations; weighs sleep velocities.
    dof_length: f64 [nv],

    /// First body.
    tree_bodyadr: i32 [ntree],
    /// Bodies.
    tree_bodynum: i32 [ntree],
    /// First dof.
    tree_dofadr: i32 [ntree],
    /// Degrees of freedom.
    tree_dofnum: i32 [ntree],
    /// Whether and when the tree may fall asleep.
    tree_sleep_policy: SleepPolicy [ntree],

    /// Shape.
    geom_type: GeomType [ngeom],
    /// Collision bits: two geoms may collide when one's type meets the other's affinity.
    geom_contype: i32 [ngeom],
    /// Collision bits matched against the other geom's `geom_contype`.
    geom_conaffinity: i32 [ngeom],
    /// Contact dimensions: 1 normal, 3 sliding, 4 torsion, 6 rolling.
    geom_condim: i32 [ngeom],
    /// Body that carries the geom.
    geom_bodyid: i32 [ngeom],
    /// Mesh or height field of the shape; -1: none.
    geom_dataid: i32 [ngeom],
    /// Material; -1: none.
    geom_matid: i32 [ngeom],
    /// Visibility group.
    geom_group: i32 [ngeom],
    /// The geom with the higher priority decides the contact's parameters; equal ones are mixed.
    geom_priority: i32 [ngeom],
    /// Plugin instance; -1: none.
    geom_plugin: i32 [ngeom],
    /// Relation to the body: 0 none, 1 body frame, 2 inertial frame, 3 and 4 only the orientation of these.
    geom_sameframe: u8 [ngeom],
    /// Weight of this geom's solref and solimp when two geoms are mixed.
    geom_solmix: f64 [ngeom],
    /// Spring-damper of contacts, as `jnt_solref`.
    geom_solref: f64 [ngeom, 2],
    /// Impedance of contacts, as `jnt_solimp`.
    geom_solimp: f64 [ngeom, 5],
    /// Radius, half-lengths or half-extents as the shape defines them, metres.
    geom_size: f64 [ngeom, 3],
    /// Bounding box in the geom frame: centre and half-sizes, metres.
    geom_aabb: f64 [ngeom, 6],
    /// Radius of the bounding sphere about the geom's origin, metres; 0: unbounded (plane).
    geom_rbound: f64 [ngeom],
    /// Position in the body frame, metres.
    geom_pos: f64 [ngeom, 3],
    /// Orientation in the body frame.
    geom_quat: f64 [ngeom, 4],
    /// Coefficients of sliding (1), torsional (m) and rolling (m) friction.
    geom_friction: f64 [ngeom, 3],
    /// Distance from the surface at which contacts push, metres.
    geom_margin: f64 [ngeom],
    /// Further distance in which contacts are reported without force, metres.
    geom_gap: f64 [ngeom],
    /// Velocity of the surface relative to the geom, geom frame: linear (m/s), angular (rad/s).
    geom_surfacevel: f64 [ngeom, 6],
    /// Adhesive force of each contact, N.
    geom_adhesion: f64 [ngeom],
    /// Ellipsoid fluid model: on/off, five drag and lift coefficients, virtual masses (kg), virtual inertias (kg m²).
    geom_fluid: f64 [ngeom, 12],
    /// User data.
    geom_user: f64 [ngeom, nuser_geom],
    /// Colour without a material.
    geom_rgba: f32 [ngeom, 4],

    /// Shape, for drawing and for volume sensors.
    site_type: GeomType [nsite],
    /// Body that carries the site.
    site_bodyid: i32 [nsite],
    /// Material; -1: none.
    site_matid: i32 [nsite],
    /// Visibility group.
    site_group: i32 [nsite],
    /// Relation to the body, as `geom_sameframe`.
    site_sameframe: u8 [nsite],
    /// Size of the shape, as `geom_size`.
    site_size: f64 [nsite, 3],
    /// Position in the body frame, metres.
    site_pos: f64 [nsite, 3],
    /// Orientation in the body frame.
    site_quat: f64 [nsite, 4],
    /// User data.
    site_user: f64 [nsite, nuser_site],
    /// Colour without a material.
    site_rgba: f32 [nsite, 4],

    /// How the camera follows its body.
    cam_mode: CamLightMode [ncam],
    /// Body that carries the camera.
    cam_bodyid: i32 [ncam],
    /// Body looked at by the target modes; -1: none.
    cam_targetbodyid: i32 [ncam],
    /// Position in the body frame, metres.
    cam_pos: f64 [ncam, 3],
    /// Orientation in the body frame; the camera looks along -z, y is up.
    cam_quat: f64 [ncam, 4],
    /// Position relative to the subtree's centre of mass in `qpos0`, world axes, metres.
    cam_poscom0: f64 [ncam, 3],
    /// Position relative to the body in `qpos0`, world axes, metres.
    cam_pos0: f64 [ncam, 3],
    /// Orientation in the world in `qpos0`.
    cam_mat0: f64 [ncam, 9],
    /// Perspective or orthographic.
    cam_projection: Projection [ncam],
    /// Vertical field of view: degrees, or metres when orthographic.
    cam_fovy: f64 [ncam],
    /// Distance between the two eyes in stereo, metres.
    cam_ipd: f64 [ncam],
    /// Width and height of the image, pixels.
    cam_resolution: i32 [ncam, 2],
    /// Images the camera delivers, as bits: 1 colour, 2 depth, 4 distance, 8 normals, 16 segmentation.
    cam_output: i32 [ncam],
    /// Width and height of the image sensor, metres; 0: the field of view counts instead.
    cam_sensorsize: f32 [ncam, 2],
    /// Focal lengths and principal point, x and y each, metres.
    cam_intrinsic: f32 [ncam, 4],
    /// User data.
    cam_user: f64 [ncam, nuser_cam],

    /// How the light follows its body.
    light_mode: CamLightMode [nlight],
    /// Body that carries the light.
    light_bodyid: i32 [nlight],
    /// Body aimed at by the target modes; -1: none.
    light_targetbodyid: i32 [nlight],
    /// Kind of light source.
    light_type: LightType [nlight],
    /// Texture of an image light; -1: none.
    light_texid: i32 [nlight],
    /// Whether it casts shadows.
    light_castshadow: Flag [nlight],
    /// Radius of the bulb, for soft shadows, metres.
    light_bulbradius: f32 [nlight],
    /// Luminous intensity, candela; 0: the renderer's own scale.
    light_intensity: f32 [nlight],
    /// Distance the light reaches, metres.
    light_range: f32 [nlight],
    /// Whether it is on.
    light_active: Flag [nlight],
    /// Position in the body frame, metres.
    light_pos: f64 [nlight, 3],
    /// Unit direction in the body frame.
    light_dir: f64 [nlight, 3],
    /// Position relative to the subtree's centre of mass in `qpos0`, world axes, metres.
    light_poscom0: f64 [nlight, 3],
    /// Position relative to the body in `qpos0`, world axes, metres.
    light_pos0: f64 [nlight, 3],
    /// Direction in the world in `qpos0`.
    light_dir0: f64 [nlight, 3],
    /// Constant, linear and quadratic attenuation with distance.
    light_attenuation: f32 [nlight, 3],
    /// Half-angle of a spot light's cone, degrees.
    light_cutoff: f32 [nlight],
    /// Softness of a spot light's edge, 0 to 1.
    light_softness: f32 [nlight],
    /// Falloff from the centre of a spot light's cone to its edge.
    light_exponent: f32 [nlight],
    /// Ambient colour.
    light_ambient: f32 [nlight, 3],
    /// Diffuse colour.
    light_diffuse: f32 [nlight, 3],
    /// Specular colour.
    light_specular: f32 [nlight, 3],

    /// Dof of each row of the constant factor of inertia plus implicit flex bending.
    efm0_dofid: i32 [nefm0dof],
    /// Non-zeros of the factor's row.
    efm0_L_rownnz: i32 [nefm0dof],
    /// Address of the row in `efm0_L`.
    efm0_L_rowadr: i32 [nefm0dof],
    /// Column of each non-zero, as a row number of the factor.
    efm0_L_colind: i32 [nefm0L],
    /// The factor's entries.
    efm0_L: f64 [nefm0L],

    /// First vertex.
    mesh_vertadr: i32 [nmesh],
    /// Vertices.
    mesh_vertnum: i32 [nmesh],
    /// First triangle.
    mesh_faceadr: i32 [nmesh],
    /// Triangles.
    mesh_facenum: i32 [nmesh],
    /// Root node of the mesh's bounding volume hierarchy; -1: none.
    mesh_bvhadr: i32 [nmesh],
    /// Nodes of that hierarchy.
    mesh_bvhnum: i32 [nmesh],
    /// Root node of the mesh's octree; -1: none.
    mesh_octadr: i32 [nmesh],
    /// Nodes of that octree.
    mesh_octnum: i32 [nmesh],
    /// First normal.
    mesh_normaladr: i32 [nmesh],
    /// Normals.
    mesh_normalnum: i32 [nmesh],
    /// First texture coordinate; -1: none.
    mesh_texcoordadr: i32 [nmesh],
    /// Texture coordinates.
    mesh_texcoordnum: i32 [nmesh],
    /// Start of the convex hull in `mesh_graph`; -1: no hull.
    mesh_graphadr: i32 [nmesh],
    /// Hull vertex farthest along each of the 27 directions with coordinates -1, 0, 1; starts support searches.
    mesh_extrema: i32 [nmesh, 27],
    /// Vertices in the mesh's inertial frame, metres.
    mesh_vert: f32 [nmeshvert, 3],
    /// Unit normals.
    mesh_normal: f32 [nmeshnormal, 3],
    /// Texture coordinates u, v.
    mesh_texcoord: f32 [nmeshtexcoord, 2],
    /// Vertices of each triangle, counted from the mesh's first.
    mesh_face: i32 [nmeshface, 3],
    /// Normals of each triangle's corners, counted from the mesh's first.
    mesh_facenormal: i32 [nmeshface, 3],
    /// Texture coordinates of each triangle's corners, counted from the mesh's first.
    mesh_facetexcoord: i32 [nmeshface, 3],
    /// Convex hulls: vertex count, face count, then edge addresses, vertex ids, edge lists (-1 ends one) and faces.
    mesh_graph: i32 [nmeshgraph],
    /// Scale that was applied to the asset.
    mesh_scale: f64 [nmesh, 3],
    /// Translation that was applied to centre the asset, metres.
    mesh_pos: f64 [nmesh, 3],
    /// Rotation that was applied to align the asset.
    mesh_quat: f64 [nmesh, 4],
    /// Start of the file's path in `paths`; -1: not from a file.
    mesh_pathadr: i32 [nmesh],
    /// Flat faces of the hull.
    mesh_polynum: i32 [nmesh],
    /// First flat face.
    mesh_polyadr: i32 [nmesh],
    /// Unit normal of each flat face.
    mesh_polynormal: f64 [nmeshpoly, 3],
    /// First corner in `mesh_polyvert`.
    mesh_polyvertadr: i32 [nmeshpoly],
    /// Corners of the face.
    mesh_polyvertnum: i32 [nmeshpoly],
    /// Corners of the flat faces, vertices counted from the mesh's first.
    mesh_polyvert: i32 [nmeshpolyvert],
    /// First entry of the vertex in `mesh_polymap`.
    mesh_polymapadr: i32 [nmeshvert],
    /// Flat faces around the vertex.
    mesh_polymapnum: i32 [nmeshvert],
    /// Flat faces around each vertex, counted from the mesh's first.
    mesh_polymap: i32 [nmeshpolymap],

    /// Material; -1: none.
    skin_matid: i32 [nskin],
    /// Visibility group.
    skin_group: i32 [nskin],
    /// Colour without a material.
    skin_rgba: f32 [nskin, 4],
    /// Distance by which vertices move along their normals when drawn, metres.
    skin_inflate: f32 [nskin],
    /// First vertex.
    skin_vertadr: i32 [nskin],
    /// Vertices.
    skin_vertnum: i32 [nskin],
    /// First texture coordinate, of which there is one for each vertex; -1: none.
    skin_texcoordadr: i32 [nskin],
    /// First triangle.
    skin_faceadr: i32 [nskin],
    /// Triangles.
    skin_facenum: i32 [nskin],
    /// First bone.
    skin_boneadr: i32 [nskin],
    /// Bones.
    skin_bonenum: i32 [nskin],
    /// Vertices in the pose in which the bones are bound, metres.
    skin_vert: f32 [nskinvert, 3],
    /// Texture coordinates u, v.
    skin_texcoord: f32 [nskintexvert, 2],
    /// Vertices of each triangle, counted from the skin's first.
    skin_face: i32 [nskinface, 3],
    /// First vertex that the bone moves, in `skin_bonevertid` and `skin_bonevertweight`.
    skin_bonevertadr: i32 [nskinbone],
    /// Vertices that the bone moves.
    skin_bonevertnum: i32 [nskinbone],
    /// Position of the bone's body when the skin was bound, metres.
    skin_bonebindpos: f32 [nskinbone, 3],
    /// Orientation of the bone's body when the skin was bound.
    skin_bonebindquat: f32 [nskinbone, 4],
    /// Body that is the bone.
    skin_bonebodyid: i32 [nskinbone],
    /// Vertices that each bone moves, counted from the skin's first.
    skin_bonevertid: i32 [nskinbonevert],
    /// Share that the bone has in each of them; the shares of a vertex add up to 1.
    skin_bonevertweight: f32 [nskinbonevert],
    /// Start of the file's path in `paths`; -1: not from a file.
    skin_pathadr: i32 [nskin],

    /// Half-lengths in x and y, height of elevation 1, thickness of the base below; metres.
    hfield_size: f64 [nhfield, 4],
    /// Rows of samples, along y.
    hfield_nrow: i32 [nhfield],
    /// Columns of samples, along x.
    hfield_ncol: i32 [nhfield],
    /// First sample in `hfield_data`.
    hfield_adr: i32 [nhfield],
    /// Elevations between 0 and 1, rows from the smallest y, in a row from the smallest x.
    hfield_data: f32 [nhfielddata],
    /// Start of the file's path in `paths`; -1: not from a file.
    hfield_pathadr: i32 [nhfield],

    /// Flat image, cube or skybox.
    tex_type: TextureType [ntex],
    /// Colour encoding of the image.
    tex_colorspace: ColorSpace [ntex],
    /// Rows of the image; a cube's six faces are stacked (right, left, up, down, front, back).
    tex_height: i32 [ntex],
    /// Columns of the image.
    tex_width: i32 [ntex],
    /// Bytes per pixel: 1 grey, 2 grey and alpha, 3 RGB, 4 RGBA.
    tex_nchannel: i32 [ntex],
    /// First byte in `tex_data`.
    tex_adr: i64 [ntex],
    /// Pixels, row by row.
    tex_data: u8 [ntexdata],
    /// Start of the file's path in `paths`; -1: not from one file.
    tex_pathadr: i32 [ntex],

    /// Texture by role; -1: none.
    mat_texid: i32 [nmat, 10],
    /// Flat texture: repeats per metre instead of per object; cube: mapped to the unit shape before scaling.
    mat_texuniform: Flag [nmat],
    /// Repetitions of a flat texture along its two axes.
    mat_texrepeat: f32 [nmat, 2],
    /// Emitted light, as a multiple of the colour.
    mat_emission: f32 [nmat],
    /// Specular reflection, as a multiple of white.
    mat_specular: f32 [nmat],
    /// Sharpness of highlights, 0 to 1.
    mat_shininess: f32 [nmat],
    /// Share of mirrored light, 0 to 1; 0: no mirror.
    mat_reflectance: f32 [nmat],
    /// Metallic look, 0 to 1; negative: not given.
    mat_metallic: f32 [nmat],
    /// Roughness, 0 to 1; negative: not given.
    mat_roughness: f32 [nmat],
    /// Colour.
    mat_rgba: f32 [nmat, 4],

    /// Contact dimensions, as `geom_condim`.
    pair_dim: i32 [npair],
    /// First geom.
    pair_geom1: i32 [npair],
    /// Second geom.
    pair_geom2: i32 [npair],
    /// Key of the two bodies (one id in the upper, one in the lower 16 bits); the list is sorted by it.
    pair_signature: i32 [npair],
    /// Spring-damper along the contact normal, as `jnt_solref`.
    pair_solref: f64 [npair, 2],
    /// Spring-damper along the friction directions; zeros: as `pair_solref`.
    pair_solreffriction: f64 [npair, 2],
    /// Impedance, as `jnt_solimp`.
    pair_solimp: f64 [npair, 5],
    /// Distance at which contacts push, metres.
    pair_margin: f64 [npair],
    /// Further distance in which contacts are reported without force, metres.
    pair_gap: f64 [npair],
    /// Adhesive force of each contact, N.
    pair_adhesion: f64 [npair],
    /// Friction coefficients: two sliding, one torsional, two rolling.
    pair_friction: f64 [npair, 5],

    /// Key of the two bodies, as `pair_signature`; the list is sorted by it.
    exclude_signature: i32 [nexclude],

    /// Kind of constraint.
    eq_type: EqType [neq],
    /// First body, site, joint, tendon or flex.
    eq_obj1id: i32 [neq],
    /// Second object of the same kind; -1: none.
    eq_obj2id: i32 [neq],
    /// Kind of both objects.
    eq_objtype: ObjType [neq],
    /// Whether the constraint is on at the start.
    eq_active0: Flag [neq],
    /// Spring-damper, as `jnt_solref`.
    eq_solref: f64 [neq, 2],
    /// Impedance, as `jnt_solimp`.
    eq_solimp: f64 [neq, 5],
    /// Anchors (connect), anchor, relative pose and torque scale (weld) or polynomial coefficients (joint, tendon).
    eq_data: f64 [neq, 11],

    /// First object of the path in `wrap_*`.
    tendon_adr: i32 [ntendon],
    /// Objects of the path.
    tendon_num: i32 [ntendon],
    /// Material; -1: none.
    tendon_matid: i32 [ntendon],
    /// Actuator that adds damping or armature to the tendon; -1: none, -2: several.
    tendon_actuatorid: i32 [ntendon],
    /// Visibility group.
    tendon_group: i32 [ntendon],
    /// Kinematic trees the path touches.
    tendon_treenum: i32 [ntendon],
    /// First two of these trees; -1: none.
    tendon_treeid: i32 [ntendon, 2],

    /// Non-zeros of the tendon's row of the length Jacobian.
    ten_J_rownnz: i32 [ntendon],
    /// Address of the row in `ten_J_colind`.
    ten_J_rowadr: i32 [ntendon],
    /// Dof of each non-zero.
    ten_J_colind: i32 [nJten],

    /// Whether `tendon_range` is enforced.
    tendon_limited: Flag [ntendon],
    /// Whether `tendon_actfrcrange` is enforced.
    tendon_actfrclimited: Flag [ntendon],
    /// Width when drawn, metres.
    tendon_width: f64 [ntendon],
    /// Spring-damper of the limit, as `jnt_solref`.
    tendon_solref_lim: f64 [ntendon, 2],
    /// Impedance of the limit, as `jnt_solimp`.
    tendon_solimp_lim: f64 [ntendon, 5],
    /// Spring-damper of the friction-loss constraint, as `jnt_solref`.
    tendon_solref_fri: f64 [ntendon, 2],
    /// Impedance of the friction-loss constraint, as `jnt_solimp`.
    tendon_solimp_fri: f64 [ntendon, 5],
    /// Shortest and longest length, metres (or the unit a fixed tendon's joints give it).
    tendon_range: f64 [ntendon, 2],
    /// Smallest and largest total actuator force on the tendon, N.
    tendon_actfrcrange: f64 [ntendon, 2],
    /// Distance before the limit at which its constraint appears, metres.
    tendon_margin: f64 [ntendon],
    /// Linear spring constant, N/m.
    tendon_stiffness: f64 [ntendon],
    /// Spring constant grows by `p0 x + p1 x²` with stretch x (signed).
    tendon_stiffnesspoly: f64 [ntendon, 2],
    /// Linear damping, N s/m.
    tendon_damping: f64 [ntendon],
    /// Damping grows by `p0 v + p1 v²` with speed v.
    tendon_dampingpoly: f64 [ntendon, 2],
    /// Mass moved by a change of length, kg.
    tendon_armature: f64 [ntendon],
    /// Dry friction: largest force, N; 0: none.
    tendon_frictionloss: f64 [ntendon],
    /// Lengths between which the spring is slack, metres.
    tendon_lengthspring: f64 [ntendon, 2],
    /// Length in `qpos0`, metres.
    tendon_length0: f64 [ntendon],
    /// Mean inverse inertia along the tendon in `qpos0`, 1/kg.
    tendon_invweight0: f64 [ntendon],
    /// User data.
    tendon_user: f64 [ntendon, nuser_tendon],
    /// Colour without a material.
    tendon_rgba: f32 [ntendon, 4],

    /// Kind of the path's object.
    wrap_type: WrapType [nwrap],
    /// Joint, site or geom, as the kind says; -1: pulley.
    wrap_objid: i32 [nwrap],
    /// Joint: coefficient; pulley: divisor; sphere and cylinder: side site or -1; site: unused.
    wrap_prm: f64 [nwrap],

    /// How force reaches the bodies.
    actuator_trntype: TransmissionType [nactuator],
    /// Law of the activation state.
    actuator_dyntype: ActuatorDynamics [nactuator],
    /// Gain law.
    actuator_gaintype: GainType [nactuator],
    /// Bias law.
    actuator_biastype: BiasType [nactuator],
    /// First entry in `ctrl`.
    actuator_ctrladr: i32 [nactuator],
    /// Entries in `ctrl`.
    actuator_ctrlnum: i32 [nactuator],
    /// Which inputs the controls are, as the gain law defines them.
    actuator_ctrlspec: i32 [nactuator],
    /// First force output.
    actuator_outadr: i32 [nactuator],
    /// Force outputs.
    actuator_outnum: i32 [nactuator],
    /// First entry in `act`; -1: stateless.
    actuator_actadr: i32 [nactuator],
    /// Entries in `act`.
    actuator_actnum: i32 [nactuator],
    /// Joint, tendon, site or body acted on, and the slider or reference site; -1: none.
    actuator_trnid: i32 [nactuator, 2],
    /// Length of a slider-crank's rod, metres.
    actuator_cranklength: f64 [nactuator],
    /// Parameters of the activation law.
    actuator_dynprm: f64 [nactuator, 10],
    /// Parameters of the gain law.
    actuator_gainprm: f64 [nactuator, 10],
    /// Parameters of the bias law.
    actuator_biasprm: f64 [nactuator, 10],
    /// Whether `actuator_actrange` is enforced.
    actuator_actlimited: Flag [nactuator],
    /// Smallest and largest activation.
    actuator_actrange: f64 [nactuator, 2],
    /// Whether the force uses the activation of the next step.
    actuator_actearly: Flag [nactuator],
    /// Samples kept for delayed controls (0: none) and order of interpolation between them.
    actuator_history: i32 [nactuator, 2],
    /// First entry in the history buffer; -1: none.
    actuator_historyadr: i32 [nactuator],
    /// Delay of the controls, seconds; 0: none.
    actuator_delay: f64 [nactuator],
    /// Damping added to the joint or tendon, before gear², N m s/rad or N s/m.
    actuator_damping: f64 [nactuator],
    /// Damping grows by `p0 v + p1 v²` with speed v.
    actuator_dampingpoly: f64 [nactuator, 2],
    /// Inertia added to the joint or tendon, before gear², kg m² or kg.
    actuator_armature: f64 [nactuator],
    /// Group, for display and for switching groups off.
    actuator_group: i32 [nactuator],
    /// User data.
    actuator_user: f64 [nactuator, nuser_actuator],
    /// Plugin instance; -1: none.
    actuator_plugin: i32 [nactuator],
    /// Whether `actuator_forcerange` is enforced.
    actuator_forcelimited: Flag [nactuator],
    /// Smallest and largest force, N or N m.
    actuator_forcerange: f64 [nactuator, 2],
    /// Whether the control's `actuator_ctrlrange` is enforced.
    actuator_ctrllimited: Flag [nu],
    /// Smallest and largest value of the control.
    actuator_ctrlrange: f64 [nu, 2],
    /// Factors from actuator to joint force and length; six-dimensional for sites, free and ball joints.
    actuator_gear: f64 [nout, 6],
    /// Size of the joint acceleration that unit force causes in `qpos0`.
    actuator_acc0: f64 [nout],
    /// Length in `qpos0`.
    actuator_length0: f64 [nout],
    /// Lengths the mechanism can reach; zeros: not computed.
    actuator_lengthrange: f64 [nout, 2],

    /// What is measured.
    sensor_type: SensorType [nsensor],
    /// Kind of the values, which decides how the cutoff applies.
    sensor_datatype: DataType [nsensor],
    /// Earliest stage of the pipeline after which the value exists.
    sensor_needstage: Stage [nsensor],
    /// Kind of the object measured.
    sensor_objtype: ObjType [nsensor],
    /// The object; -1: none.
    sensor_objid: i32 [nsensor],
    /// Kind of the frame of reference.
    sensor_reftype: ObjType [nsensor],
    /// The frame of reference; -1: world.
    sensor_refid: i32 [nsensor],
    /// Integer parameters of the sensor's kind: data bits, reduction, count.
    sensor_intprm: i32 [nsensor, 3],
    /// Numbers the sensor yields.
    sensor_dim: i32 [nsensor],
    /// First entry in `sensordata`.
    sensor_adr: i32 [nsensor],
    /// Bound on the values; 0: none.
    sensor_cutoff: f64 [nsensor],
    /// Standard deviation of the noise; information only, nothing is added.
    sensor_noise: f64 [nsensor],
    /// Samples kept for delayed readings (0: none) and order of interpolation between them.
    sensor_history: i32 [nsensor, 2],
    /// First entry in the history buffer; -1: none.
    sensor_historyadr: i32 [nsensor],
    /// Delay of the reading, seconds; 0: none.
    sensor_delay: f64 [nsensor],
    /// Sampling period and phase, seconds; period 0: every step.
    sensor_interval: f64 [nsensor, 2],
    /// User data.
    sensor_user: f64 [nsensor, nuser_sensor],
    /// Plugin instance; -1: none.
    sensor_plugin: i32 [nsensor],

    /// First number in `numeric_data`.
    numeric_adr: i32 [nnumeric],
    /// Numbers in the field.
    numeric_size: i32 [nnumeric],
    /// Numbers of all fields.
    numeric_data: f64 [nnumericdata],

    /// First byte in `text_data`.
    text_adr: i32 [ntext],
    /// Bytes in the field, terminator included.
    text_size: i32 [ntext],
    /// Zero-terminated texts of all fields.
    text_data: u8 [ntextdata],

    /// First object in `tuple_obj*`.
    tuple_adr: i32 [ntuple],
    /// Objects in the tuple.
    tuple_size: i32 [ntuple],
    /// Kind of each object.
    tuple_objtype: ObjType [ntupledata],
    /// Each object.
    tuple_objid: i32 [ntupledata],
    /// Number attached to each object.
    tuple_objprm: f64 [ntupledata],

    /// Time, seconds.
    key_time: f64 [nkey],
    /// Configuration.
    key_qpos: f64 [nkey, nq],
    /// Velocity.
    key_qvel: f64 [nkey, nv],
    /// Activations.
    key_act: f64 [nkey, na],
    /// Positions of the mocap bodies, metres.
    key_mpos: f64 [nkey, nmocap * 3],
    /// Orientations of the mocap bodies.
    key_mquat: f64 [nkey, nmocap * 4],
    /// Controls.
    key_ctrl: f64 [nkey, nu],

    /// Start of each body's name in `names`.
    name_bodyadr: i32 [nbody],
    /// Start of each joint's name in `names`.
    name_jntadr: i32 [njnt],
    /// Start of each geom's name in `names`.
    name_geomadr: i32 [ngeom],
    /// Start of each site's name in `names`.
    name_siteadr: i32 [nsite],
    /// Start of each camera's name in `names`.
    name_camadr: i32 [ncam],
    /// Start of each light's name in `names`.
    name_lightadr: i32 [nlight],
    /// Start of each mesh's name in `names`.
    name_meshadr: i32 [nmesh],
    /// Start of each skin's name in `names`.
    name_skinadr: i32 [nskin],
    /// Start of each height field's name in `names`.
    name_hfieldadr: i32 [nhfield],
    /// Start of each texture's name in `names`.
    name_texadr: i32 [ntex],
    /// Start of each material's name in `names`.
    name_matadr: i32 [nmat],
    /// Start of each contact pair's name in `names`.
    name_pairadr: i32 [npair],
    /// Start of each exclusion's name in `names`.
    name_excludeadr: i32 [nexclude],
    /// Start of each equality constraint's name in `names`.
    name_eqadr: i32 [neq],
    /// Start of each tendon's name in `names`.
    name_tendonadr: i32 [ntendon],
    /// Start of each actuator's name in `names`.
    name_actuatoradr: i32 [nactuator],
    /// Start of each sensor's name in `names`.
    name_sensoradr: i32 [nsensor],
    /// Start of each numeric field's name in `names`.
    name_numericadr: i32 [nnumeric],
    /// Start of each text field's name in `names`.
    name_textadr: i32 [ntext],
    /// Start of each tuple's name in `names`.
    name_tupleadr: i32 [ntuple],
    /// Start of each keyframe's name in `names`.
    name_keyadr: i32 [nkey],

    /// All names, zero-terminated; the first is the model's own.
    names: u8 [nnames],
    /// Hash map from names to ids, one region per kind; -1: free slot.
    names_map: i32 [nnames_map],

    /// Paths of asset files, zero-terminated.
    paths: u8 [npaths],

    /// Dofs that move the body (its own and its ancestors').
    B_rownnz: i32 [nbody],
    /// Address of the body's row in `B_colind`.
    B_rowadr: i32 [nbody],
    /// These dofs, ascending.
    B_colind: i32 [nB],

    /// Non-zeros of the row in the lower triangle of the inertia matrix.
    M_rownnz: i32 [nv],
    /// Address of the row in `M_colind` and in Data's `M`.
    M_rowadr: i32 [nv],
    /// Dof of each non-zero, ascending; the diagonal comes last.
    M_colind: i32 [nC],

    /// For each entry of `M`, its place in the ancestor-chain layout (`dof_Madr`).
    mapM2M: i32 [nC],

    /// Non-zeros of the row in the full dof-by-dof matrix.
    D_rownnz: i32 [nv],
    /// Address of the row in `D_colind`.
    D_rowadr: i32 [nv],
    /// Place of the diagonal entry within the row.
    D_diag: i32 [nv],
    /// Dof of each non-zero, ascending.
    D_colind: i32 [nD],

    /// For each entry of the full matrix, its source in the lower triangle `M`; -1: zero.
    mapM2D: i32 [nD],

    /// For each entry of `M`, its source in the full matrix.
    mapD2M: i32 [nC],
}
}
