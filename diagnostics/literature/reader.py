"""The process that opens a PDF: it limits itself, reads the text, and ends.

A file from outside may be made to exhaust whoever reads it. This program therefore runs in a
process of its own, without the environment of its caller; it takes a path and limits, and answers
with one JSON document on standard output: the pages, or what was wrong.
"""

from __future__ import annotations

import json
import logging
import resource
import sys
from typing import Any

from pypdf import PdfReader
from pypdf.errors import FileNotDecryptedError, LimitReachedError


class _RefusedError(Exception):
    """The paper cannot be read, for a reason that has a name."""


def limit_process(limits: dict[str, int]) -> None:
    """Bound processor time and memory of this process, and let it write no file."""
    seconds, memory = limits["seconds"], limits["memory"]
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 1))
    resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def read(path: str, limits: dict[str, int]) -> dict[str, Any]:
    """Return title and text of each page, or ``error`` with the name of a reason."""
    try:
        return _read(path, limits)
    except _RefusedError as error:
        return {"error": str(error)}
    except (MemoryError, LimitReachedError):
        return {"error": "memory"}
    except FileNotDecryptedError:
        return {"error": "encrypted"}
    except Exception as error:  # noqa: BLE001 - whatever a broken file brings about
        return {"error": "broken", "reason": f"{type(error).__name__}: {error}"[:300]}


def _read(path: str, limits: dict[str, int]) -> dict[str, Any]:
    reader = PdfReader(path)
    if reader.is_encrypted and not reader.decrypt(""):
        raise _RefusedError("encrypted")
    count = len(reader.pages)
    if count > limits["pages"]:
        raise _RefusedError("pages")
    texts: list[str] = []
    total = 0
    for page in reader.pages:
        texts.append(_plain(page.extract_text()))
        total += len(texts[-1])
        if total > limits["characters"]:
            raise _RefusedError("characters")
    title = reader.metadata.title if reader.metadata else None
    return {"pages": texts, "title": _plain(str(title or ""))[:1000]}


def _plain(text: str) -> str:
    """Return a text without what is no character: lone surrogates and control codes."""
    return "".join(
        one
        for one in text
        if one in "\n\t" or (ord(one) >= 32 and not 0xD800 <= ord(one) <= 0xDFFF)
    )


def main() -> int:
    """Read the file that the arguments name, and print what came of it."""
    path, limits = sys.argv[1], json.loads(sys.argv[2])
    logging.disable(logging.CRITICAL)
    limit_process(limits)
    try:
        answer = json.dumps(read(path, limits))
    except MemoryError:
        answer = '{"error": "memory"}'
    sys.stdout.write(answer)
    return 0


if __name__ == "__main__":
    sys.exit(main())
