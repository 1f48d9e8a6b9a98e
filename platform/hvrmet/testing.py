"""Fixtures for suites that use the platform: a pytest plugin.

The test database is made by the role of ``DATABASE_URL`` (or of the embedded server), and each
test inside a transaction works as the runtime role, which owns no table: what production refuses,
the suite refuses too.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any
from uuid import UUID, uuid4

import psycopg
import pytest
from django.apps import apps
from django.conf import settings
from django.db import connection, connections
from django.db.backends.base.creation import TEST_DATABASE_PREFIX
from django.db.backends.signals import connection_created
from django.db.utils import ProgrammingError
from psycopg import sql
from psycopg.pq import TransactionStatus

from hvrmet.settings.urls_of_services import database_settings

SOURCES = {
    "sample": {"paths": ["sample.nc"], "title": "A sample"},
    "private": {"paths": ["private.nc"], "title": "Of one centre", "tenants": ["beta"]},
}
REGION = [100, 20, 120, 40]


@pytest.fixture(scope="session")
def django_db_modify_db_settings(request: pytest.FixtureRequest) -> None:
    """Point Django at the suite's server, started now where none was named."""
    request.getfixturevalue("embedded_services")
    url = os.environ.get("DATABASE_URL")
    if not url:
        pytest.fail(
            "these tests need PostgreSQL: set DATABASE_URL to a role that may create databases "
            "and roles"
        )
    settings.DATABASES["default"] = database_settings(url, pool=False)
    vars(connections).pop("settings", None)
    with suppress(AttributeError):  # no connection has been asked for yet
        del connections["default"]
    request.getfixturevalue("django_db_modify_db_settings_parallel_suffix")


@pytest.fixture(scope="session")
def monkeypatch_session() -> Iterator[pytest.MonkeyPatch]:
    """Changes that last as long as the process of the run."""
    with pytest.MonkeyPatch.context() as patch:
        yield patch


@pytest.fixture(scope="session")
def django_db_setup(
    request: pytest.FixtureRequest,
    django_test_environment: None,
    django_db_modify_db_settings: None,
    django_db_blocker: Any,
    monkeypatch_session: pytest.MonkeyPatch,
) -> Iterator[None]:
    """Make this process a database: the first process of a run migrates, the others copy it."""
    run = getattr(request.config, "workerinput", {}).get("testrunuid")
    plain_name = connection.settings_dict["NAME"]
    with django_db_blocker.unblock():
        if run is None:
            _make_migrated_database()
        else:
            with _one_process_at_a_time():
                _copy_database(_ensure_template(plain_name, run))
    _let_the_suite_empty_tables()
    after_emptying = "django.core.management.commands.flush.emit_post_migrate_signal"
    monkeypatch_session.setattr(after_emptying, lambda *_, **__: None)
    # A test's own transaction stays open, however long the test computes on a busy machine.
    monkeypatch_session.setattr("hvrmet.core.db.scope.IDLE_LIMIT", "0")
    yield
    with django_db_blocker.unblock():
        connection.creation.destroy_test_db(plain_name, verbosity=0)


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Drop the template after a parallel run on a server that stays."""
    from hvrmet.embedded.testing import SESSION_VARIABLE

    leads = session.config.getoption("numprocesses", None)
    if not leads or os.environ.get(SESSION_VARIABLE) or not os.environ.get("DATABASE_URL"):
        return
    url = os.environ["DATABASE_URL"]
    template = _template_name(database_settings(url, pool=False)["NAME"])
    with psycopg.connect(url.rpartition("/")[0] + "/postgres", autocommit=True) as server:
        server.execute(sql.SQL("DROP DATABASE IF EXISTS {}").format(sql.Identifier(template)))


def _template_name(plain_name: str) -> str:
    return f"test_{plain_name}_template"


@contextmanager
def _one_process_at_a_time() -> Iterator[None]:
    """Let one process at a time make or copy a database of this server."""
    with connection._nodb_cursor() as cursor:
        cursor.execute("SELECT pg_advisory_lock(hashtext('hvrmet test databases'))")
        yield


def _ensure_template(plain_name: str, run: str) -> str:
    """Return the name of a migrated database of this run, which a comment marks when it is whole.

    One that another run left behind is replaced.
    """
    template = _template_name(plain_name)
    with connection._nodb_cursor() as cursor:
        cursor.execute(
            "SELECT shobj_description(oid, 'pg_database') FROM pg_database WHERE datname = %s",
            [template],
        )
        if cursor.fetchone() == (run,):
            return template
    own_name = connection.settings_dict["TEST"].get("NAME")
    connection.settings_dict["TEST"]["NAME"] = template
    _make_migrated_database()
    connection.close()
    connection.settings_dict["NAME"] = plain_name
    connection.settings_dict["TEST"]["NAME"] = own_name
    with connection._nodb_cursor() as cursor:
        marked = sql.SQL("COMMENT ON DATABASE {} IS {}")
        cursor.execute(marked.format(sql.Identifier(template), sql.Literal(run)))
    return template


def _copy_database(template: str) -> None:
    """Make this process's database as a copy of a template, and use it."""
    wanted = connection.settings_dict["TEST"]["NAME"]
    name = wanted or f"{TEST_DATABASE_PREFIX}{connection.settings_dict['NAME']}"
    with connection._nodb_cursor() as cursor:
        cursor.execute(sql.SQL("DROP DATABASE IF EXISTS {}").format(sql.Identifier(name)))
        copy = sql.SQL("CREATE DATABASE {} TEMPLATE {}")
        cursor.execute(copy.format(sql.Identifier(name), sql.Identifier(template)))
    settings.DATABASES["default"]["NAME"] = name
    connection.settings_dict["NAME"] = name


