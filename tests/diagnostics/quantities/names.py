"""Names of one quantity in charts and in the catalogue of indices, and cases to try them on."""

from __future__ import annotations

from datetime import UTC, datetime

import numpy as np

from diagnostics.contracts.space_time import Region
from diagnostics.errors import InputDataError

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
