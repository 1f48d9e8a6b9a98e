"""The Celery application. It only carries messages: the truth is in PostgreSQL."""

from __future__ import annotations

import os
from typing import Any

from celery import Celery

from hvrmet.settings.environment import settings_module

os.environ.setdefault("DJANGO_SETTINGS_MODULE", settings_module())

app = Celery(
    "hvrmet",
    include=[
        *("tasks.corrections", "tasks.diagnosis", "tasks.inventories", "tasks.readings"),
        *("tasks.rendering", "tasks.sentences", "tasks.telemetry", "tasks.upkeep"),
        "tasks.webhooks",
    ],
)


@app.add_defaults
def _from_django() -> dict[str, Any]:
    from django.conf import settings

    celery: dict[str, Any] = settings.CELERY
    return celery
