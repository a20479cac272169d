//! Objects of a Model: their constants; what they belong to is in `relations`.
//!
//! One table lists the methods of each kind. A test holds it to the arrays that the kind has (`family.rs`), so a new array of a
//! Model needs a line here.

mod relations;

pub use relations::SkinBone;

use super::id::*;
use crate::model::*;

/// `N` entries of an object in an array that has `N` for each; zeros if the array is shorter.
pub(super) fn entries<T: Copy + Default, const N: usize>(array: &[T], index: usize) -> [T; N] {
    let row = index.checked_mul(N).and_then(|start| array.get(start..start.checked_add(N)?));
    row.and_then(|row| row.try_into().ok()).unwrap_or([T::default(); N])
}

/// The entry of an object; zero if the array is shorter.
pub(super) fn entry<T: Copy + Default>(array: &[T], index: usize) -> T {
    array.get(index).copied().unwrap_or_default()
}

/// `width` entries for each of `count` objects from `start` on; empty if the array is shorter.
pub(super) fn span<T>(array: &[T], start: i32, count: i32, width: usize) -> &[T] {
    range(start, count, width).and_then(|range| array.get(range)).unwrap_or(&[])
}

/// The entries of [`span`].
pub(super) fn range(start: i32, count: i32, width: usize) -> Option<std::ops::Range<usize>> {
    let (start, count) = (usize::try_from(start).ok()?.checked_mul(width)?, usize::try_from(count).ok()?);
    Some(start..start.checked_add(count.checked_mul(width)?)?)
}

/// One method: an array of the Model under its short name. `[T; N]` rows of N, `[T]` as many as the Model says, `id X` the
/// object an entry refers to, `flag` a truth value, otherwise one entry for each object.
macro_rules! method {
    ($field:ident: [$T:ty; $n:literal] = $array:ident) => {
        #[doc = concat!("Its row of [`Model::", stringify!($array), "`].")]
        #[must_use]
        pub fn $field(self) -> [$T; $n] {
            entries(&self.model.$array, self.id.index())
        }
    };
    ($field:ident: [$T:ty; $width:ident] = $array:ident) => {
        #[doc = concat!("Its row of [`Model::", stringify!($array), "`].")]
        #[must_use]
        pub fn $field(self) -> &'a [$T] {
            span(&self.model.$array, self.id.index() as i32, 1, self.model.$width)
        }
    };
    ($field:ident: id $Of:ident = $array:ident) => {
        #[doc = concat!("What its entry of [`Model::", stringify!($array), "`] refers to.")]
        #[must_use]
        pub fn $field(self) -> Option<$Of> {
            optional(*self.model.$array.get(self.id.index())?)
        }
    };
    ($field:ident: flag = $array:ident) => {
        #[doc = concat!("Its entry of [`Model::", stringify!($array), "`].")]
        #[must_use]
        pub fn $field(self) -> bool {
            entry(&self.model.$array, self.id.index()).get()
        }
    };
    ($field:ident: dofs [$T:ty; $n:literal] = $array:ident) => {
        #[doc = concat!("The rows of its dofs in [`Model::", stringify!($array), "`].")]
        #[must_use]
        pub fn $field(self) -> &'a [$T] {
            span(&self.model.$array, entry(&self.model.jnt_dofadr, self.id.index()), self.kind().nv() as i32, $n)
        }
    };
    ($field:ident: positions $T:ty = $array:ident) => {
        #[doc = concat!("Its entries of [`Model::", stringify!($array), "`].")]
        #[must_use]
        pub fn $field(self) -> &'a [$T] {
            span(&self.model.$array, entry(&self.model.jnt_qposadr, self.id.index()), self.kind().nq() as i32, 1)
        }
    };
    ($field:ident: list($start:ident, $count:ident) [$T:ty; $n:literal] = $array:ident) => {
        #[doc = concat!("Its rows of [`Model::", stringify!($array), "`].")]
        #[must_use]
        pub fn $field(self) -> &'a [$T] {
            let (m, i) = (self.model, self.id.index());
            span(&m.$array, entry(&m.$start, i), entry(&m.$count, i), $n)
        }
    };
    ($field:ident: $T:ty = $array:ident) => {
        #[doc = concat!("Its entry of [`Model::", stringify!($array), "`].")]
        #[must_use]
        pub fn $field(self) -> $T {
            entry(&self.model.$array, self.id.index())
        }
    };
}

