"""REST: the sources that the operator has registered, and what they hold."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from drf_spectacular.utils import extend_schema
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
from hvrmet.jobs.models import SourceHolding
from hvrmet.jobs.registries.inventories import is_late, source_holdings
from hvrmet.jobs.registries.sources import RegisteredSource, sources_of
from hvrmet.jobs.schemas import SourceDetail, SourceInfo, SourceList, SourceState


class SourceListView(TenantView):
    """The data that a diagnosis may use."""

    verbs = {"GET": Verb.DIAGNOSIS_VIEW}

    @extend_schema(
        operation_id="sources_list",
        parameters=[TENANT_PARAMETER],
        responses=answers({200: SourceList}),
    )
    @in_tenant_scope
    def get(self, request: Request) -> Response:
        """List the sources that the operator has registered for this tenant."""
        registered = sources_of(self.principal(request).tenant_id)
        held, now = source_holdings(registered), database_now()
        return Response(
            SourceList(
                results=tuple(
                    SourceInfo(**_known(name, source, held.get(name), now))
                    for name, source in sorted(registered.items())
                )
            )
        )


class SourceView(TenantView):
    """One source."""

    verbs = {"GET": Verb.DIAGNOSIS_VIEW}

    @extend_schema(
        operation_id="sources_retrieve",
        parameters=[TENANT_PARAMETER],
        responses=answers({200: SourceDetail}, 404),
    )
    @in_tenant_scope
    def get(self, request: Request, name: str) -> Response:
        """Return what a source holds, as a worker last read it."""
        source = sources_of(self.principal(request).tenant_id).get(name)
        if source is None:
            raise NotFoundError("source")
        held = source_holdings([name]).get(name)
        known = _known(name, source, held, database_now())
        failure = Message.model_validate(held.failure) if held and held.failure else None
        return Response(
            SourceDetail(
                **known,
                inventory=held.inventory if held else None,
                statistics=held.inventory.statistics() if held and held.inventory else (),
                failure=failure,
                failure_text=render(failure, SOURCE) if failure else "",
            )
        )


def _known(
    name: str, source: RegisteredSource, held: SourceHolding | None, now: datetime
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
    }
