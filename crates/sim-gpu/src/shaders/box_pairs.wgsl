// box_pairs
