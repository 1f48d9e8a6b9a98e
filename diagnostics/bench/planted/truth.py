"""What a document is compared with, and a complaint about it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from diagnostics.bench.planted.fields import CaseFields, instant
from diagnostics.contracts.guidelines import GuidelineEntry, GuidelineRelease

Document = dict[str, Any]
"""The content of ``diagnosis.json``."""


@dataclass(frozen=True)
class Truth:
    """What is known of a case beside its diagnosis.

    Attributes
    ----------
    name : str
    region : list of float
        What was asked for, ``[W, S, E, N]``.
    fields : CaseFields
    causes : mapping of frozenset of str
        Explanations that may lead, by type of event; a type without any is not judged.
    refuted : frozenset of str
        Explanations that published work or the way the case was made rules out, as ``TYPE: CAUSE``.
    met, not_met : frozenset of str
        Types that a label calls met, and those that it forbids.
    release : GuidelineRelease
        For what an entry expects and which explanations it speaks for.
    """

    name: str
    region: list[float]
    fields: CaseFields
    causes: Mapping[str, frozenset[str]]
    refuted: frozenset[str]
    met: frozenset[str]
    not_met: frozenset[str]
    release: GuidelineRelease

    def entry(self, item: Mapping[str, Any]) -> GuidelineEntry | None:
        """Return the library's entry of a piece of evidence."""
        known = {entry.id: entry for entry in self.release.entries}
        return known.get(str(item.get("entry_id")))


@dataclass(frozen=True, order=True)
class Complaint:
    """One statement of a report that does not hold.

    Attributes
    ----------
    rule : str
    where : str
        Which statement: the id of evidence, a type or a system.
    detail : str
        What was found instead.
    """

    rule: str
    where: str
    detail: str


def close(stated: float | None, found: float | None, relative: float, absolute: float) -> bool:
    """Whether two numbers agree; None agrees with None only."""
    if stated is None or found is None:
        return stated is found
    return abs(stated - found) <= absolute + relative * abs(found)


def peak_of(document: Document) -> Document | None:
    """Return place and time of the event's peak: of the object that is diagnosed, else as measured.

    Keys are ``latitude``, ``longitude`` and ``time``.
    """
    occurrence = document["conclusion"]["occurrence"]
    for assessment in document["classification"]["assessments"]:
        for found in assessment["objects"]:
            if found["id"] == occurrence["object"]:
                return {
                    "latitude": found["peak_latitude"],
                    "longitude": found["peak_longitude"],
                    "time": found["peak_time"],
                }
    for value in occurrence["values"]:
        if occurrence["event"] and value["latitude"] is not None and value["time"]:
            return {name: value[name] for name in ("latitude", "longitude", "time")}
    return None


def assessment_of(document: Document, event: str | None) -> Document | None:
    """Return the test of one type."""
    for item in document["classification"]["assessments"]:
        if item["event"] == event:
            found: Document = item
            return found
    return None


def evidence_of(document: Document, verdict: str | None = None) -> list[Document]:
    """Return the judged evidence, of one verdict or all."""
    return [
        item
        for item in document["evidence"]
        if item["judgement"] is not None
        and (verdict is None or item["judgement"]["verdict"] == verdict)
        and item["id"] not in document["conclusion"]["set_aside"]
    ]


def decisive_point(item: Mapping[str, Any]) -> Document | None:
    """Return the point of an index's series at the time that decided."""
    index, judgement = item["index"], item["judgement"]
    if index is None or judgement is None or judgement["decisive_time"] is None:
        return None
    when = instant(judgement["decisive_time"])
    for point in index["series"]:
        if instant(point["time"]) == when:
            found: Document = point
            return found
    single = {name: index[name] for name in ("value", "latitude", "longitude")}
    return None if index["series"] else {**single, "time": judgement["decisive_time"]}
