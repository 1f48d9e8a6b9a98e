"""Open a case: everything that can be wrong with the input is found here, before a word is said."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import cos, radians

from diagnostics import __version__
from diagnostics.catalog import feasibility, get_catalog, gridded_climatology_tools
from diagnostics.climatology import Baseline, Climatologies, GridClimatology
from diagnostics.contracts import events as ev
from diagnostics.contracts.base import format_instant
from diagnostics.contracts.guidelines import GuidelineRelease, ReleasedPreset
from diagnostics.contracts.inventory import Inventory
from diagnostics.contracts.request import DiagnosisRequest
from diagnostics.contracts.space_time import Region, TimeWindow
from diagnostics.detection.events import classify, preset_of, resolve_timezone
from diagnostics.errors import InputDataError, SourceError
from diagnostics.fields.snapshot import SnapshotSource
from diagnostics.grid.geometry import Grid, grid_of
from diagnostics.loop.coverage import coverage_of, stretches
from diagnostics.loop.ports import LoopPorts
from diagnostics.loop.state import RunState
from diagnostics.messages import Message
from diagnostics.ports import FieldRequest, FieldSource

MOVING_GRID = "moving_grid"
"""The reader's finding that the grid moves from time to time."""


def boundaries_changed() -> InputDataError:
    """Return the error for boundaries that are not those of the request or the plan."""
    return InputDataError(
        Message(id="looperror-boundaries_changed"),
        code="boundaries_changed",
    )


@dataclass(frozen=True)
class Opening:
    """What the loop starts from; `events` are those not yet in the log."""

    release: GuidelineRelease
    data_digest: str
    events: tuple[ev.EventBody, ...]


def open_case(request: DiagnosisRequest, ports: LoopPorts, state: RunState) -> Opening:
    """Check the request against the source, and say how the run starts.

    Raises
    ------
    DiagnosticsError
        When the region, period, preset or source do not serve; nothing was recorded.
    SourceError
        With code ``data_changed`` when a resumed run finds other data than it started on.
    InputDataError
        With code ``boundaries_changed`` when maps would show others than the request pins.
    """
    if (request.boundaries or "") != ports.boundaries.digest:
        raise boundaries_changed()
    pinned = state.started.release_digest if state.started else None
    release = ports.guidelines.release(pinned)
    preset = preset_of(release.presets, request.preset)
    inventory = ports.source.inventory()
    data_digest = ports.source.digest()
    if state.data_digest and state.data_digest != data_digest:
        raise SourceError(
            Message(id="looperror-data_changed"),
            code="data_changed",
        )
    window = resolve_window(request, inventory)
    _touch(request, ports, inventory, window)
    catalogue = get_catalog()
    bodies: list[ev.EventBody] = []
    if state.started is None:
        bodies.append(
            ev.RunStarted(
                request=request,
                release=f"{release.id}-{release.version}",
                release_digest=release.digest,
                preset=preset.name,
                preset_digest=preset.digest,
                catalogue_digest=catalogue.digest,
                software_version=__version__,
                revision=ports.revision,
            )
        )
    if state.window is None:
        times = [time for time in inventory.times if window.start <= time <= window.end]
        bodies.append(
            ev.TimeResolved(
                window=window,
                timezone=resolve_timezone(request.timezone, request.region).name,
                times=len(times),
                step_hours=inventory.step_hours,
            )
        )
    if state.inventory is None:
        around = _grid_around(request, ports.source, inventory, window)
        known = inventory.model_copy(
            update={
                "tools": feasibility(inventory),
                "coverage": coverage_of(request, inventory, window, around),
            }
        )
        bodies.append(
            ev.DataRetrieved(
                inventory=known,
                data_digest=data_digest,
                variables=tuple(item.name for item in inventory.variables),
            )
        )
    return Opening(release=release, data_digest=data_digest, events=tuple(bodies))


