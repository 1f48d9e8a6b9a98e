"""Report versions: stored once, never changed, taken away in three forms."""

from __future__ import annotations

import pytest
from django.db import DatabaseError, connection, transaction
from hvrmet.accounts.roles import TenantRole, Verb
from hvrmet.audit.models import AuditRecord
from hvrmet.core.db.scope import scope
from hvrmet.jobs.events.log import lock_job
from hvrmet.reports.models import ReportVersion
from hvrmet.reports.services import report_version_create
from hvrmet.testing import diagnosis_document, queue_job, sample_report

from diagnostics.contracts.report import Sentence
from diagnostics.contracts.request import DiagnosisRequest
from tests.hvrmet.factories import key_headers

pytestmark = pytest.mark.django_db


def store(centre, job_id, digest="d" * 64, **changes) -> ReportVersion:
    report = sample_report(DiagnosisRequest.model_validate(diagnosis_document()), digest)
    report = report.model_copy(update=changes)
    with scope(centre.id):
        return report_version_create(
            job=lock_job(job_id), report=report, markdown="# A", html="<h1>A</h1>", author="hvrmet"
        )


@pytest.fixture
def job_id(alpha):
    found = queue_job(alpha)
    store(alpha, found)
    return found


def reader(centre) -> dict[str, str]:
    scopes = [Verb.REPORT_VIEW, Verb.REPORT_DRAFT]
    return key_headers(centre, "reader", TenantRole.SERVICE, scopes=scopes)


def get(client, alpha, job_id, path=""):
    return client.get(f"/api/v1/diagnoses/{job_id}/report/{path}", headers=reader(alpha))


def test_versions_are_numbered_and_the_same_one_is_kept_once(alpha, job_id) -> None:
    assert store(alpha, job_id).number == 1
    assert store(alpha, job_id, "e" * 64).number == 2
    with scope(alpha.id):
        assert ReportVersion.objects.count() == 2
        assert AuditRecord.objects.filter(action="report.version_created").count() == 2


def test_the_newest_is_shown_with_the_list(client, alpha, job_id) -> None:
    store(alpha, job_id, "e" * 64)
    document = get(client, alpha, job_id).json()
    assert [version["number"] for version in document["versions"]] == [2, 1]
    assert document["latest"]["report_digest"] == "e" * 64
    old = get(client, alpha, job_id, "versions/1/").json()
    assert (old["number"], old["document"]["report_digest"]) == (1, "d" * 64)


@pytest.mark.parametrize(
    ("kind", "media", "text"),
    [("md", "text/markdown", "# A"), ("html", "text/html", "<h1>"), ("json", "json", "digest")],
)
def test_is_exported(client, alpha, job_id, kind, media, text) -> None:
    reply = get(client, alpha, job_id, f"versions/1/export/{kind}/")
    assert reply.status_code == 200
    assert media in reply["Content-Type"]
    assert text in reply.content.decode()
    assert "default-src 'none'" in reply["Content-Security-Policy"]


def test_a_client_that_accepts_pages_only_gets_the_page(client, alpha, job_id) -> None:
    url = f"/api/v1/diagnoses/{job_id}/report/versions/1/export/html/"
    reply = client.get(url, headers={**reader(alpha), "Accept": "text/html"})
    assert reply.status_code == 200


@pytest.mark.parametrize(
    "path",
    [
        "versions/9/",
        "versions/1/export/pdf/",
        "versions/9/diff/",
        "versions/1/diff/?against=9",
        "versions/1/diff/export/pdf/?against=1",
    ],
)
def test_what_is_not_there_is_not_found(client, alpha, job_id, path) -> None:
    reply = get(client, alpha, job_id, path)
    assert (reply.status_code, reply.json()["code"]) == (404, "not_found")


class TestDiff:
    @pytest.fixture(autouse=True)
    def _second_version(self, alpha, job_id) -> None:
        store(alpha, job_id, "e" * 64, title=Sentence(text="A <b>windy</b> period"))

    def test_tells_what_changed(self, client, alpha, job_id) -> None:
        found = get(client, alpha, job_id, "versions/2/diff/").json()
        assert (found["against"], found["number"], found["diff"]["same"]) == (1, 2, False)
        assert found["diff"]["title"] == {
            "place": "title",
            "before": "A quiet period",
            "after": "A <b>windy</b> period",
        }
        back = get(client, alpha, job_id, "versions/1/diff/?against=2").json()
        assert back["diff"]["title"]["before"] == found["diff"]["title"]["after"]
        assert get(client, alpha, job_id, "versions/2/diff/?against=2").json()["diff"]["same"]

    def test_needs_another_version(self, client, alpha, job_id) -> None:
        for query in ("", "?against=0", "?against=x"):
            reply = get(client, alpha, job_id, f"versions/1/diff/{query}")
            assert (reply.status_code, reply.json()["code"]) == (400, "invalid_request")

    @pytest.mark.parametrize(
        ("kind", "media", "text"),
        [
            ("md", "text/markdown", "\\<b\\>windy"),
            ("html", "text/html", "<ins>A &lt;b&gt;windy"),
            ("json", "json", "digest_after"),
        ],
    )
    def test_is_exported(self, client, alpha, job_id, kind, media, text) -> None:
        reply = get(client, alpha, job_id, f"versions/2/diff/export/{kind}/")
        assert (reply.status_code, media in reply["Content-Type"]) == (200, True)
        assert text in reply.content.decode()
        assert "default-src 'none'" in reply["Content-Security-Policy"]


class TestImmutability:
    """The database refuses by itself, to the owner of the table and to the runtime role."""

    CHANGES = (
        "UPDATE reports_reportversion SET markdown = '# B'",
        "UPDATE reports_reportversion SET document = '{}'",
        "DELETE FROM reports_reportversion",
    )

    @pytest.mark.parametrize("statement", CHANGES)
    @pytest.mark.parametrize(
        ("role", "said"), [("owner", "never changed"), ("runtime", "permission denied")]
    )
    def test_of_a_version_in_plain_sql(self, alpha, job_id, statement, role, said) -> None:
        with connection.cursor() as cursor:
            if role == "owner":
                cursor.execute("RESET ROLE")
            with scope(alpha.id):
                with pytest.raises(DatabaseError, match=said), transaction.atomic():
                    cursor.execute(statement)
                assert ReportVersion.objects.get().markdown == "# A"

    def test_of_a_version_through_the_models(self, alpha, job_id) -> None:
        with connection.cursor() as cursor:
            cursor.execute("RESET ROLE")
        with scope(alpha.id):
            version = ReportVersion.objects.get()
            version.markdown = "# B"
            for change in (version.save, lambda: ReportVersion.objects.update(number=2)):
                with pytest.raises(DatabaseError, match="never changed"), transaction.atomic():
                    change()
