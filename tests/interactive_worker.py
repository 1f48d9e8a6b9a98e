"""A worker of the `interactive` queue that answers within the request: a plugin of the suite."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from hvrmet.testing import Centre, make_centre


@pytest.fixture(scope="session")
def rain_file(tmp_path_factory: pytest.TempPathFactory, written_sample: Any) -> Any:
    """The generated rainstorm as a file."""
    return written_sample("rainstorm", tmp_path_factory.mktemp("generated") / "sample.nc")


@pytest.fixture
def worker_at_hand(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """Have every inquiry answered before the request goes on; other messages are collected."""
    # The suite's other parts load no science for this.
    from hvrmet.celery_app import app
    from hvrmet.jobs.queue import inquiries

    from tasks import interactive, open_sources

    others: list[str] = []

    def deliver(name: str, args: list[str], **_: Any) -> None:
        if name == inquiries.TASK:
            interactive.answer(*args)
        else:
            others.append(name)

    monkeypatch.setattr(app, "send_task", deliver)
    yield others
    open_sources.open_sources.cache_clear()


@pytest.fixture
def watched(
    platform_settings: Any, release: Any, rain_file: Any, worker_at_hand: list[str]
) -> Centre:
    """A centre with one source that can be read and one that cannot, both looked at."""
    from tasks import interactive

    sources = {
        "sample": {"paths": [str(rain_file.path)], "title": "Generated", "title_zh": "生成"},
        "gone": {"paths": ["/nowhere/at/all.nc"], "title": "Gone"},
    }
    platform_settings.ENVIRONMENT = platform_settings.ENVIRONMENT.model_copy(
        update={"hvrmet_sources": json.dumps(sources)}
    )
    for name in sources:
        interactive.look_at_source(name)
    return make_centre("alpha")


@pytest.fixture
def call(client: Any, watched: Centre) -> Callable[..., Any]:
    """Return a function that sends a request as the centre's key."""

    def go(method: str, path: str, body: Any = None, **headers: str) -> Any:
        kept = {**watched.headers, **headers}
        if method == "GET":
            return client.get(f"/api/v1/{path}", headers=kept)
        return client.post(
            f"/api/v1/{path}", body or {}, content_type="application/json", headers=kept
        )

    return go
