"""Whether those who hold sockets open still may: asked every few seconds, once for each right."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from weakref import WeakKeyDictionary

from django.db import DatabaseError, InterfaceError

from hvrmet.accounts.roles import Verb
from hvrmet.realtime.access import Access, lost_accesses
from hvrmet.realtime.feeds import in_thread

log = logging.getLogger(__name__)
ASK_SECONDS = 3.0
VERB = Verb.DIAGNOSIS_VIEW


class RightsWatch:
    """Asks for every right in use, and tells the sockets of those that have ended.

    All sockets of one key, or of one session, are one question. While the database does not
    answer nobody receives anything: there is nothing to be read in that time either.
    """

    def __init__(self) -> None:
        self._watched: dict[Any, tuple[Access, list[asyncio.Event]]] = {}
        self._task: asyncio.Task[None] | None = None

    @contextmanager
    def watched(self, access: Access) -> Iterator[asyncio.Event]:
        """Give an event that is set when the right has ended."""
        ended = asyncio.Event()
        _, listeners = self._watched.setdefault(access.key, (access, []))
        listeners.append(ended)
        if self._task is None:
            self._task = asyncio.create_task(self._ask())
        try:
            yield ended
        finally:
            listeners.remove(ended)
            if not listeners:
                del self._watched[access.key]
            if not self._watched and self._task is not None:
                self._task.cancel()
                self._task = None

    async def _ask(self) -> None:
        while True:
            await asyncio.sleep(ASK_SECONDS)
            accesses = [access for access, _ in self._watched.values()]
            try:
                lost = await in_thread(lost_accesses, accesses, VERB)
            except (DatabaseError, InterfaceError) as error:
                log.warning("rights of open sockets could not be checked: %s", error)
                continue
            for key in lost & self._watched.keys():
                for ended in self._watched[key][1]:
                    ended.set()


_watches: WeakKeyDictionary[asyncio.AbstractEventLoop, RightsWatch] = WeakKeyDictionary()


def rights_watch() -> RightsWatch:
    """Return the watch of the running event loop."""
    return _watches.setdefault(asyncio.get_running_loop(), RightsWatch())
