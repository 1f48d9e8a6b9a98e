"""Where the low-level air at the event came from, and the high that lay over its source."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

import numpy as np

from diagnostics.contracts.systems import AirCourse
from diagnostics.detection.systems.positions import Place, position_of
from diagnostics.detection.systems.tracks import LONGEST_STEP
from diagnostics.errors import InputDataError
from diagnostics.grid.distance import destination
from diagnostics.quantities.refs import Asked, QuantityRef
from diagnostics.quantities.registry import components, resolve
from diagnostics.quantities.scene import Scene

WINDS: tuple[Asked, ...] = (QuantityRef("wind", 850.0), "wind_10m")
"""What the air is followed with: the first that the data hold."""
HOURS = 36.0
HOURS_ONE_TIME = 12.0
"""The wind of one time is taken as steady no longer than this."""
STEP_H = 1.0
STEP = timedelta(hours=STEP_H)
LEAST_KM = 200.0
"""Air from nearer than this has no source of its own."""


def air_course(scene: Scene, quantity: Asked, here: Place) -> AirCourse | None:
    """Follow the wind backward in time from the event.

    Parameters
    ----------
    scene : Scene
        At the main time, with the times before it that are to be used.
    quantity : QuantityRef or str
        The wind, one of `WINDS`.
    here : (latitude, longitude)
        The event.

    Returns
    -------
    AirCourse or None
        None where the wind is missing there, or where the air came from less than 200 km away.

    Notes
    -----
    Steps of an hour with the mean of the wind at the place and at the first guess of the place
    before it (Draxler and Hess 1998, Aust. Meteor. Mag. 47, 295-308), on the level of the wind: the
    air is not lifted. Winds are those of the nearest cell, linear in time between times at most 12
    hours apart; with one time alone that wind is taken as steady for 12 h.
    """
    wind = _Wind(scene, quantity)
    total = HOURS_ONE_TIME if wind.one_time else wind.hours_back
    line: list[Place] = [here]
    hours, leaves = 0.0, False
    while hours < total:
        before = wind.back(line[-1], hours)
        if before is None:
            leaves = hours > 0.0
            break
        line.append(before)
        hours += STEP_H
    latitude, longitude = line[-1]
    position = position_of(latitude, longitude, here)
    if position.distance_km < LEAST_KM:
        return None
    followed = resolve(quantity)
    return AirCourse(
        quantity=followed.text,
        level_hpa=followed.pressure,
        start=scene.time - timedelta(hours=hours),
        hours=hours,
        latitude=round(latitude, 2),
        longitude=round(longitude, 2),
        position=position,
        line=tuple((round(one, 2), round(other, 2)) for one, other in line),
        one_time=wind.one_time,
        leaves_data=leaves,
    )


class _Wind:
    """The wind of a scene at any hour before its time."""

    def __init__(self, scene: Scene, quantity: Asked) -> None:
        self.scene, self.quantity = scene, quantity
        self.times = _linked([time for time in scene.times if time <= scene.time])
        self.one_time = len(self.times) == 1
        span = (scene.time - self.times[0]).total_seconds() / 3600.0
        self.hours_back = float(np.floor(span / STEP_H) * STEP_H)

    def back(self, place: Place, hours: float) -> Place | None:
        """Return where the air was a step before it lay at a place; None outside the data."""
        now = self.at(place, hours)
        if now is None:
            return None
        guess = _moved(place, now)
        then = self.at(guess, hours + STEP_H)
        if then is None:
            return None
        return _moved(place, ((now[0] + then[0]) / 2.0, (now[1] + then[1]) / 2.0))

    def at(self, place: Place, hours: float) -> tuple[float, float] | None:
        """Eastward and northward wind at a place so many hours before; None outside the data."""
        time = self.scene.time - timedelta(hours=0.0 if self.one_time else hours)
        late = next(number for number, item in enumerate(self.times) if item >= time)
        early = max(0, late - 1)
        try:
            cell = self.scene.grid.nearest(*place)
            ends = [self._components(self.times[number], cell) for number in (early, late)]
        except InputDataError:
            return None
        span = (self.times[late] - self.times[early]).total_seconds()
        share = (self.times[late] - time).total_seconds() / span if span else 0.0
        u, v = (share * one + (1.0 - share) * other for one, other in zip(*ends, strict=True))
        return (u, v) if np.isfinite((u, v)).all() else None

    def _components(self, time: datetime, cell: tuple[int, int]) -> tuple[float, float]:
        at = self.scene.keep(("course", time), lambda: self.scene.at(time))
        east, north = components(at, self.quantity)
        return float(east[cell]), float(north[cell])


def _linked(times: Sequence[datetime]) -> list[datetime]:
    """The last times that follow each other in steps of at most 12 h."""
    first = len(times) - 1
    while first > 0 and times[first] - times[first - 1] <= LONGEST_STEP:
        first -= 1
    return list(times[first:])


def _moved(place: Place, wind: tuple[float, float]) -> Place:
    """Where air lay a step before, with a wind."""
    speed = float(np.hypot(*wind))
    origin = float(np.degrees(np.arctan2(-wind[0], -wind[1])))
    return destination(*place, origin, 3.6 * STEP_H * speed)
