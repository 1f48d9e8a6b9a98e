"""Searching: what fits best first, in pages that neither repeat nor leave out."""

from __future__ import annotations

import json
import math
from collections.abc import Collection, Sequence
from datetime import datetime
from decimal import Decimal
from typing import Any, NamedTuple

from django.db import connection
from pydantic import BaseModel, ConfigDict

from diagnostics.contracts.space_time import Region
from hvrmet.core.db.regions import CIRCLE
from hvrmet.core.db.scope import current_tenant
from hvrmet.search.words import tokens_of

TITLE_WEIGHT = 3
"""How much more a word of the title counts than another one."""

# Thousands of documents may fit: they are ranked by few bytes each, and the best are read whole.
# Numbers of two words are added and compared many times faster than decimal ones.
_OWN = """
WITH hits AS (
  SELECT document_id, sum(weight) AS weight FROM search_searchtoken
  WHERE tenant_id = %(tenant)s AND token = ANY(%(tokens)s) AND weight > 0
  GROUP BY document_id HAVING count(*) >= %(needed)s
), scored AS (
  SELECT d.id, d.kind, d.subject_id,
         {weight} + date_part('epoch', d.at) / 1e10::float8 AS rank
  FROM search_searchdocument d {join}
  WHERE d.tenant_id = %(tenant)s AND d.kind = ANY(%(kinds)s) {filters}
), best AS (
  SELECT id, rank FROM scored WHERE {after}
  ORDER BY rank DESC, kind COLLATE "C" DESC, subject_id DESC LIMIT %(limit)s
)
SELECT d.kind, d.subject_id::text, d.job_id, d.title, d.event, d.source, d.status, d.draft,
       d.west, d.south, d.east, d.north, d.starts, d.ends, d.at, best.rank
FROM best JOIN search_searchdocument d USING (id) WHERE d.tenant_id = %(tenant)s
ORDER BY best.rank DESC, d.kind COLLATE "C" DESC, d.subject_id DESC
"""
_WEIGHED = ("10.0::float8 * h.weight::float8 / %(most)s", "JOIN hits h ON h.document_id = d.id")
_UNWEIGHED = ("0.0::float8", "")
# A word counts by how few of the documents that fit have it: 暴雨 says less than 假相当位温. Half
# of the words that any of them has must be there: the others tell nothing of which is meant.
_SHARED = """
WITH fitting AS MATERIALIZED (
  SELECT kind, key, title_en, title_zh, data, boost,
         ARRAY(SELECT unnest(title_tokens)
               INTERSECT SELECT unnest(%(tokens)s::text[])) AS titled,
         ARRAY(SELECT unnest(tokens) INTERSECT SELECT unnest(%(tokens)s::text[])) AS held
  FROM search_shareddocument
  WHERE kind = %(kind)s AND edition = %(edition)s AND tokens && %(tokens)s::varchar[]
), counted AS (
  SELECT token, count(*) AS documents FROM fitting, unnest(held) AS token GROUP BY token
), weights AS (
  SELECT token, ln(1.0::float8 + (SELECT count(*) FROM fitting) / coalesce(documents, 0.5))
           AS weight
  FROM (SELECT DISTINCT unnest(%(tokens)s::text[]) AS token) AS asked
  LEFT JOIN counted USING (token)
), scored AS (
  SELECT *, round((10.0 * (
      2 * (SELECT coalesce(sum(weight), 0.0) FROM weights WHERE token = ANY(titled))
      + (SELECT coalesce(sum(weight), 0.0) FROM weights WHERE token = ANY(held))
    ) / (%(most)s * (SELECT sum(weight) FROM weights)) + boost)::numeric, 6) AS rank
  FROM fitting
)
SELECT kind, key, title_en, title_zh, data, rank FROM scored
WHERE 2 * cardinality(held) >= (SELECT count(*) FROM counted) AND {after}
ORDER BY rank DESC, key DESC LIMIT %(limit)s
"""


class Edge(NamedTuple):
    """Where a page ends: everything before it was shown."""

    rank: str
    kind: str
    key: str


class Wanted(BaseModel):
    """What is looked for: words, and the filters of a tenant's documents."""

    model_config = ConfigDict(frozen=True)

    text: str = ""
    event: str | None = None
    source: str | None = None
    region: Region | None = None
    since: datetime | None = None
    until: datetime | None = None
    factor: str | None = None
    verdict: str | None = None
    drafts: bool = True

    @property
    def filtered(self) -> bool:
        """Whether anything but words is asked for."""
        asked = (self.event, self.source, self.region, self.since, self.until, self.factor)
        return any(item is not None for item in asked)


class Found(BaseModel):
    """One thing that was found."""

    model_config = ConfigDict(frozen=True)

    kind: str
    key: str
    title_en: str
    title_zh: str = ""
    rank: str
    data: dict[str, Any] = {}

    @property
    def edge(self) -> Edge:
        """Where a page ends that ends with it."""
        return Edge(self.rank, self.kind, self.key)


def query_tokens(text: str) -> list[str]:
    """Return the tokens of what was typed."""
    (found,) = tokens_of(text)
    return found


def needed_of(tokens: Sequence[str]) -> int:
    """Return how many of the words must be there: half of them, and one at least.

    A Chinese phrase has pairs that stand across two words, which no text holds.
    """
    return max(1, math.ceil(len(tokens) / 2))


