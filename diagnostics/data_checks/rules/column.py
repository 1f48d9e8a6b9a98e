"""The column: heights of levels, hydrostatic balance, order of levels, pressure at the ground."""

from __future__ import annotations

import zlib
from collections.abc import Iterator

import numpy as np

from diagnostics.constants import GAS_CONSTANT_DRY, GRAVITY
from diagnostics.contracts.checking import Weight
from diagnostics.data_checks.registry import NotCheckableError, RuleFinding, rule
from diagnostics.data_checks.rule_inputs import Array, RuleInputs, Times, as_datetime
from diagnostics.data_checks.statistics import median, worst
from diagnostics.fields.checks import standard_height
from diagnostics.messages import Measure
from diagnostics.physics.columns import SEA_LEVEL_PA, surface_pressure_from_orography

LEAST_LAYERS_APART = 0.75
"""Largest ln(p2/p1) of a layer whose mean temperature two levels still tell."""
UNKNOWN_GROUND_HPA = 500.0
"""Over land whose height no field tells, layers below this level may lie below the ground."""


@rule("height_of_level", Weight.REFUSE, "height", "z")
def height_of_level(material: RuleInputs) -> Iterator[RuleFinding]:
    """Levels that lie nowhere near their height: height taken for geopotential, wrong levels."""
    item = material.fields["z"]
    expected = standard_height(item.levels)
    heights = median(item.values, axis=(0, 2, 3)) / GRAVITY
    for level, height, belongs in zip(item.levels, heights, expected, strict=True):
        if np.isfinite(height) and abs(height - belongs) > 700.0 + 0.12 * abs(belongs):
            yield RuleFinding(
                ("z",),
                {
                    "level": Measure(measure=float(level), unit="hPa", digits=0),
                    "value": Measure(measure=float(height), unit="m", digits=0),
                    "limit": Measure(measure=float(belongs), unit="m", digits=0),
                },
                value=float(height),
                limit=float(belongs),
                unit="m",
                level_hpa=float(level),
            )
            return


