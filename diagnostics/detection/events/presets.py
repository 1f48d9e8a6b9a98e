"""Presets: every number of the criteria, as data with its label and a digest."""

from __future__ import annotations

from functools import lru_cache
from importlib.resources import files
from typing import Any, Literal

import numpy as np
from pydantic import Field, ValidationError

from diagnostics.contracts.base import Contract, digest_of
from diagnostics.contracts.enums import EventType
from diagnostics.contracts.request import PRESETS
from diagnostics.contracts.yaml_text import read_yaml
from diagnostics.errors import ArgumentError
from diagnostics.messages import Listing, Message

POINT_GRID_DEG = 0.1
"""Thresholds are not scaled on grids as fine as this, degrees."""

Label = Literal["S", "K", "D"]


class Number(Contract):
    """A number of a criterion.

    `label` says where it is from: S national standard or agency practice that was checked, K
    agency practice from professional knowledge, D a default of this project.
    """

    value: float
    unit: str
    label: Label
    source: str = ""


class Grade(Number):
    """A named threshold."""

    name: str


class AccumulationWindow(Contract):
    """Grades of an amount that falls in so many hours, ascending."""

    hours: int
    grades: tuple[Grade, Grade, Grade]


class Area(Contract):
    """How large an object must be on a fine grid; one cell is enough on a coarse one."""

    min_object: Number
    fine_grid: Number


class Days(Contract):
    """Where a day begins, in hours of the case's zone, and which date names it."""

    boundary_hour: int = Field(ge=0, le=23)
    named_by_end: bool = False


class Scaling(Contract):
    """Factors and offsets that turn point thresholds into thresholds of grid-cell means."""

    label: Label
    source: str
    spacing_deg: tuple[float, ...]
    rain: tuple[float, ...]
    snow: tuple[float, ...]
    wind: tuple[float, ...]
    gust: tuple[float, ...]
    maximum_temperature: tuple[float, ...]
    minimum_temperature: tuple[float, ...]
    temperature_drop: tuple[float, ...]

    def at(self, quantity: str, spacing_deg: float) -> float:
        """Return the factor or offset for a grid, linear in the logarithm of its spacing."""
        table = getattr(self, quantity)
        return float(np.interp(np.log(spacing_deg), np.log(self.spacing_deg), table))


class Blizzard(Contract):
    """Wind, snow and cold that together stand for a blizzard where visibility is unknown."""

    wind: Number
    snow_per_hour: Number
    temperature: Number


class RainCriteria(Contract):
    """Of rainstorms."""

    windows: tuple[AccumulationWindow, ...]
    min_fraction: Number
    max_snow_fraction: Number


class SnowCriteria(Contract):
    """Of snowstorms, in water equivalent."""

    windows: tuple[AccumulationWindow, ...]
    min_fraction: Number
    blizzard: Blizzard
    snow_to_liquid_ratio: Number | None = None


class GaleCriteria(Contract):
    """Of gales: mean wind and gusts."""

    sustained: tuple[Grade, Grade, Grade]
    gust: tuple[Grade, Grade, Grade]
    min_hours: Number
    strong_wind: Number
    strong_wind_fraction: Number


class HeatRun(Contract):
    """So many days in a row at or above a value, of which one at or above `peak`."""

    run_days: int
    value: float
    unit: str
    label: Label
    peak: float | None = None


class HeatGrade(Contract):
    """A grade of heat waves: one of its runs is enough."""

    name: str
    any_of: tuple[HeatRun, ...]


class HeatCriteria(Contract):
    """Of heat waves."""

    quantity: Literal["maximum_temperature", "heat_index"]
    grades: tuple[HeatGrade, HeatGrade, HeatGrade]
    min_fraction: Number
    min_object: Number
    scale: Number
    humid_relative_humidity: Number
    humid_wet_bulb: Number

    @property
    def first(self) -> HeatRun:
        """The run that makes a heat wave."""
        return self.grades[0].any_of[0]


