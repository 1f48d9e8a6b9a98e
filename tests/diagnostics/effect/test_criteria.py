"""What changed criteria of events do to the generated cases and to stored runs."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from copy import deepcopy
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest

from diagnostics.bench.known_cases import REAL_CASES
from diagnostics.contracts.effect import (
    CriteriaChange,
    CriteriaOnCases,
    CriteriaOnRuns,
    EffectPart,
    EffectRequest,
    EntryChange,
    RunLabel,
    StoredRunLabel,
)
from diagnostics.contracts.enums import EventType, Firing, Language
from diagnostics.contracts.guidelines import GuidelineRelease
from diagnostics.contracts.library import Library, LibraryPreset
from diagnostics.contracts.request import PRESETS, DiagnosisRequest
from diagnostics.contracts.space_time import Region
from diagnostics.effect import OpenedData, StoredRun, effect_on_cases, effect_on_runs
from diagnostics.effect.changes import criteria_releases
from diagnostics.effect.classifications import Both, type_changes, types_about, worded_assessment
from diagnostics.effect.criteria_on_runs import tells_that_nothing_changes
from diagnostics.effect.stored_runs import DataAllowance, RunData
from diagnostics.fields import open_source
from diagnostics.fields.memory import MemorySource
from diagnostics.guidelines import (
    changed_numbers,
    changes_digest,
    deciding_criteria,
    load_release,
    preset_documents,
    preset_numbers,
    release_of,
)
from diagnostics.guidelines.exchange.paths import field_value
from diagnostics.loop import fold
from diagnostics.loop.engine import begin
from diagnostics.loop.open_run import open_case, usable_source
from diagnostics.loop.run import Run
from diagnostics.loop.state import RunState
from diagnostics.samples import sample_info
from tests.diagnostics.conftest import MemoryRun, ports_of
from tests.diagnostics.effect.changed_entries import limited
from tests.generated_samples import thinned

CMA = preset_documents()["cma"]
NUMBERS = {number.path: number.value for number in preset_numbers(CMA)}
RAIN = tuple(path for path in NUMBERS if path.startswith("criteria.rainstorm.windows."))
GALE = "criteria.gale.sustained.0.value"
ENTRY = load_release().entry("g_rainstorm_wv_flux_convergence_intensity")


def changed(numbers: Mapping[str, float], preset: str = "cma") -> CriteriaChange:
    """Return other numbers of the criteria of the package."""
    before = preset_documents()[preset]
    after = deepcopy(before)
    for path, value in numbers.items():
        place, _, last = path.rpartition(".")
        field_value(after, place)[last] = value
    return CriteriaChange(preset=preset, before=before, after=after)


def scaled(factor: float, paths: tuple[str, ...] = RAIN) -> CriteriaChange:
    return changed({path: NUMBERS[path] * factor for path in paths})


def undone(change: CriteriaChange) -> CriteriaChange:
    return CriteriaChange(preset=change.preset, before=change.after, after=change.before)


def request(part: EffectPart, *criteria: CriteriaChange, entries: Any = ()) -> EffectRequest:
    digest = changes_digest(entries, criteria)
    return EffectRequest(part=part, digest=digest, changes=entries, criteria=criteria)


def on_runs(run: StoredRun, *criteria: CriteriaChange) -> CriteriaOnRuns:
    found = effect_on_runs(
        request(EffectPart.RUNS, *criteria),
        [run],
        of=0,
        total=1,
        progress=lambda done, total: None,
        of_criteria={"cma": 7},
    )
    assert (found.runs, found.rates, found.verdicts, found.conclusions) == (0, (), (), ())
    return found.criteria[0]


@pytest.fixture
def stored(finished_run: Any) -> StoredRun:
    """A run that found a rainstorm, whose source is no longer registered."""
    return _run(finished_run.log.events, EventType.RAINSTORM)


@pytest.fixture
def with_data(stored: StoredRun, finished_run: Any) -> StoredRun:
    return replace(stored, open=lambda: OpenedData(finished_run.source, None))


@pytest.fixture(scope="module")
def calm() -> StoredRun:
    """A run that met no event, whose data are still there."""
    source = MemorySource(thinned("quiet"), title="generated quiet")
    return _classified(source, DiagnosisRequest(source="quiet", region=sample_info("quiet").region))


def _classified(source: Any, asked: DiagnosisRequest) -> StoredRun:
    log = MemoryRun()
    ports = ports_of(source, log)
    run = Run(asked, ports, RunState(), attempt=1)
    begin(run, open_case(asked, ports, run.state))
    return replace(_run(log.events, None), open=lambda: OpenedData(source, None))


def _run(events: Any, event: EventType | None) -> StoredRun:
    kind = StoredRunLabel if event is None else RunLabel
    label = kind(
        job=UUID(int=1),
        source="here",
        event=event,
        region=sample_info("rainstorm").region,
        period=None,
        at=datetime(2026, 7, 6, tzinfo=UTC),
    )
    return StoredRun(label, events, load_release(), None)


def again(run: StoredRun, release: GuidelineRelease) -> Any:
    return RunData(run, fold(run.events), DataAllowance(1)).classified(release)


def classified(run: StoredRun, change: CriteriaChange) -> Both:
    sides = criteria_releases(run.release, change)
    return Both(again(run, sides.before), again(run, sides.after))


class TestChange:
    def test_a_text_or_the_same_number_is_none(self) -> None:
        library = Library(presets=(LibraryPreset(name="cma", numbers={GALE: NUMBERS[GALE]}),))
        assert deciding_criteria(load_release(), release_of(library)) == ()
        relabelled = deepcopy(CMA)
        relabelled["criteria"]["gale"]["sustained"][0] |= {"label": "L", "source": "seen"}
        relabelled["authority"] = "another text"
        change = CriteriaChange(preset="cma", before=CMA, after=relabelled)
        assert (changed_numbers(change), types_about(change)) == ({}, ())

    def test_is_of_the_number_that_the_library_sets(self) -> None:
        library = Library(presets=(LibraryPreset(name="cma", numbers={GALE: 20.0}),))
        [change] = deciding_criteria(load_release(), release_of(library))
        assert changed_numbers(change) == {GALE: (NUMBERS[GALE], 20.0)}
        assert types_about(change) == (EventType.GALE,)

    def test_of_days_and_areas_is_about_every_type_that_the_criteria_are_for(self) -> None:
        area = {"area.min_object.value": 4000.0}
        assert types_about(changed(area)) == tuple(EventType)
        rain, heat, cold = EventType.RAINSTORM, EventType.HEAT_WAVE, EventType.COLD_WAVE
        assert types_about(changed(area, "etccdi")) == (rain, heat, cold)

    def test_has_a_digest_of_its_own(self) -> None:
        one, other = scaled(2.0), scaled(3.0)
        digests = {
            changes_digest(entries, criteria)
            for entries in ((), (EntryChange(before=None, after=ENTRY),))
            for criteria in ((), (one,), (other,), (undone(one),))
        }
        assert len(digests) == 8

    def test_both_sides_stand_in_a_release_that_says_otherwise(self) -> None:
        change = scaled(2.0)
        for release in (load_release(), criteria_releases(load_release(), scaled(5.0)).after):
            sides = criteria_releases(release, change)
            documents = [preset_documents(side)["cma"] for side in (sides.before, sides.after)]
            assert documents == [change.before, change.after]
            assert sides.after.entries == release.entries


class TestRuns:
    def test_without_a_change_equal_what_the_run_concluded(
        self, with_data: StoredRun, calm: StoredRun
    ) -> None:
        for run in (with_data, calm):
            known = fold(run.events).classification
            assert known is not None
            found = again(run, run.release)
            assert type_changes(Both(known, found)) == ()
            assert (found.primary, found.preset_digest) == (known.primary, known.preset_digest)

    def test_the_higher_the_limits_the_fewer_meet_them(self, with_data: StoredRun) -> None:
        met, severity = [], []
        for factor in (0.5, 1.2, 3.0, 50.0):
            [rates] = on_runs(with_data, scaled(factor)).rates
            assert (rates.event, rates.before.met) == (EventType.RAINSTORM, 1)
            assert sum(dict(rates.after).values()) == 1
            met.append(rates.after.met)
            rain = again(with_data, criteria_releases(with_data.release, scaled(factor)).after)
            severity.append(rain.assessment(EventType.RAINSTORM).severity)
        assert met == sorted(met, reverse=True)
        assert severity == sorted(severity, reverse=True)
        assert (met[0], met[-1]) == (1, 0)

    def test_that_lose_their_event_say_so_with_both_reasons(self, with_data: StoredRun) -> None:
        found = on_runs(with_data, scaled(50.0))
        assert (found.preset, found.runs, found.of, found.undecided) == ("cma", 1, 7, ())
        [run] = found.classifications
        assert (run.run, run.before, run.after) == (with_data.label, EventType.RAINSTORM, None)
        [rain] = run.types
        assert (rain.before.firing, rain.after.firing) == (Firing.FIRED, Firing.NOT_FIRED)
        assert (rain.before.grade > 0, rain.before.onset is not None) == (True, True)
        assert (rain.after.grade, rain.after.onset, rain.after.peak) == (0, None, None)
        for language in Language:
            assert rain.before.texts[language] != rain.after.texts[language]
            assert rain.before.grade_names[language]

    def test_that_met_nothing_may_meet_it_now(self, calm: StoredRun) -> None:
        found = on_runs(calm, changed({GALE: 1.0}))
        [run] = found.classifications
        assert (run.before, run.after) == (None, EventType.GALE)
        [back] = on_runs(calm, undone(changed({GALE: 1.0}))).classifications
        assert (back.before, back.after) == (EventType.GALE, None)

    def test_with_other_criteria_are_not_touched(self, with_data: StoredRun) -> None:
        change = changed({"criteria.gale.sustained.0.value": 1.0}, "nws")
        found = on_runs(with_data, change)
        assert (found.runs, found.of, found.classifications) == (0, 0, ())
        assert all(sum(dict(rates.before).values()) == 0 for rates in found.rates)

    def test_without_their_data_are_not_guessed(self, stored: StoredRun) -> None:
        found = on_runs(stored, scaled(1.2))
        [undecided] = found.undecided
        assert (undecided.run, found.runs, found.classifications) == (stored.label, 1, ())
        assert "no longer registered" in undecided.texts[Language.EN]
        assert "不再登记" in undecided.texts[Language.ZH]
        assert sum(dict(found.rates[0].before).values()) == 0

    def test_are_classified_on_the_data_of_the_newest_alone(
        self, with_data: StoredRun, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("diagnostics.effect.on_runs.MOST_CLASSIFIED", 1)
        found = effect_on_runs(
            request(EffectPart.RUNS, scaled(50.0)),
            [with_data] * 3,
            of=0,
            total=3,
            progress=lambda done, total: None,
        )
        [criteria] = found.criteria
        assert (criteria.runs, len(criteria.classifications), len(criteria.undecided)) == (3, 1, 2)
        assert "newest 1 such" in criteria.undecided[0].texts[Language.EN]

    def test_of_a_type_that_stays_far_below_need_no_data(self, stored: StoredRun) -> None:
        known = fold(stored.events).classification
        assert known is not None
        gale = known.assessment(EventType.GALE)
        assert gale.firing is Firing.NOT_FIRED, "the test is of a type that is not met"
        found = on_runs(stored, changed({GALE: NUMBERS[GALE] * 1.1}))
        [rates] = found.rates
        assert (rates.before, rates.after, rates.changed) == (rates.after, rates.before, 0)
        assert (rates.before.not_met, found.undecided) == (1, ())

    def test_of_another_release_are_classified_by_both_sides(self, with_data: StoredRun) -> None:
        """What a centre or an older release says otherwise is no side of the change."""
        own = criteria_releases(with_data.release, scaled(1.3)).after
        pinned = replace(with_data, release=own)
        assert on_runs(pinned, scaled(50.0)) == on_runs(with_data, scaled(50.0))

    def test_are_told_what_kept_a_side_from_being_classified(self, with_data: StoredRun) -> None:
        other = MemorySource(thinned("rainstorm"), title="generated rainstorm")
        run = replace(with_data, open=lambda: OpenedData(other, None))
        [undecided] = on_runs(run, scaled(2.0)).undecided
        assert "changed since" in undecided.texts[Language.EN]

    def test_an_entry_beside_them_is_judged_in_the_event_of_the_run(
        self, with_data: StoredRun
    ) -> None:
        entries = (EntryChange(before=ENTRY, after=limited(ENTRY, 400.0)),)
        wanted = request(EffectPart.RUNS, scaled(50.0), entries=entries)
        found = effect_on_runs(
            wanted, [with_data], of=1, total=1, progress=lambda done, total: None
        )
        assert (found.runs, len(found.verdicts), len(found.criteria)) == (1, 1, 1)
        assert found.criteria[0].classifications[0].after is None

    @pytest.mark.parametrize(
        "path",
        [
            pytest.param(path, marks=() if number % 12 == 0 else pytest.mark.slow)
            for number, path in enumerate(NUMBERS)
        ],
    )
    def test_the_log_decides_only_what_the_data_decide_alike(
        self, with_data: StoredRun, calm: StoredRun, path: str
    ) -> None:
        for run in (with_data, calm):
            for factor in (0.7, 1.4):
                change = changed({path: _possible(path, NUMBERS[path] * factor)})
                told = tells_that_nothing_changes(fold(run.events), run.release, change)
                assert not told or type_changes(classified(run, change)) == ()


@pytest.mark.slow
@pytest.mark.parametrize("name", ["S02 Katrina", "S11 Telangana rain", "S01 blizzard 1996"])
def test_a_run_on_real_data_is_classified_again_as_it_was(
    real_data: Callable[[str], Path], name: str
) -> None:
    """Among them data whose grid moves with the storm."""
    known = next(item for item in REAL_CASES if item.name == name)
    path = real_data(known.path)
    asked = DiagnosisRequest(source=path.name, region=Region.model_validate(known.region))
    source = open_source(path)
    run = _classified(usable_source(asked, source), asked)
    run = replace(run, open=lambda: OpenedData(source, None))
    stored = fold(run.events).classification
    assert stored is not None
    assert type_changes(Both(stored, again(run, run.release))) == ()


def _possible(path: str, value: float) -> float:
    return round(value) % 24 if path.endswith(("_hour", "run_days")) else value


@pytest.fixture
def two_cases(monkeypatch: pytest.MonkeyPatch) -> None:
    """The rainstorm and the case without an event alone, a quarter of their points."""
    monkeypatch.setattr("diagnostics.bench.known_cases.SAMPLES", ("rainstorm", "quiet"))
    monkeypatch.setattr("diagnostics.bench.known_cases.generate", thinned)


@pytest.mark.usefixtures("two_cases")
class TestCases:
    def effect(self, change: CriteriaChange) -> CriteriaOnCases:
        wanted = request(EffectPart.CASES, change)
        found = effect_on_cases(wanted, load_release(), lambda done, total: None)
        assert (found.digest, found.rates, found.verdicts) == (wanted.digest, (), ())
        [criteria] = found.criteria
        assert found.wrong == sum(item.turned_wrong for item in criteria.classifications)
        return criteria

    def test_what_is_lost_turns_right_cases_wrong_and_undoing_it_right(self) -> None:
        change = scaled(50.0)
        found, back = self.effect(change), self.effect(undone(change))
        wrong = [item for item in found.classifications if item.turned_wrong]
        assert [item.case for item in wrong] == ["rainstorm"]
        assert wrong[0].before is EventType.RAINSTORM
        assert wrong[0].after is not EventType.RAINSTORM
        for one, other in zip(found.classifications, back.classifications, strict=True):
            assert (one.case, one.before, one.after) == (other.case, other.after, other.before)
            assert (one.turned_wrong, one.turned_right) == (other.turned_right, other.turned_wrong)
        [rates] = found.rates
        assert (rates.before.met > rates.after.met, rates.after.met) == (True, 0)
        assert [(item.after, item.before) for item in back.rates] == [(rates.before, rates.after)]

    def test_an_event_in_the_case_without_one_is_wrong(self) -> None:
        found = self.effect(changed({GALE: 1.0}))
        [quiet] = [item for item in found.classifications if item.case == "quiet"]
        assert (quiet.before, quiet.after, quiet.turned_wrong) == (None, EventType.GALE, True)

    def test_other_criteria_classify_by_their_own_numbers(self) -> None:
        found = self.effect(changed({"percentiles.rainstorm.percentile": 95.0}, "etccdi"))
        assert (found.preset in PRESETS, found.classifications) == (True, ())
        assert [rates.after.not_assessable for rates in found.rates] == [2], "without a climatology"


def test_a_reason_is_given_in_every_language_and_makes_no_difference(stored: StoredRun) -> None:
    known = fold(stored.events).classification
    assert known is not None
    reworded = known.model_copy(
        update={
            "assessments": tuple(
                item.model_copy(update={"wording": None, "reason": "said otherwise"})
                for item in known.assessments
            )
        }
    )
    assert type_changes(Both(known, reworded)) == ()
    for item in reworded.assessments:
        assert worded_assessment(item).texts == dict.fromkeys(Language, "said otherwise")
