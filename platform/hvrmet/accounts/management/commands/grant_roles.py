"""The operator's way to put a person into a tenant: the first administrator needs it."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from hvrmet.accounts.models import User
from hvrmet.accounts.roles import TenantRole
from hvrmet.accounts.services import member_grant
from hvrmet.tenants.models import Tenant


class Command(BaseCommand):
    """Give a person exactly these roles in a tenant; administrators do the rest over REST."""

    help = "Give a person exactly the named roles in a tenant."

    def add_arguments(self, parser: CommandParser) -> None:
        """Take the person, the tenant and the roles."""
        parser.add_argument("username")
        parser.add_argument("tenant", help="slug of the tenant")
        parser.add_argument("roles", nargs="+", choices=[role.value for role in TenantRole])

    def handle(self, *args: Any, **options: Any) -> None:
        """Set the membership, and record it in the tenant's audit log."""
        user = User.objects.filter(username=options["username"]).first()
        tenant = Tenant.objects.filter(slug=options["tenant"]).first()
        if user is None or tenant is None:
            what = "person" if user is None else "tenant"
            name = options["username"] if user is None else options["tenant"]
            raise CommandError(f"there is no {what} {name!r}: make it in the admin first")
        roles = [TenantRole(name) for name in options["roles"]]
        member_grant(tenant_id=tenant.pk, user=user, roles=roles)
        self.stdout.write(f"{user} in {tenant}: {', '.join(options['roles'])}")
