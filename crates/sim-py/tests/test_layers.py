"""The Python half of the package is built in layers, and no import circle has more than three files."""

import ast
import pathlib

import cortenforge

ROOT = pathlib.Path(cortenforge.__file__).parent

REPOSITORY = pathlib.Path(__file__).parents[3]

#: Modules from the bottom up: a module imports from its own layer and from the layers below. A name stands for the modules in it too; of
#: several names that fit, the longest counts.
LAYERS = [
    "cortenforge._core",
    "cortenforge",
    "cortenforge.mujoco",
    "cortenforge._overlays",
    "cortenforge._handle",
    "cortenforge._batch_view",
    "cortenforge.viewer",
    "cortenforge.mujoco.viewer",
]

#: The most files that may import each other in a circle.
LARGEST_CIRCLE = 3


def modules(folder: pathlib.Path, package: str) -> dict[str, pathlib.Path]:
    """Files of a package by module name."""
    found = {}
    for path in sorted(folder.rglob("*.py")):
        parts = [package, *path.relative_to(folder).with_suffix("").parts]
        found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


def imports(name: str, path: pathlib.Path, known: set[str]) -> set[str]:
    """Modules among the known ones that a module imports when it is imported itself."""
    package = name if path.name == "__init__.py" else name.rpartition(".")[0]
    found: set[str] = set()
    for node in top_level(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            found.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = package.split(".")[: len(package.split(".")) - node.level + 1] if node.level else []
            base = ".".join([*above, *([node.module] if node.module else [])])
            for alias in node.names:
                whole = f"{base}.{alias.name}"
                found.add(whole if whole in known else base)
    return (found & known) - {name}


def top_level(tree: ast.Module) -> list[ast.stmt]:
    """Statements that run when a module is imported, without those for type checkers."""
    found, waiting = [], list(tree.body)
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.If) and "TYPE_CHECKING" not in ast.unparse(node.test):
            waiting += node.body + node.orelse
        elif isinstance(node, ast.Try):
            waiting += node.body + node.orelse + node.finalbody + [line for handler in node.handlers for line in handler.body]
        else:
            found.append(node)
    return found


def graph(folder: pathlib.Path, package: str) -> dict[str, set[str]]:
    """What each module of a package imports."""
    all_modules = modules(folder, package)
    compiled = f"{package}._core"
    edges = {name: imports(name, path, {*all_modules, compiled}) for name, path in all_modules.items()}
    return {**edges, compiled: set()}


def circles(edges: dict[str, set[str]]) -> list[set[str]]:
    """Sets of modules that import each other."""

    def reached(start: str) -> set[str]:
        seen: set[str] = set()
        waiting = [start]
        while waiting:
            for target in edges[waiting.pop()] - seen:
                seen.add(target)
                waiting.append(target)
        return seen

    below = {name: reached(name) for name in edges}
    return [{name} | {other for other in below[name] if name in below[other]} for name in edges]


def level(name: str) -> int:
    """How high the layer of a module lies."""
    fitting = [layer for layer in LAYERS if name == layer or name.startswith(f"{layer}.")]
    return LAYERS.index(max(fitting, key=len))


def test_modules_import_from_their_own_layer_and_from_below():
    edges = graph(ROOT, "cortenforge")
    assert len(edges) > 40
    upward = [f"{name} imports {target}" for name, targets in edges.items() for target in targets if level(target) > level(name)]
    assert not upward, "\n".join(sorted(upward))
    unused = [layer for layer in LAYERS if all(level(name) != LAYERS.index(layer) for name in edges)]
    assert not unused, f"layers without a module: {unused}"


def test_import_circles_are_small():
    folders = {"cortenforge": ROOT, "conformance": REPOSITORY / "conformance", "benchmarks": REPOSITORY / "benchmarks"}
    for package, folder in folders.items():
        edges = graph(folder, package)
        assert len(edges) > 10, package
        largest = max(circles(edges), key=len)
        assert len(largest) <= LARGEST_CIRCLE, f"{package}: {sorted(largest)} import each other"


def test_circles_are_found():
    edges = {"a": {"b"}, "b": {"c"}, "c": {"d"}, "d": {"a"}, "e": {"a"}}
    assert {"a", "b", "c", "d"} in circles(edges) and {"e"} in circles(edges)
