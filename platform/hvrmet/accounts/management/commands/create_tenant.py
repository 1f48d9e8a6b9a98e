"""The operator's first step: a centre with the person who administers it."""

from __future__ import annotations

import secrets
from getpass import getpass
from typing import Any

from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.core.management.base import BaseCommand, CommandError, CommandParser

from hvrmet.accounts.models import User
from hvrmet.accounts.roles import FULL_RIGHTS
from hvrmet.accounts.services import member_grant, user_ensure
from hvrmet.core.db.scope import scope
from hvrmet.tenants.models import Membership, Tenant
from hvrmet.tenants.services import tenant_ensure

_BYTES = 15


class Command(BaseCommand):
    """Make a centre and its first administrator, who can appoint everybody else."""

    help = "Make a centre (tenant) and its first administrator, and print the password once."

    def add_arguments(self, parser: CommandParser) -> None:
        """Take the centre and the person."""
        parser.add_argument("slug", help="short name in addresses: letters, digits and hyphens")
        parser.add_argument("--admin", required=True, help="name to sign in by")
        parser.add_argument("--name", help="the centre's full name; the short one by default")
        parser.add_argument(
            "--timezone",
            default="",
            metavar="ZONE",
            help="IANA name such as Asia/Shanghai, for days of requests that name no zone; by "
            "default the longitude of the region decides",
        )
        parser.add_argument(
            "--ask", action="store_true", help="ask for the password instead of making one"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Check everything, then make both; a run that was interrupted is finished by the next."""
        slug, admin = options["slug"], options["admin"]
        tenant = Tenant.objects.filter(slug=slug).first()
        if tenant is not None and _has_members(tenant):
            raise CommandError(
                f"there is a centre {slug!r} already: 'manage.py grant_roles NAME {slug} "
                f"{' '.join(FULL_RIGHTS)}' gives it another administrator who can appoint everybody"
            )
        name, zone = options["name"] or slug, options["timezone"]
        self._check(Tenant(slug=slug, name=name, timezone=zone), ("slug", "name", "timezone"))
        known = User.objects.filter(username=admin).exists()
        if not known:
            self._check(User(username=admin), ("username",))
        password = None if known else self._password(admin, ask=options["ask"])
        tenant = tenant_ensure(slug=slug, name=name, timezone=zone)
        if password is not None:
            user_ensure(username=admin, password=password)
        user = User.objects.get(username=admin)
        member_grant(tenant_id=tenant.pk, user=user, roles=FULL_RIGHTS)
        self.stdout.write(f"centre {slug} with its administrator {admin}")
        if known:
            self.stdout.write(f"{admin} was known already and keeps the password")
        elif not options["ask"]:
            self.stdout.write(
                f"password (shown only now): {password}\n"
                "change it at /accounts/password/change/ after signing in"
            )

    def _password(self, admin: str, *, ask: bool) -> str:
        if not ask:
            return secrets.token_urlsafe(_BYTES)
        password = getpass(f"Password of {admin}: ")
        try:
            validate_password(password, User(username=admin))
        except ValidationError as error:
            raise CommandError(" ".join(error.messages)) from error
        if password != getpass("Once more: "):
            raise CommandError("the two passwords differ: nothing was made")
        return password

    @staticmethod
    def _check(thing: Tenant | User, fields: tuple[str, ...]) -> None:
        others = {field.name for field in thing._meta.fields} - set(fields)
        try:
            thing.clean_fields(exclude=others)
        except ValidationError as error:
            raise CommandError("; ".join(error.messages)) from error


def _has_members(tenant: Tenant) -> bool:
    with scope(tenant.pk):
        return Membership.objects.exists()
