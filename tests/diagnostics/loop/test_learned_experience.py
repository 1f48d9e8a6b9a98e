"""What use has shown of entries: an input of the choice of factors that a run pins."""

from __future__ import annotations

import pytest

from diagnostics.contracts.events import RunStarted
from diagnostics.contracts.guidelines import Experience
from diagnostics.contracts.learned_experience import LearnedExperience
from diagnostics.errors import InputDataError
from diagnostics.guidelines import entry_value, load_release, release_digest
from diagnostics.loop import diagnose, rebuild_report


def poor(*names: str) -> LearnedExperience:
    """Return an experience in which the anomalies of entries were never found."""
    return LearnedExperience(entries={name: Experience(tested=40) for name in names})


def test_it_is_added_to_what_the_release_has_and_changes_no_digest():
    release = load_release()
    entry = next(one for one in release.entries if one.experience is not None)
    more = LearnedExperience(entries={entry.id: Experience(confirmed=3, tested=5)})
    seen = more.added_to(release)
    assert seen.digest == release.digest == release_digest(release)
    known = seen.entry(entry.id).experience
    assert known.tested == entry.experience.tested + 5
    assert known.confirmed == entry.experience.confirmed + 3
    assert release.entry(entry.id) == entry


def test_an_entry_that_use_never_found_is_worth_less():
    release = load_release()
    name = release.entries[0].id
    seen = poor(name).added_to(release)
    assert entry_value(seen.entry(name)) < 0.2 * entry_value(release.entry(name))


def test_a_run_records_it_and_goes_on_with_no_other(finished_run, make_log, make_ports, steps_once):
    learned = poor(*(item.entry_id for item in finished_run.report.evidence[:2]))
    log = make_log()
    ports = make_ports(finished_run.source, log, experience=learned)
    outcome = diagnose(finished_run.request, ports)
    (started,) = [event.body for event in log.events if isinstance(event.body, RunStarted)]
    assert started.experience_digest == learned.digest
    assert outcome.report is not None
    report, _ = rebuild_report(log.events, load_release())
    assert report.report_digest == outcome.report.report_digest
    first = finished_run.report.evidence[0].entry_id
    assert outcome.report.evidence[0].entry_id != first
    for other in (None, LearnedExperience()):
        again = make_log(events=log.events[:8])
        with pytest.raises(InputDataError) as caught:
            diagnose(
                finished_run.request,
                make_ports(finished_run.source, again, experience=other),
                log.events[:8],
            )
        assert caught.value.code == "experience_changed"


def test_runs_without_it_record_nothing(finished_run):
    (started,) = [
        event.body for event in finished_run.log.events if isinstance(event.body, RunStarted)
    ]
    assert "experience_digest" not in started.model_dump()
