"""CAPE, CIN and their relatives against MetPy 1.7.1 and what must hold without it."""

from __future__ import annotations

import metpy.calc as mpcalc
import numpy as np
import pytest
from metpy.units import units

from diagnostics.errors import ArgumentError, DomainError, ExecutionError, InputDataError
from diagnostics.physics import parcel as module
from diagnostics.physics import thermodynamics as th
from diagnostics.physics.lifted_index import lifted_index, showalter
from diagnostics.physics.parcel import cape_cin, choose_kernel
from diagnostics.physics.parcel_start import Parcel

# MetPy warns of the condensation level above the sounding, which it then drops.
pytestmark = pytest.mark.filterwarnings("ignore:Interpolation point out of data bounds")
KERNELS = ("numpy", "numba")
REFERENCE = {
    "SB": mpcalc.surface_based_cape_cin,
    "MU": mpcalc.most_unstable_cape_cin,
    "ML": mpcalc.mixed_layer_cape_cin,
}


def reference(p, t, td, parcel):
    """Return MetPy's CAPE and CIN of one column given from the ground upwards.

    MetPy keeps a net area that is negative, where there is no energy to be had.
    """
    cape, cin = REFERENCE[parcel](
        units.Quantity(p / 100.0, "hPa"), units.Quantity(t, "K"), units.Quantity(td, "K")
    )
    return max(cape.m, 0.0), cin.m


def references(p, t, q, parcel):
    td = th.dewpoint(p[:, None], q)
    return np.array([reference(p, t[:, j], td[:, j], parcel) for j in range(t.shape[1])]).T


def grid(field):
    return field[:, np.newaxis, :]


def check_tight(result, cape, cin):
    """Within 1e-6 of MetPy's equations above 10 J/kg, zeros in the same places."""
    ours, ours_cin = result.cape[0], result.cin[0]
    large = np.abs(cape) > 10.0
    assert np.max(np.abs(ours[large] / cape[large] - 1.0), initial=0.0) <= 1e-6
    assert np.max(np.abs(ours - cape)[~large], initial=0.0) <= 1e-4
    assert np.max(np.abs(ours_cin - cin)) <= 1e-4
    np.testing.assert_array_equal(ours == 0.0, cape == 0.0)
    np.testing.assert_array_equal(ours_cin == 0.0, cin == 0.0)


@pytest.mark.parametrize("parcel", ["SB", "MU", "ML"])
@pytest.mark.parametrize("spacing", ["fine", "standard"])
@pytest.mark.sweep(2)
def test_follows_metpy_equations_solved_tightly(soundings, tight_metpy, parcel, spacing):
    p, t, q = soundings(24, spacing=spacing, seed=5)
    cape, cin = references(p, t, q, parcel)
    assert (cape > 100.0).any()
    assert (cape == 0.0).any()
    for kernel in KERNELS:
        result = cape_cin(p, grid(t), grid(q), parcel=parcel, kernel=kernel)
        assert result.kernel == kernel
        check_tight(result, cape, cin)


@pytest.mark.parametrize("kernel", KERNELS)
def test_a_stable_layer_that_outweighs_what_is_unstable_leaves_no_energy(kernel):
    p = np.array([1000, 950, 900, 850, 800, 700, 600, 500, 400, 300, 200.0]) * 100.0
    t = np.array([296, 294.3, 292.5, 287.6, 291.7, 281.4, 278.6, 269.7, 258.1, 236.8, 220.3])
    rh = np.array([0.79, 0.83, 0.76, 0.8, 0.58, 0.54, 0.92, 0.23, 0.91, 0.56, 0.31])
    q = th.specific_humidity_from_relative_humidity(p, t, rh)
    td = th.dewpoint(p, q)
    net, _ = REFERENCE["SB"](
        units.Quantity(p / 100.0, "hPa"), units.Quantity(t, "K"), units.Quantity(td, "K")
    )
    assert net.m < -1000.0
    column = (p, t[:, None, None], q[:, None, None])
    assert cape_cin(*column, parcel="SB", kernel=kernel).cape.item() == 0.0


def test_is_within_the_error_of_stock_metpy(soundings):
    p, t, q = soundings(24, spacing="standard", seed=8)
    cape, cin = references(p, t, q, "MU")
    result = cape_cin(p, grid(t), grid(q))
    close = np.abs(result.cape[0] - cape) <= np.maximum(2e-4 * cape, 0.1)
    assert close.all()
    assert np.abs(result.cin[0] - cin).max() <= 0.1
    np.testing.assert_array_equal(result.cape[0] == 0.0, cape == 0.0)


