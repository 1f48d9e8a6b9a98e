"""Check that no audit record was changed, removed or put in between."""

from __future__ import annotations

from pathlib import Path
from typing import Any
from uuid import UUID

from django.core.management.base import BaseCommand, CommandError, CommandParser

from hvrmet.audit.chain import chain_faults, chain_head, chain_holds
from hvrmet.audit.signed_checkpoints import ForgedCheckpointError, SignedCheckpoint, read_heads
from hvrmet.audit.tenants import audited_tenants
from hvrmet.core.db.scope import scope


class Command(BaseCommand):
    """Recompute every chain, and compare it with the heads that were exported before."""

    help = (
        "Check every tenant's audit chain. With --heads, also that each exported head is still "
        "in its chain: only that shows records cut off at the end."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        """Take the file of `audit_export_heads`."""
        parser.add_argument("--heads", type=Path, help="file of audit_export_heads")

    def handle(self, *args: Any, **options: Any) -> None:
        """Check all chains; a fault ends the command with status 1."""
        heads = _read(options["heads"]) if options["heads"] else ()
        faults: list[str] = []
        named = audited_tenants()
        for tenant_id in {**named, **{item.tenant_id: "" for item in heads}}:
            mine = [item for item in heads if item.tenant_id == tenant_id]
            found, records = _check(tenant_id, mine)
            name = named.get(tenant_id) or str(tenant_id)
            faults += [f"{name}: {fault}" for fault in found]
            state = f"{len(found)} faults" if found else "whole"
            self.stdout.write(f"{name}: {records} records, {state}")
        if faults:
            raise CommandError("the audit log was tampered with\n  " + "\n  ".join(faults))


def _read(path: Path) -> tuple[SignedCheckpoint, ...]:
    try:
        return read_heads(path.read_text(encoding="utf-8").splitlines())
    except (OSError, ForgedCheckpointError) as error:
        raise CommandError(f"{path} cannot be used: {error}") from error


def _check(tenant_id: UUID, heads: list[SignedCheckpoint]) -> tuple[list[str], int]:
    with scope(tenant_id):
        found = [f"record {fault.seq}: {fault.what}" for fault in chain_faults()]
        head = chain_head()
        found += [
            f"record {item.head.seq}, exported {item.at}, is not in the chain any more"
            for item in heads
            if not chain_holds(item.head)
        ]
    return found, head.seq if head else 0
