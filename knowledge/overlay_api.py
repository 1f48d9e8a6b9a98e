"""REST: what a centre says otherwise than the library, and the states that this had."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any
from uuid import UUID

from drf_spectacular.utils import extend_schema
from hvrmet.accounts.roles import Verb
from hvrmet.accounts.views import TenantView, in_tenant_scope
from hvrmet.core.http.openapi import PAGE_PARAMETERS, TENANT_PARAMETER, answers, query_parameters
from hvrmet.core.http.pagination import NewestFirst, Page
from hvrmet.core.http.schemas import Query, parse_body, parse_query
from pydantic import BaseModel, ConfigDict, Field, JsonValue
from rest_framework.request import Request
from rest_framework.response import Response

from diagnostics.contracts.enums import EventType
from diagnostics.contracts.library import Touch
from diagnostics.contracts.overlay import Adjustment, OverlayConflict
from diagnostics.guidelines import touch_of
from knowledge.adoption_api import AdoptionInfo, adoption_info
from knowledge.models import AdjustedKind, CentreAdjustment, Overlay
from knowledge.proposals_api import ProblemInfo
from knowledge.selectors import (
    OverlayStanding,
    adoptions_open,
    current_release_digest,
    overlay_stand,
    overlays,
)
from knowledge.services import (
    FieldChoice,
    FieldEdit,
    OverlayEdit,
    adjustment_choose,
    adjustment_drop,
    adjustment_save,
    effect_ask_of_adoption,
    overlay_propose,
    overlay_reset,
)

Digest = Annotated[str, Field(pattern="^[0-9a-f]{64}$", description="Of a shared release")]


class _Body(BaseModel):
    model_config = ConfigDict(extra="forbid")


class NewAdjustment(_Body):
    """A field as the centre is to have it."""

    kind: AdjustedKind
    item: str = Field(min_length=1, max_length=300, description="Its name in the library")
    path: str = Field(
        default="",
        max_length=300,
        description="As `expected.absolute.value`. Empty: the whole entry, not to use it (value "
        "null) or to add one of the centre's own (the value holds its fields). Of a preset that of "
        "a number, as `overlay/presets/` lists it",
    )
    value: JsonValue = Field(description="Null empties the field")
    unit: str | None = Field(
        default=None, max_length=50, description="Of a limit's number, where it is another one"
    )
    seen: datetime | None = Field(
        default=None, description="`saved_at` of the value that was shown, where there was one"
    )


class NewAdjustments(_Body):
    """Fields that are kept together: all or none."""

    release: Digest
    fields: list[NewAdjustment] = Field(min_length=1, max_length=200)


class NewOverlayChoice(_Body):
    """Whose word stands, in a release that says something else since."""

    release: Digest
    choose: FieldChoice


class NewOverlay(_Body):
    """The draft as it is, to be worked with; in another release than until now, where named."""

    reason: str = Field(max_length=1000)
    release: Digest | None = None


class OverlayQuery(Query):
    """In which release the draft is shown."""

    release: Digest | None = Field(
        default=None, description="A shared release; without it the one that the centre works with"
    )


class DropQuery(OverlayQuery):
    """In which release the draft is shown after it, and what was seen."""

    seen: datetime | None = Field(
        default=None, description="`saved_at` of the value that was shown: another one is kept"
    )


class AdjustmentInfo(BaseModel):
    """Something that the centre says otherwise than the library."""

    id: UUID
    kind: AdjustedKind
    item: str
    factor: str = Field(description="Of an entry; empty where none is given yet")
    event_types: list[EventType]
    path: str = Field(description="Empty: the centre does not use the entry")
    own: bool = Field(description="Part of an entry that the centre adds")
    touches: Touch
    was: JsonValue = Field(description="What the library said when it was adjusted")
    theirs: JsonValue = Field(description="What the release says")
    used: JsonValue = Field(description="What the centre works with says; null of nothing")
    value: JsonValue
    unit: str
    given: str
    by: str
    saved_at: datetime
    conflict: OverlayConflict | None
    in_force: bool = Field(description="The centre works with it; else it is in the draft alone")


class UndoneInfo(BaseModel):
    """Something that the overlay in force says otherwise, and the draft does not."""

    kind: AdjustedKind
    item: str
    factor: str
    event_types: list[EventType]
    path: str
    value: JsonValue = Field(description="Of the overlay in force")
    unit: str


class OverlayInfo(BaseModel):
    """The centre's draft in a release, and how far it is in force."""

    release: str = Field(description="Digest of the shared release")
    version: str = Field(description="Of the shared release")
    in_use: str = Field(description="Digest that new jobs are pinned to")
    number: int | None = Field(description="Of the overlay in force; null where there is none")
    changed: bool = Field(description="Whether the draft differs from the overlay in force")
    proposed: AdoptionInfo | None = Field(description="What waits for a second person")
    changes: list[AdjustmentInfo]
    undone: list[UndoneInfo] = Field(description="In force still; taken out of the draft")
    problems: list[ProblemInfo]


