"""The canonical fields: the one vocabulary behind the door, whatever the source calls them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType


class FieldKind(StrEnum):
    """How a field extends in time and height."""

    LEVEL = "level"
    SURFACE = "surface"
    ACCUMULATION = "accumulation"
    EXTREME = "extreme"
    STATIC = "static"


@dataclass(frozen=True, slots=True)
class CanonicalField:
    """One field of the canonical dataset.

    Attributes
    ----------
    name : str
        Variable name in the dataset.
    unit : str
        SI unit, as written in ``attrs["units"]``.
    long_name, standard_name : str
        For people, and for CF readers (empty where CF has no name).
    kind : FieldKind
        ``level`` has dims (time, level, y, x); ``static`` has (y, x); the others (time, y, x).
    valid_range : tuple of float
        What nature allows, generously: a value outside is a unit or packing error, not weather.
    """

    name: str
    unit: str
    long_name: str
    standard_name: str
    kind: FieldKind
    valid_range: tuple[float, float]

    def dims(self, horizontal: tuple[str, str]) -> tuple[str, ...]:
        """Return the dims of this field on a grid with the given horizontal dims."""
        if self.kind is FieldKind.STATIC:
            return horizontal
        if self.kind is FieldKind.LEVEL:
            return ("time", "level", *horizontal)
        return ("time", *horizontal)


def _table() -> Mapping[str, CanonicalField]:
    level, surface, static = FieldKind.LEVEL, FieldKind.SURFACE, FieldKind.STATIC
    accumulation, extreme = FieldKind.ACCUMULATION, FieldKind.EXTREME
    rows: tuple[tuple[str, str, str, str, FieldKind, tuple[float, float]], ...] = (
        ("u", "m s-1", "Eastward wind", "eastward_wind", level, (-200, 200)),
        ("v", "m s-1", "Northward wind", "northward_wind", level, (-200, 200)),
        ("t", "K", "Temperature", "air_temperature", level, (140, 350)),
        ("q", "kg kg-1", "Specific humidity", "specific_humidity", level, (-0.005, 0.05)),
        ("z", "m2 s-2", "Geopotential", "geopotential", level, (-12000, 900000)),
        (
            "w",
            "Pa s-1",
            "Vertical velocity in pressure coordinates (negative is ascent)",
            "lagrangian_tendency_of_air_pressure",
            level,
            (-100, 100),
        ),
        (
            "msl",
            "Pa",
            "Mean sea level pressure",
            "air_pressure_at_mean_sea_level",
            surface,
            (85000, 110000),
        ),
        ("sp", "Pa", "Surface pressure", "surface_air_pressure", surface, (25000, 112000)),
        ("t2m", "K", "2 m temperature", "air_temperature", surface, (170, 340)),
        ("d2m", "K", "2 m dewpoint temperature", "dew_point_temperature", surface, (130, 320)),
        ("u10", "m s-1", "10 m eastward wind", "eastward_wind", surface, (-120, 120)),
        ("v10", "m s-1", "10 m northward wind", "northward_wind", surface, (-120, 120)),
        ("fg10", "m s-1", "10 m wind gust", "wind_speed_of_gust", extreme, (-1, 160)),
        ("mx2t", "K", "Maximum 2 m temperature", "air_temperature", extreme, (170, 340)),
        ("mn2t", "K", "Minimum 2 m temperature", "air_temperature", extreme, (170, 340)),
        ("tp", "kg m-2", "Total precipitation", "precipitation_amount", accumulation, (-1, 2000)),
        (
            "sf",
            "kg m-2",
            "Snowfall, water equivalent",
            "snowfall_amount",
            accumulation,
            (-1, 1000),
        ),
        (
            "sd",
            "kg m-2",
            "Snow on the ground, water equivalent",
            "surface_snow_amount",
            surface,
            (-1, 100000),
        ),
        ("crain", "1", "Rain falls (0 or 1)", "", surface, (-0.01, 1.01)),
        ("csnow", "1", "Snow falls (0 or 1)", "", surface, (-0.01, 1.01)),
        ("cfrzr", "1", "Freezing rain falls (0 or 1)", "", surface, (-0.01, 1.01)),
        ("cicep", "1", "Ice pellets fall (0 or 1)", "", surface, (-0.01, 1.01)),
        ("ptype", "1", "Type of precipitation (WMO code table 4.201)", "", surface, (-0.01, 255)),
        (
            "ssrd",
            "J m-2",
            "Downward shortwave radiation at the surface",
            "integral_wrt_time_of_surface_downwelling_shortwave_flux_in_air",
            accumulation,
            (-1e5, 1e9),
        ),
        ("lsm", "1", "Land fraction", "land_binary_mask", static, (-0.01, 1.01)),
        ("orog", "m", "Height of the surface", "surface_altitude", static, (-600, 9000)),
    )
    return MappingProxyType({row[0]: CanonicalField(*row) for row in rows})


CANONICAL: Mapping[str, CanonicalField] = _table()
"""Every canonical field by name."""

LEVEL_FIELDS: tuple[str, ...] = tuple(n for n, f in CANONICAL.items() if f.kind is FieldKind.LEVEL)
"""Names of the fields on pressure levels."""

WIND_PAIRS: tuple[tuple[str, str], ...] = (("u", "v"), ("u10", "v10"))
"""Vector components that turn together when a grid's own axes are not east and north."""

WITNESSES: frozenset[str] = frozenset({"ssrd"})
"""Fields that are read to judge others by, and for nothing else."""

INTERVAL_KINDS: frozenset[FieldKind] = frozenset({FieldKind.ACCUMULATION, FieldKind.EXTREME})
"""Kinds whose values belong to the interval that ends at their time."""


def attributes(name: str, **extra: object) -> dict[str, object]:
    """Return the CF attributes of the canonical field `name`, with `extra` added."""
    field = CANONICAL[name]
    found: dict[str, object] = {"units": field.unit, "long_name": field.long_name}
    if field.standard_name:
        found["standard_name"] = field.standard_name
    return {**found, **extra}
