"""Exceptions that kgdesk raises on purpose.

Each message is one or two sentences for a technician: where the problem is and what to do. The command line
prints it in English; the window shows it in four parts, in the user's language. For translation, the
text is a literal at the `raise`, or a `phrase` (`kgdesk.text`), which keeps its template and values.
"""

from __future__ import annotations


class KgdeskError(Exception):
    """Base class of all exceptions that kgdesk raises on purpose.

    Parameters
    ----------
    message
        What happened, where, and what to do, in plain words.
    details
        Technical details for support; folded away in the window, not printed by the command line.

    Examples
    --------
    >>> from kgdesk import Campaign, KgdeskError
    >>> try:
    ...     Campaign.open("no such study.kgstudy")
    ... except KgdeskError as refused:
    ...     print(isinstance(refused, FileNotFoundError))
    True
    """

    code = "KD-100"

    def __init__(self, message: str, *, details: str = "") -> None:
        super().__init__(message)
        self.details = details

    def __str__(self) -> str:
        """Return the message; `KeyError`, a base of some subclasses, would put it in quotes."""
        return str(self.args[0]) if self.args else ""

    @property
    def sentence(self) -> str:
        """The message as it was raised: a `Phrase` if it has values. ``str(problem)`` is plain English."""
        return str(self) if not self.args else self.args[0]


class BadInput(KgdeskError, ValueError):
    """A value that the user gave cannot be used: a name, a number, a reason."""

    code = "KD-110"


class UnknownWord(BadInput):
    """A text that is no outcome as it stands: a word without a known meaning, or a limit that leaves both open."""


class UnknownCandidate(BadInput, KeyError):
    """No candidate of the study has this name."""

    code = "KD-111"


class UnknownRun(BadInput, KeyError):
    """No run of the study has this number."""

    code = "KD-112"


class AllTried(BadInput):
    """Every candidate in stock has had the runs that the study allows: there is nothing to suggest."""

    code = "KD-114"


class OutOfRange(BadInput):
    """Numbers so large or a prior so wide that the method would lose precision; the message names the column."""

    code = "KD-113"


class BadTable(KgdeskError, ValueError):
    """A table of candidates or outcomes cannot be read; the message names line and column."""

    code = "KD-120"


class MissingTable(BadTable, FileNotFoundError):
    """There is no file of that name."""


class AmbiguousTable(BadTable):
    """A table can be read in more than one way; the user has to choose.

    Parameters
    ----------
    message
        The question, with the command-line option that answers it.
    question
        What to choose: ``"decimal"``, ``"delimiter"``, ``"sheet"``, ``"encoding"``, ``"headings"``, or
        ``"look_alikes"`` for names of candidates that look alike.
    choices
        The readings that fit.
    samples
        For each choice how a piece of the table reads with it; empty where nothing can be shown.
    """

    code = "KD-121"

    def __init__(
        self,
        message: str,
        *,
        question: str,
        choices: tuple[str, ...],
        details: str = "",
        samples: tuple[str, ...] = (),
    ) -> None:
        super().__init__(message, details=details)
        self.question = question
        self.choices = choices
        self.samples = samples


class StudyClosed(KgdeskError):
    """The study is finished and accepts no outcome."""

    code = "KD-130"


class StoreError(KgdeskError, OSError):
    """A study file cannot be used; nothing was changed."""

    code = "KD-200"


class NotAStudy(StoreError):
    """The file is not a study."""

    code = "KD-201"


class MissingStudy(NotAStudy, FileNotFoundError):
    """There is no study of that name."""


class DamagedStudy(StoreError):
    """The hash chain of the study is broken, or its events cannot be read."""

    code = "KD-202"


class NewerStudy(StoreError):
    """The file was written by a newer version of kgdesk."""

    code = "KD-203"


class ReadOnlyStudy(StoreError):
    """The file or its folder is not writable."""

    code = "KD-204"


class StudyInUse(StoreError):
    """Another window or program is writing to the study; the message says who and since when."""

    code = "KD-205"


class StaleHead(StoreError):
    """Compare-and-append failed: the study has changed since it was read."""

    code = "KD-206"


class NotSaved(StoreError):
    """The write failed: the event is not recorded; retrying is safe."""

    code = "KD-207"


class ServerAway(NotSaved):
    """The PostgreSQL server cannot be reached: the event is not recorded, unless it is `AnswerLost`."""

    code = "KD-210"


class AnswerLost(ServerAway):
    """The PostgreSQL server was told to commit and has not answered: the event may or may not be recorded.

    Sending the same event again, with its id, is safe.
    """

    code = "KD-213"


class LoginRefused(NotSaved):
    """The PostgreSQL server refuses the login. Nothing waits for it: the caller keeps what was typed.

    A wrong password can be corrected at once; a right that was withdrawn may never come back.
    """

    code = "KD-212"


class UserDataUnusable(NotSaved):
    """The database of the user cannot be read or written, or an entry in it cannot be read; nothing was recorded."""

    code = "KD-211"


class FileExists(StoreError, FileExistsError):
    """A file of that name already exists; nothing was overwritten."""

    code = "KD-208"


class NotWritten(StoreError):
    """An export could not be written; an existing file is unchanged."""

    code = "KD-209"


class OwnFault(KgdeskError):
    """A bug in kgdesk; recorded events are safe."""

    code = "KD-400"


class EndedBefore(KgdeskError):
    """The previous session did not close properly; recorded events are safe."""

    code = "KD-401"


class RehearsalStopped(KgdeskError):
    """The user cancelled a rehearsal."""

    code = "KD-300"


class RehearsalFailed(KgdeskError):
    """A rehearsal failed; nothing was written."""

    code = "KD-301"
