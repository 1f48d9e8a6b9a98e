"""Competing explanations: the mechanism that is favoured, and why the others fell."""

from __future__ import annotations

from diagnostics.contracts.enums import (
    CauseStanding,
    ExplanationStatus,
    Firing,
    Language,
    OccurrenceStatus,
    Verdict,
)
from diagnostics.contracts.guidelines import CauseStructure
from diagnostics.contracts.report import Section, Sentence
from diagnostics.contracts.roles import WITHOUT_STRUCTURE
from diagnostics.guidelines.support import ENOUGH_FACTORS, ENOUGH_IN_PART
from diagnostics.reporting.claim_book import ClaimBook
from diagnostics.reporting.evidence_labels import factor_name, names_of
from diagnostics.reporting.report_inputs import Findings, ReportMaterial
from diagnostics.reporting.section_parts import cell, heads, section

_SPOKEN_FOR = (CauseStanding.LEADING, CauseStanding.CONTRIBUTING)
EXPLAINED = (ExplanationStatus.CONFIRMED, ExplanationStatus.PARTLY)
"""How far a cause is established that is named as one."""
_STANDINGS = (*_SPOKEN_FOR, CauseStanding.OPEN, CauseStanding.FALLEN)
"""The order in which explanations are listed."""


def cause_name(book: ClaimBook, material: Findings, cause: str, field: str = "name") -> str:
    """Bind the name (or another text) of an explanation in the language of the report."""
    path = f"{field}_zh" if book.language is Language.ZH else field
    return book.bind(f"cause:{material.conclusion.event}.{cause}", path, "text")


def favoured(book: ClaimBook, material: ReportMaterial) -> list[Sentence]:
    """Say which explanation the evidence favours, for the summary, and what it rests on."""
    leading = leader(material)
    if leading is None:
        return []
    lines = [book.say("cause_favoured", cause=cause_name(book, material, leading))]
    if material.conclusion.occurrence.happened:
        lines += _rests_on(book, material)
    others = [
        cause_name(book, material, item.cause)
        for item in material.conclusion.causes
        if item.standing is CauseStanding.CONTRIBUTING
    ]
    if others:
        lines.append(book.say("cause_also", causes=book.named(others)))
    return lines


def leader(found: Findings) -> str | None:
    """Return the explanation that leads, where one does."""
    weighed = found.conclusion.causes
    if found.conclusion.event is None or not weighed:
        return None
    return weighed[0].cause if weighed[0].standing is CauseStanding.LEADING else None


def _rests_on(book: ClaimBook, material: ReportMaterial) -> list[Sentence]:
    """Say how far the leading explanation is established, by what is its own, and what is not."""
    conclusion = material.conclusion
    explanation = conclusion.explanation
    if explanation.own is None:
        return []
    status = explanation.status
    own = [item for item in material.evidence if item.id in explanation.own]
    met = conclusion.occurrence.status is OccurrenceStatus.MET
    by_structure = status is ExplanationStatus.PARTLY and len(own) < ENOUGH_IN_PART
    lines = [book.say("cause_by_structure" if by_structure else f"cause_is_{status.value}")]
    if not met:
        lines = [book.say("cause_event_uncertain")]
    if own:
        number = book.bind("conclusion", "explanation.own.#", "count")
        lines.append(book.say("cause_own", number=number, names=names_of(book, own)))
    else:
        lines.append(book.say("cause_own_none"))
    if met and explanation.lacking:
        if len(own) >= ENOUGH_FACTORS:
            lines.append(book.say("cause_lacking_kind"))
        else:
            number = book.bind("conclusion", "explanation.lacking", "count")
            lines.append(book.say("cause_lacking", number=number))
    if status is ExplanationStatus.PARTLY and not (explanation.lacking or explanation.against):
        lines.append(book.say("cause_many_tests"))
    if explanation.against:
        against = _factors(book, material, explanation.against)
        lines.append(book.say("cause_against", names=book.named(against)))
    elif own:
        lines.append(book.say("cause_none_against"))
    return lines


def mechanisms(book: ClaimBook, material: ReportMaterial) -> list[Sentence]:
    """Tell how each explanation that is spoken for works, and which factors show it here."""
    lines: list[Sentence] = []
    if material.conclusion.event is None:
        return lines
    for item in material.conclusion.causes:
        if item.standing not in _SPOKEN_FOR:
            continue
        names = _factors(book, material, item.supported_by)
        onward = _feeds(book, material, item.cause)
        absent = _factors(book, material, _missing(material, item.opposed_by), marked=False)
        lines.append(
            book.paragraph(
                book.say("mechanism_head", cause=cause_name(book, material, item.cause)),
                book.say("why", rationale=cause_name(book, material, item.cause, "chain")),
                *([book.say("mechanism_shown", names=book.named(names))] if names else []),
                *([book.say("mechanism_missing", names=book.named(absent))] if absent else []),
                *(
                    [book.say(f"unsearched_{_structure_of(material, item.cause)}")]
                    if item.structure == "unknown"
                    else []
                ),
                *([book.say("mechanism_feeds", causes=book.named(onward))] if onward else []),
            )
        )
    return lines


