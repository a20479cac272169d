// collision
