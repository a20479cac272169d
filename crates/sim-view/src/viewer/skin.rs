//! Skins for pages: the skin once, and the poses of its bones with every frame.

use crate::scene::read::{id, row, span};
use crate::scene::{Scene, Shape};
use crate::viewer::protocol::{Bytes, SkinBone, SkinHeader};
use sim_core::{Data, Model};

/// Bodies that are bones of skins, sorted, without duplicates.
pub fn bodies(m: &Model) -> Vec<usize> {
    let mut all: Vec<usize> = m.skin_bonebodyid.iter().filter_map(|&body| usize::try_from(body).ok()).collect();
    all.sort_unstable();
    all.dedup();
    all
}

/// Whether the scene shows a skin.
pub fn is_shown(scene: &Scene) -> bool {
    scene.geoms.iter().any(|geom| geom.shape == Shape::Skin)
}

/// Inflation of a skin. It may change between frames.
pub fn inflation(m: &Model, skin: i32) -> f32 {
    usize::try_from(skin).ok().and_then(|skin| m.skin_inflate.get(skin)).copied().unwrap_or(0.0)
}

/// Writes position and quaternion of these bodies.
pub fn write_poses(d: &Data, bodies: &[usize], out: &mut Bytes) {
    for &body in bodies {
        let pos = row::<f64, 3>(&d.xpos, body).unwrap_or_default();
        let turn = row::<f64, 4>(&d.xquat, body).unwrap_or([1.0, 0.0, 0.0, 0.0]);
        pos.iter().chain(&turn).for_each(|&x| out.single(x as f32));
    }
}

/// Bytes of a skin, as it was bound to its bones. `None`: it does not exist.
pub fn bytes(m: &Model, skin: usize) -> Option<Vec<u8>> {
    if skin >= m.nskin {
        return None;
    }
    let vertices = span(&m.skin_vertadr, &m.skin_vertnum, skin);
    let faces = m.skin_face.as_chunks::<3>().0.get(span(&m.skin_faceadr, &m.skin_facenum, skin))?;
    let bound = m.skin_vert.as_chunks::<3>().0.get(vertices)?;
    let texcoord = id(&m.skin_texcoordadr, skin)
        .and_then(|start| m.skin_texcoord.as_chunks::<2>().0.get(start..start.checked_add(bound.len())?));
    let bones = span(&m.skin_boneadr, &m.skin_bonenum, skin);
    let carried = carried(m, bones.clone())?;
    let room = 20 + 12 * faces.len() + 20 * bound.len() + 36 * bones.len() + 8 * carried;
    let mut out = Bytes(Vec::with_capacity(room));
    out.record(&SkinHeader {
        vertices: bound.len() as u32,
        triangles: faces.len() as u32,
        has_texcoord: u32::from(texcoord.is_some()),
        bones: bones.len() as u32,
        carried: carried as u32,
    });
    faces.iter().flatten().for_each(|&corner| out.int(u32::try_from(corner).unwrap_or(0)));
    texcoord.into_iter().flatten().flatten().for_each(|&x| out.single(x));
    bound.iter().flatten().for_each(|&x| out.single(x));
    write_bones(m, bones, &mut out)?;
    Some(out.0)
}

/// Number of vertices of all bones. `None`: a bone or vertex does not exist.
fn carried(m: &Model, bones: std::ops::Range<usize>) -> Option<usize> {
    m.skin_bonebodyid.get(bones.clone())?;
    let spans = bones.map(|bone| span(&m.skin_bonevertadr, &m.skin_bonevertnum, bone));
    let mut counts = spans.map(|span| Some(m.skin_bonevertweight.get(span)?.len()));
    let sum = counts.try_fold(0usize, |sum, count| sum.checked_add(count?))?;
    // bones do not share the entries of the table
    (sum <= m.skin_bonevertweight.len()).then_some(sum)
}

