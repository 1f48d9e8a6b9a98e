"""Whether the data, or the period asked for, cut off the onset or the end of an event."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Literal

from diagnostics.contracts.detection import TypeAssessment
from diagnostics.contracts.enums import EventType
from diagnostics.contracts.space_time import TimeWindow

_OF_DAYS = (EventType.HEAT_WAVE, EventType.COLD_WAVE)


def cut_by(
    assessment: TypeAssessment, field: str, window: TimeWindow, times: Sequence[datetime]
) -> Literal["data", "period"] | None:
    """What begins after, or ends before, an event does: the data, the period, or neither.

    Of a criterion of whole days, what is less than a day beyond them was not judged.

    Parameters
    ----------
    assessment : TypeAssessment
    field : str
        ``onset`` or ``end``; anything else is never cut.
    window : TimeWindow
        The period of the diagnosis.
    times : sequence of datetime
        Of the data, also beyond the period.
    """
    metrics = assessment.metrics
    if metrics is None or field not in ("onset", "end"):
        return None
    moment = metrics.onset if field == "onset" else metrics.end
    if moment is None:
        return None
    if field == "onset":
        of_data, of_period = moment - times[0], moment - window.start
    else:
        of_data, of_period = times[-1] - moment, window.end - moment
    if of_data <= timedelta():
        return "data"
    unjudged = timedelta(days=1) if assessment.event in _OF_DAYS else timedelta()
    gap = min(of_data, of_period)
    if gap > timedelta() and gap >= unjudged:
        return None
    return "period" if of_period < of_data else "data"
