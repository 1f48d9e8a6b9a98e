"""REST: the registered sources, and what workers have found in them."""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum
from typing import Any

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from pydantic import BaseModel, Field
from rest_framework.request import Request
from rest_framework.response import Response

from diagnostics.contracts.base import Instant
from diagnostics.contracts.inventory import Finding, GridInfo, LeftOut, VariableInfo
from diagnostics.contracts.space_time import Region
from diagnostics.messages import API, message, recorded, render
from hvrmet.accounts.roles import Verb
from hvrmet.accounts.views import TenantView, in_tenant_scope
from hvrmet.core.errors import NotFoundError
from hvrmet.core.http.language import reader_language
from hvrmet.core.http.openapi import TENANT_PARAMETER, answers
from hvrmet.jobs.registries.inventories import (
    LOOKED_SECONDS,
    StoredInventory,
    stored_inventories,
)
from hvrmet.jobs.registries.sources import RegisteredSource, sources_of


class SourceHealth(StrEnum):
    """How a source does.

    `unread`: no worker has looked yet. `unwatched`: the last look is long ago. `unreadable`: see
    its failure.
    """

    READY = "ready"
    UNREAD = "unread"
    UNWATCHED = "unwatched"
    UNREADABLE = "unreadable"


class SourceInfo(BaseModel):
    """A source that a request may name, and in short what it holds."""

    name: str
    url: str
    title: str
    title_zh: str
    attribution: str = Field(description="the line that its licence asks for")
    has_climatology: bool
    health: SourceHealth
    origin: str | None = Field(description="analysis | reanalysis | forecast | ...")
    region: Region | None
    first_time: Instant | None
    newest_time: Instant | None
    age_minutes: int | None = Field(description="since the newest time, at this moment")
    times: int
    fields: int


class SourceList(BaseModel):
    """The registered sources of the tenant."""

    results: tuple[SourceInfo, ...]


class SourceFailure(BaseModel):
    """Why a source cannot be read."""

    code: str
    detail: str


class SourceDetail(SourceInfo):
    """A source with its inventory, as a worker last found it."""

    checked_at: datetime | None = Field(description="when a worker last looked")
    stored_at: datetime | None = Field(description="when it last held something else")
    failure: SourceFailure | None
    format: str
    variables: tuple[VariableInfo, ...]
    levels_hpa: tuple[float, ...]
    valid_times: tuple[Instant, ...]
    step_hours: float | None
    runs: tuple[Instant, ...] = Field(description="starts of forecasts; a request names one")
    members: tuple[int, ...] = Field(description="of an ensemble; a request names one")
    grid: GridInfo | None
    findings: tuple[Finding, ...]
    left_out: tuple[LeftOut, ...]


def _info(
    name: str, source: RegisteredSource, kept: StoredInventory | None, now: datetime, url: str
) -> dict[str, Any]:
    found = None if kept is None else kept.inventory
    newest = None if kept is None else kept.newest
    return {
        "name": name,
        "url": url,
        "title": source.title,
        "title_zh": source.title_zh,
        "attribution": source.attribution or (found.attribution if found else ""),
        "has_climatology": source.climatology is not None,
        "health": _health(kept),
        "origin": found.origin if found else None,
        "region": found.grid.region if found and found.grid else None,
        "first_time": found.times[0] if found and found.times else None,
        "newest_time": newest,
        "age_minutes": None if newest is None else int((now - newest).total_seconds() // 60),
        "times": len(found.times) if found else 0,
        "fields": len(found.variables) if found else 0,
    }


def _health(kept: StoredInventory | None) -> SourceHealth:
    if kept is None:
        return SourceHealth.UNREAD
    if kept.failure_code:
        return SourceHealth.UNREADABLE
    if kept.age.total_seconds() > LOOKED_SECONDS:
        return SourceHealth.UNWATCHED
    return SourceHealth.READY


def _detail(
    name: str, source: RegisteredSource, kept: StoredInventory | None, now: datetime, url: str
) -> SourceDetail:
    found = None if kept is None else kept.inventory
    language = reader_language()
    failure = None
    if kept is not None and kept.failure_code:
        said = render(kept.failure, language, API) if kept.failure else kept.failure_text
        failure = {"code": kept.failure_code, "detail": said}
    findings = found.findings if found else ()
    return SourceDetail.model_validate(
        {
            **_info(name, source, kept, now, url),
            "checked_at": kept and kept.checked_at,
            "stored_at": kept and kept.stored_at,
            "failure": failure,
            "format": found.format if found else "",
            "variables": found.variables if found else (),
            "levels_hpa": found.levels_hpa if found else (),
            "valid_times": found.times if found else (),
            "step_hours": found.step_hours if found else None,
            "runs": kept.choices.runs if kept else (),
            "members": kept.choices.members if kept else (),
            "grid": found.grid if found else None,
            "findings": tuple(
                item
                if item.wording is None
                else item.model_copy(
                    update={"message": render(recorded(item.wording, item.message), language, API)}
                )
                for item in findings
            ),
            "left_out": found.left_out if found else (),
        }
    )


class SourceListView(TenantView):
    """The data that a request may use."""

    verbs = {"GET": Verb.DIAGNOSIS_VIEW}

    @extend_schema(
        operation_id="sources_list",
        parameters=[TENANT_PARAMETER],
        responses=answers({200: SourceList}),
    )
    @in_tenant_scope
    def get(self, request: Request) -> Response:
        """List the data sources that the operator has registered, and how they do."""
        sources = sources_of(self.principal(request).tenant_id)
        kept, now = stored_inventories(sources), timezone.now()
        results = tuple(
            SourceInfo.model_validate(
                _info(name, source, kept.get(name), now, f"{request.path}{name}/")
            )
            for name, source in sorted(sources.items())
        )
        return Response(SourceList(results=results))


class SourceView(TenantView):
    """One source."""

    verbs = {"GET": Verb.DIAGNOSIS_VIEW}

    @extend_schema(
        operation_id="sources_retrieve",
        parameters=[TENANT_PARAMETER],
        responses=answers({200: SourceDetail}, 404),
    )
    @in_tenant_scope
    def get(self, request: Request, source_name: str) -> Response:
        """Return a data source with its fields, levels, times, runs, members and grid."""
        sources = sources_of(self.principal(request).tenant_id)
        if source_name not in sources:
            raise NotFoundError(message("refusal-a_source"))
        source = sources[source_name]
        kept = stored_inventories({source_name: source}).get(source_name)
        return Response(_detail(source_name, source, kept, timezone.now(), request.path))
