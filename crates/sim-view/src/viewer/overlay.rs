//! What a program draws over the pictures of all pages: texts, figures, images. The last one of each kind counts. It goes out with a frame,
//! so that pages skip what they cannot draw in time.

use crate::viewer::hub::{Hub, Seen, State};
use crate::viewer::protocol::{Bytes, OVERLAY, OverlayHeader, OverlayKind, Record};
use std::sync::Arc;

/// Limit on the bytes of an overlay.
pub const MAX_OVERLAY_BYTES: usize = 16 << 20;

/// The newest overlay of each kind.
#[derive(Debug, Default)]
pub struct Overlays {
    /// Number of changes.
    pub count: u64,
    drawn: [(u64, Arc<[u8]>); 3],
}

impl Hub {
    /// Draws this over the pictures of all pages, instead of the last overlay of its kind. [`OverlayKind`] describes the bytes. Returns
    /// `false` and changes nothing if there are more than [`MAX_OVERLAY_BYTES`].
    pub fn set_overlay(&self, kind: OverlayKind, bytes: &[u8]) -> bool {
        if bytes.len() > MAX_OVERLAY_BYTES {
            return false;
        }
        let mut message = Bytes(Vec::with_capacity(OverlayHeader::BYTES + bytes.len()));
        message.record(&OverlayHeader { kind: OVERLAY, overlay: kind as u32 });
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
    /// Overlays that a page does not have yet. From now on it has them.
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
