"""Find the best of many candidate experiments from yes/no outcomes in as few runs as possible.

The public Python API is the names below. Each is imported on first use (PEP 562).

>>> from kgdesk import MomentBelief
>>> belief = MomentBelief.prior(3).updated([1.0, 0.5, -1.0], +1)
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kgdesk.startup import lazy_names

if TYPE_CHECKING:
    from kgdesk.actions.verification import Check as Check
    from kgdesk.campaign import Campaign as Campaign
    from kgdesk.errors import KgdeskError as KgdeskError
    from kgdesk.library import read_pool as read_pool
    from kgdesk.library import rehearse as rehearse
    from kgdesk.library import replay as replay
    from kgdesk.model.advice.suggestion import Estimate as Estimate
    from kgdesk.model.advice.suggestion import Suggestion as Suggestion
    from kgdesk.model.beliefs.gaussian import DiagonalBelief as DiagonalBelief
    from kgdesk.model.beliefs.gaussian import FullBelief as FullBelief
    from kgdesk.model.beliefs.gaussian import MomentBelief as MomentBelief
    from kgdesk.model.design.pool import Pool as Pool
    from kgdesk.model.policies import PolicyContext as PolicyContext
    from kgdesk.model.policies import policies as policies
    from kgdesk.model.policies.perfect_information import PerfectInformation as PerfectInformation
    from kgdesk.model.study.records import Run as Run
    from kgdesk.model.study.records import RunNumber as RunNumber
    from kgdesk.model.study.records import Start as Start
    from kgdesk.model.study.stopping_rules import Verdict as Verdict
    from kgdesk.model.study.study import Study as Study
    from kgdesk.rehearsal import Board as Board
    from kgdesk.rehearsal import ReplayBoard as ReplayBoard
    from kgdesk.tables import PoolReading as PoolReading
    from kgdesk.tables.data_frames import Frame as Frame
else:
    # The same names as above, for the program.
    __getattr__, __dir__, __all__ = lazy_names(
        __name__,
        {
            "actions.verification": ("Check",),
            "campaign": ("Campaign",),
            "errors": ("KgdeskError",),
            "library": ("read_pool", "rehearse", "replay"),
            "model.advice.suggestion": ("Estimate", "Suggestion"),
            "model.beliefs.gaussian": ("DiagonalBelief", "FullBelief", "MomentBelief"),
            "model.design.pool": ("Pool",),
            "model.policies": ("PolicyContext", "policies"),
            "model.policies.perfect_information": ("PerfectInformation",),
            "model.study.records": ("Run", "RunNumber", "Start"),
            "model.study.stopping_rules": ("Verdict",),
            "model.study.study": ("Study",),
            "rehearsal": ("Board", "ReplayBoard"),
            "tables": ("PoolReading",),
            "tables.data_frames": ("Frame",),
        },
    )
    __all__ += ["__version__"]

__version__ = "0.1.0"
