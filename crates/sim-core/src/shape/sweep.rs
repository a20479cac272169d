//! A sweep along an axis: pairs of boxes that overlap, out of many.
//!
//! Boxes are put in the order of their lower ends along the axis in which they are spread most; each is compared with those
//! that begin before it ends. A thousand boxes side by side have many of those, so many boxes are cut into strips along the next
//! axis first, each box in all strips it reaches. Ends are rounded to single precision: rounding keeps their order, so that
//! boxes that overlap still do, and the others are separated in double precision.

use super::extent::Extent;

/// Boxes that are quicker compared each with each than put in order.
const HANDFUL: usize = 10;
/// Boxes that one strip is enough for.
const FEW: usize = 48;
/// Width of a strip in mean sizes of a box: in narrower ones, boxes lie in too many.
const STRIP: f64 = 2.0;

/// A box as the sweep sees it.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Mark {
    /// Along the sweep.
    start: f32,
    end: f32,
    /// Along the axis of the strips.
    low: f32,
    high: f32,
    /// First and last strip it reaches.
    strips: [u32; 2],
}

/// Scratch space of a sweep.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Sweep {
    /// By box.
    marks: Vec<Mark>,
    /// Boxes of one strip after the other: a number in the order of their starts, and which box.
    order: Vec<u64>,
    /// Where each strip ends in that list.
    ends: Vec<u32>,
    /// The boxes of one strip in order, and which they are.
    line: Vec<(Mark, u32)>,
}

impl Sweep {
    /// Calls `found` once for each pair of `count` boxes that overlap, in no order to rely on.
    pub fn overlaps<'a>(
        &mut self,
        count: usize,
        extent: impl Fn(usize) -> &'a Extent,
        mut found: impl FnMut(usize, usize),
    ) {
        if count <= HANDFUL {
            for i in 0..count {
                for j in (i + 1..count).filter(|&j| extent(i).overlaps(extent(j))) {
                    found(i, j);
                }
            }
            return;
        }
        self.fill(count, &extent);
        let Self { marks, order, ends, line } = self;
        let mut begin = 0;
        for (strip, &end) in (0u32..).zip(&*ends) {
            let boxes = &mut order[begin as usize..end as usize];
            begin = end;
            boxes.sort_unstable();
            line.clear();
            line.extend(boxes.iter().map(|&key| (marks[key as u32 as usize], key as u32)));
            for (n, (a, i)) in line.iter().enumerate() {
                for (b, j) in line[n + 1..].iter().take_while(|(b, _)| b.start <= a.end) {
                    // a pair that meets in several strips counts in the first
                    let meets = (a.low <= b.high) & (b.low <= a.high) & (a.strips[0].max(b.strips[0]) == strip);
                    let (i, j) = (*i as usize, *j as usize);
                    if meets && extent(i).overlaps(extent(j)) {
                        found(i, j);
                    }
                }
            }
        }
    }

    /// Puts the boxes into strips, by counting.
    fn fill<'a>(&mut self, count: usize, extent: &impl Fn(usize) -> &'a Extent) {
        let Self { marks, order, ends, line } = self;
        let Spread { along, across, strips } = Spread::of(count, extent);
        ends.clear();
        ends.resize(strips.count, 0);
        marks.clear();
        marks.extend((0..count).map(extent).map(|e| {
            let (low, high) = (e.low[across], e.high[across]);
            let reached = [strips.at(low), strips.at(high)];
            for end in ends.iter_mut().take(reached[1] as usize + 1).skip(reached[0] as usize) {
                *end += 1;
            }
            let [start, end] = [e.low[along], e.high[along]];
            Mark { start: start as f32, end: end as f32, low: low as f32, high: high as f32, strips: reached }
        }));
        let mut sum = 0;
        for end in &mut *ends {
            (*end, sum) = (sum, sum + *end);
        }
        // a box is in two strips and a half on average at most
        order.reserve(3 * count);
        line.reserve(count);
        order.resize(sum as usize, 0);
        for (place, mark) in (0u64..).zip(&*marks) {
            let [first, last] = mark.strips;
            for end in ends.iter_mut().take(last as usize + 1).skip(first as usize) {
                order[*end as usize] = ordered(mark.start) << 32 | place;
                *end += 1;
            }
        }
    }
}

/// A number whose order is that of `x`.
#[inline]
fn ordered(x: f32) -> u64 {
    let bits = x.to_bits();
    u64::from(if bits >> 31 == 0 { bits | 1 << 31 } else { !bits })
}

