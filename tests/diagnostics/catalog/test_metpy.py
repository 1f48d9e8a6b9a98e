"""Against MetPy 1.7.1, an independent implementation; the tolerance stands at each test.

MetPy takes the metric terms from map factors by finite differences, the engine takes them
analytically: on the one-degree grid here divergence agrees within 1 % of the field's maximum and
vorticity within 0.5 %.
"""

from __future__ import annotations

import warnings

import metpy.calc as mpcalc
import numpy as np
import pytest
import xarray
from metpy.units import units

from diagnostics.catalog import FieldCache, compute_field, compute_index, get_catalog
from diagnostics.constants import EARTH_RADIUS
from diagnostics.contracts.enums import Mode
from diagnostics.contracts.space_time import Region
from diagnostics.fields.memory import MemorySource
from diagnostics.physics.heat_stress import heat_index
from diagnostics.quantities.arguments import check_call
from diagnostics.quantities.compute import evaluate

TIME = 4


@pytest.fixture(scope="module")
def metpy_dataset(dataset: xarray.Dataset) -> xarray.Dataset:
    return (
        dataset.astype(np.float64, keep_attrs=True)
        .metpy.assign_crs(grid_mapping_name="latitude_longitude", earth_radius=EARTH_RADIUS)
        .isel(time=TIME)
    )


def _field(name: str, source: MemorySource, **arguments: object) -> np.ndarray:
    time = source.inventory().times[TIME]
    return compute_field(name, source, time=time, **arguments).values[0]  # type: ignore[arg-type]


def _at(dataset: xarray.Dataset, name: str, level: float) -> xarray.DataArray:
    return dataset[name].sel(level=level).metpy.quantify()


def _close(ours: np.ndarray, theirs: np.ndarray, share: float) -> None:
    """Agree within a share of the largest magnitude, the edges of the data left out."""
    inner = (slice(1, -1), slice(1, -1))
    scale = np.nanmax(np.abs(theirs[inner]))
    assert np.nanmax(np.abs(ours[inner] - theirs[inner])) <= share * scale


def test_vorticity(source: MemorySource, metpy_dataset: xarray.Dataset) -> None:
    u, v = _at(metpy_dataset, "u", 850), _at(metpy_dataset, "v", 850)
    theirs = mpcalc.vorticity(u, v).metpy.magnitude * 1e5
    _close(_field("positive_vorticity", source), theirs, 5e-3)


@pytest.mark.parametrize(
    ("name", "level"),
    [
        ("low_level_divergence_extrema", 925),
        pytest.param("upper_level_convergence_extrema", 200, marks=pytest.mark.slow),
        pytest.param("upper_level_divergence_max", 200, marks=pytest.mark.slow),
    ],
)
def test_divergence(
    name: str, level: float, source: MemorySource, metpy_dataset: xarray.Dataset
) -> None:
    u, v = _at(metpy_dataset, "u", level), _at(metpy_dataset, "v", level)
    theirs = mpcalc.divergence(u, v).metpy.magnitude * 1e5
    _close(_field(name, source), theirs, 1e-2)


def test_frontogenesis(source: MemorySource, metpy_dataset: xarray.Dataset) -> None:
    # products of three derivatives: 2 % of the maximum
    t = _at(metpy_dataset, "t", 850)
    theta = mpcalc.potential_temperature(850 * units.hPa, t)
    u, v = _at(metpy_dataset, "u", 850), _at(metpy_dataset, "v", 850)
    theirs = mpcalc.frontogenesis(theta, u, v).metpy.magnitude * 1.08e9
    _close(_field("frontogenesis_center", source), theirs, 2e-2)


def test_advection(source: MemorySource, metpy_dataset: xarray.Dataset) -> None:
    # gradients have no metric terms: 1e-5 of the maximum (float32 maps)
    u, v = _at(metpy_dataset, "u", 850), _at(metpy_dataset, "v", 850)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        theirs = mpcalc.advection(_at(metpy_dataset, "t", 850), u, v).metpy.magnitude * 1e5
    _close(_field("warm_advection_center_intensity", source), theirs, 1e-4)


def test_gradients(source: MemorySource, metpy_dataset: xarray.Dataset) -> None:
    dx, dy = mpcalc.geospatial_gradient(_at(metpy_dataset, "t", 850))
    theirs = np.hypot(dx.magnitude, dy.magnitude) * 1e5
    _close(_field("horizontal_temperature_gradient", source), theirs, 1e-4)
    dx, dy = mpcalc.geospatial_gradient(metpy_dataset["msl"].metpy.quantify())
    theirs = np.hypot(dx.magnitude, dy.magnitude) * 1e3
    _close(_field("mslp_gradient", source), theirs, 1e-4)


