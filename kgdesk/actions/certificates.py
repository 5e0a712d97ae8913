"""Bundled certificates of calibration: how often intervals and stated chances held in simulated studies."""

from __future__ import annotations

import json
from functools import cache
from typing import TYPE_CHECKING, TypeVar

from kgdesk import kernels
from kgdesk.errors import KgdeskError
from kgdesk.model.advice.certificate import Certificate, ChanceCertificate
from kgdesk.paths import resource_path

if TYPE_CHECKING:
    from pathlib import Path

_Kind = TypeVar("_Kind", Certificate, ChanceCertificate)


@cache
def certificate() -> Certificate | None:
    """Return the bundled calibration certificate of the credible intervals; None if it is missing or unreadable."""
    return _bundled(resource_path("certificates", "ranges.json"), Certificate)


@cache
def chance_certificate() -> ChanceCertificate | None:
    """Return the bundled certificate of the stated chances; None if it is missing or unreadable."""
    return _bundled(resource_path("certificates", "chances.json"), ChanceCertificate)


def _bundled(path: Path, kind: type[_Kind]) -> _Kind | None:
    """Read a bundled certificate; None if it is missing or unreadable."""
    try:
        return kind.from_json(json.loads(path.read_text(encoding="utf-8")))
    except (KgdeskError, OSError, ValueError):
        return None


def is_current(certified: Certificate | ChanceCertificate) -> bool:
    """Return whether a certificate was measured with the present version of the beliefs.

    The sweep kernels do not matter: bounded and exhaustive sweeps give the same values.
    """
    return certified.beliefs == kernels.BELIEF_VERSION
