"""The production compose file: whole, documented, and made of commands that really start."""

from __future__ import annotations

import http.client
import os
import re
import string
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml
from hvrmet.core.http.limits import LONGEST_BODY
from hvrmet.core.http.parsers import too_large
from hvrmet.core.http.problems import Problem
from hvrmet.embedded.ports import free_port
from hvrmet.embedded.postgres import SUPERUSER, PostgresServer
from hvrmet.embedded.processes import ended, spawn, stop, wait_until
from hvrmet.embedded.state import StatePaths
from hvrmet.embedded.valkey import ValkeyServer

from tasks.draining import GRACE_SECONDS, LAST_SECONDS, LONGEST_SECONDS

ROOT = Path(__file__).resolve().parents[2]
DEPLOY = ROOT / "deploy"
PATIENCE = 600.0
SECRET = "0123456789abcdef" * 4
VALUES = {
    "HVRMET_HOST": "hvrmet.example",
    "HVRMET_SECRET_KEY": SECRET,
    "POSTGRES_PASSWORD": "p" * 12,
    "HVRMET_OWNER_PASSWORD": "o" * 12,
    "HVRMET_APP_PASSWORD": "a" * 12,
    "RABBITMQ_PASSWORD": "b" * 12,
    "REDIS_PASSWORD": "r" * 12,
    "HVRMET_DATA": "/srv/data",
    "HVRMET_BACKUPS": "/srv/backup",
    "HVRMET_METRICS_TOKEN": "m" * 12,
    "HVRMET_MODE": "operational",
    "HVRMET_WORKER_PROCESSES": "1",
    "HVRMET_SOURCE_ROOTS": "",
    "HVRMET_BOUNDARIES": "",
    "HVRMET_RENDER_QUEUE": "true",
    "HVRMET_WEBHOOK_NETWORKS": "10.20.0.0/16",
    "HVRMET_WORKER_MEMORY_MIB": "1536",
    "HVRMET_WORKER_MEMORY_LIMIT_MIB": "2048",
}
_VARIABLE = re.compile(r"(?<!\$)\$\{(\w+)(?::[-?][^}]*)?\}")
_ONCE = {"roles", "migrate", "operator"}


@pytest.fixture(scope="module")
def text() -> str:
    return (DEPLOY / "compose.yaml").read_text()


@pytest.fixture(scope="module")
def services(text: str) -> dict[str, Any]:
    """The services with every variable replaced, as compose would."""
    filled = _VARIABLE.sub(lambda match: VALUES[match.group(1)], text)
    found: dict[str, Any] = yaml.safe_load(filled)["services"]
    return found


def test_every_variable_is_documented(text: str) -> None:
    example = (DEPLOY / "env.example").read_text()
    documented = set(re.findall(r"^(\w+)=", example, re.MULTILINE))
    assert {match[1] for match in _VARIABLE.finditer(text)} == documented
    assert documented == set(VALUES)


def test_the_proxy_lets_the_longest_body_through() -> None:
    limits = re.findall(r"max_size (\d+)MB", (DEPLOY / "Caddyfile").read_text())
    assert limits
    assert all(int(limit) * 10**6 >= LONGEST_BODY for limit in limits)


def test_the_proxy_refuses_a_longer_body_as_the_platform_does() -> None:
    caddyfile = (DEPLOY / "Caddyfile").read_text()
    own = re.search(r"handle_errors 413 \{(.*?)\n\t\}", caddyfile, re.DOTALL)
    assert own is not None
    assert "header Content-Type application/problem+json" in own[1]
    (body,) = re.findall(r"respond `(.*)` 413", own[1])
    said = Problem.model_validate_json(body)
    refusal = too_large()
    assert (said.status, said.code) == (refusal.http_status, refusal.code)


def test_secrets_have_no_default(text: str) -> None:
    example = (DEPLOY / "env.example").read_text()
    assert not re.findall(r"^\w*(?:PASSWORD|SECRET_KEY)=.+", example, re.MULTILINE)
    assert not re.findall(r"\$\{\w*(?:PASSWORD|SECRET_KEY):-", text)


def test_parts_fit_together(services: dict[str, Any], text: str) -> None:
    servers = {"postgres", "redis", "rabbitmq", "proxy"}
    wanted = servers | _ONCE | {"web", "worker", "upkeep", "webhooks", "beat"}
    assert set(services) == wanted
    volumes = set(yaml.safe_load(text)["volumes"])
    for name, service in services.items():
        assert set(service.get("depends_on", {})) <= wanted, name
        assert ":" in service["image"], name
        mounted = {str(volume).partition(":")[0] for volume in service.get("volumes", [])}
        assert {source for source in mounted if source[0] not in "./"} <= volumes, name
    for name in wanted - _ONCE - {"beat", "proxy"}:
        assert services[name]["healthcheck"]["test"], name
    assert {name for name, service in services.items() if service["restart"] == "no"} == _ONCE


def test_every_worker_may_take_the_time_in_which_it_ends(services: dict[str, Any]) -> None:
    workers = {name: one for name, one in services.items() if "worker" in one.get("command", ())}
    assert set(workers) == {"worker", "upkeep", "webhooks"}
    needed = LONGEST_SECONDS + LAST_SECONDS
    assert GRACE_SECONDS < LONGEST_SECONDS
    for name, one in workers.items():
        assert float(one["stop_grace_period"].removesuffix("s")) > needed, name


