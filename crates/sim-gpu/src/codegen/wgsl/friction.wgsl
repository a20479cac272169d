// Friction of a contact: that of its pair, or mixed from its geoms where worlds differ in theirs. Then a world has three numbers for each
// geom, and not five for each pair.

#if MIXED_FRICTION
// coefficient k of the five
fn friction_of(pair: i32, k: i32) -> real {
    let first = near_friction_geom(pair, 0);
    if (first < 0) {
        return near_friction(pair, k);
    }
    // sliding, spinning and rolling friction of a geom count twice, once and twice
    let part = (k + k / 3) / 2;
    let second = near_friction_geom(pair, 1);
    return max(least_friction(0), max(geom_friction_at(first, part), geom_friction_at(second, part)));
}
#else
fn friction_of(pair: i32, k: i32) -> real {
    return near_friction(pair, k);
}
#end