def missing_climatology(
    baseline: Baseline | GridClimatology | Climatologies | None,
) -> dict[str, str]:
    """Name the tools that need a gridded climatology where none is given, with the reason.

    Parameters
    ----------
    baseline : Baseline, GridClimatology or Climatologies, optional
    """
    if Climatologies.of(baseline).gridded:
        return {}
    return dict.fromkeys(
        gridded_climatology_tools(), "needs a gridded climatology, and none is given"
    )


def usable_source(
    request: DiagnosisRequest, source: FieldSource, presets: Sequence[ReleasedPreset] = ()
) -> FieldSource:
    """Return the source, or the time of its strongest event where its grid moves with the storm.

    Fields of different times then share no grid, so only one of them can be looked at. What an
    event is, the presets of a release say, where it has one of that name.
    """
    inventory = source.inventory()
    if all(finding.code != MOVING_GRID for finding in inventory.findings):
        return source
    window = resolve_window(request, inventory)
    inside = [time for time in inventory.times if window.start <= time <= window.end]
    found = classify(
        source,
        request.region,
        window,
        preset=preset_of(presets, request.preset),
        timezone=request.timezone,
    )
    metrics = found.assessment(found.primary).metrics if found.primary is not None else None
    strongest = metrics.peak_time if metrics is not None else None
    return SnapshotSource(source, strongest if strongest in inside else inside[-1])


def resolve_window(request: DiagnosisRequest, inventory: Inventory) -> TimeWindow:
    """Return the period that the run covers: the request's, or all times of the source.

    Of times that lie too far apart to be one course of weather it is the longest stretch that is
    one, of equals the last.

    Raises
    ------
    InputDataError
        With code ``period_without_data`` when no time of the source lies in the period.
    """
    times = inventory.times
    if not times:
        raise InputDataError(Message(id="looperror-undated_data"), code="undated_data")
    window = request.window or TimeWindow(start=times[0], end=times[-1])
    if not any(window.start <= time <= window.end for time in times):
        raise InputDataError(
            Message(
                id="error-period_without_data",
                params={
                    "asked": f"{format_instant(window.start)}/{format_instant(window.end)}",
                    "period": f"{format_instant(times[0])}/{format_instant(times[-1])}",
                },
            ),
            code="period_without_data",
            data={"available": [format_instant(times[0]), format_instant(times[-1])]},
        )
    found = stretches(inventory.times_in(window))
    if len(found) == 1:
        return window
    longest = max(found, key=lambda item: (item[-1] - item[0], item[0]))
    return TimeWindow(start=longest[0], end=longest[-1])


def _touch(
    request: DiagnosisRequest, ports: LoopPorts, inventory: Inventory, window: TimeWindow
) -> None:
    """Read one field over the region, so that a region outside the data is refused at once."""
    if not inventory.variables:
        raise InputDataError(
            Message(id="looperror-no_known_fields"),
            code="no_known_fields",
        )
    ports.source.load(_sample(inventory, window, request.region))


def _grid_around(
    request: DiagnosisRequest, source: FieldSource, inventory: Inventory, window: TimeWindow
) -> Grid:
    """Return the grid of a region and of the cells around it."""
    margin = 2 * inventory.grid.spacing_deg if inventory.grid is not None else 0.0
    latitude = max(abs(request.region.south), abs(request.region.north))
    east_west = margin / max(cos(radians(latitude)), 0.05)
    around = request.region.padded(margin, east_west=east_west)
    return grid_of(source.load(_sample(inventory, window, around)))


def _sample(inventory: Inventory, window: TimeWindow, region: Region) -> FieldRequest:
    """Return the request for one field, level and time of a region."""
    first = min(inventory.variables, key=lambda item: (len(item.levels_hpa), item.times, item.name))
    time = next(time for time in inventory.times if window.start <= time <= window.end)
    return FieldRequest(
        variables=(first.name,),
        levels_hpa=first.levels_hpa[:1],
        window=TimeWindow(start=time, end=time),
        region=region,
    )
