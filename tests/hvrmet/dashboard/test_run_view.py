"""A diagnosis as it grows: what the fold of its events says, to whom, and in which language."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from hvrmet.accounts.roles import TenantRole
from hvrmet.core.db.scope import scope
from hvrmet.dashboard.runs.fold import RunFold
from hvrmet.dashboard.runs.schemas import FactorStand, Stage
from hvrmet.jobs.events.log import append, lock_job
from hvrmet.jobs.library import library
from hvrmet.testing import Centre, queue_job

from diagnostics.contracts.enums import Feasibility, Language
from diagnostics.contracts.events import (
    Concluded,
    FactorJudged,
    JobClaimed,
    RecordedEvent,
    RunFailed,
    Steered,
)
from diagnostics.contracts.steering import SteeringAction
from tests.diagnostics.loop.test_stored_runs import RUNS, events_of, release_of
from tests.hvrmet.factories import person

NOW = datetime(2026, 7, 3, tzinfo=UTC)
JUDGED = {FactorStand.CONFIRMED, FactorStand.NOT_COUNTED, FactorStand.REFUTED}


def folded(name: str, language: Language = Language.EN, *, upto: int | None = None) -> RunFold:
    fold = RunFold(release_of(name), language, lambda drawn: f"/files/{drawn.sha256}")
    for event in events_of(name)[:upto]:
        fold.take(event)
    return fold


@pytest.mark.parametrize("name", RUNS)
def test_a_run_can_be_watched_from_its_first_event_to_its_last(name: str) -> None:
    fold = RunFold(release_of(name), Language.ZH, lambda _: "")
    stages, judged = [], 0
    for event in events_of(name):
        fold.take(event)
        stages.append(list(Stage).index(fold.stage))
        assert fold.last_at == event.at
        shown = [one for one in fold.factors.values() if one.evidence_id]
        assert len(shown) >= judged, "a verdict stays"
        judged = len(shown)
        proposed = {entry for one in fold.rounds for entry in one.factors}
        assert proposed <= set(fold.factors)
        assert fold.counted <= judged
    assert stages == sorted(stages), "a run never goes back"
    assert len(fold.criteria) == 5
    assert fold.conclusion is not None


@pytest.mark.parametrize("name", RUNS)
def test_every_verdict_is_shown_once_with_its_place_and_reason(name: str) -> None:
    fold = folded(name)
    bodies = [event.body for event in events_of(name)]
    verdicts = {b.evidence.id: b.judgement for b in bodies if isinstance(b, FactorJudged)}
    shown = {one.evidence_id: one for one in fold.factors.values() if one.evidence_id}
    assert set(shown) <= set(verdicts)
    for evidence, factor in shown.items():
        assert factor.reason
        assert ">=" not in factor.reason
        assert factor.name
        assert factor.why
        confirmed = factor.stand in (FactorStand.CONFIRMED, FactorStand.NOT_COUNTED)
        assert confirmed == (verdicts[evidence].verdict == "confirmed")


def test_what_counts_while_it_runs_is_what_the_conclusion_counts() -> None:
    for name in RUNS:
        events = events_of(name)
        at = next(n for n, one in enumerate(events) if isinstance(one.body, Concluded))
        before = folded(name, upto=at)
        body = events[at].body
        assert isinstance(body, Concluded)
        counted = {
            one.evidence_id for one in before.factors.values() if one.stand is FactorStand.CONFIRMED
        }
        assert counted == set(body.conclusion.explanation.confirmed), name


def test_names_and_reasons_are_in_the_language_that_is_asked_for() -> None:
    english, chinese = (folded("rainstorm_en", language) for language in Language)
    for entry, factor in english.factors.items():
        assert factor.name.isascii() or "–" in factor.name
        assert not chinese.factors[entry].name.isascii()
        assert not chinese.factors[entry].why.isascii()
    assert {cause.id for cause in english.causes()} == {cause.id for cause in chinese.causes()}
    assert all(not cause.name.isascii() for cause in chinese.causes())


def test_causes_have_a_standing_only_once_it_was_weighed() -> None:
    events = events_of("rainstorm_en")
    at = next(n for n, one in enumerate(events) if isinstance(one.body, Concluded))
    assert {one.standing for one in folded("rainstorm_en", upto=at).causes()} == {None}
    assert None not in {one.standing for one in folded("rainstorm_en").causes()}


def test_an_order_is_told_and_sets_a_factor_aside() -> None:
    fold = folded("rainstorm_en")
    entry = next(iter(fold.factors.values()))
    order = Steered(
        action=SteeringAction.VETO,
        factor=entry.factor,
        entry_id=entry.entry_id,
        author="person:fan",
        reason="an artefact of the coast",
        turn=2,
    )
    fold.take(RecordedEvent(seq=9999, at=NOW, body=order))
    assert fold.factors[entry.entry_id].stand is FactorStand.SET_ASIDE
    assert fold.orders[-1].reason == order.reason
    assert fold.orders[-1].name == entry.name


def test_what_is_offered_is_neither_tested_nor_blocked() -> None:
    fold = folded("rainstorm_en")
    offered = {one.factor for one in fold.offered({})}
    assert offered
    assert not {one.entry_id for one in fold.offered({})} & set(fold.factors)
    some = sorted(offered)[0]
    assert some not in {one.factor for one in fold.offered({some: Feasibility.BLOCKED})}


def address(job: Any, language: str = "en") -> str:
    return f"/api/v1/diagnoses/{job}/run/?language={language}"


@pytest.mark.django_db
class TestOverRest:
    @pytest.fixture
    def forecaster(self, alpha: Centre, sent: Any) -> Client:
        client = Client()
        client.force_login(person(alpha, "fan", TenantRole.FORECASTER))
        return client

    def test_a_queued_diagnosis_waits(self, alpha: Centre, forecaster: Client) -> None:
        job = queue_job(alpha)
        shown = forecaster.get(address(job)).json()
        assert (shown["status"], shown["stage"]) == ("queued", "waiting")
        assert shown["factors"] == []
        assert shown["started_at"] is None
        with scope(alpha.id):
            pinned = library().release_document(shown["library"]["digest"])
        assert shown["library"]["version"] == pinned.version

    def test_a_failed_one_says_why_and_offers_nothing(
        self, alpha: Centre, forecaster: Client
    ) -> None:
        job = queue_job(alpha)
        with scope(alpha.id):
            row = lock_job(job)
            append(row, JobClaimed(worker="w", attempt=1))
            append(row, RunFailed(code="no_grid", message="no grid"))
        shown = forecaster.get(address(job)).json()
        assert (shown["stage"], shown["failure"]["code"]) == ("ended", "no_grid")
        assert shown["offered"] == []

    def test_nobody_else_sees_it(self, alpha: Centre, beta: Centre, sent: Any) -> None:
        job = queue_job(alpha)
        assert Client().get(address(job)).status_code == 401
        assert Client().get(address(job), headers=beta.headers).status_code == 404
        assert Client().get(address(uuid4()), headers=alpha.headers).status_code == 404
        assert Client().get(address(job, "fr"), headers=alpha.headers).status_code == 400

    def test_it_takes_as_many_queries_for_many_events(
        self, alpha: Centre, forecaster: Client, django_assert_max_num_queries: Any
    ) -> None:
        job = queue_job(alpha)
        forecaster.get(address(job))
        with django_assert_max_num_queries(16):
            forecaster.get(address(job))
