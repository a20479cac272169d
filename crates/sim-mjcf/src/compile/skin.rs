//! Skins: `skin_*`. Vertices, triangles and bones come from the model or an SKN file; the weights of each vertex are scaled so that
//! they add up to 1.

use super::{Ids, skn};
use crate::error::{MjcfError, Result};
use crate::error_list::ErrorList;
use crate::files::Load;
use crate::numeric::unit;
use crate::spec::{Bone, Skin, Spec};
use crate::stop::Stop;
use sim_core::{Model, ObjType};
use std::borrow::Cow;

/// Total weight below which a vertex counts as held by no bone.
const MIN_WEIGHT: f64 = 1e-15;

/// A checked skin with its references.
#[derive(Debug)]
pub struct Planned<'a> {
    skin: Cow<'a, Skin>,
    material: i32,
    /// Body of each bone.
    bodies: Vec<i32>,
    /// Sum of the weights of each vertex.
    totals: Vec<f32>,
}

/// Reads files, checks all skins and sets `nskin`, `nskinvert`, `nskintexvert`, `nskinface`, `nskinbone` and `nskinbonevert`.
/// A skin with errors has no plan.
pub fn sizes<'a>(
    spec: &'a Spec,
    ids: &Ids,
    load: &mut Load<'_>,
    stop: &Stop,
    model: &mut Model,
    errors: &mut ErrorList,
) -> Result<Vec<Option<Planned<'a>>>> {
    model.nskin = spec.skins.len();
    let mut planned = Vec::with_capacity(spec.skins.len());
    for asset in &spec.skins {
        stop.check()?;
        let plan = errors.take(plan(asset, ids, load))?;
        if let Some(Planned { skin, .. }) = &plan {
            model.nskinvert += skin.vertex.len() / 3;
            model.nskintexvert += skin.texcoord.len() / 2;
            model.nskinface += skin.face.len() / 3;
            model.nskinbone += skin.bones.len();
            model.nskinbonevert += skin.bones.iter().map(|bone| bone.vertid.len()).sum::<usize>();
            let most = model.nskinvert.max(model.nskinface).max(model.nskinbone).max(model.nskinbonevert);
            if i32::try_from(most).is_err() {
                let message = format!("skins hold {most} vertices, faces or weights: use fewer than 2^31");
                return Err(MjcfError::TooLarge { span: asset.meta.span.clone(), message });
            }
        }
        planned.push(plan);
    }
    Ok(planned)
}

fn plan<'a>(asset: &'a Skin, ids: &Ids, load: &mut Load<'_>) -> Result<Planned<'a>> {
    let skin = contents(asset, load)?;
    let fault = |message: String| match asset.file.as_str() {
        "" => asset.meta.span.conversion(message),
        _ => bad_file(asset, message),
    };
    check_surface(&skin).map_err(fault)?;
    let totals = totals(&skin).map_err(fault)?;
    let material = match asset.material.as_str() {
        "" => -1,
        name => ids.find(ObjType::Material, name, &asset.meta.span)? as i32,
    };
    let body = |bone: &Bone| {
        // the contents of a file have no place in the document
        let span = if bone.span.is_none() { &asset.meta.span } else { &bone.span };
        ids.find(ObjType::Body, &bone.body, span).map(|id| id as i32)
    };
    let bodies = skin.bones.iter().map(body).collect::<Result<_>>()?;
    Ok(Planned { skin, material, bodies, totals })
}

/// Returns the skin as given, or completed by its file.
fn contents<'a>(asset: &'a Skin, load: &mut Load<'_>) -> Result<Cow<'a, Skin>> {
    if asset.file.is_empty() {
        return Ok(Cow::Borrowed(asset));
    }
    let Skin { vertex, texcoord, face, bones, .. } = asset;
    if !(vertex.is_empty() && texcoord.is_empty() && face.is_empty() && bones.is_empty()) {
        let message = "a skin comes from a file or from attributes and <bone> elements: remove one of the two";
        return Err(asset.meta.span.conversion(message));
    }
    let extension = asset.file.rsplit_once('.').map_or("", |(_, extension)| extension);
    if !extension.eq_ignore_ascii_case("skn") {
        return Err(bad_file(asset, "unknown kind of file: skins are read from .skn files".into()));
    }
    let skn::Contents { vertex, texcoord, face, bones } =
        skn::decode(&load(&asset.meta, &asset.file)?).map_err(|message| bad_file(asset, message))?;
    Ok(Cow::Owned(Skin { vertex, texcoord, face, bones, ..asset.clone() }))
}

