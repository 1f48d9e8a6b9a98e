"""Make a person an operator of the installation, or end it: the role that owns the tables does."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import DatabaseError

from hvrmet.accounts.services import operator_set


class Command(BaseCommand):
    """Let a person into the admin, or out of it."""

    help = (
        "Make a person an operator, who sees every tenant in the admin. Needs DATABASE_OWNER_URL: "
        "the platform's own role may not."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        """Take the person."""
        parser.add_argument("username")
        parser.add_argument("--revoke", action="store_true", help="end it instead")

    def handle(self, *args: Any, **options: Any) -> None:
        """Set or clear both rights; the audit log of the system has it."""
        name, operator = options["username"], not options["revoke"]
        try:
            known = operator_set(username=name, operator=operator)
        except DatabaseError as error:
            raise CommandError(f"{name} was not changed: {error}") from error
        if not known:
            raise CommandError(f"there is no person {name!r}: make it in the admin first")
        self.stdout.write(f"{name} is {'an operator' if operator else 'no operator any more'}")
