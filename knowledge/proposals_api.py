"""REST: proposals, their reviews, and the releases of a centre."""

from __future__ import annotations

from collections.abc import Callable

from drf_spectacular.utils import extend_schema
from hvrmet.accounts.roles import Verb
from hvrmet.accounts.views import TenantView, in_tenant_scope
from hvrmet.core.http.openapi import PAGE_PARAMETERS, TENANT_PARAMETER, answers, query_parameters
from hvrmet.core.http.pagination import NewestFirst
from hvrmet.core.http.schemas import parse_body, parse_query
from rest_framework.request import Request
from rest_framework.response import Response

from knowledge.differences import ReleaseDifference, release_differences
from knowledge.models import Proposal, ProposalReview
from knowledge.schemas import (
    AgainstQuery,
    CentreReleaseInfo,
    CentreReleasePage,
    NewProposal,
    NewProposalReview,
    ProposalDetail,
    ProposalEntries,
    ProposalPage,
    ProposalReviewInfo,
    ProposalReviewPage,
    Reason,
)
from knowledge.selectors.effects import wrong_cases
from knowledge.selectors.proposals import proposal_difference, proposal_get, proposal_list
from knowledge.selectors.releases import centre_release_list, release_document
from knowledge.selectors.workspaces import workspace_get
from knowledge.services.proposals import (
    proposal_create,
    proposal_explain,
    proposal_release,
    proposal_review,
    proposal_set_entries,
    proposal_submit,
    proposal_withdraw,
)
from knowledge.shown import centre_release_info, proposal_detail, proposal_info, review_info


class ProposalListView(TenantView):
    """All proposals."""

    verbs = {"GET": Verb.LIBRARY_VIEW, "POST": Verb.LIBRARY_CURATE}

    @extend_schema(
        operation_id="library_proposals",
        parameters=[*PAGE_PARAMETERS, TENANT_PARAMETER],
        responses=answers({200: ProposalPage}),
    )
    @in_tenant_scope
    def get(self, request: Request) -> Response:
        """List the proposals of the centre, the newest first."""
        return NewestFirst().page(proposal_list(), request, proposal_info)

    @extend_schema(
        operation_id="library_propose",
        parameters=[TENANT_PARAMETER],
        request=NewProposal,
        responses=answers({201: ProposalDetail}, 409, 415),
    )
    @in_tenant_scope
    def post(self, request: Request) -> Response:
        """Propose drafts that are to become the next release of the library."""
        wanted = parse_body(NewProposal, request)
        row = proposal_create(
            principal=self.principal(request),
            title=wanted.title,
            reason=wanted.reason,
            entries=wanted.entries,
        )
        return Response(proposal_detail(row), status=201)


class ProposalView(TenantView):
    """One proposal."""

    verbs = {"GET": Verb.LIBRARY_VIEW, "PUT": Verb.LIBRARY_CURATE}

    @extend_schema(
        operation_id="library_proposal",
        parameters=[TENANT_PARAMETER],
        responses=answers({200: ProposalDetail}, 404),
    )
    @in_tenant_scope
    def get(self, request: Request, proposal_number: int) -> Response:
        """Return a proposal with its entries and the approvals that count."""
        return Response(proposal_detail(proposal_get(proposal_number)))

    @extend_schema(
        operation_id="library_proposal_entries",
        parameters=[TENANT_PARAMETER],
        request=ProposalEntries,
        responses=answers({200: ProposalDetail}, 404, 409, 415),
    )
    @in_tenant_scope
    def put(self, request: Request, proposal_number: int) -> Response:
        """Choose other drafts for a proposal that is not submitted."""
        proposal_get(proposal_number)
        wanted = parse_body(ProposalEntries, request)
        row = proposal_set_entries(
            principal=self.principal(request), number=proposal_number, entries=wanted.entries
        )
        return Response(proposal_detail(row))


class ProposalDiffView(TenantView):
    """What a proposal changes."""

    verbs = {"GET": Verb.LIBRARY_VIEW}

    @extend_schema(
        operation_id="library_proposal_diff",
        parameters=[TENANT_PARAMETER],
        responses=answers({200: ReleaseDifference}, 404, 409),
    )
    @in_tenant_scope
    def get(self, request: Request, proposal_number: int) -> Response:
        """Compare a proposal with the release that it is made on, entry by entry."""
        row = proposal_get(proposal_number)
        return Response(proposal_difference(row, workspace_get()).model_dump(mode="json"))


class ProposalSubmitView(TenantView):
    """Asking for reviews."""

    verbs = {"POST": Verb.LIBRARY_CURATE}

    @extend_schema(
        operation_id="library_proposal_submit",
        parameters=[TENANT_PARAMETER],
        request=None,
        responses=answers({200: ProposalDetail}, 404, 409),
    )
    @in_tenant_scope
    def post(self, request: Request, proposal_number: int) -> Response:
        """Ask for the reviews of a proposal."""
        proposal_get(proposal_number)
        row = proposal_submit(principal=self.principal(request), number=proposal_number)
        return Response(proposal_detail(row))


