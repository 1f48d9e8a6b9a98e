"""The course of rain and snow at the peak: its numbers are those of the classification."""

from __future__ import annotations

from datetime import timedelta

import numpy as np
import pandas as pd
import pytest

from diagnostics.contracts.enums import EventType, Language, Severity
from diagnostics.contracts.space_time import TimeWindow
from diagnostics.detection.events import classify
from diagnostics.fields.memory import MemorySource
from diagnostics.figures import typography
from diagnostics.figures.amount_classes import criterion_window
from diagnostics.figures.chart_style import ChartStyle
from diagnostics.figures.event_map import EventMapCall, render_event_map
from diagnostics.figures.event_series import EventSeriesCall, render_event_series
from tests.diagnostics.detection.events.conftest import make_dataset


@pytest.fixture(autouse=True)
def coarse(monkeypatch):
    monkeypatch.setattr(typography, "DPI", 80)


def passing(seed, hours, interval, warmth, amount):
    """A band of precipitation that crosses the region, in air of a given warmth."""
    rng = np.random.default_rng(seed)
    times = pd.date_range("2024-01-10", periods=hours // interval + 1, freq=f"{interval}h")
    since = np.arange(times.size)[:, None, None] * interval
    rows, columns = np.arange(12)[None, :, None], np.arange(16)[None, None, :]
    middle = rng.uniform(0.3, 0.7) * hours
    rate = np.exp(-(((since - middle) / rng.uniform(4.0, 14.0)) ** 2)) * np.exp(
        -(((columns - 8.0) / 5.0) ** 2) - ((rows - 6.0) / 4.0) ** 2
    )
    shape = (times.size, 12, 16)
    air = np.full(shape, 273.15 + warmth)
    return make_dataset(
        times, tp=amount * interval * rate, t2m=air, d2m=air, sp=101325.0,
        intervals={"tp": interval},
    )  # fmt: skip


@pytest.mark.parametrize(
    ("event", "warmth", "amount"),
    [(EventType.RAINSTORM, 12.0, 9.0), (EventType.SNOWSTORM, -6.0, 3.0)],
)
@pytest.mark.parametrize(("hours", "interval"), [(72, 1), (72, 3), (120, 6), (18, 3), (6, 3)])
@pytest.mark.parametrize(
    "language", [Language.EN, pytest.param(Language.ZH, marks=pytest.mark.slow)]
)
def test_map_series_and_verdict_have_one_amount(event, warmth, amount, hours, interval, language):
    data = passing(hours + interval, hours, interval, warmth, amount)
    source = MemorySource(data)
    inventory = source.inventory()
    region = inventory.grid.region
    period = TimeWindow(start=inventory.times[0], end=inventory.times[-1])
    found = classify(source, region, period).assessment(event)
    (item,) = found.objects
    peak = TimeWindow(start=item.peak_until - timedelta(hours=item.peak_hours), end=item.peak_until)
    limit = found.metrics.threshold_effective
    window = criterion_window(event, item.peak_hours, limit=limit)
    look = ChartStyle(language)
    figure = render_event_map(source, EventMapCall(event, region, peak, peak.end, limit), look=look)
    shown = figure.answer.features[0].features[0]
    assert shown.value == pytest.approx(item.peak, abs=0.06)
    call = EventSeriesCall(
        event, item.peak_latitude, item.peak_longitude, period,
        TimeWindow(start=item.onset, end=item.end), peak, window.hours, limit,
    )  # fmt: skip
    series = render_event_series(source, call, look=look)
    assert series is not None
    (answer,) = series.answer.features
    assert answer.features[0].value == pytest.approx(item.peak, abs=0.06)
    assert answer.time == item.peak_until
    faults = {
        finding.rule
        for finding in series.answer.check.findings
        if finding.severity is not Severity.INFO
    }
    assert faults <= {"resolution"}
    bars = next(facts for facts in series.answer.layers.values() if facts["kind"] == "bar")
    row, column = np.unravel_index(np.argmax(data["tp"].sum("time").values), (12, 16))
    inside = (data["time"].values > np.datetime64(call.shown.start.replace(tzinfo=None))) & (
        data["time"].values <= np.datetime64(call.shown.end.replace(tzinfo=None))
    )
    fell = data["tp"].values[inside, row, column]
    assert bars["maximum"] == pytest.approx(float(fell.max()), abs=0.01)


def test_one_interval_has_no_course():
    data = passing(0, 6, 6, 12.0, 9.0).isel(time=[1])
    source = MemorySource(data)
    moment = source.inventory().times[0]
    span = TimeWindow(start=moment - timedelta(hours=6), end=moment)
    period = TimeWindow(start=moment, end=moment)
    call = EventSeriesCall(EventType.RAINSTORM, 31.5, 112.0, period, span, span, 24, 50.0)
    assert render_event_series(source, call) is None
