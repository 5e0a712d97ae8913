"""The pictures that are worked out when somebody looks at them, by the tab that shows them, in their order.

A new picture is one file with its card, and one line here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kgdesk.ui.pictures.agreement import AgreementCard
from kgdesk.ui.pictures.futures import FuturesCard
from kgdesk.ui.pictures.map import MapCard
from kgdesk.ui.pictures.plate import PlateCard
from kgdesk.ui.pictures.slices import SlicesCard
from kgdesk.ui.pictures.slices_if import SlicesIfCard

if TYPE_CHECKING:
    from collections.abc import Callable

    from kgdesk.ui.pictures.asked import AskedCard

#: Each becomes a page of the Model tab.
MODEL: tuple[Callable[[], AskedCard[Any]], ...] = (SlicesCard, MapCard, PlateCard, AgreementCard)
#: Each stands in the What if tab and is given the candidates that are compared.
WHAT_IF: tuple[Callable[[], FuturesCard | SlicesIfCard], ...] = (FuturesCard, SlicesIfCard)
