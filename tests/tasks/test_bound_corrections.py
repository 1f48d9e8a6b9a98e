"""A correction binds what it says, has quantities computed for it, or stands in marked words."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest
from django.test import Client
from hvrmet.accounts.roles import TenantRole
from hvrmet.core.db.scope import scope
from hvrmet.evidence.services import artifact_register
from hvrmet.evidence.storage import content_write
from hvrmet.jobs.events.log import lock_job
from hvrmet.jobs.models import Job, OutboxRow
from hvrmet.jobs.queue import leases
from hvrmet.reports.models import ReportVersion
from hvrmet.reports.services import report_version_create
from hvrmet.reviews.models import Correction
from hvrmet.testing import queue_job, sample_evidence, sample_report

from diagnostics.contracts.enums import CauseStanding, ConclusionKind, EventType, Language
from diagnostics.contracts.evidence import Feature, FeaturesAnswer, Provenance
from diagnostics.contracts.report import Claim, Conclusion, ReportFigure, Section, Sentence
from diagnostics.contracts.request import DiagnosisRequest
from diagnostics.contracts.roles import CauseWeight
from diagnostics.contracts.space_time import Region
from diagnostics.fields import open_source
from tasks import corrections
from tests.hvrmet.factories import person

pytestmark = pytest.mark.django_db
FLOOD = "A blocking high caused catastrophic flooding."
PEAK = "2026-07-05T06:00:00Z"


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory, written_sample: Any) -> Any:
    return written_sample("rainstorm", tmp_path_factory.mktemp("sample") / "sample.nc")


@pytest.fixture(scope="module")
def other(tmp_path_factory: pytest.TempPathFactory, written_sample: Any) -> Any:
    """Other data, written before a test's transaction: the server ends one that stands idle."""
    return written_sample("gale", tmp_path_factory.mktemp("other") / "other.nc")


class Review:
    """A report on generated data, with a weighed explanation, and two reviewers."""

    def __init__(self, centre: Any, data: Any, language: Language) -> None:
        from diagnostics.guidelines import load_release

        self.centre, self.data, self.language = centre, data, language
        self.clients = {name: Client() for name in ("wang", "zhao")}
        for name, client in self.clients.items():
            client.force_login(person(centre, name, TenantRole.REVIEWER))
        self.job_id = queue_job(centre)
        lease = leases.claim(job_id=self.job_id, tenant_id=centre.id, worker="w")
        sha256 = content_write(centre.id, b"\x89PNG")
        self.cause = load_release().causes_of(EventType.RAINSTORM)[0].id
        with scope(centre.id):
            artifact_register(
                job_id=self.job_id,
                name="figures/ivt.png",
                sha256=sha256,
                media_type="image/png",
                size=4,
                attempt=lease.attempt,
            )
            job = lock_job(self.job_id)
            report_version_create(
                job=job,
                report=self._report(DiagnosisRequest.model_validate(job.request)),
                markdown="# A",
                html="<p>A",
                author="hvrmet",
            )

    def _report(self, request: DiagnosisRequest) -> Any:
        report = sample_report(request)
        water = Claim(
            id="c1", source="evidence:e01", path="index.value", value=52.5, kind="number",
            unit="kg m-2", digits=1,
        )  # fmt: skip
        low = Feature(kind="closed_low", latitude=31.0, longitude=117.0, value=996.5, unit="hPa")
        chart = FeaturesAnswer(
            detector="closed_low",
            passed=True,
            features=(low,),
            provenance=Provenance(tool="closed_low", tool_version="1"),
        )
        shown = sample_evidence(2).model_copy(update={"index": None, "detection": chart})
        section = Section(
            id="summary",
            title="Summary",
            sentences=(Sentence(text="The column held {claim:c1}.", claims=("c1",)),),
            figures=(
                ReportFigure(
                    evidence_id="e01",
                    artifact="figures/ivt.png",
                    caption=Sentence(text="Moisture."),
                ),
            ),
        )
        conclusion = Conclusion(
            kind=ConclusionKind.EVENT_SUPPORTED,
            event=EventType.RAINSTORM,
            causes=(CauseWeight(cause=self.cause, weight=0.5, standing=CauseStanding.OPEN),),
        )
        classification = report.classification.model_copy(
            update={"region": Region.model_validate(list(self.data.region.bounds()))}
        )
        return report.model_copy(
            update={
                "evidence": (sample_evidence(), shown),
                "claims": (water,),
                "sections": (section,),
                "conclusion": conclusion,
                "classification": classification,
                "language": self.language,
                "data_digest": open_source([str(self.data.path)]).digest(),
            }
        )

    def submit(self, *edits: Any, quantities: Any = (), version: int = 1) -> Any:
        base = f"/api/v1/diagnoses/{self.job_id}/"
        self.clients["wang"].get(f"{base}report/versions/{version}/")
        body = {"version": version, "note": "n", "edits": edits, "quantities": quantities}
        return self.clients["wang"].post(
            f"{base}corrections/", body, content_type="application/json"
        )

    def check(self, reply: Any) -> Any:
        assert reply.status_code == 202, reply.content
        row = OutboxRow.objects.get(subject_id=reply.json()["id"])
        corrections.check(str(row.subject_id), str(row.tenant_id))
        return self.clients["wang"].get(reply["Location"]).json()

    def version(self, number: int) -> Any:
        path = f"/api/v1/diagnoses/{self.job_id}/report/versions/{number}/"
        return self.clients["zhao"].get(path).json()["document"]

    def text(self, number: int, form: str) -> str:
        path = f"/api/v1/diagnoses/{self.job_id}/report/versions/{number}/export/{form}/"
        content: str = self.clients["zhao"].get(path).content.decode()
        return content


