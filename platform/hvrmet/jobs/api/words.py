"""REST: requests, questions and claims in words, read by the grammar."""

from __future__ import annotations

from dataclasses import replace
from typing import Self
from uuid import UUID

from drf_spectacular.utils import OpenApiResponse, extend_schema
from pydantic import BaseModel, ConfigDict, Field, field_validator, model_validator
from rest_framework.request import Request
from rest_framework.response import Response

from diagnostics.contracts.asked_words import ReadSentence, SlotName
from diagnostics.contracts.base import Instant
from diagnostics.contracts.computations import LONGEST_QUESTION
from diagnostics.contracts.enums import Language
from diagnostics.contracts.space_time import Region
from diagnostics.contracts.validation import ContractError
from diagnostics.language import AskedContext, KnownSource, read_asked_question, read_request
from hvrmet.accounts.roles import Verb
from hvrmet.accounts.views import TenantView, in_tenant_scope
from hvrmet.core.errors import ApplicationError
from hvrmet.core.http.openapi import TENANT_PARAMETER, answers
from hvrmet.core.http.schemas import parse_body
from hvrmet.jobs.api.diagnoses import terms_of
from hvrmet.jobs.api.idempotency import KEY_PARAMETER, idempotency_key, queued
from hvrmet.jobs.registries.inventories import source_holdings
from hvrmet.jobs.registries.sources import check_timezone, source_get, sources_of
from hvrmet.jobs.schemas import Diagnosis, WorkedOn, diagnosis_document
from hvrmet.jobs.services.jobs import diagnosis_create
from hvrmet.tenants.selectors import tenant_get


class RequestInWords(BaseModel):
    """A request for a diagnosis in English or Chinese."""

    model_config = ConfigDict(extra="forbid")

    text: str = Field(min_length=1, max_length=LONGEST_QUESTION)
    source: str | None = Field(
        default=None,
        max_length=200,
        description="whose times and area the words are read against; the only one without it",
    )
    now: Instant | None = Field(
        default=None, description="what 'yesterday' counts from; the last time of the data"
    )
    timezone: str | None = Field(
        default=None, max_length=100, description="of times that name none; the centre's without it"
    )
    language: Language | None = Field(
        default=None, description="of the answer; that of the text without it"
    )
    given: tuple[SlotName, ...] = Field(
        default=(), description="parts that stand beside the text and win over its words"
    )

    @field_validator("text")
    @classmethod
    def _says_something(cls, text: str) -> str:
        if not text.strip():
            raise ValueError(
                "say where, when and which event, as in: rain in Henan on 20 July 2021"
            )
        return text


class ReadRequestView(TenantView):
    """What a request in words says."""

    verbs = {"POST": Verb.DIAGNOSIS_CREATE}

    @extend_schema(
        operation_id="requests_read",
        parameters=[TENANT_PARAMETER],
        request=RequestInWords,
        responses=answers({200: ReadSentence}, 415),
    )
    @in_tenant_scope
    def post(self, request: Request) -> Response:
        """Read a request in words, at once; nothing is queued and nothing is kept."""
        wanted = parse_body(RequestInWords, request)
        around = asked_context(wanted, tenant_id=self.principal(request).tenant_id)
        return Response(read_request(wanted.text, around))


class QuestionInWords(BaseModel):
    """A question or a claim in English or Chinese, to be read and not to be answered."""

    model_config = ConfigDict(extra="forbid")

    text: str | None = Field(
        default=None, min_length=1, max_length=LONGEST_QUESTION, description="a question"
    )
    claim: str | None = Field(
        default=None, min_length=1, max_length=LONGEST_QUESTION, description="a sentence to check"
    )
    source: str | None = Field(
        default=None, max_length=200, description="that is asked; the only one without it"
    )
    region: Region | None = Field(
        default=None, description="where a question looks that names no place"
    )
    now: Instant | None = Field(
        default=None, description="what 'yesterday' counts from; the last time of the data"
    )
    timezone: str | None = Field(
        default=None, max_length=100, description="of times that name none; the centre's without it"
    )
    language: Language | None = Field(
        default=None, description="of the answer; that of the text without it"
    )

    @model_validator(mode="after")
    def _asks_one_thing(self) -> Self:
        given = [words for words in (self.text, self.claim) if words is not None]
        if len(given) != 1 or not given[0].strip():
            raise ContractError("one_sentence")
        return self


