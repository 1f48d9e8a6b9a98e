"""The task with the real loop on generated data: to the report, in slices, and on bad input."""

from __future__ import annotations

import json
from itertools import count
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from django.conf import settings
from django.utils import timezone
from hvrmet.core.db.scope import scope
from hvrmet.evidence.models import EvidenceItem
from hvrmet.jobs.models import OutboxRow, QueueRow
from hvrmet.jobs.queue import leases
from hvrmet.jobs.selectors import event_list, job_get
from hvrmet.jobs.states import RETRYABLE, JobState, fold
from hvrmet.reports.models import ReportReading, ReportVersion
from hvrmet.testing import Centre, IdleHeartbeat, make_centre, queue_job

from diagnostics.contracts.guidelines import GuidelineEntry, IndexExpectation
from diagnostics.contracts.overlay import Adjustment
from diagnostics.guidelines import Base
from diagnostics.ports import ControlSignal
from knowledge.models import Adoption, Release
from knowledge.selectors import current_release_digest, release_document, tools_by_name
from knowledge.services.overlays import overlay_made
from tasks import diagnosis, diagnosis_runner
from tasks.adapters import JobControl
from tasks.source_names import SourceNames

pytestmark = pytest.mark.django_db
SAMPLE = "rainstorm"
SHORT = {"target_factors": 3}
OUTSIDE = [-80, -50, -60, -30]


@pytest.fixture(scope="module")
def sample(tmp_path_factory, written_sample) -> Any:
    return written_sample(SAMPLE, tmp_path_factory.mktemp("sample") / "sample.nc")


@pytest.fixture
def centre(platform_settings, sample, whole_library, tmp_path: Path, monkeypatch) -> Centre:
    """A centre with the whole library and three sources, one of them damaged, one missing."""
    (tmp_path / "text.nc").write_text("this is no data")
    sources = {
        "sample": {"paths": [str(sample.path)], "title": "Generated"},
        "damaged": {"paths": [str(tmp_path / "text.nc")], "title": "Damaged"},
        "missing": {"paths": [str(tmp_path / "gone.nc")], "title": "Gone"},
    }
    platform_settings.ENVIRONMENT = platform_settings.ENVIRONMENT.model_copy(
        update={"hvrmet_sources": json.dumps(sources)}
    )
    monkeypatch.setattr(diagnosis, "Heartbeat", IdleHeartbeat)
    return make_centre("alpha")


def work(centre: Centre, job_id) -> JobState:
    """Deliver the job's messages until there are none."""
    while OutboxRow.objects.filter(subject_id=job_id).exists():
        OutboxRow.objects.filter(subject_id=job_id).delete()
        diagnosis.run(str(job_id), str(centre.id))
    with scope(centre.id):
        assert_without_paths(job_id)
        return JobState.model_validate(job_get(job_id).state)


def assert_without_paths(job_id) -> None:
    """Nothing that a tenant reads of a job, however it ended, names a place on the server."""
    texts = [event.model_dump_json() for event in event_list(job_id, limit=None)]
    links = {
        EvidenceItem: "job_id",
        ReportVersion: "report__job_id",
        ReportReading: "version__report__job_id",
    }
    for table, link in links.items():
        rows = table.objects.filter(**{link: job_id}).values()
        rows = [{name: row[name] for name in row if name != "html"} for row in rows]
        texts += [json.dumps(row, default=str) for row in rows]
    texts.append(json.dumps(job_get(job_id).state, default=str))
    for registered in json.loads(settings.ENVIRONMENT.hvrmet_sources).values():
        for path in registered["paths"]:
            assert not [text for text in texts if str(Path(path).parent) in text]
    assert not [text for text in texts if SourceNames("").hide(text) != text]


def digest(centre: Centre, job_id) -> str:
    with scope(centre.id):
        return ReportVersion.objects.get(report__job_id=job_id).digest


@pytest.mark.slow
def test_a_run_in_slices_ends_in_the_same_report(centre, sample, monkeypatch) -> None:
    region = sample.region.bounds()
    whole = queue_job(centre, region=region)
    state = work(centre, whole)
    assert (state.status, state.event) == ("finished", SAMPLE), state.failure
    assert state.attempt == 1

    polls = count(1)

    def yield_every_fifth_time(_control: JobControl) -> ControlSignal:
        return ControlSignal(action="continue" if next(polls) % 5 else "yield")

    monkeypatch.setattr(JobControl, "poll", yield_every_fifth_time)
    sliced = queue_job(centre, region=region)
    resumed = work(centre, sliced)
    assert resumed.status == "finished", resumed.failure
    assert resumed.attempt > 3
    assert digest(centre, sliced) == digest(centre, whole)
    with scope(centre.id):
        events = event_list(sliced, limit=None)
        assert [event.seq for event in events] == list(range(1, len(events) + 1))
        assert JobState.model_validate(job_get(sliced).state) == fold(events)
        once = [event.body.type for event in event_list(whole, limit=None)]
        again = [e.body.type for e in events if e.body.type not in ("job_claimed", "resumed")]
        assert [name for name in once if name != "job_claimed"] == again
        for job_id in (whole, sliced):
            stored = set(
                EvidenceItem.objects.filter(job_id=job_id).values_list("evidence_id", flat=True)
            )
            assert stored == {item.evidence_id for item in state.factors} | {
                "event",
                "event_series",
                "situation",
            }


