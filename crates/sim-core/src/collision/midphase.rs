//! Middle phase: geoms of two bodies whose boxes meet, by descending the bodies' hierarchies of boxes together
//! (Gottschalk, Lin, Manocha 1996; face normals only).

use super::filter;
use crate::arrays::Flag;
use crate::math::{Mat3, Vec3, mat3, row, rows, vec3};
use crate::model::Model;
use crate::scratch::pair::{self, GeomPair, is_collidable};
use crate::stage::{Candidates, GeomPoses};

/// Half-size from which a box has no end.
const ENDLESS: f64 = 1e10;

/// Geoms of two bodies up to which so few boxes are compared that multiplying the frames beforehand does not pay.
const SMALL: i32 = 4;

/// Pairs of geoms of two bodies up to which their bounding spheres are compared before the hierarchies are descended.
const FEW: usize = 32;

/// A box in the frame of its owner: centre and half-sizes.
type Aabb = [f64; 6];

/// A pose.
#[derive(Clone, Copy)]
struct Frame<'a> {
    pos: &'a Vec3,
    mat: &'a Mat3,
}

/// Two frames with their axes multiplied once for all boxes in them.
struct Relation {
    /// `[i][j][k]`: axes of frame `i` along axis `k` of frame `j`.
    product: [[[Vec3; 3]; 2]; 2],
    /// `[i][j][k]`: origin of frame `i` along axis `k` of frame `j`.
    offset: [[Vec3; 2]; 2],
}

impl Relation {
    fn new(frames: [Frame<'_>; 2]) -> Self {
        let mut out = Self { product: [[[[0.0; 3]; 3]; 2]; 2], offset: [[[0.0; 3]; 2]; 2] };
        for (i, from) in frames.iter().enumerate() {
            for (j, to) in frames.iter().enumerate() {
                for k in 0..3 {
                    let axis = mat3::col(to.mat, k);
                    out.product[i][j][k] = std::array::from_fn(|l| vec3::dot(mat3::col(from.mat, l), axis));
                    out.offset[i][j][k] = vec3::dot(*from.pos, axis);
                }
            }
        }
        out
    }

    /// Whether no face normal of the boxes separates them by more than `margin`.
    fn boxes_meet(&self, boxes: [&Aabb; 2], margin: f64) -> bool {
        no_face_between(boxes, margin, |i, j, k| {
            let (b, axes) = (boxes[i], self.product[i][j][k]);
            (b[0] * axes[0] + b[1] * axes[1] + b[2] * axes[2] + self.offset[i][j][k], axes)
        })
    }
}

/// Whether two boxes in different frames meet. It stops at the first axis that separates them.
fn boxes_meet_once(frames: &[Frame<'_>; 2], boxes: [&Aabb; 2], margin: f64) -> bool {
    let centre = |i: usize| {
        let (b, frame) = (boxes[i], &frames[i]);
        vec3::add(mat3::mul_vec(frame.mat, [b[0], b[1], b[2]]), *frame.pos)
    };
    let centres = [centre(0), centre(1)];
    no_face_between(boxes, margin, |i, j, k| {
        let axis = mat3::col(frames[j].mat, k);
        let axes = std::array::from_fn(|l| vec3::dot(mat3::col(frames[i].mat, l), axis));
        (vec3::dot(centres[i], axis), axes)
    })
}

/// Whether no face normal of the boxes separates them by more than `margin`. Normals of a box opposite one without end
/// do not count. `along(i, j, k)` gives the centre of box `i` and the axes of its frame along axis `k` of frame `j`.
#[inline(always)]
fn no_face_between(boxes: [&Aabb; 2], margin: f64, along: impl Fn(usize, usize, usize) -> (f64, Vec3)) -> bool {
    let endless = |b: &Aabb| [b[3] >= ENDLESS, b[4] >= ENDLESS, b[5] >= ENDLESS];
    let ends = boxes.map(endless);
    if ends.iter().any(|e| e.iter().all(|&x| x)) {
        return true;
    }
    for j in 0..2 {
        if ends[1 - j].contains(&true) {
            continue;
        }
        for k in 0..3 {
            let (mut centre, mut radius) = ([0.0; 2], [0.0; 2]);
            for i in 0..2 {
                let (b, (middle, axes)) = (boxes[i], along(i, j, k));
                centre[i] = middle;
                radius[i] = (b[3] * axes[0]).abs() + (b[4] * axes[1]).abs() + (b[5] * axes[2]).abs();
            }
            if radius[0] + radius[1] + margin < (centre[1] - centre[0]).abs() {
                return false;
            }
        }
    }
    true
}

/// The hierarchy of a body.
struct Tree<'a> {
    m: &'a Model,
    root: usize,
}

impl<'a> Tree<'a> {
    fn bounds(&self, node: usize) -> &'a Aabb {
        &rows(&self.m.bvh_aabb)[self.root + node]
    }

