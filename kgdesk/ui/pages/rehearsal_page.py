"""RehearsalDialog: non-modal window to rehearse the open study."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from PySide6.QtCore import QSize, QStandardPaths, Qt
from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QFileDialog,
    QHBoxLayout,
    QProgressBar,
    QVBoxLayout,
    QWidget,
)

from kgdesk.actions import live_rehearsal, rehearsing, replaying
from kgdesk.actions.live_replay import InterimReplay, LiveReplayResult
from kgdesk.errors import FileExists, KgdeskError, NotWritten
from kgdesk.ui.pages.rehearsal_form import RehearsalForm
from kgdesk.ui.pages.rehearsal_results import (
    RehearsalCard,
    RehearsalData,
    RehearsalLine,
    first_found_words,
    found_words,
    needed_words,
    nine_of_ten,
    player_title,
    stopped_words,
    time_words,
    truth_title,
)
from kgdesk.ui.pages.rehearsal_runner import RehearsalRunner
from kgdesk.ui.pages.stack import PlotStack, scrolled
from kgdesk.ui.plots.plot_choices import choice
from kgdesk.ui.text.translate import WindowTextFormat, translate
from kgdesk.ui.widgets.basic import Label, button, set_tip, visible
from kgdesk.ui.widgets.message_strip import MessageStrip
from kgdesk.ui.widgets.messages import refuse
from kgdesk.ui.widgets.stylesheet import set_role
from kgdesk.ui.widgets.theme import text_scale

if TYPE_CHECKING:
    from PySide6.QtGui import QCloseEvent

    from kgdesk.actions.live_rehearsal import InterimResult, LiveRehearsal, LiveResult, Tally
    from kgdesk.actions.live_replay import ReplayTally
    from kgdesk.actions.replaying import Replay
    from kgdesk.model.study.study import Study
    from kgdesk.ui.pages.rehearsal_form import RehearsalSettings
    from kgdesk.ui.session.study_controller import StudyController

_KEY = "rehearsal"
#: Usual size in pixels, share of the screen in larger text, and the least height of the plot in lines of text.
_USUAL, _SHARE, _LINES = (1080, 640), 0.9, 10


class RehearsalDialog(QDialog):
    """Choose a rehearsal, show results as they arrive, and save them.

    Closing the window ends the worker processes.

    Parameters
    ----------
    controller
        Controller of the study; its present value is rehearsed.
    """

    def __init__(self, controller: StudyController, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("rehearsal")
        self.setWindowFlag(Qt.WindowType.Window)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._controller = controller
        self._own_belief = controller.study.settings.belief
        self._settings: RehearsalSettings | None = None
        self._interim: InterimResult | InterimReplay | None = None
        self._result: LiveResult | LiveReplayResult | None = None
        self._preparing = False
        self.setWindowTitle(
            self.tr("Rehearse {study}").format(
                study=visible(controller.study.settings.title or controller.study.name)
            )
        )
        self.runner = RehearsalRunner(self)
        self.form = RehearsalForm(controller.study)
        self.card = RehearsalCard()
        self.card.set_data(None)
        self.truth, self.band = choice("rehearsal.truth"), choice("rehearsal.band")
        self.stopping = Label()
        self.stopping.setObjectName("rehearsal.stopping")
        self.stopping.setWordWrap(True)
        self.stopping.hide()
        self.progress = QProgressBar()
        self.progress.setObjectName("rehearsal.progress")
        self.progress.setAccessibleName(self.tr("Rehearsals done"))
        self.state = Label()
        self.state.setObjectName("rehearsal.state")
        set_role(self.state, role="muted")
        self.strip = MessageStrip("rehearsal.strip")
        self.start = button(self.tr("&Start"), "rehearsal.start", self.begin)
        self.cancel = button(self.tr("C&ancel"), "rehearsal.cancel", self._halt)
        self.save = button(self.tr("Sa&ve results…"), "rehearsal.save", self.ask_where_to_save)
        self._lay_out()
        self._connect()
        self._refresh()

    @property
    def final_result(self) -> LiveResult | LiveReplayResult | None:
        """The complete result; None before."""
        return self._result

    def begin(self) -> None:
        """Start the rehearsal set in the form."""
        settings, study = self.form.settings, self._controller.study
        self._settings, self._interim, self._result = settings, None, None
        self.strip.clear()
        self.card.ask_about(replay=settings.replay)
        self.card.set_data(None, given=False)
        self.stopping.hide()
        self._preparing = True
        self._refresh()
        self._controller.advice.compute(_KEY, partial(_plan_rehearsal, study, settings), self._ready)

    def save_to(self, folder: str | Path) -> None:
        """Write the results to a new folder."""
        result = self._result
        if result is None:
            return
        from kgdesk.ui.printing.offscreen import SvgRasterizer  # noqa: PLC0415 - only those who save pay for it

        target = rehearsing.Target(folder, png=SvgRasterizer(), speech=WindowTextFormat())

        def save() -> Any:
            if isinstance(result, LiveReplayResult):
                return replaying.write_replay(result.board, target, result.effort)
            return live_rehearsal.save(result, target)

        self.runner.work("save", save, self._saved)

    def ask_where_to_save(self) -> None:
        """Ask for the name of a new folder."""
        place = QStandardPaths.writableLocation(QStandardPaths.StandardLocation.DocumentsLocation)
        wanted = Path(place or Path.home()) / self.tr("Rehearsal of {study}").format(
            study=self._controller.study.name
        )
        name, _ = QFileDialog.getSaveFileName(
            self, self.tr("Save the results in a new folder"), str(wanted), self.tr("Folder (*)")
        )
        if name:
            self.save_to(name)

    def closeEvent(self, event: QCloseEvent) -> None:
        """Stop the processes and the thread."""
        self.runner.close()
        super().closeEvent(event)

    def reject(self) -> None:
        """Close on Esc, which stops a running rehearsal."""
        self.runner.close()
        super().reject()

    def _halt(self) -> None:
        if self._preparing:
            self._stopped()  # its late result is ignored
        self.runner.cancel()

    def _ready(self, answer: LiveRehearsal | Replay | KgdeskError) -> None:
        if not self._preparing or self._settings is None:
            return
        self._preparing = False
        if isinstance(answer, KgdeskError):
            self._refused(answer)
            return
        parts = 1 if isinstance(answer, replaying.Replay) else len(answer.contests)
        self.progress.setRange(0, self._settings.rehearsals * parts)
        self.progress.setValue(0)
        self.runner.start(answer, self._settings.rehearsals, self._settings.seed)
        self._refresh()

    def _show_interim(self, interim: InterimResult | InterimReplay) -> None:
        self._interim = interim
        progress = interim.progress
        self.progress.setValue(progress.done)
        self.state.setText(
            self.tr("{done} of {total} rehearsals, {left}").format(
                done=progress.done, total=progress.total, left=time_words(progress.left)
            )
        )
        _list_truths(self.truth, interim)
        self._draw()

    def _show_result(self, result: LiveResult | LiveReplayResult) -> None:
        self._result = result
        self._show_interim(result.standing)
        self.state.setText(
            self.tr("{total} rehearsals done in {seconds} s.").format(
                total=result.standing.progress.total, seconds=round(result.standing.progress.elapsed)
            )
        )
        self._refresh()

    def _stopped(self) -> None:
        self._preparing = False
        self.state.setText(self.tr("Stopped. The results so far stay visible."))
        self._refresh()

    def _refused(self, problem: KgdeskError) -> None:
        self._preparing = False
        if isinstance(problem, FileExists):
            text = self.tr("There are results in this folder already: choose another name.")
        elif isinstance(problem, NotWritten):
            text = self.tr("The results cannot be written there: choose another place.")
        else:
            text = ""
        self.state.setText("")
        refuse(self.strip, problem, text=text)
        self._refresh()

    def _saved(self, results: Any) -> None:
        self.strip.show_message(
            "recorded", self.tr("Saved tables, figures and report in {folder}.").format(folder=results.folder)
        )

    def _draw(self) -> None:
        interim, settings = self._interim, self._settings
        if interim is None or settings is None:
            return
        band = str(self.band.currentData())
        if isinstance(interim, InterimReplay):
            self.card.set_data(_replay_data(interim.tally, settings, band, self._own_belief))
            return
        if not interim.tallies:
            return
        tally = interim.tallies[min(max(self.truth.currentIndex(), 0), len(interim.tallies) - 1)]
        self.card.set_data(_card_data(tally, settings, band, self._own_belief))
        result = self._result
        ended = () if result is None or isinstance(result, LiveReplayResult) else result.stopping[tally.truth]
        self.stopping.setText("\n".join(stopped_words(one, self._own_belief) for one in ended))
        self.stopping.setVisible(bool(ended))

    def _refresh(self) -> None:
        busy = self._preparing or self.runner.running
        missing = self.form.missing
        self.start.setEnabled(not busy and not missing)
        set_tip(self.start, missing)
        self.cancel.setEnabled(busy)
        self.save.setEnabled(self._result is not None and not busy)
        self.form.setEnabled(not busy)
        self.progress.setEnabled(busy)
        if self._preparing:
            self.progress.setRange(0, 0)
            self.state.setText(self.tr("Starting…"))
        elif self.progress.maximum() == 0:
            self.progress.setRange(0, 1)
            self.progress.setValue(0)
        if missing and not busy:
            self.state.setText(missing)

    def _form_changed(self) -> None:
        self.state.setText("")
        self._refresh()

    def _connect(self) -> None:
        self.runner.interim_ready.connect(self._show_interim)
        self.runner.finished.connect(self._show_result)
        self.runner.stopped.connect(self._stopped)
        self.runner.noted.connect(lambda sentence: self.strip.show_message("neutral", translate(sentence)))
        self.runner.refused.connect(self._refused)
        self.form.changed.connect(self._form_changed)
        for box in (self.truth, self.band):
            box.activated.connect(self._draw)

    def _lay_out(self) -> None:
        results = PlotStack([self.card], (1,), lines=[_LINES], below=self.stopping)
        right = QVBoxLayout()
        right.addLayout(self._choices())
        right.addWidget(scrolled(results, "rehearsal.results", self.tr("Results")), 1)
        middle = QHBoxLayout()
        middle.addWidget(self.form, 2)
        middle.addLayout(right, 5)
        bottom = QHBoxLayout()
        bottom.addWidget(self.progress, 1)
        bottom.addWidget(self.state, 2)
        for push_button in (self.start, self.cancel, self.save):
            push_button.setAutoDefault(False)
            bottom.addWidget(push_button)
        column = QVBoxLayout(self)
        column.addLayout(middle, 1)
        column.addWidget(self.strip)
        column.addLayout(bottom)
        room = self.screen().availableSize() * _SHARE
        self.resize((QSize(*_USUAL) * text_scale()).boundedTo(room.expandedTo(QSize(*_USUAL))))

    def _choices(self) -> QHBoxLayout:
        self.band.addItem(self.tr("mean and its 90 % range"), "mean")
        self.band.addItem(self.tr("median and middle half"), "median")
        line = QHBoxLayout()
        titles: tuple[tuple[str, QComboBox], ...] = (
            (self.tr("Tr&uth shown"), self.truth),
            (self.tr("Lines sho&w"), self.band),
        )
        for text, box in titles:
            label = Label(text)
            label.setBuddy(box)
            box.setAccessibleName(text.replace("&", ""))
            line.addWidget(label)
            line.addWidget(box, 1)
        return line


def _plan_rehearsal(study: Study, settings: RehearsalSettings) -> LiveRehearsal | Replay | KgdeskError:
    """Return the rehearsal or replay configured in the form, or the error if the study does not allow one."""
    try:
        if settings.replay:
            return replaying.replay_of_study(study, settings.policies, budget=settings.budget)
        basis = rehearsing.basis_of_study(study)
        rules = (settings.stop,) if settings.stop else ()
        return live_rehearsal.plan_rehearsal(
            basis, settings.policies, truths=settings.truths, budget=settings.budget, rules=rules
        )
    except KgdeskError as refused:
        return refused


def _card_data(tally: Tally, settings: RehearsalSettings, band: str, belief: str) -> RehearsalData:
    """Return the card's data for one truth, in percent; `band` is ``"mean"`` or ``"median"``."""
    sentences = [(needed_words(tally, p), nine_of_ten(tally, p)) for p in range(len(tally.players))]
    lines = _lines(tally, band, belief, 100.0, sentences)
    truth, front = truth_title(tally.truth), tally.front()
    return RehearsalData(
        lines, tally.runs, settings.rehearsals, settings.seed, truth, _band(band), front=front
    )


