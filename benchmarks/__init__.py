"""Benchmarks that compare with MuJoCo. Each module with a `main` is a program: `python -m benchmarks.step` in the repository's root."""