    fn children(&self, node: usize) -> [i32; 2] {
        self.m.bvh_child.as_chunks().0[self.root + node]
    }

    /// The geom of a leaf.
    fn leaf(&self, node: usize) -> Option<usize> {
        if self.children(node).iter().all(|&c| c < 0) {
            usize::try_from(self.m.bvh_nodeid[self.root + node]).ok()
        } else {
            None
        }
    }

    /// The measure that decides which tree is descended first.
    fn extent(&self, node: usize) -> f64 {
        let b = self.bounds(node);
        let (x, y, z) = (b[3] - b[0], b[4] - b[1], b[5] - b[2]);
        x * y + y * z + z * x
    }
}

fn geom_frame(d: GeomPoses<'_>, g: usize) -> Frame<'_> {
    Frame { pos: &rows(d.geom_xpos)[g], mat: &rows(d.geom_xmat)[g] }
}

/// How near two geoms have to be.
#[inline]
fn leaf_margin(m: &Model, g1: usize, g2: usize) -> f64 {
    pair::margin(m, m.geom_margin[g1] + m.geom_margin[g2]) + m.geom_gap[g1] + m.geom_gap[g2]
}

/// Whether the bodies have few geoms and no two of them are near. Most pairs of bodies are rejected here, without their hierarchies.
fn are_clearly_apart(m: &Model, d: GeomPoses<'_>, bodies: [usize; 2]) -> bool {
    let [geoms1, geoms2] = bodies.map(|b| filter::geoms(m, b));
    if geoms1.len() * geoms2.len() > FEW {
        return false;
    }
    for g1 in geoms1 {
        for g2 in geoms2.clone() {
            if filter::spheres_meet(m, d, g1, g2, leaf_margin(m, g1, g2)) {
                return false;
            }
        }
    }
    true
}

/// Whether bounding spheres and boxes of two geoms meet.
pub(super) fn leaves_meet(m: &Model, d: GeomPoses<'_>, g1: usize, g2: usize) -> bool {
    let margin = leaf_margin(m, g1, g2);
    if !filter::spheres_meet(m, d, g1, g2, margin) {
        return false;
    }
    let boxes = [&rows(&m.geom_aabb)[g1], &rows(&m.geom_aabb)[g2]];
    // an infinite box meets everything: checked before its frame is computed
    has_no_end(boxes[0])
        || has_no_end(boxes[1])
        || boxes_meet_once(&[geom_frame(d, g1), geom_frame(d, g2)], boxes, margin)
}

fn has_no_end(b: &Aabb) -> bool {
    b[3] >= ENDLESS && b[4] >= ENDLESS && b[5] >= ENDLESS
}

/// Whether a face normal of the geoms' boxes separates them by more than `margin`.
///
/// Like `no_face_between`, but in the frame of each box in turn, where its own axes are unit vectors. This needs far fewer
/// products, but rounds differently from MuJoCo: use it only if rounding does not decide.
pub fn boxes_apart(m: &Model, d: GeomPoses<'_>, g1: usize, g2: usize, margin: f64) -> bool {
    let (box1, box2): (&Aabb, &Aabb) = (&rows(&m.geom_aabb)[g1], &rows(&m.geom_aabb)[g2]);
    let (mat1, mat2): (&Mat3, &Mat3) = (&rows(d.geom_xmat)[g1], &rows(d.geom_xmat)[g2]);
    let centre =
        |b: &Aabb, mat: &Mat3, g: usize| vec3::add(mat3::mul_vec(mat, [b[0], b[1], b[2]]), row(d.geom_xpos, g));
    let between = vec3::sub(centre(box2, mat2, g2), centre(box1, mat1, g1));
    // how far the axes of the first reach along those of the second
    let mut reach = [[0.0; 3]; 3];
    for i in 0..3 {
        let along = mat3::mul_t_vec(mat2, mat3::col(mat1, i));
        reach[i] = along.map(f64::abs);
        let radius = box1[3 + i] + reach[i][0] * box2[3] + reach[i][1] * box2[4] + reach[i][2] * box2[5];
        if vec3::dot(mat3::col(mat1, i), between).abs() > radius + margin {
            return true;
        }
    }
    let offset = mat3::mul_t_vec(mat2, between);
    (0..3).any(|j| {
        let radius = box2[3 + j] + reach[0][j] * box1[3] + reach[1][j] * box1[4] + reach[2][j] * box1[5];
        offset[j].abs() > radius + margin
    })
}

/// Adds the pairs of geoms that meet and that `permitted` lets through, sorted; `stack` is work space.
pub fn geom_pairs(
    m: &Model,
    d: &mut Candidates<'_>,
    bodies: [usize; 2],
    permitted: impl Fn(usize, usize) -> bool,
    stack: &mut Vec<[u32; 2]>,
    out: &mut Vec<GeomPair>,
) {
    let mark = m.vis.global.bvactive != 0;
    if !mark && are_clearly_apart(m, GeomPoses!(d), bodies) {
        return;
    }
    let [b1, b2] = bodies;
    let trees = bodies.map(|b| Tree { m, root: m.body_bvhadr[b] as usize });
    let frames = bodies.map(|b| Frame { pos: &rows(d.xipos)[b], mat: &rows(d.ximat)[b] });
    // most pairs are separated by their outermost boxes, so the frames are multiplied only after these
    let (mut relation, mut is_first) = (None, true);
    let is_small = bodies.iter().map(|&b| m.body_geomnum[b]).sum::<i32>() <= SMALL;
    let margin = pair::margin(m, m.body_margin[b1] + m.body_margin[b2]);
    let start = out.len();
    stack.clear();
    stack.push([0, 0]);
    let most = m.max_pairs();
    while let Some([node1, node2]) = stack.pop() {
        // the caller returns an error for so many pairs
        if out.len() > most {
            return;
        }
        let nodes = [node1 as usize, node2 as usize];
        let leaves = [trees[0].leaf(nodes[0]), trees[1].leaf(nodes[1])];
        let meet = if let [Some(g1), Some(g2)] = leaves {
            let meet = leaves_meet(m, GeomPoses!(d), g1, g2);
            if meet && permitted(g1, g2) {
                let pair = GeomPair::new(m, g1, g2, None);
                if is_collidable(m.geom_type[pair.g1 as usize], m.geom_type[pair.g2 as usize]) {
                    out.push(pair);
                }
            }
            meet
        } else {
            let boxes = [trees[0].bounds(nodes[0]), trees[1].bounds(nodes[1])];
            let is_once = std::mem::take(&mut is_first) || is_small;
            if has_no_end(boxes[0]) || has_no_end(boxes[1]) {
                true
            } else if is_once {
                boxes_meet_once(&frames, boxes, margin)
            } else {
                relation.get_or_insert_with(|| Relation::new(frames)).boxes_meet(boxes, margin)
            }
        };
        if !meet {
            continue;
        }
        if mark {
            for (tree, node) in trees.iter().zip(nodes) {
                d.bvh_active[tree.root + node] = Flag::ON;
            }
        }
        let descend = match leaves {
            [Some(_), Some(_)] => continue,
            [None, Some(_)] => 0,
            [Some(_), None] => 1,
            [None, None] => usize::from(trees[0].extent(nodes[0]) <= trees[1].extent(nodes[1])),
        };
        for child in trees[descend].children(nodes[descend]) {
            if let Ok(child) = u32::try_from(child) {
                stack.push(if descend == 0 { [child, node2] } else { [node1, child] });
            }
        }
    }
    out[start..].sort_unstable_by_key(|p| (p.g1, p.g2));
}

#[cfg(test)]
mod tests {
    use super::*;

    fn relation(x: f64) -> Relation {
        let frame = |pos| Frame { pos, mat: &mat3::IDENTITY };
        Relation::new([frame(&[0.0; 3]), frame(&[x, 0.0, 0.0])])
    }

    #[test]
    fn boxes_meet_within_the_margin() {
        let b = [0.0, 0.0, 0.0, 0.5, 0.5, 0.5];
        assert!(relation(0.9).boxes_meet([&b, &b], 0.0));
        assert!(!relation(1.1).boxes_meet([&b, &b], 0.0));
        assert!(relation(1.1).boxes_meet([&b, &b], 0.2));
        let endless = [0.0, 0.0, 0.0, 1e10, 1e10, 1e10];
        assert!(relation(5.0).boxes_meet([&b, &endless], 0.0));
    }
}
