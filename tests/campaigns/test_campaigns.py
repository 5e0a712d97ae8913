"""Short form of every campaign; `python tests/campaigns/NAME.py --long` is the full campaign."""

from __future__ import annotations

import importlib
from pathlib import Path

import pytest

NAMES = sorted(path.stem for path in Path(__file__).parent.glob("campaign_*.py"))


#: Whose short form takes long too: limits that it waits for, programs that it starts, or many faults; and that of
#: speed, which judges nothing. By day `test_store_damage.py` looks at damage, `test_store_crash.py` at kills and at two
#: writers, `test_every_crash_state.py` and the tests of the store at power cuts and at calls that fail,
#: `tests/store/postgres` at outcomes that wait and at several stations.
SLOW = {
    "campaign_beside",
    "campaign_damage",
    "campaign_faults",
    "campaign_kills",
    "campaign_outbox",
    "campaign_powercuts",
    "campaign_silence",
    "campaign_speed",
    "campaign_stations",
    "campaign_windows",
    "campaign_writers",
}


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=pytest.mark.nightly if name in SLOW else ()) for name in NAMES]
)
def test_a_campaign_of_faults_loses_nothing(name: str) -> None:
    lose_nothing(name, long=False)


@pytest.mark.campaign
@pytest.mark.timeout(6 * 3600)
@pytest.mark.parametrize("name", NAMES)
def test_a_long_campaign_of_faults_loses_nothing(name: str) -> None:
    lose_nothing(name, long=True)


def lose_nothing(name: str, *, long: bool) -> None:
    """Run a campaign and check its line of figures."""
    line = importlib.import_module(name).run(long, 20261121)
    if "not run" in line:
        pytest.skip(line)
    assert "0 " in line or "nothing" in line or "unchanged" in line
    print(line)
