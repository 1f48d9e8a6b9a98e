"""Migrate as the owner, and give the runtime role what it needs and no more."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.db import DatabaseError, connections

from hvrmet.core.database_roles import role_exists, runtime_grants, runtime_role_create


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
        call_command("migrate", database="owner", interactive=False, verbosity=0)
        runtime_grants(owner, role)
        self.stdout.write(f"the database is up to date; {role} may use it")
