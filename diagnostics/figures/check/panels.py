"""The rules on a canvas of several maps: each map by itself, and what they share."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from diagnostics.contracts.enums import Severity
from diagnostics.contracts.evidence import FigureFinding
from diagnostics.figures.check.rules import finding

Facts = Mapping[str, Any]
BY_SIZE = frozenset({"barb_count"})
"""How many barbs a map has follows from its size; how far they stand apart is judged."""
IN_EVERY_MAP = frozenset({"contour_count", "contours_none", "shading_blank", "shading_saturated"})
"""With the same classes in all maps these are a fault only where every map has it."""


def times_of(specification: Facts) -> tuple[str, ...]:
    """Return the times of small multiples; empty for a single map or diagram."""
    view = specification.get("map")
    return tuple(view.get("panels", ())) if isinstance(view, Mapping) else ()


def panels_of(layers: Mapping[str, Facts], count: int) -> list[dict[str, Facts]]:
    """Sort the layers of a canvas by map, under the names that they have on a single one.

    The colour bar of the first map is that of all.
    """
    panels: list[dict[str, Facts]] = [{} for _ in range(count)]
    for name, facts in layers.items():
        plain, _, number = name.rpartition(" (")
        if plain and number.removesuffix(")").isdigit():
            bar = {"bar": layers[plain]["bar"]} if "bar" in layers.get(plain, {}) else {}
            panels[int(number.removesuffix(")")) - 1][plain] = {**facts, **bar}
        else:
            panels[0][name] = facts
    return panels


def panel_findings(
    drawn: Sequence[Sequence[FigureFinding]], times: Sequence[str]
) -> Iterator[FigureFinding]:
    """Give the findings of all maps, each fault once, with the time at which it was met first.

    Parameters
    ----------
    drawn : sequence of sequence of FigureFinding
        Map by map.
    times : sequence of str
        Of the maps.
    """
    everywhere = set.intersection(*({item.rule for item in part} for part in drawn))
    met: set[tuple[str, str]] = set()
    for part, time in zip(drawn, times, strict=True):
        for item in part:
            fault = (item.rule, repr(sorted(item.change.items())))
            unique = item.rule not in IN_EVERY_MAP or item.rule in everywhere
            if fault in met or item.rule in BY_SIZE or not unique:
                continue
            met.add(fault)
            yield item.model_copy(update={"message": f"{time}: {item.message}"})


def shared_findings(panels: Sequence[Mapping[str, Facts]]) -> Iterator[FigureFinding]:
    """Ask that every map is shaded in the classes of the one colour bar."""
    for name, facts in panels[0].items():
        levels = facts.get("levels")
        if facts.get("kind") != "shading":
            continue
        others = [panel[name].get("levels") for panel in panels[1:] if name in panel]
        if any(other != levels for other in others):
            yield finding(
                "colour_bar",
                f"{facts.get('label') or name}: not every map has the classes of the colour bar",
                severity=Severity.ERROR,
                value=next(other for other in others if other != levels),
                limit=levels,
            )
