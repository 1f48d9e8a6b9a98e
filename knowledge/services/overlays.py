"""Changing a centre's overlay, and combining it with a release that two people then adopt."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import Any

from django.utils import timezone
from hvrmet.accounts.dual_control import require_person
from hvrmet.accounts.principals import Principal
from hvrmet.audit.services import Action, audit_record
from hvrmet.core.errors import ApplicationError, NotFoundError
from pydantic import BaseModel, ConfigDict, Field, JsonValue

from diagnostics.contracts.guidelines import GuidelineEntry, IndexExpectation
from diagnostics.contracts.validation import joined
from diagnostics.errors import UnitsError
from diagnostics.messages import Listing, message
from knowledge.executable import Problem, in_unit
from knowledge.models import CentreRelease, OverlayChange
from knowledge.overlaying import FIELDS_OF, combine, overlay_digest, value_at
from knowledge.selectors.overlays import overlay_base_digest, overlay_in_force
from knowledge.selectors.releases import release_document
from knowledge.services.drafts import refuse
from knowledge.services.proposals import centre_release_store
from knowledge.states import OverlayAction, ReleaseKind


class NewOverlayChange(BaseModel):
    """What a centre does otherwise with one entry.

    A value may come with a unit of its own, ``{"value": 90, "unit": "km/h"}``: it is converted to
    that of the entry.
    """

    model_config = ConfigDict(extra="forbid")

    entry: str = Field(min_length=1, max_length=200)
    action: OverlayAction
    fields: dict[str, JsonValue] = Field(default={}, max_length=50)
    document: GuidelineEntry | None = None
    reason: str = Field(min_length=1, max_length=2000)
    source: str = Field(default="", max_length=500)
    effective_from: date | None = None


def overlay_set(*, principal: Principal, wanted: NewOverlayChange) -> OverlayChange:
    """Make a change of the overlay, in place of the one that the entry had.

    It counts once the overlay is combined with a release and two people have adopted that.

    Raises
    ------
    NotFoundError
        For an entry that the release does not have.
    ApplicationError
        ``invalid_entry`` (400): a field that the action does not set, a unit that does not
        convert, a value that cannot be executed; ``entry_exists`` (409) for an added one.
    """
    digest = overlay_base_digest()
    release = release_document(digest)
    entries = {entry.id: entry for entry in release.entries}
    there = entries.get(wanted.entry)
    if there is None and wanted.action is not OverlayAction.ADD:
        raise NotFoundError(message("refusal-an_entry"))
    if there is not None and wanted.action is OverlayAction.ADD:
        raise ApplicationError(
            message("refusal-entry_exists", name=wanted.entry),
            code="entry_exists",
            http_status=409,
        )
    fields = _fields(wanted, there)
    before = {} if there is None else there.model_dump(mode="json")
    document = None if wanted.document is None else wanted.document.model_dump(mode="json")
    _end(principal, wanted.entry)
    row = OverlayChange(
        entry_name=wanted.entry,
        action=wanted.action,
        fields=fields,
        before={path: value_at(before, path) for path in fields},
        document=document,
        base_digest=digest,
        reason=wanted.reason,
        source=wanted.source,
        effective_from=wanted.effective_from,
        author=principal.label,
        author_id=principal.id,
    )
    _, conflicts = combine(release, [row])
    if conflicts:
        problems = [Problem(one.field or "fields", one.wording) for one in conflicts]
        refuse(problems, wanted.entry)
    row.save()
    _audit(Action.LIBRARY_OVERLAY_CHANGED, principal, row, {"fields": fields})
    return row


def overlay_end(*, principal: Principal, entry: str) -> None:
    """Take back what the overlay does with an entry.

    Raises
    ------
    NotFoundError
        Where it does nothing with it.
    """
    ended = _end(principal, entry)
    if ended is None:
        raise NotFoundError(message("refusal-an_overlay_change"))
    _audit(Action.LIBRARY_OVERLAY_CHANGED, principal, ended, {"ended": True})


def overlay_combine(*, principal: Principal, digest: str | None = None) -> CentreRelease:
    """Combine a release with the overlay into a release of the centre, for adoption by two people.

    Parameters
    ----------
    principal : Principal
    digest : str, optional
        Of the release; the one that the overlay lies on by default. A later one shows conflicts.

    Raises
    ------
    ApplicationError
        ``overlay_conflicts`` (409): each is in ``data.conflicts``, by entry; set or end those
        changes first. ``overlay_empty`` (409).
    """
    require_person(principal, to=message("refusal-act_combine"))
    base = release_document(digest or overlay_base_digest())
    changes = overlay_in_force()
    if not changes:
        raise ApplicationError(
            message("refusal-overlay_empty"), code="overlay_empty", http_status=409
        )
    combined, conflicts = combine(base, changes)
    if conflicts:
        raise ApplicationError(
            message("refusal-overlay_conflicts", problems=joined([c.wording for c in conflicts])),
            code="overlay_conflicts",
            http_status=409,
            data={
                "conflicts": [
                    {**one.model_dump(mode="json", exclude={"wording"}), "message": one.wording}
                    for one in conflicts
                ]
            },
        )
    stored: CentreRelease | None = CentreRelease.objects.filter(digest=combined.digest).first()
    if stored is not None:
        return stored
    row = centre_release_store(
        principal=principal,
        release=combined,
        kind=ReleaseKind.COMBINED,
        base_digest=base.digest,
        overlay_digest=overlay_digest(changes),
        approvals=[],
    )
    audit_record(
        action=Action.LIBRARY_COMBINED,
        actor=principal.label,
        actor_id=principal.id,
        subject_id=row.pk,
        data={"base": base.digest, "overlay": row.overlay_digest, "release": row.digest},
    )
    return row


def _fields(wanted: NewOverlayChange, there: GuidelineEntry | None) -> dict[str, Any]:
    """Check which fields are set, and return them in the entry's own unit."""
    allowed = FIELDS_OF[wanted.action]
    problems = [
        Problem(
            path,
            message("curation-problem_not_adjustable", offered=Listing(items=allowed))
            if allowed
            else message("curation-problem_no_fields"),
        )
        for path in wanted.fields
        if not any(path == one or path.startswith(f"{one}.") for one in allowed)
    ]
    if (wanted.document is None) == (wanted.action is OverlayAction.ADD):
        problems.append(Problem("document", message("curation-problem_document")))
    elif wanted.document is not None and wanted.document.id != wanted.entry:
        problems.append(Problem("document.id", message("curation-problem_name")))
    if allowed and not wanted.fields:
        problems.append(Problem("fields", message("curation-problem_nothing")))
    refuse(problems, wanted.entry)
    return {path: _converted(path, value, there) for path, value in wanted.fields.items()}


