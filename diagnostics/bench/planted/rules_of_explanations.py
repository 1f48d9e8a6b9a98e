"""Rules: the explanation, what counts for it, and whether the ending is honest."""

from __future__ import annotations

from collections.abc import Iterator
from math import prod

from diagnostics.bench.planted.fields import instant
from diagnostics.bench.planted.truth import (
    Complaint,
    Document,
    Truth,
    assessment_of,
    close,
    evidence_of,
)

_FULL = 3
_PARTIAL = 2
_KINDS = 2
_BY_STRUCTURE = ("tropical_cyclone", "tropical_system")
_CONTROLS = 2
_TIE = 0.95
"""Of explanations as strong as this share of the strongest, the one that they lead on to leads."""
_SPOKEN_FOR = ("leading", "contributing")
_CEILINGS = ("breadth", "controls", "against", "lacking")
_MODERATE = 0.45
_LEVELS = ((0.7, "high"), (0.45, "moderate"), (0.2, "low"), (-1.0, "very_low"))
_SOURCES = {"idealised": 1.0, "analysis": 1.0, "observation": 1.0, "reanalysis": 0.8}
_TOLD = {
    "single_time": "a single time",
    "reaches_region_edge": "reaches the edge of the region",
    "began_before_data": "had begun when the data begin",
    "lasts_beyond_data": "lasts when the data end",
    "coarse_grid": "too coarse",
    "types_not_tested": "do not allow to be tested",
}
"""How an English summary tells each limit."""


def verdict_lists(document: Document, truth: Truth) -> Iterator[Complaint]:
    """The conclusion lists the evidence under the verdicts that it has."""
    conclusion = document["conclusion"]
    listed = {*conclusion["confirmed"], *conclusion["severity"], *conclusion["repeated"]}
    for name, found in (
        ("confirmed", listed),
        ("refuted", set(conclusion["refuted"])),
        ("undetermined", set(conclusion["undetermined"])),
    ):
        judged = {item["id"] for item in evidence_of(document, name)}
        for one in sorted(judged ^ found):
            yield Complaint("verdict list", one, f"listed or judged {name}, not both")


def counted(document: Document, truth: Truth) -> Iterator[Complaint]:
    """What counts is no restatement, no repetition, and weaker without the event.

    How far the explanation is established follows from what counts and is the leader's own.
    """
    conclusion = document["conclusion"]
    trivial = set(conclusion.get("trivial", ()))
    known: dict[str, str] = {}
    for item in evidence_of(document, "confirmed"):
        entry = truth.entry(item)
        if item["id"] not in conclusion["confirmed"]:
            continue
        if entry is not None and entry.restates_criterion:
            yield Complaint("counted", item["id"], "it restates the criterion")
        finding = item.get("finding") or item["id"]
        if finding in known:
            yield Complaint("counted", item["id"], f"{known[finding]} shows the same")
        known[finding] = item["id"]
        found = _standing(item)
        if found is not None and (found == "control_trivial") != (item["id"] in trivial):
            yield Complaint("trivial", item["id"], f"its controls say {found}")
        if item["judgement"].get("counts") is (item["id"] in trivial):
            yield Complaint("trivial", item["id"], "its verdict says otherwise")
    counting = [one for one in conclusion["confirmed"] if one not in trivial]
    explanation = conclusion["explanation"]
    if list(explanation["confirmed"]) != counting:
        yield Complaint("counted", "explanation", "it rests on other factors than those that count")
    leading = next((one for one in conclusion["causes"] if one["standing"] == "leading"), None)
    cause = leading["cause"] if leading else ""
    own = {
        item["id"]: entry
        for item in evidence_of(document, "confirmed")
        if item["id"] in counting and (entry := truth.entry(item)) and cause in entry.supports
    }
    if set(explanation["own"]) != own.keys():
        yield Complaint("counted", "explanation", "other factors speak for it than it names")
    against = {*(leading["opposed_by"] if leading else ())} & {*counting, "classification"}
    if set(explanation.get("against", ())) != against:
        yield Complaint("counted", "explanation", "other factors speak against it than it names")
    status = None
    if conclusion["occurrence"]["status"] == "met":
        kinds = {entry.category for entry in own.values()}
        speaks = leading["supported_by"] if leading else ()
        structure = cause in _BY_STRUCTURE and "classification" in speaks
        status = _status(len(own), len(kinds), against=bool(against), structure=structure)
    claimed = explanation["status"] if explanation["status"] in ("confirmed", "partly") else None
    if claimed != status:
        yield Complaint("counted", "explanation", f"{claimed}; {len(own)} factors are its own")