@pytest.mark.parametrize("parcel", list(Parcel))
def test_both_kernels_give_the_same(soundings, parcel):
    p, t, q = soundings(3000, spacing="standard", seed=11)
    surface = np.random.default_rng(0).uniform(65000.0, 104000.0, (1, 3000))
    results = [
        cape_cin(p, grid(t), grid(q), surface_pressure=surface, parcel=parcel, kernel=kernel)
        for kernel in KERNELS
    ]
    for name in ("cape", "cin", "lcl", "lfc", "el", "parcel_pressure", "parcel_temperature"):
        first, second = (getattr(result, name) for result in results)
        np.testing.assert_allclose(first, second, rtol=1e-6, atol=1e-4, err_msg=name)
        np.testing.assert_array_equal(first == 0.0, second == 0.0)


@pytest.mark.slow
def test_real_columns_over_terrain_follow_metpy(real_data, tight_metpy):
    p, fields, surface = gfs_columns(real_data)
    t, q = fields
    sp, t2m, d2m = surface
    kwargs = {"surface_pressure": sp[None], "t2m": t2m[None], "d2m": d2m[None]}
    for parcel in ("SB", "MU", "ML"):
        expected = []
        for j in range(t.shape[1]):
            above = p < sp[j]
            td = th.dewpoint(p[above], q[above, j])
            expected.append(
                reference(
                    np.r_[sp[j], p[above]],
                    np.r_[t2m[j], t[above, j]],
                    np.r_[d2m[j], td],
                    parcel,
                )
            )
        cape, cin = np.array(expected).T
        assert (cape > (500.0 if parcel == "MU" else 0.0)).any()
        for kernel in KERNELS:
            result = cape_cin(p, grid(t), grid(q), parcel=parcel, kernel=kernel, **kwargs)
            check_tight(result, cape, cin)


def gfs_columns(real_data):
    """Read every 41st column of a GFS forecast between 40S and 40N with the GRIB library."""
    import eccodes

    path = real_data("S04_gfs_global_20110115/gfs.t12z.pgrbf120.2p5deg.grib2")
    profiles, surface = {}, {}
    # Some messages hold several fields; without this the winds and more would be skipped.
    eccodes.codes_grib_multi_support_on()
    with path.open("rb") as stream:
        while (message := eccodes.codes_grib_new_from_file(stream)) is not None:
            name = eccodes.codes_get(message, "shortName")
            kind = eccodes.codes_get(message, "typeOfLevel")
            level = eccodes.codes_get(message, "level")
            if kind == "isobaricInhPa" and name in ("t", "r") and level >= 100:
                profiles[name, level] = eccodes.codes_get_values(message)
            elif (kind, name) in (
                ("surface", "sp"),
                ("heightAboveGround", "2t"),
                ("heightAboveGround", "2r"),
                ("heightAboveGround", "r2"),
            ):
                surface[name] = eccodes.codes_get_values(message)
            if ("latitude" not in surface) and name == "t":
                surface["latitude"] = eccodes.codes_get_array(message, "latitudes")
            eccodes.codes_release(message)
    eccodes.codes_grib_multi_support_off()
    levels = sorted({level for name, level in profiles if ("r", level) in profiles}, reverse=True)
    pick = np.flatnonzero(np.abs(surface["latitude"]) <= 40.0)[::131]
    p = 100.0 * np.array(levels, dtype=float)
    t = np.array([profiles["t", level][pick] for level in levels])
    rh = np.array([profiles["r", level][pick] for level in levels]) / 100.0
    q = th.specific_humidity_from_relative_humidity(p[:, None], t, np.maximum(rh, 1e-4))
    sp = surface["sp"][pick]
    t2m = surface["2t"][pick]
    humidity = surface.get("2r", surface.get("r2"))[pick] / 100.0
    return (
        p,
        (t, q),
        (sp, t2m, th.dewpoint_from_vapor_pressure(humidity * th.saturation_vapor_pressure(t2m))),
    )


