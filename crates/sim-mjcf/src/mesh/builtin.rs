//! Built-in shapes: sphere, hemisphere, cone, supersphere, supertorus, wedge, plate.

use super::hash::Fast;
use sim_core::binding::message::number;
use std::collections::HashMap;
use std::f64::consts::PI;

/// Data of a built-in shape. A shape without faces becomes its convex hull.
#[derive(Debug, Default)]
pub(super) struct Shape {
    pub vert: Vec<f32>,
    pub normal: Vec<f32>,
    pub face: Vec<i32>,
    /// The shape encloses no volume: its inertia is that of its surface.
    pub flat: bool,
}

/// Builds a shape from its number (sphere 1, hemisphere 2, cone 3, supersphere 4, supertorus 5, wedge 6, plate 7).
/// A shape has no more than `most` vertices.
pub(super) fn build(shape: i32, params: &[f64], most: usize) -> Result<Shape, String> {
    let count = |n: usize, name: &str| {
        if params.len() == n { Ok(()) } else { Err(format!("builtin {name} takes {n} params, found {}", params.len())) }
    };
    match shape {
        1 => {
            count(1, "sphere")?;
            let n = whole(params[0], "sphere subdivision", 0, 4)?;
            Ok(sphere(n))
        }
        2 => {
            count(1, "hemisphere")?;
            Ok(hemisphere(whole(params[0], "hemisphere resolution", 0, 10)?))
        }
        3 => {
            count(2, "cone")?;
            let edges = whole(params[0], "number of cone edges", 1, i32::MAX)?;
            check_vertices([edges, 2], most)?;
            Ok(cone(edges, params[1]))
        }
        4 => {
            count(3, "supersphere")?;
            let n = whole(params[0], "supersphere resolution", 3, i32::MAX)?;
            check_vertices([n, n], most)?;
            if !(params[1] >= 0.0 && params[2] >= 0.0) {
                return Err("supersphere exponents cannot be negative".into());
            }
            Ok(supersphere(n, params[1], params[2]))
        }
        5 => {
            count(4, "supertorus")?;
            let n = whole(params[0], "supertorus resolution", 3, i32::MAX)?;
            check_vertices([n, n], most)?;
            if !(params[1] > 0.0 && params[1] <= 1.0) {
                return Err("supertorus radius must be in (0, 1]".into());
            }
            if !(params[2] > 0.0 && params[3] > 0.0) {
                return Err("supertorus exponents must be positive".into());
            }
            Ok(supertorus(n, params[1], params[2], params[3]))
        }
        6 => {
            count(5, "wedge")?;
            let size = grid(params, most)?;
            if !(params[2] > 0.0 && params[2] <= 180.0) {
                return Err("horizontal field of view of a wedge must be in (0, 180] degrees".into());
            }
            if !(params[3] > 0.0 && params[3] <= 90.0) {
                return Err("vertical field of view of a wedge must be in (0, 90] degrees".into());
            }
            if !(0.0..=1.0).contains(&params[4]) {
                return Err("gamma of a wedge must be in [0, 1]".into());
            }
            Ok(wedge(size, [params[2], params[3]], params[4]))
        }
        7 => {
            count(2, "plate")?;
            Ok(plate(grid(params, most)?))
        }
        _ => Err("unsupported builtin mesh".into()),
    }
}

/// Number of vertices of a shape, from its parameters alone; 0 for a shape that cannot be built.
pub(super) fn vertices(shape: i32, params: &[f64]) -> u128 {
    let param = |i: usize| params.get(i).map_or(0, |x| x.clamp(0.0, f64::from(i32::MAX)) as u128);
    match shape {
        1 => 10 * 4u128.pow(param(0).min(4) as u32) + 2,
        2 => 2 * (param(0).min(10) + 1) * (param(0).min(10) + 2) + 2,
        3 => 2 * param(0),
        4 | 5 => param(0) * param(0),
        6 | 7 => param(0) * param(1),
        _ => 0,
    }
}

/// A parameter truncated to a whole number between bounds.
fn whole(x: f64, what: &str, min: i32, max: i32) -> Result<usize, String> {
    let n = x.trunc();
    if n >= f64::from(min) && n <= f64::from(max) {
        Ok(n as usize)
    } else {
        Err(format!("{what} must be between {min} and {max}, found {}", number(x)))
    }
}

