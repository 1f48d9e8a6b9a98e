"""Registering and removing a centre's own sources, in the caller's tenant scope."""

from __future__ import annotations

from typing import Any

from diagnostics.errors import InputDataError
from hvrmet.accounts.principals import Principal
from hvrmet.audit.services import Action, audit_record
from hvrmet.core.db.uniqueness import unique
from hvrmet.core.errors import ApplicationError, NotFoundError
from hvrmet.jobs.models import CentreSource
from hvrmet.jobs.registries.inventories import holding_forget, reading_ask
from hvrmet.jobs.registries.roots import roots_of
from hvrmet.jobs.registries.sources import key_of_centre, registered_by_centre, sources_of
from hvrmet.jobs.source_schemas import NewSource, SourceChange

MOST_SOURCES = 200
_SAID = ("title", "title_zh", "attribution", "late_after_hours")


def source_register(wanted: NewSource, *, principal: Principal) -> CentreSource:
    """Register data of the centre's own, and ask a worker to read what they hold.

    Whether the files are there is found by the worker: this process need not see them.

    Raises
    ------
    ApplicationError
        ``unknown_source_root``, ``source_outside_root``, ``source_name_taken`` or
        ``too_many_sources``.
    """
    tenant_id = principal.tenant_id
    taken = ApplicationError(
        f"there is a source {wanted.name!r} already: choose another name, or remove that one first",
        code="source_name_taken",
        http_status=409,
    )
    if wanted.name in sources_of(tenant_id):
        raise taken
    if CentreSource.objects.count() >= MOST_SOURCES:
        raise ApplicationError(
            f"a centre registers at most {MOST_SOURCES} sources: remove one first",
            code="too_many_sources",
            http_status=409,
        )
    row = CentreSource(
        **wanted.model_dump(exclude={"below"}),
        below=list(wanted.below),
        created_by=principal.label,
        tenant_id=tenant_id,
    )
    try:
        registered_by_centre(row, roots_of(tenant_id)).readable()
    except InputDataError as error:
        raise ApplicationError(
            error.message, code="source_outside_root", http_status=422
        ) from error
    with unique("centresource_tenant_name", otherwise=taken):
        row.save(force_insert=True)
    reading_ask(key_of_centre(tenant_id, row.name))
    _record(Action.SOURCE_REGISTERED, principal, row, after=_document(row))
    return row


def source_change(name: str, wanted: SourceChange, *, principal: Principal) -> CentreSource:
    """Say titles, attribution and lateness of a centre's own source otherwise.

    Raises
    ------
    NotFoundError
        When the centre has registered none of that name.
    """
    row = own_source_get(name, lock=True)
    before = _document(row)
    for field in _SAID:
        setattr(row, field, getattr(wanted, field))
    row.save(update_fields=_SAID)
    _record(Action.SOURCE_CHANGED, principal, row, before=before, after=_document(row))
    return row


def source_remove(name: str, *, principal: Principal) -> None:
    """Take a centre's own source out; its files and the diagnoses of it stay.

    Raises
    ------
    NotFoundError
        When the centre has registered none of that name.
    """
    row = own_source_get(name, lock=True)
    holding_forget(key_of_centre(principal.tenant_id, name))
    _record(Action.SOURCE_REMOVED, principal, row, before=_document(row))
    row.delete()


def own_source_list() -> dict[str, CentreSource]:
    """Return what the centre has registered itself, by name."""
    return {row.name: row for row in CentreSource.objects.all()}


def own_source_get(name: str, *, lock: bool = False) -> CentreSource:
    """Return a source that the centre has registered.

    Raises
    ------
    NotFoundError
        When there is none.
    """
    rows = CentreSource.objects.select_for_update() if lock else CentreSource.objects
    row: CentreSource | None = rows.filter(name=name).first()
    if row is None:
        raise NotFoundError("source that this centre has registered")
    return row


def _document(row: CentreSource) -> dict[str, Any]:
    return {field: getattr(row, field) for field in ("name", "root", "below", *_SAID)}


def _record(action: Action, principal: Principal, row: CentreSource, **states: Any) -> None:
    audit_record(
        action=action,
        actor=principal.label,
        actor_id=principal.id,
        subject_id=row.pk,
        data={"source": row.name},
        **states,
    )
