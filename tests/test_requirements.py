"""What may be missing is skipped by name; what must not be missing fails."""

from __future__ import annotations

import socket
from types import SimpleNamespace

import pytest

from tests.conftest import pytest_runtest_makereport
from tests.requirements import VARIABLE, missing_kind, need, required


def test_what_is_there_is_not_skipped() -> None:
    need("data", there=True, missing="nothing")


def test_a_skip_names_its_kind() -> None:
    with pytest.raises(pytest.skip.Exception) as skipped:
        need("root", there=False, missing="only root may mount")
    assert missing_kind(f"Skipped: {skipped.value}") == "root"


@pytest.mark.parametrize("text", ["Skipped: not today", "needs luck: none", "needs data", ""])
def test_other_reasons_are_no_kind(text: str) -> None:
    assert missing_kind(text.replace("needs data", "data")) is None


def test_the_list_is_read() -> None:
    assert required("data, servers,") == {"data", "servers"}
    assert required("") == set()
    with pytest.raises(pytest.UsageError, match=r"luck.*data, servers, root, browser"):
        required("data,luck")


@pytest.mark.parametrize(
    ("listed", "outcome"), [("data", "failed"), ("servers,root", "skipped"), ("", "skipped")]
)
def test_a_test_that_lacks_what_must_be_there_fails(
    monkeypatch: pytest.MonkeyPatch, listed: str, outcome: str
) -> None:
    monkeypatch.setenv(VARIABLE, listed)
    report = SimpleNamespace(
        skipped=True, outcome="skipped", longrepr=("test_a.py", 3, "Skipped: needs data: no files")
    )
    hook = pytest_runtest_makereport(SimpleNamespace(nodeid="test_a.py::test_a"), None)
    next(hook)
    with pytest.raises(StopIteration):
        hook.send(report)
    assert report.outcome == outcome


def test_a_connection_is_looked_at_before_it_is_made(request: pytest.FixtureRequest) -> None:
    """Only this machine may be reached: the plugin that refuses all else stands in the way."""
    assert socket.socket.connect.__module__ == "pytest_socket"
    assert request.config.getoption("--allow-hosts") == "127.0.0.0/8,::1"
