"""The rules that look at the sheet as a whole: title block, labels, extent, order, balance."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from diagnostics.contracts.enums import Severity
from diagnostics.contracts.evidence import FigureFinding
from diagnostics.contracts.space_time import Region
from diagnostics.figures.check import rules
from diagnostics.figures.check.rules import finding
from diagnostics.messages import message
from diagnostics.quantities.refs import written_parts

Facts = Mapping[str, Any]
ORDER = {"shading": 0, "contour": 1, "line": 1, "quiver": 2, "barb": 2}
LONG_TITLE = 40
ORDERED_CHARTS = frozenset({"map", "section"})
ROLES = {
    "title": "the title",
    "valid": "the valid time",
    "layers": "the line that names the layers",
    "attribution": "where the data come from",
    "credit": "where the boundaries come from",
}


def canvas_findings(
    sheet: Facts,
    panels: Sequence[Mapping[str, Facts]],
    specification: Facts,
    region: Region | None,
) -> Iterator[FigureFinding]:
    """Judge the sheet as a whole.

    Parameters
    ----------
    sheet : mapping
        What `measure_canvas` recorded.
    panels : sequence of mapping
        What was recorded of every drawn layer, map by map.
    specification : mapping
        The chart as it was drawn.
    region : Region, optional
        The event region.
    """
    layers = panels[0]
    yield from _blank(sheet, layers, specification)
    yield from _titles(sheet, specification, layers)
    yield from _texts(sheet, specification)
    yield from _sizes(sheet)
    yield from _bars(sheet, specification)
    yield from _departures(sheet)
    for panel in panels:
        yield from _order(panel, specification)
    base = layers.get("base map", {})
    if base:
        yield from _base(base, sheet, specification)
    view = specification.get("map")
    if view and region is not None and specification.get("kind", "map") == "map":
        yield from _extent(view, specification, region)
    if sheet.get("dpi", rules.LEAST_DPI) < rules.LEAST_DPI:
        yield finding(
            "resolution",
            f"{sheet['dpi']} dpi is too coarse",
            value=sheet["dpi"],
            limit=rules.LEAST_DPI,
        )


def _departures(sheet: Facts) -> Iterator[FigureFinding]:
    """What was asked for against a convention; nothing is redrawn against whoever asked."""
    for item in sheet.get("departures", ()):
        usual = [f"{value:g}" for value in item["limit"]]
        yield finding(
            item["convention"],
            message(
                f"chartcheck-{item['convention']}",
                layer=item["layer"] + 1,
                value=f"{item['value']:g}",
                low=usual[0],
                high=usual[-1],
            ),
            value=item["value"],
            limit=item["limit"],
        )


def _blank(
    sheet: Facts, layers: Mapping[str, Facts], specification: Facts
) -> Iterator[FigureFinding]:
    inked = any(float(facts.get("ink", 0.0)) > 0 for facts in layers.values())
    entropy = float(sheet.get("entropy", 1.0))
    if not inked or entropy < rules.LEAST_ENTROPY:
        yield finding(
            "blank_sheet",
            "nothing can be seen on the sheet",
            severity=Severity.ERROR,
            value=entropy,
            limit=rules.LEAST_ENTROPY,
        )
        return
    is_map = specification.get("kind", "map") == "map"
    if is_map and float(sheet.get("inked_tiles", 1.0)) < rules.LEAST_TILES:
        yield finding(
            "blank_sheet",
            f"{100 * float(sheet['inked_tiles']):.0f} % of the map shows anything at all",
            severity=Severity.ERROR,
            value=sheet["inked_tiles"],
            limit=rules.LEAST_TILES,
        )


def _titles(
    sheet: Facts, specification: Facts, layers: Mapping[str, Facts]
) -> Iterator[FigureFinding]:
    words: Facts = sheet.get("words", {})
    for role in sheet.get("required", ()):
        if words.get(role):
            continue
        change = {}
        if role == "title":
            names = [str(facts["label"]) for facts in layers.values() if facts.get("label")]
            change = {"title": ", ".join(dict.fromkeys(names))}
        rule = "attribution_missing" if role in ("attribution", "credit") else "title_missing"
        yield finding(
            rule, f"the chart does not say {ROLES[role]}", severity=Severity.ERROR, change=change
        )
    if not words:
        return
    written = f"{words.get('title', '')} {words.get('layers', '')}"
    for item in specification.get("layers", ()):
        level = written_parts(str(item["quantity"])).level
        if level and level not in written:
            yield finding(
                "title_missing",
                f"the chart does not say that {item['quantity']} is at {level} hPa",
                severity=Severity.ERROR,
                value=written,
                limit=level,
            )


def _texts(sheet: Facts, specification: Facts) -> Iterator[FigureFinding]:
    title = sheet.get("words", {}).get("title")
    for text in sheet.get("clipped", ()):
        change: dict[str, Any] = {"layer_text_size": "smaller"}
        if text.strip() == title:
            change = {"title": _shorter(str(text))}
        yield finding("labels_clipped", f"the text {text!r} runs off the sheet", change=change)
    words = set(sheet.get("words", {}).values())
    for one, other in sheet.get("overlaps", ()):
        pair = {one.strip(), other.strip()}
        if title in pair:
            change = {"title": _shorter(str(title))}
        elif pair <= words:
            change = {"layer_text_size": "smaller"}
        else:
            change = {"graticule_step": "wider"}
        yield finding("labels_overlap", f"{one!r} and {other!r} overlap", change=change)
    labels, crowded = int(sheet.get("labels", 0)), int(sheet.get("crowded", 0))
    if crowded > max(2.0, rules.CROWDED * labels):
        yield finding(
            "labels_crowded",
            f"{crowded} of {labels} labels on the map lie on one another",
            value=crowded,
            limit=round(max(2.0, rules.CROWDED * labels), 1),
            change=_fewer_labels(specification),
        )


def _shorter(title: str) -> str:
    return f"{title[: max(24, round(0.6 * len(title)))].rstrip(' …')} …"


def _fewer_labels(specification: Facts) -> dict[str, Any]:
    """Label fewer lines; where that was done already, the last layer's lines not at all."""
    if int(specification.get("label_step", 0)) < 2:
        return {"label_step": "wider"}
    labelled = [
        index
        for index, item in enumerate(specification.get("layers", ()))
        if item["kind"] in ("contour", "line") and item.get("labels", True)
    ]
    return {"layer": labelled[-1], "labels": False} if labelled else {}


