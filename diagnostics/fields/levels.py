"""At which level a NetCDF or Zarr variable is, and what says so."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from diagnostics.fields.conversion import is_pressure, tidy_unit

if TYPE_CHECKING:
    import xarray as xr

Floats = NDArray[np.float64]
_MODEL_NAMES = ("bottom_top", "hybrid", "model_level", "modellevel", "sigma", "eta", "s_rho")
_PRESSURE_NAMES = {
    *("level", "lev", "plev", "levels", "pressure", "pressure_level", "pressure_levels"),
    *("isobaricinhpa", "isobaricinpa", "air_pressure", "plevs", "press"),
}
_LOWEST_HPA = 1100.0
"""No pressure level has more."""
STANDARD_HPA = frozenset(
    [*range(100, 1001, 25), 10, 20, 30, 50, 70, 410, 420, 430, 440, 460, 470, 480, 490]
)
_TROPOSPHERE_ONLY = {850.0, 925.0}
"""Standard levels in hPa whose numbers are no usual level in Pa."""
_NEEDS_COMPANY = 100
"""Numbers in names up to this may be heights in metres as well."""

_PRESSURE_IN_NAME = re.compile(
    r"^(?P<base>[a-z][a-z_]*?)[_-]?(?:at_)?(?P<level>\d{2,4})[_-]?(?:hpa|mb|mbar)$"
)
_HEIGHT_IN_NAME = re.compile(
    r"^(?P<base>[a-z][a-z_]*?)[_-]?(?:at_)?(?P<level>\d{1,4})[_-]?(?:m|metres?|meters?)$|"
    r"^(?P<first>\d{1,4})m?[_-](?P<rest>[a-z][a-z_]*)$"
)
_DIGITS_IN_NAME = re.compile(r"^(?P<base>[a-z][a-z_]*?)_?(?P<level>\d{2,4})$")
_PRESSURE_IN_WORDS = re.compile(r"(\d{1,4}(?:\.\d+)?)\s*-?\s*(?:hpa|mb|mbar|millibars?)\b")
_PASCALS_IN_WORDS = re.compile(r"(\d{4,6})\s*pa\b")
_HEIGHT_IN_WORDS = re.compile(
    r"(?<![\d.])(\d{1,4}(?:\.\d+)?)\s*-?\s*(?:m|metres?|meters?)\b(?!\s*-?\s*(?:s|/|per|\*))"
)


@dataclass(frozen=True)
class VerticalAxis:
    """What the vertical coordinate of a variable is.

    ``kind`` is ``pressure`` (values in hPa), ``height`` (m above ground), ``model``, ``none``, or
    ``doubtful`` for numbers that are no level in the unit that they have.

    ``by`` names what states it; ``corrected`` holds the unit that the file gives where the values
    show another one.
    """

    kind: str
    dim: str | None = None
    values: tuple[float, ...] = ()
    by: str = ""
    corrected: str = ""


def _text(variable: xr.Variable, key: str) -> str:
    return str(variable.attrs.get(key, "")).strip()


def vertical_axis(
    dataset: xr.Dataset, name: str, known: dict[str, VerticalAxis | None] | None = None
) -> VerticalAxis:
    """Return the vertical coordinate of a variable: a dimension, a scalar, or keys of GRIB.

    Parameters
    ----------
    dataset : xarray.Dataset
        Raw.
    name : str
    known : dict of str to VerticalAxis, optional
        Coordinates of the file that were looked at before; it grows.
    """
    known = {} if known is None else known
    variable = dataset.variables[name]
    for dim in (str(item) for item in variable.dims):
        found = _known_vertical(dataset, dim, known)
        if found is not None:
            return found
    for item in _text(variable, "coordinates").split():
        if item in dataset.variables and dataset.variables[item].size == 1:
            found = _known_vertical(dataset, item, known)
            if found is not None:
                return replace(found, dim=None)
    level = variable.attrs.get("GRIB_typeOfLevel")
    if level == "isobaricInhPa" and "GRIB_level" in variable.attrs:
        values = (float(variable.attrs["GRIB_level"]),)
        return VerticalAxis("pressure", None, values, "GRIB_level")
    return VerticalAxis("none")


def _known_vertical(
    dataset: xr.Dataset, name: str, known: dict[str, VerticalAxis | None]
) -> VerticalAxis | None:
    if name not in known:
        known[name] = _vertical_of(dataset, name)
    return known[name]


def scalar_level(dataset: xr.Dataset, name: str) -> VerticalAxis:
    """Return the one level that a scalar states which no variable names; none where it is not one.

    A tool that cuts a level out of a file often leaves it so.
    """
    listed = (_text(item, "coordinates").split() for item in dataset.variables.values())
    named = {word for words in listed for word in words}
    found = []
    for item, variable in dataset.variables.items():
        text = str(item)
        if variable.size == 1 and text != name and text not in named:
            vertical = _vertical_of(dataset, text)
            if vertical is not None and vertical.kind in {"pressure", "height", "doubtful"}:
                found.append(replace(vertical, dim=None))
    return found[0] if len(found) == 1 else VerticalAxis("none")


def _vertical_of(dataset: xr.Dataset, name: str) -> VerticalAxis | None:
    lower = name.lower()
    if lower.startswith(_MODEL_NAMES):
        return VerticalAxis("model", name, by=name)
    if name not in dataset.variables:
        return None
    variable = dataset.variables[name]
    if variable.ndim > 1:
        return None
    looks = lower in _PRESSURE_NAMES or lower.startswith(("isobaric", "lv_isbl"))
    if variable.dtype.kind in "SUO":
        return _written_levels(variable, name) if looks else None
    if variable.dtype.kind not in "fiu":
        return None
    units, standard = _text(variable, "units"), _text(variable, "standard_name")
    described = _text(variable, "long_name").lower()
    if standard.startswith("atmosphere_") or "sigma" in standard:
        return VerticalAxis("model", name, by=name)
    values = np.atleast_1d(np.asarray(variable.values, dtype=np.float64))
    if is_pressure(units) and values.size:
        return _in_unit(values, tidy_unit(units), name)
    if tidy_unit(units) == "m" and (
        lower.startswith(("height", "lv_htgl", "altitude")) or standard == "height"
    ):
        return VerticalAxis("height", name, tuple(values.tolist()), name)
    if not looks or tidy_unit(units) not in {"", "1"} or not values.size:
        return None
    if re.search(r"hybrid|sigma|model level|eta level", described):
        return VerticalAxis("model", name, by=name)
    return _without_unit(values, name)


def _in_unit(values: Floats, unit: str, name: str) -> VerticalAxis:
    """Return levels by their unit, or by the one that alone makes levels of them."""
    hpa = values * {"Pa": 0.01, "hPa": 1.0, "kPa": 10.0}[unit]
    if unit == "Pa":
        if values.max() <= _LOWEST_HPA:
            # As numbers of pascals these are levels above 11 hPa.
            if _TROPOSPHERE_ONLY & set(values.tolist()):
                return _pressure(values, name, corrected=unit)
            if values.max() >= 100.0:
                return VerticalAxis("doubtful", name, tuple(values.tolist()), name, unit)
        return _pressure(hpa, name)
    if hpa.max() <= _LOWEST_HPA:
        return _pressure(hpa, name)
    is_hpa = values.max() <= _LOWEST_HPA
    return _pressure(values if is_hpa else values * 0.01, name, corrected=unit)


def _pressure(hpa: Floats, name: str, corrected: str = "") -> VerticalAxis:
    if hpa.max() > _LOWEST_HPA or hpa.min() <= 0.0:
        return VerticalAxis("doubtful", name, tuple(hpa.tolist()), name, corrected)
    levels = tuple(float(item) for item in np.round(hpa, 4))
    return VerticalAxis("pressure", name, levels, name, corrected)


def _without_unit(values: Floats, name: str) -> VerticalAxis | None:
    """Return levels without a unit: pressures by their size, never the numbers 1, 2, 3."""
    plain = tuple(values.tolist())
    whole = bool(np.array_equal(values, np.round(values)))
    steps = np.abs(np.diff(values))
    if whole and values.max() < 100.0 and (steps == 1.0).all():
        return VerticalAxis("doubtful", name, plain, name)
    if values.min() < 1.0:
        return VerticalAxis("doubtful", name, plain, name) if values.size > 1 else None
    return _pressure(values if values.max() <= _LOWEST_HPA else values * 0.01, name)


def _written_levels(variable: xr.Variable, name: str) -> VerticalAxis | None:
    texts = [
        item.decode("ascii", "replace") if isinstance(item, bytes) else str(item)
        for item in np.atleast_1d(variable.values)
    ]
    found = [level_in_words(text) for text in texts]
    if found and all(item.kind == "pressure" for item in found):
        return VerticalAxis("pressure", name, tuple(item.values[0] for item in found), name)
    try:
        numbers = np.array([float(text) for text in texts])
    except ValueError:
        return VerticalAxis("doubtful", name, (), name)
    return _without_unit(numbers, name)


def level_in_words(text: str) -> VerticalAxis:
    """Return the one level that a description names (``at 500 hPa``, ``2 metre temperature``).

    ``doubtful`` where it names several, as a layer does.

    Examples
    --------
    >>> level_in_words("Geopotential height at 500 hPa").values
    (500.0,)
    >>> level_in_words("10 metre U wind component").kind
    'height'
    """
    lower = text.lower().replace("_", " ")
    pressures = {float(item) for item in _PRESSURE_IN_WORDS.findall(lower)}
    pressures |= {float(item) / 100.0 for item in _PASCALS_IN_WORDS.findall(lower)}
    if len(pressures) > 1 or "thickness between" in lower:
        return VerticalAxis("doubtful", None, tuple(sorted(pressures)), "description")
    if pressures:
        return VerticalAxis("pressure", None, tuple(pressures), "description")
    heights = {float(item) for item in _HEIGHT_IN_WORDS.findall(lower)}
    if len(heights) == 1:
        return VerticalAxis("height", None, tuple(heights), "description")
    return VerticalAxis("none")


def level_in_name(
    name: str, known: Sequence[str], others: Sequence[str], words: str
) -> tuple[str, VerticalAxis]:
    """Return the bare name and the level that a name states (``t850``, ``x_wind_10m``).

    Parameters
    ----------
    name : str
    known : sequence of str
        Bare names, in lower case, that may be followed by a number without a unit.
    others : sequence of str
        Lower-case names of all variables of the file. ``u100`` alone may be the wind at 100 m or
        that at 100 hPa; beside ``u850`` it is the latter.
    words : str
        What describes the variable.

    Returns
    -------
    tuple of (str, VerticalAxis)
        The name and ``none`` where it states none; without its number where that is in doubt.
    """
    lower = name.lower()
    match = _PRESSURE_IN_NAME.match(lower)
    if match:
        return match["base"], VerticalAxis("pressure", None, (float(match["level"]),), "name")
    match = _HEIGHT_IN_NAME.match(lower)
    if match:
        base, level = match["base"] or match["rest"], match["level"] or match["first"]
        return base, VerticalAxis("height", None, (float(level),), "name")
    match = _DIGITS_IN_NAME.match(lower)
    if match is None or match["base"] not in known or int(match["level"]) not in STANDARD_HPA:
        return lower, VerticalAxis("none")
    base, level = match["base"], int(match["level"])
    if level_in_words(words).kind == "height":
        return lower, VerticalAxis("none")
    company = re.compile(rf"^{re.escape(base)}_?(\d{{3,4}})$")
    levels = {int(found[1]) for found in map(company.match, others) if found} - {_NEEDS_COMPANY}
    if level <= _NEEDS_COMPANY and not levels & STANDARD_HPA:
        return base, VerticalAxis("none")
    return base, VerticalAxis("pressure", None, (float(level),), "name")
