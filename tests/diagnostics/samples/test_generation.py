"""Reproducibility, subsets, and the file that is written."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

import numpy as np
import pytest
import xarray as xr

from diagnostics.contracts.space_time import Region
from diagnostics.errors import ArgumentError
from diagnostics.fields.memory import MemorySource
from diagnostics.samples import (
    SAMPLES,
    Perturbation,
    generate,
    sample_info,
    write_sample,
)

Cases = Callable[[str], xr.Dataset]
BOX = Region(west=112, south=28, east=118, north=32)


def test_names_need_no_array_library() -> None:
    """Help texts list the samples; they must not pay for scipy and xarray."""
    code = (
        "import sys; from diagnostics.samples import SAMPLES; assert len(SAMPLES) == 6; "
        "assert not {'xarray', 'scipy', 'netCDF4'} & set(sys.modules)"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


@pytest.mark.slow
def test_the_default_seed_gives_the_same_bytes(cases: Cases) -> None:
    again = generate("quiet")
    assert cases("quiet").data_vars
    for name, variable in cases("quiet").data_vars.items():
        assert variable.values.tobytes() == again[name].values.tobytes()


def test_another_seed_changes_the_texture_not_the_event(cases: Cases) -> None:
    other = generate("quiet", seed=7)
    pressure = (other.msl - cases("quiet").msl) / 100.0
    assert 0.05 < float(np.abs(pressure).max()) < 5.0


def test_region_and_times_cut_what_is_generated(cases: Cases) -> None:
    start = sample_info("rainstorm").times[0]
    times = [start + timedelta(hours=6 * k) for k in (4, 5, 6)]
    part = generate("rainstorm", region=BOX, times=times)
    assert part.sizes == {"time": 3, "level": 13, "latitude": 9, "longitude": 13}
    assert part.time.values[0] == np.datetime64("2026-07-03T00:00", "ns")
    whole = cases("rainstorm").sel(time=part.time, latitude=part.latitude, longitude=part.longitude)
    # pressure is prescribed; the flow differs only by what lies outside the smaller box
    np.testing.assert_allclose(part.msl, whole.msl, atol=0.1)
    assert float(np.abs(part.u - whole.u).max()) < 6.0


def test_perturbation_replaces_the_event_by_a_season() -> None:
    box = Region(west=108, south=26, east=120, north=36)
    start = datetime(2001, 6, 20, tzinfo=UTC)
    times = [start + timedelta(hours=6 * k) for k in range(8)]
    first = generate("rainstorm", region=box, times=times, perturbation=Perturbation(1))
    second = generate("rainstorm", region=box, times=times, perturbation=Perturbation(2))
    assert float(first.msl.min()) > 99000.0
    assert not np.allclose(first.msl, second.msl, atol=20.0)
    assert float(first.tp.sum("time").max()) < 60.0


def test_unknown_name_and_irregular_times_are_refused() -> None:
    with pytest.raises(ArgumentError) as caught:
        generate("tornado")
    assert caught.value.code == "unknown_sample"
    assert "rainstorm" in caught.value.message
    start = sample_info("quiet").times[0]
    with pytest.raises(ArgumentError) as caught:
        generate("quiet", region=BOX, times=[start, start + timedelta(hours=3)])
    assert caught.value.code == "irregular_times"


@pytest.mark.parametrize("name", SAMPLES)
def test_info_describes_the_dataset(cases: Cases, name: str) -> None:
    info, dataset = sample_info(name), cases(name)
    stamps = [np.datetime64(time.replace(tzinfo=None), "ns") for time in info.times]
    assert stamps == list(dataset.time.values)
    assert info.peak_time in info.times
    region = info.region
    assert 12 <= region.width <= 20
    assert region.west - dataset.longitude.values[0] >= 10
    assert dataset.longitude.values[-1] - region.east >= 10
    assert region.south - dataset.latitude.values[0] >= 10
    assert dataset.latitude.values[-1] - region.north >= 10
    assert info.model_dump(mode="json")["region"] == region.bounds()


@pytest.mark.parametrize("name", SAMPLES)
def test_dataset_is_a_source(cases: Cases, name: str) -> None:
    inventory = MemorySource(cases(name)).inventory()
    assert inventory.step_hours == 6
    assert len(inventory.variables) == 20
    assert inventory.grid is not None
    assert inventory.grid.spacing_deg == pytest.approx(0.5)
    assert not [finding for finding in inventory.findings if finding.severity == "error"]


@pytest.mark.slow
def test_file_is_whole_small_and_holds_the_fields(cases: Cases, tmp_path: Path) -> None:
    path = tmp_path / "quiet.nc"
    info = write_sample("quiet", path)
    assert info.path == str(path)
    assert path.stat().st_size < 40e6
    assert [item.name for item in tmp_path.iterdir()] == ["quiet.nc"]
    with xr.open_dataset(path) as stored:
        for name, variable in cases("quiet").data_vars.items():
            found = stored[name].values
            span = float(np.abs(variable).max()) or 1.0
            assert np.abs(found - variable.values).max() <= 3e-4 * span, name
        assert stored.attrs["origin"] == "idealised"


def test_folder_must_exist(tmp_path: Path) -> None:
    with pytest.raises(ArgumentError) as caught:
        write_sample("quiet", tmp_path / "absent" / "quiet.nc")
    assert caught.value.code == "no_such_folder"
    assert not (tmp_path / "absent").exists()
