"""A chart as data: what is drawn, in which order, how, and what is asked of it."""

from __future__ import annotations

from typing import Literal

from pydantic import Field, JsonValue, computed_field

from diagnostics.contracts.base import Contract
from diagnostics.contracts.charts import Emphasis
from diagnostics.contracts.enums import Category, EventType
from diagnostics.messages import Message, render

LayerKind = Literal["shading", "contour", "barb", "quiver", "line", "bar"]
ChartKind = Literal["map", "section", "skewt", "timeseries", "time_height", "hovmoller"]


class Layer(Contract):
    """One layer of a chart.

    `levels` are fixed class limits or contour values; `interval` draws every multiple instead.
    Values inside `blank` are left clear. `wide_interval` is used where the field of the domain
    spans more than `wide_range`.
    """

    kind: LayerKind
    quantity: str
    levels: tuple[float, ...] = ()
    interval: float | None = None
    first_level: float | None = None
    last_level: float | None = None
    wide_interval: float | None = None
    wide_range: float | None = None
    blank: tuple[float, float] | None = None
    colors: tuple[str, ...] = ()
    colormap: str = ""
    center: float | None = Field(default=None, description="neutral value of a diverging map")
    anchor: tuple[float, float] | None = Field(
        default=None, description="values at the two ends of the colour map"
    )
    extend: Literal["neither", "min", "max", "both"] = "neither"
    color: str = "black"
    negative_color: str | None = None
    linewidth: float = 1.0
    linestyle: str = "solid"
    labels: bool = True
    emphasis: tuple[Emphasis, ...] = ()
    smooth_km: float = 0.0
    extrema: bool = Field(default=False, description="mark highs and lows with their value")
    density: int = Field(default=600, description="barbs or arrows on the map")
    minimum: float = Field(default=2.0, description="weaker winds are not drawn")


_BUNDLES: dict[str, tuple[str, ...]] = {
    "skewt": ("sounding",),
    "timeseries": ("surface_series",),
    "time_height": ("column_series",),
}
"""What the vertical charts read whole, whichever of it their layers draw."""
_BESIDE: dict[str, set[str]] = {
    "section_humidity": {
        "relative_humidity", "specific_humidity", "equivalent_potential_temperature",
    },
    "section_wind": {"wind", "wind_speed", "frontogenesis"},
    "section_omega": {"omega"},
}  # fmt: skip
"""What a cross section cannot be drawn without, where it draws one of these."""


class ChartDetector(Contract):
    """A detector that judges the chart for some event types."""

    detector: str
    events: tuple[EventType, ...] = ()
    params: dict[str, JsonValue] = Field(default_factory=dict)


class ChartQuestion(Contract):
    """A yes/no question and the test that answers it from the arrays."""

    text: str
    text_zh: str = ""
    test: dict[str, JsonValue] = Field(min_length=1)


class ChartSpec(Contract):
    """Everything a chart is, under a stable identifier."""

    id: str
    version: str = "1"
    title: Message = Field(exclude=True)
    summary: str = ""
    category: Category
    kind: ChartKind = "map"
    events: tuple[EventType, ...]
    domain: str = "padded_10deg"
    projection: str = "auto"
    layers: tuple[Layer, ...] = Field(min_length=1)
    detectors: tuple[ChartDetector, ...] = ()
    questions: tuple[ChartQuestion, ...] = ()
    references: tuple[str, ...] = ()
    graticule_step: float | None = None
    layer_text_size: float = 10.5
    label_step: int = Field(default=0, description="label every n-th contour; 0: by their number")
    margin_deg: float = Field(default=10.0, description="room around the event region")
    places: bool = Field(
        default=False,
        description="towns, borders of states, a legend, and grey where the data end",
        exclude_if=lambda value: not value,
    )
    legend: bool = Field(
        default=False,
        description="a legend of all lines, and grey where the data end, without places",
        exclude_if=lambda value: not value,
    )
    reasons: dict[str, str] = Field(
        default={},
        description="why the chart departs from a convention, by its name or by the field's path",
        exclude=True,
    )

    @computed_field  # type: ignore[prop-decorator]
    @property
    def title_en(self) -> str:
        """The title in English, for the record."""
        return render(self.title, "en")

    @computed_field  # type: ignore[prop-decorator]
    @property
    def title_zh(self) -> str:
        """The title in Chinese, for the record."""
        return render(self.title, "zh")

    @property
    def keyed(self) -> bool:
        """Whether the chart has a legend, and grey where the data end."""
        return self.places or self.legend

    @property
    def difficulty(self) -> str:
        """One layer is easy, two are medium, three and more are hard."""
        return ("easy", "medium")[len(self.layers) - 1] if len(self.layers) < 3 else "hard"

    @property
    def quantities(self) -> tuple[str, ...]:
        """The quantities that the layers draw, in order."""
        return tuple(dict.fromkeys(layer.quantity for layer in self.layers))

    @property
    def reads(self) -> tuple[str, ...]:
        """The quantities to load: those of the layers, or the bundle behind a vertical chart."""
        if self.kind == "map":
            return self.quantities
        if self.kind == "section":
            drawn = set(self.quantities)
            return ("section", *(name for name, shown in _BESIDE.items() if shown & drawn))
        return _BUNDLES.get(self.kind) or self.quantities