class _ReasonedView(TenantView):
    """An act on a proposal that has a reason."""

    verbs = {"POST": Verb.LIBRARY_CURATE}

    def act_with_reason(
        self, act: Callable[..., Proposal], request: Request, number: int
    ) -> Response:
        """Do it with the reason of the body; where there is no such proposal, nothing is read."""
        proposal_get(number)
        wanted = parse_body(Reason, request)
        row = act(principal=self.principal(request), number=number, reason=wanted.reason)
        return Response(proposal_detail(row))


class ProposalWithdrawView(_ReasonedView):
    """Taking a proposal back."""

    @extend_schema(
        operation_id="library_proposal_withdraw",
        parameters=[TENANT_PARAMETER],
        request=Reason,
        responses=answers({200: ProposalDetail}, 404, 409, 415),
    )
    @in_tenant_scope
    def post(self, request: Request, proposal_number: int) -> Response:
        """Take a proposal back; its drafts stay."""
        return self.act_with_reason(proposal_withdraw, request, proposal_number)


class ProposalExplainView(_ReasonedView):
    """Why a case may become wrong."""

    @extend_schema(
        operation_id="library_proposal_explain",
        parameters=[TENANT_PARAMETER],
        request=Reason,
        responses=answers({200: ProposalDetail}, 404, 409, 415),
    )
    @in_tenant_scope
    def post(self, request: Request, proposal_number: int) -> Response:
        """Say why a proposal may be released although it makes cases wrong."""
        return self.act_with_reason(proposal_explain, request, proposal_number)


class ProposalReviewListView(TenantView):
    """Reviews of a proposal."""

    verbs = {"GET": Verb.LIBRARY_VIEW, "POST": Verb.LIBRARY_REVIEW}

    @extend_schema(
        operation_id="library_proposal_reviews",
        parameters=[*PAGE_PARAMETERS, TENANT_PARAMETER],
        responses=answers({200: ProposalReviewPage}, 404),
    )
    @in_tenant_scope
    def get(self, request: Request, proposal_number: int) -> Response:
        """List the reviews of a proposal, the newest first."""
        rows = ProposalReview.objects.filter(proposal=proposal_get(proposal_number))
        return NewestFirst().page(rows, request, review_info)

    @extend_schema(
        operation_id="library_proposal_review",
        parameters=[TENANT_PARAMETER],
        request=NewProposalReview,
        responses=answers({201: ProposalReviewInfo}, 404, 409, 415),
    )
    @in_tenant_scope
    def post(self, request: Request, proposal_number: int) -> Response:
        """Approve a proposal, ask for changes, or reject it."""
        proposal_get(proposal_number)
        wanted = parse_body(NewProposalReview, request)
        row = proposal_review(
            principal=self.principal(request),
            number=proposal_number,
            verdict=wanted.verdict,
            text=wanted.text,
        )
        return Response(review_info(row), status=201)


class ProposalReleaseView(TenantView):
    """Making a release."""

    verbs = {"POST": Verb.LIBRARY_RELEASE}

    @extend_schema(
        operation_id="library_proposal_release",
        parameters=[TENANT_PARAMETER],
        request=None,
        responses=answers({201: CentreReleaseInfo}, 404, 409),
    )
    @in_tenant_scope
    def post(self, request: Request, proposal_number: int) -> Response:
        """Make an approved proposal the centre's next release."""
        proposal = proposal_get(proposal_number)
        row = proposal_release(
            principal=self.principal(request),
            number=proposal_number,
            wrong_cases=wrong_cases(proposal),
        )
        return Response(centre_release_info(row), status=201)


class CentreReleaseListView(TenantView):
    """Releases of the centre."""

    verbs = {"GET": Verb.LIBRARY_VIEW}

    @extend_schema(
        operation_id="library_releases",
        parameters=[*PAGE_PARAMETERS, TENANT_PARAMETER],
        responses=answers({200: CentreReleasePage}),
    )
    @in_tenant_scope
    def get(self, request: Request) -> Response:
        """List the releases that the centre made or combined, the newest first."""
        return NewestFirst().page(centre_release_list(), request, centre_release_info)


class ReleaseDiffView(TenantView):
    """What differs between two releases."""

    verbs = {"GET": Verb.LIBRARY_VIEW}

    @extend_schema(
        operation_id="releases_diff",
        parameters=[*query_parameters(AgainstQuery), TENANT_PARAMETER],
        responses=answers({200: ReleaseDifference}, 404),
    )
    @in_tenant_scope
    def get(self, request: Request, digest: str) -> Response:
        """Compare two releases of the library, entry by entry and field by field."""
        query = parse_query(AgainstQuery, request)
        found = release_differences(release_document(query.against), release_document(digest))
        return Response(found.model_dump(mode="json"))
