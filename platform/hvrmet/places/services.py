"""Keeping and forgetting regions, in the caller's tenant scope."""

from __future__ import annotations

from uuid import UUID

from diagnostics.contracts.space_time import Region
from hvrmet.accounts.principals import Principal
from hvrmet.audit.services import Action, audit_record
from hvrmet.core.db.uniqueness import unique
from hvrmet.core.errors import ApplicationError
from hvrmet.core.names import name_key
from hvrmet.places.models import SavedRegion
from hvrmet.places.selectors import region_get

MOST_REGIONS = 200


def region_create(*, principal: Principal, name: str, region: Region) -> SavedRegion:
    """Keep a region under a name that no other one of the centre has, in whatever case.

    Raises
    ------
    ApplicationError
        ``region_name_taken`` or ``too_many_regions`` (409).
    """
    if SavedRegion.objects.count() >= MOST_REGIONS:
        raise ApplicationError(
            f"a centre keeps at most {MOST_REGIONS} regions: delete one first",
            code="too_many_regions",
            http_status=409,
        )
    taken = ApplicationError(
        f"the centre has a region {name!r} already: choose another name, or delete that one first",
        code="region_name_taken",
        http_status=409,
    )
    with unique("savedregion_tenant_name", otherwise=taken):
        row: SavedRegion = SavedRegion.objects.create(
            name=name,
            key=name_key(name),
            bounds=region.bounds(),
            created_by=principal.label,
        )
    _record(Action.REGION_SAVED, principal, row)
    return row


def region_delete(*, principal: Principal, region_id: UUID) -> None:
    """Forget a region; whoever may keep one may do so.

    Raises
    ------
    NotFoundError
        When there is none, or it is another tenant's.
    """
    row = region_get(region_id, lock=True)
    _record(Action.REGION_DELETED, principal, row)
    row.delete()


def _record(action: Action, principal: Principal, row: SavedRegion) -> None:
    audit_record(
        action=action,
        actor=principal.label,
        actor_id=principal.id,
        subject_id=row.pk,
        data={"name": row.name, "region": row.bounds},
    )
