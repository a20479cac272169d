"""Gymnasium's environments and dm_control's tasks, unmodified, on cortenforge.mujoco.

Each engine has its own process. Ours runs every episode for --steps random actions. Observations and rewards of the first
--compare steps are compared with MuJoCo's for the same seeds. A client passes when they stay within BAR, relative to the largest
entry. A chaotic client passes when they stay within NUDGES times the change that a nudge of NUDGE at the start causes in MuJoCo.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
import traceback
import warnings
import zlib
from pathlib import Path

import numpy as np

BAR = 1e-6
NUDGE = 1e-10
NUDGES = 100.0

#: A few clients of every kind, for CI.
SHORT = (
    "gymnasium/Ant-v5", "gymnasium/HalfCheetah-v4", "gymnasium/Humanoid-v5", "gymnasium/InvertedDoublePendulum-v5",
    "gymnasium/Pusher-v5", "gymnasium/Swimmer-v5", "dm_control/cartpole/swingup", "dm_control/cheetah/run",
    "dm_control/finger/spin", "dm_control/fish/swim", "dm_control/lqr/lqr_2_1", "dm_control/manipulator/bring_ball",
    "dm_control/quadruped/walk", "dm_control/walker/run",
)  # fmt: skip


# ---- clients


class Gymnasium:
    """Environments of Gymnasium that are built on MuJoCo."""

    @staticmethod
    def names():
        import gymnasium

        for name, spec in sorted(gymnasium.registry.items()):
            if "gymnasium.envs.mujoco" in str(spec.entry_point):
                yield f"gymnasium/{name}"

    def __init__(self, name: str, seed: int):
        import gymnasium

        self.env = gymnasium.make(name.split("/", 1)[1]).unwrapped
        self.seed = seed
        self.low, self.high = self.env.action_space.low, self.env.action_space.high

    def reset(self, nudge=None):
        observation, _ = self.env.reset(seed=self.seed)
        self.seed = None
        if nudge is not None:
            data = self.env.data
            self.env.set_state(data.qpos.copy(), data.qvel + nudge(self.env.model.nv))
            observation = self.env._get_obs()
        return np.ravel(observation), 0.0, False

    def step(self, action):
        observation, reward, terminated, truncated, _ = self.env.step(action.astype(self.env.action_space.dtype))
        return np.ravel(observation), float(reward), terminated or truncated


class Control:
    """Tasks of dm_control: its suite, and those of its composer."""

    @staticmethod
    def names():
        from dm_control import suite

        for domain, task in sorted(suite.ALL_TASKS):
            yield f"dm_control/{domain}/{task}"

    def __init__(self, name: str, seed: int):
        self.env = self.load(name, seed)
        spec = self.env.action_spec()
        self.low = np.maximum(np.broadcast_to(spec.minimum, spec.shape), -1.0)
        self.high = np.minimum(np.broadcast_to(spec.maximum, spec.shape), 1.0)

    @staticmethod
    def load(name: str, seed: int):
        from dm_control import suite

        _, domain, task = name.split("/")
        return suite.load(domain, task, task_kwargs={"random": seed})

    @staticmethod
    def _flat(time_step):
        parts = [np.ravel(value) for _, value in sorted((time_step.observation or {}).items())]
        observation = np.concatenate(parts).astype(np.float64) if parts else np.zeros(0)
        return observation, float(time_step.reward or 0.0), time_step.last()

    def reset(self, nudge=None):
        time_step = self.env.reset()
        if nudge is not None:
            physics = self.env.physics
            physics.data.qvel[:] += nudge(physics.model.nv)
            physics.forward()
        return self._flat(time_step)

    def step(self, action):
        return self._flat(self.env.step(action))


class Composer(Control):
    """Tasks that dm_control's composer assembles: manipulation, and locomotion examples. Reported, not counted."""

    LOCOMOTION = {
        "basic_cmu_2019": ("cmu_humanoid_run_walls", "cmu_humanoid_run_gaps", "cmu_humanoid_go_to_target"),
        "basic_rodent_2020": ("rodent_escape_bowl", "rodent_run_gaps", "rodent_two_touch"),
    }

    @classmethod
    def names(cls):
        from dm_control import manipulation

        for name in sorted(manipulation.get_environments_by_tag("features")):
            yield f"composer/manipulation/{name}"
        for module, tasks in cls.LOCOMOTION.items():
            for task in tasks:
                yield f"composer/{module}/{task}"

    @staticmethod
    def load(name: str, seed: int):
        _, family, task = name.split("/")
        if family == "manipulation":
            from dm_control import manipulation

            return manipulation.load(task, seed=seed)
        module = __import__(f"dm_control.locomotion.examples.{family}", fromlist=[task])
        env = getattr(module, task)(random_state=np.random.RandomState(seed))
        for observable in env.task.observables.values():
            # cameras need a renderer
            if "camera" in type(observable).__name__.lower():
                observable.enabled = False
        return env


