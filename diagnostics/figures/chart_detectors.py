"""Detectors run on a source: one by name, or those that judge a chart."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime

from pydantic import JsonValue

from diagnostics.contracts.choice import DataChoice
from diagnostics.contracts.enums import IndexStatus, Language
from diagnostics.contracts.evidence import FeaturesAnswer, Provenance, QuestionAnswer
from diagnostics.contracts.guidelines import DetectorExpectation
from diagnostics.contracts.space_time import Region
from diagnostics.detection.features.loading import detect_features as search
from diagnostics.detection.features.registry import MISSING_CODES, get_detector
from diagnostics.errors import ArgumentError, InputDataError
from diagnostics.figures.chart_inputs import load_chart_inputs
from diagnostics.figures.library import get_chart
from diagnostics.figures.questions import answer_questions
from diagnostics.figures.render import chart_at, chart_detectors
from diagnostics.messages import Message, render
from diagnostics.messages.catalogue import SOURCE
from diagnostics.ports import FieldSource
from diagnostics.quantities.scene_context import ALONE, SceneContext


def detect_features(
    name: str,
    source: FieldSource,
    *,
    time: datetime,
    region: Region | None = None,
    level: float | None = None,
    params: Mapping[str, JsonValue] | None = None,
    scene_context: SceneContext = ALONE,
) -> FeaturesAnswer:
    """Search one time of a source for a feature.

    Parameters
    ----------
    name : str
        A detector's id.
    source : FieldSource
    time : datetime
        Valid time, with a zone.
    region : Region, optional
        The event region; the whole grid by default.
    level : float, optional
        Pressure level in hPa, for detectors that take one.
    params : mapping, optional
        Parameters that differ from the defaults.
    scene_context : SceneContext, optional
        Climatologies and operators, for fields that need them.

    Returns
    -------
    FeaturesAnswer
        `passed` is None where the data lack what is needed.

    Raises
    ------
    ArgumentError
        For an unknown detector or parameter, and for a level where the detector takes none.
    """
    detector = get_detector(name)
    chosen = dict(params or {})
    if level is not None:
        if "level" not in {spec.name for spec in detector.parameters}:
            raise ArgumentError(
                Message(id="figureerror-fixed_levels", params={"name": name}),
                code="invalid_level",
            )
        chosen["level"] = level
    open_field = any(item.name == "field" and item.default is None for item in detector.parameters)
    if open_field and "field" not in chosen:
        lack = Message(id="lack-field_parameter", params={"name": name})
        return _undecided(name, time, lack, source.inventory().choice)
    box = region or _whole(source)
    try:
        return search(
            name, source, time=time, region=box, params=chosen, scene_context=scene_context
        )
    except InputDataError as error:
        if error.code not in MISSING_CODES or error.code == "missing_time":
            raise
        return _undecided(name, time, error.text, source.inventory().choice)


def _undecided(
    name: str, time: datetime, wording: Message, choice: DataChoice | None
) -> FeaturesAnswer:
    return FeaturesAnswer(
        detector=name,
        passed=None,
        time=time,
        status=IndexStatus.MISSING_INPUT,
        message=render(wording, SOURCE),
        wording=wording,
        provenance=Provenance(tool=name, tool_version="1", mode="diagnose", choice=choice),
    )


def detect_figure(
    name: str,
    source: FieldSource,
    *,
    time: datetime,
    region: Region,
    level: float | None = None,
    detectors: Sequence[DetectorExpectation | str] | None = None,
    scene_context: SceneContext = ALONE,
) -> tuple[FeaturesAnswer, ...]:
    """Run the detectors that judge a chart at one time, without drawing it.

    Parameters
    ----------
    name : str
        A chart's id.
    source, time, region
        As for :func:`detect_features`.
    level : float, optional
        Judge the chart at this level (hPa) instead of its own.
    detectors : sequence, optional
        The chart's own by default.
    scene_context : SceneContext, optional
        Climatologies and operators.

    Returns
    -------
    tuple of FeaturesAnswer
        In the order of the detectors.
    """
    return tuple(
        detect_features(
            item.detector,
            source,
            time=time,
            region=region,
            params=item.params,
            scene_context=scene_context,
        )
        for item in chart_detectors(chart_at(name, level), detectors)
    )


def read_figure(
    name: str,
    source: FieldSource,
    *,
    time: datetime,
    region: Region,
    language: Language = Language.EN,
    scene_context: SceneContext = ALONE,
) -> tuple[QuestionAnswer, ...]:
    """Answer a chart's yes/no questions at one time, without drawing it.

    Parameters
    ----------
    name : str
        A chart's id.
    source, time, region
        As for :func:`detect_features`.
    language : Language
        Of the questions and of what was measured.
    scene_context : SceneContext, optional
        Climatology and operators, for the charts that draw their fields.

    Returns
    -------
    tuple of QuestionAnswer
        In the order of the questions; None where the data cannot tell.
    """
    spec = get_chart(name)
    material = load_chart_inputs(
        spec, source, time, region, chart_detectors(spec, None), scene_context
    )
    return answer_questions(spec, material.judged, language, shown=material.scene)


def _whole(source: FieldSource) -> Region:
    grid = source.inventory().grid
    if grid is None:
        raise InputDataError(Message(id="error-no_grid"), code="no_grid")
    return grid.region
