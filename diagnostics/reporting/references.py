"""The bibliography of a report: verified references plainly, the rest below one sentence."""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import quote

from diagnostics.contracts.enums import ReferenceStatus
from diagnostics.contracts.guidelines import Reference
from diagnostics.contracts.report import Report
from diagnostics.messages import localise


@dataclass(frozen=True)
class Bibliography:
    """The references of a report as they are printed."""

    verified: tuple[str, ...]
    others: tuple[str, ...]
    others_sentence: str
    """What the others have in common, in the reader's language; empty where there are none."""


def bibliography_of(report: Report) -> Bibliography:
    """Write the references of a report, those that are not verified apart from the others."""
    verified = [one for one in report.references if one.status is ReferenceStatus.VERIFIED]
    others = [one for one in report.references if one.status is not ReferenceStatus.VERIFIED]
    return Bibliography(
        verified=tuple(_line(one) for one in verified),
        others=tuple(_line(one) for one in others),
        others_sentence=localise("report-references_unverified", report.language) if others else "",
    )


def _line(reference: Reference) -> str:
    if not reference.doi:
        return reference.text
    return f"{reference.text}. https://doi.org/{quote(reference.doi, safe='/:;().')}"
