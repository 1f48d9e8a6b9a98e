"""Hybrid levels in NetCDF and Zarr: the coefficients of the half levels, as models write them.

``hyai`` and ``hybi`` hold A and B of the half levels from the top down (CF, Appendix D: atmosphere
hybrid sigma pressure coordinate); A is in Pa, or a share of ``P0``.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from diagnostics.fields import names
from diagnostics.fields.axes import text_of
from diagnostics.fields.conversion import tidy_unit
from diagnostics.fields.levels import vertical_axis
from diagnostics.fields.variable_identification import Meaning

if TYPE_CHECKING:
    import xarray as xr

_SHARE = 1.5
"""No coefficient A in Pa has so small a maximum."""
_MOST = 1000


@dataclass(frozen=True)
class HybridLevels:
    """The hybrid levels of a file: A, then B of all half levels."""

    coefficients: NDArray[np.float64]

    @property
    def count(self) -> int:
        """Number of levels of the model."""
        return int(self.coefficients.size // 2 - 1)

    def meaning(self, dataset: xr.Dataset, name: str) -> Meaning | None:
        """Return what a variable on the levels of the model is; None for any other."""
        if name.lower() == "lnsp" and vertical_axis(dataset, name).kind == "none":
            return Meaning("lnsp")
        vertical = vertical_axis(dataset, name)
        variable = dataset.variables[name]
        known = names.LEVEL_NAMES.get(name.lower(), "")
        known = known or names.STANDARD_NAMES.get(text_of(variable, "standard_name"), ("",))[0]
        if vertical.kind != "model" or not vertical.dim or not known:
            return None
        if known == "z" or (known == "w" and tidy_unit(text_of(variable, "units")) != "Pa s-1"):
            return None
        numbers = self._numbers(dataset, vertical.dim)
        return None if numbers is None else Meaning(known, numbers, vertical.dim)

    def _numbers(self, dataset: xr.Dataset, dim: str) -> tuple[float, ...] | None:
        """Return the numbers of the levels along a dimension, counted from the top."""
        size = int(dataset.sizes[dim])
        if dim in dataset.variables and dataset.variables[dim].dtype.kind in "fiu":
            values = np.asarray(dataset.variables[dim].values, dtype=np.float64)
            whole = np.array_equal(values, np.round(values))
            if whole and np.all(np.diff(values) == 1) and 1 <= values[0] <= self.count:
                return tuple(values.tolist()) if values[-1] <= self.count else None
        return tuple(float(item + 1) for item in range(size)) if size == self.count else None


def hybrid_levels(dataset: xr.Dataset) -> HybridLevels | None:
    """Return the hybrid levels that a file describes, None where it describes none."""
    if not {"hyai", "hybi"} <= set(dataset.variables):
        return None
    a, b = (dataset.variables[name] for name in ("hyai", "hybi"))
    if a.shape != b.shape or a.ndim != 1 or not 2 < a.size <= _MOST:
        return None
    first = np.asarray(a.values, dtype=np.float64)
    if np.abs(first).max() < _SHARE:
        reference = dataset.variables.get("P0")
        first = first * (1e5 if reference is None else float(np.ravel(reference.values)[0]))
    return HybridLevels(np.concatenate([first, np.asarray(b.values, dtype=np.float64)]))
