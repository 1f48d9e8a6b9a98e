"""REST: the sources that the operator and the centre have registered, and what they hold."""

from __future__ import annotations

from datetime import datetime
from typing import Any
from uuid import UUID

from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from diagnostics.contracts.space_time import Region
from diagnostics.messages import Message, render
from diagnostics.messages.catalogue import SOURCE
from hvrmet.accounts.roles import Verb
from hvrmet.accounts.views import TenantView, in_tenant_scope
from hvrmet.core.db.clock import database_now
from hvrmet.core.errors import NotFoundError
from hvrmet.core.http.openapi import TENANT_PARAMETER, answers
from hvrmet.core.http.schemas import parse_body
from hvrmet.jobs.models import CentreSource, SourceHolding
from hvrmet.jobs.registries.inventories import is_late, source_holdings
from hvrmet.jobs.registries.roots import roots_of
from hvrmet.jobs.registries.sources import RegisteredSource, sources_of
from hvrmet.jobs.services.sources import (
    own_source_list,
    source_change,
    source_register,
    source_remove,
)
from hvrmet.jobs.source_schemas import (
    NewSource,
    OwnSource,
    SourceChange,
    SourceDetail,
    SourceInfo,
    SourceList,
    SourceRootInfo,
    SourceRootList,
    SourceState,
)


class SourceListView(TenantView):
    """The data that a diagnosis may use."""

    verbs = {"GET": Verb.DIAGNOSIS_VIEW, "POST": Verb.SOURCE_MANAGE}

    @extend_schema(
        operation_id="sources_list",
        parameters=[TENANT_PARAMETER],
        responses=answers({200: SourceList}),
    )
    @in_tenant_scope
    def get(self, request: Request) -> Response:
        """List the sources of this tenant, the operator's and its own."""
        tenant_id = self.principal(request).tenant_id
        registered, own = sources_of(tenant_id), own_source_list()
        held, now = source_holdings(registered), database_now()
        known = {
            name: SourceInfo(**_known(name, source, held.get(name), now, own.get(name)))
            for name, source in registered.items()
        }
        lost = {name: _lost(row) for name, row in own.items() if name not in registered}
        results = sorted({**known, **lost}.items())
        return Response(SourceList(results=tuple(item for _, item in results)))

    @extend_schema(
        operation_id="sources_create",
        parameters=[TENANT_PARAMETER],
        request=NewSource,
        responses=answers({201: SourceDetail}, 400, 409, 415, 422),
    )
    @in_tenant_scope
    def post(self, request: Request) -> Response:
        """Register data of the centre's own; a worker reads at once what they hold."""
        principal = self.principal(request)
        row = source_register(parse_body(NewSource, request), principal=principal)
        return Response(_detail(row.name, principal.tenant_id), status=201)


class SourceView(TenantView):
    """One source."""

    verbs = {
        "GET": Verb.DIAGNOSIS_VIEW,
        "PUT": Verb.SOURCE_MANAGE,
        "DELETE": Verb.SOURCE_MANAGE,
    }

    @extend_schema(
        operation_id="sources_retrieve",
        parameters=[TENANT_PARAMETER],
        responses=answers({200: SourceDetail}, 404),
    )
    @in_tenant_scope
    def get(self, request: Request, name: str) -> Response:
        """Return what a source holds, as a worker last read it."""
        return Response(_detail(name, self.principal(request).tenant_id))

    @extend_schema(
        operation_id="sources_update",
        parameters=[TENANT_PARAMETER],
        request=SourceChange,
        responses=answers({200: SourceDetail}, 400, 404, 415),
    )
    @in_tenant_scope
    def put(self, request: Request, name: str) -> Response:
        """Say title, attribution and lateness of a source of the centre's own otherwise."""
        principal = self.principal(request)
        source_change(name, parse_body(SourceChange, request), principal=principal)
        return Response(_detail(name, principal.tenant_id))

    @extend_schema(
        operation_id="sources_delete",
        parameters=[TENANT_PARAMETER],
        responses=answers({204: OpenApiResponse(description="Gone")}, 404),
    )
    @in_tenant_scope
    def delete(self, request: Request, name: str) -> Response:
        """Take a source of the centre's own out; its files and the diagnoses of it stay."""
        source_remove(name, principal=self.principal(request))
        return Response(status=204)


