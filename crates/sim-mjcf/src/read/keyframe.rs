//! `<keyframe>`: saved states.

use crate::error::Result;
use crate::read::element::Element;
use crate::spec::{Key, Meta, Spec};

/// Reads one `<keyframe>` section.
pub(crate) fn read_keyframes(section: &Element, spec: &mut Spec) -> Result<()> {
    for el in &section.children {
        let mut key = Key { meta: Meta::read(el, ""), ..Key::default() };
        el.read_real("time", &mut key.time);
        el.read_list("qpos", &mut key.qpos);
        el.read_list("qvel", &mut key.qvel);
        el.read_list("act", &mut key.act);
        el.read_list("mpos", &mut key.mpos);
        el.read_list("mquat", &mut key.mquat);
        el.read_list("ctrl", &mut key.ctrl);
        spec.keys.push(key);
    }
    Ok(())
}