fn bad_file(asset: &Skin, message: String) -> MjcfError {
    MjcfError::BadFile { span: asset.meta.span.clone(), file: asset.file.clone(), message }
}

/// Checks that there are vertices and triangles, and that they fit together.
fn check_surface(skin: &Skin) -> Result<(), String> {
    for (missing, what) in
        [(skin.vertex.is_empty(), "vertices"), (skin.face.is_empty(), "faces"), (skin.bones.is_empty(), "bones")]
    {
        if missing {
            return Err(format!("missing data: a skin needs {what}"));
        }
    }
    if !skin.vertex.len().is_multiple_of(3) {
        return Err(format!("vertex data of a skin must be a multiple of 3, found {} numbers", skin.vertex.len()));
    }
    let vertices = skin.vertex.len() / 3;
    if !skin.texcoord.is_empty() && skin.texcoord.len() != 2 * vertices {
        let found = skin.texcoord.len();
        return Err(format!("texcoord of a skin must have two numbers per vertex ({}), found {found}", 2 * vertices));
    }
    if !skin.face.len().is_multiple_of(3) {
        return Err(format!("face data of a skin must be a multiple of 3, found {} numbers", skin.face.len()));
    }
    for (list, width, what) in [(&skin.vertex, 3, "coordinate"), (&skin.texcoord, 2, "texture coordinate")] {
        if let Some(at) = list.iter().position(|x| !x.is_finite()) {
            return Err(format!("{what} of vertex {} is not finite", at / width));
        }
    }
    match skin.face.iter().position(|vertex| !is_below(*vertex, vertices)) {
        Some(at) => {
            let vertex = skin.face.get(at).copied().unwrap_or_default();
            Err(format!("in face {}, vertex {vertex} does not exist: there are {vertices}", at / 3))
        }
        None => Ok(()),
    }
}

fn is_below(index: i32, count: usize) -> bool {
    usize::try_from(index).is_ok_and(|index| index < count)
}

/// Returns the total weight of each vertex, which must be positive. Checks that bones fit their vertices.
fn totals(skin: &Skin) -> Result<Vec<f32>, String> {
    let vertices = skin.vertex.len() / 3;
    let mut totals = vec![0.0f32; vertices];
    for (i, bone) in skin.bones.iter().enumerate() {
        let (ids, weights) = (bone.vertid.len(), bone.vertweight.len());
        if ids == 0 || ids != weights {
            return Err(format!(
                "vertid and vertweight of a bone must have the same non-zero size, those of bone {i} have {ids} and {weights}"
            ));
        }
        if let Some(number) = bone.bindpos.iter().chain(&bone.bindquat).find(|x| !x.is_finite()) {
            return Err(format!("bindpos and bindquat must be finite, those of bone {i} hold {number}"));
        }
        for (&vertex, &weight) in bone.vertid.iter().zip(&bone.vertweight) {
            let total = usize::try_from(vertex).ok().and_then(|vertex| totals.get_mut(vertex));
            let Some(total) = total else {
                return Err(format!("vertid {vertex} of bone {i} is out of range: there are {vertices} vertices"));
            };
            *total += weight;
        }
    }
    match totals.iter().position(|total| !total.is_finite() || f64::from(*total) <= MIN_WEIGHT) {
        Some(vertex) => Err(format!(
            "vertex {vertex} must have a positive total weight, it has {}",
            totals.get(vertex).copied().unwrap_or_default()
        )),
        None => Ok(totals),
    }
}

