"""NextCard: the card with the next experiment."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QSize, Signal
from PySide6.QtGui import QColor, QPainter
from PySide6.QtWidgets import QFrame, QGraphicsOpacityEffect, QProgressBar, QWidget

from kgdesk.model.advice.prequential import misfits, predictions
from kgdesk.model.study.new_threshold import outcomes_of_last_change
from kgdesk.model.study.next_run import (
    has_one_place,
    heading,
    places,
    run_before,
)
from kgdesk.model.study.outcome_words import rule_text
from kgdesk.plain_text import placed
from kgdesk.ui.entry.attributes import USUAL, AttributeGrid, CodeLabel
from kgdesk.ui.entry.bench_arrangement import BenchArrangement
from kgdesk.ui.entry.card_arrangement import CardArrangement, CardParts
from kgdesk.ui.entry.named_widgets import named_button, named_label
from kgdesk.ui.entry.plate_picture import PlatePicture
from kgdesk.ui.entry.sentence import Sentence
from kgdesk.ui.entry.suggestion_reason import Offer, Reason, started
from kgdesk.ui.text.cautions import misfit_words
from kgdesk.ui.text.locale_format import fixed, percent, percent_range
from kgdesk.ui.text.translate import translate
from kgdesk.ui.widgets.basic import visible
from kgdesk.ui.widgets.stylesheet import set_role
from kgdesk.ui.widgets.theme import palette_of, text_scale

if TYPE_CHECKING:
    from PySide6.QtGui import QPaintEvent, QResizeEvent

    from kgdesk.model.advice.suggestion import Suggestion
    from kgdesk.model.study.records import RunNumber
    from kgdesk.model.study.study import Study
    from kgdesk.ui.entry.controller import EntryControl

_DIM = 0.45
#: Seconds after which a pending advice can be cancelled.
_PATIENCE_S = 2.0


class NextCard(QFrame):
    """Card with the next candidate to run and its attributes; on Study also with its prediction and its reason.

    Parameters
    ----------
    control
        Entry control of the window.
    """

    #: The user wants to set the operator.
    operator_wanted = Signal()

    def __init__(self, control: EntryControl, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._control = control
        self.setObjectName("entry.card")
        set_role(self, role="card")
        self._body = QWidget(self)  #: What is dimmed while it is out of date.
        #: Kind of experiment, or the pending state.
        self.heading = Sentence("entry.heading", "heading", parent=self)
        #: What the place is, and the place: the well of the worklist, or where the sample is kept; its plate.
        self.place_name = Sentence("entry.placeName", "muted", parent=self._body)
        self.place = Sentence("entry.place", "place", parent=self._body)
        self.plate = PlatePicture(self._body)
        self.legend = Sentence("entry.legend", "muted", parent=self._body)  #: What the diamond means.
        self.code = CodeLabel()  #: Candidate.
        self.code.setObjectName("entry.candidateCode")
        self.attributes = AttributeGrid()  #: Its attributes.
        self.expected = Sentence("entry.expected", lines=2)  #: Its predicted success.
        self.warning = Sentence("entry.warning", "caution", 3)  #: Misfit of the predictions, if any.
        #: Reason of the suggestion, and an alternative.
        self.reason, self.offer = Reason(control, self), Offer(control)
        self.tried = named_label("entry.allTried")  #: Why nothing is suggested any more.
        self.wait = named_button(
            "entry.stopWorking", self.tr("Cancel")
        )  #: Cancels or restarts the computation.
        self.finish = named_button(
            "entry.finish", self.tr("Finish study…")
        )  #: Offered when every candidate is tried.
        self.signed = Sentence("entry.needsOperator", "caution", 2)  #: Shown while no operator is set.
        self.operator = named_button("entry.setOperator", self.tr("Operator…"))  #: Sets the operator.
        set_role(self.operator, role="low")  # in a low window three rows of attributes come before its height
        self.preparing = QProgressBar()  #: Shown while kernels are compiled.
        self.preparing.setObjectName("entry.preparing")
        if control.preparation is not None:
            control.preparation.moved.connect(self._show_compilation)
        self.preparing.setAccessibleName(self.tr("Preparing the calculation"))
        self._warned = (-1, "")
        self._dim = QGraphicsOpacityEffect(self._body)
        self._dim.setOpacity(_DIM)
        self._dim.setEnabled(False)
        self._body.setGraphicsEffect(self._dim)
        self._adopt()
        parts = CardParts(
            heading=self.heading, body=self._body, place_name=self.place_name, place=self.place, plate=self.plate,
            legend=self.legend, code=self.code, attributes=self.attributes, expected=self.expected,
            warning=self.warning, reason=self.reason, preparing=self.preparing, tried=self.tried, finish=self.finish,
            wait=self.wait, offer=self.offer, signed=self.signed, operator=self.operator,
        )  # fmt: skip
        self._arrangements = CardArrangement(self, parts), BenchArrangement(self, parts)
        self.on_bench = False  #: Whether it is dressed for Bench.
        self.wait.clicked.connect(self._wait)
        self.operator.clicked.connect(self.operator_wanted)
        control.controller.refresher.watch(self, {"counsel"}, self.show_counsel, due=False)

    @property
    def arrangement(self) -> CardArrangement | BenchArrangement:
        """Places the parts on the present face."""
        return self._arrangements[self.on_bench]

    def show_face(self, on_bench: bool, low: bool) -> None:
        """Dress the card for Bench or Study; `low` is whether the window is low."""
        bench = self._arrangements[1]
        if (on_bench, low) == (self.on_bench, bench.low):
            return
        self.on_bench = self.attributes.on_bench = on_bench
        bench.low = self.attributes.large.low = low
        size = ("benchLow" if low else "bench") if on_bench else ""
        for label in (self.code, self.place):
            set_role(label, letters=size)
        for text in (self.expected, self.reason.why, self.reason.futures):
            text.setVisible(not on_bench)
        self.show_entry()
        self.updateGeometry()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the line that parts what is set up from what is said of it."""
        super().paintEvent(event)
        if rule := self.arrangement.rule if self._body.isVisibleTo(self) else 0:
            painter = QPainter(self)
            painter.setPen(QColor(palette_of(self).grid))
            left = self._body.x()
            painter.drawLine(left, rule, left + self._body.width(), rule)
            painter.end()

    def changeEvent(self, event: QEvent) -> None:
        """Place the parts again in another font."""
        super().changeEvent(event)
        if event.type() in {QEvent.Type.FontChange, QEvent.Type.StyleChange} and hasattr(
            self, "_arrangements"
        ):
            self.arrangement.apply()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Place the parts again."""
        super().resizeEvent(event)
        self.arrangement.apply()

    def sizeHint(self) -> QSize:
        """Return a usual width, and the height at which nothing has to be left out."""
        return QSize(340, self.arrangement.comfortable())

    def minimumSizeHint(self) -> QSize:
        """Return a small size: what has no room is left out."""
        return QSize(200, 2 * self.expected.line_height)

    def hasHeightForWidth(self) -> bool:
        """Return True: texts wrap."""
        return True

    def heightForWidth(self, width: int) -> int:
        """Return the least height: in larger text, where the card may scroll, that of all its content."""
        scrolls = self.on_bench or text_scale() > USUAL
        return self.arrangement.needed(width) if scrolls else self.minimumSizeHint().height()

    def show_entry(self) -> None:
        """Show the entry's candidate, its attributes, prediction and warnings."""
        entry, controller = self._control.entry, self._control.controller
        here = entry.situation
        self.signed.setVisible(not here.operator and here.read_only is None)
        self.operator.setVisible(self.signed.isVisibleTo(self))
        self.signed.setText(self.tr("⚠ Say who is working before you record: set the operator."))
        self._show_compilation()
        candidate = entry.candidate
        waiting = candidate is None
        if not waiting:
            self.dim(False)
            self._dim.setEnabled(here.looking_back)  # it is not of the state that the pages show
        self.heading.setText(self._headline())
        self.wait.setVisible(waiting and controller.advice.cancelled)
        if self.wait.isVisibleTo(self):
            self._dim.setEnabled(True)
        self.wait.setText(self.tr("Work it out"))
        tried = entry.all_tried
        self.tried.setText(here.all_tried if tried else "")
        self.tried.setVisible(tried)
        self.finish.setVisible(tried and here.takes_entries)
        if candidate is None:
            self.offer.hide()
            self._body.setVisible(not tried and bool(self.code.text()))
            self.arrangement.apply()
            return
        self._show_set_up(controller.study, candidate)
        self._show_warning()
        self._show_expected(candidate)
        self._show_reason(candidate)
        self.arrangement.apply()

    def dim(self, on: bool, elapsed: float = 0.0) -> None:
        """Dim the outdated candidate and show the seconds elapsed; offer Cancel after 2 s."""
        self._dim.setEnabled(on)
        self._body.update()
        if on:
            text = self.tr("Working out the next experiment… {seconds} s")
            share = self._control.controller.advice.share_done
            if share:
                text = self.tr("Working out the next experiment… {seconds} s, {share} % done")
            self.heading.setText(text.format(seconds=fixed(elapsed, 1), share=round(100.0 * share)))
            self.wait.setText(self.tr("Cancel"))
            self.wait.setVisible(elapsed >= _PATIENCE_S)
            self.arrangement.apply()

    def _headline(self) -> str:
        entry = self._control.entry
        if entry.candidate is not None and entry.situation.looking_back:
            return self.tr("Next now, not then: run {run}").format(run=self._number())
        if entry.candidate is not None:
            return translate(heading(self._control.controller.study, entry.candidate, started(self._control)))
        if entry.all_tried:
            return self.tr("Every candidate is tried")
        if self._control.controller.advice.cancelled:
            return self.tr("No next experiment yet")
        if entry.state == "preparing":
            return self.tr("Preparing the calculation (first start only)")
        return self.tr("Working out the next experiment…")

    def _number(self) -> RunNumber:
        """Return the number of the run on the card."""
        start = started(self._control)
        return self._control.controller.study.next_number if start is None else start.number

    def _show_compilation(self) -> None:
        preparation = self._control.preparation
        on = preparation is not None and not preparation.ended
        self.preparing.setVisible(on)
        if preparation is not None and on:
            done, total = preparation.share
            self.preparing.setRange(0, total)  # a busy indicator while the total is 0
            self.preparing.setValue(done)
        self._body.setVisible(not on or bool(self.code.text()))

    def _show_set_up(self, study: Study, candidate: str) -> None:
        self._body.show()
        self.code.setText(candidate)
        self.code.setAccessibleName(visible(candidate))
        self.code.updateGeometry()
        self._show_place(study, candidate)
        start = started(self._control)
        self.attributes.show_candidate(study, candidate, start)
        before = run_before(study, start)
        differs = any(value.differs for value in self.attributes.large.values)
        words = self.tr("◆ differs from run {run}")
        self.legend.setText("" if before is None or not differs else words.format(run=before[0]))
        self.legend.setVisible(self.on_bench and differs)

    def _show_place(self, study: Study, candidate: str) -> None:
        """Show the well of the run on its worklist, else where the sample is kept."""
        # Several location columns are rows of the attribute list, which has more space.
        at_hand = places(study, candidate) if has_one_place(study) else ()
        kept = " ".join(placed(heading, text) for heading, text in at_hand)
        sample = self._control.well_of_sample(candidate)
        if sample is not None:
            kept = sample.named
        well = self._control.well_of(candidate, started(self._control))
        if well is None:
            named, place = "".join(heading for heading, _ in at_hand), kept
        elif well is not sample and kept:
            named = self.tr("from {kept}, into {plate}").format(
                kept=kept, plate=self._named_plate(well.plate)
            )
            place = well.named
        else:
            named, place = self._named_plate(well.plate), well.named
        if self.on_bench:
            place = well.well if well is not None else "".join(text for _, text in at_hand)
        self.place_name.setText(named)
        self.place.setText(place)
        self.place.explain("\n".join(f"{heading}: {text}" for heading, text in at_hand) or named)
        self.place.setVisible(bool(place))
        self.place_name.setVisible(self.on_bench and bool(place))
        bench = self._arrangements[1]
        self.plate.show_place(well)
        self.plate.setVisible(self.on_bench and well is not None and not bench.low)

    def _named_plate(self, name: str) -> str:
        """Return what stands above a well: its plate, without saying “plate” twice."""
        if not name:
            return self.tr("Well")
        says_so = re.match(r"(plate|platte|rack|tray|box)\b", name, re.IGNORECASE)
        return (self.tr("{plate}, well") if says_so else self.tr("Plate {plate}, well")).format(plate=name)

    def _show_warning(self) -> None:
        study = self._control.controller.study
        if self._warned[0] != study.revision:
            self._warned = study.revision, misfit_words(misfits(predictions(study)))
        words = self._warned[1]
        said = (
            self._new_threshold(study),
            self.tr("⚠ {what} See Decide.").format(what=words) if words else "",
        )
        self.warning.setText(" ".join(filter(None, said)))
        self.warning.setVisible(any(said) and not self.on_bench)

    def _new_threshold(self, study: Study) -> str:
        """Say that the threshold was changed, until the next run starts or has its outcome."""
        outcomes = outcomes_of_last_change(study)
        newest = [run.seq for run in study.runs[-1:]] + [start.seq for start in study.starts[-1:]]
        if outcomes is None or max(newest, default=0) > study.threshold_since:
            return ""
        text = self.tr("⚠ New threshold: {rule}. {what}")
        return text.format(rule=visible(rule_text(study.settings)), what=translate(outcomes.sentence)).strip()

    def show_counsel(self) -> None:
        """Update the reason and the offer, which become available after the suggestion."""
        candidate = self._control.entry.candidate
        if candidate is not None:
            self._show_reason(candidate)
            self.arrangement.apply()

    def _show_reason(self, candidate: str) -> None:
        entry, controller = self._control.entry, self._control.controller
        if controller.study.settings.is_blind:
            self.reason.hide_reason()
            self.offer.hide()
            return
        advice = controller.advice.current
        suggestion: Suggestion | None = None
        if advice is not None and advice.revision == controller.study.revision:
            suggestion = advice.suggestion if entry.choice is None else advice.at_hand(candidate)
        self.reason.show_reason(
            suggestion, known=advice is not None and advice.estimate(candidate) is not None
        )
        self.offer.show_entry()
        if self.on_bench:
            self.offer.hide()

    def _adopt(self) -> None:
        """Take the widgets in, in reading order, which is the order of the Tab key."""
        for inside in (
            self.code, self.attributes, self.expected, self.warning, self.reason.why, self.reason.futures,
        ):  # fmt: skip
            inside.setParent(self._body)
        for below in (
            self.preparing, self.tried, self.finish, self.wait, self.offer, self.signed, self.operator,
        ):  # fmt: skip
            below.setParent(self)

    def _show_expected(self, candidate: str) -> None:
        is_blind = self._control.controller.study.settings.is_blind
        self.expected.setVisible(not is_blind and not self.on_bench)
        if is_blind:
            self.expected.setText("")
            return
        advice = self._control.controller.advice.current
        estimate = None if advice is None else advice.estimate(candidate)
        if advice is None or estimate is None:
            self.expected.setText(self.tr("Expected success: still being worked out."))
        else:
            self.expected.setText(
                self.tr("Expected success {probability} ({range})").format(
                    probability=percent(estimate.probability),
                    range=percent_range(estimate.low, estimate.high, advice.level),
                )
            )

    def _wait(self) -> None:
        controller = self._control.controller
        controller.advice.ask() if controller.advice.cancelled else controller.advice.cancel()
        self.show_entry()