def _status(factors: int, kinds: int, *, against: bool, structure: bool) -> str | None:
    """Judge again how far an explanation is established."""
    if factors >= _FULL and kinds >= _KINDS and not against:
        return "confirmed"
    return "partly" if factors >= _PARTIAL or structure else None


def _standing(item: Document) -> str | None:
    """Judge the controls of a factor again from what was found at each."""
    controls = item.get("controls")
    if controls is None:
        return None
    told = [one for one in controls["tests"] if one["finding"] != "control_unknown"]
    strong = 0
    for one in told:
        if one["verdict"] != "confirmed":
            continue
        limit = None if controls["strength"] is None else controls["strength"]
        strong += (
            limit is None
            or one["strength"] is None
            or one["strength"] >= controls["as_strong_from"] * limit
        )
    if len(told) < _CONTROLS:
        return "control_none"
    return "control_trivial" if 2 * strong >= _CONTROLS else "control_counts"


def causes(document: Document, truth: Truth) -> Iterator[Complaint]:
    """The leading explanation is the accepted one, and the evidence carries it."""
    conclusion = document["conclusion"]
    event, told = conclusion["event"], conclusion["causes"]
    if not told:
        return
    leading = [one for one in told if one["standing"] == "leading"]
    accepted = truth.causes.get(str(event))
    for one in leading:
        if accepted is not None and one["cause"] not in accepted:
            yield Complaint("explanation", one["cause"], f"accepted: {', '.join(sorted(accepted))}")
    possible = {cause.id for cause in truth.release.causes if event in set(cause.event_types)}
    weights = [one["weight"] for one in told]
    first, rest = weights[0], weights[1:]
    behind = first < _TIE * max(weights) if max(weights) > 0 else first < max(weights)
    if len(leading) > 1 or behind or rest != sorted(rest, reverse=True):
        yield Complaint("weighing", "order", "the strongest explanation does not come first")
    confirmed = {item["id"] for item in evidence_of(document, "confirmed")}
    for one in told:
        if one["cause"] not in possible:
            yield Complaint("explanation", one["cause"], f"no explanation of {event}")
        if one["standing"] in _SPOKEN_FOR and f"{event}: {one['cause']}" in truth.refuted:
            yield Complaint("explanation", one["cause"], "it is refuted")
        speaking = {
            item["id"]
            for item in evidence_of(document, "confirmed")
            if (entry := truth.entry(item)) and one["cause"] in entry.supports
        }
        for name in sorted(set(one["supported_by"]) - confirmed - {"classification"}):
            yield Complaint("weighing", one["cause"], f"{name} is not confirmed")
        for name in sorted(set(one["supported_by"]) & confirmed - speaking):
            yield Complaint("weighing", one["cause"], f"{name} does not speak for it")
        if (one["standing"] in _SPOKEN_FOR) and (one["weight"] <= 0 or not one["supported_by"]):
            yield Complaint("weighing", one["cause"], "nothing speaks for it")
        if one["standing"] == "fallen" and one["weight"] >= 0:
            yield Complaint("weighing", one["cause"], "it has fallen with a weight above zero")
    spoken = [one["cause"] for one in told if one["standing"] in _SPOKEN_FOR]
    if list(conclusion["explanation"]["causes"]) != spoken:
        yield Complaint("weighing", "explanation", "it names other explanations")


