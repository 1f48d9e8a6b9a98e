"""Fields near the ground beside those of the lowest level, and beside each other."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import numpy as np

from diagnostics.contracts.checking import Weight
from diagnostics.data_checks.registry import NotCheckableError, RuleFinding, rule
from diagnostics.data_checks.rule_inputs import Array, RuleInputs, as_datetime
from diagnostics.data_checks.rules.sequence import wide
from diagnostics.data_checks.statistics import correlation, mean, median, worst
from diagnostics.messages import Measure, Term

PARTNERS = (
    ("t2m", "t"),
    ("u10", "u"),
    ("v10", "v"),
    ("msl", "z"),
    ("msl", "sp"),
    ("d2m", "q"),
)
"""Pairs of fields that belong together in space and time."""


@rule("surface_temperature_apart", Weight.DOUBT, "units", "t2m t", "mx2t t", "mn2t t")
def surface_temperature_apart(material: RuleInputs) -> Iterator[RuleFinding]:
    """A 2-m temperature with an offset against the lowest level, over low ground."""
    level_field = material.fields["t"]
    level = float(level_field.levels[-1])
    if level < 900.0:
        raise NotCheckableError("levels")
    low = material.low_ground
    if low.sum() < 20:
        raise NotCheckableError("low_ground")
    # the level lies some hundred metres above the ground
    lift = max(0.0, 8.4 * (1013.0 - level)) * 0.0065
    for name in ("t2m", "mx2t", "mn2t"):
        if not material.has(name):
            continue
        times, left, right = np.intersect1d(
            material.fields[name].times, level_field.times, return_indices=True
        )
        if not times.size:
            continue
        gap = material.fields[name].values[left][:, low] - level_field.values[right, -1][:, low]
        value = float(median(gap)) - lift
        land = float(material.on_land[low].mean())
        limit = 4.0 + 4.5 * land + (4.0 if name != "t2m" else 0.0)
        if name == "t2m" and times.size >= 4 and float(np.ptp(times.astype(np.int64))) >= 64800:
            # day and night cancel
            limit -= 1.5 * land
        if abs(value) > limit:
            yield RuleFinding(
                (name, "t"),
                {"value": Measure(measure=value, unit="K")},
                value=value,
                limit=limit,
                unit="K",
                level_hpa=level,
                weight=Weight.REFUSE if abs(value) > 30.0 else Weight.DOUBT,
            )


@rule("extremes_out_of_order", Weight.DOUBT, "names", "t2m mx2t", "t2m mn2t", "mx2t mn2t")
def extremes_out_of_order(material: RuleInputs) -> Iterator[RuleFinding]:
    """A maximum below the temperature, or a minimum above it."""
    for low, high in (("t2m", "mx2t"), ("mn2t", "t2m"), ("mn2t", "mx2t")):
        if not material.has(low, high):
            continue
        both = material.together(low, high)
        if not both.times.size:
            continue
        excess = both.first - both.second
        with np.errstate(invalid="ignore"):
            share = float((excess > 0.7).mean())
        if share < 0.02:
            continue
        place = worst(excess)
        yield RuleFinding(
            (low, high),
            {
                "low": Term(term=f"field_{low}"),
                "high": Term(term=f"field_{high}"),
                "value": Measure(measure=float(excess[place]), unit="K"),
            },
            value=float(excess[place]),
            limit=0.7,
            unit="K",
            time=as_datetime(both.times[place[0]]),
            place=material.place(place[1], place[2]),
        )


def _partner(material: RuleInputs, name: str) -> tuple[Array, Array] | None:
    """Times and planes of a field near the ground; of a level field its lowest level."""
    item = material.fields[name]
    values = item.values
    if values.ndim == 4:
        if item.levels[-1] < 850.0 and name != "z":
            return None
        if name == "z" and item.levels[-1] < 900.0:
            return None
        values = values[:, -1]
    stride = max(1, int(np.sqrt(values[0].size / 1500)))
    return item.hours, values[:, ::stride, ::stride].astype(np.float64)


@rule("times_apart", Weight.DOUBT, "times", *(" ".join(pair) for pair in PARTNERS))
def times_apart(material: RuleInputs) -> Iterator[RuleFinding]:
    """Two fields that belong together and fit better when one is moved in time."""
    looked = False
    for first, second in PARTNERS:
        if not material.has(first, second):
            continue
        one, other = _partner(material, first), _partner(material, second)
        if one is None or other is None:
            continue
        if not material.fields[first].whole or not material.fields[second].whole:
            continue
        times = np.intersect1d(one[0], other[0])
        if times.size < 5 or not np.allclose(np.diff(times), times[1] - times[0]):
            continue
        looked = True
        a = one[1][np.isin(one[0], times)]
        b = other[1][np.isin(other[0], times)]
        step = float(times[1] - times[0])
        most = min(times.size - 4, max(1, round(24.0 / step)))
        scores = {lag: _lagged(a, b, lag) for lag in range(-most, most + 1)}
        best = max(scores, key=lambda lag: scores[lag])
        gain = (1.0 - scores[0] ** 2) / max(1e-6, 1.0 - max(0.0, scores[best]) ** 2)
        if best == 0 or scores[best] < 0.5 or scores[best] < scores[0] + 0.05 or gain < 1.7:
            continue
        yield RuleFinding(
            (first, second),
            {
                "first": Term(term=f"field_{first}"),
                "second": Term(term=f"field_{second}"),
                "hours": Measure(measure=abs(best) * step, unit="h"),
            },
            value=float(best * step),
            limit=0.0,
            unit="h",
        )
    if not looked:
        raise NotCheckableError("times")


def _lagged(a: Array, b: Array, lag: int) -> float:
    """Correlation of the changes in time of two fields, one moved by some steps.

    Every lag is judged on the same part of `a`, so that a quiet part does not decide.
    """
    count = a.shape[0]
    if lag >= 0:
        one, other = a[lag:], b[: count - lag]
    else:
        one, other = a[:lag], b[-lag:]
    return correlation(one - mean(one, axis=0), other - mean(other, axis=0))


LEAST_APART = 3.0
"""So many times less than at other times two fields have in common at a wrong time."""


@rule("time_of_one_field_wrong", Weight.DOUBT, "times", *(" ".join(pair) for pair in PARTNERS))
def time_of_one_field_wrong(material: RuleInputs) -> Iterator[RuleFinding]:
    """A time at which two fields that belong together have much less in common than at others."""
    looked = False
    for first, second in PARTNERS:
        if not material.has(first, second):
            continue
        one, other = _partner(material, first), _partner(material, second)
        if one is None or other is None:
            continue
        times = np.intersect1d(one[0], other[0])
        if times.size < 5 or not wide(material):
            continue
        looked = True
        a = one[1][np.isin(one[0], times)]
        b = other[1][np.isin(other[0], times)]
        scores = np.array(
            [correlation(a[k] - mean(a, axis=0), b[k] - mean(b, axis=0)) for k in range(a.shape[0])]
        )
        usual = float(np.median(scores))
        place = int(np.argmin(scores))
        rest = np.delete(scores, place)
        if usual < 0.75 or scores[place] > 0.1 or np.percentile(rest, 10) < 0.45:
            continue
        apart = np.array([1.0 - correlation(a[k], b[k]) for k in range(a.shape[0])])
        if apart[place] < LEAST_APART * float(np.median(np.delete(apart, place))):
            continue  # the fields themselves belong together as ever: what differs is small
        time = np.datetime64(int(times[place] * 3600), "s")
        yield RuleFinding(
            (first, second),
            {
                "first": Term(term=f"field_{first}"),
                "second": Term(term=f"field_{second}"),
            },
            value=float(scores[place]),
            limit=0.1,
            time=as_datetime(time),
        )
    if not looked:
        raise NotCheckableError("times")


MIRRORED: Mapping[str, int | tuple[int, ...]] = {
    "south_north": 1,
    "west_east": 2,
    "both_axes": (1, 2),
}


def _without_slope(values: Array) -> Array:
    """Take the mean slope from south to north and west to east out of planes, (time, y, x)."""
    left = values
    for axis in (1, 2):
        place = np.arange(left.shape[axis]) - 0.5 * (left.shape[axis] - 1)
        place = np.expand_dims(place, [k for k in range(3) if k != axis])
        given = np.isfinite(left)
        size = np.where(given, place**2, 0.0).sum(axis=(1, 2))
        slope = np.where(given, left * place, 0.0).sum(axis=(1, 2)) / np.maximum(size, 1e-12)
        left = left - slope[:, None, None] * place
    return left


@rule(
    "fields_in_different_places",
    Weight.DOUBT,
    "axes",
    *(" ".join(pair) for pair in PARTNERS),
)
def fields_in_different_places(material: RuleInputs) -> Iterator[RuleFinding]:
    """Two fields that fit when one is mirrored: an axis of one of them runs the wrong way."""
    looked = False
    for first, second in PARTNERS:
        if not material.has(first, second):
            continue
        one, other = _partner(material, first), _partner(material, second)
        if one is None or other is None or one[1].shape[1:] != other[1].shape[1:]:
            continue
        if one[1][0].size < 60:
            continue
        times = np.intersect1d(one[0], other[0])
        if not times.size:
            continue
        looked = True
        keep = slice(None, None, max(1, times.size // 8))
        a = one[1][np.isin(one[0], times)][keep]
        b = other[1][np.isin(other[0], times)][keep]
        if (first, second) == ("msl", "sp"):
            b = b - mean(b, axis=0)
            a = a - mean(a, axis=0)
            if times.size < 3:
                continue
        a = a - mean(a, axis=(1, 2))[:, None, None]
        b = b - mean(b, axis=(1, 2))[:, None, None]
        own = correlation(a, b)
        readings = {name: correlation(np.flip(a, axes), b) for name, axes in MIRRORED.items()}
        best = max(readings, key=lambda name: readings[name])
        # two slopes fit when one is mirrored; it is the shapes beside them that tell
        a, b = _without_slope(a), _without_slope(b)
        mirrored = np.flip(a, MIRRORED[best])
        shaped = correlation(mirrored, b)
        # cells that are left out on one side say nothing of the other
        whole = float(np.isfinite(mirrored * b).mean()) > 0.5
        if whole and readings[best] > 0.75 and own < 0.25 and shaped > 0.5:
            yield RuleFinding(
                (first, second),
                {
                    "first": Term(term=f"field_{first}"),
                    "second": Term(term=f"field_{second}"),
                    "axis": Term(term=f"axis_{best}"),
                },
                value=own,
                limit=readings[best],
            )
    if not looked:
        raise NotCheckableError("area")
