"""The sheet a chart is drawn on: header, axes, colour bar, footer, and the finished pixels."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np
from numpy.typing import NDArray
from pydantic import JsonValue

from diagnostics.figures import typography
from diagnostics.figures.chart_style import ChartStyle
from diagnostics.figures.themes import Theme
from diagnostics.messages.reader_units import reader_unit

if TYPE_CHECKING:
    from matplotlib.artist import Artist
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

SMALLEST_TEXT = 8.0
GAP_PX = 60
LEAST_CONTRAST = 0.9
"""Sum of differences of red, green and blue between a mark and its halo."""


@dataclass
class Drawn:
    """One layer on the sheet: its artists and what is known of it."""

    name: str
    artists: list[Artist]
    facts: dict[str, JsonValue]
    axes: Axes


class LayerRecord(Protocol):
    """What looks at the pixels while a sheet is drawn."""

    def after(self, layer: Drawn) -> None:
        """Look at the pixels after one layer."""

    def finish(self) -> Mapping[str, JsonValue]:
        """Return what is known of the sheet as a whole."""


@dataclass
class ChartCanvas:
    """A figure under construction.

    Layers are drawn one after the other onto the raster, so that the part of each that stays
    visible is measured rather than guessed.

    Attributes
    ----------
    facts : dict
        What is known of the sheet as a whole once it is finished.
    frame : dict
        The view that a map shows, for the record.
    label_step : int
        Every how many contours are labelled; 0 leaves it to their number.
    panel, container
        Of small multiples: the number of the present panel, and the axes around all.
    """

    figure: Figure
    canvas: Any
    axes: Axes
    look: ChartStyle = field(default_factory=ChartStyle)
    layers: list[Drawn] = field(default_factory=list)
    texts: list[Any] = field(default_factory=list)
    colour_bars: int = 0
    facts: dict[str, JsonValue] = field(default_factory=dict)
    frame: dict[str, JsonValue] = field(default_factory=dict)
    label_step: int = 0
    panel: int = 0
    container: Axes | None = None

    @property
    def theme(self) -> Theme:
        """Colours of paper, ink and base map."""
        return self.look.theme

    def halo(self, width: float = 2.2, colour: str = "") -> list[Any]:
        """Return the path effect that sets a mark off from what is below it.

        Around a mark of nearly the halo's own `colour` it is drawn in ink.
        """
        from matplotlib import patheffects
        from matplotlib.colors import to_rgb

        around = self.theme.halo
        if colour and abs(sum(to_rgb(colour)) - sum(to_rgb(around))) < LEAST_CONTRAST:
            around = self.theme.ink
        return [patheffects.withStroke(linewidth=width, foreground=around)]

    def dress(self, axes: Axes) -> None:
        """Give axes the colours of the theme."""
        theme = self.theme
        axes.set_facecolor(theme.panel)
        axes.tick_params(color=theme.ink, labelcolor=theme.ink)
        axes.xaxis.label.set_color(theme.ink)
        axes.yaxis.label.set_color(theme.ink)
        for spine in axes.spines.values():
            spine.set_edgecolor(theme.ink)

    def add(
        self,
        name: str,
        artists: Sequence[Artist],
        facts: dict[str, JsonValue],
        *,
        axes: Axes | None = None,
    ) -> None:
        """Take a layer's artists, to be drawn above everything added before."""
        if self.panel > 1:
            name = f"{name} ({self.panel})"
        for artist in artists:
            artist.set_animated(True)
        self.layers.append(Drawn(name, list(artists), facts, axes or self.axes))

    def finish(self, recorder: Callable[[ChartCanvas], LayerRecord]) -> NDArray[np.uint8]:
        """Draw everything in order; return RGB pixels, shape (height, width, 3).

        Parameters
        ----------
        recorder : callable
            Makes the record of this sheet, which looks at the pixels after each layer and adds
            what it finds to the facts of layers and sheet.
        """
        self.canvas.draw()
        record = recorder(self)
        for layer in self.layers:
            for artist in layer.artists:
                layer.axes.draw_artist(artist)
            record.after(layer)
        self.facts.update(record.finish())
        raster = np.asarray(self.canvas.buffer_rgba())
        pixels = np.empty((*raster.shape[:2], 3), dtype=np.uint8)
        for channel in range(3):  # several times faster than one copy without the alpha channel
            pixels[..., channel] = raster[..., channel]
        return pixels

    def text_boxes(self) -> list[tuple[str, Any]]:
        """Return every registered text with its box in pixels."""
        renderer = self.canvas.get_renderer()
        return [(text.get_text(), text.get_window_extent(renderer)) for text in self.texts]


def new_canvas(
    aspect: float, look: ChartStyle, *, colour_bars: int, extra_footer_in: float = 0.0
) -> ChartCanvas:
    """Return an empty sheet whose main axes have the `aspect` width over height."""
    from matplotlib.figure import Figure

    from diagnostics.figures.raster import RasterCanvas

    map_width = typography.WIDTH_IN - typography.MARGIN_LEFT_IN - typography.MARGIN_RIGHT_IN
    map_height = map_width / aspect
    below = typography.FOOTER_IN + extra_footer_in + typography.COLOUR_BAR_IN * bool(colour_bars)
    height = typography.HEADER_IN + map_height + below + 0.22
    height = round(height * typography.DPI) / typography.DPI
    figure = Figure(
        figsize=(typography.WIDTH_IN, height), dpi=typography.DPI, facecolor=look.theme.paper
    )
    canvas: Any = RasterCanvas(figure)
    axes = figure.add_axes(
        (
            typography.MARGIN_LEFT_IN / typography.WIDTH_IN,
            (below + 0.22) / height,
            map_width / typography.WIDTH_IN,
            map_height / height,
        )
    )
    axes.set_zorder(1)
    sheet = ChartCanvas(figure, canvas, axes, look)
    sheet.dress(axes)
    return sheet