@pytest.mark.parametrize("change", ["vanished", pytest.param("changed", marks=pytest.mark.slow)])
def test_what_a_source_does_in_mid_run_is_no_verdict(
    centre, sample, platform_settings, tmp_path, monkeypatch, change
) -> None:
    """The job fails, can be retried, and nothing was concluded."""
    copy = tmp_path / "copy.nc"
    copy.write_bytes(Path(sample.path).read_bytes())
    platform_settings.ENVIRONMENT = platform_settings.ENVIRONMENT.model_copy(
        update={"hvrmet_sources": json.dumps({"copy": {"paths": [str(copy)], "title": "Copy"}})}
    )
    polls = count(1)

    def disturb(_control: JobControl) -> ControlSignal:
        if next(polls) == 4:
            if change == "vanished":
                copy.unlink()
            else:
                copy.write_bytes(copy.read_bytes() + b"more")
        return ControlSignal()

    monkeypatch.setattr(JobControl, "poll", disturb)
    job_id = queue_job(centre, source="copy", region=sample.region.bounds())
    state = work(centre, job_id)
    assert (state.status, state.failure.code) == ("failed", f"source_{change}")
    assert state.status in RETRYABLE
    assert state.conclusion is None
    with scope(centre.id):
        kinds = {event.body.type for event in event_list(job_id, limit=None)}
    assert not kinds & {"concluded", "report_drafted"}


@pytest.mark.parametrize(
    ("changes", "code"),
    [({"run": "1999-01-01T00:00Z"}, "missing_run"), ({"members": [7]}, "missing_member")],
)
def test_a_run_or_member_that_is_not_there_is_refused(centre, sample, changes, code) -> None:
    job_id = queue_job(centre, region=sample.region.bounds(), **changes)
    state = work(centre, job_id)
    assert (state.status, state.failure.code) == ("failed", code)
    assert "open_source" not in state.failure.message


@pytest.mark.parametrize(
    "changes",
    [
        {"source": "missing"},
        {"source": "damaged"},
        {"region": OUTSIDE},
        {"window": {"start": "1990-01-01T00:00Z", "end": "1990-01-02T00:00Z"}},
    ],
    ids=lambda changes: next(iter(changes)) + "=" + str(next(iter(changes.values())))[:10],
)
def test_bad_input_fails_the_job_with_a_readable_reason(centre, sample, changes) -> None:
    job_id = queue_job(centre, **{"region": sample.region.bounds(), **changes})
    state = work(centre, job_id)
    assert state.status == "failed"
    assert state.failure.code not in {"internal_error", "input_output_failed"}, state.failure
    assert len(state.failure.message) > 20
    assert "Traceback" not in state.failure.message


def test_a_source_that_vanishes_half_way_fails_the_job(
    centre, sample, platform_settings, tmp_path, monkeypatch
) -> None:
    """The first slice ends after the data were seen; then the file is gone."""
    copy = tmp_path / "copy.nc"
    copy.write_bytes(Path(sample.path).read_bytes())
    platform_settings.ENVIRONMENT = platform_settings.ENVIRONMENT.model_copy(
        update={"hvrmet_sources": json.dumps({"copy": {"paths": [str(copy)], "title": "Copy"}})}
    )
    job_id = queue_job(centre, source="copy", region=sample.region.bounds())
    OutboxRow.objects.all().delete()
    lease = leases.claim(job_id=job_id, tenant_id=centre.id, worker="w")
    outcome = diagnosis_runner.run_diagnosis(lease, lost=lambda: False, slice_seconds=0.0)
    assert outcome.status == "yielded"
    leases.release(lease)
    copy.unlink()
    state = work(centre, job_id)
    assert (state.status, state.failure.code != "internal_error") == ("failed", True)


