"""Refusing what a source does not hold, when a request is made."""

from __future__ import annotations

from datetime import timedelta

from diagnostics.contracts.base import format_instant
from diagnostics.contracts.inventory import Inventory
from diagnostics.contracts.request import DiagnosisRequest
from hvrmet.core.db.clock import database_now
from hvrmet.core.errors import ApplicationError
from hvrmet.jobs.models import SourceHolding
from hvrmet.jobs.registries.inventories import source_holdings
from hvrmet.jobs.registries.sources import RegisteredSource

FRESH = timedelta(minutes=10)
"""What nobody has looked at for longer may have changed."""
SEVERAL_RUNS = "several_runs"
"""The reader's finding that fields come from several forecasts."""
AGAIN = "new files are noticed within about a minute: if you expect them, ask again then"


def check_held(request: DiagnosisRequest, source: RegisteredSource) -> None:
    """Refuse a request that a worker would certainly refuse as a whole.

    Nothing is refused where it is not known what the source holds now: before a worker has read
    it, where its files have changed since or nobody looks at them, and of remote data.

    Raises
    ------
    ApplicationError
        ``member_not_held``, ``run_not_held``, ``period_not_held`` or ``region_not_held`` (422),
        with what the source holds in ``data``.
    """
    held = source_holdings({request.source: source}).get(request.source)
    inventory = held.inventory if held is not None and _is_certain(held) else None
    if held is None or inventory is None or not inventory.times or request.statistic is not None:
        # What is known is of the forecasts: a statistic may have other times.
        return
    if held.members:
        # What is known is of one of them: others may have other times.
        _check_member(request, held)
        return
    _check_run(request, inventory)
    times, region = inventory.times, inventory.extent()
    first, last = format_instant(times[0]), format_instant(times[-1])
    if not inventory.times_in(request.window):
        raise ApplicationError(
            f"the source {request.source!r} has no time in this period: it holds {len(times)} "
            f"from {first} to {last}; choose a period that holds one of them; {AGAIN}",
            code="period_not_held",
            http_status=422,
            data={"first": first, "last": last, "step_hours": inventory.step_hours},
        )
    if region is not None and not inventory.may_cover(request.region, request.window):
        edges = ",".join(f"{edge:g}" for edge in region.bounds())
        moving = ", over all times: it moves" if inventory.grids else ""
        raise ApplicationError(
            f"the source {request.source!r} holds nothing in this region: its area is {edges} "
            f"(W,S,E,N){moving}; choose a region that touches it, or another source",
            code="region_not_held",
            http_status=422,
            data={"region": region.bounds()},
        )


def _is_certain(held: SourceHolding) -> bool:
    """Whether a source holds now what was read of it."""
    is_fresh = database_now() - held.looked_at < FRESH
    return bool(held.files) and not held.stale and held.failure is None and is_fresh


def _check_member(request: DiagnosisRequest, held: SourceHolding) -> None:
    if request.member in held.members:
        return
    listed = ", ".join(str(item) for item in held.members[:40])
    wanted = "names none" if request.member is None else f"names {request.member}"
    raise ApplicationError(
        f"the source {request.source!r} is an ensemble, and of its members the request {wanted}: "
        f"name in `members` one of {listed}{' ...' if len(held.members) > 40 else ''}",
        code="member_not_held",
        http_status=422,
        data={"members": held.members},
    )


def _check_run(request: DiagnosisRequest, inventory: Inventory) -> None:
    """Refuse another run than that of a source that holds one forecast alone."""
    only = inventory.init_time
    several = any(finding.code == SEVERAL_RUNS for finding in inventory.findings)
    if request.run is None or only is None or several or request.run == only:
        return
    raise ApplicationError(
        f"the source {request.source!r} holds the forecast of {format_instant(only)} alone: leave "
        f"out `run`, or name that one; {AGAIN}",
        code="run_not_held",
        http_status=422,
        data={"run": format_instant(only)},
    )
