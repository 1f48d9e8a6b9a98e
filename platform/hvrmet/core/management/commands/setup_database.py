"""Migrate as the owner, and give the runtime role what it needs and no more."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.db import DatabaseError, connections

from hvrmet.core.db.roles import (
    role_exists,
    runtime_grants,
    runtime_role_create,
    sees_every_tenant,
    tables_without_isolation,
)


class Command(BaseCommand):
    """Bring the database to the present version. Safe to repeat."""

    help = (
        "Create the runtime role of DATABASE_URL if it is missing, run the migrations as the role "
        "of DATABASE_OWNER_URL, and grant the runtime role its rights."
    )

    def handle(self, *args: Any, **options: Any) -> None:
        """Run the steps in order."""
        if "owner" not in settings.DATABASES:
            raise CommandError(
                "DATABASE_OWNER_URL is not set: it names the role that owns the tables and may "
                "change them"
            )
        owner = connections["owner"]
        runtime = settings.DATABASES["default"]
        role = settings.RUNTIME_ROLE
        if role == settings.DATABASES["owner"]["USER"]:
            raise CommandError(
                "DATABASE_URL and DATABASE_OWNER_URL name the same role: the runtime role must "
                "not own tables"
            )
        try:
            if not role_exists(owner, role):
                runtime_role_create(owner, role, runtime["PASSWORD"] or None)
                self.stdout.write(f"created the runtime role {role}")
        except DatabaseError as error:
            raise CommandError(
                f"the owner role may not create the role {role}: create it as an administrator "
                f"with `CREATE ROLE {role} LOGIN PASSWORD '...'` and run this again ({error})"
            ) from error
        self._check_roles(role)
        call_command("migrate", database="owner", interactive=False, verbosity=0)
        runtime_grants(owner, role)
        call_command("retention_rules")
        if open_tables := tables_without_isolation(owner):
            raise CommandError(
                "these tables hold tenants' rows without row-level security: "
                f"{', '.join(open_tables)}; their migrations lack core.sql.tenant_isolation"
            )
        self.stdout.write(f"the database is up to date; {role} may use it")

    def _check_roles(self, role: str) -> None:
        """Refuse an owner who cannot see all rows, and a runtime role that can."""
        owner = connections["owner"]
        name = settings.DATABASES["owner"]["USER"]
        if not sees_every_tenant(owner):
            raise CommandError(
                f"the owner role {name} is subject to row-level security, so that migrations and "
                "backups would miss every tenant's rows: run `ALTER ROLE "
                f"{name} BYPASSRLS` as an administrator"
            )
        if sees_every_tenant(connections["default"]):
            raise CommandError(
                f"the runtime role {role} bypasses row-level security: run `ALTER ROLE {role} "
                "NOSUPERUSER NOBYPASSRLS` as an administrator"
            )
