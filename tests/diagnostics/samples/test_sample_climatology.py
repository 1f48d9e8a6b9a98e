"""The carried climatology is whole, covers the events, and comes from its own recipe."""

from __future__ import annotations

from datetime import timedelta

import numpy as np
import pytest

from diagnostics.catalog import compute_index
from diagnostics.climatology import BaselineSeries, open_baseline
from diagnostics.contracts.enums import EventType, Mode
from diagnostics.errors import ArgumentError
from diagnostics.fields.memory import MemorySource
from diagnostics.samples import Perturbation, climatology_path, generate, sample_info
from diagnostics.samples.generation import event_of
from diagnostics.samples.sample_climatology import FIRST_YEAR, season_draws

LEAST = 620


@pytest.fixture(scope="module")
def series() -> tuple[BaselineSeries, ...]:
    # opening compares the content with the file's checksum
    return open_baseline(climatology_path("rainstorm")).series


def test_one_small_file_serves_every_sample() -> None:
    paths = {climatology_path(name) for name in ("rainstorm", "quiet")}
    assert len(paths) == 1
    assert paths.pop().stat().st_size < 8e6
    with pytest.raises(ArgumentError):
        climatology_path("tornado")


@pytest.mark.parametrize("name", [event.value for event in EventType])
def test_every_day_of_an_event_has_620_values_at_each_hour(
    series: tuple[BaselineSeries, ...], name: str
) -> None:
    own = [item for item in series if item.attributes["sample"] == name]
    assert len(own) >= 15
    info = sample_info(name)
    # an index that nature defines on some days only (a closed low, a thunderstorm's high) has less
    whole = [item for item in own if item.values.size >= 2800 and np.isfinite(item.values).all()]
    assert len(whole) >= 12
    for item in whole:
        for moment in info.times:
            found = item.sample(moment)
            if found is not None:
                assert found[0].size >= LEAST, (item.key, moment)


def test_a_part_of_it_is_recomputed_from_the_recipe(series: tuple[BaselineSeries, ...]) -> None:
    """The first day of the first season over the whole data, to 0.1 % of each value.

    Bits may differ between processors; the exact content is held by the file's checksum.
    """
    event = event_of("heat_wave")
    source, first = first_day("heat_wave")
    checked = 0
    for item in series:
        if item.attributes["sample"] != "heat_wave" or item.key.params_digest:
            continue
        if item.key.name not in {"gh500", "temperature_level", "specific_humidity_level"}:
            continue
        answer = compute_index(
            item.key.name,
            source,
            region=event.region,
            level=item.key.level,
            mode=Mode.DIAGNOSE,
            reduction=item.key.reduction,
        )
        for point in answer.series:
            day = np.datetime64(point.time.replace(tzinfo=None), "D")
            if day != first or point.value is None:
                continue
            row = item.hours.tolist().index(point.time.hour)
            column = item.dates.tolist().index(day.item())
            assert item.values[row, column] == pytest.approx(point.value, rel=1e-3)
            checked += 1
    assert checked >= 8


def first_day(name: str) -> tuple[MemorySource, np.datetime64]:
    """The first day that counts of the first season, generated alone."""
    event = event_of(name)
    first = event.start.replace(year=FIRST_YEAR, hour=0) - timedelta(days=15)
    times = [first + timedelta(hours=6 * step) for step in range(4)]
    perturbation = Perturbation(seed=event.seed + FIRST_YEAR)
    source = MemorySource(generate(name, times=times, perturbation=perturbation))
    return source, np.datetime64(first.replace(tzinfo=None), "D")


def test_a_season_covers_every_window_with_its_lead() -> None:
    from diagnostics.contracts.space_time import Region

    box = Region(west=112, south=34, east=114, north=36)
    draws = next(season_draws("heat_wave", 1, box))
    times = draws.source.inventory().times
    event = event_of("heat_wave")
    last_day = event.start + timedelta(hours=6 * event.steps)
    assert times[0] <= event.start.replace(year=FIRST_YEAR) - timedelta(days=18)
    assert times[-1] >= last_day.replace(year=FIRST_YEAR, hour=18) + timedelta(days=15)
    assert draws.first == np.datetime64("2001-07-03T00:00")


@pytest.mark.slow
def test_the_event_stands_out_of_its_climatology() -> None:
    baseline = open_baseline(climatology_path("heat_wave"))
    source = MemorySource(generate("heat_wave"))
    answer = compute_index(
        "temperature_level",
        source,
        region=sample_info("heat_wave").region,
        level=850.0,
        mode=Mode.DIAGNOSE,
        reduction="mean",
        baseline=baseline,
    )
    scores = [point.z for point in answer.series if point.z is not None]
    assert len(scores) == len(answer.series)
    assert max(scores) > 2.0
