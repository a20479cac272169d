"""Gymnasium's environments and dm_control's tasks that draw, unmodified, on cortenforge.mujoco.

Each client takes a few steps and draws in every way it has: colour, depth, both, segmentation, and pixels as observations. It passes
when shapes and types are right, colours vary, depths are finite and positive, and two pictures of one state are equal. No graphics
library and no display is needed.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
import time
import traceback
import warnings
from pathlib import Path

import numpy as np

#: A few clients of every kind, for CI.
SHORT = (
    "gymnasium/Ant-v5", "gymnasium/Humanoid-v4", "gymnasium/Reacher-v5", "dm_control/cartpole/swingup",
    "dm_control/fish/swim", "dm_control/quadruped/escape", "film/gymnasium/RecordVideo",
)  # fmt: skip


def expect(right: bool, text: str) -> None:
    """An exception for a wrong picture."""
    if not right:
        raise AssertionError(text)


def colours(picture, height: int, width: int) -> None:
    """Checks a picture in colour: its type, shape and variation."""
    expect(picture.shape == (height, width, 3) and picture.dtype == np.uint8, f"colours {picture.shape} {picture.dtype}")
    expect(int(picture.max()) - int(picture.min()) > 20, "all colours are the same")


def depths(picture, height: int, width: int) -> None:
    """Checks a picture of depths."""
    expect(picture.shape == (height, width), f"depths {picture.shape}")
    expect(np.isfinite(picture).all() and picture.min() >= 0 and picture.max() > picture.min(), "depths are not plausible")


# ---- clients


class Gymnasium:
    """Environments of Gymnasium that are built on MuJoCo."""

    MODES = ("rgb_array", "depth_array", "rgbd_tuple")

    @staticmethod
    def names():
        import gymnasium

        for name, spec in sorted(gymnasium.registry.items()):
            if "gymnasium.envs.mujoco" in str(spec.entry_point):
                yield f"gymnasium/{name}"

    @classmethod
    def draw(cls, name: str) -> None:
        import gymnasium

        for mode in cls.MODES:
            env = gymnasium.make(name.split("/", 1)[1], render_mode=mode, width=160, height=120)
            env.reset(seed=0)
            for _ in range(3):
                env.step(env.action_space.sample())
            first, again = env.render(), env.render()
            for one, other in zip(*((a if isinstance(a, tuple) else (a,)) for a in (first, again)), strict=True):
                expect(np.array_equal(one, other), f"{mode}: two pictures of one state differ")
            if mode == "rgb_array":
                colours(first, 120, 160)
            elif mode == "depth_array":
                depths(first, 120, 160)
            else:
                colours(first[0], 120, 160)
                depths(first[1], 120, 160)
            env.close()


class Control:
    """Tasks of dm_control's suite, with pixels as observations."""

    @staticmethod
    def names():
        from dm_control import suite

        for domain, task in sorted(suite.ALL_TASKS):
            yield f"dm_control/{domain}/{task}"

    @staticmethod
    def draw(name: str) -> None:
        from dm_control import mujoco, suite
        from dm_control.mujoco.engine import TextOverlay
        from dm_control.suite.wrappers import pixels

        _, domain, task = name.split("/")
        env = pixels.Wrapper(suite.load(domain, task, task_kwargs={"random": 0}), render_kwargs={"height": 84, "width": 84})
        env.reset()
        spec = env.action_spec()
        step = env.step(np.zeros(spec.shape))
        colours(step.observation["pixels"], 84, 84)
        physics = env.physics
        cameras = [-1, *range(physics.model.ncam)] + [physics.model.id2name(0, "camera")] * bool(physics.model.ncam)
        for camera in filter(lambda camera: camera != "", cameras):
            physics.render(60, 80, camera_id=camera)
        depths(physics.render(60, 80, depth=True), 60, 80)
        labels = physics.render(60, 80, segmentation=True)
        expect(labels.shape == (60, 80, 2) and labels.max() >= 0, "segmentation shows nothing")
        plain = physics.render(60, 80)
        written = physics.render(60, 80, overlays=[TextOverlay("text", "more", position="top left", style="normal")])
        expect(not np.array_equal(plain, written), "an overlay changes nothing")
        physics.render(60, 80, render_flag_overrides={"wireframe": True, mujoco.wrapper.mjbindings.enums.mjtRndFlag.mjRND_FOG: 1})
        called = []
        physics.render(60, 80, scene_callback=lambda physics, scene: called.append(scene.ngeom))
        expect(len(called) == 1, "the callback of scenes was not called")
        expect(np.array_equal(plain, physics.render(60, 80)), "two pictures of one state differ")
        physics.free()


