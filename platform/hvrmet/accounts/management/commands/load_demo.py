"""A demo tenant with users and a service key, for laptops."""

from __future__ import annotations

import json
import secrets
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from hvrmet.accounts.roles import TenantRole
from hvrmet.accounts.services import api_key_create, member_add, user_ensure
from hvrmet.settings.environment import Deployment
from hvrmet.tenants.services import tenant_ensure

PEOPLE = {
    "forecaster": (TenantRole.FORECASTER,),
    "reviewer": (TenantRole.REVIEWER,),
    "lead": (TenantRole.DUTY_LEAD, TenantRole.TENANT_ADMIN),
}
KEY_NAME = "demo client"


class Command(BaseCommand):
    """Make the demo tenant. Safe to repeat; the key is a new one each time."""

    help = "Make a demo tenant with users and an API key, and print them as JSON."

    def add_arguments(self, parser: CommandParser) -> None:
        """Take the password of the users; without it new users get a random one."""
        parser.add_argument("--password", default="", help="password of users made now")

    def handle(self, *args: Any, **options: Any) -> None:
        """Make what is missing and print what a client needs."""
        if settings.ENVIRONMENT.hvrmet_environment == Deployment.PRODUCTION:
            raise CommandError("demo users do not belong in production")
        password = options["password"] or secrets.token_urlsafe(12)
        tenant = tenant_ensure(slug="demo", name="Demonstration centre")
        for username, roles in PEOPLE.items():
            user = user_ensure(username=username, password=password)
            member_add(tenant_id=tenant.pk, user=user, roles=roles)
        user_ensure(username="admin", password=password, superuser=True)
        key = api_key_create(tenant_id=tenant.pk, name=KEY_NAME)
        document = {
            "tenant": tenant.slug,
            "tenant_id": str(tenant.pk),
            "users": [*PEOPLE, "admin"],
            "password": password,
            "api_key": key.text,
        }
        self.stdout.write(json.dumps(document))
