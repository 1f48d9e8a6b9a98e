"""``definition=metpy`` against MetPy 1.7.1: 1e-9 of the field's size, rows next to a pole apart.

The size is the square mean over the grid; a single cell may differ by 1e-7 of the largest value,
because MetPy takes the scale factors of the map from PROJ, which differentiates numerically.
"""

from __future__ import annotations

from collections.abc import Callable

import metpy.calc as mpcalc
import numpy as np
import pytest
import xarray
from metpy.units import units

from diagnostics.catalog import FieldCache, compute_index, get_catalog
from diagnostics.constants import EARTH_RADIUS
from diagnostics.contracts.enums import Mode
from diagnostics.errors import ArgumentError
from diagnostics.fields.memory import MemorySource
from diagnostics.grid.geometry import latitude_longitude_grid
from diagnostics.quantities.arguments import check_call
from diagnostics.quantities.compute import evaluate
from diagnostics.quantities.results import Maps

NORM = 1e-9
POINT = 1e-7
TIME = 2
OFFERING = [
    tool.name
    for tool in get_catalog().indices()
    if any(item.name == "definition" for item in tool.spec.parameters)
]


@pytest.fixture(scope="module", params=["regional", "global"])
def case(request, maker: Callable[..., xarray.Dataset]) -> tuple[MemorySource, xarray.Dataset]:
    """A source, and the same fields in float64 for MetPy."""
    if request.param == "regional":
        dataset = maker(times=3)
    else:
        dataset = maker(west=0.0, south=-90.0, step=5.0, shape=(37, 72), times=3)
    theirs = dataset.astype(np.float64, keep_attrs=True).metpy.assign_crs(
        grid_mapping_name="latitude_longitude", earth_radius=EARTH_RADIUS
    )
    return MemorySource(dataset), theirs.isel(time=TIME)


def maps(name: str, source: MemorySource, **params: object) -> Maps:
    """The operator's own maps in SI units, before any rounding."""
    tool = get_catalog().tool(name)
    given = {"definition": "metpy"} if name in OFFERING else {}
    call = check_call(tool, params={**given, **params})  # type: ignore[arg-type]
    return evaluate(
        tool, call, source, FieldCache(),  # type: ignore[arg-type]
        time=source.inventory().times[TIME], region=None, mode=Mode.QA,
    ).result  # fmt: skip


def ours(name: str, source: MemorySource, layer: str = "", **params: object) -> np.ndarray:
    """The map itself, or one of its layers."""
    result = maps(name, source, **params)
    return np.asarray((result.layers[layer] if layer else result.value)[0])


def same(one: np.ndarray, other: xarray.DataArray, rows: xarray.Dataset, near: int = 3) -> None:
    two = np.asarray(other.metpy.magnitude)
    inside = np.abs(rows.latitude.values) <= 90.0 - near * 5.0 + 1e-6
    if not (np.abs(rows.latitude.values) == 90.0).any():
        inside[:] = True
    one, two = one[inside], two[inside]
    known = np.isfinite(one)
    assert known.mean() > 0.5
    assert np.sqrt(np.mean((one - two)[known] ** 2)) <= NORM * np.sqrt(np.mean(two[known] ** 2))
    assert np.max(np.abs((one - two)[known])) <= POINT * np.max(np.abs(two[known]))


def at(dataset: xarray.Dataset, name: str, level: float) -> xarray.DataArray:
    return dataset[name].sel(level=level).metpy.quantify()


def hemisphere(dataset: xarray.Dataset) -> xarray.DataArray:
    return xarray.where(dataset.latitude < 0.0, -1.0, 1.0)


@pytest.mark.slow
def test_vorticity_and_divergence(case) -> None:
    source, data = case
    low = at(data, "u", 850), at(data, "v", 850)
    vorticity = mpcalc.vorticity(*low)
    same(ours("positive_vorticity", source) * hemisphere(data).values[:, None], vorticity, data)
    for name, level in (
        ("low_level_divergence_extrema", 925.0),
        ("upper_level_convergence_extrema", 200.0),
        ("upper_level_divergence_max", 200.0),
    ):
        there = mpcalc.divergence(at(data, "u", level), at(data, "v", level))
        same(ours(name, source, level=level), there, data)


def test_advection(case) -> None:
    source, data = case
    there = mpcalc.advection(at(data, "t", 850), at(data, "u", 850), at(data, "v", 850))
    same(ours("warm_advection_center_intensity", source), there, data)
    u, v, t = (data[name].metpy.quantify() for name in ("u10", "v10", "t2m"))
    cold = ours("surface_negative_temp_advection", source, lapse_correction=False)
    same(cold, mpcalc.advection(t, u, v), data)


def test_absolute_vorticity_advection(case) -> None:
    source, data = case
    u, v = at(data, "u", 500), at(data, "v", 500)
    there = mpcalc.advection(mpcalc.absolute_vorticity(u, v), u, v)
    here = ours("pva_500", source) * hemisphere(data).values[:, None]
    same(here, there, data, near=4)


def test_frontogenesis(case) -> None:
    source, data = case
    t, u, v = (at(data, name, 850) for name in "tuv")
    theta = mpcalc.potential_temperature(850 * units.hPa, t)
    same(ours("frontogenesis_center", source), mpcalc.frontogenesis(theta, u, v), data)


def test_moisture_flux_divergence(case) -> None:
    source, data = case
    q, u, v = (at(data, name, 850) for name in "quv")
    there = mpcalc.divergence(q * u, q * v) / 9.80665
    same(ours("moisture_flux_divergence", source), there, data)


