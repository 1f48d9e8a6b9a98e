"""Take numbers, lines and profiles out of data, for other programs to draw."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING, Any

from diagnostics.contracts.extracts import (
    ContoursAnswer,
    ContoursRequest,
    DetectionsRequest,
    ExtractRequest,
    RasterAnswer,
    RasterRequest,
    SectionAnswer,
    SectionRequest,
    SeriesRequest,
    SoundingAnswer,
    SoundingLevel,
    SoundingRequest,
    VectorsAnswer,
    VectorsRequest,
)
from diagnostics.contracts.space_time import Region
from diagnostics.errors import ArgumentError
from diagnostics.messages import Message, Param, render
from diagnostics.messages.catalogue import SOURCE
from diagnostics.service.data import OpenSource, only_time, whole_region
from diagnostics.service.detections import detect
from diagnostics.service.extract_parts import (
    Extracted,
    drawable,
    facts_of,
    file_of,
    optional_numbers,
    point_region,
    require_level,
    stem,
    with_file,
)
from diagnostics.service.series import extract_series

if TYPE_CHECKING:
    from diagnostics.climatology import Climatologies
    from diagnostics.contracts.quantities import QuantityRef
    from diagnostics.data_checks import RecordingSource
    from diagnostics.quantities.scene import Scene

LARGEST_RASTER = 1_000_000
"""Bytes of a raster's file; a larger one is made of wider pixels."""
MOST_PIXELS = 1_000_000
LARGEST_LINES = 50
"""Contour values that an interval may give."""


def extract(
    request: ExtractRequest, open_source: OpenSource, *, climatology: Climatologies | None = None
) -> Extracted:
    """Answer a request for detections, a raster, lines, arrows, a series, sounding or section.

    Parameters
    ----------
    request : ExtractRequest
    open_source : callable
        Opens the source; called after what the words alone show has been refused.
    climatology : Climatologies, optional
        For anomalies, percentiles and the band of a series.

    Raises
    ------
    ArgumentError
        ``unknown_quantity``, ``unknown_tool``, ``missing_level``, ``invalid_level``,
        ``not_a_vector``, ``not_on_levels``, ``invalid_section``, ``time_needed``,
        ``too_many_levels``, ``too_many_vertices``, ``too_many_cells``, ``unknown_preset``.
    InputDataError
        ``missing_time``, ``missing_input``, ``missing_level``, ``region_outside_data``,
        ``point_outside_data``, ``too_few_cells``, ``beyond_mercator``, ``moving_grid``,
        ``period_without_data``, ``section_outside_data``, and ``check_RULE`` of data that a check
        refuses.
    """
    match request:
        case DetectionsRequest():
            return detect(request, open_source, climatology=climatology)
        case SeriesRequest():
            return extract_series(request, open_source, climatology=climatology)
        case RasterRequest():
            return _raster(request, open_source, climatology)
        case ContoursRequest():
            return _contours(request, open_source, climatology)
        case VectorsRequest():
            return _vectors(request, open_source, climatology)
        case SoundingRequest():
            return _sounding(request, open_source)
        case SectionRequest():
            return _section(request, open_source, climatology)


def _scene(
    asked: QuantityRef,
    watched: RecordingSource,
    time: datetime | None,
    region: Region | None,
    climatology: Climatologies | None,
) -> Scene:
    from diagnostics.quantities.scene_context import chart_scene_context
    from diagnostics.quantities.scene_loading import load_scene

    moment = only_time(watched, time)
    box = region or whole_region(watched)
    require_level(asked, watched)
    return load_scene(
        watched,
        (asked,),
        region=box,
        time=moment,
        domain=box,
        scene_context=chart_scene_context(climatology),
    )


def _raster(
    request: RasterRequest, open_source: OpenSource, climatology: Climatologies | None
) -> Extracted:
    asked = drawable(request.quantity)
    from diagnostics.data_checks import RecordingSource
    from diagnostics.extracts.encoding import MEDIA_TYPES, SUFFIXES, quantised, written
    from diagnostics.extracts.lattice import pixel_lattice
    from diagnostics.quantities.registry import values

    watched = RecordingSource(open_source())
    scene = _scene(asked, watched, request.time, request.region, climatology)
    field = values(scene, asked)
    thinned = 1
    while True:
        lattice = pixel_lattice(scene.grid, request.region, request.projection, thinned=thinned)
        height, width = lattice.shape
        if height * width <= MOST_PIXELS:
            made = quantised(lattice.sample(field))
            data = written(made, request.format)
            if len(data) <= LARGEST_RASTER:
                break
        thinned += 1
    file = file_of(f"maps/{stem(asked)}.{SUFFIXES[request.format]}", data,
                   MEDIA_TYPES[request.format])  # fmt: skip
    answer = RasterAnswer(
        **facts_of(asked, watched, projection=request.projection.value),
        time=scene.time,
        region=request.region,
        projection=request.projection,
        format=request.format,
        width=width,
        height=height,
        bounds=lattice.bounds,
        scale=made.scale,
        offset=made.offset,
        minimum=made.minimum,
        maximum=made.maximum,
        missing=made.missing,
        thinned=thinned,
    )
    return with_file(answer, file)


