"""The live conformance run: compares our engine with MuJoCo, field by field.

Usage: python compare.py [--filter TEXT] [--dir FOLDER ...] [--out FOLDER] [--jobs N] [--constants-only]

A worker process compares each model, so that a crash or a hang costs one model. The report (JSON, text, Markdown) names the first
stage and field of each model that differs, with both values. The exit status is 1 when a model fails.
"""

from __future__ import annotations

import argparse
import json
import pickle
import queue
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path
from typing import Any

import numpy as np

import models
import report
import stages
import states
from difference import Difference, compare

#: Seconds after which a model counts as hanging.
TIMEOUT = 120.0
#: Kinds of differences kept per model; the rest is counted.
KEPT = 40
#: Entries of a matrix that is compared with all its zeros.
LARGE = 4_000_000
#: mjWARN_CONTACTFULL and mjWARN_CNSTRFULL
FULL = (1, 2)
#: Number of states near a state that differs, at which MuJoCo is evaluated again, and their distance.
OWN_TRIES = 4
OWN_NUDGE = 1e-14
#: Smallest scale of a number: a zero is nudged by 1e-15.
OWN_LEAST = 0.1
OWN_WEIGHTS = ("body_invweight0", "dof_invweight0", "tendon_invweight0")


def model_fields(model) -> dict[str, Any]:
    """Every size, array and setting of a model by name; settings as `opt.timestep`."""
    found: dict[str, Any] = {}
    for name in dir(model):
        if name.startswith("_") or name in stages.OWN_LAYOUT:
            continue
        value = getattr(model, name)
        if callable(value):
            continue
        if name in ("opt", "vis", "stat"):
            found.update(_settings(name, value))
        elif isinstance(value, (bool, int, float, bytes, np.ndarray, np.integer)):
            found[name] = value
    return found


def _settings(prefix: str, struct) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for name in dir(struct):
        if name.startswith("_"):
            continue
        value = getattr(struct, name)
        if callable(value):
            continue
        if isinstance(value, (bool, int, float, np.ndarray, np.integer, np.floating)):
            found[f"{prefix}.{name}"] = value
        else:
            found.update(_settings(f"{prefix}.{name}", value))
    return found


def compare_constants(ours, reference) -> list[Difference]:
    """Differences of the compiled model, in family order."""
    found: list[Difference] = []
    for field, theirs in model_fields(reference).items():
        family = stages.family_of(field)
        if field in stages.NOT_SHOWN:
            continue
        mine = _get(ours, field)
        if mine is None:
            if np.size(theirs) and not (np.ndim(theirs) == 0 and not theirs):
                found.append(Difference(family, field, "", "missing", f"{np.size(theirs)} entries", 1.0))
            continue
        difference = compare(family, field, mine, theirs)
        if difference:
            found.append(difference)
    found.sort(key=lambda d: stages.FAMILY_ORDER.index(d.stage))
    return found


def _get(struct, path: str):
    for part in path.split("."):
        struct = getattr(struct, part, None)
        if struct is None:
            return None
    return struct


