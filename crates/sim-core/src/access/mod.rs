//! Objects by name and with types: what a program reads and sets without counting array entries.
//!
//! [`Model`](crate::Model) gives an object's constants, [`Data`](crate::Data) its state; both find it by name or by
//! [typed id](BodyId). The methods of an object are the arrays of its kind under their short names: `body_mass` is
//! `model.body("torso")?.mass()`, `xpos` is `data.body("torso")?.xpos()`. Edits of a Model have names too:
//! `model.body_mut("torso")?.set_mass(8.0)`.
//!
//! ```
//! use sim_core::Model;
//!
//! let model = Model::n_link_pendulum(2, 1.0, 0.1);
//! let mut data = model.make_data();
//! data.joint_mut("hinge1")?.qpos()[0] = 0.3;
//! data.step(&model)?;
//!
//! let tip = model.body("link2")?;
//! println!("{tip:?} weighs {} kg and is at {:?}", tip.mass(), data.body(tip.id())?.xpos());
//! for joint in model.joints() {
//!     println!("{joint:?} turns {:?}: {:?}", joint.body(), data.joint(joint.id())?.qpos());
//! }
//! for contact in data.contacts() {
//!     println!("{:?} touch at {:?} with {:?} N", contact.bodies(), contact.pos, contact.force());
//! }
//! assert!(model.body("lnk1").unwrap_err().to_string().contains("'link1'"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod contacts;
mod edit;
pub(crate) mod family;
mod id;
mod object;
mod query;
mod state;

pub use crate::query::ray::Filter as RayFilter;
pub use contacts::ContactView;
pub use edit::{ActuatorEdit, BodyEdit, CameraEdit, GeomEdit, JointEdit, SiteEdit};
pub use id::*;
pub use object::*;
pub use query::{GeomDistance, Jacobian, RayHit};
pub use state::*;

#[cfg(test)]
mod tests {
    use super::family::FAMILIES;
    use super::*;
    use crate::data::Data;
    use crate::model::{Model, ObjType};
    use std::collections::BTreeSet;

    /// Arrays of a kind that other methods say more plainly: addresses and counts, references of several kinds.
    const OTHERWISE: &[&str] = &[
        "body_parentid",
        "body_mocapid",
        "body_jntnum",
        "body_jntadr",
        "body_dofnum",
        "body_dofadr",
        "body_treeid",
        "body_geomnum",
        "body_geomadr",
        "body_plugin",
        "body_bvhadr",
        "body_bvhnum",
        "jnt_qposadr",
        "jnt_dofadr",
        "jnt_bodyid",
        "dof_bodyid",
        "dof_jntid",
        "dof_parentid",
        "dof_treeid",
        "dof_Madr",
        "dof_simplenum",
        "geom_bodyid",
        "geom_dataid",
        "geom_plugin",
        "site_bodyid",
        "cam_bodyid",
        "light_bodyid",
        "mesh_vertadr",
        "mesh_vertnum",
        "mesh_faceadr",
        "mesh_facenum",
        "mesh_bvhadr",
        "mesh_bvhnum",
        "mesh_octadr",
        "mesh_octnum",
        "mesh_normaladr",
        "mesh_normalnum",
        "mesh_texcoordadr",
        "mesh_texcoordnum",
        "mesh_graphadr",
        "mesh_pathadr",
        "mesh_polynum",
        "mesh_polyadr",
        "skin_vertadr",
        "skin_vertnum",
        "skin_texcoordadr",
        "skin_faceadr",
        "skin_facenum",
        "skin_boneadr",
        "skin_bonenum",
        "skin_pathadr",
        "hfield_adr",
        "hfield_data",
        "hfield_pathadr",
        "tex_adr",
        "tex_data",
        "tex_pathadr",
        "mat_texid",
        "pair_signature",
        "exclude_signature",
        "eq_obj1id",
        "eq_obj2id",
        "tendon_adr",
        "tendon_num",
        "tendon_treenum",
        "tendon_treeid",
        "ten_J_rownnz",
        "ten_J_rowadr",
        "ten_J_colind",
        "actuator_ctrladr",
        "actuator_ctrlnum",
        "actuator_outadr",
        "actuator_outnum",
        "actuator_actadr",
        "actuator_actnum",
        "actuator_historyadr",
        "actuator_plugin",
        "actuator_ctrllimited",
        "sensor_objid",
        "sensor_refid",
        "sensor_adr",
        "sensor_historyadr",
        "sensor_plugin",
        "numeric_adr",
        "numeric_size",
        "text_adr",
        "text_size",
        "text_data",
        "tuple_adr",
        "tuple_size",
        "key_mpos",
        "key_mquat",
        "qLDiagInv",
        "dof_awake_ind",
        "dof_island",
        "map_dof2idof",
        "map_idof2dof",
        "body_awake_ind",
        "parent_awake_ind",
        "ten_wrapadr",
        "ten_wrapnum",
        "ten_J",
        "tendon_efcadr",
        "moment_rownnz",
        "moment_rowadr",
        "moment_colind",
        "actuator_moment",
    ];

