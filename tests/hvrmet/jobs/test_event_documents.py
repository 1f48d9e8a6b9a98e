"""A page of events is what its contract says, byte by byte, and each event is written once."""

from __future__ import annotations

import gzip
import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from uuid import UUID, uuid4

import pytest
from hvrmet.core.db.scope import scope
from hvrmet.core.http.rendering import json_bytes, page_of
from hvrmet.jobs.events import documents
from hvrmet.jobs.models import Job, JobEvent
from hvrmet.jobs.schemas import EventPage
from hvrmet.jobs.selectors import event_list, events_of_type
from hvrmet.jobs.states import JobStatus
from hvrmet.testing import queue_job
from pydantic import BaseModel

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("sent")]

URL = "/api/v1/diagnoses/"
RUN = Path(__file__).parents[2] / "stored_runs" / "version1" / "cold_wave_zh" / "events.jsonl.gz"
AT = datetime(2026, 7, 1, tzinfo=UTC)


@pytest.fixture
def job_id(alpha: Any) -> UUID:
    """A job with the events of a whole run of an earlier version behind its first one."""
    made = queue_job(alpha)
    with gzip.open(RUN, "rt", encoding="utf-8") as lines:
        stored = [json.loads(line) for line in lines]
    with scope(alpha.id):
        JobEvent.objects.bulk_create(
            JobEvent(
                job_id=made,
                seq=seq,
                at=one["at"],
                schema_version=one["schema_version"],
                type=one["body"]["type"],
                body=one["body"],
            )
            for seq, one in enumerate(stored, start=2)
        )
        Job.objects.filter(pk=made).update(last_seq=len(stored) + 1)
    return made


@pytest.mark.parametrize("times", [1, 2], ids=["written", "kept"])
def test_a_page_has_the_bytes_of_its_contract(
    client: Any, alpha: Any, job_id: UUID, times: int
) -> None:
    with scope(alpha.id):
        every = event_list(job_id)
        judged = events_of_type(job_id, "factor_judged")
    assert len(every) > 80
    assert judged
    pages = {
        "": every,
        "?after=5&limit=20": every[5:25],
        "?type=factor_judged": judged,
        "?after=500": (),
    }
    for query, results in pages.items():
        page = EventPage(status=JobStatus.QUEUED, last_seq=len(every), results=results)
        for _ in range(times):
            reply = client.get(f"{URL}{job_id}/events/{query}", headers=alpha.headers)
        assert reply.content == json_bytes(page)
        assert reply["Content-Type"] == "application/json"


def test_what_is_kept_is_of_no_other_centre(
    client: Any, alpha: Any, beta: Any, job_id: UUID
) -> None:
    url = f"{URL}{job_id}/events/"
    assert client.get(url, headers=alpha.headers).status_code == 200
    assert client.get(url, headers=beta.headers).status_code == 404


def test_another_event_of_the_same_number_is_another_document() -> None:
    """As after a database was restored that the process had read before."""
    kept = documents._Written(100)
    job = uuid4()
    before, after = (job, 1, AT), (job, 1, AT.replace(microsecond=1))
    kept.keep({before: b"before"})
    assert kept.take([after]) == {}
    kept.keep({after: b"after"})
    assert kept.take([before, after]) == {before: b"before", after: b"after"}


def test_the_oldest_go_first_and_none_is_larger_than_all() -> None:
    kept = documents._Written(10)
    first, second, third = ((uuid4(), 1, AT) for _ in range(3))
    kept.keep({first: b"1234", second: b"1234"})
    kept.take([first])
    kept.keep({third: b"1234"})
    assert set(kept.take([first, second, third])) == {first, third}
    kept.keep({first: b"1", second: b"12345678901"})
    assert kept.take([first, second, third]) == {}
    kept.keep({first: b"1234567890"})
    assert kept.take([first]) == {first: b"1234567890"}


def test_only_a_page_that_ends_with_its_results_is_joined() -> None:
    class Other(BaseModel):
        results: tuple[str, ...] = ()
        last: int = 1

    with pytest.raises(ValueError, match="Other"):
        page_of(Other(), [b"1"])
