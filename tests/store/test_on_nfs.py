"""The user's folder on a real NFS export."""

from __future__ import annotations

import pytest
from on_nfs import missing, run


@pytest.mark.nightly
@pytest.mark.timeout(3600)
@pytest.mark.skipif(bool(missing()), reason=missing())
def test_on_nfs_nothing_waits_and_studies_in_files_work_as_ever() -> None:
    told = run()
    assert told.endswith("all as it has to be\nstatus 0\n"), told
