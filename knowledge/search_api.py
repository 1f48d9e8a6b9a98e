"""REST: one search over entries, explanations and publications, in what they say."""

from __future__ import annotations

from drf_spectacular.utils import extend_schema
from hvrmet.accounts.roles import Verb
from hvrmet.accounts.views import TenantView, in_tenant_scope
from hvrmet.core.http.openapi import TENANT_PARAMETER, answers, query_parameters
from hvrmet.core.http.schemas import Query, parse_query
from pydantic import BaseModel, ConfigDict, Field
from rest_framework.request import Request
from rest_framework.response import Response

from diagnostics.contracts.enums import EventType
from knowledge.models import ProposedKind
from knowledge.selectors import FoundIn, library_find, search_hits

LONGEST_QUERY = 2_000


class LibrarySearchQuery(Query):
    """What is searched for, and which page of what is found."""

    q: str = Field(
        min_length=1,
        max_length=LONGEST_QUERY,
        description="Words in any language; the last one may be half typed",
    )
    kind: ProposedKind | None = None
    page: int = Field(default=1, ge=1, le=1_000)
    page_size: int = Field(default=20, ge=1, le=100)


class _Answer(BaseModel):
    model_config = ConfigDict(from_attributes=True)


class SearchSegment(_Answer):
    """A piece of a passage."""

    text: str
    match: bool = Field(description="Whether it is what was searched for")


class SearchPassage(_Answer):
    """Where in an item words were found."""

    place: FoundIn
    language: str = Field(description="`en` or `zh`; empty for names and publications")
    by_centre: bool = Field(description="Whether the centre says it, not the library")
    segments: list[SearchSegment]


class SearchHit(_Answer):
    """An item of the library that was found."""

    kind: ProposedKind
    key: str
    title: str
    title_zh: str
    event_types: list[EventType]
    own: bool = Field(description="Whether it is an entry of the centre's own")
    passages: list[SearchPassage] = Field(description="At most 2, the best first")


class KindCount(_Answer):
    """How much of a kind was found."""

    kind: ProposedKind
    count: int


class SearchAnswer(_Answer):
    """What was found, best first."""

    words: int = Field(description="How many words were searched for; with 0 nothing is found")
    holds_all: bool = Field(description="False where nothing holds all words: these hold most")
    total: int = Field(description="Of the kind that was asked for")
    counts: list[KindCount] = Field(description="Of every kind")
    page: int
    pages: int
    results: list[SearchHit]


class LibrarySearchView(TenantView):
    """A search over the whole library."""

    verbs = {"GET": Verb.LIBRARY_VIEW}

    @extend_schema(
        operation_id="library_search",
        parameters=[*query_parameters(LibrarySearchQuery), TENANT_PARAMETER],
        responses=answers({200: SearchAnswer}),
    )
    @in_tenant_scope
    def get(self, request: Request) -> Response:
        """Find what holds all words of a query, the shared library's and the centre's own."""
        asked = parse_query(LibrarySearchQuery, request)
        found = library_find(asked.q)
        names = [name for name in found.names if asked.kind in (None, name[0])]
        start = (asked.page - 1) * asked.page_size
        kinds = [kind for kind, _ in found.names]
        answer = SearchAnswer(
            words=len(found.terms),
            holds_all=found.holds_all,
            total=len(names),
            counts=[KindCount(kind=kind, count=kinds.count(kind)) for kind in ProposedKind],
            page=asked.page,
            pages=-(-len(names) // asked.page_size),
            results=search_hits(found, names[start : start + asked.page_size]),
        )
        return Response(answer.model_dump(mode="json"))
