"""Changes of the library: proposed by one person, approved field by field by others."""

from __future__ import annotations

import re
from io import StringIO
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.core.management import CommandError, call_command
from django.db import DatabaseError, IntegrityError, connection, transaction
from django.test.utils import CaptureQueriesContext
from hvrmet.accounts.models import User
from hvrmet.accounts.roles import TenantRole
from hvrmet.accounts.services import api_key_create, member_add
from hvrmet.audit.models import AuditRecord
from hvrmet.core.db.scope import SYSTEM, scope
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from diagnostics.contracts.library import Library
from diagnostics.guidelines.exchange import Reading, entry_document
from knowledge.models import Decision, EntryRevision, Proposal, ProposedField, Wording
from knowledge.selectors import entries_of, entry_in_force, item_history, library_in_force
from knowledge.services import library_import
from tests.knowledge.conftest import API, Curator, change

pytestmark = pytest.mark.django_db


def said(key: str) -> Any:
    """Return what an entry says now."""
    (entry,) = entries_of([entry_in_force(key)])
    return entry


def another(entry: Any) -> int:
    return 1 if entry.weight != 1 else 2


def with_unit(library: Library, unit: str) -> Any:
    return next(item for item in library.entries if getattr(item.expected, "unit", "") == unit)


def assert_in_both_languages(problems: list[dict[str, Any]]) -> None:
    for item in problems:
        assert item["texts"]["en"] == item["problem"]
        assert re.search("[\u4e00-\u9fff]", item["texts"]["zh"]), item


class TestFlight:
    def test_a_change_is_made_when_another_person_approved_every_field(
        self, author, reviewer, entry
    ) -> None:
        limit = entry.expected.absolute.value
        path = author.hand_in(
            change(entry, "expected.absolute.value", limit + 1), change(entry, "weight", 4)
        )
        assert said(entry.id).revision == 1
        first, _ = reviewer.get(path)["changes"]
        assert (first["was"], first["value"], first["touches"]) == (limit, limit + 1, "verdict")
        half = {"wording": first["wordings"][0]["id"], "verdict": "approve"}
        state = reviewer.post(f"{path}decisions/", {"decisions": [half]})
        assert (state["state"], state["approved"]) == ("in_review", 1)
        assert reviewer.decide(path)["state"] == "accepted"
        now = said(entry.id)
        assert (now.revision, now.weight, now.expected.absolute.value) == (2, 4, limit + 1)
        newest = item_history("entry", entry.id).first()
        assert newest is not None
        assert (newest.actor, newest.reason) == (author.label, "the 2025 standard")
        assert str(newest.proposal_id) in path
        history = author.get(f"library/entries/{entry.id}/revisions/")["results"][0]
        assert history["proposal"] == str(newest.proposal_id)
        assert history["approved_by"] == [reviewer.label]

    def test_a_correction_goes_back_to_the_first_author(self, author, reviewer, second, entry):
        path = author.hand_in(change(entry, "weight", another(entry)))
        state = reviewer.decide(path, "correct", value=5, reason="seen in every case")
        assert (state["state"], state["waits_for_me"]) == ("in_review", False)
        (field,) = author.get(path)["changes"]
        assert (field["value"], field["by"], field["waits_for_me"]) == (5, reviewer.label, True)
        assert not second.get(path)["waits_for_me"]
        wording = field["wordings"][-1]["id"]
        decision = {"decisions": [{"wording": wording, "verdict": "approve"}]}
        assert second.refused("post", f"{path}decisions/", decision) == (
            403,
            "first_author_decides",
        )
        assert author.decide(path)["state"] == "accepted"
        assert said(entry.id).weight == 5

    def test_nobody_decides_on_what_they_were_not_shown(self, author, reviewer, entry) -> None:
        path = author.hand_in(change(entry, "weight", another(entry)))
        wording = Wording.objects.get()
        body = {"decisions": [{"wording": str(wording.pk), "verdict": "approve"}]}
        status, answer = reviewer.send("post", f"{path}decisions/", body)
        assert (status, answer["code"]) == (409, "change_not_opened")
        reviewer.client.get(answer["data"]["open"])
        assert reviewer.post(f"{path}decisions/", body)["state"] == "accepted"
        with scope(SYSTEM):
            records = set(AuditRecord.objects.values_list("action", flat=True))
        assert {"library.change_proposed", "library.change.viewed"} <= records
        assert {"library.change_decided", "library.change_accepted"} <= records

    def test_a_draft_may_be_incomplete_and_is_handed_in_whole(self, author, entry) -> None:
        path = author.propose(reason="")
        half = change(entry, "expected.absolute.value", "17.")
        assert author.refused("put", f"{path}fields/", half) == (400, "not_a_number")
        status, draft = author.send("put", f"{path}fields/", change(entry, "weight", "four"))
        assert (status, draft["state"]) == (200, "draft")
        assert [item["field"] for item in draft["problems"]] == ["weight"]
        assert_in_both_languages(draft["problems"])
        assert author.refused("post", f"{path}submit/") == (400, "reason_missing")
        author.send("patch", path, {"reason": "newer"})
        status, refusal = author.send("post", f"{path}submit/", {})
        assert (status, refusal["code"]) == (400, "invalid_proposal")
        assert refusal["data"]["problems"][0]["key"] == entry.id
        assert_in_both_languages(refusal["data"]["problems"])
        assert said(entry.id).revision == 1

    def test_what_the_library_says_already_is_no_change(self, author, entry) -> None:
        path = author.propose(change(entry, "weight", another(entry)))
        status, draft = author.send("put", f"{path}fields/", change(entry, "weight", entry.weight))
        assert (status, draft["changes"]) == (200, [])
        assert author.refused("post", f"{path}submit/") == (400, "nothing_proposed")