fn grid(params: &[f64], most: usize) -> Result<[usize; 2], String> {
    let size = [whole(params[0], "resolution", 1, i32::MAX)?, whole(params[1], "resolution", 1, i32::MAX)?];
    check_vertices(size, most)?;
    Ok(size)
}

/// Refuses a shape with too many rows and columns of vertices.
fn check_vertices([rows, columns]: [usize; 2], most: usize) -> Result<(), String> {
    let needed = rows as u128 * columns as u128;
    if needed <= most as u128 {
        return Ok(());
    }
    Err(format!(
        "a built-in mesh of {rows} x {columns} needs {needed} vertices, the limit is {most}: lower its resolution, or \
         raise the limit 'vertices'"
    ))
}

/// Icosahedron whose faces are split `subdiv` times, all vertices on the unit sphere.
fn sphere(subdiv: usize) -> Shape {
    let phi = ((1.0 + 5f64.sqrt()) / 2.0) as f32;
    let mut vert: Vec<f32> = vec![];
    // three golden rectangles, one per pair of axes
    for axis in [0usize, 1, 2] {
        for (a, b) in [(-1.0, phi), (1.0, phi), (-1.0, -phi), (1.0, -phi)] {
            let mut v = [0.0; 3];
            v[axis] = a;
            v[(axis + 1) % 3] = b;
            vert.extend(v);
        }
    }
    let norm = (1.0 + f64::from(phi * phi)).sqrt();
    for v in &mut vert {
        *v = (f64::from(*v) / norm) as f32;
    }
    let mut face: Vec<i32> = vec![
        0, 11, 5, 0, 5, 1, 0, 1, 7, 0, 7, 10, 0, 10, 11, 1, 5, 9, 5, 11, 4, 11, 10, 2, 10, 7, 6, 7, 1, 8, 3, 9, 4, 3,
        4, 2, 3, 2, 6, 3, 6, 8, 3, 8, 9, 4, 9, 5, 2, 4, 11, 6, 2, 10, 8, 6, 7, 9, 8, 1,
    ];
    for _ in 0..subdiv {
        let mut middle: HashMap<(i32, i32), i32, Fast> = HashMap::default();
        let mut split = Vec::with_capacity(4 * face.len());
        for f in face.chunks_exact(3) {
            let m01 = midpoint(&mut vert, &mut middle, f[0], f[1]);
            let m12 = midpoint(&mut vert, &mut middle, f[1], f[2]);
            let m20 = midpoint(&mut vert, &mut middle, f[2], f[0]);
            split.extend([f[0], m01, m20, f[1], m12, m01, f[2], m20, m12, m01, m12, m20]);
        }
        face = split;
    }
    Shape { vert, face, ..Shape::default() }
}

fn midpoint(vert: &mut Vec<f32>, known: &mut HashMap<(i32, i32), i32, Fast>, a: i32, b: i32) -> i32 {
    *known.entry((a.min(b), a.max(b))).or_insert_with(|| {
        let (a, b) = (3 * a as usize, 3 * b as usize);
        let mut m = [0.0f32; 3];
        for k in 0..3 {
            m[k] = (vert[a + k] + vert[b + k]) / 2.0;
        }
        let norm = (m[0] * m[0] + m[1] * m[1] + m[2] * m[2]).sqrt();
        vert.extend(m.map(|x| x / norm));
        (vert.len() / 3 - 1) as i32
    })
}

