"""What a climatology holds, in a few numbers for each reduced index or gridded quantity."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from diagnostics.climatology.gridded import GridClimatology, GridItem
from diagnostics.climatology.series import BaselineSeries
from diagnostics.contracts.climatology import (
    GridClimatologySummary,
    GriddedSummary,
    IndexSummary,
)
from diagnostics.contracts.space_time import Region


def summarise(item: BaselineSeries) -> IndexSummary:
    """Summarise one reduced index."""
    known = item.values[np.isfinite(item.values)]
    dates: Sequence[str] = np.datetime_as_string(item.dates, unit="D").tolist()
    return IndexSummary(
        key=item.key.name,
        region=item.region,
        level=item.key.level,
        reduction=item.key.reduction,
        params_digest=item.key.params_digest,
        mode=item.key.mode,
        unit=item.unit,
        hours=tuple(item.hours.tolist()),
        first=dates[0] if dates else "",
        last=dates[-1] if dates else "",
        years=len({date[:4] for date in dates}),
        sample_count=int(known.size),
        mean=float(known.mean()) if known.size else None,
        std=float(known.std(ddof=1)) if known.size > 1 else None,
    )


def summarise_grid(held: GridClimatology) -> GridClimatologySummary:
    """Summarise a grid climatology."""
    flat = held.latitude.ndim == 1
    rows, columns = (held.latitude.size, held.longitude.size) if flat else held.latitude.shape
    west, east = float(held.longitude.min()), float(held.longitude.max())
    region = Region(
        west=west,
        south=float(held.latitude.min()),
        east=min(east, west + 360.0),
        north=float(held.latitude.max()),
    )
    return GridClimatologySummary(
        name=held.name,
        digest=held.digest,
        attributes=dict(held.attributes),
        rows=rows,
        columns=columns,
        region=region if flat else None,
        quantities=tuple(_quantity(item) for item in held.items),
    )


def _quantity(item: GridItem) -> GriddedSummary:
    return GriddedSummary(
        key=item.key.name,
        level=item.key.level,
        params_digest=item.key.params_digest,
        mode=item.key.mode,
        resolved_by={"hourly": "hour and day of the year", "daily": "day of the year"}.get(
            item.kind.value, "all days"
        ),
        unit=item.unit,
        hours=tuple(item.hours.tolist()),
        statistics=tuple(sorted(item.arrays)),
        quantiles=tuple(np.round(item.quantiles, 6).tolist()),
        years=item.years or None,
        attributes=dict(item.attributes),
    )
