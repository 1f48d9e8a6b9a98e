"""Who may do what: one table of method, address and roles, tried with every role and tenant."""

from __future__ import annotations

from typing import Any, NamedTuple
from uuid import uuid4

import pytest
from django.test import Client
from hvrmet.accounts.models import ApiKey, Invitation
from hvrmet.accounts.roles import ROLE_VERBS, TenantRole, Verb
from hvrmet.accounts.services import curator_set
from hvrmet.audit.models import AuditRecord
from hvrmet.core.db.scope import SYSTEM, scope
from hvrmet.evidence.models import JobArtifact
from hvrmet.evidence.storage import content_write, storage_key
from hvrmet.jobs.events.log import lock_job
from hvrmet.jobs.models import SteeringOrder
from hvrmet.jobs.states import ENDED
from hvrmet.places.models import SavedRegion
from hvrmet.realtime.notify import group_of
from hvrmet.reports.models import Publication
from hvrmet.reviews.models import Correction, Opening, Review
from hvrmet.tenants.models import Membership
from hvrmet.testing import diagnosis_document
from hvrmet.webhooks.models import Delivery, Subscription

from diagnostics.contracts.report import REPORT_FILES
from knowledge.models import Adoption
from tests.hvrmet.factories import (
    NOBODYS,
    QUERIES,
    Things,
    client_of,
    key_headers,
    person,
    routes,
)

pytestmark = pytest.mark.django_db

R = TenantRole
EVERYONE = frozenset(R)
RUN = frozenset({R.FORECASTER, R.DUTY_LEAD, R.TENANT_ADMIN, R.SERVICE})
OVERSEE = frozenset({R.TENANT_ADMIN, R.AUDITOR})
ADMIN = frozenset({R.TENANT_ADMIN})
PROPOSE = frozenset({R.CURATOR})
REVIEW = frozenset({R.REVIEWER, R.DUTY_LEAD})
PUBLISH = frozenset({R.DUTY_LEAD})
ADOPT = frozenset({R.CURATOR, R.DUTY_LEAD})
EDIT = frozenset({R.CURATOR})
# For those to whom an operator gave the right, and for no role of a centre.
CURATE: frozenset[TenantRole] = frozenset()


class Row(NamedTuple):
    """One operation: `roles` may do it, and another tenant's object is not found."""

    method: str
    route: str
    roles: frozenset[TenantRole]
    body: Any = None


