"""The same quantity by MetPy, at the point that decides: a second opinion on an index.

MetPy is an independent implementation by other people. It is asked for one point, one column or the
few cells around a point, never for a field: the kernels stay for grids. What it does for which
operator is in `diagnostics.quantities.metpy_opinions`.
"""

from __future__ import annotations

import warnings
from collections.abc import Mapping
from datetime import datetime
from typing import Any

import numpy as np
import numpy.typing as npt

from diagnostics.contracts.enums import EventType, IndexStatus, Mode
from diagnostics.contracts.evidence import IndexAnswer, SecondOpinion
from diagnostics.contracts.space_time import Region, TimeWindow
from diagnostics.errors import DiagnosticsError, stated
from diagnostics.messages import Message
from diagnostics.ports import FieldSource
from diagnostics.quantities.arguments import Call, Level, check_call
from diagnostics.quantities.cache import FieldCache, Window
from diagnostics.quantities.compute import evaluate
from diagnostics.quantities.index_tool import IndexTool
from diagnostics.quantities.input_loading import read_fields, reading_window, resolve_needs
from diagnostics.quantities.metpy_opinions import OPINIONS, Opinion
from diagnostics.quantities.operators import index_tool
from diagnostics.quantities.point_neighbourhood import NoOpinionError, PointNeighbourhood
from diagnostics.quantities.results import Array, Maps, MissingInputError, NotApplicableError

NEIGHBOURS = 2
"""Cells on each side of the point that derivatives are given."""


def asked_by_default(name: str, event: EventType) -> bool:
    """Whether a diagnosis of this type of event asks for an opinion on the index by itself."""
    return name in OPINIONS and event in OPINIONS[name].events


def second_opinion(
    answer: IndexAnswer,
    source: FieldSource,
    *,
    level: Level | None = None,
    params: Mapping[str, Any] | None = None,
    cache: FieldCache | None = None,
) -> SecondOpinion:
    """Compute the quantity of an answer by MetPy at the point that decided it.

    Parameters
    ----------
    answer : IndexAnswer
        Its place and time are where the opinion is asked for; a mean is examined at the cell of
        its region with the largest magnitude.
    source : FieldSource
    level, params
        Of the call that gave the answer.
    cache : FieldCache, optional
        Of the call that gave the answer.

    Returns
    -------
    SecondOpinion
        Both numbers at the point and their difference, or the reason why there is none.
    """
    opinion = OPINIONS.get(answer.name)
    try:
        if opinion is None:
            raise NoOpinionError(Message(id="opinion-no_function"))
        return _given(opinion, answer, source, level, params, cache or FieldCache())
    except NoOpinionError as reason:
        return SecondOpinion(
            library=_library(), unit=answer.unit, reason=str(reason), wording=reason.wording
        )


def _given(
    opinion: Opinion,
    answer: IndexAnswer,
    source: FieldSource,
    level: Level | None,
    params: Mapping[str, Any] | None,
    cache: FieldCache,
) -> SecondOpinion:
    tool = index_tool(answer.name)
    if answer.value is None or answer.status not in {IndexStatus.OK, IndexStatus.OUT_OF_RANGE}:
        raise NoOpinionError(Message(id="opinion-no_index_value"))
    call = check_call(tool, level=level, params=params)
    moment = _moment(answer)
    try:
        latitude, longitude = _place(answer, tool, call, source, cache, moment)
        cell = Region.model_validate((longitude, latitude, longitude, latitude))
        ours = _ours(tool, call, source, cache, moment, cell)
        around = _surroundings(tool, call, source, cache, moment, cell, answer)
    except (MissingInputError, NotApplicableError) as error:
        raise NoOpinionError(error.text) from error
    except DiagnosticsError as error:
        raise NoOpinionError(error.text) from error
    theirs = _theirs(opinion, around, tool)
    difference = theirs - ours
    return SecondOpinion(
        library=_library(),
        functions=opinion.functions,
        unit=tool.spec.unit or "",
        ours=_rounded(ours),
        value=_rounded(theirs),
        difference=_rounded(difference),
        agrees=bool(abs(difference) <= opinion.absolute + opinion.relative * abs(ours)),
        time=moment,
        latitude=latitude,
        longitude=longitude,
    )


def _library() -> str:
    from importlib.metadata import version

    return f"MetPy {version('metpy')}"


def _rounded(value: float) -> float:
    """Drop the digits in which processors may differ."""
    return float(f"{value:.6g}")


