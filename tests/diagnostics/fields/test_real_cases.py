"""Every real case opens into the canonical dataset and gives the numbers of its manifest."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import numpy as np
import pytest
import xarray as xr

from diagnostics.contracts.field_record import Authority
from diagnostics.contracts.space_time import Region, TimeWindow
from diagnostics.errors import InputDataError
from diagnostics.fields import inspect_source, open_source
from diagnostics.fields.canonical import CANONICAL
from diagnostics.ports import FieldRequest

Find = Callable[[str], Path]
ZERO_CELSIUS = 273.15


def load(
    path: Path | list[Path],
    *variables: str,
    level: float | None = None,
    region: str | None = None,
    time: str | None = None,
) -> xr.Dataset:
    source = open_source(path if isinstance(path, list) else [path])
    window = None
    if time is not None:
        moment = datetime.fromisoformat(time).replace(tzinfo=UTC)
        window = TimeWindow(start=moment, end=moment)
    return source.load(
        FieldRequest(
            variables=variables,
            levels_hpa=() if level is None else (level,),
            region=None if region is None else Region.model_validate(region),
            window=window,
        )
    )


def speed(dataset: xr.Dataset, u: str = "u10", v: str = "v10") -> xr.DataArray:
    return np.hypot(dataset[u].astype("float64"), dataset[v].astype("float64"))


def at(array: xr.DataArray, latitude: float, longitude: float) -> xr.DataArray:
    return array.sel(latitude=latitude, longitude=longitude)


def test_s01_cools_by_34_k_at_st_louis(real_data: Find) -> None:
    found = load(real_data("S01_blizzard_jan1996_namerica"), "t2m", "u10", "v10", "msl", "u", "v")
    series = at(found["t2m"], 38.75, -90.0)
    later = series.sel(time="1996-01-19T00").item()
    assert later - series.sel(time="1996-01-18T00").item() == pytest.approx(-34.15, abs=0.01)
    assert speed(found).max().item() == pytest.approx(30.4, abs=0.05)
    assert found["msl"].min().item() / 100 == pytest.approx(960.4, abs=0.05)
    assert found["level"].values.tolist() == [500.0]
    assert found["time"].values[0] == np.datetime64("1996-01-05T00:00")
    for name, hours in {"t2m": [102], "v10": [102, 222], "v": [216], "msl": []}.items():
        lead = (found["time"] - found["time"][0]) / np.timedelta64(1, "h")
        rest = [dim for dim in found[name].dims if dim != "time"]
        assert lead.values[found[name].isnull().all(rest).values].tolist() == hours


@pytest.mark.parametrize(
    ("hour", "wind", "pressure"),
    [(12, 44.2, 942.7), (15, 47.3, 939.2), (18, 44.9, 939.4), (21, 43.6, 938.5)],
)
def test_s02_gives_surface_fields_one_time_at_a_time(
    real_data: Find, hour: int, wind: float, pressure: float
) -> None:
    path = real_data("S02_katrina_2005_wrf/mercator_sample.nc")
    found = load(path, "u10", "v10", "sp", "d2m", time=f"2005-08-28T{hour:02d}:00")
    assert speed(found).max().item() == pytest.approx(wind, abs=0.06)
    assert found["sp"].min().item() / 100 == pytest.approx(pressure, abs=0.06)
    assert 290 < float(found["d2m"].mean()) < 302


def test_s02_refuses_two_times_of_a_moving_grid(real_data: Find) -> None:
    source = open_source([real_data("S02_katrina_2005_wrf/mercator_sample.nc")])
    with pytest.raises(InputDataError) as caught:
        source.load(FieldRequest(variables=("u10",)))
    assert caught.value.code == "moving_grid"


def test_s03_reads_the_record_low(real_data: Find) -> None:
    path = real_data("S03_octobomb_20101026_gfs/GFS_test.nc")
    found = load(path, "msl", "u10", "v10", "u", "v", "z", "q")
    low = found["msl"].isel(time=0)
    assert low.min().item() / 100 == pytest.approx(967.6, abs=0.05)
    place = low.where(low == low.min(), drop=True)
    assert (place.latitude.item(), place.longitude.item()) == (47.0, 266.0)
    assert speed(found).max().item() == pytest.approx(16.9, abs=0.05)
    aloft = load(path, "u", "v", level=850)
    assert speed(aloft, "u", "v").max().item() == pytest.approx(35.8, abs=0.05)
    assert found["level"].values[0] == 10.0 or found["level"].values[0] == 30.0


@pytest.mark.slow
def test_s04_untangles_the_levels_of_a_global_forecast(real_data: Find) -> None:
    path = real_data("S04_gfs_global_20110115/gfs.t12z.pgrbf120.2p5deg.grib2")
    names = ("mx2t", "mn2t", "tp", "u10", "v10", "msl", "lsm", "fg10", "d2m", "sd")
    found = load(path, *names).isel(time=0)
    assert at(found["mx2t"], -30.0, 127.5) - ZERO_CELSIUS == pytest.approx(42.4, abs=0.05)
    assert at(found["mn2t"], 67.5, 315.0) - ZERO_CELSIUS == pytest.approx(-52.3, abs=0.05)
    assert at(found["tp"], -22.5, 180.0) == pytest.approx(67.1, abs=0.05)
    assert found["tp"].attrs["interval_hours"] == 6.0
    assert at(speed(found), -25.0, 170.0) == pytest.approx(22.9, abs=0.05)
    assert at(found["msl"], -60.0, 192.5) / 100 == pytest.approx(964.7, abs=0.05)
    inventory = inspect_source(open_source([path]))
    assert len(inventory.variable("u").levels_hpa) == 26  # type: ignore[union-attr]
    assert len(inventory.variable("w").levels_hpa) == 21  # type: ignore[union-attr]
    assert inventory.init_time == datetime(2011, 1, 10, 12, tzinfo=UTC)
    assert inventory.origin == "forecast"


def test_s05_joins_two_files_of_one_grid(real_data: Find) -> None:
    found = load(real_data("S05_turkey_seaeffect_snow_20210215_era5"), "t", "t2m", "u10", "v10")
    low = found["t"].sel(level=850).min().item()
    assert low - ZERO_CELSIUS == pytest.approx(-15.6, abs=0.05)
    assert found["t2m"].min().item() - ZERO_CELSIUS == pytest.approx(-13.8, abs=0.05)
    assert speed(found).max().item() == pytest.approx(14.5, abs=0.05)


def test_s06_takes_increments_from_running_totals(real_data: Find) -> None:
    root = real_data("S06_conus_rain_20050807_wrf")
    found = load(root, "tp", "u10", "v10", "t2m")
    assert found["tp"].attrs["interval_hours"] == 6.0
    assert bool(found["tp"].isel(time=0).isnull().all())
    total = found["tp"].isel(time=slice(1, None)).sum("time")
    assert total.max().item() == pytest.approx(84.8, abs=0.3)
    j, i = np.unravel_index(int(np.argmax(total.values)), total.shape)
    assert float(total.latitude[j, i]) == pytest.approx(32.77, abs=0.01)
    assert float(total.longitude[j, i]) == pytest.approx(-79.0, abs=0.02)
    assert found["t2m"].max().item() == pytest.approx(315.0, abs=0.5)
    assert speed(found).max().item() == pytest.approx(17.0, abs=0.6)
    observed = load(root / "obs_stage2_1h", "tp")
    assert observed["tp"].attrs["interval_hours"] == 1.0
    assert observed["tp"].sum("time").max().item() == pytest.approx(104.1, abs=0.1)


def test_s07_reads_two_grids_apart_and_together(real_data: Find) -> None:
    root = real_data("S07_joachim_20111216_ecmwf")
    for level, wind in ((1000, 29.8), (850, 44.8), (250, 96.5)):
        found = load(root / "joachim_uv.grib", "u", "v", level=level)
        assert speed(found, "u", "v").max().item() == pytest.approx(wind, abs=0.06)
    gust = load(root / "joachim_wind_gust.grib", "fg10")["fg10"]
    peaks = gust.max(("latitude", "longitude")).values
    assert peaks == pytest.approx([39.7, 37.2, 37.4, 37.5, 37.5], abs=0.06)
    assert gust.attrs["interval_hours"] == 6.0
    both = open_source([root])
    inventory = both.inventory()
    assert inventory.grid.spacing_deg == pytest.approx(0.5)  # type: ignore[union-attr]
    assert inventory.variable("u").grid.spacing_deg == pytest.approx(0.75)  # type: ignore[union-attr]
    assert {"resampled"} <= {item.code for item in inventory.findings}
    joined = load(root, "fg10", "u", "v", level=850)
    assert joined["fg10"].max(("latitude", "longitude")).values == pytest.approx(peaks, nan_ok=True)
    # Interpolation makes no extreme: the wind is at most what its own grid has.
    assert 43.0 < speed(joined, "u", "v").max().item() <= 44.9


def test_s08_contrasts_january_with_october(real_data: Find) -> None:
    root = real_data("S08_japan_cold_20110117_era5")
    winter = load(root / "ERA5_N30_N40_E120_E140_20110117_14.grb", "t", "q", "z")
    lower = winter["t"].sel(level=850) - ZERO_CELSIUS
    assert (lower.min().item(), lower.max().item()) == pytest.approx((-16.7, -1.3), abs=0.05)
    aloft = winter["t"].sel(level=500).min().item() - ZERO_CELSIUS
    assert aloft == pytest.approx(-34.7, abs=0.05)
    assert winter["level"].values[[0, -1]].tolist() == [1.0, 1000.0]


def test_s09_is_humid_in_chicago(real_data: Find) -> None:
    found = load(real_data("S09_chicago_heat_19950714_era5/era5_1995-07-14T12.nc"), "t2m", "d2m")
    cell = at(found.isel(time=0), 41.75, -87.75)
    assert cell["t2m"].item() - ZERO_CELSIUS == pytest.approx(29.3, abs=0.6)
    assert cell["d2m"].item() - ZERO_CELSIUS == pytest.approx(26.3, abs=0.6)
    assert found["d2m"].max().item() - ZERO_CELSIUS == pytest.approx(26.8, abs=0.05)
    assert found["time"].values[0] == np.datetime64("1995-07-14T12:00")


def test_s10_ends_its_windows_at_06_utc(real_data: Find) -> None:
    path = real_data("S10_heat_april2025_mx2t6/mx2t6_202504_global_1p5.grib2")
    found = load(path, "mx2t")["mx2t"] - ZERO_CELSIUS
    assert found.max().item() == pytest.approx(41.7, abs=0.05)
    series = at(found, 21.0, 84.0)
    assert str(series.time[int(np.argmax(series.values))].values)[:13] == "2025-04-24T06"
    assert int((series >= 38).sum()) == 14


def test_s11_sums_hourly_rain_in_kg_per_square_metre(real_data: Find) -> None:
    path = real_data("S11_telangana_rain_sep2023_era5/telangana_weather_test_data.nc")
    found = load(path, "tp")["tp"].astype("float64")
    assert found.max().item() == pytest.approx(23.7, abs=0.05)
    assert found.rolling(time=24).sum().max().item() == pytest.approx(159.8, abs=0.1)
    assert load(path, "tp")["tp"].attrs["interval_hours"] == 1.0


def test_s12_makes_one_time_axis_on_utm(real_data: Find) -> None:
    found = load(real_data("S12_calm_control_20250501_era5"), "u10", "v10", "t2m", "tp", "orog")
    assert speed(found).max(("y", "x")).values == pytest.approx([2.7, 2.6, 2.3], abs=0.05)
    assert found["t2m"].max().item() - ZERO_CELSIUS == pytest.approx(17.8, abs=0.05)
    assert found["tp"].max().item() < 0.03
    assert found["projection"].attrs["grid_mapping_name"] == "transverse_mercator"
    assert found["orog"].dims == ("y", "x")
    assert 1000 < found["orog"].max().item() < 4000


def test_s13_stays_far_from_hurricane_force(real_data: Find) -> None:
    path = real_data("S13_catarina_200403_ncepr2/Catarina_NCEP-R2.nc")
    for level, wind in ((1000, 15.6), (925, 16.5), (500, 19.9)):
        found = load(path, "u", "v", level=level)
        assert speed(found, "u", "v").max().item() == pytest.approx(wind, abs=0.06)
    low = load(path, "z", level=1000)["z"].min().item() / 9.80665
    assert low == pytest.approx(39, abs=0.5)


def test_s14_holds_only_gusts(real_data: Find) -> None:
    path = real_data("S14_lothar_gust_19991226/fp_lothar_crop-test.nc")
    assert load(path, "fg10")["fg10"].max().item() == pytest.approx(38.6, abs=0.05)
    with pytest.raises(InputDataError, match=r"they hold 10-m gust \(fg10") as caught:
        load(path, "msl")
    assert caught.value.code == "missing_variable"


def test_s15_is_one_hourly_month(real_data: Find) -> None:
    found = load(real_data("S15_uk_t2m_march2019_era5/era5-2mt-2019-03-uk.grib"), "t2m")["t2m"]
    assert found.sizes["time"] == 744
    assert found.max().item() - ZERO_CELSIUS == pytest.approx(18.4, abs=0.05)
    assert found.min().item() - ZERO_CELSIUS == pytest.approx(-7.5, abs=0.05)


def test_s16_orders_runs_and_steps_by_valid_time(real_data: Find) -> None:
    source = open_source([real_data("S16_coarse_global_pl_20240603/pl_regular_ll.grib")])
    inventory = source.inventory()
    assert len(inventory.times) == 8 and inventory.step_hours == 6.0
    assert inventory.levels_hpa == (300.0, 400.0, 500.0, 700.0, 850.0, 1000.0)
    found = source.load(FieldRequest(variables=("z", "q")))
    assert not found["z"].isnull().any()
    assert 5000 < float(found["z"].sel(level=500).mean()) / 9.80665 < 5900


def test_s17_turns_lambert_winds_to_the_compass(real_data: Find) -> None:
    path = real_data("S17_nam_lambert_20180917/nam.t00z.awp21100.tm00.grib2")
    found = load(path, "t2m", "fg10", "u10", "v10", "d2m", "w").isel(time=0)
    warm = found["t2m"]
    j, i = np.unravel_index(int(np.argmax(warm.values)), warm.shape)
    assert warm.max().item() - ZERO_CELSIUS == pytest.approx(40.6, abs=0.05)
    assert float(warm.latitude[j, i]) == pytest.approx(32.3, abs=0.05)
    assert float(warm.longitude[j, i]) == pytest.approx(-114.8, abs=0.05)
    assert found["fg10"].max().item() == pytest.approx(20.4, abs=0.05)
    assert inspect_source(open_source([path])).origin == "analysis"


def test_s18_needs_an_origin_and_keeps_its_upper_levels(real_data: Find) -> None:
    path = real_data("S18_undated_early_eta/contour.cdf")
    with pytest.raises(InputDataError, match="origin=") as caught:
        open_source([path])
    assert caught.value.code == "undated_data"
    source = open_source([path], origin="1996-01-06T00:00Z")
    found = source.load(FieldRequest(variables=("msl", "z")))
    lowest = found["msl"].min(("latitude", "longitude")).values / 100
    assert (lowest[0], lowest[-1]) == pytest.approx((959.5, 950.5), abs=0.05)
    assert float(found["z"].sel(level=100).notnull().mean()) > 0.5
    assert "valid_range_ignored" in {item.code for item in source.inventory().findings}


def test_s19_has_uneven_times(real_data: Find) -> None:
    source = open_source([real_data("S19_mslp_aug2022_global/mslp.nc")])
    inventory = inspect_source(source)
    assert inventory.step_hours is None
    assert "uneven_times" in {item.code for item in inventory.findings}
    hours = [item.strftime("%d%H") for item in inventory.times]
    assert hours == ["1700", "1800", "1812", "1900"]
    assert 900 < source.load(FieldRequest(variables=("msl",)))["msl"].min().item() / 100 < 990


def test_s20_transposes_weatherbench_dims(real_data: Find) -> None:
    path = real_data("S20_wb2_style_era5_19590102/era5_tl31_19590102T00.nc")
    found = load(path, "t", "u", "v", level=1000)
    assert found["t"].dims == ("time", "level", "latitude", "longitude")
    assert found["t"].min().item() - ZERO_CELSIUS == pytest.approx(-49.5, abs=0.05)
    assert found["t"].max().item() - ZERO_CELSIUS == pytest.approx(33.3, abs=0.05)
    assert speed(found, "u", "v").max().item() == pytest.approx(21.8, abs=0.05)


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("NCEP_06_climo.nc", "undated_data"),
        ("air.mon.ltm.nc", "level_unknown"),
        ("eraint_uvz.nc", "undated_data"),
        ("uwnd200_mon_ltm.nc", "only_statistics"),
    ],
)
def test_climatologies_are_no_dated_weather(real_data: Find, name: str, code: str) -> None:
    with pytest.raises(InputDataError) as caught:
        open_source([real_data(f"climatology/{name}")])
    assert caught.value.code == code


CASES = [
    "S03_octobomb_20101026_gfs",
    "S04_gfs_global_20110115",
    "S05_turkey_seaeffect_snow_20210215_era5",
    "S12_calm_control_20250501_era5",
    "S16_coarse_global_pl_20240603",
    "S17_nam_lambert_20180917",
    "S20_wb2_style_era5_19590102",
]


@pytest.mark.parametrize(
    "case", [*CASES, "S11_telangana_rain_sep2023_era5", "S14_lothar_gust_19991226"]
)
def test_every_item_of_a_record_is_stated_inferred_or_unknown(real_data: Find, case: str) -> None:
    """What is known says by what; rules have names that need no translation."""
    inventory = open_source([real_data(case)]).inventory()
    records = [record for item in inventory.variables for record in item.records]
    assert records
    for record in records:
        for item in (value for _, value in record if hasattr(value, "authority")):
            assert bool(item.by) is (item.authority is not Authority.UNKNOWN), record
            if item.authority is Authority.INFERRED:
                assert re.fullmatch(r"[a-z0-9_-]+", item.by), item


@pytest.mark.parametrize("case", CASES)
def test_every_field_is_canonical(real_data: Find, case: str) -> None:
    source = open_source([real_data(case)])
    inventory = source.inventory()
    first = inventory.times[0]
    for item in inventory.variables:
        found = source.load(
            FieldRequest(
                variables=(item.name,),
                levels_hpa=item.levels_hpa[-2:],
                window=TimeWindow(start=first, end=first),
            )
        )
        field = CANONICAL[item.name]
        array = found[item.name]
        grid_dims = ("y", "x") if "y" in found.dims else ("latitude", "longitude")
        assert array.dims == field.dims(grid_dims)
        assert array.dtype == np.float32
        assert array.attrs["units"] == field.unit
        low, high = field.valid_range
        assert low <= float(array.min()) and float(array.max()) <= high
        for axis in grid_dims:
            assert bool(np.all(np.diff(found[axis].values) > 0))
