"""What a change would do: asked for, measured by a worker, shown to whom it belongs."""

from __future__ import annotations

from typing import Any
from uuid import UUID

import pytest
from django.db import DatabaseError
from hvrmet.audit.models import AuditRecord
from hvrmet.core.db.scope import SYSTEM, scope
from hvrmet.testing import queue_job

from knowledge.models import MeasuredEffect
from tests.knowledge.conftest import Curator, change
from tests.knowledge.effects import CASE, effect_jobs, ran, work

pytestmark = pytest.mark.django_db


def limit(entry: Any, by: float = 1, **more: Any) -> dict[str, Any]:
    """Return another limit of an entry."""
    path = "expected.absolute.value"
    return change(entry, path, entry.expected.absolute.value + by, **more)


def measured(author: Curator, path: str, tenant_id: UUID) -> Any:
    """Ask for the effect of a proposal, let it be measured, and return it."""
    status, _ = author.send("post", f"{path}effect/", {})
    assert status == 202
    work(tenant_id)
    return author.get(f"{path}effect/")


class TestAsking:
    def test_a_draft_is_measured_on_request(self, author, alpha, entry, engine) -> None:
        path = author.propose(limit(entry))
        before = author.get(f"{path}effect/")
        assert before["entries"] == [entry.id]
        assert (before["cases"]["status"], before["runs"]["job"]) == (None, None)
        status, asked = author.send("post", f"{path}effect/", {})
        assert (status, asked["digest"]) == (202, before["digest"])
        for part in ("cases", "runs"):
            assert (asked[part]["status"], asked[part]["asked_by"]) == ("queued", author.label)
        work(alpha.id)
        after = author.get(f"{path}effect/")
        for part in ("cases", "runs"):
            shown = after[part]
            assert (shown["status"], shown["failure"]) == ("finished", None)
            assert (shown["done"], shown["total"]) == (1, 1)
            assert shown["result"]["digest"] == before["digest"]

    def test_of_one_part_alone(self, author, alpha, entry, engine) -> None:
        path = author.propose(limit(entry))
        status, asked = author.send("post", f"{path}effect/", {"parts": ["cases"]})
        assert (status, asked["runs"]["status"]) == (202, None)
        assert set(effect_jobs(alpha.id)) == {"cases"}

    def test_what_is_measured_or_under_way_is_not_asked_for_again(
        self, author, alpha, entry, engine
    ) -> None:
        path = author.propose(limit(entry))
        author.send("post", f"{path}effect/", {})
        jobs = effect_jobs(alpha.id)
        author.send("post", f"{path}effect/", {})
        assert effect_jobs(alpha.id) == jobs
        work(alpha.id)
        author.send("post", f"{path}effect/", {})
        assert effect_jobs(alpha.id) == jobs

    def test_what_failed_can_be_asked_for_again(self, author, alpha, entry, engine) -> None:
        def fail(_: Any) -> None:
            raise OSError("disk")

        engine.step, after = fail, engine.step
        path = author.propose(limit(entry))
        assert measured(author, path, alpha.id)["cases"]["failure"]["code"] == "input_output_failed"
        engine.step = after
        assert measured(author, path, alpha.id)["cases"]["status"] == "finished"

    def test_what_waits_can_be_stopped(self, author, reviewer, alpha, entry) -> None:
        path = author.propose(limit(entry))
        author.send("post", f"{path}effect/", {})
        reviewer.send("delete", f"{path}effect/")
        assert {job.status for job in effect_jobs(alpha.id).values()} == {"queued"}
        status, shown = author.send("delete", f"{path}effect/")
        assert (status, shown["cases"]["status"], shown["runs"]["status"]) == (
            *(200, "cancelled", "cancelled"),
        )
        assert author.send("delete", f"{path}effect/")[0] == 200

    def test_another_value_is_another_effect(self, author, alpha, entry, engine) -> None:
        path = author.propose(limit(entry))
        digest = measured(author, path, alpha.id)["digest"]
        author.send("put", f"{path}fields/", limit(entry, by=2))
        now = author.get(f"{path}effect/")
        assert now["digest"] != digest
        assert (now["cases"]["result"], now["runs"]["result"]) == (None, None)
        author.send("put", f"{path}fields/", limit(entry))
        assert author.get(f"{path}effect/")["cases"]["result"]["digest"] == digest

    def test_what_decides_nothing_has_no_effect(self, author, entry) -> None:
        path = author.propose(change(entry, "note", "seen twice"))
        assert author.get(f"{path}effect/")["digest"] == ""
        assert author.refused("post", f"{path}effect/") == (409, "nothing_to_measure")

    def test_what_is_wrong_has_no_effect(self, author, entry) -> None:
        path = author.propose(change(entry, "weight", "four"))
        shown = author.get(f"{path}effect/")
        assert (shown["digest"], shown["entries"]) == ("", [])
        assert author.refused("post", f"{path}effect/") == (400, "invalid_proposal")

    def test_an_entry_is_removed(self, author, alpha, entry, engine) -> None:
        path = author.propose(change(entry, "", None))
        assert measured(author, path, alpha.id)["entries"] == [entry.id]
        assert engine.release is not None
        assert entry.id in {item.id for item in engine.release.entries}

    def test_of_a_prepared_release(self, author, second, alpha, release, entry, engine) -> None:
        path = author.propose(limit(entry))
        author.send("patch", path, {"effect_reason": "weaker than any real one"})
        author.post(f"{path}submit/")
        second.decide(path)
        body = {"version": "2026.99", "note": "limits"}
        candidate = second.post("candidates/", body)
        address = f"candidates/{candidate['id']}/effect/"
        shown = second.get(address)
        assert entry.id in shown["entries"]
        status, asked = second.send("post", address, {"parts": ["cases"]})
        assert (status, asked["cases"]["status"]) == (202, "queued")
        assert (asked["reason"], asked["reason_needed"]) == ("weaker than any real one", False)