def _contours(
    request: ContoursRequest, open_source: OpenSource, climatology: Climatologies | None
) -> Extracted:
    asked = drawable(request.quantity)
    from diagnostics.data_checks import RecordingSource
    from diagnostics.extracts import geojson
    from diagnostics.extracts.contours import contour_lines
    from diagnostics.quantities.registry import values

    watched = RecordingSource(open_source())
    scene = _scene(asked, watched, request.time, request.region, climatology)
    field = values(scene, asked)
    levels = _levels(request, field[scene.inside()])
    found = contour_lines(field, scene.grid, request.region, levels)
    facts = facts_of(asked, watched)
    shapes = [(level, geojson.lines(parts)) for level, parts in found.items()]
    features = [
        geojson.feature(shape, {"value": level, "unit": facts["unit"], "quantity": asked.text})
        for level, shape in shapes
        if shape["coordinates"]
    ]
    file = file_of(f"maps/{stem(asked)}_contours.geojson", geojson.encoded(features),
                   geojson.MEDIA_TYPE)  # fmt: skip
    answer = ContoursAnswer(
        **facts,
        time=scene.time,
        region=request.region,
        levels=tuple(found),
        lines=sum(len(parts) for parts in found.values()),
        vertices=sum(len(line[0]) for parts in found.values() for line in parts),
    )
    return with_file(answer, file)


def _levels(request: ContoursRequest, values: Any) -> tuple[float, ...]:
    """Return the values of the lines: as asked, multiples of an interval, or as a chart has them.

    Raises
    ------
    ArgumentError
        ``too_many_levels``.
    """
    import numpy as np

    from diagnostics.figures.levels import index_levels

    if request.levels:
        return tuple(sorted(set(request.levels)))
    known = values[np.isfinite(values)]
    if request.interval is None or not known.size:
        return index_levels(values)
    step = request.interval
    first, last = np.ceil(known.min() / step), np.floor(known.max() / step)
    if last - first >= LARGEST_LINES:
        params: dict[str, Param] = {
            "interval": f"{step:g}",
            "least": f"{float(known.max() - known.min()) / LARGEST_LINES:.2g}",
            "most": LARGEST_LINES,
        }
        raise ArgumentError(
            Message(id="extracterror-too_many_levels", params=params), code="too_many_levels"
        )
    return tuple(round(float(step * k), 9) for k in np.arange(first, last + 1))


def _vectors(
    request: VectorsRequest, open_source: OpenSource, climatology: Climatologies | None
) -> Extracted:
    import numpy as np

    asked = drawable(request.quantity)
    from diagnostics.data_checks import RecordingSource
    from diagnostics.extracts import geojson
    from diagnostics.extracts.vectors import thinned_cells
    from diagnostics.quantities.registry import components, resolve

    if resolve(asked).quantity.vector is None:
        raise ArgumentError(
            Message(id="error-not_a_vector", params={"name": asked.name}), code="not_a_vector"
        )
    watched = RecordingSource(open_source())
    scene = _scene(asked, watched, request.time, request.region, climatology)
    east, north = components(scene, asked)
    rows, columns = thinned_cells(scene.grid, request.region, request.count)
    known = np.isfinite(east[rows, columns]) & np.isfinite(north[rows, columns])
    rows, columns = rows[known], columns[known]
    u, v = east[rows, columns], north[rows, columns]
    speed = np.hypot(u, v)
    features = [
        geojson.feature(
            geojson.point(float(scene.grid.longitude[j, i]), float(scene.grid.latitude[j, i])),
            {"u": round(float(a), 3), "v": round(float(b), 3), "speed": round(float(c), 3)},
        )
        for j, i, a, b, c in zip(rows, columns, u, v, speed, strict=True)
    ]
    file = file_of(f"maps/{stem(asked)}_vectors.geojson", geojson.encoded(features),
                   geojson.MEDIA_TYPE)  # fmt: skip
    answer = VectorsAnswer(
        **facts_of(asked, watched),
        time=scene.time,
        region=request.region,
        count=len(features),
        fastest=float(speed.max()) if speed.size else None,
    )
    return with_file(answer, file)


