// Copies one field of all worlds between the tiles of the worlds' buffer and a dense array [world][number].

struct Copy {
    worlds: u32,
    // numbers of a world in the tiles, and the field's place among them
    world_len: u32,
    at: u32,
    len: u32,
}

@group(0) @binding(0) var<storage, read_write> tiles: array<NUMBER>;
@group(0) @binding(1) var<storage, read_write> dense: array<NUMBER>;
@group(0) @binding(2) var<uniform> copy: Copy;

const TILE = 32u;

fn place(i: u32) -> u32 {
    let world = i / copy.len;
    return (world / TILE * copy.world_len + copy.at + i % copy.len) * TILE + world % TILE;
}

fn index(group: vec3<u32>, invocation: u32) -> u32 {
    return (group.y * 65535u + group.x) * 64u + invocation;
}

@compute @workgroup_size(64)
fn gather(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_index) invocation: u32) {
    let i = index(group, invocation);
    if (i < copy.worlds * copy.len) { dense[i] = tiles[place(i)]; }
}

@compute @workgroup_size(64)
fn scatter(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_index) invocation: u32) {
    let i = index(group, invocation);
    if (i < copy.worlds * copy.len) { tiles[place(i)] = dense[i]; }
}
