"""The loop of a trainer in PyTorch, in device memory: `python trainer.py MODEL.xml [worlds ...]`.

First the steps alone, then with controls written before and positions and velocities read after each of them: through views, and by
copies into tensors. Then a policy reads the state and writes controls; now and then a tenth of the worlds is reset by a mask, and the
friction of all worlds changes. No number goes through the host, and the host does not wait. All of it is also captured as CUDA graphs
and replayed, and has to end in the same bits.
"""

import math
import sys
import time
from collections.abc import Callable

import torch

import cortenforge

STEPS = 384
ROUNDS = 5
#: Steps of the captured loop of the policy, and steps between its resets.
GRAPH = 24


class Loop:
    """Worlds, their controls, and what is read of them."""

    def __init__(self, path: str, worlds: int) -> None:
        model = cortenforge.Model.from_file(path)
        self.batch = cortenforge.GpuBatchSim(model, worlds, per_world=["geom_friction"])
        self.keyframe = 0 if model.nkey else None
        self.qpos, self.qvel, self.ctrl, self.status, self.friction = (
            torch.from_dlpack(self.batch.view(name)) for name in ("qpos", "qvel", "ctrl", "status", "geom_friction")
        )
        device = self.qpos.device
        self.seen = torch.empty(self.qpos.shape, device=device), torch.empty(self.qvel.shape, device=device)
        waves = [0.1 * math.sin(0.1 * step) for step in range(STEPS)]
        self.controls = torch.tensor(waves, device=device).reshape(-1, 1, 1).repeat(1, *self.ctrl.shape)
        torch.manual_seed(0)
        self.weights = 0.02 * torch.randn(self.qpos.shape[1] + self.qvel.shape[1], self.ctrl.shape[1], device=device)
        self.all = torch.ones(worlds, dtype=torch.bool, device=device)
        self.tenth = torch.arange(worlds, device=device) % 10 == 0
        self.usual = self.friction.clone()
        self.reset()

    def reset(self) -> None:
        self.friction.copy_(self.usual)
        self.batch.reset(self.all, keyframe=self.keyframe)

    def alone(self) -> None:
        for _ in range(STEPS):
            self.batch.submit()

    def by_views(self) -> None:
        for control in self.controls:
            self.ctrl.copy_(control)
            self.batch.submit()
            self.seen[0].copy_(self.qpos)
            self.seen[1].copy_(self.qvel)

    def by_copies(self) -> None:
        for control in self.controls:
            self.batch.set("ctrl", control)
            self.batch.submit()
            self.batch.get("qpos", out=self.seen[0])
            self.batch.get("qvel", out=self.seen[1])

    def part_of_policy(self) -> None:
        """As many steps of the policy as a graph has, a reset, and other friction."""
        for _ in range(GRAPH):
            self.ctrl.copy_(torch.clamp(torch.cat([self.qpos, self.qvel], 1) @ self.weights, -0.1, 0.1))
            self.batch.submit()
        self.batch.reset(self.tenth, keyframe=self.keyframe)
        self.friction.mul_(1.001)

    def by_policy(self) -> None:
        for _ in range(STEPS // GRAPH):
            self.part_of_policy()


def timed(work: Callable[[], None]) -> tuple[float, float]:
    """Seconds until the GPU is done, and until the host has launched everything."""
    torch.cuda.synchronize()
    began = time.perf_counter()
    work()
    launched = time.perf_counter() - began
    torch.cuda.synchronize()
    return time.perf_counter() - began, launched


class Measured:
    """Rounds of some work, each from the same state."""

    def __init__(self, loop: Loop, name: str, work: Callable[[], None]) -> None:
        times, self.ends = [], []
        for _ in range(ROUNDS + 1):
            loop.reset()
            times.append(timed(work))
            self.ends.append((loop.qpos.clone(), loop.qvel.clone()))
        # the first round warms up
        rates = sorted(len(loop.batch) * STEPS / whole / 1e6 for whole, _ in times[1:])
        whole, launched = min(times[1:])
        failed = int((loop.status != 0).sum())
        print(f"    {name}: {rates[-1]:.3f} M steps/s, median {rates[ROUNDS // 2]:.3f}; launched in {launched / whole:.0%} of the time; "
              f"{failed} worlds failed")  # fmt: skip
        self.repeats = all(same(end, self.ends[0]) for end in self.ends)


def same(found: tuple[torch.Tensor, ...], wanted: tuple[torch.Tensor, ...]) -> bool:
    return all(torch.equal(a, b) for a, b in zip(found, wanted, strict=True))


def captured(work: Callable[[], None]) -> torch.cuda.CUDAGraph:
    torch.cuda.synchronize()
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph):
        work()
    return graph


def measure(path: str, worlds: int) -> bool:
    """Prints the figures; whether all bits repeat."""
    print(f"{path}, {worlds} worlds")
    loop = Loop(path, worlds)
    Measured(loop, "steps alone, one a call", loop.alone)
    views = Measured(loop, "controls and states by views", loop.by_views)
    copies = Measured(loop, "by copies", loop.by_copies)
    policy = Measured(loop, "policy, resets, friction", loop.by_policy)
    whole = captured(loop.by_views)
    graph = Measured(loop, "by views, as a graph", whole.replay)
    part = captured(loop.part_of_policy)
    parts = Measured(loop, "policy, as a graph", lambda: [part.replay() for _ in range(STEPS // GRAPH)] and None)
    equal = same(graph.ends[0], views.ends[0]) and same(copies.ends[0], views.ends[0]) and same(parts.ends[0], policy.ends[0])
    repeats = all(measured.repeats for measured in (views, copies, policy, graph, parts))
    for name, work in [
        ("a reset of a tenth", lambda: loop.batch.reset(loop.tenth, keyframe=loop.keyframe)),
        ("friction of all worlds", lambda: loop.friction.copy_(loop.usual)),
    ]:
        whole_time, _ = timed(lambda: [work() for _ in range(100)] and None)
        print(f"    {name}: {whole_time * 1e4:.0f} us")
    print(f"    rounds repeat bit for bit: {repeats}; graphs and copies have the bits of the calls: {equal}")
    return equal and repeats


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit("usage: trainer.py MODEL.xml [worlds ...]")
    outcomes = [measure(sys.argv[1], int(word)) for word in sys.argv[2:] or ["1024"]]
    sys.exit(0 if all(outcomes) else 1)
