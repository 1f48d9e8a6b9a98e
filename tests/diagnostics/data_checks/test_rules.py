"""Each rule finds its fault, and finds nothing in generated cases and clean real files."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
import xarray as xr

from diagnostics.bench.faults.cases import PROJECTED, REAL
from diagnostics.bench.faults.crops import TRUE_OF_THE_FILE
from diagnostics.constants import EARTH_RADIUS, EARTH_ROTATION
from diagnostics.contracts.checking import Weight
from diagnostics.contracts.space_time import Region
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


@pytest.mark.parametrize("name", SAMPLES)
@pytest.mark.sweep(2)
def test_generated_cases_raise_no_doubt(name: str) -> None:
    check = examine(MemorySource(generated(name)))
    assert check.of(Weight.DOUBT, Weight.REFUSE) == ()


@pytest.mark.parametrize("name", SAMPLES)
@pytest.mark.sweep(2)
def test_generated_cases_on_a_coarser_grid_raise_no_doubt(name: str) -> None:
    check = examine(MemorySource(thinned(name)))
    assert check.of(Weight.DOUBT, Weight.REFUSE) == ()


@pytest.mark.parametrize(("name", "path", "origin"), [*REAL, *PROJECTED])
@pytest.mark.sweep(6)
def test_real_files_raise_no_doubt(real_data, name: str, path: str, origin: str | None) -> None:
    check = examine(open_source(real_data(path), origin=origin))
    found = check.of(Weight.DOUBT, Weight.REFUSE)
    assert [item for item in found if (name, item.rule) not in TRUE_OF_THE_FILE] == []


def test_a_real_file_with_a_field_upside_down_is_refused_in_part(real_data) -> None:
    path = real_data("S18_undated_early_eta/contour.cdf")
    check = examine(open_source(path, origin="1996-01-05T00:00Z"))
    named = {item.rule for item in check.findings}
    assert {"thickness_against_temperature", "warmer_toward_the_pole"} <= named


def rising_poleward(dataset: xr.Dataset) -> xr.Dataset:
    """Height and temperature that rise toward the pole, and the wind that blows along them."""
    flow = dataset.copy(deep=True)
    latitude = np.radians(np.abs(dataset["latitude"].values))[:, None]
    slope = 2000.0 + 4000.0 * np.arange(dataset["level"].size)[::-1, None, None]
    flow["z"].values[:] = flow["z"].values.mean(axis=(-2, -1), keepdims=True) + slope * latitude
    flow["t"].values[:] = 260.0 + 30.0 * latitude
    coriolis = 2.0 * EARTH_ROTATION * np.sin(latitude)
    flow["u"].values[:] = -slope / EARTH_RADIUS / coriolis
    flow["v"].values[:] = 0.0
    return flow


POLEWARD = "warmer_toward_the_pole"


def test_a_cold_low_on_the_equators_side_is_no_doubt_where_the_wind_blows_along_it() -> None:
    flow = rising_poleward(thinned("gale"))
    assert POLEWARD not in found_in(flow[["u", "v", "z"]])
    assert POLEWARD not in found_in(flow[["u", "v", "t"]])


@pytest.mark.parametrize("names", [["z"], ["t"], ["z", "t"]])
def test_without_a_wind_a_field_that_rises_toward_the_pole_is_in_doubt(names: list[str]) -> None:
    assert POLEWARD in found_in(rising_poleward(thinned("gale"))[names])


@pytest.mark.parametrize("name", ["z", "t"])
def test_a_field_that_lies_against_its_wind_is_in_doubt(name: str) -> None:
    turned = edited(name, lambda v: v[..., ::-1, :])(thinned("gale"))
    assert POLEWARD in found_in(turned[["u", "v", name]])


@pytest.mark.parametrize("south", range(36, 56, 4))
def test_winter_lows_over_the_sea_of_okhotsk_are_no_doubt(real_data, south: int) -> None:
    source = open_source(real_data("S04_gfs_global_20110115/gfs.t12z.pgrbf120.2p5deg.grib2"))
    box = Region(west=110.0, south=south, east=160.0, north=south + 24.0)
    assert POLEWARD not in {item.rule for item in examine(source, box).findings}


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


def typhoon(times: float) -> xr.Dataset:
    """A vortex in gradient balance that moves and weakens upward, its wind multiplied."""
    dataset = thinned("gale")[["u", "v", "z"]].copy(deep=True)
    latitude = np.linspace(20.5, 34.0, dataset.sizes["latitude"])
    longitude = np.linspace(122.0, 138.0, dataset.sizes["longitude"])
    dataset = dataset.assign_coords(latitude=latitude, longitude=longitude)
    f = 1.458e-4 * np.sin(np.radians(latitude))[:, None]
    steps = np.linspace(1.0, 2e6, 4000)
    for k, level in enumerate(dataset["level"].values.tolist()):
        height = 9.80665 * 44330.0 * (1.0 - (level / 1013.25) ** 0.1903)
        for n in range(dataset.sizes["time"]):
            north = np.radians(latitude - 25.03 - 0.21 * n)[:, None] * 6.371e6
            east = np.radians(longitude - 132.03 + 0.21 * n)[None, :] * 6.371e6
            east = east * np.cos(np.radians(latitude))[:, None]
            radius = np.maximum(np.hypot(east, north), 1.0)
            usual = (45.0 + n) * (0.4 + 0.6 * level / 1000.0) * np.tanh(steps / 1.5e5)
            usual *= np.exp(-steps / 1.2e6)
            slope = usual**2 / steps + 1.458e-4 * np.sin(np.radians(27.0)) * usual
            depth = np.cumsum(slope[::-1])[::-1] * (steps[1] - steps[0])
            pull = np.interp(radius, steps, slope)
            speed = times * 0.5 * radius * (np.sqrt(f**2 + 4.0 * pull / radius) - f)
            dataset["z"][n, k] = height - np.interp(radius, steps, depth)
            dataset["u"][n, k] = -speed * north / radius
            dataset["v"][n, k] = speed * east / radius
    return dataset


@pytest.mark.parametrize(("times", "doubted"), [(1.0, False), (1 / 1.944, True), (1.944, True)])
def test_wind_round_a_typhoon_is_held_against_the_gradient_wind(
    times: float, doubted: bool
) -> None:
    assert set(found_in(typhoon(times))) == ({"wind_speed_against_balance"} if doubted else set())