def trimmed(model, data, field: str):
    """A field of Data without the entries that no stage wrote."""
    value = np.asarray(_get(data, field))
    if field == "contact.frame":
        return value.reshape(-1, 9)
    if field in ("wrap_obj", "wrap_xpos"):
        used = int(np.sum(data.ten_wrapnum))
        return value.reshape(-1, value.size // max(2 * model.nwrap, 1))[:used] if value.size else value
    if field == "efc_J":
        return dense_jacobian(model, data)
    if field in ("moment_colind", "actuator_moment"):
        return value.ravel()[: int(np.sum(data.moment_rownnz))]
    return value


def dense_jacobian(model, data) -> np.ndarray:
    """The constraint Jacobian as a dense matrix, from dense or sparse storage."""
    values, size = np.asarray(data.efc_J), data.nefc * model.nv
    if (model.opt.jacobian == 0 or model.opt.jacobian == 2 and model.nv < 60) and values.size >= size:
        # MuJoCo's array may be longer: rows that turn out empty are left out
        return values[:size].reshape(data.nefc, model.nv)
    if size > LARGE:
        # too large for a dense matrix: the entries in order of row and column, weighted by their columns
        return values * (1.0 + np.asarray(data.efc_J_colind) / model.nv)
    full = np.zeros((data.nefc, model.nv))
    rows = np.repeat(np.arange(data.nefc), data.efc_J_rownnz)
    full[rows, data.efc_J_colind] = values
    return full


def compare_pipeline(
    name: str, engines, pair, visited: list[states.State] | None = None, pipeline: list[stages.Stage] = stages.PIPELINE,
    tries: int = OWN_TRIES,
) -> tuple[list[Difference], dict[str, bool], str | None]:
    """Differences of the forward pass and of a step, in pipeline order, up to the first state that differs; whether each compared
    stage agrees; and the error of our step, if any. `visited` are states instead of those drawn from the name, `tries` is the number
    of states near one that differs at which MuJoCo is evaluated again."""
    found: list[Difference] = []
    compared: dict[str, bool] = {}
    if np.any((pair[1].actuator_delay > 0) & (pair[1].actuator_ctrlnum > 1)):
        return found, compared, "MuJoCo reads the first of several delayed controls and leaves the others unset"
    for model in pair:
        stages.prepare(model)
    datas = [engine.MjData(model) for engine, model in zip(engines, pair)]

    def advance(function: str) -> str | None:
        getattr(engines[1], function)(pair[1], datas[1])
        if any(datas[1].warning[k].number for k in FULL):
            return "MuJoCo's memory for contacts and constraints is full"
        try:
            getattr(engines[0], function)(pair[0], datas[0])
        except Exception as error:
            # where we return an error for a state that diverges, MuJoCo warns and resets
            if "is not supported" in str(error) or any(w.number for w in datas[1].warning):
                return str(error)
            raise
        return None

    def start(state: states.State, integrator: int) -> None:
        for engine, model, data in zip(engines, pair, datas):
            engine.mj_resetData(model, data)
            state.apply(data)
            model.opt.integrator = integrator

    def forward_tightly(state: states.State) -> str | None:
        start(state, 0)
        kept = [stages.tighten(model) for model in pair]
        refused = advance("mj_forward")
        for model, settings in zip(pair, kept):
            for name, value in settings.items():
                setattr(model.opt, name, value)
        return refused

    for state in states.states(pair[1], name) if visited is None else visited:
        start(state, 0)
        refused = advance("mj_forward")
        for stage in pipeline:
            if stage.tight and not refused:
                refused = forward_tightly(state)
            if stage.name.startswith("step") and not refused:
                start(state, stage.integrator or 0)
                refused = advance("mj_step")
            if refused and "is not supported" in refused:
                return found, compared, refused
            if refused:
                break
            differing = [d for d in (_compare_field(stage, f, pair, datas) for f in stage.fields) if d]
            compared[stage.name] = compared.get(stage.name, True) and not differing
            if differing and stage.bar is not None:
                reference = (engines[1], pair[1], datas[1])
                for difference in differing:
                    difference.own = own_spread(*reference, state, stage, difference.field, tries)
            for difference in differing:
                difference.index += f" at {state.name}"
            found += differing
        if found:
            break
    return found, compared, None


def own_spread(engine, model, kept, state: states.State, stage: stages.Stage, field: str, tries: int = OWN_TRIES) -> float:
    """Change of a field of MuJoCo, relative to its largest entry, after a nudge in the last digits of its state and of the inverse
    weights of its impedances. Iterations that stop by chance then stop elsewhere."""
    data = engine.MjData(model)
    value, worst = np.array(trimmed(model, kept, field), dtype=float), 0.0
    settings = stages.tighten(model) if stage.tight else {}
    weights = {name: np.array(getattr(model, name)) for name in OWN_WEIGHTS}
    for seed in range(tries):
        rng = np.random.default_rng(seed)
        engine.mj_resetData(model, data)
        state.apply(data)
        if tries == OWN_TRIES:
            for nudged in (data.qpos, data.qvel):
                nudged *= 1 + OWN_NUDGE * rng.choice([-1.0, 1.0], nudged.shape)
        else:
            # random models only: rounding also enters by zeros, by the warm start and by the weights of the impedances
            for nudged in (data.qpos, data.qvel, data.qacc_warmstart):
                nudged += OWN_NUDGE * np.maximum(np.abs(nudged), OWN_LEAST) * rng.choice([-1.0, 1.0], nudged.shape)
            for name, weight in weights.items():
                getattr(model, name)[:] = weight * (1 + OWN_NUDGE * rng.uniform(-1, 1, weight.shape))
        (engine.mj_step if stage.name.startswith("step") else engine.mj_forward)(model, data)
        other = np.array(trimmed(model, data, field), dtype=float)
        if other.shape != value.shape:
            worst = np.inf
        elif value.size and np.abs(value).max() > 0:
            worst = max(worst, float(np.abs(other - value).max() / np.abs(value).max()))
    for name, weight in weights.items():
        getattr(model, name)[:] = weight
    for name, setting in settings.items():
        setattr(model.opt, name, setting)
    return worst


def _compare_field(stage: stages.Stage, field: str, pair, datas) -> Difference | None:
    if _get(datas[0], field) is None:
        return Difference(stage.name, field, "", "missing", "present", 1.0)
    mine, theirs = (trimmed(model, data, field) for model, data in zip(pair, datas))
    terms = {"qacc": ("qacc_smooth", "efc_aref")}.get(field, ("efc_force", "qfrc_smooth"))
    if field in ("qacc", "qfrc_constraint", "efc_force") and np.shape(mine) == np.shape(theirs):
        # a sum with cancellation is known only to the rounding of its largest term
        rounding = 1e-12 * max(float(np.abs(getattr(datas[1], t)).max(initial=0.0)) for t in terms)
        mine = np.where(np.abs(mine - theirs) <= rounding, theirs, mine)
    return compare(stage.name, field, mine, theirs, stage.bar)


def examine(source: models.Source, constants_only: bool) -> dict[str, Any]:
    """Loads a model on both sides and compares; runs in a worker."""
    import cortenforge.mujoco as ours
    import mujoco

    result: dict[str, Any] = {"group": source.group, "name": source.name, "differences": []}
    loaded, seconds, refusals = [], [], []
    for engine, failures in ((ours, Exception), (mujoco, (ValueError, TypeError, mujoco.FatalError, UnicodeError))):
        start = time.perf_counter()
        try:
            loaded.append(source.load(engine))
            refusals.append(None)
        except failures as error:
            loaded.append(None)
            refusals.append(str(error).strip() or type(error).__name__)
        seconds.append(time.perf_counter() - start)
    result["seconds"] = {"ours": seconds[0], "mujoco": seconds[1]}
    result["refusal"] = {"ours": refusals[0], "mujoco": refusals[1]}
    if None in loaded:
        result["status"] = _refusal_status(loaded, refusals)
        return result
    mine, theirs = loaded
    differences = compare_constants(mine, theirs)
    result["constants"] = not differences
    if not constants_only and not differences and hasattr(ours, "mj_forward"):
        name = f"{source.group}/{source.name}"
        found, result["stages"], result["not simulated"] = compare_pipeline(name, (ours, mujoco), (mine, theirs))
        differences += found
    result["differences"] = [d.json() for d in differences[:KEPT]]
    result["count"] = len(differences)
    chance = all(d.own is not None and d.own >= 0.1 * d.error for d in differences)
    result["status"] = ("ill-conditioned" if chance else "differs") if differences else "agrees"
    return result


def _refusal_status(loaded, refusals) -> str:
    if loaded[0] is None and loaded[1] is None:
        return "refused by both"
    if loaded[1] is None:
        return "accepted only by us"
    if "not supported yet" in refusals[0]:
        return "not supported"
    return "refused only by us"


def work(pickled: str, constants_only: bool) -> None:
    """Runs a worker: it reads indices on standard input and answers each with a line of JSON."""
    answers = sys.stdout
    sys.stdout = sys.stderr
    with open(pickled, "rb") as f:
        sources = pickle.load(f)
    for line in sys.stdin:
        try:
            result = examine(sources[int(line)], constants_only)
        except Exception as error:  # a bug in the comparison is a result too
            source = sources[int(line)]
            result = {"group": source.group, "name": source.name, "status": "error", "differences": [],
                      "refusal": {"ours": f"{type(error).__name__}: {error}", "mujoco": None}}
        answers.write(json.dumps(result) + "\n")
        answers.flush()


class Worker:
    """A worker process that is started again when it dies."""

    def __init__(self, pickled: str, constants_only: bool) -> None:
        self.command = [sys.executable, __file__, "--worker", pickled] + ["--constants-only"] * constants_only
        self.process: subprocess.Popen[str] | None = None

    def ask(self, index: int, source: models.Source) -> dict[str, Any]:
        if self.process is None:
            self.process = subprocess.Popen(self.command, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                            stderr=subprocess.DEVNULL, text=True)
        process = self.process
        watchdog = threading.Timer(TIMEOUT, process.kill)
        watchdog.start()
        try:
            process.stdin.write(f"{index}\n")
            process.stdin.flush()
            line = process.stdout.readline()
        except OSError:
            line = ""
        finally:
            watchdog.cancel()
        if line:
            return json.loads(line)
        code = process.wait()
        self.process = None
        return {"group": source.group, "name": source.name, "status": "crash", "differences": [],
                "refusal": {"ours": f"the process ended with status {code}", "mujoco": None}}

    def stop(self) -> None:
        if self.process is not None:
            self.process.stdin.close()
            self.process.wait()


def run(sources: list[models.Source], jobs: int, constants_only: bool) -> list[dict[str, Any]]:
    """Compares all models with `jobs` workers; results in the order of the models."""
    pending: queue.SimpleQueue[int] = queue.SimpleQueue()
    for index in range(len(sources)):
        pending.put(index)
    results: list[dict[str, Any] | None] = [None] * len(sources)
    with tempfile.TemporaryDirectory() as folder:
        pickled = str(Path(folder) / "sources.pickle")
        with open(pickled, "wb") as f:
            pickle.dump(sources, f)

        def loop() -> None:
            worker = Worker(pickled, constants_only)
            while True:
                try:
                    index = pending.get_nowait()
                except queue.Empty:
                    break
                results[index] = worker.ask(index, sources[index])
                report.progress(results[index])
            worker.stop()

        threads = [threading.Thread(target=loop) for _ in range(max(1, jobs))]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    return [r for r in results if r is not None]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--filter", default="", help="only models whose group/name contains this")
    parser.add_argument("--dir", action="append", default=[], help="also every model below this folder")
    parser.add_argument("--only-dir", action="store_true", help="leave out ours, gymnasium and dm_control")
    parser.add_argument("--out", default=str(models.ROOT / "conformance" / "out"), help="folder of the report")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--constants-only", action="store_true", help="leave out the forward pass")
    parser.add_argument("--worker", help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.worker:
        work(args.worker, args.constants_only)
        return 0
    sources = models.collect(args.dir, args.filter, [] if args.only_dir else None)
    if not sources:
        print("no model matches")
        return 2
    results = run(sources, args.jobs, args.constants_only)
    known = report.load_exceptions(models.ROOT / "conformance" / "exceptions.toml")
    return report.write(results, known, Path(args.out))


if __name__ == "__main__":
    sys.exit(main())