def _make_migrated_database() -> None:
    """Make the database, migrate it and give the runtime role its rights."""
    from hvrmet.core.db.roles import role_exists, runtime_grants, runtime_role_create

    connection.creation.create_test_db(verbosity=0, autoclobber=True, serialize=False)
    role = settings.RUNTIME_ROLE
    if not role_exists(connection, role):
        try:
            runtime_role_create(connection, role, None)
        except ProgrammingError:
            # Another run on the same server has just made it.
            assert role_exists(connection, role)
    runtime_grants(connection, role)


def _let_the_suite_empty_tables() -> None:
    """Let the end of a test with real transactions empty tables that nobody else may empty.

    What Django wrote of models and their permissions after the migrations stays. It would write the
    same again after each such test.
    """
    from django.contrib.auth.models import Permission
    from django.contrib.contenttypes.models import ContentType

    written = {model._meta.db_table for model in (ContentType, Permission)}
    operations = type(connection.ops)
    flush = operations.sql_flush

    def sql_flush(self: Any, style: Any, tables: Sequence[str], **options: Any) -> list[str]:
        emptied = [table for table in tables if table not in written]
        statements = flush(self, style, emptied, **options)
        with self.connection.cursor() as cursor:
            _wait_for_others(cursor)
            cursor.execute(
                "SELECT format('ALTER TABLE %I %%s TRIGGER %I', c.relname, t.tgname) "
                "FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid WHERE t.tgtype & 32 <> 0"
            )
            switches = [row[0] for row in cursor.fetchall()]
        off = [switch % "DISABLE" for switch in switches]
        return [*off, *statements, *(switch % "ENABLE" for switch in switches)]

    operations.sql_flush = sql_flush  # type: ignore[method-assign]


def _wait_for_others(cursor: Any) -> None:
    """Wait until no other connection of this database is at work.

    The server goes on for a moment with what a process asked that was killed. Whoever reads a table
    holds it and may want the next, so that both of us would wait for one another.
    """
    while True:
        cursor.execute(
            "SELECT FROM pg_stat_activity WHERE datname = current_database() "
            "AND pid <> pg_backend_pid() AND backend_type = 'client backend' AND state <> 'idle'"
        )
        if cursor.fetchone() is None:
            return


@contextmanager
def as_owner() -> Iterator[None]:
    """Work with the rights of the role that owns the tables, for a part of a test."""
    with connection.cursor() as cursor:
        cursor.execute("SET ROLE NONE")
    try:
        yield
    finally:
        with connection.cursor() as cursor:
            cursor.execute(f'SET ROLE "{settings.RUNTIME_ROLE}"')


def make_operator(username: str = "boss") -> Any:
    """Make a person who works in the admin, as only the owner of the tables may."""
    from hvrmet.accounts.models import User

    with as_owner():
        return User.objects.create_superuser(username=username, password="x")  # noqa: S106


@pytest.fixture(autouse=True)
def _as_runtime_role(request: pytest.FixtureRequest) -> Iterator[None]:
    """Let every test with a database work with the runtime role's rights."""
    marker = request.node.get_closest_marker("django_db")
    if marker is None:
        yield
    elif marker.kwargs.get("transaction", False) or "transactional_db" in request.fixturenames:
        request.getfixturevalue("transactional_db")
        yield from _connections_as_runtime_role()
    else:
        request.getfixturevalue("db")
        with connection.cursor() as cursor:
            cursor.execute(f'SET LOCAL ROLE "{settings.RUNTIME_ROLE}"')
        yield


def _connections_as_runtime_role() -> Iterator[None]:
    """Step down on each new connection, in whichever thread, until the test has ended."""
    options = connection.settings_dict["OPTIONS"]
    options["options"] = f"-c role={settings.RUNTIME_ROLE}"
    connection.close()
    yield
    del options["options"]
    connection.close()


