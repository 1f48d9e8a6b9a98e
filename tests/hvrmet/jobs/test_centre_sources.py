"""Sources that a centre registers itself, below the roots that the operator names."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from hvrmet.accounts.roles import TenantRole
from hvrmet.audit.models import AuditRecord
from hvrmet.core.db.scope import scope
from hvrmet.jobs.models import CentreSource, OutboxRow, SourceHolding
from hvrmet.jobs.registries.inventories import READER, source_files_keep
from hvrmet.jobs.registries.sources import source_get, source_of_key
from hvrmet.jobs.services import sources as services
from hvrmet.testing import Centre

from diagnostics.errors import InputDataError
from tests.hvrmet.factories import person

pytestmark = pytest.mark.django_db
URL = "/api/v1/sources/"
ROOTS = "/api/v1/source-roots/"
REMOTE = {"path": "https://data.example.org/zarr/", "title": "Archive", "tenants": ["alpha"]}


@pytest.fixture
def root(settings: Any, tmp_path: Path) -> Path:
    """A folder for each centre, and the beginning of addresses for the first one."""
    for centre in ("alpha", "beta"):
        (tmp_path / "data" / centre / "july").mkdir(parents=True)
        (tmp_path / "data" / centre / "july" / "rain.nc").write_bytes(b"CDF")
    roots = {
        "own": {"path": str(tmp_path / "data" / "{centre}"), "title": "Own", "title_zh": "自有"},
        "archive": REMOTE,
    }
    use = settings.ENVIRONMENT.model_copy
    settings.ENVIRONMENT = use(update={"hvrmet_source_roots": json.dumps(roots)})
    return tmp_path / "data"


def client_of(centre: Centre, name: str, role: TenantRole = TenantRole.TENANT_ADMIN) -> Client:
    client = Client()
    client.force_login(person(centre, name, role))
    return client


@pytest.fixture
def admin(alpha: Centre, root: Path) -> Client:
    return client_of(alpha, "chen")


def register(client: Client, **changes: Any) -> Any:
    document = {"name": "july", "title": "Rain of July", "root": "own", "below": ["july"]}
    return client.post(URL, document | changes, content_type="application/json")


def names(client: Client) -> list[str]:
    return [item["name"] for item in client.get(URL).json()["results"]]


class TestRegistering:
    def test_a_source_is_listed_at_once_and_a_worker_is_asked_to_read_it(
        self, admin: Client, alpha: Centre
    ) -> None:
        OutboxRow.objects.all().delete()
        reply = register(admin)
        assert reply.status_code == 201, reply.content
        made = reply.json()
        assert (made["name"], made["state"], made["title"]) == ("july", "waiting", "Rain of July")
        assert (made["own"]["root"], made["own"]["below"]) == ("own", ["july"])
        assert made["own"]["created_by"] == "person:chen"
        assert "july" in names(admin)
        (row,) = OutboxRow.objects.filter(task=READER)
        key = SourceHolding.objects.get(pk=row.subject_id).source
        assert key == f"{alpha.id}/july"
        with scope(alpha.id):
            assert AuditRecord.objects.filter(action="source.registered").count() == 1

    def test_requests_can_name_it(self, admin: Client) -> None:
        register(admin)
        wanted = {"source": "july", "region": [110, 27, 126, 35]}
        reply = admin.post("/api/v1/diagnoses/", wanted, content_type="application/json")
        assert reply.status_code == 202, reply.content

    def test_roots_are_those_of_the_centre_and_tell_no_path(
        self, admin: Client, beta: Centre
    ) -> None:
        found = admin.get(ROOTS).json()["results"]
        assert [(item["name"], item["remote"]) for item in found] == [
            ("archive", True),
            ("own", False),
        ]
        assert "path" not in found[0]
        theirs = client_of(beta, "zhao").get(ROOTS).json()["results"]
        assert [item["name"] for item in theirs] == ["own"]

    @pytest.mark.parametrize(
        "below",
        [
            ["../beta/july"],
            ["july/../../beta"],
            ["/etc"],
            ["july/./x"],
            [".hidden"],
            [""],
            ["a\\b"],
            ["a::b"],
            ["a%2e%2e"],
            ["a?b"],
            ["user@host"],
            [],
            ["x" * 301],
            ["a"] * 21,
            "july",
        ],
    )
    def test_what_is_no_plain_path_below_a_root_is_refused(self, admin: Client, below: Any) -> None:
        reply = register(admin, below=below)
        assert (reply.status_code, reply.json()["code"]) == (400, "invalid_request")

    @pytest.mark.parametrize("name", ["July", "-july", "a/b", "a b", "", "x" * 64, "七月"])
    def test_a_name_is_one_that_an_address_can_hold(self, admin: Client, name: str) -> None:
        assert register(admin, name=name).status_code == 400

    def test_a_root_of_another_centre_is_unknown(self, beta: Centre, root: Path) -> None:
        reply = register(client_of(beta, "zhao"), root="archive", below=["era5"])
        assert (reply.status_code, reply.json()["code"]) == (400, "unknown_source_root")
        assert reply.json()["data"]["available"] == ["own"]

    @pytest.mark.parametrize("taken", ["sample", "july"])
    def test_a_name_is_taken_once(self, admin: Client, taken: str) -> None:
        register(admin)
        reply = register(admin, name=taken)
        assert (reply.status_code, reply.json()["code"]) == (409, "source_name_taken")

    def test_the_number_is_limited(self, admin: Client, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(services, "MOST_SOURCES", 1)
        register(admin)
        reply = register(admin, name="august")
        assert (reply.status_code, reply.json()["code"]) == (409, "too_many_sources")

    def test_an_address_is_below_its_root(self, admin: Client, alpha: Centre) -> None:
        register(admin, name="era5", root="archive", below=["era5/2026.zarr"])
        with scope(alpha.id):
            found = source_get("era5", tenant_id=alpha.id)
        assert found.readable() == ("https://data.example.org/zarr/era5/2026.zarr",)


class TestOutOfTheRoot:
    """Links are how one centre's folder could lead to the data of another."""

    @pytest.mark.parametrize("below", ["theirs", "theirs/rain.nc"])
    def test_a_link_on_the_way_is_refused(self, admin: Client, root: Path, below: str) -> None:
        (root / "alpha" / "theirs").symlink_to(root / "beta" / "july")
        reply = register(admin, below=[below])
        assert (reply.status_code, reply.json()["code"]) == (422, "source_outside_root")

    @pytest.mark.parametrize("where", ["july/theirs.nc", "july/deep/theirs"])
    def test_a_link_below_a_folder_is_refused_when_it_is_read(
        self, admin: Client, alpha: Centre, root: Path, where: str
    ) -> None:
        register(admin)
        link = root / "alpha" / where
        link.parent.mkdir(exist_ok=True)
        link.symlink_to(root / "beta" / "july")
        with scope(alpha.id):
            found = source_get("july", tenant_id=alpha.id)
        with pytest.raises(InputDataError, match="leads out of the folder"):
            found.readable()

    def test_a_link_within_the_root_is_followed(
        self, admin: Client, alpha: Centre, root: Path
    ) -> None:
        (root / "alpha" / "newest").symlink_to(root / "alpha" / "july")
        assert register(admin, below=["newest"]).status_code == 201
        with scope(alpha.id):
            found = source_get("july", tenant_id=alpha.id)
        assert found.readable() == (str(root / "alpha" / "newest"),)


