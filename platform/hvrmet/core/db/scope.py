"""The tenant scope: one transaction in which one tenant's rows can be seen.

The scope sets a transaction-local variable that row-level security reads, and a context variable
that the managers of owned models read. It is entered once per unit of work and never left open:
not around the loop, not across an ``await``, not for a queryset that is read later.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, TypeVar, cast
from uuid import UUID

from django.db import connection, transaction

from hvrmet.core.observability.metrics import ISOLATION_REFUSALS
from hvrmet.core.request_context import current_address, current_request_id

SETTING = "app.tenant_id"
IDLE_SETTING = "idle_in_transaction_session_timeout"
# A process that is suspended, or cut off, in the middle of its work keeps its locks no longer.
IDLE_LIMIT = "60s"
# The scope of events that belong to no tenant: it has an audit chain and nothing else.
SYSTEM = UUID(int=0)

_tenant: ContextVar[UUID | None] = ContextVar("tenant", default=None)
_read: ContextVar[dict[Hashable, Any] | None] = ContextVar("read", default=None)
_acting: ContextVar[tuple[str, str]] = ContextVar("acting", default=("", ""))


T = TypeVar("T")


class UnscopedQueryError(RuntimeError):
    """An owned table was asked for outside a tenant scope: a mistake in the code."""


class CrossTenantWriteError(RuntimeError):
    """A row of one tenant was to be written in another tenant's scope: a mistake in the code."""

    def __init__(self, message: str) -> None:
        super().__init__(message)
        ISOLATION_REFUSALS.labels("scope").inc()


def current_tenant() -> UUID:
    """Return the tenant of the open scope.

    Raises
    ------
    UnscopedQueryError
        Outside a scope.
    """
    tenant_id = _tenant.get()
    if tenant_id is None:
        ISOLATION_REFUSALS.labels("scope").inc()
        raise UnscopedQueryError(
            "an owned table was used outside a tenant scope: wrap the unit of work in "
            "`with scope(tenant_id):`"
        )
    return tenant_id


def once_in_scope(key: Hashable, read: Callable[[], T]) -> T:
    """Return what is read once for the whole of the open scope, or read now outside of one.

    For what several parts of one request ask and none of them changes. What `read` returns is
    shared: leave it as it is.

    Parameters
    ----------
    key : hashable
        Names what is read.
    read : callable
        Reads it.
    """
    known = _read.get()
    if known is None:
        return read()
    if key not in known:
        known[key] = read()
    return cast("T", known[key])


@contextmanager
def acting(label: str, actor_id: UUID | None = None) -> Iterator[None]:
    """Name who acts, for the audit records that the database writes by itself."""
    token = _acting.set((label, str(actor_id or "")))
    try:
        yield
    finally:
        _acting.reset(token)


def describe_transaction(**more: str) -> None:
    """Give the open transaction the name of who acts the request, and other variables."""
    label, actor_id = _acting.get()
    values = {
        "app.actor": label,
        "app.actor_id": actor_id,
        "app.request_id": current_request_id(),
        "app.address": current_address(),
        **more,
    }
    calls = ", ".join(["set_config(%s, %s, true)"] * len(values))
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT {calls}", [item for pair in values.items() for item in pair])


@contextmanager
def scope(tenant_id: UUID | str) -> Iterator[UUID]:
    """Open the outermost transaction of a unit of work for one tenant.

    Raises
    ------
    RuntimeError
        When a transaction is already open (``atomic(durable=True)``): scopes do not nest.
    """
    tenant = UUID(str(tenant_id))
    with transaction.atomic(durable=True):
        describe_transaction(**{SETTING: str(tenant), IDLE_SETTING: IDLE_LIMIT})
        token, read_token = _tenant.set(tenant), _read.set({})
        try:
            yield tenant
        finally:
            _read.reset(read_token)
            _tenant.reset(token)
