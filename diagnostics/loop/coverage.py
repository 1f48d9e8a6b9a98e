"""How much of the region and the period that were asked for the data hold."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from itertools import pairwise

from diagnostics.contracts.inventory import Coverage, Inventory
from diagnostics.contracts.request import DiagnosisRequest
from diagnostics.contracts.space_time import TimeWindow
from diagnostics.grid.geometry import Grid
from diagnostics.grid.regions import share_held

ONE_COURSE = timedelta(days=5)
"""Times that lie farther apart are not of one course of weather: most systems live no longer."""


def stretches(times: Sequence[datetime]) -> tuple[tuple[datetime, ...], ...]:
    """Divide ascending times where more than `ONE_COURSE` lies between two.

    Examples
    --------
    >>> october, january = datetime(2010, 10, 17), datetime(2011, 1, 17)
    >>> [len(item) for item in stretches([october, january, january + timedelta(days=1)])]
    [1, 2]
    """
    cuts = [place for place, (a, b) in enumerate(pairwise(times), 1) if b - a > ONE_COURSE]
    ends = zip([0, *cuts], [*cuts, len(times)], strict=True)
    return tuple(tuple(times[first:last]) for first, last in ends)


def coverage_of(
    request: DiagnosisRequest, inventory: Inventory, window: TimeWindow, around: Grid
) -> Coverage | None:
    """Say what data hold of a region and a period.

    Parameters
    ----------
    request : DiagnosisRequest
    inventory : Inventory
    window : TimeWindow
        The period; at least one time of the data lies in it.
    around : Grid
        That of the data, two cells beyond the region at least, as far as they go.

    Returns
    -------
    Coverage or None
        None where the data hold all of both.
    """
    share = share_held(request.region, around.holds)
    period = _period_held(inventory, window)
    asked = inventory.times_in(request.window)
    apart = len(stretches(asked)) - 1 or None
    if share is None:
        return Coverage(period=period, apart=apart) if period or apart else None
    # what a grid on a map holds is bent: no box on the sphere
    box = request.region.overlap(around.bounds) if around.mapping is None else None
    return Coverage(area_fraction=share, region=box, period=period, apart=apart)


def _period_held(inventory: Inventory, window: TimeWindow) -> TimeWindow | None:
    """Return the first and last time in a period where more than a step is left at an end."""
    times = inventory.times_in(window)
    if len(inventory.times) == 1:
        return None  # a snapshot says so
    step = (inventory.step_hours or 0.0) * 3600.0
    left = ((times[0] - window.start).total_seconds(), (window.end - times[-1]).total_seconds())
    return TimeWindow(start=times[0], end=times[-1]) if max(left) > step else None