def test_moisture_flux_divergence(source: MemorySource, metpy_dataset: xarray.Dataset) -> None:
    u, v, q = (_at(metpy_dataset, name, 850) for name in "uvq")
    theirs = mpcalc.divergence(q * u, q * v).metpy.magnitude / 9.80665 * 1e8
    _close(_field("moisture_flux_divergence", source), theirs, 1e-2)


def _dewpoint(dataset: xarray.Dataset, level: float) -> xarray.DataArray:
    q = _at(dataset, "q", level)
    return mpcalc.dewpoint_from_specific_humidity(level * units.hPa, q)


def test_thermodynamic_indices_at_levels(
    source: MemorySource, metpy_dataset: xarray.Dataset
) -> None:
    # algebraic in temperature and dewpoint: float32 rounding of the maps
    t = {p: _at(metpy_dataset, "t", p).metpy.magnitude - 273.15 for p in (850, 700, 500)}
    td = {p: _dewpoint(metpy_dataset, p).metpy.convert_units("degC").values for p in (850, 700)}
    k = (t[850] - t[500]) + td[850] - (t[700] - td[700])
    np.testing.assert_allclose(_field("k_index", source), k, atol=2e-4)
    total = t[850] + td[850] - 2 * t[500]
    np.testing.assert_allclose(_field("total_totals", source), total, atol=2e-4)
    np.testing.assert_allclose(
        _field("dewpoint_depression_700", source), t[700] - td[700], atol=2e-4
    )


def test_severe_weather_threat(source: MemorySource, metpy_dataset: xarray.Dataset) -> None:
    # MetPy takes the magnitude of the speeds, which must be knots; point by point, as a column
    pressure = np.array([850.0, 500.0]) * units.hPa
    stacked = {
        name: np.stack([_at(metpy_dataset, name, p).metpy.magnitude for p in (850, 500)])
        for name in ("t", "u", "v")
    }
    moist = np.stack([_dewpoint(metpy_dataset, p).metpy.convert_units("K").values
                      for p in (850, 500)])  # fmt: skip
    u, v = (stacked[name] * units("m/s") for name in ("u", "v"))
    shape = stacked["t"].shape
    theirs = mpcalc.sweat_index(
        pressure.reshape(2, *[1] * (len(shape) - 1)) * np.ones(shape),
        stacked["t"] * units.kelvin,
        moist * units.kelvin,
        mpcalc.wind_speed(u, v).to("knots"),
        mpcalc.wind_direction(u, v),
    )
    np.testing.assert_allclose(
        _field("sweat_index", source), np.squeeze(theirs.m), atol=2e-2, rtol=1e-4
    )


def test_equivalent_potential_temperature(
    source: MemorySource, metpy_dataset: xarray.Dataset
) -> None:
    # MetPy's humidity goes round through the dewpoint: up to 0.2 K
    theirs = mpcalc.equivalent_potential_temperature(
        850 * units.hPa, _at(metpy_dataset, "t", 850), _dewpoint(metpy_dataset, 850)
    )
    np.testing.assert_allclose(_field("thetae_850_max", source), theirs.metpy.magnitude, atol=0.2)


def _profiles(dataset: xarray.Dataset, j: int, i: int) -> tuple[object, object, object, np.ndarray]:
    column = dataset.isel(latitude=j, longitude=i).isel(level=slice(None, None, -1))
    pressure = column["level"].values * units.hPa
    temperature = column["t"].values.astype(np.float64) * units.K
    humidity = column["q"].values.astype(np.float64)
    dewpoint = mpcalc.dewpoint_from_specific_humidity(pressure, humidity)
    return pressure, temperature, dewpoint, humidity


