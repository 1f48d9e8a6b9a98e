"""Whether what a review or a correction names is in the version."""

from __future__ import annotations

import difflib
from collections.abc import Collection, Iterable

from diagnostics.contracts.corrections import Edit, Quantity, Subject
from diagnostics.contracts.report import Report
from diagnostics.contracts.report_parts import sentences_by_address
from hvrmet.core.errors import ApplicationError
from hvrmet.reviews.verdicts import PartKind


def parts_of(report: Report) -> dict[PartKind, tuple[str, ...]]:
    """Return the names of all parts that a comment can be bound to."""
    return {
        PartKind.CLAIM: tuple(claim.id for claim in report.claims),
        PartKind.FIGURE: tuple(
            figure.artifact for section in report.sections for figure in section.figures
        ),
        PartKind.SENTENCE: tuple(sentences_by_address(report)),
    }


def require_parts(report: Report, wanted: Iterable[tuple[PartKind, str]]) -> None:
    """Refuse names that a version does not have.

    Raises
    ------
    ApplicationError
        With code ``unknown_part`` (400); ``data.unknown`` gives each with the nearest names.
    """
    known = parts_of(report)
    require_known((kind.value, name, known[kind]) for kind, name in wanted)


def require_subjects(report: Report, edits: Iterable[Edit], quantities: Iterable[Quantity]) -> None:
    """Refuse statements on what neither the version nor the correction has.

    Raises
    ------
    ApplicationError
        As `require_parts`.
    """
    evidence = [item.id for item in report.evidence] + [item.id for item in quantities]
    explanations = [item.cause for item in report.conclusion.causes]
    require_known(
        (
            ("explanation", statement.id, explanations)
            if statement.of is Subject.EXPLANATION
            else ("evidence", statement.id, evidence)
        )
        for statement in (edit.statement for edit in edits)
        if statement is not None
    )


def require_known(wanted: Iterable[tuple[str, str, Collection[str]]]) -> None:
    """Refuse names that are not among those known, given as kind, name and known names.

    Raises
    ------
    ApplicationError
        As `require_parts`.
    """
    unknown = [
        {"on": kind, "id": name, "nearest": nearest(name, known)}
        for kind, name, known in wanted
        if name not in known
    ]
    if unknown:
        first = unknown[0]
        near = f"; nearest: {', '.join(first['nearest'])}" if first["nearest"] else ""
        raise ApplicationError(
            f"this version has no {first['on']} {first['id']!r}{near}",
            code="unknown_part",
            data={"unknown": unknown},
        )


def nearest(name: str, known: Collection[str]) -> list[str]:
    """Return the names most like one that is not there."""
    return difflib.get_close_matches(name, known, n=3, cutoff=0.3)
