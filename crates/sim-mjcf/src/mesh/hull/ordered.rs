//! Quickhull (Barber, Dobkin, Huhdanpaa 1996) that visits points and facets in the order of the qhull program, for
//! input without coplanar facets. Then every choice is determined, and the facets, their corners and the vertices
//! come out in qhull's own order. As soon as two facets would have to be merged it gives up and returns `None`.

use sim_core::math::{Vec3, vec3};

/// End of a list.
const NONE: u32 = u32::MAX;
/// The node that closes the lists of facets and of vertices.
const TAIL: u32 = 0;

/// A triangle. `nbr[k]` lies across the edge opposite `verts[k]`; corners are ordered from the newest vertex.
#[derive(Clone, Default)]
struct Facet {
    verts: [u32; 3],
    nbr: [u32; 3],
    /// The corners run clockwise seen from outside.
    top: bool,
    normal: Vec3,
    offset: f64,
    /// Points above the facet, the furthest last.
    outside: Vec<u32>,
    furthest: f64,
    /// Points in or just below the facet.
    coplanar: Vec<u32>,
    centre: Option<Vec3>,
    visible: bool,
    new: bool,
    /// Number of the last search that came by.
    visit: u32,
    /// New facet that took the place of a visible one.
    replace: u32,
    prev: u32,
    next: u32,
}

#[derive(Clone, Default)]
struct Vertex {
    point: u32,
    new: bool,
    deleted: bool,
    /// The new facet that waits for its neighbour along the edge from the apex to this vertex.
    mate: Option<(u32, usize)>,
    matched: u32,
    prev: u32,
    next: u32,
}

/// Distances below which things count as equal, from the size of the input.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Limits {
    /// Largest rounding error of a distance.
    pub round: f64,
    /// A point further above a facet sees it.
    visible: f64,
    /// A point further above a facet is outside.
    outside: f64,
    /// A point further below a facet is forgotten.
    near_inside: f64,
    /// Facets that bulge by less are merged.
    pub centrum: f64,
    one_merge: f64,
    width: f64,
    near_zero: [f64; 3],
}

/// A triangulated hull, by point numbers.
pub(super) struct Hull {
    /// Corners of the triangles in the order their vertices are listed, and whether that order runs clockwise.
    pub faces: Vec<([u32; 3], bool)>,
    /// Vertices.
    pub verts: Vec<u32>,
}

/// Work in progress.
struct Builder<'a> {
    points: &'a [Vec3],
    limits: Limits,
    facets: Vec<Facet>,
    verts: Vec<Vertex>,
    facet_list: u32,
    facet_next: u32,
    /// First of the new facets at the end of the list; `NONE` outside of an insertion.
    new_list: u32,
    visible_list: u32,
    vert_list: u32,
    nverts: usize,
    visit: u32,
    max_outside: f64,
    interior: Vec3,
    /// Look at all new facets instead of walking between them.
    all_new: bool,
    not_sharp: bool,
    deleted: Vec<u32>,
}

/// Something that only merging can handle.
struct GiveUp;
type Step<T = ()> = Result<T, GiveUp>;

/// Builds the hull; `max_verts` limits its vertices, the furthest points first. `None`: facets would merge.
pub(super) fn build(points: &[Vec3], max_verts: Option<usize>) -> Option<Hull> {
    let (limits, extremes) = limits(points);
    let simplex = simplex(points, &limits, &extremes)?;
    let mut b = Builder {
        points,
        limits,
        facets: vec![Facet { prev: NONE, next: NONE, ..Facet::default() }],
        verts: vec![Vertex { prev: NONE, next: NONE, ..Vertex::default() }],
        facet_list: TAIL,
        facet_next: TAIL,
        new_list: NONE,
        visible_list: NONE,
        vert_list: TAIL,
        nverts: 0,
        visit: 0,
        max_outside: 0.0,
        interior: [0.0; 3],
        all_new: false,
        not_sharp: false,
        deleted: vec![],
    };
    b.run(simplex, max_verts).ok()?;
    Some(b.finish())
}

