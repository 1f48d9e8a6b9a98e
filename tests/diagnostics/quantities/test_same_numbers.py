"""A name that can be reached in more than one way gives the same numbers each way.

Index, chart layer, detector, question and workflow are compared at every point of a region and
in its reduction, on generated samples and on real analyses of three kinds of grid.
"""

from __future__ import annotations

from datetime import UTC, datetime

import numpy as np
import pytest

from diagnostics.catalog import compute_field, compute_index
from diagnostics.contracts.enums import IndexStatus
from diagnostics.contracts.space_time import Region
from diagnostics.detection.features import detect_features
from diagnostics.errors import InputDataError
from diagnostics.fields import open_source
from diagnostics.fields.memory import MemorySource
from diagnostics.figures import render_figure
from diagnostics.figures.library import get_chart
from diagnostics.quantities.loading import load_scene
from diagnostics.quantities.registry import QUANTITIES, components, values
from diagnostics.quantities.scene_context import chart_surroundings

GFS = "S04_gfs_global_20110115/gfs.t12z.pgrbf120.2p5deg.grib2"
CASES = {
    "rainstorm": Region(west=110, south=27, east=126, north=35),
    "snowstorm": Region(west=110, south=34, east=126, north=44),
    "S03_octobomb_20101026_gfs/GFS_test.nc": Region(west=-102, south=40, east=-88, north=50),
    GFS: Region(west=165, south=-32, east=-175, north=-18),
    "S17_nam_lambert_20180917": Region(west=-88, south=30, east=-76, north=40),
}
RAIN_AT = datetime(2026, 7, 5, 6, tzinfo=UTC)

# A name of a map, the index of the same quantity, and the level of both.
PAIRS = (
    ("mucape", "cape", None),
    ("deep_layer_shear", "bulk_shear_0_6km", None),
    ("precipitable_water", "pwat", None),
    ("ivt", "ivt", None),
    ("heat_index", "heat_index", None),
    ("relative_humidity_2m", "rh_2m", None),
    ("wet_bulb_2m", "wet_bulb_temperature_2m", None),
    ("wind_speed_10m", "surface_wind_speed", None),
    ("temperature@850", "temperature_level", 850.0),
    ("temperature_2m", "temperature_level", "2m"),
    ("specific_humidity@850", "specific_humidity_level", 850.0),
    ("relative_humidity@700", "average_relative_humidity", 700.0),
    ("height@500", "gh500", 500.0),
    ("thickness", "thickness_1000_500", None),
    ("equivalent_potential_temperature@850", "thetae_850_max", 850.0),
    ("cyclonic_vorticity@500", "positive_vorticity", 500.0),
    ("divergence@850", "low_level_divergence_extrema", 850.0),
    ("divergence@200", "upper_level_divergence_max", 200.0),
    ("divergence@200", "upper_level_convergence_extrema", 200.0),
    ("temperature_advection@850", "warm_advection_center_intensity", 850.0),
    ("moisture_flux_divergence@850", "moisture_flux_divergence", 850.0),
    ("moisture_flux@850", "moisture_flux_850", 850.0),
    ("frontogenesis@850", "frontogenesis_center", 850.0),
    ("q_vector_convergence@700", "qvector_convergence", 700.0),
    ("dynamic_tropopause_pressure", "dynamic_tropopause_pressure", None),
    ("isentropic_potential_vorticity@315", "pv_isentropic_max", None),
    ("temperature_2m_change_24h", "temp_change_24h", "2m"),
    ("pressure_change_24h", "pressure_change_24h_difference", None),
    ("precipitation_24h", "precip_24h", None),
    ("snowfall_24h", "snowfall_24h", None),
    ("mean_sea_level_pressure", "surface_low_pressure", None),
    ("omega@700", "max_vertical_velocity", 700.0),
    ("wind_speed@200", "jet_intensity", 200.0),
)