def _moment(answer: IndexAnswer) -> datetime:
    """Return the time at which the value was reached, or the first one of a mean."""
    if isinstance(answer.time, datetime):
        return answer.time
    known = [point for point in answer.series if point.value is not None]
    if not known:
        if isinstance(answer.time, TimeWindow):
            return answer.time.start
        raise NoOpinionError(Message(id="opinion-no_time"))
    value = answer.value
    assert value is not None
    return min(known, key=lambda point: abs((point.value or 0.0) - value)).time


def _place(
    answer: IndexAnswer,
    tool: IndexTool,
    call: Call,
    source: FieldSource,
    cache: FieldCache,
    moment: datetime,
) -> tuple[float, float]:
    if answer.latitude is not None and answer.longitude is not None:
        return answer.latitude, answer.longitude
    computed = evaluate(tool, call, source, cache, time=moment, region=answer.region, mode=Mode.QA)
    if not isinstance(computed.result, Maps):
        raise NoOpinionError(Message(id="opinion-one_number"))
    size = np.where(computed.mask, np.abs(computed.result.value[0]), np.nan)
    if not np.isfinite(size).any():
        raise NoOpinionError(Message(id="opinion-no_value_in_region"))
    row, column = np.unravel_index(int(np.nanargmax(size)), size.shape)
    return float(computed.grid.latitude[row, column]), float(computed.grid.longitude[row, column])


def _ours(
    tool: IndexTool,
    call: Call,
    source: FieldSource,
    cache: FieldCache,
    moment: datetime,
    cell: Region,
) -> float:
    """Return our value at the point, without the smoothing of a diagnosis."""
    computed = evaluate(tool, call, source, cache, time=moment, region=cell, mode=Mode.QA)
    if not isinstance(computed.result, Maps):
        raise NoOpinionError(Message(id="opinion-one_number"))
    values = computed.result.value[0][computed.mask]
    value = float(values[0]) if values.size else np.nan
    if not np.isfinite(value):
        raise NoOpinionError(Message(id="opinion-no_value_at_point"))
    return float(tool.unit.show(value))


def _surroundings(
    tool: IndexTool,
    call: Call,
    source: FieldSource,
    cache: FieldCache,
    moment: datetime,
    cell: Region,
    answer: IndexAnswer,
) -> PointNeighbourhood:
    inventory = cache.inventory(source)
    needs = resolve_needs(tool, call, inventory)
    asked = (moment,)
    window = Window(
        window=reading_window(tool, call, inventory, asked), region=cell, halo=NEIGHBOURS
    )
    fields = read_fields(tool, needs, source, cache, window, asked, Mode.QA)
    index = int(np.flatnonzero(fields.asked)[0])
    arrays = {}
    for name, array in fields.arrays.items():
        values = np.asarray(array.values[index] if "time" in array.dims else array.values)
        declared = tool.signature.fields[name]
        one_level = declared.column is None and declared.levels is None
        arrays[name] = values[0] if values.ndim == 3 and one_level else values
    grid = fields.grid
    distance = (grid.latitude - cell.south) ** 2 + _turn(grid.longitude - cell.west) ** 2
    row, column = np.unravel_index(int(np.argmin(distance)), distance.shape)
    regular = grid.mapping is None
    nothing: npt.NDArray[np.float64] = np.empty(0)
    return PointNeighbourhood(
        arrays=arrays,
        levels=fields.levels,
        latitude=np.asarray(grid.latitude[:, 0]) if regular else nothing,
        longitude=np.asarray(grid.longitude[0]) if regular else nothing,
        row=int(row),
        column=int(column),
        call=call,
        extra=answer.extra,
    )


def _turn(degrees: Array) -> Array:
    """Bring differences of longitude into [-180, 180)."""
    turned: Array = (degrees + 180.0) % 360.0 - 180.0
    return turned


def _theirs(opinion: Opinion, around: PointNeighbourhood, tool: IndexTool) -> float:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            quantity = opinion.compute(around)
        except (ValueError, IndexError, ArithmeticError, RuntimeError) as error:
            raise NoOpinionError(
                Message(id="opinion-failed", params={"reason": stated(error)})
            ) from error
    unit = "dimensionless" if tool.unit.si == "1" else tool.unit.si
    value = float(np.squeeze(np.ma.filled(quantity.to(unit).magnitude, np.nan)))
    if not np.isfinite(value):
        raise NoOpinionError(Message(id="opinion-gives_none"))
    return float(tool.unit.show(value))
