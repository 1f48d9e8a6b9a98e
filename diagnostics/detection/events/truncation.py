"""Whether the data, or the period, cut off the onset or the end of an event."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Literal

from diagnostics.contracts.detection import TypeAssessment
from diagnostics.contracts.enums import EventType
from diagnostics.contracts.space_time import TimeWindow

Cut = Literal["data", "period"]
_OF_DAYS = (EventType.HEAT_WAVE, EventType.COLD_WAVE)


def cut_of(
    assessment: TypeAssessment,
    field: Literal["onset", "end"],
    window: TimeWindow,
    times: Sequence[datetime],
) -> Cut | None:
    """Say what an event may have begun before, or may go on beyond.

    Of a criterion of whole days, what is less than a day beyond them was not judged.

    Parameters
    ----------
    assessment : TypeAssessment
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
    metrics = assessment.metrics
    moment = getattr(metrics, field, None)
    if moment is None:
        return None
    unjudged = timedelta(days=1) if assessment.event in _OF_DAYS else timedelta()
    limits: dict[Cut, timedelta] = (
        {"data": moment - times[0], "period": moment - window.start}
        if field == "onset"
        else {"data": times[-1] - moment, "period": window.end - moment}
    )
    for by, gap in limits.items():
        if gap <= timedelta() or gap < unjudged:
            return by
    return None
