//! What a program draws over the pictures of all pages: texts, figures, images. Of each the last one counts, and a page is sent it
//! with a frame, so that what it cannot draw in time is dropped.

use crate::viewer::frame::Bytes;
use crate::viewer::hub::{Hub, Seen, State};
use std::sync::Arc;

/// Number of the message.
const KIND: u32 = 2;

/// Most bytes of all that a program draws of one kind.
pub const MAX_OVERLAY_BYTES: usize = 16 << 20;

/// What is drawn.
///
/// ```
/// use sim_view::viewer::{Hub, OverlayKind};
///
/// let hub = Hub::default();
/// let text = r#"[{"font": 150, "grid": 0, "left": "height", "right": "1.2"}]"#;
/// assert!(hub.set_overlay(OverlayKind::Texts, text.as_bytes()));
/// assert!(hub.set_overlay(OverlayKind::Texts, b"[]"), "and no text again");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OverlayKind {
    /// Texts at the edges of the picture, in JSON.
    Texts,
    /// Plots, in JSON.
    Figures,
    /// Pictures, as bytes.
    Images,
}

/// What there is to draw of each kind, with numbers that grow.
#[derive(Debug, Default)]
pub struct Overlays {
    /// Changes so far.
    pub count: u64,
    drawn: [(u64, Arc<[u8]>); 3],
}

impl Hub {
    /// Draws this over the pictures of all pages until something else of its kind is drawn; `viewer/PROTOCOL.md` says what the bytes are.
    /// False where there are too many of them: nothing changes then.
    pub fn set_overlay(&self, kind: OverlayKind, bytes: &[u8]) -> bool {
        if bytes.len() > MAX_OVERLAY_BYTES {
            return false;
        }
        let mut message = Bytes(Vec::with_capacity(8 + bytes.len()));
        message.int(KIND);
        message.int(kind as u32);
        message.0.extend_from_slice(bytes);
        let mut state = self.lock();
        state.overlays.count += 1;
        state.overlays.drawn[kind as usize] = (state.overlays.count, message.0.into());
        drop(state);
        self.wake();
        true
    }
}

impl State {
    /// What a page has not drawn yet; it will have.
    pub(super) fn overlays_since(&self, seen: &mut Seen) -> Vec<Arc<[u8]>> {
        let known = std::mem::replace(&mut seen.overlays, self.overlays.count);
        self.overlays
            .drawn
            .iter()
            .filter(|(number, _)| *number > known)
            .map(|(_, message)| Arc::clone(message))
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn a_page_gets_the_last_of_each_kind_once_and_when_it_is_ready() {
        let hub = Hub::default();
        let (id, mut seen) = (hub.join(), Seen::default());
        for text in ["[1]", "[2]"] {
            assert!(hub.set_overlay(OverlayKind::Texts, text.as_bytes()));
        }
        assert!(hub.set_overlay(OverlayKind::Images, &[1, 2, 3, 4]));
        assert!(hub.news(id, &mut seen, false, Duration::ZERO).overlays.is_empty());
        let found = hub.news(id, &mut seen, true, Duration::from_secs(9)).overlays;
        assert_eq!(
            found.iter().map(|message| &message[4..]).collect::<Vec<_>>(),
            [&[0, 0, 0, 0, b'[', b'2', b']'][..], &[2, 0, 0, 0, 1, 2, 3, 4]]
        );
        assert!(hub.news(id, &mut seen, true, Duration::ZERO).overlays.is_empty());
        assert!(!hub.set_overlay(OverlayKind::Figures, &vec![0; MAX_OVERLAY_BYTES + 1]));
    }
}
