"""What the operator registers in settings, and for which tenants: sources, models, boundaries."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Protocol, TypeVar
from uuid import UUID

import yaml
from django.core.exceptions import ImproperlyConfigured
from pydantic import TypeAdapter, ValidationError

from hvrmet.tenants.selectors import tenant_get


class ForTenants(Protocol):
    """Something registered; `tenants` are slugs."""

    @property
    def tenants(self) -> tuple[str, ...]:
        """Who may use it; empty for everyone."""


Item = TypeVar("Item")
Shared = TypeVar("Shared", bound=ForTenants)


def read_registry(
    setting: str, adapter: TypeAdapter[dict[str, Item]], variable: str
) -> dict[str, Item]:
    """Read a setting: a JSON object, or the path of a JSON or YAML file.

    Parameters
    ----------
    setting : str
    adapter : TypeAdapter
        Checks what was read.
    variable : str
        Name of the setting, for the message.

    Raises
    ------
    ImproperlyConfigured
        When it cannot be read or does not hold what it should.
    """
    if not setting.strip():
        return {}
    try:
        inline = setting.lstrip().startswith("{")
        text = setting if inline else Path(setting).read_text(encoding="utf-8")
        return adapter.validate_python(yaml.safe_load(text) or {})
    except (OSError, ValueError, yaml.YAMLError, ValidationError) as error:
        raise ImproperlyConfigured(f"{variable} cannot be used: {error}") from error


def tenant_slug(tenant_id: UUID) -> str:
    """Return the slug by which settings name a tenant."""
    return tenant_get(tenant_id).slug


def shared_with(every: Mapping[str, Shared], tenant_id: UUID) -> dict[str, Shared]:
    """Return what a tenant may use, by name."""
    if not any(item.tenants for item in every.values()):
        return dict(every)
    slug = tenant_slug(tenant_id)
    return {name: item for name, item in every.items() if not item.tenants or slug in item.tenants}
