//! An ordered list of numbers with constant-time removal, and two positions that stay valid through changes.

/// No element.
pub(super) const NONE: u32 = u32::MAX;

/// A doubly linked list over the numbers of a store.
#[derive(Debug)]
pub(super) struct Chain {
    links: Vec<Link>,
    head: u32,
    tail: u32,
    len: usize,
    /// The next element to work on; `NONE` at the end.
    pub cursor: u32,
    /// The first new element; `NONE` when there is none.
    pub new: u32,
    /// Whether appended elements count as new.
    pub watch: bool,
}

#[derive(Clone, Copy, Debug)]
struct Link {
    prev: u32,
    next: u32,
    linked: bool,
}

impl Chain {
    pub(super) fn new() -> Self {
        Self { links: vec![], head: NONE, tail: NONE, len: 0, cursor: NONE, new: NONE, watch: false }
    }

    pub(super) fn first(&self) -> u32 {
        self.head
    }

    pub(super) fn len(&self) -> usize {
        self.len
    }

    /// The element after another; `NONE` after the last one.
    pub(super) fn after(&self, i: u32) -> u32 {
        self.links.get(i as usize).map_or(NONE, |l| l.next)
    }

    /// The elements from one on.
    pub(super) fn from(&self, start: u32) -> impl Iterator<Item = u32> + '_ {
        let mut at = start;
        std::iter::from_fn(move || {
            let here = at;
            at = self.after(here);
            (here != NONE).then_some(here)
        })
    }

    /// Adds an element at the end. Positions at the end move to it.
    pub(super) fn push(&mut self, i: u32) {
        self.insert_before(NONE, i);
        if self.cursor == NONE {
            self.cursor = i;
        }
        if self.watch && self.new == NONE {
            self.new = i;
        }
    }

    /// Removes an element. Positions on it move to the next one.
    pub(super) fn remove(&mut self, i: u32) {
        let Some(link) = self.links.get_mut(i as usize).filter(|l| l.linked) else { return };
        let Link { prev, next, .. } = *link;
        link.linked = false;
        self.len -= 1;
        if let Some(l) = self.links.get_mut(prev as usize) {
            l.next = next;
        } else {
            self.head = next;
        }
        if let Some(l) = self.links.get_mut(next as usize) {
            l.prev = prev;
        } else {
            self.tail = prev;
        }
        if self.cursor == i {
            self.cursor = next;
        }
        if self.new == i {
            self.new = next;
        }
    }

    /// Moves an element to the end.
    pub(super) fn move_up(&mut self, i: u32) {
        self.remove(i);
        self.push(i);
    }

    /// Moves an element to just before the cursor, and the cursor to it.
    pub(super) fn move_to_cursor(&mut self, i: u32) {
        self.remove(i);
        self.insert_before(self.cursor, i);
        self.cursor = i;
    }

    fn insert_before(&mut self, next: u32, i: u32) {
        let at = i as usize;
        if self.links.len() <= at {
            self.links.resize(at + 1, Link { prev: NONE, next: NONE, linked: false });
        }
        let prev = self.links.get(next as usize).map_or(self.tail, |l| l.prev);
        self.links[at] = Link { prev, next, linked: true };
        self.len += 1;
        if let Some(l) = self.links.get_mut(prev as usize) {
            l.next = i;
        } else {
            self.head = i;
        }
        if let Some(l) = self.links.get_mut(next as usize) {
            l.prev = i;
        } else {
            self.tail = i;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(c: &Chain) -> Vec<u32> {
        c.from(c.first()).collect()
    }

    #[test]
    fn places_follow_changes() {
        let mut c = Chain::new();
        (0..4).for_each(|i| c.push(i));
        assert_eq!((all(&c), c.cursor), (vec![0, 1, 2, 3], 0));
        c.move_up(0);
        assert_eq!((all(&c), c.cursor), (vec![1, 2, 3, 0], 1));
        c.move_to_cursor(3);
        assert_eq!((all(&c), c.cursor), (vec![3, 1, 2, 0], 3));
        c.watch = true;
        c.push(7);
        c.push(8);
        c.remove(7);
        c.remove(7);
        assert_eq!((all(&c), c.new, c.len()), (vec![3, 1, 2, 0, 8], 8, 5));
        c.cursor = 8;
        c.remove(8);
        assert_eq!((c.cursor, c.new), (NONE, NONE));
    }
}
