"""The data that the operator and centres have registered: clients name a source, never a path."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from functools import lru_cache
from typing import TypeVar
from uuid import UUID

from django.conf import settings
from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

from diagnostics.contracts.computations import QuestionRequest
from diagnostics.contracts.request import PRESETS, DiagnosisRequest
from diagnostics.contracts.zones import read_zone
from hvrmet.core.db.scope import scope
from hvrmet.core.errors import ApplicationError
from hvrmet.jobs.models import CentreSource
from hvrmet.jobs.registries.registry import read_registry, shared_with
from hvrmet.jobs.registries.roots import (
    SourceRoot,
    check_links,
    path_below,
    root_get,
    roots_of,
)
from hvrmet.tenants.selectors import tenant_get, tenant_ids

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

    def key(self, name: str) -> str:
        """Return under which key what it holds is kept."""
        return name

    def readable(self) -> tuple[str, ...]:
        """Return the paths to open now."""
        return self.paths


class RegisteredByCentre(RegisteredSource):
    """A source that a centre has registered below a root of the operator's."""

    centre: UUID
    root: SourceRoot

    def key(self, name: str) -> str:
        """Return a key that no source of another centre has."""
        return key_of_centre(self.centre, name)

    def readable(self) -> tuple[str, ...]:
        """Return the paths to open now, below which no link leads out of the root.

        Raises
        ------
        InputDataError
            ``source_outside_root``.
        """
        for path in self.paths:
            check_links(self.root, path)
        return self.paths


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
    """Return the sources that a tenant may use, by name; to be called in its scope.

    A centre's own keeps its name when the operator registers another one of that name later.
    """
    shared = shared_with(read_sources(settings.ENVIRONMENT.hvrmet_sources), tenant_id)
    return {**shared, **own_sources(tenant_id)}


def own_sources(tenant_id: UUID) -> dict[str, RegisteredByCentre]:
    """Return what a centre has registered itself, by name; to be called in its scope.

    What lies below a root that is no longer the centre's is left out.
    """
    rows = list(CentreSource.objects.order_by("name"))
    roots = roots_of(tenant_id) if rows else {}
    found = {}
    for row in rows:
        with suppress(ApplicationError):
            found[row.name] = registered_by_centre(row, roots)
    return found


def registered_by_centre(row: CentreSource, roots: Mapping[str, SourceRoot]) -> RegisteredByCentre:
    """Return a centre's row as a source.

    Raises
    ------
    ApplicationError
        ``unknown_source_root``.
    """
    root = root_get(row.root, roots)
    return RegisteredByCentre(
        paths=tuple(path_below(root, item) for item in row.below),
        title=row.title,
        title_zh=row.title_zh,
        attribution=row.attribution,
        late_after_hours=row.late_after_hours,
        centre=row.tenant_id,
        root=root,
    )


def key_of_centre(tenant_id: UUID, name: str) -> str:
    """Return under which key what a centre's own source holds is kept."""
    return f"{tenant_id}/{name}"


def source_of_key(key: str) -> tuple[str, RegisteredSource] | None:
    """Return name and source of a key, outside of any scope; None where it is gone."""
    known = read_sources(settings.ENVIRONMENT.hvrmet_sources).get(key)
    if known is not None:
        return key, known
    centre, slash, name = key.partition("/")
    if not slash:
        return None
    with scope(centre) as tenant_id:
        own = own_sources(tenant_id).get(name)
    return None if own is None else (name, own)


def every_source() -> dict[str, RegisteredSource]:
    """Return all sources of all centres by their keys, outside of any scope."""
    found = dict(read_sources(settings.ENVIRONMENT.hvrmet_sources))
    if not settings.ENVIRONMENT.hvrmet_source_roots:
        return found
    for tenant_id in tenant_ids():
        with scope(tenant_id):
            own = own_sources(tenant_id)
        found.update((source.key(name), source) for name, source in own.items())
    return found


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


def check_request(request: DiagnosisRequest, *, tenant_id: UUID) -> RegisteredSource:
    """Return the source of a request, and refuse what is not registered.

    Raises
    ------
    ApplicationError
        ``unknown_source``, ``unknown_preset``, ``unknown_timezone``, ``several_members`` or
        ``unknown_climatology``.

    See Also
    --------
    hvrmet.jobs.registries.held.check_held : What the source does not hold.
    """
    source = source_get(request.source, tenant_id=tenant_id)
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
    return source


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