def test_levels_in_either_order_and_time_in_front_change_nothing(soundings):
    p, t, q = soundings(6, spacing="standard")
    plain = cape_cin(p, grid(t), grid(q)).cape
    turned = cape_cin(p[::-1], grid(t)[::-1], grid(q)[::-1]).cape
    np.testing.assert_array_equal(plain, turned)
    timed = cape_cin(p, np.stack([grid(t), grid(t)]), np.stack([grid(q), grid(q)])).cape
    assert timed.shape == (2, 1, 6)
    np.testing.assert_array_equal(timed[1], plain)


def test_chunks_do_not_show(soundings, monkeypatch):
    p, t, q = soundings(50, spacing="standard")
    t, q = t.reshape(12, 5, 10), q.reshape(12, 5, 10)
    whole = cape_cin(p, t, q, kernel="numpy").cape
    monkeypatch.setattr("diagnostics.physics.soundings.CHUNK", 7)
    np.testing.assert_array_equal(cape_cin(p, t, q, kernel="numpy").cape, whole)


@pytest.mark.parametrize("kernel", KERNELS)
@pytest.mark.parametrize("level", [0, 4, 11])
def test_a_missing_value_above_ground_gives_no_number(soundings, kernel, level):
    p, t, q = soundings(3, spacing="standard")
    t[level, 1] = np.nan
    for parcel in Parcel:
        result = cape_cin(p, grid(t), grid(q), parcel=parcel, kernel=kernel)
        assert np.isnan([result.cape[0, 1], result.cin[0, 1], result.lfc[0, 1]]).all()
        assert np.isfinite(result.cape[0, [0, 2]]).all()


@pytest.mark.parametrize("kernel", KERNELS)
@pytest.mark.parametrize("parcel", list(Parcel))
def test_levels_below_ground_do_not_count(soundings, kernel, parcel):
    p, t, q = soundings(4, spacing="standard")
    surface = np.full((1, 4), 87000.0)
    clean = cape_cin(p, grid(t), grid(q), surface_pressure=surface, parcel=parcel, kernel=kernel)
    t[:2], q[:2] = np.nan, 0.04
    dirty = cape_cin(p, grid(t), grid(q), surface_pressure=surface, parcel=parcel, kernel=kernel)
    np.testing.assert_array_equal(clean.cape, dirty.cape)
    assert (dirty.parcel_pressure <= 87000.0).all()


def test_the_surface_point_and_the_parcel_change_the_answer(soundings):
    p, t, q = soundings(8, spacing="standard", seed=3)
    surface = {
        "surface_pressure": np.full((1, 8), 101500.0),
        "t2m": t[:1] + 3.0,
        "d2m": th.dewpoint(p[0], q[:1]) + 1.0,
    }
    result = cape_cin(p, grid(t), grid(q), parcel="SB", **surface)
    assert (result.parcel_pressure == 101500.0).all()
    np.testing.assert_array_equal(result.parcel_temperature, surface["t2m"])
    assert not np.allclose(result.cape, cape_cin(p, grid(t), grid(q), parcel="SB").cape)


@pytest.mark.parametrize("kernel", KERNELS)
def test_cold_dry_columns_stay_within_the_tables(kernel):
    p = np.array([1000, 850, 700, 500, 300, 100, 50, 10, 1.0]) * 100.0
    t = np.array([225, 222, 215, 205, 200, 200, 205, 225, 260.0])[:, None]
    q = np.full_like(t, 1e-7)
    result = cape_cin(p, grid(t), grid(q), parcel="SB", kernel=kernel)
    assert result.cape[0, 0] == 0.0
    assert np.isnan(result.lfc[0, 0])


@pytest.mark.parametrize("kernel", KERNELS)
def test_saturated_and_supersaturated_parcels_follow_metpy(tight_metpy, kernel):
    p = np.array([1000, 925, 850, 700, 600, 500, 400, 300, 250, 200, 150, 100]) * 100.0
    t = np.array([297, 292.5, 288.5, 279.5, 272, 264, 253, 238, 228, 217, 206, 202.0])
    columns = []
    for humidity in (1.0, 1.01, 1.05):
        rh = np.full(t.shape, 0.6)
        rh[0] = humidity
        columns.append(th.specific_humidity_from_relative_humidity(p, t, rh))
    q = np.array(columns).T
    t = np.repeat(t[:, None], 3, axis=1)
    cape, cin = references(p, t, q, "SB")
    assert cape.min() > 500.0
    check_tight(cape_cin(p, grid(t), grid(q), parcel="SB", kernel=kernel), cape, cin)


