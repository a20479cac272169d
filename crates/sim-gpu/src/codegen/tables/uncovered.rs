//! Pairs of geoms that the GPU does not collide, in words: which geoms, with which others, and the fewest edits that help.

use crate::codegen::named::{label, listed};
use sim_core::binding::collision::NearPair;
use sim_core::{EnableFlags, GeomType, Model, ObjType};
use std::collections::{BTreeMap, BTreeSet};

/// Most geoms whose pairs a message describes.
const MOST_GEOMS: usize = 2;

/// Whether the GPU collides two types, the lower one first.
type Covers = fn([GeomType; 2]) -> bool;

/// A geom that is in pairs that are not covered, and the geoms on the other side.
type Sides = BTreeMap<usize, Vec<usize>>;

/// Reasons and cures for pairs that are not covered.
pub fn texts(m: &Model, pairs: &[NearPair], covers: Covers) -> Vec<String> {
    let (explicit, found): (Vec<&NearPair>, Vec<&NearPair>) = pairs.iter().partition(|pair| pair.explicit.is_some());
    let found: Vec<[usize; 2]> = found.into_iter().map(|pair| pair.geoms).collect();
    let named = (!explicit.is_empty()).then(|| explicit_text(m, &explicit));
    found_text(m, &found, covers).into_iter().chain(named).collect()
}

/// Pairs that contype and conaffinity choose.
fn found_text(m: &Model, pairs: &[[usize; 2]], covers: Covers) -> Option<String> {
    let sides = sides(m, pairs);
    let cover = cover(&sides);
    let first = *cover.first()?;
    let who = match cover[..] {
        [only] => with_others(m, only, &sides),
        _ => {
            let mut parts: Vec<String> =
                cover.iter().take(MOST_GEOMS).map(|&geom| with_others(m, geom, &sides)).collect();
            if cover.len() > MOST_GEOMS {
                let more = cover.len() - MOST_GEOMS;
                parts.push(if more == 1 { "and 1 more geom".into() } else { format!("and {more} more geoms") });
            }
            parts.join("; ")
        }
    };
    let types: BTreeSet<[GeomType; 2]> = pairs.iter().map(|pair| pair.map(|g| m.geom_type[g])).collect();
    let types = listed(types.into_iter().map(|[a, b]| format!("{a}-{b}")));
    let mut edits = vec![];
    edits.extend(replacement(m, pairs, &cover, &sides, covers));
    edits.extend(exclusion(m, pairs, cover.len()));
    edits.push(if cover.len() == 1 {
        format!("set contype and conaffinity of {} to 0", label(m, ObjType::Geom, first))
    } else {
        format!("set contype and conaffinity of all of these to 0: {}", names(m, &cover))
    });
    Some(format!("contacts of {types}: {who}: {}", edits.join(", or ")))
}

/// A geom, its type, and some of those that it may touch.
fn with_others(m: &Model, geom: usize, sides: &Sides) -> String {
    let others = sides.get(&geom).map(Vec::as_slice).unwrap_or_default();
    let others = listed(others.iter().map(|&other| typed(m, other)));
    let name = typed(m, geom);
    // a geom without a name is called by its kind and number
    let kind = if name.starts_with('\'') { "geom " } else { "" };
    format!("{kind}{name} may touch {others}")
}

fn typed(m: &Model, geom: usize) -> String {
    format!("{} ({})", label(m, ObjType::Geom, geom), m.geom_type[geom])
}

fn names(m: &Model, geoms: &[usize]) -> String {
    listed(geoms.iter().map(|&geom| label(m, ObjType::Geom, geom)))
}

/// Whether a geom of this type is to blame: planes, spheres, capsules and boxes collide with each other.
fn is_uncommon(kind: GeomType) -> bool {
    ![GeomType::Plane, GeomType::Sphere, GeomType::Capsule, GeomType::Box].contains(&kind)
}

/// The geoms to blame, each with the other sides of its pairs.
fn sides(m: &Model, pairs: &[[usize; 2]]) -> Sides {
    let mut sides = Sides::new();
    for &[a, b] in pairs {
        for (geom, other) in [(a, b), (b, a)] {
            if is_uncommon(m.geom_type[geom]) {
                sides.entry(geom).or_default().push(other);
            }
        }
    }
    sides
}

/// Few geoms that have a side in every pair, those with the most pairs first.
fn cover(sides: &Sides) -> Vec<usize> {
    let mut order: Vec<usize> = sides.keys().copied().collect();
    order.sort_by_key(|geom| std::cmp::Reverse(sides[geom].len()));
    let mut chosen: BTreeSet<usize> = BTreeSet::new();
    for geom in &order {
        if sides[geom].iter().any(|other| !chosen.contains(other)) {
            chosen.insert(*geom);
        }
    }
    // a geom whose pairs all have another chosen side is not needed
    for geom in order.iter().rev() {
        if sides[geom].iter().all(|other| other != geom && chosen.contains(other)) {
            chosen.remove(geom);
        }
    }
    order.retain(|geom| chosen.contains(geom));
    order
}

