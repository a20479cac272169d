//! The one table of rules: what the entries of each array may be.
//!
//! Rules stand in an order in which each may rely on those before it. Every array of whole numbers is here or in `FREE`.

use super::entry::{Blocks, Outcome, among, indices, kinds, refuse};
use super::{actuators, assets, sensors, structure};
use crate::model::*;

/// What must hold for some arrays.
pub(super) struct Rule {
    /// All arrays that it looks at.
    pub arrays: &'static [&'static str],
    /// Whether it holds.
    pub check: fn(&Model) -> Outcome,
}

/// An array of indices: at least a number, below a size.
macro_rules! index {
    ($array:ident >= $least:literal, $size:ident) => {
        Rule {
            arrays: &[stringify!($array)],
            check: |m| indices(stringify!($array), &m.$array, $least, (stringify!($size), m.$size)),
        }
    };
}

/// Addresses, numbers and the size they lie in.
macro_rules! blocks {
    ($starts:ident, $numbers:ident, $size:ident) => {
        Rule {
            arrays: &[stringify!($starts), stringify!($numbers)],
            check: |m| {
                let (starts, numbers) =
                    ((stringify!($starts), &m.$starts[..]), (stringify!($numbers), &m.$numbers[..]));
                Blocks { starts, numbers, of: (stringify!($size), m.$size) }.check()
            },
        }
    };
}

/// Named values.
macro_rules! kind {
    ($array:ident: $Kind:ident) => {
        Rule { arrays: &[stringify!($array)], check: kinds!($array, $Kind) }
    };
}

/// A few values.
macro_rules! few {
    ($array:ident: $($value:literal)*) => {
        Rule {
            arrays: &[stringify!($array)],
            check: |m| among(stringify!($array), m.$array.iter().map(|&value| i32::from(value)), &[$($value),*]),
        }
    };
}

/// Where texts start, or -1.
macro_rules! start {
    ($array:ident, $size:ident) => {
        Rule {
            arrays: &[stringify!($array)],
            check: |m| assets::starts(stringify!($array), &m.$array, (stringify!($size), m.$size)),
        }
    };
}

/// A function and all arrays that it looks at.
macro_rules! rule {
    ($check:path: $($array:ident)*) => {
        Rule { arrays: &[$(stringify!($array)),*], check: $check }
    };
}

/// Arrays whose entries may be anything: bits, groups, priorities, keys, settings of a program.
#[cfg(test)]
pub(super) const FREE: &[&str] = &[
    "body_plugin",
    "body_contype",
    "body_conaffinity",
    "bvh_depth",
    "oct_depth",
    "jnt_group",
    "geom_contype",
    "geom_conaffinity",
    "geom_group",
    "geom_priority",
    "geom_plugin",
    "site_group",
    "skin_group",
    "cam_output",
    // flexes are not part of a Model: these are empty
    "efm0_dofid",
    "efm0_L_rownnz",
    "efm0_L_rowadr",
    "efm0_L_colind",
    "tex_data",
    "pair_signature",
    "exclude_signature",
    "tendon_group",
    "actuator_plugin",
    "actuator_group",
    "sensor_plugin",
    "text_data",
    "names",
    "paths",
];

