"""Known answers of what indices report beside the value, and of centres at the edge of data."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
import xarray

from diagnostics.catalog import compute_index
from diagnostics.constants import GRAVITY
from diagnostics.contracts.enums import IndexStatus, Mode
from diagnostics.contracts.space_time import Region
from diagnostics.errors import ArgumentError
from diagnostics.fields.memory import MemorySource

Maker = Callable[..., xarray.Dataset]


def changed(dataset: xarray.Dataset, **fields: object) -> MemorySource:
    """A source in which fields are replaced by what broadcasts to them."""
    result = dataset.copy()
    for name, value in fields.items():
        kept = (dataset[name] * 0.0 + value).transpose(*dataset[name].dims)
        result[name] = kept.astype(np.float32).assign_attrs(dataset[name].attrs)
    return MemorySource(result)


def test_a_run_of_hot_days_is_counted_at_one_place(maker: Maker) -> None:
    data = maker(times=24)
    day = np.arange(24) // 4
    # 35 degC and more on days 1 to 3 in the west, on day 5 in the east
    west = np.where((day >= 1) & (day <= 3), 309.0, 300.0)
    east = np.where(day == 5, 310.0, 300.0)
    share = (data.longitude < 115.0).astype(float)
    hot = share * xarray.DataArray(west, dims="time") + (1 - share) * xarray.DataArray(
        east, dims="time"
    )
    source = changed(data, t2m=hot, mx2t=200.0)
    answer = compute_index("tmax_daily", source, reduction="run_length_ge_35")
    assert (answer.value, answer.unit) == (3.0, "day")
    assert answer.extra["date"] == "2026-01-13"
    peak = compute_index("tmax_daily", source)
    assert peak.value == pytest.approx(310.0 - 273.15, abs=1e-4)
    assert peak.extra["date"] == "2026-01-15"
    shanghai = compute_index("tmin_daily", source, params={"timezone": "+08:00"})
    assert str(shanghai.extra["date"]).startswith("2026-01-1")


def test_the_window_and_the_area_of_heavy_rain(maker: Maker) -> None:
    data = maker(times=9)
    cell = ((data.latitude == 30.0) & (data.longitude == 110.0)).astype(float)
    when = xarray.DataArray((np.arange(9) == 5).astype(float), dims="time")
    source = changed(data, tp=80.0 * cell * when, sf=12.0 * cell * when)
    rain = compute_index("precip_24h", source)
    assert rain.value == pytest.approx(80.0)
    assert rain.extra["time"] == "2026-01-11T06:00:00Z"
    assert rain.extra["window_start"] == "2026-01-10T06:00:00Z"
    area = 111.195**2 * np.cos(np.radians(30.0))
    assert rain.extra["area_km2_ge_50"] == pytest.approx(area, rel=1e-3)
    snow = compute_index("snowfall_24h", source)
    assert snow.extra["area_km2_ge_10"] == pytest.approx(area, rel=1e-3)


@pytest.mark.parametrize(("ground", "flag"), [(271.0, True), (275.0, False)])
def test_a_warm_layer_over_frozen_ground(maker: Maker, ground: float, flag: bool) -> None:
    data = maker(times=5)
    warm = xarray.where((data.level >= 700.0) & (data.level <= 850.0), 276.0, 268.0)
    source = changed(data, t=warm, t2m=ground, d2m=ground - 1.0, sp=100000.0, tp=2.0)
    answer = compute_index("snow_fraction", source, time=source.inventory().times[-1])
    assert answer.extra["warm_layer_flag"] is flag


def test_a_block_lasts_while_its_longitudes_hold_together(maker: Maker) -> None:
    data = maker(west=0.0, south=0.0, step=2.0, shape=(46, 180), times=9)
    jump = xarray.DataArray(np.where(np.arange(9) < 3, 40.0, 120.0), dims="time")
    place = ((data.longitude - jump + 180.0) % 360.0) - 180.0
    ridge = np.exp(-((place / 12.0) ** 2)) * np.exp(-(((data.latitude - 60.0) / 9.0) ** 2))
    height = 5800.0 - 9.0 * abs(data.latitude - 20.0) + 600.0 * ridge
    source = changed(data, z=GRAVITY * height)
    answer = compute_index("blocking_index", source, time=source.inventory().times[-1])
    blocked = answer.extra["blocked_longitudes"]
    assert min(blocked) >= 100.0
    assert max(blocked) <= 140.0
    assert 120.0 in blocked
    assert answer.extra["persistence_days"] == 0.0
    period = compute_index("blocking_index", source, reduction="max_ghgs")
    assert period.extra["persistence_days"] in (0.0, 0.25, 0.5, 0.75, 1.0, 1.25)
    steady = changed(data.isel(time=slice(3, None)), z=GRAVITY * height.isel(time=slice(3, None)))
    last = compute_index("blocking_index", steady, reduction="longest_run_deg")
    assert last.extra["longest_run_deg"] >= 10.0


def high_over_the_pacific(maker: Maker, **fields: object) -> MemorySource:
    data = maker(west=80.0, south=0.0, step=2.5, shape=(27, 45), times=1)
    lat, lon = data.latitude, data.longitude
    inside = (abs(lat - 25.0) <= 5.1) & (lon >= 125.0)
    apart = (abs(lat - 50.0) <= 0.1) & (abs(lon - 100.0) <= 0.1)
    height = 5800.0 + 100.0 * (inside | apart)
    return changed(data, z=GRAVITY * height, u=2.0 * (lat - 24.0), **fields)


def test_size_and_ridge_of_the_subtropical_high(maker: Maker) -> None:
    source = high_over_the_pacific(maker)
    region = Region(west=124, south=25, east=133, north=35)
    west = compute_index("wpsh_west_point", source, region=region, mode=Mode.DIAGNOSE)
    assert west.value == 125.0
    one = compute_index(
        "wpsh_west_point", source, region=region, mode=Mode.DIAGNOSE, reduction="area_km2"
    )
    both = compute_index(
        "wpsh_west_point", source, region=region, mode=Mode.DIAGNOSE, reduction="area_index"
    )
    strength = compute_index(
        "wpsh_west_point", source, region=region, mode=Mode.DIAGNOSE, reduction="intensity_index"
    )
    cell = (2.5 * 111.195) ** 2
    assert both.value - one.value == pytest.approx(cell * np.cos(np.radians(50.0)), rel=1e-3)
    # 5900 gpm are 30 above 5880 less 10
    assert strength.value == pytest.approx(30.0 * both.value, rel=1e-5)
    assert strength.unit == "km2 gpm"
    ridge = compute_index(
        "wpsh_ridge_latitude", source, region=region, mode=Mode.DIAGNOSE,
        reduction="at_region_longitude",
    )  # fmt: skip
    assert ridge.value == pytest.approx(24.0, abs=1e-4)
    inland = Region(west=104, south=25, east=112, north=35)
    nothing = compute_index(
        "wpsh_ridge_latitude", source, region=inland, mode=Mode.DIAGNOSE,
        reduction="at_region_longitude",
    )  # fmt: skip
    assert nothing.status is IndexStatus.UNDETERMINED


def test_a_high_that_goes_on_beyond_the_data_has_no_ridge_point(maker: Maker) -> None:
    data = maker(west=97.5, south=0.0, step=2.5, shape=(27, 38), times=1)
    source = changed(data, z=GRAVITY * 5900.0)
    answer = compute_index("wpsh_west_point", source)
    assert answer.status is IndexStatus.UNDETERMINED
    assert "beyond the western edge" in answer.message
    assert compute_index("wpsh_west_point", source, reduction="area_km2").value > 1e6


@pytest.mark.parametrize(("centre", "axis"), [(135.0, 135.0), (125.0, None)])
def test_the_axis_of_the_east_asian_trough(maker: Maker, centre: float, axis: float | None) -> None:
    data = maker(west=100.0, south=20.0, step=2.5, shape=(17, 29), times=1)
    trough = np.exp(-(((data.longitude - centre) / 8.0) ** 2))
    source = changed(data, z=GRAVITY * (5500.0 - 200.0 * trough))
    answer = compute_index(
        "east_asian_trough_intensity", source, mode=Mode.DIAGNOSE,
        region=Region(west=110, south=30, east=130, north=42),
    )  # fmt: skip
    assert answer.extra.get("axis_lon_at_40N") == axis


def test_a_low_level_jet_under_stronger_wind_is_no_nose(maker: Maker) -> None:
    data = maker(times=1)
    speed = xarray.where(data.level == 850.0, 20.0, 12.0)
    nose = changed(data, u=0.0, v=speed)
    deep = changed(data, u=0.0, v=20.0)
    for source in (nose, deep):
        assert compute_index("low_level_jet", source).value == pytest.approx(20.0)
    asked = {"shear_test": True}
    assert compute_index("low_level_jet", nose, params=asked).value == pytest.approx(20.0)
    answer = compute_index("low_level_jet", deep, params=asked)
    assert answer.status is IndexStatus.UNDETERMINED
    lacking = MemorySource(data.sel(level=[500.0, 850.0]))
    answer = compute_index("low_level_jet", lacking, params=asked)
    assert answer.status is IndexStatus.MISSING_INPUT
    assert compute_index("low_level_jet", lacking).status is IndexStatus.OK


def test_the_q_vector_of_the_wind_itself(maker: Maker) -> None:
    data = maker(times=1, step=0.5)
    geostrophic = compute_index("qvector_convergence", MemorySource(data))
    full = compute_index("qvector_convergence", MemorySource(data), params={"wind": "full"})
    assert full.value != pytest.approx(geostrophic.value, rel=1e-3)
    calm = compute_index(
        "qvector_convergence", changed(data, u=3.0, v=0.0), params={"wind": "full"}
    )
    assert abs(calm.value) < 0.05 * abs(full.value)


@pytest.mark.parametrize(
    ("south", "mode", "status"),
    [
        (40.0, Mode.QA, IndexStatus.UNDETERMINED),
        (40.0, Mode.DIAGNOSE, IndexStatus.UNDETERMINED),
        (65.0, Mode.QA, IndexStatus.OK),
    ],
)
def test_a_vortex_on_the_edge_of_the_data_has_no_centre(
    maker: Maker, south: float, mode: Mode, status: IndexStatus
) -> None:
    """The height falls to the pole: data that end at 65N do not hold the centre."""
    data = maker(west=0.0, south=south, step=2.5, shape=(11, 144), times=1)
    source = changed(data, z=GRAVITY * (5800.0 - 10.0 * abs(data.latitude)))
    answer = compute_index("polar_vortex_center_height", source, mode=mode)
    assert answer.status is status
    if status is IndexStatus.OK:
        assert answer.extra["displacement_deg"] == 0.0
    else:
        assert "edge of the data" in answer.message
        # within a box of the data the question is literal
        box = Region(west=20, south=45, east=60, north=55)
        assert compute_index("polar_vortex_center_height", source, region=box).value is not None


def test_the_vortex_is_looked_for_poleward_of_a_latitude(maker: Maker) -> None:
    data = maker(west=0.0, south=40.0, step=2.5, shape=(21, 144), times=1)
    low = np.exp(-(((data.latitude - 55.0) / 4.0) ** 2) - (((data.longitude - 90.0) / 8.0) ** 2))
    height = 5300.0 - 500.0 * low + 2.0 * (90.0 - data.latitude)
    source = changed(data, z=GRAVITY * height)
    anywhere = compute_index("polar_vortex_center_height", source)
    assert anywhere.extra["displacement_deg"] == pytest.approx(35.0)
    near = compute_index("polar_vortex_center_height", source, params={"lat_min": 75.0})
    assert near.extra["displacement_deg"] < 15.0
    with pytest.raises(ArgumentError, match="from 50 to 85"):
        compute_index("polar_vortex_center_height", source, params={"lat_min": 20.0})


def test_a_pressure_centre_on_the_edge_is_noted(maker: Maker) -> None:
    data = maker(times=1)
    source = changed(data, msl=101000.0 - 20.0 * (data.longitude - 100.0))
    edge = compute_index("surface_low_pressure", source)
    assert edge.status is IndexStatus.OK
    assert "centre_at_data_edge" in edge.provenance.warnings
    box = Region(west=105, south=25, east=120, north=35)
    inside = compute_index("surface_low_pressure", source, region=box)
    assert "centre_at_data_edge" not in inside.provenance.warnings
    # a slope has no closed contour: a diagnosis says that its lowest value is no centre
    sloping = compute_index("surface_low_pressure", source, region=box, mode=Mode.DIAGNOSE)
    assert "no_closed_centre" in sloping.provenance.warnings
    low = np.exp(-(((data.latitude - 30.0) / 4.0) ** 2) - (((data.longitude - 112.0) / 4.0) ** 2))
    closed = changed(data, msl=101000.0 - 2000.0 * low)
    found = compute_index("surface_low_pressure", closed, region=box, mode=Mode.DIAGNOSE)
    assert "no_closed_centre" not in found.provenance.warnings


def test_the_gust_says_what_it_comes_from(maker: Maker) -> None:
    data = maker(times=1)
    theta = xarray.DataArray(np.full(data.sizes["level"], 300.0), dims="level")
    mixed = theta * (data.level / 1000.0) ** (2.0 / 7.0)
    neutral = changed(data, t=mixed, t2m=301.0, sp=100500.0, orog=0.0)
    stable = changed(data, t=mixed + 15.0, t2m=270.0, sp=100500.0, orog=0.0)
    assert compute_index("gust_potential", neutral).extra["method"] == "mixed_layer"
    assert compute_index("gust_potential", stable).extra["method"] == "gust_factor"


def test_an_extremum_at_the_end_of_the_band_is_no_axis(maker: Maker) -> None:
    data = maker(west=100.0, south=30.0, step=2.5, shape=(15, 29), times=1)
    slope = changed(data, z=GRAVITY * (5500.0 + 3.0 * (data.longitude - 100.0)))
    answer = compute_index("meridional_ridge_amplitude", slope)
    assert answer.value == pytest.approx(210.0, rel=1e-3)
    assert "ridge_lon" not in answer.extra
    assert "trough_lon" not in answer.extra
