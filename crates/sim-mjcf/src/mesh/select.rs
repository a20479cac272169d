//! Partial sort: puts the n-th smallest element in its place, smaller ones before it.
//!
//! With a total order any selection gives the same two halves. The orders used here are not total (a tolerance,
//! not-a-number positions of faces without area), and then the halves depend on which comparisons are made: this
//! is the sequence of comparisons and swaps of the C++ library the reference is built with.

/// Ranges this short are sorted outright.
const SMALL: usize = 7;

/// Rearranges `v` around position `n`.
pub(super) fn nth<T: Copy>(v: &mut [T], n: usize, less: impl Fn(&T, &T) -> bool) {
    let (mut first, mut last) = (0, v.len());
    while n < last {
        match last - first {
            0 | 1 => return,
            2 => {
                if less(&v[last - 1], &v[first]) {
                    v.swap(first, last - 1);
                }
                return;
            }
            3 => {
                sort3(v, first, first + 1, last - 1, &less);
                return;
            }
            4..=SMALL => return selection_sort(&mut v[first..last], &less),
            _ => {}
        }
        match partition(v, first, last, n, &less) {
            Some((a, b)) => (first, last) = (a, b),
            None => return,
        }
    }
}

/// Sorts three positions; returns the number of swaps.
fn sort3<T: Copy>(v: &mut [T], x: usize, y: usize, z: usize, less: &impl Fn(&T, &T) -> bool) -> usize {
    if !less(&v[y], &v[x]) {
        if !less(&v[z], &v[y]) {
            return 0;
        }
        v.swap(y, z);
        if less(&v[y], &v[x]) {
            v.swap(x, y);
            return 2;
        }
        return 1;
    }
    if less(&v[z], &v[y]) {
        v.swap(x, z);
        return 1;
    }
    v.swap(x, y);
    if less(&v[z], &v[y]) {
        v.swap(y, z);
        return 2;
    }
    1
}

fn selection_sort<T: Copy>(v: &mut [T], less: &impl Fn(&T, &T) -> bool) {
    for i in 0..v.len().saturating_sub(1) {
        let mut min = i;
        for j in i + 1..v.len() {
            if less(&v[j], &v[min]) {
                min = j;
            }
        }
        v.swap(i, min);
    }
}

/// One round: splits `first..last` about the median of three and returns the part that holds `n`, or `None` when
/// `n` is in place.
fn partition<T: Copy>(
    v: &mut [T],
    first: usize,
    last: usize,
    n: usize,
    less: &impl Fn(&T, &T) -> bool,
) -> Option<(usize, usize)> {
    let mut pivot = first + (last - first) / 2;
    let mut swaps = sort3(v, first, pivot, last - 1, less);
    let (mut i, mut j) = (first, last - 1);
    if !less(&v[i], &v[pivot]) {
        // the first element equals the pivot: look from above for one that belongs below
        loop {
            j -= 1;
            if i == j {
                return equal_run(v, first, last, n, less);
            }
            if less(&v[j], &v[pivot]) {
                v.swap(i, j);
                swaps += 1;
                break;
            }
        }
    }
    i += 1;
    if i < j {
        loop {
            while i < last - 1 && less(&v[i], &v[pivot]) {
                i += 1;
            }
            loop {
                j -= 1;
                if j == first || less(&v[j], &v[pivot]) {
                    break;
                }
            }
            if i >= j {
                break;
            }
            v.swap(i, j);
            swaps += 1;
            if pivot == i {
                pivot = j;
            }
            i += 1;
        }
    }
    if i != pivot && less(&v[pivot], &v[i]) {
        v.swap(i, pivot);
        swaps += 1;
    }
    if n == i {
        return None;
    }
    let (from, to) = if n < i { (first, i) } else { (i, last) };
    if swaps == 0 && v[from..to].windows(2).all(|w| !less(&w[1], &w[0])) {
        return None;
    }
    Some(if n < i { (first, i) } else { (i + 1, last) })
}

/// The first element is not greater than any other: gathers its equals in front.
fn equal_run<T: Copy>(
    v: &mut [T],
    first: usize,
    last: usize,
    n: usize,
    less: &impl Fn(&T, &T) -> bool,
) -> Option<(usize, usize)> {
    let (mut i, mut j) = (first + 1, last - 1);
    if !less(&v[first], &v[j]) {
        loop {
            if i == j {
                return None;
            }
            if less(&v[first], &v[i]) {
                v.swap(i, j);
                i += 1;
                break;
            }
            i += 1;
        }
    }
    if i == j {
        return None;
    }
    loop {
        while i < last - 1 && !less(&v[first], &v[i]) {
            i += 1;
        }
        loop {
            j -= 1;
            if j == first || !less(&v[first], &v[j]) {
                break;
            }
        }
        if i >= j {
            break;
        }
        v.swap(i, j);
        i += 1;
    }
    (n >= i).then_some((i, last))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn selects_like_a_sort() {
        let mut state = 12345u32;
        for len in 1..200 {
            let v: Vec<u32> = (0..len)
                .map(|_| {
                    state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                    state >> 27
                })
                .collect();
            let mut sorted = v.clone();
            sorted.sort_unstable();
            for n in [0, len / 2, len - 1] {
                let mut w = v.clone();
                nth(&mut w, n, |a, b| a < b);
                assert_eq!(w[n], sorted[n]);
                assert!(w[..n].iter().all(|x| *x <= w[n]) && w[n..].iter().all(|x| *x >= w[n]));
            }
        }
    }

    #[test]
    fn nonsense_orders_do_no_harm() {
        let mut v: Vec<u32> = (0..100).collect();
        nth(&mut v, 50, |_, _| true);
        nth(&mut v, 50, |_, _| false);
        nth(&mut v, 50, |a, b| (a * 7919) % 13 < (b * 104_729) % 17);
        v.sort_unstable();
        assert_eq!(v, (0..100).collect::<Vec<_>>());
    }
}