def _sizes(sheet: Facts) -> Iterator[FigureFinding]:
    sizes: Facts = sheet.get("sizes", {})
    title, ticks = sizes.get("title"), sizes.get("ticks", 0.0)
    below = max((sizes.get(role, 0.0) for role in ("source", "layers")), default=0.0)
    if title is not None and not (title >= below and title > ticks):
        words = str(sheet.get("words", {}).get("title", ""))
        # A title that had to shrink below the text under it is too long for its line.
        shrunk = title < rules.STANDARD_TEXT and len(words) > LONG_TITLE
        change: dict[str, Any] = {"layer_text_size": min(rules.STANDARD_TEXT, title)}
        yield finding(
            "type_hierarchy",
            f"the title has {title:g} points, the line below it {below:g}, the ticks {ticks:g}",
            value=[title, below, ticks],
            limit="title >= subtitle, title > ticks",
            change={"title": _shorter(words)} if shrunk else change,
        )
    smallest = sizes.get("smallest")
    if smallest is not None and smallest < rules.SMALLEST_TEXT:
        yield finding(
            "text_size",
            f"a text of {smallest:g} points cannot be read",
            value=smallest,
            limit=rules.SMALLEST_TEXT,
            change={"layer_text_size": rules.STANDARD_TEXT},
        )


def _bars(sheet: Facts, specification: Facts) -> Iterator[FigureFinding]:
    shadings = sum(item["kind"] == "shading" for item in specification.get("layers", ()))
    if int(sheet.get("colour_bars", 0)) < shadings:
        yield finding(
            "colour_bar",
            "a shaded layer has no colour bar",
            severity=Severity.ERROR,
            value=sheet.get("colour_bars", 0),
            limit=shadings,
        )


def _order(layers: Mapping[str, Facts], specification: Facts) -> Iterator[FigureFinding]:
    if specification.get("kind", "map") not in ORDERED_CHARTS:
        return
    drawn = [ORDER[kind] for facts in layers.values() if (kind := facts.get("kind")) in ORDER]
    if drawn != sorted(drawn):
        specs: Sequence[Any] = specification.get("layers", ())
        order = sorted(range(len(specs)), key=lambda k: ORDER.get(specs[k]["kind"], 3))
        yield finding(
            "layer_order",
            "a layer is drawn above one that belongs over it",
            value=[*drawn],
            limit=[*sorted(drawn)],
            change={"order": order},
        )


