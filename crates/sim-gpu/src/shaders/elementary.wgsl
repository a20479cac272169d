// Elementary functions of our own: those of drivers differ from each other, and 64-bit ones are missing.

const PI: real = 3.14159265358979323846;

// nearest whole number
fn nearest(x: real) -> real {
    return floor(x + 0.5);
}

// sine (x) and cosine (y): reduced to an eighth of a turn in three parts of pi/2, then power series to the last bit of the type
fn sin_cos(angle: real) -> vec2r {
    let n = nearest(angle * 0.63661977236758134308);
#if DOUBLE
    let r = ((angle - n * 1.57079632673412561417) - n * 6.07710050630396597660e-11) - n * 2.02226624879595063154e-21;
    let z = r * r;
    let s = r + r * z * (-1.66666666666666324348e-01 + z * (8.33333333332248946124e-03 + z * (-1.98412698298579493134e-04
        + z * (2.75573137070700676789e-06 + z * (-2.50507602534068634195e-08 + z * 1.58969099521155010221e-10)))));
    let c = 1.0 - 0.5 * z + z * z * (4.16666666666666019037e-02 + z * (-1.38888888888741095749e-03 + z * (2.48015872894767294178e-05
        + z * (-2.75573143513906633035e-07 + z * (2.08757232129817482790e-09 - z * 1.13596475577881948265e-11)))));
#else
    let r = ((angle - n * 1.5703125) - n * 4.837512969970703125e-4) - n * 7.5497899548918821e-8;
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
