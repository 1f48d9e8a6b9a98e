"""Write the rules of retention into the database, as the owner."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand

from hvrmet.operations.retention import rules_write


class Command(BaseCommand):
    """Bring the database's rules to the settings; `setup_database` does this each time."""

    help = "Write how long rows are kept into the database, as the role of DATABASE_OWNER_URL."

    def handle(self, *args: Any, **options: Any) -> None:
        """Write them."""
        rules_write("owner")
