"""A newcomer's way from a plain checkout to anomalies, excess heat and the percentile preset."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
import xarray

from diagnostics.samples import generate, sample_info
from diagnostics.samples.generation import Perturbation, event_of
from diagnostics.samples.sample_climatology import FIRST_YEAR
from diagnostics.samples.seasons import DAYS_BEFORE

NAME = "heat_wave"
pytestmark = [pytest.mark.slow, pytest.mark.timeout(1800)]
"""Half a minute of a processor that may be a busy one."""
FIELDS = ("t@850", "t2m", "z@500", "pwat", "daily_maximum_temperature", "excess_heat")
BOX = ",".join(f"{edge:g}" for edge in sample_info(NAME).region.bounds())


@pytest.fixture(scope="module")
def folder(hvrmet: Any, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The sample with one season; a climatology from twenty differs in nothing but its length."""
    home = tmp_path_factory.mktemp("seasons")
    made = hvrmet(
        "sample", NAME, "--out", home / "case.nc", "--seasons", home / "seasons",
        "--years", 1, "--json",
    )  # fmt: skip
    assert made.code == 0, made.err
    assert made.document["seasons"] == {
        "years": str(home / "seasons" / "years"),
        "before": str(home / "seasons" / "before.nc"),
    }
    built = hvrmet(
        "climatology", "build", "--data", home / "seasons" / "years", "--out", home / "grid.nc",
        "--years", 1, "--workers", 1, *(word for name in FIELDS for word in ("--field", name)),
    )  # fmt: skip
    assert built.code == 0, built.err
    return home


def given(folder: Path) -> tuple[object, ...]:
    return (
        "--data", folder / "case.nc", "--data", folder / "seasons" / "before.nc",
        "--region", BOX, "--climatology", folder / "grid.nc", "--json",
    )  # fmt: skip


def test_a_season_is_the_recipe_without_the_event(folder: Path) -> None:
    event = event_of(NAME)
    with xarray.open_dataset(folder / "seasons" / "years" / f"{FIRST_YEAR}.nc") as season:
        assert season.sizes["time"] == 4 * (31 + event.steps // 4 + 3)
        moment = season.time.values[70]
        held = season.sel(time=moment).load()
    hours = (moment - np.datetime64(event.start.replace(tzinfo=None), "ns")) / np.timedelta64(
        1, "h"
    )
    same = generate(
        NAME,
        times=[event.start + (hours * np.timedelta64(3600, "s")).item()],
        perturbation=Perturbation(seed=event.seed + FIRST_YEAR),
    ).isel(time=0)
    west, _, _, north = event.region.bounds()
    assert float(held.longitude.min()) == west - 1.0
    assert float(held.latitude.max()) == north + 1.0
    # humidity follows the vertical motion, which knows the times before
    for name, share in (("t", 1e-4), ("z", 1e-4), ("t2m", 1e-4), ("q", 5e-3)):
        there = same[name].sel(latitude=held.latitude, longitude=held.longitude)
        if "level" in there.dims:
            there = there.sel(level=held.level)
        np.testing.assert_allclose(held[name], there, rtol=share)


def test_the_days_before_lead_up_to_the_sample(folder: Path) -> None:
    with (
        xarray.open_dataset(folder / "seasons" / "before.nc") as before,
        xarray.open_dataset(folder / "case.nc") as case,
    ):
        assert before.sizes["time"] == 4 * DAYS_BEFORE
        assert case.time.values[0] - before.time.values[-1] == np.timedelta64(6, "h")
        assert before.latitude.equals(case.latitude)
        assert before.longitude.equals(case.longitude)


@pytest.mark.parametrize(
    "name",
    ["temperature_standardized_anomaly", "gh500_standardized_anomaly", "pwat_standardized_anomaly"],
)
def test_anomalies_speak(name: str, folder: Path, hvrmet: Any) -> None:
    answer = hvrmet("index", name, *given(folder)).document
    assert answer["status"] in ("ok", "out_of_range")
    assert answer["extra"]["climatology"] == "grid"
    assert np.isfinite(answer["value"])


def test_the_heat_of_the_event_is_in_excess(folder: Path, hvrmet: Any) -> None:
    answer = hvrmet("index", "ehf", *given(folder)).document
    assert answer["status"] == "ok"
    assert answer["value"] > 0.0
    detected = hvrmet("detect", "--preset", "etccdi", *given(folder))
    types = {item["event"]: item for item in detected.document["assessments"]}
    assert types["heat_wave"]["firing"] == "fired"


def test_the_map_of_anomalies_is_drawn(folder: Path, hvrmet: Any) -> None:
    drawn = hvrmet(
        "figure", "t2m_anomaly_map", *given(folder), "--out", folder / "map.png",
        "--time", "2026-07-21T06:00Z",
    )  # fmt: skip
    assert drawn.code == 0, drawn.out
    assert (folder / "map.png").stat().st_size > 10_000


def test_what_is_there_stays_and_another_sample_is_refused(folder: Path, hvrmet: Any) -> None:
    target = folder / "seasons" / "years" / f"{FIRST_YEAR}.nc"
    made = target.stat().st_mtime_ns
    words = ("--seasons", folder / "seasons", "--years", 1, "--json")
    again = hvrmet("sample", NAME, "--out", folder / "case.nc", *words)
    assert again.code == 0
    assert target.stat().st_mtime_ns == made
    other = hvrmet("sample", "quiet", "--out", folder / "quiet.nc", *words)
    assert other.error["code"] == "other_sample"


def test_years_without_a_folder_are_refused(tmp_path: Path, hvrmet: Any) -> None:
    words = ("sample", NAME, "--out", tmp_path / "case.nc", "--json")
    assert hvrmet(*words, "--years", 3).error["code"] == "invalid_argument"
    missing = hvrmet(*words, "--seasons", tmp_path / "no" / "folder")
    assert missing.error["code"] == "not_writable"
    none = hvrmet(*words, "--seasons", tmp_path / "seasons", "--years", 0)
    assert none.error["code"] == "invalid_argument"
