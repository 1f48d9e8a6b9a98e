"""What a NetCDF or Zarr file says of one of its fields, put together as its record."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import PurePath
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from diagnostics.contracts.field_record import (
    Authority,
    FieldRecord,
    MemberStatement,
    MemberStatistic,
    RecordItem,
    TimeStatement,
    TimeStatistic,
    inferred,
    stated,
)
from diagnostics.fields.axes import text_of
from diagnostics.fields.blocks import Times
from diagnostics.fields.canonical import FieldKind
from diagnostics.fields.conversion import tidy_unit
from diagnostics.fields.names import INGREDIENTS
from diagnostics.fields.time_axes import TimeAxis

if TYPE_CHECKING:
    import xarray as xr

_OF_NAME = {
    "mx2t": TimeStatistic.MAXIMUM,
    "mn2t": TimeStatistic.MINIMUM,
}
_EXTREME_OF = {
    ("t2m", TimeStatistic.MAXIMUM): "mx2t",
    ("t2m", TimeStatistic.MINIMUM): "mn2t",
}
_INSTANT_NAMES = ("i10fg", "instantaneous_10m_wind_gust")
BY_QUANTITY = "as-the-quantity-implies"
"""The rule for a statistic that nothing states."""
_EASTWARD = ("eastward", "northward")
_ALONG_GRID = {"x_wind", "y_wind", "grid_eastward_wind", "grid_northward_wind"}
_WINDS = {"u", "v", "u10", "v10"}
FINAL, PRELIMINARY = "final", "preliminary"
_PRELIMINARY_FROM = 2
"""``expver`` 1 is ERA5, 5 is ERA5T (ECMWF, ERA5: data documentation)."""


def quantity_of(ingredient: str, statistic: TimeStatement) -> str:
    """Return the ingredient that a statistic makes of one: the maximum of ``t2m`` is ``mx2t``."""
    if statistic.value is None:
        return ingredient
    return _EXTREME_OF.get((ingredient, statistic.value), ingredient)


def completed(
    statistic: TimeStatement, ingredient: str, name: str, *, is_mean_rate: bool
) -> TimeStatement:
    """Return a statistic that nothing states as the quantity implies it.

    Parameters
    ----------
    statistic : TimeStatement
    ingredient, name : str
    is_mean_rate : bool
        Whether it is a rate that its name says to be a mean.
    """
    if statistic.value is not None:
        return statistic
    kind = INGREDIENTS[ingredient].kind
    value = _OF_NAME.get(ingredient)
    if name.lower() in _INSTANT_NAMES:
        value = TimeStatistic.INSTANT
    if kind is FieldKind.ACCUMULATION:
        value = TimeStatistic.MEAN if is_mean_rate else TimeStatistic.SUM
    if value is None:
        return statistic
    return statistic.model_copy(
        update={"value": value, "authority": Authority.INFERRED, "by": BY_QUANTITY}
    )


def members_of_unit(ingredient: str, unit: str) -> MemberStatement | None:
    """Return a probability where an amount is given as a share; None for every other unit."""
    is_amount = INGREDIENTS[ingredient].kind is FieldKind.ACCUMULATION
    if is_amount and tidy_unit(unit) in {"%", "1"}:
        return MemberStatement(
            value=MemberStatistic.PROBABILITY,
            authority=Authority.INFERRED,
            by="unit-of-no-amount",
        )
    return None


@dataclass(frozen=True)
class Versions:
    """Which times are final and which preliminary, as ``expver`` says.

    Attributes
    ----------
    statement : RecordItem
    preliminary : ndarray of bool or None
        For each time; None where all are of one version.
    """

    statement: RecordItem
    preliminary: NDArray[np.bool_] | None = None


def versions_of(dataset: xr.Dataset, axis: TimeAxis, dims: Sequence[str]) -> Versions:
    """Read ``expver``: a scalar, along time, or a dimension of which the final one is taken."""
    variable = dataset.variables.get("expver")
    if "expver" in dims:
        return Versions(inferred(None, "final-before-preliminary"))
    if variable is None or variable.ndim > 1:
        return Versions(RecordItem())
    numbers = expver_numbers(variable)
    is_preliminary = numbers >= _PRELIMINARY_FROM
    if numbers.size == 1 or is_preliminary.all() or not is_preliminary.any():
        value = PRELIMINARY if is_preliminary.all() else FINAL
        return Versions(stated(value, "expver"))
    along = len(axis.dims) == 1 and variable.dims == axis.dims
    if not along or numbers.size != axis.times.size:
        return Versions(stated(None, "expver"))
    return Versions(stated(None, "expver"), is_preliminary)


def expver_numbers(variable: xr.Variable) -> NDArray[np.int64]:
    """Return ``expver`` as numbers; what is none counts as final."""
    found = []
    for item in np.atleast_1d(variable.values).ravel():
        text = item.decode("ascii", "replace") if isinstance(item, bytes) else str(item)
        found.append(int(text) if text.strip().isdigit() else 1)
    return np.array(found, dtype=np.int64)


def wind_orientation(dataset: xr.Dataset, name: str, ingredient: str) -> RecordItem:
    """Return whether a wind follows the compass (``earth``) or the axes of its grid (``grid``)."""
    if ingredient not in _WINDS:
        return RecordItem()
    variable = dataset.variables[name]
    if "GRIB_uvRelativeToGrid" in variable.attrs:
        is_grid = bool(int(variable.attrs["GRIB_uvRelativeToGrid"]))
        return stated("grid" if is_grid else "earth", "GRIB_uvRelativeToGrid")
    standard = text_of(variable, "standard_name")
    if standard.startswith(_EASTWARD):
        return stated("earth", "standard_name")
    if standard in _ALONG_GRID:
        return stated("grid", "standard_name")
    if "MAP_PROJ" in dataset.attrs:
        return stated("grid", "WRF")
    others = {text_of(item, "standard_name") for item in dataset.variables.values()}
    if others & {"eastward_wind", "northward_wind"}:
        return inferred("earth", "as-other-winds")
    if others & _ALONG_GRID:
        return inferred("grid", "as-other-winds")
    return RecordItem()


def stamp_of(axis: TimeAxis, statistic: TimeStatement) -> RecordItem:
    """Return where in its interval a value is stamped."""
    if axis.bounds is None or not axis.times.size:
        value = "instant" if statistic.value is TimeStatistic.INSTANT else None
        return stated(value, axis.coordinate or "time")
    begin, end = axis.bounds[:, 0], axis.bounds[:, 1]
    if bool((begin == end).all()):
        return stated("instant", axis.coordinate)
    share = (axis.times - begin) / np.maximum(end - begin, np.timedelta64(1, "ns"))
    for place, where in ((0.0, "begin"), (0.5, "middle"), (1.0, "end")):
        if np.allclose(share, place, atol=1e-3):
            return stated(where, f"{axis.coordinate} and its bounds")
    return stated("inside", f"{axis.coordinate} and its bounds")


def run_of_axis(runs: Times | None, by: str) -> RecordItem:
    """Return the run where there is one for all times."""
    if runs is None or not runs.size:
        return RecordItem()
    first = runs[0]
    is_one = bool((runs == first).all())
    return stated(f"{np.datetime_as_string(first, unit='m')}Z" if is_one else None, by)


def record_of(
    *,
    name: str,
    path: str,
    quantity: RecordItem,
    unit: str,
    statistic: TimeStatement,
    members: MemberStatement,
    axis: TimeAxis,
    level: RecordItem,
    grid: str,
    orientation: RecordItem,
    version: RecordItem,
) -> FieldRecord:
    """Return the record of a field, without its interval."""
    return FieldRecord(
        source_name=name,
        path=PurePath(path).name,
        quantity=quantity,
        unit=stated(unit, "units") if unit else RecordItem(),
        time_statistic=statistic,
        member_statistic=members,
        valid_time=stamp_of(axis, statistic),
        run=run_of_axis(axis.runs, axis.run_by),
        level=level,
        grid=stated(grid, "coordinates"),
        wind_orientation=orientation,
        version=version,
    )
