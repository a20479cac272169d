"""What the package raises besides Python's own exceptions, with what is known of the place."""

from __future__ import annotations

from ._core import FatalError


class ModelError(ValueError):
    """A model that cannot be loaded. ``str(error)`` is the whole report; the attributes are those of its first error.

    `message` says what is wrong and what to do, `file`, `line` and `column` (from 1) where, `element` which one, as in
    ``mujoco/worldbody/body[arm]/geom``. What is not known is None, like the file of a text. `errors` has all errors of the document,
    one exception for each.
    """

    def __init__(
        self,
        report: str,
        message: str | None = None,
        file: str | None = None,
        line: int | None = None,
        column: int | None = None,
        element: str | None = None,
        several: tuple[ModelError, ...] = (),
    ) -> None:
        super().__init__(report)
        self.message = report if message is None else message
        self.file = file
        self.line = line
        self.column = column
        self.element = element
        self._several = several

    @property
    def errors(self) -> tuple[ModelError, ...]:
        """All errors of the document, in its order."""
        return self._several or (self,)


class StepError(FatalError):
    """A step that failed. The world is not reset: it stays where it failed.

    `message` says what is wrong and what to do. `kind` is the name of the error (``BadPosition``, ``BadControl``, ``TooLarge``, ...).
    `time` is the simulation time (s). `world` is the index of the world in its batch; ``str(error)`` begins with it. `object` is the
    joint or actuator, `index` its entry in the array, and `value` that entry. What is not known is None.
    """

    def __init__(
        self,
        message: str,
        kind: str = "",
        world: int | None = None,
        time: float | None = None,
        object: str | None = None,
        index: int | None = None,
        value: float | None = None,
    ) -> None:
        super().__init__(message if world is None else f"world {world}: {message}")
        self.message = message
        self.kind = kind
        self.world = world
        self.time = time
        self.object = object
        self.index = index
        self.value = value