class TestTwoPeople:
    def test_nobody_approves_their_own_words(self, second, entry) -> None:
        path = second.hand_in(change(entry, "weight", another(entry)))
        second.get(path)
        wording = Wording.objects.get()
        body = {"decisions": [{"wording": str(wording.pk), "verdict": "approve"}]}
        assert second.refused("post", f"{path}decisions/", body) == (403, "second_person_required")

    @pytest.mark.parametrize("pretended", [False, True], ids=["own", "under another name"])
    def test_the_database_holds_it(self, author, entry, pretended: bool) -> None:
        author.hand_in(change(entry, "weight", another(entry)))
        wording = Wording.objects.get()
        own = Decision(
            wording=wording,
            author_id=uuid4() if pretended else wording.author_id,
            verdict="approve",
            reviewer=author.label,
            reviewer_id=author.user.pk,
        )
        with connection.cursor() as cursor:
            cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        with pytest.raises(IntegrityError), scope(SYSTEM):
            own.save()

    def test_what_was_handed_in_never_changes(self, author, reviewer, entry) -> None:
        path = author.hand_in(change(entry, "weight", another(entry)))
        reviewer.decide(path)
        for rows in (Wording.objects.all(), Decision.objects.all(), Proposal.objects.all()):
            with pytest.raises(DatabaseError), transaction.atomic():
                rows.delete()
        with pytest.raises(DatabaseError), transaction.atomic():
            Wording.objects.update(value=9)

    def test_a_centres_curator_proposes_and_does_not_approve(self, alpha, author, entry) -> None:
        colleague = Curator(alpha, "guo", TenantRole.CURATOR)
        path = author.hand_in(change(entry, "weight", another(entry)))
        shown = colleague.get(path)
        assert not shown["waits_for_me"]
        wording = shown["changes"][0]["wordings"][0]["id"]
        body = {"decisions": [{"wording": wording, "verdict": "approve"}]}
        assert colleague.refused("post", f"{path}decisions/", body) == (403, "curator_required")

    def test_an_interest_is_declared_once_and_stands_beside_all_words(
        self, alpha, author, entry
    ) -> None:
        other = Curator(alpha, "guo", TenantRole.DUTY_LEAD)
        member_add(tenant_id=alpha.id, user=other.user, roles=[TenantRole.CURATOR])
        path = other.propose(change(entry, "weight", another(entry)))
        assert other.refused("post", f"{path}submit/") == (409, "interest_not_declared")
        assert other.get("interest/") == {"text": None}
        other.send("put", "interest/", {"text": "wrote the standard"})
        other.post(f"{path}submit/")
        other.send("put", "interest/", {"text": ""})
        (field,) = author.get(path)["changes"]
        assert field["wordings"][0]["interest"] == "wrote the standard", "as it was then"

    def test_a_key_is_nobody(self, alpha, client, entry) -> None:
        key = api_key_create(tenant_id=alpha.id, name="robot", roles=[TenantRole.CURATOR])
        reply = client.post(
            f"{API}proposals/",
            {"reason": "r"},
            content_type="application/json",
            headers={"Authorization": f"Bearer {key.text}"},
        )
        assert (reply.status_code, reply.json()["code"]) == (403, "person_required")

    def test_the_last_word_counts(self, author, reviewer, second, entry) -> None:
        path = author.hand_in(change(entry, "weight", 4), change(entry, "tags", ["a"]))
        weight, tags = reviewer.get(path)["changes"]
        for verdict in ("approve", "return"):
            said_of = {"wording": weight["wordings"][0]["id"], "verdict": verdict, "reason": "no"}
            reviewer.post(f"{path}decisions/", {"decisions": [said_of]})
        author.post(f"{path}submit/")
        one = {"wording": tags["wordings"][0]["id"], "verdict": "approve"}
        state = reviewer.post(f"{path}decisions/", {"decisions": [one]})
        assert (state["state"], state["approved"]) == ("in_review", 1)
        assert len(second.get("proposals/?waiting=true")["results"]) == 1
        assert reviewer.decide(path)["state"] == "accepted", "who returned it may approve it"

    def test_a_history_names_who_approved_what_it_says(
        self, author, reviewer, second, entry
    ) -> None:
        path = author.hand_in(change(entry, "weight", 4), change(entry, "tags", ["a"]))
        first = second.get(path)["changes"][0]["wordings"][0]["id"]
        one = {"decisions": [{"wording": first, "verdict": "approve"}]}
        second.post(f"{path}decisions/", one)
        author.post(f"{path}recall/")
        author.send("put", f"{path}fields/", change(entry, "weight", 5))
        author.post(f"{path}submit/")
        reviewer.decide(path)
        history = author.get(f"library/entries/{entry.id}/revisions/")["results"][0]
        assert history["approved_by"] == [reviewer.label], "and not who approved another value"

    def test_another_reason_is_approved_again(self, author, reviewer, entry) -> None:
        path = author.hand_in(change(entry, "weight", 4), change(entry, "tags", ["a"]))
        first = reviewer.get(path)["changes"][0]["wordings"][0]["id"]
        one = {"decisions": [{"wording": first, "verdict": "approve"}]}
        reviewer.post(f"{path}decisions/", one)
        author.post(f"{path}recall/")
        author.send("patch", path, {"reason": "another one altogether"})
        assert author.post(f"{path}submit/")["approved"] == 0

    @pytest.mark.parametrize(
        ("verdict", "more"), [("correct", {}), ("approve", {"value": 3}), ("return", {"value": 3})]
    )
    def test_a_value_belongs_to_a_correction(self, author, reviewer, entry, verdict, more) -> None:
        path = author.hand_in(change(entry, "rationale_zh", "另一种写法"))
        wording = reviewer.get(path)["changes"][0]["wordings"][0]["id"]
        body = {"decisions": [{"wording": wording, "verdict": verdict, "reason": "r", **more}]}
        assert reviewer.refused("post", f"{path}decisions/", body) == (400, "invalid_request")

    @given(data=st.data())
    @settings(
        max_examples=settings().max_examples // 8,
        suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
    )
    def test_whatever_three_people_do_nothing_stands_by_one_word(
        self, author, reviewer, second, entry, data: Any
    ) -> None:
        people = {str(one.user.pk): one for one in (author, reviewer, second)}
        before = said(entry.id)
        revision = before.revision
        path = author.hand_in(
            change(entry, "weight", before.weight % 5 + 1, revision),
            change(entry, "tags", [f"tag {revision}"], revision),
        )
        for _ in range(data.draw(st.integers(1, 8))):
            one = data.draw(st.sampled_from(list(people.values())))
            acts = ["open", "approve", "correct", "return", "edit", "drop"]
            act = data.draw(st.sampled_from(acts))
            shown = author.get(path)
            if act == "open":
                one.get(path)
            elif act == "edit":
                one.send("post", f"{path}recall/", {})
                weight = data.draw(st.integers(1, 5))
                one.send("put", f"{path}fields/", change(entry, "weight", weight, revision))
                one.send("post", f"{path}submit/", {})
            elif act == "drop":
                one.send("post", f"{path}recall/", {})
                for field in shown["changes"][1:]:
                    one.send("delete", f"{path}fields/{field['id']}/")
                one.send("post", f"{path}submit/", {})
            elif shown["changes"]:
                field = data.draw(st.sampled_from(shown["changes"]))
                decision = {"wording": field["wordings"][-1]["id"], "verdict": act, "reason": "r"}
                if act == "correct":
                    weight = data.draw(st.integers(1, 5))
                    decision["value"] = weight if field["path"] == "weight" else [f"tag {weight}"]
                one.send("post", f"{path}decisions/", {"decisions": [decision]})
        state = author.get(path)
        assert (said(entry.id).revision > revision) is (state["state"] == "accepted")
        if state["state"] == "in_review":
            assert state["approved"] < state["fields"], "somebody can decide something"
        for field in ProposedField.objects.filter(proposal=UUID(state["id"]), dropped=False):
            last = field.wordings.order_by("-number").first()
            approvals = last.decisions.filter(verdict="approve")
            if state["state"] == "accepted":
                assert last.value == field.value
                assert last.decisions.order_by("created_at").last().verdict == "approve"
            for approval in approvals:
                assert approval.reviewer_id != last.author_id
                with scope(SYSTEM):
                    seen = AuditRecord.objects.filter(
                        actor_id=approval.reviewer_id, data__parts__contains=[str(last.pk)]
                    )
                    assert seen.exists()
        if state["state"] not in ("accepted", "withdrawn"):
            author.post(f"{path}withdraw/")


