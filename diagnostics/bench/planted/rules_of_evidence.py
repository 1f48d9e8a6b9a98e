"""Rules: each factor's value, place, time and verdict, compared with the fields."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from diagnostics.bench.planted.columns import POINTS, POINTS_OFF
from diagnostics.bench.planted.fields import (
    Array,
    destination,
    great_circle,
    initial_bearing,
    instant,
)
from diagnostics.bench.planted.quantities import (
    DEPARTURES,
    DERIVED,
    EXACT,
    MEANS,
    SMOOTHED_KM,
    departure,
    smoothed,
)
from diagnostics.bench.planted.truth import (
    Complaint,
    Document,
    Truth,
    close,
    decisive_point,
    evidence_of,
    peak_of,
)
from diagnostics.contracts.guidelines import FigureExpectation, IndexExpectation

_EIGHTHS = (
    "north", "northeast", "east", "southeast", "south", "southwest", "west", "northwest",
)  # fmt: skip
_FIELD_KINDS = {"threshold_object": "object", "gradient_band": "band", "moisture_tongue": "tongue"}
_EXACT_OFF = (0.01, 0.1)
_DERIVED_OFF = (0.15, 0.15)
_FIELD_OFF = {
    "closed_low": 0.3, "surface_low_pressure": 0.3, "cold_high_intensity": 0.3,
    "subtropical_high": 5.0, "gh500": 5.0,
}  # fmt: skip
"""Of fields that vary little about a large mean: hPa and gpm."""
_MOIST = (
    "pwat",
    "ivt",
    "tongue precipitable_water",
    "object precipitable_water",
    "k_index",
    "rh_2m",
)
_MOIST_OFF = (0.06, 1.0)


def measured_values(document: Document, truth: Truth) -> Iterator[Complaint]:
    """What an index or feature is said to reach is in the field, there and then."""
    for item in evidence_of(document):
        if item["index"] is not None:
            yield from _index_value(item, truth)
        for answer in (item["figure"] or {"features": ()})["features"]:
            for feature in answer["features"][:1]:
                yield from _feature_value(item["id"], answer, feature, truth)


def _index_value(item: Document, truth: Truth) -> Iterator[Complaint]:
    index, point = item["index"], decisive_point(item)
    if point is None or point["value"] is None:
        return
    name, given = index["name"], index["provenance"]["parameters"]
    try:
        step = truth.fields.step(instant(point["time"]))
        if index["reduction"] == "mean" and name in MEANS and index["region"]:
            plane = MEANS[name](truth.fields, step, given)
            yield from _mean(item, point["value"], plane, truth)
            return
        compute = EXACT.get(name) or DERIVED.get(name)
        if point["latitude"] is None:
            return
        cell = truth.fields.cell(point["latitude"], point["longitude"])
        if name in POINTS:
            found = POINTS[name](truth.fields, step, cell, given)
            if not close(point["value"], found, *POINTS_OFF[name]):
                detail = f"{name} {point['value']:.4g}, but {found:.4g} there"
                yield Complaint("value of factor", item["id"], detail)
        if compute is None:
            return
        plane = compute(truth.fields, step, given)
        if name in SMOOTHED_KM:
            plane = smoothed(plane, SMOOTHED_KM[name], truth.fields)
    except LookupError as error:
        if "outside" in str(error) or str(error).endswith("UTC"):
            yield Complaint("value of factor", item["id"], str(error))
        return
    value = point["value"]
    yield from _of_its_cell(item["id"], name, value, plane, cell)
    if index["reduction"] in ("max", "min") and index["region"]:
        sign = 1.0 if index["reduction"] == "max" else -1.0
        inside = plane[truth.fields.inside(index["region"])]
        best = float((sign * inside).max()) * sign if inside.size else value
        relative = 0.35 if name in DERIVED and name not in _MOIST else 0.06
        exempt = name in ("surface_low_pressure", "cold_high_intensity", "low_level_jet")
        if not exempt and sign * (best - value) > relative * abs(best) + 1.0:
            yield Complaint("value of factor", item["id"], f"the field reaches {best:.3g}")


def _mean(item: Document, value: float, plane: Array, truth: Truth) -> Iterator[Complaint]:
    inside = truth.fields.inside(item["index"]["region"])
    weights = np.broadcast_to(np.cos(np.radians(truth.fields.latitude))[:, None], plane.shape)[
        inside
    ]
    found = float(np.average(plane[inside], weights=weights))
    spread = float(plane[inside].std())
    if not close(value, found, 0.02, 0.1 * spread + 0.01 * abs(found)):
        yield Complaint("value of factor", item["id"], f"mean {value:.4g}, but {found:.4g}")


def _key(answer: Document, feature: Document) -> str:
    """What a feature is of, as the tables of quantities call it."""
    kind = _FIELD_KINDS.get(answer["detector"])
    if kind is None:
        return str(feature["kind"])
    return f"{kind} {answer['provenance']['parameters'].get('field')}"


def _feature_value(
    name: str, answer: Document, feature: Document, truth: Truth
) -> Iterator[Complaint]:
    given = answer["provenance"]["parameters"]
    key = _key(answer, feature)
    if feature["value"] is None:
        return
    try:
        step = truth.fields.step(instant(feature["time"] or answer["time"]))
        cell = truth.fields.cell(feature["latitude"], feature["longitude"])
        if key in DEPARTURES:
            yield from _departs(name, key, feature, departure(truth.fields, step, {}), cell)
            return
        compute = EXACT.get(key) or DERIVED.get(key)
        if compute is None:
            return
        plane = compute(truth.fields, step, given)
    except LookupError as error:
        if "outside" in str(error) or str(error).endswith("UTC"):
            yield Complaint("value of factor", name, str(error))
        return
    value = feature["value"]
    if key in ("vortex", "shear_line"):
        plane = plane * np.sign(truth.fields.latitude)[:, None]
    yield from _of_its_cell(name, key, value, plane, cell)
    limit, bound = feature["extra"].get("limit"), feature["extra"].get("comparison")
    if limit is not None and (
        (bound == ">=" and value < limit) or (bound == "<=" and value > limit)
    ):
        yield Complaint("verdict", name, f"{value:g} does not pass {bound} {limit:g}")


def _departs(
    name: str, key: str, feature: Document, plane: Array, cell: tuple[int, int]
) -> Iterator[Complaint]:
    sign = -1.0 if key == "trough_axis" else 1.0
    row, column = cell
    there = sign * plane[max(0, row - 2) : row + 3, max(0, column - 2) : column + 3]
    size = sign * feature["value"]
    if size < 0 or there.max() <= 0 or size > 2.5 * there.max() + 15.0:
        yield Complaint("value of factor", name, f"the height departs by {there.max():.0f} gpm")


def _of_its_cell(
    name: str, key: str, value: float, plane: Array, cell: tuple[int, int]
) -> Iterator[Complaint]:
    """Complain where a value is not that of its cell, or of its neighbours if it is derived."""
    row, column = cell
    reach = 1 if key in DERIVED else 0
    part = plane[max(0, row - reach) : row + reach + 1, max(0, column - reach) : column + reach + 1]
    relative, absolute = _DERIVED_OFF if key in DERIVED else _EXACT_OFF
    if key in _MOIST:
        relative, absolute = _MOIST_OFF
    if key in _FIELD_OFF:
        relative, absolute = 0.0, _FIELD_OFF[key]
    room = relative * abs(value) + absolute
    low, high = float(part.min()), float(part.max())
    if not low - room <= value <= high + room:
        found = f"{low:.4g}" if low == high else f"{low:.4g} to {high:.4g}"
        yield Complaint("value of factor", name, f"{key} {value:.4g}, but {found} there")


def series(document: Document, truth: Truth) -> Iterator[Complaint]:
    """The value of an index is the extreme of its series, and the decisive one is in it."""
    for item in evidence_of(document):
        index, judgement = item["index"], item["judgement"]
        if index is None or index["value"] is None:
            continue
        values = [point["value"] for point in index["series"] if point["value"] is not None]
        take = {"max": max, "min": min}.get(index["reduction"])
        if values and take and not close(index["value"], take(values), 1e-6, 1e-9):
            yield Complaint("series", item["id"], "its value is not the extreme of its series")
        point = decisive_point(item)
        if judgement["decisive_time"] and point is None:
            yield Complaint("series", item["id"], "its decisive time is not in its series")
        elif point and not close(judgement["decisive_value"], point["value"], 1e-6, 1e-9):
            yield Complaint("series", item["id"], "its decisive value is that of another time")
        opinion = item.get("second_opinion") or index.get("second_opinion")
        if opinion and opinion.get("value") is not None:
            mine = close(opinion["ours"], index["value"], 0.1, 1e-3)
            if not mine or not close(opinion["ours"], opinion["value"], 0.1, 0.5):
                yield Complaint("series", item["id"], "MetPy disagrees")


def verdicts(document: Document, truth: Truth) -> Iterator[Complaint]:
    """A verdict follows from what was measured and from what the library expects."""
    for item in evidence_of(document):
        entry, judgement = truth.entry(item), item["judgement"]
        if entry is None:
            continue
        confirmed = judgement["verdict"] == "confirmed"
        if judgement["verdict"] == "undetermined":
            continue
        expected = entry.expected
        if isinstance(expected, FigureExpectation):
            yield from _seen(item, confirmed=confirmed)
        elif judgement["basis"] == "absolute" and isinstance(expected, IndexExpectation):
            test, limit = expected.absolute, judgement["threshold"]
            value = judgement["decisive_value"]
            if test is None or test.op == "in" or limit is None or value is None:
                continue
            known = [test.value, *(band.absolute.value for band in expected.bands)]
            if not any(close(limit, one, 1e-6, 1e-6) for one in known if isinstance(one, float)):
                yield Complaint("verdict", item["id"], f"the library expects {test.value:g}")
            holds = value >= limit if test.op == ">=" else value <= limit
            if confirmed and not holds:
                yield Complaint("verdict", item["id"], f"{value:.3g} is not {test.op} {limit:g}")
            if not confirmed and holds and not expected.also and not expected.floor:
                yield Complaint("verdict", item["id"], f"{value:.3g} is {test.op} {limit:g}")


def _seen(item: Document, *, confirmed: bool) -> Iterator[Complaint]:
    judgement = item["judgement"]
    answers = (item["figure"] or {"features": ()})["features"]
    passed = [answer for answer in answers if answer["passed"]]
    if confirmed:
        deciding = [
            answer
            for answer in passed
            if answer["detector"] == judgement["detector"]
            and answer["time"] == judgement["decisive_time"]
        ]
        if not deciding:
            yield Complaint("verdict", item["id"], "no detector found what is confirmed")
            return
        values = [one["value"] for answer in deciding for one in answer["features"]]
        value = judgement["decisive_value"]
        if value is not None and not any(close(value, one, 1e-6, 1e-9) for one in values):
            yield Complaint("verdict", item["id"], "the decisive value is of no feature")
    elif passed and judgement.get("elsewhere") is None and not item.get("places"):
        yield Complaint("verdict", item["id"], "a detector found what is refuted")


def places(document: Document, truth: Truth) -> Iterator[Complaint]:
    """A factor lies where it is said to, seen from the event, and within its reach."""
    peak = peak_of(document)
    if peak is None:
        return
    for item in evidence_of(document, "confirmed"):
        seen = item["judgement"].get("from_peak")
        if seen is None:
            continue
        decided = item["judgement"]["decisive_time"]
        lag = (instant(decided) - instant(peak["time"])).total_seconds() / 3600.0
        if not close(seen["lag_hours"], lag, 0.0, 0.1):
            yield Complaint("place of factor", item["id"], f"{lag:+.0f} h from the peak")
        if seen["distance_km"] is None:
            continue
        word = _EIGHTHS[round(seen["bearing_deg"] / 45.0) % 8]
        if seen["direction"] not in ("", word):
            yield Complaint("place of factor", item["id"], f"its bearing is {word}")
        entry = truth.entry(item)
        reaches = [] if entry is None else [entry.where, *_own_places(entry.expected)]
        ahead = 3.6 * max(0.0, -lag)
        known = [
            one.reach_km + ahead * (one.advection_ms or 0.0) for one in reaches if one is not None
        ]
        if known and seen["distance_km"] > max(known) * 1.02 + 20.0:
            yield Complaint("place of factor", item["id"], "beyond the reach of its entry")
        yield from _measured_from(item, peak, seen, truth)


def _own_places(expected: IndexExpectation | FigureExpectation) -> list[Any]:
    if isinstance(expected, FigureExpectation):
        return [one.where for one in expected.detectors]
    return []


def _measured_from(
    item: Document, peak: Mapping[str, Any], seen: Mapping[str, Any], truth: Truth
) -> Iterator[Complaint]:
    """Measure the distance again: to the point of an index, at most to the point of a feature."""
    point = decisive_point(item) if item["index"] else None
    if point is not None and point["latitude"] is not None:
        ends = peak["latitude"], peak["longitude"], point["latitude"], point["longitude"]
        far = float(great_circle(*ends))
        if not close(seen["distance_km"], far, 0.02, 10.0):
            yield Complaint("place of factor", item["id"], f"{far:.0f} km from the peak")
        elif far > 100.0 and _turn(seen["bearing_deg"], initial_bearing(*ends)) > 10.0:
            yield Complaint("place of factor", item["id"], "it lies in another direction")
        return
    for feature in deciding_features(item):
        ends = peak["latitude"], peak["longitude"], feature["latitude"], feature["longitude"]
        far = float(great_circle(*ends))
        size = max(feature["length_km"] or 0.0, float(np.sqrt(feature["area_km2"] or 0.0)))
        if seen["distance_km"] > far + 100.0 or seen["distance_km"] < far - size - 100.0:
            yield Complaint("place of factor", item["id"], f"{far:.0f} km from the peak")
        elif not size and far > 150.0 and _turn(seen["bearing_deg"], initial_bearing(*ends)) > 30.0:
            yield Complaint("place of factor", item["id"], "it lies in another direction")
        elif size and seen["bearing_deg"] is not None and not _part_there(item, peak, seen, truth):
            yield Complaint("place of factor", item["id"], "no part of it lies there")


def _part_there(
    item: Document, peak: Mapping[str, Any], seen: Mapping[str, Any], truth: Truth
) -> bool:
    """Whether a part of the object lies where the nearest part is said to lie.

    A line is held by its points, an area by the values of its quantity: nearby they reach half of
    the strongest one, or its limit.
    """
    place = destination(
        peak["latitude"], peak["longitude"], seen["bearing_deg"], seen["distance_km"]
    )
    feature = deciding_features(item)[0]
    if feature["line"]:
        apart = [float(great_circle(*place, *point)) for point in feature["line"]]
        if min(apart) < 150.0:
            return True
    answer = next(
        one
        for one in item["figure"]["features"]
        if one["features"] and one["features"][0] is feature
    )
    given = answer["provenance"]["parameters"]
    key = _key(answer, feature)
    compute = EXACT.get(key) or DERIVED.get(key)
    if compute is None:
        return not feature["line"]
    try:
        plane = compute(truth.fields, truth.fields.step(instant(answer["time"])), given)
    except LookupError:
        return True
    near = plane[truth.fields.distance(*place) <= 75.0 + 80.0 * truth.fields.spacing]
    if not near.size:
        return False
    value = feature["value"]
    limit = feature["extra"].get("limit", given.get("threshold", given.get("grad_min")))
    if key == "dry_intrusion":
        return bool(near.min() <= given.get("rh_max", 30.0) + 5.0)
    if key.startswith("tongue") or key == "subtropical_high":
        least = feature["extra"].get("threshold", 0.97 * value)
        return bool(near.max() >= least)
    sign = -1.0 if value < 0 else 1.0
    if key == "object specific_humidity@850":
        return bool(near.min() <= 1.1 * (value if limit is None else limit))
    least = 0.5 * value if limit is None else 0.8 * limit
    return bool((sign * near).max() >= sign * least)


def deciding_features(item: Mapping[str, Any]) -> list[Document]:
    """Return the feature that decided a chart: the first of its detector at the decisive time."""
    judgement = item["judgement"]
    return [
        answer["features"][0]
        for answer in (item["figure"] or {"features": ()})["features"]
        if answer["features"]
        and answer["detector"] == judgement["detector"]
        and answer["time"] == judgement["decisive_time"]
    ][:1]


def _turn(stated: float, found: float) -> float:
    return abs((stated - found + 180.0) % 360.0 - 180.0)


def belongs(document: Document, truth: Truth) -> Iterator[Complaint]:
    """Evidence is of this event's type, of this case's times and of the unit of its index."""
    event = document["conclusion"]["event"]
    for item in evidence_of(document):
        entry, index = truth.entry(item), item["index"]
        if entry is not None and event not in {one.value for one in entry.event_types}:
            yield Complaint("factor of the event", item["id"], f"no entry for {event}")
        factor = (index or item["figure"] or {"name": ""})["name"]
        if entry is not None and entry.factor != factor:
            yield Complaint("factor of the event", item["id"], f"{factor} is not its entry's")
        wanted = entry.expected if entry is not None else None
        if (
            index
            and isinstance(wanted, IndexExpectation)
            and _unit(index["unit"]) != _unit(wanted.unit)
        ):
            yield Complaint("unit", item["id"], f"{index['unit']}, not {wanted.unit}")
        when = item["judgement"]["decisive_time"]
        if when and instant(when) not in truth.fields.times:
            yield Complaint("factor of the event", item["id"], "the data have no such time")


def _unit(text: str) -> str:
    return text.replace("°", "deg").replace(" ", "").lower()


RULES = (measured_values, series, verdicts, places, belongs)
