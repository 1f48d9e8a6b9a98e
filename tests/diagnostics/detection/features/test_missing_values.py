"""Where fields are missing a detector says that it cannot tell: never a number, never a no."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from diagnostics.contracts.enums import IndexStatus
from diagnostics.detection.features.registry import run_detector
from diagnostics.detection.features.sections import cross_section
from diagnostics.errors import InputDataError
from diagnostics.quantities.scene import Scene

REGION = (105, 30, 115, 40)


def with_hole(value: float, west_of: float) -> Callable[..., np.ndarray]:
    """A constant field without values west of a longitude."""
    return lambda lat, lon, level, k: np.where(lon < west_of, np.nan, value)


def scene_of_v(make_scene: Callable[..., Scene], west_of: float) -> Scene:
    return make_scene(
        {"u": with_hole(0.0, west_of), "v": with_hole(-12.0, west_of)}, levels=(500.0, 850.0)
    )


def test_a_flow_is_judged_from_the_cells_that_have_values(
    make_scene: Callable[..., Scene],
) -> None:
    answer = run_detector("flow_northerly", scene_of_v(make_scene, 97.0))
    assert answer.passed is True
    assert answer.features[0].value == pytest.approx(-12.0, abs=1e-4)


def test_a_flow_without_values_upstream_cannot_be_judged(
    make_scene: Callable[..., Scene],
) -> None:
    answer = run_detector("flow_northerly", scene_of_v(make_scene, 104.0))
    assert (answer.passed, answer.status) == (None, IndexStatus.MISSING_INPUT)
    assert "missing over more than half" in answer.message


def test_a_flow_whose_upstream_the_data_do_not_reach_cannot_be_judged(
    make_scene: Callable[..., Scene],
) -> None:
    scene = make_scene(
        {"u": with_hole(0.0, 0.0), "v": with_hole(-12.0, 0.0)},
        levels=(500.0, 850.0),
        longitude=np.arange(105.5, 120.0, 1.0),
        latitude=np.arange(25.0, 45.0, 1.0),
    )
    answer = run_detector("flow_northerly", scene)
    assert (answer.passed, answer.status) == (None, IndexStatus.MISSING_INPUT)
    assert "do not reach" in answer.message


def test_descent_without_values_over_the_region_is_no_refusal(
    make_scene: Callable[..., Scene],
) -> None:
    answer = run_detector(
        "descent_object", make_scene({"w": with_hole(0.5, 112.0)}, levels=(500.0,))
    )
    assert (answer.passed, answer.status) == (None, IndexStatus.MISSING_INPUT)
    assert "missing over more than half" in answer.message


def test_levels_that_do_not_reach_over_the_layer_leave_it_open(
    make_scene: Callable[..., Scene],
) -> None:
    fields = {name: with_hole(0.005, 0.0) for name in ("u", "v", "q")}
    answer = run_detector("ivt_object", make_scene(fields, levels=(700.0, 850.0, 1000.0)))
    assert (answer.passed, answer.status) == (None, IndexStatus.MISSING_INPUT)


def warm_days(*days: float) -> Callable[..., np.ndarray]:
    """2-m temperature at noon of successive days, degC; NaN for a field that is missing."""
    return lambda lat, lon, level, k: np.full(lat.shape, days[k] + 273.15)


def noons(*days: int) -> tuple[str, ...]:
    return tuple(f"2026-07-{day:02d}T12:00" for day in days)


@pytest.mark.parametrize(
    ("temperatures", "days", "longest"),
    [
        ((36, 37, 36), (1, 2, 3), 3),
        ((36, np.nan, 36), (1, 2, 3), 1),
        ((36, 37, 36), (1, 3, 4), 2),
    ],
)
def test_a_day_without_values_ends_a_run(
    make_scene: Callable[..., Scene],
    temperatures: tuple[float, ...],
    days: tuple[int, ...],
    longest: int,
) -> None:
    scene = make_scene({"t2m": warm_days(*temperatures)}, times=noons(*days))
    answer = run_detector("persistence", scene)
    assert answer.passed is (longest >= 3)
    assert answer.features[0].value == longest


def test_a_missing_time_of_a_day_does_not_hide_the_others(
    make_scene: Callable[..., Scene],
) -> None:
    times = ("2026-07-01T06:00", "2026-07-01T12:00", *noons(2, 3))
    scene = make_scene({"t2m": warm_days(np.nan, 36, 36, 36)}, times=times)
    assert run_detector("persistence", scene).passed is True


@pytest.mark.parametrize("detector", ["persistence", "moisture_tongue"])
def test_nothing_but_missing_values_leaves_it_open(
    make_scene: Callable[..., Scene], detector: str
) -> None:
    missing = with_hole(0.0, 1000.0)
    scene = make_scene(dict.fromkeys(("t2m", "q", "u", "v"), missing), levels=(300, 500, 1000))
    answer = run_detector(detector, scene)
    assert (answer.passed, answer.status) == (None, IndexStatus.MISSING_INPUT)


def test_a_cross_section_without_moisture_names_what_it_lacks(
    make_scene: Callable[..., Scene],
) -> None:
    fields = {name: with_hole(280.0, 0.0) for name in ("t", "u", "v")}
    plane = cross_section(make_scene(fields, levels=(500.0, 600.0, 700.0, 850.0, 1000.0)))
    with pytest.raises(InputDataError, match="needs q") as caught:
        plane.relative_humidity()
    assert caught.value.code == "missing_input"