@pytest.fixture(scope="module", params=CASES)
def case(request, sample, real_data):
    """A source, one of its times, an event region, and the scene of all quantities around it."""
    name, region = request.param, CASES[request.param]
    source = open_source([real_data(name)]) if name[0] == "S" else MemorySource(sample(name))
    times = source.inventory().times
    moment = RAIN_AT if name == "rainstorm" else times[len(times) * 2 // 3]
    scene = load_scene(source, [pair[0] for pair in PAIRS], region=region, time=moment)
    return source, moment, region, scene


def where_in(scene, field):
    """The cells of a scene that a map of the same source covers, by equal coordinates."""
    latitude, longitude = field.latitude.values, field.longitude.values
    if latitude.ndim == 1:
        latitude, longitude = np.meshgrid(latitude, longitude, indexing="ij")
    apart = np.abs((scene.grid.longitude - longitude[0, 0] + 180.0) % 360.0 - 180.0)
    same = (np.abs(scene.grid.latitude - latitude[0, 0]) < 1e-6) & (apart < 1e-6)
    row, column = np.argwhere(same)[0]
    rows, columns = field.shape[-2:]
    cells = (slice(row, row + rows), slice(column, column + columns))
    assert np.abs(scene.grid.latitude[cells] - latitude).max() < 1e-6
    return cells


def or_none(make):
    """What `make` returns; None where the data lack what it needs."""
    try:
        return make()
    except InputDataError:
        return None


@pytest.mark.parametrize(("quantity", "index", "level"), PAIRS, ids=str)
def test_a_map_and_an_index_are_the_same_numbers(case, quantity, index, level):
    source, time, region, scene = case
    drawn = or_none(lambda: values(scene, quantity))
    field = or_none(lambda: compute_field(index, source, time=time, region=region, level=level))
    if field is not None and np.isnan(field).all():
        field = None  # an incomplete window is a map without values
    assert (field is None) == (drawn is None or np.isnan(drawn[scene.inside()]).all())
    if field is not None:
        found = field.values[0]
        np.testing.assert_allclose(
            drawn[where_in(scene, field)], found, rtol=2e-6, atol=2e-6 * np.nanmax(np.abs(found))
        )


def test_every_map_of_an_index_is_compared():
    compared = {name.partition("@")[0] for name, _, _ in PAIRS}
    scalar = {item.name for item in QUANTITIES.values() if item.operator and item.compute}
    # these two are another layer of a call that is compared
    assert scalar - compared == {"isentropic_pressure", "dynamic_tropopause_theta"}


@pytest.mark.parametrize(
    ("quantity", "index", "level"),
    [
        ("mucape", "cape", None),
        ("deep_layer_shear", "bulk_shear_0_6km", None),
        ("ivt", "ivt", None),
    ],
)
def test_the_largest_value_of_a_region_is_that_of_its_map(case, quantity, index, level):
    source, time, region, scene = case
    answer = compute_index(index, source, time=time, region=region, level=level, reduction="max")
    assert answer.status is IndexStatus.OK
    assert np.nanmax(values(scene, quantity)[scene.inside()]) == pytest.approx(answer.value, 2e-6)


def test_the_parts_of_a_vector_have_the_length_of_its_index(case):
    _, _, _, scene = case
    for name in ("ivt", "deep_layer_shear"):
        np.testing.assert_allclose(
            np.hypot(*components(scene, name)), values(scene, name), rtol=1e-9, atol=1e-9
        )


def test_the_chart_shows_what_the_index_answers(sample):
    """CAPE of the rainstorm sample at 06 UTC on 5 July: 4,251 J/kg, not the 2,792 of before."""
    time, region = RAIN_AT, CASES["rainstorm"]
    source = MemorySource(sample("rainstorm"))
    drawn = render_figure("cape_shear", source, time=time, region=region, language="en")
    cape = compute_index("cape", source, time=time, region=region)
    shear = compute_index("bulk_shear_0_6km", source, time=time, region=region)
    assert cape.value == pytest.approx(4251, abs=1)
    assert shear.value == pytest.approx(38.64, abs=0.01)
    assert get_chart("cape_shear").layers[0].quantity == "mucape"
    found = detect_features(
        "threshold_object",
        source,
        time=time,
        region=region,
        params={"field": "mucape", "op": ">=", "threshold": 4000.0, "min_area_km2": 1000.0},
        surroundings=chart_surroundings(),
    )
    # the map that was searched by pressure levels alone stayed below 3,000 J/kg
    assert found.passed
    assert found.features[0].value >= 4000.0
    assert drawn.answer.check.score == 5.0


def test_an_index_layer_is_the_map_of_its_quantity(case):
    """On every kind of grid: on projected ones an index layer had no values."""
    _, _, _, scene = case
    for layer, name in (("index:ivt", "ivt"), ("index:gh500@500", "height@500")):
        assert np.isfinite(values(scene, layer)).any()
        np.testing.assert_allclose(values(scene, layer), values(scene, name), rtol=1e-12)