/// The type that a geom can have instead.
fn substitute(kind: GeomType) -> GeomType {
    if kind == GeomType::HField { GeomType::Plane } else { GeomType::Capsule }
}

/// Which geoms to give another type: those of the cover if that is enough, else all that are to blame.
fn replacement(m: &Model, pairs: &[[usize; 2]], cover: &[usize], sides: &Sides, covers: Covers) -> Option<String> {
    let all: Vec<usize> = sides.keys().copied().collect();
    let is_enough = |geoms: &[usize]| {
        let replaced: BTreeSet<usize> = geoms.iter().copied().collect();
        let kind = |g: usize| if replaced.contains(&g) { substitute(m.geom_type[g]) } else { m.geom_type[g] };
        pairs.iter().all(|pair| {
            let mut types = pair.map(kind);
            types.sort_unstable();
            covers(types)
        })
    };
    let geoms = [cover, all.as_slice()].into_iter().find(|geoms| is_enough(geoms))?;
    let (fields, others): (Vec<usize>, Vec<usize>) =
        geoms.iter().partition(|&&geom| m.geom_type[geom] == GeomType::HField);
    let change = |geoms: &[usize], kind: &str| {
        let names = names(m, geoms);
        if geoms.len() == 1 { format!("make {names} a {kind}") } else { format!("make {names} {kind}s") }
    };
    let mut edits = vec![];
    if !others.is_empty() {
        let has_mesh = others.iter().any(|&geom| m.geom_type[geom] == GeomType::Mesh);
        let hint = if has_mesh { " (type=\"capsule\" beside mesh=\"...\" fits one to the mesh)" } else { "" };
        edits.push(change(&others, "capsule") + hint);
    }
    if !fields.is_empty() {
        edits.push(change(&fields, "plane"));
    }
    Some(edits.join(" and "))
}

/// Pairs of bodies to exclude, if they are not more than the geoms to edit.
fn exclusion(m: &Model, pairs: &[[usize; 2]], most: usize) -> Option<String> {
    let bodies: BTreeSet<[i32; 2]> = pairs.iter().map(|pair| pair.map(|g| m.geom_bodyid[g])).collect();
    let name = |body: i32| label(m, ObjType::Body, usize::try_from(body).unwrap_or(0));
    let pair = |[a, b]: &[i32; 2]| format!("{} with {}", name(*a), name(*b));
    let is_short = bodies.len() <= most && bodies.iter().all(|[a, b]| *a > 0 && *b > 0);
    is_short.then(|| format!("exclude contacts of the bodies {}", listed(bodies.iter().map(pair))))
}

/// Pairs that the model names.
fn explicit_text(m: &Model, pairs: &[&NearPair]) -> String {
    let pair = |pair: &&NearPair| {
        let name = pair.explicit.map_or_else(String::new, |id| label(m, ObjType::Pair, id));
        let [a, b] = pair.geoms.map(|geom| typed(m, geom));
        format!("{name} of {a} and {b}")
    };
    format!(
        "explicit contact pairs: {}: delete them from <contact>, or name capsules, spheres and boxes there",
        listed(pairs.iter().map(pair))
    )
}

/// Pairs whose bounding boxes would decide on the CPU: the first of them, which of the causes it is, and how many there are.
pub fn boxed_text(m: &Model, pairs: &[[usize; 2]]) -> Option<String> {
    let geoms = *pairs.first()?;
    let [first, second] = geoms.map(|g| label(m, ObjType::Geom, g));
    let more = if pairs.len() > 1 { format!(" (and of {} more pairs)", pairs.len() - 1) } else { String::new() };
    Some(format!("contacts of {first} and {second}{more}: {}", box_cause(m, geoms)))
}

/// Why a bounding box may keep two geoms apart that touch.
fn box_cause(m: &Model, geoms: [usize; 2]) -> String {
    let name = |g: usize| label(m, ObjType::Geom, g);
    let low = |list: &[f64]| geoms.into_iter().find(|&g| list[g] < 0.0).map(|g| (name(g), list[g]));
    if let Some((geom, margin)) = low(&m.geom_margin) {
        return format!("{geom} has the margin {margin}: set it to at least 0");
    }
    if let Some((geom, gap)) = low(&m.geom_gap) {
        return format!("{geom} has the gap {gap}: set it to at least 0");
    }
    let bodies = geoms.map(|g| usize::try_from(m.geom_bodyid[g]).unwrap_or(0));
    if let Some(body) = bodies.into_iter().find(|&body| m.body_margin[body] < 0.0) {
        return format!("{} has a margin below 0: set those of its geoms to at least 0", label(m, ObjType::Body, body));
    }
    let gap = geoms.into_iter().find(|&g| m.geom_gap[g] != 0.0);
    if let Some(geom) = gap.filter(|_| m.opt.enableflags.contains(EnableFlags::OVERRIDE)) {
        let gap = m.geom_gap[geom];
        return format!(
            "{} has the gap {gap} while the flag 'override' is on: set the gap to 0, or <flag override=\"disable\"/>",
            name(geom)
        );
    }
    "one of them is larger than its bounding box: compile the model again after changing sizes".into()
}
