"""What differs between two versions of a report."""

from __future__ import annotations

from pydantic import JsonValue

from diagnostics.contracts.base import Contract
from diagnostics.contracts.report import Claim


class ValueChange(Contract):
    """A field with its value in either version; None where it has none."""

    field: str
    before: JsonValue
    after: JsonValue


class TextChange(Contract):
    """A line with its bound values in brackets; None where a version has no such line."""

    place: str
    before: str | None
    after: str | None


class ClaimChange(Contract):
    """A value bound in both versions that is not the same in both."""

    before: Claim
    after: Claim


class SectionChange(Contract):
    """The lines that differ in one section; of one that is in one version only, all of them."""

    id: str
    title: str
    in_before: bool
    in_after: bool
    lines: tuple[TextChange, ...] = ()


class FigureChange(Contract):
    """A chart that is in one version only, or has another caption or place."""

    artifact: str
    section_before: str | None
    section_after: str | None
    caption_before: str | None
    caption_after: str | None


class ReportDiff(Contract):
    """Everything that differs between two reports.

    A claim is the same one in both when it has the same source, path, kind and unit; its number
    in the document does not matter.
    """

    digest_before: str
    digest_after: str
    same: bool
    title: TextChange | None = None
    claims_added: tuple[Claim, ...] = ()
    claims_removed: tuple[Claim, ...] = ()
    claims_changed: tuple[ClaimChange, ...] = ()
    sections: tuple[SectionChange, ...] = ()
    figures: tuple[FigureChange, ...] = ()
    conclusion: tuple[ValueChange, ...] = ()
    evidence_added: tuple[str, ...] = ()
    evidence_removed: tuple[str, ...] = ()
    evidence_changed: tuple[str, ...] = ()
