"""REST: proposals of changes of the library, their fields, and what curators decide on them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime
from typing import Any, ClassVar
from uuid import UUID

from drf_spectacular.utils import extend_schema, extend_schema_view
from hvrmet.accounts.principals import Principal
from hvrmet.accounts.roles import Verb
from hvrmet.accounts.views import TenantView, in_installation_scope
from hvrmet.core.db.scope import acting, scope
from hvrmet.core.errors import ApplicationError
from hvrmet.core.http.openapi import PAGE_PARAMETERS, TENANT_PARAMETER, answers, query_parameters
from hvrmet.core.http.pagination import NewestFirst, Page
from hvrmet.core.http.schemas import Flag, Query, parse_body, parse_query
from pydantic import BaseModel, Field, JsonValue
from rest_framework.request import Request
from rest_framework.response import Response

from diagnostics.contracts.effect import EffectPart
from diagnostics.contracts.library import Touch
from diagnostics.guidelines import touch_of
from knowledge.effect_api import effect_work
from knowledge.models import (
    DecisionVerdict,
    Proposal,
    ProposalState,
    ProposedKind,
    Revision,
    Wording,
)
from knowledge.proposal_bodies import (
    Decisions,
    NewChoice,
    NewField,
    NewFile,
    NewProposal,
    ProposalText,
    Submission,
)
from knowledge.selectors import (
    FieldStanding,
    ProposalStanding,
    proposal_get,
    proposal_list,
    proposal_outcome,
    proposals_stand,
)
from knowledge.services import (
    NOT_MEASURED,
    FieldDecision,
    effect_ask_of_review,
    field_choose,
    field_drop,
    field_save,
    file_propose,
    proposal_create,
    proposal_decide,
    proposal_recall,
    proposal_save,
    proposal_submit,
    proposal_take_over,
    proposal_viewed,
    proposal_withdraw,
)


class DecisionInfo(BaseModel):
    """What somebody said of a wording."""

    verdict: DecisionVerdict
    by: str
    at: datetime
    reason: str
    interest: str = Field(description="What the person had declared then; empty for nothing")


class WordingInfo(BaseModel):
    """A value as it was handed in."""

    id: UUID
    number: int
    was: JsonValue
    value: JsonValue
    unit: str
    by: str
    at: datetime
    interest: str = Field(description="What the person had declared then; empty for nothing")
    corrects: UUID | None
    decisions: list[DecisionInfo]


class ConflictInfo(BaseModel):
    """What somebody else has made of the field since, and the revision that first said so."""

    revision: int = Field(description="Of the library now")
    theirs: JsonValue
    by: str
    at: datetime
    reason: str
    proposal: UUID | None = Field(description="By which it was changed; null for a file")


class FieldInfo(BaseModel):
    """A field: the value in the library when it was proposed, and the one proposed."""

    id: UUID
    kind: ProposedKind
    item: str
    path: str
    touches: Touch
    revision: int
    was: JsonValue
    value: JsonValue
    unit: str = Field(description="Of a limit's numbers, `was` and `value`; empty for other fields")
    given: str = Field(description="As it was typed, where that was in another unit")
    by: str
    approved: bool
    waits_for_me: bool
    conflict: ConflictInfo | None
    wordings: list[WordingInfo]


class ProblemInfo(BaseModel):
    """What is wrong with an item as it is proposed."""

    kind: str
    key: str
    field: str
    problem: str
    texts: dict[str, str] = Field(description="The problem by language: `en`, `zh`")


class NamedField(BaseModel):
    """What a proposal says of one field of an item."""

    kind: ProposedKind
    path: str
    value: JsonValue
    unit: str
    by: str
    at: datetime = Field(description="When it was first put into the proposal")


class ProposalInfo(BaseModel):
    """A proposal, and how far its review is."""

    id: UUID = Field(description="Of the proposal")
    state: ProposalState
    reason: str = Field(description="Why it is proposed")
    owner: str = Field(description="Label of whose proposal it is")
    mine: bool = Field(description="Whether it is the caller's own")
    waits_for_me: bool = Field(
        description="Whether the caller has to decide on it, or to mend what was returned"
    )
    created_at: datetime = Field(description="When it was begun, UTC")
    saved_at: datetime = Field(description="When it was last saved, UTC")
    submitted_at: datetime | None = Field(description="When it was handed in, UTC")
    closed_at: datetime | None = Field(description="When it was accepted or withdrawn, UTC")
    items: list[str]
    named: list[NamedField] = Field(
        default=[], description="The fields of the item that a list is asked for with `item`"
    )
    fields: int = Field(description="How many fields it changes")
    approved: int = Field(description="How many of its fields are approved")
    conflicts: int = Field(description="How many of its fields the library has changed since")


class ProposalPage(Page[ProposalInfo]):
    """Proposals, newest first."""


class ProposalDetail(ProposalInfo):
    """A proposal with everything that was written and said in it."""

    changes: list[FieldInfo]
    problems: list[ProblemInfo]
    effect_reason: str = Field(description="Why right cases may turn wrong, where they do")
    unmeasured: str = Field(
        description="Why it was accepted before its effect was measured, where it was"
    )
    abandoned: bool = Field(description="Its owner takes part no more: it can be taken over")


class ProposalQuery(Query):
    """Filters of proposals."""

    state: ProposalState | None = None
    item: str | None = Field(
        default=None, min_length=1, max_length=300, description="Name of an item that is to change"
    )
    mine: Flag = False
    waiting: Flag = Field(default=False, description="Those that wait for the caller")


class ProposalListView(TenantView):
    """Proposals of all who take part."""

    verbs = {"GET": Verb.LIBRARY_EDIT, "POST": Verb.LIBRARY_EDIT}

    @extend_schema(
        operation_id="proposals_list",
        parameters=[*PAGE_PARAMETERS, *query_parameters(ProposalQuery), TENANT_PARAMETER],
        responses=answers({200: ProposalPage}),
    )
    @in_installation_scope
    def get(self, request: Request) -> Response:
        """List what is proposed, drafts of colleagues among it."""
        principal = self.principal(request)
        query = parse_query(ProposalQuery, request)
        rows = proposal_list(principal=principal, **query.model_dump())
        pages = NewestFirst()
        stand = proposals_stand(pages.paginate_queryset(rows, request))
        results = [_info(item, principal, named=query.item) for item in stand]
        return Response(pages.envelope([item.model_dump(mode="json") for item in results]))

    @extend_schema(
        operation_id="proposals_create",
        parameters=[TENANT_PARAMETER],
        request=NewProposal,
        responses=answers({201: ProposalDetail}, 400, 404, 409, 415),
    )
    @in_installation_scope
    def post(self, request: Request) -> Response:
        """Begin a draft, with fields or without."""
        wanted = parse_body(NewProposal, request)
        row = proposal_create(
            principal=self.principal(request),
            reason=wanted.reason,
            edits=[item.edit() for item in wanted.fields],
        )
        return _detail(row, self.principal(request), status=201)


class ProposalFileView(TenantView):
    """Files whose contents are proposed."""

    verbs = {"POST": Verb.LIBRARY_EDIT}

    @extend_schema(
        operation_id="proposals_from_file",
        parameters=[TENANT_PARAMETER],
        request=NewFile,
        responses=answers({201: ProposalDetail}, 400, 409, 415),
    )
    @in_installation_scope
    def post(self, request: Request) -> Response:
        """Begin a draft from a table or a document.

        The draft holds all that the file says otherwise than the library.
        """
        wanted = parse_body(NewFile, request)
        principal = self.principal(request)
        row = file_propose(principal=principal, **wanted.model_dump())
        return _detail(row, principal, status=201)


class ProposalView(TenantView):
    """One proposal."""

    verbs = {"GET": Verb.LIBRARY_EDIT, "PATCH": Verb.LIBRARY_EDIT}

    @extend_schema(
        operation_id="proposals_retrieve",
        parameters=[TENANT_PARAMETER],
        responses=answers({200: ProposalDetail}, 404),
    )
    @in_installation_scope
    def get(self, request: Request, proposal_id: UUID) -> Response:
        """Return a proposal; who is shown a wording can decide on it."""
        return _detail(proposal_get(proposal_id), self.principal(request))

    @extend_schema(
        operation_id="proposals_update",
        parameters=[TENANT_PARAMETER],
        request=ProposalText,
        responses=answers({200: ProposalDetail}, 400, 404, 409, 415),
    )
    @in_installation_scope
    def patch(self, request: Request, proposal_id: UUID) -> Response:
        """Keep another reason of a draft, or why right cases may turn wrong."""
        wanted = parse_body(ProposalText, request)
        principal = self.principal(request)
        row = proposal_save(
            principal=principal, proposal_id=proposal_id, **wanted.model_dump(exclude_none=True)
        )
        return _detail(row, principal)


class ProposalFieldsView(TenantView):
    """The fields of a draft."""

    verbs = {"PUT": Verb.LIBRARY_EDIT}

    @extend_schema(
        operation_id="proposals_save_field",
        parameters=[TENANT_PARAMETER],
        request=NewField,
        responses=answers({200: ProposalDetail}, 400, 404, 409, 415),
    )
    @in_installation_scope
    def put(self, request: Request, proposal_id: UUID) -> Response:
        """Keep the value of a field; the value that the library has drops the field."""
        edit = parse_body(NewField, request).edit()
        principal = self.principal(request)
        row = field_save(principal=principal, proposal_id=proposal_id, edit=edit)
        return _detail(row, principal)


class ProposalFieldView(TenantView):
    """One field of a draft."""

    verbs = {"DELETE": Verb.LIBRARY_EDIT}

    @extend_schema(
        operation_id="proposals_drop_field",
        parameters=[TENANT_PARAMETER],
        responses=answers({204: None}, 404, 409),
    )
    @in_installation_scope
    def delete(self, request: Request, proposal_id: UUID, field_id: UUID) -> Response:
        """Take a field out of a draft."""
        principal = self.principal(request)
        field_drop(principal=principal, proposal_id=proposal_id, field_id=field_id)
        return Response(status=204)


class ProposalChoiceView(TenantView):
    """A field that somebody else has changed since."""

    verbs = {"POST": Verb.LIBRARY_EDIT}

    @extend_schema(
        operation_id="proposals_choose",
        parameters=[TENANT_PARAMETER],
        request=NewChoice,
        responses=answers({200: ProposalDetail}, 400, 404, 409, 415),
    )
    @in_installation_scope
    def post(self, request: Request, proposal_id: UUID, field_id: UUID) -> Response:
        """Choose whose value stands: mine or theirs."""
        wanted = parse_body(NewChoice, request)
        principal = self.principal(request)
        row = field_choose(
            principal=principal,
            proposal_id=proposal_id,
            field_id=field_id,
            choice=wanted.choose,
            revision=wanted.revision,
        )
        return _detail(row, principal)


class ProposalActView(TenantView):
    """What is done to a proposal as a whole, with nothing to say."""

    verbs = {"POST": Verb.LIBRARY_EDIT}
    act: ClassVar[Callable[..., Proposal]]

    @in_installation_scope
    def post(self, request: Request, proposal_id: UUID) -> Response:
        """Do it, and return the proposal."""
        principal = self.principal(request)
        return _detail(type(self).act(principal=principal, proposal_id=proposal_id), principal)


def _act(operation_id: str, description: str, *errors: int) -> Any:
    """Describe an act on a proposal."""
    described = extend_schema(
        operation_id=operation_id,
        description=description,
        parameters=[TENANT_PARAMETER],
        request=None,
        responses=answers({200: ProposalDetail}, *errors, 404, 409),
    )
    return extend_schema_view(post=described)


class ProposalSubmitView(TenantView):
    """Handing in; the effect of what decides something is measured then."""

    verbs = {"POST": Verb.LIBRARY_EDIT}

    @extend_schema(
        operation_id="proposals_submit",
        parameters=[TENANT_PARAMETER],
        request=Submission,
        responses=answers({200: ProposalDetail}, 400, 404, 409, 415),
    )
    def post(self, request: Request, proposal_id: UUID) -> Response:
        """Hand a draft in for review, and have the effect measured for the caller's centre."""
        wanted, principal = parse_body(Submission, request), self.principal(request)
        with _telling_how_far(principal):
            response = self._submit(request, proposal_id, wanted)
        effect_ask_of_review(principal=principal, proposal_id=proposal_id)
        return response

    @in_installation_scope
    def _submit(self, request: Request, proposal_id: UUID, wanted: Submission) -> Response:
        principal = self.principal(request)
        row = proposal_submit(
            principal=principal, proposal_id=proposal_id, unmeasured=wanted.unmeasured
        )
        return _detail(row, principal)


