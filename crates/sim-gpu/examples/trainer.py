"""The loop of a trainer in PyTorch, in device memory: `python trainer.py MODEL.xml [worlds ...]`.

Every step a policy reads positions and velocities and writes controls, through views of the worlds' own memory. Now and then a tenth of
the worlds is reset by a mask, and the friction of all worlds is drawn anew. No number goes through the host, and the host does not wait.
Then the same loop is captured as a CUDA graph and replayed, and both have to end in the same bits.
"""

import sys
import time
from collections.abc import Callable

import torch

import cortenforge

STEPS = 400
ROUNDS = 5
#: Steps of a captured graph.
GRAPH = 24


class Loop:
    """Worlds, a policy, and what it reads and writes."""

    def __init__(self, path: str, worlds: int) -> None:
        model = cortenforge.Model.from_file(path)
        self.batch = cortenforge.GpuBatchSim(model, worlds, per_world=["geom_friction"])
        self.keyframe = 0 if model.nkey else None
        self.qpos, self.qvel, self.ctrl, self.status, self.friction = (
            torch.from_dlpack(self.batch.view(name)) for name in ("qpos", "qvel", "ctrl", "status", "geom_friction")
        )
        torch.manual_seed(0)
        observed = self.qpos.shape[1] + self.qvel.shape[1]
        self.weights = 0.02 * torch.randn(observed, self.ctrl.shape[1], device=self.qpos.device)
        self.tenth = torch.arange(worlds, device=self.qpos.device) % 10 == 0
        self.usual = self.friction.clone()
        self.reset()

    def reset(self) -> None:
        self.friction.copy_(self.usual)
        self.batch.reset(torch.ones_like(self.tenth), keyframe=self.keyframe)

    def act(self) -> None:
        """Controls that follow from the state."""
        self.ctrl.copy_(torch.clamp(torch.cat([self.qpos, self.qvel], 1) @ self.weights, -0.1, 0.1))

    def step(self) -> None:
        self.act()
        self.batch.submit()

    def disturb(self) -> None:
        """Resets a tenth of the worlds and changes the friction of all."""
        self.batch.reset(self.tenth, keyframe=self.keyframe)
        self.friction.mul_(1.001)

    def several(self, steps: int) -> None:
        for step in range(steps):
            self.step()
            if step % GRAPH == GRAPH - 1:
                self.disturb()


def timed(work: Callable[[], None]) -> tuple[float, float]:
    """Seconds until the GPU is done, and until the host has launched everything."""
    torch.cuda.synchronize()
    began = time.perf_counter()
    work()
    launched = time.perf_counter() - began
    torch.cuda.synchronize()
    return time.perf_counter() - began, launched


def measure(path: str, worlds: int) -> None:
    loop = Loop(path, worlds)
    loop.several(2 * GRAPH)

    def round_of_steps() -> None:
        loop.several(STEPS)

    times = []
    for _ in range(ROUNDS):
        loop.reset()
        times.append(timed(round_of_steps))
    rates = sorted(worlds * STEPS / whole / 1e6 for whole, _ in times)
    whole, launched = min(times)
    print(f"{worlds} worlds: {rates[-1]:.3f} M steps/s (median {rates[ROUNDS // 2]:.3f}), launched in {launched / whole:.0%} of the time")

    def many(work: Callable[[], None]) -> Callable[[], None]:
        return lambda: [work() for _ in range(100)] and None

    reset, _ = timed(many(lambda: loop.batch.reset(loop.tenth, keyframe=loop.keyframe)))
    friction, _ = timed(many(lambda: loop.friction.copy_(loop.usual)))
    print(f"    a reset of a tenth {reset * 1e4:.0f} us, friction of all worlds {friction * 1e4:.0f} us")

    # step by step, then as a graph, from the same state
    loop.reset()
    loop.several(GRAPH * 4)
    wanted = loop.qpos.clone(), loop.qvel.clone()
    failed = int((loop.status != 0).sum())
    loop.reset()
    torch.cuda.synchronize()
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph):
        loop.several(GRAPH)
    loop.reset()
    for _ in range(4):
        graph.replay()
    same = all(torch.equal(found, expected) for found, expected in zip((loop.qpos, loop.qvel), wanted, strict=True))

    def replays() -> None:
        for _ in range(STEPS // GRAPH):
            graph.replay()

    replayed = min(timed(replays)[0] for _ in range(ROUNDS))
    rate = worlds * (STEPS // GRAPH * GRAPH) / replayed / 1e6
    print(f"    as a graph of {GRAPH} steps {rate:.3f} M steps/s, the same bits: {same}, failed worlds: {failed}")
    if not same:
        sys.exit(1)


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit("usage: trainer.py MODEL.xml [worlds ...]")
    for count in [int(word) for word in sys.argv[2:]] or [1024]:
        measure(sys.argv[1], count)
