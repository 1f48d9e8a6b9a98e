"""Series against their climatology: band, mean and ends at the event point, or nothing."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import numpy as np
import pytest
import xarray as xr

from diagnostics.climatology import GridClimatology, GridItem, GridKey, GridKind
from diagnostics.contracts.enums import Language
from diagnostics.contracts.quantities import QuantityRef
from diagnostics.contracts.space_time import Region
from diagnostics.detection.features.climatological_range import climatological_range
from diagnostics.errors import InputDataError
from diagnostics.fields.memory import MemorySource
from diagnostics.figures import render_figure
from diagnostics.figures.chart_style import ChartStyle
from diagnostics.quantities.scene_context import chart_scene_context
from diagnostics.quantities.scene_loading import load_scene

TIME = datetime(2026, 7, 2, 12, tzinfo=UTC)
REGION = Region(west=106, south=30, east=124, north=42)
DIMS = ("quantile", "hour", "dayofyear", "latitude", "longitude")
QUANTILES = np.array([0.0, 0.1, 0.5, 0.9, 1.0])


def climatology(source, *, quantiles=True, shift=0.0) -> GridClimatology:
    """Kelvin and pascals that rise with latitude; the 12 UTC values are 1 K higher."""
    latitude = source._dataset["latitude"].values + shift
    longitude = source._dataset["longitude"].values
    shape = (2, 366, latitude.size, longitude.size)
    hours = {"hour": np.array([0.0, 12.0])}

    def item(name, unit, base, slope, spread):
        mean = np.broadcast_to(
            base
            + slope * latitude[:, None]
            + np.array([0.0, spread / 2])[:, None, None, None] * np.ones(shape),
            shape,
        )
        arrays = {
            "mean": xr.DataArray(mean, dims=DIMS[1:], coords=hours),
            "std": xr.DataArray(np.full(shape, spread), dims=DIMS[1:], coords=hours),
        }
        if quantiles:
            steps = spread * np.array([-3.0, -1.0, 0.0, 1.0, 3.0])
            arrays["quantile"] = xr.DataArray(
                mean[None] + steps[:, None, None, None, None],
                dims=DIMS,
                coords={"quantile": QUANTILES, **hours},
            )
        return GridItem(GridKey(name=name), GridKind.HOURLY, unit, arrays, years=30)

    items = [item("t2m", "K", 250.0, 1.0, 2.0), item("msl", "Pa", 101000.0, 0.0, 400.0)]
    return GridClimatology(items, latitude, longitude, name="suite", digest="suite")


def scene_of(source, known):
    return load_scene(
        source,
        (QuantityRef("temperature_2m"),),
        region=REGION,
        time=TIME,
        domain=REGION,
        every_time=True,
        days=10.0,
        scene_context=chart_scene_context(known),
    )


def test_the_range_is_that_of_the_point_the_hour_and_the_unit(source):
    usual = climatological_range(scene_of(source, climatology(source)), "temperature_2m")
    # 12, 00, 12 UTC at 36 N: 286 K, and 1 K more at 12 UTC
    mean = np.array([13.85, 12.85, 13.85])
    assert usual.mean == pytest.approx(mean, abs=1e-4)
    assert usual.low == pytest.approx(mean - 2, abs=1e-4)
    assert usual.high == pytest.approx(mean + 2, abs=1e-4)
    assert usual.most - usual.least == pytest.approx(12.0, abs=1e-4)
    assert (usual.percentiles, usual.years) == (True, 30)


def test_without_percentiles_the_band_is_one_deviation(source):
    usual = climatological_range(
        scene_of(source, climatology(source, quantiles=False)), "temperature_2m"
    )
    assert not usual.percentiles
    assert usual.high - usual.low == pytest.approx(4.0, abs=1e-4)
    assert np.isnan(usual.least).all()


def test_what_is_not_known_is_not_drawn(source):
    known = climatology(source)
    assert climatological_range(scene_of(source, known), "wind_10m") is None
    assert climatological_range(scene_of(source, known), "precipitation") is None
    assert climatological_range(scene_of(source, None), "temperature_2m") is None
    elsewhere = climatology(source, shift=0.5)
    assert climatological_range(scene_of(source, elsewhere), "temperature_2m") is None


@pytest.mark.parametrize("language", list(Language))
def test_a_meteogram_shows_the_band_and_says_so(source, language):
    around = chart_scene_context(climatology(source))
    look = ChartStyle(language)
    plain = render_figure("meteogram", source, time=TIME, region=REGION, look=look)
    drawn = render_figure(
        "meteogram", source, time=TIME, region=REGION, look=look, scene_context=around
    )
    facts = drawn.answer.layers["climatology temperature_2m"]
    assert (facts["band"], facts["years"]) == ("p10-p90", 30)
    assert "climatology mean_sea_level_pressure" in drawn.answer.layers
    assert not [name for name in plain.answer.layers if name.startswith("climatology")]
    assert drawn.answer.check.score == plain.answer.check.score == 5.0
    assert drawn.answer.digest != plain.answer.digest


def test_a_single_time_is_no_series(source):
    one = MemorySource(source._dataset.isel(time=[0]))
    with pytest.raises(InputDataError) as caught:
        render_figure("meteogram", one, time=TIME - timedelta(days=1), region=REGION)
    assert caught.value.code == "too_few_times"


def test_a_day_is_not_summed_from_times_without_values(source):
    """The start of a forecast is there as a time, without rain."""
    dataset = source._dataset.copy(deep=True)
    dataset["tp"][1] = np.nan
    with pytest.raises(InputDataError) as caught:
        render_figure("precip_24h_map", MemorySource(dataset), time=TIME, region=REGION)
    assert caught.value.code == "incomplete_window"
    assert "12 of the 24 h" in caught.value.message
