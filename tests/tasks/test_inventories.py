"""Workers read what sources hold: after each change, not again and again where it fails."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from celery.exceptions import Reject
from django.utils import timezone
from hvrmet.celery_app import app
from hvrmet.core.db.scope import SYSTEM, scope
from hvrmet.jobs.models import OutboxRow, SourceHolding
from hvrmet.jobs.queue.dispatch import relay
from hvrmet.jobs.registries import inventories as known
from hvrmet.jobs.registries.inventories import (
    BATCH,
    FINAL_TRIES,
    LONGEST_WAIT,
    MOST_BEGUN,
    READER,
    REMOTE_AGE,
    inventories_send,
    source_files_keep,
)
from hvrmet.jobs.services.sources import source_register
from hvrmet.jobs.source_schemas import NewSource
from hvrmet.testing import Centre

from diagnostics.contracts.enums import EventType
from diagnostics.contracts.inventory import Inventory
from diagnostics.messages import Message, render
from diagnostics.service.data import DataSelection
from tasks import inventories, upkeep
from tasks.interruption import StepInterruptedError

pytestmark = pytest.mark.django_db
WAIT = timedelta(minutes=5)
SAMPLE = "gale"


class Sources:
    """Sources that are registered, and the worker that reads them."""

    def __init__(self, settings: Any, **paths: list[str]) -> None:
        self._settings = settings
        self.register(**paths)

    def register(self, **paths: list[str]) -> None:
        documents = {name: {"paths": each, "title": name} for name, each in paths.items()}
        use = self._settings.ENVIRONMENT.model_copy
        self._settings.ENVIRONMENT = use(update={"hvrmet_sources": json.dumps(documents)})

    def look(self) -> list[str]:
        """Look at the files, and return the names of the sources that workers are to read."""
        OutboxRow.objects.all().delete()
        upkeep.look_at_sources()
        rows = OutboxRow.objects.filter(task=READER, tenant_id=SYSTEM).order_by("created_at")
        names = dict(SourceHolding.objects.values_list("pk", "source"))
        return [names[row.subject_id] for row in rows]

    def read(self, name: str) -> SourceHolding:
        """Let a worker read a source."""
        inventories.read(str(SourceHolding.objects.get(source=name).pk), str(SYSTEM))
        return SourceHolding.objects.get(source=name)

    def later(self, by: timedelta) -> None:
        """Let time go by since workers were asked and sources were read."""
        for row in SourceHolding.objects.all():
            for column in ("asked_at", "read_at"):
                if (at := getattr(row, column)) is not None:
                    setattr(row, column, at - by)
            row.save()


@pytest.fixture
def file(tmp_path: Path, written_sample: Callable[[str, Path], Any]) -> Path:
    path = tmp_path / "data" / "gale.nc"
    path.parent.mkdir()
    written_sample(SAMPLE, path)
    return path


@pytest.fixture
def sources(platform_settings: Any, sent: Any, file: Path) -> Sources:
    return Sources(platform_settings, near=[str(file)])


def touch(path: Path) -> None:
    """Change a file, as a later look sees it."""
    found = path.stat()
    os.utime(path, ns=(found.st_atime_ns, found.st_mtime_ns + 10**9))


def test_a_source_is_read_once_and_after_each_change(sources: Sources, file: Path) -> None:
    assert sources.look() == ["near"]
    assert sources.look() == []
    row = sources.read("near")
    inventory = row.inventory
    assert inventory is not None
    region = inventory.extent()
    assert region is not None
    assert (row.first, row.last) == (inventory.times[0], inventory.times[-1])
    assert (row.times, row.step_hours) == (len(inventory.times), inventory.step_hours)
    assert row.region == region.bounds()
    assert {item.event for item in inventory.events} == set(EventType)
    assert inventory.tools
    assert (row.stale, row.failure, row.tries) == (False, None, 0)
    sources.later(timedelta(days=30))
    assert sources.look() == []
    touch(file)
    assert sources.look() == ["near"]
    held = SourceHolding.objects.get(source="near")
    assert (held.stale, held.inventory) == (True, inventory)
    assert sources.read("near").stale is False


def test_files_that_come_go_and_grow_are_changes(sources: Sources, file: Path) -> None:
    sources.register(near=[str(file.parent)])
    sources.look()
    before = sources.read("near").read_files
    more = file.parent / "more.txt"
    for text in ("", "x"):
        more.write_text(text)
        sources.look()
        assert SourceHolding.objects.get(source="near").stale
    more.unlink()
    sources.look()
    assert SourceHolding.objects.get(source="near").files == before


def test_a_change_while_it_is_read_is_read_again(
    sources: Sources, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sources.look()

    def survey(source: Any) -> tuple[Inventory, tuple[int, ...]]:
        touch(file)
        return Inventory(), ()

    monkeypatch.setattr(inventories, "survey_source", survey)
    sources.read("near")
    assert sources.look() == ["near"]


def test_what_fails_is_tried_again_ever_later_and_after_a_change(
    sources: Sources, file: Path
) -> None:
    whole = file.read_bytes()
    file.write_bytes(b"not a grid")
    assert sources.look() == ["near"]
    row = sources.read("near")
    assert row.failure is not None
    said = render(Message.model_validate(row.failure), "en")
    assert str(file.parent) not in said
    assert "near" in said or file.name in said
    assert (row.inventory, row.read_at) == (None, None)
    wait, asked = WAIT, 1
    while wait < LONGEST_WAIT:
        sources.later(wait - timedelta(minutes=1))
        assert sources.look() == []
        sources.later(timedelta(minutes=2))
        assert sources.look() == ["near"]
        sources.read("near")
        wait, asked = 2 * wait, asked + 1
    assert SourceHolding.objects.get(source="near").tries == asked
    file.write_bytes(whole)
    assert sources.look() == ["near"]
    row = sources.read("near")
    assert (row.failure, row.tries) == (None, 0)
    assert row.inventory is not None


def test_what_was_known_stays_for_some_tries(sources: Sources, file: Path) -> None:
    sources.look()
    known_before = sources.read("near").inventory
    file.write_bytes(b"half of a fi")
    for number in range(1, FINAL_TRIES + 1):
        assert sources.look() == ["near"]
        row = sources.read("near")
        assert row.tries == number
        sources.later(LONGEST_WAIT)
        if number < FINAL_TRIES:
            assert (row.stale, row.inventory) == (True, known_before)
    assert (row.inventory, row.region, row.first, row.times) == (None, None, None, 0)


def test_a_message_whose_workers_die_is_not_taken_for_ever(
    sources: Sources, monkeypatch: pytest.MonkeyPatch
) -> None:
    sources.look()

    def dies(source: Any) -> Any:
        raise SystemExit

    monkeypatch.setattr(inventories, "survey_source", dies)
    for _ in range(MOST_BEGUN):
        with pytest.raises(SystemExit):
            sources.read("near")
    row = sources.read("near")
    assert row.failure is not None
    assert row.failure["id"] == "error-source_ends_workers"
    assert sources.look() == []
    sources.later(WAIT)
    assert sources.look() == ["near"]


def test_a_worker_that_is_stopped_gives_the_message_back(
    sources: Sources, monkeypatch: pytest.MonkeyPatch
) -> None:
    sources.look()

    def stopped(source: Any) -> Any:
        raise StepInterruptedError

    monkeypatch.setattr(inventories, "survey_source", stopped)
    with pytest.raises(Reject) as refused:
        sources.read("near")
    assert refused.value.requeue
    assert SourceHolding.objects.get(source="near").failure is None


def test_remote_data_are_read_again_after_a_while(
    sources: Sources, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sources.register(far=["https://example.org/a.zarr"], both=[str(file), "s3://a/b.zarr"])
    monkeypatch.setattr(inventories, "survey_source", lambda source: (Inventory(), ()))
    assert sorted(sources.look()) == ["both", "far"]
    for name in ("far", "both"):
        row = sources.read(name)
        assert (row.files, row.stale) == ("", False)
    assert sources.look() == []
    sources.later(REMOTE_AGE)
    assert sorted(sources.look()) == ["both", "far"]


def test_sources_that_vanish_are_forgotten(sources: Sources) -> None:
    sources.look()
    row = sources.read("near")
    sources.register()
    sources.look()
    assert not SourceHolding.objects.exists()
    inventories.read(str(row.pk), str(SYSTEM))
    assert not SourceHolding.objects.exists()


def test_an_ensemble_is_read_by_one_member_and_names_all(
    sources: Sources, monkeypatch: pytest.MonkeyPatch
) -> None:
    from diagnostics.errors import InputDataError
    from diagnostics.service import inspection

    asked = []

    def survey(data: Any) -> Inventory:
        asked.append(data.member)
        if data.member is None:
            raise InputDataError("which?", code="several_members", data={"members": [3, 5]})
        return Inventory()

    monkeypatch.setattr(inspection, "survey", survey)
    sources.look()
    row = sources.read("near")
    assert (asked, row.members, row.failure) == ([None, 3], [3, 5], None)


def test_a_source_of_statistics_alone_is_read_by_the_first_and_names_all(
    sources: Sources, real_data: Callable[[str], Path]
) -> None:
    sources.register(near=[str(real_data("../files/percentile/p3.nc"))])
    sources.look()
    row = sources.read("near")
    assert row.failure is None
    assert row.inventory is not None
    assert row.inventory.choice is not None
    assert (row.inventory.choice.statistic, row.inventory.statistics()) == (
        "p10",
        ("p10", "p50", "p90"),
    )


def test_of_a_real_ensemble_of_two_runs(
    sources: Sources,
    tmp_path: Path,
    written_sample: Callable[[str, Path], Any],
    two_runs_of_two: Callable[..., Path],
) -> None:
    """What a run holds is among what all of them hold: no period of it would be refused."""
    starts = ("2026-07-02T00:00Z", "2026-07-02T06:00Z")
    written_sample("rainstorm", tmp_path / "rainstorm.nc")
    path = two_runs_of_two(tmp_path / "rainstorm.nc", tmp_path / "runs.nc", starts)
    sources.register(near=[str(path)])
    sources.look()
    row = sources.read("near")
    inventory = row.inventory
    assert (row.members, row.failure) == ([0, 1], None)
    assert inventory is not None
    for start in starts:
        one = DataSelection((str(path),), run=datetime.fromisoformat(start), member=1)
        assert set(one.open().inventory().times) <= set(inventory.times)


def test_no_path_of_the_server_is_kept(
    sources: Sources, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    held = Inventory(title=f"from {file}", attribution=f"see {file.parent}/readme.txt")
    monkeypatch.setattr(inventories, "survey_source", lambda source: (held, ()))
    sources.look()
    row = sources.read("near")
    assert str(file.parent) not in json.dumps(row.document)
    assert row.document["title"] == "from near"


def test_what_the_database_cannot_keep_is_a_failure_too(
    sources: Sources, monkeypatch: pytest.MonkeyPatch
) -> None:
    held = Inventory(title="a\0b")
    monkeypatch.setattr(inventories, "survey_source", lambda source: (held, ()))
    sources.look()
    row = sources.read("near")
    assert row.failure is not None
    assert row.failure["id"] == "error-internal"


def test_a_source_that_cannot_be_looked_at_does_not_keep_others_from_it(
    sources: Sources, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sources.register(closed=["/closed"], near=[str(file)])

    def look(path: Path) -> list[Path]:
        if str(path) == "/closed":
            raise PermissionError
        return [path]

    monkeypatch.setattr(known, "_files", look)
    assert sorted(sources.look()) == ["closed", "near"]
    assert SourceHolding.objects.get(source="closed").newest_at is None


def test_rounds_are_bounded_and_those_never_read_come_first(
    sources: Sources, monkeypatch: pytest.MonkeyPatch
) -> None:
    sources.look()
    sources.read("near")
    SourceHolding.objects.update(files="changed")
    many = [SourceHolding(source=f"s{number}", files="x") for number in range(BATCH)]
    SourceHolding.objects.bulk_create(many)
    OutboxRow.objects.all().delete()
    assert inventories_send(WAIT) == BATCH
    names = dict(SourceHolding.objects.values_list("pk", "source"))
    asked = {names[row.subject_id] for row in OutboxRow.objects.all()}
    assert asked == {row.source for row in many}
    assert inventories_send(WAIT) == 1


def test_a_worker_takes_the_message(sources: Sources, sent: list[tuple[str, list[str]]]) -> None:
    sources.look()
    relay()
    row = SourceHolding.objects.get()
    assert (READER, [str(row.pk), str(SYSTEM)]) in sent
    assert READER in app.tasks
    assert known.QUEUE == "diagnose"


def test_the_worker_of_upkeep_looks_when_it_starts(
    sources: Sources, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[None] = []
    monkeypatch.setattr(upkeep.look_at_sources, "delay", lambda: asked.append(None))
    for queue, wanted in (("diagnose", 0), ("upkeep", 1)):
        taken = property(lambda _, name=queue: {name: None})
        monkeypatch.setattr(type(app.amqp.queues), "consume_from", taken)
        upkeep._look_at_once()
        assert len(asked) == wanted


def test_many_files_are_not_all_looked_at(
    platform_settings: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(known, "MOST_FILES", 3)
    for number in range(5):
        (tmp_path / f"{number}.nc").touch()
    Sources(platform_settings, many=[str(tmp_path)])
    source_files_keep()
    row = SourceHolding.objects.get(source="many")
    assert row.files
    assert row.newest_at is not None
    assert row.newest_at <= timezone.now()


class TestOfACentre:
    """What a centre has registered below a root is read as the operator's sources are."""

    @pytest.fixture
    def key(self, settings: Any, tmp_path: Path, written_sample: Any, alpha: Centre) -> str:
        folder = tmp_path / "data" / "alpha"
        folder.mkdir(parents=True)
        written_sample(SAMPLE, folder / "own.nc")
        roots = {"own": {"path": str(tmp_path / "data" / "{centre}"), "title": "Own"}}
        use = settings.ENVIRONMENT.model_copy
        settings.ENVIRONMENT = use(update={"hvrmet_source_roots": json.dumps(roots)})
        wanted = NewSource(name="own", title="Own", root="own", below=("own.nc",))
        with scope(alpha.id):
            source_register(wanted, principal=alpha.principal)
        return f"{alpha.id}/own"

    def test_is_read_at_once_under_its_name(self, key: str, tmp_path: Path) -> None:
        inventories.read(str(SourceHolding.objects.get(source=key).pk), str(SYSTEM))
        row = SourceHolding.objects.get(source=key)
        assert row.failure is None
        assert row.inventory is not None and len(row.inventory.times) > 1
        assert (row.stale, row.newest_at is not None) == (False, True)
        assert str(tmp_path) not in json.dumps(row.document)
        upkeep.look_at_sources()
        assert not SourceHolding.objects.get(source=key).stale

    def test_a_link_out_of_the_root_is_not_opened(self, key: str, tmp_path: Path) -> None:
        secret = tmp_path / "secret.nc"
        (tmp_path / "data" / "alpha" / "own.nc").rename(secret)
        (tmp_path / "data" / "alpha" / "own.nc").symlink_to(secret)
        inventories.read(str(SourceHolding.objects.get(source=key).pk), str(SYSTEM))
        row = SourceHolding.objects.get(source=key)
        assert (row.read_at, row.failure["id"]) == (None, "dataerror-source_outside_root")
