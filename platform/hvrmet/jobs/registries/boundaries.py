"""Coasts and borders that a centre has drawn on its maps: the operator registers a file for it."""

from __future__ import annotations

import hashlib
from functools import lru_cache
from pathlib import Path
from uuid import UUID

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from pydantic import BaseModel, ConfigDict, TypeAdapter

from diagnostics.contracts.request import DiagnosisRequest
from hvrmet.core.errors import ApplicationError
from hvrmet.jobs.registries.registry import read_registry, tenant_slug


class RegisteredBoundaries(BaseModel):
    """A GeoJSON file, and the slugs of the tenants whose maps show it; none means every other."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    path: Path
    tenants: tuple[str, ...] = ()


_adapter = TypeAdapter(dict[str, RegisteredBoundaries])


@lru_cache(maxsize=4)
def read_boundaries(setting: str) -> dict[str, RegisteredBoundaries]:
    """Read ``HVRMET_BOUNDARIES``: a JSON object, or the path of a JSON or YAML file.

    Raises
    ------
    ImproperlyConfigured
        When it cannot be read, or gives a tenant two files.
    """
    found = read_registry(setting, _adapter, "HVRMET_BOUNDARIES")
    named = [slug for item in found.values() for slug in item.tenants or ("every other",)]
    twice = sorted({slug for slug in named if named.count(slug) > 1})
    if twice:
        raise ImproperlyConfigured(
            f"HVRMET_BOUNDARIES cannot be used: two files for {', '.join(twice)}"
        )
    return found


def boundaries_of(tenant_id: UUID) -> Path | None:
    """Return the file whose coasts and borders a tenant's maps show; None is Natural Earth."""
    registered = read_boundaries(settings.ENVIRONMENT.hvrmet_boundaries)
    return boundaries_for(tenant_slug(tenant_id)) if registered else None


def boundaries_for(slug: str) -> Path | None:
    """Return the file of a tenant that is known by its slug."""
    every = read_boundaries(settings.ENVIRONMENT.hvrmet_boundaries)
    own = [item.path for item in every.values() if slug in item.tenants]
    rest = [item.path for item in every.values() if not item.tenants]
    return next(iter((*own, *rest)), None)


def with_boundaries(request: DiagnosisRequest, *, tenant_id: UUID) -> DiagnosisRequest:
    """Pin the content of the tenant's file.

    Raises
    ------
    ApplicationError
        ``unknown_boundaries`` for a request that names some itself, ``boundaries_unusable`` (503)
        where the file cannot be read.
    """
    if request.boundaries is not None:
        raise ApplicationError(
            "a request names no boundaries here: the centre's own are drawn",
            code="unknown_boundaries",
        )
    path = boundaries_of(tenant_id)
    if path is None:
        return request
    digest = hashlib.sha256(boundaries_read(path)).hexdigest()
    return request.model_copy(update={"boundaries": digest})


def boundaries_read(path: Path) -> bytes:
    """Return the content of a registered file.

    Raises
    ------
    ApplicationError
        With code ``boundaries_unusable`` (503).
    """
    try:
        return path.read_bytes()
    except OSError as error:
        raise ApplicationError(
            f"the boundaries registered for this centre cannot be read ({error.strerror}): the "
            "operator corrects HVRMET_BOUNDARIES or the file",
            code="boundaries_unusable",
            http_status=503,
        ) from error