class TestAgain:
    @pytest.fixture
    def path(self, author, alpha, entry, engine) -> str:
        ran(alpha, entry.event_types[0])
        path = author.propose(limit(entry))
        fresh = measured(author, path, alpha.id)
        assert (fresh["cases"]["outdated"], fresh["runs"]["outdated"]) == ([], [])
        return path

    @staticmethod
    def again(author: Curator, path: str, tenant_id: UUID) -> Any:
        """Ask for what is out of date, and return the effect before and after it is measured."""
        status, waiting = author.send("post", f"{path}effect/", {"again": True})
        assert status == 202
        work(tenant_id)
        return waiting, author.get(f"{path}effect/")

    def test_what_is_not_out_of_date_is_not_measured_again(self, author, alpha, path) -> None:
        jobs = effect_jobs(alpha.id)
        self.again(author, path, alpha.id)
        assert effect_jobs(alpha.id) == jobs

    def test_with_newer_runs(self, author, alpha, entry, engine, path) -> None:
        newer = ran(alpha, entry.event_types[0])
        engine.runs.clear()
        shown = author.get(f"{path}effect/")
        assert (shown["cases"]["outdated"], shown["runs"]["outdated"]) == ([], ["newer_runs"])
        waiting, after = self.again(author, path, alpha.id)
        assert (waiting["runs"]["status"], waiting["cases"]["status"]) == ("queued", "finished")
        assert waiting["runs"]["result"] == shown["runs"]["result"], "kept until the new one is"
        assert after["runs"]["outdated"] == []
        assert after["runs"]["result"]["runs"] == 2
        assert engine.runs[0].label.job == newer

    def test_with_newer_software_it_is_the_newest_that_asks_for_a_reason(
        self, author, alpha, engine, path, monkeypatch
    ) -> None:
        for place in ("knowledge.selectors.effects", "tasks.effects"):
            monkeypatch.setattr(f"{place}.__version__", "9")
        engine.wrong = 1
        shown = author.get(f"{path}effect/")
        for part in ("cases", "runs"):
            assert shown[part]["outdated"] == ["newer_software"]
        assert not shown["reason_needed"]
        waiting, after = self.again(author, path, alpha.id)
        assert waiting["cases"]["result"] == shown["cases"]["result"]
        assert after["reason_needed"]
        assert author.refused("post", f"{path}submit/") == (409, "effect_reason_missing")
        assert MeasuredEffect.objects.count() == 2

    def test_with_another_library_and_the_accepted_one_keeps_its_own(
        self, author, reviewer, alpha, seed, entry, path
    ) -> None:
        other = next(item for item in seed.entries if item.id != entry.id)
        reviewer.decide(author.hand_in(change(other, "note", "seen twice")))
        shown = author.get(f"{path}effect/")
        assert (shown["cases"]["outdated"], shown["runs"]["outdated"]) == (["other_library"], [])
        _, after = self.again(author, path, alpha.id)
        assert after["cases"]["outdated"] == []
        author.post(f"{path}submit/")
        reviewer.decide(path)
        reviewer.decide(author.hand_in(change(other, "note", "seen often", revision=2)))
        assert author.get(f"{path}effect/")["cases"]["outdated"] == []


