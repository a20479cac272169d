"""Models whose arrays are written between steps: what the engine keeps of them follows."""

import copy
import pickle

import cortenforge
import cortenforge.mujoco as cf
import numpy as np
import pytest


def points(count, scale, turn=2.4):
    i = np.arange(count)
    angle, z = turn * i, 1 - 2 * (i + 0.5) / count
    r = np.sqrt(1 - z * z)
    rows = scale * np.stack([r * np.cos(angle), r * np.sin(angle), z], axis=1)
    return " ".join(f"{x:.4f}" for x in rows.flat)


def bodies():
    for i in range(5):
        mesh = ["few", "many", "more"][i % 3]
        yield f"<body pos='{0.01 * i} 0 {0.1 + 0.19 * i}'><freejoint/><geom type='mesh' mesh='{mesh}'/></body>"


MESHES = f"""<mujoco><asset><mesh name='few' vertex='{points(8, 0.1)}'/><mesh name='many' vertex='{points(60, 0.1)}'/>
<mesh name='more' vertex='{points(60, 0.11, 2.0)}'/><texture name='t' type='2d' builtin='flat' width='64' height='64'/></asset>
<worldbody><geom type='plane' size='5 5 1'/>{"".join(bodies())}</worldbody></mujoco>"""


def link(inner=""):
    return f"""<body pos='.1 0 -.2'><joint axis='0 1 0.1' damping='.01' range='-1 1' limited='true'/>
    <geom type='capsule' fromto='0 0 0 .1 0 -.2' size='.02' contype='0' conaffinity='0'/>{inner}</body>"""


def trees(fork):
    world = link(link(link()) + link()) + link() if fork else link(link(link())) + link(link())
    return cf.MjModel.from_xml_string(f"<mujoco><worldbody>{world}</worldbody></mujoco>")


def compare(model, data, steps=30):
    """Steps a copy of the world beside one of a model about which nothing was ever asked; where they end."""
    bare = pickle.loads(pickle.dumps(model))
    used, new = cf.MjData(model), cf.MjData(bare)
    cf.mj_copyData(used, model, data)
    spec = cf.mjtState.mjSTATE_INTEGRATION
    state = np.empty(cf.mj_stateSize(model, spec))
    cf.mj_getState(model, data, state, spec)
    cf.mj_setState(bare, new, state, spec)
    for _ in range(steps):
        cf.mj_step(model, used)
        cf.mj_step(bare, new)
        for name in ["qpos", "qvel", "qacc", "qfrc_constraint"]:
            np.testing.assert_array_equal(getattr(used, name), getattr(new, name))
    return used


def cut(model):
    start = model.mesh_graphadr[1]
    n = model.mesh_graph[start]
    model.mesh_graph[start + 2 + 2 * n + model.mesh_graph[start + 2 : start + 2 + n : 2]] = -1


def swap(array):
    array[[1, 2]] = array[[2, 1]]


EDITS = {
    "mesh_vert": lambda m: m.mesh_vert.__imul__(1.05),
    "mesh_graph": cut,
    "mesh_graphadr": lambda m: swap(m.mesh_graphadr),
    "geom_contype": lambda m: m.geom_contype.fill(0),
}


@pytest.mark.parametrize("name", EDITS)
def test_hulls_follow_the_meshes(name):
    model = cf.MjModel.from_xml_string(MESHES)
    data = cf.MjData(model)
    cf.mj_step(model, data, 60)
    assert data.ncon > 0
    before = compare(model, data)
    EDITS[name](model)
    after = compare(model, data)
    assert not np.array_equal(before.qpos, after.qpos), "the edit does not matter here"
    cf.mj_setConst(model, data)
    compare(model, data)


def test_places_of_dofs_follow_the_trees():
    model, other = trees(True), trees(False)
    data = cf.MjData(model)
    data.qvel[:] = 2 * np.arange(1, 6)
    cf.mj_step(model, data, 20)
    compare(model, data)
    arrays = [name for name in dir(model) if isinstance(getattr(model, name), np.ndarray)]
    assert {"dof_parentid", "dof_simplenum", "M_rownnz", "M_rowadr", "M_colind"} <= set(arrays)
    for name in arrays:
        if getattr(model, name).flags.writeable:
            getattr(model, name)[...] = getattr(other, name)
    compare(model, data, 60)


def test_copies_share_nothing_that_can_be_seen():
    model = cf.MjModel.from_xml_string(MESHES)
    held = model.mesh_vert
    twin, deep = copy.copy(model), copy.deepcopy(model)
    first = held[0, 0]
    twin.mesh_vert[0, 0] = 7
    assert held[0, 0] == deep.mesh_vert[0, 0] == first
    held[0, 0] = 3
    assert model.mesh_vert is held and twin.mesh_vert[0, 0] == 7 and deep.mesh_vert[0, 0] == first
    twin.tex_data[:] = 1
    assert not (model.tex_data == 1).any()


def test_views_stay_in_place_through_edits():
    model = cf.MjModel.from_xml_string(MESHES)
    views = {name: getattr(model, name) for name in ["body_mass", "body_invweight0", "mesh_vert", "dof_M0"]}
    places = {name: view.ctypes.data for name, view in views.items()}
    batch = cortenforge.BatchSim(model, 4)
    batch.override(body_mass=2 * model.body_mass)
    views["body_mass"] *= 3
    cf.mj_setConst(model, cf.MjData(model))
    batch.override([1], body_inertia=model.body_inertia)
    for name, view in views.items():
        assert getattr(model, name) is view and view.ctypes.data == places[name]
    assert views["dof_M0"][0] == pytest.approx(3 * batch.model_of(0).dof_M0[0] / 2)


def test_overrides_of_worlds_follow_what_python_has_looked_at():
    model = cf.MjModel.from_xml_string(MESHES)
    model.tex_data[:5] = 9
    batch = cortenforge.BatchSim(model, 3)
    batch.override(body_mass=model.body_mass * [[1.0], [2.0], [3.0]])
    model.tex_data[5] = 8
    batch.override([2], geom_friction=0.5, timestep=0.001)
    batch.override(tex_data=np.full_like(model.tex_data, 4))
    for i, own in enumerate(map(batch.model_of, range(3))):
        np.testing.assert_array_equal(own.body_mass, (i + 1) * model.body_mass)
        assert (own.tex_data == 4).all() and own.opt.timestep == (0.001 if i == 2 else 0.002)
    assert (batch.model_of(2).geom_friction == 0.5).all() and (model.geom_friction != 0.5).any()
    assert model.tex_data[5] == 8 and model.tex_data[0] == 9
    batch.step(5)
    for i in range(3):
        alone = cf.MjData(batch.model_of(i))
        cf.mj_step(batch.model_of(i), alone, 5)
        np.testing.assert_array_equal(batch[i].qpos, alone.qpos)
