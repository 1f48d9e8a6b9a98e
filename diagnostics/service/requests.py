"""What can be asked of one tool of the catalogue: an index, features or a chart."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import TYPE_CHECKING, Any

from pydantic import JsonValue

from diagnostics.contracts.enums import Mode
from diagnostics.contracts.evidence import FigureAnswer
from diagnostics.contracts.space_time import Region, TimeWindow

if TYPE_CHECKING:
    from diagnostics.figures.chart_style import ChartStyle


@dataclass(frozen=True)
class IndexRequest:
    """One index over a region and a time or period.

    Parameters
    ----------
    name : str
        An index of the catalogue.
    time, region, mode
        As for `diagnostics.catalog.compute_index`.
    level : float or "2m", optional
        Pressure level in hPa.
    params : mapping
        Parameters of the index; ``reduction`` and ``level`` may be among them.
    second_opinion : bool
        Compute the same quantity by MetPy at the decisive point as well.
    """

    name: str
    time: datetime | TimeWindow | None = None
    region: Region | None = None
    level: float | str | None = None
    mode: Mode = Mode.QA
    params: Mapping[str, JsonValue] = field(default_factory=dict)
    second_opinion: bool = False


@dataclass(frozen=True)
class FeaturesRequest:
    """Features at one time.

    Parameters
    ----------
    name : str or None
        A detector; None for all, each with its own parameters and `level` where it takes one.
    time : datetime, optional
        May be left out where the data have one time.
    region, level, params
        As for `diagnostics.figures.detect_features`.
    """

    name: str | None
    time: datetime | None = None
    region: Region | None = None
    level: float | None = None
    params: Mapping[str, JsonValue] = field(default_factory=dict)


@dataclass(frozen=True)
class FigureRequest:
    """One chart.

    Parameters
    ----------
    chart : str or mapping
        A figure of the catalogue, or a composed one.
    time : datetime, optional
        May be left out where the data have one time.
    times : tuple of datetime
        Several times for small multiples, in the place of `time`.
    region : Region, optional
        The whole grid by default.
    level, look
        As for `diagnostics.figures.render_figure`.
    """

    chart: str | Mapping[str, Any]
    time: datetime | None = None
    times: tuple[datetime, ...] = ()
    region: Region | None = None
    level: float | None = None
    look: ChartStyle | None = None


@dataclass(frozen=True)
class DrawnFigure:
    """A chart: what was found on it, and the bytes of its picture in the format of its look."""

    answer: FigureAnswer
    picture: bytes
