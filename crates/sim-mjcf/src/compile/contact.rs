//! Contact pairs and exclusions: parameters, and a signature that names the two bodies.

use super::ids::Ids;
use crate::error::Result;
use crate::error_list::ErrorList;
use crate::numeric::EPS;
use crate::spec::{Exclude, Pair, Spec};
use sim_core::math::{row, set_row};
use sim_core::{Model, ObjType};

/// Sorts pairs and exclusions by their signatures, which is the order of their ids. Bodies and geoms must be registered;
/// `geom_bodyid` is the Model's.
pub(crate) fn sort(spec: &mut Spec, ids: &Ids, geom_bodyid: &[i32], errors: &mut ErrorList) -> Result<()> {
    let body_of = |geom: usize| geom_bodyid.get(geom).copied().unwrap_or(0);
    let mut pairs = vec![];
    for pair in std::mem::take(&mut spec.pairs) {
        let geoms = errors.take(pair_geoms(&pair, ids, &body_of))?;
        pairs.push((geoms.map_or(0, |[a, b]| signature(body_of(a), body_of(b))), pair));
    }
    pairs.sort_by_key(|(key, _)| *key);
    spec.pairs = pairs.into_iter().map(|(_, pair)| pair).collect();

    let mut excludes = vec![];
    for exclude in std::mem::take(&mut spec.excludes) {
        excludes.push((errors.take(exclude_signature(&exclude, ids))?.unwrap_or(0), exclude));
    }
    excludes.sort_by_key(|(key, _)| *key);
    spec.excludes = excludes.into_iter().map(|(_, exclude)| exclude).collect();
    Ok(())
}

/// Counts pairs and exclusions.
pub(crate) fn sizes(spec: &Spec, _ids: &Ids, model: &mut Model) -> Result<()> {
    model.npair = spec.pairs.len();
    model.nexclude = spec.excludes.len();
    Ok(())
}

/// Fills `pair_*` and `exclude_*`; [`sort`] has run.
pub(crate) fn fill(spec: &Spec, ids: &Ids, m: &mut Model) -> Result<()> {
    let mut errors = ErrorList::default();
    for (id, pair) in spec.pairs.iter().enumerate() {
        errors.take(fill_pair(id, pair, ids, m))?;
    }
    for (id, exclude) in spec.excludes.iter().enumerate() {
        m.exclude_signature[id] = errors.take(exclude_signature(exclude, ids))?.unwrap_or(0);
    }
    errors.finish()
}

fn fill_pair(id: usize, pair: &Pair, ids: &Ids, m: &mut Model) -> Result<()> {
    if ![1, 3, 4, 6].contains(&pair.condim) {
        return Err(pair.meta.span.conversion(format!("condim is 1, 3, 4 or 6, found {}", pair.condim)));
    }
    let geoms = pair_geoms(pair, ids, &|geom| m.geom_bodyid[geom])?;
    let pair = combine(pair.clone(), geoms, m);
    m.pair_dim[id] = pair.condim;
    m.pair_geom1[id] = geoms[0] as i32;
    m.pair_geom2[id] = geoms[1] as i32;
    m.pair_signature[id] = signature(m.geom_bodyid[geoms[0]], m.geom_bodyid[geoms[1]]);
    set_row(&mut m.pair_solref, id, pair.solref);
    set_row(&mut m.pair_solreffriction, id, pair.solreffriction);
    set_row(&mut m.pair_solimp, id, pair.solimp);
    m.pair_margin[id] = pair.margin;
    m.pair_gap[id] = pair.gap;
    m.pair_adhesion[id] = pair.adhesion;
    set_row(&mut m.pair_friction, id, pair.friction);
    Ok(())
}

/// Two body ids in one number, the smaller one in the upper half.
fn signature(body1: i32, body2: i32) -> i32 {
    ((body1 as u32) << 16).wrapping_add(body2 as u32) as i32
}

fn exclude_signature(exclude: &Exclude, ids: &Ids) -> Result<i32> {
    let body1 = ids.find(ObjType::Body, &exclude.body1, &exclude.meta.span)? as i32;
    let body2 = ids.find(ObjType::Body, &exclude.body2, &exclude.meta.span)? as i32;
    Ok(signature(body1.min(body2), body1.max(body2)))
}

