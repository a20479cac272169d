//! Spatial tendons: straight between the points of their path, or hanging if they are slack.

use crate::scene::draw::{Canvas, Subject, catenary, colour, material};
use crate::scene::read::{id, in_group, row, span};
use crate::scene::{Categories, LabelKind, SceneGeom, VisualFlags};
use sim_core::data::ConstraintType;
use sim_core::math::{MINVAL, Vec3, vec3};
use sim_core::{DisableFlags, ObjType, TransmissionType};

/// `wrap_obj` of a pulley, which separates two paths.
const PULLEY: i32 = -2;

/// Adds all tendons that are shown.
pub(super) fn add(subject: &Subject<'_>, canvas: &mut Canvas<'_>) {
    if !subject.categories.contains(Categories::DYNAMIC) || !subject.shows(VisualFlags::TENDON) {
        return;
    }
    for t in 0..subject.m.ntendon {
        if !in_group(&subject.option.tendongroup, &subject.m.tendon_group, t) {
            continue;
        }
        match slack_length(subject, t) {
            Some(length) => add_hanging(subject, canvas, t, length),
            None => add_straight(subject, canvas, t),
        };
    }
}

/// A straight segment of a tendon's path.
pub(super) struct Segment {
    /// Its index among the segments of all tendons.
    pub place: usize,
    pub from: Vec3,
    pub to: Vec3,
    pub width: f64,
}

/// The segments of a tendon's path, thinner around a geom.
pub(super) fn segments<'a>(subject: &Subject<'a>, t: usize) -> impl Iterator<Item = Segment> + use<'a> {
    let (m, d) = (subject.m, subject.d);
    let path = span(&d.ten_wrapadr, &d.ten_wrapnum, t);
    let width = m.tendon_width.get(t).copied().unwrap_or_default();
    let pieces = path.start..path.end.saturating_sub(1).min(d.wrap_obj.len());
    pieces.filter_map(move |place| {
        let ends = [*d.wrap_obj.get(place)?, *d.wrap_obj.get(place + 1)?];
        if ends.contains(&PULLEY) {
            return None;
        }
        let width = if ends.iter().all(|object| *object >= 0) { 0.5 * width } else { width };
        Some(Segment { place, from: row(&d.wrap_xpos, place)?, to: row(&d.wrap_xpos, place + 1)?, width })
    })
}

/// Whether a segment is the first of its tendon, which has the label.
pub(super) fn is_first(subject: &Subject<'_>, t: usize, piece: &Segment) -> bool {
    id(&subject.d.ten_wrapadr, t) == Some(piece.place)
}

fn add_straight(subject: &Subject<'_>, canvas: &mut Canvas<'_>, t: usize) -> Option<()> {
    let m = subject.m;
    let matid = *m.tendon_matid.get(t)?;
    for piece in segments(subject, t) {
        let mut geom = canvas.start(t, Categories::DYNAMIC, ObjType::Tendon)?;
        geom.capsule(piece.width, piece.from, piece.to);
        material::set(subject, &mut geom, matid, own_colour(subject, t)?)?;
        if subject.shows(VisualFlags::ISLAND) {
            geom.matid = -1;
            geom.rgba = match id(&subject.d.tendon_efcadr, t) {
                Some(first_row) => colour::of_row(subject, first_row),
                None => colour::of_island(None, true),
            };
        }
        if is_first(subject, t, &piece) {
            geom.label = subject.label(LabelKind::Tendon, ObjType::Tendon, t);
        }
        canvas.put(geom);
    }
    Some(())
}

/// The tendon's colour. Without colour and material it shows the impedance of its limit.
fn own_colour(subject: &Subject<'_>, t: usize) -> Option<[f32; 4]> {
    let rgba: [f32; 4] = row(&subject.m.tendon_rgba, t)?;
    if *subject.m.tendon_matid.get(t)? != -1 || rgba != material::DEFAULT_RGBA {
        return Some(rgba);
    }
    let impedance = colour::limit_impedance(subject, ConstraintType::LimitTendon, t);
    let [r, g, b] = colour::towards_constraint(subject, rgba, impedance);
    Some([r, g, b, rgba[3]])
}

fn add_hanging(subject: &Subject<'_>, canvas: &mut Canvas<'_>, t: usize, length: f64) -> Option<()> {
    let (m, d) = (subject.m, subject.d);
    let first = id(&d.ten_wrapadr, t)?;
    let (from, to) = (row(&d.wrap_xpos, first)?, row(&d.wrap_xpos, first + 1)?);
    let slices = usize::try_from(m.vis.quality.numslices).unwrap_or_default();
    let mut points = [[0.0; 3]; catenary::MAX_POINTS];
    let wanted = slices.saturating_add(1).min(catenary::MAX_POINTS);
    let count = catenary::fill(from, to, m.opt.gravity, length, &mut points[..wanted.max(2)]);
    for pair in points[..count].windows(2) {
        let mut geom: SceneGeom = canvas.start(t, Categories::DYNAMIC, ObjType::Tendon)?;
        geom.capsule(*m.tendon_width.get(t)?, pair[0], pair[1]);
        material::set(subject, &mut geom, *m.tendon_matid.get(t)?, row(&m.tendon_rgba, t)?)?;
        // on every segment, as in MuJoCo
        geom.label = subject.label(LabelKind::Tendon, ObjType::Tendon, t);
        canvas.put(geom);
    }
    Some(())
}

/// Length of a tendon that is drawn as a hanging rope: between two sites, with only a spring or a limit that starts at this length,
/// and with gravity. `None` for all others.
fn slack_length(subject: &Subject<'_>, t: usize) -> Option<f64> {
    let m = subject.m;
    let stiff = *m.tendon_stiffness.get(t)? != 0.0 || row::<_, 2>(&m.tendon_stiffnesspoly, t)? != [0.0; 2];
    let damped = *m.tendon_damping.get(t)? != 0.0 || row::<_, 2>(&m.tendon_dampingpoly, t)? != [0.0; 2];
    let rest: [f64; 2] = row(&m.tendon_lengthspring, t)?;
    let range: [f64; 2] = row(&m.tendon_range, t)?;
    let sprung = stiff && rest[0] == 0.0 && rest[1] > 0.0;
    let limited =
        !stiff && m.tendon_limited.get(t)?.get() && range[0] == 0.0 && *subject.d.ten_length.get(t)? < range[1];
    let falls = !m.opt.disableflags.contains(DisableFlags::GRAVITY) && vec3::norm(m.opt.gravity) > MINVAL;
    let plain = *m.tendon_num.get(t)? == 2 && !damped && *m.tendon_frictionloss.get(t)? == 0.0;
    if !falls || !plain || sprung == limited || is_actuated(subject, t) {
        return None;
    }
    Some(if limited { range[1] } else { rest[1] })
}

fn is_actuated(subject: &Subject<'_>, t: usize) -> bool {
    let m = subject.m;
    let pulls = |a: usize| {
        m.actuator_trntype.get(a) == Some(&TransmissionType::Tendon) && id(&m.actuator_trnid, 2 * a) == Some(t)
    };
    (0..m.nactuator).any(pulls)
}
