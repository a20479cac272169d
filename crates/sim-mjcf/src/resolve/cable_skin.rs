//! The skin of a cable of boxes: two sheets of triangles, one over the other, closed at their edges.
//!
//! A sheet is a grid along and across the cable. Its control points are the bones: two across each vertex of the cable, at
//! the boxes' edges. A finer grid has three, and its vertices follow up to 16 bones by bicubic weights. All vertices are at
//! the origin: the bones alone decide where they are drawn.

use super::bicubic::{Bicubic, Ends, POINTS};
use super::composite::cut;
use crate::error::Result;
use crate::spec::{Bone, Composite, Meta, Skin};
use crate::stop::Stop;

/// Vertices along and across a sheet.
#[derive(Clone, Copy)]
struct Sheet {
    along: usize,
    across: usize,
}

impl Sheet {
    /// Number of a vertex; the sheets are 0 and 1.
    fn vertex(self, sheet: usize, x: usize, y: usize) -> i32 {
        (sheet * self.along * self.across + x * self.across + y) as i32
    }
}

/// Bones across the cable, and vertices between two bones.
fn grid(cable: &Composite) -> (usize, usize) {
    match usize::try_from(cable.skin.subgrid) {
        Ok(between) if between > 0 => (3, between),
        _ => (2, 0),
    }
}

/// Number of vertices of a cable's skin.
pub(crate) fn vertices(cable: &Composite) -> u128 {
    let (across, between) = grid(cable);
    let [along, across, step] = [cable.vertices.len(), across, between + 1].map(|n| n as u128);
    2 * (along.saturating_sub(1) * step + 1) * ((across - 1) * step + 1)
}

/// Makes the skin of a cable.
pub(crate) fn skin(cable: &Composite, stop: &Stop) -> Result<Skin> {
    let (across, between) = grid(cable);
    let along = cable.vertices.len().max(2);
    let step = between + 1;
    let sheet = Sheet { along: (along - 1) * step + 1, across: (across - 1) * step + 1 };
    let mut bones = bones(cable, along, across);
    match between {
        0 => bind(&mut bones, sheet),
        _ => blend(&mut bones, sheet, [along, across], step, stop)?,
    }
    let count = 2 * sheet.along * sheet.across;
    Ok(Skin {
        meta: Meta { name: cut(format!("{}Skin", cable.prefix)), class: String::new(), ..cable.meta.clone() },
        material: cable.skin.material.clone(),
        rgba: cable.skin.rgba,
        inflate: (2.0 * cable.geom.size[2]) as f32,
        group: cable.skin.group,
        vertex: vec![0.0; 3 * count],
        texcoord: if cable.skin.texcoord { texcoord(sheet) } else { vec![] },
        face: faces(sheet),
        bones,
        ..Skin::default()
    })
}

fn texcoord(sheet: Sheet) -> Vec<f32> {
    let place = |i: usize, count: usize| i as f32 / (count - 1) as f32;
    let rows = (0..2).flat_map(|_| 0..sheet.along);
    rows.flat_map(|x| (0..sheet.across).flat_map(move |y| [place(x, sheet.along), place(y, sheet.across)])).collect()
}

/// Triangles: both sheets, the long edges, the short edges.
fn faces(sheet: Sheet) -> Vec<i32> {
    let Sheet { along, across } = sheet;
    let mut out = vec![];
    let mut quad = |corners: [i32; 4], turned: bool| {
        let [a, b, c, d] = corners;
        out.extend(if turned { [a, c, b, a, d, c] } else { [a, b, c, a, c, d] });
    };
    for side in 0..2 {
        for x in 0..along - 1 {
            for y in 0..across - 1 {
                let at = |dx: usize, dy: usize| sheet.vertex(side, x + dx, y + dy);
                quad([at(0, 0), at(1, 0), at(1, 1), at(0, 1)], side == 1);
            }
        }
    }
    // between the sheets: from vertex to vertex below, and back above
    let mut wall = |[x, y]: [usize; 2], [next_x, next_y]: [usize; 2], turned: bool| {
        let [below, above] = [0, 1].map(|side| [sheet.vertex(side, x, y), sheet.vertex(side, next_x, next_y)]);
        quad([below[0], below[1], above[1], above[0]], turned);
    };
    (0..along - 1).for_each(|x| wall([x, 0], [x + 1, 0], true));
    (0..along - 1).for_each(|x| wall([x, across - 1], [x + 1, across - 1], false));
    (0..across - 1).for_each(|y| wall([0, y], [0, y + 1], false));
    (0..across - 1).for_each(|y| wall([along - 1, y], [along - 1, y + 1], true));
    out
}

