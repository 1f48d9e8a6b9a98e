"""Drawing a vertical cross section."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray
from pydantic import JsonValue

from diagnostics.contracts.enums import Language
from diagnostics.detection.features import level_quantities
from diagnostics.detection.features.quantities import QUANTITIES
from diagnostics.detection.features.scene import Scene
from diagnostics.detection.features.sections import CrossSection, cross_section
from diagnostics.errors import ArgumentError
from diagnostics.figures import style
from diagnostics.figures.canvas import Sheet, colour_bar, new_sheet
from diagnostics.figures.graticule import latitude_text, longitude_text
from diagnostics.figures.layers import class_shares
from diagnostics.figures.levels import contour_levels, shading_levels
from diagnostics.figures.spec import ChartSpec, Layer
from diagnostics.grid.sections import sample_bilinear

Array = NDArray[np.float64]
ASPECT = 1.75
TICKS_HPA = (1000, 925, 850, 700, 600, 500, 400, 300, 250, 200)
BARB_COLUMNS = 26


def draw_section(spec: ChartSpec, scene: Scene, language: Language) -> Sheet:
    """Draw everything between header and footer of a cross section."""
    plane = cross_section(scene)
    shaded = [layer for layer in spec.layers if layer.kind == "shading"]
    sheet = new_sheet(ASPECT, colour_bars=len(shaded), extra_footer_in=0.42)
    distance, pressure = np.meshgrid(plane.distance, plane.pressure)
    for layer in (*shaded, *(item for item in spec.layers if item.kind != "shading")):
        if layer.kind == "barb":
            _barbs(sheet, layer, plane, language)
            continue
        field = section_field(scene, plane, layer.quantity)
        facts = _facts(layer, field, language)
        if layer.kind == "shading":
            _shade(sheet, layer, distance, pressure, field, facts)
        else:
            _contour(sheet, layer, distance, pressure, field, facts)
    _ground(sheet, plane)
    _axes(sheet, plane, language)
    return sheet


def section_field(scene: Scene, plane: CrossSection, name: str) -> Array:
    """Return a named field on the plane, shape (level, n), in its unit.

    Raises
    ------
    ArgumentError
        With code ``unknown_quantity``.
    """
    if name == "potential_temperature":
        return plane.potential_temperature()
    if name == "equivalent_potential_temperature":
        return plane.equivalent_potential_temperature()
    if name == "relative_humidity":
        return plane.relative_humidity()
    if name == "omega":
        return plane.field("w")
    if name == "frontogenesis":
        levels = [level_quantities.frontogenesis(scene, level) for level in plane.pressure]
        smooth = scene.grid.smooth(np.stack(levels), max(scene.grid.spacing_km))
        points = plane.points
        sampled = sample_bilinear(smooth, scene.grid, points.latitude, points.longitude)
        return np.where(np.isfinite(plane.fields["t"]), sampled, np.nan)
    raise ArgumentError(f"a cross section cannot show {name!r}", code="unknown_quantity")


def _facts(layer: Layer, field: Array, language: Language) -> dict[str, JsonValue]:
    quantity = QUANTITIES[layer.quantity]
    finite = field[np.isfinite(field)]
    chinese = language is Language.ZH
    return {
        "kind": layer.kind,
        "quantity": layer.quantity,
        "label": quantity.label_zh if chinese else quantity.label_en,
        "unit": quantity.unit,
        "valid_range": [*quantity.valid_range],
        "minimum": round(float(finite.min()), 4) if finite.size else None,
        "maximum": round(float(finite.max()), 4) if finite.size else None,
    }


def _shade(
    sheet: Sheet, layer: Layer, x: Array, y: Array, field: Array, facts: dict[str, JsonValue]
) -> None:
    levels = shading_levels(layer, field)
    colormap, norm = style.colour_classes(layer, levels)
    filled = sheet.axes.contourf(
        x,
        y,
        np.ma.masked_invalid(field),
        levels=levels,
        cmap=colormap,
        norm=norm,
        extend=layer.extend,
        antialiased=False,
    )
    colour_bar(sheet, filled, levels, str(facts["unit"]), layer.extend)
    facts["levels"] = list(levels)
    facts.update(class_shares(layer, levels, field))
    sheet.add(f"shading {layer.quantity}", [filled], facts)


def _contour(
    sheet: Sheet, layer: Layer, x: Array, y: Array, field: Array, facts: dict[str, JsonValue]
) -> None:
    levels, interval = contour_levels(layer, field)
    facts.update(levels=list(levels), interval=interval, contours=len(levels))
    artists: list[Any] = []
    if levels:
        lines = sheet.axes.contour(
            x,
            y,
            np.ma.masked_invalid(field),
            levels=levels,
            colors=layer.color,
            linewidths=layer.linewidth,
            linestyles=layer.linestyle,
        )
        every = levels if len(levels) <= 12 else levels[::2]
        texts = sheet.axes.clabel(
            lines,
            levels=every,
            fontsize=8.5,
            inline=True,
            fmt=lambda value: f"{value:g}".replace("-", "−"),
        )
        for text in texts or ():
            text.set_fontproperties(style.font(8.5))
        artists = [lines, *(texts or ())]
    sheet.add(f"contour {layer.quantity}", artists, facts)


def _barbs(sheet: Sheet, layer: Layer, plane: CrossSection, language: Language) -> None:
    east, north = plane.fields["u"], plane.fields["v"]
    columns = np.unique(np.linspace(2, plane.distance.size - 3, BARB_COLUMNS).round().astype(int))
    rows = [k for k, level in enumerate(plane.pressure) if level >= 200]
    j, i = (part.ravel() for part in np.meshgrid(rows, columns, indexing="ij"))
    u, v = east[j, i], north[j, i]
    good = np.isfinite(u) & np.isfinite(v)
    latitude = plane.points.latitude[i]
    drawn = sheet.axes.barbs(
        plane.distance[i][good],
        plane.pressure[j][good],
        u[good],
        v[good],
        length=5.2,
        linewidth=0.6,
        barb_increments={"half": 2, "full": 4, "flag": 20},
        flip_barb=latitude[good] < 0,
        barbcolor=layer.color,
    )
    facts = _facts(layer, np.hypot(east, north), language)
    facts.update(barbs=int(good.sum()), points=int(good.sum()), all_cells=True)
    sheet.add(f"barb {layer.quantity}", [drawn], facts)


def _ground(sheet: Sheet, plane: CrossSection) -> None:
    bottom = max(1050.0, float(plane.pressure[-1]) + 15.0)
    drawn = sheet.axes.fill_between(
        plane.distance, plane.ground, bottom, color="#9a8f80", linewidth=0
    )
    event = sheet.axes.axvline(0.0, color=style.REGION, linewidth=1.4, linestyle=(0, (5, 3)))
    sheet.add("ground", [drawn, event], {"kind": "base"})


def _axes(sheet: Sheet, plane: CrossSection, language: Language) -> None:
    axes = sheet.axes
    axes.set_yscale("log")
    axes.set_ylim(float(plane.pressure[-1]) + 12.0, float(plane.pressure[0]))
    axes.set_xlim(float(plane.distance[0]), float(plane.distance[-1]))
    shown = [value for value in TICKS_HPA if plane.pressure[0] <= value <= plane.pressure[-1] + 12]
    axes.set_yticks(shown, [f"{value}" for value in shown])
    axes.set_yticks([], minor=True)
    places = np.linspace(0, plane.distance.size - 1, 7).round().astype(int)
    labels = [
        f"{plane.distance[k]:+.0f} km\n{latitude_text(round(float(plane.points.latitude[k]), 1))} "
        f"{longitude_text(round(float(plane.points.longitude[k]), 1))}".replace("-", "−")
        for k in places
    ]
    axes.set_xticks(plane.distance[places], labels)
    axes.get_xticklabels()[0].set_horizontalalignment("left")
    axes.get_xticklabels()[-1].set_horizontalalignment("right")
    for text in (*axes.get_xticklabels(), *axes.get_yticklabels()):
        text.set_fontproperties(style.font(9))
        sheet.texts.append(text)
    axes.set_ylabel("hPa", fontproperties=style.font(9.5), labelpad=1)
    axes.grid(visible=True, color=style.GRATICULE, linewidth=0.4, alpha=0.4)
    axes.tick_params(length=3, width=0.6, pad=2.5)
