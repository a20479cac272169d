//! Islands: kinematic trees connected by constraints. The dynamics of one island does not affect the others.
//! The maps make the trees, dofs and rows of an island contiguous.

use crate::data::ConstraintType;
use crate::linalg::dense;
use crate::model::{DisableFlags, EqType, Model, ObjType};
use crate::scratch::constraint::IslandWork;
use crate::stage::{Islands, NoIslands, RowTrees};

/// Finds the islands of the current rows.
pub fn find(m: &Model, d: &mut Islands<'_>) {
    let (rows, work) = (RowTrees!(d), &mut *d.island);
    work.parent.clear();
    work.parent.resize(m.ntree, -1);
    work.row_tree.clear();
    if !m.opt.disableflags.contains(DisableFlags::ISLAND) {
        for r in 0..d.nefc {
            let same = r > 0 && d.efc_type[r] == d.efc_type[r - 1] && d.efc_id[r] == d.efc_id[r - 1];
            let tree = if same { work.row_tree[r - 1] } else { unite_row(m, rows, r, &mut work.parent) };
            work.row_tree.push(tree);
        }
    }
    number(m, d);
    for counts in [&mut d.island_ntree, &mut d.island_nv, &mut d.island_ne, &mut d.island_nf, &mut d.island_nefc] {
        dense::fit(counts, *d.nisland, 0);
    }
    for places in [&mut d.island_itreeadr, &mut d.island_idofadr, &mut d.island_dofadr, &mut d.island_iefcadr] {
        dense::fit(places, *d.nisland, 0);
    }
    if *d.nisland == 1 && *d.nidof == m.nv && !d.island.row_tree.contains(&-1) {
        keep_all(m, d);
    } else if *d.nisland > 0 {
        place_trees(m, d);
        place_dofs(m, d);
        place_rows(d);
    }
}

/// Clears the islands, for a world without rows.
pub fn forget(d: &mut NoIslands<'_>) {
    (*d.nisland, *d.nidof) = (0, 0);
    d.tree_island.fill(-1);
    for counts in [&mut d.island_ntree, &mut d.island_nv, &mut d.island_ne, &mut d.island_nf, &mut d.island_nefc] {
        dense::empty(counts);
    }
    for places in [&mut d.island_itreeadr, &mut d.island_idofadr, &mut d.island_dofadr, &mut d.island_iefcadr] {
        dense::empty(places);
    }
}

/// Current root of a tree's island.
fn root(parent: &mut [i32], tree: usize) -> usize {
    let mut top = tree;
    while parent[top] as usize != top {
        top = parent[top] as usize;
    }
    // path compression, so that later searches are shorter
    let mut at = tree;
    while parent[at] as usize != at {
        at = std::mem::replace(&mut parent[at], top as i32) as usize;
    }
    top
}

/// Puts two trees into one island; the lower root stays.
fn unite(parent: &mut [i32], a: usize, b: usize) {
    for tree in [a, b] {
        if parent[tree] < 0 {
            parent[tree] = tree as i32;
        }
    }
    let (a, b) = (root(parent, a), root(parent, b));
    parent[a.max(b)] = a.min(b) as i32;
}

/// Unites the trees of one constraint; returns one of them, -1 if no dof moves it.
fn unite_row(m: &Model, d: RowTrees<'_>, r: usize, parent: &mut [i32]) -> i32 {
    let id = d.efc_id[r] as usize;
    let trees = match d.efc_type[r] {
        ConstraintType::FrictionDof => [m.dof_treeid[id], -1],
        ConstraintType::LimitJoint => [m.dof_treeid[m.jnt_dofadr[id] as usize], -1],
        ConstraintType::Equality if matches!(m.eq_type[id], EqType::Connect | EqType::Weld) => {
            [m.eq_obj1id[id], m.eq_obj2id[id]].map(|object| {
                let object = object.max(0) as usize;
                let body = if m.eq_objtype[id] == ObjType::Site { m.site_bodyid[object] as usize } else { object };
                m.body_treeid[body]
            })
        }
        kind if kind.0 >= ConstraintType::ContactFrictionless.0 => match d.contact[id].bodies(m) {
            Some(bodies) => bodies.map(|b| m.body_treeid[b]),
            // for a flex, the row's own dofs
            None => return unite_columns(m, d, r, parent),
        },
        _ => return unite_columns(m, d, r, parent),
    };
    let mut first = None;
    for tree in trees.into_iter().filter_map(|t| usize::try_from(t).ok()) {
        unite(parent, *first.get_or_insert(tree), tree);
    }
    first.map_or(-1, |tree| tree as i32)
}

/// Unites the trees of a constraint row by the columns of its Jacobian.
fn unite_columns(m: &Model, d: RowTrees<'_>, r: usize, parent: &mut [i32]) -> i32 {
    let mut first = None;
    for &dof in d.efc_J.columns(r) {
        let tree = m.dof_treeid[dof as usize].max(0) as usize;
        unite(parent, *first.get_or_insert(tree), tree);
    }
    first.map_or(-1, |tree| tree as i32)
}

/// Numbers the islands by their lowest tree. Writes `nisland nidof tree_island`.
fn number(m: &Model, d: &mut Islands<'_>) {
    let parent = &mut d.island.parent;
    (*d.nisland, *d.nidof) = (0, 0);
    for tree in 0..m.ntree {
        d.tree_island[tree] = if parent[tree] < 0 {
            -1
        } else {
            *d.nidof += m.tree_dofnum[tree].max(0) as usize;
            match root(parent, tree) {
                top if top == tree => {
                    *d.nisland += 1;
                    *d.nisland as i32 - 1
                }
                top => d.tree_island[top],
            }
        };
    }
}

