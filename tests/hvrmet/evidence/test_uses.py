"""The diagnoses in which an entry was judged: a centre sees its own, with their last verdicts."""

from __future__ import annotations

from typing import Any
from uuid import UUID

import pytest
from hvrmet.core.db.scope import scope
from hvrmet.evidence.models import EvidenceItem
from hvrmet.evidence.uses_api import NEWEST_USES
from hvrmet.jobs.models import Job
from hvrmet.testing import diagnosis_document, queue_job

pytestmark = pytest.mark.django_db
ENTRY = "g_gale_low_level_jet"


def judge(centre: Any, entry: str, *verdicts: str) -> UUID:
    """Let a run judge an entry, once in each turn, and return its id."""
    job = queue_job(centre)
    with scope(centre.id):
        for turn, verdict in enumerate(verdicts, start=1):
            EvidenceItem.objects.create(
                job_id=job,
                evidence_id=f"e{turn}",
                call_key=f"{turn:064x}",
                entry_id=entry,
                factor="precipitable_water",
                modality="index",
                verdict=verdict,
                turn=turn,
                document={},
            )
    return job


def uses(client: Any, centre: Any, entry: str) -> Any:
    url = f"/api/v1/guidelines/library/entries/{entry}/uses/"
    reply = client.get(url, headers=centre.headers)
    assert reply.status_code == 200, reply.content
    return reply.json()


def test_the_last_verdict_of_each_run_counts(client, alpha) -> None:
    kept = judge(alpha, ENTRY, "confirmed")
    fell = judge(alpha, ENTRY, "confirmed", "refuted")
    judge(alpha, "another", "confirmed")
    judge(alpha, ENTRY, "")
    found = uses(client, alpha, ENTRY)
    assert (found["judged"], found["confirmed"]) == (2, 1)
    shown = [(item["job"], item["verdict"], item["confirmed"]) for item in found["results"]]
    assert shown == [(str(fell), "refuted", False), (str(kept), "confirmed", True)]
    with scope(alpha.id):
        job = Job.objects.get(pk=kept)
    first = found["results"][-1]
    assert first["source"] == job.source
    assert first["region"] == diagnosis_document()["region"]
    assert (first["event"], first["period"]) == (None, None)


def test_another_centre_sees_nothing_of_it(client, alpha, beta) -> None:
    judge(alpha, ENTRY, "confirmed")
    own = judge(beta, ENTRY, "refuted")
    found = uses(client, beta, ENTRY)
    assert (found["judged"], found["confirmed"]) == (1, 0)
    assert [item["job"] for item in found["results"]] == [str(own)]


def test_the_newest_are_shown_and_all_are_counted(client, alpha) -> None:
    jobs = [judge(alpha, ENTRY, "confirmed") for _ in range(NEWEST_USES + 1)]
    found = uses(client, alpha, ENTRY)
    assert (found["judged"], found["confirmed"]) == (len(jobs), len(jobs))
    assert [item["job"] for item in found["results"]] == [str(job) for job in jobs[:0:-1]]


def test_what_nobody_judged_has_none(client, alpha) -> None:
    assert uses(client, alpha, "unheard_of") == {"results": [], "judged": 0, "confirmed": 0}
