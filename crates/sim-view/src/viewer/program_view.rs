//! Camera and options that a program sets and users change: the last change counts.

use crate::scene::{Camera, RenderFlags, SceneOption};
use crate::viewer::description::RunInfo;
use crate::viewer::hub::Hub;
use crate::viewer::protocol::{CameraPose, OptionsState, Rendering, ServerMessage, ViewMessage};
use sim_core::{Data, Model};
use std::sync::Arc;

/// The view that a program set, and what pages chose since.
#[derive(Debug, Default)]
pub struct ProgramView {
    /// Number of views that the program has set. Pages send it with their choices.
    pub number: u64,
    /// Number of the message among all messages, and the message.
    pub message: (u64, Arc<str>),
    camera: Option<Camera>,
    option: Option<SceneOption>,
}

/// A choice of a page.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Choice {
    /// A camera.
    Camera(Camera),
    /// Options.
    Option(SceneOption),
}

impl Hub {
    /// Shows a model of a program that runs its own loop. Returns the model's version.
    pub fn show_passive(&self, model: &Arc<Model>, data: &Data, name: &str) -> u32 {
        let playing = RunInfo { name: name.to_string(), is_recording: false, can_play: false };
        self.show_model(model, data, &playing)
    }

    /// Sets camera, options and rendering of all pages, until their users change them.
    pub fn set_view(&self, camera: &Camera, option: &SceneOption, flags: RenderFlags) {
        let mut state = self.lock();
        state.counter += 1;
        let at = state.counter;
        let program_view = &mut state.program_view;
        program_view.number += 1;
        (program_view.camera, program_view.option) = (None, None);
        program_view.message = (at, view(program_view.number, camera, option, flags).to_json().into());
        drop(state);
        self.wake();
    }

    /// Returns what pages chose since the last call.
    pub fn take_choices(&self) -> (Option<Camera>, Option<SceneOption>) {
        let program_view = &mut self.lock().program_view;
        (program_view.camera.take(), program_view.option.take())
    }

    /// Stores a choice of a page, unless the page did not know the program's newest view.
    pub(super) fn note_choice(&self, known: u64, choice: Choice) {
        let program_view = &mut self.lock().program_view;
        if known == program_view.number {
            match choice {
                Choice::Camera(camera) => program_view.camera = Some(camera),
                Choice::Option(option) => program_view.option = Some(option),
            }
        }
    }
}

fn view(number: u64, camera: &Camera, option: &SceneOption, flags: RenderFlags) -> ServerMessage {
    let camera = CameraPose {
        kind: camera.kind as i32,
        fixed: camera.fixedcamid,
        track: camera.trackbodyid,
        lookat: camera.lookat,
        distance: camera.distance,
        azimuth: camera.azimuth,
        elevation: camera.elevation,
        orthographic: camera.orthographic,
    };
    let options = OptionsState {
        flags: option.flags.bits(),
        label: option.label as i32,
        frame: option.frame as i32,
        geomgroup: option.geomgroup,
        sitegroup: option.sitegroup,
        jointgroup: option.jointgroup,
        tendongroup: option.tendongroup,
        actuatorgroup: option.actuatorgroup,
        skingroup: option.skingroup,
        flexgroup: option.flexgroup,
        bvh_depth: option.bvh_depth,
        flex_layer: option.flex_layer,
    };
    let rendering = Rendering {
        shadow: flags.contains(RenderFlags::SHADOW),
        wireframe: flags.contains(RenderFlags::WIREFRAME),
        reflection: flags.contains(RenderFlags::REFLECTION),
        skybox: flags.contains(RenderFlags::SKYBOX),
        fog: flags.contains(RenderFlags::FOG),
        haze: flags.contains(RenderFlags::HAZE),
    };
    ServerMessage::View(Box::new(ViewMessage { number, camera, options, rendering }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn choices_from_before_the_newest_view_do_not_count() {
        let hub = Hub::default();
        let far = Camera { distance: 9.0, ..Camera::default() };
        hub.note_choice(0, Choice::Camera(far));
        assert_eq!(hub.take_choices(), (Some(far), None));
        hub.note_choice(0, Choice::Camera(far));
        hub.set_view(&Camera::default(), &SceneOption::default(), RenderFlags::empty());
        hub.note_choice(0, Choice::Option(SceneOption::default()));
        assert_eq!(hub.take_choices(), (None, None));
        hub.note_choice(1, Choice::Camera(far));
        assert_eq!(hub.take_choices(), (Some(far), None));
        assert_eq!(hub.take_choices(), (None, None));
    }
}