/// Writes the bones, then the numbers of their vertices, then the weights.
fn write_bones(m: &Model, bones: std::ops::Range<usize>, out: &mut Bytes) -> Option<()> {
    let bodies = bodies(m);
    for bone in bones.clone() {
        let place = bodies.binary_search(&id(&m.skin_bonebodyid, bone)?).ok()?;
        out.record(&SkinBone {
            body: place as u32,
            pos: row(&m.skin_bonebindpos, bone)?,
            quat: row(&m.skin_bonebindquat, bone)?,
            count: span(&m.skin_bonevertadr, &m.skin_bonevertnum, bone).len() as u32,
        });
    }
    let carried = |bone: usize| span(&m.skin_bonevertadr, &m.skin_bonevertnum, bone);
    for k in bones.clone().flat_map(carried) {
        out.int(id(&m.skin_bonevertid, k)? as u32);
    }
    for k in bones.flat_map(carried) {
        out.single(*m.skin_bonevertweight.get(k)?);
    }
    Some(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::{Camera, Categories, SceneOption};
    use serde_json::json;
    use std::path::Path;

    /// A strip of six vertices on three bones, thicker than it was bound.
    const STRIP: &str = r#"<mujoco><option gravity="0 0 0"/><worldbody>
        <body name="a" pos="0.1 0 0.2"><freejoint/><geom size="0.1"/>
          <body name="unskinned" pos="0 0.3 0"><joint axis="1 0 0"/><geom size="0.05"/>
            <body name="b" pos="0.5 0 0"><joint axis="0 1 0"/><geom size="0.1"/>
              <body name="c" pos="0.5 0 0"><joint axis="0 0 1"/><geom size="0.1"/></body></body></body></body>
        </worldbody><deformable><skin name="s" inflate="0.02" vertex="0 0 0  0 0.2 0  0.5 0 0.1  0.5 0.2 0  1 0 0  1 0.2 0.1"
            face="0 2 1  1 2 3  2 4 3  3 4 5" texcoord="0 0 0 1 0.5 0 0.5 1 1 0 1 1">
          <bone body="c" bindpos="1 0.1 0" bindquat="1 0 0.1 0" vertid="2 3 4 5" vertweight="0.25 0.5 1 1"/>
          <bone body="a" bindpos="0 0.1 0" bindquat="1 0.2 0 0" vertid="0 1 2" vertweight="1 1 0.5"/>
          <bone body="b" bindpos="0.5 0 0" bindquat="1 0 0 0.3" vertid="2 3" vertweight="0.25 0.5"/>
        </skin></deformable></mujoco>"#;

    /// The page's tests compute the same vertices from the same bytes: `viewer/test/skin.json` has both. To write it anew, delete it.
    #[test]
    fn the_page_is_given_what_gives_these_vertices() {
        let m = sim_mjcf::load_model(STRIP).unwrap();
        let mut d = m.make_data();
        d.qpos.copy_from_slice(&[0.3, -0.2, 0.5, 0.8, 0.1, 0.5, -0.2, 0.7, -0.4, 0.9]);
        d.forward(&m).unwrap();
        let mut scene = Scene::new(&m, 100);
        let option = SceneOption::default();
        scene.update(&m, &d, &option, None, &mut Camera::free(&m), Categories::all()).unwrap();
        assert!(is_shown(&scene));
        let bodies = bodies(&m);
        assert_eq!(bodies, [1, 3, 4]);
        let mut poses = Bytes::default();
        write_poses(&d, &bodies, &mut poses);
        let made = json!({
            "asset": bytes(&m, 0),
            "poses": poses.0,
            "inflate": inflation(&m, 0),
            "position": scene.skinvert.as_flattened(),
            "normal": scene.skinnormal.as_flattened(),
        });
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../viewer/test/skin.json");
        if !path.exists() {
            std::fs::write(&path, made.to_string() + "\n").unwrap();
        }
        let kept: serde_json::Value = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
        for whole in ["asset", "inflate"] {
            assert_eq!(kept[whole], made[whole], "{whole}");
        }
        for list in ["position", "normal"] {
            let numbers =
                |value: &serde_json::Value| -> Vec<f64> { serde_json::from_value(value[list].clone()).unwrap() };
            let (a, b) = (numbers(&kept), numbers(&made));
            assert_eq!(a.len(), b.len());
            assert!(a.iter().zip(&b).all(|(x, y)| (x - y).abs() < 1e-6), "{list}");
        }
        assert_eq!(bytes(&m, 1), None);
    }

    #[test]
    fn a_skin_whose_numbers_are_beyond_its_tables_is_none() {
        let m = sim_mjcf::load_model(STRIP).unwrap();
        let spoiled: [fn(&mut Model); 4] = [
            |m| m.skin_bonevertnum[0] = i32::MAX,
            |m| m.skin_bonenum[0] = i32::MAX,
            |m| m.skin_vertnum[0] = i32::MAX,
            |m| m.skin_bonebodyid[0] = -1,
        ];
        for spoil in spoiled {
            let mut m = m.clone();
            spoil(&mut m);
            assert_eq!(bytes(&m, 0), None);
        }
    }
}
