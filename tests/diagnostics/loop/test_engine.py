"""The engine: endings, resume from any point, replay and recomputation."""

from __future__ import annotations

from collections import Counter

import pytest

from diagnostics.contracts.enums import ConclusionKind, EventType, Modality, Verdict
from diagnostics.contracts.request import DiagnosisRequest, LoopOptions
from diagnostics.contracts.space_time import Region
from diagnostics.errors import DiagnosticsError, InputDataError, SourceError
from diagnostics.fields.memory import MemorySource
from diagnostics.guidelines import load_release
from diagnostics.loop import diagnose, fold, rebuild_report, recompute
from diagnostics.ports import ControlSignal
from diagnostics.quantities.operators import index_tool
from diagnostics.samples import SAMPLES, sample_info
from diagnostics.workflow import ToolContext, read_plan
from tests.generated_samples import thinned


def test_rainstorm_is_supported_by_five_factors(finished_run):
    conclusion = finished_run.report.conclusion
    assert conclusion.kind is ConclusionKind.EVENT_SUPPORTED
    assert conclusion.event is EventType.RAINSTORM
    assert len(conclusion.counting) >= 5
    modalities = {item.modality for item in finished_run.report.evidence}
    assert modalities == set(Modality)


def test_log_is_numbered_without_gaps(finished_run):
    assert [event.seq for event in finished_run.log.events] == list(
        range(1, len(finished_run.log.events) + 1)
    )


def test_each_confirmed_index_has_its_map_and_field(finished_run):
    confirmed = [
        item
        for item in finished_run.report.evidence
        if item.modality is Modality.INDEX
        and item.judgement is not None
        and item.judgement.verdict is Verdict.CONFIRMED
    ]
    assert confirmed
    shown = {}
    for item in confirmed:
        names = [ref.name for ref in item.artifacts]
        shown[item.factor] = any(name.startswith("figures/") for name in names)
        assert any(name.startswith("fields/") for name in names) is shown[item.factor], item.factor
    # an area or another number of a whole region has no field
    assert shown == {name: index_tool(name).has_map for name in shown}


def test_run_leaves_its_report_and_workflow(finished_run):
    for name in ("report.md", "report.html", "diagnosis.json", "workflow.yaml"):
        assert finished_run.log.files[name]


def test_evidence_is_unique_by_call(finished_run):
    keys = Counter(item.call_key for item in finished_run.report.evidence)
    assert max(keys.values()) == 1


@pytest.mark.parametrize(
    "share",
    [*(pytest.param(share, marks=pytest.mark.slow) for share in (0.1, 0.35, 0.6)), 0.95],
)
def test_killed_run_resumes_to_the_same_report(
    finished_run, make_log, make_ports, shared_outcomes, share
):
    """What the run did before it was killed is shared; the resumed one computes for itself."""
    whole = finished_run.log.events
    log = make_log(stop_after=int(len(whole) * share))
    with pytest.MonkeyPatch.context() as patch:
        shared_outcomes(patch)
        with pytest.raises(log.killed):
            diagnose(finished_run.request, make_ports(finished_run.source, log))
    log.stop_after = None
    outcome = diagnose(
        finished_run.request, make_ports(finished_run.source, log), list(log.events), attempt=2
    )
    assert outcome.status == "finished"
    assert outcome.report.report_digest == finished_run.report.report_digest
    assert [event.body for event in log.events] == [event.body for event in whole]


def test_finished_run_is_left_alone(finished_run, make_log, make_ports):
    log = make_log(events=list(finished_run.log.events))
    before = len(log.events)
    outcome = diagnose(finished_run.request, make_ports(finished_run.source, log), log.events)
    assert outcome.status == "finished"
    assert len(log.events) == before


def test_replay_gives_the_same_digest(finished_run):
    report, state = rebuild_report(finished_run.log.events, load_release())
    assert report.report_digest == state.report_digest == finished_run.report.report_digest


def test_replay_refuses_a_log_with_a_gap(finished_run):
    events = list(finished_run.log.events)
    del events[3]
    with pytest.raises(InputDataError, match="gaps"):
        rebuild_report(events, load_release())


def test_recompute_is_identical_on_this_machine(finished_run):
    plan = read_plan(finished_run.log.files["workflow.yaml"].decode())
    context = ToolContext(finished_run.source, finished_run.source.digest())
    found = recompute(plan, context)
    assert found.same_environment
    differing = [step for step in found.steps if not step.identical]
    assert differing == []


def test_recompute_refuses_other_data(finished_run):
    plan = read_plan(finished_run.log.files["workflow.yaml"].decode())
    with pytest.raises(InputDataError) as caught:
        recompute(plan, ToolContext(finished_run.source, "0" * 64))
    assert caught.value.code == "data_changed"


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=pytest.mark.slow)
        for name in SAMPLES
        if name not in ("rainstorm", "quiet")
    ],
)
def test_each_sample_ends_in_its_own_type(sample, make_log, make_ports, name):
    log = make_log()
    request = DiagnosisRequest(source=name, region=sample_info(name).region)
    outcome = diagnose(request, make_ports(MemorySource(sample(name), title=name), log))
    assert outcome.status == "finished", outcome.message
    assert outcome.report.conclusion.kind is ConclusionKind.EVENT_SUPPORTED
    assert outcome.report.conclusion.event == name


