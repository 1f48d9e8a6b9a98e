"""Names of one quantity in charts and in the catalogue of indices, and cases to try them on."""

from __future__ import annotations

from datetime import UTC, datetime

import numpy as np

from diagnostics.contracts.quantities import QuantityRef
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
    (QuantityRef("mucape"), "cape", None),
    (QuantityRef("deep_layer_shear"), "bulk_shear_0_6km", None),
    (QuantityRef("precipitable_water"), "pwat", None),
    (QuantityRef("ivt"), "ivt", None),
    (QuantityRef("heat_index"), "heat_index", None),
    (QuantityRef("relative_humidity_2m"), "rh_2m", None),
    (QuantityRef("wet_bulb_2m"), "wet_bulb_temperature_2m", None),
    (QuantityRef("wind_speed_10m"), "surface_wind_speed", None),
    (QuantityRef("temperature", 850.0), "temperature_level", 850.0),
    (QuantityRef("temperature_2m"), "temperature_level", "2m"),
    (QuantityRef("specific_humidity", 850.0), "specific_humidity_level", 850.0),
    (QuantityRef("relative_humidity", 700.0), "average_relative_humidity", 700.0),
    (QuantityRef("height", 500.0), "gh500", 500.0),
    (QuantityRef("thickness"), "thickness_1000_500", None),
    (QuantityRef("equivalent_potential_temperature", 850.0), "thetae_850_max", 850.0),
    (QuantityRef("cyclonic_vorticity", 500.0), "positive_vorticity", 500.0),
    (QuantityRef("divergence", 850.0), "low_level_divergence_extrema", 850.0),
    (QuantityRef("divergence", 200.0), "upper_level_divergence_max", 200.0),
    (QuantityRef("divergence", 200.0), "upper_level_convergence_extrema", 200.0),
    (QuantityRef("temperature_advection", 850.0), "warm_advection_center_intensity", 850.0),
    (QuantityRef("moisture_flux_divergence", 850.0), "moisture_flux_divergence", 850.0),
    (QuantityRef("moisture_flux", 850.0), "moisture_flux_850", 850.0),
    (QuantityRef("frontogenesis", 850.0), "frontogenesis_center", 850.0),
    (QuantityRef("q_vector_convergence", 700.0), "qvector_convergence", 700.0),
    (QuantityRef("dynamic_tropopause_pressure"), "dynamic_tropopause_pressure", None),
    (QuantityRef("isentropic_potential_vorticity", 315.0), "pv_isentropic_max", None),
    (QuantityRef("temperature_2m_change_24h"), "temp_change_24h", "2m"),
    (QuantityRef("pressure_change_24h"), "pressure_change_24h_difference", None),
    (QuantityRef("precipitation_24h"), "precip_24h", None),
    (QuantityRef("snowfall_24h"), "snowfall_24h", None),
    (QuantityRef("mean_sea_level_pressure"), "surface_low_pressure", None),
    (QuantityRef("omega", 700.0), "max_vertical_velocity", 700.0),
    (QuantityRef("wind_speed", 200.0), "jet_intensity", 200.0),
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
