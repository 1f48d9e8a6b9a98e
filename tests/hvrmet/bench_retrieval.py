"""How well search finds what people look for in the library: ``make bench retrieval``.

A database of its own gets the seed release. Every query with known answers is asked of the REST
operation of search, and of a plain look for its words in the same texts.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shutil
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import fmean, median
from typing import Any

import django
from hvrmet.embedded.control import interruptible, undisturbed
from hvrmet.embedded.errors import EmbeddedError
from hvrmet.embedded.identity import server_user
from hvrmet.embedded.load import UNLIMITED
from hvrmet.embedded.services import EmbeddedServices
from hvrmet.embedded.watchdog import session_paths
from hvrmet.settings.environment import settings_module

from diagnostics.bench.queries import (
    DEPTH,
    PARTS,
    Query,
    Sort,
    given,
    read_queries,
    recall_at,
    reciprocal_rank,
    works_cited,
)
from diagnostics.guidelines import load_release

SEARCH, PLAIN = "search", "words in the text"
SORTS = {"entry": Sort.ENTRY, "catalog": Sort.CATALOGUE}
"""The kinds of hits that are asked for, and what they are to the queries."""
LISTED = 25
"""Hits of a list; what comes after them is not found."""
_EDGES = ".,;:?!()\"'，。；：？！（）、"

Hit = tuple[Sort, str]
Finder = Callable[[str], list[Hit]]


@dataclass(frozen=True)
class Row:
    """The scores of one way to search, over some queries of a half."""

    half: str
    way: str
    of: str
    queries: int
    recall_at_5: float
    mrr: float
    nothing_right: int
    median_ms: float


@dataclass(frozen=True)
class Asked:
    """One query, asked in one way."""

    query: Query
    recall: float
    reciprocal: float
    seconds: float


@contextmanager
def own_database() -> Iterator[str]:
    """Start servers in a fresh folder, load the release, give a service key; remove all in the end.

    Raises
    ------
    EmbeddedError
        When a server does not start.
    """
    folder = Path(tempfile.mkdtemp(prefix="hvrmet-bench-", dir="/tmp"))
    folder.chmod(0o711 if server_user().switched else 0o700)
    paths = session_paths(folder)
    services = EmbeddedServices(paths, environment={}, for_tests=True)
    try:
        paths.prepare(server_user())
        services.start()
        os.environ.update({**services.environment(), **UNLIMITED})
        os.environ["DJANGO_SETTINGS_MODULE"] = settings_module()
        django.setup()
        yield _filled(folder / "demo.json")
    finally:
        with undisturbed():
            services.stop()
        shutil.rmtree(folder, ignore_errors=True)


def _filled(account: Path) -> str:
    from django.core.management import call_command

    with Path(os.devnull).open("w") as quiet:
        call_command("setup_database", stdout=quiet)
        call_command("load_library", stdout=quiet)
        call_command("seed_demo", out=account, stdout=quiet)
    key: str = json.loads(account.read_text())["api_key"]
    return key


def search(key: str) -> Finder:
    """Return what asks the REST operation of search, in this process."""
    from django.test import Client

    client = Client(SERVER_NAME="localhost", headers={"authorization": f"Bearer {key}"})

    def find(text: str) -> list[Hit]:
        asked: dict[str, Any] = {"q": text, "kind": list(SORTS), "page_size": LISTED}
        reply = client.get("/api/v1/search/", asked)
        if reply.status_code != 200:
            raise RuntimeError(f"search answered {reply.status_code}: {reply.content!r}")
        return [(SORTS[hit["kind"]], hit["id"]) for hit in reply.json()["results"]]

    return find


def plain() -> Finder:
    """Return what looks for words in the same texts: most words first, then by name."""
    from hvrmet.search.shared import catalogue_documents, entry_documents

    documents = [
        (sort, item.key, f"{item.titles} {item.body}".casefold())
        for sort, items in (
            (Sort.CATALOGUE, catalogue_documents()),
            (Sort.ENTRY, entry_documents(load_release())),
        )
        for item in items
    ]

    def find(text: str) -> list[Hit]:
        words = {word.strip(_EDGES) for word in re.split(r"[\s，。；：？！、]+", text.casefold())}
        counted = [
            (-sum(word in held for word in words - {""}), key, sort)
            for sort, key, held in documents
        ]
        return [(sort, key) for count, key, sort in sorted(counted) if count][:LISTED]

    return find


def ask(find: Finder, queries: Iterable[Query]) -> list[Asked]:
    """Ask every query, and score what is found."""
    cited = works_cited()
    asked = []
    for query in queries:
        began = time.perf_counter()
        hits = find(query.text)
        seconds = time.perf_counter() - began
        ranking = [given(sort, key, cited) for sort, key in hits]
        wanted = query.wanted
        asked.append(
            Asked(query, recall_at(ranking, wanted), reciprocal_rank(ranking, wanted), seconds)
        )
    return asked


def rows_of(half: str, way: str, asked: Sequence[Asked]) -> list[Row]:
    """Return the scores of all queries, of each language, and of each sort that is sought."""
    groups: dict[str, list[Asked]] = defaultdict(list)
    for one in asked:
        for name in ("all", one.query.lang, one.query.sought.value):
            groups[name].append(one)
    names = ("all", "en", "zh", *(sort.value for sort in Sort))
    return [
        Row(
            half=half,
            way=way,
            of=name,
            queries=len(groups[name]),
            recall_at_5=round(fmean(one.recall for one in groups[name]), 3),
            mrr=round(fmean(one.reciprocal for one in groups[name]), 3),
            nothing_right=sum(one.recall == 0 for one in groups[name]),
            median_ms=round(1000 * median(one.seconds for one in groups[name]), 1),
        )
        for name in names
        if groups[name]
    ]


def run(halves: Sequence[str]) -> tuple[list[Row], dict[str, list[Asked]]]:
    """Measure search and the plain look on some halves; also return each query's own scores.

    Raises
    ------
    EmbeddedError
        When the database does not start.
    """
    rows: list[Row] = []
    each: dict[str, list[Asked]] = {}
    with own_database() as key:
        ways = {SEARCH: search(key), PLAIN: plain()}
        for find in ways.values():
            find("rainstorm")  # indexes what is searched
        for half in halves:
            for way, find in ways.items():
                asked = ask(find, read_queries(half))
                rows += rows_of(half, way, asked)
                each.setdefault(way, []).extend(asked)
    return rows, each


def show(rows: Iterable[Row]) -> str:
    """Return the scores as a table for people."""
    lines = [
        f"{'half':<8}{'way':<19}{'of':<11}{'queries':>8}{f'recall at {DEPTH}':>13}{'MRR':>7}"
        f"{f'none in {DEPTH}':>11}{'median ms':>11}"
    ]
    lines += [
        f"{row.half:<8}{row.way:<19}{row.of:<11}{row.queries:>8}{row.recall_at_5:>13.3f}"
        f"{row.mrr:>7.3f}{row.nothing_right:>11}{row.median_ms:>11.1f}"
        for row in rows
    ]
    return "\n".join(lines)


def missed(asked: Iterable[Asked]) -> str:
    """Return the queries of which the first hits do not give all that can be asked."""
    return "\n".join(
        f"{one.query.id} {one.recall:.2f} {one.reciprocal:.2f} {one.query.text}"
        for one in asked
        if one.recall < 1
    )


def main() -> int:
    """Measure as the command line asks for."""
    parser = argparse.ArgumentParser(prog="bench_retrieval", description=__doc__)
    parser.add_argument(
        "--half", choices=PARTS, help="only one half, or the second set; all by default"
    )
    parser.add_argument(
        "--missed", action="store_true", help="list what search misses of the open half"
    )
    parser.add_argument("--json", action="store_true", help="figures as a document")
    options = parser.parse_args()
    with interruptible():
        try:
            rows, each = run([options.half] if options.half else PARTS)
        except KeyboardInterrupt:
            return 130
        except EmbeddedError as error:
            sys.stderr.write(f"bench: {error}\n")
            return 1
    shown = json.dumps([asdict(row) for row in rows]) if options.json else show(rows)
    sys.stdout.write(shown + "\n")
    if options.missed:
        sys.stderr.write(missed(one for one in each[SEARCH] if one.query.id[2] == "O") + "\n")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
