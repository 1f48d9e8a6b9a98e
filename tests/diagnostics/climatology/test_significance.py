"""Corrections for many tests and for memory."""

from __future__ import annotations

import numpy as np
import pytest

from diagnostics.climatology import (
    benjamini_yekutieli,
    effective_number_of_tests,
    effective_sample_size,
)
from diagnostics.climatology.significance import p_value
from diagnostics.errors import ArgumentError


def test_benjamini_yekutieli_against_a_hand_calculation() -> None:
    p = [0.01, 0.04, 0.03, 0.5]
    harmonic = 1 + 1 / 2 + 1 / 3 + 1 / 4
    expected = np.array([0.04, 0.04 * 4 / 3, 0.04 * 4 / 3, 0.5]) * harmonic
    np.testing.assert_allclose(benjamini_yekutieli(p), np.minimum(expected, 1.0))


def test_rates_agree_with_scipy() -> None:
    from scipy.stats import false_discovery_control

    p = np.random.default_rng(1).uniform(0, 0.2, 40)
    np.testing.assert_allclose(
        benjamini_yekutieli(p), false_discovery_control(p, method="by"), rtol=1e-12
    )


def test_rates_are_never_below_the_p_values_and_keep_their_order() -> None:
    p = np.random.default_rng(2).uniform(0, 1, 25)
    q = benjamini_yekutieli(p)
    assert np.all(q >= p)
    assert np.all(np.diff(q[np.argsort(p)]) >= 0)


def test_no_tests_and_bad_values() -> None:
    assert benjamini_yekutieli([]).size == 0
    with pytest.raises(ArgumentError):
        benjamini_yekutieli([0.1, 1.2])
    with pytest.raises(ArgumentError):
        benjamini_yekutieli([np.nan])


def test_effective_number_of_tests_at_its_limits() -> None:
    time = np.arange(200)
    waves = [np.cos(2 * np.pi * k * time / 200) for k in range(1, 5)]
    assert effective_number_of_tests(waves) == pytest.approx(4.0, rel=1e-6)
    assert effective_number_of_tests([waves[0]] * 4) == pytest.approx(1.0)
    assert effective_number_of_tests([waves[0], np.ones(200)]) == pytest.approx(2.0)


def test_effective_sample_size_of_a_first_order_process() -> None:
    random = np.random.default_rng(3)
    memory, years, days = 0.6, 200, 31
    values = np.empty((years, days))
    values[:, 0] = random.standard_normal(years)
    for day in range(1, days):
        noise = random.standard_normal(years) * np.sqrt(1 - memory**2)
        values[:, day] = memory * values[:, day - 1] + noise
    starts = np.arange(years) * 365
    dates = (starts[:, None] + np.arange(days)).ravel().astype("datetime64[D]")
    found = effective_sample_size(values.ravel(), dates)
    expected = values.size * (1 - memory) / (1 + memory)
    assert found == pytest.approx(expected, rel=0.05)


def test_independent_and_constant_samples_keep_their_size() -> None:
    dates = np.arange(500).astype("datetime64[D]")
    white = np.random.default_rng(4).standard_normal(500)
    assert effective_sample_size(white, dates) == pytest.approx(500, rel=0.1)
    assert effective_sample_size(np.ones(500), dates) == 500


def test_p_value_has_the_floor_of_its_sample_and_counts_the_looks() -> None:
    assert p_value(99.0, 1e6) == pytest.approx(0.02)
    assert p_value(1.0, 1e6) == pytest.approx(0.02)
    assert p_value(100.0, 99) == pytest.approx(0.02)
    assert p_value(99.0, 1e6, days=4) == pytest.approx(1 - 0.98**4)
