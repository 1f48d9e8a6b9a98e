"""Language models that the operator has registered: clients name a profile, never a provider."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Any
from uuid import UUID

import yaml
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from pydantic import BaseModel, ConfigDict, TypeAdapter, ValidationError

from diagnostics.contracts.request import DiagnosisRequest
from hvrmet.core.errors import ApplicationError
from hvrmet.tenants.models import Tenant

EXPERT = "expert"
"""The name that asks for the expert policy alone, also where a tenant has a default profile."""


class ModelProfile(BaseModel):
    """One choice of models: who may use it, for whom it is the default, and what it holds.

    `tenants` and `default_for` are slugs; an empty `tenants` means every tenant. `config` is read
    by the worker.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    title: str = ""
    tenants: tuple[str, ...] = ()
    default_for: tuple[str, ...] = ()
    config: dict[str, Any]


_adapter = TypeAdapter(dict[str, ModelProfile])


@lru_cache(maxsize=4)
def read_profiles(setting: str) -> dict[str, ModelProfile]:
    """Read ``HVRMET_MODELS``: the path of a YAML or JSON file, or such text itself.

    Raises
    ------
    ImproperlyConfigured
        When it cannot be read or does not hold profiles.
    """
    if not setting.strip():
        return {}
    try:
        inline = setting.lstrip().startswith("{")
        text = setting if inline else Path(setting).read_text(encoding="utf-8")
        return _adapter.validate_python(yaml.safe_load(text) or {})
    except (OSError, ValueError, yaml.YAMLError, ValidationError) as error:
        raise ImproperlyConfigured(f"HVRMET_MODELS cannot be used: {error}") from error


def profiles_of(tenant_id: UUID) -> dict[str, ModelProfile]:
    """Return the profiles that a tenant may use, by name."""
    every = read_profiles(settings.ENVIRONMENT.hvrmet_models)
    if not every:
        return {}
    slug = _slug(tenant_id)
    return {
        name: profile
        for name, profile in every.items()
        if not profile.tenants or slug in profile.tenants
    }


def with_profile(request: DiagnosisRequest, *, tenant_id: UUID) -> DiagnosisRequest:
    """Pin the profile that a request names, or the tenant's default.

    Raises
    ------
    ApplicationError
        With code ``unknown_model`` and the names there are.
    """
    named = request.options.model
    profiles = profiles_of(tenant_id)
    if named is None:
        if not profiles:
            return request
        slug = _slug(tenant_id)
        named = next((key for key, item in profiles.items() if slug in item.default_for), None)
    elif named == EXPERT:
        named = None
    elif named not in profiles:
        raise ApplicationError(
            f"there is no model profile {named!r}; registered are: "
            f"{', '.join([EXPERT, *sorted(profiles)])}",
            code="unknown_model",
            data={"available": [EXPERT, *sorted(profiles)]},
        )
    options = request.options.model_copy(update={"model": named})
    return request.model_copy(update={"options": options})


def _slug(tenant_id: UUID) -> str | None:
    slug: str | None = Tenant.objects.values_list("slug", flat=True).get(pk=tenant_id)
    return slug