JOB = "diagnoses/<uuid:job_id>/"
CORRECTION = {
    "version": 1,
    "note": "clearer",
    "edits": [{"op": "replace", "at": "summary.1", "text": "It was calm."}],
}
OPENED = {"parts": [{"on": "section", "id": "summary"}]}
SOURCE = {"name": "rain", "title": "Rain", "root": "own", "below": ["."]}
DELIVERY = "webhooks/<uuid:webhook_id>/deliveries/<uuid:delivery_id>/"
WEBHOOK = {"name": "new", "url": "https://1.1.1.1/hook", "events": ["report.published"]}
PROPOSAL = "guidelines/proposals/<uuid:proposal_id>/"
CANDIDATE = "guidelines/candidates/<uuid:candidate_id>/"
PROPOSED = {"kind": "entry", "item": "x", "path": "weight", "revision": 1, "value": 3}
ADJUSTMENT = {
    "release": "0" * 64,
    "fields": [{"kind": "entry", "item": "x", "path": "weight", "value": 3}],
}
BULK = {"path": "weight", "act": "set", "value": 3}
CHOICE = {"choose": "mine", "revision": 1}
DECISION = {"decisions": [{"wording": NOBODYS, "verdict": "approve"}]}
TABLE = (
    Row("GET", "diagnoses/", EVERYONE),
    Row("POST", "diagnoses/", RUN, diagnosis_document()),
    Row("GET", JOB, EVERYONE),
    Row("POST", f"{JOB}cancel/", RUN, {}),
    Row("GET", f"{JOB}steering/", EVERYONE),
    Row("POST", f"{JOB}steering/", RUN, {"action": "conclude", "reason": "enough"}),
    Row("POST", f"{JOB}retry/", RUN, {}),
    Row("POST", f"{JOB}rerun/", RUN, {}),
    Row("GET", "computations/", EVERYONE),
    Row("POST", "computations/", RUN, {"source": "sample", "op": "index", "name": "pwat"}),
    Row("GET", "computations/<uuid:job_id>/", EVERYONE),
    Row("POST", "computations/<uuid:job_id>/cancel/", RUN, {}),
    Row("GET", "computations/<uuid:job_id>/events/", EVERYONE),
    Row("GET", "computations/<uuid:job_id>/artifacts/", EVERYONE),
    *(
        Row("GET", f"{kind}/<uuid:job_id>/fields/{part}", EVERYONE)
        for kind in ("diagnoses", "computations")
        for part in ("", "<str:name>/", "<str:name>/points/", "<str:name>/line/")
    ),
    Row("GET", "computations/<uuid:job_id>/features/", EVERYONE),
    Row("GET", f"{JOB}report/versions/<int:number>/features/", EVERYONE),
    Row("GET", "questions/", EVERYONE),
    Row("POST", "questions/", RUN, {"source": "sample", "text": "Where?"}),
    Row("POST", "questions/read/", RUN, {"text": "Where was it warmest?"}),
    Row("GET", "questions/<uuid:job_id>/", EVERYONE),
    Row("POST", "questions/<uuid:job_id>/cancel/", RUN, {}),
    Row("GET", "questions/<uuid:job_id>/events/", EVERYONE),
    Row("GET", "questions/<uuid:job_id>/artifacts/", EVERYONE),
    Row("POST", "requests/read/", RUN, {"text": "Rain in Henan on 20 July 2021"}),
    Row("GET", "places/", EVERYONE),
    Row("GET", "queue/", EVERYONE),
    Row("GET", "situation/", EVERYONE),
    Row("GET", f"{JOB}events/", EVERYONE),
    Row("GET", f"{JOB}run/", EVERYONE),
    Row("GET", f"{JOB}evidence/", EVERYONE),
    Row("GET", f"{JOB}artifacts/", EVERYONE),
    Row("GET", f"{JOB}report/", EVERYONE),
    Row("GET", f"{JOB}report/versions/<int:number>/", EVERYONE),
    Row("GET", f"{JOB}report/versions/<int:number>/reading/", EVERYONE),
    Row("GET", f"{JOB}report/versions/<int:number>/standing/", EVERYONE),
    Row("POST", f"{JOB}report/versions/<int:number>/opened/", EVERYONE, OPENED),
    Row("GET", f"{JOB}report/versions/<int:number>/export/<str:kind>/", EVERYONE),
    Row("GET", f"{JOB}report/versions/<int:number>/diff/", EVERYONE),
    Row("GET", f"{JOB}report/versions/<int:number>/diff/export/<str:kind>/", EVERYONE),
    Row("GET", f"{JOB}reviews/", EVERYONE),
    Row("POST", f"{JOB}reviews/", REVIEW, {"version": 1, "verdict": "approve"}),
    Row("GET", f"{JOB}corrections/", REVIEW),
    Row("POST", f"{JOB}corrections/", REVIEW, CORRECTION),
    Row("GET", f"{JOB}corrections/<uuid:correction_id>/", REVIEW),
    Row("POST", f"{JOB}report/versions/<int:number>/submit/", RUN),
    Row("POST", f"{JOB}report/versions/<int:number>/publish/", PUBLISH),
    Row("POST", f"{JOB}report/versions/<int:number>/withdraw/", PUBLISH, {"reason": "wrong"}),
    Row("GET", "reports/", EVERYONE),
    Row("GET", "reports/waiting/", EVERYONE),
    Row("GET", "reports/<uuid:version_id>/", EVERYONE),
    Row("GET", "reports/<uuid:version_id>/export/<str:kind>/", EVERYONE),
    Row("GET", "usage/", EVERYONE),
    Row("GET", "sources/", EVERYONE),
    Row("GET", "sources/<str:name>/", EVERYONE),
    Row("POST", "diagnoses/in-words/", RUN, {"text": "Rainstorm in Henan on 2 July 2026"}),
    Row("POST", "sources/", ADMIN, SOURCE),
    Row("PUT", "sources/<str:name>/", ADMIN, {"title": "Rain"}),
    Row("DELETE", "sources/<str:name>/", ADMIN),
    Row("GET", "source-roots/", ADMIN),
    Row("GET", "regions/", EVERYONE),
    Row("POST", "regions/", RUN, {"name": "Delta", "region": [110, 20, 115, 25]}),
    Row("DELETE", "regions/<uuid:region_id>/", RUN),
    Row("GET", "guidelines/releases/", EVERYONE),
    Row("GET", "guidelines/releases/<str:digest>/", EVERYONE),
    Row("GET", "guidelines/releases/<str:digest>/entries/", EVERYONE),
    Row("GET", "guidelines/releases/<str:digest>/entries/<str:entry_id>/", EVERYONE),
    Row("GET", "guidelines/library/entries/", EVERYONE),
    Row("GET", "guidelines/library/entries/<str:entry_id>/", EVERYONE),
    Row("GET", "guidelines/library/entries/<str:entry_id>/revisions/", EVERYONE),
    Row("GET", "guidelines/library/entries/<str:entry_id>/uses/", EVERYONE),
    Row("GET", "guidelines/library/references/", EVERYONE),
    Row("GET", "guidelines/library/references/<str:reference_key>/", EVERYONE),
    Row("GET", "guidelines/library/causes/", EVERYONE),
    Row("GET", "guidelines/library/references/<str:reference_key>/revisions/", EVERYONE),
    Row("GET", "guidelines/library/causes/<str:event>/<str:cause_id>/revisions/", EVERYONE),
    Row("GET", "guidelines/library/search/", EVERYONE),
    Row("GET", "guidelines/library/imports/", EVERYONE),
    Row("GET", "guidelines/library/export/<str:library_file>/", EVERYONE),
    Row("GET", "guidelines/adoptions/", EVERYONE),
    Row("POST", "guidelines/adoptions/", PROPOSE, {"digest": "0" * 64}),
    Row("POST", "guidelines/adoptions/<uuid:adoption_id>/confirm/", ADOPT),
    Row("POST", "guidelines/adoptions/<uuid:adoption_id>/withdraw/", PROPOSE),
    Row("GET", "guidelines/adoptions/<uuid:adoption_id>/effect/", EVERYONE),
    Row("POST", "guidelines/adoptions/<uuid:adoption_id>/effect/", PROPOSE, {}),
    Row("DELETE", "guidelines/adoptions/<uuid:adoption_id>/effect/", PROPOSE),
    Row("GET", "guidelines/overlay/", EVERYONE),
    Row("PUT", "guidelines/overlay/fields/", PROPOSE, ADJUSTMENT),
    Row("DELETE", "guidelines/overlay/fields/<uuid:adjustment_id>/", PROPOSE),
    Row(
        *("POST", "guidelines/overlay/fields/<uuid:adjustment_id>/choice/", PROPOSE),
        {"choose": "mine", "release": "0" * 64},
    ),
    Row("POST", "guidelines/overlay/propose/", PROPOSE, {"reason": "seen here"}),
    Row("GET", "guidelines/overlay/presets/", EVERYONE),
    Row("GET", "guidelines/library/presets/", EVERYONE),
    Row("GET", "guidelines/library/presets/<str:preset_name>/revisions/", EVERYONE),
    Row("POST", "guidelines/overlay/reset/", PROPOSE),
    Row("GET", "guidelines/overlay/versions/", EVERYONE),
    Row("GET", "guidelines/overlay/effect/", EVERYONE),
    Row("POST", "guidelines/overlay/effect/", PROPOSE, {}),
    Row("DELETE", "guidelines/overlay/effect/", PROPOSE),
    Row("POST", "guidelines/overlay/sentence/", PROPOSE, {"entry": "g_any"}),
    Row("GET", "guidelines/sentence/", EVERYONE),
    Row("GET", "guidelines/releases/<str:digest>/difference/<str:other>/", EVERYONE),
    Row("GET", "guidelines/queue/", EDIT),
    Row("GET", "guidelines/interest/", EDIT),
    Row("PUT", "guidelines/interest/", EDIT, {"text": ""}),
    Row("GET", "guidelines/remarks/", EDIT),
    Row("POST", "guidelines/remarks/", EDIT, {"proposal": NOBODYS, "text": "Why 62?"}),
    Row("POST", "guidelines/remarks/<uuid:remark_id>/take-back/", EDIT),
    Row("GET", "guidelines/proposals/", EDIT),
    Row("POST", "guidelines/proposals/", EDIT, {"reason": "newer standard"}),
    Row("POST", "guidelines/proposals/bulk/", EDIT, BULK),
    Row("POST", "guidelines/proposals/file/", EDIT, {"name": "x.csv", "text": "id"}),
    Row("GET", PROPOSAL, EDIT),
    Row("PATCH", PROPOSAL, EDIT, {"reason": "newer standard"}),
    Row("PUT", f"{PROPOSAL}fields/", EDIT, PROPOSED),
    Row("DELETE", f"{PROPOSAL}fields/<uuid:field_id>/", EDIT),
    Row("POST", f"{PROPOSAL}fields/<uuid:field_id>/choice/", EDIT, CHOICE),
    Row("POST", f"{PROPOSAL}submit/", EDIT),
    Row("POST", f"{PROPOSAL}recall/", EDIT),
    Row("POST", f"{PROPOSAL}withdraw/", EVERYONE),
    Row("POST", f"{PROPOSAL}take-over/", EDIT),
    Row("POST", f"{PROPOSAL}decisions/", EDIT, DECISION),
    Row("GET", f"{PROPOSAL}effect/", EDIT),
    Row("POST", f"{PROPOSAL}effect/", EDIT, {}),
    Row("DELETE", f"{PROPOSAL}effect/", EDIT),
    Row("POST", f"{PROPOSAL}sentence/", EDIT, {"entry": "g_any"}),
    Row("GET", "guidelines/candidates/", EVERYONE),
    Row("POST", "guidelines/candidates/", CURATE, {"version": "9", "note": "limits"}),
    Row("GET", CANDIDATE, EVERYONE),
    Row("GET", f"{CANDIDATE}effect/", EVERYONE),
    Row("POST", f"{CANDIDATE}effect/", EDIT, {}),
    Row("DELETE", f"{CANDIDATE}effect/", EDIT),
    Row("POST", f"{CANDIDATE}approve/", CURATE, {"digest": "0" * 64}),
    Row("POST", f"{CANDIDATE}withdraw/", CURATE),
    Row("GET", "catalog/", EVERYONE),
    Row("GET", "catalog/<slug:name>/", EVERYONE),
    Row("GET", "api-keys/", OVERSEE),
    Row("POST", "api-keys/", ADMIN, {"name": "another"}),
    Row("GET", "api-keys/<uuid:key_id>/", OVERSEE),
    Row("DELETE", "api-keys/<uuid:key_id>/", ADMIN),
    Row("POST", "api-keys/<uuid:key_id>/rotate/", ADMIN, {}),
    Row("GET", "members/", OVERSEE),
    Row("GET", "members/<str:username>/", OVERSEE),
    Row("PUT", "members/<str:username>/", ADMIN, {"roles": ["viewer"]}),
    Row("DELETE", "members/<str:username>/sessions/", ADMIN),
    Row("DELETE", "members/<str:username>/", ADMIN),
    Row("GET", "invitations/", OVERSEE),
    Row("POST", "invitations/", ADMIN, {"username": "li", "roles": ["viewer"]}),
    Row("GET", "invitations/<uuid:invitation_id>/", OVERSEE),
    Row("DELETE", "invitations/<uuid:invitation_id>/", ADMIN),
    Row("POST", "ws-tickets/", EVERYONE),
    Row("GET", "webhooks/", OVERSEE),
    Row("POST", "webhooks/", ADMIN, WEBHOOK),
    Row("GET", "webhooks/<uuid:webhook_id>/", OVERSEE),
    Row("PATCH", "webhooks/<uuid:webhook_id>/", ADMIN, {"active": False}),
    Row("POST", "webhooks/<uuid:webhook_id>/rotate/", ADMIN, {}),
    Row("POST", "webhooks/<uuid:webhook_id>/test/", ADMIN),
    Row("GET", "webhooks/<uuid:webhook_id>/deliveries/", OVERSEE),
    Row("GET", DELIVERY, OVERSEE),
    Row("POST", f"{DELIVERY}replay/", ADMIN),
    Row("DELETE", "webhooks/<uuid:webhook_id>/", ADMIN),
    Row("GET", "audit/", OVERSEE),
    Row("GET", "audit/seen/", OVERSEE),
)
VERSION = f"{JOB}report/versions/<int:number>/"
# Where a draft can be read, in whole or in part.
DRAFTS = {
    *(f"{JOB}report/", VERSION, f"{VERSION}export/<str:kind>/", f"{JOB}artifacts/"),
    f"{VERSION}reading/",
    *("reports/", "reports/<uuid:version_id>/", "reports/<uuid:version_id>/export/<str:kind>/"),
    "situation/",
}
# Of no tenant: shared by all, or of people that exist without one.
SHARED = (
    "guidelines/releases/<str:digest>/",
    "guidelines/releases/<str:digest>/entries/",
    "guidelines/releases/<str:digest>/entries/<str:entry_id>/",
    "guidelines/releases/<str:digest>/difference/<str:other>/",
    "guidelines/library/entries/<str:entry_id>/",
    "guidelines/library/entries/<str:entry_id>/revisions/",
    "guidelines/library/entries/<str:entry_id>/uses/",
    "guidelines/library/references/<str:reference_key>/",
    "guidelines/library/presets/<str:preset_name>/revisions/",
    "guidelines/library/references/<str:reference_key>/revisions/",
    "guidelines/library/causes/<str:event>/<str:cause_id>/revisions/",
    "guidelines/library/export/<str:library_file>/",
    "guidelines/remarks/<uuid:remark_id>/take-back/",
    *{row.route for row in TABLE if row.route.startswith((PROPOSAL, CANDIDATE))},
    "catalog/<slug:name>/",
)


