"""Versioned prompts: files with an identifier, and a digest of what was really sent."""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

_HEAD = re.compile(r"\A---\nid: (?P<id>[a-z_]+/\d+)\n---\n(?P<text>.+)\Z", re.DOTALL)


@dataclass(frozen=True)
class Prompt:
    """One prompt; `id` names file, version and content, e.g. ``decomposer/1@2f6c0a91``."""

    id: str
    text: str


@cache
def load_prompt(name: str) -> Prompt:
    """Load a prompt of the package, with the rules that all of them share.

    Raises
    ------
    ValueError
        When the file has no head with an identifier.
    """
    folder = files("diagnostics.agents") / "prompts"
    shared = _read((folder / "shared.md").read_text(encoding="utf-8"), "shared")[1]
    identifier, own = _read((folder / f"{name}.md").read_text(encoding="utf-8"), name)
    text = f"{own.strip()}\n\n{shared.strip()}\n"
    return Prompt(f"{identifier}@{hashlib.sha256(text.encode()).hexdigest()[:8]}", text)


def _read(content: str, name: str) -> tuple[str, str]:
    found = _HEAD.match(content)
    if found is None:
        raise ValueError(f"the prompt {name} has no head with an id")
    return found["id"], found["text"]
