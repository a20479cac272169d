//! What a program shows on its pages besides a state: camera and options, which users change too (the last change counts), scalars,
//! buttons and sliders.

use crate::scene::{Camera, RenderFlags, SceneOption};
use crate::viewer::description::RunInfo;
use crate::viewer::grid::Grid;
use crate::viewer::hub::Hub;
use crate::viewer::protocol::{CameraPose, OptionsState, Rendering, ServerMessage, ViewMessage};
use crate::viewer::shown_worlds::ShownWorlds;
use crate::viewer::widgets::{WidgetError, Widgets};
use sim_core::{Data, Model};
use std::sync::Arc;

/// The view that a program set, and what pages chose since.
#[derive(Debug, Default)]
pub struct ProgramView {
    /// Number of views that the program has set. Pages send it with their choices.
    pub number: u64,
    /// Number of the message among all messages, and the message.
    pub message: (u64, Arc<str>),
    /// Scalars, buttons and sliders.
    pub widgets: Widgets,
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

    /// Shows `count` worlds of a program that steps a batch itself, at most `shown` of them at a time. `data` is one of the worlds.
    pub fn show_batch(&self, model: &Arc<Model>, data: &Data, name: &str, count: usize, shown: usize) -> ShownWorlds {
        let playing = RunInfo { name: name.to_string(), is_recording: false, can_play: false };
        let grid = Grid::new(model, count, shown);
        let version = self.show_worlds(model, data, &playing, &grid, 0);
        ShownWorlds::new(grid, version)
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

    /// Plots a scalar on all pages: its value at a time (s). Pages list it among the values to plot.
    ///
    /// ```
    /// use sim_view::viewer::Hub;
    ///
    /// let hub = Hub::default();
    /// (0..100).try_for_each(|k| hub.plot("reward", 0.01 * f64::from(k), 1.0))?;
    /// # Ok::<(), sim_view::viewer::WidgetError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// The name is empty, long or has control characters, or there are too many scalars.
    pub fn plot(&self, name: &str, time: f64, value: f64) -> Result<(), WidgetError> {
        self.edit_widgets(|widgets| widgets.plot(name, time, value).map(|is_new| ((), is_new)))
    }

    /// Shows a button on all pages. Returns its number. A button of this name stays as it is.
    ///
    /// # Errors
    ///
    /// The name is empty, long or has control characters, or there are too many buttons and sliders.
    pub fn show_button(&self, name: &str) -> Result<usize, WidgetError> {
        self.edit_widgets(|widgets| widgets.button(name).map(|id| (id, true)))
    }

    /// Shows a slider on all pages. Returns its number. A slider of this name gets the new range and value.
    ///
    /// # Errors
    ///
    /// As [`show_button`](Self::show_button), and if the value is not in the range or the range is empty.
    pub fn show_slider(&self, name: &str, low: f64, high: f64, value: f64) -> Result<usize, WidgetError> {
        self.edit_widgets(|widgets| widgets.slider(name, low, high, value).map(|id| (id, true)))
    }

    /// Times that a button was pressed, or the value of a slider, by number. `None`: no such number.
    pub fn widget_value(&self, id: usize) -> Option<f64> {
        self.lock().program_view.widgets.value(id)
    }

    /// Edits the widgets, and tells pages if `edit` says so.
    fn edit_widgets<T>(
        &self,
        edit: impl FnOnce(&mut Widgets) -> Result<(T, bool), WidgetError>,
    ) -> Result<T, WidgetError> {
        let mut state = self.lock();
        let (value, is_reported) = edit(&mut state.program_view.widgets)?;
        if is_reported {
            state.counter += 1;
            let at = state.counter;
            state.program_view.widgets.describe(at);
            drop(state);
            self.wake();
        }
        Ok(value)
    }

    /// Notes that a page pressed a button or moved a slider. Other pages follow.
    pub(super) fn note_widget(&self, id: usize, value: f64) {
        // an edit by `note` has no errors
        let _ = self.edit_widgets(|widgets| Ok(((), widgets.note(id, value))));
    }

    /// Writes the newest values of the scalars among watched names.
    pub(super) fn fill_scalars(&self, names: &[String], values: &mut [f64]) {
        let state = self.lock();
        for (name, value) in names.iter().zip(values) {
            if let Some(newest) = state.program_view.widgets.newest(name) {
                *value = newest;
            }
        }
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

    #[test]
    fn a_page_hears_of_widgets_and_moves_them() {
        use crate::viewer::hub::Seen;
        use std::time::Duration;

        let hub = Hub::default();
        let (id, mut seen) = (hub.join(), Seen::default());
        hub.plot("reward", 0.0, 1.5).unwrap();
        let (press, gain) = (hub.show_button("press").unwrap(), hub.show_slider("gain", 0.0, 2.0, 1.0).unwrap());
        let mut news = |hub: &Hub| hub.news(id, &mut seen, false, Duration::ZERO).texts;
        let first = news(&hub);
        assert!(
            first.len() == 1 && first[0].contains("\"is\":\"widgets\"") && first[0].contains("reward"),
            "{first:?}"
        );
        hub.plot("reward", 0.1, 2.5).unwrap();
        hub.note_widget(press, 1.0);
        assert!(news(&hub).is_empty(), "neither a sample nor a press is news for pages");
        hub.note_widget(gain, 0.25);
        assert!(news(&hub)[0].contains("\"value\":0.25"));
        assert_eq!(
            (hub.widget_value(press), hub.widget_value(gain), hub.widget_value(7)),
            (Some(1.0), Some(0.25), None)
        );
        let names = ["time", "user.reward", "user.none"].map(String::from);
        let mut values = [9.0, f64::NAN, f64::NAN];
        hub.fill_scalars(&names, &mut values);
        assert!(values[..2] == [9.0, 2.5] && values[2].is_nan());
    }
}
