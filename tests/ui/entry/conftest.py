"""Fixtures of the entry bench."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

import entry_bench as at_the_bench

bench = at_the_bench.bench
small_study, small_study_path = at_the_bench.small_study, at_the_bench.small_study_path
