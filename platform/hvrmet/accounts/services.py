"""Writing users, members, keys and tickets."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta
from uuid import UUID

from django.db import connections
from django.db.models import Q
from django.db.models.functions import Now
from django.utils import timezone

from hvrmet.accounts.granting import key_rights, member_rights, require_rights
from hvrmet.accounts.keys import NewKey, hash_key, make_key, make_ticket, tenant_of_ticket
from hvrmet.accounts.models import ApiKey, SocketTicket, User
from hvrmet.accounts.principals import Principal, PrincipalKind
from hvrmet.accounts.roles import ROLE_VERBS, TenantRole, Verb, read_roles, read_scopes, verbs_of
from hvrmet.accounts.selectors import key_get, member_find, memberships_of, principal_now
from hvrmet.audit.services import Action, audit_record
from hvrmet.core.db.scope import SYSTEM, scope
from hvrmet.core.db.uniqueness import unique
from hvrmet.core.errors import ApplicationError, NotFoundError
from hvrmet.tenants.models import Membership
from hvrmet.tenants.services import membership_set

TICKET_LIFE = timedelta(seconds=30)
KEY_LIFE = timedelta(days=90)
"""Of a key whose maker names no other."""


def user_ensure(*, username: str, password: str, superuser: bool = False) -> User:
    """Return the user of this name with this password, made if there is none."""
    user, _ = User.objects.get_or_create(username=username)
    user.set_password(password)
    user.save(update_fields=("password",))
    if user.is_superuser != superuser:
        operator_set(username=username, operator=superuser)
        user.refresh_from_db()
    return user


def operator_set(*, username: str, operator: bool) -> bool:
    """Make a person an operator, who works in the admin, or end it.

    Only the role that owns the tables may do the former, so this uses ``DATABASE_OWNER_URL`` where
    it is set; the database refuses it to the runtime role, and records it in the system's chain.

    Returns
    -------
    bool
        Whether there is such a person.
    """
    alias = "owner" if "owner" in connections.databases else "default"
    changed = User.objects.using(alias).filter(username=username)
    return bool(changed.update(is_staff=operator, is_superuser=operator))


def curator_set(*, username: str, curates: bool) -> bool:
    """Let a person curate the library of the installation, or end it; the database records it.

    What they proposed stays, for others to take over.

    Returns
    -------
    bool
        Whether there is such a person.
    """
    return bool(User.objects.filter(username=username).update(curates=curates))


def member_add(*, tenant_id: UUID, user: User, roles: Iterable[TenantRole]) -> None:
    """Make a person a member of a tenant with exactly these roles."""
    membership_set(tenant_id=tenant_id, user_id=user.pk, roles=[role.value for role in roles])


def member_grant(*, tenant_id: UUID, user: User, roles: Iterable[TenantRole]) -> None:
    """Give a person exactly these roles as the operator, on record."""
    names = sorted(role.value for role in roles)
    home_begin(user_id=user.pk, tenant_id=tenant_id)
    with scope(tenant_id):
        before = Membership.objects.filter(user_id=user.pk).first()
        Membership.objects.update_or_create(
            user_id=user.pk, tenant_id=tenant_id, defaults={"roles": names, "provider": ""}
        )
        audit_record(
            action=Action.MEMBER_SET,
            actor="operator",
            subject_id=user.pk,
            data={"name": user.get_username()},
            before={"roles": before.roles} if before else None,
            after={"roles": names},
        )


def member_set(*, principal: Principal, username: str, roles: Iterable[TenantRole]) -> Membership:
    """Give a member exactly these roles, in the open scope.

    Raises
    ------
    NotFoundError
        When the tenant has no such member, whether or not somebody has this name.
    ApplicationError
        With code ``own_membership`` (403) for one's own, ``beyond_own_rights`` (403) for a role
        that allows what the actor may not do, or ``last_administrator`` (409).
    """
    member = _other_member(principal, username)
    roles, before = tuple(roles), read_roles(member.roles)
    require_rights(principal, member_rights(roles) - member_rights(before), to="give these roles")
    require_administrator(member, roles)
    stored = {"roles": member.roles}
    member.roles = sorted(role.value for role in roles)
    member.save(update_fields=("roles",))
    audit_record(
        action=Action.MEMBER_SET,
        actor=principal.label,
        actor_id=principal.id,
        subject_id=member.user_id,
        data={"name": username},
        before=stored,
        after={"roles": member.roles},
    )
    return member


def member_remove(*, principal: Principal, username: str) -> None:
    """Take a person out of the open scope's tenant.

    Raises
    ------
    NotFoundError
        When the tenant has no such member, whether or not somebody has this name.
    ApplicationError
        With code ``own_membership`` (403) for one's own, or ``last_administrator`` (409).
    """
    member = _other_member(principal, username)
    require_administrator(member, ())
    user_id, before = member.user_id, {"roles": member.roles}
    member.delete()
    audit_record(
        action=Action.MEMBER_REMOVED,
        actor=principal.label,
        actor_id=principal.id,
        subject_id=user_id,
        data={"name": username},
        before=before,
    )


def member_leave(*, user: User, tenant_id: UUID) -> None:
    """Let a person leave a centre.

    Raises
    ------
    NotFoundError
        When they are no member of it.
    ApplicationError
        With code ``last_administrator`` (409).
    """
    with scope(tenant_id):
        lock_administrators()
        member = Membership.objects.filter(user_id=user.pk).select_for_update().first()
        if member is None:
            raise NotFoundError("membership")
        require_administrator(member, ())
        before = {"roles": member.roles}
        member.delete()
        audit_record(
            action=Action.MEMBER_LEFT,
            actor=f"person:{user.get_username()}",
            actor_id=user.pk,
            subject_id=user.pk,
            data={"name": user.get_username()},
            before=before,
        )


def lock_administrators() -> list[Membership]:
    """Lock the memberships of the open scope's administrators, always in the same order.

    Of two who take each other's role at the same moment, the second sees what the first did.
    """
    managing = [role for role, verbs in ROLE_VERBS.items() if Verb.MEMBER_MANAGE in verbs]
    manages = Q()
    for role in managing:
        manages |= Q(roles__contains=[role.value])
    rows = Membership.objects.filter(manages).select_related("user").order_by("pk")
    return list(rows.select_for_update(of=("self",)))


def require_administrator(member: Membership, roles: Iterable[TenantRole]) -> None:
    """Refuse to leave the open scope's tenant without an administrator.

    Parameters
    ----------
    member : Membership
        Whose roles are to change.
    roles : iterable of TenantRole
        What they would be; none for a person who goes.

    Raises
    ------
    ApplicationError
        With code ``last_administrator`` (409).
    """
    manages = Verb.MEMBER_MANAGE
    if manages in verbs_of(roles) or manages not in verbs_of(read_roles(member.roles)):
        return
    if not any(row.pk != member.pk and row.user.is_active for row in lock_administrators()):
        raise ApplicationError(
            "this is the last administrator of the centre: make another member an administrator "
            "first, or ask the operator (manage.py grant_roles NAME TENANT tenant_admin)",
            code="last_administrator",
            http_status=409,
        )


def _other_member(principal: Principal, username: str) -> Membership:
    lock_administrators()
    member = member_find(username, lock=True)
    if member is None:
        raise NotFoundError("member")
    if member.user_id == principal.id:
        raise ApplicationError(
            "nobody changes their own roles: ask another administrator, or leave the centre with "
            "DELETE me/memberships/TENANT/",
            code="own_membership",
            http_status=403,
        )
    return member


def home_begin(*, user_id: UUID, tenant_id: UUID) -> None:
    """Make the first centre of a person the home; who belongs to one already keeps it."""
    if not memberships_of(user_id):
        User.objects.filter(pk=user_id).update(home=tenant_id)


def home_choose(*, user: User, tenant_id: UUID) -> None:
    """Choose the centre that a sign-in without a name goes to; the person is a member of it."""
    before = user.home_id
    user.home_id = tenant_id
    user.save(update_fields=("home",))
    with scope(SYSTEM):
        audit_record(
            action=Action.HOME_CHOSEN,
            actor=f"person:{user.get_username()}",
            actor_id=user.pk,
            subject_id=user.pk,
            before={"tenant": str(before) if before else None},
            after={"tenant": str(tenant_id)},
        )


def api_key_create(
    *,
    tenant_id: UUID,
    name: str,
    roles: Iterable[TenantRole] = (TenantRole.SERVICE,),
    scopes: Iterable[Verb] = (),
    expires_at: datetime | None = None,
    actor: str = "operator",
) -> NewKey:
    """Make a key as the operator, replacing the tenant's key of the same name."""
    with scope(tenant_id):
        ApiKey.objects.filter(name=name).delete()
        _, key = _key_add(name=name, roles=roles, scopes=scopes, expires_at=expires_at, actor=actor)
    return key


