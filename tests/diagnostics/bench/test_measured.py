"""What was measured of the library and of the criteria, and how it is kept in step."""

from __future__ import annotations

from collections.abc import Callable
from importlib.resources import files
from typing import Any

import numpy as np
import pytest
import yaml

from diagnostics.bench.degraded import coarsened, thinned
from diagnostics.bench.factor_hit_rates import CaseExperience, counts, tried
from diagnostics.bench.known_cases import REAL_CASES, quiet_case
from diagnostics.contracts.detection import TypeAssessment
from diagnostics.contracts.enums import EventType, Firing
from diagnostics.detection.events.reliability import class_of, reliability_of
from diagnostics.guidelines import load_release
from diagnostics.samples import SAMPLES


@pytest.fixture(scope="module")
def cases() -> list[CaseExperience]:
    text = files("diagnostics.bench").joinpath("data", "factor_cases.yaml").read_text("utf-8")
    return [CaseExperience.model_validate(row) for row in yaml.safe_load(text)["cases"]]


def test_the_release_carries_the_counts_of_the_cases(cases: list[CaseExperience]) -> None:
    entries = load_release().entries
    assert {item.id: item.experience for item in entries if item.experience} == counts(cases)


def test_every_case_is_known(cases: list[CaseExperience]) -> None:
    assert {item.case for item in cases} <= {*SAMPLES, *(case.name for case in REAL_CASES)}


@pytest.mark.slow
def test_a_case_gives_the_same_verdicts_again(cases: list[CaseExperience]) -> None:
    event = EventType.HEAT_WAVE
    known = next(item for item in cases if (item.case, item.event) == ("quiet", event))
    assert next(tried(quiet_case(), only=(event,))) == known


def test_fewer_times_keep_the_amounts_and_the_extremes(sample: Callable[[str], Any]) -> None:
    data = sample("rainstorm")
    fewer = thinned(data, 2)
    whole, half = data["tp"].values[1:5].sum(axis=0), fewer["tp"].values[1:3].sum(axis=0)
    np.testing.assert_allclose(half, whole, rtol=1e-5, atol=1e-4)
    assert fewer["tp"].attrs["interval_hours"] == 2 * data["tp"].attrs["interval_hours"]
    np.testing.assert_allclose(fewer["fg10"].values[1], data["fg10"].values[1:3].max(axis=0))


@pytest.mark.slow
def test_larger_cells_are_means(sample: Callable[[str], Any]) -> None:
    data = sample("quiet")
    coarse = coarsened(data, 2)
    mean = data["msl"].values[0, :2, :2].mean()
    assert coarse["msl"].values[0, 0, 0] == pytest.approx(mean, rel=1e-6)


def assessment(margin: float, **parts: float) -> TypeAssessment:
    return TypeAssessment(
        event=EventType.GALE,
        firing=Firing.FIRED,
        reason="",
        confidence_parts={"margin": margin, "source": 0.6, **parts},
    )


def test_a_clear_margin_is_trusted_more_than_a_narrow_one() -> None:
    clear = reliability_of(assessment(1.0, sampling=0.6, resolution=0.6))
    narrow = reliability_of(assessment(0.6, sampling=0.6, resolution=0.6))
    assert clear.share > 0.9 > 0.7 > narrow.share
    assert clear.compared > 50


def test_without_comparisons_the_prior_speaks() -> None:
    item = assessment(0.4, sampling=0.6)
    assert class_of(item).detail == 0.2
    found = reliability_of(item)
    assert (found.held, found.compared, found.share) == (0, 0, 0.75)