    #[test]
    fn every_array_of_a_kind_has_a_method() {
        let (of_model, of_data) = (OBJECT_METHODS, STATE_METHODS);
        for (arrays, methods, in_data) in [(Model::ARRAYS, of_model, false), (Data::ARRAYS, of_data, true)] {
            for family in &FAMILIES {
                if in_data && family.data_methods.is_empty() {
                    continue;
                }
                let own = methods.iter().filter(|(kind, _)| *kind == family.kind).flat_map(|(_, arrays)| *arrays);
                let own: BTreeSet<&str> = own.copied().collect();
                let parts = arrays.iter().filter(|info| family.part(info, in_data).is_some()).map(|info| info.name);
                let parts: BTreeSet<&str> = parts.filter(|name| !OTHERWISE.contains(name)).collect();
                let known: BTreeSet<&str> = own.iter().copied().filter(|name| parts.contains(name)).collect();
                assert_eq!(parts, known, "{:?}: arrays without a method", family.kind);
            }
        }
    }

    #[test]
    fn objects_are_found_by_name_and_by_id() {
        let m = Model::n_link_pendulum(3, 1.0, 0.1);
        let mut d = m.make_data();
        assert_eq!((m.bodies().len(), m.joints().len(), m.sensors().len()), (4, 3, 0));
        let link = m.body("link2").unwrap();
        assert_eq!((link.id().index(), link.name(), link.mass()), (2, Some("link2"), m.body_mass[2]));
        assert_eq!(link.parent().unwrap().name(), Some("link1"));
        assert_eq!(link.joints().map(|joint| joint.body().id()).collect::<Vec<_>>(), [link.id()]);
        d.joint_mut("hinge2").unwrap().qpos()[0] = 0.5;
        d.body_mut(link.id()).unwrap().xfrc_applied()[2] = 3.0;
        d.forward(&m).unwrap();
        assert_eq!(d.qpos[1], 0.5);
        assert_eq!((d.joint("hinge2").unwrap().qpos(), d.joint("hinge2").unwrap().qvel()), (&[0.5][..], &[0.0][..]));
        assert_eq!(d.body("link2").unwrap().xpos(), d.xpos[6..9]);
        assert_eq!(d.body("link2").unwrap().xfrc_applied()[2], 3.0);
    }

    #[test]
    fn unknown_names_and_foreign_ids_are_errors() {
        let m = Model::n_link_pendulum(3, 1.0, 0.1);
        let error = m.body("lnk1").unwrap_err().to_string();
        assert_eq!(error, "there is no body 'lnk1'; the most similar names are 'link1', 'link2', 'link3', 'world'");
        assert_eq!(m.site("s").unwrap_err().to_string(), "there is no site 's'; the model has none");
        let far = Model::n_link_pendulum(5, 1.0, 0.1).body("link5").unwrap().id();
        assert!(m.make_data().body(far).unwrap_err().to_string().starts_with("there is no body 5; the model has 4"));
        assert!(Data::default().body("world").is_err());
    }

    #[test]
    fn a_world_goes_with_its_model() {
        let (first, second) = (Model::n_link_pendulum(1, 1.0, 0.1), Model::n_link_pendulum(3, 1.0, 0.1));
        let mut d = first.make_data();
        assert!(d.body("link3").is_err());
        d.reset(&second);
        assert_eq!(d.body("link3").unwrap().id().index(), 3);
        assert_eq!(first.count(ObjType::Body), 2);
    }
}
