"""What curators say to each other: by whom it is read, what stays of it, and what nobody missed."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import IntegrityError, ProgrammingError, connection, transaction
from django.test import Client
from hvrmet.accounts.roles import TenantRole
from hvrmet.core.db.scope import SYSTEM, scope

from knowledge.models import RemarkWithdrawal
from knowledge.selectors.queue import Need
from knowledge.services import remarks
from tests.hvrmet.factories import key_headers
from tests.knowledge.conftest import API, Curator, change
from tests.knowledge.test_queue import rows

pytestmark = pytest.mark.django_db
REMARKS = "remarks/"


def about(path: str) -> dict[str, str]:
    """Return what names a proposal in a remark."""
    return {"proposal": path.split("/")[1]}


def texts(person: Curator, query: str) -> list[str]:
    return [item["text"] for item in person.get(f"{REMARKS}?{query}")["results"]]


def waiting(person: Curator) -> list[str]:
    return [f"proposals/{item['id']}/" for item in rows(person, Need.REMARK)]


class TestTalk:
    def test_it_stands_in_order_of_time_beside_the_field_and_the_whole(
        self, author, reviewer, entry
    ) -> None:
        path = author.hand_in(change(entry, "weight", 5), change(entry, "note", "seen"))
        field = author.get(path)["changes"][0]
        reviewer.post(REMARKS, {"field": field["id"], "text": "Why 5?\nOf how many?"})
        author.post(REMARKS, {**about(path), "text": " See the standard. "})
        of_whole = f"proposal={about(path)['proposal']}"
        assert texts(reviewer, of_whole) == ["Why 5?\nOf how many?", "See the standard."]
        (asked,) = author.get(f"{REMARKS}?field={field['id']}")["results"]
        assert (asked["kind"], asked["item"], asked["path"]) == ("entry", entry.id, "weight")
        assert (asked["by"], asked["mine"]) == (reviewer.label, False)

    def test_it_changes_no_approval(self, author, reviewer, second, entry) -> None:
        path = author.hand_in(change(entry, "weight", 5), change(entry, "note", "seen"))
        seen = reviewer.get(path)["changes"]
        said = {"wording": seen[0]["wordings"][-1]["id"], "verdict": "approve"}
        reviewer.post(f"{path}decisions/", {"decisions": [said]})
        second.post(REMARKS, {"field": seen[0]["id"], "text": "I doubt it."})
        state = author.get(path)
        assert (state["state"], state["approved"]) == ("in_review", 1)
        assert reviewer.decide(path)["state"] == "accepted"

    def test_a_proposal_that_is_closed_keeps_it_and_takes_no_more(
        self, author, reviewer, entry
    ) -> None:
        path = author.hand_in(change(entry, "weight", 5))
        author.post(REMARKS, {**about(path), "text": "See the standard."})
        reviewer.decide(path)
        more = {**about(path), "text": "Thanks."}
        assert author.refused("post", REMARKS, more) == (409, "proposal_closed")
        assert texts(author, f"proposal={about(path)['proposal']}") == ["See the standard."]

    def test_on_an_item_it_is_always_open(self, author, reviewer, seed, entry) -> None:
        of = {
            "entry": entry.id,
            "reference": seed.references[0].key,
            "cause": seed.causes[0].key,
        }
        for kind, name in of.items():
            author.post(REMARKS, {"kind": kind, "item": name, "text": kind})
            assert texts(reviewer, f"kind={kind}&item={name}") == [kind]
        unknown = {"kind": "cause", "item": entry.id, "text": "?"}
        assert author.refused("post", REMARKS, unknown) == (404, "not_found")

    def test_one_takes_back_ones_own_and_a_trace_stays(self, author, reviewer, entry) -> None:
        path = author.hand_in(change(entry, "weight", 5))
        said = author.post(REMARKS, {**about(path), "text": "Nonsense."})
        address = f"{REMARKS}{said['id']}/take-back/"
        assert reviewer.refused("post", address) == (403, "not_yours")
        assert author.post(address)["text"] == ""
        assert author.refused("post", address) == (409, "remark_taken_back")
        (left,) = reviewer.get(f"{REMARKS}?proposal={about(path)['proposal']}")["results"]
        assert (left["text"], left["by"]) == ("", author.label)
        assert left["taken_back_at"]

    def test_the_database_lets_nobody_change_or_take_back_what_is_anothers(
        self, author, reviewer, entry
    ) -> None:
        said = author.post(REMARKS, {"kind": "entry", "item": entry.id, "text": "Mine."})
        theirs = {"author": reviewer.label, "author_id": reviewer.user.pk}
        with scope(SYSTEM), transaction.atomic():
            RemarkWithdrawal.objects.create(remark_id=said["id"], **theirs)
            with pytest.raises(IntegrityError):
                connection.check_constraints()
            transaction.set_rollback(True)
        with connection.cursor() as cursor, pytest.raises(ProgrammingError, match="denied"):
            cursor.execute("UPDATE knowledge_remark SET text = 'other'")

    @pytest.mark.parametrize(
        "body",
        [
            {"text": "of nothing"},
            {"kind": "entry", "text": "of no name"},
            {"kind": "entry", "item": "x", "proposal": str(SYSTEM), "text": "of two"},
            {"kind": "entry", "item": "x", "text": " \n "},
            {"kind": "entry", "item": "x", "text": "x" * 2001},
        ],
    )
    def test_what_is_no_remark(self, author, body: dict[str, Any]) -> None:
        assert author.refused("post", REMARKS, body) == (400, "invalid_request")

    def test_there_is_an_end_and_a_key_is_nobody(self, alpha, author, entry, monkeypatch) -> None:
        monkeypatch.setattr(remarks, "MOST_A_DAY", 1)
        body = {"kind": "entry", "item": entry.id, "text": "one"}
        author.post(REMARKS, body)
        assert author.refused("post", REMARKS, body) == (409, "too_many_remarks")
        headers = key_headers(alpha, "service", TenantRole.CURATOR)
        sent = {"content_type": "application/json", "headers": headers}
        reply = Client().post(f"{API}{REMARKS}", body, **sent)
        assert (reply.status_code, reply.json()["code"]) == (403, "person_required")


class TestUnseen:
    def test_it_waits_for_who_takes_part_until_they_open_it(
        self, author, reviewer, second, entry
    ) -> None:
        path = author.hand_in(change(entry, "weight", 5), change(entry, "note", "seen"))
        shown = f"{REMARKS}?proposal={about(path)['proposal']}"
        asked = reviewer.post(REMARKS, {**about(path), "text": "Why 5?"})
        assert waiting(author) == [path]
        assert waiting(reviewer) == waiting(second) == []
        author.get(shown)
        assert waiting(author) == []
        author.post(REMARKS, {**about(path), "text": "See the standard."})
        # It is in review, which is the more urgent of their reasons to open it.
        assert waiting(reviewer) == []
        reviewer.decide(path, "return", reason="which one?")
        assert waiting(reviewer) == [path]
        author.post(f"{path}withdraw/")
        assert waiting(reviewer) == []
        assert asked["mine"]

    def test_what_was_taken_back_waits_for_nobody(self, author, reviewer, entry) -> None:
        path = author.propose(change(entry, "weight", 5))
        said = reviewer.post(REMARKS, {**about(path), "text": "Nonsense."})
        assert waiting(author) == [path]
        reviewer.post(f"{REMARKS}{said['id']}/take-back/")
        assert waiting(author) == []
