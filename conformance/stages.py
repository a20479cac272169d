"""The compared fields in pipeline order: the compiled model by family, then the stages of a forward pass.

The engine's table of stages says which fields a stage writes. A new stage needs only an entry in PIPELINE.
"""

from __future__ import annotations

import functools
from dataclasses import dataclass

#: Sizes that describe MuJoCo's own memory, not the model.
OWN_LAYOUT = {
    "nbuffer": "bytes of MuJoCo's single buffer that holds all arrays, padding included",
    "signature": "hash over MuJoCo's own spec",
}

#: Fields that MuJoCo's own Python package does not expose: they have no entries there.
NOT_SHOWN = ("vis.rgba.bv", "vis.rgba.bvactive")

#: Families of the compiled model, in the order the loader produces them: name and prefixes or exact names of fields.
#: A field belongs to the first family that names it exactly, otherwise to the first whose prefix fits.
FAMILIES: list[tuple[str, tuple[str, ...]]] = [
    ("sizes", ("n",)),
    ("names", ("names", "names_map", "name_", "paths")),
    ("options", ("opt.",)),
    ("visual settings", ("vis.",)),
    (
        "tree structure",
        (
            "body_parentid", "body_rootid", "body_weldid", "body_mocapid", "body_jntnum", "body_jntadr", "body_dofnum",
            "body_dofadr", "body_treeid", "body_geomnum", "body_geomadr", "jnt_type", "jnt_qposadr", "jnt_dofadr",
            "jnt_bodyid", "dof_bodyid", "dof_jntid", "dof_parentid", "dof_treeid", "tree_", "geom_type", "geom_bodyid",
            "site_bodyid", "cam_bodyid", "light_bodyid",
        ),
    ),
    ("meshes", ("mesh_",)),
    ("skins", ("skin_",)),
    ("height fields", ("hfield_",)),
    ("textures and materials", ("tex_", "mat_")),
    ("frames and inertias", ("body_",)),
    ("joints", ("jnt_", "dof_", "qpos0", "qpos_spring")),
    ("geoms", ("geom_",)),
    ("sites", ("site_",)),
    ("cameras and lights", ("cam_", "light_")),
    ("bounding volumes", ("bvh_", "oct_", "body_bvhadr", "body_bvhnum")),
    ("contact pairs", ("pair_", "exclude_")),
    ("equality constraints", ("eq_",)),
    ("tendons", ("tendon_", "wrap_", "ten_J_")),
    ("actuators", ("actuator_",)),
    ("sensors", ("sensor_",)),
    ("custom data and keyframes", ("numeric_", "text_", "tuple_", "key_")),
    ("flexes, plugins", ("flex", "plugin", "efm0_")),
    ("sparsity", ("B_", "M_", "D_", "map", "dof_Madr", "dof_simplenum", "body_simple", "body_sameframe",
                  "geom_sameframe", "site_sameframe")),
    (
        "derived constants",
        (
            "body_subtreemass", "body_invweight0", "dof_M0", "dof_invweight0", "dof_length", "tendon_length0",
            "tendon_invweight0", "tendon_lengthspring", "actuator_acc0", "actuator_length0", "actuator_lengthrange",
            "cam_pos0", "cam_poscom0", "cam_mat0", "light_pos0", "light_poscom0", "light_dir0", "qpos_spring",
            "flg_", "stat.",
        ),
    ),
]


def family_of(field: str) -> str:
    """The family a field of the model belongs to."""
    for name, members in FAMILIES:
        if field in members:
            return name
    best = ("other", 0)
    for name, members in FAMILIES:
        for prefix in members:
            if field.startswith(prefix) and len(prefix) > best[1]:
                best = (name, len(prefix))
    return best[0]


FAMILY_ORDER = [name for name, _ in FAMILIES] + ["other"]


@dataclass(frozen=True)
class Stage:
    """Fields of Data that one stage writes. `bar` overrides the general tolerance, and its comment has the reason. A stage with an
    integrator is a step with it, from the state itself. A tight stage is a forward pass with `tighten`ed solvers. The reference
    files have neither tight stages nor LIVE_ONLY fields."""

    name: str
    fields: tuple[str, ...]
    bar: float | None = None
    reason: str = ""
    integrator: int | None = None
    tight: bool = False


#: Fields that a step changes, with their tolerances.
MOTION = ("time", "qpos", "qvel", "act", "tree_asleep")
STEP_BAR = (1e-6, "inherits the bar of the constraint solution")


