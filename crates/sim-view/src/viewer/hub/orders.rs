//! Orders of pages for the program that runs the world, and whose mouse holds something.

use crate::scene::Perturb;
use crate::viewer::command::{Order, Request};
use crate::viewer::hub::state::{Hub, State};
use crate::viewer::page_queue::Waiting;
use std::collections::VecDeque;
use std::sync::PoisonError;
use std::time::Duration;

/// Limit on waiting orders. More are dropped.
const MOST_ORDERS: usize = 1024;

impl State {
    /// Adds an order of the mouse. It replaces the one before it, which has no effect any more. A full list takes it too: a mouse that
    /// lets go must be heard.
    fn push_perturb(&mut self, perturb: Perturb) {
        if matches!(self.orders.back(), Some(Order::Perturb(_))) {
            self.orders.pop_back();
        }
        if self.orders.len() >= MOST_ORDERS {
            self.orders.retain(|order| !matches!(order, Order::Perturb(_)));
        }
        self.orders.push_back(Order::Perturb(Box::new(perturb)));
    }

    /// Releases what the mouse of a page holds, if it does.
    pub(super) fn release(&mut self, page: u64) {
        if let Some((_, held)) = self.holder.take_if(|(holder, _)| *holder == page) {
            self.push_perturb(Perturb { active: 0, ..held });
        }
    }
}

impl Hub {
    /// Takes the orders of pages. Waits for at most `patience`.
    pub fn orders(&self, patience: Duration) -> Vec<Order> {
        let mut state = self.lock();
        if state.orders.is_empty() && !patience.is_zero() && !state.closing {
            let waits = |state: &mut State| state.orders.is_empty() && !state.closing;
            let waited = self.changed.wait_timeout_while(state, patience, waits);
            state = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
        state.orders.drain(..).collect()
    }

    /// Adds an order. Returns `false` if too many wait.
    pub fn order(&self, order: Order) -> bool {
        let mut state = self.lock();
        match order {
            Order::Perturb(perturb) => state.push_perturb(*perturb),
            _ if state.orders.len() >= MOST_ORDERS => return false,
            order => {
                // the last model counts, because models are large
                if matches!(order, Order::Load(_)) {
                    state.orders.retain(|waiting| !matches!(waiting, Order::Load(_)));
                }
                state.orders.push_back(order);
            }
        }
        self.changed.notify_all();
        true
    }

    /// Orders what the mouse of a page holds or selects. The hub knows who holds, so that a page that is gone holds nothing.
    pub(in crate::viewer) fn perturb(&self, id: u64, perturb: Perturb) {
        let mut state = self.lock();
        // what a mouse does replaces what another one holds
        let holds = perturb.active != 0 && state.pages.contains_key(&id);
        state.holder = holds.then_some((id, perturb));
        state.push_perturb(perturb);
        self.changed.notify_all();
    }

    /// Passes on the orders among the requests of a page that is gone.
    pub(in crate::viewer) fn keep_orders(&self, requests: VecDeque<Waiting>) {
        for waiting in requests {
            if let Request::Order(order) = waiting.request {
                self.order(order);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn orders_beyond_the_limit_are_dropped() {
        let hub = Hub::default();
        let taken = (0..2 * MOST_ORDERS).filter(|_| hub.order(Order::Play)).count();
        assert_eq!((taken, hub.orders(Duration::ZERO).len()), (MOST_ORDERS, MOST_ORDERS));
        assert_eq!(hub.orders(Duration::from_millis(1)), []);
    }

    /// What the mouse holds by the last order, and the number of orders.
    fn last_hold(hub: &Hub) -> (Option<i32>, usize) {
        let orders = hub.orders(Duration::ZERO);
        let held = orders.last().and_then(|order| match order {
            Order::Perturb(perturb) => Some(perturb.active),
            _ => None,
        });
        (held, orders.len())
    }

    #[test]
    fn a_page_that_leaves_releases_what_it_holds_while_another_page_stays() {
        let hub = Hub::default();
        let (gone, other) = (hub.join(), hub.join());
        let held = Perturb { select: 1, active: Perturb::TRANSLATE, ..Perturb::default() };
        hub.perturb(gone, held);
        assert_eq!(last_hold(&hub), (Some(Perturb::TRANSLATE), 1));
        // whatever became of its threads
        hub.leave(gone);
        assert_eq!((last_hold(&hub), hub.pages()), ((Some(0), 1), 1));
        hub.leave(gone);
        assert_eq!(last_hold(&hub), (None, 0), "once");
        // the other page has taken over
        let gone = hub.join();
        hub.perturb(gone, held);
        hub.perturb(other, held);
        hub.orders(Duration::ZERO);
        hub.leave(gone);
        assert_eq!(last_hold(&hub), (None, 0), "what another page holds stays");
        hub.perturb(other, Perturb::default());
        hub.orders(Duration::ZERO);
        hub.leave(other);
        assert_eq!(last_hold(&hub), (None, 0), "it had let go");
        // a page that has left holds nothing more
        hub.perturb(gone, held);
        hub.orders(Duration::ZERO);
        assert!(hub.lock().holder.is_none());
    }

    #[test]
    fn a_release_is_heard_when_too_many_orders_wait() {
        let hub = Hub::default();
        let id = hub.join();
        let held = Perturb { select: 1, active: Perturb::TRANSLATE, ..Perturb::default() };
        hub.perturb(id, held);
        assert!(!(0..2 * MOST_ORDERS).all(|_| hub.order(Order::Play)));
        hub.perturb(id, held);
        hub.leave(id);
        let (held, count) = last_hold(&hub);
        assert!(held == Some(0) && count <= MOST_ORDERS + 1, "{held:?} {count}");
        let full = Hub::default();
        assert!((0..MOST_ORDERS).all(|_| full.order(Order::Play)));
        assert!((0..9).all(|_| full.order(Order::Perturb(Box::default()))));
        assert_eq!(last_hold(&full), (Some(0), MOST_ORDERS + 1));
    }
}
