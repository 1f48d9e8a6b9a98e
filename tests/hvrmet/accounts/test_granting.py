"""Nobody grants, renews or is shown more than they hold, by whichever sequence of operations."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import timedelta
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.test import Client
from hvrmet.accounts.granting import key_rights, member_rights, require_rights
from hvrmet.accounts.models import ApiKey, User
from hvrmet.accounts.principals import Principal, PrincipalKind
from hvrmet.accounts.roles import (
    FULL_RIGHTS,
    INSTALLATION_VERBS,
    ROLE_VERBS,
    TenantRole,
    Verb,
    read_roles,
    verbs_of,
)
from hvrmet.accounts.selectors import principal_by_key, principal_now
from hvrmet.accounts.services import (
    api_key_create,
    api_key_issue,
    api_key_rotate,
    member_add,
    member_set,
    ticket_issue,
    ticket_redeem,
)
from hvrmet.core.db.scope import scope
from hvrmet.core.errors import ApplicationError
from hvrmet.testing import Centre, make_centre
from hvrmet.webhooks.event_types import EventKind, verbs_to_read
from hvrmet.webhooks.services import subscription_create, subscription_rotate
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.hvrmet.factories import key_headers, person

R = TenantRole
Won = Callable[[], Principal | frozenset[str]]
pytestmark = pytest.mark.django_db
SOON = timedelta(days=1)
ROLES = st.lists(st.sampled_from(TenantRole), max_size=3, unique=True).map(tuple)
SCOPES = st.one_of(st.just(()), st.sets(st.sampled_from(Verb), min_size=1, max_size=4).map(tuple))
ACTORS = st.tuples(st.sampled_from(PrincipalKind), ROLES, SCOPES)
OPERATIONS = ("issue", "rotate", "appoint", "ticket", "webhook", "webhook_secret")
STEPS = st.lists(
    st.tuples(st.integers(0, 99), st.sampled_from(OPERATIONS), ROLES, SCOPES, st.integers(0, 99)),
    min_size=1,
    max_size=8,
)


class Play:
    """A centre with an actor, strong keys and a strong webhook, and all that the actor reaches."""

    def __init__(self, kind: PrincipalKind, roles: Iterable[TenantRole], scopes: Any) -> None:
        self.tag = uuid4().hex[:8]
        self.centre = make_centre(self.tag)
        api_key_create(tenant_id=self.centre.id, name="strong", roles=[*TenantRole])
        api_key_create(tenant_id=self.centre.id, name="drafts", scopes=[*Verb])
        boss = self._person("boss", *FULL_RIGHTS)
        with scope(self.centre.id):
            self.webhook, _ = subscription_create(
                principal=boss, name="hook", url="https://1.1.1.1/", events=[*EventKind]
            )
        if kind is PrincipalKind.PERSON:
            actor = self._person("actor", *roles)
        else:
            key = api_key_create(tenant_id=self.centre.id, name="actor", roles=roles, scopes=scopes)
            actor = self._holder(key.text)
        self.helper = self._person("helper", R.VIEWER)
        self.reached: list[Principal] = [actor]
        self.names = 0

    def _person(self, name: str, *roles: TenantRole) -> Principal:
        user = person(self.centre, f"{name}-{self.tag}", *roles)
        return Principal(PrincipalKind.PERSON, user.pk, user.username, self.centre.id, roles)

    def _holder(self, text: str) -> Principal:
        found = principal_by_key(text)
        assert found is not None
        return found

    def step(self, who: int, operation: str, roles: Any, scopes: Any, which: int) -> set[str]:
        """Let one reached actor act; return the rights that it won, none if it was refused."""
        actor = self.reached[who % len(self.reached)]
        act: Callable[..., Won] = getattr(self, f"_{operation}")
        try:
            with scope(self.centre.id):
                won = act(actor, roles, scopes, which)
        except ApplicationError as error:
            if error.code not in ("beyond_own_rights", "beyond_own_life"):
                raise
            return set()
        found = won()
        if isinstance(found, Principal):
            self.reached.append(found)
            found = found.rights
        return set(found)

    def _issue(self, actor: Principal, roles: Any, scopes: Any, _: int) -> Won:
        self.names += 1
        _, key = api_key_issue(
            principal=actor, name=f"k{self.names}", roles=roles, scopes=scopes, life=SOON
        )
        return lambda: self._holder(key.text)

    def _rotate(self, actor: Principal, _: Any, __: Any, which: int) -> Won:
        keys: list[UUID] = list(ApiKey.objects.order_by("name").values_list("pk", flat=True))
        _, key = api_key_rotate(
            principal=actor,
            key_id=keys[which % len(keys)],
            life=SOON,
            grace=timedelta(0),
        )
        return lambda: self._holder(key.text)

    def _appoint(self, actor: Principal, roles: Any, _: Any, __: int) -> Won:
        before = principal_now(PrincipalKind.PERSON, self.helper.id)
        member = member_set(principal=actor, username=self.helper.name, roles=roles)
        assert before is not None
        now = member_rights(read_roles(member.roles))
        return lambda: now - before.rights

    def _ticket(self, actor: Principal, *_: Any) -> Won:
        text = ticket_issue(actor, "")
        return lambda: (ticket_redeem(text) or (frozenset(),))[0]

    def _webhook(self, actor: Principal, _: Any, __: Any, which: int) -> Won:
        self.names += 1
        kinds = [*EventKind]
        events = kinds[: 1 + which % len(kinds)]
        subscription_create(
            principal=actor, name=f"w{self.names}", url="https://1.1.1.1/", events=events
        )
        return lambda: frozenset(verbs_to_read(events))

    def _webhook_secret(self, actor: Principal, *_: Any) -> Won:
        subscription_rotate(principal=actor, webhook_id=self.webhook.pk, grace=timedelta(0))
        return lambda: frozenset(verbs_to_read(self.webhook.events))


@settings(max_examples=25, deadline=None)
@given(start=ACTORS, steps=STEPS)
def test_no_sequence_of_grants_reaches_more_than_its_actor_holds(start: Any, steps: Any) -> None:
    play = Play(*start)
    held = play.reached[0].rights
    for step in steps:
        assert play.step(*step) <= held, (start, step)


@pytest.mark.parametrize("kind", PrincipalKind)
@pytest.mark.parametrize("role", TenantRole)
def test_each_role_and_scope_against_every_grant(
    alpha: Centre, kind: PrincipalKind, role: TenantRole
) -> None:
    """The whole table: a grant passes exactly when the actor holds all of it."""
    for scopes in (None, frozenset({Verb.KEY_MANAGE}), frozenset(Verb), ROLE_VERBS[R.SERVICE]):
        if kind is PrincipalKind.PERSON and scopes is not None:
            continue
        actor = Principal(kind, alpha.id, "a", alpha.id, (role,), scopes)
        for other in TenantRole:
            grants = [member_rights([other])]
            grants += [key_rights([other], own) for own in (None, [Verb.REPORT_DRAFT], [*Verb])]
            for wanted in grants:
                assert is_granted(actor, wanted) is (wanted <= actor.rights), (other, wanted)


def is_granted(actor: Principal, wanted: frozenset[Any]) -> bool:
    try:
        require_rights(actor, wanted, to="do this")
    except ApplicationError as refusal:
        if "cannot do this" not in refusal.message:
            raise
        return False
    return True


def test_rights_of_a_person_are_more_than_those_of_a_key() -> None:
    for role in TenantRole:
        assert key_rights([role], None) < member_rights([role])
        assert key_rights([role], [*Verb]) <= member_rights([role])
    assert verbs_of(FULL_RIGHTS) == frozenset(Verb) - INSTALLATION_VERBS


class TestOverRest:
    """What an outside test found: keys that made themselves greater."""

    @pytest.fixture
    def narrow(self, alpha: Centre) -> dict[str, str]:
        return key_headers(alpha, "narrow", R.TENANT_ADMIN, scopes=[Verb.KEY_MANAGE])

    def refused(self, reply: Any) -> list[str]:
        assert (reply.status_code, reply.json()["code"]) == (403, "beyond_own_rights")
        missing: list[str] = reply.json()["data"]["missing"]
        return missing

    def post(self, headers: dict[str, str], path: str, body: Any) -> Any:
        return Client().post(
            f"/api/v1/{path}", body, content_type="application/json", headers=headers
        )

    def test_a_narrow_key_makes_no_wider_one(self, alpha: Centre, narrow: dict[str, str]) -> None:
        wide = {"name": "wide", "roles": ["tenant_admin"]}
        assert "diagnosis.create" in self.refused(self.post(narrow, "api-keys/", wide))
        same = {**wide, "scopes": ["key.manage"]}
        assert self.post(narrow, "api-keys/", same).status_code == 201

    def test_nor_takes_over_another(self, alpha: Centre, narrow: dict[str, str]) -> None:
        with scope(alpha.id):
            strong = ApiKey.objects.get(name="suite").pk
        self.refused(self.post(narrow, f"api-keys/{strong}/rotate/", {}))
        assert Client().get("/api/v1/me/", headers=alpha.headers).status_code == 200

    def test_scopes_do_not_win_sight_of_drafts(self, alpha: Centre) -> None:
        admin = key_headers(alpha, "admin", R.TENANT_ADMIN)
        reader = {"name": "reader", "scopes": ["report.view", "report.draft"]}
        assert self.refused(self.post(admin, "api-keys/", reader)) == ["report.draft"]

    def test_an_administrator_appoints_within_their_rights(self, alpha: Centre) -> None:
        user = User.objects.create_user(username="boss", password="a-long-password")
        member_add(tenant_id=alpha.id, user=user, roles=[R.TENANT_ADMIN])
        person(alpha, "fan", R.VIEWER)
        person(alpha, "old", R.REVIEWER)
        client = Client()
        client.force_login(user)

        def put(name: str, *roles: str) -> Any:
            body, kind = {"roles": roles}, "application/json"
            return client.put(f"/api/v1/members/{name}/", body, content_type=kind)

        assert put("fan", "forecaster").status_code == 200
        assert "report.publish in person" in self.refused(put("fan", "duty_lead"))
        # What somebody has may stay: nothing is granted by it.
        assert put("old", "reviewer", "forecaster").status_code == 200
        member_add(tenant_id=alpha.id, user=user, roles=FULL_RIGHTS)
        assert put("fan", *TenantRole).status_code == 200

    def test_webhooks_send_nobody_what_they_may_not_read(self, alpha: Centre) -> None:
        narrow = key_headers(alpha, "hooks", R.TENANT_ADMIN, scopes=[Verb.WEBHOOK_MANAGE])
        hook = {"name": "hook", "url": "https://1.1.1.1/", "events": ["report.published"]}
        assert self.refused(self.post(narrow, "webhooks/", hook)) == ["report.view"]
