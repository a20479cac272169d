//! Merges new triangles into the coplanar facet across their base.

use super::chain::NONE;
use super::join::{Cause, KEEP_CENTRE};
use super::store::{Grower, Unhandled, close_up, replace, swap_out};

impl Grower<'_> {
    /// Merges the new triangles without plane into their coplanar neighbours.
    pub(super) fn absorb_coplanar(&mut self) -> Result<(), Unhandled> {
        for i in 0..self.cone.len() {
            let t = self.cone[i];
            let facet = self.facet(t);
            if !facet.planeless || facet.gone {
                continue;
            }
            let host = *facet.nbrs.first().ok_or(Unhandled)?;
            if self.facet(host).gone {
                return Err(Unhandled);
            }
            if facet.last == t {
                let &[_, x, y] = &facet.verts[..] else { return Err(Unhandled) };
                self.vertex_mut(x).edge_lost = true;
                self.vertex_mut(y).edge_lost = true;
                self.join(t, host, Cause::Horizon)?;
            } else {
                self.absorb_group(t, host);
            }
        }
        for f in self.new_facets() {
            if self.facet(f).coplanar {
                self.find_redundant_around(f);
                self.facet_mut(f).coplanar = false;
            }
        }
        self.work_off()
    }

    /// Several triangles at once, the last made first.
    fn absorb_group(&mut self, first: u32, host: u32) {
        let mut group = vec![];
        let mut at = self.facet(first).last;
        while at != NONE {
            group.push(at);
            at = self.facet(at).mate;
        }
        self.merges += 1;
        self.start_incidence();
        self.make_polygon(host);
        self.group_neighbours(&group, first, host);
        self.group_edges(&group, first, host);
        self.group_vertices(&group, first, host);
        let apex = self.apex;
        if !self.facet(host).verts.contains(&apex) {
            self.facet_mut(host).verts.insert(0, apex);
        }
        if !self.facet(host).fresh {
            self.refresh_all(host);
        }
        self.move_up(host);
        for m in group {
            self.dismiss(m, host);
        }
        let facet = self.facet_mut(host);
        facet.merged = true;
        facet.tested = false;
        if facet.verts.len() <= KEEP_CENTRE {
            facet.centre = None;
        }
    }

    fn in_group(&self, f: u32, first: u32) -> bool {
        self.facet(f).group == first
    }

    fn group_neighbours(&mut self, group: &[u32], first: u32, host: u32) {
        let mut nbrs = std::mem::take(&mut self.facet_mut(host).nbrs);
        nbrs.retain(|n| !self.in_group(*n, first));
        self.facet_mut(host).nbrs = nbrs;
        for &m in group {
            for i in 0..self.facet(m).nbrs.len() {
                let g = self.facet(m).nbrs[i];
                if g == host || self.in_group(g, first) {
                    continue;
                }
                let known = self.facet(host).nbrs.contains(&g);
                if !known {
                    self.facet_mut(host).nbrs.push(g);
                }
                if self.facet(g).polygon {
                    swap_out(&mut self.facet_mut(g).nbrs, m);
                    if !known {
                        self.facet_mut(g).nbrs.push(host);
                    }
                } else if known {
                    self.make_polygon(g);
                    swap_out(&mut self.facet_mut(g).nbrs, m);
                } else {
                    replace(&mut self.facet_mut(g).nbrs, m, host);
                }
            }
        }
    }

    fn group_edges(&mut self, group: &[u32], first: u32, host: u32) {
        let mut edges = std::mem::take(&mut self.facet_mut(host).edges);
        edges.retain(|e| !self.in_group(self.edge(*e).other(host), first));
        self.facet_mut(host).edges = edges;
        for &m in group {
            for i in 0..self.facet(m).edges.len() {
                let e = self.facet(m).edges[i];
                let other = self.edge(e).other(m);
                if other == host {
                    continue;
                }
                if self.in_group(other, first) {
                    swap_out(&mut self.facet_mut(other).edges, e);
                    continue;
                }
                self.edge_mut(e).set_side(m, host);
                self.push_edge(host, e);
            }
            // sides of a polygon have records already
            if self.facet(m).polygon {
                continue;
            }
            for i in 0..self.facet(m).nbrs.len() {
                let g = self.facet(m).nbrs[i];
                if g != host && !self.facet(g).polygon && !self.in_group(g, first) {
                    self.add_edge(m, i, host, g);
                }
            }
        }
    }

    fn group_vertices(&mut self, group: &[u32], first: u32, host: u32) {
        let stamp = self.next_stamp();
        let mut verts = vec![];
        for &m in group {
            for &v in &self.facets[m as usize].verts {
                let vertex = &mut self.verts[v as usize];
                if v != self.apex && vertex.stamp != stamp {
                    vertex.stamp = stamp;
                    verts.push(v);
                }
            }
        }
        verts.push(self.apex);
        for v in verts {
            let mut around = std::mem::take(&mut self.vertex_mut(v).facets);
            around.retain(|f| *f != host && !self.in_group(*f, first));
            around.push(host);
            let alone = around.len() == 1;
            let vertex = self.vertex_mut(v);
            vertex.facets = around;
            vertex.edge_lost = true;
            if alone {
                close_up(&mut self.facet_mut(host).verts, v);
                self.lose(v);
            }
        }
    }
}
