"""The synoptic chart of a diagnosis: isobars, centres and tracks, fronts, troughs and jet.

Without pressure at the ground, or without anything aloft, it shows what the data hold of moisture,
temperature and wind.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from diagnostics.contracts.base import digest_of
from diagnostics.contracts.choice import DataChoice
from diagnostics.contracts.enums import Category
from diagnostics.contracts.evidence import Feature, FeaturesAnswer, Provenance
from diagnostics.contracts.space_time import Region
from diagnostics.contracts.systems import AxisAloft, FrontSegment, Position, SynopticSystems
from diagnostics.figures import maps
from diagnostics.figures.chart_canvas import ChartCanvas
from diagnostics.figures.chart_style import ChartStyle
from diagnostics.figures.compose import Composition, RenderedFigure, compose
from diagnostics.figures.conventions import WIDE_ISOBARS
from diagnostics.figures.layer_data import layer_data
from diagnostics.figures.marks import MAX_FEATURES
from diagnostics.figures.render import caption_of, provenance_of
from diagnostics.figures.spec import ChartSpec, Layer
from diagnostics.messages import message
from diagnostics.quantities.refs import QuantityRef
from diagnostics.quantities.registry import resolve
from diagnostics.quantities.scene_loading import load_scene

if TYPE_CHECKING:
    from diagnostics.ports import FieldSource

SITUATION_MAP = "situation_map"
VERSION = "3"
MARGIN_DEG = 10.0
"""Room around the region, on which systems nearby are seen."""
ROOM_DEG = 4.0
"""Room around the event and the systems that the story names."""
NEAR_KM, FAR_KM = 1500.0, 3000.0
"""Up to where fronts and axes, and lows and highs that make the flow, are on the map."""
_ISOBARS = Layer(
    kind="contour",
    quantity="mean_sea_level_pressure",
    interval=2.5,
    wide_interval=5.0,
    wide_range=60.0,
    color="#1a1a1a",
    linewidth=0.9,
    smooth_km=75,
)
_LOW_HEIGHTS = tuple(
    Layer(kind="contour", quantity=QuantityRef("height", level).text, interval=20.0, linewidth=0.9)
    for level in (1000.0, 925.0, 850.0)
)
_SURFACE = (_ISOBARS, *_LOW_HEIGHTS)
"""What the surface is drawn of, the first that the data hold."""
_HEIGHTS = Layer(
    kind="contour",
    quantity="height@500",
    interval=60.0,
    color="#7a5230",
    linestyle="dashed",
    linewidth=0.9,
    smooth_km=75,
)
_REASONS = dict(
    [
        WIDE_ISOBARS,
        ("height_interval", "heights lie over the surface's lines: the usual interval crowds both"),
    ]
)
_JETS = tuple(
    Layer(
        kind="shading",
        quantity=QuantityRef("wind_speed", level).text,
        levels=(30, 40, 50, 60, 70, 80),
        colormap="BuPu",
        extend="max",
    )
    for level in (250.0, 300.0, 200.0)
)
_MOISTURE = tuple(
    Layer(kind="shading", quantity=quantity, interval=interval, colormap="YlGnBu", extend="max")
    for quantity, interval in (
        ("precipitable_water", 5.0),
        ("specific_humidity@850", 2.0),
        ("relative_humidity@700", 10.0),
    )
)
_WARMTH = tuple(
    Layer(kind="contour", quantity=quantity, interval=4.0, color="#b3001b", smooth_km=75)
    for quantity in ("temperature@850", "temperature_2m")
)
_WIND = tuple(
    Layer(kind="barb", quantity=quantity, color="#333333", density=250)
    for quantity in ("wind_10m", "wind@925", "wind@850")
)
"""Instead of what is lacking: the first of each kind that the data hold."""


def render_situation_map(
    source: FieldSource,
    systems: SynopticSystems,
    region: Region,
    *,
    event: Region | None = None,
    look: ChartStyle | None = None,
) -> RenderedFigure | None:
    """Draw the systems that were found over the fields that show them.

    Parameters
    ----------
    source : FieldSource
    systems : SynopticSystems
    region : Region
        Outlined on the map.
    event : Region, optional
        The box of the event, which is on the map whole.
    look : ChartStyle, optional

    Returns
    -------
    RenderedFigure or None
        None where the data hold nothing of a synoptic chart.

    Raises
    ------
    InputDataError
        When the region lies outside the data.
    """
    look = look or ChartStyle()
    layers = _layers(source)
    if not layers:
        return None
    spec = ChartSpec(
        id=SITUATION_MAP,
        version=VERSION,
        title=message("map-situation"),
        category=Category.DYNAMICS,
        events=(),
        layers=layers,
        margin_deg=MARGIN_DEG,
        legend=True,
        reasons=_REASONS,
    )
    wanted = maps.view_around(_shown(systems, region, event))
    grid = source.inventory().grid_at(systems.time)
    scene = load_scene(
        source,
        spec.quantities,
        region=region,
        time=systems.time,
        domain=maps.reading_of(wanted, grid.spacing_deg if grid is not None else 0.0),
    )
    view = maps.fit_view(wanted, scene.grid, region)
    answers = systems_as_features(systems, source.inventory().choice)
    parts = Composition(
        spec=spec,
        region=region,
        caption=caption_of(spec, source, region, scene.time, look),
        answers=answers,
        questions=(),
        provenance=provenance_of(spec, source, view.extent),
        frame=view.as_document(),
        lon_span=view.extent.width,
    )

    def draw(chart: ChartSpec) -> ChartCanvas:
        return maps.draw_map(
            chart,
            scene.grid,
            region,
            view,
            answers,
            lambda layer: layer_data(scene, layer, look.language),
            look,
        )

    return compose(parts, draw)


def situation_key(
    systems: SynopticSystems,
    region: Region,
    event: Region | None,
    data_digest: str,
    look: ChartStyle,
) -> str:
    """Content key of the chart: what is drawn, of which data, in which look."""
    return digest_of(
        {
            "tool": SITUATION_MAP,
            "version": VERSION,
            "systems": systems.model_dump(mode="json"),
            "region": list(region.bounds()),
            "event": None if event is None else list(event.bounds()),
            "data": data_digest,
            **look.as_document(),
        }
    )


def _shown(systems: SynopticSystems, region: Region, event: Region | None) -> Region:
    """Return the box that the map shows: the region, the event, and what the story names."""
    points = [*_named(systems)]
    if event is not None:
        points += [(event.south, event.west), (event.north, event.west + event.width)]
    whole = maps.box_holding(region, points)
    wide = whole.padded(ROOM_DEG, east_west=ROOM_DEG)
    around = region.padded(MARGIN_DEG, east_west=MARGIN_DEG)
    corners = [(wide.south, wide.west), (wide.north, wide.west + wide.width)]
    return maps.box_holding(around, corners)


def _named(systems: SynopticSystems) -> Iterator[tuple[float, float]]:
    """Yield where the low and the high that make the flow lie and moved, and fronts and axes."""
    source_of_air = systems.air.high if systems.air is not None else None
    for system in systems.pressure:
        governs = system.effect is not None and system.effect.governs
        if (governs or system.id == source_of_air) and _within(system.position, FAR_KM):
            yield from ((item.latitude, item.longitude) for item in system.centres)
    lines: tuple[FrontSegment | AxisAloft, ...] = (*systems.fronts, *systems.axes)
    for item in lines:
        if _within(item.position, NEAR_KM):
            yield item.latitude, item.longitude


def _within(position: Position | None, reach_km: float) -> bool:
    return position is not None and position.distance_km <= reach_km


def _layers(source: FieldSource) -> tuple[Layer, ...]:
    """The layers that the data can show: the jet, heights aloft, and the surface.

    Where nothing is known of the ground, or nothing of the levels aloft, moisture, temperature and
    wind stand for it.
    """
    inventory = source.inventory()

    def held(layer: Layer) -> bool:
        reference = resolve(layer.quantity)
        found = [inventory.variable(name) for name in reference.quantity.fields]
        level = reference.pressure
        return all(item is not None for item in found) and (
            level is None or all(item is not None and level in item.levels_hpa for item in found)
        )

    def first(layers: Sequence[Layer]) -> tuple[Layer, ...]:
        return tuple(layer for layer in layers if held(layer))[:1]

    jet, heights, surface = first(_JETS), first((_HEIGHTS,)), first(_SURFACE)
    if surface and (jet or heights):
        return (*jet, *heights, *surface)
    shaded = first(_MOISTURE) or jet
    return (*shaded, *heights, *surface, *first(_WARMTH), *first(_WIND))


def systems_as_features(
    systems: SynopticSystems, choice: DataChoice | None = None
) -> tuple[FeaturesAnswer, ...]:
    """Return the systems of the main time as features that a map can draw."""
    found = [
        *_event(systems),
        *_centres(systems),
        *(
            _line("front", item.line, item.latitude, item.longitude, item.contrast, item.unit,
                  type=item.type, warm_bearing=item.warm_bearing, normal_wind=item.speed_ms)
            for item in systems.fronts
        ),
        *(
            _line(f"{item.kind}_axis", item.line, item.latitude, item.longitude,
                  item.departure_gpm, "gpm")
            for item in systems.axes
        ),
    ]  # fmt: skip
    answers = []
    for kind in dict.fromkeys(item.kind for item in found):
        alike = [item for item in found if item.kind == kind]
        for start in range(0, len(alike), MAX_FEATURES):
            answers.append(
                FeaturesAnswer(
                    detector=kind,
                    passed=True,
                    score=1.0,
                    features=tuple(alike[start : start + MAX_FEATURES]),
                    time=systems.time,
                    provenance=Provenance(tool=SITUATION_MAP, tool_version=VERSION, choice=choice),
                )
            )
    return tuple(answers)


def _event(systems: SynopticSystems) -> list[Feature]:
    """The place from which distances are counted, where that is where the event is strongest."""
    if not systems.at_event or systems.latitude is None or systems.longitude is None:
        return []
    return [
        Feature(
            kind="event_extremum",
            latitude=systems.latitude,
            longitude=systems.longitude,
            score=1.0,
        )
    ]


def _centres(systems: SynopticSystems) -> list[Feature]:
    """Lows and highs inside the data with their values, and the tracks of those followed.

    Lows that only the wind shows have no value.
    """
    found = [
        Feature(kind="pressure_low", latitude=item.latitude, longitude=item.longitude, score=1.0)
        for item in systems.circulations
    ]
    for system in systems.pressure:
        at = system.centre_at(systems.time)
        if at is None:
            continue
        centre = system.centres[at]
        if centre.at_data_edge and system.cyclone is None:
            continue
        kind = "cyclone" if system.cyclone is not None else f"pressure_{system.kind}"
        if len(system.centres) > 1:
            line = tuple((item.latitude, item.longitude) for item in system.centres)
            times = " ".join(f"{item.time:%d/%H}" for item in system.centres)
            track = _line("pressure_track", line, centre.latitude, centre.longitude, None, "",
                          times=times)  # fmt: skip
            found.append(track)
        found.append(
            Feature(
                kind=kind,
                latitude=centre.latitude,
                longitude=centre.longitude,
                value=centre.value,
                unit=system.unit,
                score=1.0,
            )
        )
    return found


def _line(
    kind: str,
    line: tuple[tuple[float, float], ...],
    latitude: float,
    longitude: float,
    value: float | None,
    unit: str,
    **extra: str | float | None,
) -> Feature:
    return Feature(
        kind=kind,
        latitude=latitude,
        longitude=longitude,
        value=value,
        unit=unit,
        line=line,
        score=1.0,
        extra=extra,
    )