def _replay_data(tally: ReplayTally, settings: RehearsalSettings, band: str, belief: str) -> RehearsalData:
    """Return the card's data for a replay, in numbers of successes; `band` is ``"mean"`` or ``"median"``."""
    sentences = [(first_found_words(tally, p), found_words(tally, p)) for p in range(len(tally.players))]
    lines = _lines(tally, band, belief, 1.0, sentences)
    front = tally.front()
    return RehearsalData(
        lines, tally.runs, settings.rehearsals, settings.seed, "", _band(band), front=front, replay=True
    )


def _band(band: str) -> Literal["mean", "median"]:
    return "mean" if band == "mean" else "median"


def _lines(
    tally: Tally | ReplayTally, band: str, belief: str, unit: float, sentences: list[tuple[str, str]]
) -> tuple[RehearsalLine, ...]:
    """Return a line for each player, its values multiplied by `unit`, with its two sentences."""
    middle, low, high = tally.mean() if band == "mean" else tally.median()
    return tuple(
        RehearsalLine(
            player_title(name, belief), unit * middle[p], unit * low[p], unit * high[p], *sentences[p]
        )
        for p, name in enumerate(tally.players)
    )


def _list_truths(box: QComboBox, interim: InterimResult | InterimReplay) -> None:
    """List the truths that have results, none in a replay; keep the selection."""
    known = [box.itemData(place) for place in range(box.count())]
    kinds = [] if isinstance(interim, InterimReplay) else [tally.truth for tally in interim.tallies]
    if known != kinds:
        chosen = box.currentData()
        box.clear()
        for kind in kinds:
            box.addItem(truth_title(kind), kind)
        box.setCurrentIndex(kinds.index(chosen) if chosen in kinds else 0)
    box.setEnabled(len(kinds) > 1)
