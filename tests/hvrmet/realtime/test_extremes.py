"""Whatever a client writes into a socket's address and headers, it learns a documented code."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from asgiref.sync import async_to_sync
from hvrmet.testing import queue_job
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.hvrmet.realtime.clients import ACTIVITY, key_header, socket

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("sent")]
DOCUMENT = Path(__file__).resolve().parents[3] / "docs" / "use" / "sockets.md"
CODES = re.findall(r"^\| (\d{4}) \|", DOCUMENT.read_text(), re.MULTILINE)
PATHS = (
    "/",
    "/ws/",
    "/ws/v1/nothing/",
    "/ws/v1/activity",
    "/ws/v1/diagnoses/x/",
    "/ws/v2/activity/",
)
EXTREME = st.one_of(
    st.sampled_from(
        [
            *("9999-12-31T23:59:59-14:00", "0001-01-01T00:00:00+14:00", "0001-01-01T00:00:00Z"),
            *("1e308", "1e309", "-1", "9" * 400, "\0", "\ud800", "NaN", "2026-01-01T00:00", ""),
            *("999999999", "2026-01-01T00:00:00Z", "2026-13-01T00:00:00Z"),
        ]
    ),
    st.text(max_size=30),
    st.datetimes().map(lambda moment: f"{moment.isoformat()}+14:00"),
    st.datetimes().map(lambda moment: f"{moment.isoformat()}-23:59"),
    st.integers().map(str),
)


def written(value: str) -> str:
    return quote(value.encode("utf-8", "surrogatepass"))


@given(
    path=st.sampled_from([ACTIVITY, "/ws/v1/diagnoses/{}/", *PATHS]),
    query=st.dictionaries(st.sampled_from(["after", "ticket", "tenant", "x"]), EXTREME),
    header=st.sampled_from([None, b"authorization", b"cookie", b"origin", b"host"]),
    value=st.one_of(
        st.binary(max_size=40),
        st.sampled_from(
            [b"Bearer \0", b'hvrmet_session="\\000"', b'hvrmet_session="\\000aaaaaaaaaaaa"']
        ),
    ),
)
@settings(
    max_examples=50,
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
def test_every_address_has_an_answer(
    alpha: Any, path: str, query: dict[str, str], header: bytes | None, value: bytes
) -> None:
    text = "&".join(f"{name}={written(item)}" for name, item in query.items())
    given_headers = key_header(alpha) if header is None else [(header, value)]
    job_id = queue_job(alpha) if "{}" in path else ""
    follower = socket(job_id, given_headers, text, path=path)

    async def outcome() -> dict[str, Any]:
        await follower.connect()
        message: dict[str, Any] = await follower.receive_output(timeout=5)
        if message["type"] == "websocket.send":
            await follower.disconnect()
        return message

    message = async_to_sync(outcome)()
    if message["type"] == "websocket.close":
        assert message["code"] in set(map(int, CODES))
        assert message["reason"]
    else:
        assert '"type":"ready"' in message["text"]


@pytest.mark.parametrize("path", PATHS)
async def test_an_unknown_address_is_refused(alpha: Any, path: str) -> None:
    follower = socket("", key_header(alpha), path=path)
    await follower.connect()
    assert await follower.closed() == (4404, "there is no socket at this address")


async def test_a_nul_in_a_cookie_is_refused() -> None:
    headers = [
        (b"cookie", b'hvrmet_session="\\000aaaaaaaaaaaa"'),
        (b"origin", b"http://testserver"),
    ]
    follower = socket("", [*headers, (b"host", b"testserver")], path=ACTIVITY)
    await follower.connect()
    assert await follower.closed() == (4400, "a cookie holds a NUL")


@pytest.mark.parametrize(
    "after", ["0001-01-01T00:00:00Z", "9999-12-31T23:59:59-14:00", "1699-01-01T00:00Z"]
)
async def test_a_time_that_no_data_have_is_refused(alpha: Any, after: str) -> None:
    follower = socket("", key_header(alpha), f"after={after}", path=ACTIVITY)
    await follower.connect()
    code, reason = await follower.closed()
    assert (code, "1700 to 2200" in reason) == (4400, True)