@pytest.fixture
def release(whole_library: Any) -> Any:
    return whole_library


@pytest.fixture(
    params=[Language.EN, pytest.param(Language.ZH, marks=pytest.mark.slow)], ids=["en", "zh"]
)
def review(request: Any, alpha: Any, sent: Any, data: Any, platform_settings: Any) -> Review:
    sources = {"sample": {"paths": [str(data.path)], "title": "Generated"}}
    platform_settings.ENVIRONMENT = platform_settings.ENVIRONMENT.model_copy(
        update={"hvrmet_sources": json.dumps(sources)}
    )
    return Review(alpha, data, request.param)


def insert(**what: Any) -> dict[str, Any]:
    return {"op": "insert_after", "at": "summary.1", **what}


def test_free_sentences_stand_in_a_marked_paragraph_with_name_and_time(review: Review) -> None:
    found = review.check(review.submit(insert(text=FLOOD)))
    assert (found["status"], found["problems"]) == ("accepted", [])
    mark = {Language.EN: "Own words of wang (", Language.ZH: "wang本人的文字（"}
    page, markdown = review.text(2, "html"), review.text(2, "md")
    aside = page.split('<aside class="own-words">')[1].split("</aside>")[0]
    assert FLOOD in aside
    assert mark[review.language] in aside
    (line,) = [line for line in markdown.splitlines() if FLOOD in line]
    assert line.startswith("> **")
    assert mark[review.language] in line
    assert str(found["created_at"])[:4] in line
    document = review.version(2)
    bound, free = document["sections"][0]["sentences"]
    assert "own" not in bound
    assert free["own"]["author"] == "person:wang"
    assert free["own"]["written_at"][:10] == found["created_at"][:10]
    assert "own words" in str(
        review.clients["zhao"]
        .get(f"/api/v1/diagnoses/{review.job_id}/report/versions/2/diff/")
        .json()["diff"]["sections"]
    )


@pytest.mark.parametrize("text", ["It reached 9 hPa.", "From the north.", "高于纪录。", "高压。"])
def test_no_word_decides_and_nothing_free_is_unmarked(review: Review, text: str) -> None:
    review.check(review.submit(insert(text=text)))
    sentences = review.version(2)["sections"][0]["sentences"]
    assert [item["text"] for item in sentences if "own" not in item] == [
        "The column held {claim:c1}."
    ]


