"""Departures from a gridded climatology of the same hour and season, where the scene has one."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from diagnostics.constants import GRAVITY
from diagnostics.errors import ArgumentError, InputDataError
from diagnostics.messages import Message
from diagnostics.quantities.functions.heights import thickness_1000_500
from diagnostics.quantities.scene import Array, Scene, to_datetime64

if TYPE_CHECKING:
    from diagnostics.climatology import GridClimatology, GridItem, GridKey

TEMPERATURE_FLOOR_K = 0.3
THICKNESS_FLOOR_GPM = 5.0
"""Least standard deviations, below which an anomaly would be noise."""


def height_anomaly(scene: Scene, level: float | None) -> Array:
    """Height minus its climatological mean, gpm."""
    from diagnostics.climatology import GridKey

    if level is None:
        raise ArgumentError(Message(id="quantityerror-level_needed"), code="missing_level")
    held, item = _item(scene, GridKey(name="z", level=level), ("mean",))
    return (scene.field("z", level) - _read(scene, held, item, "mean")) / GRAVITY


def temperature_2m_anomaly(scene: Scene, level: float | None) -> Array:
    """Standardised anomaly of 2-m temperature, standard deviations of at least 0.3 K."""
    from diagnostics.climatology import GridKey

    del level
    return _standardised(scene, scene.field("t2m"), GridKey(name="t2m"), TEMPERATURE_FLOOR_K)


def thickness_anomaly(scene: Scene, level: float | None) -> Array:
    """Standardised anomaly of the 1000-500 hPa thickness, deviations of at least 5 gpm."""
    from diagnostics.climatology import GridKey

    del level
    key = GridKey(name="thickness_1000_500")
    thickness = np.asarray(
        thickness_1000_500(scene.field("z", 500.0), scene.field("z", 1000.0)), dtype=np.float64
    )
    return _standardised(scene, thickness, key, THICKNESS_FLOOR_GPM)


def _standardised(scene: Scene, data: Array, key: GridKey, floor: float) -> Array:
    held, item = _item(scene, key, ("mean", "std"))
    spread = np.maximum(_read(scene, held, item, "std"), floor)
    departure: Array = (data - _read(scene, held, item, "mean")) / spread
    return departure


def _item(
    scene: Scene, key: GridKey, statistics: tuple[str, ...]
) -> tuple[GridClimatology, GridItem]:
    cure = (
        f"build one with `hvrmet climatology build --field {key.label}` and give it as the "
        "climatology"
    )
    known = scene.scene_context.climatology
    if not known:
        raise InputDataError(
            Message(
                id="quantityerror-no_climatology",
                params={"label": f"{key.label}", "cure": f"{cure}"},
            ),
            code="missing_input",
            data={"missing": ["climatology"]},
        )
    found = known.grid_item(key)
    if found is None or any(name not in found[1].arrays for name in statistics):
        raise InputDataError(
            Message(
                id="quantityerror-climatology_statistics",
                params={
                    "name": f"{known.name}",
                    "statistics": f"{' and '.join(statistics)}",
                    "label": f"{key.label}",
                    "cure": f"{cure}",
                },
            ),
            code="missing_input",
            data={"missing": ["climatology"]},
        )
    return found


def _read(scene: Scene, held: GridClimatology, item: GridItem, statistic: str) -> Array:
    values, spoken = held.at_times(
        item, statistic, np.array([to_datetime64(scene.time)]), scene.grid
    )
    if not spoken.all():
        hours = ", ".join(f"{hour:g}" for hour in item.hours)
        raise InputDataError(
            Message(
                id="quantityerror-climatology_hours",
                params={"name": f"{held.name}", "hours": f"{hours}", "time": f"{scene.time:%H:%M}"},
            ),
            code="missing_input",
            data={"missing": ["climatology"]},
        )
    return np.asarray(values[0])
