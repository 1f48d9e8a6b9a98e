"""The effect of a proposal on a centre's runs, and what use teaches: with the real loop."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hvrmet.core.db.scope import scope
from hvrmet.jobs.selectors import event_list
from hvrmet.testing import Centre, queue_job

from diagnostics.bench import release_effects
from diagnostics.contracts.events import RunStarted
from diagnostics.contracts.guidelines import GuidelineRelease, IndexExpectation
from diagnostics.guidelines import load_release
from knowledge.models import EffectRun, ExperienceSnapshot, Outcome, WaitingWork
from knowledge.selectors.effects import wrong_cases
from knowledge.selectors.learning import tallies
from knowledge.selectors.workspaces import head_entries
from knowledge.services.drafts import Author, entry_change
from knowledge.services.effects import effect_ask
from knowledge.services.proposals import proposal_create
from knowledge.services.waiting import SILENT, works_resend
from knowledge.services.workspaces import workspace_open
from tasks import library
from tests.knowledge.test_entry_tables import curator
from tests.tasks.test_real_loop import centre, sample, work  # noqa: F401

pytestmark = [pytest.mark.django_db, pytest.mark.slow]
JET = "g_rainstorm_low_level_jet"


def out_of_reach(release: GuidelineRelease) -> GuidelineRelease:
    """Return a release in which the low-level jet needs 60 m/s."""

    def raised(entry: Any) -> Any:
        if entry.id != JET:
            return entry
        assert isinstance(entry.expected, IndexExpectation)
        absolute = entry.expected.absolute.model_copy(update={"value": 60.0})
        expected = entry.expected.model_copy(update={"clim": None, "absolute": absolute})
        return entry.model_copy(update={"expected": expected})

    return release.model_copy(update={"entries": tuple(map(raised, release.entries))})


@pytest.fixture
def finished(centre: Centre) -> Centre:  # noqa: F811
    """A centre with a finished diagnosis of the generated rainstorm."""
    job_id = queue_job(centre, region=[110, 27, 126, 35])
    assert work(centre, job_id).status == "finished"
    return centre


def test_a_proposal_is_tried_on_the_centres_own_runs(finished, monkeypatch) -> None:
    monkeypatch.setattr(release_effects, "generated_cases", lambda: iter(()))
    with scope(finished.id):
        runs = library.stored_runs(finished.id)
    before = load_release()
    steps: list[tuple[int, int]] = []
    found = library.tried_on(
        before, out_of_reach(before), runs, lambda done, cases: steps.append((done, cases))
    )
    assert steps == [(0, 1), (1, 1)]
    assert (found.stored, found.stored_by_evidence, found.left_out) == (1, 0, 0)
    (change,) = [one for one in found.verdicts if one.occurred]
    assert (change.entry, change.before, change.after) == (JET, "confirmed", "refuted")
    assert (found.hit_rate_before.rate, found.hit_rate_after.rate) == (1.0, 0.0)
    assert found.hit_rate_before.low < 1.0


def test_without_their_data_runs_are_judged_by_their_evidence(finished, monkeypatch) -> None:
    monkeypatch.setattr(release_effects, "generated_cases", lambda: iter(()))
    with scope(finished.id):
        runs = [replace(run, source=None) for run in library.stored_runs(finished.id)]
    before = load_release()
    found = library.tried_on(before, out_of_reach(before), runs, lambda *_: None)
    known = {item.entry_id for run in runs for item in run.evidence}
    assert JET in known
    assert (found.stored, found.stored_by_evidence) == (1, 1)
    assert [(one.before, one.after) for one in found.verdicts] == [("confirmed", "refuted")]


def test_an_effect_is_asked_for_made_and_kept(finished, monkeypatch) -> None:
    monkeypatch.setattr(release_effects, "generated_cases", lambda: iter(()))
    with scope(finished.id):
        li = curator(finished)
        workspace_open(principal=li)
        after = {entry.id: entry for entry in out_of_reach(load_release()).entries}[JET]
        entry_change(author=Author.of(li), entry=after, based_on=1)
        proposal = proposal_create(principal=li, title="t", reason="r")
        row = effect_ask(principal=li, number=proposal.number)
    assert works_resend(SILENT) == 0
    library.effect(str(row.pk), str(finished.id))
    library.effect(str(row.pk), str(finished.id))
    with scope(finished.id):
        row = EffectRun.objects.get()
        assert (row.status, row.done, row.cases) == ("done", 1, 1)
        assert row.result["verdicts"][0]["entry"] == JET
        assert wrong_cases(proposal) == ()
        assert head_entries()[JET] is not None
    assert WaitingWork.objects.count() == 0


def test_use_is_counted_and_given_to_later_runs_by_its_digest(finished) -> None:
    library.learn()
    library.learn()
    with scope(finished.id):
        names = set(Outcome.objects.values_list("entry_name", flat=True))
        assert JET in names
        assert Outcome.objects.count() == len(names)
        assert set(Outcome.objects.values_list("event_type", "occurred")) == {("rainstorm", True)}
        snapshot = ExperienceSnapshot.objects.get()
        (jet,) = [one for one in tallies() if one.group == JET]
        assert (jet.hit_rate.hits, jet.hit_rate.tries) == (1, 1)
        assert jet.hit_rate.low < 0.5
    job_id = queue_job(finished, region=[110, 27, 126, 35])
    assert work(finished, job_id).status == "finished"
    with scope(finished.id):
        (started,) = [
            event.body
            for event in event_list(job_id, limit=None)
            if isinstance(event.body, RunStarted)
        ]
        assert started.experience_digest == snapshot.digest
        assert started.release_digest == load_release().digest
