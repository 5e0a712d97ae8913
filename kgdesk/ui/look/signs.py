"""The signs of the outcomes, beside their words: no outcome is told by its colour alone."""

from __future__ import annotations

SUCCESS, FAILURE, VOID = "●", "✕", "–"