@pytest.fixture(autouse=True)
def _forgotten_scopes_raise(request: pytest.FixtureRequest) -> Iterator[None]:
    """Refuse a statement on an owned table outside a scope, which production answers with nothing.

    Tests of what the database itself does ask for the fixture `unguarded`.
    """
    if "unguarded" in request.fixturenames or not request.node.get_closest_marker("django_db"):
        yield
        return
    connection_created.connect(_guard_connection)
    _guard_connection(connection=connection)
    yield
    connection_created.disconnect(_guard_connection)
    connection.execute_wrappers.clear()


@pytest.fixture
def unguarded() -> None:
    """Let statements on owned tables reach the database outside a scope."""


def _guard_connection(*, connection: Any, **_: Any) -> None:
    connection.may_name_tenant = True
    if _refuse_unscoped not in connection.execute_wrappers:
        connection.execute_wrappers.append(_refuse_unscoped)


def _refuse_unscoped(
    execute: Callable[..., Any], statement: Any, params: Any, many: bool, context: Any
) -> Any:
    from hvrmet.core.db.scope import SETTING, UnscopedQueryError, current_tenant

    wrapper, text = context["connection"], str(statement)
    scoped = True
    try:
        current_tenant()
    except UnscopedQueryError:
        scoped = False
        if _owned_tables().search(text):
            raise
        _end_setting(wrapper)
    # A scope names its tenant, and the way back to a savepoint may bring an earlier one again.
    if scoped or text.startswith("ROLLBACK") or SETTING in text or SETTING in (params or ()):
        wrapper.may_name_tenant = True
    return execute(statement, params, many, context)


def _end_setting(wrapper: Any) -> None:
    """Forget the last scope's tenant, as the end of its transaction does outside a test's."""
    driver = wrapper.connection
    inside = driver.info.transaction_status == TransactionStatus.INTRANS
    if wrapper.may_name_tenant and wrapper.in_atomic_block and inside:
        driver.execute("SET LOCAL app.tenant_id = ''")
        wrapper.may_name_tenant = False


@lru_cache(maxsize=1)
def _owned_tables() -> re.Pattern[str]:
    """Match a statement that reads or writes an owned table; clearing tables is no such thing."""
    from hvrmet.core.db.models import TenantRow

    tables = [model._meta.db_table for model in apps.get_models() if issubclass(model, TenantRow)]
    return re.compile(
        rf"^\s*(?:SELECT|INSERT|UPDATE|DELETE|WITH)\b.*\b(?:{'|'.join(tables)})\b", re.S | re.I
    )


@dataclass(frozen=True)
class Centre:
    """A tenant of a test, with a service key and the principal that holds it."""

    id: UUID
    slug: str
    key: str
    principal: Any

    @property
    def headers(self) -> dict[str, str]:
        """What a client of this centre sends."""
        return {"Authorization": f"Bearer {self.key}"}


def make_centre(slug: str) -> Centre:
    """Make a tenant with a service key that has been in use."""
    from hvrmet.accounts.selectors import principal_by_key
    from hvrmet.accounts.services import api_key_create, api_key_touch
    from hvrmet.tenants.services import tenant_ensure

    tenant = tenant_ensure(slug=slug, name=slug.title())
    key = api_key_create(tenant_id=tenant.pk, name="suite")
    principal = principal_by_key(key.text)
    assert principal is not None
    api_key_touch(principal)
    return Centre(tenant.pk, slug, key.text, principal)


@pytest.fixture
def platform_settings(settings: Any, tmp_path: Path) -> Any:
    """Registered sources, a store of the test's own, and nothing sent to a broker."""
    settings.ENVIRONMENT = settings.ENVIRONMENT.model_copy(
        update={"hvrmet_sources": json.dumps(SOURCES), "hvrmet_lease_seconds": 30}
    )
    settings.STORAGES = {
        **settings.STORAGES,
        "default": {
            "BACKEND": "hvrmet.evidence.storage.AtomicFileStorage",
            "OPTIONS": {"location": str(tmp_path / "store")},
        },
    }
    return settings


def small_release() -> Any:
    """Load a guideline release with one entry."""
    from diagnostics.guidelines import load_release
    from knowledge.services import release_import

    whole = load_release()
    small = whole.model_copy(
        update={"entries": whole.entries[:1], "digest": uuid4().hex + uuid4().hex}
    )
    return release_import(small)[0]


def small_library() -> str:
    """Take in a library of one entry, that of `small_release`; return the publication it cites."""
    from diagnostics.guidelines import load_library
    from diagnostics.guidelines.exchange import Reading
    from knowledge.services import library_import

    whole = load_library()
    entry = whole.entries[0]
    cited = {item.reference for item in entry.citations}
    references = tuple(item for item in whole.references if item.key in cited)
    small = whole.model_copy(update={"entries": (entry,), "references": references})
    with connection.cursor() as cursor:  # a test's transaction still names the last scope's tenant
        cursor.execute("SELECT set_config('app.tenant_id', '', true)")
    library_import(Reading.of(small), origin="package", name="small", actor="system:tests")
    return references[0].key


