//! What waits for the writer thread of a page: requests in order, notices, a ping to answer.

use crate::viewer::command::{Order, Request};
use crate::viewer::incoming::Charge;
use std::collections::VecDeque;
use std::sync::Arc;

/// Limit on the waiting requests of a page. Its connection is not read while the queue is full.
const MOST_REQUESTS: usize = 256;

/// Limit on the waiting notices of a page. The oldest give way.
const MOST_NOTICES: usize = 16;

/// A request, and the bytes of its message.
#[derive(Debug)]
pub struct Waiting {
    /// The request.
    pub request: Request,
    /// Its share of the limit on incoming bytes, held until the request is carried out.
    pub _charge: Charge,
}

/// What waits for the writer thread of a page.
#[derive(Debug, Default)]
pub struct PageQueue {
    requests: VecDeque<Waiting>,
    /// Errors of the page's own messages.
    notices: VecDeque<Arc<str>>,
    /// The last ping. Earlier ones need no answer.
    ping: Option<Vec<u8>>,
    /// Whether the page sends nothing more.
    ended: bool,
}

/// Whether a request is about what a state shows. Others are carried out without a state.
fn needs_state(request: &Request) -> bool {
    match request {
        Request::Pick { .. } | Request::Probe { .. } | Request::Hold(_) | Request::Drag { .. } => true,
        Request::Select(_) | Request::Keyframe => true,
        Request::Seen(_)
        | Request::Options { .. }
        | Request::Camera { .. }
        | Request::Size(_)
        | Request::Watch { .. }
        | Request::Panels { .. }
        | Request::Hide(_)
        | Request::Widget { .. }
        | Request::Release
        | Request::Draw(_)
        | Request::Drawn
        | Request::Order(_) => false,
    }
}

fn is_model(request: &Request) -> bool {
    matches!(request, Request::Order(Order::Load(_)))
}

impl PageQueue {
    /// Whether another request has to wait. One model waits at a time, because models are large.
    pub fn is_full(&self, next: &Request) -> bool {
        let holds_model = || self.requests.iter().any(|waiting| is_model(&waiting.request));
        self.requests.len() >= MOST_REQUESTS || is_model(next) && holds_model()
    }

    /// Adds a request.
    pub fn push(&mut self, waiting: Waiting) {
        self.requests.push_back(waiting);
    }

    /// Adds a notice for the page's user.
    pub fn notify(&mut self, text: Arc<str>) {
        if self.notices.len() >= MOST_NOTICES {
            self.notices.pop_front();
        }
        self.notices.push_back(text);
    }

    /// Keeps a ping until it is answered.
    pub fn ping(&mut self, payload: Vec<u8>) {
        self.ping = Some(payload);
    }

    /// Notes that the page sends nothing more.
    pub fn end(&mut self) {
        self.ended = true;
    }

    /// Whether the page sends nothing more.
    pub fn has_ended(&self) -> bool {
        self.ended
    }

    /// Whether the writer thread has nothing to do for this queue.
    pub fn is_quiet(&self, has_state: bool) -> bool {
        !self.ended && self.notices.is_empty() && self.ping.is_none() && !self.may_take(has_state)
    }

    fn may_take(&self, has_state: bool) -> bool {
        self.requests.front().is_some_and(|first| has_state || !needs_state(&first.request))
    }

    /// Takes the requests that can be carried out now. A request without its state keeps those behind it waiting: order matters.
    pub fn take(&mut self, has_state: bool) -> VecDeque<Waiting> {
        let mut taken = VecDeque::new();
        while self.may_take(has_state) {
            taken.extend(self.requests.pop_front());
        }
        taken
    }

    /// Takes the notices.
    pub fn take_notices(&mut self) -> impl Iterator<Item = Arc<str>> {
        self.notices.drain(..)
    }

    /// Takes the ping to answer.
    pub fn take_ping(&mut self) -> Option<Vec<u8>> {
        self.ping.take()
    }

    /// All requests.
    pub fn into_requests(self) -> VecDeque<Waiting> {
        self.requests
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::{Camera, MouseAction, SceneOption};

    fn queue(requests: &[Request]) -> PageQueue {
        let mut queue = PageQueue::default();
        let waiting = |request: &Request| Waiting { request: request.clone(), _charge: Charge::default() };
        requests.iter().for_each(|request| queue.push(waiting(request)));
        queue
    }

    fn taken(queue: &mut PageQueue, has_state: bool) -> Vec<Request> {
        queue.take(has_state).into_iter().map(|waiting| waiting.request).collect()
    }

    #[test]
    fn each_kind_of_request_is_kept_until_it_can_be_carried_out() {
        let place = (0.5, 0.5, 1.0);
        let free = [
            Request::Seen(1),
            Request::Options { option: Box::new(SceneOption::default()), known: 0 },
            Request::Camera { camera: Camera::default(), known: 0 },
            Request::Size([1, 1]),
            Request::Watch { names: vec![], list: 0 },
            Request::Panels { contacts: true, settings: true },
            Request::Hide(vec![1]),
            Request::Widget { id: 0, value: 1.0 },
            Request::Release,
            Request::Draw(None),
            Request::Order(Order::Reload),
        ];
        let bound = [
            Request::Pick { x: place.0, y: place.1, aspect: place.2 },
            Request::Probe { x: place.0, y: place.1, aspect: place.2 },
            Request::Hold(1),
            Request::Drag { action: MouseAction::Zoom, dx: 0.0, dy: 0.0 },
            Request::Select(1),
            Request::Keyframe,
        ];
        for request in free {
            let mut queue = queue(std::slice::from_ref(&request));
            assert!(!queue.is_quiet(false));
            assert_eq!(taken(&mut queue, false), [request]);
            assert!(queue.is_quiet(false));
        }
        for request in bound {
            let mut queue = queue(&[Request::Seen(1), request.clone(), Request::Order(Order::Play)]);
            assert_eq!(taken(&mut queue, false), [Request::Seen(1)]);
            assert!(queue.is_quiet(false) && !queue.is_quiet(true), "it waits for a state, and so do those behind it");
            assert_eq!(taken(&mut queue, true), [request, Request::Order(Order::Play)]);
        }
    }

    #[test]
    fn notices_are_bounded_and_only_the_last_ping_is_answered() {
        let mut queue = PageQueue::default();
        (0..100).for_each(|k| queue.notify(k.to_string().into()));
        assert_eq!(queue.take_notices().map(|text| text.to_string()).last().as_deref(), Some("99"));
        (0..100).for_each(|k| queue.notify(k.to_string().into()));
        assert_eq!(queue.take_notices().count(), MOST_NOTICES);
        queue.ping(vec![1]);
        queue.ping(vec![2]);
        assert!(!queue.is_quiet(true));
        assert_eq!((queue.take_ping(), queue.take_ping()), (Some(vec![2]), None));
        queue.end();
        assert!(queue.has_ended() && !queue.is_quiet(false));
    }
}
