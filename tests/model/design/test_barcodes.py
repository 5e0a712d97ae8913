"""A barcode identifies its candidate like the candidate's name, and is never ambiguous."""

from __future__ import annotations

import pytest

from kgdesk.errors import BadInput
from kgdesk.model.design.pool import Attribute, Pool
from kgdesk.model.design.samples import Barcodes
from kgdesk.model.study.settings import Settings


def pool(*codes: str, **more: tuple[str, ...]) -> Pool:
    names = tuple(f"C-{n}" for n in range(1, len(codes) + 1))
    values = tuple(float(n) for n in range(len(codes)))
    return Pool(names, (Attribute("heat"),), (values,), {"tube": codes, **more})


def test_a_code_and_a_name_mean_the_same_candidate_whatever_their_letters() -> None:
    known = Barcodes(pool("ab-17", "AB-18", ""), "tube")
    for text in ("ab-17", "AB-17", " Ab-17 ", "C-1", "c-1"):
        assert known.find(text) == "C-1"
    assert known.find("AB-18") == "C-2"
    assert known.find("AB-19") is None
    assert known.find("") is None


def test_a_label_bears_the_code_and_the_name_where_there_is_none() -> None:
    known = Barcodes(pool("4006381333931", " 17 ", "  "), "tube")
    assert [known.code_of(name) for name in known.pool.ids] == ["4006381333931", "17", "C-3"]


def test_without_a_column_samples_are_known_by_the_names_of_candidates() -> None:
    known = Barcodes(pool("ab-17", "ab-18"))
    assert known.find("c-2") == "C-2"
    assert known.find("ab-17") is None
    assert known.code_of("C-1") == "C-1"


def test_letters_that_fit_two_candidates_mean_none_unless_they_are_exact() -> None:
    known = Barcodes(pool("ab-1", "AB-1"), "tube")
    assert (known.find("ab-1"), known.find("AB-1"), known.find("Ab-1")) == ("C-1", "C-2", None)


@pytest.mark.parametrize(
    "codes",
    [("17", "18", "17"), ("17", "C-1", "18"), ("C-3", "18", "19")],
    ids=["twice", "name", "later name"],
)
def test_a_code_that_means_two_candidates_is_refused_with_both(codes: tuple[str, ...]) -> None:
    with pytest.raises(BadInput, match=r"means two candidates, C-\d and C-\d"):
        Barcodes(pool(*codes), "tube")
    assert Barcodes(pool(*codes)).column == ""


def test_a_code_that_is_the_candidates_own_name_is_no_clash() -> None:
    assert Barcodes(pool("C-1", "C-2"), "tube").find("C-2") == "C-2"


def test_a_column_that_the_table_lacks_is_refused_with_those_that_it_keeps() -> None:
    with pytest.raises(BadInput, match="the table keeps tube, shelf"):
        Barcodes(pool("1", "2", shelf=("a", "b")), "vial")
    with pytest.raises(BadInput, match="no column for people"):
        Barcodes(Pool(("C-1",), (Attribute("heat"),), ((1.0,),)), "vial")


def test_settings_of_before_there_were_codes_have_none() -> None:
    old = Settings(title="x").as_json()
    assert old.pop("barcode") == ""
    assert Settings.from_json(old).barcode == ""
    assert Settings.from_json(Settings(barcode="tube").as_json()).barcode == "tube"