def thickness_excess(material: RuleInputs) -> tuple[Array, Array, Array, Times]:
    """Temperature from the thickness of layers less the mean of their two levels, K.

    Returns
    -------
    excess : ndarray, shape (time, layer, y, x)
    upper, lower : ndarray
        Levels of the layers, hPa.
    times : ndarray
    """
    known = material.shared.get("thickness_excess")
    if known is not None:
        return known  # type: ignore[return-value]
    z, t = material.fields["z"], material.fields["t"]
    times, at_z, at_t = np.intersect1d(z.times, t.times, return_indices=True)
    levels, z_levels, t_levels = np.intersect1d(z.levels, t.levels, return_indices=True)
    if levels.size < 2 or not times.size:
        raise NotCheckableError("levels")
    every = max(1, times.size // 24)
    stride = max(1, int(np.sqrt(z.values[0, 0].size / 4000)))
    phi = z.values[np.ix_(at_z[::every], z_levels)][..., ::stride, ::stride].astype(np.float64)
    air = t.values[np.ix_(at_t[::every], t_levels)][..., ::stride, ::stride].astype(np.float64)
    q = material.fields.get("q")
    if q is not None and np.isin(levels, q.levels).all() and np.isin(times, q.times).all():
        rows = np.flatnonzero(np.isin(q.times, times))[::every]
        floors = np.flatnonzero(np.isin(q.levels, levels))
        vapour = q.values[np.ix_(rows, floors)][..., ::stride, ::stride].astype(np.float64)
        air = air * (1.0 + 0.608 * np.clip(np.nan_to_num(vapour), 0.0, 0.03))
    depth = np.log(levels[1:] / levels[:-1])
    implied = (phi[:, :-1] - phi[:, 1:]) / (GAS_CONSTANT_DRY * depth[:, None, None])
    excess = implied - 0.5 * (air[:, 1:] + air[:, :-1])
    # each centre extrapolates below the ground in its own way
    ground = material.ground_pressure
    if ground is None:
        ground = np.where(material.on_land, UNKNOWN_GROUND_HPA, np.inf)
    excess[:, levels[1:, None, None] > ground[::stride, ::stride]] = np.nan
    kept = (depth <= LEAST_LAYERS_APART) & (levels[1:] <= 1000.0) & (levels[:-1] >= 70.0)
    if not kept.any():
        raise NotCheckableError("levels")
    found = (excess[:, kept], levels[:-1][kept], levels[1:][kept], times[::every])
    material.shared["thickness_excess"] = found
    return found


@rule("thickness_against_temperature", Weight.DOUBT, "levels", "z t")
def thickness_against_temperature(material: RuleInputs) -> Iterator[RuleFinding]:
    """Layers thicker or thinner than their temperature makes them: hydrostatic balance."""
    excess, upper, lower, times = thickness_excess(material)
    # two levels tell the mean of a thick layer less well
    allowed = 3.5 + 14.0 * np.maximum(0.0, np.log(lower / upper) - 0.25)
    typical = np.abs(median(excess, axis=(2, 3)))
    with np.errstate(invalid="ignore"):
        over = np.where(np.isfinite(typical), typical / allowed, 0.0)
    place = worst(over)
    scattered = False
    if over[place] <= 1.0:
        # levels below the ground are extrapolated by each centre in its own way
        deviation = np.abs(excess - median(excess, axis=(2, 3))[:, :, None, None])
        aloft = lower <= 700.0
        with np.errstate(invalid="ignore"):
            share = np.where(
                aloft[None, :, None, None], deviation > 3.0 * allowed[:, None, None], False
            ).mean(axis=(2, 3))
        place = worst(share)
        scattered = float(share[place]) > 0.05
        if not scattered:
            return
    value = float(typical[place])
    yield RuleFinding(
        ("z", "t"),
        {
            "upper": Measure(measure=float(upper[place[1]]), unit="hPa", digits=0),
            "lower": Measure(measure=float(lower[place[1]]), unit="hPa", digits=0),
            "value": Measure(measure=value, unit="K"),
        },
        value=value,
        limit=float(allowed[place[1]]),
        unit="K",
        time=as_datetime(np.datetime64(times[place[0]], "s")),
        level_hpa=float(lower[place[1]]),
        weight=Weight.REFUSE if not scattered and over[place] > 4.0 else Weight.DOUBT,
        variant="scattered" if scattered else "",
    )


@rule("levels_out_of_order", Weight.REFUSE, "levels", "t", "z")
def levels_out_of_order(material: RuleInputs) -> Iterator[RuleFinding]:
    """Temperature that rises from the ground to the tropopause, or heights that fall."""
    looked = False
    for name in ("t", "z"):
        item = material.fields.get(name)
        if item is None or item.levels.size < 2:
            continue
        profile = median(item.values, axis=(0, 2, 3))
        order = (item.levels >= 250.0) & (item.levels <= 850.0) & np.isfinite(profile)
        if name == "z":
            order = np.isfinite(profile)
        levels, values = item.levels[order], profile[order]
        if levels.size < 2 or levels[-1] / levels[0] < 1.35:
            continue
        looked = True
        # levels ascend in pressure: temperature rises with pressure, geopotential falls
        wrong = values[-1] - values[0] < 0 if name == "t" else bool((np.diff(values) >= 0).any())
        if wrong:
            yield RuleFinding(
                (name,), {"count": int(levels.size)}, value=float(values[-1] - values[0])
            )
    if not looked:
        raise NotCheckableError("levels")


@rule("levels_far_up", Weight.DOUBT, "levels", "t", "u", "v", "z", "q")
def levels_far_up(material: RuleInputs) -> Iterator[RuleFinding]:
    """No level below the stratosphere: hPa may be taken for Pa."""
    for name in "tuvzq":
        item = material.fields.get(name)
        if item is not None and item.levels.size and item.levels[-1] < 30.0:
            level = Measure(measure=float(item.levels[-1]), unit="hPa")
            yield RuleFinding((name,), {"level": level}, value=float(item.levels[-1]), limit=30.0)


@rule("level_apart", Weight.DOUBT, "levels", "t", "u v", "q")
def level_apart(material: RuleInputs) -> Iterator[RuleFinding]:
    """A level that does not lie between its neighbours: exchanged, repeated or of another time."""
    looked = False
    for name, limit in (("t", 9.0), ("u", 16.0), ("v", 14.0)):
        item = material.fields.get(name)
        if item is None or item.levels.size < 4:
            continue
        heights = standard_height(item.levels)
        profile = median(item.values, axis=(2, 3))
        looked = True
        for k in range(1, item.levels.size - 1):
            if item.levels[k] < 150.0 or heights[k - 1] - heights[k + 1] > 5200.0:
                continue
            weight = (heights[k] - heights[k + 1]) / (heights[k - 1] - heights[k + 1])
            between = profile[:, k + 1] + weight * (profile[:, k - 1] - profile[:, k + 1])
            away = np.abs(profile[:, k] - between)
            # an inversion bends the profile near the ground, the tropopause higher up
            allowed = limit * (1.6 if item.levels[k] > 840.0 or item.levels[k] < 300.0 else 1.0)
            if np.isfinite(away).any() and float(np.nanmax(away)) > allowed:
                place = worst(away)
                yield RuleFinding(
                    (name,),
                    {
                        "level": Measure(measure=float(item.levels[k]), unit="hPa", digits=0),
                        "value": Measure(
                            measure=float(away[place]), unit="K" if name == "t" else "m s-1"
                        ),
                    },
                    value=float(away[place]),
                    limit=allowed,
                    unit="K" if name == "t" else "m s-1",
                    time=as_datetime(item.times[place[0]]),
                    level_hpa=float(item.levels[k]),
                )
                break
    if not looked:
        raise NotCheckableError("levels")


@rule("same_level_twice", Weight.DOUBT, "levels", "t", "z", "u", "v")
def same_level_twice(material: RuleInputs) -> Iterator[RuleFinding]:
    """Two levels with the same values."""
    looked = False
    for name in ("t", "z", "u", "v"):
        item = material.fields.get(name)
        if item is None or item.levels.size < 2:
            continue
        looked = True
        seen: dict[int, int] = {}
        for k in range(item.levels.size):
            plane = item.values[:, k]
            digest = zlib.crc32(plane.tobytes())
            same = seen.setdefault(digest, k)
            if same == k:
                continue
            if np.unique(plane[np.isfinite(plane)]).size < 12:
                continue
            yield RuleFinding(
                (name,),
                {
                    "upper": Measure(measure=float(item.levels[same]), unit="hPa", digits=0),
                    "lower": Measure(measure=float(item.levels[k]), unit="hPa", digits=0),
                },
                level_hpa=float(item.levels[k]),
            )
            break
    if not looked:
        raise NotCheckableError("levels")


@rule("pressure_against_height", Weight.DOUBT, "pressure", "msl z")
def pressure_against_height(material: RuleInputs) -> Iterator[RuleFinding]:
    """Sea-level pressure against the height of the lowest level, over low ground."""
    item = material.fields["z"]
    level = float(item.levels[-1])
    if level < 900.0:
        raise NotCheckableError("levels")
    times, at_p, at_z = np.intersect1d(
        material.fields["msl"].times, item.times, return_indices=True
    )
    low = material.low_ground
    if not times.size or low.sum() < 20:
        raise NotCheckableError("low_ground")
    pressure = material.fields["msl"].values[at_p][:, low].astype(np.float64)
    height = item.values[at_z, -1][:, low].astype(np.float64) / GRAVITY
    air = 283.0
    t = material.fields.get("t")
    if t is not None and level in t.levels:
        air = float(median(t.at_level(level)[:, low]))
    implied = 100.0 * level * np.exp(GRAVITY * height / (GAS_CONSTANT_DRY * air))
    gap = (pressure - implied) / 100.0
    value = float(median(gap))
    by_time = median(gap, axis=1)
    odd = int(np.nanargmax(np.abs(by_time))) if np.isfinite(by_time).any() else 0
    spread = float(np.nanpercentile(np.abs(gap - by_time[:, None]), 95.0))
    limit = 3.0 if level > 990.0 else 8.0
    if abs(float(by_time[odd])) > limit or spread > 2.0 * limit:
        shown = float(by_time[odd]) if abs(float(by_time[odd])) > limit else spread
        yield RuleFinding(
            ("msl", "z"),
            {"value": Measure(measure=shown, unit="hPa")},
            value=shown,
            limit=limit,
            unit="hPa",
            time=as_datetime(times[odd]),
            level_hpa=level,
            weight=Weight.REFUSE if abs(value) > 25.0 else Weight.DOUBT,
        )


@rule("surface_pressure_against_ground", Weight.DOUBT, "pressure", "sp orog", "sp msl")
def surface_pressure_against_ground(material: RuleInputs) -> Iterator[RuleFinding]:
    """Surface pressure that the height of the ground does not explain, or that tops sea level's."""
    surface = material.fields["sp"]
    if material.has("orog"):
        ground = material.fields["orog"].values[0].astype(np.float64)
        mean_pressure = median(surface.values, axis=0) / 100.0
        expected = 1013.0 * (1.0 - 0.0065 * ground / 288.0) ** 5.256
        gap = mean_pressure - expected
        value = float(np.nanpercentile(np.abs(gap), 90.0))
        if value > 45.0:
            place = worst(np.abs(gap))
            yield RuleFinding(
                ("sp", "orog"),
                {"value": Measure(measure=value, unit="hPa")},
                value=value,
                limit=45.0,
                unit="hPa",
                variant="ground",
                place=material.place(place[0], place[1]),
            )
    if not material.has("msl"):
        return
    both = material.together("sp", "msl")
    if not both.times.size:
        return
    excess = both.first - both.second
    if material.has("orog"):
        # spectral ground lies below sea level beside mountains, and pressure there is higher
        ground = np.minimum(material.fields["orog"].values[0], 0.0)
        excess = excess - (surface_pressure_from_orography(ground) - SEA_LEVEL_PA)
    with np.errstate(invalid="ignore"):
        over = float((excess > 300.0).mean())
    if over > 0.05:
        gap_here = float(np.nanpercentile(excess, 99.0)) / 100.0
        yield RuleFinding(
            ("sp", "msl"),
            {"value": Measure(measure=gap_here, unit="hPa")},
            value=gap_here,
            limit=3.0,
            unit="hPa",
        )


@rule("below_the_ground", Weight.TELL, "ground", "sp t", "sp u", "sp z", "sp q")
def below_the_ground(material: RuleInputs) -> Iterator[RuleFinding]:
    """Values on levels that lie below the ground: they are extrapolated."""
    pressure = median(material.fields["sp"].values, axis=0) / 100.0
    names = [name for name in "utqz" if material.has(name)]
    levels = material.fields[names[0]].levels
    for level in levels[::-1]:
        below = pressure < level
        share = float(below.mean())
        values = material.fields[names[0]].at_level(float(level))[:, below]
        if share < 0.05 or not np.isfinite(values).any():
            continue
        yield RuleFinding(
            tuple(names),
            {
                "level": Measure(measure=float(level), unit="hPa", digits=0),
                "share": Measure(measure=100.0 * share, unit="%", digits=0),
            },
            value=share,
            limit=0.05,
            unit="1",
            level_hpa=float(level),
        )
        return


@rule("pressure_reduced_over_high_ground", Weight.TELL, "ground", "msl orog", "msl sp")
def pressure_reduced_over_high_ground(material: RuleInputs) -> Iterator[RuleFinding]:
    """Sea-level pressure over ground so high that it says more of the reduction than of weather."""
    if material.has("orog"):
        ground = material.fields["orog"].values[0].astype(np.float64)
    else:
        pressure = median(material.fields["sp"].values, axis=0) / 100.0
        ground = standard_height(pressure)
    high = ground > 1000.0
    share = float(high.mean())
    if share < 0.05:
        return
    place = worst(ground)
    yield RuleFinding(
        ("msl",),
        {
            "share": Measure(measure=100.0 * share, unit="%", digits=0),
            "height": Measure(measure=float(ground[place]), unit="m", digits=0),
        },
        value=share,
        limit=0.05,
        unit="1",
        place=material.place(place[0], place[1]),
    )
