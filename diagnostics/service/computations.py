"""Answer a computation of the platform: one index, features or chart on a registered source."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from pydantic import JsonValue

from diagnostics.contracts.computations import ComputationRequest, Operation
from diagnostics.contracts.space_time import Region, TimeWindow
from diagnostics.errors import ArgumentError
from diagnostics.service.data import DataSelection
from diagnostics.service.looks import LookWords
from diagnostics.service.parsing import parse_index_level, parse_level, parse_region
from diagnostics.service.requests import FeaturesRequest, FigureRequest, IndexRequest
from diagnostics.service.tools import (
    answer_features,
    answer_index,
    draw_figure,
    features_document,
)

if TYPE_CHECKING:
    from diagnostics.climatology import Climatologies


@dataclass(frozen=True)
class Computed:
    """The JSON document of an answer, and the PNG of a chart."""

    document: dict[str, JsonValue]
    picture: bytes | None = None


def compute(
    wanted: ComputationRequest,
    data: DataSelection,
    *,
    climatology: Climatologies | None = None,
    boundaries: str | None = None,
) -> Computed:
    """Compute what was asked, as the command of the same name does.

    Parameters
    ----------
    wanted : ComputationRequest
    data : DataSelection
        The files of the source.
    climatology : Climatologies, optional
    boundaries : str, optional
        File of the boundaries to draw; Natural Earth's without one.

    Raises
    ------
    DiagnosticsError
        As the functions of `diagnostics.service.tools`.
    """
    region = wanted.region or parse_region(wanted.place)
    match wanted.op:
        case Operation.INDEX:
            index = answer_index(_index(wanted, region), data.open, baseline=climatology)
            return Computed(index.model_dump(mode="json"))
        case Operation.FEATURES:
            features = answer_features(_features(wanted, region), data.open)
            return Computed(features_document(wanted.name, features))
        case Operation.FIGURE:
            drawn = draw_figure(
                _figure(wanted, region, boundaries), data.open, climatology=climatology
            )
            return Computed(drawn.answer.model_dump(mode="json"), drawn.picture)


def _named(wanted: ComputationRequest) -> str:
    assert wanted.name is not None, "the contract refuses what has no name"
    return wanted.name


def _index(wanted: ComputationRequest, region: Region | None) -> IndexRequest:
    return IndexRequest(
        _named(wanted),
        time=wanted.time,
        region=region,
        level=parse_index_level(_text(wanted.level)),
        mode=wanted.mode,
        params=wanted.params,
        second_opinion=wanted.second_opinion,
    )


def _features(wanted: ComputationRequest, region: Region | None) -> FeaturesRequest:
    return FeaturesRequest(
        wanted.name,
        time=_instant(wanted),
        region=region,
        level=parse_level(_text(wanted.level)),
        params=wanted.params,
    )


def _figure(
    wanted: ComputationRequest, region: Region | None, boundaries: str | None
) -> FigureRequest:
    look = LookWords.of({**wanted.params, **({"boundaries": boundaries} if boundaries else {})})
    return FigureRequest(
        wanted.spec if wanted.spec is not None else _named(wanted),
        time=_instant(wanted),
        region=region,
        level=parse_level(_text(wanted.level)),
        look=look.look("png"),
    )


def _instant(wanted: ComputationRequest) -> datetime | None:
    if isinstance(wanted.time, TimeWindow):
        raise ArgumentError(
            f"op {wanted.op} looks at one time: give an instant, not a period",
            code="invalid_time",
        )
    return wanted.time


def _text(level: float | str | None) -> str | None:
    return None if level is None else str(level)
