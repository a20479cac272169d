//! Meshes, skins, height fields, textures and the hierarchies over them: tables lie in their arrays, and every descent ends.

use super::entry::{Outcome, is_one_of, outside, refuse, require};
use crate::model::{GeomType, Model};

/// A block of a mesh's or skin's entries; addresses and numbers have been checked.
fn block(start: i32, number: i32) -> std::ops::Range<usize> {
    let start = start.max(0) as usize;
    start..start + number.max(0) as usize
}

/// What the shapes of geoms are made of exists.
pub(super) fn geom_data(m: &Model) -> Outcome {
    for (g, (&kind, &id)) in m.geom_type.iter().zip(&m.geom_dataid).enumerate() {
        let (least, of, count) = match kind {
            GeomType::HField => (0, "nhfield", m.nhfield),
            GeomType::Mesh => (0, "nmesh", m.nmesh),
            _ => (-1, "nmesh", m.nmesh),
        };
        let ok = (id == -1 && least == -1) || is_one_of(id, count);
        require(ok, "geom_dataid", g, id, || outside(least, of, count))?;
    }
    Ok(())
}

/// Grids that the program gave to geoms.
pub(super) fn grids(m: &Model) -> Outcome {
    let grids = m.sdf_data.len();
    match m.geom_sdf.iter().position(|grid| grid.is_some_and(|grid| grid >= grids)) {
        Some(g) => Err(refuse("geom_sdf", g, m.geom_sdf[g].unwrap_or(0) as i64, outside(0, "sdf_data", grids))),
        None => Ok(()),
    }
}

/// Entries of a mesh's or skin's table are below the number of what they count.
fn below(
    array: &'static str,
    values: &[i32],
    per_row: usize,
    rows: std::ops::Range<usize>,
    of: (&str, i32),
) -> Outcome {
    let range = rows.start * per_row..rows.end * per_row;
    let first = range.start;
    match values[range].iter().position(|&value| value < 0 || value >= of.1) {
        None => Ok(()),
        Some(at) => {
            let why = outside(0, of.0, of.1.max(0) as usize);
            Err(refuse(array, first + at, values[first + at], why))
        }
    }
}

/// Triangles and flat faces have corners, and corners have faces.
pub(super) fn mesh_faces(m: &Model) -> Outcome {
    for i in 0..m.nmesh {
        let (vertices, faces) = (m.mesh_vertnum[i], block(m.mesh_faceadr[i], m.mesh_facenum[i]));
        below("mesh_face", &m.mesh_face, 3, faces.clone(), ("vertices of the mesh", vertices))?;
        below("mesh_facenormal", &m.mesh_facenormal, 3, faces.clone(), ("normals of the mesh", m.mesh_normalnum[i]))?;
        if m.mesh_texcoordnum[i] > 0 {
            let of = ("texture coordinates of the mesh", m.mesh_texcoordnum[i]);
            below("mesh_facetexcoord", &m.mesh_facetexcoord, 3, faces, of)?;
        }
        let polygons = block(m.mesh_polyadr[i], m.mesh_polynum[i]);
        for p in polygons.clone() {
            let corners = block(m.mesh_polyvertadr[p], m.mesh_polyvertnum[p]);
            below("mesh_polyvert", &m.mesh_polyvert, 1, corners, ("vertices of the mesh", vertices))?;
        }
        if !polygons.is_empty() {
            for v in block(m.mesh_vertadr[i], vertices) {
                let around = block(m.mesh_polymapadr[v], m.mesh_polymapnum[v]);
                below("mesh_polymap", &m.mesh_polymap, 1, around, ("flat faces of the mesh", m.mesh_polynum[i]))?;
            }
        }
    }
    Ok(())
}

