"""A backup of a real diagnosis, and the drill that restores it, with PostgreSQL's own programs."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any
from urllib.parse import quote

import psycopg
import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from hvrmet.core.db.scope import scope
from hvrmet.embedded import binaries
from hvrmet.embedded.errors import EmbeddedError
from hvrmet.jobs.selectors import job_get
from hvrmet.operations.manifest import BackupError, Manifest, manifest_read, sha256_of
from hvrmet.testing import make_centre, queue_job

from diagnostics.samples import write_sample
from tasks import diagnosis
from tests.tasks.test_real_loop import IdleHeartbeat

ROOT = Path(__file__).resolve().parents[3]


def url_of_owner(name: str) -> str:
    found = connection.settings_dict
    server = f"host={found['HOST'] or '/var/run/postgresql'}&port={found['PORT'] or 5432}"
    user, password = quote(found["USER"], safe=""), quote(found["PASSWORD"], safe="")
    return f"postgresql://{user}:{password}@/{name}?{server}"


@pytest.fixture
def manage(platform_settings: Any, tmp_path: Path) -> Any:
    """Return a function that runs one of Django's commands as an operator does."""
    owner = url_of_owner(connection.settings_dict["NAME"])
    environment = {
        **os.environ,
        "PYTHONPATH": f"{ROOT}:{ROOT / 'platform'}",
        "DJANGO_SETTINGS_MODULE": "hvrmet.settings.development",
        "DATABASE_OWNER_URL": owner,
        "DATABASE_URL": f"{owner}&options={quote('-c role=hvrmet_app')}",
        "STORAGE_URL": (tmp_path / "store").as_uri(),
    }

    def run(*arguments: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, str(ROOT / "manage.py"), *arguments],
            env=environment,
            capture_output=True,
            text=True,
            check=False,
        )

    return run


def versions_in(dump: Path, server: int) -> dict[str, int]:
    """Read which server a dump is of, and which program made it."""
    listed = subprocess.run(
        [str(binaries.find_client("pg_restore", server)), "--list", str(dump)],
        capture_output=True,
        text=True,
        check=True,
    )
    found = re.findall(r"^; +(Dumped \w+ [\w ]+): (\d+)", listed.stdout, re.MULTILINE)
    return {name: int(version) for name, version in found}


def dumping_version(server: int) -> int:
    """Return the server's own version where its programs are installed, else the next newer."""
    program = binaries.find_client("pg_dump", server)
    said = subprocess.run([str(program), "--version"], capture_output=True, text=True, check=True)
    version = int(re.search(r"(\d+)", said.stdout)[1])
    if os.environ.get("HVRMET_POSTGRES") == "system":
        assert version == server
    return version


def databases_of_drills() -> set[str]:
    """Names of the databases that drills have left; other databases come and go beside them."""
    named = "SELECT datname FROM pg_database WHERE datname LIKE 'hvrmet_drill_%'"
    with psycopg.connect(url_of_owner("postgres")) as server:
        return {row[0] for row in server.execute(named)}


def damage(folder: Path, **changes: Any) -> None:
    """Write another manifest for the same files."""
    document = json.loads((folder / "manifest.json").read_text())
    (folder / "manifest.json").write_text(json.dumps({**document, **changes}))


@pytest.mark.services
@pytest.mark.processes
@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("sent")
def test_a_backup_is_restored_and_every_damage_is_found(
    manage, platform_settings, tmp_path: Path, monkeypatch
) -> None:
    sample = write_sample("rainstorm", tmp_path / "sample.nc")
    sources = {"sample": {"paths": [str(sample.path)], "title": "Generated"}}
    platform_settings.ENVIRONMENT = platform_settings.ENVIRONMENT.model_copy(
        update={"hvrmet_sources": json.dumps(sources)}
    )
    monkeypatch.setattr(diagnosis, "Heartbeat", IdleHeartbeat)
    call_command("load_library", verbosity=0)
    alpha = make_centre("alpha")
    job_id = queue_job(alpha, region=sample.region.bounds())
    make_centre("beta")
    diagnosis.run(str(job_id), str(alpha.id))
    with scope(alpha.id):
        assert job_get(job_id).status == "finished"

    folder = tmp_path / "backup"
    done = manage("backup", "--out", str(folder))
    assert done.returncode == 0, done.stderr
    manifest = manifest_read(folder)
    assert manifest.tables["jobs_job"] == 1
    assert manifest.tables["jobs_jobevent"] > 50
    assert {head.tenant for head in manifest.heads} >= {alpha.id}
    assert len(manifest.artifacts) > 5
    server = connection.pg_version // 10_000
    assert manifest.server_version == server
    assert versions_in(folder / "database.dump", server) == {
        "Dumped from database version": server,
        "Dumped by pg_dump version": dumping_version(server),
    }

    before = databases_of_drills()
    done = manage("restore_drill", str(folder))
    assert done.returncode == 0, done.stdout + done.stderr
    assert "alpha: the report of" in done.stdout
    assert "identical" in done.stdout
    assert "beta: no report to rebuild" in done.stdout
    assert "the backup is whole" in done.stdout
    assert databases_of_drills() == before

    first, second = manifest.artifacts[:2]
    paths = [
        folder / "artifacts" / str(alpha.id) / "artifacts" / item.sha256[:2] / item.sha256
        for item in (first, second)
    ]
    paths[0].write_bytes(b"something else")
    paths[1].unlink()
    heads = [{**head.model_dump(mode="json"), "hash": "0" * 64} for head in manifest.heads]
    damage(folder, tables={**manifest.tables, "jobs_jobevent": 1, "lost": 3}, heads=heads)
    done = manage("restore_drill", str(folder))
    assert done.returncode == 1
    for words in (
        f"artifact {first.sha256[:12]} was changed in the store",
        f"artifact {second.sha256[:12]} is not in the store",
        f"jobs_jobevent: {manifest.tables['jobs_jobevent']} rows instead of 1",
        "lost: the table is missing",
        f"audit chain of {alpha.id}: does not end where it did",
    ):
        assert words in done.stderr
    assert databases_of_drills() == before


