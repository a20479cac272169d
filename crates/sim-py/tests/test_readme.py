"""The examples of the README run."""

import pathlib
import re


def test_examples():
    text = (pathlib.Path(__file__).parents[1] / "README.md").read_text()
    code = re.findall(r"```python\n(.*?)```", text, re.S)
    assert len(code) == 11
    exec("\n".join(code), {})
