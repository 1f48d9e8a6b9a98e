"""What an index operator is given beside its fields, and what it returns."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from diagnostics.contracts.enums import Mode
from diagnostics.contracts.space_time import Region, wrap_longitude
from diagnostics.messages import Message, render
from diagnostics.messages.catalogue import SOURCE

if TYPE_CHECKING:
    from diagnostics.climatology import Climatologies
    from diagnostics.grid.geometry import Grid

Array = npt.NDArray[np.float64]
"""Floats in SI units; the trailing axes are (level, y, x) or (y, x), the first one is time."""


GIVEN_BY_MODEL = "given_by_model"
"""Warning of a result that is the model's own field of the quantity, not computed."""


class NoIndexError(Exception):
    """An index that cannot be computed.

    Parameters
    ----------
    text : Message
        Why; its English text is that of the exception.
    """

    def __init__(self, text: Message) -> None:
        super().__init__(render(text, SOURCE))
        self.text = text


class MissingInputError(NoIndexError):
    """A field, level or time that the operator needs is not in the data."""


class NotApplicableError(NoIndexError):
    """The index says nothing about this region."""


@dataclass(frozen=True)
class Scene:
    """The context of one evaluation.

    Parameters
    ----------
    grid : Grid
        Of the fields handed over, halo included.
    times : ndarray of datetime64[ns]
        Of the first axis; it may begin before the first time asked for.
    asked : ndarray of bool
        Which of `times` were asked for.
    mode : Mode
        ``qa`` (literal) or ``diagnose``.
    region : Region or None
        Over which the result is reduced; None for the whole grid.
    mask : ndarray of bool (y, x)
        Cells of that region.
    event_region : Region or None
        As the call names it; `region` is the domain that a diagnosis makes of it.
    interval_hours : mapping
        Length of the interval of accumulated and extreme fields, by canonical name.
    climatology : Climatologies or None
        What the run was given; only operators that declare a climatology look into it.
    """

    grid: Grid
    times: npt.NDArray[np.datetime64]
    asked: npt.NDArray[np.bool_]
    mode: Mode
    region: Region | None
    mask: npt.NDArray[np.bool_]
    event_region: Region | None = None
    interval_hours: Mapping[str, float] = field(default_factory=dict)
    climatology: Climatologies | None = None

    @property
    def diagnosing(self) -> bool:
        """Whether masks and smoothing apply."""
        return self.mode is Mode.DIAGNOSE

    def smooth(self, values: Array, sigma_km: float) -> Array:
        """Smooth in ``diagnose`` mode (Gaussian, sigma in km); return `values` as is in ``qa``."""
        return self.smoothed(values, sigma_km) if self.diagnosing else values

    def smoothed(self, values: Array, sigma_km: float) -> Array:
        """Smooth in either mode, with the kernel of the region's central latitude.

        That of the grid would change with the halo, which ends where the data do.
        """
        about = None if self.region is None else self.region.center[0]
        return self.grid.smooth(values, sigma_km, about)

    def place(self, cell: tuple[Any, ...]) -> tuple[float, float]:
        """Return latitude and longitude (-180 to 180) of a cell (row, column)."""
        latitude, longitude = self.grid.latitude[cell], self.grid.longitude[cell]
        return float(latitude), wrap_longitude(float(longitude))

    @property
    def hemisphere(self) -> Array:
        """+1 north of the equator and on it, -1 south of it, dims (y, x)."""
        return np.where(self.grid.latitude < 0.0, -1.0, 1.0)


@dataclass(frozen=True)
class Maps:
    """A map per time.

    Parameters
    ----------
    value : ndarray (time, y, x)
        The index in SI units; NaN where it has no value.
    layers : mapping of ndarray (time, y, x)
        Further maps that named reductions work on, each in the unit its reduction declares.
    at_point : mapping of ndarray (time, y, x)
        Quantities to report at the place of the extremum, in the unit their name says.
    words : mapping of sequence of str
        Of those that are the number of a word: the words.
    over_area : mapping of ndarray (time, y, x)
        Quantities to report as area means, in the unit their name says.
    extra : mapping of sequence
        One JSON value per time and name, whatever the reduction, or a function that makes it when
        the time is the one that decides.
    times : ndarray of datetime64[ns], optional
        Of the first axis, where it is not the scene's (daily values).
    present : ndarray of bool (time,), optional
        Where False, the time lacks an input (an earlier sample, a full window).
    lacking : Message, optional
        What such a time lacks.
    warnings : tuple of str
    weight : ndarray (time, y, x), optional
        Weights of the reduction ``weighted_mean``, beside those of the cells.
    kernel : str
        Which implementation computed it.
    reason : Message, optional
        Why no cell has a value where none has.
    """

    value: Array
    layers: Mapping[str, Array] = field(default_factory=dict)
    at_point: Mapping[str, Array] = field(default_factory=dict)
    words: Mapping[str, Sequence[str]] = field(default_factory=dict)
    over_area: Mapping[str, Array] = field(default_factory=dict)
    extra: Mapping[str, Sequence[Any]] = field(default_factory=dict)
    times: npt.NDArray[np.datetime64] | None = None
    present: npt.NDArray[np.bool_] | None = None
    lacking: Message | None = None
    warnings: tuple[str, ...] = ()
    weight: Array | None = None
    kernel: str = "numpy"
    reason: Message | None = None


@dataclass(frozen=True)
class Series:
    """One number per time, where the operator itself reduces in space.

    Parameters
    ----------
    value : ndarray (time,)
        The index in SI units; NaN where it has no value.
    latitude, longitude : ndarray (time,), optional
        Where the number was found, in degrees.
    reduced : ndarray of bool (time,), optional
        Whether sea-level pressure was reduced over high ground there.
    layers : mapping of ndarray (time,)
        What named reductions work on, each in the unit its reduction declares.
    extra : mapping of sequence
        One JSON value per time and name.
    present, lacking, warnings, times
        As for :class:`Maps`.
    reason : Message, optional
        Why the number is missing where it is NaN.
    """

    value: Array
    latitude: Array | None = None
    longitude: Array | None = None
    reduced: npt.NDArray[np.bool_] | None = None
    layers: Mapping[str, Array] = field(default_factory=dict)
    extra: Mapping[str, Sequence[Any]] = field(default_factory=dict)
    times: npt.NDArray[np.datetime64] | None = None
    present: npt.NDArray[np.bool_] | None = None
    lacking: Message | None = None
    warnings: tuple[str, ...] = ()
    reason: Message | None = None


def listed(values: Array) -> list[float | None]:
    """Return numbers for an answer, None for NaN."""
    return [float(value) if np.isfinite(value) else None for value in values]


Result = Array | Maps | Series
