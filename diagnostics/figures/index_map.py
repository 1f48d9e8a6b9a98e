"""The map of an index at one time, beside the number that the index gave."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from diagnostics.contracts.enums import Category, Language
from diagnostics.contracts.evidence import Feature, FeaturesAnswer, IndexAnswer, Provenance
from diagnostics.contracts.space_time import Region
from diagnostics.errors import ArgumentError
from diagnostics.figures import maps
from diagnostics.figures.chart_canvas import ChartCanvas
from diagnostics.figures.chart_style import ChartStyle
from diagnostics.figures.check.rules import LARGEST_CLASS
from diagnostics.figures.compose import MAX_ROUNDS, Caption, Composition, RenderedFigure, compose
from diagnostics.figures.layer_data import LayerData
from diagnostics.figures.levels import index_levels
from diagnostics.figures.spec import ChartSpec, Layer
from diagnostics.grid.geometry import grid_of
from diagnostics.messages import Message, message, render
from diagnostics.quantities.display import shown_unit
from diagnostics.quantities.registry import level_measure
from diagnostics.quantities.scene import to_datetime

if TYPE_CHECKING:
    import xarray

Array = NDArray[np.float64]


def render_index_map(
    answer: IndexAnswer,
    field: xarray.DataArray,
    *,
    title: Message | None = None,
    language: Language = Language.EN,
    time: datetime | None = None,
    region: Region | None = None,
    reach: Region | None = None,
    levels: tuple[float, ...] = (),
    source_title: str = "",
    category: Category = Category.DYNAMICS,
    attribution: str = "",
    initial_time: datetime | None = None,
    look: ChartStyle | None = None,
    max_rounds: int = MAX_ROUNDS,
) -> RenderedFigure:
    """Draw the field behind an index, its region outlined and its extremum marked.

    Parameters
    ----------
    answer : IndexAnswer
        The reduced value with the place of its extremum.
    field : xarray.DataArray
        The index before reduction, dims (y, x) or (time, y, x), with the canonical coordinates and,
        on a projected grid, the CF grid mapping; drawn in its own unit.
    title : Message, optional
        The index's name; its id by default.
    language : Language
        Of titles and labels, where `look` is not given.
    time : datetime, optional
        Which time of the field to draw; needed when it holds several.
    region : Region, optional
        Outlined; the answer's region by default, else the whole field. The map shows it with the
        place of the extremum.
    reach : Region, optional
        Where the data have cells, which may be further than the field: the map shows no more than
        the field then, since only what lies beyond the data is missing. The field's by default.
    levels : tuple of float
        Class limits, see `index_levels`; chosen from the field by default.
    category : Category
        Of the index: moisture, instability and motion have palettes of their own.
    source_title, attribution, initial_time
        Of the data, for the header and footer.
    look : ChartStyle, optional
        Language, theme and boundaries.
    max_rounds : int
        How often the chart may be redrawn with the changes that the Image Checker asks for.

    Raises
    ------
    ArgumentError
        With code ``missing_time`` when the time cannot be told.
    """
    look = look or ChartStyle(Language(language))
    plane, when = _at_time(field, answer, time)
    grid = grid_of(field)
    area = region or answer.region or grid.bounds
    shown = index_map_region(answer, area, when)
    data = np.asarray(plane, dtype=np.float64)
    limits = levels or index_levels(data)
    spec = _spec(answer, title, limits, category, maps.room_of(shown))
    spec = _clear_of_zeros(spec, data)
    view = maps.view_around(maps.with_room(shown))
    may_lack = not maps.reaches_further(view, grid, reach or grid.bounds)
    if not may_lack:
        view = maps.fit_view(view, grid, shown)
    words = render(spec.title, look.language)
    drawn = LayerData(
        data, shown_unit(answer.unit), spec.layers[0].quantity, words, (-np.inf, np.inf)
    )
    caption = Caption(words, source_title, attribution, look.credit, when, initial_time, look)
    parts = Composition(
        spec=spec,
        region=area,
        caption=caption,
        answers=_extremum(answer, when, area),
        questions=(),
        provenance=answer.provenance.model_copy(update={"domain": view.extent}),
        frame=view.as_document(),
        lon_span=view.extent.width,
    )

    def draw(chart: ChartSpec) -> ChartCanvas:
        return maps.draw_map(
            chart, grid, area, view, parts.answers, lambda layer: drawn, look, may_lack=may_lack
        )

    return compose(parts, draw, max_rounds=max_rounds)


def index_map_region(answer: IndexAnswer, region: Region, time: datetime) -> Region:
    """Return what the map of an index shows: a region, and the place of its extremum.

    Parameters
    ----------
    answer : IndexAnswer
    region : Region
        Outlined on the map.
    time : datetime
        Drawn.
    """
    _, latitude, longitude = _extreme_at(answer, time)
    if latitude is None or longitude is None or region.holds(latitude, longitude):
        return region
    place = Region(west=longitude, south=latitude, east=longitude, north=latitude)
    return region.joined(place)


def _at_time(
    field: xarray.DataArray, answer: IndexAnswer, time: datetime | None
) -> tuple[Any, datetime]:
    if "time" not in field.dims:
        when = time or (answer.time if isinstance(answer.time, datetime) else None)
        if when is None and "time" in field.coords:
            when = to_datetime(field["time"].values.reshape(1)[0])
        if when is None:
            raise ArgumentError(Message(id="figureerror-valid_time"), code="missing_time")
        return field.values, when
    times = [to_datetime(value) for value in field["time"].values]
    if time is None:
        if len(times) > 1:
            raise ArgumentError(
                Message(id="figureerror-one_of_times", params={"count": f"{len(times)}"}),
                code="missing_time",
            )
        return field.isel(time=0).values, times[0]
    if time not in times:
        raise ArgumentError(
            Message(id="figureerror-no_such_time", params={"time": f"{time}"}), code="missing_time"
        )
    return field.isel(time=times.index(time)).values, time


_PALETTES = {
    Category.MOISTURE: ("YlGnBu", "BrBG"),
    Category.THERMODYNAMICS: ("YlOrRd", "RdBu_r"),
    Category.DYNAMICS: ("BuPu", "PuOr_r"),
}
"""Palettes by family: of values of one sign, and of both."""
_TEMPERATURE = ("RdYlBu_r", "RdBu_r")


def _spec(
    answer: IndexAnswer,
    title: Message | None,
    levels: tuple[float, ...],
    category: Category,
    room: float,
) -> ChartSpec:
    signed = levels[0] < 0 < levels[-1]
    temperature = answer.unit in ("degC", "K") and category is Category.THERMODYNAMICS
    palettes = _TEMPERATURE if temperature else _PALETTES[category]
    name = title or message("map-name", name=answer.name.replace("_", " ").capitalize())
    if answer.level is not None:
        name = message("map-with_level", name=name, level=level_measure(answer.level))
    layer = Layer(
        kind="shading",
        quantity=answer.name,
        levels=levels,
        colormap=palettes[signed],
        center=0.0 if signed else None,
        extend="both",
    )
    return ChartSpec(
        id=f"index_{answer.name}",
        title=name,
        category=category,
        events=(),
        layers=(layer,),
        margin_deg=room,
        places=True,
    )


def _clear_of_zeros(spec: ChartSpec, data: Array) -> ChartSpec:
    """Leave the lowest class clear where a quantity from zero upward is in it nearly everywhere.

    As on charts of rain or instability: what is coloured is what there is something of.
    """
    layer = spec.layers[0]
    first, second = (layer.levels or (1.0, 1.0))[:2]
    finite = data[np.isfinite(data)]
    if first != 0.0 or not finite.size or float(np.mean(finite < second)) <= LARGEST_CLASS:
        return spec
    clear = layer.model_copy(update={"blank": (-second, second), "extend": "max"})
    return spec.model_copy(update={"layers": (clear,)})


def _extreme_at(
    answer: IndexAnswer, when: datetime
) -> tuple[float | None, float | None, float | None]:
    """Value, latitude and longitude of the extremum at a time."""
    place = next((item for item in answer.series if item.time == when), None)
    if place is not None and place.latitude is not None:
        return place.value, place.latitude, place.longitude
    return answer.value, answer.latitude, answer.longitude


def _extremum(answer: IndexAnswer, when: datetime, area: Region) -> tuple[FeaturesAnswer, ...]:
    """The place of the reduced value at the drawn time, as a feature.

    An index that was looked for over another box than the map outlines was looked for at the event.
    """
    kind = "index_extremum" if answer.region in (None, area) else "extremum_at_event"
    value, latitude, longitude = _extreme_at(answer, when)
    if latitude is None or longitude is None:
        return ()
    found = Feature(
        kind=kind,
        latitude=latitude,
        longitude=longitude,
        value=value,
        unit=shown_unit(answer.unit),
        score=1.0,
    )
    return (
        FeaturesAnswer(
            detector=kind,
            passed=True,
            score=1.0,
            features=(found,),
            time=when,
            provenance=Provenance(
                tool=answer.name,
                tool_version=answer.provenance.tool_version,
                choice=answer.provenance.choice,
            ),
        ),
    )
