"""What workers have found in the registered sources, kept so that no web process opens a file."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Any

from django.db.models.functions import Now
from pydantic import BaseModel, ConfigDict

from diagnostics.contracts.base import Instant, digest_of
from diagnostics.contracts.inventory import Inventory
from diagnostics.messages import Message
from hvrmet.core.db.clock import database_now
from hvrmet.jobs.models import SourceInventory
from hvrmet.jobs.registries.sources import RegisteredSource

LOOKED_SECONDS = 600
"""A source that no worker has looked at for so long may have changed unseen."""


class Choices(BaseModel):
    """What a request must choose from, where the data hold several."""

    model_config = ConfigDict(frozen=True)

    runs: tuple[Instant, ...] = ()
    members: tuple[int, ...] = ()


class StoredInventory(BaseModel):
    """What was found in a source, and when a worker last looked.

    `age` is how long before now that was.
    """

    model_config = ConfigDict(frozen=True)

    inventory: Inventory | None
    choices: Choices = Choices()
    data_digest: str
    newest: datetime | None
    failure_code: str = ""
    failure: Message | None = None
    failure_text: str = ""
    stored_at: datetime
    checked_at: datetime
    age: timedelta


def entry_digest(source: RegisteredSource) -> str:
    """Return the digest of what decides what a registered source holds."""
    return digest_of({"paths": list(source.paths), "climatology": source.climatology})


def stored_inventories(sources: dict[str, RegisteredSource]) -> dict[str, StoredInventory]:
    """Return what is known of sources; what was read from other files than today's is left out."""
    now = database_now()
    return {
        row.name: _stored(row, now)
        for row in SourceInventory.objects.filter(name__in=list(sources))
        if row.registered == entry_digest(sources[row.name])
    }


def _stored(row: SourceInventory, now: datetime) -> StoredInventory:
    failure = row.failure or {}
    document = row.document or {}
    inventory = document.get("inventory")
    return StoredInventory(
        inventory=None
        if inventory is None
        else Inventory.model_validate(inventory, extra="ignore"),
        choices=document.get("choices", {}),
        data_digest=row.data_digest,
        newest=row.newest,
        failure_code=failure.get("code", ""),
        failure=failure.get("wording"),
        failure_text=failure.get("message", ""),
        stored_at=row.stored_at,
        checked_at=row.checked_at,
        age=now - row.checked_at,
    )


def known_state(name: str, source: RegisteredSource) -> str | None:
    """Return the state of the files of which an inventory is kept; None where there is none."""
    found = SourceInventory.objects.filter(name=name, registered=entry_digest(source)).first()
    return None if found is None else found.state


def inventory_keep(
    name: str,
    source: RegisteredSource,
    *,
    state: str,
    inventory: Inventory | None = None,
    choices: Choices | None = None,
    data_digest: str = "",
    failure: dict[str, Any] | None = None,
) -> None:
    """Keep what was found in a source, or why it could not be read."""
    times = inventory.times if inventory is not None else ()
    SourceInventory.objects.update_or_create(
        name=name,
        defaults={
            "registered": entry_digest(source),
            "state": state,
            "data_digest": data_digest,
            "document": None
            if inventory is None
            else {
                "inventory": inventory.model_dump(mode="json"),
                "choices": (choices or Choices()).model_dump(mode="json"),
            },
            "newest": times[-1] if times else None,
            "failure": failure,
            "stored_at": Now(),
            "checked_at": Now(),
        },
    )


def inventory_unchanged(name: str) -> None:
    """Note that a source holds what it held."""
    SourceInventory.objects.filter(name=name).update(checked_at=Now())


def inventories_forget(known: Iterable[str]) -> None:
    """Forget sources that are no longer registered."""
    SourceInventory.objects.exclude(name__in=list(known)).delete()
