"""Answer a computation of the platform: one request to the data of one source."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from pydantic import JsonValue

from diagnostics.contracts.computations import ComputationRequest, ContourParameters, Operation
from diagnostics.contracts.space_time import Region, TimeWindow
from diagnostics.errors import ArgumentError
from diagnostics.grid.regions import outlined
from diagnostics.messages import Message
from diagnostics.service.changed_data import report_changes_on_opening
from diagnostics.service.chart_styles import ChartStyleRequest
from diagnostics.service.contours import ContoursRequest, draw_contours
from diagnostics.service.data import DataSelection, OpenSource, whole_region
from diagnostics.service.fields import compute_kept_field
from diagnostics.service.parsing import parse_index_level, parse_level, parse_region
from diagnostics.service.requests import FeaturesRequest, FigureRequest, IndexRequest
from diagnostics.service.series import answer_series
from diagnostics.service.soundings import take_sounding
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
    """The JSON document of an answer, and the PNG of a chart or the NetCDF file of a field."""

    document: dict[str, JsonValue]
    picture: bytes | None = None
    field: bytes | None = None


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
        As the functions of `diagnostics.service.tools`; ``source_vanished`` or ``source_changed``
        in place of any fault that data met which changed meanwhile.
    """
    with report_changes_on_opening(data.open) as open_source:
        region = wanted.region or parse_region(wanted.place, lambda: whole_region(open_source()))
        return _computed(wanted, region, open_source, climatology, boundaries)


def _computed(
    wanted: ComputationRequest,
    region: Region | None,
    open_source: OpenSource,
    climatology: Climatologies | None,
    boundaries: str | None,
) -> Computed:
    match wanted.op:
        case Operation.INDEX:
            index = answer_index(_index(wanted, region), open_source, baseline=climatology)
            return Computed(index.model_dump(mode="json"))
        case Operation.FEATURES:
            features = answer_features(_features(wanted, region), open_source)
            return Computed(features_document(wanted.name, features))
        case Operation.FIGURE:
            drawn = draw_figure(
                _figure(wanted, region, boundaries), open_source, climatology=climatology
            )
            return Computed(drawn.answer.model_dump(mode="json"), drawn.picture)
        case Operation.FIELD:
            kept = compute_kept_field(_index(wanted, region), open_source, climatology=climatology)
            return Computed(kept.answer.model_dump(mode="json"), field=kept.file)
        case Operation.CONTOURS:
            contours = draw_contours(
                _contours(wanted, region), open_source, climatology=climatology
            )
            return Computed(contours.model_dump(mode="json"))
        case Operation.SERIES:
            area = region if wanted.outline is None else outlined(wanted.outline)
            series = answer_series(_index(wanted, None), area, open_source, climatology=climatology)
            return Computed(series.model_dump(mode="json"))
        case Operation.SOUNDING:
            assert region is not None, "the contract refuses what names no point"
            column = take_sounding(open_source, time=_instant(wanted), region=region)
            return Computed(column.model_dump(mode="json"))


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
    look = ChartStyleRequest.of(
        {**wanted.params, **({"boundaries": boundaries} if boundaries else {})}
    )
    return FigureRequest(
        wanted.spec if wanted.spec is not None else _named(wanted),
        time=_instant(wanted),
        region=region,
        level=parse_level(_text(wanted.level)),
        look=look.look("png"),
    )


def _contours(wanted: ComputationRequest, region: Region | None) -> ContoursRequest:
    return ContoursRequest(
        _named(wanted),
        time=_instant(wanted),
        region=region,
        level=parse_index_level(_text(wanted.level)),
        parameters=ContourParameters.model_validate(wanted.params),
    )


def _instant(wanted: ComputationRequest) -> datetime | None:
    if isinstance(wanted.time, TimeWindow):
        raise ArgumentError(
            Message(id="error-one_time", params={"op": f"{wanted.op}"}),
            code="invalid_time",
        )
    return wanted.time


def _text(level: float | str | None) -> str | None:
    return None if level is None else str(level)
