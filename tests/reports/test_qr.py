"""A QR code encodes exactly the name, readable by any scanner."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[1] / "ui"))

from scanner import read

from kgdesk.errors import BadInput
from kgdesk.reports.qr_code import qr_code

NAMES = ["C-0042", "A", "0042", "RX 17/b", "c-0042", "Größe 7", "μ-Ni", "日本-3", "=1+1", "12345678901234"]


@pytest.mark.parametrize("name", NAMES)
def test_a_reader_types_the_name_that_was_coded(name: str) -> None:
    assert read(qr_code(name)) == name


def test_a_changed_square_is_noticed() -> None:
    squares = [list(row) for row in qr_code("C-0042")]
    squares[-1][-1] = not squares[-1][-1]
    with pytest.raises(
        (AssertionError, UnicodeDecodeError, StopIteration, RuntimeError, IndexError, KeyError)
    ):
        assert read(squares) == "C-0042"


def test_a_name_that_no_code_holds_is_refused_in_a_sentence() -> None:
    with pytest.raises(BadInput, match="too long for a QR code"):
        qr_code("x" * 5000)