def write_header(
    sheet: ChartCanvas,
    title: str,
    source: str,
    layers: str,
    times: tuple[str, str],
    *,
    layer_text_size: float = 10.5,
) -> None:
    """Write the title block: title, source and layers to the left, the times to the right."""
    width, height = sheet.figure.get_size_inches()
    left = typography.MARGIN_LEFT_IN / width
    edge = 1 - typography.MARGIN_RIGHT_IN / width

    def line(x: float, y: float, text: str, align: str, properties: Any, colour: str) -> Any:
        return sheet.figure.text(
            x,
            1 - y / height,
            text,
            ha=align,
            va="baseline",
            color=colour,
            fontproperties=properties,
        )

    valid = line(
        edge,
        0.37,
        times[0],
        "right",
        typography.title_font(times[0], typography.CHART_SIZES.valid_time),
        sheet.theme.ink,
    )
    second = line(
        edge,
        0.65,
        times[1],
        "right",
        typography.font(typography.CHART_SIZES.subtitle),
        sheet.theme.muted,
    )
    room = (edge - left) * width * typography.DPI
    head = line(
        left,
        0.37,
        title,
        "left",
        typography.title_font(title, typography.CHART_SIZES.title),
        sheet.theme.ink,
    )
    _fit(
        sheet,
        head,
        room - _width(sheet, valid) - GAP_PX,
        lambda size: typography.title_font(title, size),
    )
    origin = line(
        left,
        0.65,
        source,
        "left",
        typography.font(typography.CHART_SIZES.subtitle),
        sheet.theme.muted,
    )
    _fit(sheet, origin, room - _width(sheet, second) - GAP_PX, typography.font)
    below = line(left, 0.91, layers, "left", typography.font(layer_text_size), sheet.theme.ink)
    _fit(sheet, below, room, typography.font)
    for role, text in zip(
        ("title", "source", "layers", "valid", "local"),
        (head, origin, below, valid, second),
        strict=True,
    ):
        text.set_gid(role)
        sheet.texts.append(text)


def _width(sheet: ChartCanvas, text: Any) -> float:
    return float(text.get_window_extent(sheet.canvas.get_renderer()).width)


def _fit(sheet: ChartCanvas, text: Any, room: float, font: Callable[[float], Any]) -> None:
    """Shrink a text until it fits, but not below a readable size."""
    size = float(text.get_fontsize())
    while size > SMALLEST_TEXT and _width(sheet, text) > room:
        size = max(SMALLEST_TEXT, size - 0.5)
        text.set_fontproperties(font(size))


def write_footer(sheet: ChartCanvas, left: str, right: str) -> None:
    """Write the attribution at the bottom, in a line of its own where two do not fit into one."""
    width, height = sheet.figure.get_size_inches()
    written = []
    for role, x, text, align in (
        ("attribution", typography.MARGIN_LEFT_IN / width, left, "left"),
        ("credit", 1 - typography.MARGIN_RIGHT_IN / width, right, "right"),
    ):
        written.append(
            sheet.figure.text(
                x,
                0.14 / height,
                text,
                ha=align,
                va="baseline",
                color=sheet.theme.muted,
                fontproperties=typography.font(8.5),
                gid=role,
            )
        )
    first, second = written
    room = (width - typography.MARGIN_LEFT_IN - typography.MARGIN_RIGHT_IN) * typography.DPI
    if _width(sheet, first) + _width(sheet, second) + GAP_PX > room:
        first.set_y(0.28 / height)
    _fit(sheet, first, room, typography.font)
    sheet.texts += written


def colour_bar(
    sheet: ChartCanvas, mappable: Any, levels: tuple[float, ...], unit: str, extend: str
) -> None:
    """Draw a horizontal colour bar below the main axes, with its unit."""
    height = sheet.figure.get_size_inches()[1]
    if sheet.panel > 1:
        return  # panels share their classes and so the bar of the first
    box = (sheet.container or sheet.axes).get_position()
    share = 0.66
    axes = sheet.figure.add_axes(
        (
            box.x0 + box.width * (1 - share) / 2,
            (typography.FOOTER_IN + 0.30) / height,
            box.width * share,
            0.16 / height,
        )
    )
    bar = sheet.figure.colorbar(
        mappable,
        cax=axes,
        orientation="horizontal",
        ticks=levels,
        spacing="uniform",
        extend=extend,
        extendfrac=0.035,
    )
    bar.outline.set_linewidth(0.6)
    bar.outline.set_edgecolor(sheet.theme.ink)
    sheet.dress(bar.ax)
    bar.ax.tick_params(length=2.5, width=0.6, pad=2)
    bar.ax.minorticks_off()
    shown = reader_unit(unit, sheet.look.language)
    bar.ax.set_xticks(levels, [shown.level(level) for level in levels])
    for text in bar.ax.get_xticklabels():
        text.set_fontproperties(typography.font(typography.CHART_SIZES.bar_ticks))
    text = sheet.figure.text(
        box.x0 + box.width * (1 + share) / 2 + 0.012,
        (typography.FOOTER_IN + 0.38) / height,
        shown.name,
        ha="left",
        va="center",
        fontproperties=typography.font(9.5),
        color=sheet.theme.ink,
    )
    sheet.texts.append(text)
    sheet.colour_bars += 1
