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
from diagnostics.figures.canvas import Sheet
from diagnostics.figures.compose import MAX_ROUNDS, Caption, Composition, RenderedFigure, compose
from diagnostics.figures.layers import LayerData
from diagnostics.figures.levels import index_levels
from diagnostics.figures.look import Look
from diagnostics.figures.spec import ChartSpec, Layer
from diagnostics.grid.geometry import grid_of
from diagnostics.quantities.display import shown_unit
from diagnostics.quantities.scene import to_datetime

if TYPE_CHECKING:
    import xarray

Array = NDArray[np.float64]


def render_index_map(
    answer: IndexAnswer,
    field: xarray.DataArray,
    *,
    title_en: str = "",
    title_zh: str = "",
    language: Language = Language.EN,
    time: datetime | None = None,
    region: Region | None = None,
    levels: tuple[float, ...] = (),
    source_title: str = "",
    attribution: str = "",
    initial_time: datetime | None = None,
    look: Look | None = None,
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
    title_en, title_zh : str
        The index's name; its id by default.
    language : Language
        Of titles and labels, where `look` is not given.
    time : datetime, optional
        Which time of the field to draw; needed when it holds several.
    region : Region, optional
        The answer's region by default, else the whole field.
    levels : tuple of float
        Class limits, see `index_levels`; chosen from the field by default.
    source_title, attribution, initial_time
        Of the data, for the header and footer.
    look : Look, optional
        Language, theme and boundaries.
    max_rounds : int
        How often the chart may be redrawn with the changes that the Image Checker asks for.

    Raises
    ------
    ArgumentError
        With code ``missing_time`` when the time cannot be told.
    """
    look = look or Look(Language(language))
    plane, when = _at_time(field, answer, time)
    grid = grid_of(field)
    area = region or answer.region or grid.bounds
    data = np.asarray(plane, dtype=np.float64)
    limits = levels or index_levels(data)
    spec = _spec(answer, title_en, title_zh, limits)
    view = maps.fit_view(maps.view_of(spec, area), grid, area)
    title = spec.title_zh if look.chinese else spec.title_en
    drawn = LayerData(
        data, shown_unit(answer.unit), spec.layers[0].quantity, title, (-np.inf, np.inf)
    )
    caption = Caption(title, source_title, attribution, look.credit, when, initial_time, look)
    parts = Composition(
        spec=spec,
        region=area,
        caption=caption,
        answers=_extremum(answer, when),
        questions=(),
        provenance=answer.provenance.model_copy(update={"domain": view.extent}),
        frame=view.as_document(),
        lon_span=view.extent.width,
    )

    def draw(chart: ChartSpec) -> Sheet:
        return maps.draw_map(chart, grid, area, view, parts.answers, lambda layer: drawn, look)

    return compose(parts, draw, max_rounds=max_rounds)


def _at_time(
    field: xarray.DataArray, answer: IndexAnswer, time: datetime | None
) -> tuple[Any, datetime]:
    if "time" not in field.dims:
        when = time or (answer.time if isinstance(answer.time, datetime) else None)
        if when is None and "time" in field.coords:
            when = to_datetime(field["time"].values.reshape(1)[0])
        if when is None:
            raise ArgumentError("name the time that the field is valid at", code="missing_time")
        return field.values, when
    times = [to_datetime(value) for value in field["time"].values]
    if time is None:
        if len(times) > 1:
            raise ArgumentError(
                f"the field holds {len(times)} times; name one", code="missing_time"
            )
        return field.isel(time=0).values, times[0]
    if time not in times:
        raise ArgumentError(f"the field holds no time {time}", code="missing_time")
    return field.isel(time=times.index(time)).values, time


def _spec(
    answer: IndexAnswer, title_en: str, title_zh: str, levels: tuple[float, ...]
) -> ChartSpec:
    signed = levels[0] < 0 < levels[-1]
    english = title_en or answer.name.replace("_", " ").capitalize()
    level = f" ({answer.level:g} hPa)" if answer.level is not None else ""
    layer = Layer(
        kind="shading",
        quantity=answer.name,
        levels=levels,
        colormap="RdBu_r" if signed else "YlGnBu",
        center=0.0 if signed else None,
        extend="both",
    )
    return ChartSpec(
        id=f"index_{answer.name}",
        title_en=f"{english}{level}",
        title_zh=f"{title_zh or english}{level}",
        category=Category.DYNAMICS,
        events=(),
        layers=(layer,),
    )


def _extremum(answer: IndexAnswer, when: datetime) -> tuple[FeaturesAnswer, ...]:
    """The place of the reduced value at the drawn time, as a feature."""
    place = next((item for item in answer.series if item.time == when), None)
    value, latitude, longitude = answer.value, answer.latitude, answer.longitude
    if place is not None and place.latitude is not None:
        value, latitude, longitude = place.value, place.latitude, place.longitude
    if latitude is None or longitude is None:
        return ()
    found = Feature(
        kind="index_extremum",
        latitude=latitude,
        longitude=longitude,
        value=value,
        unit=shown_unit(answer.unit),
        score=1.0,
    )
    return (
        FeaturesAnswer(
            detector="index_extremum",
            passed=True,
            score=1.0,
            features=(found,),
            time=when,
            provenance=Provenance(tool=answer.name, tool_version=answer.provenance.tool_version),
        ),
    )