/// One island of everything: all maps are the identity.
fn keep_all(m: &Model, d: &mut Islands<'_>) {
    let counts = [m.ntree, 0, m.nv, 0, 0, d.ne, d.nf, d.nefc, 0];
    let [ntree, itreeadr, nv, idofadr, dofadr, ne, nf, nefc, iefcadr] = counts.map(|n| n as i32);
    (d.island_ntree[0], d.island_itreeadr[0]) = (ntree, itreeadr);
    (d.island_nv[0], d.island_idofadr[0], d.island_dofadr[0]) = (nv, idofadr, dofadr);
    (d.island_ne[0], d.island_nf[0], d.island_nefc[0], d.island_iefcadr[0]) = (ne, nf, nefc, iefcadr);
    d.dof_island.fill(0);
    d.efc_island.fill(0);
    let maps: [&mut [i32]; 5] = [d.map_itree2tree, d.map_dof2idof, d.map_idof2dof, d.map_efc2iefc, d.map_iefc2efc];
    for map in maps {
        for (i, x) in map.iter_mut().enumerate() {
            *x = i as i32;
        }
    }
}

/// Starts of blocks of the given lengths.
fn starts(lengths: &[i32], out: &mut [i32]) -> i32 {
    let mut next = 0;
    for (start, length) in out.iter_mut().zip(lengths) {
        *start = next;
        next += length;
    }
    next
}

/// Next free index of an island, or after all islands for what is in none.
fn take_place(island: i32, addresses: &[i32], end: i32, placed: &mut [i32]) -> usize {
    let k = usize::try_from(island).unwrap_or(addresses.len());
    let start = addresses.get(k).copied().unwrap_or(end);
    placed[k] += 1;
    (start + placed[k] - 1) as usize
}

fn restart(placed: &mut Vec<i32>, islands: usize) {
    placed.clear();
    placed.resize(islands + 1, 0);
}

/// Writes `island_ntree island_itreeadr map_itree2tree`.
fn place_trees(m: &Model, d: &mut Islands<'_>) {
    let placed = &mut d.island.placed;
    d.island_ntree.fill(0);
    for tree in 0..m.ntree {
        if let Ok(island) = usize::try_from(d.tree_island[tree]) {
            d.island_ntree[island] += 1;
        }
    }
    let end = starts(d.island_ntree, d.island_itreeadr);
    restart(placed, *d.nisland);
    for tree in 0..m.ntree {
        let at = take_place(d.tree_island[tree], d.island_itreeadr, end, placed);
        d.map_itree2tree[at] = tree as i32;
    }
}

/// Writes `dof_island island_nv island_idofadr island_dofadr map_dof2idof map_idof2dof`.
fn place_dofs(m: &Model, d: &mut Islands<'_>) {
    let placed = &mut d.island.placed;
    d.island_nv.fill(0);
    for dof in 0..m.nv {
        let island = d.tree_island[m.dof_treeid[dof] as usize];
        d.dof_island[dof] = island;
        if let Ok(island) = usize::try_from(island) {
            d.island_nv[island] += 1;
        }
    }
    let end = starts(d.island_nv, d.island_idofadr);
    restart(placed, *d.nisland);
    for dof in 0..m.nv {
        let at = take_place(d.dof_island[dof], d.island_idofadr, end, placed);
        d.map_dof2idof[dof] = at as i32;
        d.map_idof2dof[at] = dof as i32;
    }
    for island in 0..*d.nisland {
        d.island_dofadr[island] = d.map_idof2dof[d.island_idofadr[island] as usize];
    }
}

/// Writes `efc_island island_ne island_nf island_nefc island_iefcadr map_efc2iefc map_iefc2efc`.
fn place_rows(d: &mut Islands<'_>) {
    let IslandWork { row_tree, placed, .. } = &mut *d.island;
    for counts in [&mut d.island_ne, &mut d.island_nf, &mut d.island_nefc] {
        counts.fill(0);
    }
    for (r, &tree) in row_tree.iter().enumerate() {
        let island = usize::try_from(tree).map_or(-1, |tree| d.tree_island[tree]);
        d.efc_island[r] = island;
        if let Ok(island) = usize::try_from(island) {
            d.island_nefc[island] += 1;
            d.island_ne[island] += i32::from(r < d.ne);
            d.island_nf[island] += i32::from((d.ne..d.ne + d.nf).contains(&r));
        }
    }
    let end = starts(d.island_nefc, d.island_iefcadr);
    restart(placed, *d.nisland);
    for r in 0..row_tree.len() {
        let at = take_place(d.efc_island[r], d.island_iefcadr, end, placed);
        d.map_efc2iefc[r] = at as i32;
        d.map_iefc2efc[at] = r as i32;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn trees_in_a_chain_of_constraints_share_a_root() {
        let mut parent = vec![-1; 5];
        unite(&mut parent, 3, 3);
        unite(&mut parent, 4, 2);
        unite(&mut parent, 2, 0);
        assert_eq!(root(&mut parent, 4), 0);
        assert_eq!(root(&mut parent, 3), 3);
        assert_eq!(parent[1], -1);
    }

    #[test]
    fn friction_makes_an_island_of_one_tree() {
        let mut m = Model::n_link_pendulum(2, 1.0, 0.1);
        m.dof_frictionloss.fill(0.1);
        let mut d = m.make_data();
        d.forward(&m).unwrap();
        assert_eq!((d.nisland, d.nidof, d.nefc), (1, 2, 2));
        assert_eq!(d.efc_island, [0, 0]);
        assert_eq!(d.map_iefc2efc, [0, 1]);
    }
}
