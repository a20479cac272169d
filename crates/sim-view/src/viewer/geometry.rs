//! Surfaces and textures of a model as bytes, which pages fetch once.

use crate::render::{Budget, RenderError, model_hfield, model_mesh};
use crate::viewer::protocol::{Bytes, TextureHeader};
use crate::viewer::{packed_surface, packing, skin};
use sim_core::Model;

/// Limit on the memory for building a surface.
const MOST_BYTES: u64 = 1 << 30;

/// Kind of geometry or texture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Asset {
    /// A mesh.
    Mesh,
    /// The convex hull of a mesh.
    Hull,
    /// A height field.
    Hfield,
    /// A texture.
    Texture,
    /// A skin, as it was bound to its bones.
    Skin,
}

impl Asset {
    /// The kind with this name.
    pub fn named(name: &str) -> Option<Self> {
        Some(match name {
            "mesh" => Self::Mesh,
            "hull" => Self::Hull,
            "hfield" => Self::Hfield,
            "texture" => Self::Texture,
            "skin" => Self::Skin,
            _ => return None,
        })
    }

    /// Bytes of object `id`. `None`: it does not exist.
    pub fn bytes(self, m: &Model, id: usize) -> Result<Option<Vec<u8>>, RenderError> {
        let budget = Budget::new(MOST_BYTES);
        Ok(match self {
            Self::Mesh | Self::Hull if id < m.nmesh => {
                Some(packed_surface::bytes(&model_mesh(m, id, self == Self::Hull, &budget)?))
            }
            Self::Hfield if id < m.nhfield => Some(packed_surface::bytes(&model_hfield(m, id, &budget)?)),
            Self::Texture => texture_bytes(m, id),
            Self::Skin => skin::bytes(m, id),
            _ => None,
        })
    }
}

fn texture_bytes(m: &Model, id: usize) -> Option<Vec<u8>> {
    let size = |list: &[i32]| list.get(id).and_then(|&n| u32::try_from(n).ok());
    let (width, height, channels) = (size(&m.tex_width)?, size(&m.tex_height)?, size(&m.tex_nchannel)?);
    let start = usize::try_from(*m.tex_adr.get(id)?).ok()?;
    let len = (width as usize).checked_mul(height as usize)?.checked_mul(channels as usize)?;
    let pixels = m.tex_data.get(start..start.checked_add(len)?)?;
    let mut out = Bytes(Vec::with_capacity(20 + len));
    let is_srgb = m.tex_colorspace.get(id).is_some_and(|space| *space == sim_core::ColorSpace::Srgb);
    let kind = m.tex_type.get(id)?.0 as u32;
    out.record(&TextureHeader { kind, width, height, channels, is_srgb: u32::from(is_srgb) });
    let channels = channels as usize;
    packing::put_pixels(&mut out.0, pixels, width as usize * channels, channels);
    Some(out.0)
}

#[cfg(test)]
mod tests {
    use super::Asset;
    use crate::viewer::packed_surface::tests::{Corner, read};
    use serde_json::json;
    use std::path::Path;

    /// The page's tests read the same bytes: `viewer/test/assets.json` has both. To write it anew, delete it.
    #[test]
    fn the_page_reads_what_the_server_sends() {
        let text = r#"<mujoco><asset>
            <mesh name="t" vertex="0 0 0 1 0 0 0 1 0 0 0 1" texcoord="0 0 1 0 0 3 -2 1" face="0 2 1 0 1 3 0 3 2 1 2 3"/>
            <hfield name="h" nrow="3" ncol="4" size="1 1 1 0.1" elevation="0 0 0 0 0 1 1 0 0 0 0 0"/>
            <texture name="c" type="2d" builtin="checker" width="8" height="4" rgb1="0.2 0.3 0.4" rgb2="1 0.5 0" mark="edge" markrgb="1 1 1"/>
            <texture name="s" type="skybox" builtin="gradient" width="4" height="4" rgb1="0.2 0.3 0.4" rgb2="1 0.5 0"/>
            </asset><worldbody><geom type="mesh" mesh="t"/><geom type="hfield" hfield="h"/></worldbody></mujoco>"#;
        let m = sim_mjcf::load_model(text).unwrap();
        let surface = |asset: Asset| {
            let bytes = asset.bytes(&m, 0).unwrap().unwrap();
            let numbers =
                |of: &dyn Fn(&Corner) -> Vec<f32>| read(&bytes).corners.iter().flat_map(of).collect::<Vec<f32>>();
            json!({
                "asset": bytes,
                "position": numbers(&|corner| corner.0.to_vec()),
                "normal": numbers(&|corner| corner.1.to_vec()),
                "texcoord": numbers(&|corner| corner.2.to_vec()),
            })
        };
        let texture = |id: usize| {
            let (start, size) = (m.tex_adr[id] as usize, (m.tex_width[id] * m.tex_height[id] * 3) as usize);
            json!({ "asset": Asset::Texture.bytes(&m, id).unwrap(), "pixels": m.tex_data[start..start + size] })
        };
        let made = json!({
            "mesh": surface(Asset::Mesh), "hfield": surface(Asset::Hfield), "flat": texture(0), "cube": texture(1),
        });
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../viewer/test/assets.json");
        if !path.exists() {
            std::fs::write(&path, made.to_string() + "\n").unwrap();
        }
        let kept: serde_json::Value = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
        for whole in ["flat", "cube"] {
            assert_eq!(kept[whole], made[whole], "{whole}");
        }
        for whole in ["mesh", "hfield"] {
            assert_eq!(kept[whole]["asset"], made[whole]["asset"], "{whole}");
        }
    }

    #[test]
    fn assets_have_the_right_length() {
        let text = r#"<mujoco><asset>
            <mesh name="t" vertex="0 0 0 1 0 0 0 1 0 0 0 1"/>
            <hfield name="h" nrow="3" ncol="4" size="1 1 1 0.1" elevation="0 0 0 0 0 1 1 0 0 0 0 0"/>
            <texture name="c" type="2d" builtin="checker" width="4" height="4" rgb1="0 0 0" rgb2="1 1 1"/>
            </asset><worldbody><geom type="mesh" mesh="t"/><geom type="hfield" hfield="h"/></worldbody></mujoco>"#;
        let m = sim_mjcf::load_model(text).unwrap();
        let bytes = |asset: Asset| asset.bytes(&m, 0).unwrap().unwrap();
        for (asset, triangles) in [(Asset::Mesh, 4), (Asset::Hull, 4), (Asset::Hfield, 34)] {
            assert_eq!(read(&bytes(asset)).corners.len(), 3 * triangles, "{asset:?}");
        }
        assert_eq!(bytes(Asset::Texture).len(), 20 + 4 * 4 * 3);
        assert_eq!(Asset::Mesh.bytes(&m, 1).unwrap(), None);
        assert_eq!(Asset::Skin.bytes(&m, 0).unwrap(), None);
        assert_eq!(Asset::named("everything"), None);
    }
}
