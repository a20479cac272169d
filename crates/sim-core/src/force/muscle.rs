//! Muscle model: force-length-velocity curves and activation dynamics (Millard et al. 2013 timescales).

use crate::math::MINVAL;

/// Parameters of the curves, in the order they are stored in `gainprm` and `biasprm`.
#[derive(Clone, Copy, Debug)]
pub struct Muscle {
    range: [f64; 2],
    peak: f64,
    lmin: f64,
    lmax: f64,
    vmax: f64,
    fpmax: f64,
    fvmax: f64,
    length_range: [f64; 2],
}

impl Muscle {
    /// Reads the parameters. A negative peak force means `scale / acc0`.
    pub fn new(prm: &[f64], length_range: [f64; 2], acc0: f64) -> Self {
        Self {
            range: [prm[0], prm[1]],
            peak: if prm[2] < 0.0 { prm[3] / acc0.max(MINVAL) } else { prm[2] },
            lmin: prm[4],
            lmax: prm[5],
            vmax: prm[6],
            fpmax: prm[7],
            fvmax: prm[8],
            length_range,
        }
    }

    /// Optimal length (m): the length range divided by the operating range.
    fn optimal(&self) -> f64 {
        (self.length_range[1] - self.length_range[0]) / (self.range[1] - self.range[0]).max(MINVAL)
    }

    fn normalized(&self, length: f64) -> f64 {
        self.range[0] + (length - self.length_range[0]) / self.optimal().max(MINVAL)
    }

    /// Active force per unit of activation; muscles pull, so it is negative.
    pub fn gain(&self, length: f64, velocity: f64) -> f64 {
        let l = self.normalized(length);
        let v = velocity / (self.optimal() * self.vmax).max(MINVAL);
        let y = self.fvmax - 1.0;
        let by_velocity = if v <= -1.0 {
            0.0
        } else if v <= 0.0 {
            (v + 1.0) * (v + 1.0)
        } else if v <= y {
            self.fvmax - (y - v) * (y - v) / y.max(MINVAL)
        } else {
            self.fvmax
        };
        -self.peak * length_curve(l, self.lmin, self.lmax) * by_velocity
    }

    /// Derivative of the gain by the velocity.
    pub fn gain_slope(&self, length: f64, velocity: f64) -> f64 {
        let unit = (self.optimal() * self.vmax).max(MINVAL);
        let v = velocity / unit;
        let y = self.fvmax - 1.0;
        let slope = if v <= -1.0 {
            0.0
        } else if v <= 0.0 {
            2.0 * v + 2.0
        } else if v <= y {
            (-2.0 * v + 2.0 * y) / y.max(MINVAL)
        } else {
            0.0
        };
        -self.peak * length_curve(self.normalized(length), self.lmin, self.lmax) * slope / unit
    }

    /// Passive force.
    pub fn bias(&self, length: f64) -> f64 {
        let l = self.normalized(length);
        let b = 0.5 * (1.0 + self.lmax);
        if l <= 1.0 {
            0.0
        } else if l <= b {
            let x = (l - 1.0) / (b - 1.0).max(MINVAL);
            -self.peak * self.fpmax * 0.5 * x * x
        } else {
            let x = (l - b) / (b - 1.0).max(MINVAL);
            -self.peak * self.fpmax * (0.5 + x)
        }
    }
}

/// Active force by normalised length: four half parabolas, one at length one.
pub fn length_curve(l: f64, lmin: f64, lmax: f64) -> f64 {
    if !(lmin <= l && l <= lmax) {
        return 0.0;
    }
    let (a, b) = (0.5 * (lmin + 1.0), 0.5 * (1.0 + lmax));
    if l <= a {
        let x = (l - lmin) / (a - lmin).max(MINVAL);
        0.5 * x * x
    } else if l <= 1.0 {
        let x = (1.0 - l) / (1.0 - a).max(MINVAL);
        1.0 - 0.5 * x * x
    } else if l <= b {
        let x = (l - 1.0) / (b - 1.0).max(MINVAL);
        1.0 - 0.5 * x * x
    } else {
        let x = (lmax - l) / (lmax - b).max(MINVAL);
        0.5 * x * x
    }
}

/// Rate of the activation `act` under excitation `ctrl`; parameters are the two time constants and the
/// width over which they blend.
pub fn activation_rate(ctrl: f64, act: f64, prm: &[f64]) -> f64 {
    let excess = clamp_unit(ctrl) - act;
    let stretch = 0.5 + 1.5 * clamp_unit(act);
    let (rise, decay, width) = (prm[0] * stretch, prm[1] / stretch, prm[2]);
    let tau = if width < MINVAL {
        if excess > 0.0 { rise } else { decay }
    } else {
        decay + (rise - decay) * sigmoid(excess / width + 0.5)
    };
    excess / tau.max(MINVAL)
}

fn clamp_unit(x: f64) -> f64 {
    x.clamp(0.0, 1.0)
}

/// Quintic step from zero to one with flat ends.
fn sigmoid(x: f64) -> f64 {
    if x <= 0.0 {
        0.0
    } else if x >= 1.0 {
        1.0
    } else {
        x * x * x * (3.0 * x * (2.0 * x - 5.0) + 10.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn length_curve_is_continuous_and_peaks_at_one() {
        assert_eq!(length_curve(1.0, 0.5, 1.6), 1.0);
        for knot in [0.5, 0.75, 1.0, 1.3, 1.6] {
            let jump = length_curve(knot + 1e-9, 0.5, 1.6) - length_curve(knot - 1e-9, 0.5, 1.6);
            assert!(jump.abs() < 1e-7);
        }
    }

    #[test]
    fn muscle_pulls() {
        let prm = [0.75, 1.05, 100.0, 200.0, 0.5, 1.6, 1.5, 1.3, 1.2];
        let muscle = Muscle::new(&prm, [0.3, 0.6], 1.0);
        assert!(muscle.gain(0.5, 0.0) < 0.0 && muscle.bias(0.9) < 0.0);
    }

    #[test]
    fn gain_slope_is_the_derivative() {
        let prm = [0.75, 1.05, 100.0, 200.0, 0.5, 1.6, 1.5, 1.3, 1.2];
        let muscle = Muscle::new(&prm, [0.3, 0.6], 1.0);
        for velocity in [-2.0, -0.7, -0.1, 0.1, 0.25, 2.0] {
            let slope = (muscle.gain(0.5, velocity + 1e-6) - muscle.gain(0.5, velocity - 1e-6)) / 2e-6;
            assert!((muscle.gain_slope(0.5, velocity) - slope).abs() < 1e-6 * (1.0 + slope.abs()));
        }
    }
}
