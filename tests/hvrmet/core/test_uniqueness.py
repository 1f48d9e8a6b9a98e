"""What may exist once only: of requests at one moment one makes it, and none is a fault."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from django.apps import apps
from django.conf import settings
from django.db import IntegrityError, models, transaction
from django.test import Client, override_settings
from hvrmet.accounts.models import ApiKey, Invitation, User
from hvrmet.accounts.roles import FULL_RIGHTS, TenantRole
from hvrmet.core.db.models import OwnedModel
from hvrmet.core.db.scope import scope
from hvrmet.core.http.problems import problem_handler
from hvrmet.jobs.events.log import lock_job
from hvrmet.jobs.models import CentreSource, IdempotencyKey, SteeringOrder
from hvrmet.places.models import SavedRegion
from hvrmet.reports.services import report_version_create
from hvrmet.reviews.models import Opening
from hvrmet.tenants.models import Membership
from hvrmet.testing import Centre, diagnosis_document, queue_job, sample_report
from hvrmet.webhooks.models import Subscription

from diagnostics.contracts.report import Section
from diagnostics.contracts.request import DiagnosisRequest
from knowledge.models import Adoption, CentreAdjustment, Overlay, Release
from tests.hvrmet.concurrency import MANY, at_once
from tests.hvrmet.factories import key_headers, person

pytestmark = pytest.mark.django_db(transaction=True)
JSON = "application/json"
Made = Callable[[], models.QuerySet]
# Numbers are given, and states changed, under the lock of the row that they belong to.
LOCKED = {
    "audit_tenant_seq",
    "eventareas_tenant_job",
    "jobevent_tenant_job_seq",
    "jobresult_tenant_job",
    "publication_one_published",
    "publication_tenant_version",
    "report_tenant_job",
    "reportversion_tenant_report_number",
}
# Made by workers, or of random bits: no request names them.
NAMED_BY_NOBODY = {
    "apikey_tenant_prefix",
    "artifact_tenant_sha256",
    "delivery_tenant_once",
    "evidence_tenant_job_call",
    "evidence_tenant_job_id",
    "jobartifact_tenant_job_name",
    "reportreading_tenant_version_language",
    "ticket_tenant_hash",
}


class Race:
    """Many requests for the same thing, each from a client of its own."""

    def __init__(self, centre: Centre) -> None:
        self.centre = centre
        self.headers = key_headers(centre, "admin", TenantRole.TENANT_ADMIN)

    def post(
        self, path: str, body: Any = None, user: User | None = None, **headers: str
    ) -> list[int]:
        return self.send("post", path, body, user, **headers)

    def send(
        self, method: str, path: str, body: Any = None, user: User | None = None, **headers: str
    ) -> list[int]:
        clients = [Client(raise_request_exception=False) for _ in range(MANY)]
        for client in clients if user else ():
            client.force_login(user)
        given = headers if user else self.headers | headers

        def once(number: int) -> int:
            call = getattr(clients[number], method)
            reply = call(f"/api/v1/{path}", body or {}, content_type=JSON, headers=given)
            return reply.status_code

        return at_once(once)

    def key(self) -> tuple[list[int], Made]:
        codes = self.post("api-keys/", {"name": "feed"})
        return codes, lambda: ApiKey.objects.filter(name="feed")

    def webhook(self) -> tuple[list[int], Made]:
        body = {"name": "hook", "url": "https://1.1.1.1/", "events": ["report.published"]}
        return self.post("webhooks/", body), lambda: Subscription.objects.filter(name="hook")

    def region(self) -> tuple[list[int], Made]:
        self.headers = self.centre.headers
        codes = self.post("regions/", {"name": "Delta", "region": [110, 20, 120, 30]})
        return codes, lambda: SavedRegion.objects.all()

    def source(self) -> tuple[list[int], Made]:
        body = {"name": "july", "title": "July", "root": "archive", "below": ["july.zarr"]}
        roots = {"archive": {"path": "https://data.example.org", "title": "Archive"}}
        use = settings.ENVIRONMENT.model_copy(update={"hvrmet_source_roots": json.dumps(roots)})
        with override_settings(ENVIRONMENT=use):
            codes = self.post("sources/", body)
        return codes, lambda: CentreSource.objects.all()

    def opening(self) -> tuple[list[int], Made]:
        job_id = queue_job(self.centre)
        report = sample_report(DiagnosisRequest.model_validate(diagnosis_document()))
        summary = Section(id="summary", title="Summary")
        with scope(self.centre.id):
            report_version_create(
                job=lock_job(job_id),
                report=report.model_copy(update={"sections": (summary,)}),
                markdown="# A",
                html="<p>A",
                author="hvrmet",
            )
        body = {"parts": [{"on": "section", "id": "summary"}]}
        reader = person(self.centre, "fan", TenantRole.VIEWER)
        version = f"diagnoses/{job_id}/report/versions/1/"
        client = Client()
        client.force_login(reader)
        client.get(f"/api/v1/{version}")
        codes = self.post(f"{version}opened/", body, reader)
        return codes, lambda: Opening.objects.all()

    def invitation(self) -> tuple[list[int], Made]:
        boss = person(self.centre, "boss", *FULL_RIGHTS)
        codes = self.post("invitations/", {"username": "fan", "roles": ["viewer"]}, boss)
        return codes, lambda: Invitation.objects.all()

    def membership(self) -> tuple[list[int], Made]:
        fan = User.objects.create_user(username="fan", password="a-long-password")
        self.invitation()
        with scope(self.centre.id):
            path = f"me/invitations/{Invitation.objects.get().pk}/accept/"
        codes = self.post(path, user=fan)
        return codes, lambda: Membership.objects.filter(user=fan)

    def idempotency(self) -> tuple[list[int], Made]:
        self.headers = self.centre.headers
        codes = self.post("diagnoses/", diagnosis_document(), **{"Idempotency-Key": "one"})
        return codes, lambda: IdempotencyKey.objects.all()

    def steering(self) -> tuple[list[int], Made]:
        self.headers = self.centre.headers
        job_id = queue_job(self.centre)
        codes = self.post(f"diagnoses/{job_id}/steering/", {"action": "conclude", "reason": "x"})
        return codes, lambda: SteeringOrder.objects.filter(number=1)

    def adoption(self) -> tuple[list[int], Made]:
        body = {"digest": Release.objects.get().digest}
        codes = self.post(
            "guidelines/adoptions/", body, person(self.centre, "li", TenantRole.CURATOR)
        )
        return codes, lambda: Adoption.objects.all()

    def adjustment(self) -> tuple[list[int], Made]:
        release = Release.objects.get()
        edit = {
            "kind": "entry",
            "item": release.entries.all()[0].entry_id,
            "path": "weight",
            "value": 1,
        }
        body = {"release": release.digest, "fields": [edit]}
        curator = person(self.centre, "li", TenantRole.CURATOR)
        codes = self.send("put", "guidelines/overlay/fields/", body, curator)
        return codes, lambda: CentreAdjustment.objects.all()

    def overlay(self) -> tuple[list[int], Made]:
        self.adjustment()
        wang = person(self.centre, "wang", TenantRole.CURATOR)
        codes = self.post("guidelines/overlay/propose/", {"reason": "seen here"}, wang)
        return codes, lambda: Overlay.objects.all()


RACES: dict[str, Callable[[Race], tuple[list[int], Made]]] = {
    "adjustment_once": Race.adjustment,
    "adoption_proposed_once": Race.adoption,
    "apikey_tenant_name": Race.key,
    "idempotency_tenant_actor_key": Race.idempotency,
    "invitation_tenant_open": Race.invitation,
    "membership_tenant_user": Race.membership,
    "opening_once": Race.opening,
    "overlay_digest": Race.overlay,
    "overlay_number": Race.overlay,
    "centresource_tenant_name": Race.source,
    "savedregion_tenant_name": Race.region,
    "steering_tenant_job_number": Race.steering,
    "webhook_tenant_name": Race.webhook,
}


def test_every_unique_constraint_of_a_tenant_is_thought_of() -> None:
    """A new one is put into a race, or into the list of those that no request can break."""
    found = {
        constraint.name
        for model in apps.get_models()
        if issubclass(model, OwnedModel) or model.__name__ == "AuditRecord"
        for constraint in model._meta.constraints
        if isinstance(constraint, models.UniqueConstraint) and constraint.fields[1:] != ("id",)
    }
    assert found == RACES.keys() | LOCKED | NAMED_BY_NOBODY


@pytest.mark.parametrize("constraint", RACES)
def test_of_many_requests_at_once_none_is_a_fault(
    constraint: str, alpha: Centre, sent: list
) -> None:
    codes, made = RACES[constraint](Race(alpha))
    assert set(codes) <= {200, 201, 202, 204, 404, 409, 422}
    assert any(code < 300 for code in codes)
    with scope(alpha.id):
        assert made().count() == 1


def test_a_webhook_is_not_renamed_to_a_name_that_is_taken(alpha: Centre) -> None:
    race = Race(alpha)
    ids = {}
    for name in ("one", "two"):
        body = {"name": name, "url": "https://1.1.1.1/", "events": ["report.published"]}
        reply = Client().post("/api/v1/webhooks/", body, content_type=JSON, headers=race.headers)
        ids[name] = reply.json()["id"]
    path = f"/api/v1/webhooks/{ids['two']}/"
    reply = Client().patch(path, {"name": "one"}, content_type=JSON, headers=race.headers)
    assert (reply.status_code, reply.json()["code"]) == (409, "webhook_name_taken")


def test_what_no_service_foresaw_is_a_conflict_too(alpha: Centre) -> None:
    with scope(alpha.id):
        rows = [ApiKey(name="twice", prefix=str(n), key_hash="0" * 64) for n in range(2)]
        with pytest.raises(IntegrityError) as caught, transaction.atomic():
            ApiKey.objects.bulk_create(rows)
    reply = problem_handler(caught.value, {})
    assert reply is not None and reply.data is not None
    assert (reply.status_code, reply.data["code"]) == (409, "made_meanwhile")
    assert problem_handler(IntegrityError("something else"), {}) is None
