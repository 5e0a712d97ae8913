"""The bench of `hands` as fixtures."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

from hands import bench, small_study_path

__all__ = ["bench", "small_study_path"]
