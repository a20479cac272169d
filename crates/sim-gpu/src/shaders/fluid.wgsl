// Force of the surrounding medium.

fn fluid_forces() {
    for (var i = lane; i < NV; i += LANES) {
        set_qfrc_fluid(i, 0.0);
    }
}
