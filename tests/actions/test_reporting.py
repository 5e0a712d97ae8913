"""The report: question, runs, corrections, result and verification; user text is escaped in its markup."""

from __future__ import annotations

from html.parser import HTMLParser
from typing import TYPE_CHECKING

import pytest

from kgdesk import actions
from kgdesk.actions.reports import Picture, compose, html, report
from kgdesk.errors import BadInput, FileExists, NotWritten
from kgdesk.model.advice.picks import advise
from kgdesk.model.study.next_run import conditions
from kgdesk.reports.page import Heading, ReportTable
from kgdesk.reports.pdf import page_layout

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from kgdesk.model.advice.advice import Advice

SVG = '<?xml version="1.0"?>\n<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"></svg>'
TROUBLE = '<script>alert("1")</script> & <b>bold</b>'


def draw(advice: Advice) -> Sequence[Picture]:
    """Draw one empty picture."""
    assert advice.study is not None
    return [Picture("Which?", SVG, "This one.")]


class Tags(HTMLParser):
    """Collect the tags and text of a document; fail for tags that are not closed in order."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.open: list[str] = []
        self.text = ""
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert all(name in {"lang", "charset", "class", "xmlns", "width", "height"} for name, _ in attrs)
        self.tags.append(tag)
        if tag != "meta":
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data


@pytest.fixture
def told(session: actions.Session) -> actions.Session:
    actions.record(session, "C-03", "success", note=TROUBLE)
    actions.record(session, "C-05", "failure")
    actions.correct(session, 2, "success", "result read again")
    return session


def test_the_report_tells_every_run_correction_and_the_head_of_the_chain(told: actions.Session) -> None:
    study = told.study
    text = Tags(html(compose(advise(study), draw(advise(study))))).text
    for part in (
        *(run.candidate for run in study.runs),
        "result read again",
        "Kim",
        study.head.hash,
        str(study.head.seq),
        advise(study).recommended.candidate,
        "2 of 30 planned runs done, 28 left",
        *(a.name for a in study.pool.attributes),
    ):
        assert part in text, part


def test_the_report_claims_of_no_suggestion_that_it_was_shown_unless_it_was(session: actions.Session) -> None:
    suggested = []
    for seen_on in ("", "card", "answer"):
        advice = advise(session.study)
        suggested.append(advice.suggestion.candidate)
        actions.record(session, suggested[-1], "failure", advice=advice, seen_on=seen_on)
    actions.record(session, "C-01", "success")
    text = Tags(html(compose(advise(session.study), []))).text
    assert text.count(f"kgdesk's suggestion was {suggested[0]}") == 1
    assert text.count("as suggested") == 2
    assert text.count("suggestion was") == 1


def test_the_report_tells_the_plan_as_it_is_and_what_was_changed_of_it(told: actions.Session) -> None:
    plain = Tags(html(compose(advise(told.study), []))).text
    assert "Changed settings" not in plain
    actions.change_settings(told, {"barcode": "well"}, f"new labels {TROUBLE}")
    text = Tags(html(compose(advise(told.study), []))).text
    plan, _, rest = text.partition("Changed settings")
    assert "column with the codes of the sampleswell" in plan
    for part in ("none", "well", f"new labels {TROUBLE}", "Kim"):
        assert part in rest.partition("Best candidates so far")[0], part


def test_nothing_that_a_person_wrote_becomes_markup(told: actions.Session) -> None:
    document = Tags(html(compose(advise(told.study), [])))
    assert TROUBLE in document.text
    assert not {"script", "b"} & set(document.tags)
    assert not document.open


def test_the_report_states_the_conditions_of_the_best_of_the_top_and_of_each_run(
    told: actions.Session,
) -> None:
    study = told.study
    blocks = compose(advise(study), []).blocks
    best = advise(study).recommended.candidate
    names = [attribute.name for attribute in study.pool.attributes]

    def values(candidate: str) -> list[str]:
        found = conditions(study, candidate)[: len(names)]
        return [f"{value:g}" if isinstance(value, float) else value for _, value, _ in found]

    def below(heading: str) -> ReportTable:
        at = next(n for n, block in enumerate(blocks) if isinstance(block, Heading) and block.text == heading)
        return next(block for block in blocks[at:] if isinstance(block, ReportTable))

    assert [value for _, value in below("Result").rows] == values(best)
    top = below("Best candidates so far")
    assert top.head[-1] == "Conditions"
    for row in top.rows:
        assert row[-1] == "; ".join(f"{n}: {v}" for n, v in zip(names, values(row[0]), strict=True))
    table = below("Conditions of these candidates")
    assert table.head == ("Candidate", *names)
    assert {run.candidate for run in study.runs} <= {row[0] for row in table.rows}
    for name, *cells in table.rows:
        assert cells == values(name)


def test_a_best_that_was_never_run_is_said_to_be_so(session: actions.Session) -> None:
    """One failure makes the candidates least like it the best ones, and none of these was run."""
    actions.record(session, "C-03", "failure")
    best = advise(session.study).recommended.candidate
    assert best != "C-03"
    text = Tags(html(compose(advise(session.study), []))).text
    assert f"Current best candidate, which was never run: {best}" in text
    actions.record(session, best, "success")
    assert "never run" not in Tags(html(compose(advise(session.study), []))).text


def test_the_plan_uses_the_words_of_the_window_and_no_keys(told: actions.Session) -> None:
    text = Tags(html(compose(advise(told.study), []))).text
    for key in ("moments", "linear", "kgNone", "prior_", "intercept"):
        assert key not in text.partition("Plan")[2].partition("Best candidates")[0], key
    assert "recommended model" in text


def test_a_study_without_outcomes_is_reported_and_names_no_best(session: actions.Session) -> None:
    text = Tags(html(compose(advise(session.study), []))).text
    assert "No outcome is recorded yet" in text
    assert "Current best" not in text


def test_a_finished_study_says_who_finished_it_and_why(told: actions.Session) -> None:
    actions.finish(told, "clear enough")
    text = Tags(html(compose(advise(told.study), []))).text
    assert "Finished by Kim" in text
    assert "clear enough" in text


def test_a_study_finished_with_runs_in_progress_says_so(told: actions.Session) -> None:
    for candidate in told.study.pool.ids[:2]:
        actions.start(told, candidate)
    names = ", ".join(start.candidate for start in told.study.pending)
    actions.finish(told, "samples lost", with_open_runs=True)
    text = Tags(html(compose(advise(told.study), []))).text
    assert f"with {len(told.study.pending)} runs in progress ({names}). Reason: samples lost" in text


def test_a_study_finished_without_outcomes_says_so(session: actions.Session) -> None:
    actions.start(session, session.study.pool.ids[0])
    actions.finish(session, "given up", with_open_runs=True)
    text = Tags(html(compose(advise(session.study), []))).text
    assert "with 1 run in progress" in text
    assert "Reason: given up" in text


def test_the_ending_decides_and_another_is_refused(
    told: actions.Session, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = report(told, tmp_path / "r.html", draw)
    assert "<svg" in made.read_text("utf-8")
    monkeypatch.setattr(page_layout, "page_pdf", lambda page: page.title.encode())
    printed = report(told, tmp_path / "r.pdf", draw).read_bytes()
    assert printed == compose(advise(told.study), []).title.encode()
    with pytest.raises(BadInput, match=r"\.pdf"):
        report(told, tmp_path / "r.doc", draw)


def test_a_report_replaces_a_file_only_when_told_to_and_leaves_nothing_half_written(
    told: actions.Session, tmp_path: Path
) -> None:
    dest = tmp_path / "r.html"
    dest.write_text("mine")
    with pytest.raises(FileExists):
        report(told, dest, draw)
    assert dest.read_text() == "mine"
    report(told, dest, draw, overwrite=True)
    assert dest.read_text("utf-8") != "mine"
    before = sorted(tmp_path.rglob("*"))
    with pytest.raises(NotWritten):
        report(told, tmp_path / "nowhere" / "r.html", draw)
    assert sorted(tmp_path.rglob("*")) == before


def test_advice_of_an_older_state_is_worked_out_anew(told: actions.Session, tmp_path: Path) -> None:
    old = advise(told.study)
    actions.record(told, "C-01", "success")
    text = report(told, tmp_path / "r.html", draw, advice=old).read_text("utf-8")
    assert told.study.head.hash in text
    assert advise(told.study).belief_digest in text
