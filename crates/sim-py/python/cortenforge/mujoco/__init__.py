"""The names of the `mujoco` package, computed by CortenForge.

``import cortenforge.mujoco as mujoco`` is meant to be the only line a program has to change.
"""

from .. import _core as _core
from .._core import *  # noqa: F403
from . import _absent, _empty_fields, _enums  # noqa: F401
from ._arrays import *  # noqa: F403
from ._arrays import __all__ as _array_names
from ._constants import *  # noqa: F403
from ._constants import __all__ as _constant_names
from ._callbacks import *  # noqa: F403
from ._callbacks import __all__ as _callback_names
from ._classes import *  # noqa: F403
from ._classes import __all__ as _class_names
from ._context import *  # noqa: F403
from ._context import __all__ as _context_names
from ._figure import *  # noqa: F403
from ._figure import __all__ as _figure_names
from ._install import install, uninstall
from ._linear import *  # noqa: F403
from ._linear import __all__ as _linear_names
from ._mjr import *  # noqa: F403
from ._mjr import __all__ as _mjr_names
from ._overlay import *  # noqa: F403
from ._overlay import __all__ as _overlay_names
from ._plain import *  # noqa: F403
from ._plain import __all__ as _plain_names
from ._scene import *  # noqa: F403
from ._scene import __all__ as _scene_names
from ._printing import *  # noqa: F403
from ._printing import __all__ as _printing_names
from ._storage import *  # noqa: F403
from ._storage import __all__ as _storage_names
from .gl_context import GLContext
from .renderer import Renderer

#: The release of the reference whose behaviour this package reproduces.
__version__ = "3.12.0"
mjVERSION_HEADER = 3012000


class UnexpectedError(Exception):
    """An error that should not occur."""


def mj_versionString():
    """Release of the reference, as text."""
    return __version__


def mj_version():
    """Release of the reference, as a number."""
    return mjVERSION_HEADER


from . import _errors, _functions, _render, _specs, _structs  # noqa: E402, F401  (clients reach into these)

__all__ = [name for name in _core.__all__ if not name.startswith("_")]
__all__ += [*_array_names, *_class_names, *_constant_names, *_enums.TABLE, "mjVERSION_HEADER", "mj_version", "mj_versionString"]
__all__ += [*_callback_names, *_linear_names, *_plain_names, *_scene_names, *_printing_names, *_storage_names]
__all__ += [*_context_names, *_figure_names, *_mjr_names, *_overlay_names, "GLContext", "Renderer"]
__all__ += [*_absent.TABLE, "UnexpectedError", "install", "uninstall"]


def __getattr__(name):
    # enums are made when first used: most programs need few of them
    if name in _enums.TABLE:
        value = globals()[name] = _enums.make(name, __name__)
        return value
    if name in _absent.TABLE:
        value = globals()[name] = _absent.make(name)
        return value
    raise AttributeError(_absent.why_not(name) or f"module '{__name__}' has no attribute '{name}'", name=name)


def __dir__():
    return sorted({*globals(), *_enums.TABLE, *_absent.TABLE})
