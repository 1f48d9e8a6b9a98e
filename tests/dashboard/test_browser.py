"""The dashboard in a real browser, on the whole platform: what people do, and what goes wrong.

Chromium is Debian's; the platform is that of ``make demo``. The tests themselves are
``frontend/tests/browser/*.spec.ts``.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from scripts import dashboard
from tests.dashboard.serving import CHROMIUM, ROOT, Served, serving
from tests.diagnostics.literature import papers

SPECS = sorted(path.name for path in (ROOT / "frontend" / "tests" / "browser").glob("*.spec.ts"))

TEXT = (
    "Heavy rain usually falls where precipitable water exceeds 50 mm.",
    "Cold waves typically have a 500-hPa geopotential height below 5400 gpm.",
)

pytestmark = [pytest.mark.browser, pytest.mark.timeout(1800)]


@pytest.fixture(scope="module")
def demonstration() -> Iterator[Served]:
    if CHROMIUM is None:
        missing = "chromium is missing: apt-get install chromium"
        if os.environ.get("CI") == "true":
            pytest.fail(missing)
        pytest.skip(missing)
    dashboard.build()
    with serving() as served:
        yield served


@pytest.fixture(scope="module")
def paper(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A paper for the curators."""
    return papers.paper(tmp_path_factory.mktemp("paper"), *TEXT)


@pytest.mark.parametrize("spec", SPECS)
def test_in_a_browser(
    spec: str, demonstration: Served, paper: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HVRMET_URL", demonstration.url)
    monkeypatch.setenv("HVRMET_DEMO", str(demonstration.account))
    monkeypatch.setenv("HVRMET_CHROMIUM", str(CHROMIUM))
    monkeypatch.setenv("HVRMET_PAPER", str(paper))
    dashboard.npm("run", "--silent", "browser", "--", spec)


def test_there_are_browser_tests() -> None:
    assert len(SPECS) > 4
