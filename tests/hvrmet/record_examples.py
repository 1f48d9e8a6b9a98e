"""Records the examples of the API: every operation asked on a furnished centre with a real run.

Not a test. `make examples` runs it and writes `platform/hvrmet/core/http/api_examples.json`.
"""

from __future__ import annotations

import json
import re
from http.cookies import SimpleCookie
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.db import transaction
from django.test import Client
from hvrmet.accounts.roles import TenantRole
from hvrmet.accounts.services import api_key_create
from hvrmet.core.db.scope import scope
from hvrmet.evidence.models import EvidenceItem
from hvrmet.jobs.models import OutboxRow
from hvrmet.reports.models import ReportVersion
from hvrmet.testing import Centre, IdleHeartbeat, queue_job

from diagnostics.samples import climatology_path
from knowledge.models import Release
from tasks import diagnosis
from tests.hvrmet.accounts.test_permissions import TABLE
from tests.hvrmet.api_examples import FILE, Document, kept, shortened
from tests.hvrmet.factories import QUERIES, furnish, person

pytestmark = pytest.mark.django_db
PASSWORD = "a-long-password"
SOURCE = {"title": "Generated rainstorm", "climatology": str(climatology_path("rainstorm"))}
RAIN = {"source": "sample", "region": [110, 27, 126, 35]}
STEPS = """steps:
- {id: water, kind: index, tool: pwat}
"""
# What a reader would send, where the table of permissions sends the least that is taken.
BODIES: dict[str, Any] = {
    "diagnoses_create": {**RAIN, "event": "rainstorm", "options": {"target_factors": 3}},
    "diagnoses_steering_create": {"action": "conclude", "reason": "Enough is known."},
    "diagnoses_rerun": {"changes": {"options": {"target_factors": 2}}},
    "diagnoses_retry": {"reason": "The disk is back."},
    "diagnoses_cancel": {"reason": "Asked twice."},
    "computations_create": {**RAIN, "op": "index", "name": "pwat"},
    "questions_create": {"source": "sample", "text": "How strong is the rain in Wuhan?"},
    "detections_create": {**RAIN, "lattice": 5},
    "workflows_create": {"source": "sample", "workflow": STEPS},
    "workflows_check": {"source": "sample", "workflow": STEPS},
    "climatologies_create": {
        **RAIN,
        "name": "Pressure and water",
        "fields": ["msl", "pwat"],
        "years_needed": 1,
    },
    "sources_climatology_choose": {"climatology": None},
    "extracts_create": {**RAIN, "op": "raster", "name": "temperature", "level": 850},
    "requests_read": {"source": "sample", "text": "2026年7月4日江苏暴雨是什么原因？"},
    "feasibility": {**RAIN, "event": "rainstorm"},
    "session_create": {"username": "fan", "password": PASSWORD},
    "session_confirm": {"password": PASSWORD},
    "me_language_set": {"language": "zh"},
    "me_home_set": {"tenant": "alpha"},
    "api_keys_create": {"name": "dashboard of the coast", "roles": ["viewer"]},
}
OTHER_QUERIES = {"audit_seen": "?actor=person:fan&at=2026-07-05T00:00Z"}


