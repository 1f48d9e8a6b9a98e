"""Row-level security: what the database shows and takes, whatever the code forgets."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from typing import Any
from uuid import UUID, uuid4

import pytest
from asgiref.sync import sync_to_async
from django.apps import apps
from django.conf import settings
from django.core.exceptions import SynchronousOnlyOperation
from django.core.management import CommandError, call_command
from django.db import DatabaseError, connection, connections, models, transaction
from hvrmet.core.db import roles
from hvrmet.core.db.models import TenantRow
from hvrmet.core.db.scope import UnscopedQueryError, scope
from hvrmet.core.db.sql import same_tenant
from hvrmet.core.management.commands import setup_database
from hvrmet.jobs.models import Job
from hvrmet.testing import Centre, queue_job

OWNED = [model for model in apps.get_models() if issubclass(model, TenantRow)]


def fetch(statement: str, *parameters: Any) -> list[Any]:
    with connection.cursor() as cursor:
        cursor.execute(statement, parameters)
        return [row[0] for row in cursor.fetchall()]


def count(table: str) -> int:
    found: int = fetch(f"SELECT count(*) FROM {table}")[0]
    return found


def refused(function: Callable[[], Any]) -> str:
    with pytest.raises(DatabaseError) as caught, transaction.atomic():
        function()
    return str(caught.value)


def run(statement: str, *parameters: Any) -> int:
    with connection.cursor() as cursor:
        cursor.execute(statement, parameters)
        return cursor.rowcount


@pytest.mark.django_db
class TestCoverage:
    def test_every_table_of_a_tenant_is_guarded(self) -> None:
        assert roles.tables_without_isolation(connection) == []

    def test_the_named_exceptions_are_the_only_ones(self) -> None:
        guarded = {model._meta.db_table for model in OWNED}
        holding = fetch(
            "SELECT table_name::text FROM information_schema.columns "
            "WHERE column_name = 'tenant_id' AND table_schema = 'public'"
        )
        assert set(holding) == guarded | set(roles.CROSS_TENANT_TABLES)

    def test_a_table_without_a_policy_is_found(self) -> None:
        run("RESET ROLE")
        run("CREATE TABLE public.forgotten (tenant_id uuid)")
        run("ALTER TABLE forgotten ENABLE ROW LEVEL SECURITY")
        assert roles.tables_without_isolation(connection) == ["forgotten"]

    def test_keys_between_owned_tables_hold_the_tenant(self) -> None:
        """A foreign key is checked without row-level security, so each has a tenant-wide twin."""
        keys = [
            (model._meta.db_table, field.column)
            for model in OWNED
            for field in model._meta.local_fields
            if isinstance(field, models.ForeignKey) and issubclass(field.related_model, TenantRow)
        ]
        assert keys
        for table, column in keys:
            name = str(same_tenant(table, column, "x").reverse_sql).rsplit(" ", 1)[-1]
            assert fetch("SELECT 1 FROM pg_constraint WHERE conname = %s", name), name

    def test_the_runtime_role_runs_no_function_with_the_owners_rights_but_the_named(self) -> None:
        found = fetch(
            "SELECT oid::regprocedure::text FROM pg_proc WHERE prosecdef "
            "AND prorettype <> 'trigger'::regtype "  # nobody can call those
            "AND pronamespace = 'public'::regnamespace ORDER BY 1"
        )
        assert tuple(found) == tuple(sorted(roles.FUNCTIONS))


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("unguarded")
class TestForgottenFilter:
    def test_outside_a_scope_every_owned_table_is_empty(self, alpha: Centre) -> None:
        queue_job(alpha)
        assert {model._meta.db_table: count(model._meta.db_table) for model in OWNED} == {
            model._meta.db_table: 0 for model in OWNED
        }
        run("SET ROLE NONE")
        assert count("jobs_job") == 1

    def test_inside_a_scope_only_its_tenant_is_there(self, alpha: Centre, beta: Centre) -> None:
        mine, _ = queue_job(alpha), queue_job(beta)
        with scope(alpha.id):
            assert fetch("SELECT id FROM jobs_job") == [mine]
            assert set(fetch("SELECT tenant_id FROM jobs_jobevent")) == {alpha.id}
            assert set(fetch("SELECT tenant_id FROM audit_auditrecord")) == {alpha.id}

    def test_a_plain_queryset_shows_no_more(self, alpha: Centre, beta: Centre) -> None:
        queue_job(alpha)
        with scope(beta.id):
            assert models.QuerySet(Job).count() == 0


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("unguarded")
class TestWrites:
    def test_reach_no_row_of_another_tenant(self, alpha: Centre, beta: Centre) -> None:
        theirs = queue_job(beta)
        with scope(alpha.id):
            assert run("UPDATE jobs_job SET source = 'stolen'") == 0
            assert run("UPDATE jobs_job SET source = 'stolen' WHERE id = %s", theirs) == 0
            assert run("DELETE FROM tenants_membership WHERE tenant_id = %s", beta.id) == 0
            assert run("DELETE FROM accounts_apikey WHERE tenant_id = %s", beta.id) == 0
        with scope(beta.id):
            assert fetch("SELECT source FROM jobs_job") == ["sample"]

    @pytest.mark.parametrize("scoped", [True, False])
    def test_cannot_make_a_row_for_another_tenant(
        self, alpha: Centre, beta: Centre, scoped: bool
    ) -> None:
        insert = (
            "INSERT INTO tenants_membership (id, created_at, tenant_id, user_id, roles) "
            "VALUES (%s, now(), %s, %s, '[\"tenant_admin\"]')"
        )

        def write() -> None:
            run(insert, uuid4(), beta.id, uuid4())

        if scoped:
            with scope(alpha.id):
                assert "row-level security" in refused(write)
        else:
            assert "row-level security" in refused(write)

    def test_cannot_move_a_row_to_another_tenant(self, alpha: Centre, beta: Centre) -> None:
        queue_job(alpha)
        with scope(alpha.id):
            said = refused(lambda: run("UPDATE jobs_job SET tenant_id = %s", beta.id))
        assert "row-level security" in said

    def test_cannot_point_to_another_tenants_row(self, alpha: Centre, beta: Centre) -> None:
        theirs, missing = queue_job(beta), uuid4()

        def point(job_id: UUID) -> None:
            with scope(alpha.id):
                run(
                    "INSERT INTO jobs_jobevent (id, created_at, tenant_id, job_id, seq, at, "
                    "schema_version, type, body) "
                    "VALUES (%s, now(), %s, %s, 9, now(), 1, 'x', '{}')",
                    *(uuid4(), alpha.id, job_id),
                )
                run("SET CONSTRAINTS ALL IMMEDIATE")

        with pytest.raises(DatabaseError, match="same_tenant"):
            point(theirs)
        with pytest.raises(DatabaseError, match="foreign key"):
            point(missing)


@pytest.mark.django_db
class TestTheSuiteRaises:
    @pytest.mark.parametrize(
        "statement", ["SELECT count(*) FROM {}", "WITH x AS (SELECT 1 FROM {}) SELECT 1 FROM x"]
    )
    @pytest.mark.parametrize("model", OWNED, ids=lambda model: model.__name__)
    def test_on_a_statement_without_a_scope(self, model: type[TenantRow], statement: str) -> None:
        with pytest.raises(UnscopedQueryError):
            run(statement.format(model._meta.db_table))

    def test_on_a_plain_queryset(self) -> None:
        with pytest.raises(UnscopedQueryError):
            models.QuerySet(Job).count()

    def test_and_leaves_the_shared_tables_alone(self) -> None:
        assert (count("jobs_queuerow"), count("tenants_tenant")) == (0, 0)


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("unguarded")
class TestConnections:
    """One connection serves tenant after tenant, in threads and under an event loop."""

    def test_nothing_stays_on_a_connection(self, alpha: Centre) -> None:
        queue_job(alpha)
        with scope(alpha.id):
            assert count("jobs_job") == 1
        assert count("jobs_job") == 0
        with pytest.raises(ZeroDivisionError), scope(alpha.id):
            raise ZeroDivisionError
        assert count("jobs_job") == 0

    def test_a_pool_smaller_than_its_users_mixes_nothing(
        self, alpha: Centre, beta: Centre, pooled: None
    ) -> None:
        jobs = {centre.id: queue_job(centre) for centre in (alpha, beta)}

        def look(number: int) -> bool:
            tenant_id = (alpha.id, beta.id)[number % 2]
            try:
                with scope(tenant_id):
                    inside = fetch("SELECT id FROM jobs_job")
                return inside == [jobs[tenant_id]] and count("jobs_job") == 0
            finally:
                connection.close()

        with ThreadPoolExecutor(8) as threads:
            assert all(threads.map(look, range(60)))

    async def test_tasks_of_an_event_loop_do_not_meet(self, alpha: Centre, beta: Centre) -> None:
        jobs = {centre.id: await sync_to_async(queue_job)(centre) for centre in (alpha, beta)}

        def look(tenant_id: UUID) -> bool:
            with scope(tenant_id):
                return fetch("SELECT id FROM jobs_job") == [jobs[tenant_id]]

        async def ask(tenant_id: UUID) -> bool:
            await asyncio.sleep(0)
            answer: bool = await sync_to_async(look)(tenant_id)
            return answer

        assert all(await asyncio.gather(*(ask(tenant) for tenant in [alpha.id, beta.id] * 15)))
        await sync_to_async(connections.close_all)()

    async def test_a_scope_cannot_be_held_across_an_await(self, alpha: Centre) -> None:
        with pytest.raises(SynchronousOnlyOperation), scope(alpha.id):
            pass

    def test_a_thread_that_inherits_the_context_inherits_no_rows(self, alpha: Centre) -> None:
        queue_job(alpha)

        def look() -> int:
            try:
                return Job.objects.count()
            finally:
                connection.close()

        with scope(alpha.id), ThreadPoolExecutor(1) as thread:
            assert Job.objects.count() == 1
            assert thread.submit(copy_context().run, look).result() == 0


@pytest.fixture
def pooled(transactional_db: None) -> Any:
    """Let the test's connections come from a pool of two."""
    connection.close()
    options = connections.settings["default"]["OPTIONS"]
    options["pool"] = {"min_size": 1, "max_size": 2, "timeout": 15}
    yield
    connection.close()
    connection.close_pool()
    del options["pool"]


@pytest.mark.django_db
class TestSetup:
    """`setup_database` refuses roles with which the lock would be open, or a backup empty."""

    @pytest.fixture(autouse=True)
    def _one_connection(self, monkeypatch) -> None:
        both = {"owner": connection, "default": connection}
        monkeypatch.setattr(setup_database, "connections", both)
        named = {**settings.DATABASES, "owner": {"USER": "someone"}}
        monkeypatch.setattr(settings, "DATABASES", named)

    def test_an_owner_that_does_not_see_every_row(self) -> None:
        with pytest.raises(CommandError, match="ALTER ROLE someone BYPASSRLS"):
            call_command("setup_database")

    def test_a_runtime_role_that_does(self) -> None:
        run("RESET ROLE")
        with pytest.raises(CommandError, match=f"ALTER ROLE {settings.RUNTIME_ROLE} NOSUPERUSER"):
            call_command("setup_database")