def _sounding(request: SoundingRequest, open_source: OpenSource) -> Extracted:
    import numpy as np

    from diagnostics.contracts.quantities import QuantityRef
    from diagnostics.data_checks import RecordingSource
    from diagnostics.detection.features.soundings import most_unstable, sounding
    from diagnostics.extracts.netcdf import MEDIA_TYPE, sounding_netcdf
    from diagnostics.quantities.scene_loading import load_scene

    watched = RecordingSource(open_source())
    moment = only_time(watched, request.time)
    asked = QuantityRef("sounding")
    place = point_region(request.point)
    scene = load_scene(watched, (asked,), region=place, time=moment, domain=place)
    scene.grid.nearest(request.point.latitude, request.point.longitude)
    profile = sounding(scene)
    parcel = most_unstable(profile)

    def known(number: Any) -> float | None:
        return float(number) if np.isfinite(number) else None

    answer = SoundingAnswer(
        **facts_of(asked, watched),
        time=moment,
        point=request.point,
        surface_first=profile.surface_first,
        levels=tuple(
            SoundingLevel(
                pressure_hpa=float(profile.pressure[k]),
                temperature_c=float(profile.temperature[k]),
                dewpoint_c=float(profile.dewpoint[k]),
                specific_humidity_kg_kg=float(profile.humidity[k]),
                height_gpm=known(profile.height[k]),
                wind_east_m_s=known(profile.east[k]),
                wind_north_m_s=known(profile.north[k]),
            )
            for k in range(profile.pressure.size)
        ),
        cape_j_kg=parcel.cape,
        cin_j_kg=parcel.cin,
        lifted_index_k=parcel.lifted_index,
    )
    return with_file(answer, file_of("profiles/sounding.nc", sounding_netcdf(answer), MEDIA_TYPE))


def _section(
    request: SectionRequest, open_source: OpenSource, climatology: Climatologies | None
) -> Extracted:
    from diagnostics.data_checks import RecordingSource
    from diagnostics.extracts import section_plane as planes
    from diagnostics.extracts.netcdf import MEDIA_TYPE, section_netcdf
    from diagnostics.quantities.registry import resolve
    from diagnostics.quantities.scene_context import chart_scene_context
    from diagnostics.quantities.scene_loading import load_scene
    from diagnostics.quantities.written_references import asked_reference

    asked = asked_reference(request.quantity).at(None)
    planes.require_profile(asked)
    points = planes.great_circle(request.start, request.end, 50.0)
    watched = RecordingSource(open_source())
    inventory = watched.inventory()
    if inventory.grid is not None:
        spacing = max(5.0, 100.0 * inventory.grid.spacing_deg)
        points = planes.great_circle(request.start, request.end, spacing)
    moment = only_time(watched, request.time)
    box = planes.box_around(points)
    scene = load_scene(
        watched,
        tuple(asked.at(level) for level in inventory.levels_hpa),
        region=box,
        time=moment,
        domain=box,
        scene_context=chart_scene_context(climatology),
    )
    plane = planes.section_plane(scene, asked, points)
    lowest = asked.at(float(plane.pressure[-1]))
    name = render(resolve(lowest).quantity.label, SOURCE)
    facts = {**facts_of(lowest, watched), "quantity": asked.text, "title": name}
    answer = SectionAnswer(
        **facts,
        time=moment,
        start=request.start,
        end=request.end,
        pressure_hpa=tuple(plane.pressure.tolist()),
        distance_km=_rounded(points.distance_km, 2),
        latitude=_rounded(points.latitude, 4),
        longitude=_rounded(points.longitude, 4),
        ground_hpa=() if plane.ground is None else optional_numbers(plane.ground),
        values=tuple(optional_numbers(row) for row in plane.values),
        across=() if plane.across is None else tuple(map(optional_numbers, plane.across)),
    )
    return with_file(answer, file_of(f"profiles/{asked.name}_section.nc", section_netcdf(answer),
                                     MEDIA_TYPE))  # fmt: skip


def _rounded(row: Any, digits: int) -> tuple[float, ...]:
    return tuple(round(float(item), digits) for item in row)