/// Convex hulls: lists of neighbours that end, of vertices that exist.
pub(super) fn hulls(m: &Model) -> Outcome {
    for i in 0..m.nmesh {
        let Ok(start) = usize::try_from(m.mesh_graphadr[i]) else { continue };
        let graph = &m.mesh_graph[start..];
        let [vertices, faces, tables @ ..] = graph else {
            let why = format!("a hull begins with two numbers, and nmeshgraph = {}", m.nmeshgraph);
            return Err(refuse("mesh_graphadr", i, m.mesh_graphadr[i], why));
        };
        let entry = |at: usize, value: i32, why: String| refuse("mesh_graph", start + at, value, why);
        if *vertices < 0 {
            return Err(entry(0, *vertices, "a hull has no negative number of vertices".to_string()));
        }
        if *faces < 0 {
            return Err(entry(1, *faces, "a hull has no negative number of faces".to_string()));
        }
        let (n, corners) = (*vertices as usize, 3 * *faces as usize);
        if 3 * n + 2 * corners > tables.len() {
            let why = format!("a hull of {n} vertices and {faces} faces reaches beyond nmeshgraph = {}", m.nmeshgraph);
            return Err(entry(0, *vertices, why));
        }
        let (starts, rest) = tables.split_at(n);
        let (ids, rest) = rest.split_at(n);
        let (neighbours, rest) = rest.split_at(n + corners);
        let checks: [(&[i32], usize, i32, usize, &str); 4] = [
            (starts, 2, 0, neighbours.len(), "entries of the lists of neighbours"),
            (ids, 2 + n, 0, m.mesh_vertnum[i].max(0) as usize, "vertices of the mesh"),
            (neighbours, 2 + 2 * n, -1, n, "vertices of the hull"),
            (&rest[..corners], 2 + 3 * n + corners, 0, m.mesh_vertnum[i].max(0) as usize, "vertices of the mesh"),
        ];
        for (table, first, least, count, of) in checks {
            let wrong = |&value: &i32| value < least || (value >= 0 && value as usize >= count);
            if let Some(at) = table.iter().position(wrong) {
                return Err(entry(first + at, table[at], outside(least, of, count)));
            }
        }
        if let Some(&last) = neighbours.last().filter(|&&last| last >= 0) {
            let why = "the last list of neighbours must end with -1".to_string();
            return Err(entry(2 + 2 * n + neighbours.len() - 1, last, why));
        }
    }
    Ok(())
}

/// Nodes of a hierarchy: children come after their parent and have one, so that a descent ends.
fn children(array: &'static str, children: &[i32], width: usize, first: usize, nodes: usize) -> Outcome {
    let mut has_parent = vec![false; nodes];
    for (at, &child) in children[width * first..width * (first + nodes)].iter().enumerate() {
        if child == -1 {
            continue;
        }
        let node = at / width;
        let ok = usize::try_from(child).is_ok_and(|child| child > node && child < nodes && !has_parent[child]);
        require(ok, array, width * first + at, child, || {
            format!("a child comes after its node {node} among {nodes} nodes and has no other parent; -1: none")
        })?;
        has_parent[child as usize] = true;
    }
    Ok(())
}

/// The hierarchies of boxes of bodies and meshes.
pub(super) fn hierarchies(m: &Model) -> Outcome {
    for b in 0..m.nbody {
        let what = ("body_bvhadr", "body_bvhnum", b);
        hierarchy(m, what, m.body_bvhadr[b], m.body_bvhnum[b], ("ngeom", m.ngeom))?;
    }
    for i in 0..m.nmesh {
        let faces = m.mesh_facenum[i].max(0) as usize;
        let what = ("mesh_bvhadr", "mesh_bvhnum", i);
        hierarchy(m, what, m.mesh_bvhadr[i], m.mesh_bvhnum[i], ("triangles of the mesh", faces))?;
    }
    Ok(())
}

fn hierarchy(
    m: &Model,
    (addresses, numbers, owner): (&'static str, &'static str, usize),
    address: i32,
    number: i32,
    (of, leaves): (&str, usize),
) -> Outcome {
    let Ok(first) = usize::try_from(address) else {
        return require(address == -1, addresses, owner, address, || "must be -1 (none) or a node".to_string());
    };
    let boxes = m.nbvhstatic;
    let fits = usize::try_from(number).is_ok_and(|n| n > 0 && first + n <= boxes);
    require(first < boxes, addresses, owner, address, || outside(-1, "nbvhstatic", boxes))?;
    require(fits, numbers, owner, number, || {
        format!("with {addresses}[{owner}] = {address} must lie in nbvhstatic = {boxes}")
    })?;
    let nodes = number as usize;
    children("bvh_child", &m.bvh_child, 2, first, nodes)?;
    for node in first..first + nodes {
        let leaf = m.bvh_nodeid[node];
        require(leaf == -1 || is_one_of(leaf, leaves), "bvh_nodeid", node, leaf, || outside(-1, of, leaves))?;
    }
    Ok(())
}