/// Makes the bones without vertices, vertex by vertex along the cable. The last vertex has no link of its own, and
/// is carried by the one before it.
fn bones(cable: &Composite, along: usize, across: usize) -> Vec<Bone> {
    let [length, width, _] = cable.geom.size;
    let body = |x: usize| match x {
        0 => format!("{}B_first", cable.prefix),
        x if x + 2 >= along => format!("{}B_last", cable.prefix),
        x => format!("{}B_{x}", cable.prefix),
    };
    let bone = |x: usize, y: usize| {
        let ahead = if x + 1 == along { (-2.0 * length) as f32 } else { 0.0 };
        let aside = match y {
            0 => -width,
            y if y + 1 == across => width,
            _ => 0.0,
        };
        let span = cable.meta.span.clone();
        Bone { span, body: cut(body(x)), bindpos: [ahead, aside as f32, 0.0], ..Bone::default() }
    };
    (0..along).flat_map(|x| (0..across).map(move |y| (x, y))).map(|(x, y)| bone(x, y)).collect()
}

/// Assigns each bone its vertex of both sheets.
fn bind(bones: &mut [Bone], sheet: Sheet) {
    for (i, bone) in bones.iter_mut().enumerate() {
        let (x, y) = (i / sheet.across, i % sheet.across);
        bone.vertid = vec![sheet.vertex(0, x, y), sheet.vertex(1, x, y)];
        bone.vertweight = vec![1.0; 2];
    }
}

/// Assigns each vertex to the bones around its square.
fn blend(bones: &mut [Bone], sheet: Sheet, [along, across]: [usize; 2], step: usize, stop: &Stop) -> Result<()> {
    let ends = |i: usize, count: usize| Ends { first: i == 0, last: i != 0 && i + 2 == count };
    let size = 1.0 / step as f64;
    for x in 0..along - 1 {
        for y in 0..across - 1 {
            stop.check()?;
            let cubic = Bicubic::new(ends(x, along), ends(y, across));
            // the last square includes its far edge
            let far = |i: usize, count: usize| step + usize::from(i + 2 == count);
            for dx in 0..far(x, along) {
                for dy in 0..far(y, across) {
                    let shares = cubic.shares(dx as f64 * size, dy as f64 * size);
                    let vertex = [0, 1].map(|side| sheet.vertex(side, x * step + dx, y * step + dy));
                    share(bones, vertex, &shares, [x, y], across);
                }
            }
        }
    }
    Ok(())
}