@pytest.mark.slow
def test_q_vectors(case) -> None:
    # MetPy's gas constant is 287.04749, ours too; the geostrophic wind ends 10 degrees from the
    # equator
    source, data = case
    height = at(data, "z", 700) / (9.80665 * units("m/s^2"))
    u, v = mpcalc.geostrophic_wind(height)
    qx, qy = mpcalc.q_vector(u, v, at(data, "t", 700), 700 * units.hPa)
    there = -2.0 * mpcalc.divergence(qx, qy)
    same(ours("qvector_convergence", source, sigma_km=0), there, data, near=5)


def test_potential_vorticity(case) -> None:
    source, data = case
    from diagnostics.physics.thermodynamics import equivalent_potential_temperature

    near = data.sel(level=[700, 850, 925])
    pressure = 100.0 * near.level
    theta_e = near["t"].copy(
        data=equivalent_potential_temperature(
            pressure.values[:, None, None], near["t"].values, near["q"].values
        )
    )
    there = mpcalc.potential_vorticity_baroclinic(
        theta_e.metpy.quantify(),
        xarray.DataArray(pressure.values * units.Pa, dims="level", coords={"level": near.level}),
        near["u"].metpy.quantify(),
        near["v"].metpy.quantify(),
    ).isel(level=1)
    sign = hemisphere(data).values[:, None]
    same(1e-6 * ours("moist_pv_mpv1", source, layer="total") * sign, there, data)


@pytest.mark.slow
def test_the_dynamic_tropopause_is_where_metpys_vorticity_is_two_units(case) -> None:
    source, data = case
    levels = data.level.values
    theta = mpcalc.potential_temperature(data["level"], data["t"].metpy.quantify())
    there = np.abs(
        mpcalc.potential_vorticity_baroclinic(
            theta, data["level"], data["u"].metpy.quantify(), data["v"].metpy.quantify()
        ).metpy.magnitude
    )
    found = ours("dynamic_tropopause_pressure", source)
    rows, columns = np.nonzero(np.isfinite(found) & (np.abs(data.latitude.values) <= 70)[:, None])
    assert rows.size > 100
    for j, i in list(zip(rows, columns, strict=True))[::17]:
        value = np.interp(found[j, i], 100.0 * levels, there[:, j, i])
        assert value == pytest.approx(2e-6, rel=1e-7)


def test_isentropic_vorticity(case) -> None:
    # MetPy's own chain on the surface: its interpolation stops at 1e-6 K (default eps)
    source, data = case
    isentropic = mpcalc.isentropic_interpolation_as_dataset(
        [315.0] * units.K, data["t"].metpy.quantify(), data["u"].metpy.quantify(),
        data["v"].metpy.quantify(), eps=1e-12, max_iters=50,
    ).isel(isentropic_level=0)  # fmt: skip
    pressure = maps("pv_isentropic_max", source).at_point["pressure_hpa"][0]
    theirs = isentropic["pressure"].metpy.convert_units("hPa").metpy.magnitude
    known = np.isfinite(pressure) & np.isfinite(theirs)
    assert known.mean() > 0.3
    np.testing.assert_allclose(pressure[known], theirs[known], rtol=1e-9)


def test_equivalent_potential_temperature(case) -> None:
    source, data = case
    for level in (850.0, 500.0):
        dewpoint = mpcalc.dewpoint_from_specific_humidity(level * units.hPa, at(data, "q", level))
        there = mpcalc.equivalent_potential_temperature(
            level * units.hPa, at(data, "t", level), dewpoint
        )
        same(ours("thetae_850_max", source, level=level), there, data, near=0)


def test_relative_humidity_has_one_definition(case) -> None:
    source, data = case
    parts = [
        mpcalc.relative_humidity_from_specific_humidity(
            p * units.hPa, at(data, "t", p), at(data, "q", p)
        )
        for p in (850, 700, 500)
    ]
    same(ours("average_relative_humidity", source), sum(parts) / 3.0, data, near=0)


@pytest.mark.parametrize("name", OFFERING)
@pytest.mark.sweep(4)
def test_both_definitions_are_near_and_a_wrong_one_is_refused(
    name: str, source: MemorySource
) -> None:
    spec = get_catalog().tool(name).spec.parameters
    choices = next(item.choices for item in spec if item.name == "definition")
    assert choices[1] == "metpy"
    plain, theirs = (
        compute_index(name, source, params={"definition": choice}) for choice in choices
    )
    assert plain.status == theirs.status
    if plain.value is not None:
        assert theirs.value == pytest.approx(plain.value, rel=0.05)
    with pytest.raises(ArgumentError, match=f"one of {choices[0]}, metpy") as caught:
        compute_index(name, source, params={"definition": "wrong"})
    assert caught.value.code == "invalid_parameter"


def test_every_operator_of_horizontal_derivatives_of_the_wind_offers_metpys() -> None:
    kinematic = {
        "vorticity", "divergence", "advection", "frontogenesis", "q_vector",
        "absolute_vorticity", "potential_vorticity_baroclinic",
    }  # fmt: skip
    taking = {
        tool.name
        for tool in get_catalog().indices()
        if kinematic & {item.removeprefix("metpy.calc.") for item in tool.spec.metpy}
    }
    assert taking
    assert taking <= set(OFFERING)


def test_an_unknown_definition_of_a_grid_is_refused() -> None:
    grid = latitude_longitude_grid(np.arange(10.0), np.arange(10.0))
    assert grid.defined("analytic") is grid
    assert grid.defined("metpy") is grid.defined("metpy")
    with pytest.raises(ArgumentError, match="'analytic' and 'metpy'"):
        grid.defined("exact")
