//! Resolves conflicts between the settings of an attached model and its parent.
//!
//! A setting counts as authored if it was written, or, if neither model wrote it, if it differs from the default. The
//! parent's `compiler/conflict` decides: keep its own value and warn, merge, or refuse.

use crate::error::Result;
use crate::source_span::SourceSpan;
use crate::spec::{Size, Spec};
use crate::warning::Warning;
use sim_core::binding::model::FieldMut;
use sim_core::{DisableFlags, EnableFlags, Options, Visual};

/// How two authored values become one.
#[derive(Clone, Copy, PartialEq)]
enum Merge {
    Min,
    Max,
    Refuse,
}

/// Numbers of the keywords of `compiler/conflict`.
const MERGE: i32 = 1;
const REFUSE: i32 = 2;

/// Options that take the smaller value.
const MIN: [&str; 6] =
    ["timestep", "tolerance", "ls_tolerance", "noslip_tolerance", "ccd_tolerance", "sleep_tolerance"];
/// Options that take the larger value.
const MAX: [&str; 6] =
    ["iterations", "ls_iterations", "noslip_iterations", "ccd_iterations", "sdf_iterations", "sdf_initpoints"];
/// Options kept as bits, which are resolved bit by bit.
const FLAGS: [&str; 3] = ["disableflags", "enableflags", "disableactuator"];

struct Conflicts<'a> {
    mode: i32,
    parent_authored: &'a [&'static str],
    child_authored: &'a [&'static str],
    errors: Vec<String>,
    warnings: Vec<String>,
}

impl Conflicts<'_> {
    /// Returns the parent's final value.
    fn settle<T: Copy + PartialOrd + std::fmt::Display, const N: usize>(
        &mut self,
        name: &str,
        parent: [T; N],
        child: [T; N],
        default: [T; N],
        merge: Merge,
    ) -> [T; N] {
        self.settle_slice(name, &parent, &child, &default, merge).try_into().unwrap_or(parent)
    }

    fn settle_slice<T: Copy + PartialOrd + std::fmt::Display>(
        &mut self,
        name: &str,
        parent: &[T],
        child: &[T],
        default: &[T],
        merge: Merge,
    ) -> Vec<T> {
        let keep = parent.to_vec();
        if parent == child {
            return keep;
        }
        let (mut parent_authored, mut child_authored) =
            (self.parent_authored.contains(&name), self.child_authored.contains(&name));
        if !parent_authored && !child_authored {
            (parent_authored, child_authored) = (parent != default, child != default);
        }
        if !child_authored {
            return keep;
        }
        let text = |values: &[T]| values.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
        let found = format!("{name}: {} here, {} in the attached model", text(parent), text(child));
        match (self.mode, parent_authored, merge) {
            (MERGE, false, _) => {
                self.warnings.push(format!("{found}; using the attached model's"));
                child.to_vec()
            }
            (MERGE, true, Merge::Refuse) | (REFUSE, true, _) => {
                self.errors.push(found);
                keep
            }
            (MERGE, true, _) => {
                let smaller = merge == Merge::Min;
                self.warnings.push(format!("{found}; taking the {}", if smaller { "smaller" } else { "larger" }));
                let pick = |(&p, &c): (&T, &T)| if (c < p) == smaller { c } else { p };
                parent.iter().zip(child).map(pick).collect()
            }
            _ => {
                self.warnings.push(format!("{found}; keeping this model's"));
                keep
            }
        }
    }

    /// Returns the parent's final bits. `authored` holds the bits that each model wrote.
    fn flags(&mut self, name: &str, parent: i32, child: i32, authored: (i32, i32)) -> i32 {
        let (parent_authored, child_authored) = if authored == (0, 0) { (!0, !0) } else { authored };
        let meant = child & child_authored;
        if meant == 0 {
            return parent;
        }
        if self.mode == MERGE {
            if meant & !parent != 0 {
                self.warnings.push(format!("{name}: bits {:#x} added", meant & !parent));
            }
            return parent | meant;
        }
        let differ = (parent ^ child) & parent_authored & child_authored;
        if differ != 0 {
            let found = format!("{name}: bits {differ:#x} differ");
            if self.mode == REFUSE {
                self.errors.push(found);
            } else {
                self.warnings.push(format!("{found}; keeping this model's"));
            }
        }
        parent
    }
}