class TestChanges:
    def test_a_change_after_approval_is_approved_again(self, author, reviewer, second, entry):
        path = author.hand_in(
            change(entry, "weight", another(entry)), change(entry, "tags", ["new"])
        )
        weight, tags = reviewer.get(path)["changes"]
        for field in (weight, tags):
            said_of = {"wording": field["wordings"][0]["id"], "verdict": "approve"}
            if field is weight:
                reviewer.post(f"{path}decisions/", {"decisions": [said_of]})
        author.post(f"{path}recall/")
        status, draft = author.send("put", f"{path}fields/", change(entry, "weight", 5))
        assert (status, draft["approved"]) == (200, 0)
        state = author.post(f"{path}submit/")
        assert [item["approved"] for item in state["changes"]] == [False, False]
        stale = {"wording": weight["wordings"][0]["id"], "verdict": "approve"}
        refusal = reviewer.refused("post", f"{path}decisions/", {"decisions": [stale]})
        assert refusal == (409, "wording_changed")
        twice = reviewer.refused("post", f"{path}decisions/", {"decisions": [stale, stale]})
        assert twice == (400, "invalid_request")

    def test_what_stays_as_it_was_stays_approved(self, author, reviewer, entry) -> None:
        path = author.hand_in(
            change(entry, "weight", another(entry)), change(entry, "tags", ["new"])
        )
        first = reviewer.get(path)["changes"][0]["wordings"][0]["id"]
        one = {"decisions": [{"wording": first, "verdict": "approve"}]}
        reviewer.post(f"{path}decisions/", one)
        author.post(f"{path}recall/")
        state = author.post(f"{path}submit/")
        assert [item["approved"] for item in state["changes"]] == [True, False]

    def test_what_is_left_may_be_approved_already(self, author, reviewer, entry) -> None:
        path = author.hand_in(change(entry, "weight", another(entry)), change(entry, "tags", ["a"]))
        weight, tags = reviewer.get(path)["changes"]
        one = {"decisions": [{"wording": weight["wordings"][0]["id"], "verdict": "approve"}]}
        reviewer.post(f"{path}decisions/", one)
        author.post(f"{path}recall/")
        author.send("delete", f"{path}fields/{tags['id']}/")
        assert author.post(f"{path}submit/")["state"] == "accepted"
        assert (said(entry.id).weight, said(entry.id).tags) == (another(entry), ())

    def test_a_return_says_why_and_the_owner_goes_on(self, author, reviewer, entry) -> None:
        path = author.hand_in(change(entry, "weight", another(entry)))
        reviewer.get(path)
        wording = str(Wording.objects.get().pk)
        mute = {"decisions": [{"wording": wording, "verdict": "return"}]}
        assert reviewer.refused("post", f"{path}decisions/", mute) == (400, "reason_missing")
        assert reviewer.decide(path, "return", reason="which cases?")["state"] == "returned"
        mine = author.get("proposals/?waiting=true")["results"]
        assert [item["state"] for item in mine] == ["returned"]
        author.send("put", f"{path}fields/", change(entry, "weight", 5))
        state = author.post(f"{path}submit/")
        (field,) = state["changes"]
        said_before = [item["decisions"] for item in field["wordings"]]
        assert [[item["reason"] for item in one] for one in said_before] == [["which cases?"], []]
        assert reviewer.decide(path)["state"] == "accepted"

    def test_lists_by_whom_they_wait_for(self, author, reviewer, entry) -> None:
        path = author.hand_in(change(entry, "weight", another(entry)))
        author.propose(reason="later")
        assert len(reviewer.get("proposals/?waiting=true")["results"]) == 1
        assert author.get("proposals/?waiting=true")["results"] == []
        assert len(author.get("proposals/?mine=true&state=draft")["results"]) == 1
        (found,) = author.get(f"proposals/?item={entry.id}")["results"]
        (named,) = found["named"]
        assert (named["path"], named["value"]) == ("weight", another(entry))
        assert named["by"] == author.label
        assert all(one["named"] == [] for one in author.get("proposals/")["results"])
        reviewer.decide(path, "correct", value=5, reason="r")
        assert len(author.get("proposals/?waiting=true")["results"]) == 1
        assert reviewer.get("proposals/?waiting=true")["results"] == []

    def test_an_owner_withdraws_and_nobody_else(self, author, second, entry) -> None:
        path = author.hand_in(change(entry, "weight", another(entry)))
        assert second.refused("post", f"{path}withdraw/") == (403, "not_yours")
        assert second.refused("put", f"{path}fields/", change(entry, "weight", 5))[1] == "not_yours"
        assert author.refused("put", f"{path}fields/", change(entry, "weight", 5)) == (
            409,
            "not_editable",
        )
        assert author.post(f"{path}withdraw/")["state"] == "withdrawn"
        assert author.refused("post", f"{path}withdraw/") == (409, "proposal_closed")

    def test_who_lost_the_role_withdraws_and_a_colleague_takes_over(
        self, alpha, author, second, reviewer, entry
    ) -> None:
        path = author.propose(change(entry, "weight", another(entry)))
        assert not second.get(path)["abandoned"]
        assert second.refused("post", f"{path}take-over/") == (409, "owner_still_there")
        member_add(tenant_id=alpha.id, user=author.user, roles=[TenantRole.VIEWER])
        field = change(entry, "weight", 5)
        assert author.refused("put", f"{path}fields/", field) == (403, "permission_denied")
        assert second.get(path)["abandoned"]
        assert second.post(f"{path}take-over/")["mine"]
        second.post(f"{path}submit/")
        (field,) = second.get(path)["changes"]
        assert (field["by"], field["wordings"][0]["by"]) == (author.label, author.label)
        assert second.decide(path)["state"] == "accepted"
        theirs = author.client.post(f"{API}{path}withdraw/")
        assert theirs.status_code == 403

    def test_the_correction_of_words_whose_author_has_gone_is_decided_by_others(
        self, author, reviewer, second, entry
    ) -> None:
        path = author.hand_in(change(entry, "weight", another(entry)))
        reviewer.decide(path, "correct", value=5, reason="r")
        User.objects.filter(pk=author.user.pk).update(is_active=False)
        wording = second.get(path)["changes"][0]["wordings"][-1]["id"]
        body = {"decisions": [{"wording": wording, "verdict": "approve"}]}
        assert second.post(f"{path}decisions/", body)["state"] == "accepted"


