//! What the mouse of a page finds, selects and holds.

use crate::scene::{MouseAction, Perturb, Selection, VisualFlags};
use crate::viewer::command::Request;
use crate::viewer::contacts::keyframe;
use crate::viewer::hub::{Hub, Snapshot};
use crate::viewer::page::facts::{facts, in_body};
use crate::viewer::page::writer::Page;
use crate::viewer::protocol::{KeyframeMessage, PointedMessage, ServerMessage};
use std::io::{Read, Write};
use std::time::{Duration, Instant};

/// Time between updates of the selection's values.
const FACTS: Duration = Duration::from_millis(200);

/// Longest time without an answer to a frame while a mouse holds something. The page may have crashed, with its connection still open.
const LONGEST_GRIP: Duration = Duration::from_secs(10);

impl<S: Read + Write> Page<S> {
    /// Carries out a request about a state: what is at a place of the picture, what the mouse holds, a keyframe.
    pub(super) fn handle_state(
        &mut self,
        request: &Request,
        snapshot: &Snapshot,
        hub: &Hub,
    ) -> tungstenite::Result<()> {
        match *request {
            Request::Select(body) => {
                self.select(snapshot, body);
                hub.perturb(self.id, self.perturb);
                self.send_facts(snapshot, true)?;
                self.stale = true;
            }
            Request::Keyframe => {
                let text = keyframe(&snapshot.data);
                self.send(&ServerMessage::Keyframe(KeyframeMessage { text }))?;
            }
            Request::Pick { x, y, aspect } => {
                self.pick(snapshot, x, y, aspect);
                hub.perturb(self.id, self.perturb);
                self.send_facts(snapshot, true)?;
                self.stale = true;
            }
            Request::Probe { x, y, aspect } => {
                let found = self.find(snapshot, x, y, aspect);
                let body = found.as_ref().map_or(-1, |found| found.body as i64);
                let point = found.map_or([0.0; 3], |found| found.point);
                self.send(&ServerMessage::Pointed(PointedMessage { body, point }))?;
            }
            Request::Hold(kind) => {
                self.update_scene(snapshot);
                if let Some((_, scene)) = &self.scene {
                    self.perturb.active = kind;
                    let gripped = self.perturb.grip(&snapshot.model, &snapshot.data, scene);
                    self.perturb.active = if gripped.is_ok() { kind } else { 0 };
                    hub.perturb(self.id, self.perturb);
                }
            }
            Request::Drag { action, dx, dy } => self.drag(snapshot, action, dx, dy, hub),
            _ => {}
        }
        Ok(())
    }

    fn drag(&mut self, snapshot: &Snapshot, action: MouseAction, dx: f64, dy: f64, hub: &Hub) {
        let Some((_, scene)) = &self.scene else { return };
        if self.perturb.active != 0 && self.perturb.drag(&snapshot.model, &snapshot.data, action, dx, dy, scene).is_ok()
        {
            hub.perturb(self.id, self.perturb);
        }
    }

    /// Finds what is at a place of the picture.
    fn find(&mut self, snapshot: &Snapshot, x: f64, y: f64, aspect: f64) -> Option<Selection> {
        self.update_scene(snapshot);
        let (_, scene) = self.scene.as_mut()?;
        if self.option.flags.contains(VisualFlags::SKIN) {
            scene.update_skins(&snapshot.model, &snapshot.data, &self.option);
        }
        let m = self.hidden.model(&snapshot.model);
        scene.select(&m, &snapshot.data, &self.option, aspect, x, y).ok().flatten()
    }

    /// Selects what is at a place of the picture.
    fn pick(&mut self, snapshot: &Snapshot, x: f64, y: f64, aspect: f64) {
        let found = self.find(snapshot, x, y, aspect);
        self.perturb = Perturb::default();
        self.geom = None;
        if let Some(found) = found.filter(|found| found.body > 0) {
            self.perturb.select = i32::try_from(found.body).unwrap_or(0);
            self.perturb.skinselect = found.skin.and_then(|skin| i32::try_from(skin).ok()).unwrap_or(-1);
            self.perturb.localpos = in_body(snapshot, found.body, found.point);
            self.geom = found.geom;
        }
    }

    /// Selects a body by its number. 0: none.
    fn select(&mut self, snapshot: &Snapshot, body: usize) {
        self.perturb = Perturb::default();
        self.geom = None;
        if body < snapshot.model.nbody {
            self.perturb.select = i32::try_from(body).unwrap_or(0);
            self.perturb.skinselect = -1;
        }
    }

    /// Sends the selection's values, `now` or when an update is due.
    pub(super) fn send_facts(&mut self, snapshot: &Snapshot, now: bool) -> tungstenite::Result<()> {
        let is_time = self.perturb.select > 0 && self.facts.is_none_or(|last| last.elapsed() > FACTS);
        if !now && !is_time {
            return Ok(());
        }
        self.facts = Some(Instant::now());
        let picked = facts(snapshot, usize::try_from(self.perturb.select).unwrap_or(0), self.geom);
        self.send(&ServerMessage::Picked(picked))
    }

    /// Releases what the mouse holds if the page has not answered for long.
    pub(super) fn release_if_silent(&mut self, hub: &Hub, now: Instant) {
        let is_silent = self.unanswered.is_some_and(|since| now.saturating_duration_since(since) > LONGEST_GRIP);
        if is_silent && self.perturb.active != 0 {
            self.perturb.active = 0;
            hub.perturb(self.id, self.perturb);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::viewer::command::Order;
    use crate::viewer::page::writer::tests::{ask, open, publish_example};

    #[test]
    fn a_page_that_answers_nothing_for_long_releases_what_it_holds() {
        let hub = Hub::default();
        let mut page = open(&hub, false);
        publish_example(&hub);
        ask(&hub, &page, Request::Select(1));
        ask(&hub, &page, Request::Hold(Perturb::TRANSLATE));
        assert!(page.turn(&hub, Duration::ZERO));
        let active = |hub: &Hub| {
            let orders = hub.orders(Duration::ZERO);
            orders.iter().rev().find_map(|order| match order {
                Order::Perturb(held) => Some(held.active),
                _ => None,
            })
        };
        assert_eq!(active(&hub), Some(Perturb::TRANSLATE));
        let sent = page.unanswered.unwrap();
        page.release_if_silent(&hub, sent + LONGEST_GRIP);
        assert_eq!(active(&hub), None, "it may be slow");
        page.release_if_silent(&hub, sent + 2 * LONGEST_GRIP);
        assert_eq!(active(&hub), Some(0));
        // a page that answers may hold for as long as it likes
        ask(&hub, &page, Request::Hold(Perturb::TRANSLATE));
        ask(&hub, &page, Request::Seen(u32::MAX));
        assert!(page.turn(&hub, Duration::ZERO));
        assert_eq!((active(&hub), page.unanswered), (Some(Perturb::TRANSLATE), None));
        page.release_if_silent(&hub, sent + 99 * LONGEST_GRIP);
        assert_eq!(active(&hub), None);
    }
}
