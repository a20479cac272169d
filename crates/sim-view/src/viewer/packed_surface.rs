//! A surface in few bytes: each vertex once, numbers in steps, lists as differences. `viewer/PROTOCOL.md` describes the layout.

use crate::render::Surface;
use crate::viewer::packing::{octahedral, put_list, put_number, quantised, range};
use crate::viewer::protocol::{
    Bytes, SURFACE_NORMAL_STEPS, SURFACE_POSITION_STEPS, SURFACE_TEXCOORD_STEPS, SurfaceHeader,
};
use std::collections::HashMap;

/// A vertex in steps: position, normal, texture coordinates.
type Vertex = [u32; 7];

/// Lowest and highest value of each kind of number.
struct Ranges {
    position: [[f32; 2]; 3],
    texcoord: [[f32; 2]; 2],
}

impl Ranges {
    fn new(surface: &Surface) -> Self {
        let position = [0, 1, 2].map(|k| range(surface.position[k].iter().copied()));
        let texcoord = [0, 1].map(|k| range(surface.texcoord.iter().map(|pair| pair[k])));
        Self { position, texcoord }
    }

    /// A vertex of the surface, in steps.
    fn vertex(&self, surface: &Surface, v: usize) -> Vertex {
        let entry = |list: &[f32]| list.get(v).copied().unwrap_or(0.0);
        let [x, y, z] =
            [0, 1, 2].map(|k| quantised(entry(&surface.position[k]), self.position[k], SURFACE_POSITION_STEPS));
        let normal = octahedral([0, 1, 2].map(|k| entry(&surface.normal[k])));
        let [n, m] = normal.map(|share| quantised(share, [-1.0, 1.0], SURFACE_NORMAL_STEPS));
        let texcoord = surface.texcoord.get(v).copied().unwrap_or_default();
        let [s, t] = [0, 1].map(|k| quantised(texcoord[k], self.texcoord[k], SURFACE_TEXCOORD_STEPS));
        [x, y, z, n, m, s, t]
    }
}