class ColdGrade(Contract):
    """Falls of the daily minimum in so many hours, K, and the minimum at the end, degC."""

    name: str
    drops: dict[int, float]
    minimum: float
    label: Label


class ColdCriteria(Contract):
    """Of cold waves."""

    grades: tuple[ColdGrade, ColdGrade, ColdGrade]
    min_fraction: Number
    grade_fraction: Number
    scale: Number


class PercentileCriterion(Contract):
    """A run of days beyond a percentile of the local climatology of such days.

    `item` names what the climatology of grid points must hold; `offset` turns its unit into the
    `unit` shown; days below `floor` do not count.
    """

    quantity: str
    label: Label
    name: str
    item: str
    kind: Literal["maximum", "minimum", "total"]
    percentile: float = Field(ge=0, le=100)
    tail: Literal["upper", "lower"]
    run_days: int = Field(ge=1)
    min_fraction: Number
    floor: Number | None = None
    unit: str
    offset: float = 0.0


class Preset(Contract):
    """The criteria of one authority; a type that is absent cannot be assessed under it.

    `threshold_mode` is ``auto`` (scaled on grids coarser than 0.1 degrees) or ``point``.
    """

    name: str
    title: str
    effective: str
    authority: str
    threshold_mode: Literal["auto", "point"] = "auto"
    days: Days
    precipitation_days: Days
    tolerance: Number
    area: Area
    scaling: Scaling
    rainstorm: RainCriteria | None = None
    snowstorm: SnowCriteria | None = None
    gale: GaleCriteria | None = None
    heat_wave: HeatCriteria | None = None
    cold_wave: ColdCriteria | None = None
    percentiles: dict[EventType, PercentileCriterion] = Field(default_factory=dict)
    reference_fractions: dict[EventType, float]

    @property
    def digest(self) -> str:
        """Sha256 of the canonical JSON of every number."""
        return digest_of(self)

    def scaled(self, spacing_deg: float) -> bool:
        """Whether thresholds are scaled on a grid of this spacing."""
        return self.threshold_mode == "auto" and spacing_deg > POINT_GRID_DEG * 1.001

    def factor(self, quantity: str, spacing_deg: float) -> float:
        """Return the scaling of a quantity; 1 or 0 K where thresholds are not scaled."""
        if self.scaled(spacing_deg):
            return self.scaling.at(quantity, spacing_deg)
        return 0.0 if quantity in ("maximum_temperature", "minimum_temperature") else 1.0

    def min_object_km2(self, spacing_deg: float) -> float:
        """Return the least area of an object; 0 (one cell) on coarse grids."""
        fine = spacing_deg <= self.area.fine_grid.value * 1.001
        return self.area.min_object.value if fine else 0.0


@lru_cache(maxsize=len(PRESETS))
def load_preset(name: str) -> Preset:
    """Return a preset of the package.

    Parameters
    ----------
    name : str
        ``cma``, ``nws`` or ``etccdi``.

    Raises
    ------
    ArgumentError
        ``unknown_preset`` with the names there are.
    """
    if name not in PRESETS:
        raise ArgumentError(
            Message(
                id="error-unknown_preset",
                params={"name": name, "choices": Listing(items=tuple(PRESETS))},
            ),
            code="unknown_preset",
            data={"preset": name, "available": list(PRESETS)},
        )
    text = files("diagnostics.detection").joinpath("presets", f"{name}.yaml").read_text("utf-8")
    return read_preset(read_yaml(text))


def read_preset(document: dict[str, Any]) -> Preset:
    """Check a preset that is given as plain data, e.g. a tenant's own.

    Raises
    ------
    ArgumentError
        ``invalid_preset``.
    """
    try:
        return Preset.model_validate(document)
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"])
        raise ArgumentError(
            f"the preset cannot be used: {where}: {first['msg']}", code="invalid_preset"
        ) from error
