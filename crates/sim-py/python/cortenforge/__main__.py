"""The command ``cortenforge``, also as ``python -m cortenforge``."""

from __future__ import annotations

import signal
import sys

from . import _core, _ffmpeg


def main() -> int:
    """Runs the command with the arguments of the process, and returns its exit status."""
    # the command watches Ctrl-C itself; Python's handler would raise KeyboardInterrupt once more when the command has ended
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    _ffmpeg.name_program(sys.argv[1:])
    return _core._run_command(["cortenforge", *sys.argv[1:]])


if __name__ == "__main__":
    sys.exit(main())