def api_key_issue(
    *,
    principal: Principal,
    name: str,
    roles: Iterable[TenantRole],
    scopes: Iterable[Verb],
    life: timedelta | None = None,
) -> tuple[ApiKey, NewKey]:
    """Make a key in the open scope; its text is returned only here.

    Parameters
    ----------
    principal : Principal
        Who makes it.
    name : str
    roles, scopes : iterable
        What the key may do.
    life : timedelta, optional
        How long; without it `KEY_LIFE`, or the rest of the life of the key that makes it.

    Raises
    ------
    ApplicationError
        With code ``key_name_taken`` (409) when the tenant has a key of this name,
        ``beyond_own_rights`` (403) when the key could do what the actor may not, or
        ``beyond_own_life`` (403) when it would outlive the key that makes it.
    """
    roles, scopes = tuple(roles), tuple(scopes)
    require_rights(principal, key_rights(roles, scopes or None), to="make this key")
    taken = ApplicationError(
        f"there is a key {name!r} already: rotate it, or choose another name",
        code="key_name_taken",
        http_status=409,
    )
    with unique("apikey_tenant_name", otherwise=taken):
        return _key_add(
            name=name,
            roles=roles,
            scopes=scopes,
            expires_at=_end_of_life(principal, life),
            actor=principal.label,
            actor_id=principal.id,
        )


