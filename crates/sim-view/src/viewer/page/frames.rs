//! What a page is sent of a state: frames, pictures, open panels.

use crate::scene::{Camera, CameraKind, Categories, Perturb, Projection, Scene, SceneError, SceneOption, VisualFlags};
use crate::viewer::contacts::contacts;
use crate::viewer::drawing::{self, Drawing, PageRenderer};
use crate::viewer::frame::FrameInput;
use crate::viewer::hub::{Hub, Snapshot};
use crate::viewer::page::writer::Page;
use crate::viewer::protocol::{NoticeMessage, ServerMessage, SettingsMessage};
use crate::viewer::settings;
use crate::viewer::watched::Moment;
use sim_core::{Data, Model};
use std::io::{Read, Write};
use std::time::{Duration, Instant};
use tungstenite::Message;

/// Limit on the geoms of a scene.
const MOST_GEOMS: usize = 100_000;

/// Time between updates of open panels.
const PANEL_TIME: Duration = Duration::from_millis(200);

impl<S: Read + Write> Page<S> {
    /// Updates the scene. A camera that does not fit the model is replaced by the model's.
    pub(super) fn update_scene(&mut self, snapshot: &Snapshot) {
        let m = &*self.hidden.model(&snapshot.model);
        if self.scene.as_ref().is_none_or(|(version, _)| *version != snapshot.version) {
            self.scene = Some((snapshot.version, Scene::new(m, MOST_GEOMS)));
            self.camera = None;
            self.perturb = Perturb::default();
            self.geom = None;
        }
        let Some((_, scene)) = &mut self.scene else { return };
        let camera = self.camera.get_or_insert_with(|| Camera::free(m));
        // all pages see what a mouse holds
        let held = if snapshot.perturb.active != 0 { &snapshot.perturb } else { &self.perturb };
        if fill(scene, m, &snapshot.data, &self.option, held, camera).is_err() {
            *camera = Camera::free(m);
            let _ = fill(scene, m, &snapshot.data, &self.option, held, camera);
        }
        if camera.kind != CameraKind::Fixed {
            scene.camera.iter_mut().for_each(|eye| choose_projection(m, camera.orthographic, eye));
        }
        scene.geoms.extend(snapshot.user.iter().take(MOST_GEOMS - scene.geoms.len().min(MOST_GEOMS)).copied());
    }

    pub(super) fn send_frame(&mut self, snapshot: &Snapshot, hub: &Hub) -> tungstenite::Result<()> {
        self.update_scene(snapshot);
        let Some((_, scene)) = &self.scene else { return Ok(()) };
        let (m, d) = (&snapshot.model, &snapshot.data);
        let mut at = Moment::new(snapshot.version, snapshot.world, m, d, snapshot.real_time_factor);
        if self.watched.needs_energies() {
            at.energy = self.energies.of(snapshot.version, m, d);
        }
        let mut values: Vec<f64> = self.watched.values(&at).collect();
        hub.fill_scalars(self.watched.names(), &mut values);
        let samples = hub.take_samples(self.id, snapshot.version);
        let frame = self.encoder.frame(&FrameInput {
            version: snapshot.version,
            model: &snapshot.model,
            data: &snapshot.data,
            scene,
            playing: snapshot.playing,
            lookat: self.camera.map_or([0.0; 3], |camera| camera.lookat),
            values: &values,
            samples: &samples,
            watch: self.watched.list,
            world: snapshot.world,
            others: &snapshot.others,
        });
        self.seen.snapshot = snapshot.number;
        self.unanswered.get_or_insert_with(Instant::now);
        self.stale = false;
        self.send_picture(snapshot)?;
        self.socket.send(Message::binary(frame))
    }

