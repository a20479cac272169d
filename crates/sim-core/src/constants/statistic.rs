//! Statistics of the reference pose: extent, centre, mean size, mass and inertia, and the length scale of
//! each dof.

use crate::data::Data;
use crate::math::{Vec3, row, vec3};
use crate::model::{GeomType, JointType, Model};

/// Smallest extent and body size (m).
const MIN_SIZE: f64 = 1e-5;

/// An axis-aligned box that grows.
struct Bounds {
    min: Vec3,
    max: Vec3,
}

impl Bounds {
    fn add(&mut self, pos: Vec3, radius: f64) {
        for k in 0..3 {
            self.min[k] = self.min[k].min(pos[k] - radius);
            self.max[k] = self.max[k].max(pos[k] + radius);
        }
    }
}

impl Model {
    /// Fills `stat` and `dof_length` from the reference pose in `d`.
    pub(super) fn set_statistic(&mut self, d: &Data) {
        let bounds = self.reference_bounds(d);
        self.stat.center = vec3::scale(vec3::add(bounds.min, bounds.max), 0.5);
        if bounds.max[0] > bounds.min[0] {
            let size = vec3::sub(bounds.max, bounds.min);
            self.stat.extent = size[0].max(size[1].max(size[2])).max(MIN_SIZE);
        }

        let mut sizes = self.body_sizes(d);
        if self.nbody > 1 {
            self.stat.meansize = 0.0;
            for size in &mut sizes[1..] {
                *size = size.max(MIN_SIZE);
                self.stat.meansize += *size / (self.nbody - 1) as f64;
            }
            self.stat.meanmass = self.body_mass[1..].iter().sum::<f64>() / (self.nbody - 1) as f64;
        }
        for v in 0..self.nv {
            let joint = self.dof_jntid[v] as usize;
            let turns = match self.jnt_type[joint] {
                JointType::Ball | JointType::Hinge => true,
                JointType::Free => v >= self.jnt_dofadr[joint] as usize + 3,
                _ => false,
            };
            self.dof_length[v] = if turns { sizes[self.dof_bodyid[v] as usize] } else { 1.0 };
        }
        self.stat.extent = self.stat.extent.max(2.0 * self.stat.meansize);
        if self.nv > 0 {
            let diagonal = |v: usize| d.M[(self.M_rowadr[v] + self.M_rownnz[v] - 1) as usize];
            self.stat.meaninertia = (0..self.nv).map(diagonal).sum::<f64>() / self.nv as f64;
        }
    }

    /// Box around bodies, joints, sites and geoms.
    fn reference_bounds(&self, d: &Data) -> Bounds {
        let mut bounds = Bounds { min: [1e10; 3], max: [-1e10; 3] };
        for i in 1..self.nbody {
            bounds.add(row(&d.xpos, i), 0.0);
            bounds.add(row(&d.xipos, i), 0.0);
        }
        for j in 0..self.njnt {
            bounds.add(row(&d.xanchor, j), 0.0);
        }
        for s in 0..self.nsite {
            bounds.add(row(&d.site_xpos, s), 0.0);
        }
        for g in 0..self.ngeom {
            bounds.add(row(&d.geom_xpos, g), self.bounding_radius(g));
        }
        bounds
    }

    /// Radius a geom counts with; unbounded shapes count with a tenth of their size.
    fn bounding_radius(&self, g: usize) -> f64 {
        if self.geom_rbound[g] > 0.0 {
            return self.geom_rbound[g];
        }
        match self.geom_type[g] {
            GeomType::Plane => {
                let size = &self.geom_size[3 * g..3 * g + 2];
                if size[0] != 0.0 || size[1] != 0.0 { size[0].max(size[1]) * 0.1 } else { 0.01 }
            }
            GeomType::HField => {
                let id = self.geom_dataid[g].max(0) as usize;
                let size: [f64; 4] = row(&self.hfield_size, id);
                size[0].max(size[1].max(size[2].max(size[3]))) * 0.1
            }
            _ => 0.0,
        }
    }

    /// Size of each body: reach from its centre of mass to its joints, its children's joints and its geoms.
    fn body_sizes(&self, d: &Data) -> Vec<f64> {
        let mut sizes = vec![0.0f64; self.nbody];
        for j in 0..self.njnt {
            let own = self.jnt_bodyid[j] as usize;
            for body in [own, self.body_parentid[own] as usize] {
                let reach = vec3::dist(row(&d.xipos, body), row(&d.xanchor, j));
                sizes[body] = sizes[body].max(reach);
            }
        }
        if let Some(world) = sizes.first_mut() {
            *world = 0.0;
        }
        for g in 0..self.ngeom {
            let body = self.geom_bodyid[g] as usize;
            if body > 0 && self.geom_rbound[g] > 0.0 {
                let reach = self.geom_rbound[g] + vec3::dist(row(&d.xipos, body), row(&d.geom_xpos, g));
                sizes[body] = sizes[body].max(reach);
            }
        }
        sizes
    }
}
