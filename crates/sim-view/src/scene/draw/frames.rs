//! Frames: three cylinders along the axes of an object.

use crate::scene::FrameKind;
use crate::scene::VisualFlags;
use crate::scene::draw::{Canvas, Subject};
use crate::scene::read::{id, in_group, row};
use sim_core::ObjType;
use sim_core::math::{Mat3, Vec3, mat3, vec3};

/// Brightness of an axis: red, green, blue for x, y, z.
const BRIGHT: f32 = 0.9;

/// Length and width of axes.
#[derive(Clone, Copy)]
pub(super) struct Axes {
    pub length: f32,
    pub width: f32,
}

impl Axes {
    /// Length and width of the axes of most objects.
    pub(super) fn of(subject: &Subject<'_>) -> Self {
        let (scale, sizes) = (subject.scale(), &subject.m.vis.scale);
        Self { length: sizes.framelength * scale, width: sizes.framewidth * scale }
    }
}

/// Adds the axes of one frame.
pub(super) fn add(canvas: &mut Canvas<'_>, objid: usize, pos: Vec3, mat: &Mat3, axes: Axes) -> Option<()> {
    for k in 0..3 {
        let mut axis = [0.0; 3];
        axis[k] = f64::from(axes.length);
        let end = vec3::add(pos, mat3::mul_vec(mat, axis));
        let mut geom = canvas.decor(objid, ObjType::Unknown)?;
        geom.cylinder(f64::from(axes.width), pos, end);
        geom.rgba = [0.0, 0.0, 0.0, 1.0];
        geom.rgba[k] = BRIGHT;
        canvas.put(geom);
    }
    Some(())
}

/// Whether an object is visible, by its material or its own colour.
fn is_visible(subject: &Subject<'_>, matid: &[i32], rgba: &[f32], i: usize) -> Option<bool> {
    let rgba: [f32; 4] = match id(matid, i) {
        Some(material) => row(&subject.m.mat_rgba, material)?,
        None => row(rgba, i)?,
    };
    Some(rgba[3] != 0.0)
}

/// Frames of geoms.
pub(super) fn add_of_geoms(subject: &Subject<'_>, canvas: &mut Canvas<'_>) {
    let (m, d) = (subject.m, subject.d);
    if subject.option.frame != FrameKind::Geom {
        return;
    }
    let mut add_one = |g: usize| {
        subject.wanted(&m.geom_bodyid, g)?;
        let shown = in_group(&subject.option.geomgroup, &m.geom_group, g);
        if !shown || !is_visible(subject, &m.geom_matid, &m.geom_rgba, g)? {
            return None;
        }
        add(canvas, g, row(&d.geom_xpos, g)?, &row(&d.geom_xmat, g)?, Axes::of(subject))
    };
    for g in 0..m.ngeom {
        add_one(g);
    }
}

/// Frames of sites.
pub(super) fn add_of_sites(subject: &Subject<'_>, canvas: &mut Canvas<'_>) {
    let (m, d) = (subject.m, subject.d);
    if subject.option.frame != FrameKind::Site {
        return;
    }
    let mut add_one = |s: usize| {
        subject.wanted(&m.site_bodyid, s)?;
        let shown = in_group(&subject.option.sitegroup, &m.site_group, s);
        if !shown || !is_visible(subject, &m.site_matid, &m.site_rgba, s)? {
            return None;
        }
        add(canvas, s, row(&d.site_xpos, s)?, &row(&d.site_xmat, s)?, Axes::of(subject))
    };
    for s in 0..m.nsite {
        add_one(s);
    }
}

/// Adds frames of bodies, at their centres of mass if inertia is shown. The frame of the world, twice as large, has its own option.
pub(super) fn add_of_bodies(subject: &Subject<'_>, canvas: &mut Canvas<'_>) {
    let d = subject.d;
    let axes = Axes::of(subject);
    let (bodies, axes) = match subject.option.frame {
        FrameKind::World => (0..1, Axes { length: axes.length * 2.0, width: axes.width * 2.0 }),
        FrameKind::Body => (1..subject.m.nbody, axes),
        _ => return,
    };
    let (pos, mat) = match subject.shows(VisualFlags::INERTIA) {
        true => (&d.xipos, &d.ximat),
        false => (&d.xpos, &d.xmat),
    };
    let mut add_one = |b: usize| {
        let hidden = b > 0 && !subject.categories.contains(subject.category(b)?);
        if hidden { None } else { add(canvas, b, row(pos, b)?, &row(mat, b)?, axes) }
    };
    for b in bodies {
        add_one(b);
    }
}
