"""What the readme shows is run as it stands."""

import os
import pathlib
import re

import pytest

README = (pathlib.Path(os.environ["HYBRIDNAV_ROOT"]) / "ffi/python/README.md").read_text()
EXAMPLES = re.findall(r"^```python\n(.*?)^```$", README, re.M | re.S)


def test_there_are_examples():
    assert len(EXAMPLES) >= 5


@pytest.mark.parametrize("code", EXAMPLES, ids=range(len(EXAMPLES)))
def test_an_example(code, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    if "pedpy" in code:
        pytest.importorskip("pedpy")
    exec(compile(code, "readme", "exec"), {"__name__": "readme"})
