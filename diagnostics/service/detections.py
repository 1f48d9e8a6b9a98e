"""Where events are: every type over a region, or on each cell of a coarse lattice."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from diagnostics.contracts.detection import Classification
from diagnostics.contracts.extracts import (
    MOST_CELLS,
    CellEvent,
    DetectionsAnswer,
    DetectionsRequest,
    LatticeCell,
)
from diagnostics.contracts.space_time import Region, TimeWindow
from diagnostics.errors import ArgumentError, InputDataError
from diagnostics.messages import Message
from diagnostics.service.data import OpenSource, whole_region
from diagnostics.service.extract_parts import Extracted, file_of
from diagnostics.service.inspection import guarded_for_events

if TYPE_CHECKING:
    from diagnostics.climatology import Climatologies

_EMPTY_CELL = frozenset({"region_outside_data", "point_outside_data"})
"""Codes of a cell that holds no cell of the data."""


def detect(
    request: DetectionsRequest,
    open_source: OpenSource,
    *,
    climatology: Climatologies | None = None,
) -> Extracted:
    """Test every type over a region, or on each cell of a lattice over it.

    The checks of data are made once, over the whole region. Cells of a lattice are counted from
    the region's western and southern edge, and those at its other edges are cut to it; each is
    tested by itself, as a region of its own.

    Raises
    ------
    ArgumentError
        ``too_many_cells``; as `diagnostics.service.inspection.detect_event`.
    InputDataError
        As `diagnostics.service.inspection.detect_event`.
    """
    from diagnostics.detection.events import classify
    from diagnostics.extracts.geojson import MEDIA_TYPE, detections_collection

    source = open_source()
    region = request.region or whole_region(source)
    times = source.inventory().times
    window = request.window or TimeWindow(start=times[0], end=times[-1])
    boxes = (region,) if request.lattice is None else lattice_cells(region, request.lattice)
    guarded, findings = guarded_for_events(source, region, window)

    def classified(box: Region) -> Classification:
        return classify(
            guarded,
            box,
            window,
            preset=request.preset,
            timezone=request.timezone,
            climatology=climatology,
        )

    if request.lattice is None:
        whole = classified(region).model_copy(update={"doubts": findings})
        answer = DetectionsAnswer(
            region=region, window=window, preset=whole.preset, classification=whole
        )
    else:
        cells = []
        for box in boxes:
            try:
                cells.append(_cell(classified(box)))
            except InputDataError as error:
                if error.code not in _EMPTY_CELL:
                    raise
                cells.append(LatticeCell(region=box, reason=error.message))
        answer = DetectionsAnswer(
            region=region,
            window=window,
            preset=request.preset,
            lattice=request.lattice,
            cells=tuple(cells),
            choice=source.inventory().choice,
            doubts=findings,
        )
    file = file_of("maps/detections.geojson", detections_collection(answer), MEDIA_TYPE)
    return Extracted(answer.model_copy(update={"files": (file.ref,)}), (file,))


def lattice_cells(region: Region, step: float) -> tuple[Region, ...]:
    """Divide a region into cells of `step` degrees, from the south-west, row by row.

    Raises
    ------
    ArgumentError
        ``too_many_cells``.

    Examples
    --------
    >>> [cell.bounds() for cell in lattice_cells(Region.model_validate("175,0,185,4"), 5.0)]
    [[175.0, 0.0, 180.0, 4.0], [-180.0, 0.0, -175.0, 4.0]]
    """
    columns = max(1, math.ceil(region.width / step - 1e-9))
    rows = max(1, math.ceil((region.north - region.south) / step - 1e-9))
    if columns * rows > MOST_CELLS:
        enough = math.ceil(step * math.sqrt(columns * rows / MOST_CELLS))
        raise ArgumentError(
            Message(
                id="extracterror-too_many_cells",
                params={"count": columns * rows, "most": MOST_CELLS, "enough": enough},
            ),
            code="too_many_cells",
        )
    return tuple(
        Region(
            west=region.west + column * step,
            south=region.south + row * step,
            east=min(region.east, region.west + (column + 1) * step),
            north=min(region.north, region.south + (row + 1) * step),
        )
        for row in range(rows)
        for column in range(columns)
    )


def _cell(found: Classification) -> LatticeCell:
    return LatticeCell(
        region=found.region,
        primary=found.primary,
        events=tuple(
            CellEvent(
                event=item.event,
                firing=item.firing,
                severity=item.severity,
                metrics=item.metrics,
            )
            for item in found.assessments
        ),
    )
