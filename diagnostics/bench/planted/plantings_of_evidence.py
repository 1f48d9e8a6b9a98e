"""Errors in the factors: place, value, verdict, and what counts."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from diagnostics.bench.planted.fields import destination, great_circle, initial_bearing
from diagnostics.bench.planted.planting import Change, picked
from diagnostics.bench.planted.plantings_of_events import MOVED_KM
from diagnostics.bench.planted.rules_of_evidence import deciding_features
from diagnostics.bench.planted.truth import (
    Document,
    decisive_point,
    evidence_of,
    peak_of,
)

_EIGHTHS = (
    "north", "northeast", "east", "southeast", "south", "southwest", "west", "northwest",
)  # fmt: skip
_OTHER_UNIT = {
    "m s⁻¹": 1.944, "m/s": 1.944, "hPa": 0.75006, "mm": 0.03937, "gpm": 3.28084, "K": 1.8,
    "%": 0.01, "Pa s⁻¹": 36.0, "Pa/s": 36.0, "g kg⁻¹": 0.001, "g/kg": 0.001,
}  # fmt: skip
"""Factor to another unit in which the quantity is written as well; others are told tenfold."""


def _records(item: Document) -> list[Document]:
    """Return every record of the point that decided: of a series and its index, or a feature."""
    point = decisive_point(item)
    if item["index"] is None:
        return deciding_features(item)
    found = [point] if point else []
    index = item["index"]
    if point and point["value"] == index["value"]:
        found.append(index)
    return found


def _placed(document: Document) -> list[Document]:
    return [
        item
        for item in evidence_of(document, "confirmed")
        if _records(item)
        and _records(item)[0]["latitude"] is not None
        and (item["judgement"].get("from_peak") or {}).get("distance_km") is not None
    ]


def _valued(document: Document) -> list[Document]:
    return [
        item
        for item in evidence_of(document, "confirmed")
        if item["judgement"]["decisive_value"] and _records(item)
    ]


def _move(document: Document, item: Document, bearing: float, km: float) -> None:
    """Put a factor elsewhere and tell its new place and distance."""
    peak = peak_of(document)
    for record in _records(item):
        old = record["latitude"], record["longitude"]
        place = destination(*old, bearing, km)
        record["latitude"], record["longitude"] = place
        if record.get("line"):
            record["line"] = [
                [max(-90.0, min(90.0, lat + place[0] - old[0])), lon + place[1] - old[1]]
                for lat, lon in record["line"]
            ]
    if peak is None:
        return
    moved = _records(item)[0]
    ends = peak["latitude"], peak["longitude"], moved["latitude"], moved["longitude"]
    told = initial_bearing(*ends)
    item["judgement"]["from_peak"].update(
        distance_km=float(great_circle(*ends)),
        bearing_deg=round(told, 1),
        direction=_EIGHTHS[round(told / 45.0) % 8],
    )


def factor_moved(document: Document, rng: np.random.Generator, other: Document) -> str | None:
    """Move a factor by 800 km."""
    item = picked(rng, _placed(document))
    if item is None:
        return None
    bearing = float(rng.uniform(0.0, 360.0))
    _move(document, item, bearing, MOVED_KM)
    return f"{item['id']} {item['finding']} toward {bearing:.0f} degrees"


def factor_on_the_other_side(
    document: Document, rng: np.random.Generator, other: Document
) -> str | None:
    """Put a factor on the other side of the event, as far away."""
    peak = peak_of(document)
    far = []
    for item in _placed(document) if peak else ():
        place = _records(item)[0]["latitude"], _records(item)[0]["longitude"]
        km = float(great_circle(peak["latitude"], peak["longitude"], *place)) if peak else 0.0
        far += [item] if km > 150.0 else []
    chosen = picked(rng, far)
    if chosen is None or peak is None:
        return None
    place = _records(chosen)[0]["latitude"], _records(chosen)[0]["longitude"]
    back = initial_bearing(*place, peak["latitude"], peak["longitude"])
    km = 2 * float(great_circle(peak["latitude"], peak["longitude"], *place))
    _move(document, chosen, back, km)
    return f"{chosen['id']} {chosen['finding']}"


def direction_of_factor_turned(
    document: Document, rng: np.random.Generator, other: Document
) -> str | None:
    """Tell the opposite direction of a factor."""
    seen = [
        item
        for item in _placed(document)
        if item["judgement"]["from_peak"]["distance_km"] > 150.0
        and item["judgement"]["from_peak"]["bearing_deg"] is not None
    ]
    item = picked(rng, seen)
    if item is None:
        return None
    told = item["judgement"]["from_peak"]
    told["bearing_deg"] = (told["bearing_deg"] + 180.0) % 360.0
    told["direction"] = _EIGHTHS[round(told["bearing_deg"] / 45.0) % 8]
    return f"{item['id']} {item['finding']} to the {told['direction']}"


def _revalue(item: Document, change: Callable[[float], float]) -> str:
    old = item["judgement"]["decisive_value"]
    for record in _records(item):
        record["value"] = change(record["value"])
    item["judgement"]["decisive_value"] = change(old)
    return f"{item['id']} {item['finding']}: {old:.4g} told as {change(old):.4g}"


def sign_turned(document: Document, rng: np.random.Generator, other: Document) -> str | None:
    """Tell the value of a factor with the other sign."""
    item = picked(rng, _valued(document))
    return None if item is None else _revalue(item, lambda value: -value)


def value_in_another_unit(
    document: Document, rng: np.random.Generator, other: Document
) -> str | None:
    """Tell the number of another unit under the same unit."""
    item = picked(rng, _valued(document))
    if item is None:
        return None
    factor = _OTHER_UNIT.get(
        str(_records(item)[0].get("unit") or (item["index"] or {}).get("unit")), 10.0
    )
    return _revalue(item, lambda value: value * factor)


def value_of_another_time(
    document: Document, rng: np.random.Generator, other: Document
) -> str | None:
    """Tell the value that an index has at another time."""
    pairs = [
        {"item": item, "value": point["value"]}
        for item in _valued(document)
        if item["index"]
        for point in item["index"]["series"]
        if point["value"] is not None
        and abs(point["value"] - item["judgement"]["decisive_value"])
        > 0.1 * abs(item["judgement"]["decisive_value"])
    ]
    chosen = picked(rng, pairs)
    return None if chosen is None else _revalue(chosen["item"], lambda _: float(chosen["value"]))


def time_of_factor_changed(
    document: Document, rng: np.random.Generator, other: Document
) -> str | None:
    """Tell a feature or index of another time of the data than the one at which it was found."""
    times = document["inventory"]["times"]
    item = picked(rng, _valued(document))
    if item is None:
        return None
    old = item["judgement"]["decisive_time"]
    others = [time for time in times if time != old]
    if not others:
        return None
    new = str(rng.choice(others))
    item["judgement"]["decisive_time"] = new
    for record in _records(item):
        if record.get("time"):
            record["time"] = new
    for answer in (item["figure"] or {"features": ()})["features"]:
        if answer["time"] == old and answer["detector"] == item["judgement"]["detector"]:
            answer["time"] = new
            for feature in answer["features"]:
                feature["time"] = new
    return f"{item['id']} {item['finding']}: {old} told as {new}"


def refuted_told_as_confirmed(
    document: Document, rng: np.random.Generator, other: Document
) -> str | None:
    """Confirm a factor that was refuted."""
    item = picked(rng, evidence_of(document, "refuted"))
    if item is None:
        return None
    conclusion = document["conclusion"]
    item["judgement"].update(verdict="confirmed", counts=True)
    for answer in (item["figure"] or {"features": ()})["features"]:
        if answer["features"] and answer["detector"] == item["judgement"]["detector"]:
            answer["passed"] = True
    conclusion["refuted"].remove(item["id"])
    conclusion["confirmed"].append(item["id"])
    conclusion["explanation"]["confirmed"].append(item["id"])
    return f"{item['id']} {item['finding']}"


def confirmed_told_as_refuted(
    document: Document, rng: np.random.Generator, other: Document
) -> str | None:
    """Refute a factor that was confirmed."""
    conclusion = document["conclusion"]
    counting = conclusion["explanation"]["confirmed"]
    item = picked(rng, [one for one in document["evidence"] if one["id"] in counting])
    if item is None:
        return None
    item["judgement"].update(verdict="refuted")
    item["judgement"].pop("counts", None)
    item.pop("controls", None)
    for names in (conclusion["confirmed"], counting, conclusion.get("uncontrolled", [])):
        if item["id"] in names:
            names.remove(item["id"])
    conclusion["refuted"].append(item["id"])
    for cause in conclusion["causes"]:
        cause["supported_by"] = [one for one in cause["supported_by"] if one != item["id"]]
    return f"{item['id']} {item['finding']}"


def factor_of_another_storm(
    document: Document, rng: np.random.Generator, other: Document
) -> str | None:
    """Put the evidence of another storm in the place of this one's."""
    mine, theirs = evidence_of(document, "confirmed"), evidence_of(other, "confirmed")
    entries = {item["entry_id"] for item in mine}
    same = [item for item in theirs if item["entry_id"] in entries]
    taken = picked(rng, same or theirs)
    if taken is None or not mine:
        return None
    own = [item for item in mine if item["entry_id"] == taken["entry_id"]]
    item = picked(rng, own or mine)
    if item is None:
        return None
    what = f"{item['id']} {item['finding']}: that of {other['request']['source']}"
    name = item["id"]
    item.clear()
    item.update(taken, id=name)
    return what


