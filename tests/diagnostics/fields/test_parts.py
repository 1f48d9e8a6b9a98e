"""A large window is read part by part in time, and is the same as one read at once."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
import xarray as xr

from diagnostics.errors import InputDataError
from diagnostics.fields import open_source, reading
from diagnostics.fields.digest import field_digest
from diagnostics.ports import FieldRequest, FieldSource

NAMES = ("u", "t", "q", "z", "t2m", "tp", "orog")


@pytest.fixture(scope="module")
def sample(tmp_path_factory: pytest.TempPathFactory, written_sample: Any) -> xr.Dataset:
    path = tmp_path_factory.mktemp("parts") / "sample.nc"
    written_sample("rainstorm", path)
    with xr.open_dataset(path) as dataset:
        return dataset.isel(time=slice(0, 5)).load()


def written(dataset: xr.Dataset, folder: Path) -> FieldSource:
    dataset.to_netcdf(folder / "case.nc")
    return open_source([folder / "case.nc"])


def whole(source: FieldSource, names: tuple[str, ...] = NAMES) -> xr.Dataset:
    return source.load(
        FieldRequest(variables=names, levels_hpa=(), window=None, region=None, halo=0)
    )


@pytest.mark.slow
@pytest.mark.parametrize("times", [1, 2, 3])
def test_parts_make_the_same_fields(sample, tmp_path, monkeypatch, times) -> None:
    dewpoint = xr.Dataset(
        {
            **sample.drop_vars("q"),
            "r": (sample["q"] * 0 + 60.0).assign_attrs(
                units="%", standard_name="relative_humidity"
            ),
        },
        attrs=sample.attrs,
    )
    source = written(dewpoint, tmp_path)
    at_once = whole(source)
    one_time = 8 * sample["t"].isel(time=0).size
    monkeypatch.setattr(reading, "PART_BYTES", times * one_time + 1)
    parts = whole(source)
    assert field_digest(parts) == field_digest(at_once)
    assert {name: parts[name].dtype for name in NAMES} == dict.fromkeys(NAMES, np.dtype("float32"))


def test_what_is_impossible_is_counted_over_all_parts(sample, tmp_path, monkeypatch) -> None:
    """Too few in the whole to refuse it, although many in their part."""
    broken = sample.copy(deep=True)
    slab = broken["t"].isel(time=2, level=4).values
    slab[: slab.shape[0] // 4, :5] = 900.0
    slab[0, 0] = 901.0
    wrong = int((slab > 800).sum())
    assert wrong < 1e-3 * broken["t"].size
    source = written(broken, tmp_path)
    monkeypatch.setattr(reading, "PART_BYTES", 1)
    found = whole(source, ("t",))
    assert found.attrs["warnings"] == [
        f"{wrong} values of t are impossible and are taken as missing"
    ]
    assert int(np.isnan(found["t"]).sum()) == wrong


def test_a_wrong_unit_is_refused_for_the_whole(sample, tmp_path, monkeypatch) -> None:
    broken = sample.copy(deep=True)
    broken["t"].values[:, :] *= 10.0
    source = written(broken, tmp_path)
    monkeypatch.setattr(reading, "PART_BYTES", 1)
    with pytest.raises(InputDataError, match=f"of {broken['t'].size} values outside") as caught:
        whole(source, ("t",))
    assert caught.value.code == "implausible_values"


def test_a_unit_that_is_told_from_the_values_sees_them_all(sample, tmp_path, monkeypatch) -> None:
    """A time of dry air in percent would pass for a fraction by itself."""
    humidity = sample["q"] * 0 + 60.0
    humidity[0] = 1.0
    humidity.attrs = {"standard_name": "relative_humidity"}
    source = written(sample.drop_vars("q").assign(r=humidity), tmp_path)
    at_once = whole(source, ("q",))
    monkeypatch.setattr(reading, "PART_BYTES", 1)
    assert field_digest(whole(source, ("q",))) == field_digest(at_once)
