// muscle
