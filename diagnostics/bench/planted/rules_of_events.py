"""Rules: what happened, where, when and how severe, held against the fields."""

from __future__ import annotations

import re
from collections.abc import Iterator

from diagnostics.bench.planted.criteria import reached
from diagnostics.bench.planted.fields import great_circle, instant
from diagnostics.bench.planted.truth import (
    Complaint,
    Document,
    Truth,
    assessment_of,
    close,
    peak_of,
)

_STATUS = {
    "fired": "met",
    "not_fired": "not_met",
    "reached_here": "reached_here",
    "likely_at_stations": "likely_at_stations",
    "not_assessable": "cannot_be_tested",
}
_OFF_BY = {"cold_wave": (0.1, 1.0)}
"""Relative and absolute difference that another way to divide days may make."""


def region_asked(document: Document, truth: Truth) -> Iterator[Complaint]:
    """The region is the one that was asked for."""
    for where in ("request", "classification"):
        region = document[where]["region"]
        if any(
            abs((a - b + 180.0) % 360.0 - 180.0) > 0.01
            for a, b in zip(region, truth.region, strict=True)
        ):
            yield Complaint("region asked", where, f"{truth.region} was asked for")


def types_met(document: Document, truth: Truth) -> Iterator[Complaint]:
    """A type is told to be met where its criterion is met, and its grade is right."""
    for item in document["classification"]["assessments"]:
        metrics = item["metrics"] or {"quantity": "", "window": ""}
        found = reached(
            item["event"], truth.fields, truth.region, metrics["quantity"], metrics["window"]
        )
        fired = item["firing"] == "fired"
        if fired and item["event"] in truth.not_met:
            yield Complaint("label", item["event"], "the label forbids it")
        if not fired and item["event"] in truth.met:
            yield Complaint("label", item["event"], "the label calls it met")
        if found.grade is None:
            if fired:
                yield Complaint("criterion", item["event"], "these data cannot tell")
        elif fired != (found.grade > 0):
            told = "met" if fired else "not met"
            yield Complaint("criterion", item["event"], f"told as {told}; grade {found.grade}")
        elif item["grade"] != found.grade:
            yield Complaint("grade", item["event"], f"{item['grade']}, not {found.grade}")


def peaks(document: Document, truth: Truth) -> Iterator[Complaint]:
    """Peaks stand in the field where and when they are told to, and nothing is stronger.

    Extremes of days are held against the field where they meet a criterion: elsewhere a report
    may leave out days that the data cut.
    """
    for item in document["classification"]["assessments"]:
        metrics = item["metrics"]
        name = item["event"]
        by_days = name in ("heat_wave", "cold_wave") and item["firing"] != "fired"
        if metrics is None or metrics["peak_time"] is None or by_days:
            continue
        relative, absolute = _OFF_BY.get(name, (0.015, 0.15))
        found = reached(name, truth.fields, truth.region, metrics["quantity"], metrics["window"])
        if found.peak is None or found.values is None:
            continue
        if not close(metrics["peak"], found.peak, relative, absolute):
            yield Complaint("peak", name, f"{metrics['peak']:.1f}, but {found.peak:.1f}")
        try:
            cell = truth.fields.cell(metrics["peak_latitude"], metrics["peak_longitude"])
            there = float(found.values(instant(metrics["peak_time"]))[cell])
        except (LookupError, ValueError) as error:
            yield Complaint("place and time of peak", name, str(error))
            continue
        if not truth.fields.inside(truth.region)[cell]:
            yield Complaint("place and time of peak", name, "outside the region")
        if item["firing"] == "fired" and not close(there, found.peak, relative, absolute):
            yield Complaint(
                "place and time of peak", name, f"there {there:.1f}, not {found.peak:.1f}"
            )
        first, last = metrics["onset"], metrics["end"]
        if first and not instant(first) <= instant(metrics["peak_time"]) <= instant(last):
            yield Complaint("period", name, "the peak lies outside of onset and end")


def event_told(document: Document, truth: Truth) -> Iterator[Complaint]:
    """The conclusion tells the type, status, grade and values of the classification."""
    conclusion = document["conclusion"]
    told = conclusion["occurrence"]
    own = assessment_of(document, told["event"])
    if own is None:
        if any(a["firing"] == "fired" for a in document["classification"]["assessments"]):
            yield Complaint("conclusion", "event", "a type is met and none is told")
        if told["status"] == "met":
            yield Complaint("conclusion", "event", "met, but no type is named")
        return
    if _STATUS[own["firing"]] != told["status"]:
        yield Complaint("conclusion", told["event"], f"{told['status']}, tested {own['firing']}")
    if own["grade"] != told["grade"]:
        yield Complaint(
            "conclusion", told["event"], f"grade {told['grade']}, tested {own['grade']}"
        )
    if conclusion["event"] not in (None, told["event"]):
        yield Complaint("conclusion", told["event"], f"examined {conclusion['event']}")
    peak, metrics = peak_of(document), own["metrics"]
    if own["objects"] and metrics and peak:
        strongest = max(item["peak"] for item in own["objects"])
        if not close(metrics["peak"], strongest, 0.001, 0.001) and own["event"] != "cold_wave":
            yield Complaint("objects", told["event"], "no object has the peak that is told")
    met = [a for a in document["classification"]["assessments"] if a["firing"] == "fired"]
    ranked = sorted(met, key=lambda item: -item["rank"])
    declared = document["request"]["event"]
    if ranked and not declared and ranked[0]["event"] != told["event"]:
        yield Complaint("conclusion", told["event"], f"{ranked[0]['event']} ranks first")


def wording(document: Document, truth: Truth) -> Iterator[Complaint]:
    """The reason that is written of a fired type names its peak, and objects hold their peaks."""
    for item in document["classification"]["assessments"]:
        metrics = item["metrics"]
        numbers = [float(n) for n in re.findall(r"-?\d+(?:\.\d+)?", item["reason"])]
        told = item["firing"] == "fired" and metrics and item["event"] != "cold_wave"
        if told and not any(abs(number - metrics["peak"]) <= 0.06 for number in numbers):
            yield Complaint("reason", item["event"], "the reason names another peak")
        for found in item["objects"]:
            west, south, east, north = found["box"]
            across = (found["peak_longitude"] - west) % 360.0
            width = (east - west) % 360.0
            inside = across <= width + 0.01 and south <= found["peak_latitude"] <= north
            near = any(
                great_circle(
                    found["peak_latitude"], found["peak_longitude"], lat, lon
                ) < 1.5 * truth.fields.spacing * 111.0
                for lat in (south, north, found["peak_latitude"])
                for lon in (west, east, found["peak_longitude"])
                if (lat, lon) != (found["peak_latitude"], found["peak_longitude"])
            )  # fmt: skip
            if not inside and not near:
                yield Complaint("objects", found["id"], "its peak lies outside its box")


RULES = (region_asked, types_met, peaks, event_told, wording)