class ReadQuestionView(TenantView):
    """What a question or a claim in words says."""

    verbs = {"POST": Verb.DIAGNOSIS_CREATE}

    @extend_schema(
        operation_id="questions_read",
        parameters=[TENANT_PARAMETER],
        request=QuestionInWords,
        responses=answers({200: ReadSentence}, 415),
    )
    @in_tenant_scope
    def post(self, request: Request) -> Response:
        """Read a question or a claim in words.

        At once: nothing is queued and nothing is kept.
        """
        wanted = parse_body(QuestionInWords, request)
        around = asked_context(wanted, tenant_id=self.principal(request).tenant_id)
        if wanted.region is not None:
            sources = tuple(replace(one, region=wanted.region) for one in around.sources)
            around = replace(around, sources=sources)
        claim = wanted.claim is not None
        return Response(read_asked_question(wanted.claim or wanted.text or "", around, claim=claim))


class DiagnosisInWords(RequestInWords, WorkedOn):
    """A diagnosis asked for in words, with how it shall be worked on."""


class DiagnosisInWordsView(TenantView):
    """Diagnoses that are asked for in words."""

    verbs = {"POST": Verb.DIAGNOSIS_CREATE}

    @extend_schema(
        operation_id="diagnoses_create_in_words",
        parameters=[KEY_PARAMETER, TENANT_PARAMETER],
        request=DiagnosisInWords,
        responses=answers(
            {202: OpenApiResponse(Diagnosis, description="Queued; `Location` is its address")},
            400,
            415,
            422,
            503,
        ),
    )
    @in_tenant_scope
    def post(self, request: Request) -> Response:
        """Queue the diagnosis that the words ask for, where they leave nothing open."""
        wanted, principal = parse_body(DiagnosisInWords, request), self.principal(request)
        read = read_request(wanted.text, asked_context(wanted, tenant_id=principal.tenant_id))
        if read.request is None:
            raise ApplicationError(
                "the words leave something open: `data.reading` has what was not understood, what "
                "is missing and what may be meant; say it otherwise, or send a form",
                code="words_left_open",
                http_status=422,
                data={"reading": read.model_dump(mode="json")},
            )
        job, created = diagnosis_create(
            principal=principal,
            request=read.request,
            terms=terms_of(wanted),
            idempotency_key=idempotency_key(request),
        )
        return queued(diagnosis_document(job), created=created)


def asked_context(wanted: RequestInWords | QuestionInWords, *, tenant_id: UUID) -> AskedContext:
    """Return what words are read against: the tenant's sources and its time zone.

    Raises
    ------
    ApplicationError
        ``unknown_source`` or ``unknown_timezone``.
    """
    if wanted.source is not None:
        source_get(wanted.source, tenant_id=tenant_id)
    zone = wanted.timezone or tenant_get(tenant_id).timezone or None
    check_timezone(zone)
    return AskedContext(
        sources=known_sources(tenant_id),
        source=wanted.source,
        now=wanted.now,
        timezone=zone,
        timezone_assumed=not wanted.timezone,
        language=wanted.language,
        given=frozenset(wanted.given if isinstance(wanted, RequestInWords) else ()),
    )


def known_sources(tenant_id: UUID) -> tuple[KnownSource, ...]:
    """Return the sources that a tenant may name, with what a worker last found in them."""
    sources = sources_of(tenant_id)
    held = source_holdings(sources)
    found = []
    for name, source in sources.items():
        holding = held.get(name)
        inventory = None if holding is None else holding.inventory
        found.append(
            KnownSource(
                name=name,
                title=source.title,
                title_zh=source.title_zh,
                times=() if inventory is None else inventory.times,
                region=None if inventory is None else inventory.extent(),
            )
        )
    return tuple(found)