def send(client: Client, row: Row, things: Things, **headers: str) -> Any:
    address = things.address(row.route + QUERIES.get(row.route, ""))
    if row.method == "GET":
        return client.get(address, headers=headers)
    call = getattr(client, row.method.lower())
    return call(address, row.body or {}, content_type="application/json", headers=headers)


def test_the_table_is_whole() -> None:
    assert {(row.method, row.route) for row in TABLE} == routes()


@pytest.mark.parametrize("role", TenantRole)
def test_each_role_may_do_what_the_table_says(mine: Things, role: TenantRole) -> None:
    client, headers = client_of(mine.centre, role)
    wrong = []
    for row in TABLE:
        reply = send(client, row, mine, **headers)
        assert reply.status_code not in (401, 405, 500), (row, reply.content)
        refused = reply.status_code == 403 and reply.json()["code"] == "permission_denied"
        if refused is (role in row.roles):
            wrong.append((row.method, row.route, reply.status_code))
    assert wrong == []


@pytest.mark.parametrize("role", TenantRole)
@pytest.mark.parametrize("named", [False, True], ids=["by role", "by scope"])
def test_drafts_are_shown_to_keys_whose_scopes_say_so(
    mine: Things, role: TenantRole, named: bool
) -> None:
    """Everything that an address gives of the one report, which is a draft."""
    keep_report_files(mine)
    scopes = ROLE_VERBS[role] if named else ()
    headers = key_headers(mine.centre, "service", role, scopes=scopes)
    version = str(mine.values["version_id"])
    words = (version, "A quiet period", "It was calm.", "report.md", "# A")
    shown = set()
    for row in TABLE:
        if row.method == "GET" and not row.route.startswith("audit/"):
            reply = send(Client(), row, mine, **headers)
            text = reply.content.decode()
            if any(mark in text for mark in words):
                shown.add(row.route)
    reviews = {f"{JOB}corrections/", f"{JOB}corrections/<uuid:correction_id>/"}
    wanted = DRAFTS | (reviews if Verb.REPORT_REVIEW in ROLE_VERBS[role] else set())
    assert shown == (wanted if named else set())