@pytest.mark.parametrize(("j", "i"), [(3, 4), (9, 15), (15, 22)])
def test_columns(j: int, i: int, dataset: xarray.Dataset, metpy_dataset: xarray.Dataset) -> None:
    # without surface fields, as MetPy's profiles have none
    bare = MemorySource(dataset.drop_vars(["sp", "t2m", "d2m"]))
    p, t, td, _ = _profiles(metpy_dataset, j, i)
    cape, cin = mpcalc.most_unstable_cape_cin(p, t, td)
    # stock MetPy's moist adiabat errs by up to 1e-4 K: 2e-4 or 0.1 J/kg
    assert _field("cape", bare)[j, i] == pytest.approx(cape.magnitude, rel=2e-4, abs=0.1)
    ours = _field("cin", bare)[j, i]
    if np.isfinite(ours):
        assert ours == pytest.approx(cin.magnitude, abs=0.2)
    down = mpcalc.downdraft_cape(p, t, td)[0].magnitude
    assert _field("dcape", bare)[j, i] == pytest.approx(max(down, 0.0), rel=2e-4, abs=0.1)
    profile = mpcalc.parcel_profile(p, t[0], td[0])
    lifted = mpcalc.lifted_index(p, t, profile).magnitude[0]
    assert _field("lifted_index", bare)[j, i] == pytest.approx(lifted, abs=2e-3)
    showalter = mpcalc.showalter_index(p, t, td).magnitude[0]
    assert _field("showalter_index", bare)[j, i] == pytest.approx(showalter, abs=2e-3)
    # MetPy's own precipitable water, over all levels; float32 rounding of the map
    water = mpcalc.precipitable_water(p, td).to("mm").magnitude
    ours = _field("pwat", bare, params={"definition": "metpy"})[j, i]
    assert ours == pytest.approx(water, rel=1e-5)
    water = mpcalc.precipitable_water(p, td, top=500 * units.hPa).to("mm").magnitude
    ours = _field("pwat", bare, params={"definition": "metpy", "p_top": 500})[j, i]
    assert ours == pytest.approx(water, rel=1e-5)


def test_near_surface(source: MemorySource, metpy_dataset: xarray.Dataset) -> None:
    t, td = (metpy_dataset[name].metpy.quantify() for name in ("t2m", "d2m"))
    u, v = (metpy_dataset[name].metpy.quantify() for name in ("u10", "v10"))
    rh = mpcalc.relative_humidity_from_dewpoint(t, td)
    np.testing.assert_allclose(_field("rh_2m", source), 100 * rh.values, rtol=1e-5)
    deficit = mpcalc.saturation_vapor_pressure(t) - mpcalc.saturation_vapor_pressure(td)
    np.testing.assert_allclose(
        _field("vpd_2m", source), deficit.metpy.convert_units("hPa").values, rtol=1e-5
    )
    wet = mpcalc.wet_bulb_temperature(
        metpy_dataset["sp"].metpy.quantify()[::7, ::7], t[::7, ::7], td[::7, ::7]
    )
    # MetPy's moist adiabat is integrated to 1e-4 K
    np.testing.assert_allclose(
        _field("wet_bulb_temperature_2m", source)[::7, ::7],
        wet.metpy.convert_units("degC").values,
        atol=2e-3,
    )
    speed = np.hypot(u.metpy.magnitude, v.metpy.magnitude) * units("m/s")
    chill = mpcalc.windchill(t.metpy.magnitude * units.K, speed, mask_undefined=True)
    theirs = np.ma.asarray(chill.to("degC").magnitude)
    valid = ~np.ma.getmaskarray(theirs)
    assert valid.any()
    np.testing.assert_allclose(_field("wind_chill", source)[valid], theirs[valid], atol=1e-4)


def test_heat_index_of_hot_air_dry_and_humid() -> None:
    # the two adjustments included: 1e-6 K
    hot = np.linspace(300.0, 318.0, 40)
    for humidity in (0.05, 0.1, 0.4, 0.6, 0.9):
        share = np.full(hot.shape, humidity)
        theirs = mpcalc.heat_index(hot * units.K, share, mask_undefined=False).to("K").magnitude
        np.testing.assert_allclose(heat_index(hot, share), np.ma.filled(theirs, np.nan), atol=1e-6)


def test_shear_and_wind(source: MemorySource, metpy_dataset: xarray.Dataset) -> None:
    u = {p: _at(metpy_dataset, "u", p).metpy.magnitude for p in (850, 500, 200)}
    v = {p: _at(metpy_dataset, "v", p).metpy.magnitude for p in (850, 500, 200)}
    np.testing.assert_allclose(
        _field("vertical_wind_shear", source),
        np.hypot(u[500] - u[850], v[500] - v[850]),
        rtol=1e-5, atol=1e-5,
    )  # fmt: skip
    np.testing.assert_allclose(_field("jet_intensity", source), np.hypot(u[200], v[200]), rtol=1e-5)
    answer = compute_index("surface_wind_speed", source, time=source.inventory().times[TIME])
    at = metpy_dataset.sel(latitude=answer.latitude, longitude=answer.longitude)
    theirs = mpcalc.wind_direction(at["u10"].metpy.quantify(), at["v10"].metpy.quantify())
    assert answer.extra["direction_deg_from"] == pytest.approx(float(theirs.metpy.magnitude), 1e-4)


