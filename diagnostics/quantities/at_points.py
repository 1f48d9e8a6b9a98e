"""Running an operator on the fields of a scene: the quantity at every point.

The function is the one behind the index of that name, with the same needs and defaults, so that
a map and the reduction of an index over a region are the same numbers.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
import xarray

from diagnostics.contracts.base import format_instant
from diagnostics.contracts.enums import Mode
from diagnostics.errors import ArgumentError, InputDataError
from diagnostics.messages import Message
from diagnostics.quantities.arguments import Call
from diagnostics.quantities.cache import FieldCache
from diagnostics.quantities.compute import evaluate, run_operator
from diagnostics.quantities.index_tool import IndexTool
from diagnostics.quantities.input_loading import Fields, Need, resolve_needs
from diagnostics.quantities.results import Array, Maps, MissingInputError, NotApplicableError
from diagnostics.quantities.results import Scene as Evaluation
from diagnostics.quantities.scene import Scene, require, to_datetime64


@dataclass(frozen=True)
class SceneField:
    """One field of a scene: its canonical name and its levels, hPa."""

    name: str
    levels_hpa: tuple[float, ...] = ()


class SceneFields:
    """What a scene holds, as an operator's needs are resolved against it.

    Parameters
    ----------
    dataset : xarray.Dataset
        Canonical.
    """

    findings: tuple[Any, ...] = ()

    def __init__(self, dataset: xarray.Dataset) -> None:
        levels = tuple(float(p) for p in dataset["level"].values) if "level" in dataset else ()
        self.variables = tuple(
            SceneField(str(name), levels if "level" in dataset[name].dims else ())
            for name in dataset.data_vars
        )

    def variable(self, name: str) -> SceneField | None:
        """Return the canonical field `name`, or None."""
        return next((item for item in self.variables if item.name == name), None)

    def why_unused(self, *names: str) -> None:
        """Return None: a scene holds what was read."""


def maps_at_points(scene: Scene, tool: IndexTool, call: Call) -> Maps:
    """Return an operator's maps at the scene's time, computed once per scene.

    Parameters
    ----------
    scene : Scene
        Must hold the fields, levels and earlier times that the operator reads.
    tool : IndexTool
        An operator that has a map.
    call : Call
        Checked level and parameters.

    Returns
    -------
    Maps
        In SI units; value and layers have the shape (1, y, x).

    Raises
    ------
    InputDataError
        ``missing_input``, ``missing_level`` or ``incomplete_window``, by what the scene lacks.
    """
    key = ("operator", tool.name, tuple(sorted(call.values.items())))
    made: Maps = scene.keep(key, lambda: _maps(scene, tool, call))
    return made


def _maps(scene: Scene, tool: IndexTool, call: Call) -> Maps:
    needs = _needs(scene, tool, call)
    times = np.asarray(scene.dataset["time"].values, dtype="datetime64[ns]")
    now = to_datetime64(scene.time)
    reach = np.timedelta64(round(3600 * tool.look_back_hours(call.values)), "s")
    rows = np.flatnonzero((times >= now - reach) & (times <= now))
    arrays = {
        name: _select(scene.dataset[need.variable], need, rows) for name, need in needs.items()
    }
    asked = times[rows] == now
    columns = [need.levels for name, need in needs.items() if tool.signature.fields[name].column]
    fields = Fields(
        arrays=arrays,
        grid=scene.grid,
        times=times[rows],
        asked=asked,
        levels=np.array(columns[0] if columns else ()),
        intervals=scene.keep("intervals", lambda: _intervals(scene.dataset)),
    )
    evaluation = Evaluation(
        grid=scene.grid,
        times=fields.times,
        asked=asked,
        mode=Mode.QA,
        region=scene.region,
        mask=scene.inside(),
        event_region=scene.region,
        interval_hours=fields.intervals,
        climatology=scene.scene_context.climatology if tool.spec.climatology else None,
    )
    try:
        result, _, _ = run_operator(tool, call, needs, fields, evaluation)
    except (MissingInputError, NotApplicableError) as reason:
        raise InputDataError(reason.text, code="missing_input") from reason
    if not isinstance(result, Maps):
        raise _no_map(tool)
    if result.present is not None and not result.present[asked].all():
        code = "missing_input" if tool.spec.climatology else "incomplete_window"
        lack = result.lacking or Message(id="lack-input_everywhere")
        name = Message(id=f"index-{tool.name}")
        wording = Message(id="quantityerror-of", params={"name": name, "reason": lack})
        raise InputDataError(wording, code=code)
    made = _at(result, asked)
    if fields.intervals and reach and np.isnan(made.value).all():
        raise _incomplete(scene, tool, call, needs, fields)
    return made


def maps_from_source(scene: Scene, tool: IndexTool, call: Call) -> Maps:
    """Return the maps of an operator that reads its own fields: days, or far back in time.

    The source is read with the box of the scene, so that the cells are the same.

    Parameters
    ----------
    scene, tool, call
        As for :func:`maps_at_points`.

    Raises
    ------
    ArgumentError
        ``no_map`` for an index that is a number by definition, ``no_source`` where the scene was
        not read from a source.
    InputDataError
        ``missing_input`` where data or climatology lack what the index needs.
    """
    if not tool.has_map:
        raise _no_map(tool)
    around = scene.scene_context
    if around.source is None:
        raise ArgumentError(
            Message(id="quantityerror-no_source", params={"name": f"{tool.name}"}),
            code="no_source",
        )
    try:
        computed = evaluate(
            tool,
            call,
            around.source,
            around.cache if around.cache is not None else FieldCache(),
            time=scene.time,
            region=around.box,
            mode=Mode.QA,
            climatology=around.climatology,
            halo=around.halo,
        )
    except (MissingInputError, NotApplicableError) as reason:
        raise InputDataError(reason.text, code="missing_input") from reason
    maps = computed.result
    if not isinstance(maps, Maps):
        raise _no_map(tool)
    if tool.spec.climatology and not computed.present.any():
        lack = maps.lacking or Message(id="lack-input_everywhere")
        raise InputDataError(lack, code="missing_input", data={"index": tool.name})
    if maps.value.shape[-2:] != scene.grid.shape:
        raise InputDataError(
            Message(id="quantityerror-grids_differ", params={"name": f"{tool.name}"}),
            code="grids_differ",
        )
    return maps


def _no_map(tool: IndexTool) -> ArgumentError:
    return ArgumentError(
        Message(id="error-no_map", params={"name": f"{tool.name}"}),
        code="no_map",
        data={"index": tool.name},
    )


def _needs(scene: Scene, tool: IndexTool, call: Call) -> Mapping[str, Need]:
    """Resolve what the operator reads; say what the scene lacks as its own fields would."""
    try:
        held = scene.keep("holdings", lambda: SceneFields(scene.dataset))
        return resolve_needs(tool, call, held)
    except MissingInputError as reason:
        optional = tool.signature.optional
        wanted = [
            item.canonical(call.values)
            for name, item in tool.signature.fields.items()
            if name not in optional
        ]
        require(scene, wanted)
        raise InputDataError(reason.text, code="missing_level") from reason


def _select(array: xarray.DataArray, need: Need, rows: npt.NDArray[np.intp]) -> xarray.DataArray:
    if "time" in array.dims:
        whole = slice(int(rows[0]), int(rows[-1]) + 1)
        array = array.isel(time=whole)
    if "level" not in array.dims:
        return array
    held = np.asarray(array["level"].values, dtype=np.float64)
    chosen = [int(np.abs(held - level).argmin()) for level in need.levels]
    if chosen == list(range(chosen[0], chosen[-1] + 1)):
        return array.isel(level=slice(chosen[0], chosen[-1] + 1))
    return array.isel(level=chosen)


def _intervals(dataset: xarray.Dataset) -> dict[str, float]:
    return {
        str(name): float(item.attrs["interval_hours"])
        for name, item in dataset.data_vars.items()
        if "interval_hours" in item.attrs
    }


def _incomplete(
    scene: Scene, tool: IndexTool, call: Call, needs: Mapping[str, Need], fields: Fields
) -> InputDataError:
    """Say how much of a window is covered by values.

    A forecast has no rain before its start: that time is there, its values are not.
    """
    asked = tool.look_back_hours(call.values)
    inside = fields.times > fields.times[-1] - np.timedelta64(round(3600 * asked), "s")
    covered = min(
        fields.intervals[need.variable] * int(np.isfinite(part[inside]).any(axis=(1, 2)).sum())
        for need, part in ((needs[name], fields.arrays[name].values) for name in needs)
        if need.variable in fields.intervals
    )
    return InputDataError(
        Message(
            id="quantityerror-incomplete_window",
            params={
                "name": f"{tool.name}",
                "covered": f"{covered:g}",
                "asked": f"{asked:g}",
                "time": f"{format_instant(scene.time)}",
            },
        ),
        code="incomplete_window",
    )


def _at(maps: Maps, asked: npt.NDArray[np.bool_]) -> Maps:
    """Keep value and layers of the scene's own time; the rest belongs to reductions."""
    if maps.times is not None:
        return Maps(maps.value[-1:], layers={name: part[-1:] for name, part in maps.layers.items()})
    layers: dict[str, Array] = {name: part[asked] for name, part in maps.layers.items()}
    return Maps(maps.value[asked], layers=layers)
