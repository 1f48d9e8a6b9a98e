"""Building the answers of detectors."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from diagnostics.contracts.evidence import Feature
from diagnostics.contracts.space_time import wrap_longitude
from diagnostics.detection.features.lines import Line
from diagnostics.detection.features.objects import Blob
from diagnostics.messages import Message
from diagnostics.physics.wind import wind_direction
from diagnostics.quantities.reduce import DIRECTION

FEATURE_LIMIT = 12


@dataclass(frozen=True)
class Detection:
    """What a detector found.

    Attributes
    ----------
    passed : bool or None
        Whether the expected feature is there; None when it cannot be told.
    score : float
        0 to 1; 0.5 where the criterion is just met.
    features : tuple of Feature
        Strongest first.
    message : Message
        One sentence for the reader.
    """

    passed: bool | None
    score: float
    features: tuple[Feature, ...]
    message: Message


def graded(measure: float, threshold: float) -> float:
    """Map a measure onto 0..1 so that its threshold gives 0.5.

    ``r / (1 + r)`` with r = measure / threshold; both may be negative.
    """
    if threshold == 0:
        return 0.5 if measure >= 0 else 0.0
    ratio = max(0.0, measure / threshold)
    return round(ratio / (1.0 + ratio), 4)


def detection(
    passed: bool | None,
    features: Iterable[Feature],
    message: Message,
    *,
    best: float | None = None,
) -> Detection:
    """Return a detection whose score is that of its best feature, or `best`.

    A score at or above 0.5 belongs to a pass and below it to a miss.
    """
    listed = tuple(sorted(features, key=lambda item: -item.score))
    score = best if best is not None else max((item.score for item in listed), default=0.0)
    score = max(score, 0.5) if passed else min(score, 0.49)
    return Detection(passed, round(score, 4), listed[:FEATURE_LIMIT], message)


def feature(
    kind: str,
    latitude: float,
    longitude: float,
    *,
    value: float | None = None,
    unit: str = "",
    strength: float | None = None,
    area_km2: float | None = None,
    length_km: float | None = None,
    line: tuple[tuple[float, float], ...] = (),
    score: float = 0.5,
    extra: Mapping[str, Any] | None = None,
) -> Feature:
    """Return a feature: its value in full, its other numbers rounded to what the grid can tell."""

    def tidy(number: float | None, digits: int = 4) -> float | None:
        return None if number is None else round(float(number), digits)

    return Feature(
        kind=kind,
        latitude=round(float(latitude), 4),
        longitude=round(wrap_longitude(float(longitude)), 4),
        value=None if value is None else float(value),
        unit=unit,
        strength=tidy(strength),
        area_km2=tidy(area_km2, 0),
        length_km=tidy(length_km, 0),
        line=line,
        score=min(1.0, max(0.0, float(score))),
        extra=dict(extra or {}),
    )


def blowing(flow: tuple[float, float]) -> dict[str, float]:
    """Return where a wind blows from, for what a feature says beside its value.

    Parameters
    ----------
    flow : (float, float)
        Eastward and northward at the place of the value, in any one unit.

    Returns
    -------
    dict
        Degrees clockwise from true north, above 0 and up to 360; empty where it is calm.
    """
    degrees = round(float(wind_direction(*flow)), 1)
    return {DIRECTION: degrees} if degrees > 0.0 else {}


def line_feature(kind: str, line: Line, **details: Any) -> Feature:
    """Return a line as a feature, placed at the middle of its path."""
    middle = line.latitude.size // 2
    return feature(
        kind,
        line.latitude[middle],
        line.longitude[middle],
        length_km=line.length_km,
        line=line.points(),
        **details,
    )


def blob_feature(kind: str, blob: Blob, **details: Any) -> Feature:
    """Return an object as a feature, placed at its centroid unless told otherwise."""
    latitude = details.pop("latitude", blob.centroid[0])
    longitude = details.pop("longitude", blob.centroid[1])
    return feature(kind, latitude, longitude, area_km2=blob.area_km2, **details)
