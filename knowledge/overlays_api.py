"""REST: a centre's overlay, import and export, and the effect of proposals."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.http import HttpResponse
from django.urls import reverse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from hvrmet.accounts.roles import Verb
from hvrmet.accounts.views import TenantView, in_tenant_scope
from hvrmet.core.http.openapi import PAGE_PARAMETERS, TENANT_PARAMETER, answers, query_parameters
from hvrmet.core.http.pagination import NewestFirst
from hvrmet.core.http.schemas import parse_body, parse_query
from rest_framework.request import Request
from rest_framework.response import Response

from diagnostics.guidelines import release_yaml
from knowledge.interchange import read_release_yaml
from knowledge.overlaying import overlay_digest
from knowledge.schemas import (
    CentreReleaseInfo,
    EffectInfo,
    EffectPage,
    ImportInfo,
    NewCombination,
    NewImport,
    NewOverlay,
    NewUpstream,
    OverlayChangeInfo,
    OverlayInfo,
    OverlayQuery,
)
from knowledge.selectors.effects import effect_get, effect_list
from knowledge.selectors.overlays import overlay_in_force, overlay_preview
from knowledge.selectors.proposals import proposal_get
from knowledge.selectors.releases import release_document
from knowledge.services.drafts import Author
from knowledge.services.effects import effect_ask
from knowledge.services.imports import ImportReport, library_import, upstream_take
from knowledge.services.overlays import (
    NewOverlayChange,
    overlay_combine,
    overlay_end,
    overlay_set,
)
from knowledge.shown import centre_release_info, conflict_info, effect_info, overlay_change_info

YAML = "application/yaml"


class OverlayView(TenantView):
    """The overlay of the centre."""

    verbs = {"GET": Verb.LIBRARY_VIEW}

    @extend_schema(
        operation_id="library_overlay",
        parameters=[*query_parameters(OverlayQuery), TENANT_PARAMETER],
        responses=answers({200: OverlayInfo}, 404),
    )
    @in_tenant_scope
    def get(self, request: Request) -> Response:
        """Return the centre's overlay, and its conflicts with a release."""
        query = parse_query(OverlayQuery, request)
        base, combined, conflicts = overlay_preview(query.digest)
        changes = overlay_in_force()
        plain = OverlayInfo(
            base_digest=base.digest,
            overlay_digest=overlay_digest(changes),
            combined_digest=combined.digest,
            changes=tuple(overlay_change_info(row) for row in changes),
            conflicts=(),
        ).model_dump(mode="json")
        return Response({**plain, "conflicts": [conflict_info(one) for one in conflicts]})


class OverlayEntryView(TenantView):
    """What the overlay does with one entry."""

    verbs = {"PUT": Verb.LIBRARY_OVERLAY, "DELETE": Verb.LIBRARY_OVERLAY}

    @extend_schema(
        operation_id="library_overlay_set",
        parameters=[TENANT_PARAMETER],
        request=NewOverlay,
        responses=answers({200: OverlayChangeInfo}, 404, 409, 415),
    )
    @in_tenant_scope
    def put(self, request: Request, overlaid: str) -> Response:
        """Add, adjust, switch off or translate a library entry for the centre."""
        wanted = parse_body(NewOverlay, request)
        change = NewOverlayChange.model_validate({**wanted.model_dump(), "entry": overlaid})
        row = overlay_set(principal=self.principal(request), wanted=change)
        return Response(overlay_change_info(row).model_dump(mode="json"))

    @extend_schema(
        operation_id="library_overlay_end",
        parameters=[TENANT_PARAMETER],
        responses=answers({204: None}, 404),
    )
    @in_tenant_scope
    def delete(self, request: Request, overlaid: str) -> Response:
        """Take back what the overlay does with a library entry."""
        overlay_end(principal=self.principal(request), entry=overlaid)
        return Response(status=204)


class OverlayCombineView(TenantView):
    """The combination of a release and the overlay."""

    verbs = {"POST": Verb.LIBRARY_OVERLAY}

    @extend_schema(
        operation_id="library_overlay_combine",
        parameters=[TENANT_PARAMETER],
        request=NewCombination,
        responses=answers({201: CentreReleaseInfo}, 404, 409, 415),
    )
    @in_tenant_scope
    def post(self, request: Request) -> Response:
        """Combine a release with the overlay, for adoption by two people."""
        wanted = parse_body(NewCombination, request)
        row = overlay_combine(principal=self.principal(request), digest=wanted.digest)
        return Response(centre_release_info(row), status=201)


