"""Errors in what happened: type, place, time, severity."""

from __future__ import annotations

import numpy as np

from diagnostics.bench.planted.fields import destination, shifted
from diagnostics.bench.planted.planting import Change, picked, retold, reworded
from diagnostics.bench.planted.truth import Document, assessment_of

MOVED_KM = 800.0
_DAY = 24.0


def _own(document: Document) -> Document | None:
    """Return the test of the event's type where it is met."""
    found = assessment_of(document, document["conclusion"]["occurrence"]["event"])
    return found if found and found["firing"] == "fired" and found["metrics"] else None


def _event_records(document: Document, own: Document) -> list[Document]:
    """Return every record of the event's peak: criterion, object and conclusion."""
    occurrence = document["conclusion"]["occurrence"]
    chosen = [one for one in own["objects"] if one["id"] == occurrence["object"]]
    return [own["metrics"], *chosen, *occurrence["values"][:1]]


def _put(record: Document, what: str, value: object) -> None:
    name = f"peak_{what}" if f"peak_{what}" in record else what
    record[name] = value


def wrong_event_type(document: Document, rng: np.random.Generator, other: Document) -> str | None:
    """Tell another type as the one that is met."""
    own = _own(document)
    if own is None:
        return None
    others = [
        one
        for one in document["classification"]["assessments"]
        if one["firing"] == "not_fired" and one["metrics"] and one["metrics"]["peak_time"]
    ]
    chosen = picked(rng, others)
    if chosen is None:
        return None
    metrics, name = chosen["metrics"], chosen["event"]
    peak = 1.3 * metrics["threshold_effective"]
    retold(chosen, metrics["peak"], peak)
    metrics["peak"] = peak
    chosen.update(firing="fired", grade=1, grade_name=name, rank=own["rank"] + 1.0, severity=1.3)
    chosen["objects"] = [
        {
            **one, "id": f"{name}-1", "event": name, "quantity": metrics["quantity"],
            "unit": metrics["unit"], "peak": peak, "grade": 1,
            "peak_latitude": metrics["peak_latitude"],
            "peak_longitude": metrics["peak_longitude"], "peak_time": metrics["peak_time"],
        }
        for one in own["objects"][:1]
    ]  # fmt: skip
    own.update(firing="not_fired", grade=0, grade_name="", rank=0.0, severity=0.0, objects=[])
    document["classification"].update(primary=name, chosen=f"{name}-1")
    occurrence = document["conclusion"]["occurrence"]
    occurrence.update(event=name, object=f"{name}-1", grade=1, grade_name=name)
    for value in occurrence["values"][:1]:
        value.update({key: metrics[key] for key in ("quantity", "unit", "window")}, value=peak)
        for key in ("latitude", "longitude", "time"):
            value[key] = metrics[f"peak_{key}"]
    document["conclusion"]["event"] = name
    return f"{own['event']} reported as {name}"


def event_moved(document: Document, rng: np.random.Generator, other: Document) -> str | None:
    """Move the event by 800 km."""
    own = _own(document)
    if own is None:
        return None
    bearing = float(rng.uniform(0.0, 360.0))
    metrics = own["metrics"]
    place = destination(metrics["peak_latitude"], metrics["peak_longitude"], bearing, MOVED_KM)
    for record in _event_records(document, own):
        _put(record, "latitude", place[0])
        _put(record, "longitude", place[1])
        if "box" in record:
            west, south, east, north = record["box"]
            record["box"] = [
                place[1] - 2.0, max(-90.0, place[0] - 2.0), place[1] + 2.0 + (east - west) % 360.0,
                min(90.0, place[0] + 2.0 + north - south),
            ]  # fmt: skip
    return f"800 km toward {bearing:.0f} degrees"


def event_on_another_day(
    document: Document, rng: np.random.Generator, other: Document
) -> str | None:
    """Move the event by a day."""
    own = _own(document)
    if own is None:
        return None
    hours = _DAY * (1.0 if rng.random() < 0.5 else -1.0)
    for record in _event_records(document, own):
        for name in ("peak_time", "time", "onset", "end"):
            if record.get(name):
                record[name] = shifted(record[name], hours)
    return f"by {hours:+.0f} h"