def test_a_caption_in_own_words_is_marked_and_the_title_is_the_platforms(review: Review) -> None:
    caption = {"op": "replace", "at": "caption:figures/ivt.png", "text": FLOOD}
    review.check(review.submit(caption))
    for form in ("md", "html"):
        assert "wang" in review.text(2, form).split(FLOOD)[-2].rsplit("figcaption")[-1]
    reply = review.submit({"op": "replace", "at": "title", "text": FLOOD})
    assert (reply.status_code, reply.json()["code"]) == (400, "invalid_request")


def test_the_depth_of_the_low_is_computed_stored_and_bound(review: Review) -> None:
    depth = {"id": "q1", "op": "index", "name": "surface_low_pressure", "time": PEAK}
    found = review.check(
        review.submit(insert(statement={"of": "value", "id": "q1"}), quantities=[depth])
    )
    assert (found["status"], found["problems"]) == ("accepted", [])
    document = review.version(2)
    evidence = {item["id"]: item for item in document["evidence"]}
    value = evidence["q1"]["index"]["value"]
    assert evidence["q1"]["policy"] == "correction"
    assert evidence["q1"]["judgement"] is None
    claims = {item["id"]: item for item in document["claims"]}
    said = document["sections"][0]["sentences"][1]
    bound = [claims[name] for name in said["claims"]]
    assert ("evidence:q1", "index.value", value) in [
        (item["source"], item["path"], item["value"]) for item in bound
    ]
    assert f"{value:.0f}" in review.text(2, "md")
    assert document["conclusion"] == review.version(1)["conclusion"]


def test_a_feature_is_looked_for_and_its_absence_is_said_too(review: Review) -> None:
    wanted = [
        {"id": "q1", "op": "features", "name": "closed_extremum", "time": PEAK},
        {"id": "q2", "op": "features", "name": "cutoff_low", "time": PEAK},
        {"id": "q3", "op": "features", "name": "blocked_sector", "time": PEAK},
    ]
    statements = [insert(statement={"of": "feature", "id": name}) for name in ("q1", "q2", "e02")]
    found = review.check(review.submit(*statements, quantities=wanted))
    assert (found["status"], found["problems"]) == ("accepted", [])
    words = {
        Language.EN: ("meeting the detector’s criterion: a closed low, 998 hPa", "not detected: "),
        Language.ZH: ("识别到但未满足判据：闭合低压、998", "经查未识别："),
    }[review.language]
    text = review.text(2, "md")
    assert all(word in text for word in words)
    assert "996" in text
    untold = insert(statement={"of": "feature", "id": "q3"})
    found = review.check(review.submit(untold, version=2))
    assert [item["kind"] for item in found["problems"]] == ["no_value"]


def test_an_explanation_is_bound_to_how_it_was_weighed(review: Review) -> None:
    found = review.check(review.submit(insert(statement={"of": "explanation", "id": review.cause})))
    assert (found["status"], found["problems"]) == ("accepted", [])
    claims = review.version(2)["claims"]
    assert {item["source"] for item in claims} == {
        "evidence:e01", "conclusion", f"cause:rainstorm.{review.cause}",
    }  # fmt: skip


def test_a_value_of_a_tool_that_the_catalogue_lacks_is_a_problem(
    review: Review, monkeypatch: pytest.MonkeyPatch
) -> None:
    renamed = sample_evidence()
    assert renamed.index is not None
    index = renamed.index.model_copy(update={"name": "an_index_of_old"})
    old = renamed.model_copy(update={"index": index})
    monkeypatch.setattr(corrections, "_read", with_evidence(corrections._read, old))
    found = review.check(review.submit(insert(statement={"of": "value", "id": old.id})))
    assert [item["kind"] for item in found["problems"]] == ["unknown_tool"]
    assert "an_index_of_old" in found["problems"][0]["message"]


def with_evidence(read: Any, item: Any) -> Any:
    """Read a correction, its report's first evidence replaced."""

    def wrapped(*keys: Any) -> Any:
        work = read(*keys)
        rest = work.before.evidence[1:]
        before = work.before.model_copy(update={"evidence": (item, *rest)})
        return replace(work, before=before)

    return wrapped


