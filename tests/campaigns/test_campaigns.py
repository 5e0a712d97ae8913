"""The short form of every campaign; `python tests/campaigns/NAME.py --long` is the form whose figures count."""

from __future__ import annotations

import importlib
from pathlib import Path

import pytest

NAMES = sorted(path.stem for path in Path(__file__).parent.glob("campaign_*.py"))


@pytest.mark.parametrize("name", NAMES)
def test_a_campaign_of_faults_loses_nothing(name: str) -> None:
    line = importlib.import_module(name).run(False, 20261121)
    if "not run" in line:
        pytest.skip(line)
    assert "0 " in line or "nothing" in line or "unchanged" in line
    print(line)
