//! `<keyframe>`: saved states.

use crate::error::Result;
use crate::error_list::ErrorList;
use crate::read::element::Element;
use crate::spec::{Key, Meta, Spec};

/// Reads one `<keyframe>` section.
pub(crate) fn read_keyframes(section: &Element, spec: &mut Spec, errors: &mut ErrorList) -> Result<()> {
    for el in &section.children {
        let mut key = Key { meta: Meta::read(el, ""), ..Key::default() };
        errors.take(el.apply(&mut key))?;
        spec.keys.push(key);
    }
    Ok(())
}
