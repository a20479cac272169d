//! Giving a geom a distance grid: the geom's type, sizes and bounds follow the grid.

use crate::math::{Vec3, quat, row, set_row, vec3};
use crate::model::{GeomType, Model};
use crate::shape::grid::{SdfCollisionData, SdfError};
use std::sync::Arc;

impl Model {
    /// Number of distance grids.
    pub fn nsdf(&self) -> usize {
        self.sdf_data.len()
    }

    /// The grid that the program gave a geom.
    pub fn geom_grid(&self, geom: usize) -> Option<&SdfCollisionData> {
        let id = self.geom_sdf.get(geom).copied().flatten()?;
        self.sdf_data.get(id).map(AsRef::as_ref)
    }

    /// Gives geom `geom` the shape of a distance grid in its own frame: it becomes a geom of type sdf, and its size,
    /// box and bounding radius are those of the grid. A placeholder `<geom type="sdf"/>` collides from then on. Mass and
    /// inertia stay as they are.
    pub fn set_geom_sdf(&mut self, geom: usize, grid: Arc<SdfCollisionData>) -> Result<(), SdfError> {
        if geom >= self.ngeom || geom >= self.geom_type.len() {
            return Err(SdfError::Geom { geom, count: self.ngeom });
        }
        let bounds = grid.bounds();
        let size: Vec3 = std::array::from_fn(|k| bounds[k].abs() + bounds[k + 3]);
        set_row(&mut self.geom_size, geom, size);
        set_row(&mut self.geom_aabb, geom, bounds);
        // the sphere is centred on the geom's frame, not on the grid
        self.geom_rbound[geom] = vec3::norm(size);
        self.geom_type[geom] = GeomType::Sdf;
        let id = self.sdf_data.iter().position(|known| Arc::ptr_eq(known, &grid)).unwrap_or_else(|| {
            self.sdf_data.push(grid);
            self.sdf_data.len() - 1
        });
        self.geom_sdf.resize(self.ngeom, None);
        self.geom_sdf[geom] = Some(id);
        self.refit_boxes(geom);
        Ok(())
    }

    /// Fits the boxes of a body's hierarchy to the changed box of one of its geoms.
    fn refit_boxes(&mut self, geom: usize) {
        let Ok(body) = usize::try_from(self.geom_bodyid[geom]) else { return };
        let (Ok(root), Ok(nodes)) = (usize::try_from(self.body_bvhadr[body]), usize::try_from(self.body_bvhnum[body]))
        else {
            return;
        };
        if root.saturating_add(nodes) > self.nbvhstatic {
            return;
        }
        // children stand behind their parents
        for node in (root..root + nodes).rev() {
            let children = [self.bvh_child[2 * node], self.bvh_child[2 * node + 1]].map(usize::try_from);
            let aabb = match children {
                [Ok(a), Ok(b)] if a < nodes && b < nodes => {
                    union(row(&self.bvh_aabb, root + a), row(&self.bvh_aabb, root + b))
                }
                _ if self.bvh_nodeid[node] == geom as i32 => self.box_in_inertial_frame(geom, body),
                _ => continue,
            };
            set_row(&mut self.bvh_aabb, node, aabb);
        }
    }

    fn box_in_inertial_frame(&self, geom: usize, body: usize) -> [f64; 6] {
        let b: [f64; 6] = row(&self.geom_aabb, geom);
        let to_inertial = quat::conj(row(&self.body_iquat, body));
        let (mut low, mut high) = ([f64::INFINITY; 3], [f64::NEG_INFINITY; 3]);
        for i in 0..8 {
            let corner = std::array::from_fn(|k| if i >> k & 1 == 1 { b[k] + b[k + 3] } else { b[k] - b[k + 3] });
            let in_body = vec3::add(row(&self.geom_pos, geom), quat::rotate(row(&self.geom_quat, geom), corner));
            let v = quat::rotate(to_inertial, vec3::sub(in_body, row(&self.body_ipos, body)));
            for k in 0..3 {
                low[k] = low[k].min(v[k]);
                high[k] = high[k].max(v[k]);
            }
        }
        from_corners(low, high)
    }
}

fn from_corners(low: Vec3, high: Vec3) -> [f64; 6] {
    std::array::from_fn(|i| if i < 3 { 0.5 * (low[i] + high[i]) } else { 0.5 * (high[i - 3] - low[i - 3]) })
}

/// The smallest box around two, as centre and half-sizes.
fn union(a: [f64; 6], b: [f64; 6]) -> [f64; 6] {
    let low = std::array::from_fn(|k| (a[k] - a[k + 3]).min(b[k] - b[k + 3]));
    let high = std::array::from_fn(|k| (a[k] + a[k + 3]).max(b[k] + b[k + 3]));
    from_corners(low, high)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_follow_the_grid() {
        let mut m = Model::n_link_pendulum(1, 1.0, 1.0);
        let grid = Arc::new(SdfCollisionData::sphere([0.0; 3], 0.5, 10, 0.1).unwrap());
        m.set_geom_sdf(0, grid.clone()).unwrap();
        assert_eq!((m.geom_type[0], m.geom_sdf[0], m.nsdf()), (GeomType::Sdf, Some(0), 1));
        let (low, high) = grid.aabb();
        let half_diagonal = 0.5 * vec3::dist(low, high);
        assert!((m.geom_rbound[0] - half_diagonal).abs() < 1e-12);
        assert_eq!(m.set_geom_sdf(7, grid), Err(SdfError::Geom { geom: 7, count: m.ngeom }));
        assert_eq!((Model::empty().nsdf(), Model::empty().geom_sdf.len()), (0, 0));
    }
}
