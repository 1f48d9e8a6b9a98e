"""A tenant with people and a service key, for the demonstration."""

from __future__ import annotations

import json
import os
import secrets
from argparse import ArgumentParser
from pathlib import Path
from typing import Any
from uuid import UUID

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from hvrmet.accounts.keys import hash_key
from hvrmet.accounts.models import ApiKey
from hvrmet.accounts.roles import TenantRole
from hvrmet.accounts.services import api_key_create, member_add, user_ensure
from hvrmet.core.scope import scope
from hvrmet.settings.environment import Deployment
from hvrmet.tenants.services import tenant_ensure

SLUG = "demo"
NAME = "Demonstration centre"
KEY_NAME = "demo"
ADMINISTRATOR = "admin"
PEOPLE: dict[str, tuple[TenantRole, ...]] = {
    ADMINISTRATOR: (TenantRole.TENANT_ADMIN, TenantRole.FORECASTER),
    "forecaster": (TenantRole.FORECASTER,),
    "reviewer": (TenantRole.REVIEWER,),
}
_PASSWORD_BYTES = 12


class Command(BaseCommand):
    """Make the demonstration's tenant, people and key; what exists already is kept."""

    help = "Make a demonstration tenant with users and an API key, and write how to sign in."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take the file that passwords and key are written to."""
        parser.add_argument("--out", type=Path, required=True, help="JSON file, readable by you")

    def handle(self, *args: Any, **options: Any) -> None:
        """Make what is missing and write the file."""
        if settings.ENVIRONMENT.hvrmet_environment == Deployment.PRODUCTION:
            raise CommandError("seed_demo makes accounts for a demonstration: not in production")
        path: Path = options["out"]
        known = _read(path)
        tenant = tenant_ensure(slug=SLUG, name=NAME)
        passwords = known.get("passwords", {})
        for username, roles in PEOPLE.items():
            password = passwords.setdefault(username, secrets.token_urlsafe(_PASSWORD_BYTES))
            user = user_ensure(
                username=username, password=password, superuser=username == ADMINISTRATOR
            )
            if not user.check_password(password):
                user.set_password(password)
                user.save(update_fields=["password"])
            member_add(tenant_id=tenant.pk, user=user, roles=roles)
        key = known.get("api_key", "")
        if not _is_valid(key, tenant.pk):
            key = api_key_create(tenant_id=tenant.pk, name=KEY_NAME, actor="seed_demo").text
        _write(path, {"tenant": SLUG, "passwords": passwords, "api_key": key})
        self.stdout.write(f"tenant {SLUG}: {', '.join(PEOPLE)} and an API key, see {path}")


def _is_valid(key: str, tenant_id: UUID) -> bool:
    with scope(tenant_id):
        rows = ApiKey.objects.filter(key_hash=hash_key(key), revoked_at=None)
        return bool(key) and rows.exists()


def _read(path: Path) -> dict[str, Any]:
    """Return what an earlier run wrote; a damaged file counts as none."""
    try:
        document = json.loads(path.read_text())
    except (OSError, ValueError):
        return {}
    return document if isinstance(document, dict) else {}


def _write(path: Path, document: dict[str, Any]) -> None:
    """Replace the file whole, readable by its owner only."""
    draft = path.with_name(f"{path.name}.{os.getpid()}")
    descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "w") as handle:
        json.dump(document, handle, indent=1)
    draft.replace(path)
