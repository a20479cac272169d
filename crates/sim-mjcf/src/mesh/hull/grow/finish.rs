//! The finished hull: polygons cut into triangles, and the graph of vertices and faces.

use super::chain::NONE;
use super::store::{Grower, Unhandled};

impl Grower<'_> {
    /// Cuts every polygon into the triangles that its first vertex makes with its edges.
    pub(super) fn triangulate(&mut self) {
        let polygons: Vec<u32> =
            self.facet_list.from(self.facet_list.first()).filter(|f| self.facet(*f).polygon).collect();
        let moved = self.next_stamp();
        for &f in &polygons {
            let Some(&apex) = self.facet(f).verts.first() else { continue };
            for i in 0..self.facet(f).edges.len() {
                let edge = *self.edge(self.facet(f).edges[i]);
                let [x, y] = edge.ends;
                for v in [apex, x, y] {
                    if std::mem::replace(&mut self.vertex_mut(v).stamp, moved) != moved {
                        self.vertex_list.move_up(v);
                    }
                }
                if x == apex || y == apex {
                    continue;
                }
                let piece = self.add_facet([apex, x, y], edge.upper == f);
                self.facet_list.push(piece);
                for v in [apex, x, y] {
                    self.vertex_mut(v).facets.push(piece);
                }
            }
            self.facet_list.remove(f);
            self.facet_mut(f).gone = true;
        }
    }

    /// The graph in the layout of `mesh_graph`.
    pub(super) fn graph(&self) -> Result<Vec<i32>, Unhandled> {
        let (nvert, nface) = (self.vertex_list.len(), self.facet_list.len());
        // otherwise the surface is not closed
        if nvert < 4 || nface != 2 * nvert - 4 {
            return Err(Unhandled);
        }
        let mut local = vec![-1; self.verts.len()];
        for (i, v) in self.vertex_list.from(self.vertex_list.first()).enumerate() {
            local[v as usize] = i as i32;
        }
        let (address, edges) = self.graph_edges(&local)?;
        let mut data = Vec::with_capacity(2 + 3 * nvert + 6 * nface);
        data.extend([nvert as i32, nface as i32]);
        data.extend(address);
        data.extend(self.vertex_list.from(self.vertex_list.first()).map(|v| self.vertex(v).point as i32));
        data.extend(edges);
        for f in self.facet_list.from(self.facet_list.first()) {
            let facet = self.facet(f);
            let &[a, b, c] = &facet.verts[..] else { return Err(Unhandled) };
            let face = if facet.up { [b, a, c] } else { [a, b, c] };
            data.extend(face.map(|v| self.vertex(v).point as i32));
        }
        if data.len() == 2 + 3 * nvert + 6 * nface { Ok(data) } else { Err(Unhandled) }
    }

    /// Where the edges of each vertex begin, and the other ends of all of them.
    fn graph_edges(&self, local: &[i32]) -> Result<(Vec<i32>, Vec<i32>), Unhandled> {
        let built = if self.incidence { vec![] } else { self.around() };
        let (mut address, mut edges) = (vec![], vec![]);
        let mut taken = vec![NONE; self.verts.len()];
        for v in self.vertex_list.from(self.vertex_list.first()) {
            address.push(edges.len() as i32);
            let around = if self.incidence { &self.vertex(v).facets } else { &built[v as usize] };
            for &f in around {
                if self.facet(f).gone {
                    continue;
                }
                for &w in &self.facet(f).verts {
                    if w != v && std::mem::replace(&mut taken[w as usize], v) != v {
                        if local[w as usize] < 0 {
                            return Err(Unhandled);
                        }
                        edges.push(local[w as usize]);
                    }
                }
            }
            edges.push(-1);
        }
        Ok((address, edges))
    }

    /// Facets around every vertex, in list order.
    fn around(&self) -> Vec<Vec<u32>> {
        let mut around: Vec<Vec<u32>> = vec![vec![]; self.verts.len()];
        for f in self.facet_list.from(self.facet_list.first()) {
            for v in &self.facet(f).verts {
                around[*v as usize].push(f);
            }
        }
        around
    }
}