/// Limits from the extent of the points, and the extreme points along each axis.
pub(super) fn limits(points: &[Vec3]) -> (Limits, Vec<u32>) {
    let mut out = Limits::default();
    let mut extremes = vec![];
    let (mut max_abs, mut sum, mut width) = (0f64, 0.0, f64::MIN);
    for k in 0..3 {
        let (mut min, mut max) = (0, 0);
        for (i, p) in points.iter().enumerate() {
            if points[max][k] < p[k] {
                max = i;
            } else if points[min][k] > p[k] {
                min = i;
            }
        }
        let (low, high) = (points[min][k], points[max][k]);
        let abs = f64::max(high, -low);
        width = f64::max(width, high - low);
        max_abs = f64::max(max_abs, abs);
        sum += abs;
        extremes.extend([min as u32, max as u32]);
        out.near_zero[k] = 80.0 * sum * f64::EPSILON;
    }
    let reach = f64::min(3f64.sqrt() * max_abs, sum);
    out.round = f64::EPSILON * (3.0 * reach * 1.01 + max_abs);
    out.centrum = 2.0 * out.round;
    out.visible = out.centrum;
    out.outside = 2.0 * out.visible;
    out.one_merge = f64::max(3f64.sqrt() * width * 0.0 + out.round, 3.0 * out.centrum + out.round);
    out.near_inside = 5.0 * out.one_merge;
    out.width = width;
    (out, extremes)
}

/// Four points that span a large volume: extremes in x, then the largest determinants.
fn simplex(points: &[Vec3], limits: &Limits, extremes: &[u32]) -> Option<[u32; 4]> {
    /// A determinant below this fraction of the expected one may be an accident of the extremes.
    const RATIO: f64 = 1e-3;
    let (mut low, mut high) = (f64::MAX, -f64::MAX);
    let (mut min, mut max) = (NONE, NONE);
    for &i in extremes {
        let x = points[i as usize][0];
        if high < x {
            (high, max) = (x, i);
        }
        if low > x {
            (low, min) = (x, i);
        }
    }
    if min == max {
        return None;
    }
    let mut chosen = vec![min, max];
    let mut best_det = high - low;
    for dim in [2, 3] {
        let expected = best_det * limits.width;
        let enough = 10.0 * RATIO * expected;
        let mut best = NONE;
        let mut near_zero = false;
        best_det = -1.0;
        for &i in extremes {
            if !chosen.contains(&i) && i != best {
                let (det, near) = determinant(points, &chosen, i, dim, limits);
                if det > best_det {
                    (best_det, best, near_zero) = (det, i, near);
                }
            }
        }
        if best == NONE || near_zero || (best_det > 0.0 && best_det / expected < RATIO) {
            for i in (0..points.len() as u32).filter(|i| !extremes.contains(i)) {
                if chosen.contains(&i) {
                    continue;
                }
                let (det, near) = determinant(points, &chosen, i, dim, limits);
                if det > best_det {
                    (best_det, best, near_zero) = (det, i, near);
                    if !near_zero && best_det > enough {
                        break;
                    }
                }
            }
        }
        if best == NONE {
            return None;
        }
        chosen.push(best);
    }
    chosen.try_into().ok()
}

/// Size of the determinant of the first `dim` coordinates of the chosen points seen from `apex`.
fn determinant(points: &[Vec3], chosen: &[u32], apex: u32, dim: usize, limits: &Limits) -> (f64, bool) {
    let row = |i: usize| vec3::sub(points[chosen[i] as usize], points[apex as usize]);
    let (a, b) = (row(0), row(1));
    let det = if dim == 2 {
        a[0] * b[1] - a[1] * b[0]
    } else {
        let c = row(2);
        let det2 = |a1: f64, a2: f64, b1: f64, b2: f64| a1 * b2 - a2 * b1;
        a[0] * det2(b[1], b[2], c[1], c[2]) - b[0] * det2(a[1], a[2], c[1], c[2]) + c[0] * det2(a[1], a[2], b[1], b[2])
    };
    (det.abs(), det.abs() < 10.0 * limits.near_zero[dim - 1])
}

