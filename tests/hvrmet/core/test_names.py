"""Names: one rule for all of them, and every field that takes one is held to it."""

from __future__ import annotations

from typing import Any
from unicodedata import category, is_normalized

import pytest
from django.core.exceptions import ValidationError
from hvrmet.accounts.invitations_api import NewInvitation
from hvrmet.accounts.keys_api import NewKeyDocument
from hvrmet.accounts.models import User
from hvrmet.core.errors import ApplicationError
from hvrmet.core.names import clean_name, name_key
from hvrmet.jobs.source_schemas import NewSource, SourceChange
from hvrmet.places.api import NewSavedRegion
from hvrmet.tenants.models import Tenant
from hvrmet.webhooks.schemas import NewWebhook, WebhookChange
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError as PydanticError

from knowledge.candidates_api import NewCandidate
from knowledge.proposal_bodies import NewFile
from knowledge.services.field_edits import FieldEdit, require_field
from tests.hvrmet.core.test_unknown_fields import OPERATIONS, declared_body, models_in

REFUSED = {
    "line break": "two\nlines",
    "line separator": "two\u2028lines",
    "tab": "a\tb",
    "NUL": "a\x00b",
    "zero width space": "a\u200bb",
    "zero width joiner": "a\u200db",
    "soft hyphen": "a\u00adb",
    "byte order mark": "\ufeffa",
    "override": "a\u202eb",
    "isolate": "a\u2066b",
    "mark of direction": "a\u200fb",
    "filler": "a\u3164b",
    "variation": "a\ufe0fb",
    "tag": "a\U000e0041b",
    "private": "a\ue000b",
    "blank braille": "a\u2800b",
    "Cyrillic a": "p\u0430ypal",
    "Greek omicron": "b\u03bfss",
    "Cyrillic in Greek": "\u03b1\u0430",
    "wide Latin beside Cyrillic": "\uff50\u0430",
    "nothing": " \u3000 ",
}
KEPT = {
    "  North   Sea ": "North Sea",
    "长江delta850": "长江delta850",
    "Cafe\u0301": "Caf\u00e9",
    "Москва Alpha": "Москва Alpha",
    "Αθήνα": "Αθήνα",
    "θe at 850 hPa, Δp": "θe at 850 hPa, Δp",
    "Δtheta": "Δtheta",
    "中国气象局 (CMA)": "中国气象局 (CMA)",
    "ŁÓDŹ-2": "ŁÓDŹ-2",
}
FIELDS = (
    (NewInvitation, "username"),
    (NewKeyDocument, "name"),
    (NewSavedRegion, "name"),
    (NewWebhook, "name"),
    (WebhookChange, "name"),
    (NewSource, "name"),
    (NewSource, "title"),
    (SourceChange, "title"),
    (NewCandidate, "title"),
    (NewFile, "name"),
)


@pytest.mark.parametrize("text", REFUSED.values(), ids=REFUSED)
def test_what_misleads_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"name|mixes"):
        clean_name(text)


@pytest.mark.parametrize(("text", "kept"), KEPT.items())
def test_what_people_are_called_is_kept(text: str, kept: str) -> None:
    assert clean_name(text) == kept


@given(st.text(max_size=30))
def test_what_is_kept_is_seen_and_stays_as_it_is(text: str) -> None:
    try:
        kept = clean_name(text)
    except ValueError:
        return
    assert clean_name(kept) == kept
    assert is_normalized("NFC", kept)
    assert not {"Cc", "Cf", "Zl", "Zp", "Cs", "Co", "Cn"} & {category(sign) for sign in kept}


@given(st.text(max_size=20))
def test_the_key_of_a_key_is_the_key(text: str) -> None:
    assert name_key(name_key(text)) == name_key(text)


@pytest.mark.parametrize(("model", "field"), FIELDS)
@pytest.mark.parametrize("text", ["two\nlines", "a\u202eb", "p\u0430ypal"])
def test_every_body_that_takes_a_name_refuses_it(model: Any, field: str, text: str) -> None:
    with pytest.raises(PydanticError) as caught:
        model.model_validate({field: text})
    assert field in {item["loc"][0] for item in caught.value.errors()}


def test_no_name_of_a_body_is_forgotten() -> None:
    """A field that is called a name or a title is one of those above, or refers to something."""
    known = {(model.__name__, field) for model, field in FIELDS}
    refers = {("SignIn", "username"), ("ComputationRequest", "name"), ("NewComputation", "name")}
    found = {
        (model.__name__, field)
        for method, _, view in OPERATIONS
        for model in models_in(declared_body(view, method), set())
        if model.__module__.startswith(("hvrmet", "knowledge"))
        for field in model.model_fields
        if field in ("name", "title", "username", "label")
    }
    assert found - refers == known


@pytest.mark.parametrize("text", ["two\nlines", "a\u202eb", "p\u0430ypal"])
def test_forms_of_people_and_centres_refuse_it(text: str) -> None:
    for row, field in (
        *((User(username="li", **{name: text}), name) for name in ("first_name", "last_name")),
        (Tenant(slug="alpha", name=text), "name"),
    ):
        with pytest.raises(ValidationError) as caught:
            row.clean_fields()
        assert field in caught.value.message_dict
    with pytest.raises(ValidationError) as caught:
        User(username=text).clean_fields()
    assert "username" in caught.value.message_dict


@pytest.mark.parametrize("path", ["name", "name_zh", "title", ""])
def test_names_of_the_library_refuse_it(path: str) -> None:
    value: Any = "a\u202eb" if path else {"name": "a\u202eb"}
    with pytest.raises(ApplicationError, match="cannot be seen") as caught:
        require_field(FieldEdit("reference", "x", path, 1, value))
    assert caught.value.code == "invalid_name"
