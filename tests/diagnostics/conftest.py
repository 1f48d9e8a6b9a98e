"""A finished run on a generated case, made once for everything that looks at runs."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from functools import cache
from importlib import import_module
from typing import Any, ClassVar

import pytest
from pyproj.crs import PrimeMeridian
from pyproj.crs.datum import CustomDatum

from diagnostics.contracts.events import EventBody, RecordedEvent
from diagnostics.contracts.evidence import ArtifactRef, EvidenceItem
from diagnostics.contracts.guidelines import GuidelineEntry, GuidelineRelease
from diagnostics.contracts.report import Report
from diagnostics.contracts.request import DiagnosisRequest
from diagnostics.guidelines import load_release
from diagnostics.ports import ControlSignal
from tests import generated_samples
from tests.generated_samples import generated


class KilledError(Exception):
    """The process died here."""


@dataclass
class MemoryRun:
    """Every sink of the loop in memory; the log can be cut, the clock does not run."""

    events: list[RecordedEvent] = field(default_factory=list)
    evidence: dict[str, EvidenceItem] = field(default_factory=dict)
    files: dict[str, bytes] = field(default_factory=dict)
    blobs: dict[str, bytes] = field(default_factory=dict)
    stop_after: int | None = None
    killed: ClassVar[type[Exception]] = KilledError

    def append(self, body: EventBody, attempt: int) -> RecordedEvent:
        if self.stop_after is not None and len(self.events) >= self.stop_after:
            raise KilledError
        seq = len(self.events) + 1
        at = datetime(2026, 1, 1, tzinfo=UTC) + timedelta(seconds=seq)
        event = RecordedEvent(seq=seq, at=at, body=body)
        self.events.append(event)
        return event

    def put(self, *args: Any) -> ArtifactRef | None:
        if len(args) == 1:
            item: EvidenceItem = args[0]
            self.evidence[item.call_key] = item
            return None
        name, data, media_type = args
        digest = hashlib.sha256(data).hexdigest()
        self.files[name] = data
        self.blobs[digest] = data
        return ArtifactRef(name=name, sha256=digest, media_type=media_type, size=len(data))

    def get(self, sha256: str) -> bytes:
        return self.blobs[sha256]

    def release(self, digest: str | None = None) -> Any:
        return load_release()

    def poll(self) -> ControlSignal:
        return ControlSignal()

    def map(self, function: Callable[[Any], Any], items: Sequence[Any]) -> Any:
        return map(function, items)

    def submit(self, function: Callable[[Any], Any], item: Any) -> None:
        return None


def find_greenwich_by_name() -> None:
    """Let PROJ take "Greenwich" for the name of a meridian, as it is meant.

    As anything that a user may have written, it is searched for in all tables of PROJ's database:
    half a second for each projection, and MetPy asks for the projection of every array.
    """
    make = CustomDatum.__new__

    def made(cls: Any, *args: Any, **named: Any) -> Any:
        if named.get("prime_meridian") == "Greenwich":
            named["prime_meridian"] = PrimeMeridian.from_name("Greenwich")
        return make(cls, *args, **named)

    CustomDatum.__new__ = made


find_greenwich_by_name()


@pytest.fixture(scope="session", autouse=True)
def _generated_once_for_all_processes(kept_outcome: Callable[..., Any]) -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(generated_samples, "keep", kept_outcome)
        yield


@cache
def rainstorm_source() -> Any:
    from diagnostics.fields.memory import MemorySource

    return MemorySource(generated("rainstorm"), title="generated rainstorm")


@dataclass(frozen=True)
class FinishedRun:
    """A run that ended with a report."""

    request: DiagnosisRequest
    log: MemoryRun
    report: Report

    @property
    def source(self) -> Any:
        """Its case, generated in this process when a test wants more than the run left."""
        return rainstorm_source()


def ports_of(source: Any, log: MemoryRun, **changes: Any) -> Any:
    from diagnostics.loop import LoopPorts

    ports = {
        "source": source,
        "guidelines": log,
        "artifacts": log,
        "evidence": log,
        "events": log,
        "control": log,
        "executor": log,
        **changes,
    }
    return LoopPorts(**ports)


@pytest.fixture(scope="session")
def make_ports() -> Callable[..., Any]:
    return ports_of


@pytest.fixture(scope="session")
def make_log() -> Callable[..., MemoryRun]:
    return MemoryRun


@pytest.fixture(scope="session")
def sample() -> Callable[[str], Any]:
    """Return a function from a sample's name to its dataset, generated once.

    Each caller has a dataset of its own, whose variables may be replaced; their values are shared.
    """
    return generated


OF_THE_DATA = (
    "run.check_with_margin",
    "situation.find_systems",
    "situation.render_situation_map",
    "event_chart.render_event_map",
    "event_chart.render_event_series",
)
"""What a run computes and draws of its source beside its steps."""


@pytest.fixture(scope="session")
def shared_outcomes(kept_outcome: Callable[..., Any]) -> Callable[[pytest.MonkeyPatch], None]:
    """Return a function that lets runs take what an earlier one computed or drew.

    A step is known by the content of its call and the title of its data, in all processes. So is
    what else is computed of a case in memory; of another source it is known in this process.
    """
    known: dict[Any, Any] = {}

    def kept(key: object, make: Callable[[], Any]) -> Any:
        if key not in known:
            known[key] = kept_outcome(key, make)
        return known[key]

    def share(patch: pytest.MonkeyPatch) -> None:
        from diagnostics.fields.memory import MemorySource
        from diagnostics.workflow import call_key, run_step

        def step_once(step: Any, context: Any, earlier: Any = None) -> Any:
            key = call_key(step, context, earlier), context.source.inventory().title
            return replace(kept(key, lambda: run_step(step, context, earlier)), step=step)

        def once(function: Callable[..., Any]) -> Callable[..., Any]:
            def shared(source: Any, *args: Any, **changes: Any) -> Any:
                asked = function.__name__, repr((args, sorted(changes.items())))
                if type(source) is MemorySource:
                    data = source.digest(), source.inventory().title
                    return kept((*asked, *data), lambda: function(source, *args, **changes))
                key = (*asked, source)
                if key not in known:
                    known[key] = function(source, *args, **changes)
                return known[key]

            return shared

        patch.setattr("diagnostics.loop.run.run_step", step_once)
        for name in OF_THE_DATA:
            module, _, attribute = name.partition(".")
            function = getattr(import_module(f"diagnostics.loop.{module}"), attribute)
            patch.setattr(f"diagnostics.loop.{name}", once(function))

    return share


@pytest.fixture
def steps_once(
    shared_outcomes: Callable[[pytest.MonkeyPatch], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Let the runs of a test take what an earlier one computed or drew for the same call.

    For tests of what a run decides and says: that a call gives the same twice is proved by those
    that resume, draft and recompute without this.
    """
    shared_outcomes(monkeypatch)