def test_record(
    client: Client, platform_settings: Any, rain_file: Any, worker_at_hand: Any, monkeypatch: Any
) -> None:
    """Ask every operation, each on what the others left untouched, and write the file."""
    from hvrmet.testing import make_centre

    from tasks import interactive

    platform_settings.ENVIRONMENT = platform_settings.ENVIRONMENT.model_copy(
        update={
            "hvrmet_sources": json.dumps({"sample": SOURCE | {"paths": [str(rain_file.path)]}}),
            "hvrmet_rate_per_actor": 10**9,
            "hvrmet_rate_per_tenant": 10**9,
            "hvrmet_rate_per_address": 10**9,
        }
    )
    interactive.look_at_source("sample")
    monkeypatch.setattr(diagnosis, "Heartbeat", IdleHeartbeat)
    call_command("load_library", verbosity=0)
    centre = make_centre("alpha")
    with monkeypatch.context() as patch:
        patch.setattr("hvrmet.celery_app.app.send_task", lambda *_, **__: None)
        things = furnish(centre, Release.objects.latest("created_at"))
    values = {**things.values, **ran(centre)}
    user = person(centre, "fan", *TenantRole)
    mine, key = Client(), api_key_create(tenant_id=centre.id, name="all", roles=list(TenantRole))
    bearer = {"Authorization": f"Bearer {key.text}"}
    mine.force_login(user)
    mine.post("/api/v1/session/confirm/", {"password": PASSWORD}, content_type="application/json")
    cookies = SimpleCookie(mine.cookies.output(header="", sep=";"))
    for sender, headers in ((Client(), bearer), (mine, {})):  # decisions follow reading
        sender.get(f"/api/v1/diagnoses/{values['job_id']}/report/versions/1/", headers=headers)
    entry = mine.get(f"/api/v1/library/entries/{values['entry_id']}/").json()
    bodies_here = {
        **BODIES,
        "library_entry_change": {"entry": entry["entry"], "based_on": entry["revision"]["number"]},
        "adoptions_propose": {"digest": str(values["digest"])},
        "extracts_create": {**BODIES["extracts_create"], "time": rain_file.peak_time.isoformat()},
    }
    session = mine.get("/api/v1/sessions/").json()["results"][0]
    document = Document.read()
    bodies = {(row.method, route_path(row.route)): row.body for row in TABLE}
    queries = {route_path(route): query for route, query in QUERIES.items()}
    # The run has ended and nobody has corrected it: these are asked of the furnished diagnosis.
    own = {
        *("diagnoses_corrections", "diagnoses_correction"),
        *("diagnoses_cancel", "diagnoses_steering_create"),
    }
    examples: dict[str, Any] = {}
    for name, operation in document.operations.items():
        path, method = operation.path, operation.method.upper()
        known = {**things.values, **({} if name in own else values), "number": 1}
        listed = path.removeprefix("/api/v1/").split("/", 1)[0]
        if listed == "sessions":
            known["number"] = session["id"]
        known["job_id"] = known.get(listed, known["job_id"])
        address = path.format_map({**known, "tenant": "alpha", "username": known["username"]})
        query = OTHER_QUERIES.get(name, queries.get(path, ""))
        query = re.sub(r"<\w+:(\w+)>", r"{\1}", query).format_map(known)
        body = bodies_here.get(name, bodies.get((method, path)))
        found = {}
        if operation.takes_body and body is not None:
            found["request"] = body
        answer = None
        for sender, headers in ((Client(), bearer), (Client(), {})):
            if not headers:
                sender.cookies = SimpleCookie(cookies)
            before = transaction.savepoint()
            reply = sender.generic(
                method,
                f"{address}{query}",
                json.dumps(body if body is not None else {}) if method != "GET" else "",
                content_type="application/json",
                headers=headers,
            )
            content = b"".join(reply.streaming_content) if reply.streaming else reply.content
            transaction.savepoint_rollback(before)
            if reply.status_code < 300:
                answer = reply
                break
        if answer is None:
            print("no answer", name, reply.status_code, content[:200])
        else:
            found |= kept(document, name, answer, content)
        examples[name] = shortened(found)
    text = json.dumps(examples, ensure_ascii=False, indent=1, sort_keys=True) + "\n"
    assert str(Path(rain_file.path).parent) not in text
    FILE.write_text(text, encoding="utf-8")


def route_path(route: str) -> str:
    """Return the path in the document of a route of the table."""
    return "/api/v1/" + re.sub(r"<\w+:(\w+)>", r"{\1}", route)


def ran(centre: Centre) -> dict[str, Any]:
    """Run a diagnosis of the sample and return what addresses name of it."""
    job_id = queue_job(centre, region=RAIN["region"], options={"target_factors": 3})
    while OutboxRow.objects.filter(subject_id=job_id).exists():
        OutboxRow.objects.filter(subject_id=job_id).delete()
        diagnosis.run(str(job_id), str(centre.id))
    with scope(centre.id):
        version = ReportVersion.objects.get(report__job_id=job_id)
        found = EvidenceItem.objects.filter(job_id=job_id, evidence_id__regex=r"^e\d+$")
        item = found.earliest("created_at")
        return {
            "job_id": job_id,
            "version_id": version.pk,
            "evidence_id": item.evidence_id,
        }