def _base(base: Facts, sheet: Facts, specification: Facts) -> Iterator[FigureFinding]:
    if base.get("graticule_labels", 0) < 2:
        yield finding(
            "labels_missing",
            "fewer than two graticule labels",
            value=base.get("graticule_labels", 0),
            limit=2,
            change={"graticule_step": "narrower"},
        )
    reached = float(base.get("region_covered", 1.0))
    if reached < rules.LEAST_REGION:
        yield finding(
            "data_edge",
            f"the data reach {100 * reached:.0f} % of the event region",
            value=reached,
            limit=rules.LEAST_REGION,
        )
    coverage = float(base.get("coverage", 1.0))
    if coverage < rules.LEAST_COVERAGE:
        share = round(100 * (1 - coverage))
        if sheet.get("empty_sides"):
            # A margin that is small already is wanted: the data end inside the event region.
            margin = float(specification.get("margin_deg", rules.STANDARD_MARGIN_DEG))
            roomy = margin > rules.LEAST_MARGIN_DEG
            yield finding(
                "white_margin",
                f"the map is empty along its {', '.join(sheet['empty_sides'])}",
                severity=Severity.WARNING if roomy else Severity.INFO,
                value=coverage,
                limit=rules.LEAST_COVERAGE,
                change={"margin_deg": "smaller"} if roomy else {},
            )
        else:
            yield finding(
                "data_edge",
                f"{share} % of the map's edge lies outside the data",
                severity=Severity.INFO,
                value=coverage,
                limit=rules.LEAST_COVERAGE,
            )


def _extent(view: Facts, specification: Facts, region: Region) -> Iterator[FigureFinding]:
    frame = view.get("frame")
    if frame:
        # frames are recorded to three decimals
        aspect = round((frame[2] - frame[0]) / (frame[3] - frame[1]), 3)
        if not rules.ASPECTS[0] <= aspect <= rules.ASPECTS[1]:
            yield finding(
                "proportions",
                f"the map is {aspect:.2f} times as wide as high",
                value=aspect,
                limit=list(rules.ASPECTS),
                change={"margin_deg": rules.STANDARD_MARGIN_DEG},
            )
    if region.width >= 359.0 or specification.get("domain") == "nh_polar":
        return
    shown = _box(view["extent"])
    if shown.width >= 359.0:
        return
    room = [
        _east_of(region.west, shown.west),
        region.south - shown.south,
        _east_of(shown.east, region.east),
        shown.north - region.north,
    ]
    if min(room) < rules.LEAST_ROOM_DEG:
        # Where the chart leaves room enough, the data end here: another margin would not help.
        tight = float(specification.get("margin_deg", 99.0)) < rules.LEAST_MARGIN_DEG
        outside = min(room) < 0.0
        yield finding(
            "wrong_extent",
            "the event region leaves the map" if outside else "the event region fills the map",
            severity=Severity.ERROR if tight or outside else Severity.INFO,
            value=round(min(room), 2),
            limit=rules.LEAST_ROOM_DEG,
            change={"margin_deg": rules.STANDARD_MARGIN_DEG} if tight else {},
        )
    share = max(
        region.width / shown.width, (region.north - region.south) / (shown.north - shown.south)
    )
    if share < rules.SMALLEST_REGION and specification.get("margin_deg", 10.0) > 10.0:
        yield finding(
            "wrong_extent",
            f"the event region takes {100 * share:.0f} % of the map",
            severity=Severity.ERROR,
            value=round(share, 3),
            limit=rules.SMALLEST_REGION,
            change={"margin_deg": rules.STANDARD_MARGIN_DEG},
        )


def _box(bounds: Sequence[Any]) -> Region:
    west, south, east, north = (float(part) for part in bounds)
    return Region(west=west, south=south, east=east, north=north)


def _east_of(one: float, other: float) -> float:
    """Degrees by which one meridian lies east of another, -180..180."""
    return (one - other + 180.0) % 360.0 - 180.0
