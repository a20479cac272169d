//! Pictures that the server draws for a page whose browser draws on the CPU: the renderer here is several times as fast.

use crate::render::{Options, Renderer};
use crate::scene::{RenderFlags, Scene};
use crate::viewer::protocol::{Bytes, MAX_DRAWN_PIXELS, PICTURE, PictureHeader, Record};
use png::{BitDepth, ColorType, Compression, Encoder};
use sim_core::Model;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Limit on the memory of the renderer of a page, in bytes.
const MOST_BYTES: u64 = 1 << 30;

/// Limit on the pages that the server draws for at a time.
const MOST_PAGES: usize = 4;

/// What a page asks the server to draw.
///
/// ```
/// use sim_view::RenderFlags;
/// use sim_view::viewer::{Drawing, Request};
///
/// let text = r#"{"do": "draw", "width": 640, "height": 480, "shadow": true, "wireframe": false, "reflection": true,
///     "skybox": true, "fog": false, "haze": true}"#;
/// let Ok(Request::Draw(Some(Drawing { size, flags }))) = Request::from_text(text) else { unreachable!() };
/// assert!(size == [640, 480] && flags.contains(RenderFlags::SHADOW) && !flags.contains(RenderFlags::FOG));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Drawing {
    /// Width and height, in pixels.
    pub size: [u32; 2],
    /// How to draw.
    pub flags: RenderFlags,
}

/// The number of pages that the server draws for. Copies share it.
#[derive(Clone, Debug, Default)]
pub struct DrawingPlaces(Arc<AtomicUsize>);

impl DrawingPlaces {
    fn take(&self) -> Option<DrawingPlace> {
        let add = |now: usize| (now < MOST_PAGES).then_some(now + 1);
        self.0.fetch_update(Ordering::Relaxed, Ordering::Relaxed, add).ok()?;
        Some(DrawingPlace(self.clone()))
    }
}

/// The place of one page. Dropping it frees the place.
#[derive(Debug)]
struct DrawingPlace(DrawingPlaces);

impl Drop for DrawingPlace {
    fn drop(&mut self) {
        self.0.0.fetch_sub(1, Ordering::Relaxed);
    }
}

/// The renderer of a page.
#[derive(Debug)]
pub struct PageRenderer {
    renderer: Renderer,
    version: u32,
    pixels: Vec<u8>,
    _place: DrawingPlace,
}

impl PageRenderer {
    /// A renderer for a model. Fails with a text for the user.
    pub fn new(m: &Model, version: u32, drawing: Drawing, places: &DrawingPlaces) -> Result<Self, String> {
        let place = places.take();
        let place = place.ok_or_else(|| format!("it draws for {MOST_PAGES} pages already: close one of them"))?;
        let [width, height] = drawing.size.map(|side| side as usize);
        let options = Options::default().with_memory(MOST_BYTES);
        let renderer = Renderer::new(m, width, height, options).map_err(|error| error.to_string())?;
        Ok(Self { renderer, version, pixels: Vec::new(), _place: place })
    }

    /// Version of the renderer's model.
    pub fn version(&self) -> u32 {
        self.version
    }

    /// Draws a scene. Returns the message with the picture, or a text for the user.
    pub fn draw(&mut self, scene: &Scene, drawing: Drawing) -> Result<Vec<u8>, String> {
        let [width, height] = drawing.size;
        self.renderer.resize(width as usize, height as usize).map_err(|error| error.to_string())?;
        self.pixels.resize(3 * width as usize * height as usize, 0);
        self.renderer.color(scene, &mut self.pixels).map_err(|error| error.to_string())?;
        let mut out = header(drawing.size);
        encode(&mut out, drawing.size, &self.pixels).map_err(|error| error.to_string())?;
        Ok(out)
    }
}

/// The message that ends the server's pictures.
pub fn end() -> Vec<u8> {
    header([0, 0])
}

fn header([width, height]: [u32; 2]) -> Vec<u8> {
    let mut out = Bytes(Vec::with_capacity(PictureHeader::BYTES));
    out.record(&PictureHeader { kind: PICTURE, width, height });
    out.0
}

/// Whether a picture of this size is drawn.
pub fn is_allowed([width, height]: [u32; 2]) -> bool {
    width > 0 && height > 0 && u64::from(width) * u64::from(height) <= u64::from(MAX_DRAWN_PIXELS)
}

fn encode(out: &mut Vec<u8>, [width, height]: [u32; 2], rgb: &[u8]) -> Result<(), png::EncodingError> {
    let mut encoder = Encoder::new(out, width, height);
    encoder.set_color(ColorType::Rgb);
    encoder.set_depth(BitDepth::Eight);
    encoder.set_compression(Compression::Fast);
    let mut writer = encoder.write_header()?;
    writer.write_image_data(rgb)?;
    writer.finish()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::{Camera, Categories, SceneOption};

    fn scene(m: &Model) -> Scene {
        let mut d = m.make_data();
        d.forward(m).unwrap();
        let mut scene = Scene::new(m, 1000);
        scene.update(m, &d, &SceneOption::default(), None, &mut Camera::free(m), Categories::all()).unwrap();
        scene
    }

    #[test]
    fn pictures_are_those_of_the_renderer() {
        let m = Model::example();
        let scene = scene(&m);
        for size in [[64, 48], [1, 1], [33, 7], [100, 10]] {
            let drawing = Drawing { size, flags: RenderFlags::default() };
            let mut renderer = PageRenderer::new(&m, 1, drawing, &DrawingPlaces::default()).unwrap();
            let message = renderer.draw(&scene, drawing).unwrap();
            assert_eq!(message[..12], header(size)[..]);
            let mut reader = png::Decoder::new(std::io::Cursor::new(&message[12..])).read_info().unwrap();
            let mut found = vec![0; reader.output_buffer_size().unwrap()];
            reader.next_frame(&mut found).unwrap();
            assert_eq!(found, renderer.pixels, "{size:?}");
        }
    }

    #[test]
    fn sizes_and_pages_are_limited() {
        for (size, allowed) in [
            ([1, 1], true),
            ([1920, 1080], true),
            ([0, 100], false),
            ([100, 0], false),
            ([MAX_DRAWN_PIXELS + 1, 1], false),
            ([u32::MAX, u32::MAX], false),
        ] {
            assert_eq!(is_allowed(size), allowed, "{size:?}");
        }
        let (m, places) = (Model::example(), DrawingPlaces::default());
        let drawing = Drawing { size: [8, 8], flags: RenderFlags::default() };
        let new = || PageRenderer::new(&m, 1, drawing, &places);
        let mut all: Vec<PageRenderer> = (0..MOST_PAGES).map(|_| new().unwrap()).collect();
        assert!(new().is_err());
        all.pop();
        assert!(new().is_ok());
    }
}
