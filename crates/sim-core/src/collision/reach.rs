//! The list of pairs for engines that collide geoms elsewhere: everything about a pair that does not hang on the poses.

use super::params;
use crate::data::Contact;
use crate::model::{DisableFlags, GeomType, Model};
use crate::scratch::collision::{Group, Listed, PairList, Test};

/// Two geoms that may touch, in the order in which the search meets the pairs.
///
/// ```
/// use sim_core::Model;
/// use sim_core::binding::collision::near_pairs;
///
/// let model = Model::example();
/// let pairs = near_pairs(&model, 1000).ok_or("too many pairs")?;
/// assert_eq!(pairs[0].geoms, [0, 1]);
/// assert_eq!(pairs[0].contact(0.0, [0.0; 3], [0.0; 9]).geom(), [0, 1]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct NearPair {
    /// The geoms, that of the lower type first: the order in which contacts have them.
    pub geoms: [usize; 2],
    /// The explicit pair that names them.
    pub explicit: Option<usize>,
    /// Distance below which contacts are detected (m): margin and gap.
    pub reach: f64,
    /// Largest distance of the geoms' centres, or of the second one's centre from the plane that is the first, at which they may
    /// touch (m); `None` if nothing bounds it.
    pub bound: Option<f64>,
    /// The boxes of bodies and geoms may reject the pair although the geoms are within reach; only a search decides.
    pub asks_boxes: bool,
    prototype: Contact,
}

impl NearPair {
    fn new(m: &Model, group: &Group, listed: &Listed) -> Self {
        let geoms = [listed.pair.g1 as usize, listed.pair.g2 as usize];
        Self {
            geoms,
            explicit: listed.pair.pair.map(|p| p as usize),
            reach: listed.reach,
            bound: (listed.near.test != Test::Always).then_some(listed.near.bound),
            asks_boxes: asks_boxes(m, group, listed),
            prototype: params::prototype(m, &listed.pair),
        }
    }

    /// A contact without a place: what all contacts of the pair share.
    pub fn prototype(&self) -> &Contact {
        &self.prototype
    }

    /// The contact of the pair at a place.
    pub fn contact(&self, dist: f64, pos: [f64; 3], frame: [f64; 9]) -> Contact {
        params::at_place(&self.prototype, dist, pos, frame)
    }
}

/// Whether boxes may keep a pair apart that touches.
///
/// Boxes hold their geoms and grow by the margins, so those of shapes within the margins of each other meet. Not so where two
/// boxes are separated by less than their distance (`bounds`), where an overriding margin leaves out the gaps, where a margin
/// or gap is below zero, and where a geom is larger than its box.
fn asks_boxes(m: &Model, group: &Group, listed: &Listed) -> bool {
    let Some(bodies) = group.bodies.filter(|_| !group.is_unbounded || group.has_boxes) else { return false };
    let geoms = [listed.pair.g1 as usize, listed.pair.g2 as usize];
    let two_boxes = geoms.iter().all(|&g| m.geom_type[g] == GeomType::Box);
    let negative = geoms.iter().any(|&g| m.geom_margin[g] < 0.0 || m.geom_gap[g] < 0.0)
        || bodies.iter().any(|&b| m.body_margin[b] < 0.0);
    let overridden = crate::scratch::pair::is_overridden(m) && geoms.iter().any(|&g| m.geom_gap[g] != 0.0);
    let in_boxes = listed.near.test == Test::Plane || listed.has_boxes;
    two_boxes && listed.reach > 0.0 || negative || overridden || !in_boxes
}

/// All pairs of geoms that may touch whatever the poses; `None` if there are more than `most`, or if an explicit pair is not
/// filed under its bodies.
pub fn near_pairs(m: &Model, most: usize) -> Option<Vec<NearPair>> {
    if m.opt.disableflags.intersects(DisableFlags::CONSTRAINT | DisableFlags::CONTACT) {
        return Some(Vec::new());
    }
    let mut list = PairList::default();
    list.collect(m, most)?;
    let pairs_of = |group: &Group| list.pairs[group.first..group.end].iter();
    Some(list.groups.iter().flat_map(|group| pairs_of(group).map(|pair| NearPair::new(m, group, pair))).collect())
}