@pytest.fixture(scope="session")
def finished_run(
    kept_outcome: Callable[..., Any], shared_outcomes: Callable[[pytest.MonkeyPatch], None]
) -> FinishedRun:
    """A diagnosis of the generated rainstorm, made once for all processes of a run."""

    def finish() -> FinishedRun:
        from diagnostics.loop import diagnose
        from diagnostics.samples import sample_info

        request = DiagnosisRequest(source="rainstorm", region=sample_info("rainstorm").region)
        log = MemoryRun()
        with pytest.MonkeyPatch.context() as patch:
            shared_outcomes(patch)
            outcome = diagnose(request, ports_of(rainstorm_source(), log))
        assert outcome.status == "finished", outcome.message
        assert outcome.report is not None
        return FinishedRun(request, log, outcome.report)

    run: FinishedRun = kept_outcome("finished_run", finish)
    return run


@dataclass(frozen=True)
class OverlayRun:
    """A run with a release that a centre has put its overlay into.

    Attributes
    ----------
    limited, weighted, reworded : GuidelineEntry
        What the shared release says where the centre has another limit, weight or note.
    replaced : GuidelineEntry
        Not used; the centre has an entry like it, with the name ``our_own``.
    """

    events: list[RecordedEvent]
    release: GuidelineRelease
    limited: GuidelineEntry
    weighted: GuidelineEntry
    reworded: GuidelineEntry
    replaced: GuidelineEntry


@pytest.fixture(scope="session")
def overlay_run(
    finished_run: FinishedRun, shared_outcomes: Callable[[pytest.MonkeyPatch], None]
) -> OverlayRun:
    """A diagnosis of the generated rainstorm with an overlay about factors that it tests."""
    from diagnostics.catalog import get_catalog
    from diagnostics.contracts.overlay import Adjustment
    from diagnostics.guidelines import (
        Base,
        Stock,
        combined,
        editable_document,
        load_library,
        load_release,
        pack_release,
        unpack_release,
    )
    from diagnostics.guidelines.exchange import fields_of
    from diagnostics.loop import diagnose

    base, library = Base(load_release()), load_library()
    # what counts is tested again, however little else a weight or a limit changes
    tested = [
        base.release.entry(item.entry_id)
        for item in finished_run.report.evidence
        if item.judgement is not None and item.judgement.counts
    ]
    limited = next(
        entry for entry in tested if entry.id == "g_rainstorm_wv_flux_convergence_intensity"
    )
    tested.remove(limited)
    weighted = next(entry for entry in tested if entry.weight < 5)
    tested.remove(weighted)
    replaced, reworded = tested[:2]

    def says(entry: GuidelineEntry, path: str, value: Any) -> Any:
        was = base.says(("entry", entry.id), path)
        return Adjustment(kind="entry", item=entry.id, path=path, was=was, value=value)

    own = {**editable_document(replaced), "citations": [library.references[0].key]}
    said = [
        says(limited, "expected.absolute.value", limited.expected.absolute.value * 1.01),
        says(weighted, "weight", weighted.weight + 1),
        says(reworded, "note", "Read on our mountains with care."),
        says(replaced, "", None),
        *(
            Adjustment(kind="entry", item="our_own", path=path, own=True, value=value)
            for path, value in fields_of(own)
            if path != "id"
        ),
    ]
    stock = Stock(library.references, {spec.name: spec for spec in get_catalog().specs()})
    made = combined(base, said, stock, number=3)
    assert made.problems == ()
    release = unpack_release(pack_release(made.release), made.release.digest)

    class Pinned:
        def release(self, digest: str | None = None) -> GuidelineRelease:
            assert digest in (None, release.digest)
            return release

    log = MemoryRun()
    with pytest.MonkeyPatch.context() as patch:
        shared_outcomes(patch)
        ports = ports_of(finished_run.source, log, guidelines=Pinned())
        outcome = diagnose(finished_run.request, ports)
    assert outcome.status == "finished", outcome.message
    return OverlayRun(list(log.events), release, limited, weighted, reworded, replaced)
