"""What work has cost: by stage and by role, of a job and of a month, of one centre alone."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any, get_args
from uuid import UUID

import pytest
from django.utils import timezone
from hvrmet.accounts.roles import TenantRole, Verb
from hvrmet.accounts.services import api_key_create
from hvrmet.core.db.scope import scope
from hvrmet.evidence.models import Artifact, JobArtifact
from hvrmet.jobs.models import Job, JobEvent
from hvrmet.jobs.services.answers import answer_create
from hvrmet.jobs.services.jobs import Terms
from hvrmet.jobs.services.usage import NO_WORK, STAGES
from hvrmet.testing import Centre, queue_job

from diagnostics.contracts.computations import ComputationRequest, Operation, QuestionRequest
from diagnostics.contracts.events import EventBody
from diagnostics.contracts.workflow_requests import WorkflowRequest

pytestmark = pytest.mark.django_db
START = datetime(2026, 3, 10, 6, tzinfo=UTC)
SPENT = {
    "requests": 2,
    "input_tokens": 100,
    "output_tokens": 20,
    "cost_usd": 0.25,
    "seconds": 1.5,
}
RUN: tuple[tuple[int, str, dict[str, Any]], ...] = (
    (40, "job_claimed", {}),
    (43, "data_retrieved", {"bytes_read": 1000}),
    (50, "event_classified", {}),
    (52, "role_decided", {"role": "decomposer", "usage": SPENT}),
    (53, "role_decided", {"role": "plotter", "usage": None}),
    (55, "model_failed", {"role": "decomposer", "failure": {"usage": SPENT}}),
    (60, "index_computed", {}),
    (75, "figure_rendered", {}),
    (200, "lease_lost", {}),
    (260, "job_claimed", {}),
    (262, "factor_judged", {}),
    (267, "job_finished", {}),
)
STAGE_SECONDS = {
    "data": 3,
    "classification": 7,
    "decisions": 5,
    "indices": 5,
    "charts": 15,
    "judgement": 2,
    "report": 5,
}


def run(centre: Centre, *, start: datetime = START) -> UUID:
    """Write the log of a job that was queued, ran, lost its worker and was finished by another."""
    job_id = queue_job(centre)
    with scope(centre.id):
        ended = start + timedelta(seconds=RUN[-1][0])
        Job.objects.filter(pk=job_id).update(created_at=start, moved_at=ended)
        for seq, (seconds, kind, body) in enumerate(RUN, start=2):
            JobEvent.objects.create(
                job_id=job_id,
                seq=seq,
                at=start + timedelta(seconds=seconds),
                schema_version=1,
                type=kind,
                body=body,
            )
    return job_id


ASKED: dict[str, ComputationRequest | QuestionRequest | WorkflowRequest] = {
    "computation": ComputationRequest(source="sample", op=Operation.INDEX, name="pwat"),
    "question": QuestionRequest(source="sample", text="How strong is the rain?"),
    "workflow": WorkflowRequest(source="sample", workflow="steps: []"),
}


def keep(centre: Centre, job_id: UUID, size: int, *names: str, at: datetime = START) -> None:
    with scope(centre.id):
        kept = Artifact.objects.create(sha256=f"{size:064d}", media_type="image/png", size=size)
        Artifact.objects.filter(pk=kept.pk).update(created_at=at)
        for name in names:
            JobArtifact.objects.create(job_id=job_id, artifact=kept, name=name)


@pytest.fixture
def ask(client: Any) -> Any:
    def go(centre: Centre, path: str) -> Any:
        return client.get(f"/api/v1/usage/{path}", headers=centre.headers)

    return go


def test_every_event_ends_a_stage_or_is_no_work() -> None:
    union, *_ = get_args(EventBody)
    known = {get_args(body.model_fields["type"].annotation)[0] for body in get_args(union)}
    named = [*NO_WORK, *(event for events in STAGES.values() for event in events)]
    assert sorted(named) == sorted(known)


def test_a_job_has_seconds_by_stage_and_money_by_role(alpha, sent, ask) -> None:
    job_id = run(alpha)
    keep(alpha, job_id, 300, "figures/a.png", "figures/again.png")
    found = ask(alpha, f"jobs/{job_id}/").json()
    stages = {item["stage"]: item["worker_seconds"] for item in found["stages"]}
    assert stages == STAGE_SECONDS
    assert found["roles"] == [
        {
            "role": "decomposer",
            "decisions": 1,
            "failures": 1,
            "requests": 4,
            "input_tokens": 200,
            "output_tokens": 40,
            "seconds": 3.0,
            "cost_usd": 0.5,
        }
    ]
    assert (found["bytes_read"], found["bytes_stored"]) == (1000, 300)


def test_a_diagnosis_says_what_it_has_cost(client, alpha, sent, ask) -> None:
    job_id = run(alpha)
    keep(alpha, job_id, 300, "figures/a.png")
    shown = client.get(f"/api/v1/diagnoses/{job_id}/", headers=alpha.headers).json()
    used = ask(alpha, f"jobs/{job_id}/").json()
    assert {**shown["cost"], "job": str(job_id)} == used
    assert {item["stage"] for item in shown["cost"]["stages"]} == set(STAGE_SECONDS)
    (listed,) = client.get("/api/v1/diagnoses/", headers=alpha.headers).json()["results"]
    assert listed == {name: part for name, part in shown.items() if name != "cost"}


@pytest.mark.parametrize("kind", ["computation", "question", "workflow"])
def test_an_answer_says_what_it_has_cost(client, alpha, sent, kind) -> None:
    with scope(alpha.id):
        job, _ = answer_create(principal=alpha.principal, request=ASKED[kind], terms=Terms())
        job_id = job.pk
        Job.objects.filter(pk=job_id).update(created_at=START, moved_at=START)
        for seq, (second, event) in enumerate([(0, "job_claimed"), (4, "answered")], start=2):
            JobEvent.objects.create(
                job_id=job_id,
                seq=seq,
                at=START + timedelta(seconds=second),
                schema_version=1,
                type=event,
                body={},
            )
    shown = client.get(f"/api/v1/{kind}s/{job_id}/", headers=alpha.headers).json()
    assert shown["cost"]["stages"] == [{"stage": "answer", "worker_seconds": 4}]


def test_a_key_that_may_not_see_use_sees_no_cost(client, alpha, sent) -> None:
    job_id = run(alpha)
    narrow = api_key_create(
        tenant_id=alpha.id,
        name="narrow",
        roles=[TenantRole.SERVICE],
        scopes=[Verb.DIAGNOSIS_VIEW],
    )
    headers = {"Authorization": f"Bearer {narrow.text}"}
    shown = client.get(f"/api/v1/diagnoses/{job_id}/", headers=headers).json()
    assert (shown["id"], shown["cost"]) == (str(job_id), None)


def test_a_job_that_waits_has_cost_nothing(alpha, sent, ask) -> None:
    found = ask(alpha, f"jobs/{queue_job(alpha)}/").json()
    assert (found["stages"], found["roles"], found["bytes_stored"]) == ([], [], 0)


def test_a_month_adds_up_its_jobs_and_no_others(alpha, sent, ask) -> None:
    for start in (START, START + timedelta(days=5), datetime(2026, 4, 1, tzinfo=UTC)):
        job_id = run(alpha, start=start)
        keep(alpha, job_id, 300 + start.day, "a.png", at=start)
    march = ask(alpha, "month/?month=2026-03").json()
    assert (march["month"], march["jobs"], march["bytes_stored"]) == ("2026-03", 2, 625)
    stages = {item["stage"]: item["worker_seconds"] for item in march["stages"]}
    assert stages == {stage: 2 * seconds for stage, seconds in STAGE_SECONDS.items()}
    assert [(role["requests"], role["cost_usd"]) for role in march["roles"]] == [(8, 1.0)]
    assert march["bytes_read"] == 2000
    assert ask(alpha, "month/?month=2026-04").json()["jobs"] == 1
    assert ask(alpha, "month/").json()["month"] == f"{timezone.now():%Y-%m}"


def test_what_runs_over_the_end_of_a_month_is_split_between_two(alpha, sent, ask) -> None:
    run(alpha, start=datetime(2026, 3, 31, 23, 59, 5, tzinfo=UTC))
    found = [ask(alpha, f"month/?month=2026-{number}").json() for number in ("03", "04")]
    both = [sum(item["worker_seconds"] for item in month["stages"]) for month in found]
    assert both == [13, sum(STAGE_SECONDS.values()) - 13]
    assert [month["jobs"] for month in found] == [1, 0]


def test_other_centres_see_nothing_of_it(alpha, beta, sent, ask) -> None:
    job_id = run(alpha)
    keep(alpha, job_id, 300, "a.png")
    assert ask(beta, f"jobs/{job_id}/").status_code == 404
    month = ask(beta, "month/?month=2026-03").json()
    assert (month["jobs"], month["stages"], month["roles"]) == (0, [], [])
    assert (month["bytes_read"], month["bytes_stored"]) == (0, 0)


@pytest.mark.parametrize("month", ["2026-13", "2026-3", "26-03", "1999-01", "2026-03-01", ""])
def test_what_is_no_month_is_refused(alpha, ask, month) -> None:
    reply = ask(alpha, f"month/?month={month}")
    assert (reply.status_code, reply.json()["code"]) == (400, "invalid_request")
