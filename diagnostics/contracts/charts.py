"""The grammar of charts: what a layer may say, and a chart that a user or an agent composes."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BeforeValidator, Field, JsonValue, model_validator

from diagnostics.contracts.base import Contract
from diagnostics.contracts.quantities import written_form
from diagnostics.contracts.validation import ContractError

CustomKind = Literal["map", "section", "time_height", "hovmoller"]
ProjectionName = Literal[
    "auto", "PlateCarree", "LambertConformal", "NorthPolarStereo", "SouthPolarStereo"
]
MAX_LAYERS = 4


class Emphasis(Contract):
    """One contour value drawn apart from the others."""

    value: float
    color: str
    linewidth: float = 2.0
    linestyle: str = "solid"


class CustomLayer(Contract):
    """One layer of a composed chart: a kind and a quantity; everything else has a default.

    `quantity` is ``name`` or ``name@level`` (hPa) of a chart quantity, or ``index:name`` or
    ``index:name@level`` of an index of the catalogue; the mapping of the catalogue's own charts is
    written so. What is left out is taken from the
    catalogue's own charts of the same quantity, else chosen from the data.
    """

    kind: Literal["shading", "contour", "barb", "quiver", "line"]
    quantity: Annotated[str, BeforeValidator(written_form)] = Field(min_length=1, max_length=120)
    unit: str | None = Field(
        default=None, description="unit of levels, interval and blank; must be the quantity's own"
    )
    levels: tuple[float, ...] | None = Field(default=None, max_length=60)
    interval: float | None = Field(default=None, gt=0)
    blank: tuple[float, float] | None = None
    colors: tuple[str, ...] | None = Field(default=None, max_length=20)
    colormap: str | None = None
    center: float | None = None
    extend: Literal["auto", "neither", "min", "max", "both"] = Field(
        default="auto", description="pointed ends of the colour bar"
    )
    color: str | None = None
    negative_color: str | None = None
    linewidth: float | None = Field(default=None, gt=0, le=6)
    linestyle: Literal["auto", "solid", "dashed", "dotted", "dashdot"] = "auto"
    labels: bool | None = None
    emphasis: tuple[Emphasis, ...] | None = Field(default=None, max_length=10)
    smooth_km: float | None = Field(default=None, ge=0, le=300)
    extrema: bool | None = None
    density: int | None = Field(default=None, ge=100, le=900)
    minimum: float | None = Field(default=None, ge=0, le=50)


class CustomDetector(Contract):
    """A feature to search for and to draw on the chart."""

    detector: str
    params: dict[str, JsonValue] = Field(default_factory=dict)


class CustomChart(Contract):
    """A chart that a user or an agent composes from catalogue fields: ``docs/use/charts.md``."""

    title: str = Field(default="", max_length=120)
    title_zh: str = Field(default="", max_length=60)
    kind: CustomKind = "map"
    projection: ProjectionName = "auto"
    margin_deg: float = Field(
        default=10.0, ge=0, le=60, description="map around the event region, degrees"
    )
    layers: tuple[CustomLayer, ...] = Field(min_length=1, max_length=MAX_LAYERS)
    detectors: tuple[CustomDetector, ...] = Field(default=(), max_length=6)

    @model_validator(mode="after")
    def _map_only(self) -> CustomChart:
        if self.kind != "map" and self.projection != "auto":
            raise ContractError("projection_of_map")
        return self
