// Copies one field between the tiles of the worlds' buffer and a dense array [row][number]. Rust writes the struct `Copy` before this text
// and fills in NUMBER, GROUP_THREADS, GROUPS_PER_ROW and STATUS_OK.

@group(0) @binding(0) var<storage, read_write> tiles: array<NUMBER>;
@group(0) @binding(1) var<storage, read_write> dense: array<NUMBER>;
@group(0) @binding(2) var<uniform> copy: Copy;
// row of the dense array for each world, negative for none; or a mask with a byte for each world; or the tiles of integers with the
// worlds' status
@group(0) @binding(3) var<storage, read> choice: array<i32>;

fn place(row: u32, k: u32) -> u32 {
    let world = copy.first + row;
    return (world / copy.tile * copy.world_len + copy.at + k) * copy.tile + world % copy.tile;
}

fn index(group: vec3<u32>, invocation: u32) -> u32 {
    return (group.y * GROUPS_PER_ROW + group.x) * GROUP_THREADSu + invocation;
}

@compute @workgroup_size(GROUP_THREADS)
fn gather(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_index) invocation: u32) {
    let i = index(group, invocation);
    if (i < copy.worlds * copy.len) {
        let row = i / copy.len;
        let k = i % copy.len;
        dense[(copy.first_row + row) * copy.row_len + k] = tiles[place(row, k)];
    }
}

@compute @workgroup_size(GROUP_THREADS)
fn scatter(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_index) invocation: u32) {
    let i = index(group, invocation);
    if (i < copy.worlds * copy.len) {
        let row = i / copy.len;
        let k = i % copy.len;
        tiles[place(row, k)] = dense[(copy.first_row + copy.row_step * row) * copy.row_len + k];
    }
}

@compute @workgroup_size(GROUP_THREADS)
fn scatter_chosen(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_index) invocation: u32) {
    let i = index(group, invocation);
    if (i < copy.worlds * copy.len) {
        let row = i / copy.len;
        let k = i % copy.len;
        if (choice[row] >= 0) {
            tiles[place(row, k)] = dense[u32(choice[row]) * copy.row_len + k];
        }
    }
}

@compute @workgroup_size(GROUP_THREADS)
fn scatter_masked(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_index) invocation: u32) {
    let i = index(group, invocation);
    if (i < copy.worlds * copy.len) {
        let row = i / copy.len;
        let k = i % copy.len;
        let byte = copy.mask_at + row;
        if (((bitcast<u32>(choice[byte / 4u]) >> (8u * (byte % 4u))) & 0xffu) != 0u) {
            tiles[place(row, k)] = dense[(copy.first_row + copy.row_step * row) * copy.row_len + k];
        }
    }
}

// a failed world keeps its controls
@compute @workgroup_size(GROUP_THREADS)
fn scatter_running(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_index) invocation: u32) {
    let i = index(group, invocation);
    if (i < copy.worlds * copy.len) {
        let row = i / copy.len;
        let k = i % copy.len;
        let world = copy.first + row;
        let status = choice[(world / copy.tile * copy.status_len + copy.status_at) * copy.tile + world % copy.tile];
        if (status == STATUS_OK) {
            tiles[place(row, k)] = dense[(copy.first_row + copy.row_step * row) * copy.row_len + k];
        }
    }
}
