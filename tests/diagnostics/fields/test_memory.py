"""The in-memory source selects by value, wraps longitudes and never substitutes."""

from __future__ import annotations

import numpy as np
import pytest
import xarray as xr

from diagnostics.contracts.space_time import Region, TimeWindow
from diagnostics.errors import InputDataError
from diagnostics.fields.canonical import CANONICAL, attributes
from diagnostics.fields.digest import field_digest
from diagnostics.fields.memory import MemorySource
from diagnostics.ports import FieldRequest

SURFACE = "msl sp t2m d2m u10 v10 fg10 mx2t mn2t tp sf sd ssrd lsm orog"
TYPES = ("crain", "csnow", "cfrzr", "cicep", "ptype")
NAMES = {*"uvtqzw", *SURFACE.split(" "), *TYPES}


def dataset(longitude: np.ndarray | None = None) -> xr.Dataset:
    time = np.array(["2026-01-01T00", "2026-01-01T06", "2026-01-01T12"], dtype="datetime64[ns]")
    level = np.array([500.0, 850.0, 1000.0])
    latitude = np.linspace(-90.0, 90.0, 19)
    if longitude is None:
        longitude = np.arange(0.0, 360.0, 10.0)
    shape = (time.size, level.size, latitude.size, longitude.size)
    wave = np.broadcast_to(np.cos(np.deg2rad(longitude)), shape).astype("float32")
    return xr.Dataset(
        {
            "u": (("time", "level", "latitude", "longitude"), wave, attributes("u")),
            "t2m": (("time", "latitude", "longitude"), wave[:, 0] + 280, attributes("t2m")),
            "lsm": (("latitude", "longitude"), wave[0, 0] * 0, attributes("lsm")),
        },
        coords={"time": time, "level": level, "latitude": latitude, "longitude": longitude},
    )


def code_of(action: object, *args: object) -> str:
    with pytest.raises(InputDataError) as caught:
        action(*args)  # type: ignore[operator]
    return caught.value.code


def test_every_canonical_field_is_listed_once_with_si_units() -> None:
    assert set(CANONICAL) == NAMES
    assert CANONICAL["z"].unit == "m2 s-2"
    assert CANONICAL["tp"].unit == "kg m-2"


@pytest.mark.parametrize("origin", [0.0, -180.0, 5.0])
@pytest.mark.parametrize("box", ["-20,10,20,30", "160,-20,-160,20", "340,0,370,10"])
def test_a_region_across_a_seam_is_contiguous_and_the_same_on_every_grid(
    origin: float, box: str
) -> None:
    source = MemorySource(dataset(np.arange(origin, origin + 360.0, 10.0)))
    region = Region.model_validate(box)
    found = source.load(FieldRequest(variables=("u",), region=region, halo=1))
    longitude = found["longitude"].values
    assert np.allclose(np.diff(longitude), 10.0)
    assert longitude[0] >= region.west - 20 and longitude[-1] <= region.east + 20
    np.testing.assert_allclose(found["u"].values[0, 0, 0], np.cos(np.deg2rad(longitude)), atol=1e-6)


def test_a_box_between_the_cells_is_the_nearest_cell() -> None:
    found = MemorySource(dataset()).load(
        FieldRequest(variables=("t2m",), region=Region.model_validate("12,42,13,43"))
    )
    assert found["longitude"].values.tolist() == [10.0]
    assert found["latitude"].values.tolist() == [40.0]


def test_the_halo_stops_at_the_circle_and_at_the_poles() -> None:
    found = MemorySource(dataset()).load(
        FieldRequest(variables=("u",), region=Region.model_validate("-180,-90,180,90"), halo=5)
    )
    assert found.sizes["longitude"] == 36
    assert found.sizes["latitude"] == 19


def test_levels_and_times_match_exactly_or_are_refused() -> None:
    source = MemorySource(dataset())
    found = source.load(FieldRequest(variables=("u", "t2m", "lsm"), levels_hpa=(850,)))
    assert found["level"].values.tolist() == [850.0]
    assert found["lsm"].dims == ("latitude", "longitude")
    assert code_of(source.load, FieldRequest(variables=("u",), levels_hpa=(875,))) == (
        "missing_level"
    )
    assert code_of(source.load, FieldRequest(variables=("q",))) == "missing_variable"
    late = TimeWindow.model_validate({"start": "2026-01-02T00:00Z", "end": "2026-01-03T00:00Z"})
    assert code_of(source.load, FieldRequest(variables=("u",), window=late)) == (
        "period_without_data"
    )


def test_a_region_outside_a_regional_grid_is_refused_with_the_extent() -> None:
    source = MemorySource(dataset(np.arange(100.0, 150.0, 10.0)))
    request = FieldRequest(variables=("u",), region=Region.model_validate("10,0,20,10"))
    with pytest.raises(InputDataError, match="100,-90,140,90") as caught:
        source.load(request)
    assert caught.value.code == "region_outside_data"


def test_the_inventory_tells_the_step_and_the_grid() -> None:
    inventory = MemorySource(dataset(), title="a case").inventory()
    assert inventory.step_hours == 6.0
    assert inventory.grid is not None and inventory.grid.cyclic
    assert inventory.variable("u").levels_hpa == (500.0, 850.0, 1000.0)  # type: ignore[union-attr]


def test_a_dataset_that_is_not_canonical_is_refused() -> None:
    upside_down = dataset().isel(latitude=slice(None, None, -1))
    assert code_of(MemorySource, upside_down) == "not_canonical"


def test_the_digest_sees_content_only() -> None:
    first, second = dataset(), dataset()
    second.attrs["history"] = "made twice"
    assert field_digest(first) == field_digest(second)
    second["u"][0, 0, 0, 0] = 5.0
    assert field_digest(first) != field_digest(second)