class TestConflicts:
    @pytest.fixture
    def late(self, author: Curator, reviewer: Curator, second: Curator, entry: Any) -> str:
        """Hand in a proposal whose field another one has changed meanwhile."""
        path = author.hand_in(change(entry, "weight", 4), change(entry, "tags", ["mine"]))
        other = second.hand_in(change(entry, "weight", 5), reason="rare")
        reviewer.decide(other)
        return path

    def test_it_is_shown_as_three_values_and_goes_back_to_its_owner(
        self, late, author, entry
    ) -> None:
        state = author.get(late)
        weight, tags = state["changes"]
        assert (state["state"], state["waits_for_me"]) == ("returned", True)
        assert (weight["was"], weight["value"]) == (entry.weight, 4)
        conflict = weight["conflict"]
        assert (conflict["revision"], conflict["theirs"], tags["conflict"]) == (2, 5, None)
        assert (conflict["by"], conflict["reason"]) == ("person:chen", "rare")
        status, answer = author.send("post", f"{late}submit/", {})
        assert (status, answer["code"]) == (409, "proposal_conflict")
        (conflict,) = answer["data"]["conflicts"]
        assert [conflict[name] for name in ("was", "theirs", "mine")] == [entry.weight, 5, 4]
        assert (conflict["by"], conflict["proposal"]) == (
            "person:chen",
            weight["conflict"]["proposal"],
        )

    def test_who_changed_the_field_is_named_and_not_who_changed_another(
        self, late, author, reviewer, second, entry
    ) -> None:
        reviewer.decide(second.hand_in(change(entry, "note", "seen", revision=2), reason="a note"))
        (conflict,) = (item["conflict"] for item in author.get(late)["changes"] if item["conflict"])
        assert (conflict["revision"], conflict["reason"]) == (3, "rare")

    def test_another_value_comes_after_the_choice(self, late, author, entry) -> None:
        again = change(entry, "weight", 2, revision=2)
        status, answer = author.send("put", f"{late}fields/", again)
        assert (status, answer["code"]) == (409, "changed_since")
        assert "choice/" in answer["detail"]

    def test_a_change_that_nobody_noticed_stops_the_acceptance(self, late, reviewer, entry) -> None:
        with scope(SYSTEM):
            Proposal.objects.filter(state="returned").update(state="in_review")
        weight, tags = reviewer.get(late)["changes"]
        said_of = [
            {"wording": item["wordings"][0]["id"], "verdict": "approve"} for item in (weight, tags)
        ]
        status, answer = reviewer.send("post", f"{late}decisions/", {"decisions": said_of})
        assert (status, answer["code"]) == (409, "proposal_conflict")
        (conflict,) = answer["data"]["conflicts"]
        assert [conflict[name] for name in ("was", "theirs", "mine")] == [entry.weight, 5, 4]
        assert Decision.objects.filter(wording__field__proposal__state="in_review").count() == 0
        assert said(entry.id).weight == 5

    @pytest.mark.parametrize(("choose", "weight"), [("mine", 4), ("theirs", 5)])
    def test_the_owner_chooses(self, late, author, reviewer, entry, choose, weight) -> None:
        field = author.get(late)["changes"][0]
        address = f"{late}fields/{field['id']}/choice/"
        stale = author.refused("post", address, {"choose": choose, "revision": 1})
        assert stale == (409, "changed_since")
        assert author.refused("post", f"{late}submit/") == (409, "proposal_conflict")
        state = author.post(address, {"choose": choose, "revision": 2})
        assert (state["conflicts"], state["fields"]) == (0, 2 if choose == "mine" else 1)
        author.post(f"{late}submit/")
        assert reviewer.decide(late)["state"] == "accepted"
        assert (said(entry.id).weight, said(entry.id).tags) == (weight, ("mine",))

    def test_what_two_propose_alike_is_made_once(self, author, reviewer, second, entry) -> None:
        first = author.hand_in(change(entry, "weight", 4))
        other = second.hand_in(change(entry, "weight", 4))
        for path in (first, other):
            assert reviewer.decide(path)["state"] == "accepted"
        assert said(entry.id).revision == 2

    def test_other_fields_of_one_entry_are_no_conflict(self, author, reviewer, second, entry):
        first = author.hand_in(change(entry, "weight", 4))
        other = second.hand_in(change(entry, "tags", ["b"]))
        for path in (first, other):
            assert reviewer.decide(path)["state"] == "accepted"
        now = said(entry.id)
        assert (now.revision, now.weight, now.tags) == (3, 4, ("b",))

    def test_a_change_from_a_file_is_seen_too(self, author, reviewer, entry, seed) -> None:
        path = author.hand_in(change(entry, "weight", 4))
        changed = entry.model_copy(update={"weight": 5})
        library = library_in_force().model_copy(update={"entries": (changed,)})
        with scope(SYSTEM):
            library_import(Reading.of(library), origin="file", name="x", actor="operator:li")
        state = author.get(path)
        assert (state["conflicts"], state["state"]) == (1, "returned")

    def test_an_entry_that_went_meanwhile(self, author, reviewer, second, entry) -> None:
        path = author.hand_in(change(entry, "weight", 4))
        reviewer.decide(second.hand_in(change(entry, "", None), reason="never seen"))
        (field,) = reviewer.get(path)["changes"]
        conflict = field["conflict"]
        assert (conflict["revision"], conflict["theirs"]) == (0, None)
        assert (conflict["by"], conflict["reason"]) == (second.label, "never seen")
        removal = second.get("proposals/?mine=true")["results"][0]["id"]
        (gone,) = second.get(f"proposals/{removal}/")["changes"]
        assert gone["was"]["factor"] == entry.factor, "a reviewer is shown what goes"

    def test_one_sees_the_revision_that_one_changes(self, author, reviewer, entry) -> None:
        reviewer.decide(author.hand_in(change(entry, "weight", 4)))
        path = author.propose()
        status, answer = author.send("put", f"{path}fields/", change(entry, "weight", 5))
        assert (status, answer["code"]) == (409, "changed_since")
        data = answer["data"]
        assert [data[name] for name in ("revision", "value")] == [2, 4]
        assert (data["by"], data["reason"]) == (author.label, "the 2025 standard")


