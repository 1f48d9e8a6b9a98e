"""In which language a reader is answered.

The request's ``Accept-Language`` decides; where it names no language that there is, the person's
own language does, and otherwise it is English.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, nullcontext
from contextvars import ContextVar
from dataclasses import dataclass

from django.http.response import HttpResponseBase
from django.utils import translation
from django.utils.cache import patch_vary_headers

from diagnostics.messages import API, SOURCE, Message, languages, render

HEADER = "Accept-Language"
LONGEST_HEADER = 1000
_RANGE = re.compile(
    r"(?P<language>[A-Za-z]{1,8}|\*)(?:-[A-Za-z0-9]{1,8})*"
    r"(?:\s*;\s*[qQ]\s*=\s*(?P<quality>0(?:\.[0-9]{0,3})?|1(?:\.0{0,3})?))?"
)
_DJANGO = {"zh": "zh-hans"}
"""What Django and the REST framework call a language, where that is another name."""


@dataclass
class Reader:
    """Who is answered: in which language, whether the request chose it, whether it was used."""

    language: str = SOURCE
    chosen: bool = False
    used: bool = False


_reader: ContextVar[Reader | None] = ContextVar("reader", default=None)


def negotiated(header: str) -> str | None:
    """Return the language that an ``Accept-Language`` header chooses, None where it chooses none.

    Parts of the header that make no sense are left aside, and so is one beyond all measure. A
    language with the quality 0 is refused: another one takes its place.

    Examples
    --------
    >>> [negotiated(text) for text in ("zh-TW, en;q=0.5", "fr, en;q=0.2, zh;q=0.7", "zh;q=0")]
    ['zh', 'zh', 'en']
    >>> [negotiated(text) for text in ("", "*", "fr-FR, de", "en;q=0, zh;q=0", "q;;=,")]
    [None, None, None, None, None]
    """
    if len(header) > LONGEST_HEADER:
        return None
    qualities: dict[str, float] = {}
    for part in header.split(","):
        found = _RANGE.fullmatch(part.strip())
        if found is not None:
            quality = float(found["quality"] or 1)
            name = found["language"].lower()
            qualities[name] = max(quality, qualities.get(name, 0.0))
    wanted = [name for name in qualities if name in languages()]
    accepted = [name for name in wanted if qualities[name] > 0]
    if accepted:
        return max(accepted, key=lambda name: qualities[name])
    left = [name for name in languages() if name not in wanted]
    return left[0] if wanted and left else None


@contextmanager
def reading(header: str, *, frameworks: bool = True) -> Iterator[Reader]:
    """Answer in the language that a header chooses, for the block.

    Parameters
    ----------
    header : str
        ``Accept-Language``.
    frameworks : bool, optional
        Whether Django and the REST framework speak this language too: not on pages, whose own texts
        are English.
    """
    choice = negotiated(header)
    reader = Reader(choice or SOURCE, choice is not None)
    token = _reader.set(reader)
    try:
        with translation.override(_django_name(reader.language)) if frameworks else nullcontext():
            yield reader
    finally:
        _reader.reset(token)


def prefer(language: str) -> None:
    """Answer in a person's own language, unless the request has chosen one."""
    reader = _reader.get()
    if reader is not None and not reader.chosen and language in languages():
        reader.language = language
        translation.activate(_django_name(language))


def choose(language: str) -> None:
    """Answer in a language that the person has chosen on the page, whatever the browser prefers."""
    reader = _reader.get()
    if reader is not None and language in languages():
        reader.language, reader.chosen = language, True


def reader_language() -> str:
    """Return the language in which to answer, and note that the answer is written in it."""
    reader = _reader.get()
    if reader is None:
        return SOURCE
    reader.used = True
    return reader.language


def in_reader_language(message: Message) -> str:
    """Write a message for the reader of the answer."""
    return render(message, reader_language(), API)


def declare(response: HttpResponseBase, reader: Reader) -> None:
    """Say in an answer which language it is in, and that it depends on what was asked for."""
    patch_vary_headers(response, (HEADER,))
    if reader.used and response.status_code != 304:
        response.headers.setdefault("Content-Language", reader.language)


def header_of(headers: Mapping[bytes, bytes]) -> str:
    """Return ``Accept-Language`` from the raw headers of a connection."""
    return headers.get(HEADER.lower().encode(), b"").decode("latin-1")


def _django_name(language: str) -> str:
    return _DJANGO.get(language, language)