def _feeds(book: ClaimBook, material: ReportMaterial, cause: str) -> list[str]:
    """Bind the other explanations spoken for that this one leads on to."""
    event = material.conclusion.event
    assert event is not None
    spoken = {item.cause for item in material.conclusion.causes if item.standing in _SPOKEN_FOR}
    for known in material.release.causes_of(event):
        if known.id == cause:
            return [cause_name(book, material, name) for name in known.feeds if name in spoken]
    return []


def causes_section(book: ClaimBook, material: ReportMaterial) -> Section:
    """Weigh the competing explanations: a table, and what told against those that fell."""
    weighed = material.conclusion.causes
    if material.conclusion.event is None or not weighed:
        return section(book, "causes")
    rows = [heads(book, "cause", "standing", "speaks_for", "speaks_against")]
    lines: list[Sentence] = []
    order = sorted(enumerate(weighed), key=lambda pair: _STANDINGS.index(pair[1].standing))
    for place, item in order:
        name = cause_name(book, material, item.cause)
        pro = _factors(book, material, item.supported_by)
        contra = _factors(book, material, item.opposed_by, cause=item.cause)
        rows.append(
            (
                cell(book, name),
                cell(book, book.bind("conclusion", f"causes.{place}.standing", "term")),
                cell(book, book.named(pro) if pro else None),
                cell(book, book.named(contra) if contra else None),
            )
        )
        if item.standing is CauseStanding.FALLEN and contra:
            lines.append(book.say("cause_fallen", cause=name, names=book.named(contra)))
        elif item.structure == "absent" and item.supported_by:
            absent = _factors(book, material, (WITHOUT_STRUCTURE,), cause=item.cause)
            lines.append(book.say("cause_without_system", cause=name, names=book.named(absent)))
    untold = [
        cause_name(book, material, item.cause)
        for item in weighed
        if not item.supported_by and not item.opposed_by
    ]
    if untold:
        lines.append(book.say("cause_untold", causes=book.named(untold)))
    undecided = [
        cause_name(book, material, item.cause)
        for item in weighed
        if item.standing is CauseStanding.OPEN
        and (item.supported_by or item.opposed_by)
        and not (item.structure == "absent" and item.supported_by)
    ]
    if undecided:
        lines.append(book.say("cause_open", causes=book.named(undecided)))
    return section(book, "causes", sentences=lines, table=rows)


def _missing(material: ReportMaterial, ids: tuple[str, ...]) -> tuple[str, ...]:
    """Return the evidence that was looked for and not found."""
    refuted = {
        item.id
        for item in material.evidence
        if item.judgement is not None and item.judgement.verdict is Verdict.REFUTED
    }
    return tuple(name for name in ids if name in refuted)


def _structure_of(material: ReportMaterial, cause: str) -> CauseStructure:
    """Return the system that an explanation names; releases before named a cyclone's alone."""
    event = material.conclusion.event
    assert event is not None
    known = next(item for item in material.release.causes_of(event) if item.id == cause)
    return known.structure or CauseStructure.TROPICAL_CYCLONE


def _factors(
    book: ClaimBook,
    material: ReportMaterial,
    ids: tuple[str, ...],
    *,
    marked: bool = True,
    cause: str = "",
) -> list[str]:
    """Bind the names of evidence, marked where a factor was missed; the subtype has none."""
    factors = {item.id: item for item in material.evidence}
    absent = _missing(material, ids) if marked else ()
    names = []
    for name in ids:
        item = factors.get(name)
        if name == WITHOUT_STRUCTURE:
            names.append(book.say(f"absent_{_structure_of(material, cause)}").text)
        elif item is None:
            names.append(_by_classification(book, material))
        elif name in absent:
            names.append(book.say("not_found", name=factor_name(book, item)).text)
        else:
            names.append(factor_name(book, item))
    return names


def _by_classification(book: ClaimBook, material: ReportMaterial) -> str:
    """Name the subtype by which the classification speaks for or against an explanation."""
    assessments = material.classification.assessments
    own = material.conclusion.event
    # the event's own subtype, else that of another type that fired
    order = sorted(range(len(assessments)), key=lambda place: assessments[place].event is not own)
    for place in order:
        if assessments[place].firing is Firing.FIRED and assessments[place].subtype:
            path = f"assessments.{place}"
            return book.say(
                "by_classification",
                event=book.bind("classification", f"{path}.event", "term"),
                subtype=book.bind("classification", f"{path}.subtype", "term"),
            ).text
    return book.say("by_subtype").text
