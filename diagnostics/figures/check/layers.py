"""The rules that look at one layer."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import ceil, floor, isclose, log10
from typing import Any

from diagnostics.contracts.enums import Severity
from diagnostics.contracts.evidence import FigureFinding
from diagnostics.figures.check import rules
from diagnostics.figures.check.rules import finding

Facts = Mapping[str, Any]


def layer_findings(
    index: int, item: Facts, facts: Facts, kind: str = "map"
) -> Iterator[FigureFinding]:
    """Judge one layer from its specification and from what was recorded of it.

    Parameters
    ----------
    index : int
        Its place in the specification, for the changes.
    item : mapping
        Its specification.
    facts : mapping
        What was recorded while it was drawn.
    kind : str
        Of the chart.
    """
    name = f"{facts.get('label') or facts.get('quantity')}"
    if facts.get("minimum") is None:
        # A panel of a time series may be empty, and a sounding may lack wind.
        optional = kind == "timeseries" or (kind, item["quantity"]) == ("skewt", "wind")
        yield finding(
            "layer_missing",
            f"{name}: the data hold none" if optional else f"{name}: no valid value on the map",
            severity=Severity.INFO if optional else Severity.ERROR,
        )
        return
    yield from _values(name, facts)
    if item["kind"] == "shading" and facts.get("constant") is None:
        missing = float(facts.get("missing", 0.0))
        if missing > rules.MOST_MISSING:
            yield finding(
                "data_holes",
                f"{name}: {100 * missing:.1f} % of the map has no value and is left white",
                severity=Severity.INFO,
                value=missing,
                limit=rules.MOST_MISSING,
            )
        yield from _colour_bar(name, facts)
        yield from _coloured(index, item, facts, name)
        yield from _colours(index, item, facts, name)
    elif item["kind"] in ("contour", "line"):
        yield from _contour_number(index, item, facts, name)
        yield from _contour_lines(index, item, facts, name, smoothed=kind == "map")
    elif item["kind"] == "barb":
        yield from _barbs(index, item, facts, name)
    yield from _standing_out(index, item, facts, name)


def _values(name: str, facts: Facts) -> Iterator[FigureFinding]:
    low, high = facts.get("valid_range") or (None, None)
    least, most = facts["minimum"], facts["maximum"]
    if (low is not None and least < low) or (high is not None and most > high):
        yield finding(
            "value_range",
            f"{name}: {least:g} to {most:g} {facts.get('unit', '')} lies outside "
            f"{low} to {high}; the unit or the data are wrong",
            severity=Severity.ERROR,
            value=[least, most],
            limit=[low, high],
        )


def _colour_bar(name: str, facts: Facts) -> Iterator[FigureFinding]:
    unit, bar = facts.get("unit"), facts.get("bar")
    if unit is None or (bar is not None and not bar["unit"]):
        yield finding("colour_bar", f"{name}: the colour bar has no unit", severity=Severity.ERROR)
    if bar is None:
        if "bar" in facts:
            yield finding("colour_bar", f"{name}: no colour bar", severity=Severity.ERROR)
        return
    levels = [float(level) for level in facts.get("levels", ())]
    ticks = [float(tick) for tick in bar["ticks"]]
    if any(not any(isclose(tick, level, abs_tol=1e-9) for level in levels) for tick in ticks):
        yield finding(
            "colour_bar",
            f"{name}: the colour bar's ticks are not the limits of its classes",
            severity=Severity.ERROR,
            value=bar["ticks"],
            limit=facts["levels"],
        )
    if not bar["matches"]:
        yield finding(
            "colour_bar",
            f"{name}: the colour bar shows other colours than the map",
            severity=Severity.ERROR,
        )


def _coloured(index: int, item: Facts, facts: Facts, name: str) -> Iterator[FigureFinding]:
    """Blank and saturated shading, and values beyond the coloured range."""
    levels = facts.get("levels") or (0.0, 0.0)
    extend = str(item.get("extend", "neither"))
    one_sided = (facts.get("valid_range") or (None, None))[0] == 0
    # An end left open says which side is meant to be clear; without one both are to be coloured.
    over = float(facts.get("above", 0.0)) if extend == "neither" else 0.0
    under = float(facts.get("below", 0.0)) if extend == "neither" else 0.0
    under = 0.0 if one_sided or item.get("blank") else under
    change = {"layer": index, "levels": list(_levels_for(facts))}
    if facts.get("coloured", 1.0) == 0.0:
        if over + under > 0.99:
            yield finding(
                "shading_blank",
                f"{name}: all values lie outside the classes {levels[0]:g} to {levels[-1]:g}",
                value=[facts["minimum"], facts["maximum"]],
                limit=[levels[0], levels[-1]],
                change=change,
            )
        else:
            yield finding(
                "shading_blank",
                f"{name}: no value reaches the first class on this map",
                severity=Severity.INFO,
                value=[facts["minimum"], facts["maximum"]],
                limit=[levels[0], levels[-1]],
            )
        return
    if max(over, under) > rules.OUTSIDE_COLOURS:
        sides = {"min": under > 0 or extend == "min", "max": over > 0 or extend == "max"}
        both = all(sides.values())
        yield finding(
            "colour_range",
            f"{name}: {100 * (over + under):.1f} % of the map lies beyond the coloured classes",
            value=round(over + under, 4),
            limit=rules.OUTSIDE_COLOURS,
            change={
                "layer": index,
                "extend": "both" if both else ("min" if sides["min"] else "max"),
            },
        )
    yield from _saturated(index, item, facts, name)


def _saturated(index: int, item: Facts, facts: Facts, name: str) -> Iterator[FigureFinding]:
    share = float(facts.get("largest_coloured_class", 0.0))
    if share <= rules.LARGEST_CLASS:
        return
    change: dict[str, Any] = {}
    if item.get("interval"):
        change = {"layer": index, "interval": float(item["interval"]) / 2}
    elif share > rules.DROWNED_CLASS and facts.get("low") is not None and not item.get("colors"):
        change = {"layer": index, "levels": list(_levels_for(facts))}
    yield finding(
        "shading_saturated",
        f"{name}: one colour covers {100 * share:.0f} % of the map",
        severity=Severity.WARNING if change else Severity.INFO,
        value=share,
        limit=rules.LARGEST_CLASS,
        change=change,
    )


def _levels_for(facts: Facts) -> tuple[float, ...]:
    """Round class limits over the 1st to 99th percentile of what the map shows."""
    low, high = facts.get("low"), facts.get("high")
    if low is None or high is None:
        low, high = facts["minimum"], facts["maximum"]
    span = float(high) - float(low)
    step = rules.round_step(span if span > 0 else max(abs(float(high)), 1.0), 8)
    first, last = floor(float(low) / step), ceil(float(high) / step)
    return tuple(round(step * k, 9) for k in range(first, max(last, first + 2) + 1))


def _colours(index: int, item: Facts, facts: Facts, name: str) -> Iterator[FigureFinding]:
    levels = [float(level) for level in facts.get("levels", ())]
    if str(item.get("colormap")) in rules.RAINBOWS:
        yield finding(
            "colour_map",
            f"{name}: a rainbow invents edges and hides others from colour-blind readers",
            value=item["colormap"],
            change={"layer": index, "colormap": "RdBu_r" if _signed(facts) else "viridis"},
        )
    if len(levels) - 1 > rules.CLASSES:
        if item.get("interval"):
            change: dict[str, Any] = {"interval": 2 * float(facts.get("step", item["interval"]))}
        else:
            change = {"levels": levels[:: ceil((len(levels) - 1) / rules.CLASSES)]}
        yield finding(
            "colour_classes",
            f"{name}: {len(levels) - 1} classes of colour cannot be told apart",
            value=len(levels) - 1,
            limit=rules.CLASSES,
            change={"layer": index, **change},
        )
    crosses = _signed(facts) and levels and levels[0] < 0 < levels[-1]
    if crosses and not item.get("colors"):
        mirrored = _mirrored(levels)
        if item.get("center") != 0 or mirrored != levels:
            yield finding(
                "colour_centre",
                f"{name}: the colours are not centred on zero"
                if item.get("center") != 0
                else f"{name}: the classes below and above zero do not mirror each other",
                value=[item.get("center"), *levels],
                limit=[0.0, *mirrored],
                change={"layer": index, "center": 0.0, "levels": mirrored},
            )


def _signed(facts: Facts) -> bool:
    low, high = facts.get("valid_range") or (None, None)
    return low is not None and high is not None and low < 0 and isclose(low, -high)


def _mirrored(levels: list[float]) -> list[float]:
    """Class limits with the same steps to either side of zero, as far as each side reaches."""
    sizes = sorted({round(abs(level), 9) for level in levels if level})
    below = [-size for size in reversed(sizes) if -size >= levels[0] - 1e-9]
    above = [size for size in sizes if size <= levels[-1] + 1e-9]
    return [*below, *([0.0] if 0.0 in levels else []), *above]


def _contour_number(index: int, item: Facts, facts: Facts, name: str) -> Iterator[FigureFinding]:
    interval = facts.get("interval")
    count = int(facts.get("contours", 0))
    if interval is None:
        if count == 0 and "contours" in facts:
            yield finding(
                "contours_none",
                f"{name}: none of the fixed contour values lies on the map",
                severity=Severity.INFO,
                value=0,
                limit=1,
            )
        return
    step = float(interval)
    if count > rules.CONTOURS[1]:
        yield finding(
            "contour_count",
            f"{name}: {count} contours are too many to read",
            value=count,
            limit=list(rules.CONTOURS),
            change={"layer": index, "interval": 2 * step},
        )
    elif count == 0:
        yield finding(
            "contours_none",
            f"{name}: nearly uniform, no contour falls on the map",
            severity=Severity.INFO,
            value=0,
            limit=1,
        )
    elif count < rules.CONTOURS[0]:
        # Where small values are left out on purpose, few contours say that the field is weak.
        weak = bool(item.get("blank"))
        yield finding(
            "contour_count",
            f"{name}: only {count} contours",
            severity=Severity.INFO if weak else Severity.WARNING,
            value=count,
            limit=list(rules.CONTOURS),
            change={} if weak else {"layer": index, "interval": step / 2},
        )
    mantissa = step / 10.0 ** floor(log10(step))
    halved = [mantissa * 2.0**times for times in range(-2, 5)]
    if not any(
        isclose(part, ten * known)
        for part in halved
        for known in rules.ROUND_STEPS
        for ten in (0.1, 1.0, 10.0)
    ):
        near = min(rules.ROUND_STEPS, key=lambda known: abs(known - mantissa))
        yield finding(
            "contour_interval",
            f"{name}: nobody counts in steps of {step:g}",
            value=step,
            limit=list(rules.ROUND_STEPS),
            change={"layer": index, "interval": round(near * step / mantissa, 9)},
        )


def _contour_lines(
    index: int, item: Facts, facts: Facts, name: str, *, smoothed: bool
) -> Iterator[FigureFinding]:
    turning = float(facts.get("turning", 0.0))
    if turning > rules.MOST_TURNING_DEG:
        smoother = max(50.0, 2.0 * float(item.get("smooth_km") or 0.0))
        yield finding(
            "contour_jagged",
            f"{name}: contours turn by {turning:.0f}° from piece to piece",
            # Sections show the data's own levels and points: nothing is smoothed there.
            severity=Severity.WARNING if smoothed else Severity.INFO,
            value=turning,
            limit=rules.MOST_TURNING_DEG,
            change={"layer": index, "smooth_km": smoother} if smoothed else {},
        )
    widths = facts.get("linewidths")
    if widths and not (rules.LINEWIDTHS[0] <= widths[0] and widths[1] <= rules.LINEWIDTHS[1]):
        yield finding(
            "line_weight",
            f"{name}: lines of {widths[0]:g} to {widths[1]:g} points",
            value=widths,
            limit=list(rules.LINEWIDTHS),
            change={"layer": index, "linewidth": 1.0},
        )


def _barbs(index: int, item: Facts, facts: Facts, name: str) -> Iterator[FigureFinding]:
    points, (low, high) = int(facts.get("points", 0)), rules.BARBS
    density = int(item.get("density", 600))
    if points > high:
        yield finding(
            "barb_count",
            f"{name}: {points} barbs crowd the map",
            value=points,
            limit=[low, high],
            change={"layer": index, "density": round(density * 600 / points)},
        )
    elif points < low and not facts.get("all_cells"):
        yield finding(
            "barb_count",
            f"{name}: only {points} barbs",
            value=points,
            limit=[low, high],
            change={"layer": index, "density": round(density * 600 / max(points, 100))},
        )
    spacing = facts.get("spacing_pt")
    if spacing is not None and spacing < rules.BARB_SPACING_PT:
        share = (float(spacing) / rules.BARB_SPACING_PT) ** 2
        yield finding(
            "barb_spacing",
            f"{name}: barbs stand {spacing:g} points apart",
            value=spacing,
            limit=rules.BARB_SPACING_PT,
            change={"layer": index, "density": max(low, floor(0.9 * density * share))},
        )


def _standing_out(index: int, item: Facts, facts: Facts, name: str) -> Iterator[FigureFinding]:
    """Whether a layer can be seen: uncovered, and apart from its background."""
    seen = float(facts.get("visible", 1.0))
    if float(facts.get("ink", 0.0)) > rules.LEAST_INK and seen < rules.LEAST_VISIBLE:
        yield finding(
            "layer_hidden",
            f"{name}: only {100 * seen:.0f} % of what was drawn is still visible",
            value=seen,
            limit=rules.LEAST_VISIBLE,
            change={"thin_others": index},
        )
    contrast = facts.get("contrast")
    if contrast is not None and contrast < rules.LEAST_CONTRAST:
        colour = "#111111" if float(facts.get("under", 1.0)) > 0.18 else "#ffffff"
        yield finding(
            "contrast",
            f"{name}: its colour hardly differs from what lies under it",
            value=contrast,
            limit=rules.LEAST_CONTRAST,
            change={"layer": index, "color": colour},
        )
