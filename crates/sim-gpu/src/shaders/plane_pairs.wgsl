// plane_pairs
