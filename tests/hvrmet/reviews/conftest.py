"""A centre with a report in two languages of people: who asked, who reviews, who leads."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any
from uuid import UUID

import pytest
from django.test import Client
from hvrmet.accounts.models import User
from hvrmet.accounts.roles import TenantRole
from hvrmet.core.db.scope import scope
from hvrmet.jobs.events.log import lock_job
from hvrmet.jobs.models import Job
from hvrmet.reports.services import report_version_create
from hvrmet.testing import Centre, diagnosis_document, queue_job, sample_reading, sample_report

from diagnostics.contracts.report import Claim, Report, ReportFigure, Section, Sentence
from diagnostics.contracts.request import DiagnosisRequest
from tests.hvrmet.factories import person


def bulletin(**changes: Any) -> Report:
    """Return a report with two claims, a sentence and a chart."""
    request = DiagnosisRequest.model_validate(diagnosis_document())
    claims = tuple(
        Claim(id=f"c{n}", source="request", path="language", value="en", kind="text")
        for n in (1, 2)
    )
    section = Section(
        id="summary",
        title="Summary",
        sentences=(Sentence(text="Written in {claim:c1}.", claims=("c1",)),),
        figures=(
            ReportFigure(
                evidence_id="e01",
                artifact="figures/ivt.png",
                caption=Sentence(text="Transport of moisture."),
            ),
        ),
    )
    report: Report = sample_report(request, digest="d" * 64)
    return report.model_copy(update={"claims": claims, "sections": (section,), **changes})


class Clients(dict[str, Client]):
    """Clients by the names of a centre's people, who sign in when they are first wanted."""

    def __init__(self, people: dict[str, User]) -> None:
        self.people = people

    def __missing__(self, who: str) -> Client:
        client = self[who] = Client()
        client.force_login(self.people[who])
        return client


_MAKING = ("author", "author_id", "corrects")


@dataclass
class Desk:
    """A centre's report and its people."""

    centre: Centre
    job_id: UUID
    clients: Clients

    def store(self, **changes: Any) -> UUID:
        """Store another version."""
        author = {key: changes.pop(key) for key in _MAKING if key in changes}
        report = bulletin(**changes)
        with scope(self.centre.id):
            version = report_version_create(
                job=lock_job(self.job_id),
                report=report,
                markdown="# A rainy period\n\nText.",
                html="<html><body><main><h1>A rainy period</h1></main></body></html>",
                readings=[sample_reading(report)],
                **{"author": "hvrmet", **author},
            )
            return UUID(str(version.pk))

    def post(self, who: str, path: str, body: Any = None) -> Any:
        """Send something as one of the people, below the diagnosis' address."""
        return self.clients[who].post(
            f"/api/v1/diagnoses/{self.job_id}/{path}",
            body if body is not None else {},
            content_type="application/json",
        )

    def open(self, who: str, version: int = 1) -> None:
        """Let one of the people read a version, as it takes before a decision on it."""
        self.clients[who].get(f"/api/v1/diagnoses/{self.job_id}/report/versions/{version}/")

    def review(self, who: str, verdict: str = "approve", version: int = 1, **more: Any) -> Any:
        self.open(who, version)
        return self.post(who, "reviews/", {"version": version, "verdict": verdict, **more})

    def publish(self, who: str, version: int = 1) -> Any:
        self.open(who, version)
        return self.post(who, f"report/versions/{version}/publish/")

    def withdraw(self, who: str, version: int = 1, reason: str = "the data were wrong") -> Any:
        return self.post(who, f"report/versions/{version}/withdraw/", {"reason": reason})

    def version(self, number: int = 1, who: str = "li") -> Any:
        path = f"/api/v1/diagnoses/{self.job_id}/report/versions/{number}/"
        return self.clients[who].get(path).json()


PEOPLE = {
    "li": TenantRole.FORECASTER,
    "wang": TenantRole.REVIEWER,
    "zhao": TenantRole.REVIEWER,
    "chen": TenantRole.DUTY_LEAD,
    "guo": TenantRole.DUTY_LEAD,
}


@pytest.fixture
def make_desk(sent: Any) -> Callable[..., Desk]:
    """Return a function that gives a centre a report and people, whose accounts end in `suffix`."""

    def make(centre: Centre, suffix: str = "") -> Desk:
        job_id = queue_job(centre)
        people = {name: person(centre, name + suffix, role) for name, role in PEOPLE.items()}
        desk = Desk(centre, job_id, Clients(people))
        desk.store()
        return desk

    return make


@pytest.fixture
def desk(alpha: Centre, make_desk: Callable[..., Desk]) -> Desk:
    return make_desk(alpha)


@pytest.fixture
def asked_by(desk: Desk) -> Callable[[str], None]:
    """Return a function that lets somebody have asked for the diagnosis."""

    def change(who: str) -> None:
        with scope(desk.centre.id):
            user = User.objects.get(username=who)
            Job.objects.filter(pk=desk.job_id).update(
                requested_by=f"person:{who}", requested_by_id=user.pk
            )

    return change