class SourceRootListView(TenantView):
    """Where a centre may register data."""

    verbs = {"GET": Verb.SOURCE_MANAGE}

    @extend_schema(
        operation_id="source_roots_list",
        parameters=[TENANT_PARAMETER],
        responses=answers({200: SourceRootList}),
    )
    @in_tenant_scope
    def get(self, request: Request) -> Response:
        """List where the centre may register data of its own.

        Each is a folder or an address, below which the data must lie.
        """
        roots = sorted(roots_of(self.principal(request).tenant_id).items())
        return Response(
            SourceRootList(
                results=tuple(
                    SourceRootInfo(
                        name=name,
                        title=root.title,
                        title_zh=root.title_zh,
                        remote=root.is_remote,
                    )
                    for name, root in roots
                )
            )
        )


def _detail(name: str, tenant_id: UUID) -> SourceDetail:
    """Return what is known of a source.

    Raises
    ------
    NotFoundError
        When the tenant has none of that name.
    """
    own = own_source_list().get(name)
    source = sources_of(tenant_id).get(name)
    if source is None:
        if own is None:
            raise NotFoundError("source")
        failure = Message(id="error-source_root_gone")
        return SourceDetail(
            **_lost(own).model_dump(),
            inventory=None,
            statistics=(),
            failure=failure,
            failure_text=render(failure, SOURCE),
        )
    held = source_holdings({name: source}).get(name)
    found = Message.model_validate(held.failure) if held and held.failure else None
    return SourceDetail(
        **_known(name, source, held, database_now(), own),
        inventory=held.inventory if held else None,
        statistics=held.inventory.statistics() if held and held.inventory else (),
        failure=found,
        failure_text=render(found, SOURCE) if found else "",
    )


def _known(
    name: str,
    source: RegisteredSource,
    held: SourceHolding | None,
    now: datetime,
    own: CentreSource | None,
) -> dict[str, Any]:
    """Return the fields that the list and the detail share."""
    held = held or SourceHolding()
    state = SourceState.READY if held.read_at else SourceState.WAITING
    if held.read_at is None and held.failure is not None:
        state = SourceState.FAILED
    return {
        "name": name,
        "title": source.title,
        "title_zh": source.title_zh,
        "attribution": source.attribution,
        "has_climatology": source.climatology is not None,
        "state": state,
        "read_at": held.read_at,
        "newest_at": held.newest_at,
        "stale": held.stale,
        "late": is_late(source, held.newest_at, now),
        "region": None if held.region is None else Region.model_validate(held.region),
        "first": held.first,
        "last": held.last,
        "times": held.times,
        "step_hours": held.step_hours,
        "members": tuple(held.members),
        "own": None if own is None else _own(own),
    }


def _own(row: CentreSource) -> OwnSource:
    return OwnSource(
        root=row.root,
        below=tuple(row.below),
        late_after_hours=row.late_after_hours,
        created_by=row.created_by,
        created_at=row.created_at,
    )


def _lost(row: CentreSource) -> SourceInfo:
    """Return a source of the centre's own whose root is not, or no longer, the centre's."""
    return SourceInfo(
        name=row.name,
        title=row.title,
        title_zh=row.title_zh,
        attribution=row.attribution,
        has_climatology=False,
        state=SourceState.FAILED,
        read_at=None,
        newest_at=None,
        stale=False,
        late=False,
        region=None,
        first=None,
        last=None,
        times=0,
        step_hours=None,
        own=_own(row),
    )
