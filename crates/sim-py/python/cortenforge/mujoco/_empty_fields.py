"""Fields of `mujoco.MjModel` and `mujoco.MjData` that belong to what this package does not have.

Programs that go through all fields find them: arrays without entries, sizes of zero. A field that the engine does have
is never replaced.
"""

from collections.abc import Callable, Iterable, Iterator
from typing import Any

import numpy as np
import numpy.typing as npt

from ._classes import MjData, MjModel
from ._constants import mjMINAWAKE

# element type and columns of arrays that have no rows: flexes, plugins, private storage
MODEL = {
    "bool": """
        flex_centered flex_flatskin flex_internal flex_rigid flexedge_rigid
    """,
    "float32 2": """
        flex_texcoord
    """,
    "float32 4": """
        flex_rgba
    """,
    "float64": """
        flex_bending flex_damping flex_edgedamping flex_edgestiffness flex_gap flex_margin flex_radius flex_solmix
        flex_stiffness flexedge_invweight0 flexedge_length0
    """,
    "float64 2": """
        flex_solref
    """,
    "float64 3": """
        flex_friction flex_node flex_node0 flex_size flex_vert flex_vert0
    """,
    "float64 4": """
        flex_vertmetric
    """,
    "float64 5": """
        flex_solimp
    """,
    "int32": """
        flex_activelayers flex_bendingadr flex_bvhadr flex_bvhnum flex_conaffinity flex_condim flex_contype flex_dim
        flex_edgeadr flex_edgeequality flex_edgenum flex_elem flex_elemadr flex_elemdataadr flex_elemedge
        flex_elemedgeadr flex_elemlayer flex_elemnum flex_elemtexcoord flex_evpairadr flex_evpairnum flex_group
        flex_interp flex_matid flex_nodeadr flex_nodebodyid flex_nodenum flex_passive flex_priority flex_selfcollide
        flex_shell flex_shelldataadr flex_shellnum flex_stiffnessadr flex_texcoordadr flex_vertadr flex_vertbodyid
        flex_vertedgeadr flex_vertedgenum flex_vertnum flexedge_J_colind flexedge_J_rowadr flexedge_J_rownnz
        name_flexadr name_pluginadr plugin plugin_attradr plugin_stateadr plugin_statenum
    """,
    "int32 2": """
        flex_edge flex_edgeflap flex_evpair flex_vertedge flexvert_J_colind flexvert_J_rowadr flexvert_J_rownnz
    """,
    "int32 3": """
        flex_cellnum
    """,
    "int8": """
        plugin_attr
    """,
}

DATA = {
    "float64": """
        efm_K_val efm_L efm_c flexedge_J flexedge_length flexedge_velocity flexelem_krot plugin_state
    """,
    "float64 2": """
        flexvert_J flexvert_length
    """,
    "float64 3": """
        flexvert_xpos
    """,
    "float64 6": """
        bvh_aabb_dyn flexelem_aabb
    """,
    "int32": """
        efm_K_colind efm_K_rowadr efm_K_rownnz efm_dofid plugin
    """,
    "uint64": """
        plugin_data
    """,
}

#: Numbers about MuJoCo's memory, for which there is no counterpart.
DATA_NUMBERS = """
    efm_active maxuse_arena maxuse_con maxuse_efc maxuse_stack narena nbuffer nefmK nefmL nefmdof nplugin parena pbase
    pstack threadpool
"""


class _Field:
    """A field that is made when it is read. What is assigned to an array without entries has none either; a number keeps its
    value."""

    def __init__(self, make: Callable[[Any], Any], doc: str) -> None:
        self.make = make
        self.__doc__ = doc

    def __get__(self, thing: Any, owner: type | None = None) -> Any:
        return self if thing is None else self.make(thing)

    def __set__(self, thing: Any, value: Any) -> None:
        present = self.make(thing)
        if isinstance(present, np.ndarray) and not present.size:
            present[...] = value
        elif not np.array_equal(present, value):
            raise AttributeError(f"this field belongs to what cortenforge.mujoco does not have: it stays {present}")