class OverlayVersion(BaseModel):
    """One state of the overlay; it never changes."""

    number: int
    version: str
    digest: str
    base: str = Field(description="Digest of the shared release that it is in")
    base_version: str
    adjusted: int = Field(description="Fields and entries that it says otherwise")
    made_by: str
    created_at: datetime
    in_use: bool


class OverlayVersionPage(Page[OverlayVersion]):
    """States of the overlay, newest first."""


class OverlayView(TenantView):
    """What the centre says otherwise."""

    verbs = {"GET": Verb.LIBRARY_VIEW}

    @extend_schema(
        operation_id="overlay_retrieve",
        parameters=[*query_parameters(OverlayQuery), TENANT_PARAMETER],
        responses=answers({200: OverlayInfo}, 404, 503),
    )
    @in_tenant_scope
    def get(self, request: Request) -> Response:
        """Return the draft of the overlay with its problems.

        It says also where the library differs from the draft.
        """
        return _answer(parse_query(OverlayQuery, request).release)


class OverlayFieldsView(TenantView):
    """Writing the draft."""

    verbs = {"PUT": Verb.LIBRARY_PROPOSE}

    @extend_schema(
        operation_id="overlay_save",
        parameters=[TENANT_PARAMETER],
        request=NewAdjustments,
        responses=answers({200: OverlayInfo}, 400, 404, 409, 415),
    )
    @in_tenant_scope
    def put(self, request: Request) -> Response:
        """Keep fields in the draft; what the release says as well is taken out of it."""
        wanted = parse_body(NewAdjustments, request)
        edits = [
            OverlayEdit(
                FieldEdit(item.kind, item.item, item.path, 0, item.value, item.unit),
                wanted.release,
                item.seen,
            )
            for item in wanted.fields
        ]
        adjustment_save(principal=self.principal(request), edits=edits)
        return _answer(wanted.release)


class OverlayFieldView(TenantView):
    """One field of the draft."""

    verbs = {"DELETE": Verb.LIBRARY_PROPOSE}

    @extend_schema(
        operation_id="overlay_drop",
        parameters=[*query_parameters(DropQuery), TENANT_PARAMETER],
        responses=answers({200: OverlayInfo}, 404, 409),
    )
    @in_tenant_scope
    def delete(self, request: Request, adjustment_id: UUID) -> Response:
        """Take a field out of the draft: the centre says what the library says again."""
        query = parse_query(DropQuery, request)
        adjustment_drop(
            principal=self.principal(request), adjustment_id=adjustment_id, seen=query.seen
        )
        return _answer(query.release)


class OverlayChoiceView(TenantView):
    """Choosing where the library says something else since."""

    verbs = {"POST": Verb.LIBRARY_PROPOSE}

    @extend_schema(
        operation_id="overlay_choose",
        parameters=[TENANT_PARAMETER],
        request=NewOverlayChoice,
        responses=answers({200: OverlayInfo}, 400, 404, 409, 415),
    )
    @in_tenant_scope
    def post(self, request: Request, adjustment_id: UUID) -> Response:
        """Say whose word stands: the centre's or the library's."""
        wanted = parse_body(NewOverlayChoice, request)
        adjustment_choose(
            principal=self.principal(request),
            adjustment_id=adjustment_id,
            choice=wanted.choose,
            release=wanted.release,
        )
        return _answer(wanted.release)


class OverlayResetView(TenantView):
    """Starting again."""

    verbs = {"POST": Verb.LIBRARY_PROPOSE}

    @extend_schema(
        operation_id="overlay_reset",
        parameters=[TENANT_PARAMETER],
        request=None,
        responses=answers({200: OverlayInfo}),
    )
    @in_tenant_scope
    def post(self, request: Request) -> Response:
        """Let the draft say what is in force, and nothing else."""
        overlay_reset(principal=self.principal(request))
        return _answer(None)