/// Strips across the sweep.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Strips {
    origin: f64,
    /// Strips per length.
    density: f64,
    count: usize,
}

impl Strips {
    const ONE: Self = Self { origin: 0.0, density: 0.0, count: 1 };

    /// The strip of a coordinate; never less for a greater one.
    #[inline]
    fn at(&self, x: f64) -> u32 {
        // what is not a number is in the first
        (((x - self.origin) * self.density) as u32).min(self.count as u32 - 1)
    }
}

/// How boxes lie in space.
struct Spread {
    /// Axis of the world along which they are spread most.
    along: usize,
    /// The next one.
    across: usize,
    strips: Strips,
}

impl Spread {
    fn of<'a>(count: usize, extent: &impl Fn(usize) -> &'a Extent) -> Self {
        let (mut sum, mut squares, mut sizes) = ([0.0; 3], [0.0; 3], [0.0; 3]);
        let (mut low, mut high) = ([f64::INFINITY; 3], [f64::NEG_INFINITY; 3]);
        for e in (0..count).map(extent) {
            for j in 0..3 {
                let middle = e.low[j] + e.high[j];
                sum[j] += middle;
                squares[j] += middle * middle;
                sizes[j] += e.high[j] - e.low[j];
                low[j] = e.low[j].min(low[j]);
                high[j] = e.high[j].max(high[j]);
            }
        }
        let n = count.max(1) as f64;
        let spread = |j: usize| squares[j] - sum[j] * sum[j] / n;
        let most = |a: usize, b: usize| if spread(b) > spread(a) { b } else { a };
        let along = most(most(0, 1), 2);
        let across = most((along + 1) % 3, (along + 2) % 3);
        let width = STRIP * sizes[across] / n;
        let fitting = (high[across] - low[across]) / width;
        // more strips than bodies in one of them would not pay
        let count = (fitting.min(n.sqrt())) as usize;
        let strips = if n > FEW as f64 && count > 1 && width > 0.0 && fitting.is_finite() {
            Strips { origin: low[across], density: count as f64 / (high[across] - low[across]), count }
        } else {
            Strips::ONE
        };
        Self { along, across, strips }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Boxes of all sizes, some of them huge, empty or not numbers, many ends in common.
    fn boxes(count: usize) -> Vec<Extent> {
        let mut random = oorandom::Rand32::new(7);
        let mut number = |n: u32| f64::from(random.rand_range(0..n));
        (0..count)
            .map(|i| {
                let low = [number(40), 1e6 + 0.01 * number(3000), number(7)];
                let size = if i % 50 == 0 { 100.0 } else { 0.5 + 0.5 * number(3) };
                let mut high = low.map(|x| x + size);
                match i % 97 {
                    95 => high[1] = f64::NAN,
                    96 => high = [f64::NEG_INFINITY; 3],
                    _ => {}
                }
                Extent { low, high }
            })
            .collect()
    }

    #[test]
    fn a_sweep_finds_each_pair_once() {
        for count in [0, 1, HANDFUL, FEW, 400] {
            let boxes: Vec<Extent> = boxes(count).into_iter().filter(|e| !e.high[1].is_nan()).collect();
            let pairs = (0..boxes.len()).flat_map(|i| (i + 1..boxes.len()).map(move |j| (i, j)));
            let expected: Vec<(usize, usize)> = pairs.filter(|&(i, j)| boxes[i].overlaps(&boxes[j])).collect();
            let mut found = Vec::new();
            Sweep::default().overlaps(boxes.len(), |i| &boxes[i], |i, j| found.push((i.min(j), i.max(j))));
            found.sort_unstable();
            assert_eq!(found, expected);
        }
    }

    #[test]
    fn anything_can_be_swept() {
        let boxes = boxes(400);
        Sweep::default().overlaps(boxes.len(), |i| &boxes[i], |_, _| ());
    }

    #[test]
    fn crowds_are_cut_into_strips() {
        let grid: Vec<Extent> = (0..900)
            .map(|i| {
                let low = [f64::from(i % 30), f64::from(i / 30), 0.0];
                Extent { low, high: low.map(|x| x + 0.5) }
            })
            .collect();
        let spread = Spread::of(grid.len(), &|i: usize| &grid[i]);
        assert!(spread.strips.count > 20, "{:?}", spread.strips);
    }
}