/// The two geoms, swapped when their bodies are in descending order.
fn pair_geoms(pair: &Pair, ids: &Ids, body_of: &dyn Fn(usize) -> i32) -> Result<[usize; 2]> {
    let geom1 = ids.find(ObjType::Geom, &pair.geom1, &pair.meta.span)?;
    let geom2 = ids.find(ObjType::Geom, &pair.geom2, &pair.meta.span)?;
    Ok(if body_of(geom1) > body_of(geom2) { [geom2, geom1] } else { [geom1, geom2] })
}

/// Fills parameters whose first entry is NaN from the geoms: from the one of higher priority, else from both.
fn combine(mut pair: Pair, [a, b]: [usize; 2], m: &Model) -> Pair {
    if pair.margin.is_nan() {
        pair.margin = m.geom_margin[a].max(m.geom_margin[b]);
    }
    if pair.gap.is_nan() {
        pair.gap = m.geom_gap[a].max(m.geom_gap[b]);
    }
    let (priority_a, priority_b) = (m.geom_priority[a], m.geom_priority[b]);
    let preferred = (priority_a != priority_b).then_some(if priority_a > priority_b { a } else { b });
    if pair.friction[0].is_nan() {
        let (fa, fb): ([f64; 3], [f64; 3]) = (row(&m.geom_friction, a), row(&m.geom_friction, b));
        let [slide, spin, roll] = match preferred {
            Some(geom) => row(&m.geom_friction, geom),
            None => [fa[0].max(fb[0]), fa[1].max(fb[1]), fa[2].max(fb[2])],
        };
        pair.friction = [slide, slide, spin, roll, roll];
    }
    if pair.solref[0].is_nan() {
        let (ra, rb): ([f64; 2], [f64; 2]) = (row(&m.geom_solref, a), row(&m.geom_solref, b));
        pair.solref = match preferred {
            Some(geom) => row(&m.geom_solref, geom),
            None => [ra[0].min(rb[0]), ra[1].min(rb[1])],
        };
    }
    if pair.solimp[0].is_nan() {
        let (ia, ib): ([f64; 5], [f64; 5]) = (row(&m.geom_solimp, a), row(&m.geom_solimp, b));
        pair.solimp = match preferred {
            Some(geom) => row(&m.geom_solimp, geom),
            None => {
                let weight = mix(m.geom_solmix[a], m.geom_solmix[b]);
                std::array::from_fn(|i| weight * ia[i] + (1.0 - weight) * ib[i])
            }
        };
    }
    pair
}

/// Weight of the first of two geoms when solver parameters are mixed.
fn mix(a: f64, b: f64) -> f64 {
    match (a >= EPS, b >= EPS) {
        (true, true) => a / (a + b),
        (false, false) => 0.5,
        (false, true) => 0.0,
        (true, false) => 1.0,
    }
}

#[cfg(test)]
mod tests {
    use crate::load_model;

    #[test]
    fn pairs_are_sorted_by_their_bodies() {
        let model = load_model(
            "<mujoco><worldbody><geom name='floor' type='plane' size='1 1 1'/>
             <body name='a'><joint/><geom name='ga' size='1'/></body>
             <body name='b'><joint/><geom name='gb' size='1'/></body></worldbody>
             <contact><pair geom1='gb' geom2='ga'/><pair geom1='gb' geom2='floor'/>
             <exclude body1='b' body2='a'/></contact></mujoco>",
        )
        .unwrap();
        assert_eq!(model.pair_signature, [2, (1 << 16) + 2]);
        assert_eq!((&model.pair_geom1[..], &model.pair_geom2[..]), (&[0, 1][..], &[2, 2][..]));
        assert_eq!(model.exclude_signature, [(1 << 16) + 2]);
    }

    #[test]
    fn nan_leaves_a_parameter_to_the_geoms() {
        let model = load_model(
            "<mujoco><worldbody><geom name='p' size='1' friction='0.4' margin='0.2' solref='1 1'/>
             <body><joint/><geom name='q' size='1' friction='0.9 0.1' priority='1'/></body></worldbody>
             <contact><pair geom1='p' geom2='q' friction='nan' margin='nan'/></contact></mujoco>",
        )
        .unwrap();
        assert_eq!(model.pair_friction, [0.9, 0.9, 0.1, 0.0001, 0.0001]);
        assert_eq!((model.pair_margin[0], &model.pair_solref[..]), (0.2, &[0.02, 1.0][..]));
    }
}
