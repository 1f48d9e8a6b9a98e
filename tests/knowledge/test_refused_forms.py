"""A refused form loses nothing: what was written is shown again, and can be corrected and sent."""

from __future__ import annotations

from html.parser import HTMLParser
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse
from hvrmet.accounts.roles import TenantRole
from hvrmet.core.db.scope import scope
from hvrmet.testing import Centre

from diagnostics.messages import languages, localise
from knowledge.models import OverlayChange
from knowledge.overlaying import ADJUSTABLE, TRANSLATABLE
from knowledge.selectors.workspaces import head_entries
from knowledge.services.proposals import proposal_create, proposal_submit
from tests.knowledge.test_entry_tables import curator
from tests.knowledge.test_pages import JET, form_data, signed_in, text_of

pytestmark = pytest.mark.django_db
_TOKEN = "csrfmiddlewaretoken"


class Forms(HTMLParser):
    """The fields of the form of a page that is sent to an address."""

    def __init__(self, text: str, address: str) -> None:
        super().__init__()
        self.sent: dict[str, list[str]] = {}
        self.files: list[str] = []
        self._address, self._inside = address, False
        self._area: str | None = None
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = {name: value or "" for name, value in attrs}
        if tag == "form":
            self._inside = values.get("action") == self._address
        if not self._inside or values.get("name", _TOKEN) == _TOKEN:
            return
        if tag == "textarea":
            self._area = values["name"]
            self.sent.setdefault(self._area, []).append("")
        elif values.get("type") == "file":
            self.files.append(values["name"])
        elif tag in ("input", "button"):
            self.sent.setdefault(values["name"], []).append(values.get("value", ""))

    def handle_data(self, data: str) -> None:
        if self._area is not None:
            self.sent[self._area][-1] += data

    def handle_endtag(self, tag: str) -> None:
        if tag == "textarea":
            self._area = None
        if tag == "form":
            self._inside = False


@pytest.fixture
def li(alpha: Centre) -> Any:
    client = signed_in(alpha, "li")
    client.post(reverse("curation-begin"))
    return client


WRITTEN = 'a <b> & "c"\r\nd'
OVERLAY = {"entry": JET, "action": "adjust", "reason": WRITTEN, "source": "GB/T 1", "unit": "K"}
REFUSED: dict[str, tuple[str, dict[str, Any]]] = {
    "many, a value that is none": (
        "curation-bulk",
        {
            "entry": [JET, "g_rainstorm_positive_vorticity"],
            "action": "weight",
            "value": "heavy",
            "reason": WRITTEN,
            "query": "event=rainstorm",
        },
    ),
    "many, none chosen": ("curation-bulk", {"action": "comment", "reason": WRITTEN}),
    "overlay, a unit of something else": (
        "curation-overlay",
        {**OVERLAY, "field.expected.absolute.value": "15", "before.expected.absolute.value": "14"},
    ),
    "overlay, no YAML": (
        "curation-overlay",
        {**OVERLAY, "field.weight": "[1", "before.weight": "5", "effective_from": "2026-01-01"},
    ),
    "overlay, no date": ("curation-overlay", {**OVERLAY, "effective_from": "soon"}),
    "a proposal of nothing": (
        "curation-proposals",
        {"entry": ["unknown"], "title": "A title", "reason": WRITTEN},
    ),
    "a release that there is not": (
        "curation-adopt",
        {"digest": "0" * 64, "reason": WRITTEN},
    ),
}


@pytest.mark.parametrize("case", REFUSED)
def test_every_field_of_a_refused_form_is_sent_again(li: Any, case: str) -> None:
    name, data = REFUSED[case]
    address = reverse(name)
    refused = li.post(address, data)
    assert refused.status_code in (400, 404, 409)
    again = Forms(text_of(refused), address).sent
    wanted = {key: value if isinstance(value, list) else [value] for key, value in data.items()}
    assert {key: again.get(key) for key in wanted} == wanted
    second = li.post(address, again)
    assert second.status_code == refused.status_code
    assert Forms(text_of(second), address).sent == again


