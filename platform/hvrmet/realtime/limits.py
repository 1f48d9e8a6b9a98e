"""How many sockets one process keeps open: in all, for a tenant and for an actor."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.conf import settings

from diagnostics.messages import Message, message
from hvrmet.accounts.principals import Principal

_open: Counter[Any] = Counter()


class TooManySocketsError(Exception):
    """One more socket would be over a limit; the wording says over which."""

    def __init__(self, wording: Message) -> None:
        super().__init__(wording.id)
        self.wording = wording


@contextmanager
def counted(principal: Principal) -> Iterator[None]:
    """Count an actor's socket while it is open.

    Raises
    ------
    TooManySocketsError
        When the actor, its tenant or the process has as many as it may.
    """
    environment = settings.ENVIRONMENT
    limits = {
        "process": environment.hvrmet_sockets_per_process,
        principal.tenant_id: environment.hvrmet_sockets_per_tenant,
        (principal.tenant_id, principal.id): environment.hvrmet_sockets_per_actor,
    }
    for (key, limit), whose in zip(limits.items(), ("process", "tenant", "actor"), strict=True):
        if _open[key] >= limit:
            raise TooManySocketsError(message(f"refusal-socket_full_{whose}", limit=limit))
    _open.update(limits.keys())
    try:
        yield
    finally:
        _open.subtract(limits.keys())
        for key in limits:
            if _open[key] == 0:
                del _open[key]
