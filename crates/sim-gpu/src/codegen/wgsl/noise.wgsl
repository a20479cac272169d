// Noise on the controls: before a step, the noise of each control decays towards zero and gets a random increment. This is an
// Ornstein-Uhlenbeck process whose deviation does not depend on the time step. Controls keep their values; actuators use the sums.
//
// The random numbers follow from the seed, the world, the control and the world's step number, by Philox 4x32 with ten rounds
// (Salmon, Moraes, Dror, Shaw: Parallel random numbers: as easy as 1, 2, 3, 2011). The generator has no other state, so worlds and lanes
// are independent.

#if CONTROL_NOISE
// stage: control noise
fn push_noise() {
    let step = noise_step();
    let passed = opt_timestep() * noise_rate();
    let back = one_minus_exp(passed);
    let push = noise_deviation() * sqrt(one_minus_exp(2.0 * passed));
    for (var k = lane; k < NU; k += LANES) {
        var half_width: real = 1.0;
        if (actuator_ctrllimited(k) != 0) {
            let range = actuator_ctrlrange(k);
            half_width = 0.5 * (range.y - range.x);
        }
        let noise = control_noise(k);
        set_control_noise(k, noise - back * noise + push * half_width * random_normal(step, k));
    }
    // every lane has read the number
    sync();
    if (lane == 0) {
        set_noise_step(step + 1);
    }
}

// a number of the normal distribution, by Box and Muller; its size is at most 6.8
fn random_normal(step: i32, k: i32) -> real {
    let seed = vec2<u32>(bitcast<u32>(noise_seed_at(0)), bitcast<u32>(noise_seed_at(1)));
    let words = philox(vec4<u32>(bitcast<u32>(step), bitcast<u32>(world), bitcast<u32>(k), 0u), seed);
    let square = -2.0 * log_of(random_fraction(words.x));
    return sqrt(max(square, 0.0)) * sin_cos(2.0 * PI * random_fraction(words.y)).y;
}

// a number between zero and one, never zero
fn random_fraction(word: u32) -> real {
    return (real(word) + 0.5) * 2.3283064365386962890625e-10;
}

// four random words that follow from a counter and a key
fn philox(counter: vec4<u32>, seed: vec2<u32>) -> vec4<u32> {
    var words = counter;
    var key = seed;
    for (var turn = 0; turn < 10; turn++) {
        let a = wide_product(words.x, 0xd2511f53u);
        let b = wide_product(words.z, 0xcd9e8d57u);
        words = vec4<u32>(b.y ^ words.y ^ key.x, b.x, a.y ^ words.w ^ key.y, a.x);
        key += vec2<u32>(0x9e3779b9u, 0xbb67ae85u);
    }
    return words;
}

// the product of two words: its low word (x) and its high word (y)
fn wide_product(a: u32, b: u32) -> vec2<u32> {
    let a_low = a & 0xffffu;
    let a_high = a >> 16u;
    let b_low = b & 0xffffu;
    let b_high = b >> 16u;
    let cross_a = a_high * b_low;
    let cross_b = a_low * b_high;
    let middle = ((a_low * b_low) >> 16u) + (cross_a & 0xffffu) + (cross_b & 0xffffu);
    return vec2<u32>(a * b, a_high * b_high + (cross_a >> 16u) + (cross_b >> 16u) + (middle >> 16u));
}
#end