class OverlayProposeView(TenantView):
    """The first person's word."""

    verbs = {"POST": Verb.LIBRARY_PROPOSE}

    @extend_schema(
        operation_id="overlay_propose",
        parameters=[TENANT_PARAMETER],
        request=NewOverlay,
        responses=answers({201: AdoptionInfo}, 400, 404, 409, 415),
    )
    def post(self, request: Request) -> Response:
        """Propose the draft as it is to a second person, and have its effect measured."""
        response = self._propose(request)
        made = UUID(response.data["id"])
        effect_ask_of_adoption(principal=self.principal(request), adoption_id=made)
        return response

    @in_tenant_scope
    def _propose(self, request: Request) -> Response:
        wanted = parse_body(NewOverlay, request)
        row = overlay_propose(
            principal=self.principal(request), reason=wanted.reason, release=wanted.release
        )
        return Response(adoption_info(row).model_dump(mode="json"), status=201)


class OverlayVersionListView(TenantView):
    """The states of the overlay."""

    verbs = {"GET": Verb.LIBRARY_VIEW}

    @extend_schema(
        operation_id="overlay_versions",
        parameters=[*PAGE_PARAMETERS, TENANT_PARAMETER],
        responses=answers({200: OverlayVersionPage}),
    )
    @in_tenant_scope
    def get(self, request: Request) -> Response:
        """List the states that were proposed; each can be proposed again by its digest."""
        current = current_release_digest()
        return NewestFirst().page(overlays(), request, lambda row: _version(row, current))


def _answer(release: str | None) -> Response:
    standing = overlay_stand(release)
    proposed = adoptions_open().first()
    info = OverlayInfo(
        release=standing.release.digest,
        version=standing.release.version,
        in_use=current_release_digest(),
        number=None if standing.in_force is None else standing.in_force.number,
        changed=standing.is_changed,
        proposed=None if proposed is None else adoption_info(proposed),
        changes=[_change(standing, row) for row in standing.rows],
        undone=[
            UndoneInfo(
                **{name: getattr(item, name) for name in ("kind", "item", "path", "value", "unit")},
                **_about(standing, item),
            )
            for item in standing.undone
        ],
        problems=[
            ProblemInfo.model_validate(problem.document())
            for problem in standing.combination.problems
        ],
    )
    return Response(info.model_dump(mode="json"))


def _change(standing: OverlayStanding, row: CentreAdjustment) -> AdjustmentInfo:
    kept = ("id", "kind", "item", "path", "own", "value", "unit", "given", "saved_at")
    name = (row.kind, row.item)
    return AdjustmentInfo(
        **{field: getattr(row, field) for field in kept},
        **_about(standing, row),
        touches=_touch(row),
        used=standing.used(row) if row.path else None,
        was=row.was if row.path else None,
        theirs=standing.base.says(name, row.path) if row.path else None,
        by=row.author,
        conflict=standing.conflict(row),
        in_force=(row.kind, row.item, row.path) in standing.kept,
    )


def _touch(row: CentreAdjustment) -> Touch:
    """Return what an adjustment decides: which events there are, or what its field decides."""
    if row.kind == AdjustedKind.PRESET or not row.path:
        return Touch.VERDICT
    return touch_of(row.path)


def _about(standing: OverlayStanding, row: CentreAdjustment | Adjustment) -> dict[str, Any]:
    """Return the factor and the types of event that something is about, as far as known."""
    if row.kind == AdjustedKind.PRESET:
        named = row.path.split(".")
    else:
        given = standing.entry_says(row, "event_types")
        named = given if isinstance(given, list) else []
    return {
        "factor": f"{standing.entry_says(row, 'factor') or ''}",
        "event_types": [event for event in EventType if event in named],
    }


def _version(row: Overlay, current: str) -> OverlayVersion:
    kept = ("number", "version", "digest", "made_by", "created_at")
    return OverlayVersion(
        **{field: getattr(row, field) for field in kept},
        base=row.base.digest,
        base_version=row.base.version,
        adjusted=len(row.adjustments),
        in_use=row.digest == current,
    )
