"""How many statements each operation may send, with one row of everything and with thirty more."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.apps import apps
from django.db import connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext
from hvrmet.accounts.roles import TenantRole
from hvrmet.accounts.services import curator_set
from hvrmet.core.db.models import TenantRow
from hvrmet.core.db.scope import SYSTEM, scope

from tests.hvrmet.accounts.test_permissions import CANDIDATE, PROPOSAL, TABLE, Row, send
from tests.hvrmet.factories import VERSION, Things, furnish, grow, grow_curation, person, routes

pytestmark = pytest.mark.django_db
MORE = 30
# Three statements find the session, the person and their tenants; a scope sets its tenant with one.
JOB = "diagnoses/<uuid:job_id>/"
HOOK = "webhooks/<uuid:webhook_id>/"
BUDGETS: dict[tuple[str, str], int] = {
    ("GET", "diagnoses/"): 5,
    ("POST", "diagnoses/"): 15,
    ("GET", JOB): 7,
    ("POST", f"{JOB}cancel/"): 7,
    ("POST", f"{JOB}retry/"): 5,
    ("POST", f"{JOB}rerun/"): 16,
    ("POST", "requests/read/"): 6,
    ("POST", "questions/read/"): 6,
    ("GET", "places/"): 4,
    ("GET", "queue/"): 6,
    ("GET", f"{JOB}events/"): 8,
    ("GET", f"{JOB}run/"): 10,
    ("GET", f"{JOB}evidence/"): 6,
    ("GET", f"{JOB}artifacts/"): 6,
    **{
        ("GET", f"{kind}/<uuid:job_id>/fields/{part}"): 6
        for kind in ("diagnoses", "computations")
        for part in ("", "<str:name>/", "<str:name>/points/", "<str:name>/line/")
    },
    ("GET", f"{JOB}report/"): 8,
    ("GET", VERSION): 7,
    ("GET", f"{VERSION}reading/"): 9,
    ("GET", f"{VERSION}standing/"): 10,
    ("GET", f"{VERSION}features/"): 7,
    ("GET", "computations/<uuid:job_id>/features/"): 6,
    ("POST", f"{VERSION}opened/"): 9,
    ("GET", f"{VERSION}export/<str:kind>/"): 7,
    ("GET", f"{VERSION}diff/"): 8,
    ("GET", f"{VERSION}diff/export/<str:kind>/"): 8,
    ("GET", f"{JOB}reviews/"): 6,
    ("POST", f"{JOB}reviews/"): 12,
    ("POST", f"{VERSION}submit/"): 8,
    ("POST", f"{VERSION}publish/"): 7,
    ("POST", f"{VERSION}withdraw/"): 9,
    ("GET", "reports/"): 8,
    ("GET", "reports/waiting/"): 10,
    ("GET", "reports/<uuid:version_id>/"): 8,
    ("GET", "reports/<uuid:version_id>/export/<str:kind>/"): 6,
    ("GET", "usage/"): 7,
    ("GET", "sources/"): 7,
    ("GET", "sources/<str:name>/"): 7,
    ("POST", "diagnoses/in-words/"): 26,
    ("POST", "sources/"): 16,
    ("PUT", "sources/<str:name>/"): 5,
    ("DELETE", "sources/<str:name>/"): 5,
    ("GET", "source-roots/"): 5,
    ("GET", "regions/"): 5,
    ("POST", "regions/"): 8,
    ("DELETE", "regions/<uuid:region_id>/"): 7,
    ("GET", "situation/"): 15,
    ("GET", "guidelines/releases/"): 7,
    ("GET", "guidelines/releases/<str:digest>/"): 7,
    ("GET", "guidelines/releases/<str:digest>/entries/"): 8,
    ("GET", "guidelines/releases/<str:digest>/entries/<str:entry_id>/"): 5,
    ("GET", "guidelines/library/entries/"): 9,
    ("GET", "guidelines/library/entries/<str:entry_id>/"): 8,
    ("GET", "guidelines/library/entries/<str:entry_id>/revisions/"): 9,
    ("GET", "guidelines/library/entries/<str:entry_id>/uses/"): 6,
    ("GET", "guidelines/library/references/"): 5,
    ("GET", "guidelines/library/references/<str:reference_key>/"): 5,
    ("GET", "guidelines/library/references/<str:reference_key>/revisions/"): 6,
    ("GET", "guidelines/library/causes/<str:event>/<str:cause_id>/revisions/"): 6,
    ("GET", "guidelines/library/causes/"): 5,
    ("GET", "guidelines/library/search/"): 18,
    ("GET", "guidelines/library/imports/"): 4,
    ("GET", "guidelines/library/export/<str:library_file>/"): 9,
    ("GET", "guidelines/adoptions/"): 5,
    ("POST", "guidelines/adoptions/"): 9,
    ("POST", "guidelines/adoptions/<uuid:adoption_id>/confirm/"): 10,
    ("POST", "guidelines/adoptions/<uuid:adoption_id>/withdraw/"): 5,
    ("GET", "guidelines/adoptions/<uuid:adoption_id>/effect/"): 14,
    ("POST", "guidelines/adoptions/<uuid:adoption_id>/effect/"): 14,
    ("DELETE", "guidelines/adoptions/<uuid:adoption_id>/effect/"): 14,
    ("GET", "guidelines/overlay/"): 12,
    ("PUT", "guidelines/overlay/fields/"): 21,
    ("DELETE", "guidelines/overlay/fields/<uuid:adjustment_id>/"): 16,
    ("POST", "guidelines/overlay/fields/<uuid:adjustment_id>/choice/"): 16,
    ("POST", "guidelines/overlay/propose/"): 48,
    ("GET", "guidelines/overlay/presets/"): 8,
    ("GET", "guidelines/library/presets/"): 4,
    ("GET", "guidelines/library/presets/<str:preset_name>/revisions/"): 6,
    ("POST", "guidelines/overlay/reset/"): 60,
    ("GET", "guidelines/overlay/versions/"): 7,
    ("GET", "guidelines/overlay/effect/"): 16,
    ("POST", "guidelines/overlay/effect/"): 41,
    ("DELETE", "guidelines/overlay/effect/"): 18,
    ("POST", "guidelines/overlay/sentence/"): 12,
    ("GET", "guidelines/sentence/"): 5,
    ("GET", "guidelines/releases/<str:digest>/difference/<str:other>/"): 11,
    ("GET", "guidelines/queue/"): 22,
    ("GET", "guidelines/interest/"): 5,
    ("PUT", "guidelines/interest/"): 6,
    ("GET", "guidelines/remarks/"): 9,
    ("POST", "guidelines/remarks/"): 9,
    ("POST", "guidelines/remarks/<uuid:remark_id>/take-back/"): 9,
    ("GET", "guidelines/proposals/"): 15,
    ("POST", "guidelines/proposals/"): 10,
    ("POST", "guidelines/proposals/bulk/"): 60,
    ("POST", "guidelines/proposals/file/"): 20,
    ("GET", PROPOSAL): 30,
    ("PATCH", PROPOSAL): 5,
    ("PUT", f"{PROPOSAL}fields/"): 5,
    ("DELETE", f"{PROPOSAL}fields/<uuid:field_id>/"): 5,
    ("POST", f"{PROPOSAL}fields/<uuid:field_id>/choice/"): 5,
    ("POST", f"{PROPOSAL}submit/"): 5,
    ("POST", f"{PROPOSAL}recall/"): 5,
    ("POST", f"{PROPOSAL}withdraw/"): 5,
    ("POST", f"{PROPOSAL}take-over/"): 8,
    ("POST", f"{PROPOSAL}decisions/"): 20,
    ("GET", f"{PROPOSAL}effect/"): 30,
    ("POST", f"{PROPOSAL}effect/"): 52,
    ("DELETE", f"{PROPOSAL}effect/"): 32,
    ("POST", f"{PROPOSAL}sentence/"): 30,
    ("GET", "guidelines/candidates/"): 6,
    ("POST", "guidelines/candidates/"): 20,
    ("GET", CANDIDATE): 12,
    ("GET", f"{CANDIDATE}effect/"): 8,
    ("POST", f"{CANDIDATE}effect/"): 8,
    ("DELETE", f"{CANDIDATE}effect/"): 8,
    ("POST", f"{CANDIDATE}approve/"): 15,
    ("POST", f"{CANDIDATE}withdraw/"): 12,
    ("GET", "catalog/"): 3,
    ("GET", "catalog/<slug:name>/"): 3,
    ("GET", "api-keys/"): 5,
    ("POST", "api-keys/"): 7,
    ("GET", "api-keys/<uuid:key_id>/"): 5,
    ("DELETE", "api-keys/<uuid:key_id>/"): 7,
    ("POST", "api-keys/<uuid:key_id>/rotate/"): 7,
    ("GET", "members/"): 5,
    ("GET", "members/<str:username>/"): 5,
    ("DELETE", "members/<str:username>/"): 8,
    ("DELETE", "members/<str:username>/sessions/"): 9,
    ("GET", f"{JOB}steering/"): 7,
    ("POST", f"{JOB}steering/"): 8,
    ("POST", "ws-tickets/"): 6,
    ("GET", "webhooks/"): 5,
    ("POST", "webhooks/"): 8,
    ("GET", HOOK): 5,
    ("PATCH", HOOK): 12,
    ("DELETE", HOOK): 9,
    ("POST", f"{HOOK}rotate/"): 7,
    ("POST", f"{HOOK}test/"): 9,
    ("GET", f"{HOOK}deliveries/"): 6,
    ("GET", f"{HOOK}deliveries/<uuid:delivery_id>/"): 6,
    ("POST", f"{HOOK}deliveries/<uuid:delivery_id>/replay/"): 6,
    ("GET", f"{JOB}corrections/"): 6,
    ("GET", f"{JOB}corrections/<uuid:correction_id>/"): 5,
    ("POST", f"{JOB}corrections/"): 12,
    ("GET", "computations/"): 5,
    ("POST", "computations/"): 13,
    ("GET", "computations/<uuid:job_id>/"): 8,
    ("POST", "computations/<uuid:job_id>/cancel/"): 7,
    ("GET", "computations/<uuid:job_id>/events/"): 8,
    ("GET", "computations/<uuid:job_id>/artifacts/"): 6,
    ("GET", "questions/"): 5,
    ("POST", "questions/"): 13,
    ("GET", "questions/<uuid:job_id>/"): 8,
    ("POST", "questions/<uuid:job_id>/cancel/"): 7,
    ("GET", "questions/<uuid:job_id>/events/"): 8,
    ("GET", "questions/<uuid:job_id>/artifacts/"): 6,
    ("GET", "audit/"): 5,
    ("GET", "audit/seen/"): 5,
    ("PUT", "members/<str:username>/"): 10,
    ("GET", "invitations/"): 5,
    ("POST", "invitations/"): 12,
    ("GET", "invitations/<uuid:invitation_id>/"): 5,
    ("DELETE", "invitations/<uuid:invitation_id>/"): 7,
}
# No list shows these rows, or none that grows with them.
UNSEEN = {"IdempotencyKey", "SocketTicket", "Report"}
_PARTS_OF_TRANSACTIONS = re.compile(r"(?:RELEASE )?SAVEPOINT|ROLLBACK|BEGIN|COMMIT")


@pytest.fixture
def things(alpha: Any, release: Any, sent: Any) -> Things:
    return furnish(alpha, release)


@pytest.fixture
def worker(things: Things, monkeypatch: pytest.MonkeyPatch) -> Client:
    """A person who may do everything: what they read is recorded, so they cost most."""
    # However slow the machine, the session's last use is not written during the test.
    monkeypatch.setattr("hvrmet.accounts.sign_in.SEEN_SECONDS", 10**6)
    client = Client()
    user = person(things.centre, "everybody", *TenantRole)
    curator_set(username=user.username, curates=True)
    client.force_login(user)
    read = (VERSION, "guidelines/releases/<str:digest>/entries/", PROPOSAL, CANDIDATE)
    for route in read:
        client.get(things.address(route))  # before a decision on it
    declared = {"text": ""}
    client.put("/api/v1/guidelines/interest/", declared, content_type="application/json")
    return client


def statements(client: Client, row: Row, things: Things) -> tuple[int, list[str]]:
    """Return the status and the statements of an operation, which is undone."""
    for name in {"digest", "release"} & set(row.body or {}):
        row = row._replace(body={**row.body, name: things.values["digest"]})
    before = transaction.savepoint()
    with CaptureQueriesContext(connection) as captured:
        reply = send(client, row, things)
    transaction.savepoint_rollback(before)
    found = [item["sql"] for item in captured.captured_queries]
    return reply.status_code, [sql for sql in found if not _PARTS_OF_TRANSACTIONS.match(sql)]


def rows_of(things: Things) -> dict[str, int]:
    with scope(things.centre.id):
        return {
            model.__name__: model.objects.count()
            for model in apps.get_models()
            if issubclass(model, TenantRow)
        }


def test_every_operation_has_a_budget() -> None:
    assert set(BUDGETS) == routes()


@pytest.mark.slow
def test_no_operation_sends_more_with_more_rows(things: Things, worker: Client) -> None:
    with scope(SYSTEM):
        grow_curation(things, 1)  # a proposal with an item of another kind takes a query more
    worker.get(things.address(PROPOSAL))
    few = {row[:2]: statements(worker, row, things) for row in TABLE}
    grow(things, MORE)
    worker.get(things.address(PROPOSAL))  # the first view of what is there is recorded
    seldom = {name for name, count in rows_of(things).items() if count < MORE} - UNSEEN
    assert not seldom, "let `grow` add more of these"
    many = {row[:2]: statements(worker, row, things) for row in TABLE}
    wrong = {}
    for operation, (status, sent) in many.items():
        former_status, former = few[operation]
        assert status == former_status < 500, operation
        if len(sent) > len(former) or len(sent) > BUDGETS[operation]:
            wrong[operation] = f"{len(former)} and {len(sent)}, not {BUDGETS[operation]}"
    assert not wrong, "\n".join(f"{operation}: {found}" for operation, found in wrong.items())
