// Boxes against spheres and against each other.
