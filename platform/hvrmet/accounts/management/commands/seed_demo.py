"""A demo tenant with users and a service key, and a second one beside it, for laptops."""

from __future__ import annotations

import json
import secrets
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from hvrmet.accounts.roles import ROLE_VERBS, TenantRole
from hvrmet.accounts.services import api_key_create, curator_set, member_add, user_ensure
from hvrmet.settings.environment import Deployment
from hvrmet.tenants.services import tenant_ensure

PEOPLE = {
    "forecaster": (TenantRole.FORECASTER,),
    "reviewer": (TenantRole.REVIEWER,),
    "reviewer2": (TenantRole.REVIEWER,),
    "curator": (TenantRole.CURATOR,),
    "curator2": (TenantRole.CURATOR,),
    "auditor": (TenantRole.AUDITOR,),
    "lead": (TenantRole.DUTY_LEAD, TenantRole.TENANT_ADMIN),
    "admin": (TenantRole.TENANT_ADMIN,),
}
"""Two review: what one of them corrects, the other approves and the lead publishes."""
CURATORS = ("curator", "curator2")
"""Two curate the library of the installation: neither approves their own words."""
SUPERUSER = "admin"
GUEST = ("lead", (TenantRole.FORECASTER,))
"""Who works in a second centre too, and changes between them."""
KEY_NAME = "demo client"


def refuse_production() -> None:
    """Refuse to seed an installation that people rely on.

    Raises
    ------
    CommandError
    """
    if settings.ENVIRONMENT.hvrmet_environment == Deployment.PRODUCTION:
        raise CommandError("demo users do not belong in production")


class Command(BaseCommand):
    """Make the demo tenant. Safe to repeat: passwords and key are renewed."""

    help = "Make a demo tenant with users and an API key, and write their secrets to a file."

    def add_arguments(self, parser: CommandParser) -> None:
        """Take the file for the secrets; without it they are printed."""
        parser.add_argument("--out", type=Path, help="file for the secrets, readable by you only")

    def handle(self, *args: Any, **options: Any) -> None:
        """Make what is missing, renew the secrets and hand them over."""
        refuse_production()
        tenant = tenant_ensure(slug="demo", name="Demonstration centre")
        passwords = {}
        for username, roles in PEOPLE.items():
            passwords[username] = secrets.token_urlsafe(12)
            user = user_ensure(
                username=username,
                password=passwords[username],
                superuser=username == SUPERUSER,
            )
            member_add(tenant_id=tenant.pk, user=user, roles=roles)
            curator_set(username=username, curates=username in CURATORS)
            if username == GUEST[0]:
                second = tenant_ensure(slug="exercise", name="Exercise centre")
                member_add(tenant_id=second.pk, user=user, roles=GUEST[1])
        # All that a service may do, and named: the demonstration reads the draft that it waits for.
        scopes = ROLE_VERBS[TenantRole.SERVICE]
        key = api_key_create(tenant_id=tenant.pk, name=KEY_NAME, scopes=scopes)
        text = json.dumps(
            {
                "tenant": tenant.slug,
                "tenant_id": str(tenant.pk),
                "passwords": passwords,
                "api_key": key.text,
            },
            indent=1,
        )
        path: Path | None = options["out"]
        if path is None:
            self.stdout.write(text)
            return
        path.touch(mode=0o600)
        path.write_text(text + "\n", encoding="utf-8")
        self.stdout.write(f"demo tenant ready: {', '.join(PEOPLE)}; secrets in {path.name}")
