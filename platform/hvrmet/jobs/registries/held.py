"""Refusing what a source does not hold, when a request is made."""

from __future__ import annotations

from datetime import datetime, timedelta

from diagnostics.contracts.base import format_instant
from diagnostics.contracts.computations import ComputationRequest
from diagnostics.contracts.inventory import Inventory
from diagnostics.contracts.request import DiagnosisRequest
from diagnostics.contracts.space_time import Region, TimeWindow
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


def held_for_certain(
    name: str, source: RegisteredSource, statistic: object = None
) -> SourceHolding | None:
    """Return what a source holds, where it is certain that it holds that now; else None."""
    held = source_holdings({name: source}).get(name)
    if held is None or held.inventory is None or not _is_certain(held):
        return None
    # What is known is of the forecasts: a statistic may have other times.
    return held if held.inventory.times and statistic is None else None


def check_field_held(
    request: ComputationRequest,
    held: SourceHolding,
    area: Region | None,
    *,
    level_unit: str | None,
) -> None:
    """Refuse a field that a worker would certainly refuse.

    Parameters
    ----------
    request : ComputationRequest
    held : SourceHolding
        As `held_for_certain`.
    area : Region or None
        What is asked for; None for the whole grid.
    level_unit : str or None
        Of the level of the quantity: levels in hPa are compared with those of the source.

    Raises
    ------
    ApplicationError
        ``level_not_held``, and as `check_held`.
    """
    inventory = held.inventory
    assert inventory is not None
    if held.members:
        _check_member(request, held)
        return
    _check_run(request, inventory)
    time = request.time
    window = TimeWindow(start=time, end=time) if isinstance(time, datetime) else time
    _check_period(request.source, inventory, window)
    if area is not None:
        _check_region(request.source, inventory, area, window)
    level = request.level
    if level_unit != "hPa" or not isinstance(level, (int, float)) or not inventory.levels_hpa:
        return
    if level not in inventory.levels_hpa:
        levels = ", ".join(f"{item:g}" for item in inventory.levels_hpa)
        raise ApplicationError(
            f"the source {request.source!r} has no level of {level:g} hPa: it holds {levels}; name "
            "one of these",
            code="level_not_held",
            http_status=422,
            data={"levels": list(inventory.levels_hpa)},
        )


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
    held = held_for_certain(request.source, source, request.statistic)
    inventory = None if held is None else held.inventory
    if held is None or inventory is None:
        return
    if held.members:
        # What is known is of one of them: others may have other times.
        _check_member(request, held)
        return
    _check_run(request, inventory)
    _check_period(request.source, inventory, request.window)
    _check_region(request.source, inventory, request.region, request.window)


def _check_period(name: str, inventory: Inventory, window: TimeWindow | None) -> None:
    times = inventory.times
    first, last = format_instant(times[0]), format_instant(times[-1])
    if not inventory.times_in(window):
        raise ApplicationError(
            f"the source {name!r} has no time in this period: it holds {len(times)} "
            f"from {first} to {last}; choose a period that holds one of them; {AGAIN}",
            code="period_not_held",
            http_status=422,
            data={"first": first, "last": last, "step_hours": inventory.step_hours},
        )


def _check_region(
    name: str, inventory: Inventory, asked: Region, window: TimeWindow | None
) -> None:
    region = inventory.extent()
    if region is not None and not inventory.may_cover(asked, window):
        edges = ",".join(f"{edge:g}" for edge in region.bounds())
        moving = ", over all times: it moves" if inventory.grids else ""
        raise ApplicationError(
            f"the source {name!r} holds nothing in this region: its area is {edges} "
            f"(W,S,E,N){moving}; choose a region that touches it, or another source",
            code="region_not_held",
            http_status=422,
            data={"region": region.bounds()},
        )


def _is_certain(held: SourceHolding) -> bool:
    """Whether a source holds now what was read of it."""
    is_fresh = database_now() - held.looked_at < FRESH
    return bool(held.files) and not held.stale and held.failure is None and is_fresh


def _check_member(request: DiagnosisRequest | ComputationRequest, held: SourceHolding) -> None:
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


def _check_run(request: DiagnosisRequest | ComputationRequest, inventory: Inventory) -> None:
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
