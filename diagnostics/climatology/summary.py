"""What a baseline holds, in a few numbers for each reduced index."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from diagnostics.climatology.series import BaselineSeries
from diagnostics.contracts.base import Contract
from diagnostics.contracts.space_time import Region


class IndexSummary(Contract):
    """One reduced index of a baseline, over all its hours and days.

    `mean` and `std` (ddof=1) are in `unit`, None without or with too few values; a verdict uses
    those of its own hour and season.
    """

    key: str
    region: Region
    level: float | None
    reduction: str
    params_digest: str
    unit: str
    hours: tuple[float, ...]
    first: str
    last: str
    years: int
    sample_count: int
    mean: float | None
    std: float | None


class BaselineSummary(Contract):
    """A baseline's name, digest, attributes and indices."""

    name: str
    digest: str
    attributes: dict[str, str]
    indices: tuple[IndexSummary, ...]


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
        unit=item.unit,
        hours=tuple(item.hours.tolist()),
        first=dates[0] if dates else "",
        last=dates[-1] if dates else "",
        years=len({date[:4] for date in dates}),
        sample_count=int(known.size),
        mean=float(known.mean()) if known.size else None,
        std=float(known.std(ddof=1)) if known.size > 1 else None,
    )
