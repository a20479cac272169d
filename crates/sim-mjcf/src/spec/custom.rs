//! Custom data and keyframes.

use super::{Meta, Object, object};
use crate::table::object_table;
use sim_core::ObjType;

object_table! {
    /// `<numeric>`.
    Numeric "numeric" (meta) in ["custom/numeric"] {
        /// Common part.
        meta: Meta = Meta::default();
        /// The numbers.
        data: Vec<f64> = vec![], "data";
        /// How many there are.
        size: i32 = 0, "size";
    }
    apart { "name": "it is meta.name"; }
}

object_table! {
    /// `<text>`.
    Text "text" (meta) in ["custom/text"] {
        /// Common part.
        meta: Meta = Meta::default();
        /// The text.
        data: String = String::new(), "data";
    }
    apart { "name": "it is meta.name"; }
}

object_table! {
    /// `<tuple>`.
    Tuple "tuple" (meta) in ["custom/tuple"] {
        /// Common part.
        meta: Meta = Meta::default();
        /// Kind, name and parameter of each object.
        objects: Vec<(ObjType, String, f64)> = vec![];
    }
    apart { "name": "it is meta.name"; }
}

object_table! {
    /// `<key>`: a saved state; empty lists where the reference pose counts.
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
        /// Came with a replicate or attachment: entries that are NaN stand for the compiled reference pose.
        attached: bool = false;
    }
    apart { "name": "it is meta.name"; }
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
