"""The report of a conformance run: JSON for programs, text for the terminal, a Markdown table for CONFORMANCE.md."""

from __future__ import annotations

import fnmatch
import json
import tomllib
from pathlib import Path
from typing import Any

import stages

Result = dict[str, Any]

#: Statuses that are correct. Features known but not supported yet are rejected by name.
GOOD = {"agrees", "known", "ill-conditioned", "refused by both", "not supported"}

START = "<!-- conformance table: written by `cargo xtask readme` -->"
END = "<!-- end of conformance table -->"


def load_exceptions(path: Path) -> list[dict[str, str]]:
    """Known differences with their causes."""
    return tomllib.loads(path.read_text()).get("known", [])


def apply_exceptions(results: list[Result], known: list[dict[str, str]]) -> list[dict[str, str]]:
    """Marks differences that have a cause; returns the entries that no longer occur."""
    used: set[int] = set()
    for result in results:
        name = f"{result['group']}/{result['name']}"
        for difference in result["differences"]:
            for i, entry in enumerate(known):
                if fnmatch.fnmatch(name, entry["model"]) and fnmatch.fnmatch(difference["field"], entry["field"]):
                    difference["cause"] = entry["cause"]
                    used.add(i)
        unlisted = result.get("count", 0) > len(result["differences"])
        if result["status"] == "differs" and not unlisted and all("cause" in d for d in result["differences"]):
            result["status"] = "known"
    present = {f"{r['group']}/{r['name']}" for r in results}
    return [
        entry for i, entry in enumerate(known)
        if i not in used and any(fnmatch.fnmatch(name, entry["model"]) for name in present)
    ]


def line(result: Result) -> str:
    """One model in one line."""
    text = f"{result['status']:<20} {result['group']}/{result['name']}"
    if result["differences"]:
        d = result["differences"][0]
        text += f"\n    {d['stage']}: {d['field']}{d['index']}: ours {d['ours']}, MuJoCo {d['reference']}"
        text += f" (error {d['error']:.3g}); {result.get('count', 1)} fields differ"
        if d.get("own") is not None:
            text += f"\n    MuJoCo's own value moves by {d['own']:.3g} when its state is nudged in the last digits"
        if "cause" in d:
            text += f"\n    cause: {d['cause']}"
    elif result.get("not simulated"):
        text += f"\n    not compared further: {result['not simulated']}"
    elif result["status"] not in ("agrees", "refused by both"):
        refusal = result.get("refusal") or {}
        text += f"\n    {refusal.get('ours') or refusal.get('mujoco')}"
    return text


def progress(result: Result) -> None:
    """Shows a model as soon as it is done."""
    print(line(result), flush=True)


def summary(results: list[Result]) -> list[str]:
    """Number of models by status, and the load times."""
    counts: dict[str, int] = {}
    for result in results:
        counts[result["status"]] = counts.get(result["status"], 0) + 1
    lines = [f"{count:5}  {status}" for status, count in sorted(counts.items(), key=lambda item: -item[1])]
    both = [r["seconds"] for r in results if "stages" in r or r.get("constants") is not None]
    if both:
        ours, theirs = sum(s["ours"] for s in both), sum(s["mujoco"] for s in both)
        lines.append(f"loading: ours {ours:.2f} s, MuJoCo {theirs:.2f} s (first load of each; see `cargo xtask bench-load`)")
    return lines


def markdown(results: list[Result]) -> str:
    """Table by group: how many models load as in MuJoCo, and how many agree, stage by stage."""
    groups = list(dict.fromkeys(r["group"] for r in results))
    heads = ["Stage", *groups]
    rows = [heads, ["---"] * len(heads)]

    def row(label: str, count) -> None:
        cells = []
        for group in groups:
            good, of = count([r for r in results if r["group"] == group])
            cells.append(f"{good} / {of}" if of else "–")
        rows.append([label, *cells])

    def loads(rs: list[Result]) -> tuple[int, int]:
        in_scope = [r for r in rs if r["status"] != "not supported"]
        wrong = {"refused only by us", "accepted only by us", "crash", "error"}
        return sum(r["status"] not in wrong for r in in_scope), len(in_scope)

    def constants(rs: list[Result]) -> tuple[int, int]:
        loaded = [r for r in rs if "constants" in r]
        return sum(bool(r["constants"]) for r in loaded), len(loaded)

    row("loads (or is refused) as in MuJoCo", loads)
    row("compiled constants", constants)
    for stage in stages.PIPELINE:
        def agrees(rs: list[Result], name: str = stage.name) -> tuple[int, int]:
            measured = [r["stages"][name] for r in rs if name in r.get("stages", {})]
            return sum(measured), len(measured)
        if any("stages" in r for r in results):
            row(stage.name, agrees)
    return "\n".join("| " + " | ".join(cells) + " |" for cells in rows) + "\n"


def write(results: list[Result], known: list[dict[str, str]], out: Path) -> int:
    """Writes the report files, prints the summary; 1 when a model fails or an exception is stale."""
    stale = apply_exceptions(results, known)
    failed = [r for r in results if r["status"] not in GOOD]
    out.mkdir(parents=True, exist_ok=True)
    (out / "report.json").write_text(json.dumps({"results": results, "stale": stale}, indent=1))
    (out / "report.txt").write_text("\n".join(line(r) for r in results) + "\n")
    (out / "report.md").write_text(markdown(results))
    print("\n".join(["", *summary(results)]))
    for entry in stale:
        print(f"stale exception: {entry['model']} {entry['field']}")
    print(f"conformance: {len(results) - len(failed)} passed, {len(failed) + len(stale)} failed")
    return 1 if failed or stale else 0


def write_readme(out: Path, readme: Path) -> bool:
    """Writes the table of the last report between the markers; returns whether the text changed."""
    text = readme.read_text()
    head, rest = text.split(START, 1)
    tail = rest.split(END, 1)[1]
    new = f"{head}{START}\n{(out / 'report.md').read_text()}{END}{tail}"
    readme.write_text(new)
    return new != text


if __name__ == "__main__":
    import models

    changed = write_readme(models.ROOT / "conformance" / "out", models.ROOT / "CONFORMANCE.md")
    print("CONFORMANCE.md: table rewritten" if changed else "CONFORMANCE.md: table is up to date")
