// energy
