"""Replay a table with outcomes: how soon each policy would have found its successes."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kgdesk import __version__
from kgdesk.actions.rehearsing import UNFINISHED
from kgdesk.errors import BadInput
from kgdesk.rehearsal import KeptRuns, output_folder, replay_report, replay_scores
from kgdesk.rehearsal.replay_scores import ReplayBoard
from kgdesk.rehearsal.table_replay import Replay, past_outcomes, past_values, plan_replay
from kgdesk.reports.text_format import EnglishFormat
from kgdesk.text import phrase

if TYPE_CHECKING:
    from collections.abc import Sequence
    from contextlib import AbstractContextManager

    from kgdesk.actions.rehearsing import Effort, Target
    from kgdesk.model.policies import CustomPolicy
    from kgdesk.model.study.settings import Settings
    from kgdesk.model.study.study import Study
    from kgdesk.tables import PoolReading

__all__ = ["Replay", "ReplayResults", "replay", "replay_of_study", "replay_of_table", "write_replay"]


@dataclass(frozen=True)
class ReplayResults:
    """Results and files of the replays of a table; sentences are in the language of the target.

    Parameters
    ----------
    board
        All results.
    folder
        Folder of the files.
    sentences
        One sentence per policy.
    """

    board: ReplayBoard
    folder: Path
    sentences: tuple[str, ...]


def replay_of_table(
    table: PoolReading, settings: Settings, name: str, policies: Sequence[str | CustomPolicy], **choices: Any
) -> Replay:
    """Prepare the replays of a confirmed table; `choices` as in `kgdesk.rehearsal.table_replay.plan_replay`.

    Raises
    ------
    BadInput
        As in `plan_replay`, or an outcome is a count of several runs.
    """
    counted = next((candidate for candidate, reading in table.past if reading.count is not None), None)
    if counted is not None:
        raise BadInput(
            phrase(
                "A replay needs one outcome a candidate, success or failure, and “{candidate}” has a count of several "
                "runs: add a column that says which share of successes you call a success, as yes or no, and name it "
                "(--outcome).",
                candidate=counted,
            )
        )
    values = [reading.measured for _, reading in table.past if reading.outcomes[0] in {"success", "failure"}]
    return plan_replay(
        table.pool, table.outcomes, policies, settings=settings, name=name, measured=values, **choices
    )


def replay_of_study(study: Study, policies: Sequence[str | CustomPolicy], **choices: Any) -> Replay:
    """Prepare the replays of the past outcomes that came with a study's table; otherwise as `replay_of_table`.

    Raises
    ------
    BadInput
        As in `kgdesk.rehearsal.table_replay.plan_replay`.
    """
    past, values = past_outcomes(study), past_values(study)
    return plan_replay(
        study.pool, past, policies, settings=study.settings, name=study.name, measured=values, **choices
    )


def replay(game: Replay, target: Target, effort: Effort) -> ReplayResults:
    """Replay a table with all policies, and write tables, figure and report to a folder.

    Raises
    ------
    NotWritten, FileExists
        The results cannot be written to the folder.
    RehearsalStopped, RehearsalFailed
        It did not finish, and none of its files was written. Finished replays are kept in a folder within the output
        folder, and the next call with the same settings continues from there.
    """
    keep = KeptRuns(Path(target.out, UNFINISHED), effort.note)
    results = effort.results_of([game], keep)
    with _claimed(target) as folder:
        board = ReplayBoard(game, tuple(results))
    written = _written(board, folder, target, effort)
    keep.discard()
    return written


def write_replay(board: ReplayBoard, target: Target, effort: Effort) -> ReplayResults:
    """Write the files of completed replays, as `replay` does; same errors."""
    with _claimed(target) as folder:
        return _written(board, folder, target, effort)


def _claimed(target: Target) -> AbstractContextManager[Path]:
    names = replay_report.names(png=target.png is not None)
    return output_folder.prepared(target.out, names, overwrite=target.overwrite)


def _written(board: ReplayBoard, folder: Path, target: Target, effort: Effort) -> ReplayResults:
    game, speech = board.game, target.speech or EnglishFormat()
    settings = {
        "kgdesk": __version__,
        "replay": game.pool,
        "replays": effort.runs,
        "seed": effort.seed,
        "budget": game.budget,
        "policies": [player.name for player in game.players],
        "candidates": len(game.candidates),
        "outcomes": game.outcomes.size,
        "successes": int((game.outcomes > 0).sum()),
        "rows": game.rows,
        "drawn_successes": None if game.rows is None else game.drawn_successes,
        "study": asdict(game.settings),
    }
    output_folder.write_files(folder, replay_report.files(board, settings, speech=speech, png=target.png))
    lines = replay_scores.sentences(board, speech)
    return ReplayResults(board, folder, tuple(map(speech.translate, lines)))
