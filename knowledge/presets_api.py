"""REST: the criteria of events, with the numbers of them that a centre may set for itself."""

from __future__ import annotations

from drf_spectacular.utils import extend_schema
from hvrmet.accounts.roles import Verb
from hvrmet.accounts.views import TenantView, in_tenant_scope
from hvrmet.core.http.openapi import TENANT_PARAMETER, answers, query_parameters
from hvrmet.core.http.schemas import parse_query
from pydantic import BaseModel, Field
from rest_framework.request import Request
from rest_framework.response import Response

from diagnostics.contracts.request import PRESETS
from diagnostics.guidelines import Base, preset_numbers
from knowledge.models import AdjustedKind
from knowledge.overlay_api import OverlayQuery
from knowledge.selectors import overlay_stand


class PresetNumberInfo(BaseModel):
    """A number that a centre may set."""

    path: str = Field(description="As adjustments name it: `criteria.gale.sustained.0.value`")
    value: float
    unit: str
    least: float
    greatest: float
    whole: bool
    label: str = Field(
        description="S: a standard, checked; K: agency practice, not checked; D: a default of this "
        "software; C: set by the centre; empty where it is not labelled"
    )
    source: str
    names: dict[str, str] = Field(description="What it is, by language: `en`, `zh`")


class PresetInfo(BaseModel):
    """The criteria of one authority, as the release says them."""

    name: str
    title: str
    authority: str
    effective: str
    numbers: list[PresetNumberInfo]


class PresetList(BaseModel):
    """All that requests can name."""

    results: list[PresetInfo]


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
        """List criteria with the numbers that a centre may set, as the shared release has them."""
        base = overlay_stand(parse_query(OverlayQuery, request).release).base
        found = PresetList(results=[_preset(base, name) for name in PRESETS])
        return Response(found.model_dump(mode="json"))


def _preset(base: Base, name: str) -> PresetInfo:
    document = base.documents[AdjustedKind.PRESET, name]
    numbers = [PresetNumberInfo(**vars(number)) for number in preset_numbers(document)]
    named = {field: document[field] for field in ("name", "title", "authority", "effective")}
    return PresetInfo(**named, numbers=numbers)
