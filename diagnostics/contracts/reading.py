"""A report as it is read: its sentences with their values written, in one language."""

from __future__ import annotations

from enum import StrEnum

from pydantic import Field

from diagnostics.contracts.base import Contract, is_blank, is_empty, is_none
from diagnostics.contracts.enums import Language, Verdict
from diagnostics.contracts.report import Claim, ReportFigure, Section, Sentence


class Piece(Contract):
    """A part of a written sentence: words, or the value of a claim as readers see it."""

    text: str
    claim: str | None = Field(default=None, description="id of the claim", exclude_if=is_none)


class WrittenSentence(Sentence):
    """A sentence with its values in place: `pieces`, one after the other, are what is read."""

    pieces: tuple[Piece, ...]
    address: str = Field(
        default="", description="by which reviews and corrections name it; cells have none"
    )
    mark: str = Field(default="", description="whose own words it is, and when they were written")


class WrittenFigure(ReportFigure):
    """A chart with its caption written."""

    caption: WrittenSentence


class WrittenSection(Section):
    """One part of the report, written."""

    sentences: tuple[WrittenSentence, ...] = ()
    figures: tuple[WrittenFigure, ...] = ()
    table: tuple[tuple[WrittenSentence, ...], ...] = Field(
        default=(), description="first row: heads"
    )


class FactName(StrEnum):
    """What a shift wants to know first."""

    WHAT = "what"
    WHERE = "where"
    WHEN = "when"
    SEVERITY = "severity"
    CAUSE = "cause"
    DATA = "data"


class Fact(Contract):
    """One of the first things to know, in a line or a few."""

    name: FactName
    lines: tuple[WrittenSentence, ...]


class EvidenceNote(Contract):
    """A piece of evidence in words: its name, the verdict, and why."""

    id: str
    name: str
    verdict: Verdict | None = Field(default=None, description="None: it was shown, not judged")
    reason: str = ""
    counts: bool | None = Field(
        default=None, description="False: found as strongly without the event; None: not tested"
    )


class Reading(Contract):
    """A version of a report in one language; `claims` are all that its sentences name."""

    language: Language
    title: WrittenSentence
    badges: tuple[str, ...] = Field(description="what happened and why, each in a few words")
    facts: tuple[Fact, ...]
    sections: tuple[WrittenSection, ...]
    claims: tuple[Claim, ...]
    evidence: tuple[EvidenceNote, ...] = Field(
        default=(), description="of the event itself first, then in the order it was found"
    )
    references: tuple[str, ...] = Field(
        default=(), description="that were verified; in readings before December 2026 all of them"
    )
    references_note: str = Field(
        default="", description="says of the rest that it is not verified", exclude_if=is_blank
    )
    references_unverified: tuple[str, ...] = Field(default=(), exclude_if=is_empty)
