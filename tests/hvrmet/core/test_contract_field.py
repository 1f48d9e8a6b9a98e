"""Contracts in columns of JSON, by the example of a job's state."""

from __future__ import annotations

import pytest
from django.db import connection
from hvrmet.core.db.scope import scope
from hvrmet.jobs.models import Job
from hvrmet.jobs.states import JobState
from hvrmet.testing import Centre, queue_job
from pydantic import ValidationError

from diagnostics.contracts.enums import EventType

pytestmark = pytest.mark.django_db


def put(centre: Centre, text: str) -> None:
    """Write JSON past the field."""
    queue_job(centre)
    with scope(centre.id), connection.cursor() as cursor:
        cursor.execute("UPDATE jobs_job SET state = %s::jsonb", [text])


def test_a_contract_comes_back_as_it_was_written(alpha) -> None:
    state = JobState(turn=3, event=EventType.GALE)
    queue_job(alpha)
    with scope(alpha.id):
        job = Job.objects.get()
        assert job.state == JobState()
        job.state = state
        job.save()
        assert Job.objects.get().state == state
        assert Job.objects.filter(state__event="gale").values_list("state__turn", flat=True)[0] == 3


def test_rows_of_the_same_text_share_one_object(alpha) -> None:
    for _ in range(2):
        queue_job(alpha)
    with scope(alpha.id):
        first, second = Job.objects.all()
        assert first.state is second.state


def test_what_the_contract_does_not_know_is_left_out(alpha) -> None:
    put(alpha, '{"status": "running", "of_a_later_version": 1}')
    with scope(alpha.id):
        assert Job.objects.get().state == JobState(status="running")


def test_what_is_no_such_contract_is_refused(alpha) -> None:
    put(alpha, '{"status": "resting"}')
    with scope(alpha.id), pytest.raises(ValidationError, match="status"):
        Job.objects.get()
