//! Geoms where the world has placed them, as the pair functions take them.

use super::primitive::Solid;
use crate::convex::{Hull, Shape};
use crate::math::row;
use crate::model::{GeomType, Model};
use crate::shape::terrain::Field;
use crate::stage::GeomPoses;

impl Solid {
    /// Geom `geom` where the world has placed it.
    #[inline]
    pub(crate) fn of_geom(m: &Model, d: GeomPoses<'_>, geom: usize) -> Self {
        Self { pos: row(d.geom_xpos, geom), mat: row(d.geom_xmat, geom), size: row(&m.geom_size, geom) }
    }
}

impl<'a> Shape<'a> {
    /// Geom `geom` where the world has placed it; `None` for planes, height fields and the like.
    #[inline(always)]
    pub fn of_geom(m: &'a Model, d: GeomPoses<'_>, geom: usize) -> Option<Self> {
        let kind = *m.geom_type.get(geom)?;
        let hull = match kind {
            GeomType::Mesh => Some(Hull::of_mesh(m, m.geom_dataid[geom])?),
            GeomType::Sphere | GeomType::Capsule | GeomType::Ellipsoid | GeomType::Cylinder | GeomType::Box => None,
            _ => return None,
        };
        Some(Self {
            kind,
            size: row(&m.geom_size, geom),
            pos: row(d.geom_xpos, geom),
            mat: row(d.geom_xmat, geom),
            rbound: m.geom_rbound[geom],
            hull,
        })
    }
}

impl<'a> Field<'a> {
    /// Geom `geom` where the world has placed it; `None` when it is no height field.
    pub fn of_geom(m: &'a Model, d: GeomPoses<'_>, geom: usize) -> Option<Self> {
        if *m.geom_type.get(geom)? != GeomType::HField {
            return None;
        }
        let id = usize::try_from(m.geom_dataid[geom]).ok()?;
        let nrow = usize::try_from(*m.hfield_nrow.get(id)?).ok()?;
        let ncol = usize::try_from(*m.hfield_ncol.get(id)?).ok()?;
        let start = usize::try_from(*m.hfield_adr.get(id)?).ok()?;
        Some(Self {
            size: row(&m.hfield_size, id),
            nrow,
            ncol,
            data: m.hfield_data.get(start..start.checked_add(nrow.checked_mul(ncol)?)?)?,
            pos: row(d.geom_xpos, geom),
            mat: row(d.geom_xmat, geom),
        })
    }
}
