"""Settings: one documented table, refusals that say what to do, and light web processes."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from hvrmet.settings.environment import Environment
from hvrmet.settings.urls_of_services import broker_settings, database_settings, storage_settings

ROOT = Path(__file__).resolve().parents[3]
PRODUCTION = {
    "HVRMET_ENVIRONMENT": "production",
    "HVRMET_SECRET_KEY": "N3yr-uQ0lqk_Fz2vVwYtGc8eXo5Jb7Sd1Ka9Pm4Hi6Rx0TqZsBn",
    "HVRMET_ALLOWED_HOSTS": "hvrmet.example",
    "DATABASE_URL": "postgresql://app:x@db.example/hvrmet",
    "BROKER_URL": "amqps://app:x@mq.example//",
    "CHANNEL_URL": "rediss://cache.example/0",
    "STORAGE_URL": "s3://artifacts",
}


def run(code: str, variables: dict[str, str]) -> subprocess.CompletedProcess[str]:
    """Run Python in a fresh process that knows only these variables."""
    environment = {"PATH": os.environ["PATH"], "PYTHONPATH": f"{ROOT}:{ROOT / 'platform'}"}
    return subprocess.run(
        [sys.executable, "-c", code],
        env={**environment, **variables},
        capture_output=True,
        text=True,
        cwd=ROOT,
        timeout=120,
        check=False,
    )


def load_production(changes: dict[str, str | None]) -> subprocess.CompletedProcess[str]:
    variables = {k: v for k, v in {**PRODUCTION, **changes}.items() if v is not None}
    return run(
        "import hvrmet.settings.production as s; print(s.DEBUG, s.SECURE_SSL_REDIRECT)", variables
    )


class TestProduction:
    def test_starts_on_real_servers(self) -> None:
        done = load_production({})
        assert done.stdout == "False True\n", done.stderr

    @pytest.mark.parametrize(
        ("changes", "words"),
        [
            ({"HVRMET_SECRET_KEY": None}, "HVRMET_SECRET_KEY"),
            ({"HVRMET_SECRET_KEY": "short"}, "HVRMET_SECRET_KEY"),
            ({"HVRMET_DEBUG": "1"}, "HVRMET_DEBUG"),
            ({"DATABASE_URL": None, "STORAGE_URL": None}, "DATABASE_URL, STORAGE_URL not set"),
            ({"HVRMET_EMBEDDED": "database,broker"}, "embedded parts in use (database, broker)"),
            ({"HVRMET_ENVIRONMENT": "development"}, "HVRMET_ENVIRONMENT"),
            ({"HVRMET_ALLOWED_HOSTS": None}, "HVRMET_ALLOWED_HOSTS"),
            ({"HVRMET_ALLOWED_HOSTS": "*"}, "HVRMET_ALLOWED_HOSTS"),
        ],
    )
    @pytest.mark.sweep(2)
    def test_refuses(self, changes, words) -> None:
        done = load_production(changes)
        assert done.returncode == 1
        last = done.stderr.strip().splitlines()[-1]
        assert "refuse to start" in last
        assert words in last

    def test_keeps_cookies_and_transport_to_itself(self) -> None:
        code = (
            "import hvrmet.settings.production as s\n"
            "print(s.SESSION_COOKIE_NAME, s.CSRF_COOKIE_NAME, s.SESSION_COOKIE_SECURE, "
            "s.CSRF_COOKIE_SECURE, s.SESSION_COOKIE_HTTPONLY, s.SESSION_COOKIE_SAMESITE, "
            "s.SESSION_COOKIE_AGE, s.SECURE_HSTS_SECONDS, s.SECURE_HSTS_INCLUDE_SUBDOMAINS)"
        )
        said = run(code, PRODUCTION).stdout.split()
        assert said == [
            *("__Host-hvrmet_session", "__Host-hvrmet_csrf", "True", "True", "True", "Lax"),
            *("43200", "31536000", "True"),
        ]

    @pytest.mark.parametrize(
        ("chosen", "asked"), [({}, "True"), ({"HVRMET_SECOND_FACTOR": "false"}, "False")]
    )
    def test_asks_for_a_second_factor_unless_set(self, chosen, asked) -> None:
        code = "import hvrmet.settings.production as s; print(s.REQUIRE_SECOND_FACTOR)"
        assert run(code, {**PRODUCTION, **chosen}).stdout.split() == [asked]

    @pytest.mark.slow
    def test_has_no_demonstration(self) -> None:
        code = (
            "import django; django.setup()\n"
            "from django.core.management import call_command; call_command('seed_demo')"
        )
        variables = {**PRODUCTION, "DJANGO_SETTINGS_MODULE": "hvrmet.settings.production"}
        done = run(code, variables)
        assert "demo users do not belong in production" in done.stderr

    @pytest.mark.slow
    def test_passes_djangos_own_deployment_check(self) -> None:
        done = subprocess.run(
            [sys.executable, "manage.py", "check", "--deploy", "--fail-level", "WARNING"],
            env={"PATH": os.environ["PATH"], **PRODUCTION},
            capture_output=True,
            text=True,
            cwd=ROOT,
            timeout=120,
            check=False,
        )
        assert done.returncode == 0, done.stderr


def test_without_a_database_the_command_says_what_to_do() -> None:
    done = subprocess.run(
        [sys.executable, "manage.py", "migrate"],
        env={"PATH": os.environ["PATH"]},
        capture_output=True,
        text=True,
        cwd=ROOT,
        timeout=60,
        check=False,
    )
    assert done.returncode == 1
    assert "make up" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.slow
def test_a_web_process_does_not_load_the_science_stack() -> None:
    code = (
        "import sys, hvrmet.asgi\n"
        "from django.urls import get_resolver; get_resolver().url_patterns\n"
        "heavy = {'numba', 'cartopy', 'metpy', 'matplotlib', 'xarray', 'scipy', 'tasks'}\n"
        "print(sorted(heavy & set(sys.modules)))"
    )
    done = run(code, {"DATABASE_URL": "postgresql://nobody@127.0.0.1:1/none"})
    assert done.stdout == "[]\n", done.stderr


def test_every_setting_is_in_the_documented_table() -> None:
    table = (ROOT / "docs" / "operate" / "configuration.md").read_text(encoding="utf-8")
    documented = set(re.findall(r"^\| `([A-Z_]+)` \|", table, flags=re.MULTILINE))
    assert documented >= {name.upper() for name in Environment.model_fields}


class TestServiceUrls:
    def test_database(self) -> None:
        found = database_settings(
            "postgresql://app:p%40ss@db:5433/hvrmet?sslmode=require", pool=True
        )
        assert (found["USER"], found["PASSWORD"], found["HOST"]) == ("app", "p@ss", "db")
        assert (found["PORT"], found["NAME"]) == ("5433", "hvrmet")
        assert found["OPTIONS"]["sslmode"] == "require"
        socket = database_settings("postgresql://app@/hvrmet?host=/run/pg&port=6000", pool=False)
        assert (socket["HOST"], socket["PORT"], socket["OPTIONS"]) == ("/run/pg", "6000", {})
        with pytest.raises(ValueError, match="postgresql"):
            database_settings("sqlite:///x", pool=False)

    def test_storage(self) -> None:
        assert storage_settings("file:///srv/a%20b")["OPTIONS"] == {"location": "/srv/a b"}
        store = storage_settings("s3://bucket/pre/fix?endpoint_url=http://minio:9000")["OPTIONS"]
        assert (store["bucket_name"], store["location"]) == ("bucket", "pre/fix")
        assert store["endpoint_url"] == "http://minio:9000"
        with pytest.raises(ValueError, match="ftp"):
            storage_settings("ftp://x")

    def test_broker(self) -> None:
        assert broker_settings("amqp://mq")["task_default_queue_type"] == "quorum"
        assert broker_settings("redis://r")["broker_transport_options"]["unacked_restore_interval"]


def test_the_security_page_names_only_what_there_is() -> None:
    page = (ROOT / "docs" / "operate" / "security.md").read_text(encoding="utf-8")
    named = set(re.findall(r"`((?:tests|docs|deploy|requirements)/[\w./-]*)`", page))
    assert len(named) > 15
    assert [name for name in sorted(named) if not (ROOT / name).exists()] == []