#: Fields that stages write but that are not compared directly, with the reason.
NOT_COMPARED = {
    "tree_awake": "has a stage of its own, \"sleep\"",
    "contact": "compared part by part below",
    "warning": "counts what MuJoCo prints", "bvh_active": "for drawing only",
    "flg_energypos": "whether something is up to date", "flg_energyvel": "whether something is up to date",
    "nJ": "follows from the rows", "nA": "follows from the rows", "nY": "follows from the rows",
    "nisland": "has a stage of its own in MuJoCo", "nidof": "has a stage of its own in MuJoCo",
    "tendon_efcadr": "MuJoCo writes the number of the equality for coupled tendons",
    "efc_state": "ambiguous where a force is zero",
    "solver": "statistics of the solver", "solver_niter": "statistics of the solver", "solver_matrix": "statistics of the solver",
}


#: Fields that MuJoCo has as several arrays.
PARTS = {"qLD": ("qLD", "qLDiagInv")}


@functools.cache
def _table() -> dict[str, tuple[str, ...]]:
    """The fields that each stage of the engine writes, from the engine's own table."""
    from cortenforge import _core

    return {name: (*updates, *writes) for name, _, updates, writes in _core._stages()}


def written(*names: str) -> tuple[str, ...]:
    """The fields to compare after stages of the engine."""
    fields = dict.fromkeys(part for name in names for field in _table()[name] for part in PARTS.get(field, (field,)))
    return tuple(field for field in fields if field not in NOT_COMPARED)


#: Compared fields of a contact.
CONTACT = ("contact.geom", "contact.dist", "contact.pos", "contact.frame", "contact.dim", "contact.friction",
           "contact.includemargin", "contact.solref", "contact.solimp")


#: The forward pass, in order; `step` runs after it.
PIPELINE: list[Stage] = [
    Stage("sleep", ("tree_awake", "body_awake")),
    Stage("kinematics", written("kinematics", "attached poses")),
    Stage("centres of mass", written("centres of mass")),
    Stage("cameras and lights", written("cameras and lights")),
    Stage("tendons", written("tendons")),
    Stage("inertia", written("inertia", "inertia factor")),
    Stage("transmission", written("transmission")),
    Stage("contacts", ("ncon", *CONTACT), 1e-6,
          "iterative pairs end at the model's collision tolerance, 1e-6 by default"),
    Stage("constraint rows", written("constraint rows", "impedance of the rows")),
    Stage("velocity", written("output velocities", "velocity")),
    Stage("passive forces", written("passive forces")),
    Stage("bias forces", written("bias forces")),
    Stage("constraint reference", written("constraint reference")),
    Stage("actuation", written("actuation")),
    Stage("smooth acceleration", written("smooth acceleration")),
    Stage("constraint solution", written("constraint solution"), 1e-6,
          "both solvers stop at the model's own tolerance, 1e-8 by default, on a cost, not on the acceleration"),
    Stage("energy", written("potential energy", "kinetic energy")),
    Stage("sensors", written("sensors of positions"), 1e-6,
          "readings of forces and accelerations inherit the bar of the constraint solution"),
    Stage("constraint solution, tight", (*written("constraint solution"), "sensordata"), 1e-8,
          "both solvers go on until nothing improves", tight=True),
    Stage("step", MOTION, *STEP_BAR),
    Stage("step with RK4", MOTION, *STEP_BAR, integrator=1),
    Stage("step with implicit", ("qDeriv", "qLU", *MOTION), *STEP_BAR, integrator=2),
    Stage("step with implicitfast", ("qDeriv", "qH", *MOTION), *STEP_BAR, integrator=3),
]


#: Fields that only the live run compares: stored in another layout, or compared by their effect on others.
LIVE_ONLY = ("efc_J", "efc_force")


def tighten(model) -> dict[str, float]:
    """Makes solvers run until they cannot improve, on either side. Returns the earlier settings."""
    kept = {name: getattr(model.opt, name) for name in ("tolerance", "ls_tolerance", "ls_iterations", "iterations")}
    model.opt.tolerance = 0
    model.opt.ls_tolerance = min(model.opt.ls_tolerance, 1e-6)
    model.opt.ls_iterations = max(model.opt.ls_iterations, 100)
    # Newton's method converges in a few steps or not at all
    model.opt.iterations = max(model.opt.iterations, 100) if model.opt.solver == 2 else max(10 * model.opt.iterations, 1000)
    return kept


def prepare(model) -> None:
    """Settings of the comparison on either side: energies are computed; the forward pass and the first step use Euler, and the
    other integrators are separate stages. `prepare` in sim-conformance-tests sets equal options.
    """
    model.opt.enableflags |= 1 << 1  # energy
    model.opt.integrator = 0