@pytest.fixture
def release(request: pytest.FixtureRequest) -> Any:
    """A loaded guideline release with one entry."""
    return small_release()


@pytest.fixture
def alpha(platform_settings: Any, release: Any) -> Centre:
    """A centre that is ready to diagnose."""
    return make_centre("alpha")


@pytest.fixture
def beta(platform_settings: Any, release: Any) -> Centre:
    """Another centre."""
    return make_centre("beta")


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, list[str]]]:
    """Collect the messages that would go to the broker: (task name, arguments)."""
    from hvrmet.celery_app import app

    messages: list[tuple[str, list[str]]] = []

    def collect(name: str, args: list[str], **_: Any) -> None:
        messages.append((name, args))

    monkeypatch.setattr(app, "send_task", collect)
    return messages


class IdleHeartbeat:
    """Stands for the thread of a heartbeat: a test's transaction lives on one connection."""

    lost = False

    def __init__(self, _lease: Any) -> None: ...

    def __enter__(self) -> IdleHeartbeat:
        return self

    def __exit__(self, *_: object) -> None: ...


def diagnosis_document(**changes: Any) -> dict[str, Any]:
    """Return the body of a request for a diagnosis."""
    return {"source": "sample", "region": REGION, **changes}


def queue_job(centre: Centre, **changes: Any) -> UUID:
    """Queue a diagnosis for a centre and return the job's id."""
    from diagnostics.contracts.request import DiagnosisRequest
    from hvrmet.core.db.scope import scope
    from hvrmet.jobs.services.jobs import diagnosis_create

    request = DiagnosisRequest.model_validate(diagnosis_document(**changes))
    with scope(centre.id):
        job, _ = diagnosis_create(principal=centre.principal, request=request)
        return UUID(str(job.pk))


def sample_evidence(number: int = 1) -> Any:
    """Return a piece of evidence as the loop leaves it."""
    from diagnostics.contracts.enums import IndexStatus, Modality, Role
    from diagnostics.contracts.evidence import EvidenceItem, IndexAnswer, Provenance

    answer = IndexAnswer(
        name="precipitable_water",
        value=52.5,
        unit="kg m-2",
        status=IndexStatus.OK,
        provenance=Provenance(tool="precipitable_water", tool_version="1"),
    )
    return EvidenceItem(
        id=f"e{number:02d}",
        call_key=f"{number:064x}",
        entry_id="rainstorm.precipitable_water",
        modality=Modality.INDEX,
        index=answer,
        role=Role.CODE_EXECUTOR,
        turn=1,
    )


def sample_report(request: Any, digest: str = "d" * 64) -> Any:
    """Return the smallest report: a quiet case without evidence."""
    from diagnostics.contracts.detection import Classification
    from diagnostics.contracts.enums import ConclusionKind, Language
    from diagnostics.contracts.inventory import Inventory
    from diagnostics.contracts.report import Conclusion, Report, Sentence, SoftwareInfo
    from diagnostics.contracts.space_time import TimeWindow

    window = TimeWindow.model_validate(
        {"start": "2026-07-01T00:00:00Z", "end": "2026-07-03T00:00:00Z"}
    )
    return Report(
        request=request,
        inventory=Inventory(title="A sample"),
        classification=Classification(
            assessments=(),
            preset="cma",
            preset_digest="p",
            region=request.region,
            window=window,
            timezone="UTC",
            day_boundary="00:00",
        ),
        conclusion=Conclusion.model_validate({"kind": ConclusionKind.NO_SIGNIFICANT_EVENT}),
        evidence=(),
        claims=(),
        sections=(),
        language=Language.EN,
        title=Sentence(text="A quiet period"),
        software=SoftwareInfo(
            version="0",
            catalogue_digest="c",
            release="r",
            release_digest="r",
            preset="cma",
            preset_digest="p",
        ),
        report_digest=digest,
    )


def sample_reading(report: Any, language: str = "en") -> Any:
    """Return a report of fixed words as it is read."""
    from diagnostics.contracts.reading import Piece, Reading, WrittenSection, WrittenSentence

    def written(sentence: Any, address: str = "") -> Any:
        return WrittenSentence(
            **dict(sentence), pieces=(Piece(text=sentence.text),), address=address
        )

    return Reading(
        language=language,
        title=written(report.title, "title"),
        badges=(),
        facts=(),
        sections=tuple(
            WrittenSection(
                id=part.id, title=part.title, sentences=tuple(map(written, part.sentences))
            )
            for part in report.sections
        ),
        claims=report.claims,
    )
