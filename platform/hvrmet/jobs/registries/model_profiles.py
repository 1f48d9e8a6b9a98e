"""Language models that the operator has registered: clients name a profile, never a provider."""

from __future__ import annotations

from functools import lru_cache
from typing import Any
from uuid import UUID

from django.conf import settings
from pydantic import BaseModel, ConfigDict, TypeAdapter

from diagnostics.contracts.request import DiagnosisRequest
from diagnostics.messages import Listing, message
from hvrmet.core.errors import ApplicationError
from hvrmet.jobs.registries.registry import read_registry, shared_with, tenant_slug

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
    return read_registry(setting, _adapter, "HVRMET_MODELS")


def profiles_of(tenant_id: UUID) -> dict[str, ModelProfile]:
    """Return the profiles that a tenant may use, by name."""
    return shared_with(read_profiles(settings.ENVIRONMENT.hvrmet_models), tenant_id)


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
        slug = tenant_slug(tenant_id)
        named = next((key for key, item in profiles.items() if slug in item.default_for), None)
    elif named == EXPERT:
        named = None
    elif named not in profiles:
        raise ApplicationError(
            message(
                "refusal-unknown_model",
                name=named,
                known=Listing(items=(EXPERT, *sorted(profiles))),
            ),
            code="unknown_model",
            data={"available": [EXPERT, *sorted(profiles)]},
        )
    options = request.options.model_copy(update={"model": named})
    return request.model_copy(update={"options": options})
