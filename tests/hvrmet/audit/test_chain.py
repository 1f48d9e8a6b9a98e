"""The audit chain: linked by the database, and a tampering that leaves it readable is found."""

from __future__ import annotations

import importlib
import json
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import connection, transaction
from django.test import RequestFactory
from hvrmet.audit.actions import REDACTED, TEXTS, Action
from hvrmet.audit.chain import chain_faults, chain_head, hash_expression
from hvrmet.audit.models import AuditRecord
from hvrmet.audit.services import audit_record
from hvrmet.core.db.scope import SYSTEM, scope
from hvrmet.core.http.middleware import RequestIdMiddleware
from hvrmet.jobs.models import Job
from hvrmet.jobs.services.jobs import job_cancel
from hvrmet.testing import Centre, queue_job

LOCK = "audit_auditrecord_append_only"


def write(tenant_id: Any, **changes: Any) -> None:
    with scope(tenant_id):
        audit_record(**{"action": Action.SESSION_STARTED, "actor": "person:fan", **changes})


def tamper(statement: str) -> None:
    """Do what only somebody with the owner's rights can do."""
    with connection.cursor() as cursor:
        cursor.execute("RESET ROLE")
        cursor.execute("SET LOCAL app.tenant_id = ''")
        cursor.execute(f"ALTER TABLE audit_auditrecord DISABLE TRIGGER {LOCK}")
        cursor.execute(statement)
        cursor.execute(f"ALTER TABLE audit_auditrecord ENABLE TRIGGER {LOCK}")
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")


def verify(**options: Any) -> None:
    call_command("audit_verify", **options)


@pytest.fixture
def records(alpha: Centre, beta: Centre) -> Centre:
    for number in range(4):
        write(alpha.id, data={"number": number})
        write(beta.id)
    write(SYSTEM)
    return alpha


@pytest.mark.django_db
class TestRecord:
    def test_says_who_what_and_from_where(self, alpha: Centre) -> None:
        request = RequestFactory().get(
            "/", headers={"X-Request-ID": "abcdefgh"}, REMOTE_ADDR="192.0.2.7"
        )

        def answer(_: Any) -> dict[str, str]:
            write(alpha.id, actor_id=alpha.id, before={"roles": []}, after={"roles": ["viewer"]})
            return {}

        RequestIdMiddleware(answer)(request)
        with scope(alpha.id):
            record = AuditRecord.objects.latest("seq")
        assert (record.request_id, record.address) == ("abcdefgh", "192.0.2.7")
        assert (record.before, record.after) == ({"roles": []}, {"roles": ["viewer"]})
        assert (record.actor, record.actor_id) == ("person:fan", alpha.id)

    def test_holds_no_secret(self, alpha: Centre) -> None:
        write(alpha.id, data={"a": [{"api_token": "x"}], "name": "n"}, after={"Password": "x"})
        with scope(alpha.id):
            record = AuditRecord.objects.latest("seq")
        assert record.data == {"a": [{"api_token": REDACTED}], "name": "n"}
        assert record.after == {"Password": REDACTED}

    def test_goes_with_its_change(self, alpha: Centre) -> None:
        with scope(alpha.id):
            change = transaction.atomic()
            change.__enter__()
            audit_record(action=Action.DIAGNOSIS_CREATED, actor="x")
            change.__exit__(ZeroDivisionError, ZeroDivisionError(), None)
        with scope(alpha.id):
            assert not AuditRecord.objects.filter(action=Action.DIAGNOSIS_CREATED).exists()

    def test_every_action_has_its_text(self) -> None:
        assert set(TEXTS) == set(Action)

    def test_the_writer_chooses_neither_number_nor_hash(self, alpha: Centre) -> None:
        with scope(alpha.id):
            before = chain_head()
            AuditRecord.objects.create(
                action="x", actor="x", request_id="-", seq=900, hash="f" * 64, previous_hash="x"
            )
            after = chain_head()
            assert after.seq == before.seq + 1
            assert after.hash != "f" * 64
            assert chain_faults() == ()


