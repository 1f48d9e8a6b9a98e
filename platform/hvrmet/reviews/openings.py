"""Which parts of a version its readers have opened. Each function runs in the caller's scope.

A reviewer opens every section, every chart, and the evidence that carries the conclusion. Of those
who read on a page an approval takes every section; it says which of the rest was not opened.
"""

from __future__ import annotations

from collections.abc import Iterable
from uuid import UUID

from hvrmet.accounts.dual_control import require_person
from hvrmet.accounts.principals import Principal
from hvrmet.reports.access_log import require_version_shown, sections_displayed
from hvrmet.reports.models import ReportVersion
from hvrmet.reviews.models import Opening
from hvrmet.reviews.report_parts import require_known
from hvrmet.reviews.schemas import OpenedPart
from hvrmet.reviews.verdicts import OpenedKind


def parts_to_open(version: ReportVersion) -> tuple[OpenedPart, ...]:
    """Return the parts that a reviewer opens: sections, charts and evidence, each in its order."""
    # Pages ask often: the document as it was stored, without reading all of it into a `Report`.
    sections = version.document["sections"]
    names: dict[OpenedKind, list[str]] = {
        OpenedKind.SECTION: [section["id"] for section in sections],
        OpenedKind.FIGURE: [
            figure["artifact"] for section in sections for figure in section["figures"]
        ],
        OpenedKind.EVIDENCE: version.document["conclusion"]["confirmed"],
    }
    return tuple(OpenedPart(on=kind, id=name) for kind, found in names.items() for name in found)


def unopened_by(principal: Principal, version: ReportVersion) -> tuple[OpenedPart, ...]:
    """Return what of a version somebody has not opened yet."""
    rows = Opening.objects.filter(version=version, person_id=principal.id)
    opened = set(rows.values_list("part", "name"))
    return tuple(part for part in parts_to_open(version) if (part.on, part.id) not in opened)


def opened_keep(
    principal: Principal, job_id: UUID, version: ReportVersion, parts: Iterable[OpenedPart]
) -> tuple[OpenedPart, ...]:
    """Keep that a person has opened parts of a version, and return what is left.

    A part that was opened before stays. Sections that were displayed are on record each time.

    Raises
    ------
    ApplicationError
        ``person_required`` (403) for a service; ``version_not_opened`` (409) where the person was
        never sent the version; ``unknown_part`` (400) for a part that the version does not have, or
        that is none of those which a reviewer opens.
    """
    require_person(principal, to="open parts of a report")
    require_version_shown(principal, job_id, version, to="report what was displayed", whole=False)
    known = parts_to_open(version)
    names = {kind: [part.id for part in known if part.on is kind] for kind in OpenedKind}
    wanted = tuple(parts)
    require_known((part.on.value, part.id, names[part.on]) for part in wanted)
    Opening.objects.bulk_create(
        [
            Opening(version=version, person_id=principal.id, part=part.on, name=part.id)
            for part in wanted
        ],
        ignore_conflicts=True,
    )
    left = unopened_by(principal, version)
    sections = {part.id for part in wanted if part.on is OpenedKind.SECTION}
    if sections:
        complete = all(part.on is not OpenedKind.SECTION for part in left)
        sections_displayed(principal, job_id, version, sections, complete=complete)
    return left