/// Adds a vertex of both sheets to the bones that have a share in it.
fn share(bones: &mut [Bone], vertex: [i32; 2], shares: &[f64; POINTS], [x, y]: [usize; 2], across: usize) {
    for (point, &weight) in shares.iter().enumerate().filter(|(_, weight)| **weight != 0.0) {
        // points begin one before the square; points outside of the grid have no share
        let Some(bone) = ((x + point / 4) * across + y + point % 4).checked_sub(across + 1) else { continue };
        if let Some(bone) = bones.get_mut(bone) {
            bone.vertid.extend(vertex);
            bone.vertweight.extend([weight as f32; 2]);
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::{Limits, Loader, MjcfError, load_model, parse_mjcf_str};
    use std::collections::BTreeMap;

    fn cable(count: usize, skin: &str) -> String {
        format!(
            "<mujoco><worldbody><composite prefix='c' type='cable' count='{count}' size='1' curve='s'><skin {skin}/>
             <geom type='box' size='.1 .05 .02'/></composite></worldbody></mujoco>"
        )
    }

    #[test]
    fn the_surface_is_closed() {
        for skin in ["", "subgrid='1'", "subgrid='3'"] {
            let model = load_model(&cable(6, skin)).unwrap();
            // each edge is walked once in either direction
            let mut edges: BTreeMap<[i32; 2], i32> = BTreeMap::new();
            for [a, b, c] in model.skin_face.as_chunks::<3>().0 {
                for [from, to] in [[*a, *b], [*b, *c], [*c, *a]] {
                    *edges.entry([from.min(to), from.max(to)]).or_default() += if from < to { 1 } else { -1 };
                }
            }
            assert!(edges.values().all(|balance| *balance == 0), "{skin}");
            // Euler: vertices - edges + faces
            assert_eq!(model.nskinvert as i64 - edges.len() as i64 + model.nskinface as i64, 2, "{skin}");
        }
    }

    #[test]
    fn bones_are_the_links_and_their_shares_add_up() {
        let model = load_model(&cable(5, "subgrid='2' texcoord='true' rgba='1 0 0 1' group='2'")).unwrap();
        assert_eq!((model.nskinbone, model.nskinvert, model.nskintexvert), (15, 2 * 13 * 7, 2 * 13 * 7));
        assert_eq!(model.skin_bonebodyid, [1, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 4, 4, 4, 4]);
        assert_eq!((model.skin_group[0], model.skin_inflate[0], &model.skin_rgba[..2]), (2, 0.04, &[1.0, 0.0][..]));
        assert_eq!(model.skin_bonebindpos[3 * 12..], [-0.2, -0.05, 0.0, -0.2, 0.0, 0.0, -0.2, 0.05, 0.0]);
        let mut total = vec![0.0; model.nskinvert];
        for (vertex, weight) in model.skin_bonevertid.iter().zip(&model.skin_bonevertweight) {
            total[*vertex as usize] += weight;
        }
        assert!(total.iter().all(|sum| (sum - 1.0).abs() < 1e-6), "{total:?}");
        assert_eq!(model.skin_texcoord[2 * 12 * 7..2 * 12 * 7 + 2], [1.0, 0.0]);
    }

    #[test]
    fn only_boxes_have_a_skin() {
        let round = cable(5, "").replace("type='box' size='.1 .05 .02'", "type='capsule' size='.01'");
        assert_eq!(load_model(&round).unwrap().nskin, 0);
        let bare = cable(5, "").replace("<skin />", "");
        let model = load_model(&bare).unwrap();
        assert_eq!((model.nskin, model.nskinvert, model.nskintexvert), (1, 20, 0));
        assert_eq!(model.skin_rgba, [1.0; 4]);
    }

    #[test]
    fn a_skin_stays_with_the_cable_it_was_made_for() {
        // as in MuJoCo: the copies have no skin, and the original is gone
        let copies = cable(5, "").replace("<composite", "<replicate count='2'><composite");
        let error = load_model(&copies.replace("</composite>", "</composite></replicate>")).unwrap_err().to_string();
        assert!(error.contains("body 'cB_first' not found"), "{error}");
        let error = load_model(&cable(2, "")).unwrap_err().to_string();
        assert!(error.contains("body 'cB_last' not found"), "{error}");
        let twice = cable(5, "").replace("<worldbody>", "<asset><skin name='cSkin'/></asset><worldbody>");
        assert!(matches!(parse_mjcf_str(&twice), Err(MjcfError::DuplicateName { .. })));
    }

    #[test]
    fn fine_grids_are_counted_before_they_are_made() {
        for subgrid in ["2147483647", "1000"] {
            let error = load_model(&cable(5, &format!("subgrid='{subgrid}'"))).unwrap_err();
            assert!(matches!(&error, MjcfError::TooLarge { .. }), "{error}");
            assert!(error.to_string().contains("'subgrid'"), "{error}");
        }
        let two = |limit: usize| {
            let text = cable(5, "subgrid='2'");
            let (_, composite) = text.split_once("<worldbody>").unwrap();
            let text = text.replace("</worldbody>", &composite.replace("'c'", "'d'").replace("</mujoco>", ""));
            let limits = Limits { vertices: limit, ..Limits::default() };
            Loader::new().disk(false).limits(limits).load_str(&text, "")
        };
        assert_eq!(two(4 * 13 * 7).unwrap().model.nskin, 2);
        assert!(two(4 * 13 * 7 - 1).is_err());
    }
}
