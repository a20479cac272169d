"""Time of single calls from Python, compared with MuJoCo's: functions of small arrays, attributes, named access.

Usage: python -m benchmarks.calls [--filter TEXT] [--rounds N] [--calls N] [--limit RATIO] [--write]

Both packages run each statement in this process: some hundred calls of one, then of the other, in an order that changes with every round.
The ratio is that of the best turns, ours over MuJoCo's. The median of the rounds' ratios beside it shows whether the machine was calm. With
--limit the exit status is 1 when a ratio of the best turns is above it.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import time
from types import ModuleType

import numpy as np

MODEL = """
<mujoco>
  <worldbody>
    <light name="sun" pos="0 0 3"/>
    <camera name="eye" pos="0 -3 1"/>
    <geom name="floor" type="plane" size="3 3 .1"/>
    <body name="torso" pos="0 0 .25">
      <freejoint name="root"/>
      <geom name="trunk" type="box" size=".2 .1 .05"/>
      <site name="tip" pos=".2 0 0"/>
      <body name="leg_1" pos=".2 .1 0"><joint name="hip_1" axis="0 1 0"/><geom type="capsule" size=".03" fromto="0 0 0 0 .1 -.2"/></body>
      <body name="leg_2" pos=".2 -.1 0"><joint name="hip_2" axis="0 1 0"/><geom type="capsule" size=".03" fromto="0 0 0 0 -.1 -.2"/></body>
      <body name="leg_3" pos="-.2 .1 0"><joint name="hip_3" axis="0 1 0"/><geom type="capsule" size=".03" fromto="0 0 0 0 .1 -.2"/></body>
      <body name="leg_4" pos="-.2 -.1 0"><joint name="hip_4" axis="0 1 0"/><geom type="capsule" size=".03" fromto="0 0 0 0 -.1 -.2"/></body>
    </body>
  </worldbody>
  <actuator><motor name="drive" joint="hip_1"/></actuator>
  <sensor><gyro name="turn" site="tip"/></sensor>
