"""A quantity has one unit for readers, wherever it stands."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable
from typing import Any

import pytest

from diagnostics.catalog import get_catalog
from diagnostics.messages.numbers import plain_unit
from diagnostics.messages.reader_units import reader_unit
from diagnostics.quantities.registry import QUANTITIES
from diagnostics.reporting.builder import build_report
from diagnostics.units import parse_unit

OF_ONE_DIMENSION = (
    {"km", "m", "mm", "gpm", "dagpm"},  # distances, heights above ground, water, pressure surfaces
    {"m s⁻¹", "km/h", "cm s⁻¹", "mm h⁻¹"},  # winds, what systems move with, ascent, rain
    {"°C", "℃", "K"},  # temperatures; their differences and potential ones
    {"K/100 km", "K km⁻¹"},  # along the ground, and with height
    {"K/h", "K day⁻¹"},  # advection; heating from the budget
    {"hPa/3 h", "hPa h⁻¹", "Pa s⁻¹"},  # tendencies of stations and of a centre; ascent
    {"s⁻¹", "10⁻⁵ s⁻¹", "day⁻¹"},  # buoyancy, vorticity, growth of waves
    {"%", "g kg⁻¹", "kg kg⁻¹"},  # shares, humidity, condensate
    {"J kg⁻¹", "m² s⁻²"},  # energy, helicity
)
"""Units of one dimension that stand for different quantities."""


NO_UNIT = {"1", "sigma", "σ", "deg_E", "deg_N"}


def two_units(units: Iterable[str], language: str) -> list[set[str]]:
    """Units of one dimension that readers see and no difference of quantities explains."""
    by_dimension: dict[Any, set[str]] = defaultdict(set)
    for unit in units:
        text = reader_unit(unit, language).name
        plain = re.sub(r"(?<=\d) (?=km|h)", "", plain_unit(text).replace("℃", "degC"))
        by_dimension[parse_unit(plain).dimension].add(text)
    return [
        texts
        for texts in by_dimension.values()
        if len(texts) > 1 and not any(texts <= known for known in OF_ONE_DIMENSION)
    ]


@pytest.mark.parametrize("language", ["en", "zh"])
def test_no_quantity_of_a_report_has_two_units(in_language: Any, language: str) -> None:
    """Neither in its text, tables and facts nor in the layers and features of its charts."""
    report = build_report(in_language(language))
    units = {
        claim.unit
        for claim in report.claims
        if claim.kind == "number" and claim.unit not in ("fraction", "°", None)
    }
    for item in (*report.measured, *report.evidence):
        if item.figure is not None:
            layers = item.figure.layers.values()
            units |= {str(layer["unit"]) for layer in layers if layer.get("unit")}
            units |= {
                one.unit for found in item.figure.features for one in found.features if one.unit
            }
    assert len(units) > 10
    assert two_units(filter(None, units), language) == []


@pytest.mark.parametrize("language", ["en", "zh"])
def test_no_quantity_of_the_catalogue_has_two_units(language: str) -> None:
    named = [spec.unit for spec in get_catalog().specs() if spec.unit]
    units = {*named, *(quantity.unit for quantity in QUANTITIES.values())} - NO_UNIT
    assert two_units(units, language) == []


def test_levels_of_charts_are_in_the_unit_of_the_text() -> None:
    advection, height = reader_unit("10⁻⁵ K s⁻¹", "zh"), reader_unit("gpm", "zh")
    assert (advection.level(-25.0), advection.name) == ("−0.9", "K/h")
    assert (height.level(5880.0), height.number(5884.0, 0)) == ("588", "588.4")
    assert reader_unit("gpm", "en").level(5880.0) == "5880"