class TestFields:
    def test_a_limit_in_another_unit_is_converted_and_shown(self, author, seed) -> None:
        windy = with_unit(seed, "m/s")
        path = author.propose()
        field = change(windy, "expected.absolute.value", 62, unit="km/h")
        status, draft = author.send("put", f"{path}fields/", field)
        shown = draft["changes"][0]
        assert (status, shown["value"], shown["unit"]) == (200, 17.2222, "m/s")
        assert shown["given"] == "62 km/h"
        pair = change(windy, "expected.absolute.value", [36, 72], unit="km/h")
        assert author.send("put", f"{path}fields/", pair)[1]["changes"][0]["value"] == [10, 20]
        for unit, wanted in (("kg", "expected.absolute.value"), ("km/h", "weight")):
            wrong = change(windy, wanted, 1, unit=unit)
            assert author.refused("put", f"{path}fields/", wrong) == (400, "unit_refused")

    def test_a_number_never_changes_its_unit_in_silence(self, author, seed) -> None:
        windy = with_unit(seed, "m/s")
        path = author.propose(change(windy, "expected.unit", "km/h"))
        field = change(windy, "expected.absolute.value", 75, unit="km/h")
        _, draft = author.send("put", f"{path}fields/", field)
        assert draft["changes"][1]["value"] == 20.8333
        assert {item["field"] for item in draft["problems"]} >= {"expected.unit"}
        _, draft = author.send("put", f"{path}fields/", change(windy, "expected.unit", "m/s"))
        assert [item["value"] for item in draft["changes"]] == [20.8333]
        assert draft["problems"] == []

    def test_a_correction_may_have_a_unit_too(self, author, reviewer, seed) -> None:
        windy = with_unit(seed, "m/s")
        path = author.hand_in(change(windy, "expected.absolute.value", 21))
        state = reviewer.decide(path, "correct", value=72, unit="km/h", reason="rounded")
        (field,) = state["changes"]
        assert (field["value"], field["given"], field["unit"]) == (20, "72 km/h", "m/s")
        assert author.decide(path)["state"] == "accepted"

    def test_a_unit_with_another_zero_is_refused(self, author, seed) -> None:
        path = author.propose()
        warm = with_unit(seed, "K")
        field = change(warm, "expected.absolute.value", 5, unit="degC")
        assert author.refused("put", f"{path}fields/", field) == (400, "unit_refused")

    @pytest.mark.parametrize(
        ("path", "value"),
        [
            ("factor", "no_such_index"),
            ("citations", ["no_such_key"]),
            ("supports", ["no_such_cause"]),
            ("expected.reduction", "p42"),
            ("nothing.of.this", 1),
            ("weight", 9),
        ],
    )
    def test_what_nothing_can_judge_is_shown_at_once(self, author, entry, path, value) -> None:
        draft = author.propose(change(entry, path, value))
        problems = author.get(draft)["problems"]
        assert {item["key"] for item in problems} == {entry.id}
        assert author.refused("post", f"{draft}submit/") == (400, "invalid_proposal")

    @pytest.mark.parametrize(
        "path", ["id", "revision", "experience.tested", "Weight", "a..b", "a.b."]
    )
    def test_what_is_no_field_to_propose(self, author, entry, path) -> None:
        draft = author.propose()
        refusal = author.refused("put", f"{draft}fields/", change(entry, path, 1))
        assert refusal == (400, "unknown_field")

    def test_a_part_of_a_value_that_has_no_parts(self, author, entry) -> None:
        draft = author.propose(change(entry, "weight.of", 3))
        assert [item["key"] for item in author.get(draft)["problems"]] == [entry.id]

    def test_a_field_and_what_it_lies_in_exclude_each_other(self, author, entry) -> None:
        draft = author.propose(change(entry, "expected.absolute.value", 1))
        for path in ("expected.absolute", "expected", ""):
            value = None if not path else {}
            refusal = author.refused("put", f"{draft}fields/", change(entry, path, value))
            assert refusal == (400, "overlapping_fields"), path
        (field,) = author.get(draft)["changes"]
        assert author.send("delete", f"{draft}fields/{field['id']}/")[0] == 204
        assert author.send("put", f"{draft}fields/", change(entry, "", None))[0] == 200
        refusal = author.refused("put", f"{draft}fields/", change(entry, "weight", 2))
        assert refusal == (400, "overlapping_fields")

    def test_a_new_entry_is_all_of_its_fields(self, author, reviewer, entry, seed) -> None:
        document = entry_document(entry)
        wanted = {
            **{name: document[name] for name in document if name not in ("id", "experience")},
            "rationale": "A second look at the same anomaly, in words that say enough of it.",
        }
        new = {"kind": "entry", "item": "gale_again", "revision": 0, "value": wanted}
        path = author.propose(new, reason="a new one")
        (problem,) = author.get(path)["problems"]
        assert problem["field"] == "factor", "two of one factor would count one thing twice"
        author.post(f"{path}withdraw/")
        gone = author.hand_in(change(entry, "", None), new, reason="under another name")
        assert reviewer.decide(gone)["state"] == "accepted"
        made = said("gale_again")
        assert (made.revision, made.factor) == (1, entry.factor)

    def test_a_publication_is_corrected(self, author, reviewer, seed) -> None:
        reference = seed.references[0]
        field = {"kind": "reference", "item": reference.key, "path": "year", "revision": 1}
        path = author.hand_in({**field, "value": reference.year - 1}, reason="misprint")
        assert reviewer.decide(path)["state"] == "accepted"
        shown = author.get(f"library/references/{reference.key}/")
        assert (shown["reference"]["year"], shown["revision"]) == (reference.year - 1, 2)

    def test_what_others_cite_is_not_removed(self, author, entry) -> None:
        key = entry.citations[0].reference
        field = {"kind": "reference", "item": key, "path": "", "revision": 1, "value": None}
        draft = author.propose(field)
        (problem,) = author.get(draft)["problems"]
        assert (problem["key"], entry.id in problem["problem"]) == (key, True)

    def test_an_explanation_keeps_its_name(self, author, seed) -> None:
        cause = seed.causes[0]
        events = [event for event in ("gale", "heat_wave") if event != cause.event_types[0].value]
        field = {"kind": "cause", "item": cause.key, "path": "event_types", "revision": 1}
        draft = author.propose({**field, "value": events[:1]})
        assert author.get(draft)["problems"][0]["field"] == "event_types"

    def test_what_is_not_there_is_not_removed(self, author) -> None:
        field = {"kind": "entry", "item": "no_such", "path": "", "revision": 0, "value": None}
        draft = author.propose()
        assert author.refused("put", f"{draft}fields/", field) == (404, "not_found")

    def test_a_misspelt_name_is_helped(self, author, entry) -> None:
        draft = author.propose()
        field = {**change(entry, "weight", 4), "item": entry.id[:-1]}
        status, answer = author.send("put", f"{draft}fields/", field)
        assert (status, answer["code"], entry.id in answer["detail"]) == (404, "not_found", True)

    def test_a_draft_says_which_revision_it_changes(self, author, entry) -> None:
        draft = author.propose(change(entry, "weight", 4))
        other = author.refused("put", f"{draft}fields/", change(entry, "weight", 5, revision=7))
        assert other == (409, "changed_since")

    def test_characters_that_are_not_shown(self, author, entry) -> None:
        draft = author.propose(change(entry, "note", "bell \u0007"))
        assert "U+0007" in author.get(draft)["problems"][0]["problem"]

    def test_a_draft_saves_itself_at_the_same_price(self, author, entry) -> None:
        draft = author.propose(change(entry, "weight", another(entry)))
        counts = []
        for number, name in enumerate(("tags", "note", "timing", "season")):
            path = name if name != "season" else "conditions.season"
            value: Any = [f"{number}"] if name == "tags" else f"{number}"
            with CaptureQueriesContext(connection) as captured:
                assert author.send("put", f"{draft}fields/", change(entry, path, value))[0] == 200
            counts.append(len(captured))
        assert len(set(counts)) == 1

    def test_there_is_an_end_to_drafts_and_fields(self, author, entry, monkeypatch) -> None:
        monkeypatch.setattr("knowledge.services.field_edits.MOST_FIELDS", 1)
        monkeypatch.setattr("knowledge.services.proposals.MOST_OPEN", 1)
        draft = author.propose(change(entry, "weight", another(entry)))
        more = author.refused("put", f"{draft}fields/", change(entry, "tags", ["a"]))
        assert more == (400, "too_many_fields")
        assert author.refused("post", "proposals/", {"reason": "r"}) == (409, "too_many_proposals")


