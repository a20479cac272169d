//! Quickhull (Barber, Dobkin, Huhdanpaa 1996) that visits points and facets in the order of the qhull program, for
//! input without coplanar facets. Then every choice is determined, and the facets, their corners and the vertices
//! come out in qhull's own order. As soon as two facets would have to be merged it gives up and returns `None`.

use super::start::{Limits, limits, simplex};
use sim_core::math::{Vec3, vec3};

/// End of a list.
pub(super) const NONE: u32 = u32::MAX;
/// The node that closes the lists of facets and of vertices.
pub(super) const TAIL: u32 = 0;

/// A triangle. `nbr[k]` lies across the edge opposite `verts[k]`; corners are ordered from the newest vertex.
#[derive(Clone, Default)]
pub(super) struct Facet {
    pub verts: [u32; 3],
    pub nbr: [u32; 3],
    /// The corners run clockwise seen from outside.
    pub top: bool,
    pub normal: Vec3,
    pub offset: f64,
    /// Points above the facet, the furthest last.
    pub outside: Vec<u32>,
    pub furthest: f64,
    /// Points in or just below the facet.
    pub coplanar: Vec<u32>,
    pub centre: Option<Vec3>,
    pub visible: bool,
    pub new: bool,
    /// Number of the last search that came by.
    pub visit: u32,
    /// New facet that took the place of a visible one.
    pub replace: u32,
    pub prev: u32,
    pub next: u32,
}

#[derive(Clone, Default)]
pub(super) struct Vertex {
    pub point: u32,
    pub new: bool,
    pub deleted: bool,
    /// The new facet that waits for its neighbour along the edge from the apex to this vertex.
    pub mate: Option<(u32, usize)>,
    pub matched: u32,
    pub prev: u32,
    pub next: u32,
}

/// A triangulated hull, by point numbers.
pub(super) struct Hull {
    /// Corners of the triangles in the order their vertices are listed, and whether that order runs clockwise.
    pub faces: Vec<([u32; 3], bool)>,
    /// Vertices.
    pub verts: Vec<u32>,
}

/// Work in progress.
pub(super) struct Builder<'a> {
    pub points: &'a [Vec3],
    pub limits: Limits,
    pub facets: Vec<Facet>,
    pub verts: Vec<Vertex>,
    pub facet_list: u32,
    pub facet_next: u32,
    /// First of the new facets at the end of the list; `NONE` outside of an insertion.
    pub new_list: u32,
    pub visible_list: u32,
    pub vert_list: u32,
    pub nverts: usize,
    pub visit: u32,
    pub max_outside: f64,
    pub interior: Vec3,
    /// Look at all new facets instead of walking between them.
    pub all_new: bool,
    pub not_sharp: bool,
    pub deleted: Vec<u32>,
}

/// Something that only merging can handle.
pub(super) struct GiveUp;
pub(super) type Step<T = ()> = Result<T, GiveUp>;

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

    pub fn append_facet(&mut self, f: u32) {
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

    pub fn remove_facet(&mut self, f: u32) {
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
    pub fn list_from(&self, first: u32) -> impl Iterator<Item = u32> + '_ {
        let end = |f: &u32| *f != TAIL && *f != NONE;
        std::iter::successors(Some(first).filter(end), move |f| Some(self.facets[*f as usize].next).filter(end))
    }

    // ---- geometry ----

    pub fn dist(&self, p: Vec3, f: u32) -> f64 {
        let Facet { normal, offset, .. } = &self.facets[f as usize];
        offset + p[0] * normal[0] + p[1] * normal[1] + p[2] * normal[2]
    }

    pub fn point(&self, i: u32) -> Vec3 {
        self.points[i as usize]
    }

    fn set_plane(&mut self, f: u32) -> Step {
        let Facet { verts, top, .. } = self.facets[f as usize];
        let [p0, p1, p2] = verts.map(|v| self.point(self.verts[v as usize].point));
        let (u, v) = (vec3::sub(p2, p0), vec3::sub(p1, p0));
        let mut n = [u[1] * v[2] - u[2] * v[1], v[0] * u[2] - v[2] * u[0], u[0] * v[1] - u[1] * v[0]];
        let norm = (n[0] * n[0] + n[1] * n[1] + n[2] * n[2]).sqrt();
        if norm < f64::MIN_POSITIVE * 1e10 {
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
    pub fn dist_outside(&self) -> f64 {
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

    pub fn visible(&self) -> Vec<u32> {
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
}
