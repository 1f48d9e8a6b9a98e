"""What a map shows of a piece of evidence: fields, lines, arrows and features as files."""

from __future__ import annotations

from enum import StrEnum

from pydantic import Field

from diagnostics.contracts.base import Contract, Instant
from diagnostics.contracts.evidence import ArtifactRef
from diagnostics.contracts.extracts import ContoursAnswer, RasterAnswer, VectorsAnswer
from diagnostics.contracts.space_time import Region


class MapLayerKind(StrEnum):
    """How a layer is drawn."""

    RASTER = "raster"
    CONTOURS = "contours"
    VECTORS = "vectors"
    FEATURES = "features"


class MapLayer(Contract):
    """One layer, from below; the answer of its kind is there, or the reason why there is none."""

    kind: MapLayerKind
    title: str = Field(description="in the reader's language")
    title_zh: str = ""
    quantity: str = ""
    unit: str = ""
    raster: RasterAnswer | None = None
    contours: ContoursAnswer | None = None
    vectors: VectorsAnswer | None = None
    levels: tuple[float, ...] = Field(
        default=(), description="limits of the chart's classes, where it has fixed ones"
    )
    features: int = Field(default=0, description="detected features in the file")
    file: ArtifactRef | None = None
    code: str = Field(default="", description="why there is no file, for programs")
    reason: str = ""


class EvidenceLayers(Contract):
    """What a map shows of one piece of evidence, at the time that decided."""

    evidence_id: str
    factor: str
    time: Instant | None
    region: Region | None = Field(description="that the layers cover; None: the whole grid")
    layers: tuple[MapLayer, ...] = Field(
        default=(), description="none of a chart that is no map and found no features"
    )