def _empty_field(kind: str) -> _Field:
    dtype, *cols = kind.split()
    array: npt.NDArray[Any] = np.zeros((0, *map(int, cols)), dtype=dtype)
    return _Field(lambda thing: array, f"{dtype} array without entries")


def _numbers(values: Iterable[int]) -> npt.NDArray[np.int32]:
    return np.array(list(values), dtype=np.int32)


def _parents(model: MjModel) -> list[int]:
    # bodies whose parent moves, before those that hang on the world itself
    return [i for i in range(1, model.nbody)] + [0]


# what holds while nothing sleeps
AWAKE: dict[str, Callable[[MjData], Any]] = {
    "body_awake": lambda d: _numbers([1 if tree >= 0 else -1 for tree in d.model.body_treeid]),
    "body_awake_ind": lambda d: _numbers(range(d.model.nbody)),
    "parent_awake_ind": lambda d: _numbers(_parents(d.model)),
    "dof_awake_ind": lambda d: _numbers(range(d.model.nv)),
    "tree_asleep": lambda d: _numbers([-1 - mjMINAWAKE] * d.model.ntree),
    "tree_awake": lambda d: _numbers([1] * d.model.ntree),
    "nbody_awake": lambda d: d.model.nbody,
    "nparent_awake": lambda d: d.model.nbody - 1,
    "ntree_awake": lambda d: d.model.ntree,
    "nv_awake": lambda d: d.model.nv,
}


def _fields() -> Iterator[tuple[type, str, _Field]]:
    tables: list[tuple[type, dict[str, str]]] = [(MjModel, MODEL), (MjData, DATA)]
    for owner, table in tables:
        for kind, names in table.items():
            for name in names.split():
                yield owner, name, _empty_field(kind)
    for name in DATA_NUMBERS.split():
        yield MjData, name, _Field(lambda d: 0, "always 0")
    for name, make in AWAKE.items():
        yield MjData, name, _Field(make, "as it is while nothing sleeps")


#: Sizes of a model in the order of the reference.
SIZES = tuple("""
    nq nv nu nactuator nout na nbody nbvh nbvhstatic nbvhdynamic noct njnt ntree nM nB nC nD ngeom nsite ncam nlight nflex
    nflexnode nflexvert nflexedge nflexelem nflexelemdata nflexstiffness nflexbending nefm0dof nefm0L nflexelemedge
    nflexshelldata nflexevpair nflextexcoord nJfe nJfv nmesh nmeshvert nmeshnormal nmeshtexcoord nmeshface nmeshgraph
    nmeshpoly nmeshpolyvert nmeshpolymap nskin nskinvert nskintexvert nskinface nskinbone nskinbonevert nhfield
    nhfielddata ntex ntexdata nmat npair nexclude neq ntendon nJten nwrap nsensor nnumeric nnumericdata ntext ntextdata
    ntuple ntupledata nkey nmocap nplugin npluginattr nuser_body nuser_jnt nuser_geom nuser_site nuser_cam nuser_tendon
    nuser_actuator nuser_sensor nnames npaths nnames_map nJmom ngravcomp nemax njmax nconmax npolygonmax nmeshdegmax
    nuserdata nsensordata npluginstate nhistory narena nbuffer
""".split())


class _Sizes:
    """All sizes of a model: int64 array, read-only, in the order of `_size_fields`."""

    def __get__(self, model: Any, owner: type | None = None) -> Any:
        if model is None:
            return self
        sizes = np.array([getattr(model, name) for name in SIZES], dtype=np.int64)
        sizes.flags.writeable = False
        return sizes

    def __set__(self, model: Any, value: Any) -> None:
        raise AttributeError("the sizes of a model cannot be set")


def install() -> None:
    """Puts the fields on the classes, where they do not have them."""
    for owner, name, field in _fields():
        if not hasattr(owner, name):
            setattr(owner, name, field)
    MjModel._size_fields = SIZES
    setattr(MjModel, "_sizes", _Sizes())


install()
