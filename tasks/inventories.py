"""What a source holds, read by a worker for all who ask: descriptions alone, no array."""

from __future__ import annotations

import logging
from uuid import UUID

from celery.exceptions import Reject
from django.conf import settings
from django.db import InterfaceError, OperationalError
from hvrmet.celery_app import app
from hvrmet.jobs.registries.inventories import (
    READER,
    inventory_failed,
    inventory_keep,
    look_at_files,
    reading_begin,
)
from hvrmet.jobs.registries.sources import RegisteredSource, source_of_key

from diagnostics.contracts.inventory import Inventory
from diagnostics.errors import InputDataError
from diagnostics.messages import Message
from tasks.diagnosis import describe_failure
from tasks.heartbeat import StopWatch
from tasks.interruption import Interruptible, StepInterruptedError, settle
from tasks.limits import source_limits, step_limit
from tasks.source_names import SourceNames

log = logging.getLogger(__name__)


@app.task(
    name=READER,
    autoretry_for=(OperationalError, InterfaceError),
    retry_backoff=2,
    max_retries=2,
    soft_time_limit=settings.ENVIRONMENT.hvrmet_step_seconds,
    time_limit=settings.ENVIRONMENT.hvrmet_step_seconds + 60,
)
def read(row_id: str, _tenant_id: str) -> None:
    """Read what a source holds and keep it, or why that failed; a repeated delivery is harmless.

    Raises
    ------
    Reject
        When the worker is stopped meanwhile: the message goes back to the broker.
    """
    key = UUID(row_id)
    row = reading_begin(key)
    found = None if row is None else source_of_key(row.source)
    if row is None or found is None:
        log.info("source %s is gone, or has ended too many workers: it is not read", row_id)
        return
    name, source = found
    names = SourceNames(name, source)
    files = look_at_files(row.source, source).state
    try:
        with StopWatch(), step_limit(), Interruptible():
            inventory, members = survey_source(source)
        settle()
        inventory_keep(key, names.hide_in(inventory), files=files, members=members)
    except StepInterruptedError as error:
        raise Reject(error, requeue=True) from error
    except (OperationalError, InterfaceError):
        raise
    except Exception as error:
        failure = describe_failure(error)
        if failure.code == "internal_error":
            log.exception("source %s: reading it met an unexpected fault", row.source)
        quoted = Message(id="error-quoted", params={"text": failure.message})
        wording = names.hide_in_document((failure.wording or quoted).model_dump(mode="json"))
        inventory_failed(key, Message.model_validate(wording))
        log.warning("source %s cannot be read: %s", row.source, names.hide(failure.message))
    else:
        log.info("source %s: %d times are known", row.source, len(inventory.times))
    finally:
        settle()


def survey_source(source: RegisteredSource) -> tuple[Inventory, tuple[int, ...]]:
    """Return what a source holds, and the members of an ensemble, of which the first one is taken.

    Of a source that holds nothing but statistics of an ensemble the first one is taken.

    Raises
    ------
    DiagnosticsError
        When the data cannot be read.
    """
    from diagnostics.service.data import DataSelection
    from diagnostics.service.inspection import survey

    limits = source_limits()
    try:
        return survey(DataSelection(source.readable(), limits=limits)), ()
    except InputDataError as error:
        members = tuple(error.data.get("members", ())) if error.code == "several_members" else ()
        code, there = error.code, error.data.get("statistics", ())
        statistics = tuple(there) if code == "only_statistics" else ()
        if not members and not statistics:
            raise
    if members:
        return survey(DataSelection(source.readable(), member=members[0], limits=limits)), members
    return survey(DataSelection(source.readable(), statistic=statistics[0], limits=limits)), ()