macro_rules! objects {
    ($($(#[$meta:meta])* $Object:ident($Id:ident): $one:ident, $all:ident {
        $($field:ident: ($($kind:tt)*) = $array:ident;)*
    })*) => {
        $(
            $(#[$meta])*
            #[derive(Clone, Copy)]
            pub struct $Object<'a> {
                model: &'a Model,
                id: $Id,
            }

            impl<'a> $Object<'a> {
                /// Its id.
                #[must_use]
                pub fn id(self) -> $Id {
                    self.id
                }

                /// Its name; `None` if it has no name.
                #[must_use]
                pub fn name(self) -> Option<&'a str> {
                    self.model.name($Id::KIND, self.id.index())
                }

                $(method!($field: $($kind)* = $array);)*
            }

            impl std::fmt::Debug for $Object<'_> {
                fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                    match self.name() {
                        Some(name) => write!(f, "{} '{}'", $Id::WORD, crate::message::Name(name)),
                        None => write!(f, "{} {}", $Id::WORD, self.id.index()),
                    }
                }
            }

            impl Model {
                #[doc = concat!("The ", stringify!($one), " of a name or an id.")]
                pub fn $one(&self, key: impl Find<$Id>) -> Result<$Object<'_>, UnknownObject> {
                    Ok($Object { model: self, id: key.find_in(self)? })
                }

                #[doc = concat!("All ", stringify!($all), ", in the order of their ids.")]
                pub fn $all(&self) -> impl ExactSizeIterator<Item = $Object<'_>> + Clone {
                    (0..self.count($Id::KIND)).map(|index| $Object { model: self, id: $Id::new(index) })
                }
            }
        )*

        /// The arrays that have a method, by kind of object.
        #[cfg(test)]
        pub(super) const OBJECT_METHODS: &[(ObjType, &[&str])] = &[$(($Id::KIND, &[$(stringify!($array)),*])),*];
    };
}

