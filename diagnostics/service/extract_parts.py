"""What all extracts share: their files, what they say of themselves, and what they refuse."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from diagnostics.contracts.base import Contract
from diagnostics.contracts.evidence import ArtifactRef, FeaturesAnswer, Provenance
from diagnostics.contracts.extracts import Extract, Point
from diagnostics.contracts.space_time import Region
from diagnostics.errors import ArgumentError, InputDataError
from diagnostics.messages import Message, Param
from diagnostics.messages.catalogue import SOURCE
from diagnostics.ports import FieldSource
from diagnostics.service.checks import check_reads, doubts_of

if TYPE_CHECKING:
    from diagnostics.contracts.quantities import QuantityRef
    from diagnostics.data_checks import RecordingSource


@dataclass(frozen=True)
class ExtractedFile:
    """A file that belongs to an answer."""

    ref: ArtifactRef
    data: bytes


@dataclass(frozen=True)
class Extracted:
    """An answer, which names its files, and the files."""

    answer: Contract
    files: tuple[ExtractedFile, ...] = ()


def file_of(name: str, data: bytes, media_type: str) -> ExtractedFile:
    """Return bytes with their address by content."""
    digest = hashlib.sha256(data).hexdigest()
    ref = ArtifactRef(name=name, sha256=digest, media_type=media_type, size=len(data))
    return ExtractedFile(ref, data)


def features_file(answers: tuple[FeaturesAnswer, ...]) -> ExtractedFile:
    """Return detected features as a file of GeoJSON."""
    from diagnostics.extracts.geojson import MEDIA_TYPE, features_collection

    return file_of("maps/features.geojson", features_collection(answers), MEDIA_TYPE)


def facts_of(asked: QuantityRef, watched: RecordingSource, **parameters: Any) -> dict[str, Any]:
    """Return what every extract says: the quantity, where it is from, and the doubts.

    Raises
    ------
    InputDataError
        ``check_RULE`` where a check refuses a field that was read.
    """
    from diagnostics.quantities.registry import label_of, resolve

    found = resolve(asked)
    return {
        "quantity": asked.text,
        "title": label_of(found, SOURCE),
        "unit": found.quantity.unit,
        "provenance": provenance_of(asked.name, watched, **parameters),
        "doubts": doubts_of(check_reads(watched)),
    }


def provenance_of(tool: str, watched: RecordingSource, **parameters: Any) -> Provenance:
    """Return how an extract came to be."""
    return Provenance(
        tool=tool,
        tool_version="1",
        inputs=tuple(sorted(watched.fields)),
        domain=watched.region,
        parameters=parameters,
        choice=watched.inventory().choice,
    )


def with_file(answer: Extract, file: ExtractedFile) -> Extracted:
    """Return an answer that names its file."""
    return Extracted(answer.model_copy(update={"files": (file.ref,)}), (file,))


def with_level(quantity: str, level: float | None) -> str:
    """Return a quantity's written form at a level that was given beside it.

    Raises
    ------
    ArgumentError
        ``invalid_level`` where the written form has a level already.
    """
    if level is None:
        return quantity
    from diagnostics.quantities.written_references import asked_reference

    asked = asked_reference(quantity)
    if asked.level is not None:
        raise ArgumentError(
            Message(id="extracterror-two_levels", params={"name": quantity}), code="invalid_level"
        )
    return asked.at(level).text


def stem(asked: QuantityRef) -> str:
    """Return a quantity's name as part of a file's name."""
    level = "" if asked.level is None else f"_{asked.level:g}"
    return f"{asked.name}{level}"


def require_level(asked: QuantityRef, source: FieldSource) -> None:
    """Refuse a pressure level that the data do not have.

    Raises
    ------
    InputDataError
        ``missing_level``, with the levels that there are.
    """
    from diagnostics.quantities.registry import resolve
    from diagnostics.quantities.scene import LEVEL_TOLERANCE_HPA

    wanted = resolve(asked).pressure
    held = source.inventory().levels_hpa
    if wanted is None or any(abs(level - wanted) <= LEVEL_TOLERANCE_HPA for level in held):
        return
    params: dict[str, Param] = {
        "levels": f"{wanted:g}",
        "available": ", ".join(f"{level:g}" for level in held) or "-",
    }
    raise InputDataError(
        Message(id="error-missing_levels", params=params),
        code="missing_level",
        data={"level": wanted, "available": list(held)},
    )


def drawable(text: str) -> QuantityRef:
    """Read a reference to a quantity that has a value at each point of a map.

    Raises
    ------
    ArgumentError
        ``unknown_quantity``, also for a chart's own kinds of layers; as `resolve`.
    """
    from diagnostics.quantities.registry import resolve
    from diagnostics.quantities.written_references import asked_reference

    asked = asked_reference(text)
    quantity = resolve(asked).quantity
    if quantity.compute is None and quantity.vector is None:
        raise ArgumentError(
            Message(id="extracterror-no_field", params={"name": asked.name}),
            code="unknown_quantity",
        )
    return asked


def point_region(point: Point) -> Region:
    """Return the region without extent at a point."""
    return Region(
        west=point.longitude, east=point.longitude, south=point.latitude, north=point.latitude
    )


def optional_numbers(row: Any) -> tuple[float | None, ...]:
    """Return numbers to six digits, None where there is none."""
    import numpy as np

    return tuple(float(f"{item:.6g}") if np.isfinite(item) else None for item in row)
