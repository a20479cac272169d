//! The pages that are there, and what each of them asks.

use crate::viewer::drawing::DrawingPlaces;
use crate::viewer::hub::state::{Hub, State};
use crate::viewer::incoming::Charge;
use crate::viewer::page_queue::{PageQueue, Waiting};
use std::sync::PoisonError;
use std::time::{Duration, Instant};

impl Hub {
    /// Adds a page. Returns its number.
    pub(in crate::viewer) fn join(&self) -> u64 {
        let mut state = self.lock();
        state.next_page += 1;
        let id = state.next_page;
        state.pages.insert(id, PageQueue::default());
        state.left = None;
        id
    }

    /// Removes a page. Its orders for the world are carried out all the same, and what its mouse holds is released.
    pub(in crate::viewer) fn leave(&self, id: u64) {
        let mut state = self.lock();
        state.watches.remove(&id);
        let Some(queue) = state.pages.remove(&id) else { return };
        if state.pages.is_empty() {
            state.left = Some(Instant::now());
        }
        drop(state);
        self.keep_orders(queue.into_requests());
        let mut state = self.lock();
        state.release(id);
        self.changed.notify_all();
    }

    /// Number of open pages.
    pub fn pages(&self) -> usize {
        self.lock().pages.len()
    }

    /// Time since the last page left. `None` while pages are open, and before the first one opens.
    pub fn idle_time(&self) -> Option<Duration> {
        self.lock().left.map(|left| left.elapsed())
    }

    /// A page has drawn a model with all its geometry.
    pub(in crate::viewer) fn note_drawn(&self) {
        self.lock().drawn = true;
    }

    /// Whether a page has drawn a model.
    pub(in crate::viewer) fn is_drawn(&self) -> bool {
        self.lock().drawn
    }

    /// Width and height of the last picture size that a page sent, in CSS pixels.
    pub fn picture_size(&self) -> Option<[u32; 2]> {
        self.lock().size
    }

    pub(in crate::viewer) fn note_size(&self, size: [u32; 2]) {
        self.lock().size = Some(size);
    }

    /// Queues a request of a page. Waits while the queue is full. Returns `false` if the page is closed.
    pub(in crate::viewer) fn request(&self, id: u64, waiting: Waiting) -> bool {
        let is_full = |state: &mut State| {
            !state.closing && state.pages.get(&id).is_some_and(|queue| queue.is_full(&waiting.request))
        };
        let state = self.changed.wait_while(self.lock(), is_full);
        let mut state = state.unwrap_or_else(PoisonError::into_inner);
        let Some(queue) = state.pages.get_mut(&id) else { return false };
        queue.push(waiting);
        let open = !state.closing;
        self.changed.notify_all();
        open
    }

    /// A charge for the bytes of a page's messages.
    pub(in crate::viewer) fn charge(&self) -> Charge {
        self.incoming.charge()
    }

    /// The places of the pages that the server draws for.
    pub(in crate::viewer) fn drawing_places(&self) -> DrawingPlaces {
        self.drawing.clone()
    }

    /// Changes the queue of a page, and wakes its writer thread.
    pub(super) fn change_queue(&self, id: u64, change: impl FnOnce(&mut PageQueue)) {
        if let Some(queue) = self.lock().pages.get_mut(&id) {
            change(queue);
        }
        self.changed.notify_all();
    }

    /// Keeps a ping of a page until its writer thread answers.
    pub(in crate::viewer) fn ping(&self, id: u64, payload: Vec<u8>) {
        self.change_queue(id, |queue| queue.ping(payload));
    }

    /// Notes that a page sends nothing more. Its writer thread ends it.
    pub(in crate::viewer) fn end_requests(&self, id: u64) {
        self.change_queue(id, PageQueue::end);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::viewer::command::{Order, Request};
    use crate::viewer::dropped::DroppedModel;
    use crate::viewer::hub::{News, Seen};

    fn waiting(request: Request) -> Waiting {
        Waiting { request, _charge: Charge::default() }
    }

    fn taken(news: News) -> Vec<Request> {
        news.requests.into_iter().map(|waiting| waiting.request).collect()
    }

    fn load(name: &str) -> Order {
        Order::Load(Box::new(DroppedModel::new([(name.to_string(), vec![])]).unwrap()))
    }

    #[test]
    fn idle_time_starts_when_the_last_page_leaves() {
        let hub = Hub::default();
        assert_eq!(hub.idle_time(), None);
        let (a, b) = (hub.join(), hub.join());
        hub.leave(a);
        hub.leave(a);
        assert_eq!(hub.idle_time(), None);
        hub.leave(b);
        let left = hub.lock().left;
        assert!(left.is_some() && hub.idle_time().is_some());
        hub.leave(b);
        assert_eq!(hub.lock().left, left, "a page goes once");
        hub.join();
        assert_eq!(hub.idle_time(), None);
    }

    #[test]
    fn one_model_waits_at_a_time() {
        let hub = Hub::default();
        for order in [load("a"), Order::Play, load("b")] {
            assert!(hub.order(order));
        }
        assert_eq!(hub.orders(Duration::ZERO), [Order::Play, load("b")]);
        let (id, mut seen) = (hub.join(), Seen::default());
        std::thread::scope(|scope| {
            let sender = scope.spawn(|| ["a", "b"].map(|name| hub.request(id, waiting(Request::Order(load(name))))));
            let next = |seen: &mut Seen| taken(hub.news(id, seen, false, Duration::from_secs(9)));
            let mut found = next(&mut seen);
            assert_eq!(found.len(), 1, "the second model is not read before the first is taken");
            while found.len() < 2 {
                found.extend(next(&mut seen));
            }
            assert_eq!(sender.join().unwrap(), [true, true]);
        });
    }

    #[test]
    fn a_page_without_a_state_waits_without_turning_in_circles() {
        let hub = Hub::default();
        let (id, mut seen) = (hub.join(), Seen::default());
        hub.request(id, waiting(Request::Hold(1)));
        hub.request(id, waiting(Request::Order(Order::Play)));
        let (start, patience) = (Instant::now(), Duration::from_millis(20));
        assert!(taken(hub.news(id, &mut seen, true, patience)).is_empty() && start.elapsed() >= patience);
        hub.publish(|_| ());
        let requests = taken(hub.news(id, &mut seen, true, Duration::ZERO));
        assert_eq!(requests, [Request::Hold(1), Request::Order(Order::Play)]);
    }

    #[test]
    fn orders_of_a_page_that_leaves_are_carried_out() {
        let hub = Hub::default();
        let id = hub.join();
        for request in [Request::Hold(1), Request::Order(Order::Reload), Request::Order(Order::Play)] {
            assert!(hub.request(id, waiting(request)));
        }
        hub.end_requests(id);
        assert!(hub.news(id, &mut Seen::default(), true, Duration::ZERO).has_ended);
        hub.leave(id);
        assert_eq!(hub.orders(Duration::ZERO), [Order::Reload, Order::Play]);
    }
}
