//! Surfaces and textures of a model as bytes, which pages fetch once.

use crate::render::{Budget, RenderError, Surface, model_hfield, model_mesh};
use crate::viewer::protocol::{Bytes, SurfaceHeader, TextureHeader};
use crate::viewer::skin;
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
                Some(surface_bytes(&model_mesh(m, id, self == Self::Hull, &budget)?))
            }
            Self::Hfield if id < m.nhfield => Some(surface_bytes(&model_hfield(m, id, &budget)?)),
            Self::Texture => texture_bytes(m, id),
            Self::Skin => skin::bytes(m, id),
            _ => None,
        })
    }
}

fn surface_bytes(surface: &Surface) -> Vec<u8> {
    let corners: Vec<usize> = surface.corners().collect();
    let mut out = Bytes(Vec::with_capacity(8 + 32 * corners.len()));
    let has_texcoord = u32::from(!surface.texcoord.is_empty());
    out.record(&SurfaceHeader { triangles: (corners.len() / 3) as u32, has_texcoord });
    for list in [&surface.position, &surface.normal] {
        for &v in &corners {
            (0..3).for_each(|k| out.single(list[k].get(v).copied().unwrap_or(0.0)));
        }
    }
    if !surface.texcoord.is_empty() {
        for &v in &corners {
            surface.texcoord.get(v).copied().unwrap_or_default().iter().for_each(|&x| out.single(x));
        }
    }
    out.0
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
    out.0.extend_from_slice(pixels);
    Some(out.0)
}

#[cfg(test)]
mod tests {
    use super::Asset;

    #[test]
    fn assets_have_the_right_length() {
        let text = r#"<mujoco><asset>
            <mesh name="t" vertex="0 0 0 1 0 0 0 1 0 0 0 1"/>
            <hfield name="h" nrow="3" ncol="4" size="1 1 1 0.1" elevation="0 0 0 0 0 1 1 0 0 0 0 0"/>
            <texture name="c" type="2d" builtin="checker" width="4" height="4" rgb1="0 0 0" rgb2="1 1 1"/>
            </asset><worldbody><geom type="mesh" mesh="t"/><geom type="hfield" hfield="h"/></worldbody></mujoco>"#;
        let m = sim_mjcf::load_model(text).unwrap();
        let bytes = |asset: Asset| asset.bytes(&m, 0).unwrap().unwrap();
        let triangles = |bytes: &[u8]| u32::from_le_bytes(bytes[..4].try_into().unwrap()) as usize;
        for asset in [Asset::Mesh, Asset::Hfield] {
            let found = bytes(asset);
            assert_eq!(found.len(), 8 + triangles(&found) * 3 * 24, "{asset:?}");
        }
        assert_eq!(triangles(&bytes(Asset::Mesh)), 4);
        assert_eq!(bytes(Asset::Texture).len(), 20 + 4 * 4 * 3);
        assert_eq!(Asset::Mesh.bytes(&m, 1).unwrap(), None);
        assert_eq!(Asset::Skin.bytes(&m, 0).unwrap(), None);
        assert_eq!(Asset::named("everything"), None);
    }
}