def keep_report_files(things: Things) -> None:
    """Let a run have kept its report the way that workers do."""
    with scope(things.centre.id):
        kept = JobArtifact.objects.get(name="figures/a.png")
        for name in REPORT_FILES:
            kept.pk, kept._state.adding, kept.name = uuid4(), True, name
            kept.save()


def test_strangers_may_do_nothing(mine: Things) -> None:
    for row in TABLE:
        reply = send(Client(), row, mine)
        assert (reply.status_code, reply.json()["code"]) == (401, "not_authenticated"), row


def test_no_operation_gives_anything_of_another_tenant(mine: Things, theirs: Things) -> None:
    client = Client()
    client.force_login(person(mine.centre, "all-of-alpha", *TenantRole))
    for row in TABLE:
        reply = send(client, row, theirs)
        own = "<" in row.route and row.route not in SHARED
        if own:
            assert (reply.status_code, reply.json()["code"]) == (404, "not_found"), row
        text = reply.content.decode()
        assert [mark for mark in theirs.marks if mark in text] == [], row
        named = send(client, row, theirs, **{"X-HVRMET-Tenant": theirs.centre.slug})
        assert (named.status_code, named.json()["code"]) == (403, "no_tenant"), row


@pytest.mark.parametrize("unseen", ["HEAD", "GET"])
def test_what_was_not_sent_was_not_shown(mine: Things, unseen: str) -> None:
    """An answer without a body is no view: neither to HEAD, nor a 304, whose ETag HEAD gives."""
    client = Client()
    user = person(mine.centre, "all-of-alpha", *TenantRole)
    curator_set(username=user.username, curates=True)
    client.force_login(user)
    wrong = []
    for row in TABLE:
        if row.method == "GET":
            address = mine.address(row.route + QUERIES.get(row.route, ""))
            before = records(mine)
            reply = client.generic(unseen, address, headers={"If-None-Match": "*"})
            assert reply.content == b"" or reply.status_code >= 400, row
            if records(mine) != before:
                wrong.append(row.route)
    assert wrong == []


