"""Renderers, where the `mujoco` package has them."""
