"""Saving regions, in the caller's tenant scope."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from diagnostics.messages import message
from hvrmet.accounts.principals import Principal
from hvrmet.audit.services import Action, audit_record
from hvrmet.core.db.uniqueness import unique
from hvrmet.core.errors import ApplicationError
from hvrmet.regions.models import SavedRegion
from hvrmet.regions.schemas import NewRegion
from hvrmet.regions.selectors import region_get

MOST_REGIONS = 500


def region_save(*, principal: Principal, wanted: NewRegion) -> SavedRegion:
    """Save a region under a name that is free.

    Raises
    ------
    ApplicationError
        ``region_name_taken`` or ``too_many_regions`` (409).
    """
    if SavedRegion.objects.count() >= MOST_REGIONS:
        raise ApplicationError(
            message("refusal-too_many_regions", most=MOST_REGIONS),
            code="too_many_regions",
            http_status=409,
        )
    with unique("savedregion_tenant_name", otherwise=_name_taken(wanted.name)):
        row: SavedRegion = SavedRegion.objects.create(**_fields(wanted), created_by=principal.label)
    _record(Action.REGION_SAVED, principal, row, after=_audited(row))
    return row


def region_change(*, principal: Principal, region_id: UUID, wanted: NewRegion) -> SavedRegion:
    """Give a region another name or outline.

    Raises
    ------
    NotFoundError
        When there is no such region.
    ApplicationError
        ``region_name_taken`` (409).
    """
    row = region_get(region_id, lock=True)
    before = _audited(row)
    for name, value in _fields(wanted).items():
        setattr(row, name, value)
    with unique("savedregion_tenant_name", otherwise=_name_taken(wanted.name)):
        row.save()
    _record(Action.REGION_CHANGED, principal, row, before=before, after=_audited(row))
    return row


def region_remove(*, principal: Principal, region_id: UUID) -> None:
    """Remove a region; requests that were made with it keep their boxes.

    Raises
    ------
    NotFoundError
        When there is no such region.
    """
    row = region_get(region_id, lock=True)
    _record(Action.REGION_REMOVED, principal, row, before=_audited(row))
    row.delete()


def _fields(wanted: NewRegion) -> dict[str, Any]:
    box = wanted.box()
    ring = None if wanted.polygon is None else [list(point) for point in wanted.ring()]
    sides = {name: getattr(box, name) for name in ("west", "south", "east", "north")}
    return {"name": wanted.name, "polygon": ring, **sides}


def _audited(row: SavedRegion) -> dict[str, Any]:
    box = [row.west, row.south, row.east, row.north]
    return {"name": row.name, "box": box, "corners": len(row.polygon or ())}


def _name_taken(name: str) -> ApplicationError:
    return ApplicationError(
        message("refusal-region_name_taken", name=name), code="region_name_taken", http_status=409
    )


def _record(action: Action, principal: Principal, row: SavedRegion, **values: Any) -> None:
    audit_record(
        action=action,
        actor=principal.label,
        actor_id=principal.id,
        subject_id=row.pk,
        **values,
    )
