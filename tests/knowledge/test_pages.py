"""The curation pages: who may see them, both languages, and the way of a change through them."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from hvrmet.accounts.models import User
from hvrmet.accounts.roles import TenantRole
from hvrmet.core.db.scope import scope
from hvrmet.testing import Centre

from diagnostics.guidelines import load_release, release_yaml
from diagnostics.messages import languages, localise
from knowledge.models import CentreRelease, Comment, Draft, Proposal, Revision
from knowledge.pages.entry_form import EntryForm
from knowledge.selectors.releases import current_release_digest
from knowledge.selectors.workspaces import causes, head_entries
from tests.hvrmet.factories import person
from tests.knowledge.test_entry_form import sent

TEMPLATES = Path(__file__).resolve().parents[2] / "knowledge" / "templates" / "curation"
STYLES = TEMPLATES.parents[1] / "static" / "curation"
DESIGN = TEMPLATES.parents[2] / "frontend" / "src" / "design"
JET = "g_rainstorm_low_level_jet"
pytestmark = pytest.mark.django_db


def test_the_pages_have_the_tokens_of_the_dashboard() -> None:
    """They are served apart from its built files, so they have a copy: of every byte."""
    assert (STYLES / "tokens.css").read_bytes() == (DESIGN / "tokens.css").read_bytes()


def signed_in(centre: Centre, name: str, *roles: TenantRole, language: str = "en") -> Client:
    user = person(centre, name, *(roles or (TenantRole.CURATOR,)))
    User.objects.filter(pk=user.pk).update(language=language)
    client = Client()
    client.force_login(user)
    return client


@pytest.fixture
def li(alpha: Centre) -> Client:
    client = signed_in(alpha, "li")
    client.post(reverse("curation-begin"))
    return client


def form_data(centre: Centre, **changes: str) -> dict[str, Any]:
    """Return what a browser sends of the form of the entry."""
    with scope(centre.id):
        entry = head_entries()[JET]
        data = sent(EntryForm(entry.model_dump(mode="json"), causes()), **changes)
    return {name: data.getlist(name) for name in data}


def text_of(reply: Any) -> str:
    return str(reply.content.decode())


def test_texts_of_the_templates_are_in_the_catalogue() -> None:
    fixed, begun = set(), set()
    for path in TEMPLATES.glob("*.html"):
        for name, more in re.findall(r"""\{% say ["'](\w+)["'](\|add)?""", path.read_text()):
            (begun if more else fixed).add(name)
    assert len(fixed) > 100
    for language in languages():
        for name in fixed:
            localise(f"curation-{name}", language, **dict.fromkeys(_PARAMETERS, "1"))
    assert begun == {
        *("ui_modality_", "ui_need_", "ui_status_", "ui_origin_", "ui_order_", "ui_bulk_"),
        *("ui_change_", "ui_section_", "ui_action_", "ui_by_", "ui_diff_", "ui_word_"),
        *("ui_kind_", "status_", "ui_work_"),
    }


_PARAMETERS = (
    *("count", "done", "cases", "generated", "stored", "evidence", "left", "seconds", "author"),
    *("revision", "thin", "added", "changed", "unchanged", "found", "wanted"),
    *("low", "high", "unit", "most", "pages"),
)


@pytest.mark.parametrize("name", [
    *("curation-queue", "curation-proposals", "curation-releases", "curation-coverage"),
    *("curation-use", "curation-overlay", "curation-import", "curation-new", "curation-papers"),
])  # fmt: skip
@pytest.mark.parametrize("language", ["en", "zh"])
def test_every_page_is_in_the_persons_language(alpha, name, language) -> None:
    client = signed_in(alpha, "li", language=language)
    client.post(reverse("curation-begin"))
    reply = client.get(reverse(name))
    assert reply.status_code == 200
    text = text_of(reply)
    assert f'<html lang="{ {"zh": "zh-Hans"}.get(language, language) }">' in text
    assert localise("curation-ui_title", language) in text
    assert "curation-ui" not in text


def test_the_pages_are_for_curators(alpha, client) -> None:
    asked = client.get(reverse("curation-queue"))
    assert asked.status_code == 302
    viewer = signed_in(alpha, "viewer", TenantRole.FORECASTER)
    refused = viewer.get(reverse("curation-queue"))
    assert refused.status_code == 403
    assert "for curators" in text_of(refused)


def test_another_centre_sees_nothing_of_it(li, alpha, beta) -> None:
    other = signed_in(beta, "other")
    other.post(reverse("curation-begin"))
    data = form_data(alpha, weight="2")
    address, history = (
        reverse(name, args=[JET]) for name in ("curation-entry", "curation-history")
    )
    li.post(address, {**data, "based_on": 1, "reason": "our own reason"})
    assert "our own reason" in text_of(li.get(history))
    assert "our own reason" not in text_of(other.get(history))


def test_a_saved_form_is_a_revision_and_a_wrong_one_says_where(li, alpha) -> None:
    address = reverse("curation-entry", args=[JET])
    page = text_of(li.get(address))
    assert 'name="expected.absolute.value.low"' in page
    assert "expected &gt;= 90" in page
    bad = li.post(address, {**form_data(alpha, **{"expected.level": "9999"}), "based_on": 1})
    assert bad.status_code == 400
    assert "1100" in text_of(bad)
    saved = li.post(address, {**form_data(alpha, weight="2"), "based_on": 1, "reason": "too high"})
    assert saved.status_code == 302
    with scope(alpha.id):
        assert Revision.objects.latest("number").reason == "too high"
    history = text_of(li.get(reverse("curation-history", args=[JET])))
    assert "too high" in history
    assert "<code>weight</code>" in history


def test_what_two_curators_save_at_once_is_merged(li, alpha) -> None:
    wang = signed_in(alpha, "wang")
    address = reverse("curation-entry", args=[JET])
    mine = {**form_data(alpha, note="mine"), "based_on": 1}
    li.post(address, {**form_data(alpha, weight="2"), "based_on": 1})
    reply = wang.post(address, mine)
    assert reply.status_code == 409
    text = text_of(reply)
    assert "li saved revision 2" in text
    assert 'name="note" value="mine"' in text
    assert "You changed different fields" in text
    wang.post(address, {**mine, "onto": 2})
    with scope(alpha.id):
        entry = head_entries()[JET]
        assert (entry.weight, entry.note, Revision.objects.count()) == (2, "mine", 3)


@pytest.mark.parametrize(("choice", "weight"), [("mine", 1), ("theirs", 2)])
def test_where_both_changed_a_field_the_second_curator_chooses(li, alpha, choice, weight) -> None:
    wang = signed_in(alpha, "wang")
    address = reverse("curation-entry", args=[JET])
    mine = {**form_data(alpha, weight="1", note="mine"), "based_on": 1}
    li.post(address, {**form_data(alpha, weight="2", timing="theirs"), "based_on": 1})
    text = text_of(wang.post(address, mine))
    (name,) = set(re.findall(r'name="(choose_\d+)"', text))
    wang.post(address, {**mine, "onto": 2, name: choice})
    with scope(alpha.id):
        entry = head_entries()[JET]
        assert (entry.weight, entry.note, entry.timing) == (weight, "mine", "theirs")


def test_a_third_save_while_one_chooses_is_shown_too(li, alpha) -> None:
    wang = signed_in(alpha, "wang")
    address = reverse("curation-entry", args=[JET])
    mine = {**form_data(alpha, note="mine"), "based_on": 1}
    li.post(address, {**form_data(alpha, weight="2"), "based_on": 1})
    li.post(address, {**form_data(alpha, weight="3"), "based_on": 2})
    reply = wang.post(address, {**mine, "onto": 2})
    assert reply.status_code == 409
    assert 'name="onto" value="3"' in text_of(reply)
    with scope(alpha.id):
        assert Revision.objects.count() == 3


def test_the_preview_is_written_while_one_types_in_both_languages(li, alpha) -> None:
    data = {**form_data(alpha, **{"expected.clim.threshold": "95"}), "entry_id": JET}
    reply = li.post(reverse("curation-preview"), data)
    text = text_of(reply)
    assert "expected &gt;= 95" in text
    assert "低空急流强度" in text
    wrong = li.post(reverse("curation-preview"), {**data, "factor": "none"})
    assert 'data-at="factor"' in text_of(wrong)
    with scope(alpha.id):
        assert Revision.objects.count() == 1


def test_from_a_draft_to_a_release_that_new_diagnoses_use(li, alpha) -> None:
    wang, chen = signed_in(alpha, "wang"), signed_in(alpha, "chen")
    data = form_data(alpha, weight="2")
    li.post(reverse("curation-entry", args=[JET]), {**data, "based_on": 1})
    li.post(reverse("curation-proposals"), {"entry": JET, "title": "t", "reason": "r"})
    act = reverse("curation-proposal-act", args=[1])
    assert "<code>weight</code>" in text_of(li.get(reverse("curation-proposal", args=[1])))
    li.post(act, {"action": "submit"})
    refused = li.post(act, {"action": "approve"})
    assert refused.status_code == 403
    for client in (wang, chen):
        client.post(act, {"action": "approve"})
    li.post(act, {"action": "release"})
    with scope(alpha.id):
        row = CentreRelease.objects.get()
        assert Proposal.objects.get().status == "released"
    li.post(reverse("curation-adopt"), {"digest": row.digest, "reason": "r"})
    page = wang.get(reverse("curation-release", args=[row.digest]))
    assert "signed by this installation" in text_of(page)
    adoption = re.search(r'name="adoption" value="([^"]+)"', text_of(
        wang.get(reverse("curation-releases"))
    ))  # fmt: skip
    assert adoption is not None
    wang.post(reverse("curation-adopt"), {"adoption": adoption[1]})
    with scope(alpha.id):
        assert current_release_digest() == row.digest


def test_many_entries_at_once_all_or_none(li, alpha) -> None:
    with scope(alpha.id):
        name = next(iter(head_entries()))
    bulk = reverse("curation-bulk")
    li.post(bulk, {"entry": [name], "action": "tag", "value": "season"})
    with scope(alpha.id):
        assert head_entries()[name].tags == ("season",)
    found = li.get(reverse("curation-queue"), {"tag": "season"})
    assert name in text_of(found)
    assert name not in text_of(li.get(reverse("curation-queue"), {"tag": "other"}))
    refused = li.post(bulk, {"entry": [name, "unknown"], "action": "weight", "value": "1"})
    assert refused.status_code == 404
    with scope(alpha.id):
        assert head_entries()[name].weight == load_release().entries[0].weight
        assert Draft.objects.count() == 1


def test_comments_are_made_on_a_field_and_resolved(li, alpha) -> None:
    address = reverse("curation-comment", args=[JET])
    li.post(address, {"text": "why 14?", "field": "expected.absolute.value"})
    assert "why 14?" in text_of(li.get(reverse("curation-entry", args=[JET])))
    with scope(alpha.id):
        comment = Comment.objects.get()
    li.post(address, {"resolve": str(comment.pk)})
    with scope(alpha.id):
        assert Comment.objects.get().resolved_by == "person:li"


def test_a_file_is_taken_in_and_a_broken_one_says_its_line(li, alpha) -> None:
    whole = load_release()
    text = release_yaml(whole.model_copy(update={"entries": whole.entries[:2]}))
    address = reverse("curation-import")
    done = li.post(address, {"file": SimpleUploadedFile("a.yaml", text.encode()), "reason": "r"})
    assert "1 new" in text_of(done)
    broken = text.replace("weight: 5", "weight: heavy", 1)
    refused = li.post(address, {"file": SimpleUploadedFile("a.yaml", broken.encode())})
    assert refused.status_code == 400
    assert "line 5" in text_of(refused)


def test_the_overlay_is_set_and_combined(li, alpha) -> None:
    address = reverse("curation-overlay")
    page = text_of(li.get(address, {"entry": JET}))
    assert 'name="field.weight"' in page
    li.post(address, {
        "entry": JET, "action": "adjust", "field.weight": "3", "before.weight": "5",
        "field.expected.absolute.value": "54.0", "before.expected.absolute.value": "14.0",
        "unit": "km/h", "reason": "our climate",
    })  # fmt: skip
    combined = li.post(address, {"action": "combine"})
    assert combined.status_code == 302
    page = text_of(li.get(combined["Location"]))
    assert "expected.absolute.value" in page
    with scope(alpha.id):
        assert CentreRelease.objects.get().kind == "combined"


def test_the_language_is_chosen_on_any_page(li) -> None:
    where = reverse("curation-coverage")
    li.defaults["HTTP_ACCEPT_LANGUAGE"] = "en-GB,en"
    reply = li.post(reverse("curation-language"), {"language": "zh", "next": where})
    assert reply["Location"] == where
    assert localise("curation-ui_coverage", "zh") in text_of(li.get(where))
    outside = li.post(reverse("curation-language"), {"language": "zh", "next": "https://x.org"})
    assert outside["Location"] == reverse("curation-queue")
