"""The page of the API in a browser: what is filled in is sent, and the answer is shown."""

from __future__ import annotations

import asyncio
import json
import os
import shutil
import subprocess
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from django.contrib.staticfiles import finders
from django.test import Client
from websockets.asyncio.client import connect

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
pytestmark = pytest.mark.browser
FILL = """
document.querySelector("#key").value = KEY;
const form = document.querySelector(`form[data-method=${METHOD}][data-path="${PATH}"]`);
form.closest("details").open = true;
for (const [name, value] of Object.entries(FIELDS)) {
  const field = form.querySelector(`[name="${name}"]`);
  (field ?? form.querySelector("textarea[data-body]")).value = value;
}
form.querySelector("button").click();
"""
READ = 'JSON.stringify([...document.querySelectorAll("output pre")].map((one) => one.textContent))'


@pytest.fixture(scope="module")
def served() -> Iterator[str]:
    """Serve the page with its headers and script; what it asks is answered with the request."""
    page = Client().get("/api/v1/docs/")
    script = Path(str(finders.find("core/api.js"))).read_bytes()

    class Handler(BaseHTTPRequestHandler):
        def answer(self) -> None:
            body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
            headers = {"Content-Type": "application/json"}
            if self.path == "/api/v1/docs/":
                headers, data = dict(page.headers), page.content
            elif self.path == "/static/core/api.js":
                headers, data = {"Content-Type": "text/javascript"}, script
            elif self.path == "/api/v1/session/":
                data = b'{"csrf_token": "a-token"}'
            else:
                asked = {"method": self.command, "path": self.path, "body": body.decode()}
                data = json.dumps({**asked, "headers": dict(self.headers)}).encode()
            self.send_response(200)
            for name, value in {**headers, "Content-Length": str(len(data))}.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(data)

        do_GET = do_POST = answer  # noqa: N815 - as the library names them

        def log_message(self, *_: Any) -> None:
            """Say nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    thread.join()
    server.server_close()


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Start Chromium and give the address that it is steered at."""
    if CHROMIUM is None:
        missing = "chromium is missing: apt-get install chromium"
        if os.environ.get("CI") == "true":
            pytest.fail(missing)
        pytest.skip(missing)
    profile = tmp_path_factory.mktemp("chromium")
    process = subprocess.Popen(
        [
            *(CHROMIUM, "--headless", "--no-sandbox", "--disable-gpu", "about:blank"),
            *("--remote-debugging-port=0", f"--user-data-dir={profile}"),
        ],
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stderr is not None
    for line in process.stderr:
        if line.startswith("DevTools listening on "):
            yield line.removeprefix("DevTools listening on ").strip()
            break
    process.terminate()
    process.wait()
    process.stderr.close()


async def tried(browser: str, page: str, values: dict[str, Any]) -> dict[str, Any]:
    """Fill an operation's fields in, press "Send", and return what the page then shows."""
    async with connect(browser, max_size=None) as socket:
        number = 0

        async def call(method: str, session: str | None = None, **params: Any) -> Any:
            nonlocal number
            number += 1
            message = {"id": number, "method": method, "params": params}
            await socket.send(json.dumps(message | ({"sessionId": session} if session else {})))
            while True:
                reply = json.loads(await socket.recv())
                if reply.get("id") == number:
                    return reply.get("result")

        target = (await call("Target.createTarget", url=page))["targetId"]
        session = (await call("Target.attachToTarget", targetId=target, flatten=True))["sessionId"]

        async def evaluate(script: str) -> Any:
            found = await call("Runtime.evaluate", session, expression=script)
            if found is None:  # the page came while the empty one before it was asked
                return None
            assert "exceptionDetails" not in found, found
            return found["result"].get("value")

        # The script is at work once it has shown the buttons.
        while not await evaluate(
            '!!document.querySelector("form [data-live]:not([hidden]) button")'
        ):
            await asyncio.sleep(0.1)
        named = "".join(f"const {name} = {json.dumps(value)};" for name, value in values.items())
        await evaluate(f"{{{named}{FILL}}}")
        while (shown := json.loads(await evaluate(READ))) == []:
            await asyncio.sleep(0.1)
        await call("Target.closeTarget", targetId=target)
        found: dict[str, Any] = json.loads(shown[0])
        return found


def test_a_key_asks_with_parameters_in_their_places(browser: str, served: str) -> None:
    values = {
        "KEY": "hvr_key",
        "METHOD": "GET",
        "PATH": "/api/v1/sources/{source_name}/climatologies/point/",
        "FIELDS": {"source_name": "a b", "latitude": "30", "X-HVRMET-Tenant": "beijing"},
    }
    values["FIELDS"] |= {"longitude": "118", "time": "2026-07-04T06:00Z"}
    asked = asyncio.run(tried(browser, f"{served}/api/v1/docs/", values))
    where = "/api/v1/sources/a%20b/climatologies/point/"
    when = "2026-07-04T06%3A00Z"
    assert asked["path"] == f"{where}?latitude=30&longitude=118&time={when}"
    assert asked["headers"]["Authorization"] == "Bearer hvr_key"
    assert asked["headers"]["X-HVRMET-Tenant"] == "beijing"


def test_a_person_sends_the_body_with_the_token_of_the_session(browser: str, served: str) -> None:
    body = '{"source": "era5", "text": "2026年7月4日江苏暴雨是什么原因？"}'
    values = {
        "KEY": "",
        "METHOD": "POST",
        "PATH": "/api/v1/requests/read/",
        "FIELDS": {"the body": body},
    }
    asked = asyncio.run(tried(browser, f"{served}/api/v1/docs/", values))
    assert (asked["method"], asked["path"]) == ("POST", "/api/v1/requests/read/")
    assert asked["body"] == body
    assert asked["headers"]["X-CSRFToken"] == "a-token"
    assert asked["headers"]["Content-Type"] == "application/json"
    assert "Authorization" not in asked["headers"]


def test_what_may_be_repeated_is_sent_line_by_line(browser: str, served: str) -> None:
    values = {
        "KEY": "hvr_key",
        "METHOD": "GET",
        "PATH": "/api/v1/search/",
        "FIELDS": {"q": "rain, wind", "kind": "place\n entry \n\n"},
    }
    asked = asyncio.run(tried(browser, f"{served}/api/v1/docs/", values))
    assert asked["path"] == "/api/v1/search/?kind=place&kind=entry&q=rain%2C+wind"