/// Writes all `skin_*` arrays but `skin_pathadr`.
pub fn fill(planned: &[Option<Planned<'_>>], model: &mut Model) {
    let mut next = Next::default();
    for (i, plan) in planned.iter().enumerate() {
        let Some(plan) = plan else { continue };
        let skin = &plan.skin;
        model.skin_matid[i] = plan.material;
        model.skin_group[i] = skin.group;
        model.skin_rgba[4 * i..4 * i + 4].copy_from_slice(&skin.rgba);
        model.skin_inflate[i] = skin.inflate;
        model.skin_vertadr[i] = next.vertex as i32;
        model.skin_vertnum[i] = (skin.vertex.len() / 3) as i32;
        model.skin_texcoordadr[i] = if skin.texcoord.is_empty() { -1 } else { next.texcoord as i32 };
        model.skin_faceadr[i] = next.face as i32;
        model.skin_facenum[i] = (skin.face.len() / 3) as i32;
        model.skin_boneadr[i] = next.bone as i32;
        model.skin_bonenum[i] = skin.bones.len() as i32;
        copy(&mut model.skin_vert, 3 * next.vertex, &skin.vertex);
        copy(&mut model.skin_texcoord, 2 * next.texcoord, &skin.texcoord);
        copy(&mut model.skin_face, 3 * next.face, &skin.face);
        fill_bones(plan, &mut next, model);
        next.vertex += skin.vertex.len() / 3;
        next.texcoord += skin.texcoord.len() / 2;
        next.face += skin.face.len() / 3;
    }
}

/// Where the next skin or bone is written.
#[derive(Default)]
struct Next {
    vertex: usize,
    texcoord: usize,
    face: usize,
    bone: usize,
    weight: usize,
}

fn copy<T: Copy>(target: &mut [T], start: usize, source: &[T]) {
    target[start..start + source.len()].copy_from_slice(source);
}

fn fill_bones(plan: &Planned<'_>, next: &mut Next, model: &mut Model) {
    for (bone, body) in plan.skin.bones.iter().zip(&plan.bodies) {
        let i = next.bone;
        model.skin_bonebodyid[i] = *body;
        model.skin_bonevertadr[i] = next.weight as i32;
        model.skin_bonevertnum[i] = bone.vertid.len() as i32;
        copy(&mut model.skin_bonebindpos, 3 * i, &bone.bindpos);
        copy(&mut model.skin_bonebindquat, 4 * i, &unit(bone.bindquat.map(f64::from)).0.map(|x| x as f32));
        copy(&mut model.skin_bonevertid, next.weight, &bone.vertid);
        let weights = &mut model.skin_bonevertweight[next.weight..next.weight + bone.vertid.len()];
        for ((target, weight), vertex) in weights.iter_mut().zip(&bone.vertweight).zip(&bone.vertid) {
            *target = weight / plan.totals[*vertex as usize];
        }
        next.bone += 1;
        next.weight += bone.vertid.len();
    }
}

#[cfg(test)]
mod tests {
    use super::skn::tests::{encode, triangle};
    use crate::{Assets, Loaded, Loader, MjcfError, load_model};
    use sim_core::{Model, ObjType};

    const BODY: &str = "<worldbody><body name='a'/><body name='b'><joint/><geom size='1'/></body></worldbody>";
    const BONE: &str = "<bone body='b' bindpos='1 2 3' bindquat='0 2 0 0' vertid='0 1 2' vertweight='2 1 1'/>";

    fn skin(attributes: &str, bones: &str) -> String {
        format!("<mujoco>{BODY}<deformable><skin {attributes}>{bones}</skin></deformable></mujoco>")
    }

    fn inline(attributes: &str) -> String {
        format!("vertex='0 0 0 1 0 0 0 1 0' face='0 1 2' {attributes}")
    }

    fn load_with(text: &str, assets: Assets) -> crate::Result<Model> {
        Loader::new().assets(assets).load_str(text, "").map(Loaded::report_warnings)
    }

    fn from_file(bytes: Vec<u8>) -> crate::Result<Model> {
        let assets: Assets = [("s.skn", bytes)].into_iter().collect();
        load_with(&skin("file='s.skn'", ""), assets)
    }

    #[test]
    fn weights_add_up_and_quaternions_are_of_unit_length() {
        let second = "<bone body='a' bindpos='0 0 0' bindquat='0 0 0 0' vertid='0' vertweight='6'/>";
        let m = load_model(&skin(&inline("name='s' inflate='.5' group='3'"), &format!("{BONE}{second}"))).unwrap();
        assert_eq!(
            (m.nskin, m.nskinvert, m.nskintexvert, m.nskinface, m.nskinbone, m.nskinbonevert),
            (1, 3, 0, 1, 2, 4)
        );
        assert_eq!(m.skin_bonevertweight, [0.25, 1.0, 1.0, 0.75]);
        assert_eq!(m.skin_bonebindquat, [0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0], "what has no direction stays");
        assert_eq!((m.skin_bonebodyid[..].to_vec(), m.skin_bonevertadr[..].to_vec()), (vec![2, 1], vec![0, 3]));
        assert_eq!((m.skin_texcoordadr[0], m.skin_matid[0], m.skin_pathadr[0]), (-1, -1, -1));
        assert_eq!((m.skin_rgba[0], m.skin_inflate[0], m.skin_group[0]), (0.5, 0.5, 3));
        assert_eq!(m.id(ObjType::Skin, "s"), Some(0));
        m.validate().unwrap();
    }

    #[test]
    fn files_give_name_and_path() {
        let m = from_file(encode(&triangle())).unwrap();
        assert_eq!((m.name(ObjType::Skin, 0), m.skin_pathadr[0], &m.paths[..]), (Some("s"), 0, &b"s.skn\0"[..]));
        assert_eq!(m.skin_bonevertweight, [1.0, 0.25, 0.75, 1.0]);
        assert_eq!((m.skin_texcoordadr[0], m.skin_texcoord.len()), (0, 6));
        m.validate().unwrap();
    }

    #[test]
    fn several_skins_follow_each_other() {
        let both = skin(&inline("texcoord='0 0 1 0 0 1'"), BONE).replace(
            "<deformable>",
            "<asset><material name='m'/><skin name='first' material='m' file='s.skn'/></asset><deformable>",
        );
        let m = load_with(&both, [("s.skn", encode(&triangle()))].into_iter().collect()).unwrap();
        assert_eq!(
            (&m.skin_vertadr[..], &m.skin_texcoordadr[..], &m.skin_faceadr[..]),
            (&[0, 3][..], &[0, 3][..], &[0, 1][..])
        );
        assert_eq!((&m.skin_boneadr[..], &m.skin_bonevertadr[..]), (&[0, 2][..], &[0, 2, 4][..]));
        assert_eq!((&m.skin_matid[..], m.name(ObjType::Skin, 1)), (&[0, -1][..], None));
        m.validate().unwrap();
    }

    #[test]
    fn what_does_not_fit_is_refused() {
        let bone = |from: &str, to: &str| skin(&inline(""), &BONE.replace(from, to));
        for (text, part) in [
            (skin(&inline(""), ""), "a skin needs bones"),
            (skin("face='0 1 2'", BONE), "a skin needs vertices"),
            (skin("vertex='0 0 0 1 0 0 0 1 0'", BONE), "a skin needs faces"),
            (skin("vertex='0 0 0 1' face='0 0 0'", BONE), "multiple of 3, found 4"),
            (skin("vertex='0 0 0 1 0 0 0 1 0' face='0 1'", BONE), "multiple of 3, found 2"),
            (skin("vertex='0 0 0 1 0 0 0 1 0' face='0 1 3'", BONE), "in face 0, vertex 3 does not exist: there are 3"),
            (skin("vertex='0 0 0 1 0 0 0 1 0' face='0 1 -1'", BONE), "vertex -1 does not exist"),
            (skin("vertex='0 0 0 1 0 nan 0 1 0' face='0 1 2'", BONE), "coordinate of vertex 1 is not finite"),
            (skin(&inline("texcoord='0 0 1 0'"), BONE), "two numbers per vertex (6), found 4"),
            (skin(&inline("texcoord='0 0 1 0 0 inf'"), BONE), "texture coordinate of vertex 2"),
            (skin(&inline("material='m'"), BONE), "material 'm' not found"),
            (skin(&inline("group='6'"), BONE), "between 0 and 5"),
            (skin(&inline("file='s.skn'"), BONE), "s.skn"),
            (bone("'2 1 1'", "'2 1'"), "same non-zero size, those of bone 0 have 3 and 2"),
            (bone("'2 1 1'", "'2 0 1'"), "vertex 1 must have a positive total weight, it has 0"),
            (bone("'2 1 1'", "'2 1 -1'"), "vertex 2 must have a positive total weight, it has -1"),
            (bone("'2 1 1'", "'2 nan 1'"), "positive total weight, it has NaN"),
            (bone("'0 1 2'", "'0 1 3'"), "vertid 3 of bone 0 is out of range: there are 3 vertices"),
            (bone("'0 1 2'", "'0 1 -3'"), "vertid -3 of bone 0"),
            (bone("'1 2 3'", "'1 inf 3'"), "must be finite, those of bone 0 hold inf"),
            (bone("body='b'", "body='B'"), "body 'B' not found"),
        ] {
            let error = load_model(&text).expect_err(part).to_string();
            assert!(error.contains(part), "'{part}' expected, found: {error}");
        }
    }

    #[test]
    fn wrong_files_are_refused_by_name() {
        let refused = |bytes: Vec<u8>, part: &str| {
            let error = from_file(bytes).expect_err(part);
            assert!(matches!(&error, MjcfError::BadFile { file, .. } if file == "s.skn"), "{error}");
            assert!(error.to_string().contains(part), "'{part}' expected, found: {error}");
        };
        refused(vec![], "empty");
        refused(encode(&triangle())[..50].to_vec(), "too few");
        let mut broken = triangle();
        broken.face[1] = i32::MAX;
        refused(encode(&broken), "vertex 2147483647 does not exist");
        let mut broken = triangle();
        broken.bones[1].vertid[0] = i32::MIN;
        refused(encode(&broken), "vertid -2147483648 of bone 1");
        let mut bare = triangle();
        bare.bones.pop();
        refused(encode(&bare), "vertex 2 must have a positive total weight, it has 0");
        let mut odd = triangle();
        odd.vertex[4] = f32::NAN;
        refused(encode(&odd), "coordinate of vertex 1 is not finite");
        let mut huge = triangle();
        huge.bones.iter_mut().for_each(|bone| bone.vertweight.fill(f32::MAX));
        refused(encode(&huge), "it has inf");
        let mut lost = triangle();
        lost.bones[0].body = "nobody".into();
        let error = from_file(encode(&lost)).unwrap_err().to_string();
        assert!(error.contains("body 'nobody' not found"), "{error}");
        let text = skin("file='s.obj'", "");
        let error = load_with(&text, [("s.obj", "v 0 0 0")].into_iter().collect()).unwrap_err();
        assert!(error.to_string().contains(".skn files"), "{error}");
    }

    #[test]
    fn bones_are_not_fused_and_materials_not_discarded() {
        let settings = |compiler: &str, attributes: &str| {
            let bones = BONE.replace("'b'", "'a'");
            let text = skin(&inline(attributes), &bones);
            text.replace(
                "<worldbody>",
                &format!("<compiler {compiler}/><asset><material name='m'/></asset><worldbody>"),
            )
        };
        let m = load_model(&settings("fusestatic='true'", "")).unwrap();
        assert_eq!((m.nbody, m.skin_bonebodyid[0]), (3, 1));
        assert_eq!(load_model(&settings("discardvisual='true'", "")).unwrap().nskin, 1);
        let error = load_model(&settings("discardvisual='true'", "material='m'")).unwrap_err().to_string();
        assert!(error.contains("discardvisual"), "{error}");
    }

    #[test]
    fn attachments_bring_skins_along_under_their_own_names() {
        let child = skin(&inline("name='s'"), BONE).replace("<mujoco>", "<mujoco model='c'>");
        let load = |attach: &str| {
            let text = format!(
                "<mujoco><asset><model name='c' file='c.xml'/></asset><worldbody>{attach}</worldbody></mujoco>"
            );
            load_with(&text, [("c.xml", child.as_str())].into_iter().collect())
        };
        let m = load("<attach model='c' body='b' prefix='p_'/>").unwrap();
        assert_eq!((m.name(ObjType::Skin, 0), m.skin_bonebodyid[0]), (Some("s"), 1));
        assert_eq!(load("<attach model='c' body='a' prefix='p_'/>").unwrap().nskin, 0, "its bone did not come along");
        let error =
            load("<attach model='c' body='b' prefix='p_'/><attach model='c' body='b' prefix='q_'/>").unwrap_err();
        assert!(matches!(error, MjcfError::DuplicateName { .. }), "{error}");
    }
}
