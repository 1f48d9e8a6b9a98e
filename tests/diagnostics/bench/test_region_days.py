"""The truth of region-days is computed apart from the library, and agrees on made cases."""

from __future__ import annotations

import ast
from datetime import UTC, datetime, timedelta
from pathlib import Path

import numpy as np
import pytest

from diagnostics.bench import region_days
from diagnostics.bench.planted.fields import CaseFields
from diagnostics.bench.region_days.sources import boxes, periods
from diagnostics.bench.region_days.track import RegionDays, summary
from diagnostics.bench.region_days.truth import is_met
from diagnostics.contracts.enums import Firing

START = datetime(2024, 7, 1, tzinfo=UTC)
BOX = [0.0, 40.0, 8.0, 48.0]


def fields(hours: int, count: int, **surface: np.ndarray) -> CaseFields:
    latitude, longitude = np.arange(38.0, 51.0), np.arange(-2.0, 11.0)
    shape = (count, latitude.size, longitude.size)
    planes = {
        name: np.broadcast_to(np.asarray(value, float).reshape(-1, 1, 1), shape).copy()
        for name, value in surface.items()
    }
    times = tuple(START + timedelta(hours=hours * step) for step in range(count))
    return CaseFields(times, latitude, longitude, planes, {}, {}, float(hours))


@pytest.mark.parametrize(("amount", "met"), [(12.0, False), (12.6, True)])
def test_rain_of_a_day(amount: float, met: bool) -> None:
    wet = fields(6, 4, tp=np.full(4, amount))
    assert is_met("rainstorm", wet, BOX, START, wet.times[-1]) is met


@pytest.mark.parametrize(("speed", "met"), [(17.0, False), (17.3, True)])
def test_wind(speed: float, met: bool) -> None:
    windy = fields(6, 2, u10=np.full(2, speed), v10=np.zeros(2))
    assert is_met("gale", windy, BOX, START, windy.times[-1]) is met


@pytest.mark.parametrize(("days", "met"), [(2, False), (3, True)])
def test_a_run_of_hot_days(days: int, met: bool) -> None:
    warm = np.repeat([309.0] * days + [300.0] * (5 - days), 4)
    hot = fields(6, 20, t2m=warm)
    assert is_met("heat_wave", hot, BOX, START, hot.times[-1]) is met


@pytest.mark.parametrize(("fall", "met"), [(7.5, False), (8.5, True)])
def test_a_fall_from_one_day_to_the_next(fall: float, met: bool) -> None:
    cold = fields(6, 12, t2m=np.repeat([283.0, 283.0 - fall, 283.0 - fall], 4))
    assert is_met("cold_wave", cold, BOX, START, cold.times[-1]) is (met and 283.0 - fall <= 277.2)


def test_small_areas_are_no_event() -> None:
    warm = fields(6, 20, t2m=np.full(20, 300.0))
    warm.surface["t2m"][:, 5, 5] = 310.0
    assert is_met("heat_wave", warm, BOX, START, warm.times[-1]) is False


def test_boxes_and_periods_lie_in_the_data() -> None:
    data = fields(6, 20, t2m=np.full(20, 300.0))
    found = list(boxes(data, (4.0, 4.0)))
    assert len(found) == 9
    spans = list(periods(data, 2))
    assert len(spans) == 2
    assert spans[-1][1] <= data.times[-1]


def test_a_false_statement_is_named() -> None:
    one = RegionDays("a.nc", "gale", (0.0, 1.0, 2.0, 3.0), START, 3, Firing.FIRED, met=False)
    other = RegionDays("a.nc", "gale", (0.0, 1.0, 2.0, 3.0), START, 3, Firing.NOT_FIRED, met=False)
    text = summary([one, other])
    assert "6 region-days" in text
    assert "said met and not so 1 (50.0%" in text
    assert "a.nc" in text.split("false:")[1]


def test_the_truth_uses_no_code_of_the_library() -> None:
    folder = Path(region_days.__file__).parent
    for name in ("truth.py", "sources.py"):
        tree = ast.parse((folder / name).read_text("utf-8"))
        used = {node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
        ours = {module for module in used if module and module.startswith("diagnostics")}
        assert ours == {"diagnostics.bench.planted.fields"}
