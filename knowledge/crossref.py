"""Records of Crossref: read from files, or fetched where the network allows."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from urllib.error import HTTPError, URLError
from urllib.parse import quote, urlencode, urlsplit
from urllib.request import Request, urlopen

from diagnostics.contracts.guidelines import Reference
from diagnostics.guidelines.crossref import Record, plain_doi, records_of

ADDRESS = "https://api.crossref.org"
_READ_AT_MOST = 5 * 2**20
_TIMEOUT_S = 20.0
_ATTEMPTS = 3
# Crossref asks for a steady pace; its answers name the limit, which this keeps well below.
_PAUSE_S = 1.0
_CANDIDATES = 5


class RecordsError(Exception):
    """Records that could not be read or fetched; the text says which and why."""


def read_records(path: Path) -> list[Record]:
    """Read the records of a file, or of all JSON files of a folder.

    Raises
    ------
    RecordsError
        Naming the file, where one is missing, is not JSON, or is no answer of Crossref.
    """
    files = sorted(path.glob("*.json")) if path.is_dir() else [path]
    if not files:
        raise RecordsError(f"{path}: no JSON file there")
    return [record for file in files for record in _file_records(file)]


def _file_records(file: Path) -> Iterator[Record]:
    try:
        yield from records_of(json.loads(file.read_text(encoding="utf-8")))
    except (OSError, UnicodeDecodeError) as error:
        raise RecordsError(f"{file}: cannot be read: {error}") from error
    except ValueError as error:
        raise RecordsError(f"{file}: no answer of Crossref: {error}") from error


@dataclass(frozen=True)
class Crossref:
    """Crossref's interface, asked for one reference at a time."""

    address: str = ADDRESS
    mail: str = ""
    """Of who asks; Crossref serves those who give one from its steadier pool."""
    pause: Callable[[float], None] = time.sleep

    def ask(self, reference: Reference) -> object | None:
        """Return Crossref's answer for a reference, None where it has no such DOI.

        A reference without DOI is searched by its text; the answer has a few candidates.

        Raises
        ------
        RecordsError
            Where Crossref cannot be reached, refuses, or answers with something else than JSON.
        """
        if reference.doi:
            path, query = f"/works/{quote(plain_doi(reference.doi), safe='')}", {}
        else:
            path = "/works"
            query = {"query.bibliographic": reference.text, "rows": str(_CANDIDATES)}
        if self.mail:
            query["mailto"] = self.mail
        return self._get(f"{self.address}{path}" + (f"?{urlencode(query)}" if query else ""))

    def _get(self, url: str) -> object | None:
        for attempt in range(_ATTEMPTS):
            self.pause(_PAUSE_S * 2**attempt)
            try:
                return _json_at(url)
            except HTTPError as error:
                if error.code == 404:
                    return None
                if error.code != 429 and error.code < 500:
                    raise RecordsError(f"{url}: Crossref answered {error.code}") from error
            except (URLError, OSError) as error:
                if attempt + 1 == _ATTEMPTS:
                    raise RecordsError(f"{url}: not reached: {error}") from error
        raise RecordsError(f"{url}: Crossref did not serve it in {_ATTEMPTS} attempts")


def _json_at(url: str) -> object:
    if urlsplit(url).scheme not in {"https", "http"}:
        raise RecordsError(f"{url}: no web address")
    headers = {"User-Agent": "hvrmet", "Accept": "application/json"}
    request = Request(url, headers=headers)  # noqa: S310 - the scheme is checked above
    with urlopen(request, timeout=_TIMEOUT_S) as answer:  # noqa: S310
        body = answer.read(_READ_AT_MOST + 1)
    if len(body) > _READ_AT_MOST:
        raise RecordsError(f"{url}: the answer is larger than {_READ_AT_MOST} bytes")
    try:
        return json.loads(body)
    except ValueError as error:
        raise RecordsError(f"{url}: the answer is not JSON") from error
