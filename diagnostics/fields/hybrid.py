"""Levels of a model in NetCDF and Zarr: how a file tells their pressure.

===============================  ==================================================================
``hyai``, ``hybi``               A and B of the half levels from the top down; A in Pa, or a share
                                 of ``P0``
``formula_terms`` (CF, D)        of hybrid sigma pressure: p = a p0 + b ps or ap + b ps at the
                                 levels; of sigma: p = ptop + sigma (ps - ptop)
``hyam``, ``hybm``               A and B at the levels, where no formula names them
a field of pressure              on the same levels, as ICON and COSMO have it
===============================  ==================================================================

CF conventions 1.11, Appendix D, dimensionless vertical coordinates.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from diagnostics.fields import names
from diagnostics.fields.axes import text_of, vertical_axis
from diagnostics.fields.conversion import tidy_unit
from diagnostics.fields.variable_identification import Meaning

if TYPE_CHECKING:
    import xarray as xr

Floats = NDArray[np.float64]
_SHARE = 1.5
"""No coefficient A in Pa has so small a maximum."""
_MOST = 1000
_PRESSURE = frozenset({"pres", "p", "pressure", "pfull", "pf", "plev_m"})
_HEIGHT = frozenset({"hhl", "z_ifc", "z_mc", "height_ifc"})
_OF_UNIT: Mapping[tuple[str, str], str] = {
    ("z", "m"): "gh",
    ("z", "m2 s-2"): "z",
    ("w", "Pa s-1"): "w",
    ("w", "m s-1"): "wz",
}
"""What a known name stands for by its unit."""


@dataclass(frozen=True)
class ModelLevels:
    """The levels of a model in one file.

    Attributes
    ----------
    coefficients : ndarray or None
        A, then B of all half levels.
    full : mapping of str to (a, b)
        By dimension: p = a + b ps at the levels.
    with_pressure : mapping of str to int
        Dimensions on which the file has pressure itself, with their length.
    """

    coefficients: Floats | None
    full: Mapping[str, tuple[Floats, Floats]]
    with_pressure: Mapping[str, int]

    @property
    def count(self) -> int:
        """Number of levels that the coefficients of half levels describe."""
        return 0 if self.coefficients is None else int(self.coefficients.size // 2 - 1)

    def meaning(self, dataset: xr.Dataset, name: str) -> Meaning | None:
        """Return what a variable on the levels of the model is; None for any other."""
        vertical = vertical_axis(dataset, name)
        if name.lower() == "lnsp" and vertical.kind == "none":
            return Meaning("lnsp")
        if vertical.kind != "model" or not vertical.dim:
            return None
        variable = dataset.variables[name]
        known = _ingredient(name, variable)
        numbers = self._numbers(dataset, vertical.dim, known) if known else None
        return None if numbers is None else Meaning(known, numbers, vertical.dim)

    def full_of(self, dim: str | None) -> tuple[Floats, Floats] | None:
        """Return a and b along a dimension, where the file gives them at the levels."""
        return self.full.get(dim or "")

    def _numbers(self, dataset: xr.Dataset, dim: str, known: str) -> tuple[float, ...] | None:
        """Return the numbers of the levels along a dimension, counted from its begin."""
        size = int(dataset.sizes[dim])
        plain = tuple(float(item + 1) for item in range(size))
        if dim in self.full or dim in self.with_pressure:
            return plain
        if known in {"wz", "hh"} and size - 1 in self.with_pressure.values():
            return plain
        if not self.count:
            return None
        if dim in dataset.variables and dataset.variables[dim].dtype.kind in "fiu":
            values = np.asarray(dataset.variables[dim].values, dtype=np.float64)
            whole = np.array_equal(values, np.round(values))
            if whole and np.all(np.diff(values) == 1) and 1 <= values[0] <= self.count:
                return tuple(values.tolist()) if values[-1] <= self.count else None
        return plain if size == self.count else None


def _ingredient(name: str, variable: xr.Variable) -> str:
    """Return what a variable on levels of a model stands for, empty where it is not used."""
    lower, standard = name.lower(), text_of(variable, "standard_name")
    if lower in _PRESSURE or standard == "air_pressure":
        return "p"
    if lower in _HEIGHT:
        return "hh"
    known = names.LEVEL_NAMES.get(lower) or names.STANDARD_NAMES.get(standard, ("",))[0]
    if standard == "upward_air_velocity":
        known = "w"
    if known in {"z", "w"}:
        return _OF_UNIT.get((known, tidy_unit(text_of(variable, "units"))), "")
    return known


def model_levels(dataset: xr.Dataset) -> ModelLevels | None:
    """Return the levels of a model that a file describes, None where it describes none."""
    half = _half_levels(dataset)
    full = {} if half is not None else dict(_full_levels(dataset))
    pressure = {} if half is not None or full else dict(_with_pressure(dataset))
    if half is None and not full and not pressure:
        return None
    return ModelLevels(half, full, pressure)


def _half_levels(dataset: xr.Dataset) -> Floats | None:
    if not {"hyai", "hybi"} <= set(dataset.variables):
        return None
    a, b = (dataset.variables[name] for name in ("hyai", "hybi"))
    if a.shape != b.shape or a.ndim != 1 or not 2 < a.size <= _MOST:
        return None
    first = _in_pascal(dataset, np.asarray(a.values, dtype=np.float64), "P0")
    return np.concatenate([first, np.asarray(b.values, dtype=np.float64)])


def _in_pascal(dataset: xr.Dataset, a: Floats, reference: str) -> Floats:
    """Return coefficients A in Pa: small ones are shares of a reference pressure."""
    if np.abs(a).max() >= _SHARE:
        return a
    return a * _scalar(dataset, reference, 1e5)


def _scalar(dataset: xr.Dataset, name: str, otherwise: float) -> float:
    if name not in dataset.variables:
        return otherwise
    variable = dataset.variables[name]
    factor = 100.0 if tidy_unit(text_of(variable, "units")) == "hPa" else 1.0
    return factor * float(np.ravel(variable.values)[0])


def _full_levels(dataset: xr.Dataset) -> Iterator[tuple[str, tuple[Floats, Floats]]]:
    """Yield the dimensions whose coordinate is a formula of CF, with a and b at the levels."""
    for item, variable in dataset.variables.items():
        dim = str(item)
        if variable.dims != (dim,) or not 1 < variable.size <= _MOST:
            continue
        terms = _terms(text_of(variable, "formula_terms"))
        found = _of_terms(dataset, variable, terms)
        if found is None and {"hyam", "hybm"} <= set(dataset.variables):
            found = _of_terms(dataset, variable, {"a": "hyam", "b": "hybm", "p0": "P0"})
        if found is not None:
            yield dim, found


def _terms(text: str) -> dict[str, str]:
    words = text.replace(":", ": ").split()
    pairs = zip(words[::2], words[1::2], strict=False)
    return {key.rstrip(":").lower(): name for key, name in pairs if key.endswith(":")}


def _of_terms(
    dataset: xr.Dataset, variable: xr.Variable, terms: Mapping[str, str]
) -> tuple[Floats, Floats] | None:
    def column(key: str) -> Floats | None:
        name = terms.get(key, "")
        if name not in dataset.variables or dataset.variables[name].shape != variable.shape:
            return None
        found = dataset.variables[name]
        factor = 100.0 if tidy_unit(text_of(found, "units")) == "hPa" else 1.0
        return factor * np.asarray(found.values, dtype=np.float64)

    sigma, b = column("sigma"), column("b")
    if sigma is not None:
        top = _scalar(dataset, terms.get("ptop", ""), 0.0)
        return top * (1.0 - sigma), sigma
    plain = column("ap")
    a = plain if plain is not None else column("a")
    if a is None or b is None:
        return None
    return _in_pascal(dataset, a, terms.get("p0", "P0")), b


def _with_pressure(dataset: xr.Dataset) -> Iterator[tuple[str, int]]:
    """Yield the dimensions of a model's levels on which the file has a field of pressure."""
    for item, variable in dataset.variables.items():
        if variable.ndim < 3 or _ingredient(str(item), variable) != "p":
            continue
        vertical = vertical_axis(dataset, str(item))
        if vertical.kind == "model" and vertical.dim:
            yield vertical.dim, int(dataset.sizes[vertical.dim])
