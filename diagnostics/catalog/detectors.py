"""The feature detectors as the catalogue lists them."""

from __future__ import annotations

from functools import partial

from diagnostics.contracts.enums import ToolKind
from diagnostics.contracts.tools import InputSpec, ToolSpec
from diagnostics.detection.features import DETECTORS, Detector, detect_features
from diagnostics.detection.features.registry import Given
from diagnostics.messages import render
from diagnostics.quantities.needs import input_specs
from diagnostics.quantities.tool import Tool


def _inputs(detector: Detector) -> tuple[InputSpec, ...]:
    """Inputs with default parameters; a detector of any quantity names none."""
    known = {spec.name: spec.default for spec in detector.parameters}
    if Given("field") in detector.needs and not known.get("field"):
        return ()
    needed = input_specs(detector.quantities({}))
    names = {spec.name for spec in needed}
    helpful = input_specs(detector.helpful({}))
    return needed + tuple(
        spec.model_copy(update={"optional": True}) for spec in helpful if spec.name not in names
    )


def _tool(detector: Detector) -> Tool:
    first = (detector.function.__doc__ or "").strip()
    summary, _, rest = first.partition("\n\n")
    spec = ToolSpec(
        name=detector.name,
        kind=ToolKind.DETECTOR,
        title_en=render(detector.title, "en"),
        title_zh=render(detector.title, "zh"),
        summary=" ".join(summary.split()),
        formula=" ".join(rest.split()),
        inputs=_inputs(detector),
        parameters=detector.parameters,
        domain="region grown by "
        + ", ".join(f"{part:g}" for part in detector.margin_deg)
        + " degrees west, south, east, north"
        + (f", and {detector.room_km:g} km more" if detector.room_km else ""),
        references=detector.references,
    )
    return Tool(spec, partial(detect_features, detector.name))


TOOLS: tuple[Tool, ...] = tuple(_tool(detector) for detector in DETECTORS.values())
