"""The queries of the search: well formed, answers that exist, and scores that are right."""

from __future__ import annotations

import pytest

from diagnostics.bench.queries import (
    HALVES,
    PARTS,
    Sort,
    given,
    read_queries,
    recall_at,
    reciprocal_rank,
    works_cited,
)
from diagnostics.documentation.packaged import tool_pages
from diagnostics.guidelines import load_release

QUERIES = {part: read_queries(part) for part in PARTS}
ALL = [query for part in PARTS for query in QUERIES[part]]


class TestQueries:
    def test_there_are_enough_and_both_halves_and_languages_have_their_share(self) -> None:
        assert sum(len(QUERIES[half]) for half in HALVES) >= 100
        assert len(QUERIES["second"]) >= 100
        assert abs(len(QUERIES["open"]) - len(QUERIES["kept"])) <= 1
        for queries in QUERIES.values():
            chinese = sum(query.lang == "zh" for query in queries)
            assert abs(2 * chinese - len(queries)) <= len(queries) / 10
            assert {query.sought for query in queries} == set(Sort)

    def test_no_query_is_in_two_parts_or_twice(self) -> None:
        assert len({query.text.casefold() for query in ALL}) == len(ALL)
        assert len({query.id for query in ALL}) == len(ALL)

    def test_every_answer_exists(self) -> None:
        cited = works_cited()
        assert set(cited) == {entry.id for entry in load_release().entries}
        known = {
            Sort.ENTRY: set(cited),
            Sort.REFERENCE: set().union(*cited.values()),
            Sort.CATALOGUE: set(tool_pages()),
        }
        for query in ALL:
            assert query.answers.get(query.sought), query.id
            for sort, keys in query.answers.items():
                assert set(keys) <= known[sort], query.id
                assert len(set(keys)) == len(keys), query.id


class TestScores:
    def test_recall_is_the_share_of_the_answers_in_the_first_hits(self) -> None:
        ranking = [{"a"}, {"x"}, {"b"}, {"y"}, {"z"}, {"c"}]
        assert recall_at(ranking, {"a"}) == 1.0
        assert recall_at(ranking, {"a", "b", "c", "d"}) == 0.5
        assert recall_at(ranking, {"c"}) == 0.0
        assert recall_at(ranking, {"c"}, depth=6) == 1.0
        assert recall_at([], {"a"}) == 0.0

    def test_of_more_answers_than_hits_looked_at_not_all_are_asked(self) -> None:
        assert recall_at([{"a"}, {"b"}], {"a", "b", "c"}, depth=2) == 1.0
        assert recall_at([{"a", "b", "c"}], {"a", "b", "c"}, depth=2) == 1.0

    def test_without_an_answer_nothing_is_scored(self) -> None:
        with pytest.raises(ValueError, match="without a known answer"):
            recall_at([{"a"}], set())

    def test_the_reciprocal_rank_is_that_of_the_first_right_hit(self) -> None:
        ranking = [{"x"}, {"a"}, {"b"}]
        assert reciprocal_rank(ranking, {"a", "b"}) == 0.5
        assert reciprocal_rank(ranking, {"b"}) == pytest.approx(1 / 3)
        assert reciprocal_rank(ranking, {"c"}) == 0.0

    def test_an_entry_gives_the_works_that_it_cites_and_they_count_where_works_are_sought(
        self,
    ) -> None:
        hit = given(Sort.ENTRY, "g_x", {"g_x": {"doswell1996"}})
        assert hit == {"entry/g_x", "reference/doswell1996"}
        assert given(Sort.CATALOGUE, "cape", {}) == {"catalogue/cape"}
        for query in ALL:
            works = {item for item in query.wanted if item.startswith("reference/")}
            assert bool(works) == (query.sought is Sort.REFERENCE), query.id