class Film:
    """Gymnasium's RecordVideo, which writes through moviepy and the ffmpeg of imageio-ffmpeg."""

    STEPS = 20
    #: Largest mean difference of bytes between the film and the pictures: its codec is lossy.
    LOSS = 4.0

    @staticmethod
    def names():
        yield "film/gymnasium/RecordVideo"

    @classmethod
    def draw(cls, name: str) -> None:
        import gymnasium
        from gymnasium.wrappers import RecordVideo

        with tempfile.TemporaryDirectory() as folder:
            env = RecordVideo(gymnasium.make("HalfCheetah-v5", render_mode="rgb_array", width=160, height=120), folder)
            env.reset(seed=0)
            env.action_space.seed(0)
            drawn = [env.render()]
            for _ in range(cls.STEPS):
                env.step(env.action_space.sample())
                drawn.append(env.render())
            env.close()
            films = list(Path(folder).glob("*.mp4"))
            expect(len(films) == 1, f"{len(films)} films were written")
            film = cls.read(films[0])
        expect(len(film) == len(drawn), f"the film has {len(film)} pictures instead of {len(drawn)}")
        for picture, original in zip(film, drawn, strict=True):
            colours(picture, 120, 160)
            loss = float(np.abs(picture.astype(float) - original).mean())
            expect(loss < cls.LOSS, f"a picture of the film is {loss:.1f} from the one that was drawn")

    @staticmethod
    def read(path: Path) -> list[np.ndarray]:
        """The pictures of a film."""
        import imageio_ffmpeg

        frames = imageio_ffmpeg.read_frames(str(path))
        width, height = next(frames)["size"]
        return [np.frombuffer(frame, np.uint8).reshape(height, width, 3) for frame in frames]


KINDS = {"gymnasium": Gymnasium, "dm_control": Control, "film": Film}
#: Requirements of a client that are not installed: an older MuJoCo.
OPTIONAL = ("mujoco<3",)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--short", action="store_true", help="a few clients only")
    parser.add_argument("--filter", default="", help="only clients whose name contains this")
    parser.add_argument("--engine", choices=["ours", "mujoco"], default="ours")
    args = parser.parse_args()
    warnings.simplefilter("ignore")
    if args.engine == "ours":
        # neither a display nor the name of a graphics library: Gymnasium rejects unknown names
        os.environ.pop("DISPLAY", None)
        os.environ.pop("MUJOCO_GL", None)
        import cortenforge.mujoco

        cortenforge.mujoco.install()
    successes = failures = 0
    for kind, client in KINDS.items():
        passed = failed = absent = 0
        start = time.perf_counter()
        for name in client.names():
            if args.filter not in name or (args.short and name not in SHORT):
                continue
            try:
                client.draw(name)
                passed += 1
                print(f"{name}: passed", flush=True)
            except Exception as error:
                if any(need in str(error) for need in OPTIONAL):
                    absent += 1
                    print(f"{name}: cannot run here: {str(error).splitlines()[0]}", flush=True)
                    continue
                failed += 1
                print(f"{name}: failed: {type(error).__name__}: {error}\n{traceback.format_exc(limit=-3)}", flush=True)
        successes, failures = successes + passed, failures + failed
        if passed + failed + absent:
            seconds = time.perf_counter() - start
            print(f"{kind}: {passed} passed, {failed} failed, {absent} cannot run here, {seconds:.0f} s")
    print(f"clients that draw: {successes} passed, {failures} failed")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
