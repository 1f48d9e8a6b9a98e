"""What operators report beside the value, and what they say when they do not apply."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
import xarray

from diagnostics.catalog import compute_index
from diagnostics.contracts.enums import IndexStatus, Mode
from diagnostics.contracts.space_time import Region
from diagnostics.errors import ArgumentError
from diagnostics.fields.memory import MemorySource
from diagnostics.grid.geometry import latitude_longitude_grid
from diagnostics.grid.streaks import longest_extent_km, object_around, streak_quadrant

Maker = Callable[..., xarray.Dataset]


def changed(dataset: xarray.Dataset, **fields: object) -> MemorySource:
    """A source in which fields are replaced by numbers or arrays that broadcast."""
    result = dataset.isel(time=slice(0, 1)).copy()
    for name, value in fields.items():
        attrs = dataset[name].attrs
        result[name] = (result[name] * 0.0 + value).astype(np.float32)
        result[name].attrs = attrs
    return MemorySource(result)


def jet(dataset: xarray.Dataset, speed: float, length_deg: float) -> dict[str, object]:
    """A westerly streak with its core at 40 % of the width, on the middle row."""
    lat, lon = dataset.latitude, dataset.longitude
    middle = float(lat[len(lat) // 2])
    centre = float(lon[12])
    along = np.exp(-(((lon - centre) / length_deg) ** 2))
    across = np.exp(-(((lat - middle) / 4.0) ** 2))
    return {"u": speed * across * along, "v": 0.0}


@pytest.mark.parametrize(
    ("box", "mirrored", "quadrant"),
    [
        ((102, 20, 110, 28), False, "right_entrance"),
        ((114, 20, 122, 28), False, "right_exit"),
        ((114, 32, 122, 40), False, "left_exit"),
        ((102, 32, 110, 40), False, "left_entrance"),
        ((116, 29.5, 122, 30.5), False, "axis"),
        ((114, -28, 122, -20), True, "right_exit"),
        ((114, -40, 122, -32), True, "left_exit"),
    ],
)
def test_the_quadrant_of_a_jet_streak(maker: Maker, box, mirrored: bool, quadrant: str) -> None:
    dataset = maker(times=1, mirrored=mirrored)
    source = changed(dataset, **jet(dataset, 60.0, 8.0))
    answer = compute_index(
        "jet_intensity", source, region=Region.model_validate(box), mode=Mode.DIAGNOSE
    )
    assert answer.value == pytest.approx(60.0, rel=1e-3)
    assert answer.extra["relative_quadrant"] == quadrant
    # exp(-(x/8)^2) >= 0.9 within 2.6 degrees: five columns at 30 N
    assert answer.extra["core_length_km"] == pytest.approx(4 * 111.2 * np.cos(np.pi / 6), rel=0.05)


def test_no_jet_has_no_quadrant(dataset: xarray.Dataset) -> None:
    answer = compute_index("jet_intensity", changed(dataset, u=20.0, v=0.0))
    assert "relative_quadrant" not in answer.extra
    assert "core_length_km" not in answer.extra


def test_lengths_of_a_low_level_jet_and_of_a_vapour_corridor(dataset: xarray.Dataset) -> None:
    lon = dataset.longitude
    stream = xarray.where(abs(lon - 110.0) < 1.5, 1.0, 0.0)
    source = changed(dataset, u=0.0, v=20.0 * stream, q=0.01)
    near = np.exp(-(((lon - 110.0) / 3.0) ** 2) - ((dataset.latitude - 32.0) / 3.0) ** 2)
    answer = compute_index("low_level_jet", source)
    diagonal = np.hypot(20 * 111.2, 2 * 111.2 * np.cos(np.radians(30)))
    assert answer.extra["length_km"] == pytest.approx(diagonal, rel=0.01)
    north_west = Region(west=104, south=34, east=108, north=38)
    front = compute_index(
        "low_level_jet", changed(dataset, u=0.0, v=20.0 * near), region=north_west,
        mode=Mode.DIAGNOSE,
    )  # fmt: skip
    assert front.extra["left_front_in_region"] is True
    river = compute_index("ivt", source)
    assert river.value > 250.0
    assert river.extra["object_length_km"] == pytest.approx(diagonal, rel=0.01)
    calm = compute_index("ivt", changed(dataset, u=0.0, v=1.0))
    assert "object_length_km" not in calm.extra


def test_geometry_of_streaks() -> None:
    grid = latitude_longitude_grid(np.arange(-10.0, 11.0), np.arange(0.0, 360.0, 2.0))
    mask = (np.abs(grid.latitude) < 0.5) & ((grid.longitude < 11) | (grid.longitude > 349))
    assert longest_extent_km(mask, grid) == pytest.approx(20 * 111.195, rel=1e-3)
    assert longest_extent_km(np.zeros_like(mask), grid) == 0.0
    assert object_around(mask, grid, (10, 0)).sum() == mask.sum()
    assert not object_around(mask, grid, (0, 90)).any()
    assert streak_quadrant((40.0, 179.0), (1.0, 0.0), (40.0, 179.0)) == "core"
    assert streak_quadrant((40.0, 179.0), (1.0, 0.0), (45.0, -178.0)) == "left_exit"
    assert streak_quadrant((-40.0, 179.0), (1.0, 0.0), (-45.0, -178.0)) == "left_exit"
    assert streak_quadrant((40.0, 179.0), (0.0, 1.0), (38.0, 170.0)) == "left_entrance"


@pytest.mark.parametrize(
    ("name", "celsius", "wind", "value"),
    [
        ("wind_chill", -10.0, 10.0, -20.3),
        ("heat_index", 35.0, 0.0, 45.1),
        ("humidex", 35.0, 0.0, 48.5),
    ],
)
def test_comfort_indices_where_they_apply(
    dataset: xarray.Dataset, name: str, celsius: float, wind: float, value: float
) -> None:
    dewpoint = 273.15 + 26.05  # 60 % at 35 degC
    source = changed(dataset, t2m=273.15 + celsius, d2m=dewpoint, u10=wind, v10=0.0)
    answer = compute_index(name, source)
    assert answer.status is IndexStatus.OK
    assert answer.value == pytest.approx(value, abs=0.1)


@pytest.mark.parametrize(
    ("name", "celsius"), [("wind_chill", 25.0), ("heat_index", 5.0), ("humidex", 5.0)]
)
def test_comfort_indices_say_where_they_do_not_apply(
    dataset: xarray.Dataset, name: str, celsius: float
) -> None:
    source = changed(dataset, t2m=273.15 + celsius, d2m=270.0)
    for reduction in ("min", "max", "mean"):
        answer = compute_index(name, source, reduction=reduction)
        assert (answer.status, answer.value) == (IndexStatus.UNDETERMINED, None)
        assert "not applicable: no cell of the region" in answer.message


def test_a_time_at_which_an_index_applies_is_enough(dataset: xarray.Dataset) -> None:
    two = dataset.isel(time=slice(0, 2)).copy()
    two["t2m"] = two["t2m"] * 0.0 + xarray.DataArray([298.15, 263.15], dims="time")
    two["t2m"] = two["t2m"].astype(np.float32).assign_attrs(dataset["t2m"].attrs)
    answer = compute_index("wind_chill", MemorySource(two))
    assert answer.status is IndexStatus.OK
    assert [point.value is None for point in answer.series] == [True, False]


def test_missing_air_temperature_is_not_inapplicable(dataset: xarray.Dataset) -> None:
    answer = compute_index("wind_chill", changed(dataset, t2m=np.nan))
    assert answer.status is IndexStatus.INSUFFICIENT_VALID_AREA


def test_a_cold_pool_at_two_metres_has_no_level(source: MemorySource) -> None:
    assert compute_index("cold_pool_central_temperature", source).level is None
    ignored = compute_index("cold_pool_central_temperature", source, level=700.0)
    assert ignored.level is None
    assert "level_ignored" in ignored.provenance.warnings
    aloft = compute_index(
        "cold_pool_central_temperature", source, level=700.0, params={"variant": "synoptic"}
    )
    assert aloft.level == 700.0


def test_what_a_parameter_may_be_is_said_and_nothing_else(source: MemorySource) -> None:
    with pytest.raises(ArgumentError, match="'default'") as caught:
        compute_index("pwat", source, params={"p_top": "high"})
    assert "2m" not in caught.value.message
    with pytest.raises(ArgumentError) as caught:
        compute_index("positive_vorticity", source, level="2m")
    assert "or '2m'" not in caught.value.message
    with pytest.raises(ArgumentError, match="or '2m'"):
        compute_index("temperature_level", source, level="3m")


@pytest.mark.parametrize(
    ("name", "low", "high"),
    [
        ("cape", 0.0, 9027.0),
        ("max_vertical_velocity", -15.1, 0.0),
        ("horizontal_temperature_gradient", 0.0, 29.5),
        ("dgz_ascent", -15.2, 0.0),
        ("storm_relative_helicity", 0.0, 1515.0),
    ],
)
def test_values_that_were_seen_lie_in_the_valid_range(name: str, low: float, high: float) -> None:
    from diagnostics.catalog import get_catalog

    limits = get_catalog().tool(name).spec.valid_range
    assert limits is not None
    assert limits[0] <= low < high <= limits[1]
