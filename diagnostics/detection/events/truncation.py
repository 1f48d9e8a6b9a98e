"""Whether the data cut off the onset or the end of an event."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

from diagnostics.contracts.detection import TypeAssessment
from diagnostics.contracts.enums import EventType
from diagnostics.contracts.space_time import TimeWindow

_OF_DAYS = (EventType.HEAT_WAVE, EventType.COLD_WAVE)


def is_cut(
    assessment: TypeAssessment, field: str, window: TimeWindow, times: Sequence[datetime]
) -> bool:
    """Whether the data begin after, or end before, an event does.

    Of a criterion of whole days, what is less than a day beyond them was not judged.

    Parameters
    ----------
    assessment : TypeAssessment
    field : str
        ``onset`` or ``end``; anything else is never cut.
    window : TimeWindow
        The period of the diagnosis.
    times : sequence of datetime
        Of the data.
    """
    metrics = assessment.metrics
    unjudged = timedelta(days=1) if assessment.event in _OF_DAYS else timedelta()
    if metrics is not None and field == "onset" and metrics.onset is not None:
        gap = metrics.onset - max(window.start, times[0])
    elif metrics is not None and field == "end" and metrics.end is not None:
        gap = min(window.end, times[-1]) - metrics.end
    else:
        return False
    return gap <= timedelta() or gap < unjudged