class TestCentres:
    def test_each_has_its_own_under_one_name(
        self, admin: Client, alpha: Centre, beta: Centre, root: Path
    ) -> None:
        theirs = client_of(beta, "zhao")
        assert register(admin).status_code == register(theirs).status_code == 201
        source_files_keep()
        keys = [f"{centre.id}/july" for centre in (alpha, beta)]
        assert [source_of_key(key)[1].paths for key in keys] == [
            (str(root / centre / "july"),) for centre in ("alpha", "beta")
        ]
        assert SourceHolding.objects.filter(source__in=keys).exclude(files="").count() == 2

    def test_none_sees_or_touches_anothers(self, admin: Client, beta: Centre) -> None:
        register(admin)
        theirs = client_of(beta, "zhao")
        assert "july" not in names(theirs)
        assert theirs.get(f"{URL}july/").status_code == 404
        assert theirs.delete(f"{URL}july/").status_code == 404
        wanted = {"source": "july", "region": [110, 27, 126, 35]}
        reply = theirs.post("/api/v1/diagnoses/", wanted, content_type="application/json")
        assert (reply.status_code, reply.json()["code"]) == (400, "unknown_source")

    def test_what_anothers_hold_is_not_to_be_seen_in_a_scope(
        self, admin: Client, alpha: Centre, beta: Centre
    ) -> None:
        register(admin)
        SourceHolding.objects.create(source="the-operators")
        seen = {}
        for centre in (alpha, beta):
            with scope(centre.id):
                seen[centre.slug] = set(SourceHolding.objects.values_list("source", flat=True))
        assert seen["beta"] == {"the-operators"}
        assert seen["alpha"] == {"the-operators", f"{alpha.id}/july"}

    @pytest.mark.parametrize("role", [TenantRole.FORECASTER, TenantRole.DUTY_LEAD])
    def test_only_its_administrators_register(
        self, alpha: Centre, root: Path, role: TenantRole
    ) -> None:
        client = client_of(alpha, "wang", role)
        assert register(client).status_code == 403
        assert client.get(ROOTS).status_code == 403
        assert client.delete(f"{URL}sample/").status_code == 403

    def test_the_operators_are_not_the_centres_to_change(self, admin: Client) -> None:
        said = {"title": "Mine"}
        reply = admin.put(f"{URL}sample/", said, content_type="application/json")
        assert reply.status_code == 404
        assert admin.delete(f"{URL}sample/").status_code == 404


