"""What only POSIX has: why tests of it are skipped elsewhere, and how a killed process ends there and on Windows."""

from __future__ import annotations

import os
from typing import Final

import pytest

LINKS: Final = pytest.mark.skipif(os.name == "nt", reason="links need a right of their own on Windows")
PIPES: Final = pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no named pipes")
RIGHTS: Final = pytest.mark.skipif(os.name == "nt", reason="rights are those of POSIX")
OPEN_FILES: Final = pytest.mark.skipif(
    os.name == "nt", reason="Windows lets no file be renamed, replaced or deleted that is open"
)
#: Exit status of a process that was ended by `os.kill(process, 9)`: SIGKILL, and on Windows the status itself.
KILLED: Final = 9 if os.name == "nt" else -9