def test_the_same_statement_is_no_correction(review: Review) -> None:
    statement = {"of": "explanation", "id": review.cause}
    assert review.check(review.submit(insert(statement=statement)))["status"] == "accepted"
    same = {"op": "replace", "at": "summary.2", "statement": statement}
    found = review.check(review.submit(same, version=2))
    assert [item["kind"] for item in found["problems"]] == ["nothing_changed"]


@pytest.mark.parametrize(
    ("what", "code"),
    [
        ({"statement": {"of": "value", "id": "q9"}}, "unknown_part"),
        ({"statement": {"of": "explanation", "id": "a_curse"}}, "unknown_part"),
        ({"statement": {"of": "value", "id": "e01"}, "text": "x"}, "invalid_request"),
        ({"statement": {"of": "rumour", "id": "e01"}}, "invalid_request"),
    ],
)
def test_statements_on_nothing_are_refused_at_once(review: Review, what: Any, code: str) -> None:
    reply = review.submit(insert(**what))
    assert (reply.status_code, reply.json()["code"]) == (400, code)


def test_ids_of_quantities_are_their_own(review: Review) -> None:
    one = {"id": "q1", "op": "index", "name": "pwat"}
    reply = review.submit(insert(text="x"), quantities=[one, one])
    assert (reply.status_code, reply.json()["code"]) == (400, "invalid_request")
    timeless = {"id": "q1", "op": "features", "name": "closed_low"}
    assert review.submit(insert(text="x"), quantities=[timeless]).status_code == 400


@pytest.mark.parametrize(
    ("quantity", "kind"),
    [
        ({"name": "no_such_index"}, "unknown_tool"),
        ({"name": "pwat", "time": "1999-01-01T00:00:00Z"}, "period_without_data"),
        ({"name": "pwat", "params": {"nonsense": 1}}, "unknown_parameter"),
    ],
)
def test_what_cannot_be_computed_refuses_the_correction(
    review: Review, quantity: Any, kind: str
) -> None:
    wanted = {"id": "q1", "op": "index", **quantity}
    found = review.check(
        review.submit(insert(statement={"of": "value", "id": "q1"}), quantities=[wanted])
    )
    assert (found["status"], found["result"]) == ("refused", None)
    assert [(item["where"], item["kind"]) for item in found["problems"]] == [("quantity q1", kind)]


def test_data_that_changed_compute_nothing(
    other: Any, review: Review, platform_settings: Any
) -> None:
    quantity = {"id": "q1", "op": "index", "name": "pwat"}
    for sources, kind in (
        ({"sample": {"paths": [str(other.path)], "title": "x"}}, "data_changed"),
        ({}, "source_not_registered"),
    ):
        platform_settings.ENVIRONMENT = platform_settings.ENVIRONMENT.model_copy(
            update={"hvrmet_sources": json.dumps(sources)}
        )
        found = review.check(review.submit(insert(text="More."), quantities=[quantity]))
        assert [item["kind"] for item in found["problems"]] == [kind]


def test_words_of_older_corrections_are_marked_by_the_next(review: Review) -> None:
    """Versions were once corrected without marks; they stay readable, and the next one marks."""
    with scope(review.centre.id):
        job = Job.objects.get(pk=review.job_id)
        first = ReportVersion.objects.get(report__job_id=review.job_id, number=1)
        document = json.loads(json.dumps(first.document))
        document["sections"][0]["sentences"].append({"text": FLOOD, "claims": []})
        from diagnostics.contracts.report import Report

        old = Report.model_validate(document).model_copy(update={"report_digest": "e" * 64})
        report_version_create(
            job=job, report=old, markdown="# A", html="<p>A", author="person:zhao",
            author_id=review.centre.id, corrects=1, note="n",
        )  # fmt: skip
        Correction.objects.create(
            report=first.report, version=first, author="person:zhao", author_id=review.centre.id,
            note="n", edits=[{"op": "insert_after", "at": "summary.1", "text": FLOOD}],
            status="accepted", result=2,
        )  # fmt: skip
    found = review.check(review.submit(insert(text="More."), version=2))
    assert (found["status"], found["result"]) == ("accepted", 3)
    owners = [
        item.get("own", {}).get("author") for item in review.version(3)["sections"][0]["sentences"]
    ]
    assert owners == [None, "person:wang", "person:zhao"]
