//! How a program and the pages agree on where one looks from and what is shown: whoever changed it last.

use crate::scene::{Camera, RenderFlags, SceneOption};
use crate::viewer::description::RunInfo;
use crate::viewer::hub::Hub;
use serde_json::{Value, json};
use sim_core::{Data, Model};
use std::sync::Arc;

/// What a program wants pages to show, and what a page chose since.
#[derive(Debug, Default)]
pub struct ProgramView {
    /// Views that the program set so far; a page names the last one that it knows with what it chooses.
    pub number: u64,
    /// Number among all messages, and the message.
    pub message: (u64, Arc<str>),
    camera: Option<Camera>,
    option: Option<SceneOption>,
}

/// What a page chose.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Choice {
    /// Where it looks from.
    Camera(Camera),
    /// What it shows.
    Option(SceneOption),
}

impl Hub {
    /// Shows a model of a program that runs its own loop; its version.
    pub fn show_passive(&self, model: &Arc<Model>, data: &Data, name: &str) -> u32 {
        let playing = RunInfo { name: name.to_string(), is_recording: false, can_play: false };
        self.show_model(model, data, &playing)
    }

    /// Lets all pages look from here, and show this, until their users want something else.
    pub fn set_view(&self, camera: &Camera, option: &SceneOption, flags: RenderFlags) {
        let mut state = self.lock();
        state.counter += 1;
        let at = state.counter;
        let program_view = &mut state.program_view;
        program_view.number += 1;
        (program_view.camera, program_view.option) = (None, None);
        program_view.message = (at, view(program_view.number, camera, option, flags).to_string().into());
        drop(state);
        self.wake();
    }

    /// What pages chose since this was asked before.
    pub fn take_choices(&self) -> (Option<Camera>, Option<SceneOption>) {
        let program_view = &mut self.lock().program_view;
        (program_view.camera.take(), program_view.option.take())
    }

    /// Notes what a page chose, unless it did not know what the program had set by then.
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

fn view(number: u64, camera: &Camera, option: &SceneOption, flags: RenderFlags) -> Value {
    json!({
        "is": "view",
        "number": number,
        "camera": {
            "kind": camera.kind as i32,
            "fixed": camera.fixedcamid,
            "track": camera.trackbodyid,
            "lookat": camera.lookat,
            "distance": camera.distance,
            "azimuth": camera.azimuth,
            "elevation": camera.elevation,
            "orthographic": camera.orthographic,
        },
        "options": {
            "flags": option.flags.bits(),
            "label": option.label as i32,
            "frame": option.frame as i32,
            "geomgroup": option.geomgroup,
            "sitegroup": option.sitegroup,
            "jointgroup": option.jointgroup,
            "tendongroup": option.tendongroup,
            "actuatorgroup": option.actuatorgroup,
            "skingroup": option.skingroup,
            "flexgroup": option.flexgroup,
            "bvh_depth": option.bvh_depth,
            "flex_layer": option.flex_layer,
        },
        "rendering": {
            "shadow": flags.contains(RenderFlags::SHADOW),
            "wireframe": flags.contains(RenderFlags::WIREFRAME),
            "reflection": flags.contains(RenderFlags::REFLECTION),
            "skybox": flags.contains(RenderFlags::SKYBOX),
            "fog": flags.contains(RenderFlags::FOG),
            "haze": flags.contains(RenderFlags::HAZE),
        },
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_page_chose_before_it_knew_of_the_view_is_left_out() {
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
