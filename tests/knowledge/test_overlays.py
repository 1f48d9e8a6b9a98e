"""A centre's overlay changes what that centre works with, and nobody else's library."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from hvrmet.core.db.scope import scope
from hvrmet.core.errors import ApplicationError
from hvrmet.testing import Centre, queue_job
from pydantic import ValidationError

from diagnostics.contracts.guidelines import GuidelineEntry, GuidelineRelease, IndexExpectation
from diagnostics.guidelines import load_release, release_digest
from knowledge.models import OverlayChange, Release
from knowledge.selectors.overlays import overlay_preview
from knowledge.selectors.releases import current_release_digest, release_document
from knowledge.services.overlays import (
    NewOverlayChange,
    overlay_combine,
    overlay_end,
    overlay_set,
)
from knowledge.services.releases import (
    adoption_confirm,
    adoption_propose,
    release_import,
    release_viewed,
)
from knowledge.states import OverlayAction
from tests.knowledge.test_entry_tables import curator

pytestmark = pytest.mark.django_db
JET = "g_rainstorm_low_level_jet"
LIMIT = "expected.absolute.value"


@pytest.fixture
def li(alpha: Centre) -> Iterator[Any]:
    with scope(alpha.id):
        yield curator(alpha)


def adjust(li: Any, fields: dict[str, Any], **more: Any) -> OverlayChange:
    wanted = {"entry": JET, "action": "adjust", "fields": fields, "reason": "our climate"}
    wanted |= more
    return overlay_set(principal=li, wanted=NewOverlayChange.model_validate(wanted))


def absolute(entry: GuidelineEntry) -> Any:
    assert isinstance(entry.expected, IndexExpectation)
    assert entry.expected.absolute is not None
    return entry.expected.absolute.value


def refused(code: str, function: Any, *values: Any, **arguments: Any) -> ApplicationError:
    with pytest.raises(ApplicationError) as caught:
        function(*values, **arguments)
    assert caught.value.code == code
    return caught.value


def upstream(**changes: Any) -> GuidelineRelease:
    """Return a later shared release in which the entry is another one, or gone."""
    whole = load_release()
    entry = whole.entries[0].model_copy(update=changes)
    entries = (entry,) if changes else (whole.entries[1],)
    later = whole.model_copy(update={"version": "3", "entries": entries})
    return later.model_copy(update={"digest": release_digest(later)})


def test_the_combination_has_a_digest_of_its_own_that_jobs_pin(li, alpha) -> None:
    adjust(li, {LIMIT: 12.0, "weight": 3})
    row = overlay_combine(principal=li)
    release = release_document(row.digest)
    assert release_digest(release) == release.digest != row.base_digest
    assert (absolute(release.entry(JET)), release.entry(JET).weight) == (12.0, 3)
    assert current_release_digest() == row.base_digest
    wang = curator(alpha, "wang")
    adoption = adoption_propose(principal=li, digest=row.digest)
    release_viewed(wang, row)
    adoption_confirm(principal=wang, adoption_id=adoption.pk)
    assert current_release_digest() == row.digest
    assert overlay_combine(principal=li) == row


@pytest.mark.django_db(transaction=True)
def test_no_other_centre_has_any_of_it(alpha: Centre, beta: Centre, sent) -> None:
    with scope(alpha.id):
        li = curator(alpha)
        adjust(li, {"weight": 3})
        row = overlay_combine(principal=li)
        adoption = adoption_propose(principal=li, digest=row.digest)
        wang = curator(alpha, "wang")
        release_viewed(wang, row)
        adoption_confirm(principal=wang, adoption_id=adoption.pk)
    from hvrmet.jobs.models import Job

    pinned = {}
    for centre in (alpha, beta):
        job_id = queue_job(centre)
        with scope(centre.id):
            pinned[centre.slug] = Job.objects.get(pk=job_id).release_digest
    assert pinned == {"alpha": row.digest, "beta": row.base_digest}
    with scope(beta.id):
        assert OverlayChange.objects.count() == 0
        refused("not_found", release_document, row.digest)


def test_a_value_in_another_unit_is_converted(li) -> None:
    row = adjust(li, {LIMIT: {"value": 54, "unit": "km/h"}})
    assert row.fields[LIMIT] == pytest.approx(15.0)
    assert row.before == {LIMIT: 14.0}
    error = refused("invalid_entry", adjust, li, {LIMIT: {"value": 54, "unit": "kg"}})
    assert "m/s" in str(error)


@pytest.mark.parametrize(
    ("fields", "more", "said"),
    [
        ({LIMIT: 900.0}, {}, "70"),
        ({"rationale": "x" * 80}, {}, "cannot set"),
        ({}, {}, "at least one"),
        ({"weight": 9}, {}, "at most 5"),
        ({"weight": 3}, {"action": "switch_off"}, "no fields"),
        ({}, {"action": "add"}, "document"),
    ],
)
def test_what_cannot_be_is_refused(li, fields, more, said) -> None:
    code = "entry_exists" if more.get("action") == "add" else "invalid_entry"
    error = refused(code, adjust, li, fields, **more)
    assert said in str(error) or code == "entry_exists"
    assert OverlayChange.objects.count() == 0


def test_translating_changes_words_and_nothing_else(li) -> None:
    words = "低空急流输送水汽，其出口区左侧强迫辐合上升，是本地暴雨的主要落区。"
    adjust(li, {"rationale_zh": words}, action="translate")
    base, combined, _ = overlay_preview()
    assert combined.entry(JET).rationale_zh == words
    plain = combined.entry(JET).model_copy(update={"rationale_zh": base.entry(JET).rationale_zh})
    assert plain == base.entry(JET)
    refused("invalid_entry", adjust, li, {"weight": 1}, action="translate")


def test_switching_off_and_adding(li) -> None:
    adjust(li, {}, action="switch_off")
    other = load_release().entries[1]
    adjust(li, {}, action="add", entry=other.id, document=other.model_dump(mode="json"))
    _, combined, conflicts = overlay_preview()
    assert ([entry.id for entry in combined.entries], conflicts) == ([other.id], [])
    overlay_end(principal=li, entry=JET)
    assert len(overlay_preview()[1].entries) == 2
    refused("not_found", overlay_end, principal=li, entry=JET)


def test_a_change_takes_the_place_of_the_one_before_which_stays_on_record(li) -> None:
    adjust(li, {"weight": 3})
    adjust(li, {"weight": 2})
    rows = list(OverlayChange.objects.order_by("created_at"))
    assert [(row.fields["weight"], row.ended_at is None) for row in rows] == [(3, False), (2, True)]


class TestUpstream:
    def test_a_change_elsewhere_in_the_entry_is_no_conflict(self, li) -> None:
        adjust(li, {"weight": 3})
        later, _ = import_outside(upstream(confidence=0.5))
        row = overlay_combine(principal=li, digest=later.digest)
        entry = release_document(row.digest).entry(JET)
        assert (entry.weight, entry.confidence) == (3, 0.5)

    def test_a_change_of_the_same_field_is_one_with_all_three_values(self, li) -> None:
        adjust(li, {"weight": 3})
        later, _ = import_outside(upstream(weight=1))
        error = refused("overlay_conflicts", overlay_combine, principal=li, digest=later.digest)
        (conflict,) = error.data["conflicts"]
        assert (conflict["entry"], conflict["field"]) == (JET, "weight")
        assert [conflict[name] for name in ("before", "upstream", "own")] == [5, 1, 3]

    def test_an_entry_that_upstream_removed_is_one(self, li) -> None:
        adjust(li, {"weight": 3})
        later, _ = import_outside(upstream())
        _, combined, (conflict,) = overlay_preview(later.digest)
        assert conflict.kind == "removed"
        assert [entry.id for entry in combined.entries] == [load_release().entries[1].id]
        overlay_end(principal=li, entry=JET)
        refused("overlay_empty", overlay_combine, principal=li, digest=later.digest)


def import_outside(release: GuidelineRelease) -> tuple[Release, bool]:
    """Load a shared release as the operator does, from within a test's scope."""
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute("SELECT current_setting('app.tenant_id')")
        (tenant,) = cursor.fetchone()
        cursor.execute("SET LOCAL app.tenant_id = ''")
        try:
            return release_import(release)
        finally:
            cursor.execute("SELECT set_config('app.tenant_id', %s, true)", [tenant])


def test_an_action_is_one_of_four() -> None:
    with pytest.raises(ValidationError):
        NewOverlayChange.model_validate({"entry": "x", "action": "delete", "reason": "r"})
    assert len(OverlayAction) == 4
