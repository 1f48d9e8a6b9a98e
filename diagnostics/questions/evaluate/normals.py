"""Climatological normals at grid points, beside the values that they are for."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from diagnostics.climatology import Climatologies, GridClimatology, GridItem, GridKey
from diagnostics.contracts.form_terms import Anomaly, QuantityTerm
from diagnostics.grid.geometry import Grid
from diagnostics.questions.evaluate.kinds import FIELD, NORMAL, Kind
from diagnostics.questions.evaluate.workspace import Workspace, refusal
from diagnostics.units import convert

Array = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Known:
    """What is known of values that a normal is looked for."""

    operator: str
    unit: str
    times: npt.NDArray[np.datetime64]
    grid: Grid


@dataclass(frozen=True)
class Normals:
    """Anomalies or normals at each cell and time, and the climatology that they are of.

    Attributes
    ----------
    values : ndarray (time, y, x)
    unit : str
    difference : bool
        Whether the values are differences.
    digest : str
        Of the climatology.
    """

    values: Array
    unit: str
    difference: bool
    digest: str


def with_normals(
    work: Workspace, quantity: QuantityTerm, kind: Kind, known: Known, values: Array
) -> Normals:
    """Return a quantity's anomaly, or its normal, at each cell and time.

    Parameters
    ----------
    work : Workspace
    quantity : QuantityTerm
    kind : Kind
    known : Known
        Of the values: operator, unit, times and grid.
    values : ndarray (time, y, x)

    Returns
    -------
    Normals

    Raises
    ------
    InputDataError
        ``missing_climatology`` where no climatology of the field at grid points is given.
    """
    held, item = _item(work, kind, known)
    wanted = quantity.params.get(NORMAL)
    if isinstance(wanted, str):
        normal = _statistic(held, item, known, wanted)
        return Normals(normal, known.unit, difference=False, digest=held.digest)
    departure = values - _statistic(held, item, known, "mean")
    if quantity.anomaly is not Anomaly.STANDARDISED:
        unit = "K" if known.unit == "degC" else known.unit
        return Normals(departure, unit, difference=True, digest=held.digest)
    spread = _statistic(held, item, known, "std")
    departure = departure / np.where(spread > 0.0, spread, np.nan)
    return Normals(departure, "sigma", difference=True, digest=held.digest)


def _statistic(held: GridClimatology, item: GridItem, known: Known, wanted: str) -> Array:
    percent = float(wanted[1:]) if wanted.startswith("p") else None
    name = "quantile" if percent is not None else wanted
    if name not in item.arrays:
        raise refusal("climatology", "missing_climatology")
    values, spoken = held.at_times(item, name, known.times, known.grid)
    if not spoken.any():
        raise refusal("climatology", "missing_climatology")
    if percent is not None:
        rows = np.flatnonzero(np.isclose(item.quantiles, percent))
        if not rows.size:
            there = ", ".join(f"{value:g}" for value in item.quantiles)
            raise refusal(
                "such_percentile", "missing_climatology", asked=f"{percent:g}", held=there
            )
        values = values[:, int(rows[0])]
    return np.asarray(
        convert(values, item.unit, known.unit, name == "std", water_equivalent=True),
        dtype=np.float64,
    )


def _item(work: Workspace, kind: Kind, known: Known) -> tuple[GridClimatology, GridItem]:
    keys = (
        GridKey(name=kind.operator.removeprefix(FIELD), level=kind.level),
        GridKey(name=known.operator.removeprefix(FIELD), level=kind.level),
        GridKey(name=known.operator, level=kind.level, mode="qa"),
    )
    for held in Climatologies.of(work.climatology).gridded:
        for item in held.items:
            if item.key in keys:
                return held, item
    raise refusal("climatology", "missing_climatology")