class TestHandingIn:
    def test_asks_for_both_parts(self, author, alpha, entry) -> None:
        author.hand_in(limit(entry))
        jobs = effect_jobs(alpha.id)
        assert set(jobs) == {"cases", "runs"}
        assert {(job.priority, job.source) for job in jobs.values()} == {
            ("low", "guideline-library")
        }
        with scope(alpha.id):
            asked = AuditRecord.objects.filter(action="library.effect_asked")
            assert asked.count() == 2

    def test_of_texts_asks_for_nothing(self, author, alpha, entry) -> None:
        author.hand_in(change(entry, "note", "seen twice"))
        assert not effect_jobs(alpha.id)

    def test_stands_where_the_quota_is_used_up(self, author, alpha, entry, settings) -> None:
        settings.ENVIRONMENT = settings.ENVIRONMENT.model_copy(
            update={"hvrmet_quota_jobs_per_hour": 1}
        )
        queue_job(alpha)
        path = author.hand_in(limit(entry))
        assert author.get(path)["state"] == "in_review"
        assert not effect_jobs(alpha.id)
        assert author.refused("post", f"{path}effect/") == (429, "quota_jobs_per_hour")

    def test_a_correction_asks_for_the_effect_of_what_it_says(
        self, author, reviewer, beta, entry
    ) -> None:
        path = author.hand_in(limit(entry))
        reviewer.decide(path)
        assert not effect_jobs(beta.id)
        path = author.hand_in(limit(entry, by=2, revision=2))
        value = entry.expected.absolute.value + 3
        reviewer.decide(path, "correct", value=value, reason="as in the standard")
        (asked,) = {job.request["digest"] for job in effect_jobs(beta.id).values()}
        assert asked == author.get(f"{path}effect/")["digest"]

    def test_of_what_was_withdrawn_there_is_no_effect(self, author, entry) -> None:
        path = author.hand_in(limit(entry))
        author.post(f"{path}withdraw/")
        assert author.get(f"{path}effect/")["digest"] == ""


