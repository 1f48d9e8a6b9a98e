"""Each rule finds its fault, and finds nothing in generated cases and clean real files."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
import xarray as xr

from diagnostics.bench.faults.cases import PROJECTED, REAL
from diagnostics.bench.faults.crops import TRUE_OF_THE_FILE
from diagnostics.contracts.checking import Weight
from diagnostics.data_checks import examine
from diagnostics.data_checks.registry import RULES, rules
from diagnostics.fields import open_source
from diagnostics.fields.memory import MemorySource
from diagnostics.messages import languages, render, term
from diagnostics.samples import SAMPLES
from tests.generated_samples import generated, thinned

Change = Callable[[xr.Dataset], xr.Dataset]


def found_in(dataset: xr.Dataset) -> dict[str, Weight]:
    check = examine(MemorySource(dataset))
    return {item.rule: item.weight for item in check.findings}


def edited(name: str, change: Callable[[np.ndarray], np.ndarray]) -> Change:
    def plant(dataset: xr.Dataset) -> xr.Dataset:
        bad = dataset.copy(deep=True)
        bad[name].values[:] = change(bad[name].values.astype(np.float64))
        return bad

    return plant


@pytest.mark.parametrize("name", ["rainstorm", "quiet"])
def test_thinned_generated_cases_raise_no_doubt(name: str) -> None:
    check = examine(MemorySource(thinned(name)))
    assert check.of(Weight.DOUBT, Weight.REFUSE) == ()


@pytest.mark.slow
@pytest.mark.parametrize("name", SAMPLES)
def test_generated_cases_raise_no_doubt(name: str) -> None:
    check = examine(MemorySource(generated(name)))
    assert check.of(Weight.DOUBT, Weight.REFUSE) == ()


LARGE = ("S04", "S06", "S12", "S15", "S17")
"""Real cases that take seconds each."""


@pytest.mark.parametrize(
    ("name", "path", "origin"),
    [
        pytest.param(*case, marks=[pytest.mark.slow] * (case[0] in LARGE))
        for case in [*REAL, *PROJECTED]
    ],
)
def test_real_files_raise_no_doubt(real_data, name: str, path: str, origin: str | None) -> None:
    check = examine(open_source(real_data(path), origin=origin))
    found = check.of(Weight.DOUBT, Weight.REFUSE)
    assert [item for item in found if (name, item.rule) not in TRUE_OF_THE_FILE] == []


def test_a_real_file_with_a_field_upside_down_is_refused_in_part(real_data) -> None:
    path = real_data("S18_undated_early_eta/contour.cdf")
    check = examine(open_source(path, origin="1996-01-05T00:00Z"))
    named = {item.rule for item in check.findings}
    assert {"thickness_against_temperature", "warmer_toward_the_pole"} <= named


def test_every_rule_has_its_texts_in_every_language() -> None:
    assert list(rules())
    for language in languages():
        for item in RULES.values():
            assert "check_" not in term(f"check_{item.id}", language)


def test_findings_are_written_in_every_language_and_name_a_cure() -> None:
    check = examine(MemorySource(edited("t2m", lambda v: v - 273.15)(thinned("gale"))))
    assert check.refused
    for finding in check.findings:
        for language in languages():
            assert render(finding.wording, language)
            assert render(finding.cure, language)


@pytest.mark.parametrize("apart", [[7], [3, 11]])
def test_times_that_stand_apart_are_not_every_other_time(apart: list[int]) -> None:
    def risen(values: np.ndarray) -> np.ndarray:
        values[apart] += 4000.0
        return values

    assert "every_other_time" not in found_in(edited("msl", risen)(thinned("gale")[["msl"]]))


def test_a_check_is_the_same_for_the_same_data() -> None:
    source = MemorySource(thinned("quiet"))
    assert examine(source) == examine(source)


def test_checks_that_cannot_run_say_what_they_need() -> None:
    only = thinned("gale")[["t2m"]]
    check = examine(MemorySource(only))
    lacks = {item.rule: render(item.lack, "en") for item in check.not_run}
    assert lacks["wind_against_balance"].startswith("needs zonal wind")
    assert set(lacks) | set(check.ran) == {item.id for item in rules()}


@pytest.mark.parametrize(
    ("name", "change", "lost"),
    [
        ("z", lambda v: v / 9.80665, {"thickness_against_temperature", "pressure_against_height"}),
        ("t2m", lambda v: v - 273.15, {"dewpoint_above_temperature"}),
    ],
)
def test_a_field_refused_by_itself_is_no_witness_against_others(
    name: str, change: Callable[[np.ndarray], np.ndarray], lost: set[str]
) -> None:
    check = examine(MemorySource(edited(name, change)(thinned("rainstorm"))))
    assert set(check.refused) == {name}
    assert check.doubted == ()
    ran, lacking = list(check.ran), [item.rule for item in check.not_run]
    assert lost <= set(lacking)
    assert sorted(ran + lacking) == sorted(item.id for item in rules())
