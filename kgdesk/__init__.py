"""Find the best of many candidate experiments from yes/no outcomes in as few runs as possible.

The public Python API is the names below. Each is imported on first use (PEP 562).

>>> from kgdesk import MomentBelief
>>> belief = MomentBelief.prior(3).updated([1.0, 0.5, -1.0], +1)
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kgdesk.startup import lazy_names

if TYPE_CHECKING:
    from kgdesk.campaign import Campaign as Campaign
    from kgdesk.errors import KgdeskError as KgdeskError
    from kgdesk.model.beliefs.gaussian import DiagonalBelief as DiagonalBelief
    from kgdesk.model.beliefs.gaussian import FullBelief as FullBelief
    from kgdesk.model.beliefs.gaussian import MomentBelief as MomentBelief
    from kgdesk.model.design.pool import Pool as Pool
    from kgdesk.model.policies import PolicyContext as PolicyContext
    from kgdesk.model.policies import policies as policies
    from kgdesk.model.study.study import Study as Study
    from kgdesk.rehearsal import rehearse as rehearse
    from kgdesk.rehearsal import replay as replay
    from kgdesk.tables import read_pool as read_pool
else:
    # The same names as above, for the program.
    __getattr__, __dir__, __all__ = lazy_names(
        __name__,
        {
            "campaign": ("Campaign",),
            "errors": ("KgdeskError",),
            "model.beliefs.gaussian": ("DiagonalBelief", "FullBelief", "MomentBelief"),
            "model.design.pool": ("Pool",),
            "model.policies": ("PolicyContext", "policies"),
            "model.study.study": ("Study",),
            "rehearsal": ("rehearse", "replay"),
            "tables": ("read_pool",),
        },
    )
    __all__ += ["__version__"]

__version__ = "0.1.0"
