//! From touches to contacts: the parameters of two geoms combined, or those of an explicit pair.

use crate::data::{Contact, ContactExclude, Side};
use crate::math::{MINVAL, Mat3, Vec3, row, vec3};
use crate::model::Model;
use crate::scratch::pair::{GeomPair, is_overridden};
use crate::shape::manifold::Touch;

/// Smallest friction coefficient of a contact.
pub const MIN_FRICTION: f64 = 1e-5;

/// A contact without a place: what all touches of one pair share.
pub fn prototype(m: &Model, pair: &GeomPair) -> Contact {
    let mut c = match pair.pair {
        Some(p) => of_pair(m, p as usize),
        None => combined(m, pair.g1 as usize, pair.g2 as usize),
    };
    if is_overridden(m) {
        c.solref = m.opt.o_solref;
        c.solreffriction = m.opt.o_solref;
        c.solimp = m.opt.o_solimp;
        c.friction = m.opt.o_friction;
    }
    c.friction = c.friction.map(|f| if MIN_FRICTION > f { MIN_FRICTION } else { f });
    c.includemargin = pair.margin_and_gap(m).0;
    c.sides = [Side::Geom(pair.g1), Side::Geom(pair.g2)];
    c
}

/// Parameters of an explicit pair.
fn of_pair(m: &Model, p: usize) -> Contact {
    Contact {
        dim: m.pair_dim[p],
        solref: row(&m.pair_solref, p),
        solreffriction: row(&m.pair_solreffriction, p),
        solimp: row(&m.pair_solimp, p),
        friction: row(&m.pair_friction, p),
        adhesion: m.pair_adhesion[p],
        ..Contact::default()
    }
}

/// Parameters of two geoms: those of the one with higher priority, otherwise mixed.
fn combined(m: &Model, g1: usize, g2: usize) -> Contact {
    let (first, second) = (m.geom_priority[g1], m.geom_priority[g2]);
    if first != second {
        let g = if first > second { g1 } else { g2 };
        return Contact {
            dim: m.geom_condim[g],
            solref: row(&m.geom_solref, g),
            solimp: row(&m.geom_solimp, g),
            friction: unpack(row(&m.geom_friction, g)),
            adhesion: m.geom_adhesion[g],
            ..Contact::default()
        };
    }
    let (ref1, ref2): ([f64; 2], [f64; 2]) = (row(&m.geom_solref, g1), row(&m.geom_solref, g2));
    let (imp1, imp2): ([f64; 5], [f64; 5]) = (row(&m.geom_solimp, g1), row(&m.geom_solimp, g2));
    let (fri1, fri2): ([f64; 3], [f64; 3]) = (row(&m.geom_friction, g1), row(&m.geom_friction, g2));
    let mix = mix_factor(m.geom_solmix[g1], m.geom_solmix[g2]);
    let blend = |a: f64, b: f64| mix * a + (1.0 - mix) * b;
    // time constants mix, stiffnesses given directly do not
    let standard = ref1[0] > 0.0 && ref2[0] > 0.0;
    let reference = |i: usize| if standard { blend(ref1[i], ref2[i]) } else { ref1[i].min(ref2[i]) };
    Contact {
        dim: m.geom_condim[g1].max(m.geom_condim[g2]),
        solref: std::array::from_fn(reference),
        solimp: std::array::from_fn(|i| blend(imp1[i], imp2[i])),
        friction: unpack(std::array::from_fn(|i| fri1[i].max(fri2[i]))),
        adhesion: m.geom_adhesion[g1] + m.geom_adhesion[g2],
        ..Contact::default()
    }
}

/// Sliding, spinning and rolling friction to one coefficient per direction.
fn unpack(f: [f64; 3]) -> [f64; 5] {
    [f[0], f[0], f[1], f[2], f[2]]
}

/// Weight of the first of two geoms.
fn mix_factor(a: f64, b: f64) -> f64 {
    match (a >= MINVAL, b >= MINVAL) {
        (true, true) => a / (a + b),
        (false, false) => 0.5,
        (false, true) => 0.0,
        (true, false) => 1.0,
    }
}

/// A contact made by [`prototype`] at one touch.
#[inline(always)]
pub fn placed(prototype: &Contact, touch: &Touch) -> Contact {
    at_place(prototype, touch.dist, touch.pos, frame(touch.normal, touch.tangent))
}

/// A contact made by [`prototype`] at one place, with its frame.
#[inline(always)]
pub fn at_place(prototype: &Contact, dist: f64, pos: Vec3, frame: Mat3) -> Contact {
    let in_gap = dist >= prototype.includemargin;
    let is_adhesive = prototype.adhesion != 0.0;
    Contact {
        dist,
        pos,
        frame,
        exclude: if in_gap && !is_adhesive { ContactExclude::IN_GAP } else { prototype.exclude },
        // an adhesive contact pulls across the gap, but surfaces apart have no friction
        dim: if in_gap && is_adhesive { 1 } else { prototype.dim },
        ..*prototype
    }
}

/// Right-handed frame from a normal and a tangent; a tangent near zero leaves the choice to y or z.
fn frame(normal: Vec3, tangent: Vec3) -> Mat3 {
    let x = vec3::normalize(normal).0;
    let mut y = tangent;
    if vec3::dot(y, y) < 0.25 {
        y = if x[1] < 0.5 && x[1] > -0.5 { [0.0, 1.0, 0.0] } else { [0.0, 0.0, 1.0] };
    }
    let y = vec3::normalize(vec3::sub(y, vec3::scale(x, vec3::dot(x, y)))).0;
    let z = vec3::cross(x, y);
    [x[0], x[1], x[2], y[0], y[1], y[2], z[0], z[1], z[2]]
}

/// Whether a normal is usable: finite and not nearly zero.
pub fn is_direction(normal: Vec3) -> bool {
    let square = vec3::dot(normal, normal);
    square >= 0.25 && square.is_finite()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frames_are_orthonormal() {
        for normal in [[0.0, 0.0, 1.0], [0.0, 1.0, 0.0], [0.6, 0.0, 0.8]] {
            let f = frame(normal, [0.0; 3]);
            let (x, y, z) = ([f[0], f[1], f[2]], [f[3], f[4], f[5]], [f[6], f[7], f[8]]);
            assert!((vec3::dot(x, normal) - 1.0).abs() < 1e-15);
            assert!(vec3::dot(x, y).abs() < 1e-15 && (vec3::norm(y) - 1.0).abs() < 1e-15);
            assert_eq!(vec3::cross(x, y), z);
        }
        assert_eq!(frame([0.0, 0.0, 1.0], [0.0; 3])[3..6], [0.0, 1.0, 0.0]);
    }

    #[test]
    fn mixing() {
        assert_eq!(mix_factor(1.0, 3.0), 0.25);
        assert_eq!(mix_factor(0.0, 0.0), 0.5);
        assert_eq!(mix_factor(0.0, 1.0), 0.0);
    }
}
