"""REST: the criteria of events, as the library has them and as a centre may say them otherwise."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from drf_spectacular.utils import extend_schema
from hvrmet.accounts.roles import Verb
from hvrmet.accounts.views import TenantView, in_tenant_scope
from hvrmet.core.http.openapi import TENANT_PARAMETER, answers, query_parameters
from hvrmet.core.http.schemas import parse_query
from pydantic import BaseModel, Field
from rest_framework.request import Request
from rest_framework.response import Response

from diagnostics.contracts.request import PRESETS
from diagnostics.guidelines import preset_document, preset_documents, preset_numbers
from diagnostics.guidelines.exchange import field_value
from knowledge.library_api import Change, changes_of
from knowledge.models import AdjustedKind
from knowledge.overlay_api import OverlayQuery
from knowledge.selectors import overlay_stand, preset_of, presets_in_force


class PresetNumberInfo(BaseModel):
    """A number that can be set."""

    path: str = Field(description="As adjustments name it: `criteria.gale.sustained.0.value`")
    value: float
    unit: str
    least: float
    greatest: float
    whole: bool
    label: str = Field(
        description="S: a standard, checked; K: agency practice, not checked; D: a default of this "
        "software; L: set by curators of the library; C: set by the centre; empty where it is not "
        "labelled"
    )
    source: str
    source_path: str = Field(
        description="Of the source of the part of the criteria that the number is in, which the "
        "numbers of one part share; empty where none can be given"
    )
    names: dict[str, str] = Field(description="What it is, by language: `en`, `zh`")


class PresetInfo(BaseModel):
    """The criteria of one authority, whole."""

    name: str
    title: str
    authority: str
    effective: str
    numbers: list[PresetNumberInfo]


class PresetList(BaseModel):
    """All that requests can name."""

    results: list[PresetInfo]


class PresetState(Change):
    """The criteria of one authority as the library has them, with who changed them last."""

    preset: PresetInfo
    package: dict[str, float] = Field(
        description="What the package says of the numbers that the library says otherwise, by path"
    )


class PresetStateList(BaseModel):
    """All that requests can name."""

    results: list[PresetState]


class LibraryPresetListView(TenantView):
    """The criteria of events of the library."""

    verbs = {"GET": Verb.LIBRARY_VIEW}

    @extend_schema(
        operation_id="library_presets",
        parameters=[TENANT_PARAMETER],
        responses=answers({200: PresetStateList}),
    )
    def get(self, request: Request) -> Response:
        """List criteria with all numbers that can be set, as the library has them now."""
        rows = sorted(presets_in_force(), key=lambda row: PRESETS.index(row.item.key))
        package = preset_documents()
        found = [
            {
                **change,
                "preset": _preset(preset_document(preset_of(row))).model_dump(mode="json"),
                "package": {
                    path: field_value(package[row.item.key], path) for path in sorted(row.numbers)
                },
            }
            for change, row in zip(changes_of(rows), rows, strict=True)
        ]
        return Response({"results": found})


class OverlayPresetsView(TenantView):
    """The criteria of events."""

    verbs = {"GET": Verb.LIBRARY_VIEW}

    @extend_schema(
        operation_id="overlay_presets",
        parameters=[*query_parameters(OverlayQuery), TENANT_PARAMETER],
        responses=answers({200: PresetList}, 404, 503),
    )
    @in_tenant_scope
    def get(self, request: Request) -> Response:
        """List criteria with the numbers that a centre may set.

        The numbers are those of the shared release.
        """
        base = overlay_stand(parse_query(OverlayQuery, request).release).base
        documents = [base.documents[AdjustedKind.PRESET, name] for name in PRESETS]
        found = PresetList(results=[_preset(document) for document in documents])
        return Response(found.model_dump(mode="json"))


def _preset(document: Mapping[str, Any]) -> PresetInfo:
    numbers = [PresetNumberInfo(**vars(number)) for number in preset_numbers(document)]
    named = {field: document[field] for field in ("name", "title", "authority", "effective")}
    return PresetInfo(**named, numbers=numbers)
