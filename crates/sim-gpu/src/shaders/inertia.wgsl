// inertia