@_act("proposals_recall", "Take one's own proposal out of review, to edit it.")
class ProposalRecallView(ProposalActView):
    """Taking back to edit."""

    act = staticmethod(proposal_recall)


@_act("proposals_withdraw", "End one's own proposal, also when one curates no more.")
class ProposalWithdrawView(ProposalActView):
    """Taking back for good."""

    verbs = {"POST": Verb.LIBRARY_VIEW}
    act = staticmethod(proposal_withdraw)


@_act("proposals_take_over", "Take over the proposal of somebody who curates no more.")
class ProposalTakeOverView(ProposalActView):
    """Going on with what somebody left."""

    act = staticmethod(proposal_take_over)


class ProposalDecisionsView(TenantView):
    """Reviewing."""

    verbs = {"POST": Verb.LIBRARY_EDIT}

    @extend_schema(
        operation_id="proposals_decide",
        parameters=[TENANT_PARAMETER],
        request=Decisions,
        responses=answers({200: ProposalDetail}, 400, 404, 409, 415),
    )
    def post(self, request: Request, proposal_id: UUID) -> Response:
        """Approve, correct or return fields; when all are approved, the library is changed.

        A correction is another value, whose effect is measured for the caller's centre.
        """
        wanted, principal = parse_body(Decisions, request), self.principal(request)
        with _telling_how_far(principal):
            response = self._decide(request, proposal_id, wanted)
        if any(item.verdict is DecisionVerdict.CORRECT for item in wanted.decisions):
            effect_ask_of_review(principal=principal, proposal_id=proposal_id)
        return response

    @in_installation_scope
    def _decide(self, request: Request, proposal_id: UUID, wanted: Decisions) -> Response:
        principal = self.principal(request)
        row = proposal_decide(
            principal=principal,
            proposal_id=proposal_id,
            decisions=[FieldDecision(**item.model_dump()) for item in wanted.decisions],
            unmeasured=wanted.unmeasured,
        )
        return _detail(row, principal)