    /// Sends what open panels show of a new state, if an update is due.
    pub(super) fn send_panels(&mut self, snapshot: &Snapshot) -> tungstenite::Result<()> {
        let is_sent = |(time, number): (Instant, u64)| number == snapshot.number || time.elapsed() <= PANEL_TIME;
        if self.panels.sent.is_some_and(is_sent) {
            return Ok(());
        }
        self.panels.sent = Some((Instant::now(), snapshot.number));
        if self.panels.contacts {
            self.send(&ServerMessage::Contacts(contacts(&snapshot.model, &snapshot.data)))?;
        }
        if self.panels.settings {
            let list = settings::list(&snapshot.model.opt);
            if list != self.panels.known {
                self.panels.known.clone_from(&list);
                self.send(&ServerMessage::Settings(SettingsMessage { list }))?;
            }
        }
        Ok(())
    }

    /// Sends a picture, if the page asks for them. It comes before its frame, whose answer covers both.
    fn send_picture(&mut self, snapshot: &Snapshot) -> tungstenite::Result<()> {
        let Some(drawing) = self.drawing else { return Ok(()) };
        match self.draw(snapshot, drawing) {
            Ok(picture) => self.socket.send(Message::binary(picture)),
            Err(text) => {
                (self.drawing, self.renderer) = (None, None);
                let text = format!("the server cannot draw the pictures: {text}");
                self.send(&ServerMessage::Notice(NoticeMessage { text }))?;
                self.socket.send(Message::binary(drawing::end()))
            }
        }
    }

    /// Draws the scene of the last frame.
    fn draw(&mut self, snapshot: &Snapshot, drawing: Drawing) -> Result<Vec<u8>, String> {
        if !snapshot.others.is_empty() {
            return Err("it draws one world, and several are shown; let the page draw them, or show one".into());
        }
        let version = snapshot.version;
        if self.renderer.as_ref().is_none_or(|renderer| renderer.version() != version) {
            // its place and memory are free before the next one needs them
            self.renderer = None;
            self.renderer = Some(PageRenderer::new(&snapshot.model, version, drawing, &self.drawing_places)?);
        }
        let (Some(renderer), Some((_, scene))) = (&mut self.renderer, &mut self.scene) else {
            return Err("there is no scene".into());
        };
        if self.option.flags.contains(VisualFlags::SKIN) {
            scene.update_skins(&snapshot.model, &snapshot.data, &self.option);
        }
        scene.flags = drawing.flags;
        // the page writes labels itself
        scene.geoms.iter_mut().for_each(|geom| geom.label = Default::default());
        renderer.draw(scene, drawing)
    }
}

/// Updates a scene without the vertices of skins, which the page computes.
fn fill(
    scene: &mut Scene,
    m: &Model,
    d: &Data,
    option: &SceneOption,
    held: &Perturb,
    camera: &mut Camera,
) -> Result<(), SceneError> {
    scene.geoms.clear();
    scene.add_geoms(m, d, option, Some(held), Categories::all());
    scene.update_camera(m, d, camera)?;
    scene.update_lights(m, d)
}

/// Sets the projection that the user of the page chose, if it differs from the model's.
fn choose_projection(m: &Model, parallel: bool, eye: &mut Projection) {
    if eye.orthographic != parallel {
        let fovy = m.vis.global.fovy;
        let top = if parallel { fovy / 2.0 } else { eye.frustum_near * (fovy.to_radians() / 2.0).tan() };
        (eye.orthographic, eye.frustum_top, eye.frustum_bottom) = (parallel, top, -top);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_user_may_choose_another_projection_than_the_model() {
        let m = Model::example();
        let perspective = Camera::free(&m).projection(&m, &m.make_data(), 0.0).unwrap();
        let mut eye = perspective;
        choose_projection(&m, true, &mut eye);
        assert!(
            eye.orthographic && eye.frustum_top == m.vis.global.fovy / 2.0 && eye.frustum_bottom == -eye.frustum_top
        );
        choose_projection(&m, false, &mut eye);
        assert!(!eye.orthographic && (eye.frustum_top - perspective.frustum_top).abs() < 1e-6);
    }
}
