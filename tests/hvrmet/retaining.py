"""Rules of retention for tests, and the day after which they apply to what was made just now."""

from __future__ import annotations

from datetime import timedelta
from io import StringIO
from typing import Any

import time_machine
from django.core.management import call_command
from django.utils import timezone
from hvrmet.audit.models import RetentionRule
from hvrmet.operations.retention import rules_write
from hvrmet.testing import as_owner

DAYS = 90


def keep_for_days(platform_settings: Any, *kinds: str, days: int = DAYS) -> None:
    """Let the installation keep some kinds of things for so many days."""
    changes = {f"hvrmet_keep_{kind}_days": days for kind in kinds}
    platform_settings.ENVIRONMENT = platform_settings.ENVIRONMENT.model_copy(update=changes)
    with as_owner():
        rules_write("default")


def retention(*arguments: str) -> str:
    """Run the command now."""
    out = StringIO()
    call_command("retention", *arguments, stdout=out)
    return out.getvalue()


def retention_later(*arguments: str, days: int = DAYS + 1) -> str:
    """Run the command on a later day.

    The database's clock cannot be moved, so that its own rules, which it compares with that clock,
    are of no days here; `test_destruction` holds it to them.
    """
    with as_owner():
        RetentionRule.objects.update(days=0)
    with time_machine.travel(timezone.now() + timedelta(days=days), tick=True):
        return retention(*arguments)