@contextmanager
def _telling_how_far(principal: Principal) -> Iterator[None]:
    """Add to a refusal how far the missing measurement is, which the caller's centre alone sees."""
    try:
        yield
    except ApplicationError as error:
        if error.code == NOT_MEASURED:
            with acting(principal.label, principal.id), scope(principal.tenant_id):
                work = effect_work(EffectPart.CASES, error.data["digest"])
            error.data = {**error.data, **work.model_dump(mode="json", exclude={"outdated"})}
        raise


def _detail(row: Proposal, principal: Principal, *, status: int = 200) -> Response:
    (standing,) = proposals_stand([row])
    proposal_viewed(principal, standing)
    info = _info(standing, principal)
    outcome = proposal_outcome(standing) if row.closed_at is None and standing.fields else None
    detail = ProposalDetail(
        **info.model_dump(),
        changes=_fields(standing, principal),
        problems=[
            ProblemInfo.model_validate(problem.document())
            for problem in (outcome.problems if outcome else ())
        ],
        effect_reason=standing.row.effect_reason,
        unmeasured=standing.row.unmeasured,
        abandoned=standing.is_abandoned(principal),
    )
    return Response(detail.model_dump(mode="json"), status=status)


def _info(
    standing: ProposalStanding, principal: Principal, named: str | None = None
) -> ProposalInfo:
    row = standing.row
    return ProposalInfo(
        **{name: getattr(row, name) for name in ("id", "state", "reason", "owner")},
        **{name: getattr(row, name) for name in ("created_at", "saved_at", "submitted_at")},
        closed_at=row.closed_at,
        mine=row.owner_id == principal.id,
        waits_for_me=standing.waits_for(principal),
        items=list(standing.items),
        named=[
            NamedField(
                **{name: getattr(item.row, name) for name in ("kind", "path", "value", "unit")},
                by=item.row.author,
                at=item.row.created_at,
            )
            for item in standing.fields
            if item.row.item == named
        ],
        fields=len(standing.fields),
        approved=sum(item.approved for item in standing.fields),
        conflicts=len(standing.conflicts),
    )


