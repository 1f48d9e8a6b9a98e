"""Bases of all models: UUID keys, times, and rows that belong to a tenant."""

from __future__ import annotations

import uuid
from collections.abc import Iterable
from typing import Any

from django.db import models

from hvrmet.core.db.scope import CrossTenantWriteError, current_tenant


class BaseModel(models.Model):
    """A row with a random key, which reveals neither order nor number."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    created_at = models.DateTimeField(auto_now_add=True, editable=False)

    class Meta:
        abstract = True


class OwnedQuerySet(models.QuerySet[Any]):
    """A queryset that runs inside the scope of the tenant it was made for, and nowhere else."""

    tenant_id: uuid.UUID | None = None

    @property
    def db(self) -> str:
        """Name the database; every execution passes here, so a left scope is noticed."""
        tenant_id = current_tenant()
        if self.tenant_id not in (None, tenant_id):
            raise CrossTenantWriteError("a queryset was carried into another tenant's scope")
        alias: str = super().db
        return alias

    def _clone(self) -> OwnedQuerySet:
        clone: OwnedQuerySet = super()._clone()  # type: ignore[misc]  # not in the stubs
        clone.tenant_id = self.tenant_id
        return clone

    def bulk_create(self, objs: Iterable[Any], *args: Any, **kwargs: Any) -> list[Any]:
        """Insert many rows, each claimed for the scope's tenant first."""
        rows = list(objs)
        for row in rows:
            row.claim_for_scope()
        return super().bulk_create(rows, *args, **kwargs)


class OwnedManager(models.Manager.from_queryset(OwnedQuerySet)):  # type: ignore[misc]
    """The default manager of owned models: filters by the scope's tenant, refuses without."""

    def get_queryset(self) -> OwnedQuerySet:
        """Return the rows of the scope's tenant.

        Raises
        ------
        UnscopedQueryError
            Outside a tenant scope.
        """
        tenant_id = current_tenant()
        queryset: OwnedQuerySet = super().get_queryset().filter(tenant_id=tenant_id)
        queryset.tenant_id = tenant_id
        return queryset


class TenantRow(BaseModel):
    """A row with a ``tenant_id`` that only the scope of that tenant can read or write."""

    tenant_id: uuid.UUID

    objects = OwnedManager()

    class Meta:
        abstract = True
        base_manager_name = "objects"
        default_manager_name = "objects"

    def claim_for_scope(self) -> None:
        """Give the row to the scope's tenant, or refuse one that belongs to another."""
        tenant_id = current_tenant()
        if self.tenant_id is None:
            self.tenant_id = tenant_id
        elif self.tenant_id != tenant_id:
            raise CrossTenantWriteError(
                f"a {self._meta.verbose_name} of another tenant was to be written in this scope"
            )

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Write the row in the scope of its tenant."""
        self.claim_for_scope()
        super().save(*args, **kwargs)


class OwnedModel(TenantRow):
    """A row that belongs to one tenant.

    Unique constraints of subclasses begin with ``tenant``, so that no key of one tenant can
    collide with, and thereby reveal, a row of another.
    """

    tenant = models.ForeignKey(
        "tenants.Tenant", on_delete=models.PROTECT, related_name="+", db_index=False, editable=False
    )

    class Meta(TenantRow.Meta):
        abstract = True
