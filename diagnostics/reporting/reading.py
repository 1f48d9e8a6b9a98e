"""A report as it is read: each sentence written, and each value in it known by its claim."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from diagnostics.catalog import get_catalog
from diagnostics.contracts.enums import Language
from diagnostics.contracts.evidence import EvidenceItem
from diagnostics.contracts.guidelines import GuidelineRelease
from diagnostics.contracts.reading import (
    EvidenceNote,
    Fact,
    Reading,
    WrittenFigure,
    WrittenSection,
    WrittenSentence,
)
from diagnostics.contracts.report import Claim, Report, Section, Sentence
from diagnostics.contracts.report_parts import TITLE, caption_address, sentence_address
from diagnostics.reporting.checker import refuse, sentence_problems
from diagnostics.reporting.claim_book import ClaimBook
from diagnostics.reporting.claim_sources import ClaimSources
from diagnostics.reporting.evidence_labels import factor_name
from diagnostics.reporting.facts import fact_lines
from diagnostics.reporting.html import badges, keep_together
from diagnostics.reporting.own_words import own_words_mark
from diagnostics.reporting.references import bibliography
from diagnostics.reporting.section_parts import chart_title
from diagnostics.reporting.values import sentence_pieces


def write_reading(report: Report, release: GuidelineRelease) -> Reading:
    """Write a report sentence by sentence, and before it what a shift wants to know first.

    Parameters
    ----------
    report : Report
        Claim-checked.
    release : GuidelineRelease
        The pinned one, from which the explanations have their names.

    Returns
    -------
    Reading
        In the language of the report. The claims of the report keep their ids; those that only
        the facts have follow them.

    Raises
    ------
    LookupError
        When the report lacks what its conclusion is about, or a placeholder has no claim.
    ModelOutputError
        With code ``unsupported_claims`` when the evidence does not carry the facts.
    """
    specs = {spec.name: spec for spec in get_catalog().specs()}
    sources = ClaimSources.of_report(report, release, specs)
    book = ClaimBook(sources, report.language, report.claims)
    lines = fact_lines(book, report)
    claims = {claim.id: claim for claim in book.claims}
    facts = [(f"fact {name}", line) for name, part in lines.items() for line in part]
    named = {name for _, line in facts for name in line.claims}
    refuse(sentence_problems(facts, [claims[name] for name in named], sources))
    write = partial(_written, claims, report.language)
    references = bibliography(report)
    return Reading(
        language=report.language,
        title=write(report.title, TITLE),
        badges=tuple(badges(report)),
        facts=tuple(
            Fact(name=name, lines=tuple(write(line, stands_alone=True) for line in part))
            for name, part in lines.items()
        ),
        sections=tuple(_section(claims, report.language, section) for section in report.sections),
        claims=book.claims,
        evidence=tuple(_note(sources, report.language, item) for item in sources.evidence.values()),
        references=references.verified,
        references_note=references.note,
        references_unverified=references.unverified,
    )


def report_in_words_of(reading: Reading, report: Report) -> Report:
    """Return a report with the sentences and the claims of a reading of it.

    Parameters
    ----------
    reading : Reading
        In any language, of this version of the report.
    report : Report

    Returns
    -------
    Report
        In the language of the reading; its digest is left for the caller to renew.
    """
    sections = [part.model_dump(mode="json") for part in reading.sections]
    title = reading.title.model_dump(mode="json")
    return report.model_copy(
        update={
            "request": report.request.model_copy(update={"language": reading.language}),
            "language": reading.language,
            "title": Sentence.model_validate(title, extra="ignore"),
            "sections": tuple(Section.model_validate(part, extra="ignore") for part in sections),
            "claims": reading.claims,
        }
    )


def _section(claims: Mapping[str, Claim], language: Language, section: Section) -> WrittenSection:
    write = partial(_written, claims, language)
    said: set[str] = set()
    figures = [
        {
            **dict(figure),
            "caption": write(figure.caption, caption_address(figure.artifact)),
        }
        for figure in section.figures
    ]
    return WrittenSection(
        id=section.id,
        title=section.title,
        sentences=tuple(
            write(item, sentence_address(section.id, number))
            for number, item in enumerate(section.sentences, start=1)
        ),
        figures=tuple(WrittenFigure(**figure) for figure in figures),
        table=tuple(
            tuple(write(cell, stands_alone=True, said=said) for cell in row)
            for row in section.table
        ),
    )


def _note(sources: ClaimSources, language: Language, item: EvidenceItem) -> EvidenceNote:
    """Name a piece of evidence and its reason, as lists of evidence show them."""
    book, source, judged = ClaimBook(sources, language), f"evidence:{item.id}", item.judgement
    name_of = factor_name if item.factor in sources.specs else chart_title
    name = name_of(book, item)
    reason = "" if judged is None else book.bind_reason(source, "judgement")
    claims = {claim.id: claim for claim in book.claims}

    def words(text: str) -> str:
        whole = Sentence(text=text)
        pieces = sentence_pieces(whole, claims, language, keep_together, stands_alone=True)
        return "".join(piece.text for piece in pieces)

    return EvidenceNote(
        id=item.id,
        name=words(name),
        verdict=judged and judged.verdict,
        reason=words(reason),
        counts=judged and judged.counts,
    )


def _written(
    claims: Mapping[str, Claim],
    language: Language,
    sentence: Sentence,
    address: str = "",
    *,
    stands_alone: bool = False,
    said: set[str] | None = None,
) -> WrittenSentence:
    return WrittenSentence(
        **dict(sentence),
        pieces=sentence_pieces(
            sentence, claims, language, keep_together, stands_alone=stands_alone, said=said
        ),
        address=address,
        mark="" if sentence.own is None else own_words_mark(sentence.own, language),
    )