/// Upper half of a sphere: rows of quarter arcs from the pole to the equator, closed by a flat cap.
fn hemisphere(res: usize) -> Shape {
    const EQUATOR: [[f64; 3]; 4] = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [-1.0, 0.0, 0.0], [0.0, -1.0, 0.0]];
    const POLE: [f64; 3] = [0.0, 0.0, 1.0];
    let mut vert: Vec<f32> = vec![0.0, 0.0, 1.0];
    for row in 0..=res {
        let factor = (row + 1) as f64 / (res + 1) as f64;
        for side in 0..4 {
            let corner = |c: usize| {
                let mut p = [0.0; 3];
                for k in 0..3 {
                    p[k] = POLE[k] + factor * (EQUATOR[c % 4][k] - POLE[k]);
                }
                p
            };
            let (start, end) = (corner(side), corner(side + 1));
            for i in 0..=row {
                let mut p = [0.0; 3];
                for k in 0..3 {
                    p[k] = start[k] + i as f64 * ((end[k] - start[k]) / (row + 1) as f64);
                }
                let norm = (p[0] * p[0] + p[1] * p[1] + p[2] * p[2]).sqrt();
                vert.extend(p.map(|x| (x / norm) as f32));
            }
        }
    }
    vert.extend([0.0; 3]);
    let centre = vert.len() / 3 - 1;
    let mut face = vec![0, 1, 2, 0, 2, 3, 0, 3, 4, 0, 4, 1];
    for row in 0..res {
        let start = 2 * row * (row + 1) + 1;
        let count = 4 * (row + 1);
        let (below, count_below) = (start + count, 4 * (row + 2));
        for side in 0..4 {
            for i in 0..row + 2 {
                let (v, w) = (i + (row + 1) * side, i + (row + 2) * side);
                let next = below + (w + 1) % count_below;
                face.extend([start + v % count, below + w % count_below, next]);
                if i < row + 1 {
                    face.extend([start + v % count, next, start + (v + 1) % count]);
                }
            }
        }
    }
    let (start, count) = (2 * res * (res + 1) + 1, 4 * (res + 1));
    for i in 0..count {
        face.extend([start + i, centre, start + (i + 1) % count]);
    }
    Shape { vert, face: indices(face), ..Shape::default() }
}

fn indices(face: Vec<usize>) -> Vec<i32> {
    face.into_iter().map(|i| i as i32).collect()
}

fn cone(nedge: usize, radius: f64) -> Shape {
    let mut vert: Vec<f32> = vec![];
    let angle = |i: usize| (2 * i) as f64 * PI / nedge as f64;
    for i in 0..nedge {
        vert.extend([angle(i).cos() as f32, angle(i).sin() as f32, -1.0]);
    }
    if radius > 0.0 {
        for i in nedge..2 * nedge {
            vert.extend([(radius * angle(i).cos()) as f32, (radius * angle(i).sin()) as f32, 1.0]);
        }
    } else {
        vert.extend([0.0, 0.0, 1.0]);
    }
    Shape { vert, ..Shape::default() }
}

/// Cosine raised to a power, its sign kept.
fn cos_pow(angle: f64, power: f64) -> f64 {
    angle.cos().abs().powf(power).copysign(angle.cos())
}

fn sin_pow(angle: f64, power: f64) -> f64 {
    angle.sin().abs().powf(power).copysign(angle.sin())
}

fn supersphere(res: usize, e: f64, n: f64) -> Shape {
    let mut vert: Vec<f32> = vec![0.0, 0.0, -1.0];
    for i in 1..res {
        let v = -PI / 2.0 + i as f64 * PI / res as f64;
        for j in 0..res {
            let u = -PI + (j * 2) as f64 * PI / res as f64;
            vert.push((cos_pow(v, n) * cos_pow(u, e)) as f32);
            vert.push((cos_pow(v, n) * sin_pow(u, e)) as f32);
            vert.push(sin_pow(v, n) as f32);
        }
    }
    vert.extend([0.0, 0.0, 1.0]);
    let ring = |i: usize, j: usize| 1 + i * res + j % res;
    let mut face = vec![];
    for j in 0..res {
        face.extend([0, ring(0, j + 1), ring(0, j)]);
    }
    for i in 0..res - 2 {
        for j in 0..res {
            face.extend([ring(i, j), ring(i, j + 1), ring(i + 1, j)]);
            face.extend([ring(i, j + 1), ring(i + 1, j + 1), ring(i + 1, j)]);
        }
    }
    for j in 0..res {
        face.extend([ring(res - 2, j), ring(res - 2, j + 1), (res - 1) * res + 1]);
    }
    Shape { vert, face: indices(face), ..Shape::default() }
}