def limits(document: Document, truth: Truth) -> Iterator[Complaint]:
    """What weakens the statement on the event is told, in the record and in the summary."""
    conclusion = document["conclusion"]
    occurrence = conclusion["occurrence"]
    own = assessment_of(document, occurrence["event"])
    times = truth.fields.times
    wanted: set[str] = set()
    if len(times) == 1:
        wanted.add("single_time")
    metrics = own["metrics"] if own else None
    if own and own["firing"] == "fired" and metrics and len(times) > 1:
        if metrics["onset"] and instant(metrics["onset"]) <= times[0]:
            wanted.add("began_before_data")
        if metrics["end"] and instant(metrics["end"]) >= times[-1]:
            wanted.add("lasts_beyond_data")
        wanted |= {
            "reaches_region_edge"
            for one in own["objects"]
            if one["id"] == occurrence["object"] and one["cut_by_region"]
        }
    if own and own["firing"] == "likely_at_stations":
        wanted.add("coarse_grid")
    assessed = document["classification"]["assessments"]
    if document["request"]["event"] is None:
        untested = [one for one in assessed if one["firing"] == "not_assessable"]
        wanted |= {"types_not_tested"} if untested else set()
    for name in sorted(wanted - set(occurrence["limits"])):
        yield Complaint("caveat", name, "it is not told")
    summary = _text(document, "summary")
    if document["language"] == "en":
        for name in sorted(wanted):
            if _TOLD[name] not in summary:
                yield Complaint("caveat", name, "the summary does not tell it")


def _text(document: Document, section: str) -> str:
    return " ".join(
        sentence["text"]
        for part in document["sections"]
        if part["id"] == section
        for sentence in part["sentences"]
    )


def confidence(document: Document, truth: Truth) -> Iterator[Complaint]:
    """Confidences follow from their parts, and a forecast is trusted less."""
    conclusion = document["conclusion"]
    for name in ("occurrence", "explanation"):
        told = conclusion[name]
        parts = told["confidence_parts"]
        if not parts:
            continue
        whole = prod(part for key, part in parts.items() if key not in _CEILINGS)
        whole = min([whole, *(parts[key] for key in _CEILINGS if key in parts)])
        if not close(told["confidence"], whole, 0.01, 0.002):
            yield Complaint("confidence", name, f"the parts give {whole:.3f}")
        level = next(word for least, word in _LEVELS if told["confidence"] >= least)
        if told["confidence_level"] != level:
            yield Complaint("confidence", name, f"{told['confidence']:.2f} is {level}")
        most = _SOURCES.get(str(document["inventory"]["origin"]), 0.6)
        if parts.get("source", 1.0) > most:
            yield Complaint("confidence", name, f"such a source is worth {most:g}")
        if any(not 0.0 <= part <= 1.0 for part in parts.values()):
            yield Complaint("confidence", name, "a part is not between 0 and 1")
        known = conclusion["occurrence"]["reliability"]
        event = name == "occurrence"
        if event and known and not close(parts.get("criterion"), known["share"], 0.0, 0.002):
            yield Complaint("confidence", name, f"such verdicts held in {known['share']:.3f}")
        if conclusion["categories_lacking"] and parts.get("breadth") == 1.0:
            yield Complaint("confidence", name, "factors of a category are lacking")
        if conclusion.get("uncontrolled") and parts.get("controls") == 1.0:
            yield Complaint("confidence", name, "some factors are without control")
    occurrence, explanation = conclusion["occurrence"], conclusion["explanation"]
    if explanation["status"] == "confirmed" and explanation["confidence"] < _MODERATE:
        yield Complaint("confidence", "explanation", "it is confirmed and hardly sure")
    if conclusion["confidence"] > occurrence["confidence"]:
        yield Complaint("confidence", "conclusion", "it is surer than the event")
    if not conclusion.get("uncontrolled") and any(
        _standing(item) == "control_none"
        for item in evidence_of(document, "confirmed")
        if item["id"] in explanation["confirmed"]
    ):
        yield Complaint("confidence", "controls", "factors without control are not named")


def told_parts(document: Document, truth: Truth) -> Iterator[Complaint]:
    """The report has its parts, and tells what was not found."""
    ids = {part["id"]: part for part in document["sections"]}
    wanted = {"summary", "event", "data"}
    if document["conclusion"]["causes"]:
        wanted |= {"chain", "causes", "confidence"}
    refuted = document["conclusion"]["refuted"]
    if refuted:
        wanted.add("refuted")
    for name in sorted(wanted - ids.keys()):
        yield Complaint("part", name, "the report lacks it")
    if refuted and "refuted" in ids:
        part = ids["refuted"]
        rows = max(0, len(part["table"]) - 1) + len(part["sentences"])
        if rows < len(refuted):
            yield Complaint("part", "refuted", f"{rows} of {len(refuted)} are told")


RULES = (verdict_lists, counted, causes, limits, confidence, told_parts)