class TestReason:
    def test_what_turns_right_cases_wrong_is_handed_in_with_a_reason(
        self, author, reviewer, alpha, entry, engine
    ) -> None:
        engine.wrong = 2
        path = author.propose(limit(entry))
        assert measured(author, path, alpha.id)["reason_needed"]
        status, refusal = author.send("post", f"{path}submit/", {})
        assert (status, refusal["code"]) == (409, "effect_reason_missing")
        assert refusal["data"]["wrong"] == 2
        assert refusal["data"]["cases"][0] == {
            "case": CASE,
            "event": "rainstorm",
            "entry": entry.id,
        }
        author.send("patch", path, {"effect_reason": " . "})
        assert author.refused("post", f"{path}submit/") == (409, "effect_reason_missing")
        said = "the generated case is weaker than the standard asks"
        author.send("patch", path, {"effect_reason": said})
        assert author.post(f"{path}submit/")["reason"] == "the 2025 standard"
        shown = author.get(f"{path}effect/")
        assert (shown["reason"], shown["reason_needed"]) == (said, False)
        assert reviewer.get(path)["effect_reason"] == said
        assert reviewer.decide(path)["state"] == "accepted"
        with scope(SYSTEM):
            record = AuditRecord.objects.get(action="library.change_accepted")
        assert record.data["effect_reason"] == said
        newest = author.get(f"library/entries/{entry.id}/revisions/")["results"][0]
        assert newest["effect_reason"] == said

    def test_the_last_approval_needs_it_too(self, author, reviewer, alpha, entry, engine) -> None:
        engine.wrong = 1
        path = author.hand_in(limit(entry))
        work(alpha.id)
        (waiting,) = reviewer.get(path)["changes"]
        said = {"wording": waiting["wordings"][-1]["id"], "verdict": "approve"}
        body = {"decisions": [said]}
        assert reviewer.refused("post", f"{path}decisions/", body) == (409, "effect_reason_missing")
        assert reviewer.get(path)["state"] == "in_review"
        author.post(f"{path}recall/")
        author.send("patch", path, {"effect_reason": "weaker than any real one"})
        author.post(f"{path}submit/")
        assert reviewer.decide(path)["state"] == "accepted"

    def test_another_reason_for_the_effect_needs_no_new_approval(
        self, author, reviewer, entry
    ) -> None:
        path = author.hand_in(limit(entry), change(entry, "weight", 5))
        first, _ = reviewer.get(path)["changes"]
        said = {"wording": first["wordings"][-1]["id"], "verdict": "approve"}
        reviewer.post(f"{path}decisions/", {"decisions": [said]})
        author.post(f"{path}recall/")
        author.send("patch", path, {"effect_reason": "weaker than any real one"})
        assert author.post(f"{path}submit/")["approved"] == 1

    def test_what_turns_nothing_wrong_needs_none(self, author, reviewer, alpha, entry, engine):
        path = author.hand_in(limit(entry))
        work(alpha.id)
        assert not author.get(f"{path}effect/")["reason_needed"]
        before = author.get(f"{path}effect/")
        assert reviewer.decide(path)["state"] == "accepted"
        assert author.get(f"{path}effect/") == before
        author.hand_in(limit(entry, by=3, revision=2))
        assert author.get(f"{path}effect/") == before


class TestUnmeasured:
    """The last approval while nobody knows what the change does to the generated cases."""

    WHY = "this centre has no worker"

    @staticmethod
    def approval(reviewer: Curator, path: str, unmeasured: str = "") -> dict[str, Any]:
        waiting = [item for item in reviewer.get(path)["changes"] if item["waits_for_me"]]
        said = [{"wording": item["wordings"][-1]["id"], "verdict": "approve"} for item in waiting]
        return {"decisions": said, "unmeasured": unmeasured}

    def test_is_refused_with_how_far_it_is_for_the_centre_that_asks(
        self, author, reviewer, second, alpha, entry, engine
    ) -> None:
        path = author.hand_in(limit(entry))
        for unmeasured in ("", " . 3"):
            body = self.approval(reviewer, path, unmeasured)
            status, refusal = reviewer.send("post", f"{path}decisions/", body)
            assert (status, refusal["code"]) == (409, "effect_not_measured")
            assert (refusal["data"]["status"], refusal["data"]["job"]) == (None, None)
        _, refusal = second.send("post", f"{path}decisions/", self.approval(second, path))
        job = effect_jobs(alpha.id)["cases"]
        assert (refusal["data"]["status"], refusal["data"]["job"]) == ("queued", str(job.pk))
        shown = reviewer.get(path)
        assert (shown["state"], shown["approved"]) == ("in_review", 0)
        work(alpha.id)
        body = self.approval(reviewer, path, self.WHY)
        assert reviewer.post(f"{path}decisions/", body)["unmeasured"] == "", "it is not needed"

    def test_goes_through_with_a_reason_that_is_kept(
        self, author, reviewer, release, entry
    ) -> None:
        path = author.hand_in(limit(entry))
        body = self.approval(reviewer, path, self.WHY)
        after = reviewer.post(f"{path}decisions/", body)
        assert (after["state"], after["unmeasured"]) == ("accepted", self.WHY)
        with scope(SYSTEM):
            record = AuditRecord.objects.get(action="library.change_accepted")
        assert record.data["unmeasured"] == self.WHY
        newest = author.get(f"library/entries/{entry.id}/revisions/")["results"][0]
        assert newest["unmeasured"] == self.WHY
        candidate = reviewer.post("candidates/", {"version": "2026.99", "note": "limits"})
        for of in (path, f"candidates/{candidate['id']}/"):
            assert author.get(f"{of}effect/")["unmeasured"] == self.WHY

    def test_needs_none_where_others_still_decide_or_nothing_is_decided_otherwise(
        self, author, reviewer, entry
    ) -> None:
        path = author.hand_in(limit(entry), change(entry, "note", "seen twice"))
        body = self.approval(reviewer, path)
        half = {**body, "decisions": body["decisions"][:1]}
        assert reviewer.post(f"{path}decisions/", half)["approved"] == 1
        author.post(f"{path}withdraw/")
        path = author.hand_in(change(entry, "note", "seen twice"))
        after = reviewer.post(f"{path}decisions/", self.approval(reviewer, path, self.WHY))
        assert (after["state"], after["unmeasured"]) == ("accepted", "")

    def test_by_handing_in_what_is_left(self, author, reviewer, entry) -> None:
        path = author.hand_in(limit(entry), change(entry, "note", "seen twice"))
        body = self.approval(reviewer, path)
        of_limit = next(item for item in reviewer.get(path)["changes"] if item["path"] != "note")[
            "wordings"
        ][-1]["id"]
        half = [item for item in body["decisions"] if item["wording"] == of_limit]
        reviewer.post(f"{path}decisions/", {"decisions": half})
        author.post(f"{path}recall/")
        (note,) = (item["id"] for item in author.get(path)["changes"] if item["path"] == "note")
        author.send("delete", f"{path}fields/{note}/")
        refused = author.refused("post", f"{path}submit/", {"unmeasured": ""})
        assert refused == (409, "effect_not_measured")
        assert author.get(path)["state"] == "draft"
        after = author.post(f"{path}submit/", {"unmeasured": self.WHY})
        assert (after["state"], after["unmeasured"]) == ("accepted", self.WHY)