def _converted(path: str, value: JsonValue, entry: GuidelineEntry | None) -> JsonValue:
    if not isinstance(value, Mapping) or set(value) != {"value", "unit"}:
        return value
    expected = None if entry is None else entry.expected
    number, unit = value["value"], value["unit"]
    if not isinstance(expected, IndexExpectation) or not isinstance(number, (int, float)):
        refuse([Problem(path, message("curation-problem_number"))], path)
    assert isinstance(expected, IndexExpectation)
    assert isinstance(number, (int, float))
    try:
        return in_unit(float(number), str(unit), expected.unit)
    except UnitsError:
        wording = message("curation-problem_unit", given=str(unit), right=expected.unit)
        refuse([Problem(path, wording)], path)
        raise


def _end(principal: Principal, entry: str) -> OverlayChange | None:
    found = OverlayChange.objects.select_for_update()
    row: OverlayChange | None = found.filter(entry_name=entry, ended_at__isnull=True).first()
    if row is not None:
        row.ended_at, row.ended_by = timezone.now(), principal.label
        row.save(update_fields=("ended_at", "ended_by"))
    return row


def _audit(action: Action, principal: Principal, row: OverlayChange, data: dict[str, Any]) -> None:
    audit_record(
        action=action,
        actor=principal.label,
        actor_id=principal.id,
        subject_id=row.pk,
        data={"entry": row.entry_name, "action": str(row.action), "reason": row.reason, **data},
    )
