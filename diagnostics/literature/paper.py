"""A paper as text with pages, read from PDF by a process of its own."""

from __future__ import annotations

import hashlib
import json
import re
import signal
import subprocess
import sys
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from diagnostics.errors import InputDataError
from diagnostics.messages import Message, Param

_DOI = re.compile(r"\b10\.\d{4,9}/[^\s\"<>]+", re.ASCII)
_LETTERS_A_PAGE = 20
"""Fewer letters a page than this are no text: a scan with a page number."""
_KILLED = {signal.SIGXCPU: "time", signal.SIGKILL: "memory", signal.SIGSEGV: "broken"}


@dataclass(frozen=True)
class Limits:
    """What reading one paper may take: seconds, bytes of memory and file, pages, characters."""

    seconds: int = 60
    memory: int = 1 << 30
    pages: int = 1000
    characters: int = 5_000_000
    size: int = 64 << 20


@dataclass(frozen=True)
class Page:
    """The text of a page; `number` counts from 1 in the file."""

    number: int
    text: str


@dataclass(frozen=True)
class Paper:
    """What was read of a file.

    `sha256` is that of the file. `without_text` are the numbers of pages that may be pictures.
    """

    name: str
    sha256: str
    title: str
    doi: str | None
    pages: tuple[Page, ...]
    without_text: tuple[int, ...]


def read_paper(path: Path, limits: Limits | None = None, *, name: str | None = None) -> Paper:
    """Read a PDF in a process of its own.

    Parameters
    ----------
    path : Path
    limits : Limits, optional
    name : str, optional
        What its reader calls it; the name of the file by default.

    Raises
    ------
    InputDataError
        With code ``paper_CAUSE``, where CAUSE is ``size``, ``pages``, ``characters``, ``time``,
        ``memory``, ``encrypted``, ``broken`` or ``no_text``; the message says what helps.
    OSError
        Where there is no such file.
    """
    limits, name = limits or Limits(), name or path.name
    if path.stat().st_size > limits.size:
        raise _refused("size", name, limits)
    data = path.read_bytes()
    if b"%PDF-" not in data[:1024]:
        raise _refused("broken", name, limits, "%PDF-")
    answer = _ask(path, limits)
    if "error" in answer:
        raise _refused(answer["error"], name, limits, answer.get("reason", ""))
    pages = tuple(Page(number, text) for number, text in enumerate(answer["pages"], start=1))
    letters = [sum(one.isalpha() for one in page.text) for page in pages]
    if sum(letters) < _LETTERS_A_PAGE * max(1, len(pages)):
        raise _refused("no_text", name, limits)
    empty = (page.number for page, n in zip(pages, letters, strict=True) if n < _LETTERS_A_PAGE)
    return Paper(
        name=name,
        sha256=hashlib.sha256(data).hexdigest(),
        title=" ".join(answer["title"].split()),
        doi=_doi_of(pages),
        pages=pages,
        without_text=tuple(empty),
    )


def _ask(path: Path, limits: Limits) -> dict[str, Any]:
    command = (
        *(sys.executable, "-I", str(Path(__file__).with_name("reader.py"))),
        *(str(path.resolve()), json.dumps(asdict(limits))),
    )
    try:
        done = subprocess.run(  # noqa: S603 - this interpreter, and a program of this package
            command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env={"LANG": "C.UTF-8"},
            timeout=limits.seconds,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return {"error": "time"}
    if done.returncode < 0:
        return {"error": _KILLED.get(signal.Signals(-done.returncode), "memory")}
    try:
        answer: dict[str, Any] = json.loads(done.stdout)
    except ValueError:
        return {"error": "memory"}
    return answer


def _doi_of(pages: tuple[Page, ...]) -> str | None:
    found = _DOI.search(pages[0].text)
    return found[0].rstrip(".,;)]}") if found else None


def _refused(cause: str, name: str, limits: Limits, reason: str = "") -> InputDataError:
    params: dict[str, Param] = {"file": name}
    if cause == "broken":
        params["reason"] = reason or "-"
    elif cause in ("memory", "size"):
        params["most"] = str(getattr(limits, cause) >> 20)
    elif cause == "time":
        params["most"] = str(limits.seconds)
    elif cause in ("pages", "characters"):
        params["most"] = str(getattr(limits, cause))
    return InputDataError(
        Message(id=f"paper-refused_{cause}", params=params),
        code=f"paper_{cause}",
        data={"file": name},
    )
