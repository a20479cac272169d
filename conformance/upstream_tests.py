"""Runs MuJoCo's own Python tests on cortenforge.mujoco.

Usage: python upstream_tests.py PATH/bindings_test.py ...

upstream_tests.toml lists the tests of features that this package lacks, with the reason. A listed test that passes is reported as stale.
Each file runs in its own process.
"""

from __future__ import annotations

import argparse
import fnmatch
import importlib.util
import os
import subprocess
import sys
import tomllib
import unittest
import warnings
from pathlib import Path

REASONS = Path(__file__).with_suffix(".toml")


class Report(unittest.TestResult):
    """The outcome of each test, by name."""

    def __init__(self):
        super().__init__()
        self.outcomes: dict[str, str] = {}

    @staticmethod
    def name(test) -> str:
        return test.id().split(".", 1)[1]

    def addSuccess(self, test):
        self.outcomes.setdefault(self.name(test), "")

    def addFailure(self, test, err):
        self.outcomes[self.name(test)] = f"{err[0].__name__}: {err[1]}"

    addError = addFailure

    def addSkip(self, test, reason):
        self.outcomes[self.name(test)] = f"skipped: {reason}"

    def addSubTest(self, test, subtest, err):
        if err is not None:
            self.addFailure(test, err)


def _tests(suite):
    for entry in suite:
        yield from _tests(entry) if isinstance(entry, unittest.TestSuite) else (entry,)


def run(path: Path, only: str, engine: str) -> int:
    """Runs one file of tests in this process."""
    os.environ.setdefault("MUJOCO_GL", "off")
    warnings.simplefilter("ignore")
    if engine == "ours":
        import cortenforge.mujoco

        cortenforge.mujoco.install()
    from absl import flags

    flags.FLAGS(sys.argv[:1])
    spec = importlib.util.spec_from_file_location(path.stem, path)
    module = importlib.util.module_from_spec(spec)
    sys.modules[path.stem] = module
    try:
        spec.loader.exec_module(module)
    except Exception as error:
        print(f"{path.name}: cannot be imported: {type(error).__name__}: {error}")
        return 1
    report = Report()
    for test in _tests(unittest.defaultTestLoader.loadTestsFromModule(module)):
        if only in test.id():
            test(report)
    reasons = tomllib.loads(REASONS.read_text()).get(path.stem, {})
    return _summary(path, report.outcomes, reasons if engine == "ours" else {})


def _summary(path: Path, outcomes: dict[str, str], reasons: dict[str, str]) -> int:
    passed = failed = absent = 0
    for name, outcome in outcomes.items():
        reason = next((text for pattern, text in reasons.items() if fnmatch.fnmatch(name, pattern)), None)
        if not outcome:
            passed += 1
            if reason is not None:
                print(f"stale: {name} passes, but is listed as not applicable: {reason}")
        elif reason is not None:
            absent += 1
            print(f"not applicable: {name}: {reason}")
        else:
            failed += 1
            print(f"failed: {name}: {' '.join(outcome.split())[:400]}")
    print(f"{path.name}: {passed} passed, {failed} failed, {absent} not applicable")
    return 1 if failed else 0


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("paths", nargs="+", type=Path)
    parser.add_argument("--only", default="", help="only tests whose name contains this")
    parser.add_argument("--engine", choices=["ours", "mujoco"], default="ours")
    parser.add_argument("--here", action="store_true", help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.here:
        return max(run(path, args.only, args.engine) for path in args.paths)
    options = ["--only", args.only, "--engine", args.engine, "--here"]
    runs = [subprocess.run([sys.executable, __file__, str(path), *options], check=False) for path in args.paths]
    return 1 if any(ran.returncode for ran in runs) else 0


if __name__ == "__main__":
    sys.exit(main())
