"""Two platforms that start in the same moment never choose the same port."""

from __future__ import annotations

import os
import socket
import subprocess
import sys

import pytest
from hvrmet.embedded.errors import EmbeddedError
from hvrmet.embedded.ports import LOOPBACK, claim_port

FIRST = 20_000 + os.getpid() % 10_000
"""Below the ports that the system gives to whoever asks for any."""
CLAIM = """
from hvrmet.embedded.ports import claim_port
claimed = claim_port({port}, tried=1)
print(claimed.number, flush=True)
input()
"""


def test_a_claimed_port_is_passed_by_before_anything_listens_there() -> None:
    first = claim_port(FIRST)
    second = claim_port(first.number)
    try:
        assert second.number > first.number
        with pytest.raises(EmbeddedError, match="meant for the web process") as refused:
            claim_port(first.number, tried=1, purpose="the web process")
        assert refused.value.code == "port_taken"
    finally:
        first.release()
        second.release()
    again = claim_port(first.number, tried=1)
    again.release()
    assert again.number == first.number


def test_a_port_that_something_listens_on_is_passed_by() -> None:
    with socket.create_server((LOOPBACK, 0)) as server:
        taken = server.getsockname()[1]
        claimed = claim_port(taken)
        claimed.release()
        assert claimed.number > taken


@pytest.mark.processes
def test_a_process_that_is_killed_lets_its_port_go() -> None:
    claimed = claim_port(FIRST)
    claimed.release()
    port = claimed.number
    holder = subprocess.Popen(
        [sys.executable, "-c", CLAIM.format(port=port)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )
    assert holder.stdout is not None
    assert int(holder.stdout.readline()) == port
    with pytest.raises(EmbeddedError):
        claim_port(port, tried=1)
    holder.kill()
    holder.communicate()
    claim_port(port, tried=1).release()
