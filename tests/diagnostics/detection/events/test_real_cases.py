"""Real cases: what must fire, what must not, and what the data cannot tell."""

from __future__ import annotations

import pytest

from diagnostics.contracts.enums import EventType, Firing
from diagnostics.contracts.space_time import Region, TimeWindow
from diagnostics.detection.events import classify
from diagnostics.fields import open_source


def classified(paths, region=None):
    source = open_source(paths)
    inventory = source.inventory()
    box = Region.model_validate(region) if region else inventory.grid.region
    return classify(source, box, TimeWindow(start=inventory.times[0], end=inventory.times[-1]))


def test_telangana_rain(real_data):
    result = classified(
        [real_data("S11_telangana_rain_sep2023_era5/telangana_weather_test_data.nc")]
    )
    rain = result.assessment(EventType.RAINSTORM)
    assert result.primary is EventType.RAINSTORM
    assert rain.metrics.peak == pytest.approx(159.8, abs=0.1)
    assert result.assessment(EventType.GALE).firing is Firing.NOT_FIRED


def test_calm_night_fires_nothing(real_data):
    folder = "S12_calm_control_20250501_era5/era5_utm32_2025_05_01_0{}.nc"
    result = classified([real_data(folder.format(hour)) for hour in range(3)])
    assert result.primary is None
    assert all(item.firing is not Firing.FIRED for item in result.assessments)
    assert result.assessment(EventType.GALE).metrics.peak == pytest.approx(2.7, abs=0.1)


def test_heat_of_april_2025_over_india(real_data):
    result = classified(
        [real_data("S10_heat_april2025_mx2t6/mx2t6_202504_global_1p5.grib2")], "70,8,90,30"
    )
    heat = result.assessment(EventType.HEAT_WAVE)
    assert result.primary is EventType.HEAT_WAVE
    assert heat.metrics.peak == pytest.approx(41.7, abs=0.1)


def test_morning_snapshot_is_no_heat_wave(real_data):
    result = classified([real_data("S09_chicago_heat_19950714_era5/era5_1995-07-14T12.nc")])
    for event in (EventType.HEAT_WAVE, EventType.COLD_WAVE):
        assert result.assessment(event).firing is Firing.NOT_ASSESSABLE


@pytest.mark.parametrize(
    ("region", "primary"),
    [
        # 70 mm and more in 6 h are a heavy rainstorm by the table for 12 h
        ("170,-35,-160,-10", EventType.RAINSTORM),
        ("120,45,150,60", EventType.SNOWSTORM),
        ("110,-30,122,-18", EventType.GALE),
    ],
)
def test_crops_of_one_global_forecast(real_data, region, primary):
    path = real_data("S04_gfs_global_20110115/gfs.t12z.pgrbf120.2p5deg.grib2")
    result = classified([path], region)
    assert result.primary is primary
    assert result.assessment(EventType.HEAT_WAVE).firing is not Firing.FIRED
    assert result.assessment(EventType.COLD_WAVE).firing is not Firing.FIRED


def test_catarina_at_2_5_degrees_is_no_hurricane(real_data):
    result = classified([real_data("S13_catarina_200403_ncepr2/Catarina_NCEP-R2.nc")])
    assert result.primary is None
    assert result.assessment(EventType.GALE).grade < 3


def test_mild_cold_snap_over_the_united_kingdom(real_data):
    result = classified([real_data("S15_uk_t2m_march2019_era5/era5-2mt-2019-03-uk.grib")])
    assert result.assessment(EventType.COLD_WAVE).firing is Firing.NOT_FIRED
    assert result.assessment(EventType.HEAT_WAVE).firing is Firing.NOT_FIRED


def test_joachim_gusts(real_data):
    result = classified([real_data("S07_joachim_20111216_ecmwf/joachim_wind_gust.grib")])
    assert result.primary is EventType.GALE
    assert result.assessment(EventType.GALE).metrics.peak == pytest.approx(39.7, abs=0.1)


def test_gale_of_the_lambert_grid(real_data):
    result = classified([real_data("S17_nam_lambert_20180917/nam.t00z.awp21100.tm00.grib2")])
    gale = result.assessment(EventType.GALE)
    assert gale.metrics.peak == pytest.approx(20.4, abs=0.1)
    assert gale.grade <= 1
