"""Sources by the name that tenants know: no event, answer or failure holds a server path."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from functools import partial
from pathlib import PurePath
from typing import Any, TypeVar
from uuid import UUID

from hvrmet.core.errors import ApplicationError
from hvrmet.jobs.registries.sources import RegisteredSource, source_get
from pydantic import BaseModel

Body = TypeVar("Body", bound=BaseModel)

_PATH = re.compile(r"(?<![\w.:/~<])/(?:[\w.+@%~=-]+/)+[\w.+@%~=-]*")
"""An absolute path of two parts or more; what follows a scheme or a word is none."""
_NO_MORE = r"(?![\w.-])"


class SourceNames:
    """Puts a source's registered name in the place of where its data lie.

    Parameters
    ----------
    name : str
        As tenants name the source.
    registered : RegisteredSource, optional
        None where it is not registered any more.
    """

    def __init__(self, name: str, registered: RegisteredSource | None = None) -> None:
        known: Mapping[str, str] = {}
        if registered is not None:
            known = dict.fromkeys(registered.paths, name)
            if registered.climatology:
                known = {**known, registered.climatology: f"climatology of {name}"}
        self._known = [
            (re.compile(re.escape(_in_json(path.rstrip("/"))) + _NO_MORE), _in_json(known[path]))
            for path in sorted(known, key=len, reverse=True)
        ]

    @classmethod
    def joined(cls, many: Iterable[SourceNames]) -> SourceNames:
        """Return the names of several sources together."""
        made = cls("")
        made._known = [pair for names in many for pair in names._known]
        return made

    def hide(self, text: str) -> str:
        """Return a text, or a JSON document, without paths of the server."""
        for pattern, name in self._known:
            text = pattern.sub(partial(_said, name), text)
        return _PATH.sub(lambda found: PurePath(found.group()).name, text)

    def hide_in(self, body: Body) -> Body:
        """Return a document without paths; itself where it holds none."""
        text = body.model_dump_json()
        hidden = self.hide(text)
        return body if hidden == text else type(body).model_validate_json(hidden)

    def hide_in_document(self, document: dict[str, Any]) -> dict[str, Any]:
        """Return a JSON document without paths."""
        hidden: dict[str, Any] = json.loads(self.hide(json.dumps(document, ensure_ascii=False)))
        return hidden


def names_of(source: str, *, tenant_id: UUID) -> SourceNames:
    """Return the names for a job's source; to be called in the tenant's scope."""
    try:
        return SourceNames(source, source_get(source, tenant_id=tenant_id))
    except ApplicationError:
        return SourceNames(source)


def _said(name: str, _: re.Match[str]) -> str:
    return name


def _in_json(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)[1:-1]