/// Resolves every conflict between a model and one that is attached to it.
pub(crate) fn settle(parent: &mut Spec, child: &Spec, span: &SourceSpan) -> Result<()> {
    let (Some(own), Some(other)) = (parent.origins.first().cloned(), child.origins.first()) else { return Ok(()) };
    let mut conflicts = Conflicts {
        mode: own.conflict,
        parent_authored: &own.authored.names,
        child_authored: &other.authored.names,
        errors: vec![],
        warnings: vec![],
    };
    let mut option = settle_options(&mut conflicts, &parent.option, &child.option);
    let (ours, theirs) = (&own.authored, &other.authored);
    let bits = (ours.disableflags.bits(), theirs.disableflags.bits());
    let settled = conflicts.flags("disableflags", option.disableflags.bits(), child.option.disableflags.bits(), bits);
    option.disableflags = DisableFlags::from_bits_retain(settled);
    let bits = (ours.enableflags.bits(), theirs.enableflags.bits());
    let settled = conflicts.flags("enableflags", option.enableflags.bits(), child.option.enableflags.bits(), bits);
    option.enableflags = EnableFlags::from_bits_retain(settled);
    let bits = (ours.disableactuator, theirs.disableactuator);
    let settled = conflicts.flags("disableactuator", option.disableactuator, child.option.disableactuator, bits);
    option.disableactuator = settled;
    let visual = settle_visual(&mut conflicts, &parent.visual, &child.visual);
    let size = settle_size(&mut conflicts, &parent.size, &child.size);
    let title = format!("attaching '{}' to '{}'", child.modelname, parent.modelname);
    if !conflicts.errors.is_empty() {
        let list = conflicts.errors.join("; ");
        return Err(span.invalid(format!(
            "{title}: settings conflict: {list}. Make them agree, or choose another 'conflict' in <compiler>"
        )));
    }
    parent.warnings.extend(conflicts.warnings.iter().map(|warning| Warning::new(span, format!("{title}: {warning}"))));
    (parent.option, parent.visual, parent.size) = (option, visual, size);
    Ok(())
}

fn settle_options(conflicts: &mut Conflicts<'_>, parent: &Options, child: &Options) -> Options {
    let mut out = parent.clone();
    let (mut child, mut default) = (child.clone(), Options::default());
    let (child, default) = (fields(&mut child), fields(&mut default));
    out.visit_fields(&mut |name, field, _| {
        if FLAGS.contains(&name) {
            return;
        }
        let find = |list: &[(&str, Vec<f64>)]| list.iter().find(|(n, _)| *n == name).map(|(_, v)| v.clone());
        let (Some(c), Some(d)) = (find(&child), find(&default)) else { return };
        let merge = if MIN.contains(&name) {
            Merge::Min
        } else if MAX.contains(&name) {
            Merge::Max
        } else {
            Merge::Refuse
        };
        match field {
            FieldMut::F64(values) => values.copy_from_slice(&conflicts.settle_slice(name, values, &c, &d, merge)),
            FieldMut::I32(values) => {
                let own: Vec<f64> = values.iter().map(|&v| f64::from(v)).collect();
                for (value, settled) in values.iter_mut().zip(conflicts.settle_slice(name, &own, &c, &d, merge)) {
                    *value = settled as i32;
                }
            }
            FieldMut::F32(_) => {}
        }
    });
    out
}

/// All fields as numbers, by name.
fn fields(options: &mut Options) -> Vec<(&'static str, Vec<f64>)> {
    let mut out = vec![];
    options.visit_fields(&mut |name, field, _| {
        let values = match field {
            FieldMut::F64(values) => values.to_vec(),
            FieldMut::F32(values) => values.iter().map(|&v| f64::from(v)).collect(),
            FieldMut::I32(values) => values.iter().map(|&v| f64::from(v)).collect(),
        };
        out.push((name, values));
    });
    out
}

fn settle_visual(conflicts: &mut Conflicts<'_>, parent: &Visual, child: &Visual) -> Visual {
    let (mut out, default) = (parent.clone(), Visual::default());
    let mut one = |name, p: &mut f32, c: f32, d: f32, merge| [*p] = conflicts.settle(name, [*p], [c], [d], merge);
    one("znear", &mut out.map.znear, child.map.znear, default.map.znear, Merge::Min);
    one("realtime", &mut out.global.realtime, child.global.realtime, default.global.realtime, Merge::Min);
    one("zfar", &mut out.map.zfar, child.map.zfar, default.map.zfar, Merge::Max);
    out
}

fn settle_size(conflicts: &mut Conflicts<'_>, parent: &Size, child: &Size) -> Size {
    let (mut out, default) = (parent.clone(), Size::default());
    [out.memory] = conflicts.settle("memory", [parent.memory], [child.memory], [default.memory], Merge::Max);
    macro_rules! largest {
        ($($name:ident),*) => {$(
            let name = stringify!($name);
            [out.$name] = conflicts.settle(name, [parent.$name], [child.$name], [default.$name], Merge::Max);
        )*};
    }
    largest!(njmax, nconmax, nuserdata, nkey, nuser_body, nuser_jnt, nuser_geom, nuser_site);
    largest!(nuser_cam, nuser_tendon, nuser_actuator, nuser_sensor);
    out
}
