// Our own elementary functions: those of drivers differ from each other, and those for f64 are missing.

const PI: real = 3.14159265358979323846;

// nearest integer
fn nearest(x: real) -> real {
    return floor(x + 0.5);
}

// sine (x) and cosine (y): the angle is reduced to an eighth of a turn with three parts of pi/2; power series are exact to the last bit
fn sin_cos(angle: real) -> vec2r {
    let n = nearest(angle * 0.63661977236758134308);
#if DOUBLE
    let rest = ((angle - n * 1.57079632673412561417) - n * 6.07710050630396597660e-11) - n * 2.02226624879595063154e-21;
    let r = within_eighth(rest);
    let z = r * r;
    let s = r + r * z * (-1.66666666666666324348e-01 + z * (8.33333333332248946124e-03 + z * (-1.98412698298579493134e-04
        + z * (2.75573137070700676789e-06 + z * (-2.50507602534068634195e-08 + z * 1.58969099521155010221e-10)))));
    let c = 1.0 - 0.5 * z + z * z * (4.16666666666666019037e-02 + z * (-1.38888888888741095749e-03 + z * (2.48015872894767294178e-05
        + z * (-2.75573143513906633035e-07 + z * (2.08757232129817482790e-09 - z * 1.13596475577881948265e-11)))));
#else
    let rest = ((angle - n * 1.5703125) - n * 4.837512969970703125e-4) - n * 7.5497899548918821e-8;
    let r = within_eighth(rest);
    let z = r * r;
    let s = r + r * z * (-1.6666654611e-1 + z * (8.3321608736e-3 - z * 1.9515295891e-4));
    let c = 1.0 - 0.5 * z + z * z * (4.166664568298827e-2 + z * (-1.388731625493765e-3 + z * 2.443315711809948e-5));
#end
    let quarter = i32(n) & 3;
    let swap = (quarter & 1) == 1;
    let sine = select(s, c, swap);
    let cosine = select(c, s, swap);
    return vec2r(select(sine, -sine, quarter >= 2), select(cosine, -cosine, quarter == 1 || quarter == 2));
}

// remainder of an angle; for an angle too large for an exact remainder, any direction of length one
fn within_eighth(rest: real) -> real {
    return select(rest, 0.0, abs(rest) > 1.0);
}

// angle of the point (x, y): the arc tangent of the smaller over the larger coordinate, reduced to below 7/16
fn atan_of(y: real, x: real) -> real {
    let most = max(abs(x), abs(y));
    if (most == 0.0) {
        return 0.0;
    }
    let t = min(abs(x), abs(y)) / most;
    var base: real = 0.0;
    var r = t;
    if (t > 0.6875) {
        base = 0.25 * PI;
        r = (t - 1.0) / (t + 1.0);
    } else if (t > 0.4375) {
        base = 0.46364760900080611621;
        r = (2.0 * t - 1.0) / (2.0 + t);
    }
    let z = r * r;
#if DOUBLE
    let s = z * (3.33333333333329318027e-01 + z * (-1.99999999998764832476e-01 + z * (1.42857142725034663711e-01
        + z * (-1.11111104054623557880e-01 + z * (9.09088713343650656196e-02 + z * (-7.69187620504482999495e-02
        + z * (6.66107313738753120669e-02 + z * (-5.83357013379057348645e-02 + z * (4.97687799461593236017e-02
        + z * (-3.65315727442169155270e-02 + z * 1.62858201153657823623e-02))))))))));
#else
    let s = z * (3.3333328366e-01 + z * (-1.9999158382e-01 + z * (1.4253635705e-01 + z * (-1.0648017377e-01
        + z * 6.1687607318e-02))));
#end
    var angle = base + (r - r * s);
    if (abs(y) > abs(x)) {
        angle = 0.5 * PI - angle;
    }
    if (x < 0.0) {
        angle = PI - angle;
    }
    return select(angle, -angle, y < 0.0);
}

// e to the power x, for results in the range of the type: a power of two times a power series
fn exp_of(x: real) -> real {
#if DOUBLE
    let limited = clip(x, -700.0, 700.0);
    let n = nearest(limited * 1.44269504088896338700);
    let r = (limited - n * 6.93147180369123816490e-01) - n * 1.90821492927058770002e-10;
    let tail = 1.0 / 362880.0 + r * (1.0 / 3628800.0 + r * (1.0 / 39916800.0 + r * (1.0 / 479001600.0 + r * (1.0 / 6227020800.0))));
    let series = 1.0 / 720.0 + r * (1.0 / 5040.0 + r * (1.0 / 40320.0 + r * tail));
#else
    let limited = clip(x, -80.0, 80.0);
    let n = nearest(limited * 1.44269504088896338700);
    let r = (limited - n * 6.9314575195e-01) - n * 1.4286067653e-06;
    let series = 1.0 / 720.0 + r * (1.0 / 5040.0);
#end
    let s = 1.0 + r * (1.0 + r * (0.5 + r * (1.0 / 6.0 + r * (1.0 / 24.0 + r * (1.0 / 120.0 + r * series)))));
    return s * power_of_two(i32(n));
}

// 1 - e^-x for x >= 0, accurate also for small x
fn one_minus_exp(x: real) -> real {
    if (x > 0.5) {
        return 1.0 - exp_of(-x);
    }
    var series: real = 0.0;
    for (var k = 17; k > 1; k--) {
        series = x * (1.0 - series) / real(k);
    }
    return x * (1.0 - series);
}

// two to an integer power between -1022 and 1022, exactly
fn power_of_two(n: i32) -> real {
    var factor: real = 2.0;
    if (n < 0) {
        factor = 0.5;
    }
    var power: real = 1.0;
    var left = abs(n);
    for (var bit = 0; bit < 10; bit++) {
        if ((left & 1) == 1) {
            power *= factor;
        }
        left >>= 1u;
        if (left > 0) {
            factor *= factor;
        }
    }
    return power;
}

// natural logarithm of a positive number: a power of two, and a series of the remainder around one
fn log_of(x: real) -> real {
    var m = x;
    var n = 0;
    for (var k = 0; k < 40 && m < 2.3283064365386963e-10; k++) {
        m *= 4294967296.0;
        n -= 32;
    }
    for (var k = 0; k < 40 && m > 4294967296.0; k++) {
        m *= 2.3283064365386963e-10;
        n += 32;
    }
    for (var k = 0; k < 40 && m < 0.70710678118654752440; k++) {
        m *= 2.0;
        n -= 1;
    }
    for (var k = 0; k < 40 && m > 1.41421356237309504880; k++) {
        m *= 0.5;
        n += 1;
    }
    let s = (m - 1.0) / (m + 1.0);
    let z = s * s;
    var series: real = 0.0;
    for (var k = 23; k > 1; k -= 2) {
        series = z * (1.0 / real(k) + series);
    }
    return 2.0 * (s + s * series) + real(n) * 0.69314718055994530942;
}

// a positive number to any power
fn pow_of(x: real, exponent: real) -> real {
    return exp_of(exponent * log_of(x));
}