def test_buoyancy_without_moisture_is_smaller(soundings):
    p, t, q = soundings(40, seed=4)
    moist = cape_cin(p, grid(t), grid(q)).cape
    dry = cape_cin(p, grid(t), grid(q), virtual_temperature=False).cape
    large = moist > 300.0
    assert (dry[large] < moist[large]).all()


def test_lifting_by_table_and_in_steps_agree(soundings, monkeypatch):
    # the steps of 0.05 in ln p err by 2e-6 K, the ladder by less
    p, t, q = soundings(2500, spacing="standard", seed=21)
    surface = np.random.default_rng(2).uniform(65000.0, 104000.0, (1, 2500))
    q[:, :50] *= 3.0
    results = []
    for limit in (0, 10**12):
        monkeypatch.setattr("diagnostics.physics.lifted_index.COMPILED_FROM", limit)
        results.append(
            [
                *(lifted_index(p, grid(t), grid(q), surface_pressure=surface, parcel=which)
                  for which in Parcel),
                showalter(p, grid(t), grid(q), surface_pressure=surface),
            ]
        )  # fmt: skip
    for one, other in zip(*results, strict=True):
        assert np.isfinite(one).any()
        np.testing.assert_array_equal(np.isnan(one), np.isnan(other))
        np.testing.assert_allclose(one, other, rtol=0, atol=3e-6)


def test_lifted_index_and_showalter_follow_metpy(soundings, tight_metpy):
    p, t, q = soundings(12, spacing="standard", seed=6)
    td = th.dewpoint(p[:, None], q)
    pressure = units.Quantity(p / 100.0, "hPa")
    for j in range(12):
        warmth, moisture = units.Quantity(t[:, j], "K"), units.Quantity(td[:, j], "K")
        profile = mpcalc.parcel_profile(pressure, warmth[0], moisture[0])
        expected = mpcalc.lifted_index(pressure, warmth, profile).m[0]
        found = lifted_index(p, grid(t), grid(q))[0, j]
        assert found == pytest.approx(expected, abs=1e-5)
        expected = mpcalc.showalter_index(pressure, warmth, moisture).m[0]
        assert showalter(p, grid(t), grid(q))[0, j] == pytest.approx(expected, abs=1e-5)


def test_indices_are_missing_where_their_level_is_below_ground(soundings):
    p, t, q = soundings(2, spacing="standard")
    surface = np.array([[80000.0, 101000.0]])
    assert np.isnan(showalter(p, grid(t), grid(q), surface_pressure=surface)).tolist() == [
        [True, False]
    ]
    surface = np.array([[48000.0, 101000.0]])
    assert np.isnan(lifted_index(p, grid(t), grid(q), surface_pressure=surface)).tolist() == [
        [True, False]
    ]


def test_a_level_that_is_absent_is_named(soundings):
    p, t, q = soundings(2, spacing="standard")
    keep = p != 50000.0
    with pytest.raises(InputDataError, match="500 hPa is not in the data") as caught:
        lifted_index(p[keep], grid(t[keep]), grid(q[keep]))
    assert caught.value.code == "level_missing"


def test_pressure_in_hpa_is_refused(soundings):
    p, t, q = soundings(2, spacing="standard")
    with pytest.raises(DomainError, match="look like hPa"):
        cape_cin(p / 100.0, grid(t), grid(q))
    with pytest.raises(DomainError, match="looks like hPa"):
        cape_cin(p, grid(t), grid(q), surface_pressure=np.full((1, 2), 1000.0))


def test_bad_arguments_say_what_is_known(soundings, monkeypatch):
    p, t, q = soundings(2, spacing="standard")
    with pytest.raises(ArgumentError, match="MU \\(most unstable\\)"):
        cape_cin(p, grid(t), grid(q), parcel="XX")
    with pytest.raises(ArgumentError, match="12 levels"):
        cape_cin(p, grid(t)[1:], grid(q)[1:])
    with pytest.raises(ArgumentError, match="surface pressure"):
        cape_cin(p, grid(t), grid(q), t2m=t[:1], d2m=t[:1])
    with pytest.raises(ArgumentError, match="kernel"):
        choose_kernel("fortran")
    monkeypatch.setattr(module, "_compiled", lambda: None)
    assert choose_kernel() == module.warm_up() == "numpy"
    with pytest.raises(ExecutionError, match="numba"):
        choose_kernel("numba")
