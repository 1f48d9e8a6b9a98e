"""Wind: against the pressure field, the gust and the lowest level; ascent against convergence."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from diagnostics.constants import GAS_CONSTANT_DRY
from diagnostics.contracts.checking import Weight
from diagnostics.data_checks.registry import NotCheckableError, RuleFinding, rule
from diagnostics.data_checks.rule_inputs import Array, RuleInputs
from diagnostics.data_checks.statistics import correlation, mean, median
from diagnostics.errors import DiagnosticsError
from diagnostics.messages import Measure, Term

LEAST_LATITUDE = 20.0
LEAST_WIND = 4.0
LEAST_CELLS = 40
WIDE_KM2 = 6e5
BELOW_THE_WIND = 0.95
MOST_BELOW = 0.2
"""Share of cells in which a gust may be weaker than so many times the mean wind.

A gust is no weaker than the mean: at most 1 % of the cells of real forecasts are below the ratio.
Where the mean is in knots it is 1.94 times too strong, as much as gusts over land are stronger.
"""
MOST_GUSTY, MOST_GUSTY_STRONG = 2.6, 2.1
STRONG_WIND = 8.0
"""m s-1. Where the mean wind is as strong, gusts are 1.1 to 1.65 times it in real forecasts, and
those in knots 2.2 times and more; where it is weak, the ground makes gusts many times as strong.
"""
GROUND_BENEATH_HPA = 800.0
"""Over higher ground the layer beneath 600 hPa is too thin to tell of ascent."""

Reading = Callable[[Array, Array], tuple[Array, Array]]

OTHER_READINGS: Mapping[str, Reading] = {
    "exchanged": lambda u, v: (v, u),
    "u_reversed": lambda u, v: (-u, v),
    "v_reversed": lambda u, v: (u, -v),
    "both_reversed": lambda u, v: (-u, -v),
    "turned_left": lambda u, v: (-v, u),
    "turned_right": lambda u, v: (v, -u),
    "exchanged_reversed": lambda u, v: (-v, -u),
}
"""What a wind may really be where it does not fit: the true (u, v) of what was written."""


class Comparison(NamedTuple):
    """A wind beside what balance asks for, in a share of the cells."""

    agreement: float
    best: str
    best_agreement: float
    speed_ratio: float
    turn: float
    share: float


def compare(u: Array, v: Array, u_other: Array, v_other: Array) -> Comparison | None:
    """Compare a wind with another, cell by cell, as it is and as it may have been meant.

    The agreement is the mean product of both over the product of their sizes: 1 for the same
    directions and proportional speeds, -1 for opposite ones.
    """
    good = np.isfinite(u) & np.isfinite(v) & np.isfinite(u_other) & np.isfinite(v_other)
    good &= np.hypot(u_other, v_other) >= LEAST_WIND
    if good.sum() < LEAST_CELLS:
        return None
    share = float(good.mean())
    u, v, u_other, v_other = (item[good].astype(np.float64) for item in (u, v, u_other, v_other))
    size = float(np.sqrt(np.sum(u * u + v * v) * np.sum(u_other**2 + v_other**2)))
    if size <= 0:
        return None

    def agreement(one: Array, other: Array) -> float:
        return float(np.sum(one * u_other + other * v_other)) / size

    own = agreement(u, v)
    found = {name: agreement(*read(u, v)) for name, read in OTHER_READINGS.items()}
    best = max(found, key=lambda name: found[name])
    cross = float(np.sum(u * v_other - v * u_other))
    along = float(np.sum(u * u_other + v * v_other))
    ratio = float(np.median(np.hypot(u, v) / np.hypot(u_other, v_other)))
    return Comparison(
        own, best, found[best], ratio, float(np.degrees(np.arctan2(cross, along))), share
    )


def geostrophic(material: RuleInputs, potential: NDArray[np.float32]) -> tuple[Array, Array]:
    """Geostrophic wind of a geopotential (m2 s-2), smoothed where cells are small.

    Raises
    ------
    NotCheckableError
        Where the grid has no neighbours to difference, or lies near the equator.
    """
    try:
        east, north = material.geometry.gradient(np.asarray(potential, dtype=np.float64))
    except DiagnosticsError as error:
        raise NotCheckableError("area") from error
    f = material.geometry.coriolis
    with np.errstate(invalid="ignore", divide="ignore"):
        f = np.where(np.abs(material.latitude) >= LEAST_LATITUDE, f, np.nan)
        return np.asarray(-north / f), np.asarray(east / f)


def balance_aloft(material: RuleInputs) -> Comparison:
    """Compare the wind on upper levels with the geostrophic one.

    Raises
    ------
    NotCheckableError
        Without a level between 700 and 200 hPa, or outside the middle latitudes.
    """
    known = material.shared.get("balance_aloft")
    if isinstance(known, Comparison):
        return known
    u, v, z = (material.fields[name] for name in "uvz")
    times, at_u, at_v = np.intersect1d(u.times, v.times, return_indices=True)
    times, at_w, at_z = np.intersect1d(times, z.times, return_indices=True)
    levels = [
        float(level)
        for level in z.levels
        if 200.0 <= level <= 850.0 and level in u.levels and level in v.levels
    ]
    if not levels or not times.size:
        raise NotCheckableError("levels")
    if len(levels) > 3:
        levels = [levels[0], levels[len(levels) // 2], levels[-2]]
    every = max(1, times.size // 8)
    parts: list[tuple[Array, Array, Array, Array]] = []
    for level in levels:
        potential = z.at_level(level)[at_z][::every]
        wind_u, wind_v = geostrophic(material, potential)
        parts.append(
            (
                np.asarray(u.at_level(level)[at_u[at_w]][::every], dtype=np.float64),
                np.asarray(v.at_level(level)[at_v[at_w]][::every], dtype=np.float64),
                wind_u,
                wind_v,
            )
        )
    joined = [np.concatenate([part[k].ravel() for part in parts]) for k in range(4)]
    found = compare(*joined)
    if found is None:
        raise NotCheckableError("latitude")
    material.shared["balance_aloft"] = found
    return found


def balance_below(material: RuleInputs) -> Comparison:
    """Compare the 10-m wind with the geostrophic one of sea-level pressure over low ground."""
    both = material.together("u10", "msl")
    other = material.together("v10", "msl")
    if not both.times.size or both.first.shape != other.first.shape:
        raise NotCheckableError("times")
    every = max(1, both.times.size // 12)
    # R T / p with 283 K and 1010 hPa turns pressure into geopotential
    potential = both.second[::every] * np.float32(GAS_CONSTANT_DRY * 283.0 / 101000.0)
    wind_u, wind_v = geostrophic(material, potential)
    low = material.low_ground
    found = compare(
        np.asarray(np.where(low, both.first[::every], np.nan), dtype=np.float64),
        np.asarray(np.where(low, other.first[::every], np.nan), dtype=np.float64),
        wind_u,
        wind_v,
    )
    if found is None:
        raise NotCheckableError("latitude")
    return found


@rule("wind_against_balance", Weight.REFUSE, "wind", "u v z", "u10 v10 msl")
def wind_against_balance(material: RuleInputs) -> Iterator[RuleFinding]:
    """Winds that do not blow along the isobars, and would if read in another way."""
    looked = False
    lacks = ""
    for names, compared in (("u v z", balance_aloft), ("u10 v10 msl", balance_below)):
        if not material.has(*names.split()):
            continue
        try:
            found = compared(material)
        except NotCheckableError as error:
            lacks = error.lack
            continue
        looked = True
        if found.agreement < 0.35 and found.best_agreement > max(0.5, found.agreement + 0.35):
            yield _misread(names, found, 0.35)
        elif names == "u v z" and found.agreement < 0.2:
            yield RuleFinding(
                ("u", "v", "z"),
                {"agreement": round(found.agreement, 2)},
                value=found.agreement,
                limit=0.2,
                weight=Weight.DOUBT,
                variant="unlike",
            )
    if not looked:
        raise NotCheckableError(lacks)


def _misread(names: str, found: Comparison, limit: float) -> RuleFinding:
    return RuleFinding(
        tuple(names.split()[:2]),
        {
            "agreement": round(found.agreement, 2),
            "better": round(found.best_agreement, 2),
            "reading": Term(term=f"wind_{found.best}"),
        },
        value=found.agreement,
        limit=limit,
    )


@rule("wind_speed_against_balance", Weight.DOUBT, "wind_unit", "u v z", "u10 v10 msl")
def wind_speed_against_balance(material: RuleInputs) -> Iterator[RuleFinding]:
    """Winds that blow the right way at a speed that pressure does not explain: knots, km/h."""
    looked = False
    lacks = ""
    for names, compared, low, high in (
        ("u v z", balance_aloft, 0.66, 1.45),
        # on a calm night the wind over land falls far behind
        ("u10 v10 msl", balance_below, 0.15, 1.25),
    ):
        if not material.has(*names.split()):
            continue
        try:
            found = compared(material)
        except NotCheckableError as error:
            lacks = error.lack
            continue
        looked = True
        # the wind round a small, deep low stays far behind the geostrophic one
        least = low if found.share * float(material.cell_area_km2.sum()) > WIDE_KM2 else 0.0
        if found.agreement < 0.5 or least <= found.speed_ratio <= high:
            continue
        yield RuleFinding(
            tuple(names.split()[:2]),
            {"ratio": round(found.speed_ratio, 2)},
            value=found.speed_ratio,
            limit=high if found.speed_ratio > high else low,
        )
    if not looked:
        raise NotCheckableError(lacks)


def lowest_wind(material: RuleInputs) -> tuple[Array, Array, Array, Array]:
    """The 10-m wind and the wind of the lowest level, over low ground at common times."""
    u, v = material.fields["u"], material.fields["v"]
    level = float(min(u.levels[-1], v.levels[-1]))
    if level < 900.0 or u.levels[-1] != v.levels[-1]:
        raise NotCheckableError("levels")
    times = u.times
    for name in ("v", "u10", "v10"):
        times = np.intersect1d(times, material.fields[name].times)
    if not times.size:
        raise NotCheckableError("times")
    every = max(1, times.size // 24)
    times = times[::every]
    low = material.low_ground
    parts = []
    for name in ("u10", "v10", "u", "v"):
        item = material.fields[name]
        rows = np.flatnonzero(np.isin(item.times, times))
        values = item.values[rows]
        if item.levels.size:
            values = values[:, -1]
        parts.append(np.asarray(np.where(low, values, np.nan), dtype=np.float64))
    return parts[0], parts[1], parts[2], parts[3]


@rule("surface_wind_apart", Weight.DOUBT, "wind", "u10 v10 u v")
def surface_wind_apart(material: RuleInputs) -> Iterator[RuleFinding]:
    """A 10-m wind that does not follow the wind of the lowest level, or is stronger than it."""
    found = compare(*lowest_wind(material))
    if found is None:
        raise NotCheckableError("low_ground")
    if found.agreement < 0.4 and found.best_agreement > max(0.55, found.agreement + 0.35):
        yield _misread("u10 v10", found, 0.4)
    elif found.agreement < 0.2:
        yield RuleFinding(
            ("u10", "v10", "u", "v"),
            {"agreement": round(found.agreement, 2)},
            value=found.agreement,
            limit=0.2,
            variant="unlike",
        )
    elif found.agreement > 0.5 and not 0.3 <= found.speed_ratio <= 1.25:
        yield RuleFinding(
            ("u10", "v10"),
            {"ratio": round(found.speed_ratio, 2)},
            value=found.speed_ratio,
            limit=1.25 if found.speed_ratio > 1 else 0.3,
            variant="speed",
        )


@rule("gust_against_wind", Weight.DOUBT, "wind_unit", "fg10 u10 v10")
def gust_against_wind(material: RuleInputs) -> Iterator[RuleFinding]:
    """Gusts below the mean wind, or many times as strong."""
    both = material.together("fg10", "u10")
    other = material.together("fg10", "v10")
    if not both.times.size or both.second.shape != other.second.shape:
        raise NotCheckableError("times")
    speed = np.hypot(both.second, other.second).astype(np.float64)
    good = np.isfinite(both.first) & (speed >= 5.0)
    if good.sum() < LEAST_CELLS:
        raise NotCheckableError("wind")
    ratio = both.first[good] / speed[good]
    value = float(median(ratio))
    share = float((ratio < BELOW_THE_WIND).mean())
    high = MOST_GUSTY
    strong = good & (speed >= STRONG_WIND)
    if value <= high and strong.sum() >= LEAST_CELLS:
        of_strong = float(median(both.first[strong] / speed[strong]))
        value, high = (
            (of_strong, MOST_GUSTY_STRONG) if of_strong > MOST_GUSTY_STRONG else (value, high)
        )
    if value < 0.9 or share > MOST_BELOW or value > high:
        yield RuleFinding(
            ("fg10",),
            {"ratio": round(value, 2)},
            value=value,
            limit=high if value > high else 0.9,
        )


@rule("ascent_against_convergence", Weight.DOUBT, "ascent", "w u v")
def ascent_against_convergence(material: RuleInputs) -> Iterator[RuleFinding]:
    """Air that sinks where the wind converges below: the sign of the vertical velocity is wrong."""
    w, u, v = (material.fields[name] for name in "wuv")
    levels = [x for x in u.levels if x in v.levels and x >= 400.0]
    middle = [x for x in w.levels if 400.0 <= x <= 850.0]
    below = [x for x in levels if middle and x > max(middle[0], 500.0)]
    if len(below) < 2 or not middle:
        raise NotCheckableError("levels")
    times = np.intersect1d(np.intersect1d(w.times, u.times), v.times)
    if not times.size:
        raise NotCheckableError("times")
    times = times[:: max(1, times.size // 6)]
    target = min(middle, key=lambda x: abs(x - 600.0))
    below = [x for x in levels if x >= target]
    if len(below) < 2:
        raise NotCheckableError("levels")
    rows = [np.flatnonzero(np.isin(item.times, times)) for item in (w, u, v)]
    try:
        divergence = np.stack(
            [
                material.geometry.divergence(u.at_level(x)[rows[1]], v.at_level(x)[rows[2]])
                for x in below
            ]
        )
    except DiagnosticsError as error:
        raise NotCheckableError("area") from error
    if material.ground_pressure is not None:
        hidden = np.array(below)[:, None, None] > material.ground_pressure
        divergence = np.where(hidden[:, None], 0.0, divergence)
    pressure = 100.0 * np.array(below)
    implied = np.asarray(np.trapezoid(divergence, pressure, axis=0))
    # d omega / dp = -divergence, and nothing goes through the ground
    given = w.at_level(target)[rows[0]]
    if material.ground_pressure is not None:
        given = np.where(material.ground_pressure > GROUND_BENEATH_HPA, given, np.nan)
    found = correlation(given[..., 2:-2, 2:-2], implied[..., 2:-2, 2:-2])
    if found < -0.25:
        yield RuleFinding(("w",), {"agreement": round(found, 2)}, value=found, limit=-0.25)


@rule("ascent_against_rain", Weight.DOUBT, "ascent", "w tp")
def ascent_against_rain(material: RuleInputs) -> Iterator[RuleFinding]:
    """Air that sinks where it rains hard, and rises where it is dry."""
    w = material.fields["w"]
    middle = [x for x in w.levels if 400.0 <= x <= 850.0]
    if not middle:
        raise NotCheckableError("levels")
    level = min(middle, key=lambda x: abs(x - 600.0))
    rain = material.fields["tp"]
    times, left, right = np.intersect1d(w.times, rain.times, return_indices=True)
    if not times.size:
        raise NotCheckableError("times")
    ascent = w.at_level(level)[left]
    amount = rain.values[right]
    hours = rain.interval_hours or 6.0
    with np.errstate(invalid="ignore"):
        wet = amount > 0.5 * hours
        dry = amount < 0.02 * hours
    if wet.sum() < 25 or dry.sum() < 25:
        raise NotCheckableError("rain")
    in_rain, elsewhere = float(mean(ascent[wet])), float(mean(ascent[dry]))
    spread = float(np.nanstd(ascent))
    if in_rain > elsewhere + 0.1 * spread and in_rain > 0:
        yield RuleFinding(
            ("w", "tp"),
            {
                "value": Measure(measure=in_rain, unit="Pa s-1"),
                "limit": Measure(measure=elsewhere, unit="Pa s-1"),
            },
            value=in_rain,
            limit=elsewhere,
            unit="Pa s-1",
        )


@rule("wind_falls_with_height", Weight.DOUBT, "levels", "u v")
def wind_falls_with_height(material: RuleInputs) -> Iterator[RuleFinding]:
    """Outside the tropics the wind is stronger at the tropopause than near the ground."""
    u, v = material.fields["u"], material.fields["v"]
    if u.values.shape != v.values.shape:
        raise NotCheckableError("levels")
    low = u.levels >= 850.0
    high = (u.levels <= 350.0) & (u.levels >= 200.0)
    outside = np.abs(material.latitude) > 28.0
    if not low.any() or not high.any() or outside.sum() < LEAST_CELLS:
        raise NotCheckableError("levels")
    speed = np.hypot(u.values, v.values)
    below = float(mean(speed[:, low][..., outside]))
    above = float(mean(speed[:, high][..., outside]))
    area = float(material.cell_area_km2[outside].sum())
    if below > 1.35 * above and area > 1.5e6:
        yield RuleFinding(
            ("u", "v"),
            {
                "value": Measure(measure=below, unit="m s-1"),
                "limit": Measure(measure=above, unit="m s-1"),
            },
            value=below,
            limit=above,
            unit="m s-1",
        )


ROTATION_KM2, ROTATION_CELLS = 1.5e6, 300
"""Area and cells over which rotation and divergence are compared."""
ROTATION_LEVELS = (200.0, 700.0)
MOST_ALIKE, LEAST_ROTATION = 1.4, 2.5
"""Ratio of rotation to divergence (root mean squares).

