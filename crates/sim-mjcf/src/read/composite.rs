//! `<composite>`: the cable. Other elements replaced the other kinds of composite.

use super::element::{Element, Value};
use crate::error::Result;
use crate::limits::Limits;
use crate::spec::{CableRoot, CableSkin, Composite, Joint, Limited, Meta, Site};
use sim_core::GeomType;
use sim_core::math::quat;
use std::f64::consts::PI;

/// Group of joints and sites, which viewers hide by default.
const HIDDEN: i32 = 3;
/// Squared size below which a cable has no extent.
const MIN_SIZE: f64 = 1e-15;

/// One coordinate of a curve, as a function of the vertex number.
#[derive(Clone, Copy)]
enum Shape {
    Line,
    Cos,
    Sin,
    Zero,
}

impl Composite {
    /// Reads a composite; `class` is the default class of its bodies.
    pub(crate) fn read(el: &Element, class: &str, limits: &Limits) -> Result<Self> {
        super::body::refuse_plugin(el)?;
        let mut composite = Self {
            meta: Meta { class: class.to_string(), span: el.span.clone(), ..Meta::default() },
            site: Site { group: HIDDEN, ..Site::default() },
            joint: Joint { group: HIDDEN, ..Joint::default() },
            ..Self::default()
        };
        el.read_text("prefix", &mut composite.prefix);
        el.read_reals("offset", &mut composite.offset);
        composite.initial = match el.text("initial") {
            Some("free") => CableRoot::Free,
            Some("none") => CableRoot::Fixed,
            _ => CableRoot::Ball,
        };
        let vertices = given_vertices(el);
        let count = links_and_one(el, vertices.len(), limits)?;
        refuse_retired(el)?;
        composite.vertices = if vertices.is_empty() { curve(el, count)? } else { vertices };
        composite.read_parts(el)?;
        composite.skin = el.child("skin").map(CableSkin::read).unwrap_or_default();
        Ok(composite)
    }

    /// Reads the defaults of the links' geom, sites and joints; default classes do not apply to them.
    fn read_parts(&mut self, el: &Element) -> Result<()> {
        if let Some(geom) = el.child("geom") {
            geom.apply(&mut self.geom)?;
            super::body::refuse_plugin(geom)?;
        }
        if ![GeomType::Capsule, GeomType::Cylinder, GeomType::Box].contains(&self.geom.kind) {
            return Err(el.invalid("a cable needs a <geom> of type capsule, cylinder or box"));
        }
        if let Some(site) = el.child("site") {
            site.apply(&mut self.site)?;
        }
        let mut joints = el.children_named("joint");
        if let Some(joint) = joints.next() {
            joint.apply(&mut self.joint)?;
            // MuJoCo looks for this attribute in the wrong element: a range alone decides
            self.joint.limited = Limited::Auto;
        }
        match joints.next() {
            Some(second) => Err(second.invalid("a cable has one kind of joint: leave one <joint>")),
            None => Ok(()),
        }
    }
}

impl CableSkin {
    /// Reads the skin. MuJoCo also reads 'inflate', but uses the boxes' thickness.
    fn read(el: &Element) -> Self {
        let mut skin = Self::default();
        if let Some(Value::Bool(given)) = el.attribute("texcoord").map(|attribute| &attribute.value) {
            skin.texcoord = *given;
        }
        el.read_text("material", &mut skin.material);
        el.read_floats("rgba", &mut skin.rgba);
        for (name, target) in [("group", &mut skin.group), ("subgrid", &mut skin.subgrid)] {
            *target = el.ints(name).and_then(|list| list.first()).copied().unwrap_or(*target);
        }
        skin
    }
}

/// Vertices as written.
fn given_vertices(el: &Element) -> Vec<[f32; 3]> {
    let (given, _) = el.reals("vertex").unwrap_or_default().as_chunks::<3>();
    given.iter().map(|vertex| vertex.map(|x| x as f32)).collect()
}

/// Returns the number of vertices; `given` of them are written in the file.
fn links_and_one(el: &Element, given: usize, limits: &Limits) -> Result<usize> {
    let mut count = [1; 3];
    super::settings::read_ints(el, "count", &mut count);
    if count.iter().any(|n| *n < 1) {
        return Err(el.span_of("count").invalid("'count' of a composite must be positive"));
    }
    let size = size(el);
    if given == 0 && size.iter().map(|x| x * x).sum::<f64>() < MIN_SIZE {
        return Err(el.span_of("size").invalid("'size' of a composite must be positive"));
    }
    let mut count = count.map(|n| usize::try_from(n).unwrap_or(usize::MAX));
    if el.reals("vertex").is_some_and(|numbers| !numbers.is_empty()) {
        if count[0] > 1 {
            return Err(el.invalid("give either 'vertex' or 'count', not both"));
        }
        (count[0], count[1]) = (given, 1);
    }
    if count[0] < 2 || count[1..] != [1, 1] {
        return Err(el.invalid(format!(
            "a cable is a line: it needs two vertices or more, as in count=\"10 1 1\" (found {} {} {})",
            count[0], count[1], count[2]
        )));
    }
    limits.check_objects(count[0] as u128, &el.span, "the cable", "make it coarser")?;
    Ok(count[0])
}

