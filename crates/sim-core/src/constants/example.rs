//! A model with one object of every kind, built without a file.

use crate::math::{quat, set_row};
use crate::model::*;

/// Bodies, joints and geoms by their places.
const ARM: usize = 1;
const BALL: usize = 2;
const TARGET: usize = 3;
const ELBOW: usize = 0;
const FLOAT: usize = 1;
const FLOOR: usize = 0;
const BONE: usize = 1;
const SKIN: usize = 2;
/// Radius of the ball (m).
const RADIUS: f64 = 0.1;
/// How deep the ball begins in the floor (m).
const DEPTH: f64 = 0.001;
/// The words of the text.
const WORDS: &str = "made by hand";

impl Model {
    /// A small scene with a named object of every kind, to try things out without a file: the examples of these pages use it.
    ///
    /// The body `arm` hangs from the hinge `elbow`, 1 m above the plane `floor`, on which `ball` rests beside it; the program
    /// moves `target`. The `motor` turns the elbow, `angle` measures it, `cord` follows it and `lock`, which is off, holds it.
    ///
    /// ```
    /// use sim_core::Model;
    ///
    /// let model = Model::example();
    /// model.validate()?;
    /// let mut data = model.make_data();
    /// data.step(&model)?;
    /// assert_eq!((data.ncon, data.sensor("angle")?.data().len()), (1, 1));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn example() -> Self {
        let mut m = Self {
            nbody: 4,
            njnt: 2,
            nq: 8,
            nv: 7,
            ngeom: 3,
            nsite: 1,
            ncam: 1,
            nlight: 1,
            nmesh: 1,
            nmeshvert: 4,
            nmeshface: 4,
            nmeshnormal: 4,
            nskin: 1,
            nskinvert: 3,
            nskinface: 1,
            nskinbone: 2,
            nskinbonevert: 4,
            nhfield: 1,
            nhfielddata: 4,
            ntex: 1,
            ntexdata: 6,
            nmat: 1,
            npair: 1,
            nexclude: 1,
            neq: 1,
            ntendon: 1,
            nwrap: 1,
            nactuator: 1,
            nu: 1,
            nout: 1,
            nsensor: 1,
            nsensordata: 1,
            nnumeric: 1,
            nnumericdata: 3,
            ntext: 1,
            ntextdata: WORDS.len() + 1,
            ntuple: 1,
            ntupledata: 1,
            nkey: 1,
            nmocap: 1,
            ..Self::default()
        };
        m.resize_arrays();
        m.init_bodies();
        m.example_bodies();
        m.example_geoms();
        m.example_views();
        m.example_assets();
        m.example_skin();
        m.example_constraints();
        m.example_devices();
        m.example_custom();
        m.finish("example", &|kind| names(kind).iter().map(ToString::to_string).collect());
        m
    }

    fn example_bodies(&mut self) {
        self.body_parentid.fill(0);
        set_row(&mut self.body_pos, ARM, [0.0, 0.0, 1.0]);
        set_row(&mut self.body_ipos, ARM, [0.0, 0.0, -0.25]);
        set_row(&mut self.body_inertia, ARM, [0.02, 0.02, 0.001]);
        set_row(&mut self.body_pos, BALL, [1.0, 0.0, RADIUS - DEPTH]);
        set_row(&mut self.body_inertia, BALL, [0.4 * 0.5 * RADIUS * RADIUS; 3]);
        set_row(&mut self.body_pos, TARGET, [0.5, 0.0, 0.5]);
        (self.body_mass[ARM], self.body_mass[BALL]) = (1.0, 0.5);
        self.body_mocapid[TARGET] = 0;
        for (body, joint) in [(ARM, ELBOW), (BALL, FLOAT)] {
            (self.body_jntnum[body], self.body_jntadr[body]) = (1, joint as i32);
        }
        for (body, geom) in [(0, FLOOR), (ARM, BONE), (BALL, SKIN)] {
            (self.body_geomnum[body], self.body_geomadr[body]) = (1, geom as i32);
            self.geom_bodyid[geom] = body as i32;
        }
        (self.jnt_type[ELBOW], self.jnt_type[FLOAT]) = (JointType::Hinge, JointType::Free);
        set_row(&mut self.jnt_axis, ELBOW, [0.0, 1.0, 0.0]);
        set_row(&mut self.jnt_axis, FLOAT, [0.0, 0.0, 1.0]);
        set_row(&mut self.jnt_range, ELBOW, [-2.0, 2.0]);
        self.jnt_limited[ELBOW] = true.into();
        for joint in [ELBOW, FLOAT] {
            set_row(&mut self.jnt_solref, joint, SOLREF);
            set_row(&mut self.jnt_solimp, joint, SOLIMP);
        }
        for dof in 0..self.nv {
            set_row(&mut self.dof_solref, dof, SOLREF);
            set_row(&mut self.dof_solimp, dof, SOLIMP);
        }
        self.dof_damping[0] = 0.1;
        self.qpos0[1..8].copy_from_slice(&[1.0, 0.0, RADIUS - DEPTH, 1.0, 0.0, 0.0, 0.0]);
    }

    fn example_geoms(&mut self) {
        for geom in [FLOOR, BONE, SKIN] {
            self.geom_condim[geom] = 3;
            (self.geom_dataid[geom], self.geom_matid[geom], self.geom_plugin[geom]) = (-1, -1, -1);
            self.geom_solmix[geom] = 1.0;
            set_row(&mut self.geom_solref, geom, SOLREF);
            set_row(&mut self.geom_solimp, geom, SOLIMP);
            set_row(&mut self.geom_friction, geom, [1.0, 0.005, 0.0001]);
            set_row(&mut self.geom_quat, geom, quat::IDENTITY);
            self.geom_rgba[4 * geom..4 * geom + 4].copy_from_slice(&[0.5, 0.5, 0.5, 1.0]);
        }
        for geom in [FLOOR, SKIN] {
            let body = self.geom_bodyid[geom] as usize;
            (self.geom_contype[geom], self.geom_conaffinity[geom]) = (1, 1);
            (self.body_contype[body], self.body_conaffinity[body]) = (1, 1);
        }
        (self.geom_type[FLOOR], self.geom_size[3 * FLOOR + 2]) = (GeomType::Plane, 0.05);
        self.geom_type[BONE] = GeomType::Capsule;
        set_row(&mut self.geom_size, BONE, [0.03, 0.22, 0.0]);
        set_row(&mut self.geom_pos, BONE, [0.0, 0.0, -0.25]);
        set_row(&mut self.geom_aabb, BONE, [0.0, 0.0, 0.0, 0.03, 0.03, 0.25]);
        self.geom_rbound[BONE] = 0.25;
        self.geom_type[SKIN] = GeomType::Sphere;
        (self.geom_size[3 * SKIN], self.geom_matid[SKIN]) = (RADIUS, 0);
        set_row(&mut self.geom_aabb, SKIN, [0.0, 0.0, 0.0, RADIUS, RADIUS, RADIUS]);
        self.geom_rbound[SKIN] = RADIUS;
    }

    /// A site, a camera and a light.
    fn example_views(&mut self) {
        (self.site_type[0], self.site_bodyid[0], self.site_matid[0]) = (GeomType::Sphere, ARM as i32, -1);
        set_row(&mut self.site_size, 0, [0.01; 3]);
        set_row(&mut self.site_pos, 0, [0.0, 0.0, -0.5]);
        set_row(&mut self.site_quat, 0, quat::IDENTITY);
        (self.cam_targetbodyid[0], self.cam_fovy[0], self.cam_output[0]) = (-1, 45.0, 1);
        self.cam_resolution.copy_from_slice(&[640, 480]);
        set_row(&mut self.cam_pos, 0, [0.0, 0.0, 3.0]);
        set_row(&mut self.cam_quat, 0, quat::IDENTITY);
        (self.light_targetbodyid[0], self.light_texid[0], self.light_type[0]) = (-1, -1, LightType::Directional);
        self.light_active[0] = true.into();
        set_row(&mut self.light_pos, 0, [0.0, 0.0, 4.0]);
        set_row(&mut self.light_dir, 0, [0.0, 0.0, -1.0]);
        self.light_diffuse.fill(0.7);
    }

    fn example_assets(&mut self) {
        (self.mesh_vertnum[0], self.mesh_normalnum[0], self.mesh_facenum[0]) = (4, 4, 4);
        self.mesh_vert.copy_from_slice(&[0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0]);
        self.mesh_normal.copy_from_slice(&self.mesh_vert);
        self.mesh_normal[..3].fill(-1.0 / 3f32.sqrt());
        for faces in [&mut self.mesh_face, &mut self.mesh_facenormal] {
            faces.copy_from_slice(&[0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3]);
        }
        for address in [
            &mut self.mesh_texcoordadr,
            &mut self.mesh_graphadr,
            &mut self.mesh_bvhadr,
            &mut self.mesh_octadr,
            &mut self.mesh_pathadr,
            &mut self.skin_matid,
            &mut self.skin_texcoordadr,
            &mut self.skin_pathadr,
            &mut self.hfield_pathadr,
            &mut self.tex_pathadr,
            &mut self.mat_texid,
            &mut self.mesh_extrema,
        ] {
            address.fill(-1);
        }
        set_row(&mut self.mesh_scale, 0, [1.0; 3]);
        set_row(&mut self.mesh_quat, 0, quat::IDENTITY);
        set_row(&mut self.hfield_size, 0, [1.0, 1.0, 0.5, 0.1]);
        (self.hfield_nrow[0], self.hfield_ncol[0]) = (2, 2);
        self.hfield_data.copy_from_slice(&[0.0, 0.25, 0.5, 1.0]);
        (self.tex_height[0], self.tex_width[0], self.tex_nchannel[0]) = (1, 2, 3);
        self.tex_data.copy_from_slice(&[255, 255, 255, 0, 0, 0]);
        self.mat_texid[1] = 0;
        self.mat_texrepeat.fill(1.0);
        self.mat_shininess[0] = 0.25;
        self.mat_rgba.copy_from_slice(&[0.8, 0.2, 0.2, 1.0]);
    }

    /// A triangle between two bodies: a corner on each, and one that both move.
    fn example_skin(&mut self) {
        (self.skin_vertnum[0], self.skin_facenum[0], self.skin_bonenum[0]) = (3, 1, 2);
        self.skin_rgba.copy_from_slice(&[0.5, 0.5, 0.5, 1.0]);
        self.skin_vert.copy_from_slice(&[0.0, 0.0, 0.5, 0.5, 0.0, 0.5, 0.25, 0.0, 0.75]);
        self.skin_face.copy_from_slice(&[0, 1, 2]);
        self.skin_bonebodyid.copy_from_slice(&[ARM as i32, TARGET as i32]);
        self.skin_bonebindpos.copy_from_slice(&[0.0, 0.0, 1.0, 0.5, 0.0, 0.5]);
        self.skin_bonebindquat.copy_from_slice(&[1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0]);
        self.skin_bonevertadr[1] = 2;
        self.skin_bonevertnum.fill(2);
        self.skin_bonevertid.copy_from_slice(&[0, 2, 1, 2]);
        self.skin_bonevertweight.copy_from_slice(&[1.0, 0.5, 1.0, 0.5]);
    }

    /// A contact pair, an exclusion, an equality and a tendon.
    fn example_constraints(&mut self) {
        (self.pair_geom1[0], self.pair_geom2[0], self.pair_dim[0]) = (FLOOR as i32, BONE as i32, 3);
        self.pair_signature[0] = ARM as i32;
        set_row(&mut self.pair_solref, 0, SOLREF);
        set_row(&mut self.pair_solimp, 0, SOLIMP);
        set_row(&mut self.pair_friction, 0, [0.6, 0.6, 0.005, 1e-4, 1e-4]);
        self.exclude_signature[0] = ((ARM << 16) + BALL) as i32;
        (self.eq_type[0], self.eq_objtype[0]) = (EqType::Joint, ObjType::Joint);
        (self.eq_obj1id[0], self.eq_obj2id[0]) = (ELBOW as i32, -1);
        set_row(&mut self.eq_solref, 0, SOLREF);
        set_row(&mut self.eq_solimp, 0, SOLIMP);
        (self.tendon_num[0], self.tendon_matid[0], self.tendon_actuatorid[0]) = (1, -1, -1);
        (self.wrap_type[0], self.wrap_objid[0], self.wrap_prm[0]) = (WrapType::Joint, ELBOW as i32, 2.0);
        set_row(&mut self.tendon_solref_lim, 0, SOLREF);
        set_row(&mut self.tendon_solimp_lim, 0, SOLIMP);
        set_row(&mut self.tendon_solref_fri, 0, SOLREF);
        set_row(&mut self.tendon_solimp_fri, 0, SOLIMP);
    }

    /// An actuator and a sensor.
    fn example_devices(&mut self) {
        (self.actuator_ctrlnum[0], self.actuator_outnum[0], self.actuator_actadr[0]) = (1, 1, -1);
        (self.actuator_historyadr[0], self.actuator_plugin[0]) = (-1, -1);
        self.actuator_trnid.copy_from_slice(&[ELBOW as i32, -1]);
        (self.actuator_dynprm[0], self.actuator_gainprm[0], self.actuator_gear[0]) = (1.0, 1.0, 1.0);
        self.actuator_ctrllimited[0] = true.into();
        set_row(&mut self.actuator_ctrlrange, 0, [-5.0, 5.0]);
        (self.sensor_type[0], self.sensor_needstage[0], self.sensor_dim[0]) = (SensorType::JointPos, Stage::Pos, 1);
        (self.sensor_objtype[0], self.sensor_objid[0], self.sensor_refid[0]) = (ObjType::Joint, ELBOW as i32, -1);
        (self.sensor_historyadr[0], self.sensor_plugin[0]) = (-1, -1);
    }

    /// Numbers, a text, a tuple and a keyframe.
    fn example_custom(&mut self) {
        self.numeric_size[0] = 3;
        self.numeric_data.copy_from_slice(&[1.0, 2.0, 3.0]);
        self.text_size[0] = (WORDS.len() + 1) as i32;
        self.text_data[..WORDS.len()].copy_from_slice(WORDS.as_bytes());
        (self.tuple_size[0], self.tuple_objtype[0], self.tuple_objid[0]) = (1, ObjType::Body, ARM as i32);
        self.tuple_objprm[0] = 0.5;
        self.key_qpos.copy_from_slice(&self.qpos0);
        self.key_qpos[0] = 0.5;
        set_row(&mut self.key_mpos, 0, [0.5, 0.0, 0.5]);
        set_row(&mut self.key_mquat, 0, quat::IDENTITY);
    }
}

