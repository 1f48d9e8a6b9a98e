"""The bibliography of a report: what was verified, and the rest under one sentence that says so."""

from __future__ import annotations

from dataclasses import dataclass

from diagnostics.contracts.enums import ReferenceStatus
from diagnostics.contracts.report import Report
from diagnostics.messages import localise
from diagnostics.reporting.messages import translated


@dataclass(frozen=True)
class Bibliography:
    """References as they are printed.

    Parameters
    ----------
    verified : tuple of str
    note : str
        Says of the unverified that they are; empty where there is none.
    unverified : tuple of str
    """

    verified: tuple[str, ...]
    note: str
    unverified: tuple[str, ...]

    def __bool__(self) -> bool:
        """Whether there is a reference at all."""
        return bool(self.verified or self.unverified)


def bibliography(report: Report) -> Bibliography:
    """Write the references of a report in its language."""
    language = report.language
    verified, unverified = (
        tuple(
            translated(reference.text, language)
            for reference in report.references
            if (reference.status is ReferenceStatus.VERIFIED) is wanted
        )
        for wanted in (True, False)
    )
    note = localise("report-references_unverified", language) if unverified else ""
    return Bibliography(verified, note, unverified)