@pytest.mark.parametrize("every", [4, pytest.param(1, marks=pytest.mark.slow)])
def test_quiet_case_ends_honestly(make_log, make_ports, every):
    log = make_log()
    few = LoopOptions(max_turns=3 if every > 1 else 50)
    request = DiagnosisRequest(source="quiet", region=sample_info("quiet").region, options=few)
    source = MemorySource(thinned("quiet", every), title="quiet")
    outcome = diagnose(request, make_ports(source, log))
    conclusion = outcome.report.conclusion
    assert conclusion.kind is ConclusionKind.NO_SIGNIFICANT_EVENT
    assert conclusion.event is None
    assert conclusion.causes == ()
    distances = {
        item.event: item.metrics.distance
        for item in outcome.report.classification.assessments
        if item.metrics is not None
    }
    nearest = conclusion.occurrence.nearest
    assert distances[nearest] == max(distances.values()) < 0
    assert conclusion.turns
    tested = {item.entry_id for item in outcome.report.evidence}
    assert tested <= {entry.id for entry in load_release().entries if nearest in entry.event_types}
    assert all(item.controls is None for item in outcome.report.evidence)
    [opening, *_] = outcome.report.sections[0].sentences
    shown = {claim.path for claim in outcome.report.claims if claim.id in opening.claims}
    assert any(path.endswith(".metrics.peak") for path in shown)
    assert any(path.endswith(".metrics.threshold_effective") for path in shown)


def test_lacking_criteria_end_in_insufficient_evidence(sample, make_log, make_ports):
    dataset = sample("rainstorm").drop_vars(
        ["tp", "sf", "u10", "v10", "fg10", "t2m", "d2m", "mx2t", "mn2t", "w", "q"]
    )
    request = DiagnosisRequest(source="bare", region=sample_info("rainstorm").region)
    outcome = diagnose(request, make_ports(MemorySource(dataset, title="bare"), make_log()))
    conclusion = outcome.report.conclusion
    assert conclusion.kind is ConclusionKind.INSUFFICIENT_EVIDENCE
    assert conclusion.not_testable


@pytest.mark.usefixtures("steps_once")
def test_one_turn_may_not_suffice_and_says_so(finished_run, make_log, make_ports):
    request = finished_run.request.model_copy(update={"options": LoopOptions(max_turns=1)})
    outcome = diagnose(request, make_ports(finished_run.source, make_log()))
    assert outcome.report.conclusion.turns == 1


def test_region_outside_the_data_records_nothing(finished_run, make_log, make_ports):
    request = DiagnosisRequest(source="x", region=Region(west=-60, south=-40, east=-50, north=-30))
    log = make_log()
    with pytest.raises(DiagnosticsError) as caught:
        diagnose(request, make_ports(finished_run.source, log))
    assert caught.value.code == "region_outside_data"
    assert log.events == []


def test_unknown_preset_records_nothing(finished_run, make_log, make_ports):
    request = finished_run.request.model_copy(update={"preset": "nobody"})
    log = make_log()
    with pytest.raises(DiagnosticsError):
        diagnose(request, make_ports(finished_run.source, log))
    assert log.events == []


class Vanishing:
    """A source whose data disappear after some reads."""

    def __init__(self, source, reads):
        self.source, self.reads = source, reads

    def inventory(self):
        return self.source.inventory()

    def digest(self):
        return self.source.digest()

    def check_unchanged(self):
        self.source.check_unchanged()

    def load(self, request):
        self.reads -= 1
        if self.reads < 0:
            raise SourceError("the file is gone; restore it", code="source_vanished")
        return self.source.load(request)


def test_source_that_vanishes_fails_the_run_with_a_reason(finished_run, make_log, make_ports):
    log = make_log()
    outcome = diagnose(finished_run.request, make_ports(Vanishing(finished_run.source, 2), log))
    assert outcome.status == "failed"
    assert outcome.code == "source_vanished"
    assert log.events[-1].body.type == "run_failed"
    assert fold(log.events).failure is not None


class CancelAfter:
    def __init__(self, polls):
        self.polls = polls

    def poll(self):
        self.polls -= 1
        if self.polls < 0:
            return ControlSignal(action="cancel", author="forecaster", reason="no longer needed")
        return ControlSignal()


def test_cancel_stops_between_steps(finished_run, make_log, make_ports):
    log = make_log()
    ports = make_ports(finished_run.source, log, control=CancelAfter(2))
    outcome = diagnose(finished_run.request, ports)
    assert outcome.status == "cancelled"
    assert log.events[-1].body.author == "forecaster"


def test_changed_data_are_not_mixed_into_a_resumed_run(finished_run, sample, make_log, make_ports):
    log = make_log(events=list(finished_run.log.events[:12]))
    other = MemorySource(sample("gale"), title="other")
    with pytest.raises(SourceError) as caught:
        diagnose(finished_run.request, make_ports(other, log), list(log.events))
    assert caught.value.code == "data_changed"