class TestCriteria:
    """Numbers of criteria of events, alone and beside entries."""

    PATH = "criteria.gale.sustained.0.value"

    def number(self, value: float, **more: Any) -> dict[str, Any]:
        named = {"kind": "preset", "item": "cma", "path": self.PATH}
        return {**named, "revision": 1, "value": value, **more}

    def test_are_measured_alone_on_every_run_by_them(self, author, alpha, entry, engine) -> None:
        runs = [ran(alpha, entry.event_types[0]), ran(alpha, None)]
        ran(alpha, entry.event_types[0], preset="nws")
        path = author.propose(self.number(18))
        shown = measured(author, path, alpha.id)
        assert (shown["entries"], shown["criteria"]) == ([], True)
        assert [run.label.job for run in engine.runs] == runs[::-1]
        assert [run.label.event for run in engine.runs] == [None, entry.event_types[0]]
        assert (engine.counts, engine.of_criteria) == ((0, 2), {"cma": 2})
        for part in ("cases", "runs"):
            result = shown[part]["result"]
            assert (result["digest"], shown[part]["outdated"]) == (shown["digest"], [])
            assert [one["preset"] for one in result["criteria"]] == ["cma"]

    def test_beside_an_entry_are_measured_in_the_same_jobs(
        self, author, alpha, entry, engine
    ) -> None:
        path = author.propose(limit(entry), self.number(18))
        alone = author.get(f"{author.propose(limit(entry))}effect/")["digest"]
        shown = measured(author, path, alpha.id)
        assert (shown["entries"], shown["criteria"]) == ([entry.id], True)
        assert shown["digest"] != alone
        for part, job in effect_jobs(alpha.id).items():
            assert shown[part]["job"] == str(job.pk)
            assert (len(job.request["changes"]), len(job.request["criteria"])) == (1, 1)

    def test_another_number_is_another_effect_and_that_of_the_package_none(
        self, author, alpha, engine
    ) -> None:
        path = author.propose(self.number(18))
        digest = measured(author, path, alpha.id)["digest"]
        author.send("put", f"{path}fields/", self.number(19))
        now = author.get(f"{path}effect/")
        assert now["digest"] not in ("", digest)
        assert (now["cases"]["result"], now["runs"]["result"]) == (None, None)
        author.send("put", f"{path}fields/", self.number(17.2))
        assert author.get(f"{path}effect/")["digest"] == ""
        assert author.refused("post", f"{path}effect/") == (409, "nothing_to_measure")

    def test_are_out_of_date_with_newer_runs_by_them(self, author, alpha, entry, engine) -> None:
        ran(alpha, None)
        path = author.propose(self.number(18))
        measured(author, path, alpha.id)
        ran(alpha, entry.event_types[0], preset="nws")
        assert author.get(f"{path}effect/")["runs"]["outdated"] == []
        ran(alpha, None)
        assert author.get(f"{path}effect/")["runs"]["outdated"] == ["newer_runs"]

    def test_are_part_of_the_rest_for_entries(self, author, reviewer, alpha, entry, engine) -> None:
        path = author.propose(limit(entry))
        measured(author, path, alpha.id)
        reviewer.decide(author.hand_in(self.number(18)))
        assert author.get(f"{path}effect/")["cases"]["outdated"] == ["other_library"]

    def test_that_turn_right_cases_wrong_need_a_reason(
        self, author, reviewer, second, release, alpha, engine
    ) -> None:
        engine.wrong = 1
        path = author.propose(self.number(18))
        assert measured(author, path, alpha.id)["reason_needed"]
        status, refusal = author.send("post", f"{path}submit/", {})
        assert (status, refusal["code"]) == (409, "effect_reason_missing")
        assert refusal["data"] == {
            "wrong": 1,
            "cases": [{"case": CASE, "event": "rainstorm", "entry": None}],
        }
        said = "the standard of 2025 asks for more"
        author.send("patch", path, {"effect_reason": said})
        author.post(f"{path}submit/")
        before = author.get(f"{path}effect/")
        assert reviewer.decide(path)["state"] == "accepted"
        assert author.get(f"{path}effect/") == before
        candidate = second.post("candidates/", {"version": "2026.99", "note": "limits"})
        shown = second.get(f"candidates/{candidate['id']}/effect/")
        assert (shown["criteria"], shown["reason"]) == (True, said)

    def test_that_nobody_measured_are_accepted_with_a_reason_alone(
        self, author, reviewer, alpha, engine
    ) -> None:
        path = author.hand_in(self.number(18))
        body = TestUnmeasured.approval(reviewer, path)
        refused = reviewer.refused("post", f"{path}decisions/", body)
        assert refused == (409, "effect_not_measured")
        work(alpha.id)
        assert reviewer.post(f"{path}decisions/", body)["state"] == "accepted"