KINDS = {"gymnasium": Gymnasium, "dm_control": Control, "composer": Composer}


# ---- one engine


def _run(kind, name: str, steps: int, nudged: bool) -> dict:
    """Observations, rewards and ends of one client's episode."""
    seed = zlib.crc32(name.encode()) % 10_000
    client = kind(name, seed)
    rng = np.random.default_rng(seed)
    signs = np.random.default_rng(seed + 1)

    def nudge(nv):
        return NUDGE * signs.choice([-1.0, 1.0], nv)

    rows, rewards, ends = [], [], []
    outcome = client.reset(nudge if nudged else None)
    for _ in range(steps):
        rows.append(outcome[0])
        rewards.append(outcome[1])
        ends.append(outcome[2])
        if outcome[2]:
            outcome = client.reset()
        else:
            outcome = client.step(rng.uniform(client.low, client.high))
    return {"observations": np.array(rows), "rewards": np.array(rewards), "ends": np.array(ends)}


def worker(engine: str, names: list[str], steps: int, folder: Path) -> None:
    """Runs the clients on one engine and writes their results to the folder."""
    os.environ.setdefault("MUJOCO_GL", "off")
    warnings.simplefilter("ignore")
    if engine == "ours":
        import cortenforge.mujoco

        cortenforge.mujoco.install()
    for number, name in enumerate(names):
        kind = KINDS[name.split("/", 1)[0]]
        for nudged in (False, True) if engine == "mujoco" else (False,):
            file = folder / f"{engine}-{number}{'-nudged' if nudged else ''}"
            start = time.perf_counter()
            try:
                result = _run(kind, name, steps, nudged)
                np.savez(file.with_suffix(".npz"), seconds=time.perf_counter() - start, **result)
            except Exception as error:
                trace = traceback.format_exc(limit=-2)
                file.with_suffix(".txt").write_text(f"{type(error).__name__}: {error}\n{trace}")
        print(f"{engine}: {number + 1} of {len(names)}: {name}", file=sys.stderr, flush=True)


# ---- both


def _load(folder: Path, stem: str):
    """A client's results, or the reason why there are none."""
    file = folder / f"{stem}.npz"
    if not file.exists():
        text = folder / f"{stem}.txt"
        return None, text.read_text() if text.exists() else "the process ended early"
    with np.load(file) as arrays:
        return {key: arrays[key] for key in arrays.files}, ""


def _rows(result: dict, count: int) -> np.ndarray:
    columns = [result["observations"], result["rewards"][:, None], result["ends"][:, None]]
    return np.concatenate(columns, axis=1)[:count]


def judge(ours: dict, reference: dict, nudged: dict, count: int):
    """Whether the first steps agree, the largest difference, and the largest drift of MuJoCo itself."""
    a, b, c = (_rows(result, count) for result in (ours, reference, nudged))
    if a.shape != b.shape:
        return False, np.inf, 0.0
    scale = np.maximum(1.0, np.maximum.accumulate(np.abs(b).max(axis=1, initial=0.0)))
    difference = np.abs(a - b).max(axis=1, initial=0.0) / scale
    drift = np.maximum.accumulate(np.abs(c - b).max(axis=1, initial=0.0) / scale)
    fine = bool(np.all(difference <= np.maximum(BAR, NUDGES * drift)) and np.all(np.isfinite(ours["observations"])))
    return fine, float(difference.max(initial=0.0)), float(drift.max(initial=0.0))