class LibraryImportView(TenantView):
    """Import."""

    verbs = {"POST": Verb.LIBRARY_CURATE}

    @extend_schema(
        operation_id="library_import",
        parameters=[TENANT_PARAMETER],
        request=NewImport,
        responses=answers({200: ImportInfo}, 409, 415),
    )
    @in_tenant_scope
    def post(self, request: Request) -> Response:
        """Draft what a YAML file has otherwise than the workspace; all of it or nothing."""
        wanted = parse_body(NewImport, request)
        report = library_import(
            author=Author.of(self.principal(request)),
            release=read_release_yaml(wanted.yaml),
            reason=wanted.reason,
        )
        return Response(_imported(report))


class LibraryUpstreamView(TenantView):
    """Taking in a later shared release."""

    verbs = {"POST": Verb.LIBRARY_CURATE}

    @extend_schema(
        operation_id="library_upstream",
        parameters=[TENANT_PARAMETER],
        request=NewUpstream,
        responses=answers({200: ImportInfo}, 404, 409, 415),
    )
    @in_tenant_scope
    def post(self, request: Request) -> Response:
        """Draft what a later shared release changed; changes of both sides are conflicts."""
        wanted = parse_body(NewUpstream, request)
        report = upstream_take(
            author=Author.of(self.principal(request)),
            digest=wanted.digest,
            theirs=frozenset(wanted.theirs),
        )
        return Response(_imported(report))


class ReleaseExportView(TenantView):
    """Export."""

    verbs = {"GET": Verb.LIBRARY_VIEW}

    @extend_schema(
        operation_id="releases_export",
        parameters=[TENANT_PARAMETER],
        responses=answers({(200, YAML): OpenApiTypes.OBJECT}, 404),
    )
    @in_tenant_scope
    def get(self, request: Request, digest: str) -> HttpResponse:
        """Return a release of the library as YAML: the same release gives the same bytes."""
        release = release_document(digest)
        name = f"{release.id}-{digest[:12]}.yaml"
        response = HttpResponse(release_yaml(release), content_type=YAML)
        response["Content-Disposition"] = f'attachment; filename="{name}"'
        return response


class EffectListView(TenantView):
    """Effects of a proposal."""

    verbs = {"GET": Verb.LIBRARY_VIEW, "POST": Verb.LIBRARY_CURATE}

    @extend_schema(
        operation_id="library_effects",
        parameters=[*PAGE_PARAMETERS, TENANT_PARAMETER],
        responses=answers({200: EffectPage}, 404),
    )
    @in_tenant_scope
    def get(self, request: Request, proposal_number: int) -> Response:
        """List the trials of a proposal, the newest first."""
        rows = effect_list(proposal_get(proposal_number))
        return NewestFirst().page(rows, request, effect_info)

    @extend_schema(
        operation_id="library_effect_ask",
        parameters=[TENANT_PARAMETER],
        request=None,
        responses=answers({202: EffectInfo}, 404, 409),
    )
    @in_tenant_scope
    def post(self, request: Request, proposal_number: int) -> Response:
        """Try a proposal on the generated cases and the centre's own runs."""
        proposal_get(proposal_number)
        row = effect_ask(principal=self.principal(request), number=proposal_number)
        where = reverse("library-effect", args=[row.pk])
        return Response(effect_info(row), status=202, headers={"Location": where})


class EffectView(TenantView):
    """One effect run."""

    verbs = {"GET": Verb.LIBRARY_VIEW}

    @extend_schema(
        operation_id="library_effect",
        parameters=[TENANT_PARAMETER],
        responses=answers({200: EffectInfo}, 404),
    )
    @in_tenant_scope
    def get(self, request: Request, effect_id: UUID) -> Response:
        """Return how far the trial of a proposal is, and what it found."""
        return Response(effect_info(effect_get(effect_id)))


def _imported(report: ImportReport) -> dict[str, Any]:
    return ImportInfo.model_validate(vars(report)).model_dump(mode="json")
