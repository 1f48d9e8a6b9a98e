"""Events as clients are given them: each is written once in a process, since it never changes.

Of a page of five hundred nine tenths of the processor's time went into reading and writing again
what the table holds as it is. Who may see an event is asked of the database each time.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Collection
from datetime import datetime
from uuid import UUID

from hvrmet.core.http.rendering import json_bytes
from hvrmet.jobs.selectors import event_rows, recorded

KEPT_BYTES = 48 * 2**20
Key = tuple[UUID, int, datetime]
"""The time belongs to it: a database that was restored numbers on from where it was."""


class _Written:
    """The documents that were asked for last."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._size = 0
        self._lock = threading.Lock()
        self._documents: OrderedDict[Key, bytes] = OrderedDict()

    def take(self, keys: Collection[Key]) -> dict[Key, bytes]:
        """Return those that are kept."""
        with self._lock:
            found = {key: self._documents[key] for key in keys if key in self._documents}
            for key in found:
                self._documents.move_to_end(key)
            return found

    def keep(self, documents: dict[Key, bytes]) -> None:
        """Keep documents in place of the oldest."""
        with self._lock:
            for key, document in documents.items():
                self._size += len(document) - len(self._documents.pop(key, b""))
                self._documents[key] = document
            while self._size > self._most:
                _, oldest = self._documents.popitem(last=False)
                self._size -= len(oldest)


_written = _Written(KEPT_BYTES)


def event_documents(
    job_id: UUID, *, after: int, limit: int, types: Collection[str], evidence: str | None
) -> dict[int, bytes]:
    """Return the JSON of the events of a job by their numbers, in order; see `event_rows`."""
    rows = event_rows(job_id, after=after, types=types, evidence=evidence)
    keys: list[Key] = [(job_id, *row) for row in rows.values_list("seq", "at")[:limit]]
    found = _written.take(keys)
    if missing := {key[1]: key for key in keys if key not in found}:
        stored = event_rows(job_id).filter(seq__in=missing)
        made = {missing[row.seq]: json_bytes(recorded(row)) for row in stored}
        _written.keep(made)
        found |= made
    return {key[1]: found[key] for key in keys}