/// Every rule.
pub(super) const RULES: &[Rule] = &[
    rule!(structure::parents: body_parentid body_mocapid),
    kind!(jnt_type: JointType),
    rule!(structure::joints: body_jntnum body_jntadr jnt_type),
    rule!(structure::freedom: body_parentid body_mocapid body_jntnum body_jntadr jnt_type),
    few!(body_simple: 0 1 2),
    few!(body_sameframe: 0 1 2 3 4),
    few!(geom_sameframe: 0 1 2 3 4),
    few!(site_sameframe: 0 1 2 3 4),
    index!(geom_bodyid >= 0, nbody),
    index!(site_bodyid >= 0, nbody),
    blocks!(body_geomadr, body_geomnum, ngeom),
    blocks!(tendon_adr, tendon_num, nwrap),
    kind!(wrap_type: WrapType),
    rule!(actuators::tendon_paths: wrap_type wrap_objid tendon_adr tendon_num),
    rule!(structure::derived:
        body_parentid body_mocapid body_jntnum body_jntadr body_rootid body_weldid body_dofnum body_dofadr body_treeid
        body_simple jnt_type jnt_qposadr jnt_dofadr jnt_bodyid dof_bodyid dof_jntid dof_parentid dof_treeid dof_simplenum
        dof_Madr tree_bodyadr tree_bodynum tree_dofadr tree_dofnum tendon_adr tendon_num tendon_treenum tendon_treeid
        wrap_type wrap_objid site_bodyid geom_bodyid M_rownnz M_rowadr M_colind mapM2M D_rownnz D_rowadr D_diag D_colind
        mapM2D mapD2M B_rownnz B_rowadr B_colind),
    rule!(structure::tendon_pattern:
        tendon_adr tendon_num wrap_type wrap_objid site_bodyid geom_bodyid ten_J_rownnz ten_J_rowadr ten_J_colind),
    kind!(tree_sleep_policy: SleepPolicy),
    index!(jnt_actuatorid >= -2, nactuator),
    index!(tendon_actuatorid >= -2, nactuator),
    index!(cam_bodyid >= 0, nbody),
    index!(cam_targetbodyid >= -1, nbody),
    index!(light_bodyid >= 0, nbody),
    index!(light_targetbodyid >= -1, nbody),
    index!(light_texid >= -1, ntex),
    index!(geom_matid >= -1, nmat),
    index!(site_matid >= -1, nmat),
    index!(tendon_matid >= -1, nmat),
    index!(skin_matid >= -1, nmat),
    index!(mat_texid >= -1, ntex),
    kind!(geom_type: GeomType),
    kind!(site_type: GeomType),
    kind!(cam_mode: CamLightMode),
    kind!(cam_projection: Projection),
    kind!(light_mode: CamLightMode),
    kind!(light_type: LightType),
    kind!(tex_type: TextureType),
    kind!(tex_colorspace: ColorSpace),
    few!(geom_condim: 1 3 4 6),
    few!(pair_dim: 1 3 4 6),
    index!(pair_geom1 >= 0, ngeom),
    index!(pair_geom2 >= 0, ngeom),
    rule!(assets::geom_data: geom_type geom_dataid),
    rule!(assets::grids: geom_dataid),
    blocks!(mesh_vertadr, mesh_vertnum, nmeshvert),
    blocks!(mesh_faceadr, mesh_facenum, nmeshface),
    blocks!(mesh_normaladr, mesh_normalnum, nmeshnormal),
    blocks!(mesh_texcoordadr, mesh_texcoordnum, nmeshtexcoord),
    blocks!(mesh_polyadr, mesh_polynum, nmeshpoly),
    blocks!(mesh_polyvertadr, mesh_polyvertnum, nmeshpolyvert),
    blocks!(mesh_polymapadr, mesh_polymapnum, nmeshpolymap),
    blocks!(mesh_octadr, mesh_octnum, noct),
    rule!(assets::mesh_faces:
        mesh_vertadr mesh_vertnum mesh_faceadr mesh_facenum mesh_normalnum mesh_texcoordnum mesh_face mesh_facenormal
        mesh_facetexcoord mesh_polyadr mesh_polynum mesh_polyvertadr mesh_polyvertnum mesh_polyvert mesh_polymapadr
        mesh_polymapnum mesh_polymap),
    index!(mesh_graphadr >= -1, nmeshgraph),
    rule!(assets::hulls: mesh_graphadr mesh_graph mesh_vertnum),
    Rule {
        arrays: &["mesh_extrema", "mesh_vertnum"],
        check: |m| {
            let rows = m.mesh_extrema.as_chunks::<27>().0.iter().zip(&m.mesh_vertnum).enumerate();
            for (i, (row, &vertices)) in rows {
                if let Some(at) = row.iter().position(|&vertex| vertex < -1 || vertex >= vertices.max(1)) {
                    let why = super::entry::outside(-1, "vertices of the mesh", vertices.max(0) as usize);
                    return Err(refuse("mesh_extrema", 27 * i + at, row[at], why));
                }
            }
            Ok(())
        },
    },
    rule!(assets::hierarchies: body_bvhadr body_bvhnum mesh_bvhadr mesh_bvhnum mesh_facenum bvh_child bvh_nodeid),
    rule!(assets::octrees: mesh_octadr mesh_octnum oct_child),
    blocks!(skin_vertadr, skin_vertnum, nskinvert),
    blocks!(skin_faceadr, skin_facenum, nskinface),
    blocks!(skin_boneadr, skin_bonenum, nskinbone),
    blocks!(skin_bonevertadr, skin_bonevertnum, nskinbonevert),
    index!(skin_bonebodyid >= 0, nbody),
    rule!(assets::skins:
        skin_vertnum skin_texcoordadr skin_faceadr skin_facenum skin_face skin_boneadr skin_bonenum skin_bonevertadr
        skin_bonevertnum skin_bonevertid),
    rule!(assets::height_fields: hfield_nrow hfield_ncol hfield_adr),
    rule!(assets::textures: tex_height tex_width tex_nchannel tex_adr),
    start!(mesh_pathadr, npaths),
    start!(skin_pathadr, npaths),
    start!(hfield_pathadr, npaths),
    start!(tex_pathadr, npaths),
    kind!(eq_type: EqType),
    kind!(eq_objtype: ObjType),
    rule!(actuators::equalities: eq_type eq_objtype eq_obj1id eq_obj2id),
    kind!(actuator_trntype: TransmissionType),
    kind!(actuator_dyntype: ActuatorDynamics),
    kind!(actuator_gaintype: GainType),
    kind!(actuator_biastype: BiasType),
    blocks!(actuator_ctrladr, actuator_ctrlnum, nu),
    blocks!(actuator_outadr, actuator_outnum, nout),
    blocks!(actuator_actadr, actuator_actnum, na),
    rule!(actuators::transmissions: actuator_trntype actuator_trnid actuator_outnum jnt_type),
    rule!(structure::capacity: actuator_trntype actuator_trnid site_bodyid jnt_type eq_type),
    rule!(actuators::laws:
        actuator_gaintype actuator_dyntype actuator_ctrlspec actuator_ctrlnum actuator_actnum actuator_outnum actuator_dynprm
        actuator_gainprm),
    rule!(actuators::control_histories: actuator_history actuator_historyadr actuator_ctrlnum),
    kind!(sensor_type: SensorType),
    kind!(sensor_datatype: DataType),
    kind!(sensor_needstage: Stage),
    kind!(sensor_objtype: ObjType),
    kind!(sensor_reftype: ObjType),
    blocks!(sensor_adr, sensor_dim, nsensordata),
    rule!(sensors::objects: sensor_type sensor_objtype sensor_objid sensor_reftype sensor_refid jnt_type),
    rule!(sensors::readings:
        sensor_type sensor_objtype sensor_objid sensor_intprm sensor_dim cam_resolution sensor_history sensor_historyadr),
    blocks!(numeric_adr, numeric_size, nnumericdata),
    blocks!(text_adr, text_size, ntextdata),
    blocks!(tuple_adr, tuple_size, ntupledata),
    kind!(tuple_objtype: ObjType),
    rule!(sensors::tuples: tuple_objtype tuple_objid),
    index!(names_map >= -1, nnames),
    index!(name_bodyadr >= 0, nnames),
    index!(name_jntadr >= 0, nnames),
    index!(name_geomadr >= 0, nnames),
    index!(name_siteadr >= 0, nnames),
    index!(name_camadr >= 0, nnames),
    index!(name_lightadr >= 0, nnames),
    index!(name_meshadr >= 0, nnames),
    index!(name_skinadr >= 0, nnames),
    index!(name_hfieldadr >= 0, nnames),
    index!(name_texadr >= 0, nnames),
    index!(name_matadr >= 0, nnames),
    index!(name_pairadr >= 0, nnames),
    index!(name_excludeadr >= 0, nnames),
    index!(name_eqadr >= 0, nnames),
    index!(name_tendonadr >= 0, nnames),
    index!(name_actuatoradr >= 0, nnames),
    index!(name_sensoradr >= 0, nnames),
    index!(name_numericadr >= 0, nnames),
    index!(name_textadr >= 0, nnames),
    index!(name_tupleadr >= 0, nnames),
    index!(name_keyadr >= 0, nnames),
];