def test_the_clients_of_the_image_are_of_the_servers_version(services: dict[str, Any]) -> None:
    """What a newer `pg_restore` sends, an older server may refuse."""
    server = services["postgres"]["image"].partition(":")[2].partition("-")[0]
    assert f"postgresql-client-{server} " in (DEPLOY / "Dockerfile").read_text()


def test_only_the_proxy_is_published(services: dict[str, Any]) -> None:
    assert [name for name, service in services.items() if "ports" in service] == ["proxy"]


def test_image_copies_what_git_has() -> None:
    copied = re.findall(r"^COPY (?!--from)(.+) \S+$", (DEPLOY / "Dockerfile").read_text(), re.M)
    sources = [source for line in copied for source in line.split()]
    ignore = (ROOT / ".dockerignore").read_text().splitlines()
    for source in sources:
        assert (ROOT / source).exists(), source
        taken_in = {f"!{source}", f"!{source.partition('/')[0]}"}
        assert taken_in & set(ignore), source


@pytest.fixture
def stage(services: dict[str, Any], server_paths: StatePaths):
    """Run a service's command as compose would, but on servers of this test."""
    postgres = PostgresServer(server_paths, durable=False, tcp_port=0)
    valkey = ValkeyServer(server_paths, durable=False)
    postgres.start()
    valkey.start()

    def environment(name: str) -> dict[str, str]:
        variables = {key: str(value) for key, value in services[name]["environment"].items()}
        host = f"127.0.0.1:{postgres.tcp_port}"
        for key, value in variables.items():
            variables[key] = value.replace("postgres:5432", host)
        if "DATABASE_ADMIN_URL" in variables:
            variables["DATABASE_ADMIN_URL"] = postgres.tcp_url(SUPERUSER, "postgres")
        if "BROKER_URL" in variables:
            variables["BROKER_URL"] = valkey.broker_url()
            variables["CHANNEL_URL"] = valkey.url()
            variables["STORAGE_URL"] = server_paths.artifacts.as_uri()
            variables["HVRMET_METRICS_DIR"] = str(server_paths.root / "metrics")
            variables["HVRMET_SOURCES"] = "{}"
        programs = Path(sys.executable).parent
        return {
            **variables,
            "PATH": f"{programs}:{os.defpath}",
            "PYTHONPATH": f"{ROOT}:{ROOT / 'platform'}",
            "DJANGO_SETTINGS_MODULE": "hvrmet.settings.production",
            "HVRMET_ENVIRONMENT": variables.get("HVRMET_ENVIRONMENT", "production"),
            "HOME": str(server_paths.root),
        }

    yield services, environment
    valkey.stop()
    postgres.stop()


@pytest.mark.services
@pytest.mark.processes
def test_commands_start(
    stage: tuple[dict[str, Any], Callable[[str], dict[str, str]]], server_paths: StatePaths
) -> None:
    services, environment = stage
    for name in ("roles", "migrate", "migrate"):
        done = subprocess.run(
            services[name]["command"],
            env=environment(name),
            cwd=server_paths.root,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stdout + done.stderr
    operator = services["operator"]
    assert any(volume.endswith(":/backup") for volume in operator["volumes"])
    folder = str(server_paths.root / "backup")
    for arguments in (["backup", "--out", folder], ["restore_drill", folder]):
        done = subprocess.run(
            [*operator["entrypoint"], *arguments],
            env=environment("operator"),
            cwd=server_paths.root,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stdout + done.stderr
    port = free_port()
    running = {}
    for name in ("web", "worker", "upkeep", "webhooks", "beat"):
        command = [
            part.replace("--port=8000", f"--port={port}").replace(
                "/tmp/schedule", str(server_paths.root / "schedule")
            )
            for part in services[name]["command"]
        ]
        running[name] = spawn(
            command,
            log=server_paths.logs / f"{name}.log",
            environment=environment(name),
            directory=server_paths.root,
        )
    try:
        assert wait_until(
            lambda: healthy(services["web"]["healthcheck"]["test"][-1], port, environment("web")),
            timeout=PATIENCE,
            alive=lambda: not ended(running["web"]),
        ), (server_paths.logs / "web.log").read_text()
        for name in ("worker", "upkeep", "webhooks"):
            log = server_paths.logs / f"{name}.log"
            assert wait_until(
                lambda log=log: " ready." in log.read_text(),
                timeout=PATIENCE,
                alive=lambda name=name: not ended(running[name]),
            ), log.read_text()
        assert not ended(running["beat"])
        host = {"Host": VALUES["HVRMET_HOST"]}
        assert status(port, host) == http.client.FORBIDDEN
        assert status(port, {**host, "X-Forwarded-Proto": "https"}) == http.client.UNAUTHORIZED
    finally:
        for name, process in running.items():
            stop(process, 15, patience=PATIENCE)
            said = (server_paths.logs / f"{name}.log").read_text()
            assert "Traceback" not in said, said


def healthy(probe: str, port: int, environment: dict[str, str]) -> bool:
    """Run the web container's own health check."""
    code = string.Template(probe).safe_substitute().replace(":8000", f":{port}")
    return (
        subprocess.run(
            ["python", "-c", code], env=environment, check=False, capture_output=True
        ).returncode
        == 0
    )


def status(port: int, headers: dict[str, str]) -> int:
    """Ask who we are, without following redirects."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=100)
    connection.request("GET", "/api/v1/me/", headers=headers)
    found = connection.getresponse().status
    connection.close()
    return found
