"""Read what a detector needs and run it at one time."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from pydantic import JsonValue

from diagnostics.contracts.evidence import FeaturesAnswer
from diagnostics.contracts.space_time import Region
from diagnostics.detection.features.registry import get_detector, run_detector
from diagnostics.ports import FieldSource
from diagnostics.quantities.scene_context import ALONE, SceneContext
from diagnostics.quantities.scene_loading import load_scene


def detect_features(
    name: str,
    source: FieldSource,
    *,
    time: datetime,
    region: Region,
    params: Mapping[str, JsonValue] | None = None,
    scene_context: SceneContext = ALONE,
) -> FeaturesAnswer:
    """Read what a detector needs and run it at one time.

    Parameters
    ----------
    name : str
        A detector's id.
    source : FieldSource
    time : datetime
    region : Region
    params : mapping, optional
    scene_context : SceneContext, optional

    Raises
    ------
    ArgumentError, InputDataError
    """
    detector = get_detector(name)
    chosen = dict(params or {})
    scene = load_scene(
        source,
        (*detector.quantities(chosen), *detector.helpful(chosen)),
        region=region,
        time=time,
        domain=detector.domain(region, chosen),
        every_time=detector.every_time,
        hours_before=detector.hours_before,
        scene_context=scene_context,
    )
    answer = run_detector(name, scene, chosen)
    provenance = answer.provenance.model_copy(update={"input_digest": source.digest()})
    return answer.model_copy(update={"provenance": provenance})