</mujoco>
"""

# group, statement; names are those of `scope`
CASES = [
    ("Jacobians", "mj.mj_jacBody(m, d, jacp, jacr, 2)"),
    ("Jacobians", "mj.mj_jacBody(m, d, jacp, None, 2)"),
    ("Jacobians", "mj.mj_jacSite(m, d, jacp, jacr, 0)"),
    ("Jacobians", "mj.mj_jac(m, d, jacp, jacr, v3, 2)"),
    ("dynamics", "mj.mj_mulM(m, d, dof, other)"),
    ("dynamics", "mj.mj_solveM(m, d, row, rows)"),
    ("dynamics", "mj.mj_fullM(m, d, full)"),
    ("dynamics", "mj.mj_objectVelocity(m, d, 1, 2, v6, 0)"),
    ("dynamics", "mj.mj_contactForce(m, d, 0, v6)"),
    ("dynamics", "mj.mj_integratePos(m, qpos, dof, 0.01)"),
    ("dynamics", "mj.mj_differentiatePos(m, dof, 0.01, qpos, qpos)"),
    ("dynamics", "mj.mj_getState(m, d, state, 8191)"),
    ("mju", "mj.mju_mulQuat(q0, q1, q2)"),
    ("mju", "mj.mju_negQuat(q0, q1)"),
    ("mju", "mj.mju_quat2Mat(m9, q1)"),
    ("mju", "mj.mju_mat2Quat(q0, m9)"),
    ("mju", "mj.mju_rotVecQuat(v0, v3, q1)"),
    ("mju", "mj.mju_axisAngle2Quat(q0, v3, 0.5)"),
    ("mju", "mj.mju_subQuat(v0, q1, q2)"),
    ("mju", "mj.mju_quatIntegrate(q3, v3, 0.01)"),
    ("mju", "mj.mju_normalize4(q3)"),
    ("mju", "mj.mju_euler2Quat(q0, v3, 'xyz')"),
    ("mju", "mj.mju_mulPose(v0, q0, v3, q1, v3, q2)"),
    ("mju", "mj.mju_cross(v0, v3, v4)"),
    ("mju", "mj.mju_mulMatVec3(v0, m9, v3)"),
    ("mju", "mj.mju_add3(v0, v3, v4)"),
    ("mju", "mj.mju_addTo3(v0, v4)"),
    ("mju", "mj.mju_scl3(v0, v3, 2.0)"),
    ("mju", "mj.mju_copy(v0, v3)"),
    ("mju", "mj.mju_dot(v3, v4)"),
    ("mju", "mj.mju_dot3(v3, v4)"),
    ("mju", "mj.mju_norm3(v3)"),
    ("mju", "mj.mju_normalize(q3)"),
    ("mju", "mj.mju_mulMatVec(v0, m33, v3)"),
    ("mju", "mj.mju_mulMatMat(n33, m33, m33)"),
    ("mju", "mj.mju_clip(0.5, 0.0, 1.0)"),
    ("mju", "mj.mju_cholSolve(v0, m33, v3)"),
    ("names", "mj.mj_name2id(m, 1, 'torso')"),
    ("names", "mj.mj_name2id(m, OBJ, 'torso')"),
    ("names", "mj.mj_id2name(m, 1, 2)"),
    ("attributes", "d.qpos"),
    ("attributes", "d.time"),
    ("attributes", "d.ncon"),
    ("attributes", "d.nefc"),
    ("attributes", "d.efc_force"),
    ("attributes", "d.efc_J"),
    ("attributes", "d.energy"),
    ("attributes", "d.xpos[1]"),
    ("attributes", "d.ctrl[:] = 0.0"),
    ("attributes", "d.ctrl = 0.0"),
    ("attributes", "d.time = 0.5"),
    ("attributes", "m.nq"),
    ("attributes", "m.body_mass"),
    ("attributes", "m.opt"),
    ("attributes", "m.opt.timestep"),
    ("attributes", "m.opt.gravity"),
    ("attributes", "m.opt.timestep = 0.002"),
    ("attributes", "m.stat.extent"),
    ("attributes", "m.vis.global_.fovy"),
    ("named access", "d.body('torso')"),
    ("named access", "d.body('torso').xpos"),
    ("named access", "d.body(1).xpos"),
    ("named access", "torso.xpos"),
    ("named access", "d.joint('hip_1').qpos"),
    ("named access", "d.sensor('turn').data"),
    ("named access", "m.geom('floor').size"),
    ("named access", "m.body('torso').id"),
    ("named access", "m.joint('hip_1').qposadr"),
    ("named access", "m.body('torso').name"),
    ("contacts", "d.contact"),
    ("contacts", "d.contact[0]"),
    ("contacts", "d.contact[0].dist"),
    ("contacts", "d.contact[0].frame"),
    ("contacts", "d.contact[0].geom"),
    ("contacts", "d.contact.geom"),
    ("contacts", "len(d.contact)"),
    ("contacts", "first.dist"),
]


def scope(engine: ModuleType) -> dict[str, object]:
    """The names in the statements, for one of the packages."""
    model = engine.MjModel.from_xml_string(MODEL)
    data = engine.MjData(model)
    for _ in range(40):
        engine.mj_step(model, data)
    engine.mj_forward(model, data)
    if data.ncon == 0:
        raise SystemExit("the model of this benchmark should touch the floor")
    number = np.random.default_rng(1).standard_normal
    q1, q2 = (q / np.linalg.norm(q) for q in (number(4), number(4)))
    names = {f"v{k}": number(3) for k in (0, 3, 4)}
    rotation = np.zeros(9)
    engine.mju_quat2Mat(rotation, q1)
    return names | {
        "mj": engine, "m": model, "d": data, "first": data.contact[0], "torso": data.body("torso"),
        "jacp": np.zeros((3, model.nv)), "jacr": np.zeros((3, model.nv)), "OBJ": engine.mjtObj.mjOBJ_BODY,
        "dof": np.zeros(model.nv), "other": number(model.nv), "row": np.zeros((1, model.nv)), "rows": number((1, model.nv)),
        "full": np.zeros((model.nv, model.nv)), "qpos": data.qpos.copy(), "v6": np.zeros(6), "m9": rotation,
        "state": np.zeros(engine.mj_stateSize(model, 8191)),
        "q0": np.zeros(4), "q1": q1, "q2": q2, "q3": q1.copy(),
        "m33": np.eye(3) + 0.1 * np.ones((3, 3)), "n33": np.zeros((3, 3)),
    }  # fmt: skip


def turn_of(statement: str, names: dict[str, object]):
    """A function that runs a statement `calls` times and returns the seconds per call."""
    lines = f"def turn(calls):\n    for _ in calls:\n        {statement}\n"
    exec(compile(lines, statement, "exec"), names)
    work = names["turn"]

    def timed(calls: int) -> float:
        many, start = range(calls), time.perf_counter()
        work(many)
        return (time.perf_counter() - start) / calls

    return timed


def empty_loop(rounds: int, calls: int) -> float:
    """Seconds per call of the loop itself."""
    timed = turn_of("pass", {})
    return min(timed(calls) for _ in range(rounds))


def measure(statement: str, ours: dict, theirs: dict, rounds: int, calls: int, loop: float):
    """Best seconds of one call, ours and MuJoCo's, and the median of the rounds' ratios."""
    pair = turn_of(statement, ours), turn_of(statement, theirs)
    for timed in pair:
        timed(20)
    spent: tuple[list[float], list[float]] = ([], [])
    for turn in range(rounds):
        for side in (0, 1) if turn % 2 else (1, 0):
            spent[side].append(max(pair[side](calls) - loop, 1e-10))
    ratios = [a / b for a, b in zip(*spent, strict=True)]
    return min(spent[0]), min(spent[1]), statistics.median(ratios)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--filter", default="", help="statements with this text only")
    parser.add_argument("--rounds", type=int, default=60)
    parser.add_argument("--calls", type=int, default=500, help="calls of a turn")
    parser.add_argument("--limit", type=float, help="largest ratio")
    parser.add_argument("--write", action="store_true", help="put the table into BENCHMARKS.md")
    options = parser.parse_args()

    import cortenforge.mujoco
    import mujoco

    ours, theirs = scope(cortenforge.mujoco), scope(mujoco)
    loop = empty_loop(options.rounds, options.calls)
    cases = [(group, case) for group, case in CASES if options.filter in case or options.filter in group]
    rows, slow = [], []
    print(f"{'statement':48s} {'ours ns':>9s} {'MuJoCo ns':>10s} {'ratio':>6s} {'median':>7s}")
    for group, case in cases:
        a, b, median = measure(case, ours, theirs, options.rounds, options.calls, loop)
        mark = ""
        if options.limit is not None and a / b > options.limit:
            slow.append(case)
            mark = "  slow"
        print(f"{case:48s} {a * 1e9:9.0f} {b * 1e9:10.0f} {a / b:6.2f} {median:7.2f}{mark}", flush=True)
        rows.append((group, case, a, b))
    if options.write:
        write(rows)
    if slow:
        print(f"{len(slow)} of {len(cases)} statements take more than {options.limit} times MuJoCo's time")
    return int(bool(slow))


def write(rows: list[tuple[str, str, float, float]]) -> None:
    """The table in BENCHMARKS.md."""
    from benchmarks import tables

    lines = ["| statement | ours (ns) | MuJoCo (ns) | ratio |", "|---|---:|---:|---:|"]
    lines += [f"| `{case}` | {a * 1e9:.0f} | {b * 1e9:.0f} | {a / b:.2f} |" for _, case, a, b in rows]
    tables.write("calls", "\n".join(lines))


if __name__ == "__main__":
    sys.exit(main())
