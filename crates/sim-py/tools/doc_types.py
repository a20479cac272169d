"""Reads types from docstrings, so that the type of an argument is written once: where the function is defined.

An argument is ``name: KIND``, at the beginning of a sentence or after a semicolon; several names may share a kind. A result is
``Returns KIND``. The last paragraph of an attribute is its kind, with ``; can be set`` if it can be.

A KIND is one or more of these, joined by "or":

    int, float, bool, str, bytes, path, None, Any, a class, "a literal", an annotation such as list[str]
    array, float64 array (nbody, 3), float64 (nbody, 3)     what numpy converts to such an array
    numpy array, numpy float32 (height, width)              an array of numpy's
    float64 (3,), written                                   an array of numpy's that gets the result
"""

import re
from typing import Any

#: What a caller may pass for a number.
PASSED = {"int": "SupportsIndex", "float": "SupportsFloat", "path": "str | PathLike[str]"}
ELEMENTS = {"float64": "float", "float32": "float", "int32": "int", "int64": "int", "uint8": "int", "bool": "bool"}
PLAIN = {"int", "float", "bool", "str", "bytes", "path", "None", "Any", "NoReturn"}
GENERIC = {"list", "dict", "tuple", "Mapping", "Sequence", "Callable", "Iterator", "npt.NDArray", "npt.DTypeLike"}


class Untyped(Exception):
    """A docstring that does not say the type of something."""


class Reader:
    """Reads kinds; `classes` maps the names of classes in docstrings to their names in the stubs."""

    def __init__(self, classes):
        self.classes = classes

    def argument(self, doc, name):
        """The annotation of an argument."""
        text = _lines(doc)
        found = re.search(rf"(?:^|\n|[.;:] )(?:\w+, )*{name}(?:, \w+)*: (?=\S)", text)
        if not found:
            raise Untyped(f"no type of '{name}' in: {doc}")
        kinds, rest = self._kinds(text[found.end():])
        written = re.match(r"[^;]*?, written\b", re.split(r"\. |\n", rest)[0]) is not None
        return " | ".join(dict.fromkeys(self._passed(kind, written) for kind in kinds))

    def result(self, doc):
        """The annotation of what a function returns."""
        text = _lines(doc)
        for found in re.finditer(r"(?:^|\n|[.;] )Returns (?=\S)", text):
            try:
                return self._value(self._kinds(text[found.end():])[0])
            except Untyped:
                # a sentence of prose
                continue
        return "None"

    def attribute(self, doc):
        """The annotation of an attribute as it is read, whether it can be set, and its docstring for a stub."""
        text, _, last = doc.rpartition("\n\n")
        kinds, rest = self._kinds(last)
        shown = f"{text} {last}" if "(" in last else text
        return kinds, rest.startswith("; can be set"), shown

    def value(self, kinds):
        """The annotation of a value of these kinds."""
        return self._value(kinds)

    def items(self, doc):
        """The class of the items of a container, and whether slices of it are containers; None if it is none."""
        found = re.search(r"(?:^|\n)Items: (\w+)(, and slices)?", _lines(doc))
        return (self.classes[found[1]], bool(found[2])) if found else None

    def _kinds(self, text):
        kinds: list[tuple[Any, ...]] = []
        rest = text
        while True:
            kind, rest = self._kind(rest)
            if kind and kinds and kind[0] == kinds[-1][0] == "literal":
                kinds[-1] = ("literal", f"{kinds[-1][1]}, {kind[1]}")
            elif kind:
                kinds.append(kind)
            if rest.startswith(" or "):
                rest = rest[len(" or "):]
            elif kind and kind[0] == "literal" and rest.startswith(', "'):
                rest = rest[len(", "):]
            else:
                return kinds, rest

    def _kind(self, text):
        """A kind as a tuple, and what follows it. A shape alone is part of the kind before it."""
        if text.startswith("("):
            return None, _after_brackets(text)
        if literal := re.match(r'"[^"]*"', text):
            return ("literal", literal[0]), text[literal.end():]
        if array := re.match(rf"(numpy )?({'|'.join(ELEMENTS)})(?= array| \()( array)?", text):
            rest = text[array.end():]
            rest = _after_brackets(rest[1:]) if rest.startswith(" (") else rest
            return ("array", f"np.{array[2]}".replace("np.bool", "np.bool_"), bool(array[1])), rest
        if array := re.match(r"(numpy )?array\b", text):
            return ("array", None, bool(array[1])), text[array.end():]
        word = re.match(r"[A-Za-z_][\w.]*\w|[A-Za-z_]", text)
        name = word[0] if word else ""
        rest = text[len(name):]
        if name in GENERIC and rest.startswith("["):
            end = len(rest) - len(_after_brackets(rest))
            return ("annotation", name + rest[:end]), rest[end:]
        if name in PLAIN or name in GENERIC:
            if name == "bytes" and rest.startswith(" ("):
                rest = _after_brackets(rest[1:])
            return ("plain", name), rest
        if name in ELEMENTS:
            return ("plain", ELEMENTS[name]), rest
        if name in self.classes:
            return ("plain", self.classes[name]), rest
        raise Untyped(f"no kind: {text[:80]!r}")

    def _passed(self, kind, written):
        match kind:
            case "array", element, is_numpy if is_numpy or written:
                return f"npt.NDArray[{element or 'Any'}]"
            case "array", *_:
                return "npt.ArrayLike"
            case "literal", text:
                return f"Literal[{text}]"
            case "annotation", text if text.startswith(("tuple[", "Sequence[")):
                text = self._named(text)
                return re.sub(r"\b(int|float)\b", lambda word: PASSED[word[0]], text)
            case "annotation", text:
                return self._named(text)
            case _, name:
                return PASSED.get(name, name)

    def _value(self, kinds):
        def value(kind):
            match kind:
                case "array", element, _:
                    return f"npt.NDArray[{element or 'Any'}]"
                case "literal", text:
                    return f"Literal[{text}]"
                case "plain", "path":
                    return PASSED["path"]
                case _, text:
                    return self._named(text)

        return " | ".join(dict.fromkeys(value(kind) for kind in kinds))

    def _named(self, annotation):
        return re.sub(r"\w+", lambda word: self.classes.get(word[0], word[0]), annotation)


def _lines(doc):
    """The docstring with one line for each paragraph."""
    return "\n".join(" ".join(paragraph.split()) for paragraph in doc.split("\n\n"))


def _after_brackets(text):
    depth = 0
    for place, letter in enumerate(text):
        depth += (letter in "([") - (letter in ")]")
        if depth == 0:
            return text[place + 1:]
    raise Untyped(f"a bracket is open: {text[:80]!r}")