impl Builder<'_> {
    fn run(&mut self, simplex: [u32; 4], max_verts: Option<usize>) -> Step {
        self.initial_hull(simplex)?;
        self.partition_all(simplex)?;
        self.facet_next = self.facet_list;
        self.furthest_next();
        while let Some((point, facet)) = self.next_furthest(max_verts.is_some()) {
            if max_verts.is_some_and(|n| self.nverts >= n) {
                break;
            }
            self.add_point(point, facet)?;
        }
        Ok(())
    }

    fn finish(&self) -> Hull {
        let point = |v: u32| self.verts[v as usize].point;
        let mut faces = vec![];
        let mut at = self.facet_list;
        while at != TAIL {
            let f = &self.facets[at as usize];
            faces.push((f.verts.map(point), f.top));
            at = f.next;
        }
        let mut verts = vec![];
        let mut at = self.vert_list;
        while at != TAIL {
            verts.push(point(at));
            at = self.verts[at as usize].next;
        }
        Hull { faces, verts }
    }

    // ---- lists ----

    fn append_facet(&mut self, f: u32) {
        if self.new_list == TAIL {
            self.new_list = f;
        }
        if self.facet_next == TAIL {
            self.facet_next = f;
        }
        let before = self.facets[TAIL as usize].prev;
        self.facets[f as usize].prev = before;
        self.facets[f as usize].next = TAIL;
        if before == NONE {
            self.facet_list = f;
        } else {
            self.facets[before as usize].next = f;
        }
        self.facets[TAIL as usize].prev = f;
    }

    fn remove_facet(&mut self, f: u32) {
        let Facet { prev, next, .. } = self.facets[f as usize];
        for list in [&mut self.new_list, &mut self.facet_next, &mut self.visible_list] {
            if *list == f {
                *list = next;
            }
        }
        if prev == NONE {
            self.facet_list = next;
        } else {
            self.facets[prev as usize].next = next;
        }
        self.facets[next as usize].prev = prev;
    }

    fn append_vertex(&mut self, v: u32) {
        let before = self.verts[TAIL as usize].prev;
        let vert = &mut self.verts[v as usize];
        vert.new = true;
        vert.prev = before;
        vert.next = TAIL;
        if before == NONE {
            self.vert_list = v;
        } else {
            self.verts[before as usize].next = v;
        }
        self.verts[TAIL as usize].prev = v;
        self.nverts += 1;
    }

    fn remove_vertex(&mut self, v: u32) {
        let Vertex { prev, next, .. } = self.verts[v as usize];
        if prev == NONE {
            self.vert_list = next;
        } else {
            self.verts[prev as usize].next = next;
        }
        self.verts[next as usize].prev = prev;
        self.nverts -= 1;
    }

    fn new_vertex(&mut self, point: u32) -> u32 {
        self.verts.push(Vertex { point, ..Vertex::default() });
        self.verts.len() as u32 - 1
    }

    fn new_facet(&mut self, verts: [u32; 3], top: bool) -> u32 {
        self.facets.push(Facet { verts, top, new: true, replace: NONE, ..Facet::default() });
        let f = self.facets.len() as u32 - 1;
        self.append_facet(f);
        f
    }

    /// The facets from one of the list on.
    fn list_from(&self, first: u32) -> impl Iterator<Item = u32> + '_ {
        let end = |f: &u32| *f != TAIL && *f != NONE;
        std::iter::successors(Some(first).filter(end), move |f| Some(self.facets[*f as usize].next).filter(end))
    }

    // ---- geometry ----

    fn dist(&self, p: Vec3, f: u32) -> f64 {
        let Facet { normal, offset, .. } = &self.facets[f as usize];
        offset + p[0] * normal[0] + p[1] * normal[1] + p[2] * normal[2]
    }

    fn point(&self, i: u32) -> Vec3 {
        self.points[i as usize]
    }

    fn set_plane(&mut self, f: u32) -> Step {
        let Facet { verts, top, .. } = self.facets[f as usize];
        let [p0, p1, p2] = verts.map(|v| self.point(self.verts[v as usize].point));
        let (u, v) = (vec3::sub(p2, p0), vec3::sub(p1, p0));
        let mut n = [u[1] * v[2] - u[2] * v[1], v[0] * u[2] - v[2] * u[0], u[0] * v[1] - u[1] * v[0]];
        let norm = (n[0] * n[0] + n[1] * n[1] + n[2] * n[2]).sqrt();
        if !(norm > f64::MIN_POSITIVE * 1e10) {
            return Err(GiveUp);
        }
        let norm = if top { norm } else { -norm };
        n = n.map(|x| x / norm);
        let offset = -(p0[0] * n[0] + p0[1] * n[1] + p0[2] * n[2]);
        for p in [p1, p2] {
            if (offset + (p[0] * n[0] + p[1] * n[1] + p[2] * n[2])).abs() > self.limits.round {
                return Err(GiveUp);
            }
        }
        let facet = &mut self.facets[f as usize];
        facet.normal = n;
        facet.offset = offset;
        Ok(())
    }

    /// The interior point must be clearly below every facet.
    fn check_flipped(&self, f: u32) -> Step {
        if self.dist(self.interior, f) >= -self.limits.round { Err(GiveUp) } else { Ok(()) }
    }

    fn centre(&mut self, f: u32) -> Vec3 {
        if let Some(c) = self.facets[f as usize].centre {
            return c;
        }
        let mut c = [0.0; 3];
        for v in self.facets[f as usize].verts {
            c = vec3::add(c, self.point(self.verts[v as usize].point));
        }
        c = c.map(|x| x / 3.0);
        let d = self.dist(c, f);
        let n = self.facets[f as usize].normal;
        let c = [c[0] - d * n[0], c[1] - d * n[1], c[2] - d * n[2]];
        self.facets[f as usize].centre = Some(c);
        c
    }

    // ---- start ----

    fn initial_hull(&mut self, simplex: [u32; 4]) -> Step {
        let mut verts = simplex.map(|p| self.new_vertex(p));
        verts.reverse();
        let mut facets = [0; 4];
        for i in 0..4 {
            let rest: Vec<u32> = (0..4).filter(|j| *j != i).map(|j| verts[j]).collect();
            facets[i] = self.new_facet([rest[0], rest[1], rest[2]], i % 2 == 0);
            self.append_vertex(verts[i]);
        }
        let mut centre = [0.0; 3];
        for v in verts {
            centre = vec3::add(centre, self.point(self.verts[v as usize].point));
        }
        self.interior = centre.map(|x| x / 4.0);
        for i in 0..4 {
            let rest: Vec<u32> = (0..4).filter(|j| *j != i).map(|j| facets[j]).collect();
            self.facets[facets[i] as usize].nbr = [rest[0], rest[1], rest[2]];
            self.facets[facets[i] as usize].new = false;
            self.verts[verts[i] as usize].new = false;
        }
        self.facet_next = self.facet_list;
        self.set_plane(facets[0])?;
        if self.dist(self.interior, facets[0]) > self.limits.round {
            for f in facets {
                self.facets[f as usize].top ^= true;
            }
            self.set_plane(facets[0])?;
        }
        for f in &facets[1..] {
            self.set_plane(*f)?;
        }
        /// Cosine between facets below which a hull is too narrow for this method.
        const NARROW: f64 = -0.99999999;
        for f in facets {
            self.check_flipped(f)?;
            for n in self.facets[f as usize].nbr {
                if vec3::dot(self.facets[f as usize].normal, self.facets[n as usize].normal) < NARROW {
                    return Err(GiveUp);
                }
            }
        }
        Ok(())
    }

    /// Distance from which a point is outside without looking further.
    fn dist_outside(&self) -> f64 {
        f64::max(2.0 * self.limits.outside, self.max_outside)
    }

    fn partition_all(&mut self, simplex: [u32; 4]) -> Step {
        let mut rest: Vec<u32> = (0..self.points.len() as u32).filter(|p| !simplex.contains(p)).collect();
        let clear = self.dist_outside();
        for f in self.list_from(self.facet_list).collect::<Vec<_>>() {
            let mut outside: Vec<u32> = vec![];
            let mut best: Option<(u32, f64)> = None;
            rest.retain(|&p| {
                let d = self.dist(self.point(p), f);
                if d < clear {
                    return true;
                }
                match best {
                    Some((far, dist)) if d > dist => {
                        outside.push(far);
                        best = Some((p, d));
                    }
                    Some(_) => outside.push(p),
                    None => best = Some((p, d)),
                }
                false
            });
            if let Some((far, dist)) = best {
                outside.push(far);
                self.facets[f as usize].furthest = dist;
            }
            self.facets[f as usize].outside = outside;
        }
        self.all_new = true;
        for p in rest {
            self.partition_point(p, self.facet_list)?;
        }
        self.all_new = false;
        Ok(())
    }

    /// Puts the facet with the furthest point in front of the facets to be processed.
    fn furthest_next(&mut self) {
        let mut best: Option<(u32, f64)> = None;
        for f in self.list_from(self.facet_list) {
            let facet = &self.facets[f as usize];
            if !facet.outside.is_empty() && best.is_none_or(|(_, d)| facet.furthest > d) {
                best = Some((f, facet.furthest));
            }
        }
        let Some((f, _)) = best else { return };
        self.remove_facet(f);
        let next = self.facet_next;
        let prev = self.facets[next as usize].prev;
        self.facets[f as usize].prev = prev;
        self.facets[f as usize].next = next;
        if prev == NONE {
            self.facet_list = f;
        } else {
            self.facets[prev as usize].next = f;
        }
        self.facets[next as usize].prev = f;
        self.facet_next = f;
    }

    fn next_furthest(&mut self, furthest_of_all: bool) -> Option<(u32, u32)> {
        while self.facet_next != TAIL {
            if self.facets[self.facet_next as usize].outside.is_empty() {
                self.facet_next = self.facets[self.facet_next as usize].next;
                continue;
            }
            if furthest_of_all {
                self.furthest_next();
            }
            let f = self.facet_next;
            return self.facets[f as usize].outside.pop().map(|p| (p, f));
        }
        None
    }

    // ---- insertion ----

    fn add_point(&mut self, point: u32, facet: u32) -> Step {
        self.find_horizon(point, facet)?;
        self.make_cone(point)?;
        self.check_convex()?;
        self.partition_visible()?;
        self.all_new = false;
        self.not_sharp = false;
        self.reset();
        Ok(())
    }

    /// Moves the facets that the point sees to the end of the list.
    fn find_horizon(&mut self, point: u32, facet: u32) -> Step {
        let p = self.point(point);
        self.remove_facet(facet);
        self.append_facet(facet);
        self.visible_list = facet;
        self.facets[facet as usize].visible = true;
        self.facets[facet as usize].replace = NONE;
        self.visit += 1;
        let mut at = facet;
        while at != TAIL {
            self.facets[at as usize].visit = self.visit;
            for n in self.facets[at as usize].nbr {
                if self.facets[n as usize].visit == self.visit {
                    continue;
                }
                self.facets[n as usize].visit = self.visit;
                let d = self.dist(p, n);
                if d > self.limits.visible {
                    self.remove_facet(n);
                    self.append_facet(n);
                    self.facets[n as usize].visible = true;
                    self.facets[n as usize].replace = NONE;
                } else if d >= -self.limits.visible {
                    return Err(GiveUp);
                }
            }
            at = self.facets[at as usize].next;
        }
        Ok(())
    }

    fn visible(&self) -> Vec<u32> {
        self.list_from(self.visible_list).take_while(|f| self.facets[*f as usize].visible).collect()
    }

    /// Connects the horizon to the new point.
    fn make_cone(&mut self, point: u32) -> Step {
        self.new_list = TAIL;
        let apex = self.new_vertex(point);
        self.append_vertex(apex);
        let visible = self.visible();
        for &f in &visible {
            for n in self.facets[f as usize].nbr {
                if self.facets[n as usize].visible {
                    continue;
                }
                let horizon = &self.facets[n as usize];
                let Some(skip) = horizon.nbr.iter().position(|x| *x == f) else { return Err(GiveUp) };
                let edge = match skip {
                    0 => [horizon.verts[1], horizon.verts[2]],
                    1 => [horizon.verts[0], horizon.verts[2]],
                    _ => [horizon.verts[0], horizon.verts[1]],
                };
                let top = horizon.top == (skip == 1);
                for v in [apex, edge[0], edge[1]] {
                    if !self.verts[v as usize].new {
                        self.remove_vertex(v);
                        self.append_vertex(v);
                    }
                }
                let new = self.new_facet([apex, edge[0], edge[1]], top);
                self.facets[new as usize].nbr = [n, NONE, NONE];
                self.facets[n as usize].nbr[skip] = new;
                self.facets[f as usize].replace = new;
                for k in 1..3 {
                    self.match_edge(new, k, edge[2 - k])?;
                }
            }
        }
        // each waiting edge must have found its mate
        let new: Vec<u32> = self.list_from(self.new_list).collect();
        for &f in &new {
            if self.facets[f as usize].nbr.contains(&NONE) {
                return Err(GiveUp);
            }
            self.set_plane(f)?;
            self.check_flipped(f)?;
        }
        for &f in &visible {
            for v in self.facets[f as usize].verts {
                let vert = &mut self.verts[v as usize];
                if !vert.new && !vert.deleted {
                    vert.deleted = true;
                    self.deleted.push(v);
                }
            }
        }
        Ok(())
    }

    /// Joins two new facets along the edge from the apex to `v`; side `k` of `f` lies along it.
    fn match_edge(&mut self, f: u32, k: usize, v: u32) -> Step {
        let mark = self.visit;
        let vert = &mut self.verts[v as usize];
        match vert.mate.take() {
            Some((other, side)) if vert.matched == mark => {
                // a third facet along this edge finds the pair closed
                self.facets[f as usize].nbr[k] = other;
                self.facets[other as usize].nbr[side] = f;
            }
            _ => {
                if vert.matched == mark {
                    return Err(GiveUp);
                }
                vert.matched = mark;
                vert.mate = Some((f, k));
            }
        }
        Ok(())
    }

    /// Gives up unless every new facet is clearly convex with its neighbours.
    fn check_convex(&mut self) -> Step {
        let new: Vec<u32> = self.list_from(self.new_list).collect();
        if self.clearly_convex(&new) {
            return Ok(());
        }
        // the finer test: no facet's centre near or above its neighbour's plane
        self.visit += 1;
        for &f in &new {
            self.facets[f as usize].visit = self.visit;
            for n in self.facets[f as usize].nbr {
                if self.facets[n as usize].visit == self.visit {
                    continue;
                }
                let (a, b) = (self.centre(f), self.centre(n));
                if self.dist(a, n) >= -self.limits.centrum || self.dist(b, f) >= -self.limits.centrum {
                    return Err(GiveUp);
                }
            }
        }
        Ok(())
    }

    fn clearly_convex(&self, new: &[u32]) -> bool {
        let below = |v: u32, f: u32| self.dist(self.point(self.verts[v as usize].point), f) < -2.0 * self.limits.round;
        new.iter().all(|&f| {
            let facet = &self.facets[f as usize];
            let horizon = &self.facets[facet.nbr[0] as usize];
            let across = horizon.verts.iter().find(|v| !facet.verts[1..].contains(v));
            (1..3).all(|k| below(facet.verts[k], facet.nbr[k])) && across.is_none_or(|v| below(*v, f))
        })
    }

    fn reset(&mut self) {
        for f in self.visible() {
            self.remove_facet(f);
            let facet = &mut self.facets[f as usize];
            facet.outside = vec![];
            facet.coplanar = vec![];
        }
        for v in std::mem::take(&mut self.deleted) {
            self.remove_vertex(v);
        }
        for f in self.list_from(self.new_list).collect::<Vec<_>>() {
            self.facets[f as usize].new = false;
        }
        let mut v = self.verts[TAIL as usize].prev;
        while v != NONE && self.verts[v as usize].new {
            self.verts[v as usize].new = false;
            v = self.verts[v as usize].prev;
        }
        self.new_list = NONE;
        self.visible_list = NONE;
    }

    // ---- points to facets ----

    fn partition_visible(&mut self) -> Step {
        for f in self.visible() {
            let start = match self.facets[f as usize].replace {
                NONE => self.new_list,
                new => new,
            };
            for p in std::mem::take(&mut self.facets[f as usize].outside) {
                self.partition_point(p, start)?;
            }
            for p in std::mem::take(&mut self.facets[f as usize].coplanar) {
                self.partition_coplanar(p, start, None, self.all_new)?;
            }
        }
        for v in self.deleted.clone() {
            let p = self.verts[v as usize].point;
            self.partition_coplanar(p, self.new_list, None, true)?;
        }
        Ok(())
    }

    fn partition_point(&mut self, point: u32, start: u32) -> Step {
        let p = self.point(point);
        let (f, dist, outside) =
            if self.all_new { self.find_best_new(p, start, false) } else { self.find_best(p, start, false, true) };
        if !outside {
            return if dist >= -self.limits.near_inside {
                self.partition_coplanar(point, f, Some(dist), self.all_new)
            } else {
                Ok(())
            };
        }
        let facet = &mut self.facets[f as usize];
        let first = facet.outside.is_empty();
        if first || facet.furthest < dist {
            facet.outside.push(point);
            facet.furthest = dist;
        } else {
            let last = facet.outside.len() - 1;
            facet.outside.insert(last, point);
        }
        // a facet that was passed over must be visited again
        if first && self.facet_next != f {
            if self.facets[f as usize].new {
                if self.facets[self.facet_next as usize].new {
                    self.facet_next = self.new_list;
                }
            } else {
                self.remove_facet(f);
                self.append_facet(f);
                if self.new_list != NONE {
                    self.facets[f as usize].new = true;
                }
            }
        }
        Ok(())
    }

    fn partition_coplanar(&mut self, point: u32, start: u32, known: Option<f64>, all_new: bool) -> Step {
        /// Beyond this many times the widest facet, a coplanar point is an outside point.
        const RATIO: f64 = 30.0;
        let p = self.point(point);
        let (f, dist) = match known {
            Some(dist) => (start, dist),
            None => {
                let (f, dist, _) =
                    if all_new { self.find_best_new(p, start, true) } else { self.find_best(p, start, true, false) };
                if dist < -self.limits.near_inside {
                    return Ok(());
                }
                (f, dist)
            }
        };
        if dist > self.max_outside {
            let widest = self.max_outside.max(self.limits.one_merge + self.limits.round).max(self.limits.outside);
            let turned = known.is_none()
                && f != start
                && vec3::dot(self.facets[start as usize].normal, self.facets[f as usize].normal) < 0.0;
            if turned || dist > widest * RATIO {
                return Err(GiveUp);
            }
            self.max_outside = dist;
        }
        let last = self.facets[f as usize].coplanar.last().copied();
        let further = last.is_none_or(|l| self.dist(self.point(l), f) < dist);
        let list = &mut self.facets[f as usize].coplanar;
        let at = if further { list.len() } else { list.len() - 1 };
        list.insert(at, point);
        Ok(())
    }

    /// Walks uphill from a facet; with `only_new` among the new facets.
    fn find_best(&mut self, p: Vec3, start: u32, best_outside: bool, only_new: bool) -> (u32, f64, bool) {
        self.visit += 1;
        let visit = self.visit;
        let mut best = start;
        let mut best_dist = self.dist(p, start);
        if !best_outside && best_dist >= self.limits.outside {
            return (start, best_dist, true);
        }
        self.facets[start as usize].visit = visit;
        let mut at = start;
        'walk: loop {
            for n in self.facets[at as usize].nbr {
                let facet = &mut self.facets[n as usize];
                if (only_new && !facet.new) || facet.visit == visit {
                    continue;
                }
                facet.visit = visit;
                let d = self.dist(p, n);
                if d > best_dist {
                    if !best_outside && d >= self.limits.outside {
                        return (n, d, true);
                    }
                    (best, best_dist, at) = (n, d, n);
                    continue 'walk;
                }
            }
            break;
        }
        let mut test_horizon = true;
        if only_new && !self.not_sharp && best_dist < -self.limits.round {
            if self.sharp() {
                (best, best_dist, _) = self.find_best_new(p, best, best_outside);
                test_horizon = false;
                self.all_new = true;
            } else {
                self.not_sharp = true;
            }
        }
        if test_horizon {
            best = self.find_best_horizon(p, best, &mut best_dist);
        }
        (best, best_dist, best_dist >= self.limits.outside)
    }

    /// Looks at all facets from `start` on, then at the new facets before it.
    fn find_best_new(&mut self, p: Vec3, start: u32, best_outside: bool) -> (u32, f64, bool) {
        self.visit += 1;
        let clear = if best_outside { f64::INFINITY } else { self.dist_outside() };
        let (mut best, mut best_dist) = (NONE, -f64::MAX / 2.0);
        for (round, first) in [start, self.new_list].into_iter().enumerate() {
            let mut at = first;
            while at != TAIL && at != NONE {
                if round == 1 && at == start {
                    break;
                }
                self.facets[at as usize].visit = self.visit;
                let d = self.dist(p, at);
                if d > best_dist {
                    best = at;
                    if d >= clear {
                        return (best, d, true);
                    }
                    best_dist = d;
                }
                at = self.facets[at as usize].next;
            }
        }
        let from = if best == NONE { start } else { best };
        let best = self.find_best_horizon(p, from, &mut best_dist);
        (best, best_dist, best_dist >= self.limits.outside)
    }

    /// Goes on from a facet across neighbours that are about as high.
    fn find_best_horizon(&mut self, p: Vec3, start: u32, best_dist: &mut f64) -> u32 {
        self.visit += 1;
        let slack = self.max_outside + 2.0 * self.limits.round + self.limits.visible;
        let mut least = *best_dist - slack;
        let mut best = start;
        let mut stack: Vec<u32> = vec![];
        let mut next = None;
        let mut at = start;
        self.facets[start as usize].visit = self.visit;
        loop {
            for n in self.facets[at as usize].nbr {
                if self.facets[n as usize].visit == self.visit {
                    continue;
                }
                self.facets[n as usize].visit = self.visit;
                let d = self.dist(p, n);
                if d > *best_dist {
                    least = d - slack;
                    if d > *best_dist + slack {
                        stack.clear();
                    }
                    best = n;
                    *best_dist = d;
                } else if d < least {
                    continue;
                }
                if let Some(waiting) = next.replace(n) {
                    stack.push(waiting);
                }
            }
            match next.take().or_else(|| stack.pop()) {
                Some(f) => at = f,
                None => return best,
            }
        }
    }

    /// Whether the normals of the new facets lie in more than one octant.
    fn sharp(&self) -> bool {
        let octant = |f: u32| self.facets[f as usize].normal.map(|x| x > 0.0);
        let mut new = self.list_from(self.new_list);
        let Some(first) = new.next().map(octant) else { return false };
        new.any(|f| octant(f) != first)
    }
}
