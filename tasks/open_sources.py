"""The sources that a worker of the `interactive` queue keeps open, and what it found in them."""

from __future__ import annotations

import hashlib
import logging
import time
from dataclasses import replace
from datetime import UTC, datetime
from functools import lru_cache
from uuid import UUID

from celery.exceptions import SoftTimeLimitExceeded
from hvrmet.core.db.scope import scope
from hvrmet.jobs.registries.inventories import (
    LOOKED_SECONDS,
    Choices,
    inventory_keep,
    inventory_unchanged,
    known_state,
    stored_inventories,
)
from hvrmet.jobs.registries.sources import RegisteredSource, source_get

from diagnostics.contracts.inventory import Inventory
from diagnostics.errors import DiagnosticsError, ExecutionError, InputDataError
from diagnostics.fields import FileSource
from diagnostics.messages import message
from diagnostics.service.data import DataSelection, OpenSources
from tasks.limits import source_limits
from tasks.source_names import SourceNames

log = logging.getLogger(__name__)
_NO_RUN = datetime(1700, 1, 1, tzinfo=UTC)


@lru_cache(maxsize=1)
def open_sources() -> OpenSources:
    """Return what this process keeps open."""
    return OpenSources()


def selection_of(
    registered: RegisteredSource,
    *,
    run: datetime | None = None,
    member: int | None = None,
    origin: datetime | None = None,
) -> DataSelection:
    """Return a registered source as data, with the limits of a worker."""
    return DataSelection(
        registered.paths, origin=origin, run=run, member=member, limits=source_limits()
    )


def opened(data: DataSelection) -> FileSource:
    """Return data that this process keeps open, opened again where its files have changed.

    Raises
    ------
    InputDataError
        When they cannot be read.
    """
    return open_sources().of(data)


def registered_source(name: str, tenant_id: UUID) -> RegisteredSource:
    """Return a source that a tenant may use.

    Raises
    ------
    ApplicationError
        With code ``unknown_source``.
    """
    with scope(tenant_id):
        return source_get(name, tenant_id=tenant_id)


def inventory_of(name: str, registered: RegisteredSource) -> Inventory:
    """Return what a source holds: as it is kept, or as it is found now where nothing is kept.

    Raises
    ------
    DiagnosticsError
        When it cannot be read.
    """
    kept = stored_inventories({name: registered}).get(name)
    if kept is not None and kept.inventory is not None:
        return kept.inventory
    return opened(selection_of(registered)).inventory()


def keep_inventory(name: str, registered: RegisteredSource) -> None:
    """Keep what a source holds, or why it cannot be read, unless nothing has changed."""
    data = selection_of(registered)
    state = _state_of(data)
    if known_state(name, registered) == state:
        inventory_unchanged(name)
        return
    names = SourceNames(name, registered)
    try:
        source, choices = _one_of_several(data)
        inventory_keep(
            name,
            registered,
            state=state,
            inventory=names.hide_in(source.inventory()),
            choices=choices,
            data_digest=source.digest(),
        )
        log.info("source %s: its inventory is kept", name)
    except (DiagnosticsError, SoftTimeLimitExceeded, OSError) as error:
        log.warning("source %s cannot be read: %s", name, error)
        found = error if isinstance(error, DiagnosticsError) else _unreadable(error)
        wording = found.wording and names.hide_in(found.wording).model_dump(mode="json")
        failure = {"code": found.code, "message": names.hide(found.message), "wording": wording}
        inventory_keep(name, registered, state=state, failure=failure)


def _state_of(data: DataSelection) -> str:
    """Return the state of data's files; of what lies elsewhere it is another one every ten minutes.

    So a store in the network is opened again then, which says whether it has changed.
    """
    state = data.state()
    elsewhere = any("://" in path for path in data.paths)
    turn = int(time.time() // LOOKED_SECONDS) if elsewhere else 0
    return hashlib.sha256(f"{turn} {state!r}".encode()).hexdigest()


def _one_of_several(data: DataSelection) -> tuple[FileSource, Choices]:
    """Open data; of several members the first, of several runs the latest, and name them all.

    Raises
    ------
    DiagnosticsError
        When they cannot be read.
    """
    choices = Choices()
    while True:
        try:
            source = opened(data)
        except InputDataError as error:
            if error.code == "several_members" and data.member is None:
                members = tuple(error.data["members"])
                choices = choices.model_copy(update={"members": members})
                data = replace(data, member=members[0])
            elif error.code == "several_runs" and data.run is None:
                runs = _runs_of(data)
                choices = choices.model_copy(update={"runs": runs})
                data = replace(data, run=runs[-1])
            else:
                raise
            continue
        started = source.inventory().init_time
        if started is not None and not choices.runs:
            choices = choices.model_copy(update={"runs": (started,)})
        return source, choices


def _runs_of(data: DataSelection) -> tuple[datetime, ...]:
    """Return the runs of data that hold several: a run that is not there is refused with them."""
    try:
        replace(data, run=_NO_RUN).open()
    except InputDataError as error:
        if error.code == "missing_run" and error.data["runs"]:
            return tuple(datetime.fromisoformat(f"{run}+00:00") for run in error.data["runs"])
        raise
    raise InputDataError(message("refusal-source_unreadable", kind="runs"), code="several_runs")


def _unreadable(error: BaseException) -> ExecutionError:
    return ExecutionError(
        message("refusal-source_unreadable", kind=type(error).__name__), code="source_unreadable"
    )
