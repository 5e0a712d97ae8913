"""The Model tab of a study whose terms are averaged."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest

from kgdesk.model.advice.posterior_summary import favoured_terms
from kgdesk.model.advice.slices import attribute_effects
from kgdesk.model.beliefs.mixture import AverageBelief
from kgdesk.model.study.next_run import bare_name
from kgdesk.model.study.settings import Settings
from kgdesk.ui.pages.model import ModelPage
from kgdesk.ui.pages.model_tables import settings_facts
from kgdesk.ui.plots.effects import effects_data
from tests.ui.desks import fill, make_desk, make_session

if TYPE_CHECKING:
    from pathlib import Path

    from pytestqt.qtbot import QtBot

    from kgdesk.ui.session.compute_queue import ComputeQueue

pytestmark = [pytest.mark.usefixtures("light")]


def test_models_weights_and_the_sentence_about_a_bend_are_shown(
    tmp_path: Path, compute_queue: ComputeQueue, qtbot: QtBot
) -> None:
    session = make_session(tmp_path / "bend", settings=Settings(terms="average"))
    fill(session)
    controller = make_desk(session, compute_queue, qtbot)
    tab = ModelPage(controller)
    qtbot.addWidget(tab)
    tab.show()
    assert controller.advice.current is not None
    study = controller.advice.current.study
    belief = study.belief
    assert isinstance(belief, AverageBelief)
    for page in (tab.belief, tab.design):
        tab.reveal(page)
    columns = tab.belief.table.rows.columns
    shown = columns[-len(belief.components) :]
    names = [c.heading.split(":")[0].split(",")[0] for c in shown]
    assert names == [
        *["Straight"] * 3,
        *["Bent"] * 3,
        "Sum of squares",
        *["Smooth"] * 3,
        "Products with categories",
    ]
    for column, part in zip(shown, belief.components, strict=True):
        values = np.array(column.values, dtype=float)
        assert values[part.design_columns].tolist() == part.design_mean.tolist()
        assert np.isnan(np.delete(values, part.design_columns)).all()
        assert f"{100 * part.weight:.0f}" in column.heading
    assert shown[1].heading.startswith("Straight, deviations 0.8: weight")
    assert "Bent, precision 3 and 0.75: weight" in shown[4].heading
    assert tab.belief.text.text().endswith(favoured_terms(study))
    # The weights in the headings have those of the prior in them, the sentence has not, and says so.
    assert "outcomes alone, prior weights left out" in tab.belief.text.text()
    made = next(c.words() for c in tab.design.table.rows.columns if c.heading == "Made as")
    names = list(study.scaling.names)
    square = next(j for j, c in enumerate(study.scaling.columns) if len(set(c.factors)) == 1 and c.factors)
    assert made[square] == f"({names[square]} of the columns − centre) / scale"
    facts = {fact.name: fact.value for fact in settings_facts(study)}
    assert (facts["Prior strength of products"], facts["Prior strength of squares"]) == ("12", "3")
    assert "average: straight, bent and smooth models, weighted by the outcomes" in facts.values()
    data = effects_data(controller.advice.current)
    assert len(data.effects) == len(names) - 1
    expected = attribute_effects(study)
    assert [e.name for e in data.attributes] == [bare_name(a) for a in study.pool.attributes]
    assert [e.estimate for e in data.attributes] == [100.0 * e.change for e in expected]
    controller.close()