@pytest.mark.slow
def test_an_overlay_changes_the_verdicts_of_its_own_centre_alone(centre, sample) -> None:
    """Both diagnose the same data with the same shared release; one has a limit nothing reaches."""
    neighbour = make_centre("beta")
    wanted = {"region": sample.region.bounds(), "options": {"target_factors": 2, "max_turns": 3}}

    def verdicts(of: Centre) -> tuple[str, dict[str, str]]:
        job_id = queue_job(of, **wanted)
        state = work(of, job_id)
        assert state.status == "finished", state.failure
        with scope(of.id):
            release = release_document(job_get(job_id).release_digest)
        return release.version, {item.entry_id: item.verdict.value for item in state.factors}

    shared, before = verdicts(neighbour)
    confirmed = [name for name, verdict in before.items() if verdict == "confirmed"]
    with scope(centre.id):
        entry_id = put_in_force(centre, confirmed)
    version, ours = verdicts(centre)
    assert version == f"{shared}+centre.1"
    assert ours[entry_id] == "refuted"
    with scope(neighbour.id):
        assert release_document(current_release_digest()).version == shared


def put_in_force(centre: Centre, names: list[str]) -> str:
    """Let a centre judge the first index of some entries by a limit that nothing reaches."""
    release = Release.objects.get()
    base = Base(release_document(release.digest))
    entry = next(filter(judged_alone, map(base.release.entry, names)))
    said = Adjustment(
        kind="entry",
        item=entry.id,
        path="expected.absolute.value",
        was=entry.expected.absolute.value,
        value=tools_by_name()[entry.factor].valid_range[1],
    )
    overlay = overlay_made(centre.principal, release, base, [said])
    Adoption.objects.create(
        release=release, overlay=overlay, proposed_by_id=uuid4(), adopted_at=timezone.now()
    )
    return entry.id


def judged_alone(entry: GuidelineEntry) -> bool:
    """Whether an entry is judged without a climatology by one limit, which is exceeded."""
    expected = entry.expected
    if not isinstance(expected, IndexExpectation) or expected.absolute is None:
        return False
    return expected.absolute.op == ">=" and not expected.bands


@pytest.mark.slow
def test_a_running_job_takes_orders_at_its_next_step(centre, sample, client, monkeypatch) -> None:
    """A forecaster pins one factor and rules out another; another worker goes on then."""
    job_id = queue_job(centre, region=sample.region.bounds(), options=SHORT)
    address = f"/api/v1/diagnoses/{job_id}/steering/"
    look, looks = JobControl.poll, count(1)

    def order_before_the_fourth_look(control: JobControl) -> ControlSignal:
        number = next(looks)
        for action, factor in (("pin", "cape"), ("veto", "pwat")) if number == 4 else ():
            reply = client.post(
                address,
                {"action": action, "factor": factor, "reason": "seen on the radar"},
                content_type="application/json",
                headers=centre.headers,
            )
            assert reply.status_code == 202, reply.content
        control._next_look = 0.0
        signal = look(control)
        return signal.model_copy(update={"action": "yield"}) if number == 5 else signal

    monkeypatch.setattr(JobControl, "poll", order_before_the_fourth_look)
    state = work(centre, job_id)
    assert (state.status, state.attempt) == ("finished", 2), state.failure
    assert "cape" in [factor.factor for factor in state.factors]
    listed = client.get(address, headers=centre.headers).json()["results"]
    assert [item["status"] for item in listed] == ["applied", "applied"]
    with scope(centre.id):
        types = [event.body.type for event in event_list(job_id, limit=None)]
        report = ReportVersion.objects.get(report__job_id=job_id)
        rows = ReportReading.objects.filter(version=report)
        readings = {row.language: json.dumps(row.document) for row in rows}
    assert types.count("steered") == 2
    assert "seen on the radar" in report.markdown
    assert sorted(readings) == ["en", "zh"]
    assert all("seen on the radar" in text for text in readings.values())


def test_a_running_job_is_cancelled_at_its_next_step(centre, sample, client, monkeypatch) -> None:
    """The wish comes over REST while the loop is between two steps."""
    job_id = queue_job(centre, region=sample.region.bounds())
    look, looks = JobControl.poll, count(1)

    def ask_before_the_third_look(control: JobControl) -> ControlSignal:
        if next(looks) == 3:
            client.post(
                f"/api/v1/diagnoses/{job_id}/cancel/",
                {"reason": "enough"},
                content_type="application/json",
                headers=centre.headers,
            )
            control._next_look = 0.0
        return look(control)

    monkeypatch.setattr(JobControl, "poll", ask_before_the_third_look)
    assert work(centre, job_id).status == "cancelled"
    with scope(centre.id):
        last = event_list(job_id, limit=None)[-1].body
    assert (last.type, last.author, last.reason) == ("cancelled", "service:suite", "enough")
    assert not QueueRow.objects.exists()