/// The bytes of a surface.
pub fn bytes(surface: &Surface) -> Vec<u8> {
    let ranges = Ranges::new(surface);
    let mut known: HashMap<Vertex, u32> = HashMap::new();
    let mut vertices: Vec<Vertex> = Vec::new();
    // number of each vertex of the surface. Vertices that look alike are one
    let mut numbers: Vec<Option<u32>> = vec![None; surface.position[0].len()];
    let mut codes = Vec::new();
    let mut corners = 0;
    for v in surface.corners() {
        let next = vertices.len() as u32;
        let number = match numbers.get(v).copied().flatten() {
            Some(number) => number,
            None => {
                let vertex = ranges.vertex(surface, v);
                let number = *known.entry(vertex).or_insert(next);
                if number == next {
                    vertices.push(vertex);
                }
                numbers.get_mut(v).into_iter().for_each(|entry| *entry = Some(number));
                number
            }
        };
        put_number(&mut codes, next - number);
        corners += 1;
    }
    let has_texcoord = !surface.texcoord.is_empty();
    let mut out = Bytes(Vec::with_capacity(52 + codes.len() + 8 * vertices.len()));
    out.record(&SurfaceHeader {
        vertices: vertices.len() as u32,
        triangles: corners / 3,
        has_texcoord: u32::from(has_texcoord),
        low: ranges.position.map(|range| range[0]),
        high: ranges.position.map(|range| range[1]),
        texcoord_low: ranges.texcoord.map(|range| range[0]),
        texcoord_high: ranges.texcoord.map(|range| range[1]),
    });
    out.0.extend_from_slice(&codes);
    for k in 0..if has_texcoord { 7 } else { 5 } {
        put_list(&mut out.0, vertices.iter().map(|vertex| vertex[k]));
    }
    out.0
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::render::{Budget, model_hfield, model_mesh};
    use crate::viewer::packing::tests::{list, number};

    /// Position, normal and texture coordinates.
    pub type Corner = ([f32; 3], [f32; 3], [f32; 2]);

    /// A surface as a page reads it.
    pub struct Read {
        pub vertices: usize,
        pub corners: Vec<Corner>,
    }

    pub fn read(bytes: &[u8]) -> Read {
        let int = |at: usize| u32::from_le_bytes(bytes[at..at + 4].try_into().unwrap()) as usize;
        let real = |at: usize| f32::from_le_bytes(bytes[at..at + 4].try_into().unwrap());
        let (vertices, triangles, has_texcoord) = (int(0), int(4), int(8) == 1);
        let mut rest = &bytes[52..];
        let mut next = 0;
        let numbers: Vec<usize> = (0..3 * triangles)
            .map(|_| {
                let found = next - number(&mut rest);
                next += u32::from(found == next);
                found as usize
            })
            .collect();
        assert_eq!(next as usize, vertices);
        let lists: Vec<Vec<u32>> = (0..if has_texcoord { 7 } else { 5 }).map(|_| list(&mut rest, vertices)).collect();
        assert!(rest.is_empty());
        let value = |list: usize, v: usize, low: f32, high: f32, steps: u32| {
            let (low, high) = (f64::from(low), f64::from(high));
            (low + (high - low) * f64::from(lists[list][v]) / f64::from(steps)) as f32
        };
        let corner = |&v: &usize| {
            let position = [0, 1, 2].map(|k| value(k, v, real(12 + 4 * k), real(24 + 4 * k), SURFACE_POSITION_STEPS));
            let [x, y] = [3, 4].map(|k| value(k, v, -1.0, 1.0, SURFACE_NORMAL_STEPS));
            let z = 1.0 - x.abs() - y.abs();
            let normal =
                if z >= 0.0 { [x, y, z] } else { [(1.0 - y.abs()).copysign(x), (1.0 - x.abs()).copysign(y), z] };
            let length = normal.iter().map(|x| x * x).sum::<f32>().sqrt();
            let texcoord = [0, 1].map(|k| {
                if has_texcoord {
                    value(5 + k, v, real(36 + 4 * k), real(44 + 4 * k), SURFACE_TEXCOORD_STEPS)
                } else {
                    0.0
                }
            });
            (position, normal.map(|x| x / length), texcoord)
        };
        Read { vertices, corners: numbers.iter().map(corner).collect() }
    }

    fn check(surface: &Surface) {
        let read = read(&bytes(surface));
        let corners: Vec<usize> = surface.corners().collect();
        assert_eq!(read.corners.len(), corners.len());
        assert!(read.vertices <= surface.position[0].len());
        let sizes = [0, 1, 2].map(|k| range(surface.position[k].iter().copied())).map(|[low, high]| high - low);
        for (&v, (position, normal, texcoord)) in corners.iter().zip(&read.corners) {
            for k in 0..3 {
                let away = (position[k] - surface.position[k][v]).abs();
                assert!(away <= sizes[k] / 100_000.0 + 1e-9, "position {away} of {}", sizes[k]);
            }
            let along: f32 = (0..3).map(|k| normal[k] * surface.normal[k][v]).sum();
            assert!(along > 0.25f32.to_radians().cos(), "normal {normal:?}: {along}");
            if let Some(pair) = surface.texcoord.get(v) {
                assert!((0..2).all(|k| (texcoord[k] - pair[k]).abs() < 1e-5), "{texcoord:?} {pair:?}");
            }
        }
    }

    #[test]
    fn a_page_reads_the_surface_that_the_renderer_draws() {
        let text = r#"<mujoco><asset>
            <mesh name="t" vertex="0 0 0 1 0 0 0 1 0 0 0 1"/>
            <mesh name="round" builtin="sphere" params="4"/>
            <mesh name="shaped" vertex="0 0 0 1 0 0 0 1 0 0 0 1" texcoord="0 0 1 0 0 3 -2 1" face="0 2 1 0 1 3 0 3 2 1 2 3"/>
            <hfield name="h" nrow="3" ncol="4" size="1 1 1 0.1" elevation="0 0 0 0 0 1 1 0 0 0 0 0"/>
            </asset><worldbody><geom type="mesh" mesh="t"/><geom type="hfield" hfield="h"/></worldbody></mujoco>"#;
        let m = sim_mjcf::load_model(text).unwrap();
        let budget = Budget::new(1 << 30);
        for id in 0..m.nmesh {
            check(&model_mesh(&m, id, false, &budget).unwrap());
            check(&model_mesh(&m, id, true, &budget).unwrap());
        }
        check(&model_hfield(&m, 0, &budget).unwrap());
        check(&Surface::default());
    }

    #[test]
    fn a_vertex_of_many_triangles_is_sent_once() {
        let m = sim_mjcf::load_model(
            r#"<mujoco><asset><mesh name="round" builtin="sphere" params="4"/></asset>
            <worldbody><geom type="mesh" mesh="round"/></worldbody></mujoco>"#,
        )
        .unwrap();
        let surface = model_mesh(&m, 0, false, &Budget::new(1 << 30)).unwrap();
        let packed = bytes(&surface);
        let read = read(&packed);
        assert!(read.vertices < read.corners.len() / 5, "{} of {}", read.vertices, read.corners.len());
        assert!(6 * packed.len() < 24 * read.corners.len(), "{} for {} corners", packed.len(), read.corners.len());
    }

    #[test]
    fn nan_and_infinite_vertices_are_sent_as_some_place() {
        let text = r#"<mujoco><asset><mesh name="t" vertex="0 0 0 1 0 0 0 1 0 0 0 1"/></asset>
            <worldbody><geom type="mesh" mesh="t"/></worldbody></mujoco>"#;
        let m = sim_mjcf::load_model(text).unwrap();
        for extreme in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY, f32::MAX, f32::MIN_POSITIVE] {
            let mut surface = model_mesh(&m, 0, false, &Budget::new(1 << 30)).unwrap();
            for list in surface.position.iter_mut().chain(&mut surface.normal) {
                list[0] = extreme;
            }
            let read = read(&bytes(&surface));
            let is_finite = |(position, normal, _): &Corner| position.iter().chain(normal).all(|x| x.is_finite());
            assert!(read.corners.iter().all(is_finite), "{extreme}");
        }
    }
}
