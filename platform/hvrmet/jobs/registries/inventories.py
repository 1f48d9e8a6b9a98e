"""What the registered sources hold: workers look and read, and no request opens a file.

A worker looks at the names, sizes and times of the files each minute, and asks another one to read
the inventory of a source whose files have changed. Remote data have no state to look at: they are
read again each hour.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any
from uuid import UUID

from django.conf import settings
from django.db import transaction
from django.db.models import F
from django.db.models.functions import Now

from diagnostics.contracts.base import digest_of
from diagnostics.contracts.inventory import Inventory
from diagnostics.messages import Message
from hvrmet.core.db.clock import database_now
from hvrmet.core.db.scope import SYSTEM
from hvrmet.jobs.models import SourceHolding
from hvrmet.jobs.queue.dispatch import QUEUES, post
from hvrmet.jobs.registries.sources import RegisteredSource, every_source, read_sources
from hvrmet.jobs.states import JobKind

READER = "tasks.inventories.read"
QUEUE = QUEUES[JobKind.DIAGNOSIS]
MOST_FILES = 10_000
"""Files of a source that are looked at."""
BATCH = 20
"""Sources in one round, so that diagnoses do not wait long behind them."""
REMOTE_AGE = timedelta(hours=1)
"""Remote data are read again when what is known of them is older."""
FINAL_TRIES = 3
"""What has failed as often in one state has no inventory any more."""
MOST_BEGUN = 3
"""So often a message is taken whose workers died; then it is a failure like others."""
LONGEST_WAIT = timedelta(hours=6)
_UNKNOWN: dict[str, Any] = {
    **dict.fromkeys(("read_at", "document", "region", "first", "last", "step_hours")),
    "read_files": "",
    "document_digest": "",
    "times": 0,
    "members": [],
}


@dataclass(frozen=True)
class FilesSeen:
    """The local files of a source.

    Attributes
    ----------
    newest : float or None
        When the newest was written, as a POSIX time; None without a local file.
    state : str
        Digest of places, names, sizes and times of change; empty where any data are remote.
    """

    newest: float | None
    state: str

    @property
    def newest_at(self) -> datetime | None:
        """When the newest was written."""
        return None if self.newest is None else datetime.fromtimestamp(self.newest, UTC)


def files_seen(source: RegisteredSource) -> FilesSeen:
    """Look at the files of a source, without opening one."""
    local = [Path(text) for text in source.paths if "://" not in text]
    found: list[tuple[str, int, int]] = []
    for path in local:
        # What cannot be looked at, or goes in this very moment, has another state than before; who
        # reads the source says what is wrong.
        with suppress(OSError):
            for file in _files(path):
                known = file.stat()
                found.append((str(file), known.st_size, known.st_mtime_ns))
    state = hashlib.sha256(repr((source.paths, sorted(found))).encode()).hexdigest()
    if len(local) < len(source.paths):
        state = ""
    newest = max((changed for _, _, changed in found), default=None)
    return FilesSeen(None if newest is None else newest / 1e9, state)


def newest_files() -> dict[str, float]:
    """Return when the newest file of each source of the operator's was written, as a POSIX time.

    Sources without a local file are left out.
    """
    registered = read_sources(settings.ENVIRONMENT.hvrmet_sources)
    seen = {name: files_seen(source).newest for name, source in registered.items()}
    return {name: newest for name, newest in seen.items() if newest is not None}


def source_files_keep() -> None:
    """Keep what the files say now; sources that are gone are forgotten."""
    registered = every_source()
    for key, source in registered.items():
        look_at_files(key, source)
    SourceHolding.objects.exclude(source__in=registered).delete()


def look_at_files(key: str, source: RegisteredSource) -> FilesSeen:
    """Keep and return what the files of one source say now."""
    seen = files_seen(source)
    SourceHolding.objects.defer("document").update_or_create(
        source=key,
        defaults={"newest_at": seen.newest_at, "files": seen.state, "looked_at": Now()},
    )
    return seen


def inventories_send(wait: timedelta) -> int:
    """Ask workers to read some of the sources that have changed, and return how many.

    Those that were never read come first. A source that was asked for is left alone until its
    files change or `wait` is over, twice as long after each try.
    """
    now = database_now()
    with transaction.atomic():
        rows = SourceHolding.objects.select_for_update(skip_locked=True).defer("document")
        due = [
            row
            for row in rows.order_by(F("read_at").asc(nulls_first=True))
            if _to_be_read(row, now) and not _asked_lately(row, now, wait)
        ][:BATCH]
        for row in due:
            row.tries = row.tries + 1 if row.asked_files == row.files else 1
            row.asked_files, row.asked_at, row.begun = row.files, now, 0
            row.save(update_fields=("asked_files", "asked_at", "tries", "begun"))
            post(task=READER, queue=QUEUE, subject_id=row.pk, tenant_id=SYSTEM)
    return len(due)


def _to_be_read(row: SourceHolding, now: datetime) -> bool:
    if row.read_at is None or row.stale or row.failure is not None:
        return True
    return not row.files and now - row.read_at > REMOTE_AGE


def _asked_lately(row: SourceHolding, now: datetime, wait: timedelta) -> bool:
    """Whether a source in this state was asked for a short while ago."""
    if row.asked_at is None or row.asked_files != row.files or not row.tries:
        return False
    return now - row.asked_at < min(wait * 2 ** min(row.tries - 1, 16), LONGEST_WAIT)


def reading_ask(key: str) -> None:
    """Ask workers at once to read a source that is new."""
    row, _ = SourceHolding.objects.update_or_create(
        source=key, defaults={"asked_at": database_now(), "tries": 1, "begun": 0}
    )
    post(task=READER, queue=QUEUE, subject_id=row.pk, tenant_id=SYSTEM)


def holding_forget(key: str) -> None:
    """Forget what a source held that is gone."""
    SourceHolding.objects.filter(source=key).delete()


def reading_begin(row_id: UUID) -> SourceHolding | None:
    """Note that a worker begins to read a source.

    Returns
    -------
    SourceHolding or None
        None where the source is gone, or where reading it has ended too many workers.
    """
    with transaction.atomic():
        row = SourceHolding.objects.select_for_update().defer("document").filter(pk=row_id).first()
        if row is None:
            return None
        row.begun += 1
        row.save(update_fields=("begun",))
        if row.begun <= MOST_BEGUN:
            return row
    inventory_failed(row_id, Message(id="error-source_ends_workers"))
    return None


def inventory_keep(
    row_id: UUID, inventory: Inventory, *, files: str, members: Iterable[int] = ()
) -> None:
    """Keep what was read of a source whose files were in a state.

    Parameters
    ----------
    row_id : UUID
    inventory : Inventory
        Without paths of the server.
    files : str
        As `FilesSeen.state`, before the files were opened.
    members : iterable of int
        Of an ensemble: the inventory is that of one of them.
    """
    document = inventory.model_dump(mode="json")
    region = inventory.extent()
    with transaction.atomic():
        SourceHolding.objects.filter(pk=row_id).update(
            read_at=Now(),
            read_files=files,
            document=document,
            document_digest=digest_of(document),
            region=None if region is None else region.bounds(),
            first=inventory.times[0] if inventory.times else None,
            last=inventory.times[-1] if inventory.times else None,
            times=len(inventory.times),
            step_hours=inventory.step_hours,
            members=list(members),
            failure=None,
            tries=0,
            begun=0,
        )


def inventory_failed(row_id: UUID, wording: Message) -> None:
    """Keep why a source could not be read; what was known of it before stays for some tries."""
    with transaction.atomic():
        row = SourceHolding.objects.select_for_update().defer("document").filter(pk=row_id).first()
        if row is None:
            return
        changed: dict[str, Any] = {"failure": wording.model_dump(mode="json")}
        if row.tries >= FINAL_TRIES or row.begun > MOST_BEGUN:
            changed |= _UNKNOWN
        SourceHolding.objects.filter(pk=row_id).update(**changed)


def source_holdings(sources: Mapping[str, RegisteredSource]) -> dict[str, SourceHolding]:
    """Return what workers last saw and read of these sources, by name, in one query.

    The document of an inventory is read when it is first asked for, once in a process.
    """
    names = {source.key(name): name for name, source in sources.items()}
    rows = SourceHolding.objects.filter(source__in=names).defer("document")
    return {names[row.source]: row for row in rows}


def is_late(source: RegisteredSource, newest_at: datetime | None, now: datetime) -> bool:
    """Tell whether the newest file of a source is older than the operator expects."""
    limit = source.late_after_hours
    return bool(newest_at and limit and now - newest_at > timedelta(hours=limit))


def _files(path: Path) -> list[Path]:
    if path.is_dir():
        return [file for file, _ in zip(path.rglob("*"), range(MOST_FILES)) if file.is_file()]
    return [path] if path.exists() else []
