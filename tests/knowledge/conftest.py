"""A part of the package's library in the tables, and people who curate it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest
from django.test import Client
from hvrmet.accounts.models import User
from hvrmet.accounts.roles import TenantRole
from hvrmet.accounts.services import curator_set, member_add
from hvrmet.core.db.scope import SYSTEM, scope
from hvrmet.testing import IdleHeartbeat

from diagnostics.contracts.enums import Category, Modality
from diagnostics.contracts.library import Library
from diagnostics.guidelines import load_library
from knowledge.models import Interest
from knowledge.services import package_import
from tasks import diagnosis
from tests.hvrmet.transactions import lasting_transaction
from tests.knowledge.effects import Engine, stand_in

API = "/api/v1/guidelines/"


@cache
def few_entries() -> Library:
    """Return a few entries of the package's library with all that they name."""
    library = load_library()
    kept = library.entries[::30]
    for unit in ("m/s", "K"):
        wanted = (entry for entry in library.entries if getattr(entry.expected, "unit", "") == unit)
        kept = (*kept, next(entry for entry in wanted if entry not in kept))
    charts = (entry for entry in library.entries if entry.modality is Modality.FIGURE)
    kept = (*kept, next(one for one in charts if one.category is Category.DYNAMICS))
    cited = {item.reference for entry in kept for item in entry.citations}
    references = tuple(item for item in library.references if item.key in cited)
    return library.model_copy(update={"entries": kept, "references": references})


@pytest.fixture
def packaged(monkeypatch: pytest.MonkeyPatch) -> Library:
    """A package that carries a few entries."""
    monkeypatch.setattr("knowledge.services.library.load_library", few_entries)
    return few_entries()


@pytest.fixture(scope="module")
def _taken_in(django_db_setup: None, django_db_blocker: Any) -> Iterator[None]:
    """Take a few entries in, in a transaction that the tests of a module share."""
    with (
        django_db_blocker.unblock(),
        lasting_transaction(),
        pytest.MonkeyPatch.context() as patch,
    ):
        patch.setattr("knowledge.services.library.load_library", few_entries)
        package_import()
        yield


@pytest.fixture
def seed(_taken_in: None, packaged: Library) -> Library:
    """A few entries, taken in: most tests need no more."""
    return packaged


class Curator:
    """A signed-in person, and what they ask of the library."""

    def __init__(self, centre: Any, name: str, *roles: TenantRole, curates: bool = False) -> None:
        self.user = User.objects.create_user(username=name, password="a-long-password")
        member_add(tenant_id=centre.id, user=self.user, roles=roles)
        curator_set(username=name, curates=curates)
        self.label = f"person:{name}"
        self.client = Client()
        self.client.force_login(self.user)
        if roles == (TenantRole.CURATOR,) or curates:
            with scope(SYSTEM):
                Interest.objects.create(person=self.label, person_id=self.user.pk)

    def send(self, method: str, path: str, body: Any = None) -> tuple[int, Any]:
        """Return the status and the document of an answer.

        What may accept a proposal says why no measurement is waited for, unless a test says else.
        """
        call = getattr(self.client, method)
        if path.startswith("proposals/") and path.endswith(("/submit/", "/decisions/")):
            body = {"unmeasured": "no worker here", **(body or {})}
        sent = "" if body is None else body
        reply = call(f"{API}{path}", sent, content_type="application/json")
        return reply.status_code, reply.json() if reply.content else None

    def get(self, path: str) -> Any:
        """Return the document of a page that is there."""
        reply = self.client.get(f"{API}{path}")
        assert reply.status_code == 200, reply.content
        return reply.json()

    def post(self, path: str, body: Any = None) -> Any:
        """Return the document of an act that is done."""
        status, document = self.send("post", path, body or {})
        assert status in (200, 201), document.get("detail", document)
        return document

    def refused(self, method: str, path: str, body: Any = None) -> tuple[int, str]:
        """Return status and code of a refusal."""
        status, document = self.send(method, path, body or {})
        assert status >= 400, document
        return status, document["code"]

    def propose(self, *fields: dict[str, Any], reason: str = "the 2025 standard") -> str:
        """Begin a draft with fields, and return its path."""
        draft = self.post("proposals/", {"reason": reason, "fields": list(fields)})
        return f"proposals/{draft['id']}/"

    def hand_in(self, *fields: dict[str, Any], reason: str = "the 2025 standard") -> str:
        """Hand a proposal in, and return its path."""
        path = self.propose(*fields, reason=reason)
        self.post(f"{path}submit/")
        return path

    def decide(self, path: str, verdict: str = "approve", **more: Any) -> Any:
        """Open a proposal and say the same of all fields that wait."""
        waiting = [item for item in self.get(path)["changes"] if item["waits_for_me"]]
        said = [
            {"wording": item["wordings"][-1]["id"], "verdict": verdict, **more} for item in waiting
        ]
        return self.post(f"{path}decisions/", {"decisions": said})


@pytest.fixture
def author(alpha: Any, seed: Library) -> Curator:
    """A centre's curator, who proposes."""
    return Curator(alpha, "li", TenantRole.CURATOR)


@pytest.fixture
def reviewer(beta: Any, seed: Library) -> Curator:
    """A person of another centre who curates for the installation."""
    return Curator(beta, "wang", TenantRole.VIEWER, curates=True)


@pytest.fixture
def second(alpha: Any, seed: Library) -> Curator:
    """Another one who curates for the installation, and for a centre too."""
    return Curator(alpha, "chen", TenantRole.CURATOR, curates=True)


@pytest.fixture
def entry(seed: Library) -> Any:
    """An entry with an absolute limit and a weight of 3."""
    limited = (item for item in seed.entries if getattr(item.expected, "absolute", None))
    return next(item for item in limited if item.weight == 3)


def change(entry: Any, path: str, value: Any, revision: int = 1, **more: Any) -> dict[str, Any]:
    """Return another value for a field of an entry."""
    named = {"kind": "entry", "item": entry.id, "path": path}
    return {**named, "revision": revision, "value": value, **more}


@pytest.fixture
def engine(monkeypatch: pytest.MonkeyPatch) -> Engine:
    """An engine in the place of the one that measures effects."""
    monkeypatch.setattr(diagnosis, "Heartbeat", IdleHeartbeat)
    return stand_in(monkeypatch)
