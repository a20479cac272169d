//! Skins: triangles that are drawn, whose corners follow several bodies at once.

use super::{Meta, Object};
use crate::source_span::SourceSpan;
use crate::table::object_table;
use sim_core::ObjType;

object_table! {
    /// `<bone>`: a body that moves vertices of a skin.
    ///
    /// ```
    /// use sim_mjcf::Fields;
    /// use sim_mjcf::spec::Bone;
    ///
    /// let mut bone = Bone { body: "hand".into(), ..Bone::default() };
    /// bone.set("vertid", vec![0, 2])?;
    /// bone.set("vertweight", [1.0, 0.5])?;
    /// assert_eq!((bone.vertid, bone.vertweight), (vec![0, 2], vec![1.0, 0.5]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    Bone "bone" in ["asset/skin/bone", "deformable/skin/bone"] {
        /// Where it was written.
        span: SourceSpan = SourceSpan::none();
        /// The body.
        body: String = String::new(), "body";
        /// Position of the body when the skin was bound.
        bindpos: [f32; 3] = [0.0; 3], "bindpos";
        /// Orientation of the body when the skin was bound.
        bindquat: [f32; 4] = [1.0, 0.0, 0.0, 0.0], "bindquat";
        /// Vertices that it moves.
        vertid: Vec<i32> = vec![], "vertid";
        /// Its share in each of them; the shares of a vertex are scaled so that they add up to 1.
        vertweight: Vec<f32> = vec![], "vertweight";
    }
}

object_table! {
    /// `<skin>`: from a file, or vertices, triangles and bones as given here.
    ///
    /// ```
    /// use sim_mjcf::spec::{Bone, Skin};
    ///
    /// let text = "<mujoco><worldbody><body name='b'><geom size='1'/></body></worldbody></mujoco>";
    /// let mut spec = sim_mjcf::parse_mjcf_str(text)?;
    /// let bone = Bone { body: "b".into(), vertid: vec![0, 1, 2], vertweight: vec![1.0; 3], ..Bone::default() };
    /// let vertex = vec![0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0];
    /// spec.skins.push(Skin { vertex, face: vec![0, 1, 2], bones: vec![bone], ..Skin::default() });
    /// let model = sim_mjcf::compile(spec, &Default::default())?;
    /// assert_eq!((model.nskin, model.skin_bonebodyid[0]), (1, 1));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    Skin "skin" (meta) in ["asset/skin", "deformable/skin"] {
        /// Common part.
        meta: Meta = Meta::default();
        /// File.
        file: String = String::new(), "file";
        /// Material.
        material: String = String::new(), "material";
        /// Colour.
        rgba: [f32; 4] = [0.5, 0.5, 0.5, 1.0], "rgba";
        /// Distance by which vertices move along their normals when drawn.
        inflate: f32 = 0.0, "inflate";
        /// Vertices in the pose in which the bones are bound.
        vertex: Vec<f32> = vec![], "vertex";
        /// Texture coordinates: none, or two for each vertex.
        texcoord: Vec<f32> = vec![], "texcoord";
        /// Triangles: three vertices each.
        face: Vec<i32> = vec![], "face";
        /// Visibility group.
        group: i32 = 0, "group";
        /// The bones.
        bones: Vec<Bone> = vec![];
    }
    not_fields { "name": "it is meta.name"; }
}

impl Skin {
    /// Bytes that it takes outside itself.
    pub(crate) fn heap_bytes(&self) -> usize {
        let bones = self.bones.iter().map(|bone| {
            size_of::<Bone>() + bone.body.len() + size_of::<i32>() * (bone.vertid.len() + bone.vertweight.len())
        });
        let numbers = self.vertex.len() + self.texcoord.len() + self.face.len();
        bones.sum::<usize>() + size_of::<f32>() * numbers + self.meta.name.len()
    }
}

impl Object for Skin {
    const KIND: ObjType = ObjType::Skin;
    fn meta(&self) -> &Meta {
        &self.meta
    }
    fn meta_mut(&mut self) -> &mut Meta {
        &mut self.meta
    }
    fn references(&mut self, visit: &mut dyn FnMut(ObjType, &mut String)) {
        visit(ObjType::Material, &mut self.material);
        for bone in &mut self.bones {
            visit(ObjType::Body, &mut bone.body);
        }
    }
}
