//! Model: every size and array of a compiled model, under MuJoCo's names.
//!
//! One flat table and therefore one long file: this list *is* the reference of the format. Arrays are
//! row-major, one row per object; `[nbody, 3]` reads "nbody rows of three". Quaternions are w x y z,
//! angles radians, lengths metres, masses kilograms, times seconds unless a field says otherwise.

#![allow(non_snake_case)] // MuJoCo's own names: `B_rownnz`, `mapM2D`, `nJten`

use crate::arrays::{array_visitors, dim};
use crate::model::enums::*;
use crate::model::options::{Options, Statistic, Visual};

macro_rules! model_table {
    (
        sizes { $($(#[$smeta:meta])* $size:ident),* $(,)? }
        arrays { $($(#[$meta:meta])* $name:ident : $t:ty [ $rows:tt $(, $cols:tt $(* $k:literal)?)? ]),* $(,)? }
    ) => {
        /// A compiled model: what does not change while a world moves.
        ///
        /// Plain data with public fields. Whoever owns a Model may edit it and call
        /// [`Model::set_const`](Model::set_const) to recompute what follows from the edit; shared as
        /// `Arc<Model>` it does not change.
        #[derive(Clone, Debug, Default, PartialEq)]
        pub struct Model {
            $($(#[$smeta])* pub $size: usize,)*
            /// Physics options.
            pub opt: Options,
            /// Statistics of the reference pose.
            pub stat: Statistic,
            /// Visualisation settings; no effect on motion.
            pub vis: Visual,
            $($(#[$meta])* pub $name: Vec<$t>,)*
        }

        impl Model {
            /// Names of all sizes, in declaration order.
            pub const SIZE_NAMES: &'static [&'static str] = &[$(stringify!($size)),*];

            /// Calls `visit(name, value)` for every size.
            pub fn visit_sizes(&self, visit: &mut dyn FnMut(&'static str, usize)) {
                $(visit(stringify!($size), self.$size);)*
            }

            /// Calls `visit(name, value)` for every size, mutably.
            pub fn visit_sizes_mut(&mut self, visit: &mut dyn FnMut(&'static str, &mut usize)) {
                $(visit(stringify!($size), &mut self.$size);)*
            }

            /// Gives every array the length its sizes ask for; new entries are zero.
            pub fn resize_arrays(&mut self) {
                $(self.$name.resize(
                    dim!(self, $rows) $(* dim!(self, $cols $(* $k)?))?,
                    <$t>::default(),
                );)*
            }
        }

        array_visitors!(Model { $($name: $t [$rows $(, $cols $(* $k)?)?]),* });
    };
}

model_table! {
sizes {
    /// .
    nq,
    /// .
    nv,
    /// .
    nu,
    /// .
    nactuator,
    /// .
    nout,
    /// .
    na,
    /// .
    nbody,
    /// .
    nbvh,
    /// .
    nbvhstatic,
    /// .
    nbvhdynamic,
    /// .
    noct,
    /// .
    njnt,
    /// .
    ntree,
    /// .
    nM,
    /// .
    nB,
    /// .
    nC,
    /// .
    nD,
    /// .
    ngeom,
    /// .
    nsite,
    /// .
    ncam,
    /// .
    nlight,
    /// .
    nflex,
    /// .
    nflexnode,
    /// .
    nflexvert,
    /// .
    nflexedge,
    /// .
    nflexelem,
    /// .
    nflexelemdata,
    /// .
    nflexstiffness,
    /// .
    nflexbending,
    /// .
    nefm0dof,
    /// .
    nefm0L,
    /// .
    nflexelemedge,
    /// .
    nflexshelldata,
    /// .
    nflexevpair,
    /// .
    nflextexcoord,
    /// .
    nJfe,
    /// .
    nJfv,
    /// .
    nmesh,
    /// .
    nmeshvert,
    /// .
    nmeshnormal,
    /// .
    nmeshtexcoord,
    /// .
    nmeshface,
    /// .
    nmeshgraph,
    /// .
    nmeshpoly,
    /// .
    nmeshpolyvert,
    /// .
    nmeshpolymap,
    /// .
    nskin,
    /// .
    nskinvert,
    /// .
    nskintexvert,
    /// .
    nskinface,
    /// .
    nskinbone,
    /// .
    nskinbonevert,
    /// .
    nhfield,
    /// .
    nhfielddata,
    /// .
    ntex,
    /// .
    ntexdata,
    /// .
    nmat,
    /// .
    npair,
    /// .
    nexclude,
    /// .
    neq,
    /// .
    ntendon,
    /// .
    nJten,
    /// .
    nwrap,
    /// .
    nsensor,
    /// .
    nnumeric,
    /// .
    nnumericdata,
    /// .
    ntext,
    /// .
    ntextdata,
    /// .
    ntuple,
    /// .
    ntupledata,
    /// .
    nkey,
    /// .
    nmocap,
    /// .
    nplugin,
    /// .
    npluginattr,
    /// .
    nuser_body,
    /// .
    nuser_jnt,
    /// .
    nuser_geom,
    /// .
    nuser_site,
    /// .
    nuser_cam,
    /// .
    nuser_tendon,
    /// .
    nuser_actuator,
    /// .
    nuser_sensor,
    /// .
    nnames,
    /// .
    npaths,
    /// .
    nnames_map,
    /// .
    nJmom,
    /// .
    ngravcomp,
    /// .
    nemax,
    /// .
    njmax,
    /// .
    nconmax,
    /// .
    npolygonmax,
    /// .
    nmeshdegmax,
    /// .
    nuserdata,
    /// .
    nsensordata,
    /// .
    npluginstate,
    /// .
    nhistory,
    /// .
    narena,
    /// .
    nbuffer,
}
arrays {
    /// .
    qpos0: f64 [nq],

    /// .
    qpos_spring: f64 [nq],

    /// .
    body_parentid: i32 [nbody],
    /// .
    body_rootid: i32 [nbody],
    /// .
    body_weldid: i32 [nbody],
    /// .
    body_mocapid: i32 [nbody],
    /// .
    body_jntnum: i32 [nbody],
    /// .
    body_jntadr: i32 [nbody],
    /// .
    body_dofnum: i32 [nbody],
    /// .
    body_dofadr: i32 [nbody],
    /// .
    body_treeid: i32 [nbody],
    /// .
    body_geomnum: i32 [nbody],
    /// .
    body_geomadr: i32 [nbody],
    /// .
    body_simple: u8 [nbody],
    /// .
    body_sameframe: u8 [nbody],
    /// .
    body_pos: f64 [nbody, 3],
    /// .
    body_quat: f64 [nbody, 4],
    /// .
    body_ipos: f64 [nbody, 3],
    /// .
    body_iquat: f64 [nbody, 4],
    /// .
    body_mass: f64 [nbody],
    /// .
    body_subtreemass: f64 [nbody],
    /// .
    body_inertia: f64 [nbody, 3],
    /// .
    body_invweight0: f64 [nbody, 2],
    /// .
    body_gravcomp: f64 [nbody],
    /// .
    body_margin: f64 [nbody],
    /// .
    body_user: f64 [nbody, nuser_body],
    /// .
    body_plugin: i32 [nbody],
    /// .
    body_contype: i32 [nbody],
    /// .
    body_conaffinity: i32 [nbody],
    /// .
    body_bvhadr: i32 [nbody],
    /// .
    body_bvhnum: i32 [nbody],

    /// .
    bvh_depth: i32 [nbvh],
    /// .
    bvh_child: i32 [nbvh, 2],
    /// .
    bvh_nodeid: i32 [nbvh],
    /// .
    bvh_aabb: f64 [nbvhstatic, 6],

    /// .
    oct_depth: i32 [noct],
    /// .
    oct_child: i32 [noct, 8],
    /// .
    oct_aabb: f64 [noct, 6],
    /// .
    oct_coeff: f64 [noct, 8],

    /// .
    jnt_type: JointType [njnt],
    /// .
    jnt_qposadr: i32 [njnt],
    /// .
    jnt_dofadr: i32 [njnt],
    /// .
    jnt_bodyid: i32 [njnt],
    /// .
    jnt_actuatorid: i32 [njnt],
    /// .
    jnt_group: i32 [njnt],
    /// .
    jnt_limited: bool [njnt],
    /// .
    jnt_actfrclimited: bool [njnt],
    /// .
    jnt_actgravcomp: bool [njnt],
    /// .
    jnt_solref: f64 [njnt, 2],
    /// .
    jnt_solimp: f64 [njnt, 5],
    /// .
    jnt_pos: f64 [njnt, 3],
    /// .
    jnt_axis: f64 [njnt, 3],
    /// .
    jnt_stiffness: f64 [njnt],
    /// .
    jnt_stiffnesspoly: f64 [njnt, 2],
    /// .
    jnt_range: f64 [njnt, 2],
    /// .
    jnt_actfrcrange: f64 [njnt, 2],
    /// .
    jnt_margin: f64 [njnt],
    /// .
    jnt_user: f64 [njnt, nuser_jnt],

    /// .
    dof_bodyid: i32 [nv],
    /// .
    dof_jntid: i32 [nv],
    /// .
    dof_parentid: i32 [nv],
    /// .
    dof_treeid: i32 [nv],
    /// .
    dof_Madr: i32 [nv],
    /// .
    dof_simplenum: i32 [nv],
    /// .
    dof_solref: f64 [nv, 2],
    /// .
    dof_solimp: f64 [nv, 5],
    /// .
    dof_frictionloss: f64 [nv],
    /// .
    dof_armature: f64 [nv],
    /// .
    dof_damping: f64 [nv],
    /// .
    dof_dampingpoly: f64 [nv, 2],
    /// .
    dof_invweight0: f64 [nv],
    /// .
    dof_M0: f64 [nv],
    /// .
    dof_length: f64 [nv],

    /// .
    tree_bodyadr: i32 [ntree],
    /// .
    tree_bodynum: i32 [ntree],
    /// .
    tree_dofadr: i32 [ntree],
    /// .
    tree_dofnum: i32 [ntree],
    /// .
    tree_sleep_policy: SleepPolicy [ntree],

    /// .
    geom_type: GeomType [ngeom],
    /// .
    geom_contype: i32 [ngeom],
    /// .
    geom_conaffinity: i32 [ngeom],
    /// .
    geom_condim: i32 [ngeom],
    /// .
    geom_bodyid: i32 [ngeom],
    /// .
    geom_dataid: i32 [ngeom],
    /// .
    geom_matid: i32 [ngeom],
    /// .
    geom_group: i32 [ngeom],
    /// .
    geom_priority: i32 [ngeom],
    /// .
    geom_plugin: i32 [ngeom],
    /// .
    geom_sameframe: u8 [ngeom],
    /// .
    geom_solmix: f64 [ngeom],
    /// .
    geom_solref: f64 [ngeom, 2],
    /// .
    geom_solimp: f64 [ngeom, 5],
    /// .
    geom_size: f64 [ngeom, 3],
    /// .
    geom_aabb: f64 [ngeom, 6],
    /// .
    geom_rbound: f64 [ngeom],
    /// .
    geom_pos: f64 [ngeom, 3],
    /// .
    geom_quat: f64 [ngeom, 4],
    /// .
    geom_friction: f64 [ngeom, 3],
    /// .
    geom_margin: f64 [ngeom],
    /// .
    geom_gap: f64 [ngeom],
    /// .
    geom_surfacevel: f64 [ngeom, 6],
    /// .
    geom_adhesion: f64 [ngeom],
    /// .
    geom_fluid: f64 [ngeom, 12],
    /// .
    geom_user: f64 [ngeom, nuser_geom],
    /// .
    geom_rgba: f32 [ngeom, 4],

    /// .
    site_type: GeomType [nsite],
    /// .
    site_bodyid: i32 [nsite],
    /// .
    site_matid: i32 [nsite],
    /// .
    site_group: i32 [nsite],
    /// .
    site_sameframe: u8 [nsite],
    /// .
    site_size: f64 [nsite, 3],
    /// .
    site_pos: f64 [nsite, 3],
    /// .
    site_quat: f64 [nsite, 4],
    /// .
    site_user: f64 [nsite, nuser_site],
    /// .
    site_rgba: f32 [nsite, 4],

    /// .
    cam_mode: CamLightMode [ncam],
    /// .
    cam_bodyid: i32 [ncam],
    /// .
    cam_targetbodyid: i32 [ncam],
    /// .
    cam_pos: f64 [ncam, 3],
    /// .
    cam_quat: f64 [ncam, 4],
    /// .
    cam_poscom0: f64 [ncam, 3],
    /// .
    cam_pos0: f64 [ncam, 3],
    /// .
    cam_mat0: f64 [ncam, 9],
    /// .
    cam_projection: Projection [ncam],
    /// .
    cam_fovy: f64 [ncam],
    /// .
    cam_ipd: f64 [ncam],
    /// .
    cam_resolution: i32 [ncam, 2],
    /// .
    cam_output: i32 [ncam],
    /// .
    cam_sensorsize: f32 [ncam, 2],
    /// .
    cam_intrinsic: f32 [ncam, 4],
    /// .
    cam_user: f64 [ncam, nuser_cam],

    /// .
    light_mode: CamLightMode [nlight],
    /// .
    light_bodyid: i32 [nlight],
    /// .
    light_targetbodyid: i32 [nlight],
    /// .
    light_type: LightType [nlight],
    /// .
    light_texid: i32 [nlight],
    /// .
    light_castshadow: bool [nlight],
    /// .
    light_bulbradius: f32 [nlight],
    /// .
    light_intensity: f32 [nlight],
    /// .
    light_range: f32 [nlight],
    /// .
    light_active: bool [nlight],
    /// .
    light_pos: f64 [nlight, 3],
    /// .
    light_dir: f64 [nlight, 3],
    /// .
    light_poscom0: f64 [nlight, 3],
    /// .
    light_pos0: f64 [nlight, 3],
    /// .
    light_dir0: f64 [nlight, 3],
    /// .
    light_attenuation: f32 [nlight, 3],
    /// .
    light_cutoff: f32 [nlight],
    /// .
    light_softness: f32 [nlight],
    /// .
    light_exponent: f32 [nlight],
    /// .
    light_ambient: f32 [nlight, 3],
    /// .
    light_diffuse: f32 [nlight, 3],
    /// .
    light_specular: f32 [nlight, 3],

    /// .
    efm0_dofid: i32 [nefm0dof],
    /// .
    efm0_L_rownnz: i32 [nefm0dof],
    /// .
    efm0_L_rowadr: i32 [nefm0dof],
    /// .
    efm0_L_colind: i32 [nefm0L],
    /// .
    efm0_L: f64 [nefm0L],

    /// .
    mesh_vertadr: i32 [nmesh],
    /// .
    mesh_vertnum: i32 [nmesh],
    /// .
    mesh_faceadr: i32 [nmesh],
    /// .
    mesh_facenum: i32 [nmesh],
    /// .
    mesh_bvhadr: i32 [nmesh],
    /// .
    mesh_bvhnum: i32 [nmesh],
    /// .
    mesh_octadr: i32 [nmesh],
    /// .
    mesh_octnum: i32 [nmesh],
    /// .
    mesh_normaladr: i32 [nmesh],
    /// .
    mesh_normalnum: i32 [nmesh],
    /// .
    mesh_texcoordadr: i32 [nmesh],
    /// .
    mesh_texcoordnum: i32 [nmesh],
    /// .
    mesh_graphadr: i32 [nmesh],
    /// .
    mesh_extrema: i32 [nmesh, 27],
    /// .
    mesh_vert: f32 [nmeshvert, 3],
    /// .
    mesh_normal: f32 [nmeshnormal, 3],
    /// .
    mesh_texcoord: f32 [nmeshtexcoord, 2],
    /// .
    mesh_face: i32 [nmeshface, 3],
    /// .
    mesh_facenormal: i32 [nmeshface, 3],
    /// .
    mesh_facetexcoord: i32 [nmeshface, 3],
    /// .
    mesh_graph: i32 [nmeshgraph],
    /// .
    mesh_scale: f64 [nmesh, 3],
    /// .
    mesh_pos: f64 [nmesh, 3],
    /// .
    mesh_quat: f64 [nmesh, 4],
    /// .
    mesh_pathadr: i32 [nmesh],
    /// .
    mesh_polynum: i32 [nmesh],
    /// .
    mesh_polyadr: i32 [nmesh],
    /// .
    mesh_polynormal: f64 [nmeshpoly, 3],
    /// .
    mesh_polyvertadr: i32 [nmeshpoly],
    /// .
    mesh_polyvertnum: i32 [nmeshpoly],
    /// .
    mesh_polyvert: i32 [nmeshpolyvert],
    /// .
    mesh_polymapadr: i32 [nmeshvert],
    /// .
    mesh_polymapnum: i32 [nmeshvert],
    /// .
    mesh_polymap: i32 [nmeshpolymap],

    /// .
    hfield_size: f64 [nhfield, 4],
    /// .
    hfield_nrow: i32 [nhfield],
    /// .
    hfield_ncol: i32 [nhfield],
    /// .
    hfield_adr: i32 [nhfield],
    /// .
    hfield_data: f32 [nhfielddata],
    /// .
    hfield_pathadr: i32 [nhfield],

    /// .
    tex_type: TextureType [ntex],
    /// .
    tex_colorspace: ColorSpace [ntex],
    /// .
    tex_height: i32 [ntex],
    /// .
    tex_width: i32 [ntex],
    /// .
    tex_nchannel: i32 [ntex],
    /// .
    tex_adr: i64 [ntex],
    /// .
    tex_data: u8 [ntexdata],
    /// .
    tex_pathadr: i32 [ntex],

    /// .
    mat_texid: i32 [nmat, 10],
    /// .
    mat_texuniform: bool [nmat],
    /// .
    mat_texrepeat: f32 [nmat, 2],
    /// .
    mat_emission: f32 [nmat],
    /// .
    mat_specular: f32 [nmat],
    /// .
    mat_shininess: f32 [nmat],
    /// .
    mat_reflectance: f32 [nmat],
    /// .
    mat_metallic: f32 [nmat],
    /// .
    mat_roughness: f32 [nmat],
    /// .
    mat_rgba: f32 [nmat, 4],

    /// .
    pair_dim: i32 [npair],
    /// .
    pair_geom1: i32 [npair],
    /// .
    pair_geom2: i32 [npair],
    /// .
    pair_signature: i32 [npair],
    /// .
    pair_solref: f64 [npair, 2],
    /// .
    pair_solreffriction: f64 [npair, 2],
    /// .
    pair_solimp: f64 [npair, 5],
    /// .
    pair_margin: f64 [npair],
    /// .
    pair_gap: f64 [npair],
    /// .
    pair_adhesion: f64 [npair],
    /// .
    pair_friction: f64 [npair, 5],

    /// .
    exclude_signature: i32 [nexclude],

    /// .
    eq_type: EqType [neq],
    /// .
    eq_obj1id: i32 [neq],
    /// .
    eq_obj2id: i32 [neq],
    /// .
    eq_objtype: ObjType [neq],
    /// .
    eq_active0: bool [neq],
    /// .
    eq_solref: f64 [neq, 2],
    /// .
    eq_solimp: f64 [neq, 5],
    /// .
    eq_data: f64 [neq, 11],

    /// .
    tendon_adr: i32 [ntendon],
    /// .
    tendon_num: i32 [ntendon],
    /// .
    tendon_matid: i32 [ntendon],
    /// .
    tendon_actuatorid: i32 [ntendon],
    /// .
    tendon_group: i32 [ntendon],
    /// .
    tendon_treenum: i32 [ntendon],
    /// .
    tendon_treeid: i32 [ntendon, 2],

    /// .
    ten_J_rownnz: i32 [ntendon],
    /// .
    ten_J_rowadr: i32 [ntendon],
    /// .
    ten_J_colind: i32 [nJten],

    /// .
    tendon_limited: bool [ntendon],
    /// .
    tendon_actfrclimited: bool [ntendon],
    /// .
    tendon_width: f64 [ntendon],
    /// .
    tendon_solref_lim: f64 [ntendon, 2],
    /// .
    tendon_solimp_lim: f64 [ntendon, 5],
    /// .
    tendon_solref_fri: f64 [ntendon, 2],
    /// .
    tendon_solimp_fri: f64 [ntendon, 5],
    /// .
    tendon_range: f64 [ntendon, 2],
    /// .
    tendon_actfrcrange: f64 [ntendon, 2],
    /// .
    tendon_margin: f64 [ntendon],
    /// .
    tendon_stiffness: f64 [ntendon],
    /// .
    tendon_stiffnesspoly: f64 [ntendon, 2],
    /// .
    tendon_damping: f64 [ntendon],
    /// .
    tendon_dampingpoly: f64 [ntendon, 2],
    /// .
    tendon_armature: f64 [ntendon],
    /// .
    tendon_frictionloss: f64 [ntendon],
    /// .
    tendon_lengthspring: f64 [ntendon, 2],
    /// .
    tendon_length0: f64 [ntendon],
    /// .
    tendon_invweight0: f64 [ntendon],
    /// .
    tendon_user: f64 [ntendon, nuser_tendon],
    /// .
    tendon_rgba: f32 [ntendon, 4],

    /// .
    wrap_type: WrapType [nwrap],
    /// .
    wrap_objid: i32 [nwrap],
    /// .
    wrap_prm: f64 [nwrap],

    /// .
    actuator_trntype: TransmissionType [nactuator],
    /// .
    actuator_dyntype: ActuatorDynamics [nactuator],
    /// .
    actuator_gaintype: GainType [nactuator],
    /// .
    actuator_biastype: BiasType [nactuator],
    /// .
    actuator_ctrladr: i32 [nactuator],
    /// .
    actuator_ctrlnum: i32 [nactuator],
    /// .
    actuator_ctrlspec: i32 [nactuator],
    /// .
    actuator_outadr: i32 [nactuator],
    /// .
    actuator_outnum: i32 [nactuator],
    /// .
    actuator_actadr: i32 [nactuator],
    /// .
    actuator_actnum: i32 [nactuator],
    /// .
    actuator_trnid: i32 [nactuator, 2],
    /// .
    actuator_cranklength: f64 [nactuator],
    /// .
    actuator_dynprm: f64 [nactuator, 10],
    /// .
    actuator_gainprm: f64 [nactuator, 10],
    /// .
    actuator_biasprm: f64 [nactuator, 10],
    /// .
    actuator_actlimited: bool [nactuator],
    /// .
    actuator_actrange: f64 [nactuator, 2],
    /// .
    actuator_actearly: bool [nactuator],
    /// .
    actuator_history: i32 [nactuator, 2],
    /// .
    actuator_historyadr: i32 [nactuator],
    /// .
    actuator_delay: f64 [nactuator],
    /// .
    actuator_damping: f64 [nactuator],
    /// .
    actuator_dampingpoly: f64 [nactuator, 2],
    /// .
    actuator_armature: f64 [nactuator],
    /// .
    actuator_group: i32 [nactuator],
    /// .
    actuator_user: f64 [nactuator, nuser_actuator],
    /// .
    actuator_plugin: i32 [nactuator],
    /// .
    actuator_forcelimited: bool [nactuator],
    /// .
    actuator_forcerange: f64 [nactuator, 2],
    /// .
    actuator_ctrllimited: bool [nu],
    /// .
    actuator_ctrlrange: f64 [nu, 2],
    /// .
    actuator_gear: f64 [nout, 6],
    /// .
    actuator_acc0: f64 [nout],
    /// .
    actuator_length0: f64 [nout],
    /// .
    actuator_lengthrange: f64 [nout, 2],

    /// .
    sensor_type: SensorType [nsensor],
    /// .
    sensor_datatype: DataType [nsensor],
    /// .
    sensor_needstage: Stage [nsensor],
    /// .
    sensor_objtype: ObjType [nsensor],
    /// .
    sensor_objid: i32 [nsensor],
    /// .
    sensor_reftype: ObjType [nsensor],
    /// .
    sensor_refid: i32 [nsensor],
    /// .
    sensor_intprm: i32 [nsensor, 3],
    /// .
    sensor_dim: i32 [nsensor],
    /// .
    sensor_adr: i32 [nsensor],
    /// .
    sensor_cutoff: f64 [nsensor],
    /// .
    sensor_noise: f64 [nsensor],
    /// .
    sensor_history: i32 [nsensor, 2],
    /// .
    sensor_historyadr: i32 [nsensor],
    /// .
    sensor_delay: f64 [nsensor],
    /// .
    sensor_interval: f64 [nsensor, 2],
    /// .
    sensor_user: f64 [nsensor, nuser_sensor],
    /// .
    sensor_plugin: i32 [nsensor],

    /// .
    numeric_adr: i32 [nnumeric],
    /// .
    numeric_size: i32 [nnumeric],
    /// .
    numeric_data: f64 [nnumericdata],

    /// .
    text_adr: i32 [ntext],
    /// .
    text_size: i32 [ntext],
    /// .
    text_data: u8 [ntextdata],

    /// .
    tuple_adr: i32 [ntuple],
    /// .
    tuple_size: i32 [ntuple],
    /// .
    tuple_objtype: ObjType [ntupledata],
    /// .
    tuple_objid: i32 [ntupledata],
    /// .
    tuple_objprm: f64 [ntupledata],

    /// .
    key_time: f64 [nkey],
    /// .
    key_qpos: f64 [nkey, nq],
    /// .
    key_qvel: f64 [nkey, nv],
    /// .
    key_act: f64 [nkey, na],
    /// .
    key_mpos: f64 [nkey, nmocap * 3],
    /// .
    key_mquat: f64 [nkey, nmocap * 4],
    /// .
    key_ctrl: f64 [nkey, nu],

    /// .
    name_bodyadr: i32 [nbody],
    /// .
    name_jntadr: i32 [njnt],
    /// .
    name_geomadr: i32 [ngeom],
    /// .
    name_siteadr: i32 [nsite],
    /// .
    name_camadr: i32 [ncam],
    /// .
    name_lightadr: i32 [nlight],
    /// .
    name_meshadr: i32 [nmesh],
    /// .
    name_hfieldadr: i32 [nhfield],
    /// .
    name_texadr: i32 [ntex],
    /// .
    name_matadr: i32 [nmat],
    /// .
    name_pairadr: i32 [npair],
    /// .
    name_excludeadr: i32 [nexclude],
    /// .
    name_eqadr: i32 [neq],
    /// .
    name_tendonadr: i32 [ntendon],
    /// .
    name_actuatoradr: i32 [nactuator],
    /// .
    name_sensoradr: i32 [nsensor],
    /// .
    name_numericadr: i32 [nnumeric],
    /// .
    name_textadr: i32 [ntext],
    /// .
    name_tupleadr: i32 [ntuple],
    /// .
    name_keyadr: i32 [nkey],

    /// .
    names: u8 [nnames],
    /// .
    names_map: i32 [nnames_map],

    /// .
    paths: u8 [npaths],

    /// .
    B_rownnz: i32 [nbody],
    /// .
    B_rowadr: i32 [nbody],
    /// .
    B_colind: i32 [nB],

    /// .
    M_rownnz: i32 [nv],
    /// .
    M_rowadr: i32 [nv],
    /// .
    M_colind: i32 [nC],

    /// .
    mapM2M: i32 [nC],

    /// .
    D_rownnz: i32 [nv],
    /// .
    D_rowadr: i32 [nv],
    /// .
    D_diag: i32 [nv],
    /// .
    D_colind: i32 [nD],

    /// .
    mapM2D: i32 [nD],

    /// .
    mapD2M: i32 [nC],
}
}
