"""The data that the operator has registered: clients name a source, never a path."""

from __future__ import annotations

from functools import lru_cache
from typing import TypeVar
from uuid import UUID

from django.conf import settings
from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

from diagnostics.contracts.computations import QuestionRequest
from diagnostics.contracts.request import PRESETS, DiagnosisRequest
from diagnostics.contracts.zones import read_zone
from hvrmet.core.errors import ApplicationError
from hvrmet.jobs.registries.registry import read_registry, shared_with
from hvrmet.tenants.selectors import tenant_get

Zoned = TypeVar("Zoned", DiagnosisRequest, QuestionRequest)


class RegisteredSource(BaseModel):
    """One source: where its data are, and who may use it.

    `paths` are files, directories or URLs that the reader opens as one; `tenants` are slugs, and
    an empty list means every tenant. A source whose newest file is older than `late_after_hours` is
    late; without it nothing is said of its age.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    paths: tuple[str, ...] = Field(min_length=1)
    title: str
    title_zh: str = ""
    attribution: str = ""
    climatology: str | None = None
    tenants: tuple[str, ...] = ()
    late_after_hours: float | None = Field(default=None, gt=0)


_adapter = TypeAdapter(dict[str, RegisteredSource])


@lru_cache(maxsize=4)
def read_sources(setting: str) -> dict[str, RegisteredSource]:
    """Read ``HVRMET_SOURCES``: a JSON object, or the path of a JSON or YAML file.

    Raises
    ------
    ImproperlyConfigured
        When it cannot be read or does not hold sources.
    """
    return read_registry(setting, _adapter, "HVRMET_SOURCES")


def sources_of(tenant_id: UUID) -> dict[str, RegisteredSource]:
    """Return the sources that a tenant may use, by name."""
    return shared_with(read_sources(settings.ENVIRONMENT.hvrmet_sources), tenant_id)


def source_get(name: str, *, tenant_id: UUID) -> RegisteredSource:
    """Return a source that the tenant may use.

    Raises
    ------
    ApplicationError
        With code ``unknown_source`` and the names there are.
    """
    sources = sources_of(tenant_id)
    if name not in sources:
        raise ApplicationError(
            f"there is no source {name!r}; registered are: {', '.join(sorted(sources)) or 'none'}",
            code="unknown_source",
            data={"available": sorted(sources)},
        )
    return sources[name]


def check_timezone(text: str | None) -> None:
    """Refuse a time zone that does not exist.

    Raises
    ------
    ApplicationError
        With code ``unknown_timezone``.
    """
    if text is not None and read_zone(text) is None:
        raise ApplicationError(
            f"the time zone {text!r} is not known; give an IANA name such as Asia/Shanghai, or an "
            "offset such as +08:00",
            code="unknown_timezone",
        )


def check_request(request: DiagnosisRequest, *, tenant_id: UUID) -> None:
    """Refuse a request that names what the operator has not registered.

    Raises
    ------
    ApplicationError
        ``unknown_source``, ``unknown_preset``, ``unknown_timezone``, ``several_members`` or
        ``unknown_climatology``.

    See Also
    --------
    hvrmet.jobs.registries.held.check_held : What the source does not hold.
    """
    source_get(request.source, tenant_id=tenant_id)
    if request.preset not in PRESETS:
        raise ApplicationError(
            f"the preset {request.preset!r} is not known; there are {', '.join(PRESETS)}",
            code="unknown_preset",
            data={"available": list(PRESETS)},
        )
    check_zone(request)
    if len(request.members) > 1:
        raise ApplicationError(
            "extremes are diagnosed one member at a time, never of a mean: ask for a diagnosis of "
            "each member",
            code="several_members",
            data={"members": list(request.members)},
        )
    if request.climatology is not None:
        raise ApplicationError(
            "a request names no climatology here: the one that belongs to the source is used",
            code="unknown_climatology",
        )


def check_zone(request: DiagnosisRequest | QuestionRequest) -> None:
    """Refuse a time zone that does not exist, or that a client calls assumed.

    Raises
    ------
    ApplicationError
        With code ``unknown_timezone``.
    """
    check_timezone(request.timezone)
    if request.timezone_assumed:
        raise ApplicationError(
            "a request does not say that its zone is assumed: leave out `timezone_assumed`; "
            "without `timezone` the centre's own zone is used",
            code="unknown_timezone",
        )


def with_zone(request: Zoned, *, tenant_id: UUID) -> Zoned:
    """Take the centre's time zone, noted as assumed, where the request names none.

    Raises
    ------
    ApplicationError
        With code ``unknown_timezone`` where the centre's own is none.
    """
    if request.timezone is not None:
        return request
    zone = tenant_get(tenant_id).timezone
    if not zone:
        return request
    check_timezone(zone)
    return request.model_copy(update={"timezone": zone, "timezone_assumed": True})
