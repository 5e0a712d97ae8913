"""The last answer of `Campaign.suggest`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kgdesk.model.advice.batches import advise_batch

if TYPE_CHECKING:
    from kgdesk.actions import Session
    from kgdesk.model.advice.advice import Advice
    from kgdesk.model.advice.batch_limits import BatchLimits
    from kgdesk.model.advice.suggestion import Suggestion
    from kgdesk.model.policies import CustomPolicy


class LastAnswer:
    """The last suggestions that a script received, and the advice behind each, which the run that uses it records.

    Parameters
    ----------
    session
        The open study.
    """

    def __init__(self, session: Session) -> None:
        self._session = session
        self._advice: dict[Suggestion, Advice] = {}

    def ask(
        self, n: int, policy: str | CustomPolicy | None, repeats: bool, limits: BatchLimits
    ) -> tuple[Suggestion, ...]:
        """Compute `n` suggestions, which replace the previous ones."""
        picks = advise_batch(self._session.study, n, policy=policy, repeats=repeats, limits=limits)
        self._advice = {pick.suggestion: pick for pick in picks}
        return tuple(pick.suggestion for pick in picks)

    def advice(self, one: str | Suggestion) -> Advice | None:
        """Return the advice behind a suggestion; None for a name, an older answer, or if the study has changed."""
        advice = None if isinstance(one, str) else self._advice.get(one)
        return advice if advice is not None and advice.revision == self._session.study.revision else None
