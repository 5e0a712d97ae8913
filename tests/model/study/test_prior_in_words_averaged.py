"""The prior that words state, for averaged terms: only the models with products and squares count these columns."""

from __future__ import annotations

import numpy as np
import pytest
from mixtures import made

from kgdesk.model.beliefs.prior import MODELS
from kgdesk.model.study.settings import MATTER, PRODUCTS, SQUARES
from kgdesk.model.study.stated_settings import prior_from_words


def test_products_and_squares_count_by_the_models_that_have_them() -> None:
    X, higher = made(2, 40)
    squares = np.arange(higher.size) >= higher.size - 2
    found = prior_from_words(X, 0.3, "some", terms="average", higher=higher, squares=squares)
    spread = [1.0 / one.higher if one.terms == "quadratic" else 0.0 for one in MODELS]
    share = np.average(spread, weights=[one.weight for one in MODELS])
    variance = np.where(squares, share / SQUARES, np.where(higher, share / PRODUCTS, 1.0))
    assert 0.0 < share < 1.0
    assert found.precision == pytest.approx(float((X * X * variance).sum(axis=1).mean()) / MATTER["some"])
