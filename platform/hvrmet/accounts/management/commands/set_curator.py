"""Let a person curate the library that all centres share, or end it."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from hvrmet.accounts.services import curator_set


class Command(BaseCommand):
    """Give or end the right of the whole installation."""

    help = (
        "Let a person review and release the Guideline Library of the installation. A centre's "
        "own curators can propose changes without it."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        """Take the person."""
        parser.add_argument("username")
        parser.add_argument("--revoke", action="store_true", help="end it instead")

    def handle(self, *args: Any, **options: Any) -> None:
        """Set or clear the right; the audit log of the system has it."""
        name, curates = options["username"], not options["revoke"]
        if not curator_set(username=name, curates=curates):
            raise CommandError(f"there is no person {name!r}: make it in the admin first")
        what = "curates the library of the installation"
        self.stdout.write(f"{name} {what if curates else 'no longer ' + what}")