def test_moist_potential_vorticity(source: MemorySource, metpy_dataset: xarray.Dataset) -> None:
    # MetPy's numerical map factors and other stencils in the vertical: 2 % of the maximum
    from diagnostics.physics.thermodynamics import equivalent_potential_temperature

    near = metpy_dataset.sel(level=[700, 850, 925])
    pressure = near.level * 100.0
    theta_e = near["t"].copy(
        data=equivalent_potential_temperature(
            pressure.values[:, None, None], near["t"].values, near["q"].values
        )
    )
    theirs = mpcalc.potential_vorticity_baroclinic(
        theta_e.metpy.quantify(),
        xarray.DataArray(pressure.values * units.Pa, dims="level", coords={"level": near.level}),
        near["u"].metpy.quantify(),
        near["v"].metpy.quantify(),
    )
    ours = 1e6 * _layer("moist_pv_mpv1", source, "total")
    _close(ours, 1e6 * theirs.isel(level=1).metpy.magnitude, 2e-2)


def _layer(name: str, source: MemorySource, layer: str) -> np.ndarray:
    """Return an operator's own layer at the test's time, in SI."""
    tool = get_catalog().tool(name)
    call = check_call(tool, params={})  # type: ignore[arg-type]
    computed = evaluate(
        tool, call, source, FieldCache(),  # type: ignore[arg-type]
        time=source.inventory().times[TIME], region=None, mode=Mode.QA,
    )  # fmt: skip
    return computed.result.layers[layer][0] * 1e-6


@pytest.mark.slow
def test_q_vectors(source: MemorySource, metpy_dataset: xarray.Dataset) -> None:
    # unsmoothed; MetPy has no metric terms in the gradients of the wind: 5 % of the maximum
    t = _at(metpy_dataset, "t", 700)
    height = _at(metpy_dataset, "z", 700) / (9.80665 * units("m/s^2"))
    u, v = mpcalc.geostrophic_wind(height)
    qx, qy = mpcalc.q_vector(u, v, t, 700 * units.hPa)
    theirs = -2e18 * mpcalc.divergence(qx, qy).metpy.magnitude
    ours = _field("qvector_convergence", source, params={"sigma_km": 0})
    inner = (slice(3, -3), slice(3, -3))
    scale = np.nanmax(np.abs(theirs[inner]))
    assert np.nanmax(np.abs(ours[inner] - theirs[inner])) <= 5e-2 * scale


@pytest.mark.parametrize(("j", "i"), [(3, 4), (9, 15), (15, 22)])
def test_helicity_and_deep_shear(
    j: int, i: int, source: MemorySource, dataset: xarray.Dataset, metpy_dataset: xarray.Dataset
) -> None:
    # the same storm motion on the same hodograph: rounding of float32 fields
    column = metpy_dataset.isel(latitude=j, longitude=i).isel(level=slice(None, None, -1))
    ground = float(column["orog"])
    height = column["z"].values / 9.80665 - ground
    keep = height > 0.0
    profile = {
        name: np.concatenate([[float(column[near])], column[name].values[keep]])
        for name, near in (("u", "u10"), ("v", "v10"))
    }
    heights = np.concatenate([[0.0], height[keep]])
    time = source.inventory().times[TIME]
    cell = Region.model_validate((float(column.longitude), float(column.latitude)) * 2)
    answer = compute_index("storm_relative_helicity", source, time=time, region=cell)
    theirs = mpcalc.storm_relative_helicity(
        heights * units.m, profile["u"] * units("m/s"), profile["v"] * units("m/s"),
        depth=3 * units.km, storm_u=answer.extra["storm_u_m_s"] * units("m/s"),
        storm_v=answer.extra["storm_v_m_s"] * units("m/s"),
    )[2]  # fmt: skip
    assert answer.value == pytest.approx(theirs.magnitude, rel=1e-5, abs=1e-3)
    at_6km = [np.interp(6000.0, heights, profile[name]) for name in "uv"]
    shear = np.hypot(at_6km[0] - profile["u"][0], at_6km[1] - profile["v"][0])
    ours = compute_index("bulk_shear_0_6km", source, time=time, region=cell)
    assert ours.value == pytest.approx(shear, rel=1e-6)
