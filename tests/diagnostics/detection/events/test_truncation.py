"""What cuts off an event: the data, the period asked for, or neither."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from diagnostics.contracts.detection import CriterionMetrics, TypeAssessment
from diagnostics.contracts.enums import EventType, Firing
from diagnostics.contracts.space_time import TimeWindow
from diagnostics.detection.events.truncation import cut_by

HOUR = timedelta(hours=1)
FIRST = datetime(2026, 7, 1, tzinfo=UTC)
TIMES = tuple(FIRST + 6 * HOUR * step for step in range(21))
"""Five days."""


def of_event(event: EventType, onset: datetime, end: datetime) -> TypeAssessment:
    metrics = CriterionMetrics.model_construct(onset=onset, end=end)
    return TypeAssessment.model_construct(event=event, firing=Firing.FIRED, metrics=metrics)


@pytest.mark.parametrize(
    ("start", "onset", "wanted"),
    [
        (0, 0, "data"),
        (0, 6, None),
        (24, 24, "period"),
        (24, 30, None),
        (24, 12, "period"),
        (24, 0, "data"),
        (24, -12, "data"),
    ],
)
def test_the_onset_is_cut_by_what_begins_in_the_event(start, onset, wanted):
    window = TimeWindow(start=FIRST + start * HOUR, end=TIMES[-1])
    gale = of_event(EventType.GALE, FIRST + onset * HOUR, FIRST + 60 * HOUR)
    assert cut_by(gale, "onset", window, TIMES) == wanted
    assert cut_by(gale, "end", window, TIMES) is None
    # time runs backwards: the end is cut as the onset is
    turned = of_event(EventType.GALE, FIRST + 60 * HOUR, TIMES[-1] - onset * HOUR)
    other = TimeWindow(start=FIRST, end=TIMES[-1] - start * HOUR)
    assert cut_by(turned, "end", other, TIMES) == wanted


def test_of_days_less_than_one_is_not_judged():
    window = TimeWindow(start=FIRST + 48 * HOUR, end=TIMES[-1])
    for event, wanted in ((EventType.COLD_WAVE, "period"), (EventType.GALE, None)):
        found = of_event(event, FIRST + 60 * HOUR, FIRST + 80 * HOUR)
        assert cut_by(found, "onset", window, TIMES) == wanted
    whole = of_event(EventType.COLD_WAVE, FIRST + 72 * HOUR, FIRST + 80 * HOUR)
    assert cut_by(whole, "onset", window, TIMES) is None


def test_what_is_not_known_is_not_cut():
    window = TimeWindow(start=FIRST, end=TIMES[-1])
    assert cut_by(of_event(EventType.GALE, FIRST, FIRST), "peak_time", window, TIMES) is None
    without = TypeAssessment.model_construct(event=EventType.GALE, metrics=None)
    assert cut_by(without, "onset", window, TIMES) is None
