"""What data contain, what can be computed from them, and which event they show."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from diagnostics.contracts.checking import Weight
from diagnostics.contracts.detection import Classification
from diagnostics.contracts.enums import EventType
from diagnostics.contracts.inventory import Inventory
from diagnostics.contracts.space_time import Region, TimeWindow
from diagnostics.ports import FieldSource
from diagnostics.service.checks import check_fields
from diagnostics.service.data import DataSelection, whole_region

if TYPE_CHECKING:
    from diagnostics.climatology import Climatologies
    from diagnostics.contracts.guidelines import ReleasedPreset


def inspect(data: DataSelection, presets: Sequence[ReleasedPreset] = ()) -> Inventory:
    """Return the inventory of data, with what its checks found and what can be computed.

    Parameters
    ----------
    data : DataSelection
    presets : sequence of ReleasedPreset, optional
        Of the release that a diagnosis would go by; those of the package by default.

    Raises
    ------
    InputDataError
        When the data cannot be read.
    """
    from diagnostics.data_checks import allowed_inventory, examine
    from diagnostics.fields import inspect_source

    source = data.open()
    inventory = inspect_source(source)
    check = examine(source)
    allowed = _with_support(allowed_inventory(inventory, check), presets)
    update = {"tools": allowed.tools, "events": allowed.events, "checked": check}
    return inventory.model_copy(update=update)


def survey(data: DataSelection, presets: Sequence[ReleasedPreset] = ()) -> Inventory:
    """Return what data hold and what can be computed, from their descriptions: no array is read.

    Parameters
    ----------
    data, presets
        As for `inspect`.

    Raises
    ------
    InputDataError
        When the data cannot be opened.
    """
    return _with_support(data.open().inventory(), presets)


def _with_support(inventory: Inventory, presets: Sequence[ReleasedPreset]) -> Inventory:
    """Add which tools can run, and what can be tested of each type of event."""
    from diagnostics.catalog import feasibility
    from diagnostics.detection.events import event_support, preset_of

    preset = preset_of(presets, "cma")
    update = {"tools": feasibility(inventory), "events": event_support(inventory, preset=preset)}
    return inventory.model_copy(update=update)


def detect_event(
    source: FieldSource,
    region: Region | None = None,
    window: TimeWindow | None = None,
    *,
    preset: str = "cma",
    timezone: str | None = None,
    climatology: Climatologies | None = None,
    presets: Sequence[ReleasedPreset] = (),
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
    presets : sequence of ReleasedPreset, optional
        Of a release; those of the package by default.

    Raises
    ------
    InputDataError
        With code ``no_grid``, with that of a check that refuses every field that a criterion
        reads, and as `diagnostics.detection.events.classify`.
    """
    from diagnostics.data_checks import GuardedSource
    from diagnostics.detection.events import classify, criterion_fields, preset_of

    box = region or whole_region(source)
    if window is None:
        times = source.inventory().times
        window = TimeWindow(start=times[0], end=times[-1])
    inventory = source.inventory()
    # subtypes and estimates look at what else is there near the ground
    read = {item.name for item in inventory.variables if not item.levels_hpa}
    read.update(name for event in EventType for name in criterion_fields(event, inventory))
    findings = check_fields(source, read, box, window).of(Weight.DOUBT, Weight.REFUSE)
    found = classify(
        GuardedSource(source, findings),
        box,
        window,
        preset=preset_of(presets, preset),
        timezone=timezone,
        climatology=climatology,
    )
    return found.model_copy(update={"doubts": findings})
