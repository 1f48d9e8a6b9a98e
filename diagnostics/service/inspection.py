"""What data contain, what can be computed from them, and which event they show."""

from __future__ import annotations

from typing import TYPE_CHECKING

from diagnostics.contracts.detection import Classification
from diagnostics.contracts.inventory import Inventory
from diagnostics.contracts.space_time import Region, TimeWindow
from diagnostics.ports import FieldSource
from diagnostics.service.data import DataSelection, whole_region

if TYPE_CHECKING:
    from diagnostics.climatology import Climatologies


def inspect(data: DataSelection) -> Inventory:
    """Return the inventory of data, with what can be computed and what is missing.

    Raises
    ------
    InputDataError
        When the data cannot be read.
    """
    from diagnostics.catalog import feasibility
    from diagnostics.fields import inspect_source

    inventory = inspect_source(data.open())
    return inventory.model_copy(update={"tools": feasibility(inventory)})


def detect_event(
    source: FieldSource,
    region: Region | None = None,
    window: TimeWindow | None = None,
    *,
    preset: str = "cma",
    timezone: str | None = None,
    climatology: Climatologies | None = None,
) -> Classification:
    """Test all five types of event against the criteria of a preset.

    Parameters
    ----------
    source : FieldSource
    region : Region, optional
        The whole grid by default.
    window : TimeWindow, optional
        All times of the data by default.
    preset, timezone, climatology
        As for `diagnostics.detection.events.classify`.

    Raises
    ------
    InputDataError
        With code ``no_grid``, and as `diagnostics.detection.events.classify`.
    """
    from diagnostics.detection.events import classify

    box = region or whole_region(source)
    if window is None:
        times = source.inventory().times
        window = TimeWindow(start=times[0], end=times[-1])
    return classify(source, box, window, preset=preset, timezone=timezone, climatology=climatology)