Above the boundary layer of middle latitudes the wind is nearly in balance: the ratio is 2.1 to 11
in real analyses and forecasts of such areas. Exchanged components, or one with the wrong sign, turn
both into parts of the deformation, which are equally large: the same data have 0.8 to 1.3 then.
"""


@rule("divergence_like_rotation", Weight.DOUBT, "wind", "u v")
def divergence_like_rotation(material: RuleInputs) -> Iterator[RuleFinding]:
    """Wind aloft that diverges as much as it turns, and would not if read in another way."""
    if material.has("z"):
        # the balance of wind and height says the same, and better
        return
    own, deformation = _rotation(material)
    reading = "exchanged" if deformation >= LEAST_ROTATION else "v_reversed"
    better = max(deformation, 1.0 / deformation) if deformation > 0 else 0.0
    if 1.0 / MOST_ALIKE <= own <= MOST_ALIKE and better >= LEAST_ROTATION:
        yield RuleFinding(
            ("u", "v"),
            {
                "ratio": round(own, 2),
                "better": round(better, 1),
                "reading": Term(term=f"wind_{reading}"),
            },
            value=own,
            limit=MOST_ALIKE,
        )


def _rotation(material: RuleInputs) -> tuple[float, float]:
    """Ratio of rotation to divergence, of the wind and of the one with exchanged components.

    Raises
    ------
    NotCheckableError
        Without a level aloft, or a wide area of middle latitudes.
    """
    u, v = material.fields["u"], material.fields["v"]
    low, high = ROTATION_LEVELS
    levels = [x for x in u.levels if low <= x <= high and x in v.levels]
    times, at_u, at_v = np.intersect1d(u.times, v.times, return_indices=True)
    if not levels or not times.size:
        raise NotCheckableError("levels")
    inside = (np.abs(material.latitude) >= LEAST_LATITUDE) & (np.abs(material.latitude) <= 75.0)
    inside[:, [0, -1]] = inside[[0, -1]] = False
    area = float(material.cell_area_km2[inside].sum())
    if inside.sum() < ROTATION_CELLS or area < ROTATION_KM2:
        raise NotCheckableError("area")
    every = slice(None, None, max(1, times.size // 6))
    sums = dict.fromkeys(("rotation", "divergence", "shearing", "stretching"), 0.0)
    grid = material.geometry
    for level in levels:
        east, north = u.at_level(level)[at_u][every], v.at_level(level)[at_v][every]
        try:
            parts = {
                "rotation": grid.vorticity(east, north),
                "divergence": grid.divergence(east, north),
                "stretching": grid.vorticity(north, east),
                "shearing": grid.divergence(north, east),
            }
        except DiagnosticsError as error:
            raise NotCheckableError("area") from error
        for name, part in parts.items():
            sums[name] += float(np.nansum(np.square(part[..., inside], dtype=np.float64)))
    if not (sums["divergence"] and sums["shearing"]):
        raise NotCheckableError("wind")
    return (
        float(np.sqrt(sums["rotation"] / sums["divergence"])),
        float(np.sqrt(sums["stretching"] / sums["shearing"])),
    )
