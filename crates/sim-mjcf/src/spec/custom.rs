//! Custom data and keyframes.

use super::{Meta, Object, object};
use crate::table::object_table;
use sim_core::ObjType;

object_table! {
    /// `<numeric>`.
    ///
    /// ```
    /// use sim_mjcf::spec::{Meta, Numeric, Spec};
    ///
    /// let meta = Meta { name: "gains".into(), ..Meta::default() };
    /// let mut spec = Spec::default();
    /// spec.numerics.push(Numeric { meta, data: vec![1.0, 2.0], size: 2 });
    /// assert_eq!(sim_mjcf::compile(spec, &Default::default())?.numeric("gains")?.data(), [1.0, 2.0]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    Numeric "numeric" (meta) in ["custom/numeric"] {
        /// Common part.
        meta: Meta = Meta::default();
        /// The numbers.
        data: Vec<f64> = vec![], "data";
        /// How many there are.
        size: i32 = 0, "size";
    }
    not_fields { "name": "it is meta.name"; }
}

object_table! {
    /// `<text>`.
    ///
    /// ```
    /// let spec = sim_mjcf::parse_mjcf_str("<mujoco><custom><text name='unit' data='metre'/></custom></mujoco>")?;
    /// assert_eq!(spec.texts[0].data, "metre");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    Text "text" (meta) in ["custom/text"] {
        /// Common part.
        meta: Meta = Meta::default();
        /// The text.
        data: String = String::new(), "data";
    }
    not_fields { "name": "it is meta.name"; }
}

object_table! {
    /// `<tuple>`.
    ///
    /// ```
    /// use sim_core::ObjType;
    /// use sim_mjcf::spec::{Meta, Spec, Tuple};
    ///
    /// let meta = Meta { name: "all".into(), ..Meta::default() };
    /// let mut spec = Spec::default();
    /// spec.tuples.push(Tuple { meta, objects: vec![(ObjType::Body, "world".into(), 1.5)] });
    /// assert_eq!(sim_mjcf::compile(spec, &Default::default())?.tuple("all")?.objprm(), [1.5]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    Tuple "tuple" (meta) in ["custom/tuple"] {
        /// Common part.
        meta: Meta = Meta::default();
        /// Kind, name and parameter of each object.
        objects: Vec<(ObjType, String, f64)> = vec![];
    }
    not_fields { "name": "it is meta.name"; }
}

object_table! {
    /// `<key>`: a saved state. An empty list means the reference pose.
    ///
    /// ```
    /// use sim_mjcf::spec::Key;
    ///
    /// let text = "<mujoco><worldbody><body><joint/><geom size='1'/></body></worldbody></mujoco>";
    /// let mut spec = sim_mjcf::parse_mjcf_str(text)?;
    /// spec.keys.push(Key { qpos: vec![0.5], ..Key::default() });
    /// assert_eq!(sim_mjcf::compile(spec.clone(), &Default::default())?.key_qpos[..], [0.5]);
    /// spec.keys[0].qpos.push(1.0);
    /// assert!(sim_mjcf::compile(spec, &Default::default()).is_err(), "there is one position only");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    Key "key" (meta) in ["keyframe/key"] {
        /// Common part.
        meta: Meta = Meta::default();
        /// Time.
        time: f64 = 0.0, "time";
        /// Positions.
        qpos: Vec<f64> = vec![], "qpos";
        /// Velocities.
        qvel: Vec<f64> = vec![], "qvel";
        /// Activations.
        act: Vec<f64> = vec![], "act";
        /// Positions of mocap bodies.
        mpos: Vec<f64> = vec![], "mpos";
        /// Orientations of mocap bodies.
        mquat: Vec<f64> = vec![], "mquat";
        /// Controls.
        ctrl: Vec<f64> = vec![], "ctrl";
        /// Whether it came with a replicate or attachment: then NaN means the compiled reference pose.
        attached: bool = false;
    }
    not_fields { "name": "it is meta.name"; }
}

object!(Numeric, Numeric);
object!(Text, Text);
object!(Key, Key);

impl Object for Tuple {
    const KIND: ObjType = ObjType::Tuple;
    fn meta(&self) -> &Meta {
        &self.meta
    }
    fn meta_mut(&mut self) -> &mut Meta {
        &mut self.meta
    }
    fn references(&mut self, visit: &mut dyn FnMut(ObjType, &mut String)) {
        for (kind, name, _) in &mut self.objects {
            visit(*kind, name);
        }
    }
}