def own_found(
    kinds: Collection[str],
    wanted: Wanted,
    tokens: Sequence[str],
    *,
    limit: int,
    edge: Edge | None = None,
) -> list[Found]:
    """Return the tenant's documents of some kinds, the best first."""
    if not kinds or (not tokens and not wanted.filtered):
        return []
    filters, values = _filters(wanted)
    weight, join = _WEIGHED if tokens else _UNWEIGHED
    places = [
        f"(kind = '{kind}' AND {_after(kind, edge, 'subject_id', ('float8', 'uuid'))})"
        for kind in sorted(kinds)
    ]
    statement = _OWN.format(
        weight=weight,
        join=join,
        filters=filters,
        after="true" if edge is None else f"({' OR '.join(places)})",
    )
    rows = _asked(
        statement,
        {
            "tenant": current_tenant(),
            "tokens": list(tokens),
            "most": TITLE_WEIGHT * max(1, len(tokens)),
            "needed": needed_of(tokens),
            "kinds": list(kinds),
            "limit": limit,
            **values,
            **_edge_values(edge),
        },
    )
    return [_own(row) for row in rows]


def _own(row: tuple[Any, ...]) -> Found:
    (kind, subject, job, title, event, source, status, draft, *box, starts, ends, at, rank) = row
    west, south, east, north = box
    bounds = [west, south, east - CIRCLE if east > CIRCLE / 2 else east, north]
    return Found(
        kind=kind,
        key=subject,
        title_en=title,
        rank=str(rank),
        data={
            "job": job,
            "event": event or None,
            "source": source,
            "status": status,
            "draft": draft,
            "region": bounds,
            "starts": starts,
            "ends": ends,
            "at": at,
        },
    )


def _filters(wanted: Wanted) -> tuple[str, dict[str, Any]]:
    parts: list[str] = []
    values: dict[str, Any] = {}

    def add(part: str, **more: Any) -> None:
        parts.append(part)
        values.update(more)

    if not wanted.drafts:
        add("AND NOT d.draft")  # of reports: no diagnosis is one
    if wanted.event is not None:
        add("AND d.event = %(event)s", event=wanted.event)
    if wanted.source is not None:
        add("AND d.source = %(source)s", source=wanted.source)
    if wanted.since is not None:
        add("AND coalesce(d.ends, d.at) >= %(since)s", since=wanted.since)
    if wanted.until is not None:
        add("AND coalesce(d.starts, d.at) < %(until)s", until=wanted.until)
    if wanted.factor is not None:
        tag = f"{wanted.verdict or 'factor'}:{wanted.factor}"
        add(
            "AND EXISTS (SELECT 1 FROM search_searchtoken t WHERE t.tenant_id = %(tenant)s "
            "AND t.token = %(tag)s AND t.document_id = d.id)",
            tag=tag,
        )
    if wanted.region is not None:
        box = wanted.region
        turns = " OR ".join(
            f"(d.west <= %(east)s + {turn} AND d.east >= %(west)s + {turn})"
            for turn in (-CIRCLE, 0.0, CIRCLE)
        )
        add(
            f"AND d.south <= %(north)s AND d.north >= %(south)s AND ({turns})",
            west=box.west,
            east=box.east,
            south=box.south,
            north=box.north,
        )
    return " ".join(parts), values


def shared_found(
    kind: str, edition: str, tokens: Sequence[str], *, limit: int, edge: Edge | None = None
) -> list[Found]:
    """Return what all tenants share of a kind, the best first."""
    if not tokens:
        return []
    rows = _asked(
        _SHARED.format(after=_after(kind, edge, "key")),
        {
            "kind": kind,
            "edition": edition,
            "tokens": list(tokens),
            "most": TITLE_WEIGHT,
            "limit": limit,
            **_edge_values(edge),
        },
    )
    return [
        Found(kind=found, key=key, title_en=en, title_zh=zh, data=_document(data), rank=str(rank))
        for found, key, en, zh, data, rank in rows
    ]


def _document(value: Any) -> dict[str, Any]:
    """Read JSON that a plain statement gives as text."""
    found: dict[str, Any] = json.loads(value) if isinstance(value, str) else value
    return found


def _after(
    kind: str, edge: Edge | None, key: str, types: tuple[str, str] = ("numeric", "text")
) -> str:
    """Select what comes after an edge, in the order of rank, kind and key, all downward.

    `types` are those of rank and key.
    """
    number, name = types
    if edge is None:
        return "true"
    if kind == edge.kind:
        return f"(rank, {key}) < (%(edge_rank)s::{number}, %(edge_key)s::{name})"
    step = "<=" if kind < edge.kind else "<"
    return f"rank {step} %(edge_rank)s::{number}"


def _edge_values(edge: Edge | None) -> dict[str, Any]:
    return {} if edge is None else {"edge_rank": edge.rank, "edge_key": edge.key}


def _asked(statement: str, values: dict[str, Any]) -> list[tuple[Any, ...]]:
    with connection.cursor() as cursor:
        cursor.execute(statement, values)
        found: list[tuple[Any, ...]] = cursor.fetchall()
    return found


def merged(lists: Sequence[Sequence[Found]], limit: int) -> list[Found]:
    """Return the best of several lists, in the order of rank, kind and key."""
    every = [item for found in lists for item in found]
    every.sort(key=lambda item: (Decimal(item.rank), item.kind, item.key), reverse=True)
    return every[:limit]