def _spawn(engine: str, names: list[str], steps: int, folder: Path) -> subprocess.Popen:
    listing = folder / f"{engine}.json"
    listing.write_text(json.dumps(names))
    command = [sys.executable, __file__, "--worker", engine, "--list", str(listing), "--steps", str(steps)]
    return subprocess.Popen([*command, "--folder", str(folder)])


def list_names(kinds: list[str]) -> None:
    """Prints the clients of some kinds."""
    for kind in kinds:
        print(*KINDS[kind].names(), sep="\n")


def _collect(args) -> list[str]:
    if args.short:
        return list(SHORT)
    kinds = ["gymnasium", "dm_control"] + ["composer"] * args.composer
    # the clients import MuJoCo, so a separate process lists them
    code = "import sys; sys.path.insert(0, sys.argv[1]); import clients; clients.list_names(sys.argv[2:])"
    environment = {**os.environ, "MUJOCO_GL": "off"}
    asked = [sys.executable, "-W", "ignore", "-c", code, str(Path(__file__).parent), *kinds]
    listing = subprocess.run(asked, env=environment, capture_output=True, text=True, check=True).stdout
    return [name for name in listing.split() if args.filter in name]


def compare(args) -> int:
    names = _collect(args)
    totals = {kind: [0, 0, 0, 0.0] for kind in KINDS}
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        both = [_spawn("ours", names, args.steps, folder), _spawn("mujoco", names, args.compare, folder)]
        if any([process.wait() for process in both]):
            print("clients: 0 passed, 1 failed: an engine's process ended early")
            return 1
        for number, name in enumerate(names):
            kind = name.split("/", 1)[0]
            (ours, why), (reference, absent) = (_load(folder, f"{engine}-{number}") for engine in ("ours", "mujoco"))
            nudged, _ = _load(folder, f"mujoco-{number}-nudged")
            if reference is None:
                # clients of the short list always run: something is missing here
                totals[kind][1 if args.short else 2] += 1
                print(f"{name}: does not run on MuJoCo: {absent.splitlines()[0]}")
                continue
            if ours is None:
                totals[kind][1] += 1
                print(f"{name}: failed: {why}")
                continue
            fine, difference, drift = judge(ours, reference, nudged or reference, args.compare)
            totals[kind][not fine] += 1
            totals[kind][3] = max(totals[kind][3], difference if drift * NUDGES <= BAR else 0.0)
            note = f", MuJoCo's own drift {drift:.1e}" if difference > BAR else ""
            seconds = float(ours["seconds"])
            print(f"{name}: {'passed' if fine else 'differs'}, {difference:.1e}{note}, {args.steps} steps in {seconds:.1f} s")
    for kind, (passed, failed, absent, worst) in totals.items():
        if passed + failed + absent:
            print(f"{kind}: {passed} passed, {failed} failed, {absent} do not run on MuJoCo; largest difference where not chaotic {worst:.1e}")
    counted = [totals[kind] for kind in ("gymnasium", "dm_control")]
    passed, failed = (sum(entry[k] for entry in counted) for k in (0, 1))
    print(f"clients: {passed} passed, {failed} failed")
    return 1 if failed else 0


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--short", action="store_true", help="a few clients only")
    parser.add_argument("--composer", action="store_true", help="also tasks of dm_control's composer, reported only")
    parser.add_argument("--filter", default="", help="only clients whose name contains this")
    parser.add_argument("--steps", type=int, default=1000, help="random actions on our side")
    parser.add_argument("--compare", type=int, default=50, help="steps that are compared")
    parser.add_argument("--worker", help=argparse.SUPPRESS)
    parser.add_argument("--list", help=argparse.SUPPRESS)
    parser.add_argument("--folder", help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.worker:
        worker(args.worker, json.loads(Path(args.list).read_text()), args.steps, Path(args.folder))
        return 0
    return compare(args)


if __name__ == "__main__":
    sys.exit(main())
