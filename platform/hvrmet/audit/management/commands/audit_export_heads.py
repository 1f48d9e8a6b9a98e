"""Write down where every audit chain ends now, signed."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandParser
from django.utils import timezone

from hvrmet.audit.chain import chain_head
from hvrmet.audit.signed_checkpoints import SignedCheckpoint
from hvrmet.audit.tenants import audited_tenants
from hvrmet.core.db.scope import scope


class Command(BaseCommand):
    """Append one signed line per chain; keep the file away from the database."""

    help = (
        "Append the signed head of every tenant's audit chain to a file (or print it). Run it "
        "daily and keep the file where the database's administrators cannot write."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        """Take the file to append to."""
        parser.add_argument("--out", type=Path, help="file to append to")

    def handle(self, *args: Any, **options: Any) -> None:
        """Export the heads of all chains that have records."""
        at = timezone.now().isoformat(timespec="seconds")
        lines = []
        for tenant_id in audited_tenants():
            with scope(tenant_id):
                head = chain_head()
            if head is not None:
                lines.append(SignedCheckpoint(tenant_id, head, at).line() + "\n")
        if options["out"] is None:
            self.stdout.write("".join(lines), ending="")
            return
        with options["out"].open("a", encoding="utf-8") as stream:
            stream.writelines(lines)
        self.stdout.write(f"{len(lines)} heads appended to {options['out'].name}")
