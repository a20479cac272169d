//! Edge records, polygons, and the facets around vertices.

use super::store::{Edge, Grower, swap_out};

impl Grower<'_> {
    /// Adds a record to a facet's list.
    pub(super) fn push_edge(&mut self, f: u32, e: u32) {
        let facet = self.facet_mut(f);
        facet.edges.push(e);
        facet.listed = true;
    }

    /// The first record between two facets, from the list of the first one.
    pub(super) fn shared_edge(&self, f: u32, g: u32) -> Option<u32> {
        self.facet(f).edges.iter().copied().find(|e| self.edge(*e).other(f) == g)
    }

    /// Makes a record of the triangle's side opposite to a vertex, in the lists of `owner` and of the facet across.
    pub(super) fn add_edge(&mut self, triangle: u32, side: usize, owner: u32, across: u32) {
        let facet = self.facet(triangle);
        let &[a, b, c] = &facet.verts[..] else { return };
        let ends = [[b, c], [a, c], [a, b]][side.min(2)];
        let (upper, lower) = if facet.up ^ (side % 2 == 1) { (owner, across) } else { (across, owner) };
        let e = self.edges.len() as u32;
        self.edges.push(Edge { ends, upper, lower, tested: facet.tested, nonconvex: false });
        self.push_edge(owner, e);
        self.push_edge(across, e);
    }

    /// Gives a triangle records for all its sides.
    pub(super) fn make_polygon(&mut self, f: u32) {
        if self.facet(f).polygon {
            return;
        }
        self.facet_mut(f).polygon = true;
        let sides = self.facet(f).nbrs.len().min(3);
        let mut bare = [None; 3];
        for i in 0..sides {
            let g = self.facet(f).nbrs[i];
            bare[i] = self.shared_edge(f, g).is_none().then_some(g);
        }
        for (i, g) in bare.into_iter().enumerate() {
            if let Some(g) = g {
                self.add_edge(f, i, f, g);
            }
        }
    }

    /// Takes a record out of both its facets.
    pub(super) fn delete_edge(&mut self, e: u32) {
        let edge = *self.edge(e);
        swap_out(&mut self.facet_mut(edge.upper).edges, e);
        swap_out(&mut self.facet_mut(edge.lower).edges, e);
        for v in edge.ends {
            self.vertex_mut(v).edge_lost = true;
        }
        if edge.nonconvex
            && let Some(other) = self.shared_edge(edge.upper, edge.lower)
        {
            self.edge_mut(other).nonconvex = true;
        }
    }

    /// Fills the facet lists of all vertices, before the first merge.
    pub(super) fn start_incidence(&mut self) {
        if std::mem::replace(&mut self.incidence, true) {
            return;
        }
        let mut f = self.facet_list.first();
        while (f as usize) < self.facets.len() {
            for i in 0..self.facet(f).verts.len() {
                let v = self.facet(f).verts[i];
                self.vertex_mut(v).facets.push(f);
            }
            f = self.facet_list.after(f);
        }
    }

    /// Removes a facet from the list.
    pub(super) fn dismiss(&mut self, f: u32, heir: u32) {
        self.facet_list.remove(f);
        let facet = self.facet_mut(f);
        facet.gone = true;
        facet.heir = heir;
        self.dismissed.push(f);
    }

    /// Counts a facet as new and moves it to the end of the list.
    pub(super) fn move_up(&mut self, f: u32) {
        self.facet_list.move_up(f);
        self.facet_mut(f).fresh = true;
    }

    /// Numbers of the new facets, in list order.
    pub(super) fn new_facets(&self) -> Vec<u32> {
        self.facet_list.from(self.facet_list.new).collect()
    }
}
