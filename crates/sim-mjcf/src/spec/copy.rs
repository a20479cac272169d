//! Replicates and attachments, whose copies are made when a document is resolved.

use super::Meta;
use crate::table::object_table;

object_table! {
    /// `<replicate>`: several copies of the items inside, each moved relative to the last.
    ///
    /// ```
    /// use sim_mjcf::spec::{Document, Item, Replicate, Site, Written};
    ///
    /// let copies = Replicate { count: 5, offset: [1.0, 0.0, 0.0], ..Replicate::default() };
    /// let site = Written::Object(Item::Site(Site::default()), vec![]);
    /// let mut document = Document::default();
    /// document.world.push(Written::Replicate(copies, vec![site]));
    /// assert_eq!(document.resolve()?.world.items.len(), 5);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    Replicate "replicate" (meta) in ["worldbody/replicate"] {
        /// Common part.
        meta: Meta = Meta::default();
        /// Default class of everything inside.
        childclass: String = String::new(), "childclass";
        /// Number of copies.
        count: i32 = 0, "count";
        /// Translation from copy to copy.
        offset: [f64; 3] = [0.0; 3], "offset";
        /// Rotation from copy to copy, Euler angles.
        euler: [f64; 3] = [0.0; 3], "euler";
        /// Text between a name and its number.
        sep: String = String::new(), "sep";
    }
}

object_table! {
    /// `<attach>`: attaches a subtree of another model, or of this one.
    ///
    /// ```
    /// use sim_mjcf::spec::{Attach, Written};
    ///
    /// let text = "<mujoco><worldbody><body name='leg'><geom size='1'/></body></worldbody></mujoco>";
    /// let mut document = sim_mjcf::read_document(text)?;
    /// let copy = Attach { body: Some("leg".into()), prefix: "other_".into(), ..Attach::default() };
    /// document.world.push(Written::Attach(copy));
    /// let model = sim_mjcf::compile(document.resolve()?, &Default::default())?;
    /// assert!(model.body("other_leg").is_ok());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    Attach "attach" (meta) in ["worldbody/attach"] {
        /// Common part.
        meta: Meta = Meta::default();
        /// Model asset; `None`: this model.
        model: Option<String> = None, "model";
        /// Body to attach.
        body: Option<String> = None, "body";
        /// Frame to attach.
        frame: Option<String> = None, "frame";
        /// Prefix of every attached name.
        prefix: String = String::new(), "prefix";
    }
}