fn supertorus(res: usize, radius: f64, s: f64, t: f64) -> Shape {
    let mut vert = Vec::with_capacity(3 * res * res);
    let mut face = Vec::with_capacity(6 * res * res);
    for i in 0..res {
        for j in 0..res {
            let u = 2.0 * PI * i as f64 / res as f64;
            let v = 2.0 * PI * j as f64 / res as f64;
            vert.push(((1.0 + radius * cos_pow(v, s)) * cos_pow(u, t)) as f32);
            vert.push(((1.0 + radius * cos_pow(v, s)) * sin_pow(u, t)) as f32);
            vert.push((radius * sin_pow(v, s)) as f32);
            let at = |i: usize, j: usize| (i % res) * res + j % res;
            face.extend([at(i, j), at(i + 1, j), at(i, j + 1)]);
            face.extend([at(i + 1, j), at(i + 1, j + 1), at(i, j + 1)]);
        }
    }
    Shape { vert, face: indices(face), ..Shape::default() }
}

/// Edges of `n` equal bins between -1 and 1, by repeated addition.
fn edges(n: usize) -> Vec<f64> {
    let step = 2.0 / n as f64;
    let mut x = -1.0;
    (0..=n)
        .map(|_| {
            let edge = x;
            x += step;
            edge
        })
        .collect()
}

/// Directions on a sphere seen from its centre, with a tangent frame at each: the pads of a tactile sensor.
fn wedge(size: [usize; 2], fov: [f64; 2], gamma: f64) -> Shape {
    let bins = |n: usize, fov: f64| -> Vec<f64> {
        let fovea = |x: f64| if gamma == 0.0 { x } else { gamma * x.powf(5.0) + (1.0 - gamma) * x };
        edges(n).into_iter().map(|x| fov * PI / 180.0 * fovea(x)).collect()
    };
    let (x, y) = (bins(size[0], fov[0]), bins(size[1], fov[1]));
    let mut shape = Shape::default();
    for i in 0..size[0] {
        for j in 0..size[1] {
            let (a, e) = (0.5 * (x[i + 1] + x[i]), 0.5 * (y[j + 1] + y[j]));
            let p = [e.cos() * a.sin(), e.sin(), -e.cos() * a.cos()];
            shape.vert.extend(p.map(|x| x as f32));
            let ta = unit([e.cos() * a.cos(), 0.0, e.cos() * a.sin()]);
            let te = unit([-e.sin() * a.sin(), e.cos(), e.sin() * a.cos()]);
            let normal = sim_core::math::vec3::cross(te, ta);
            for row in [normal, ta, te] {
                shape.normal.extend(row.map(|x| x as f32));
            }
        }
    }
    shape
}

fn unit(v: [f64; 3]) -> [f64; 3] {
    crate::numeric::unit(v).0
}

/// A flat grid of points, one per cell, each with a full frame as its normals.
fn plate(size: [usize; 2]) -> Shape {
    let mut shape = Shape { flat: true, ..Shape::default() };
    let step = [2.0 / size[0] as f64, 2.0 / size[1] as f64];
    let at = |i: usize, j: usize| (i * size[1] + j) as i32;
    for i in 0..size[0] {
        for j in 0..size[1] {
            let (x, y) = (-1.0 + (i as f64 + 0.5) * step[0], -1.0 + (j as f64 + 0.5) * step[1]);
            shape.vert.extend([x as f32, y as f32, -1.0]);
            shape.normal.extend([1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0]);
            if i > 0 && j > 0 {
                shape.face.extend([at(i - 1, j - 1), at(i, j - 1), at(i - 1, j)]);
                shape.face.extend([at(i, j), at(i - 1, j), at(i, j - 1)]);
            }
        }
    }
    shape
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_follow_the_resolution() {
        assert_eq!(build(1, &[2.0], 1000).unwrap().face.len() / 3, 320);
        assert_eq!(build(2, &[3.0], 1000).unwrap().vert.len() / 3, 1 + 2 * 4 * 5 + 1);
        assert_eq!(build(4, &[8.0, 1.0, 1.0], 1000).unwrap().vert.len() / 3, 7 * 8 + 2);
        assert_eq!(build(7, &[3.0, 4.0], 1000).unwrap().face.len() / 3, 12);
    }

    #[test]
    fn absurd_parameters_are_refused() {
        for (shape, params) in
            [(1, vec![f64::NAN]), (3, vec![-1.0, 0.0]), (7, vec![1e9, 1e9]), (9, vec![]), (0, vec![])]
        {
            assert!(build(shape, &params, 1_000_000).is_err());
        }
    }
}