/// Names of the objects of each kind.
fn names(kind: ObjType) -> &'static [&'static str] {
    match kind {
        ObjType::Body => &["world", "arm", "ball", "target"],
        ObjType::Joint => &["elbow", "float"],
        ObjType::Geom => &["floor", "bone", "skin"],
        ObjType::Site => &["tip"],
        ObjType::Camera => &["eye"],
        ObjType::Light => &["lamp"],
        ObjType::Mesh => &["wedge"],
        ObjType::Skin => &["glove"],
        ObjType::HField => &["hill"],
        ObjType::Texture => &["stripes"],
        ObjType::Material => &["rubber"],
        ObjType::Pair => &["scrape"],
        ObjType::Exclude => &["apart"],
        ObjType::Equality => &["lock"],
        ObjType::Tendon => &["cord"],
        ObjType::Actuator => &["motor"],
        ObjType::Sensor => &["angle"],
        ObjType::Numeric => &["gains"],
        ObjType::Text => &["author"],
        ObjType::Tuple => &["group"],
        ObjType::Key => &["bent"],
        _ => &[],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_example_is_valid_and_rests() {
        let m = Model::example();
        m.validate().unwrap();
        assert!(m.has_consistent_arrays());
        for &kind in ObjType::ALL {
            assert_eq!(m.count(kind) > 0, !names(kind).is_empty() || matches!(kind, ObjType::XBody | ObjType::Dof));
            assert_eq!(names(kind).iter().filter(|name| m.id(kind, name).is_none()).count(), 0, "{kind}");
        }
        let mut d = m.make_data();
        for _ in 0..200 {
            d.step(&m).unwrap();
        }
        let weight = m.body_mass[BALL] * 9.81;
        let force: f64 = d.contacts().map(|contact| contact.force()[2]).sum();
        assert!((force - weight).abs() < 1e-3 * weight, "{force}");
    }
}
