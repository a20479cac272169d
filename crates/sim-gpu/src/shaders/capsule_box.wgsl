// capsule_box
