// sphere_capsule
