//! Hoare's selection (1961) with the median of three: moves the element of a rank to its place, lower ones before it.
//!
//! With a total order every selection gives the same halves. Faces without area have no position, so the order of
//! bounding volumes is not total, and the halves depend on the exchanges. These are MuJoCo's exchanges.

use std::ops::Range;

/// Windows up to this length are sorted outright.
const SHORT: usize = 7;

/// Rearranges `items` so that the element of rank `rank` stands where a sort would put it.
pub(super) fn select<T: Copy>(items: &mut [T], rank: usize, before: &impl Fn(&T, &T) -> bool) {
    let (mut window, mut rank) = (items, rank);
    while rank < window.len() {
        match window.len() {
            0 | 1 => return,
            2 => {
                if before(&window[1], &window[0]) {
                    window.swap(0, 1);
                }
                return;
            }
            3 => {
                order_three(window, [0, 1, 2], before);
                return;
            }
            4..=SHORT => return sort_short(window, before),
            _ => {}
        }
        let Some(rest) = narrow(window, rank, before) else { return };
        rank -= rest.start;
        window = &mut window[rest];
    }
}

/// Splits a window about its median of three; returns the part that holds the rank, `None` when that is in place.
fn narrow<T: Copy>(w: &mut [T], rank: usize, before: &impl Fn(&T, &T) -> bool) -> Option<Range<usize>> {
    let last = w.len() - 1;
    let mut pivot = w.len() / 2;
    let mut exchanges = order_three(w, [0, pivot, last], before);
    let mut high = last;
    if !before(&w[0], &w[pivot]) {
        // the front is level with the pivot: the last element below it takes its place
        let Some(lower) = (1..last).rev().find(|&j| before(&w[j], &w[pivot])) else {
            return narrow_level(w, rank, before);
        };
        w.swap(0, lower);
        exchanges += 1;
        high = lower;
    }
    let mut split = 1;
    if split < high {
        let (at, swaps) = partition(w, split, high, &mut pivot, &|x, pivot| before(x, pivot));
        split = at;
        exchanges += swaps;
    }
    if split != pivot && before(&w[pivot], &w[split]) {
        w.swap(split, pivot);
        exchanges += 1;
    }
    let (side, rest) = if rank < split { (0..split, 0..split) } else { (split..w.len(), split + 1..w.len()) };
    let sorted = exchanges == 0 && w[side].windows(2).all(|pair| !before(&pair[1], &pair[0]));
    (rank != split && !sorted).then_some(rest)
}

/// Moves the elements equal to the front behind it, when no element is below the front. The rank is among them or in the
/// rest.
fn narrow_level<T: Copy>(w: &mut [T], rank: usize, before: &impl Fn(&T, &T) -> bool) -> Option<Range<usize>> {
    let last = w.len() - 1;
    let mut split = 1;
    if !before(&w[0], &w[last]) {
        let higher = (1..last).find(|&i| before(&w[0], &w[i]))?;
        w.swap(higher, last);
        split = higher + 1;
    }
    if split == last {
        return None;
    }
    let (split, _) = partition(w, split, last, &mut 0, &|x, front| !before(front, x));
    (rank >= split).then_some(split..w.len())
}

/// Moves two indices towards each other until they meet, and exchanges elements on the wrong side of the anchor. Returns
/// the index where they meet and the number of exchanges. Follows the anchor when it moves.
fn partition<T: Copy>(
    w: &mut [T],
    mut low: usize,
    mut high: usize,
    anchor: &mut usize,
    is_low: &impl Fn(&T, &T) -> bool,
) -> (usize, usize) {
    let mut exchanges = 0;
    loop {
        while low < w.len() - 1 && is_low(&w[low], &w[*anchor]) {
            low += 1;
        }
        high = (1..high).rev().find(|&j| is_low(&w[j], &w[*anchor])).unwrap_or(0);
        if low >= high {
            return (low, exchanges);
        }
        w.swap(low, high);
        exchanges += 1;
        if *anchor == low {
            *anchor = high;
        }
        low += 1;
    }
}

/// Orders the elements at three places; returns the number of exchanges.
fn order_three<T: Copy>(w: &mut [T], [a, b, c]: [usize; 3], before: &impl Fn(&T, &T) -> bool) -> usize {
    match (before(&w[b], &w[a]), before(&w[c], &w[b])) {
        (false, false) => 0,
        (true, true) => {
            w.swap(a, c);
            1
        }
        (false, true) => {
            w.swap(b, c);
            let again = before(&w[b], &w[a]);
            if again {
                w.swap(a, b);
            }
            1 + usize::from(again)
        }
        (true, false) => {
            w.swap(a, b);
            let again = before(&w[c], &w[b]);
            if again {
                w.swap(b, c);
            }
            1 + usize::from(again)
        }
    }
}

/// Sorts by picking the least of what is left.
fn sort_short<T: Copy>(w: &mut [T], before: &impl Fn(&T, &T) -> bool) {
    for i in 0..w.len() {
        let least = (i + 1..w.len()).fold(i, |least, j| if before(&w[j], &w[least]) { j } else { least });
        w.swap(i, least);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_agree_with_a_sort() {
        let mut random = oorandom::Rand32::new(12345);
        for len in 1..200 {
            let items: Vec<u32> = (0..len).map(|_| random.rand_range(0..32)).collect();
            let mut sorted = items.clone();
            sorted.sort_unstable();
            for rank in [0, len / 2, len - 1] {
                let mut w = items.clone();
                select(&mut w, rank, &|a, b| a < b);
                assert_eq!(w[rank], sorted[rank]);
                assert!(w[..rank].iter().all(|x| *x <= w[rank]) && w[rank..].iter().all(|x| *x >= w[rank]));
            }
        }
    }

    #[test]
    fn a_partial_order_loses_no_element() {
        let mut items: Vec<u32> = (0..100).collect();
        select(&mut items, 50, &|_, _| true);
        select(&mut items, 50, &|_, _| false);
        select(&mut items, 50, &|a, b| (a * 7919) % 13 < (b * 104_729) % 17);
        items.sort_unstable();
        assert_eq!(items, (0..100).collect::<Vec<_>>());
    }
}
