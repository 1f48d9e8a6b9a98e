"""Tests about coasts, and the distance to the nearest one."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np

from diagnostics.detection.features.lines import RADIUS_KM
from diagnostics.detection.features.registry import search
from diagnostics.figures.boundaries import NATURAL_EARTH
from diagnostics.figures.questions.finding import (
    QuestionResult,
    Test,
    at_place,
    objects_of,
    rounded,
)
from diagnostics.grid.distance import unit_vectors
from diagnostics.messages import Message
from diagnostics.quantities.scene import Array, Scene

HIGH_GROUND_M = 800.0


@lru_cache(maxsize=1)
def _coast_tree() -> Any:
    from scipy.spatial import cKDTree

    points, _ = NATURAL_EARTH.lines("coastline", "50m")
    return cKDTree(unit_vectors(points[:, 1], points[:, 0]))


def coast_distance_km(latitude: Array, longitude: Array) -> Array:
    """Distance from points (degrees) to the nearest coastline, km."""
    chord, _ = _coast_tree().query(unit_vectors(np.ravel(latitude), np.ravel(longitude)))
    return np.asarray(2.0 * RADIUS_KM * np.arcsin(np.clip(chord / 2.0, 0.0, 1.0)))


def along_coast(test: Test, scene: Scene) -> QuestionResult:
    """``{along_coast: km, detector, params}`` or ``{along_coast: km, quantity, op, value}``.

    Whether a detected line, or the long axis of the largest object, keeps to a coast: half of it
    within so many km. ``mountains: true`` accepts one over ground of 800 m and more as well, where
    the data hold the height of the ground.
    """
    if "detector" in test:
        answer = search(test["detector"], scene, test.get("params", {}))
        if answer.passed is None:
            return QuestionResult(None, Message(id="chart-lacks_something"))
        if not answer.passed or not answer.features[0].line:
            return QuestionResult(False, Message(id="chart-no_line"))
        line = np.array(answer.features[0].line)
    else:
        blobs = objects_of(scene, test)
        if not blobs or blobs[0].aspect < 1.5:
            return QuestionResult(False, Message(id="chart-no_elongated"))
        line = np.array(blobs[0].axis.points())
    near = coast_distance_km(line[:, 0], line[:, 1]) <= float(test["along_coast"])
    share = float(np.mean(near))
    middle = (float(line[len(line) // 2, 0]), float(line[len(line) // 2, 1]))
    near_coast = {"share": rounded(100 * share, "%"), "place": at_place(middle)}
    message = Message(id="chart-along_coast", params=near_coast)
    high = False
    if test.get("mountains") and scene.has("orog"):
        ground = scene.field("orog")
        heights = [float(ground[scene.grid.nearest(lat, lon)]) for lat, lon in line]
        part = float(np.mean(np.array(heights) >= HIGH_GROUND_M))
        high = part >= 0.5
        message = Message(
            id="chart-along_coast_high", params={**near_coast, "high": rounded(100 * part, "%")}
        )
    return QuestionResult(share >= 0.5 or high, message, middle, round(100 * share, 1), "%")
