"""An operation that is to go says so wherever somebody looks."""

from __future__ import annotations

import json
import logging
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path
from typing import Any, ClassVar

import pytest
from django.urls import include, path
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.utils import extend_schema
from hvrmet.accounts.roles import Verb
from hvrmet.accounts.views import TenantView, in_tenant_scope
from hvrmet.core.http.deprecation import Deprecation, deprecated
from hvrmet.core.http.openapi import answers, query_parameters
from hvrmet.core.http.schemas import Query, parse_query
from hvrmet.core.observability.metrics import DEPRECATED_REQUESTS
from pydantic import BaseModel, Field
from rest_framework.request import Request
from rest_framework.response import Response

SINCE = datetime(2030, 1, 31, 12, tzinfo=timezone(timedelta(hours=8)))
SUNSET = datetime(2031, 3, 1, tzinfo=UTC)
SAID = {
    "Deprecation": "@1896062400",
    "Sunset": "Sat, 01 Mar 2031 00:00:00 GMT",
    "Link": '<https://example.org/v2>; rel="deprecation", <https://example.org/v2>; rel="sunset"',
}


class OldQuery(Query):
    """A filter that is to go beside one that stays."""

    old: str | None = Field(default=None, deprecated=True)
    new: str | None = None


class OldDocument(BaseModel):
    """A field that is to go beside one that stays."""

    old: int | None = Field(default=None, deprecated=True)
    new: int


class OldView(TenantView):
    """One method goes, the other stays."""

    verbs: ClassVar = {"GET": Verb.DIAGNOSIS_VIEW, "POST": Verb.KEY_MANAGE}

    @deprecated(since=SINCE, sunset=SUNSET, link="https://example.org/v2")
    @extend_schema(
        operation_id="old",
        parameters=query_parameters(OldQuery),
        responses=answers({200: OldDocument}),
    )
    @in_tenant_scope
    def get(self, request: Request) -> Response:
        """Answer as ever."""
        parse_query(OldQuery, request)
        return Response(OldDocument(new=1))

    @extend_schema(operation_id="new", request=None, responses=answers({200: OldDocument}))
    def post(self, request: Request) -> Response:
        """Stay."""
        return Response(OldDocument(new=1))


urlpatterns = [
    path("old/", OldView.as_view()),
    path("", include("hvrmet.urls")),
]


@pytest.mark.django_db
@pytest.mark.urls(__name__)
class TestAnswers:
    def said(self, reply: Any) -> dict[str, str]:
        return {name: reply[name] for name in SAID if name in reply}

    def test_say_it_whatever_they_are(self, client, alpha) -> None:
        reply = client.get("/old/", headers=alpha.headers)
        assert (reply.status_code, self.said(reply)) == (200, SAID)
        again = client.get("/old/", headers={**alpha.headers, "If-None-Match": reply["ETag"]})
        assert (again.status_code, self.said(again)) == (304, SAID)
        head = client.head("/old/", headers=alpha.headers)
        assert (head.status_code, self.said(head)) == (200, SAID)
        wrong = client.get("/old/?older=1", headers=alpha.headers)
        assert (wrong.status_code, self.said(wrong)) == (400, SAID)
        assert self.said(client.get("/old/")) == SAID

    def test_of_other_methods_and_operations_do_not(self, client, alpha) -> None:
        for reply in (
            client.post("/old/", headers=alpha.headers),
            client.get("/api/v1/me/", headers=alpha.headers),
        ):
            assert self.said(reply) == {}

    def test_are_counted_and_logged_with_who_asked(self, client, alpha, caplog) -> None:
        counted = DEPRECATED_REQUESTS.labels("GET", "old/")
        before = counted._value.get()
        with caplog.at_level(logging.INFO, logger="hvrmet.core.http.deprecation"):
            client.get("/old/", headers=alpha.headers)
        assert counted._value.get() == before + 1
        assert "service:suite uses GET old/, which goes on 2031-03-01" in caplog.text


def test_the_document_marks_operations_fields_and_parameters() -> None:
    document = SchemaGenerator(patterns=urlpatterns[:1]).get_schema(request=None, public=True)
    methods = json.loads(json.dumps(document))["paths"]["/old/"]
    old, new = methods["get"], methods["post"]
    assert (old["deprecated"], old["x-sunset"]) == (True, "2031-03-01T00:00:00Z")
    assert "deprecated" not in new
    for status in ("200", "304", "401"):
        assert set(SAID) <= set(old["responses"][status]["headers"])
        assert not set(SAID) & set(new["responses"].get(status, {}).get("headers", {}))
    filters = {item["name"]: item.get("deprecated", False) for item in old["parameters"]}
    assert (filters["old"], filters["new"]) == (True, False)
    fields = document["components"]["schemas"]["OldDocument"]["properties"]
    assert {name: field.get("deprecated", False) for name, field in fields.items()} == {
        "old": True,
        "new": False,
    }


@pytest.mark.parametrize(
    ("since", "sunset", "said"),
    [
        (SINCE, SINCE + timedelta(days=300), "twelve months"),
        (SINCE.replace(tzinfo=None), SUNSET, "zone"),
        (SINCE, SUNSET.replace(tzinfo=None), "zone"),
    ],
)
def test_the_notice_is_never_shorter_than_promised(since, sunset, said) -> None:
    with pytest.raises(ValueError, match=said):
        Deprecation(since, sunset, "https://example.org")


def deprecated_in(part: object, path: str = "") -> set[str]:
    """Find what a document marks as deprecated, by its path."""
    if isinstance(part, list):
        return set().union(*(deprecated_in(item, path) for item in part))
    if not isinstance(part, dict):
        return set()
    own = {path} if part.get("deprecated") is True else set()
    return own.union(*(deprecated_in(item, f"{path}/{name}") for name, item in part.items()))


def test_what_is_deprecated_at_present_is_documented() -> None:
    """When this fails, docs/use/api.md and the changelog must name what will be removed."""
    root = Path(__file__).resolve().parents[3]
    document = json.loads((root / "docs" / "openapi.json").read_text())
    assert deprecated_in(document) == {"/components/schemas/Conclusion/properties/kind"}
    assert "`conclusion.kind`" in (root / "docs" / "use" / "api.md").read_text()
