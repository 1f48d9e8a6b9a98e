"""Whether the data, or the period, cut off the onset or the end of an event."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Literal

from diagnostics.contracts.detection import EventObject
from diagnostics.contracts.space_time import TimeWindow

Cut = Literal["data", "period"]


def cut_of(
    item: EventObject | None,
    field: Literal["onset", "end"],
    window: TimeWindow,
    times: Sequence[datetime],
) -> Cut | None:
    """Say what an event may have begun before, or may go on beyond.

    Parameters
    ----------
    item : EventObject or None
    field : str
    window : TimeWindow
        The period of the diagnosis.
    times : sequence of datetime
        Of the data.

    Returns
    -------
    str or None
        ``data`` where the data begin, or end, then; ``period`` where the data go on and the
        period does not; None where the event begins, or ends, by itself.
    """
    if item is None or not (item.open_start if field == "onset" else item.open_end):
        return None
    by_data = times[0] >= window.start if field == "onset" else times[-1] <= window.end
    return "data" if by_data else "period"