class TestCentres:
    def test_share_the_cases_and_nothing_of_their_runs(
        self, author, reviewer, alpha, beta, entry, engine
    ) -> None:
        run = ran(alpha, entry.event_types[0])
        path = author.hand_in(limit(entry))
        work(alpha.id)
        mine, theirs = author.get(f"{path}effect/"), reviewer.get(f"{path}effect/")
        assert [item["run"]["job"] for item in mine["runs"]["result"]["undecided"]] == [str(run)]
        assert theirs["cases"]["result"] == mine["cases"]["result"] is not None
        assert {**theirs["cases"], "result": None} == {
            "job": None,
            "status": None,
            "done": 0,
            "total": 0,
            "asked_by": "",
            "asked_at": None,
            "outdated": [],
            "failure": None,
            "result": None,
        }
        assert theirs["runs"] == {**theirs["cases"], "result": None}
        jobs = {str(job.pk) for job in effect_jobs(alpha.id).values()}
        assert not any(job in str(theirs) for job in {*jobs, str(run)})
        assert not any(job in str(reviewer.get(path)) for job in {*jobs, str(run)})

    def test_measure_their_own_runs(self, author, reviewer, alpha, beta, entry, engine) -> None:
        path = author.hand_in(limit(entry))
        work(alpha.id)
        status, asked = reviewer.send("post", f"{path}effect/", {})
        assert (status, asked["runs"]["status"]) == (202, "queued")
        assert set(effect_jobs(beta.id)) == {"runs"}


class TestTable:
    def test_is_only_added_to(self, author, alpha, entry, engine) -> None:
        author.hand_in(limit(entry))
        work(alpha.id)
        row = MeasuredEffect.objects.get()
        with pytest.raises(DatabaseError), scope(SYSTEM):
            MeasuredEffect.objects.filter(pk=row.pk).update(digest="0" * 64)

    def test_no_tenant_writes_it(self, alpha) -> None:
        with pytest.raises(DatabaseError), scope(alpha.id):
            MeasuredEffect.objects.create(digest="0" * 64, document={})
