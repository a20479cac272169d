//! Unit surfaces of spheres, cylinders, cones and boxes, divided by the model's `visual/quality`.

use crate::render::error::{Budget, RenderError};
use crate::render::surface::{Builder, Corner, Surface};
use std::f64::consts::PI;

/// Numbers of parts of round and flat shapes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Division {
    /// Parts around an axis.
    pub(super) slices: u32,
    /// Parts from pole to pole of a sphere.
    pub(super) stacks: u32,
    /// Parts along the axis of cylinders and cones.
    pub(super) rings: u32,
    /// Parts along an edge of a box.
    pub(super) quads: u32,
}

/// All surfaces of one [`Division`].
#[derive(Debug)]
pub(super) struct Primitives {
    pub(super) sphere: Surface,
    /// Upper half of a unit sphere around `(0, 0, 1)`.
    pub(super) top: Surface,
    /// Lower half of a unit sphere around `(0, 0, -1)`.
    pub(super) bottom: Surface,
    pub(super) cylinder: Surface,
    /// A cylinder without ends.
    pub(super) tube: Surface,
    /// A cone that stands on z = 0.
    pub(super) cone: Surface,
    pub(super) cube: Surface,
}

impl Primitives {
    pub(super) fn new(division: Division, budget: &Budget) -> Result<Self, RenderError> {
        let Division { slices, stacks, rings, quads } = division;
        let half = stacks / 2;
        let inner = (rings / 2).max(1);
        let make = |closed: bool, draw: &dyn Fn(&mut Builder<'_>) -> Result<(), RenderError>| {
            let mut builder = Builder::new(budget, true);
            draw(&mut builder)?;
            Ok(builder.finish(closed))
        };
        Ok(Self {
            sphere: make(true, &|b| {
                [-1.0, 1.0].into_iter().try_for_each(|sign| hemisphere(b, sign, slices, half, true))
            })?,
            top: make(true, &|b| hemisphere(b, 1.0, slices, half, false))?,
            bottom: make(true, &|b| hemisphere(b, -1.0, slices, half, false))?,
            cylinder: make(true, &|b| {
                disk(b, -1.0, -1.0, slices, inner)?;
                tube(b, slices, rings)?;
                disk(b, 1.0, 1.0, slices, inner)
            })?,
            tube: make(true, &|b| tube(b, slices, rings))?,
            cone: make(true, &|b| {
                cone(b, slices, rings)?;
                disk(b, 0.0, -1.0, slices, rings)
            })?,
            cube: make(true, &|b| cube(b, quads))?,
        })
    }
}

/// Cosine and sine of a fraction of a full turn.
fn turn(j: u32, slices: u32) -> [f32; 2] {
    let angle = (2.0 * PI * f64::from(j) / f64::from(slices)) as f32;
    [libm::cosf(angle), libm::sinf(angle)]
}

/// Half a unit sphere: a ring of triangles at the pole, quads elsewhere. A separate half has its equator at `z = sign`.
fn hemisphere(b: &mut Builder<'_>, sign: f32, slices: u32, stacks: u32, joined: bool) -> Result<(), RenderError> {
    let shift = if joined { 0.0 } else { sign };
    // a half of a whole sphere has half the range of texture coordinates
    let rows = |i: u32| i as f32 / stacks as f32;
    let v = |i: u32| match (joined, sign > 0.0) {
        (true, _) => 0.5 - sign * 0.5 * rows(i),
        (false, true) => 1.0 - rows(i),
        (false, false) => rows(i),
    };
    let at = |i: u32, j: u32| {
        let elevation = (0.5 * PI * f64::from(sign) * f64::from(i) / f64::from(stacks)) as f32;
        let [c, s] = turn(j, slices);
        let n = [c * libm::cosf(elevation), s * libm::cosf(elevation), libm::sinf(elevation)];
        Corner { position: [n[0], n[1], n[2] + shift], normal: n, texcoord: [j as f32 / slices as f32, v(i)] }
    };
    for j in 0..slices {
        for i in 0..stacks.saturating_sub(1) {
            let corners = [at(i, j), at(i, j + 1), at(i + 1, j + 1), at(i + 1, j)];
            let [p, q, r, s] = corners.each_ref();
            b.quad(if sign > 0.0 { [p, q, r, s] } else { [s, r, q, p] })?;
        }
        let last = stacks.saturating_sub(1);
        let [p, q] = [at(last, j), at(last, j + 1)];
        let pole = Corner {
            position: [0.0, 0.0, sign + shift],
            normal: [0.0, 0.0, sign],
            texcoord: [(j as f32 + 0.5) / slices as f32, v(stacks)],
        };
        b.triangle(if sign > 0.0 { [&p, &q, &pole] } else { [&pole, &q, &p] })?;
    }
    Ok(())
}

