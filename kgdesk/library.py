"""The public functions of the library: those of the layers below, which refuse in the words of Python."""

from __future__ import annotations

from kgdesk import rehearsal, tables
from kgdesk.python_words import refuses_in_python

__all__ = ["read_pool", "rehearse", "replay"]

read_pool = refuses_in_python(tables.read_pool)
rehearse = refuses_in_python(rehearsal.rehearse)
replay = refuses_in_python(rehearsal.replay)
