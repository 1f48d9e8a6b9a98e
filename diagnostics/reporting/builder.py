"""Assemble a report from the material of a run."""

from __future__ import annotations

from typing import Any

from diagnostics.contracts.base import digest_of
from diagnostics.contracts.enums import OccurrenceStatus
from diagnostics.contracts.guidelines import Reference
from diagnostics.contracts.report import Report, Section, Sentence
from diagnostics.reporting.causes import causes_section
from diagnostics.reporting.charts import charts_section, timeline_section
from diagnostics.reporting.claim_book import ClaimBook
from diagnostics.reporting.claim_sources import ClaimSources, evidence_by_id
from diagnostics.reporting.confidence import confidence_section
from diagnostics.reporting.course import course_section
from diagnostics.reporting.data import data_section
from diagnostics.reporting.event import event_section, objects_section
from diagnostics.reporting.factors import (
    chain_section,
    refuted_section,
    untested_section,
)
from diagnostics.reporting.recipes import recipes_of
from diagnostics.reporting.report_inputs import ReportMaterial
from diagnostics.reporting.situation import situation_section
from diagnostics.reporting.steering_section import steering_section
from diagnostics.reporting.summary_section import summary_section

SECTIONS = (
    summary_section,
    situation_section,
    event_section,
    course_section,
    objects_section,
    chain_section,
    charts_section,
    timeline_section,
    causes_section,
    refuted_section,
    untested_section,
    steering_section,
    confidence_section,
    data_section,
)
"""The parts of a bulletin, in order; an empty part is left out."""


def build_report(material: ReportMaterial) -> Report:
    """Build a report; the same material gives the same report and digest.

    Parameters
    ----------
    material : ReportMaterial

    Returns
    -------
    Report
        Not yet checked: :func:`diagnostics.reporting.check_report` does that.
    """
    sources = ClaimSources(
        request=material.request,
        inventory=material.inventory,
        classification=material.classification,
        conclusion=material.conclusion,
        software=material.software,
        retrieval=material.retrieval,
        steering=material.steering,
        systems=material.systems,
        evidence=evidence_by_id(material),
        release=material.release,
        specs=material.specs,
    )
    book = ClaimBook(sources, material.request.language)
    title = _title(book, material)
    sections = [make(book, material) for make in SECTIONS]
    references = _references(material)
    report = Report(
        request=material.request,
        inventory=material.inventory,
        classification=material.classification,
        conclusion=material.conclusion,
        evidence=material.evidence,
        measured=material.measured,
        systems=material.systems,
        claims=book.claims,
        recipes=recipes_of(book.claims, sources),
        sections=tuple(section for section in sections if _has_content(section)),
        references=references,
        language=material.request.language,
        title=title,
        retrieval=material.retrieval,
        steering=material.steering,
        software=material.software,
        data_digest=material.data_digest,
    )
    return report.model_copy(update={"report_digest": report_digest(report)})


def report_digest(report: Report) -> str:
    """Digest of a report without its own digest and its time of computation."""
    return digest_of(report.model_dump(mode="json", exclude={"report_digest", "created_at"}))


def facts_digest(report: Report) -> str:
    """Digest of what a report says, whatever words it says it in.

    Request, classification, evidence with its verdicts, conclusion and the digest of the data,
    without any prose or outlines. A newer renderer or a better translation leaves it as it is;
    fields that a later contract adds do too, as long as they keep their defaults, and so do the two
    conclusions of a run that was stored with one.
    """
    facts = report.model_dump(
        mode="json",
        include={"request", "classification", "evidence", "conclusion", "data_digest"},
        exclude_defaults=True,
    )
    for name in ("occurrence", "explanation"):
        if facts["conclusion"].get(name, {}).get("derived"):
            del facts["conclusion"][name]
    return digest_of(_facts_alone(facts))


_FOR_PEOPLE = frozenset({"reason", "wording", "message", "message_zh", "warnings", "outline"})
"""Names of fields that hold text, or what is drawn: two libraries may simplify a line otherwise."""


def _facts_alone(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _facts_alone(item) for key, item in value.items() if key not in _FOR_PEOPLE}
    if isinstance(value, list):
        return [_facts_alone(item) for item in value]
    return value


def _title(book: ClaimBook, material: ReportMaterial) -> Sentence:
    slots = {
        "region": book.bind("request", "region", "place"),
        "start": book.bind("classification", "window.start", "time"),
    }
    window = material.classification.window
    if window.start != window.end:
        slots["end"] = book.bind("classification", "window.end", "time")
    span = "" if "end" in slots else "_at"
    if material.conclusion.occurrence.status is OccurrenceStatus.MET:
        event = book.bind("conclusion", "occurrence.event", "term")
        return book.say(f"title_event{span}", event=event, **slots)
    return book.say(f"title_none{span}", **slots)


def _has_content(section: Section) -> bool:
    return bool(section.sentences or section.table or section.figures)


def _references(material: ReportMaterial) -> tuple[Reference, ...]:
    """References of the factors that are confirmed, each once, in alphabetical order."""
    found: dict[str, Reference] = {}
    for item in (*material.confirmed, *material.severity):
        entry = material.entry(item)
        if entry is not None:
            found.update({reference.text: reference for reference in entry.references})
    return tuple(found[text] for text in sorted(found))