/// A unit disk at height `z` that faces along `up`.
fn disk(b: &mut Builder<'_>, z: f32, up: f32, slices: u32, stacks: u32) -> Result<(), RenderError> {
    let at = |i: u32, j: u32| {
        let r = i as f32 / stacks as f32;
        let [c, s] = turn(j, slices).map(|x| x * r);
        Corner { position: [c, s, z], normal: [0.0, 0.0, up], texcoord: [0.5 + 0.5 * c, 0.5 + 0.5 * s] }
    };
    for j in 0..slices {
        let [p, q, center] = [at(1, j), at(1, j + 1), at(0, 0)];
        b.triangle(if up > 0.0 { [&p, &q, &center] } else { [&center, &q, &p] })?;
        for i in 1..stacks {
            let corners = [at(i + 1, j), at(i + 1, j + 1), at(i, j + 1), at(i, j)];
            let [p, q, r, s] = corners.each_ref();
            b.quad(if up > 0.0 { [p, q, r, s] } else { [s, r, q, p] })?;
        }
    }
    Ok(())
}

/// A cylinder without ends, from -1 to 1.
fn tube(b: &mut Builder<'_>, slices: u32, stacks: u32) -> Result<(), RenderError> {
    let at = |i: u32, j: u32| {
        let [c, s] = turn(j, slices);
        let h = 2.0 * i as f32 / stacks as f32 - 1.0;
        Corner { position: [c, s, h], normal: [c, s, 0.0], texcoord: [j as f32 / slices as f32, 0.5 - 0.5 * h] }
    };
    for i in 0..stacks {
        for j in 0..slices {
            b.quad([&at(i, j), &at(i, j + 1), &at(i + 1, j + 1), &at(i + 1, j)])?;
        }
    }
    Ok(())
}

/// The side of a cone from the unit circle at z = 0 to its tip at z = 1.
fn cone(b: &mut Builder<'_>, slices: u32, stacks: u32) -> Result<(), RenderError> {
    let slope = 1.0 / 2f32.sqrt();
    let at = |i: u32, j: u32| {
        let r = i as f32 / stacks as f32;
        let [c, s] = turn(j, slices);
        let normal = [c * slope, s * slope, slope];
        Corner { position: [c * r, s * r, 1.0 - r], normal, texcoord: [j as f32 / slices as f32, r] }
    };
    for j in 0..slices {
        let [p, q] = [at(1, j), at(1, j + 1)];
        let sum = [0, 1, 2].map(|k| p.normal[k] + q.normal[k]);
        let length = (sum[0] * sum[0] + sum[1] * sum[1] + sum[2] * sum[2]).sqrt();
        let u = (j as f32 + 0.5) / slices as f32;
        let tip = Corner { position: [0.0, 0.0, 1.0], normal: sum.map(|x| x / length), texcoord: [u, 0.0] };
        b.triangle([&p, &q, &tip])?;
        for i in 1..stacks {
            b.quad([&at(i + 1, j), &at(i + 1, j + 1), &at(i, j + 1), &at(i, j)])?;
        }
    }
    Ok(())
}

/// A cube from -1 to 1.
fn cube(b: &mut Builder<'_>, quads: u32) -> Result<(), RenderError> {
    let n = quads as f32;
    for (axis, up) in [(2, 1.0), (2, -1.0), (0, 1.0), (0, -1.0), (1, -1.0), (1, 1.0)] {
        // the two other axes, in the order of texture coordinates
        let (first, second) = [(1, 2), (0, 2), (0, 1)][axis];
        let at = |i: u32, j: u32| {
            let mut position = [0.0; 3];
            position[axis] = up;
            position[first] = 2.0 / n * i as f32 - 1.0;
            position[second] = 2.0 / n * j as f32 - 1.0;
            let mut normal = [0.0; 3];
            normal[axis] = up;
            Corner { position, normal, texcoord: [i as f32 / n, 1.0 - j as f32 / n] }
        };
        for i in 0..quads {
            for j in 0..quads {
                let corners = [at(i, j), at(i + 1, j), at(i + 1, j + 1), at(i, j + 1)];
                let [p, q, r, s] = corners.each_ref();
                // first x second points along +x, -y and +z
                let outward = (axis == 1) != (up > 0.0);
                // the sides that face down an axis start from their upper edge
                b.quad(if outward { [p, q, r, s] } else { [s, r, q, p] })?;
            }
        }
    }
    Ok(())
}