/// The octrees of meshes.
pub(super) fn octrees(m: &Model) -> Outcome {
    for i in 0..m.nmesh {
        let nodes = block(m.mesh_octadr[i], m.mesh_octnum[i]);
        if m.mesh_octadr[i] >= 0 {
            children("oct_child", &m.oct_child, 8, nodes.start, nodes.len())?;
        }
    }
    Ok(())
}

/// Triangles and bones of skins have vertices, and texture coordinates are as many as those.
pub(super) fn skins(m: &Model) -> Outcome {
    for i in 0..m.nskin {
        let (vertices, start) = (m.skin_vertnum[i], m.skin_texcoordadr[i]);
        let end = i64::from(start) + i64::from(vertices);
        let inside = start == -1 || (start >= 0 && end <= m.nskintexvert as i64);
        require(inside, "skin_texcoordadr", i, start, || {
            let count = m.nskintexvert;
            format!("must be -1 (none), or with skin_vertnum[{i}] = {vertices} lie in nskintexvert = {count}")
        })?;
        let of = ("vertices of the skin", vertices);
        below("skin_face", &m.skin_face, 3, block(m.skin_faceadr[i], m.skin_facenum[i]), of)?;
        for bone in block(m.skin_boneadr[i], m.skin_bonenum[i]) {
            let moved = block(m.skin_bonevertadr[bone], m.skin_bonevertnum[bone]);
            below("skin_bonevertid", &m.skin_bonevertid, 1, moved, of)?;
        }
    }
    Ok(())
}

/// Samples of height fields.
pub(super) fn height_fields(m: &Model) -> Outcome {
    for i in 0..m.nhfield {
        let (rows, columns, start) = (m.hfield_nrow[i], m.hfield_ncol[i], m.hfield_adr[i]);
        for (array, value) in [("hfield_nrow", rows), ("hfield_ncol", columns)] {
            require(value > 0, array, i, value, || "must be positive".to_string())?;
        }
        require(start >= 0, "hfield_adr", i, start, || "must not be negative".to_string())?;
        let end = i64::from(rows).saturating_mul(i64::from(columns)).saturating_add(i64::from(start));
        require(end <= m.nhfielddata as i64, "hfield_nrow", i, rows, || {
            format!(
                "with hfield_ncol[{i}] = {columns} and hfield_adr[{i}] = {start} reaches beyond nhfielddata = {}",
                m.nhfielddata
            )
        })?;
    }
    Ok(())
}

/// Pixels of textures.
pub(super) fn textures(m: &Model) -> Outcome {
    for i in 0..m.ntex {
        let (height, width, channels, start) = (m.tex_height[i], m.tex_width[i], m.tex_nchannel[i], m.tex_adr[i]);
        for (array, value) in [("tex_height", height), ("tex_width", width), ("tex_nchannel", channels)] {
            require(value >= 0, array, i, value, || "must not be negative".to_string())?;
        }
        require((0..=m.ntexdata as i64).contains(&start), "tex_adr", i, start, || {
            format!("must be from 0 to ntexdata = {}", m.ntexdata)
        })?;
        let pixels = i64::from(height).saturating_mul(i64::from(width));
        let end = pixels.saturating_mul(i64::from(channels)).saturating_add(start);
        require(end <= m.ntexdata as i64, "tex_height", i, height, || {
            format!(
                "with tex_width[{i}] = {width}, tex_nchannel[{i}] = {channels} and tex_adr[{i}] = {start} reaches beyond \
                 ntexdata = {}",
                m.ntexdata
            )
        })?;
    }
    Ok(())
}

/// Addresses of the normals, coordinates and paths of meshes that may be missing.
pub(super) fn starts(array: &'static str, values: &[i32], (of, count): (&str, usize)) -> Outcome {
    match values.iter().position(|&value| value < -1 || i64::from(value) > count as i64) {
        None => Ok(()),
        Some(at) => Err(refuse(array, at, values[at], format!("must be from -1 (none) to {of} = {count}"))),
    }
}
