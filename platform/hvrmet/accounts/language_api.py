"""REST: the language in which a person is answered."""

from __future__ import annotations

from drf_spectacular.utils import extend_schema
from pydantic import BaseModel, ConfigDict, Field
from rest_framework.request import Request
from rest_framework.response import Response

from diagnostics.contracts.enums import Language
from hvrmet.accounts.invitations_api import BY_SESSION, PersonView
from hvrmet.accounts.models import User
from hvrmet.accounts.services import language_choose
from hvrmet.core.http.openapi import answers
from hvrmet.core.http.schemas import parse_body


class OwnLanguage(BaseModel):
    """The language in which a person is answered where a request chooses none."""

    model_config = ConfigDict(extra="forbid")

    language: Language | None = Field(description="null for no wish: English")


class LanguageView(PersonView):
    """The person's own language."""

    @extend_schema(
        operation_id="me_language_retrieve", auth=BY_SESSION, responses=answers({200: OwnLanguage})
    )
    def get(self, request: Request) -> Response:
        """Return the language that the person who asks has chosen, if any."""
        return Response(OwnLanguage(language=language_of(self.person(request))))

    @extend_schema(
        operation_id="me_language_set",
        auth=BY_SESSION,
        request=OwnLanguage,
        responses=answers({200: OwnLanguage}, 400, 415),
    )
    def put(self, request: Request) -> Response:
        """Choose the language of answers to requests whose `Accept-Language` chooses none."""
        wanted = parse_body(OwnLanguage, request)
        user = self.person(request)
        language_choose(user=user, language=wanted.language)
        return Response(OwnLanguage(language=language_of(user)))


def language_of(user: User) -> Language | None:
    """Return the language that a person has chosen, None where they have chosen none."""
    return Language(user.language) if user.language else None