@pytest.mark.django_db
@pytest.mark.usefixtures("unguarded")
class TestVerify:
    def test_an_untouched_log_is_whole(self, records: Centre, capsys: Any) -> None:
        verify()
        said = capsys.readouterr().out
        assert "system: 1 records, whole" in said
        assert "alpha: 6 records, whole" in said

    @pytest.mark.parametrize(
        ("statement", "found"),
        [
            ("UPDATE {} SET actor = 'person:li' WHERE {}", "record 3: its content was changed"),
            ("UPDATE {} SET data = '{{\"number\": 9}}' WHERE {}", "record 3: its content"),
            ("UPDATE {} SET created_at = created_at - interval '1 s' WHERE {}", "record 3: its"),
            ("UPDATE {} SET address = '192.0.2.1' WHERE {}", "record 3: its content"),
            ("DELETE FROM {} WHERE {}", "record 4: records before it are missing"),
        ],
    )
    def test_a_planted_change_is_found(self, records: Centre, statement: str, found: str) -> None:
        which = f"seq = 3 AND tenant_id = '{records.id}'"
        tamper(statement.format("audit_auditrecord", which))
        with pytest.raises(CommandError, match=f"alpha: {found}"):
            verify()

    def test_a_record_with_a_hash_made_to_fit_breaks_the_next(self, records: Centre) -> None:
        tamper(
            "UPDATE audit_auditrecord SET actor = 'x' WHERE seq = 3;"
            f"UPDATE audit_auditrecord r SET hash = {hash_expression('r')} WHERE seq = 3"
        )
        with pytest.raises(CommandError, match="record 4: it does not continue"):
            verify()

    def test_a_cut_tail_is_found_by_the_exported_heads(
        self, records: Centre, tmp_path: Path
    ) -> None:
        heads = tmp_path / "heads.jsonl"
        call_command("audit_export_heads", out=heads)
        write(records.id)
        verify(heads=heads)
        tamper(f"DELETE FROM audit_auditrecord WHERE seq > 5 AND tenant_id = '{records.id}'")
        verify()
        with pytest.raises(CommandError, match=r"alpha: record 6, exported .* not in the chain"):
            verify(heads=heads)

    def test_a_forged_head_is_refused(self, records: Centre, tmp_path: Path) -> None:
        heads = tmp_path / "heads.jsonl"
        call_command("audit_export_heads", out=heads)
        lines = [json.loads(line) for line in heads.read_text().splitlines()]
        lines[1]["seq"] = 1
        heads.write_text("\n".join(json.dumps(line) for line in lines))
        with pytest.raises(CommandError, match="line 2 is no head"):
            verify(heads=heads)

    def test_records_from_before_the_chain_are_linked(self, records: Centre) -> None:
        migration = importlib.import_module("hvrmet.audit.migrations.0004_hash_chain")
        tamper("UPDATE audit_auditrecord SET seq = seq + 100, hash = '', previous_hash = ''")
        with pytest.raises(CommandError):
            verify()
        tamper(migration.LINK_OLD)
        verify()


@pytest.mark.django_db(transaction=True)
def test_many_writers_make_one_chain(alpha: Centre, beta: Centre) -> None:
    def some(number: int) -> None:
        try:
            for _ in range(5):
                write((alpha.id, beta.id)[number % 2])
        finally:
            connection.close()

    with ThreadPoolExecutor(6) as threads:
        list(threads.map(some, range(6)))
    for centre in (alpha, beta):
        with scope(centre.id):
            assert chain_faults() == ()
            assert chain_head().seq == AuditRecord.objects.count() == 17


@pytest.mark.django_db
def test_the_systems_chain_is_no_tenants(alpha: Centre) -> None:
    write(SYSTEM)
    with scope(alpha.id):
        assert not AuditRecord.objects.filter(tenant_id=SYSTEM).exists()
    with scope(SYSTEM):
        assert Job.objects.count() == 0
        assert AuditRecord.objects.count() == 1


@pytest.mark.django_db
def test_a_cancelled_job_says_what_it_was(alpha: Centre) -> None:
    job_id = queue_job(alpha)
    with scope(alpha.id):
        job_cancel(principal=alpha.principal, job_id=job_id, reason="wrong region")
        record = AuditRecord.objects.latest("seq")
    assert (record.before, record.after) == ({"status": "queued"}, {"status": "cancelled"})
    assert record.actor_id == alpha.principal.id