fn size(el: &Element) -> [f64; 3] {
    let mut size = [1.0, 0.0, 0.0];
    el.read_reals("size", &mut size);
    size
}

/// Refuses kinds that MuJoCo no longer makes.
fn refuse_retired(el: &Element) -> Result<()> {
    let instead = match el.text("type") {
        Some("cable") => return Ok(()),
        Some("particle") => "<replicate>",
        Some("rope") => "type=\"cable\"",
        Some("loop") => "<flexcomp> or a cable of given vertices",
        _ => "<flexcomp>",
    };
    let kind = el.text("type").unwrap_or_default();
    Err(el.span_of("type").invalid(format!("composites of type '{kind}' are no longer made; use {instead} instead")))
}

/// Vertices along the curve.
fn curve(el: &Element, count: usize) -> Result<Vec<[f32; 3]>> {
    let shapes = shapes(el)?;
    let size = size(el);
    let mut turn = quat::IDENTITY;
    el.read_reals("quat", &mut turn);
    let last = count.saturating_sub(1) as f64;
    let vertex = |i: usize| {
        let at = shapes.map(|shape| match shape {
            Shape::Line => i as f64 * size[0] / last,
            Shape::Cos => size[1] * (PI * i as f64 * size[2] / last).cos(),
            Shape::Sin => size[1] * (PI * i as f64 * size[2] / last).sin(),
            Shape::Zero => 0.0,
        });
        quat::rotate(turn, at).map(|x| x as f32)
    };
    Ok((0..count).map(vertex).collect())
}

/// The shape of each coordinate.
fn shapes(el: &Element) -> Result<[Shape; 3]> {
    let mut shapes = [Shape::Zero; 3];
    let text = el.text("curve").unwrap_or_default();
    let mut words: Vec<&str> = text.split_ascii_whitespace().collect();
    // at white space after the last word, MuJoCo reads that word again
    if text.ends_with(|c: char| c.is_ascii_whitespace()) {
        words.push(words.last().copied().unwrap_or_default());
    }
    if words.len() > 3 {
        return Err(el.span_of("curve").invalid("a curve has one shape for each of x, y, z: at most three"));
    }
    for (shape, word) in shapes.iter_mut().zip(words) {
        *shape = match word {
            "s" => Shape::Line,
            "cos(s)" => Shape::Cos,
            "sin(s)" => Shape::Sin,
            "0" => Shape::Zero,
            _ => {
                let message = format!("'{word}' is not a shape: each of x, y, z is one of s, cos(s), sin(s), 0");
                return Err(el.span_of("curve").invalid(message));
            }
        };
    }
    Ok(shapes)
}

#[cfg(test)]
mod tests {
    use crate::{load_model, parse_mjcf_str};

    fn cable(attributes: &str, inside: &str) -> String {
        format!("<mujoco><worldbody><composite {attributes}>{inside}</composite></worldbody></mujoco>")
    }

    const GEOM: &str = "<geom type='capsule' size='.01'/>";

    #[test]
    fn what_mujoco_refuses_is_refused() {
        for (attributes, inside) in [
            ("type='cable' count='5 1 1' curve='s'", ""),
            ("type='cable' count='5 1 1' curve='s'", "<geom type='sphere' size='1'/>"),
            ("type='cable' count='5 1 1' curve='t'", GEOM),
            ("type='cable' count='5 1 1' curve='s 0 0 0'", GEOM),
            ("type='cable' count='5 1 1' curve='s 0 0 '", GEOM),
            ("type='cable' count='5 1 1' curve=' '", GEOM),
            ("type='cable' count='5 0 1' curve='s'", GEOM),
            ("type='cable' count='5 2 1' curve='s'", GEOM),
            ("type='cable' curve='s'", GEOM),
            ("type='cable' count='5 1 1' size='0' curve='s'", GEOM),
            ("type='cable' count='5 1 1' vertex='0 0 0 1 0 0'", GEOM),
            ("type='cable' vertex='0 0 0'", GEOM),
            ("type='cable' count='5 1 1' curve='s'", "<joint kind='main'/><joint kind='main'/><geom type='box'/>"),
            ("type='cable' count='5 1 1' curve='s'", "<skin group='6'/><geom type='box' size='1 1 1'/>"),
            ("type='cable' count='5 1 1' curve='s'", "<skin material='m'/><geom type='box' size='1 1 1'/>"),
            ("type='cable' count='3 1 1' curve='s'", GEOM),
            ("type='rope' count='5 1 1'", GEOM),
            ("type='cable' count='2000000000 1 1' curve='s'", GEOM),
        ] {
            let xml = cable(attributes, inside);
            assert!(load_model(&xml).is_err(), "{xml}");
        }
    }

    #[test]
    fn retired_kinds_say_what_to_use() {
        let text = parse_mjcf_str(&cable("type='particle' count='2 2 2'", GEOM)).unwrap_err().to_string();
        assert!(text.contains("line"), "{text}");
        let text = parse_mjcf_str(&cable("type='particle' count='2 1 1'", GEOM)).unwrap_err().to_string();
        assert!(text.contains("<replicate>"), "{text}");
    }
}
