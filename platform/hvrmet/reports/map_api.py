"""REST: what a report found, as GeoJSON: events, lows with tracks, fronts, troughs, jets."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any
from uuid import UUID

from drf_spectacular.utils import extend_schema
from pydantic import BaseModel
from rest_framework.request import Request
from rest_framework.response import Response

from diagnostics.contracts.report import Report
from diagnostics.contracts.systems import PressureSystem, SynopticSystems
from hvrmet.accounts.roles import Verb
from hvrmet.accounts.views import TenantView, in_tenant_scope
from hvrmet.core.http.geojson import (
    AreaGeometry,
    FeatureCollection,
    GeoFeature,
    line_or_point,
    point,
)
from hvrmet.core.http.openapi import TENANT_PARAMETER, answers
from hvrmet.reports.access import version_shown


class ReportFeaturesView(TenantView):
    """What a version of a report found, for maps."""

    verbs = {"GET": Verb.REPORT_VIEW}

    @extend_schema(
        operation_id="diagnoses_report_features",
        parameters=[TENANT_PARAMETER],
        responses=answers({200: FeatureCollection}, 404, 410),
    )
    @in_tenant_scope
    def get(self, request: Request, job_id: UUID, number: int) -> Response:
        """Return the events and the synoptic systems of a version as GeoJSON.

        `properties.layer` is `event`, `event_track`, `low`, `high`, `track`, `circulation`,
        `trough`, `ridge`, `jet`, `front`, `upper`, `plume` or `air`.
        """
        row = version_shown(self.principal(request), job_id, number, how="map", is_reading=False)
        report = Report.model_validate(row.version.document, extra="ignore")
        return Response(FeatureCollection(features=tuple(features_of(report))))


def features_of(report: Report) -> Iterator[GeoFeature]:
    """Give the events and the systems of a report as things on a map."""
    for assessment in report.classification.assessments:
        for event in assessment.objects:
            geometry = (
                AreaGeometry(coordinates=event.outline)
                if event.outline
                else point(event.peak_latitude, event.peak_longitude)
            )
            about = _rest(event, "outline", "track")
            yield GeoFeature(geometry=geometry, properties={"layer": "event", **about})
            if len(event.track) > 1:
                yield _track("event_track", event.id, event.track)
    if report.systems is not None:
        yield from _systems(report.systems)


def _systems(systems: SynopticSystems) -> Iterator[GeoFeature]:
    for system in systems.pressure:
        yield from _pressure(system, systems)
    for name, items in (
        ("circulation", systems.circulations),
        ("jet", systems.jets),
        ("upper", systems.upper),
        ("plume", systems.plumes),
    ):
        for place in items:
            yield GeoFeature(
                geometry=point(place.latitude, place.longitude),
                properties={"layer": name, **_rest(place, "latitude", "longitude")},
            )
    for axis in systems.axes:
        yield GeoFeature(
            geometry=line_or_point(axis.line),
            properties={"layer": axis.kind, **_rest(axis, "line")},
        )
    for front in systems.fronts:
        yield GeoFeature(
            geometry=line_or_point(front.line),
            properties={"layer": "front", **_rest(front, "line")},
        )
    if systems.air is not None:
        yield GeoFeature(
            geometry=line_or_point(systems.air.line),
            properties={"layer": "air", **_rest(systems.air, "line")},
        )


def _pressure(system: PressureSystem, systems: SynopticSystems) -> Iterator[GeoFeature]:
    at = system.centre_at(systems.time)
    centre = system.centres[0 if at is None else at]
    yield GeoFeature(
        geometry=point(centre.latitude, centre.longitude),
        properties={
            "layer": system.kind,
            **_rest(system, "centres"),
            "centre": _rest(centre, "latitude", "longitude"),
        },
    )
    if len(system.centres) > 1:
        yield _track("track", system.id, system.centres)


def _track(layer: str, identifier: str, places: Any) -> GeoFeature:
    """Return a line through the places of a thing, with the time of each."""
    return GeoFeature(
        geometry=line_or_point([(place.latitude, place.longitude) for place in places]),
        properties={
            "layer": layer,
            "of": identifier,
            "places": [_rest(place, "latitude", "longitude") for place in places],
        },
    )


def _rest(finding: BaseModel, *without: str) -> dict[str, Any]:
    return finding.model_dump(mode="json", exclude=set(without))