def _fields(standing: ProposalStanding, principal: Principal) -> list[FieldInfo]:
    changed = standing.theirs
    return [_field(item, standing, principal, changed.get(item.name)) for item in standing.fields]


def _field(
    item: FieldStanding, standing: ProposalStanding, principal: Principal, by: Revision | None
) -> FieldInfo:
    row = item.row
    conflict = None
    if by is not None:
        conflict = ConflictInfo(
            revision=item.present.revision,
            theirs=item.present.value(row.path),
            by=by.actor,
            at=by.created_at,
            reason=by.reason,
            proposal=by.proposal_id,
        )
    in_review = standing.row.state == ProposalState.IN_REVIEW
    return FieldInfo(
        **{name: getattr(row, name) for name in ("id", "kind", "item", "path", "revision")},
        was=row.was,
        value=row.value,
        unit=row.unit,
        given=row.given,
        by=row.author,
        touches=touch_of(row.path) if row.path else Touch.VERDICT,
        approved=item.approved,
        waits_for_me=in_review and item.waits_for(principal),
        conflict=conflict,
        wordings=[_wording(wording, item, standing) for wording in item.wordings],
    )


def _wording(wording: Wording, field: FieldStanding, standing: ProposalStanding) -> WordingInfo:
    return WordingInfo(
        **{name: getattr(wording, name) for name in ("id", "number", "was", "value", "unit")},
        by=wording.author,
        at=wording.created_at,
        interest=standing.interest(wording.author_id, wording.created_at),
        corrects=wording.corrects_id,
        decisions=[
            DecisionInfo(
                verdict=DecisionVerdict(item.verdict),
                by=item.reviewer,
                at=item.created_at,
                reason=item.reason,
                interest=standing.interest(item.reviewer_id, item.created_at),
            )
            for item in field.decisions
            if item.wording_id == wording.pk
        ],
    )