def _end_of_life(principal: Principal, life: timedelta | None) -> datetime:
    """Return until when a key lives that this actor makes or renews."""
    own = None if principal.is_person else key_get(principal.id).expires_at
    wanted = timezone.now() + (life or KEY_LIFE)
    if own is None or wanted <= own:
        return wanted
    if life is None:
        return own
    raise ApplicationError(
        f"this key ends at {own:%Y-%m-%dT%H:%MZ} and can give no key a longer life, itself "
        "included: leave out expires_in_days, or let a person do it",
        code="beyond_own_life",
        http_status=403,
        data={"latest": own.isoformat()},
    )


def _key_add(
    *,
    name: str,
    roles: Iterable[TenantRole],
    scopes: Iterable[Verb],
    expires_at: datetime | None,
    actor: str,
    actor_id: UUID | None = None,
) -> tuple[ApiKey, NewKey]:
    key = make_key()
    row: ApiKey = ApiKey.objects.create(
        name=name,
        prefix=key.prefix,
        key_hash=key.key_hash,
        roles=sorted(role.value for role in roles),
        scopes=sorted(verb.value for verb in scopes),
        created_by=actor,
        expires_at=expires_at,
    )
    audit_record(
        action=Action.API_KEY_CREATED,
        actor=actor,
        actor_id=actor_id,
        subject_id=row.pk,
        after={"name": name, "prefix": key.prefix, "roles": row.roles, "scopes": row.scopes},
    )
    return row, key