def records(things: Things) -> int:
    found = 0
    for tenant in (things.centre.id, SYSTEM):
        with scope(tenant):
            found += AuditRecord.objects.count()
    return found


def test_nothing_of_the_other_tenant_was_changed(mine: Things, theirs: Things) -> None:
    client = Client()
    client.force_login(person(mine.centre, "all-of-alpha", *TenantRole))
    for row in TABLE:
        if row.method != "GET":
            send(client, row, theirs)
    with scope(theirs.centre.id):
        for name in ("job_id", "questions"):
            job = lock_job(theirs.values[name])
            assert (job.cancel_requested_by, job.status in ENDED) == ("", False)
        assert SteeringOrder.objects.count() == 0
        key = ApiKey.objects.get(pk=theirs.values["key_id"])
        assert (key.revoked_at, key.previous_hash) == (None, "")
        assert Adoption.objects.get().adopted_at is None
        assert Publication.objects.get().status == "draft"
        assert (Review.objects.count(), Correction.objects.count()) == (0, 1)
        assert Opening.objects.count() == 0
        webhook = Subscription.objects.get()
        assert (webhook.ended_at, webhook.active, webhook.previous_until) == (None, True, None)
        assert Delivery.objects.count() == 1
        assert Invitation.objects.get().state == "open"
        assert SavedRegion.objects.filter(pk=theirs.values["region_id"]).exists()
        assert Membership.objects.filter(user__username=theirs.values["username"]).exists()


def test_groups_and_storage_keys_begin_with_the_tenant(mine: Things, theirs: Things) -> None:
    for things in (mine, theirs):
        tenant = things.centre.id
        assert group_of(tenant, things.values["job_id"]).startswith(f"{tenant.hex}.")
        assert storage_key(tenant, things.sha256).startswith(f"{tenant}/")
    same = b"the same bytes"
    for things in (mine, theirs):
        assert content_write(things.centre.id, same)
    assert storage_key(mine.centre.id, "a" * 64) != storage_key(theirs.centre.id, "a" * 64)