class TestRight:
    def test_an_operator_gives_and_ends_it_on_record(self, alpha, entry, author) -> None:
        person = Curator(alpha, "guo", TenantRole.VIEWER)
        assert person.refused("get", "proposals/") == (403, "permission_denied")
        said_so = StringIO()
        call_command("set_curator", "guo", stdout=said_so)
        path = author.hand_in(change(entry, "weight", another(entry)))
        person.send("put", "interest/", {"text": ""})
        assert person.get(path)["waits_for_me"]
        call_command("set_curator", "guo", revoke=True, stdout=said_so)
        assert person.refused("get", path) == (403, "permission_denied")
        with connection.cursor() as cursor:
            cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        with scope(SYSTEM):
            about = AuditRecord.objects.filter(subject_id=person.user.pk)
            found = [record.after for record in about if "curates" in (record.after or {})]
        assert {"curates": True} in found and {"curates": False} in found
        with pytest.raises(CommandError, match="no person 'nobody'"):
            call_command("set_curator", "nobody")

    def test_no_tenant_writes_what_belongs_to_the_installation(self, alpha, author, entry) -> None:
        author.hand_in(change(entry, "weight", another(entry)))
        with pytest.raises(DatabaseError, match="row-level security"), scope(alpha.id):
            Proposal.objects.create(owner="x", owner_id=uuid4(), saved_at="2026-11-29T00:00Z")
        with scope(alpha.id):
            assert Proposal.objects.update(reason="mine now") == 0
        with pytest.raises(DatabaseError, match="row-level security"), scope(alpha.id):
            EntryRevision.objects.create(
                **{
                    column.attname: getattr(
                        EntryRevision.objects.get(item__key=entry.id), column.attname
                    )
                    for column in EntryRevision._meta.concrete_fields
                    if column.name not in ("id", "number", "created_at")
                },
                number=9,
            )

    def test_a_centre_gives_nobody_the_right(self, alpha) -> None:
        boss = Curator(alpha, "boss", *(role for role in TenantRole if role != TenantRole.SERVICE))
        assert boss.refused("post", "candidates/", {"version": "9", "note": "n"}) == (
            403,
            "permission_denied",
        )
