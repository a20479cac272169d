//! Composes a picture: which parts of a scene are drawn, from which view, and with which lights.

use crate::render::error::RenderError;
use crate::render::frame::{Frame, PixelKind};
use crate::render::items::Role;
use crate::render::pass::Look;
use crate::render::setting::Light;
use crate::render::shade::Fog;
use crate::render::shadow::Shadow;
use crate::render::sky::Backdrop;
use crate::render::text;
use crate::render::tiles::Sampling;
use crate::render::view::{Placement, View};
use crate::scene::{RenderFlags, Scene};
use std::sync::PoisonError;

impl Frame {
    /// Composes a picture in colour.
    pub(super) fn compose(&mut self, scene: &Scene, view: View, samples: usize) -> Result<(), RenderError> {
        self.kind = PixelKind::Color;
        self.passes().for_each(|pass| pass.look = None);
        let Self { subject, main, mirrored, shadows, .. } = self;
        let (size, scale) = ([view.width, view.height], Placement::of(scene).scale as f32);
        subject.assets.update_skins(scene, &subject.budget)?;
        subject.items.update(scene, &subject.assets, view.eye, &subject.budget)?;
        let wanted = scene.flags.contains(RenderFlags::SHADOW) && subject.assets.constants.shadow_size > 0;
        subject.lamps.update(scene, wanted, scale);
        let casting = subject.lamps.casting.len();
        if shadows.len() < casting {
            shadows.resize_with(casting, Shadow::default);
        }
        for (shadow, &light) in shadows.iter_mut().zip(&subject.lamps.casting) {
            shadow.plan(&view, subject, &scene.lights[light])?;
        }
        self.backdrop = Backdrop::new(scene, &subject.assets, &view, scale);
        self.fog = scene.flags.contains(RenderFlags::FOG).then(|| {
            let constants = &subject.assets.constants;
            Fog { start: constants.fog[0], end: constants.fog[1], color: constants.fog_color }
        });
        self.additive = scene.flags.contains(RenderFlags::ADDITIVE);
        let look = Look {
            view,
            sampling: Sampling::new(size[0], size[1], samples),
            light: Light::Apart,
            casters: false,
            wireframe: scene.flags.contains(RenderFlags::WIREFRAME),
        };
        if let Some(mirror) = &subject.items.mirror {
            let view = look.view.mirrored(mirror.pos, mirror.normal);
            let look = Look { view, light: Light::Together(mirror.reflectance), ..look };
            mirrored.plan(look, subject, |item| item.geom != mirror.geom)?;
        }
        for framebuffer in &mut self.framebuffers {
            framebuffer.get_mut().unwrap_or_else(PoisonError::into_inner).forget();
        }
        main.plan(look, subject, |_| true)
    }

    /// Composes a picture with one sample at the centre of each pixel. With `segmented`, it has the geoms with a segmentation number, in
    /// the order of the scene; otherwise the geoms that are opaque in colour, and the sky.
    pub(super) fn compose_ids(
        &mut self,
        scene: &Scene,
        view: View,
        kind: PixelKind,
        segmented: bool,
    ) -> Result<(), RenderError> {
        self.kind = kind;
        self.passes().for_each(|pass| pass.look = None);
        self.label_geoms(scene)?;
        let Self { subject, main, .. } = self;
        let (size, scale) = ([view.width, view.height], Placement::of(scene).scale as f32);
        subject.assets.update_skins(scene, &subject.budget)?;
        if segmented {
            subject.items.update_segmented(scene, &subject.assets, view.eye, &subject.budget)?;
        } else {
            subject.items.update(scene, &subject.assets, view.eye, &subject.budget)?;
        }
        self.backdrop = if segmented { None } else { Backdrop::new(scene, &subject.assets, &view, scale) };
        let look = Look {
            view,
            sampling: Sampling::new(size[0], size[1], 1),
            light: Light::Unlit,
            casters: false,
            wireframe: !segmented && scene.flags.contains(RenderFlags::WIREFRAME),
        };
        main.plan(look, subject, |item| item.role != Role::Clear)
    }

    /// Writes the bytes of each geom for the pixels where it is visible.
    fn label_geoms(&mut self, scene: &Scene) -> Result<(), RenderError> {
        self.labels.clear();
        if !matches!(self.kind, PixelKind::Object | PixelKind::Segment) {
            return Ok(());
        }
        self.subject.budget.reserve("labels of geoms", &mut self.labels, scene.geoms.len())?;
        let as_number = scene.flags.contains(RenderFlags::IDCOLOR);
        self.labels.extend(scene.geoms.iter().map(|g| {
            if self.kind == PixelKind::Object {
                return bytemuck::cast([g.objid, g.objtype.0]);
            }
            let [r, g, b] = text::segment_color(g.segid, as_number);
            [r, g, b, 0, 0, 0, 0, 0]
        }));
        Ok(())
    }
}
