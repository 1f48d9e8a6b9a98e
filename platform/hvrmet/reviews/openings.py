"""Which parts of a version its readers have opened. Each function runs in the caller's scope.

A reviewer opens every section, every chart, and the evidence that carries the conclusion. Nobody is
held up by what is not opened: an approval says what it was.
"""

from __future__ import annotations

from collections.abc import Iterable
from uuid import UUID

from diagnostics.contracts.report import Report
from hvrmet.accounts.principals import Principal
from hvrmet.reviews.models import Opening
from hvrmet.reviews.report_parts import require_known
from hvrmet.reviews.schemas import OpenedPart
from hvrmet.reviews.verdicts import OpenedKind


def parts_to_open(report: Report) -> tuple[OpenedPart, ...]:
    """Return the parts that a reviewer opens, in the order of the report."""
    names = {
        OpenedKind.SECTION: [section.id for section in report.sections],
        OpenedKind.FIGURE: [
            figure.artifact for section in report.sections for figure in section.figures
        ],
        OpenedKind.EVIDENCE: list(report.conclusion.confirmed),
    }
    return tuple(OpenedPart(on=kind, id=name) for kind, found in names.items() for name in found)


def unopened_by(principal: Principal, version_id: UUID, report: Report) -> tuple[OpenedPart, ...]:
    """Return what of a version somebody has not opened yet."""
    rows = Opening.objects.filter(version_id=version_id, person_id=principal.id)
    opened = set(rows.values_list("part", "name"))
    return tuple(part for part in parts_to_open(report) if (part.on, part.id) not in opened)


def opened_keep(
    principal: Principal, version_id: UUID, report: Report, parts: Iterable[OpenedPart]
) -> None:
    """Keep that a person has opened parts of a version; a part that was opened before stays.

    Raises
    ------
    ApplicationError
        With code ``unknown_part`` (400) for a part that the version does not have, or that is
        none of those which a reviewer opens.
    """
    known = parts_to_open(report)
    names = {kind: [part.id for part in known if part.on is kind] for kind in OpenedKind}
    wanted = tuple(parts)
    require_known((part.on.value, part.id, names[part.on]) for part in wanted)
    Opening.objects.bulk_create(
        [
            Opening(version_id=version_id, person_id=principal.id, part=part.on, name=part.id)
            for part in wanted
        ],
        ignore_conflicts=True,
    )
