"""Whether this processor can run the compiled part of the package, asked before it is loaded."""

from __future__ import annotations

import importlib
import os
import platform

#: Set to anything for a package that was built for an older processor.
OVERRIDE = "CORTENFORGE_ANY_PROCESSOR"


def features() -> dict[str, bool]:
    """What NumPy found out about the processor; nothing where it does not tell."""
    for place in ("numpy._core._multiarray_umath", "numpy.core._multiarray_umath"):
        try:
            return dict(importlib.import_module(place).__cpu_features__)
        except (ImportError, AttributeError):
            continue
    return {}


def check(machine: str, found: dict[str, bool]) -> None:
    """Raises ImportError where the compiled part would be killed by its first instruction."""
    if machine.lower() not in ("x86_64", "amd64") or found.get("AVX2", True) or os.environ.get(OVERRIDE):
        return
    raise ImportError(
        "this build of cortenforge needs a processor with AVX2 (Intel since 2013, AMD since 2015), which this one has not. "
        "Build it for this processor: RUSTFLAGS=-Ctarget-cpu=native pip install --no-binary cortenforge cortenforge, "
        f"and set {OVERRIDE}=1"
    )


check(platform.machine(), features())
