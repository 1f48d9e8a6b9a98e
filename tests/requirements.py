"""What a test may need beyond the project, and what must not be missing.

``HVRMET_REQUIRE`` lists the kinds that must be there, e.g. ``data,servers``. A test that lacks one
of them fails; one that lacks another kind is skipped, by name.
"""

from __future__ import annotations

import os
from typing import Literal, get_args

import pytest

VARIABLE = "HVRMET_REQUIRE"
Kind = Literal["data", "servers", "root", "browser"]
"""Real cases; programs of the system (PostgreSQL, Redis); the rights of root; Chromium."""
KINDS: tuple[str, ...] = get_args(Kind)


def required(listed: str | None = None) -> frozenset[str]:
    """Return the kinds that must not be missing.

    Raises
    ------
    pytest.UsageError
        When the list names something that is no kind.
    """
    text = os.environ.get(VARIABLE, "") if listed is None else listed
    named = frozenset(part.strip() for part in text.split(",") if part.strip())
    if unknown := named - set(KINDS):
        raise pytest.UsageError(
            f"{VARIABLE} names {', '.join(sorted(unknown))}; there are: {', '.join(KINDS)}"
        )
    return named


def reason(kind: Kind, missing: str) -> str:
    """Write why a test cannot run, in the form that `missing_kind` reads."""
    return f"needs {kind}: {missing}"


def missing_kind(text: str) -> str | None:
    """Return the kind for whose lack a test was skipped."""
    words = text.removeprefix("Skipped: ").partition(":")[0].split()
    return words[1] if len(words) == 2 and words[0] == "needs" and words[1] in KINDS else None


def need(kind: Kind, *, there: object, missing: str) -> None:
    """Skip the test that runs where something is not there."""
    if not there:
        pytest.skip(reason(kind, missing))


def needs(kind: Kind, *, there: object, missing: str) -> pytest.MarkDecorator:
    """Return the marker of tests that are skipped where something is not there."""
    return pytest.mark.skipif(not there, reason=reason(kind, missing))
