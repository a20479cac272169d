//! Clipping: the part of a triangle between the near and far planes, near the picture, and in front of a mirror.

use crate::render::items::Item;
use crate::render::setting::Setting;

/// Limit on corners: each of the seven planes adds at most one.
const MOST: usize = 10;

/// A corner: `x w`, `y w`, `w` in pixels, distance from the eye, and height above the mirror.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Point {
    pub(super) x: f32,
    pub(super) y: f32,
    pub(super) w: f32,
    pub(super) distance: f32,
    height: f32,
}

/// A convex polygon.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Clipped {
    points: [Point; MOST],
    count: usize,
}

impl Clipped {
    pub(super) fn points(&self) -> &[Point] {
        &self.points[..self.count]
    }

    fn push(&mut self, point: Point) {
        if let Some(place) = self.points.get_mut(self.count) {
            *place = point;
            self.count += 1;
        }
    }

    /// Keeps the part where `inside` is not negative.
    fn cut(&mut self, inside: impl Fn(&Point) -> f32) {
        let before = *self;
        self.count = 0;
        let points = before.points();
        for (i, a) in points.iter().enumerate() {
            let b = &points[(i + 1) % points.len()];
            let (da, db) = (inside(a), inside(b));
            if da >= 0.0 {
                self.push(*a);
            }
            if (da >= 0.0) != (db >= 0.0) {
                // from the inner end, so that neighbours get equal points
                let (from, to, t) = if da >= 0.0 { (a, b, da / (da - db)) } else { (b, a, db / (db - da)) };
                let mix = |p: f32, q: f32| p + (q - p) * t;
                self.push(Point {
                    x: mix(from.x, to.x),
                    y: mix(from.y, to.y),
                    w: mix(from.w, to.w),
                    distance: mix(from.distance, to.distance),
                    height: mix(from.height, to.height),
                });
            }
        }
    }
}

/// The visible part of a triangle. `local` are its corners in local coordinates.
pub(super) fn triangle(
    s: &Setting<'_>,
    item: &Item,
    corners: [[f32; 3]; 3],
    distances: [f32; 3],
    local: [[f32; 3]; 3],
) -> Clipped {
    let height = |k: usize| {
        let Some(plane) = s.view.clip else { return 1.0 };
        let place = |row: &[f32; 4]| row[0] * local[k][0] + row[1] * local[k][1] + row[2] * local[k][2] + row[3];
        let [x, y, z] = item.place.each_ref().map(place);
        plane[0] * x + plane[1] * y + plane[2] * z + plane[3]
    };
    polygon(s, &[0, 1, 2].map(|k| point(corners[k], distances[k], height(k))))
}

/// A corner of a polygon before clipping.
pub(super) fn point([x, y, w]: [f32; 3], distance: f32, height: f32) -> Point {
    Point { x, y, w, distance, height }
}

/// Clips a polygon of two or three corners. Empty: it is hidden, or a number is NaN or infinite.
pub(super) fn polygon(s: &Setting<'_>, points: &[Point]) -> Clipped {
    let mut polygon = Clipped::default();
    let finite = |p: &Point| [p.x, p.y, p.w, p.distance, p.height].iter().all(|x| x.is_finite());
    if !points.iter().all(finite) {
        return polygon;
    }
    points.iter().for_each(|&p| polygon.push(p));
    let v = s.view;
    let (low, high) = s.sampling.guard();
    polygon.cut(|p| p.distance - v.near);
    polygon.cut(|p| v.far - p.distance);
    polygon.cut(|p| p.height);
    polygon.cut(|p| p.x - low * p.w);
    polygon.cut(|p| high[0] * p.w - p.x);
    polygon.cut(|p| p.y - low * p.w);
    polygon.cut(|p| high[1] * p.w - p.y);
    polygon
}