def event_in_another_region(
    document: Document, rng: np.random.Generator, other: Document
) -> str | None:
    """Tell the event of another region."""
    west, south, east, north = document["request"]["region"]
    turn = float(rng.choice([-25.0, 25.0]))
    region = [
        (west + turn + 180.0) % 360.0 - 180.0, south, (east + turn + 180.0) % 360.0 - 180.0, north,
    ]  # fmt: skip
    document["request"]["region"] = region
    document["classification"]["region"] = region
    own = _own(document)
    for record in _event_records(document, own) if own else ():
        for name in ("peak_longitude", "longitude"):
            if name in record:
                record[name] = (record[name] + turn + 180.0) % 360.0 - 180.0
        if "box" in record:
            box = record["box"]
            record["box"] = [box[0] + turn, box[1], box[2] + turn, box[3]]
    return f"by {turn:+.0f} degrees of longitude"


def wrong_grade(document: Document, rng: np.random.Generator, other: Document) -> str | None:
    """Tell another severity than the one that was measured."""
    own = _own(document)
    if own is None:
        return None
    grades = [grade for grade in (1, 2, 3) if grade != own["grade"]]
    grade = int(rng.choice(grades))
    what = f"grade {own['grade']} reported as {grade}"
    occurrence = document["conclusion"]["occurrence"]
    for record in (own, occurrence, *own["objects"][:1]):
        record.update(grade=grade, grade_name=f"grade {grade}")
    return what


def wrong_peak(document: Document, rng: np.random.Generator, other: Document) -> str | None:
    """Tell another peak than the one that was measured."""
    own = _own(document)
    if own is None:
        return None
    factor = float(rng.choice([0.8, 1.25, 1.5]))
    old = own["metrics"]["peak"]
    retold(own, old, old * factor)
    for record in _event_records(document, own):
        name = "peak" if "peak" in record else "value"
        record[name] = old * factor
    return f"{old:.1f} reported as {old * factor:.1f}"


def met_where_it_is_not(
    document: Document, rng: np.random.Generator, other: Document
) -> str | None:
    """Tell that a criterion is met which the data do not reach."""
    occurrence = document["conclusion"]["occurrence"]
    if occurrence["status"] == "met":
        return None
    missed = [
        one
        for one in document["classification"]["assessments"]
        if one["metrics"] and one["firing"] in ("not_fired", "likely_at_stations")
        and occurrence["event"] in (None, one["event"])
    ]  # fmt: skip
    chosen = picked(rng, missed)
    if chosen is None:
        return None
    chosen.update(firing="fired", grade=1, grade_name="reported as met", rank=1.0)
    document["classification"]["primary"] = chosen["event"]
    occurrence.update(status="met", event=chosen["event"], grade=1, grade_name="reported as met")
    document["conclusion"]["event"] = chosen["event"]
    occurrence["limits"] = [one for one in occurrence["limits"] if one != "coarse_grid"]
    document["claims"].append(
        {
            "id": "planted", "source": "conclusion", "path": "occurrence.event", "value": None,
            "kind": "term", "unit": None, "digits": None,
        }
    )  # fmt: skip
    for part in document["sections"]:
        if part["id"] == "summary":
            part["sentences"][0] = {
                "text": "{claim:planted}: its criterion is met.", "claims": ["planted"],
            }  # fmt: skip
    return f"{chosen['event']} reported as met"


def not_met_where_it_is(
    document: Document, rng: np.random.Generator, other: Document
) -> str | None:
    """Tell that a criterion is not met which the data reach."""
    own = _own(document)
    if own is None:
        return None
    own.update(firing="not_fired", grade=0, grade_name="", rank=0.0, objects=[])
    document["classification"].update(primary=None, chosen=None)
    document["conclusion"]["occurrence"].update(status="not_met", object=None, grade=0)
    reworded(document, "its criterion is met", "its criterion is not met")
    return f"{own['event']} reported as not met"


PLANTINGS: tuple[tuple[str, Change], ...] = (
    ("wrong event type", wrong_event_type),
    ("event moved by 800 km", event_moved),
    ("event on another day", event_on_another_day),
    ("event in another region", event_in_another_region),
    ("wrong grade", wrong_grade),
    ("wrong peak", wrong_peak),
    ("met where it is not", met_where_it_is_not),
    ("not met where it is", not_met_where_it_is),
)
