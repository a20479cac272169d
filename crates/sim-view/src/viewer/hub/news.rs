//! What is new for a page: messages, states, its own requests that can be carried out now.

use crate::viewer::hub::state::{Hub, Seen, ShownModel, Snapshot, State};
use crate::viewer::page_queue::Waiting;
use crate::viewer::protocol::{ErrorMessage, NoticeMessage, ServerMessage, StatusMessage};
use std::collections::VecDeque;
use std::sync::{Arc, PoisonError};
use std::time::Duration;

/// Limit on the notices that are kept for pages that have not read them.
const MOST_NOTICES: usize = 16;

/// New messages, states and requests for a page.
#[derive(Debug, Default)]
pub struct News {
    /// Whether the connection ends now.
    pub closing: bool,
    /// Whether the page sends nothing more: the connection ends after this news.
    pub has_ended: bool,
    /// A model that the page does not know yet. It comes before everything else.
    pub model: Option<Arc<ShownModel>>,
    /// Messages, in order.
    pub texts: Vec<Arc<str>>,
    /// The newest state.
    pub snapshot: Option<Arc<Snapshot>>,
    /// Requests of the page that can be carried out, in order.
    pub requests: VecDeque<Waiting>,
    /// A ping to answer.
    pub ping: Option<Vec<u8>>,
    /// New overlays.
    pub overlays: Vec<Arc<[u8]>>,
}

impl Hub {
    /// Reports whether a model was loaded.
    pub(in crate::viewer) fn send_load_error(&self, error: ErrorMessage) {
        let text = ServerMessage::Error(error).to_json();
        let mut state = self.lock();
        state.counter += 1;
        state.error = (state.counter, text.into());
        self.changed.notify_all();
    }

    /// Sends statistics to all pages.
    pub(in crate::viewer) fn send_status(&self, mut status: StatusMessage) {
        let mut state = self.lock();
        status.pages = state.pages.len();
        state.counter += 1;
        state.status = (state.counter, ServerMessage::Status(Box::new(status)).to_json().into());
        self.changed.notify_all();
    }

    /// Sends a line of text to the users of all pages.
    pub fn send_notice(&self, text: &str) {
        let text = notice(text);
        let mut state = self.lock();
        state.counter += 1;
        let message = (state.counter, text);
        state.notices.push_back(message);
        if state.notices.len() > MOST_NOTICES {
            state.notices.pop_front();
        }
        self.changed.notify_all();
    }

    /// Sends a line of text to the user of one page.
    pub(in crate::viewer) fn notify_page(&self, id: u64, text: &str) {
        let text = notice(text);
        self.change_queue(id, |queue| queue.notify(text));
    }

    /// Returns what is new for a page. Waits for at most `patience`. A new state ends the wait only if the page `wants` one.
    pub(in crate::viewer) fn news(&self, id: u64, seen: &mut Seen, wants: bool, patience: Duration) -> News {
        let state = self.lock();
        let waits = |state: &mut State| {
            let has_state = state.snapshot.is_some();
            let quiet = state.pages.get(&id).is_some_and(|queue| queue.is_quiet(has_state)) && !state.closing;
            let is_new = state.snapshot.as_ref().is_some_and(|snapshot| snapshot.number > seen.snapshot);
            let is_drawn = state.overlays.count > seen.overlays;
            // a model without a description must not wake the page again and again
            let is_described = state.described.as_ref().is_some_and(|described| described.version != seen.version);
            quiet && !(wants && (is_new || is_drawn)) && state.counter <= seen.latest() && !is_described
        };
        let waited = self.changed.wait_timeout_while(state, patience, waits);
        let mut state = waited.unwrap_or_else(PoisonError::into_inner).0;
        let mut news = News { closing: state.closing, ..News::default() };
        let has_state = state.snapshot.is_some();
        match state.pages.get_mut(&id) {
            Some(queue) => {
                news.requests = queue.take(has_state);
                news.ping = queue.take_ping();
                news.texts.extend(queue.take_notices());
                news.has_ended = queue.has_ended();
            }
            None => news.closing = true,
        }
        if let Some(described) = state.described.as_ref().filter(|described| described.version != seen.version) {
            seen.version = described.version;
            news.model = Some(Arc::clone(described));
        }
        if state.error.0 > seen.error {
            seen.error = state.error.0;
            news.texts.push(Arc::clone(&state.error.1));
        }
        if state.status.0 > seen.status {
            seen.status = state.status.0;
            news.texts.push(Arc::clone(&state.status.1));
        }
        if state.program_view.message.0 > seen.view {
            seen.view = state.program_view.message.0;
            news.texts.push(Arc::clone(&state.program_view.message.1));
        }
        if state.program_view.widgets.message.0 > seen.widgets {
            seen.widgets = state.program_view.widgets.message.0;
            news.texts.push(Arc::clone(&state.program_view.widgets.message.1));
        }
        let known = seen.notice;
        for (number, text) in state.notices.iter().filter(|(number, _)| *number > known) {
            seen.notice = *number;
            news.texts.push(Arc::clone(text));
        }
        if wants {
            news.overlays = state.overlays_since(seen);
        }
        // reader threads wait for space in the queue
        self.changed.notify_all();
        news.snapshot.clone_from(&state.snapshot);
        news
    }
}

/// A line of text for users, as JSON.
fn notice(text: &str) -> Arc<str> {
    ServerMessage::Notice(NoticeMessage { text: text.to_string() }).to_json().into()
}

impl Seen {
    fn latest(&self) -> u64 {
        self.error.max(self.status).max(self.notice).max(self.view).max(self.widgets)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::viewer::command::Request;
    use crate::viewer::incoming::Charge;

    fn waiting(request: Request) -> Waiting {
        Waiting { request, _charge: Charge::default() }
    }

    fn taken(news: News) -> Vec<Request> {
        news.requests.into_iter().map(|waiting| waiting.request).collect()
    }

    #[test]
    fn an_error_of_a_page_is_sent_to_that_page_alone() {
        let hub = Hub::default();
        let (author, other) = (hub.join(), hub.join());
        hub.notify_page(author, "wrong");
        let texts = |id: u64| hub.news(id, &mut Seen::default(), true, Duration::ZERO).texts;
        assert!(texts(author)[0].contains("wrong") && texts(other).is_empty() && texts(author).is_empty());
    }

    #[test]
    fn a_page_receives_every_message_once() {
        let hub = Hub::default();
        let (id, mut seen) = (hub.join(), Seen::default());
        hub.send_load_error(ErrorMessage { message: Some("no".into()), ..ErrorMessage::default() });
        hub.send_notice("hello");
        assert!(hub.request(id, waiting(Request::Release)));
        let news = hub.news(id, &mut seen, true, Duration::ZERO);
        assert_eq!((news.texts.len(), taken(news)), (2, vec![Request::Release]));
        assert!(hub.news(id, &mut seen, true, Duration::ZERO).texts.is_empty());
        hub.leave(id);
        assert!(!hub.request(id, waiting(Request::Release)) && hub.news(id, &mut seen, true, Duration::ZERO).closing);
    }
}
