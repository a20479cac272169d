//! What a program draws over the picture: texts and plots as JSON, images as bytes.

use serde::Serialize;

/// Kind of an overlay.
///
/// ```
/// use sim_view::viewer::{Hub, OverlayKind};
///
/// let hub = Hub::default();
/// assert!(hub.set_overlay(OverlayKind::Texts, b"[]"), "an empty list removes all texts");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OverlayKind {
    /// A JSON list of [`OverlayText`].
    Texts = 0,
    /// A JSON list of [`Figure`].
    Figures = 1,
    /// Images as bytes: their number as `u32`; for each `i32 × 4` left, bottom, width and height, then three bytes per pixel, rows from the
    /// top, padded to four bytes.
    Images = 2,
}

/// A text of one or two columns over the picture.
///
/// ```
/// use sim_view::viewer::{Hub, OverlayKind, OverlayText};
///
/// let text = OverlayText { font: 150, grid: 0, left: "height".into(), right: "1.2 m".into() };
/// let hub = Hub::default();
/// assert!(hub.set_overlay(OverlayKind::Texts, &serde_json::to_vec(&[text])?));
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct OverlayText {
    /// Font scale in percent: `mjtFontScale`.
    pub font: i32,
    /// Place in the picture: `mjtGridPos`.
    pub grid: i32,
    /// Left column. `\n` separates lines.
    pub left: String,
    /// Right column. `\n` separates lines. Empty for one column.
    pub right: String,
}

/// A plot over the picture: `mjvFigure` with its ranges and tick texts computed.
///
/// ```
/// use sim_view::viewer::{Figure, FigureLine};
///
/// let line = FigureLine { id: 0, rgb: [1.0, 0.0, 0.0], points: vec![Some(0.0), Some(1.0), Some(1.0), Some(2.0)] };
/// let figure = Figure { rect: [10, 10, 200, 100], ranges: [[0.0, 1.0], [0.0, 2.0]], lines: vec![line], ..Figure::default() };
/// assert!(serde_json::to_string(&figure)?.contains("points"));
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Figure {
    /// Left, bottom, width and height, in pixels from the lower left corner of the picture.
    pub rect: [i32; 4],
    /// Title.
    pub title: String,
    /// Text below the horizontal axis.
    pub xlabel: String,
    /// Lowest and highest value of each axis.
    pub ranges: [[f64; 2]; 2],
    /// Number of grid lines of each axis.
    pub grid: [i32; 2],
    /// Texts along each axis. Empty: none.
    pub ticks: [Vec<String>; 2],
    /// Widths of data lines and of grid lines, in pixels.
    pub widths: [f64; 2],
    /// Colours.
    pub colours: FigureColors,
    /// Whether each pair of points is a bar.
    pub bars: bool,
    /// Value of the horizontal axis that is marked.
    pub selection: Option<f64>,
    /// `id` of the line that is drawn wider. -1: none.
    pub highlight: i32,
    /// Entries of the legend.
    pub legend: Vec<LegendEntry>,
    /// Data lines. The first one is drawn on top.
    pub lines: Vec<FigureLine>,
}

/// Colours of a [`Figure`], each component from 0 to 1.
///
/// ```
/// use sim_view::viewer::FigureColors;
///
/// let colors = FigureColors { pane: [1.0, 1.0, 1.0, 0.5], ..FigureColors::default() };
/// assert_eq!(colors.text, [0.0; 3], "black");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct FigureColors {
    /// Grid lines: red, green, blue.
    pub grid: [f64; 3],
    /// Background: red, green, blue, opacity.
    pub figure: [f64; 4],
    /// Background of the plot area: red, green, blue, opacity.
    pub pane: [f64; 4],
    /// Background of the legend: red, green, blue, opacity.
    pub legend: [f64; 4],
    /// Texts: red, green, blue.
    pub text: [f64; 3],
}

/// A data line of a [`Figure`].
///
/// ```
/// use sim_view::viewer::FigureLine;
///
/// let points = vec![Some(0.0), Some(1.0), None, None, Some(2.0), Some(1.0)];
/// let line = FigureLine { id: 3, rgb: [1.0, 0.0, 0.0], points };
/// assert_eq!(line.points.len(), 6, "two points with a gap between them");
/// ```
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct FigureLine {
    /// Number of the line.
    pub id: i32,
    /// Red, green and blue, from 0 to 1.
    pub rgb: [f64; 3],
    /// `x y` of each point. `None` leaves a gap.
    pub points: Vec<Option<f64>>,
}

/// An entry of a [`Figure`]'s legend.
///
/// ```
/// use sim_view::viewer::LegendEntry;
///
/// let entry = LegendEntry { name: "height".into(), rgb: [0.0, 1.0, 0.0] };
/// assert_eq!(entry.name, "height");
/// ```
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct LegendEntry {
    /// Name of the line.
    pub name: String,
    /// Red, green and blue, from 0 to 1.
    pub rgb: [f64; 3],
}