def test_a_slash_in_a_name_of_the_operators_is_no_centre(settings: Any) -> None:
    named = {"archive/era5": {"paths": ["/elsewhere"], "title": "ERA5"}}
    use = settings.ENVIRONMENT.model_copy
    settings.ENVIRONMENT = use(update={"hvrmet_sources": json.dumps(named)})
    name, source = source_of_key("archive/era5")
    assert (name, source.paths) == ("archive/era5", ("/elsewhere",))


class TestAfterwards:
    def test_titles_and_lateness_can_be_changed_and_the_data_cannot(self, admin: Client) -> None:
        register(admin)
        said = {"title": "Rain", "title_zh": "降水", "late_after_hours": 8}
        reply = admin.put(f"{URL}july/", said, content_type="application/json")
        assert (reply.status_code, reply.json()["title_zh"]) == (200, "降水")
        moved = said | {"below": ["august"]}
        reply = admin.put(f"{URL}july/", moved, content_type="application/json")
        assert reply.status_code == 400

    def test_what_is_removed_is_forgotten_with_what_it_held(
        self, admin: Client, alpha: Centre
    ) -> None:
        register(admin)
        assert admin.delete(f"{URL}july/").status_code == 204
        assert "july" not in names(admin)
        assert not SourceHolding.objects.filter(source=f"{alpha.id}/july").exists()
        assert source_of_key(f"{alpha.id}/july") is None
        with scope(alpha.id):
            kept = AuditRecord.objects.filter(action__startswith="source.").order_by("created_at")
            assert [record.action for record in kept] == ["source.registered", "source.removed"]

    def test_a_root_that_is_taken_away_is_said(self, admin: Client, settings: Any) -> None:
        register(admin)
        use = settings.ENVIRONMENT.model_copy
        settings.ENVIRONMENT = use(update={"hvrmet_source_roots": ""})
        (item,) = [one for one in admin.get(URL).json()["results"] if one["name"] == "july"]
        assert (item["state"], item["own"]["root"]) == ("failed", "own")
        detail = admin.get(f"{URL}july/").json()
        assert "no longer open to this centre" in detail["failure_text"]
        wanted = {"source": "july", "region": [110, 27, 126, 35]}
        reply = admin.post("/api/v1/diagnoses/", wanted, content_type="application/json")
        assert reply.json()["code"] == "unknown_source"
        assert admin.delete(f"{URL}july/").status_code == 204

    def test_one_that_the_operator_names_alike_later_does_not_replace_it(
        self, admin: Client, alpha: Centre, settings: Any, root: Path
    ) -> None:
        register(admin)
        both = {"july": {"paths": ["/elsewhere"], "title": "The operator's"}}
        use = settings.ENVIRONMENT.model_copy
        settings.ENVIRONMENT = use(update={"hvrmet_sources": json.dumps(both)})
        with scope(alpha.id):
            assert source_get("july", tenant_id=alpha.id).paths == (str(root / "alpha" / "july"),)
            assert CentreSource.objects.get().title == "Rain of July"
