"""Names by which forecasters call fields, for compositions that do not use the catalogue's."""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType

from diagnostics.quantities.written_references import written_parts

_NAMES: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "mean_sea_level_pressure": ("mslp", "msl", "slp", "prmsl", "pmsl", "mslet"),
        "height": ("z", "h", "gh", "hgt", "geopotential", "geopotential_height"),
        "temperature": ("t", "temp"),
        "temperature_2m": ("t2m", "2t", "t_2m", "tas"),
        "specific_humidity": ("q", "shum", "hus"),
        "relative_humidity": ("r", "rh", "hur"),
        "potential_temperature": ("theta", "th", "pt"),
        "equivalent_potential_temperature": ("theta_e", "thetae", "eth", "ept"),
        "omega": ("w", "wap", "vertical_velocity"),
        "cyclonic_vorticity": ("vo", "vort", "vorticity", "relative_vorticity"),
        "divergence": ("d", "div"),
        "wind": ("uv", "winds", "wind_barbs"),
        "wind_10m": ("uv10", "10m_wind", "wind10m", "u10", "v10"),
        "wind_speed": ("ws", "isotachs"),
        "wind_speed_10m": ("ws10", "10si", "si10"),
        "precipitation_24h": ("tp", "rain", "precip", "precipitation", "pr"),
        "snowfall_24h": ("sf", "snow", "snowfall"),
        "precipitable_water": ("pw", "pwat", "tcwv", "tcw"),
        "mucape": ("cape",),
    }
)
_FIELDS = {word: field for field, words in _NAMES.items() for word in words}
_AT_LEVEL = re.compile(r"([a-z_]+?)_?(\d{2,4})")


def meant(asked: str) -> tuple[str, str] | None:
    """Return the quantity that a common name stands for, and the level that it names.

    Parameters
    ----------
    asked : str
        Such as ``mslp``, ``t850``, ``gh@500`` or ``RH_700``.

    Returns
    -------
    tuple of str or None
        Name, and level or nothing; None for a name that nobody uses.
    """
    written = written_parts(asked.strip().lower())
    name, level = written.name, written.level or ""
    joined = _AT_LEVEL.fullmatch(name)
    if name not in _FIELDS and joined and joined[1] in _FIELDS:
        name, level = joined[1], level or joined[2]
    field = _FIELDS.get(name)
    return None if field is None else (field, level)
