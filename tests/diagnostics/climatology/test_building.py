"""A climatology built from many years holds what the index itself says, however it was built."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import xarray as xr

from diagnostics.catalog import compute_index, index_key
from diagnostics.catalog.index_climatology_build import (
    ReducedIndex,
    Reducing,
    base_times,
    build_from_source,
    library_indices,
    stretches_of,
)
from diagnostics.cli import main
from diagnostics.climatology import Baseline, open_baseline
from diagnostics.climatology.partial_build_file import PartialBuild
from diagnostics.contracts.enums import EventType, Mode
from diagnostics.contracts.space_time import Region
from diagnostics.errors import InputDataError
from diagnostics.fields import open_source
from diagnostics.fields.write import write_dataset
from diagnostics.guidelines import load_release

YEARS = (2001, 2002, 2003)
REGION = Region(west=110, south=27, east=118, north=32)
INDICES = (
    ReducedIndex("surface_wind_speed", reduction="max"),
    ReducedIndex("pressure_change_24h_difference"),
    ReducedIndex("tmax_daily", reduction="max"),
    ReducedIndex("pwat", reduction="mean"),
)
ATTRIBUTES = {"name": "three summers"}


def three_summers() -> xr.Dataset:
    """Eighteen days of three Julys on a small grid, near the ground only."""
    generator = np.random.default_rng(5)
    start = [np.datetime64(f"{year}-07-01T00", "h") for year in YEARS]
    times = np.concatenate([first + np.arange(0, 18 * 24, 6) for first in start])
    latitude, longitude = np.arange(26.0, 34.0), np.arange(108.0, 121.0)
    shape = (times.size, latitude.size, longitude.size)
    dims = ("time", "latitude", "longitude")

    def field(mean: float, spread: float, unit: str) -> Any:
        values = mean + spread * generator.standard_normal(shape)
        return dims, values.astype(np.float32), {"units": unit}

    return xr.Dataset(
        {
            "t2m": field(300, 3, "K"),
            "msl": field(101000, 300, "Pa"),
            "u10": field(2, 3, "m s-1"),
            "v10": field(0, 3, "m s-1"),
        },
        coords={
            "time": times.astype("datetime64[ns]"),
            "latitude": latitude,
            "longitude": longitude,
        },
    )


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_dataset(three_summers(), tmp_path_factory.mktemp("years") / "summers.nc")


@pytest.fixture(scope="module")
def reducing(data: Path) -> Reducing:
    source = open_source(data)
    return Reducing(source, source.digest(), REGION, INDICES)


def build(reducing: Reducing, length: int = 24, **how: Any) -> Baseline:
    stretches = stretches_of(reducing.source.inventory().times, length)
    return build_from_source(reducing, stretches, attributes=ATTRIBUTES, **how)


@pytest.fixture(scope="module")
def whole(reducing: Reducing) -> Baseline:
    return build(reducing)


def test_every_value_is_that_of_the_index(reducing: Reducing, whole: Baseline) -> None:
    assert {item.key.name for item in whole.series} == {
        "surface_wind_speed",
        "pressure_change_24h_difference",
        "tmax_daily",
    }
    for item in whole.series:
        answer = compute_index(
            item.key.name,
            reducing.source,
            region=REGION,
            mode=Mode.DIAGNOSE,
            reduction=item.key.reduction,
        )
        assert item.region == answer.provenance.domain
        known = {point.time: point.value for point in answer.series if point.value is not None}
        assert np.isfinite(item.values).sum() == len(known)
        for moment, value in known.items():
            row = item.hours.tolist().index(moment.hour)
            column = item.dates.astype(str).tolist().index(f"{moment:%Y-%m-%d}")
            # the file keeps float32
            assert item.values[row, column] == pytest.approx(value, rel=1e-6)


@pytest.mark.parametrize("length", [7, 1000])
def test_the_length_of_the_stretches_changes_nothing(
    reducing: Reducing, whole: Baseline, length: int
) -> None:
    assert build(reducing, length).digest == whole.digest


@pytest.mark.processes
def test_several_processes_give_what_one_gives(reducing: Reducing, whole: Baseline) -> None:
    assert build(reducing, workers=2).digest == whole.digest


def test_a_value_finds_its_climatology(whole: Baseline) -> None:
    moment = datetime(2026, 7, 9, 6, tzinfo=UTC)
    key = index_key("surface_wind_speed", reduction="max")
    found = whole.context(key, REGION, moment, 30.0)
    assert found is not None
    assert found.sample_count == 18 * len(YEARS)
    assert found.z is not None
    assert found.z > 3


def test_a_killed_build_goes_on_where_it_stopped(
    reducing: Reducing, whole: Baseline, tmp_path: Path
) -> None:
    target, recipe = tmp_path / "clim.nc", {"data": reducing.digest}
    first = PartialBuild(target, recipe)

    class KilledError(Exception):
        pass

    def die_at_the_third(label: str, found: Any) -> None:
        if len(first.path.read_bytes().splitlines()) == 3:
            with first.path.open("ab") as stream:
                stream.write(b'{"stretch": "cut sho')
            raise KilledError
        first.add(label, found)

    with pytest.raises(KilledError):
        build(reducing, keep=die_at_the_third)
    again = PartialBuild(target, recipe)
    assert len(again.done) == 2
    worked: list[str] = []

    def note(label: str, found: Any) -> None:
        worked.append(label)
        again.add(label, found)

    built = build(reducing, done=again.done, keep=note)
    assert built.digest == whole.digest
    stretches = stretches_of(reducing.source.inventory().times, 24)
    assert worked == [item.label for item in stretches[2:]]
    assert set(PartialBuild(target, recipe).done) == {item.label for item in stretches}
    again.remove()
    assert not again.path.exists()


@pytest.mark.parametrize(
    "spoil",
    [
        lambda text: text.replace("one", "two"),
        lambda text: "no json\n",
        lambda text: text + '{"stretch": "a"}\n',
    ],
)
def test_what_another_build_left_is_refused(tmp_path: Path, spoil: Callable[[str], str]) -> None:
    partial = PartialBuild(tmp_path / "clim.nc", {"data": "one"})
    partial.path.write_text(spoil(partial.path.read_text()))
    with pytest.raises(InputDataError) as caught:
        PartialBuild(tmp_path / "clim.nc", {"data": "one"})
    assert caught.value.code == "partial_differs"


def test_years_are_counted_and_left_out() -> None:
    times = [datetime(year, 7, 1, tzinfo=UTC) for year in range(2001, 2022)]
    assert base_times(times, exclude=[2021])[-1].year == 2020
    with pytest.raises(InputDataError) as caught:
        base_times(times, exclude=[2020, 2021])
    assert caught.value.code == "too_few_years"


def test_stretches_do_not_cross_the_turn_of_a_year() -> None:
    times = [datetime(2001, 12, day, tzinfo=UTC) for day in (29, 30, 31)]
    times += [datetime(2002, 1, day, tzinfo=UTC) for day in (1, 2)]
    found = stretches_of(times, 2)
    assert [item.window.start.day for item in found] == [29, 31, 1]
    assert found[1].window.end == times[2]


def test_data_without_any_of_the_indices_are_refused(reducing: Reducing) -> None:
    with pytest.raises(InputDataError) as caught:
        build(replace(reducing, indices=(ReducedIndex("pwat"),)))
    assert caught.value.code == "nothing_to_build"


def test_the_library_names_each_reduced_index_once() -> None:
    found = library_indices(load_release(), [EventType.GALE])
    labels = [item.label for item in found]
    assert len(set(labels)) == len(labels) > 5
    assert set(labels) <= {item.label for item in library_indices(load_release())}


def test_the_command_builds_and_shows(
    data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "clim.nc"
    words = ["climatology", "build", "--data", str(data), "--region", "110,27,118,32"]
    words += ["--out", str(out), "--workers", "1", "--json"]
    assert main([*words, "--index", "surface_wind_speed:max"]) == 1
    assert json.loads(capsys.readouterr().out)["error"]["code"] == "too_few_years"
    named = ["--index", "surface_wind_speed:max", "--index", "pwat", "--years", "2"]
    assert main([*words, *named, "--exclude-year", "2003", "--name", "two summers"]) == 0
    captured = capsys.readouterr()
    built = json.loads(captured.out)
    assert "the data do not give: pwat" in captured.err
    assert [path.name for path in tmp_path.iterdir()] == ["clim.nc"]
    assert main(["climatology", "show", str(out), "--json"]) == 0
    shown = json.loads(capsys.readouterr().out)
    assert shown == built
    assert shown["name"] == "two summers"
    assert shown["digest"] == open_baseline(out).digest
    (index,) = shown["indices"]
    assert (index["key"], index["years"], index["sample_count"]) == (
        "surface_wind_speed",
        2,
        2 * 18 * 4,
    )
    assert main(["climatology", "show", str(out)]) == 0
    assert "surface_wind_speed" in capsys.readouterr().out


def test_an_index_at_2_m_is_built_and_found_again(
    data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out, region = tmp_path / "clim.nc", ["--region", "110,27,118,32"]
    words = ["climatology", "build", "--data", str(data), *region, "--out", str(out)]
    named = ["--index", "temperature_level@2m:max", "--years", "2", "--workers", "1"]
    assert main([*words, *named, "--exclude-year", "2003", "--json"]) == 0
    (index,) = json.loads(capsys.readouterr().out)["indices"]
    assert (index["key"], index["level"]) == ("temperature_level", None)
    words = ["index", "temperature_level", "--data", str(data), *region, "--mode", "diagnose"]
    words += ["--time", "2003-07-09T06:00Z", "-p", "reduction=max", "--climatology", str(out)]
    assert main([*words, "--level", "2m", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["anomaly"]["sample_count"] == 2 * 18


@pytest.mark.parametrize(
    ("more", "code"),
    [
        (["--index", "pwat", "--event", "gale"], "invalid_argument"),
        (["--index", "a b"], "invalid_argument"),
        (["--index", "pwatt"], "unknown_tool"),
        (["--index", "pwat:median_of_moons"], "unknown_reduction"),
        (["--stretch", "0"], "invalid_argument"),
        (["--event", "tornado"], "invalid_argument"),
    ],
)
def test_wrong_words_are_refused(
    data: Path,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    more: list[str],
    code: str,
) -> None:
    words = ["climatology", "build", "--data", str(data), "--region", "110,27,118,32"]
    assert main([*words, "--out", str(tmp_path / "c.nc"), "--json", *more]) == 1
    assert json.loads(capsys.readouterr().out)["error"]["code"] == code