def api_key_rotate(
    *, principal: Principal, key_id: UUID, grace: timedelta, life: timedelta | None = None
) -> tuple[ApiKey, NewKey]:
    """Give a key a new secret and a new life, as `api_key_issue` does.

    The former secret works until `grace` is over, but not beyond the end that it had.

    Raises
    ------
    ApplicationError
        With code ``key_revoked`` (409), ``beyond_own_rights`` (403) when the key can do what the
        actor may not, for whoever has the new secret has the key, or ``beyond_own_life`` (403).
    """
    row = _unrevoked(key_id)
    rights = key_rights(read_roles(row.roles), read_scopes(row.scopes))
    require_rights(principal, rights, to="rotate this key")
    key = make_key()
    before = {"prefix": row.prefix}
    until = timezone.now() + grace
    row.previous_hash = row.key_hash
    row.previous_until = until if row.expires_at is None else min(until, row.expires_at)
    row.prefix, row.key_hash = key.prefix, key.key_hash
    row.expires_at = _end_of_life(principal, life)
    row.save()
    audit_record(
        action=Action.API_KEY_ROTATED,
        actor=principal.label,
        actor_id=principal.id,
        subject_id=row.pk,
        data={"name": row.name, "grace_minutes": int(grace.total_seconds() // 60)},
        before=before,
        after={"prefix": row.prefix},
    )
    return row, key


def api_key_revoke(*, principal: Principal, key_id: UUID) -> None:
    """End a key at once, its former secret too.

    Raises
    ------
    ApplicationError
        With code ``key_revoked`` (409) when it has ended before.
    """
    row = _unrevoked(key_id)
    row.revoked_at = timezone.now()
    row.save(update_fields=("revoked_at",))
    audit_record(
        action=Action.API_KEY_REVOKED,
        actor=principal.label,
        actor_id=principal.id,
        subject_id=row.pk,
        data={"name": row.name},
    )


def _unrevoked(key_id: UUID) -> ApiKey:
    row = key_get(key_id)
    if row.revoked_at is not None:
        raise ApplicationError(
            "this key was revoked: make a new one", code="key_revoked", http_status=409
        )
    return row


def api_key_touch(principal: Principal) -> None:
    """Note that a key is in use, at most once a minute."""
    minute_ago = Now() - timedelta(minutes=1)
    with scope(principal.tenant_id):
        ApiKey.objects.filter(
            Q(last_used_at__isnull=True) | Q(last_used_at__lt=minute_ago), pk=principal.id
        ).update(last_used_at=Now())


def ticket_issue(principal: Principal, credential: str) -> str:
    """Make a ticket for one socket in the open scope, and forget those that have expired.

    Parameters
    ----------
    principal : Principal
        Who asks for it.
    credential : str
        By what: the hash of a key's secret, or the key of a session.
    """
    SocketTicket.objects.filter(expires_at__lt=Now()).delete()
    text = make_ticket(principal.tenant_id)
    SocketTicket.objects.create(
        ticket_hash=hash_key(text),
        credential=credential,
        principal_kind=principal.kind,
        principal_id=principal.id,
        expires_at=timezone.now() + TICKET_LIFE,
    )
    return text


def ticket_redeem(text: str) -> tuple[Principal, str] | None:
    """Use a ticket up and return its actor as it stands now, and by what it was asked for.

    None when it is not valid (any more).

    Of two that come at the same moment with one ticket, one gets nothing.
    """
    tenant_id = tenant_of_ticket(text)
    if tenant_id is None:
        return None
    with scope(tenant_id):
        ticket = SocketTicket.objects.select_for_update().filter(ticket_hash=hash_key(text)).first()
        if ticket is None:
            return None
        ticket.delete()
        if ticket.expires_at < timezone.now():
            return None
        actor = principal_now(PrincipalKind(ticket.principal_kind), ticket.principal_id)
        return None if actor is None else (actor, ticket.credential)
