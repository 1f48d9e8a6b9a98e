"""The layers of a map for a piece of evidence: what was computed or drawn, as files."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Any

from diagnostics.contracts.enums import Language
from diagnostics.contracts.evidence import EvidenceItem, FeaturesAnswer, FigureAnswer, IndexAnswer
from diagnostics.contracts.extracts import (
    ContoursAnswer,
    ContoursRequest,
    Projection,
    RasterAnswer,
    RasterRequest,
    VectorsAnswer,
    VectorsRequest,
)
from diagnostics.contracts.map_layers import EvidenceLayers, MapLayer, MapLayerKind
from diagnostics.contracts.quantities import QuantityRef
from diagnostics.contracts.space_time import Region, TimeWindow
from diagnostics.errors import DiagnosticsError
from diagnostics.service.data import OpenSource
from diagnostics.service.extract_parts import Extracted, ExtractedFile, features_file
from diagnostics.service.extracts import extract

if TYPE_CHECKING:
    from diagnostics.climatology import Climatologies

_LINES = ("contour", "line")
_ARROWS = ("barb", "quiver")
_MOST_LEVELS = 60


@dataclass(frozen=True)
class DrawnLayers:
    """The layers of one piece of evidence, and their files."""

    answer: EvidenceLayers
    files: tuple[ExtractedFile, ...] = ()


def evidence_layers(
    item: EvidenceItem,
    open_source: OpenSource,
    *,
    projection: Projection = Projection.WEB_MERCATOR,
    climatology: Climatologies | None = None,
) -> DrawnLayers:
    """Make the layers of a map of one piece of evidence.

    An index is a raster of its field at the time that decided; a chart is its own layers; what was
    detected lies above. A layer that cannot be made says why, and takes no other with it.

    Parameters
    ----------
    item : EvidenceItem
    open_source : callable
    projection : Projection
        Of rasters.
    climatology : Climatologies, optional

    Raises
    ------
    DiagnosticsError
        When the source or the machine failed.
    """
    time, region = _when(item), _where(item)
    files: list[ExtractedFile] = []
    layers: list[MapLayer] = []
    for wanted, levels in _asked(item, time, region, projection):
        try:
            made = extract(wanted, open_source, climatology=climatology)
        except DiagnosticsError as error:
            if error.ends_run:
                raise
            layers.append(_refused(wanted, error))
            continue
        layers.append(_layer(made, levels))
        files += made.files
    found = _features(item)
    if any(answer.features for answer in found):
        file = features_file(found)
        files.append(file)
        layers.append(
            MapLayer(
                kind=MapLayerKind.FEATURES,
                title=", ".join(dict.fromkeys(answer.detector for answer in found)),
                features=sum(len(answer.features) for answer in found),
                file=file.ref,
            )
        )
    answer = EvidenceLayers(
        evidence_id=item.id, factor=item.factor, time=time, region=region, layers=tuple(layers)
    )
    return DrawnLayers(answer, tuple(files))


def _asked(
    item: EvidenceItem, time: datetime | None, region: Region | None, projection: Projection
) -> Iterator[tuple[RasterRequest | ContoursRequest | VectorsRequest, tuple[float, ...]]]:
    """Say what each layer takes out of the data, from below, with its fixed classes."""
    if isinstance(item.index, IndexAnswer):
        quantity = QuantityRef(item.index.name, item.index.level, index=True).text
        shared = {"quantity": quantity, "time": time, "region": region}
        yield RasterRequest.model_validate({**shared, "projection": projection}), ()
        return
    specification = item.figure.specification if isinstance(item.figure, FigureAnswer) else {}
    if specification.get("kind") != "map":
        return
    layers: Any = specification["layers"]
    for layer in layers:
        levels = tuple(layer.get("levels") or ())[:_MOST_LEVELS]
        shared = {"quantity": layer["quantity"], "time": time, "region": region}
        if layer["kind"] == "shading":
            yield RasterRequest.model_validate({**shared, "projection": projection}), levels
        elif layer["kind"] in _LINES:
            step = None if levels else layer.get("interval")
            lines = {**shared, "levels": levels, "interval": step}
            yield ContoursRequest.model_validate(lines), levels
        elif layer["kind"] in _ARROWS:
            yield VectorsRequest.model_validate(shared), ()


def _layer(made: Extracted, levels: tuple[float, ...]) -> MapLayer:
    answer = made.answer
    kinds = {
        RasterAnswer: MapLayerKind.RASTER,
        ContoursAnswer: MapLayerKind.CONTOURS,
        VectorsAnswer: MapLayerKind.VECTORS,
    }
    assert isinstance(answer, RasterAnswer | ContoursAnswer | VectorsAnswer)
    kind = kinds[type(answer)]
    return MapLayer.model_validate(
        {
            "kind": kind,
            "title": answer.title,
            "title_zh": title_of(answer.quantity, Language.ZH),
            "quantity": answer.quantity,
            "unit": answer.unit,
            "levels": levels,
            kind.value: answer,
            "file": answer.files[0],
        }
    )


def title_of(quantity: str, language: Language) -> str:
    """Return the name of a quantity in a language."""
    from diagnostics.quantities.registry import label_of, resolve
    from diagnostics.quantities.written_references import asked_reference

    return label_of(resolve(asked_reference(quantity)), language.value)


def _refused(
    wanted: RasterRequest | ContoursRequest | VectorsRequest, error: DiagnosticsError
) -> MapLayer:
    kinds = {
        RasterRequest: MapLayerKind.RASTER,
        ContoursRequest: MapLayerKind.CONTOURS,
        VectorsRequest: MapLayerKind.VECTORS,
    }
    return MapLayer(
        kind=kinds[type(wanted)],
        title=wanted.quantity,
        quantity=wanted.quantity,
        code=error.code,
        reason=error.message,
    )


def _features(item: EvidenceItem) -> tuple[FeaturesAnswer, ...]:
    if item.detection is not None:
        return (item.detection,)
    return item.figure.features if item.figure is not None else ()


def _when(item: EvidenceItem) -> datetime | None:
    """Return the time that decided, or the last of what was computed."""
    judged = item.judgement
    answer = item.index or item.figure or item.detection
    time = None if answer is None else answer.time
    if item.figure is not None and isinstance(time, datetime):
        return time  # a chart shows its own time
    if judged is not None and judged.decisive_time is not None:
        return judged.decisive_time
    return time.end if isinstance(time, TimeWindow) else time


def _where(item: EvidenceItem) -> Region | None:
    answer = item.index or item.figure
    if answer is None:
        return None
    return answer.provenance.domain or answer.region