def trivial_counted(document: Document, rng: np.random.Generator, other: Document) -> str | None:
    """Count a factor that is found as strongly without the event."""
    conclusion = document["conclusion"]
    trivial = conclusion.get("trivial", [])
    item = picked(rng, [one for one in document["evidence"] if one["id"] in trivial])
    if item is None:
        return None
    trivial.remove(item["id"])
    item["judgement"]["counts"] = True
    item["controls"]["standing"] = "control_counts"
    conclusion["explanation"]["confirmed"] = [
        one for one in conclusion["confirmed"] if one not in trivial
    ]
    return f"{item['id']} {item['finding']}"


def repetition_counted(document: Document, rng: np.random.Generator, other: Document) -> str | None:
    """Count a factor that shows what another shows, or that restates the criterion."""
    conclusion = document["conclusion"]
    uncounted = [*conclusion["repeated"], *conclusion["severity"]]
    item = picked(rng, [one for one in document["evidence"] if one["id"] in uncounted])
    if item is None:
        return None
    for names in (conclusion["repeated"], conclusion["severity"]):
        if item["id"] in names:
            names.remove(item["id"])
    item["judgement"]["counts"] = True
    conclusion["confirmed"].append(item["id"])
    conclusion["explanation"]["confirmed"].append(item["id"])
    return f"{item['id']} {item['finding']}"


PLANTINGS: tuple[tuple[str, Change], ...] = (
    ("factor moved by 800 km", factor_moved),
    ("factor on the other side", factor_on_the_other_side),
    ("direction of a factor turned", direction_of_factor_turned),
    ("sign of a value turned", sign_turned),
    ("value in another unit", value_in_another_unit),
    ("value of another time", value_of_another_time),
    ("time of a factor changed", time_of_factor_changed),
    ("refuted told as confirmed", refuted_told_as_confirmed),
    ("confirmed told as refuted", confirmed_told_as_refuted),
    ("factor of another storm", factor_of_another_storm),
    ("trivial factor counted", trivial_counted),
    ("repetition counted", repetition_counted),
)