objects! {
    /// A body of a Model.
    ///
    /// ```
    /// use sim_core::Model;
    ///
    /// let model = Model::example();
    /// let arm = model.body("arm")?;
    /// assert_eq!((arm.mass(), arm.pos()), (1.0, [0.0, 0.0, 1.0]));
    /// assert_eq!(arm.parent().and_then(|parent| parent.name()), Some("world"));
    /// let joints: Vec<_> = arm.joints().filter_map(|joint| joint.name()).collect();
    /// assert_eq!(joints, ["elbow"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    Body(BodyId): body, bodies {
        root: (id BodyId) = body_rootid;
        weld: (id BodyId) = body_weldid;
        simple: (u8) = body_simple;
        sameframe: (u8) = body_sameframe;
        pos: ([f64; 3]) = body_pos;
        quat: ([f64; 4]) = body_quat;
        ipos: ([f64; 3]) = body_ipos;
        iquat: ([f64; 4]) = body_iquat;
        mass: (f64) = body_mass;
        subtreemass: (f64) = body_subtreemass;
        inertia: ([f64; 3]) = body_inertia;
        invweight0: ([f64; 2]) = body_invweight0;
        gravcomp: (f64) = body_gravcomp;
        margin: (f64) = body_margin;
        user: ([f64; nuser_body]) = body_user;
        contype: (i32) = body_contype;
        conaffinity: (i32) = body_conaffinity;
    }
    /// A joint of a Model.
    ///
    /// ```
    /// use sim_core::{JointType, Model};
    ///
    /// let model = Model::example();
    /// let hinges: Vec<_> = model.joints().filter(|joint| joint.kind() == JointType::Hinge).collect();
    /// assert_eq!(hinges[0].name(), Some("elbow"));
    /// assert_eq!((hinges[0].limited(), hinges[0].range()), (true, [-2.0, 2.0]));
    /// assert_eq!(hinges[0].damping(), [0.1]);
    /// ```
    Joint(JointId): joint, joints {
        kind: (JointType) = jnt_type;
        group: (i32) = jnt_group;
        limited: (flag) = jnt_limited;
        actfrclimited: (flag) = jnt_actfrclimited;
        actgravcomp: (flag) = jnt_actgravcomp;
        actuator: (id ActuatorId) = jnt_actuatorid;
        solref: ([f64; 2]) = jnt_solref;
        solimp: ([f64; 5]) = jnt_solimp;
        pos: ([f64; 3]) = jnt_pos;
        axis: ([f64; 3]) = jnt_axis;
        stiffness: (f64) = jnt_stiffness;
        stiffnesspoly: ([f64; 2]) = jnt_stiffnesspoly;
        range: ([f64; 2]) = jnt_range;
        actfrcrange: ([f64; 2]) = jnt_actfrcrange;
        margin: (f64) = jnt_margin;
        user: ([f64; nuser_jnt]) = jnt_user;
        qpos0: (positions f64) = qpos0;
        qpos_spring: (positions f64) = qpos_spring;
        dof_solref: (dofs [f64; 2]) = dof_solref;
        dof_solimp: (dofs [f64; 5]) = dof_solimp;
        frictionloss: (dofs [f64; 1]) = dof_frictionloss;
        armature: (dofs [f64; 1]) = dof_armature;
        damping: (dofs [f64; 1]) = dof_damping;
        dampingpoly: (dofs [f64; 2]) = dof_dampingpoly;
        invweight0: (dofs [f64; 1]) = dof_invweight0;
        m0: (dofs [f64; 1]) = dof_M0;
        length: (dofs [f64; 1]) = dof_length;
    }
    /// A geom of a Model.
    ///
    /// ```
    /// use sim_core::{GeomType, Model};
    ///
    /// let model = Model::example();
    /// let skin = model.geom("skin")?;
    /// assert_eq!((skin.kind(), skin.size()[0]), (GeomType::Sphere, 0.1));
    /// assert_eq!(skin.body().id(), model.body("ball")?.id());
    /// assert!(skin.mesh().is_none());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    Geom(GeomId): geom, geoms {
        kind: (GeomType) = geom_type;
        contype: (i32) = geom_contype;
        conaffinity: (i32) = geom_conaffinity;
        condim: (i32) = geom_condim;
        material: (id MaterialId) = geom_matid;
        group: (i32) = geom_group;
        priority: (i32) = geom_priority;
        sameframe: (u8) = geom_sameframe;
        solmix: (f64) = geom_solmix;
        solref: ([f64; 2]) = geom_solref;
        solimp: ([f64; 5]) = geom_solimp;
        size: ([f64; 3]) = geom_size;
        aabb: ([f64; 6]) = geom_aabb;
        rbound: (f64) = geom_rbound;
        pos: ([f64; 3]) = geom_pos;
        quat: ([f64; 4]) = geom_quat;
        friction: ([f64; 3]) = geom_friction;
        margin: (f64) = geom_margin;
        gap: (f64) = geom_gap;
        surfacevel: ([f64; 6]) = geom_surfacevel;
        adhesion: (f64) = geom_adhesion;
        fluid: ([f64; 12]) = geom_fluid;
        user: ([f64; nuser_geom]) = geom_user;
        rgba: ([f32; 4]) = geom_rgba;
    }
    /// A site of a Model.
    ///
    /// ```
    /// use sim_core::Model;
    ///
    /// let model = Model::example();
    /// let tip = model.site("tip")?;
    /// assert_eq!(tip.pos(), [0.0, 0.0, -0.5]);
    /// assert_eq!(tip.body().name(), Some("arm"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    Site(SiteId): site, sites {
        kind: (GeomType) = site_type;
        material: (id MaterialId) = site_matid;
        group: (i32) = site_group;
        sameframe: (u8) = site_sameframe;
        size: ([f64; 3]) = site_size;
        pos: ([f64; 3]) = site_pos;
        quat: ([f64; 4]) = site_quat;
        user: ([f64; nuser_site]) = site_user;
        rgba: ([f32; 4]) = site_rgba;
    }
    /// A camera of a Model.
    ///
    /// ```
    /// use sim_core::{Model, Projection};
    ///
    /// let model = Model::example();
    /// let eye = model.camera("eye")?;
    /// let [width, height] = eye.resolution();
    /// assert_eq!((eye.projection(), eye.fovy()), (Projection::Perspective, 45.0));
    /// assert_eq!(3 * width, 4 * height);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    Camera(CameraId): camera, cameras {
        mode: (CamLightMode) = cam_mode;
        target: (id BodyId) = cam_targetbodyid;
        pos: ([f64; 3]) = cam_pos;
        quat: ([f64; 4]) = cam_quat;
        poscom0: ([f64; 3]) = cam_poscom0;
        pos0: ([f64; 3]) = cam_pos0;
        mat0: ([f64; 9]) = cam_mat0;
        projection: (Projection) = cam_projection;
        fovy: (f64) = cam_fovy;
        ipd: (f64) = cam_ipd;
        resolution: ([i32; 2]) = cam_resolution;
        output: (i32) = cam_output;
        sensorsize: ([f32; 2]) = cam_sensorsize;
        intrinsic: ([f32; 4]) = cam_intrinsic;
        user: ([f64; nuser_cam]) = cam_user;
    }
    /// A light of a Model.
    ///
    /// ```
    /// use sim_core::{LightType, Model};
    ///
    /// let model = Model::example();
    /// let lamp = model.light("lamp")?;
    /// assert_eq!((lamp.kind(), lamp.dir()), (LightType::Directional, [0.0, 0.0, -1.0]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    Light(LightId): light, lights {
        mode: (CamLightMode) = light_mode;
        target: (id BodyId) = light_targetbodyid;
        kind: (LightType) = light_type;
        texture: (id TextureId) = light_texid;
        castshadow: (flag) = light_castshadow;
        bulbradius: (f32) = light_bulbradius;
        intensity: (f32) = light_intensity;
        range: (f32) = light_range;
        active: (flag) = light_active;
        pos: ([f64; 3]) = light_pos;
        dir: ([f64; 3]) = light_dir;
        poscom0: ([f64; 3]) = light_poscom0;
        pos0: ([f64; 3]) = light_pos0;
        dir0: ([f64; 3]) = light_dir0;
        attenuation: ([f32; 3]) = light_attenuation;
        cutoff: (f32) = light_cutoff;
        softness: (f32) = light_softness;
        exponent: (f32) = light_exponent;
        ambient: ([f32; 3]) = light_ambient;
        diffuse: ([f32; 3]) = light_diffuse;
        specular: ([f32; 3]) = light_specular;
    }
    /// A mesh of a Model.
    ///
    /// ```
    /// use sim_core::Model;
    ///
    /// let model = Model::example();
    /// let wedge = model.mesh("wedge")?;
    /// let corners = wedge.vert().as_chunks::<3>().0;
    /// for face in wedge.face().as_chunks::<3>().0 {
    ///     assert!(face.iter().all(|&corner| (corner as usize) < corners.len()));
    /// }
    /// assert_eq!((corners.len(), corners[1]), (4, [1.0, 0.0, 0.0]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    Mesh(MeshId): mesh, meshes {
        scale: ([f64; 3]) = mesh_scale;
        pos: ([f64; 3]) = mesh_pos;
        quat: ([f64; 4]) = mesh_quat;
        extrema: ([i32; 27]) = mesh_extrema;
        vert: (list(mesh_vertadr, mesh_vertnum) [f32; 3]) = mesh_vert;
        normal: (list(mesh_normaladr, mesh_normalnum) [f32; 3]) = mesh_normal;
        texcoord: (list(mesh_texcoordadr, mesh_texcoordnum) [f32; 2]) = mesh_texcoord;
        face: (list(mesh_faceadr, mesh_facenum) [i32; 3]) = mesh_face;
        facenormal: (list(mesh_faceadr, mesh_facenum) [i32; 3]) = mesh_facenormal;
        facetexcoord: (list(mesh_faceadr, mesh_facenum) [i32; 3]) = mesh_facetexcoord;
        polynormal: (list(mesh_polyadr, mesh_polynum) [f64; 3]) = mesh_polynormal;
    }
    /// A skin of a Model: triangles whose corners follow several bodies at once.
    ///
    /// ```
    /// use sim_core::Model;
    ///
    /// let model = Model::example();
    /// let glove = model.skin("glove")?;
    /// let mut shares = vec![0.0; glove.vert().len() / 3];
    /// for bone in glove.bones() {
    ///     for (vertex, weight) in bone.vertid.iter().zip(bone.vertweight) {
    ///         shares[*vertex as usize] += weight;
    ///     }
    /// }
    /// assert_eq!(shares, [1.0; 3]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    Skin(SkinId): skin, skins {
        material: (id MaterialId) = skin_matid;
        group: (i32) = skin_group;
        rgba: ([f32; 4]) = skin_rgba;
        inflate: (f32) = skin_inflate;
        vert: (list(skin_vertadr, skin_vertnum) [f32; 3]) = skin_vert;
        texcoord: (list(skin_texcoordadr, skin_vertnum) [f32; 2]) = skin_texcoord;
        face: (list(skin_faceadr, skin_facenum) [i32; 3]) = skin_face;
    }
    /// A height field of a Model.
    ///
    /// ```
    /// use sim_core::Model;
    ///
    /// let model = Model::example();
    /// let hill = model.hfield("hill")?;
    /// let highest = hill.data().iter().fold(0.0, |most: f32, height| most.max(*height));
    /// assert_eq!(hill.data().len() as i32, hill.nrow() * hill.ncol());
    /// assert_eq!(f64::from(highest) * hill.size()[2], 0.5);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    HField(HFieldId): hfield, hfields {
        size: ([f64; 4]) = hfield_size;
        nrow: (i32) = hfield_nrow;
        ncol: (i32) = hfield_ncol;
    }
    /// A texture of a Model.
    ///
    /// ```
    /// use sim_core::Model;
    ///
    /// let model = Model::example();
    /// let stripes = model.texture("stripes")?;
    /// let pixels: Vec<_> = stripes.data().chunks(stripes.nchannel() as usize).collect();
    /// assert_eq!(pixels, [[255, 255, 255], [0, 0, 0]]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    Texture(TextureId): texture, textures {
        kind: (TextureType) = tex_type;
        colorspace: (ColorSpace) = tex_colorspace;
        height: (i32) = tex_height;
        width: (i32) = tex_width;
        nchannel: (i32) = tex_nchannel;
    }
    /// A material of a Model.
    ///
    /// ```
    /// use sim_core::Model;
    ///
    /// let model = Model::example();
    /// let rubber = model.material("rubber")?;
    /// assert_eq!(rubber.rgba(), [0.8, 0.2, 0.2, 1.0]);
    /// assert_eq!(rubber.textures()[1], Some(model.texture("stripes")?.id()));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    Material(MaterialId): material, materials {
        texuniform: (flag) = mat_texuniform;
        texrepeat: ([f32; 2]) = mat_texrepeat;
        emission: (f32) = mat_emission;
        specular: (f32) = mat_specular;
        shininess: (f32) = mat_shininess;
        reflectance: (f32) = mat_reflectance;
        metallic: (f32) = mat_metallic;
        roughness: (f32) = mat_roughness;
        rgba: ([f32; 4]) = mat_rgba;
    }
    /// A contact pair of a Model.
    ///
    /// ```
    /// use sim_core::Model;
    ///
    /// let model = Model::example();
    /// let scrape = model.pair("scrape")?;
    /// assert_eq!(scrape.geom1(), Some(model.geom("floor")?.id()));
    /// assert_eq!(scrape.friction()[0], 0.6);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    Pair(PairId): pair, pairs {
        dim: (i32) = pair_dim;
        geom1: (id GeomId) = pair_geom1;
        geom2: (id GeomId) = pair_geom2;
        solref: ([f64; 2]) = pair_solref;
        solreffriction: ([f64; 2]) = pair_solreffriction;
        solimp: ([f64; 5]) = pair_solimp;
        margin: (f64) = pair_margin;
        gap: (f64) = pair_gap;
        adhesion: (f64) = pair_adhesion;
        friction: ([f64; 5]) = pair_friction;
    }
    /// An excluded pair of bodies of a Model.
    ///
    /// ```
    /// use sim_core::Model;
    ///
    /// let model = Model::example();
    /// let names = model.exclude("apart")?.bodies().map(|body| model.body(body).ok()?.name());
    /// assert_eq!(names, [Some("arm"), Some("ball")]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    Exclude(ExcludeId): exclude, excludes {
    }
    /// An equality constraint of a Model.
    ///
    /// ```
    /// use sim_core::{EqType, Model};
    ///
    /// let model = Model::example();
    /// let lock = model.equality("lock")?;
    /// assert_eq!((lock.kind(), lock.active0()), (EqType::Joint, false));
    /// assert_eq!(lock.objects(), [Some(model.joint("elbow")?.id().index()), None]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    Equality(EqualityId): equality, equalities {
        kind: (EqType) = eq_type;
        objtype: (ObjType) = eq_objtype;
        active0: (flag) = eq_active0;
        solref: ([f64; 2]) = eq_solref;
        solimp: ([f64; 5]) = eq_solimp;
        data: ([f64; 11]) = eq_data;
    }
    /// A tendon of a Model.
    ///
    /// ```
    /// use sim_core::Model;
    ///
    /// let mut model = Model::example();
    /// assert!(!model.tendon("cord")?.limited());
    /// model.tendon_stiffness[0] = 10.0;
    /// assert_eq!(model.tendon("cord")?.stiffness(), 10.0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    Tendon(TendonId): tendon, tendons {
        material: (id MaterialId) = tendon_matid;
        actuator: (id ActuatorId) = tendon_actuatorid;
        group: (i32) = tendon_group;
        limited: (flag) = tendon_limited;
        actfrclimited: (flag) = tendon_actfrclimited;
        width: (f64) = tendon_width;
        solref_lim: ([f64; 2]) = tendon_solref_lim;
        solimp_lim: ([f64; 5]) = tendon_solimp_lim;
        solref_fri: ([f64; 2]) = tendon_solref_fri;
        solimp_fri: ([f64; 5]) = tendon_solimp_fri;
        range: ([f64; 2]) = tendon_range;
        actfrcrange: ([f64; 2]) = tendon_actfrcrange;
        margin: (f64) = tendon_margin;
        stiffness: (f64) = tendon_stiffness;
        stiffnesspoly: ([f64; 2]) = tendon_stiffnesspoly;
        damping: (f64) = tendon_damping;
        dampingpoly: ([f64; 2]) = tendon_dampingpoly;
        armature: (f64) = tendon_armature;
        frictionloss: (f64) = tendon_frictionloss;
        lengthspring: ([f64; 2]) = tendon_lengthspring;
        length0: (f64) = tendon_length0;
        invweight0: (f64) = tendon_invweight0;
        user: ([f64; nuser_tendon]) = tendon_user;
        rgba: ([f32; 4]) = tendon_rgba;
    }
    /// An actuator of a Model.
    ///
    /// ```
    /// use sim_core::{Model, TransmissionType};
    ///
    /// let model = Model::example();
    /// let motor = model.actuator("motor")?;
    /// assert_eq!(motor.trntype(), TransmissionType::Joint);
    /// assert_eq!((motor.gear()[0], motor.ctrlrange()), (1.0, &[-5.0, 5.0][..]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    Actuator(ActuatorId): actuator, actuators {
        trntype: (TransmissionType) = actuator_trntype;
        dyntype: (ActuatorDynamics) = actuator_dyntype;
        gaintype: (GainType) = actuator_gaintype;
        biastype: (BiasType) = actuator_biastype;
        ctrlspec: (i32) = actuator_ctrlspec;
        trnid: ([i32; 2]) = actuator_trnid;
        cranklength: (f64) = actuator_cranklength;
        dynprm: ([f64; 10]) = actuator_dynprm;
        gainprm: ([f64; 10]) = actuator_gainprm;
        biasprm: ([f64; 10]) = actuator_biasprm;
        actlimited: (flag) = actuator_actlimited;
        actrange: ([f64; 2]) = actuator_actrange;
        actearly: (flag) = actuator_actearly;
        history: ([i32; 2]) = actuator_history;
        delay: (f64) = actuator_delay;
        damping: (f64) = actuator_damping;
        dampingpoly: ([f64; 2]) = actuator_dampingpoly;
        armature: (f64) = actuator_armature;
        group: (i32) = actuator_group;
        user: ([f64; nuser_actuator]) = actuator_user;
        forcelimited: (flag) = actuator_forcelimited;
        forcerange: ([f64; 2]) = actuator_forcerange;
        ctrlrange: (list(actuator_ctrladr, actuator_ctrlnum) [f64; 2]) = actuator_ctrlrange;
        gear: (list(actuator_outadr, actuator_outnum) [f64; 6]) = actuator_gear;
        acc0: (list(actuator_outadr, actuator_outnum) [f64; 1]) = actuator_acc0;
        length0: (list(actuator_outadr, actuator_outnum) [f64; 1]) = actuator_length0;
        lengthrange: (list(actuator_outadr, actuator_outnum) [f64; 2]) = actuator_lengthrange;
    }
    /// A sensor of a Model.
    ///
    /// ```
    /// use sim_core::{Model, ObjType, SensorType};
    ///
    /// let model = Model::example();
    /// let angle = model.sensor("angle")?;
    /// assert_eq!((angle.kind(), angle.objtype(), angle.dim()), (SensorType::JointPos, ObjType::Joint, 1));
    /// assert_eq!(angle.object(), Some(model.joint("elbow")?.id().index()));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    Sensor(SensorId): sensor, sensors {
        kind: (SensorType) = sensor_type;
        datatype: (DataType) = sensor_datatype;
        needstage: (Stage) = sensor_needstage;
        objtype: (ObjType) = sensor_objtype;
        reftype: (ObjType) = sensor_reftype;
        intprm: ([i32; 3]) = sensor_intprm;
        dim: (i32) = sensor_dim;
        cutoff: (f64) = sensor_cutoff;
        noise: (f64) = sensor_noise;
        history: ([i32; 2]) = sensor_history;
        delay: (f64) = sensor_delay;
        interval: ([f64; 2]) = sensor_interval;
        user: ([f64; nuser_sensor]) = sensor_user;
    }
    /// A custom list of numbers of a Model.
    ///
    /// ```
    /// use sim_core::Model;
    ///
    /// let model = Model::example();
    /// let [kp, ki, kd] = model.numeric("gains")?.data() else { panic!("three gains") };
    /// assert_eq!((*kp, *ki, *kd), (1.0, 2.0, 3.0));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    Numeric(NumericId): numeric, numerics {
        data: (list(numeric_adr, numeric_size) [f64; 1]) = numeric_data;
    }
    /// A custom text of a Model.
    ///
    /// ```
    /// use sim_core::Model;
    ///
    /// let model = Model::example();
    /// assert_eq!(model.text("author")?.data(), "made by hand");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    Text(TextId): text, texts {
    }
    /// A custom tuple of a Model.
    ///
    /// ```
    /// use sim_core::{Model, ObjType};
    ///
    /// let model = Model::example();
    /// let group = model.tuple("group")?;
    /// let first = model.name(group.objtype()[0], group.objid()[0] as usize);
    /// assert_eq!((group.objtype(), first), (&[ObjType::Body][..], Some("arm")));
    /// assert_eq!(group.objprm(), [0.5]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    Tuple(TupleId): tuple, tuples {
        objtype: (list(tuple_adr, tuple_size) [ObjType; 1]) = tuple_objtype;
        objid: (list(tuple_adr, tuple_size) [i32; 1]) = tuple_objid;
        objprm: (list(tuple_adr, tuple_size) [f64; 1]) = tuple_objprm;
    }
    /// A keyframe of a Model.
    ///
    /// ```
    /// use sim_core::Model;
    ///
    /// let model = Model::example();
    /// let bent = model.keyframe("bent")?;
    /// assert_eq!((bent.time(), bent.qpos().len(), bent.ctrl()), (0.0, model.nq, &[0.0][..]));
    /// assert_eq!(bent.mpos(), [0.5, 0.0, 0.5]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    Key(KeyId): keyframe, keyframes {
        time: (f64) = key_time;
        qpos: ([f64; nq]) = key_qpos;
        qvel: ([f64; nv]) = key_qvel;
        act: ([f64; na]) = key_act;
        ctrl: ([f64; nu]) = key_ctrl;
    }
}
