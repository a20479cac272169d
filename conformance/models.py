"""The models of the conformance run: our own, Gymnasium's, those of dm_control's suite, and any folder."""

from __future__ import annotations

import importlib.util
import os
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


@dataclass
class Source:
    """Source of a model: a file, or text with its assets."""

    group: str
    name: str
    path: str | None = None
    xml: str | None = None
    assets: dict[str, bytes] = field(default_factory=dict)

    def load(self, package):
        """Compiles the model with `package`: the real `mujoco` or `cortenforge.mujoco`."""
        if self.path is not None:
            return package.MjModel.from_xml_path(self.path)
        return package.MjModel.from_xml_string(self.xml, self.assets or None)


def own() -> list[Source]:
    """Our own models."""
    return [Source("ours", p.stem, path=str(p)) for p in sorted((ROOT / "models").glob("*.xml"))]


def _package_dir(package: str) -> Path | None:
    spec = importlib.util.find_spec(package)
    return Path(spec.origin).parent if spec and spec.origin else None


def gymnasium() -> list[Source]:
    """Every model file of gymnasium's MuJoCo environments."""
    folder = _package_dir("gymnasium")
    if folder is None:
        return []
    files = sorted((folder / "envs" / "mujoco" / "assets").glob("*.xml"))
    return [Source("gymnasium", p.stem, path=str(p)) for p in files]


def suite_files() -> list[Source]:
    """The model files of dm_control's suite."""
    folder = _package_dir("dm_control")
    files = sorted((folder / "suite").glob("*.xml")) if folder else []
    return [Source("dm_control", p.stem, path=str(p)) for p in files]


def dm_control() -> list[Source]:
    """Every model of dm_control's suite: the files, and the models that its tasks build from them."""
    files = suite_files()
    return files + _suite_tasks() if files else []


def _suite_tasks() -> list[Source]:
    """The texts that the suite's tasks pass to MuJoCo, each different one once."""
    os.environ.setdefault("MUJOCO_GL", "disable")
    from dm_control import suite
    from dm_control.mujoco import engine

    class Captured(Exception):
        pass

    def capture(cls, xml_string, assets=None):
        raise Captured(xml_string, assets or {})

    original = engine.Physics.__dict__["from_xml_string"]
    engine.Physics.from_xml_string = classmethod(capture)
    found: dict[str, Source] = {}
    try:
        for domain, task in suite.ALL_TASKS:
            try:
                suite.load(domain, task)
            except Captured as captured:
                xml, assets = captured.args
                text = xml.decode() if isinstance(xml, bytes) else xml
                files = {k: v if isinstance(v, bytes) else v.encode() for k, v in assets.items()}
                found.setdefault(text, Source("dm_control", f"{domain}-{task}", xml=text, assets=files))
    finally:
        engine.Physics.from_xml_string = original
    return list(found.values())


def folder(path: str) -> list[Source]:
    """Every MJCF file below a folder."""
    base = Path(path).resolve()
    return [
        Source(base.name, str(p.relative_to(base).with_suffix("")), path=str(p))
        for p in sorted(base.rglob("*.xml"))
        if "<mujoco" in p.read_text(errors="replace")
    ]


def collect(folders: list[str] = [], pattern: str = "", groups: list[str] | None = None) -> list[Source]:
    """All models whose `group/name` contains `pattern`, from `groups`: ours, gymnasium, dm_control."""
    makers = {"ours": own, "gymnasium": gymnasium, "dm_control": dm_control}
    sources: list[Source] = []
    for name, maker in makers.items():
        if groups is None or name in groups:
            sources += maker()
    for path in folders:
        sources += folder(path)
    return [s for s in sources if pattern in f"{s.group}/{s.name}"]