class TestManifest:
    @pytest.fixture
    def folder(self, tmp_path: Path) -> Path:
        (tmp_path / "database.dump").write_bytes(b"dump")
        manifest = Manifest(
            at="2026-07-01T00:00:00Z",
            server_version=18,
            dump_sha256=sha256_of(tmp_path / "database.dump"),
            tables={},
            migrations=(),
            heads=(),
            artifacts=(),
        )
        (tmp_path / "manifest.json").write_text(manifest.model_dump_json())
        return tmp_path

    def test_is_read(self, folder: Path) -> None:
        assert manifest_read(folder).server_version == 18

    @pytest.mark.parametrize("name", ["manifest.json", "database.dump"])
    def test_a_backup_without_a_part_is_none(self, folder: Path, name: str) -> None:
        (folder / name).unlink()
        with pytest.raises(BackupError, match="no whole backup"):
            manifest_read(folder)

    def test_another_dump_is_noticed(self, folder: Path) -> None:
        (folder / "database.dump").write_bytes(b"another")
        with pytest.raises(BackupError, match="not the file"):
            manifest_read(folder)


class TestRefusals:
    def test_a_backup_needs_the_owner(self, tmp_path: Path) -> None:
        with pytest.raises(CommandError, match="DATABASE_OWNER_URL"):
            call_command("backup", out=tmp_path / "backup")

    def test_a_drill_needs_a_server(self, tmp_path: Path, monkeypatch) -> None:
        for name in ("DATABASE_ADMIN_URL", "DATABASE_OWNER_URL"):
            monkeypatch.delenv(name, raising=False)
        with pytest.raises(CommandError, match="no whole backup"):
            call_command("restore_drill", tmp_path)


class TestPrograms:
    @pytest.fixture
    def installed(self, tmp_path: Path, monkeypatch) -> Any:
        """Return a function that installs programs of these versions, and nothing else."""
        monkeypatch.setenv("HVRMET_POSTGRES", "")
        monkeypatch.setenv("PATH", str(tmp_path / "nothing"))
        monkeypatch.setattr(binaries, "_package_folder", lambda _name: None)
        monkeypatch.setattr(binaries, "_SYSTEM_POSTGRES", tmp_path)

        def install(*versions: int) -> None:
            for version in versions:
                program = tmp_path / str(version) / "bin" / "pg_dump"
                program.parent.mkdir(parents=True)
                program.write_text(f"#!/bin/sh\necho 'pg_dump (PostgreSQL) {version}.4'\n")
                program.chmod(0o755)

        return install

    def test_the_oldest_that_is_new_enough_is_taken(self, installed, tmp_path: Path) -> None:
        installed(15, 16, 18)
        assert binaries.find_client("pg_dump", 16) == tmp_path / "16" / "bin" / "pg_dump"
        assert binaries.find_client("pg_dump", 17) == tmp_path / "18" / "bin" / "pg_dump"

    @pytest.mark.parametrize("versions", [(), (15,)])
    def test_without_one_the_cure_is_said(self, installed, versions) -> None:
        installed(*versions)
        with pytest.raises(EmbeddedError, match="apt install postgresql-client-16"):
            binaries.find_client("pg_dump", 16)

    def test_the_wheel_has_them(self, monkeypatch) -> None:
        monkeypatch.setenv("HVRMET_POSTGRES", "")
        for name in ("pg_dump", "pg_restore"):
            assert binaries.find_client(name, 18).exists()
