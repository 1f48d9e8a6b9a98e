"""Read what was planned, once, and say in numbers what came."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from diagnostics.contracts.roles import Arrival, FieldArrival, FieldNeed, RetrievalPlan
from diagnostics.contracts.space_time import Region
from diagnostics.errors import DiagnosticsError
from diagnostics.fields.canonical import CANONICAL
from diagnostics.fields.limits import TOO_LARGE
from diagnostics.fields.select import to_instant
from diagnostics.ports import FieldRequest, FieldSource

if TYPE_CHECKING:
    import xarray as xr


def box_of(data: xr.Dataset) -> Region | None:
    """Return the box that the cells of a dataset span."""
    if "latitude" not in data.coords or not data["latitude"].size:
        return None
    latitude, longitude = data["latitude"].values, data["longitude"].values
    west, east = float(np.nanmin(longitude)), float(np.nanmax(longitude))
    return Region.model_validate(
        (west, float(np.nanmin(latitude)), min(east, west + 360.0), float(np.nanmax(latitude)))
    )


def retrieve(source: FieldSource, plan: RetrievalPlan) -> Arrival:
    """Read each planned field over the event's part of the plan and summarise it.

    Parameters
    ----------
    source : FieldSource
    plan : RetrievalPlan

    Returns
    -------
    Arrival
        Counts, levels and limits; a field that the data do not give, or that is too large to be
        read at once, is named with the reason.

    Raises
    ------
    DiagnosticsError
        When the source or the machine failed: it ends the run.
    """
    fields: list[FieldArrival] = []
    failed: dict[str, str] = {}
    times: set[np.datetime64] = set()
    region: Region | None = None
    needs = plan.needs or tuple(FieldNeed(name=name) for name in plan.variables)
    for need in needs:
        try:
            data = source.load(
                FieldRequest(
                    variables=(need.name,),
                    levels_hpa=need.levels_hpa,
                    window=plan.window,
                    region=plan.region,
                )
            )
        except DiagnosticsError as error:
            # Steps read a large window part by part.
            if error.ends_run and error.code != TOO_LARGE:
                raise
            failed[need.name] = error.message
            continue
        values = np.asarray(data[need.name].values)
        finite = np.isfinite(values)
        found = "time" in data[need.name].dims
        if found:
            times.update(data["time"].values)
        fields.append(
            FieldArrival(
                name=need.name,
                unit=str(data[need.name].attrs.get("units", CANONICAL[need.name].unit)),
                levels_hpa=tuple(float(level) for level in data["level"].values)
                if "level" in data[need.name].dims
                else (),
                times=int(data.sizes["time"]) if found else 0,
                missing_fraction=round(1.0 - float(finite.mean()), 4) if values.size else 1.0,
                minimum=float(values[finite].min()) if finite.any() else None,
                maximum=float(values[finite].max()) if finite.any() else None,
            )
        )
        region = box_of(data)
    return Arrival(
        fields=tuple(fields),
        times=tuple(to_instant(time) for time in sorted(times)),
        region=region,
        failed=failed,
    )
