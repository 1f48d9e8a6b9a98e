"""How well a search finds what people look for: queries with known answers, and the scores.

An answer is written as its sort and its key, such as ``entry/g_gale_cape``. A hit may give several:
an entry gives itself and the works that it cites.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from enum import StrEnum
from importlib.resources import files
from typing import Literal

from diagnostics.contracts.base import Contract
from diagnostics.documents import read_yaml

HALVES = ("open", "kept")
PARTS = (*HALVES, "second")
"""The halves of the first set, and the second set, which is for measuring only."""
DEPTH = 5
"""How far down a list people look."""


class Sort(StrEnum):
    """What an answer is."""

    ENTRY = "entry"
    REFERENCE = "reference"
    CATALOGUE = "catalogue"


class Query(Contract):
    """What somebody types, and what a forecaster would accept as an answer.

    `sought` is the sort that is chiefly looked for, `style` how it is asked.
    """

    id: str
    lang: Literal["en", "zh"]
    style: str
    sought: Sort
    text: str
    answers: dict[Sort, tuple[str, ...]]

    @property
    def wanted(self) -> frozenset[str]:
        """The answers that count.

        Works count where works are looked for: elsewhere an entry that cites a right one may be
        about something else.
        """
        return frozenset(
            answer(sort, key)
            for sort, keys in self.answers.items()
            if sort is not Sort.REFERENCE or self.sought is Sort.REFERENCE
            for key in keys
        )


def answer(sort: Sort, key: str) -> str:
    """Return an answer as it is compared."""
    return f"{sort.value}/{key}"


def read_queries(part: str) -> tuple[Query, ...]:
    """Return the packaged queries of a part: ``open``, ``kept`` or ``second``."""
    text = (files("diagnostics.bench") / "data" / f"queries_{part}.yaml").read_text("utf-8")
    return tuple(Query.model_validate(raw) for raw in read_yaml(text))


def works_cited() -> dict[str, frozenset[str]]:
    """Return the keys of the works that each entry of the seed release cites, by the entry's id."""
    folder = files("diagnostics.guidelines.library")
    head = read_yaml((folder / "release.yaml").read_text("utf-8"))
    return {
        entry["id"]: frozenset(entry["references"])
        for name in head["files"]
        for entry in read_yaml((folder / name).read_text("utf-8"))["entries"]
    }


def given(sort: Sort, key: str, cited: Mapping[str, Collection[str]]) -> frozenset[str]:
    """Return the answers that a hit gives: itself, and of an entry the works that it cites."""
    works = cited.get(key, ()) if sort is Sort.ENTRY else ()
    return frozenset({answer(sort, key), *(answer(Sort.REFERENCE, work) for work in works)})


def recall_at(
    ranking: Sequence[Collection[str]], wanted: Collection[str], depth: int = DEPTH
) -> float:
    """Return the share of the answers that the first hits give, from 0 to 1.

    Parameters
    ----------
    ranking : sequence of collections of str
        What each hit gives, the best hit first.
    wanted : collection of str
        The known answers, one at least.
    depth : int
        How many hits are looked at. Where more answers are known, so many are the whole.

    Raises
    ------
    ValueError
        Without a known answer.
    """
    if not wanted:
        raise ValueError("a query without a known answer cannot be scored")
    found = {item for hit in ranking[:depth] for item in hit if item in wanted}
    return min(len(found) / min(len(wanted), depth), 1.0)


def reciprocal_rank(ranking: Sequence[Collection[str]], wanted: Collection[str]) -> float:
    """Return one over the place of the first hit that gives an answer; 0 where none does."""
    for place, hit in enumerate(ranking, start=1):
        if any(item in wanted for item in hit):
            return 1 / place
    return 0.0
