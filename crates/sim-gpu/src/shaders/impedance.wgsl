// impedance
