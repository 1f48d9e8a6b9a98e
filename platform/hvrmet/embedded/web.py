"""A small client of the platform's own REST interface."""

from __future__ import annotations

import http.client
import json
import urllib.error
import urllib.request
from typing import Any

from hvrmet.embedded.errors import EmbeddedError

TIMEOUT_SECONDS = 10.0
_PROBE_SECONDS = 2.0
_FAULTS = (OSError, http.client.HTTPException)


def answers(url: str) -> bool:
    """Say whether a page is there."""
    try:
        with urllib.request.urlopen(url, timeout=_PROBE_SECONDS) as reply:  # noqa: S310  own URL
            status: int = reply.status
            return status == http.client.OK
    except _FAULTS:
        return False


class ApiClient:
    """Speaks JSON to the platform, with a service key.

    Parameters
    ----------
    url : str
        Where the web process answers.
    key : str
        An API key.
    """

    def __init__(self, url: str, key: str) -> None:
        self.url = url
        self.headers = {"Authorization": f"Bearer {key}"}

    def get(self, path: str) -> Any:
        """Return the document at `path`.

        Raises
        ------
        EmbeddedError
            With the problem that the platform reports.
        """
        return json.loads(self.read(path))

    def read(self, path: str) -> bytes:
        """Return what is at `path`, or at a whole address of the platform.

        Raises
        ------
        EmbeddedError
            With the problem that the platform reports.
        """
        address = path if path.startswith(self.url) else self.url + path
        return self._send(urllib.request.Request(address, headers=self.headers))  # noqa: S310

    def post(self, path: str, document: Any) -> Any:
        """Send a document and return the answer.

        Raises
        ------
        EmbeddedError
            With the problem that the platform reports.
        """
        headers = {**self.headers, "Content-Type": "application/json"}
        body = json.dumps(document).encode()
        request = urllib.request.Request(  # noqa: S310  own address
            self.url + path, data=body, headers=headers, method="POST"
        )
        return json.loads(self._send(request))

    def _send(self, request: urllib.request.Request) -> bytes:
        try:
            with urllib.request.urlopen(request, timeout=TIMEOUT_SECONDS) as reply:  # noqa: S310
                content: bytes = reply.read()
                return content
        except urllib.error.HTTPError as error:
            problem = error.read().decode(errors="replace")
            raise EmbeddedError(
                f"{request.get_method()} {request.full_url} answered {error.code}: {problem}",
                cure="read web.log in the state folder",
                code="request_refused",
            ) from error
        except _FAULTS as error:
            raise EmbeddedError(
                f"{request.get_method()} {request.full_url}: {error}",
                cure="read web.log in the state folder",
                code="web_unreachable",
            ) from error