def test_what_was_written_is_to_be_seen_and_named(li: Any) -> None:
    name, data = REFUSED["overlay, no YAML"]
    page = text_of(li.post(reverse(name), data))
    for text in ("ui_kept", "ui_reason", "ui_field_source", "ui_unit_given"):
        assert localise(f"curation-{text}", "en") in page
    assert '<input name="field.weight" value="[1">' in page
    assert '<textarea name="reason"' in page
    assert "weight: this is not YAML" in page
    assert '<input type="hidden" name="before.weight"' in page


def test_it_can_be_corrected_where_it_stands(li: Any, alpha: Centre) -> None:
    name, data = REFUSED["overlay, no YAML"]
    address = reverse(name)
    sent = Forms(text_of(li.post(address, data)), address).sent
    assert li.post(address, {**sent, "field.weight": ["1"]}).status_code == 302
    with scope(alpha.id):
        assert OverlayChange.objects.get().reason == WRITTEN


def test_an_entry_that_is_under_review_keeps_the_words_of_its_form(li: Any, alpha: Centre) -> None:
    address = reverse("curation-entry", args=[JET])
    li.post(address, {**form_data(alpha, weight="3"), "action": "save", "based_on": "1"})
    with scope(alpha.id):
        who = curator(alpha, "wang")
        made = proposal_create(principal=who, title="t", reason="r", entries=[JET])
        proposal_submit(principal=who, number=made.number)
    data = {**form_data(alpha, weight="2"), "action": "save", "based_on": "2", "reason": WRITTEN}
    refused = li.post(address, data)
    assert refused.status_code == 409
    again = Forms(text_of(refused), address).sent
    assert again["weight"] == ["2"]
    assert again["reason"] == [WRITTEN]
    with scope(alpha.id):
        assert head_entries()[JET].weight == 3


def test_words_of_an_overlay_are_no_yaml(li: Any, alpha: Centre) -> None:
    words = 'Lift: "strong: often'
    data = {"entry": JET, "action": "translate", "field.note": words, "before.note": ""}
    assert li.post(reverse("curation-overlay"), {**data, "reason": "r"}).status_code == 302
    with scope(alpha.id):
        assert OverlayChange.objects.get().fields == {"note": words}


@pytest.mark.parametrize("language", languages())
def test_every_field_of_an_overlay_has_a_name(alpha: Centre, language: str) -> None:
    client = signed_in(alpha, "li", language=language)
    client.post(reverse("curation-begin"))
    page = text_of(client.get(reverse("curation-overlay"), {"entry": JET}))
    paths = (*ADJUSTABLE, *TRANSLATABLE)
    assert [path for path in paths if f"<code>{path}</code>" not in page] == []
    assert [path for path in paths if f">{path} <code>" in page] == []


def test_a_file_is_asked_for_again(li: Any) -> None:
    address = reverse("curation-import")
    data = {"file": SimpleUploadedFile("a.yaml", b"x"), "reason": "from Li"}
    form = Forms(text_of(li.post(address, data)), address)
    assert (form.files, form.sent["reason"]) == (["file"], ["from Li"])


def test_who_may_not_is_offered_nothing(alpha: Centre) -> None:
    viewer = signed_in(alpha, "viewer", TenantRole.FORECASTER)
    address = reverse("curation-bulk")
    refused = viewer.post(address, {"action": "comment", "reason": WRITTEN})
    assert refused.status_code == 403
    assert "reason" not in Forms(text_of(refused), address).sent


@pytest.mark.parametrize("language", languages())
def test_a_refusal_is_in_the_persons_language(alpha: Centre, language: str) -> None:
    client = signed_in(alpha, "li", language=language)
    client.post(reverse("curation-begin"))
    name, data = REFUSED["many, a value that is none"]
    page = text_of(client.post(reverse(name), data))
    assert localise("curation-ui_send_again", language) in page
