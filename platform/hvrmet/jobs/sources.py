"""The data that the operator has registered: clients name a source, never a path."""

from __future__ import annotations

import json
from functools import lru_cache
from pathlib import Path
from uuid import UUID

import yaml
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from diagnostics.contracts.request import DiagnosisRequest
from hvrmet.core.errors import ApplicationError
from hvrmet.tenants.models import Tenant


class RegisteredSource(BaseModel):
    """One source: where its data are, and who may use it.

    `paths` are files, directories or URLs that the reader opens as one; `tenants` are slugs, and
    an empty list means every tenant.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    paths: tuple[str, ...] = Field(min_length=1)
    title: str
    title_zh: str = ""
    attribution: str = ""
    climatology: str | None = None
    tenants: tuple[str, ...] = ()


_adapter = TypeAdapter(dict[str, RegisteredSource])


@lru_cache(maxsize=4)
def read_sources(setting: str) -> dict[str, RegisteredSource]:
    """Read ``HVRMET_SOURCES``: a JSON object, or the path of a JSON or YAML file.

    Raises
    ------
    ImproperlyConfigured
        When it cannot be read or does not hold sources.
    """
    if not setting.strip():
        return {}
    try:
        if setting.lstrip().startswith("{"):
            document = json.loads(setting)
        else:
            document = yaml.safe_load(Path(setting).read_text(encoding="utf-8"))
        return _adapter.validate_python(document or {})
    except (OSError, ValueError, yaml.YAMLError, ValidationError) as error:
        raise ImproperlyConfigured(f"HVRMET_SOURCES cannot be used: {error}") from error


def sources_of(tenant_id: UUID) -> dict[str, RegisteredSource]:
    """Return the sources that a tenant may use, by name."""
    every = read_sources(settings.ENVIRONMENT.hvrmet_sources)
    if not any(source.tenants for source in every.values()):
        return dict(every)
    slug = Tenant.objects.values_list("slug", flat=True).get(pk=tenant_id)
    return {
        name: source
        for name, source in every.items()
        if not source.tenants or slug in source.tenants
    }


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


def check_request(request: DiagnosisRequest, *, tenant_id: UUID) -> None:
    """Refuse a request that names what the operator has not registered.

    Raises
    ------
    ApplicationError
        ``unknown_source`` or ``unknown_climatology``.
    """
    source_get(request.source, tenant_id=tenant_id)
    if request.climatology is not None:
        raise ApplicationError(
            "a request names no climatology here: the one that belongs to the source is used",
            code="unknown_climatology",
        )
