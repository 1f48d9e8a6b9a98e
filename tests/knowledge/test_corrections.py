"""A reviewer's own value: of every field that the form offers, and back to the first author."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from diagnostics.contracts.enums import EventType
from diagnostics.contracts.library import Citation, Library
from diagnostics.guidelines import load_library
from knowledge.selectors.proposals import items_now
from tests.knowledge.conftest import change
from tests.knowledge.test_queue import take_in

pytestmark = pytest.mark.django_db
FORM = Path(__file__).parents[2] / "frontend/src/pages/library/item/fields.ts"
INDEX, OTHER = "g_gale_surface_wind_speed", "g_cold_wave_surface_wind_speed"
FIGURE = "g_rainstorm_gh500_map"
LONG = "The wind is strong where the air of a higher level comes down and keeps its speed."
LONG_ZH = "高层空气下沉并保持其速度之处，地面风力强；动量下传是阵风的主要来源，常见于冷锋之后。"
Said = dict[str, tuple[Any, Any]]
"""By path, a value that is proposed, and the one by which it is corrected."""


def basis(limit: str, key: str, other: str) -> Said:
    return {
        f"{limit}.basis.reference": (key, other),
        f"{limit}.basis.page": ("2", "3"),
        f"{limit}.basis.effective": ("2020-01-01", "2021-01-01"),
        f"{limit}.basis.region": ("Europe", "Asia"),
        f"{limit}.basis.season": ("summer", "all year"),
        f"{limit}.basis.resolution_deg": (0.25, 0.5),
    }


def of_index(key: str, other: str) -> Said:
    also = {"output": "beaufort", "test": {"op": ">=", "value": 7.0}}
    band = {"abs_lat_range": [40.0, 60.0], "absolute": {"op": ">=", "value": 16.0}}
    return {
        "expected.reduction": ("p99", "mean"),
        **basis("expected.absolute", key, other),
        "expected.clim.stat": ("z", "pct"),
        "expected.clim.threshold": (1.5, 90.0),
        **basis("expected.clim", key, other),
        "expected.bands": ([band], [{**band, "abs_lat_range": [40.0, 70.0]}]),
        "expected.also": ([also], [{**also, "output": "direction_deg_from"}]),
        "expected.blows_from": ("inflow", "cold_side"),
        "expected.level": (500.0, 850.0),
        "where.place": ("above", "upstream"),
        "where.reach_km": (900.0, 800.0),
        "where.lag_hours": ([-18.0, 0.0], [-24.0, 9.0]),
        "timing": ("before it", "at its peak"),
        "timing_zh": ("之前", "峰值之前"),
        "conditions_machine.months_nh": ([6, 7], [6, 7, 8]),
        "conditions_machine.abs_lat_range": ([20.0, 60.0], [25.0, 60.0]),
        "conditions_machine.event_centre_in": (
            [70.0, 15.0, 140.0, 55.0],
            [70.0, 20.0, 140.0, 55.0],
        ),
        "conditions_machine.subtype": (["synoptic"], ["synoptic", "convective"]),
        **{
            f"{part}.{name}": (f"{name} {said[0]}", f"{name} {said[1]}")
            for part, said in (("conditions", "ab"), ("conditions_zh", "甲乙"))
            for name in ("season", "region", "level")
        },
        "rationale": (LONG, f"{LONG} It may warm."),
        "rationale_zh": (LONG_ZH, f"{LONG_ZH}可能增温。"),
        "note": ("seen once", "seen twice"),
        "note_zh": ("见一次", "见两次"),
        "citations": ([key], [{"reference": other, "passage": "On page two.", "page": "2"}]),
        "weight": (1, 2),
        "confidence": (0.5, 0.6),
        "difficulty": ("hard", "medium"),
        "finding": ("blocking", "surface_low"),
        "restates_criterion": (True, False),
        "reviewed": (True, False),
        "tags": (["one"], ["one", "two"]),
    }


SIDE: Said = {
    "expected.direction": ("below normal", "far from normal"),
    "expected.tail": ("lower", "range"),
    "expected.absolute.op": ("<=", "in"),
    "expected.absolute.value": (3.0, [2.0, 60.0]),
    "expected.floor.op": ("<=", ">="),
    "expected.floor.value": (4.0, 1.0),
}


def of_figure(library: Library) -> Said:
    cause = {
        event: next(one.id for one in library.causes if event in one.event_types)
        for event in ("snowstorm", "gale")
    }
    opposed = {
        event: [one.id for one in library.causes if event in one.event_types][-1]
        for event in ("snowstorm", "gale")
    }
    return {
        "factor": ("gh500_wind500", "gh500_vorticity"),
        "event_types": (["snowstorm"], ["gale"]),
        "supports": ([cause["snowstorm"]], [cause["gale"]]),
        "opposes": ([opposed["snowstorm"]], [opposed["gale"]]),
        "expected.detectors": ([{"detector": "trough_axis"}], [{"detector": "cutoff_low"}]),
        "expected.require": ("any", "all"),
        "alternatives": (["pwat"], ["cape"]),
    }


REFERENCE: Said = {
    "authors": (["Li N."], ["Li N.", "Wang H."]),
    "year": (2001, 2002),
    "title": ("Gales", "Gales in winter"),
    "container": ("Weather", "Climate"),
    "volume": ("1", "2"),
    "pages": ("1-2", "3-4"),
    "publisher": ("One", "Two"),
    "doi": ("10.1000/one", "10.1000/two"),
    "outcome": ("corrected", "not_found"),
    "checked_by": ("Li Na", "Wang Hui"),
    "checked_on": ("2026-01-01", "2026-02-01"),
    "seen": (["a catalogue"], ["a catalogue", "a library"]),
    "note": ("seen once", "seen twice"),
}


def of_cause(library: Library) -> tuple[str, Said, Said]:
    """Return an explanation that nothing names, and what is said of it, one after the other."""
    named = {name for entry in library.entries for name in entry.supports + entry.opposes}
    named |= {name for one in library.causes for name in one.feeds}
    cause = next(one for one in library.causes if one.id not in named and one.feeds)
    first = cause.event_types[0].value
    others = [one.id for one in library.causes if first in one.event_types and one != cause]
    further = [one.value for one in EventType if one not in cause.event_types]
    said = {
        "name": ("one", "two"),
        "name_zh": ("甲", "乙"),
        "chain": (LONG, f"{LONG} It may warm."),
        "chain_zh": (LONG_ZH, f"{LONG_ZH}可能增温。"),
        "structure": ("front", "trough"),
        "feeds": ([one for one in others if one not in cause.feeds][:1], []),
    }
    return cause.key, said, {"event_types": ([first, further[0]], [first, further[1]])}


def corrected(author: Any, reviewer: Any, kind: str, item: str, said: Said) -> dict[str, Any]:
    """Propose values, correct each, have the author approve, and return what the library says."""
    revision = items_now([(kind, item)])[kind, item].revision
    named = {"kind": kind, "item": item, "revision": revision}
    path = author.hand_in(
        *({**named, "path": name, "value": value} for name, (value, _) in said.items())
    )
    decisions = [
        {
            "wording": field["wordings"][-1]["id"],
            "verdict": "correct",
            "value": said[field["path"]][1],
            "reason": "seen otherwise",
        }
        for field in reviewer.get(path)["changes"]
    ]
    assert len(decisions) == len(said)
    state = reviewer.post(f"{path}decisions/", {"decisions": decisions})
    assert state["waits_for_me"] is False
    assert {field["waits_for_me"] for field in author.get(path)["changes"]} == {True}
    assert author.decide(path)["state"] == "accepted"
    present = items_now([(kind, item)])[kind, item]
    return {name: present.value(name) for name in said}


def bring(library: Library, name: str, **without: None) -> None:
    """Let the library have an entry of the package, with a publication that it has."""
    entry = next(one for one in load_library().entries if one.id == name)
    cited = (Citation(reference=library.references[2].key),)
    expected = entry.expected.model_copy(update=without)
    limit = getattr(expected, "absolute", None)
    if limit is not None:
        unsourced = limit.model_copy(update={"basis": None})
        expected = expected.model_copy(update={"absolute": unsourced})
    own = {"citations": cited, "expected": expected, "restates_criterion": False}
    take_in(entry.model_copy(update=own))


def plainly(said: Said) -> dict[str, Any]:
    """Return the corrected values as the library writes them: nothing is left out."""
    return {path: value or None for path, (_, value) in said.items()}


def test_every_field_of_an_index_can_be_corrected(author, reviewer, seed) -> None:
    bring(seed, INDEX, clim=None)
    said = of_index(*(one.key for one in seed.references[:2]))
    assert corrected(author, reviewer, "entry", INDEX, said) == plainly(said)


def test_which_side_of_a_limit_counts_can_be_corrected(author, reviewer, seed) -> None:
    bring(seed, OTHER, clim=None)
    assert corrected(author, reviewer, "entry", OTHER, SIDE) == plainly(SIDE)


def test_every_field_of_a_chart_can_be_corrected(author, reviewer, seed) -> None:
    bring(seed, FIGURE)
    said = of_figure(seed)
    assert corrected(author, reviewer, "entry", FIGURE, said) == plainly(said)


def test_every_field_of_a_publication_can_be_corrected(author, reviewer, seed) -> None:
    key = seed.references[0].key
    assert corrected(author, reviewer, "reference", key, REFERENCE) == plainly(REFERENCE)
    newest, first = author.get(f"library/references/{key}/revisions/")["results"]
    assert (newest["revision"], newest["approved_by"]) == (2, [author.label])
    assert newest["changed_by"] == author.label
    assert (first["reference"]["year"], newest["reference"]["year"]) == (
        seed.references[0].year,
        2002,
    )


def test_every_field_of_an_explanation_can_be_corrected(author, reviewer, seed) -> None:
    key, *rounds = of_cause(seed)
    for said in rounds:
        assert corrected(author, reviewer, "cause", key, said) == plainly(said)
    states = author.get(f"library/causes/{key}/revisions/")["results"]
    assert [state["revision"] for state in states] == [3, 2, 1]
    assert [state["cause"]["name"] for state in states][:2] == ["two", "two"]
    assert author.refused("get", "library/causes/gale/none/revisions/") == (404, "not_found")


def test_nothing_that_the_form_offers_is_left_out(seed) -> None:
    form = re.sub(r"\s+", " ", FORM.read_text())
    bases = re.findall(r"`\$\{path\}(\.basis\.\w+)`", form)
    limits = re.findall(r'\.\.\.basis\("([^"]+)"\)', form)
    offered = {*re.findall(r'(?:usual|rare)\( ?"([^"]+)"', form)}
    offered |= {f"{limit}{part}" for limit in limits for part in bases}
    _, cause, events = of_cause(seed)
    tested = {*of_index("", ""), *SIDE, *of_figure(seed), *REFERENCE, *cause, *events}
    assert offered == tested


def test_a_correction_is_a_number_where_the_field_is_one(author, reviewer, entry) -> None:
    path = author.hand_in(change(entry, "weight", 5))
    (field,) = reviewer.get(path)["changes"]
    said = {"verdict": "correct", "value": "4", "reason": "seen otherwise"}
    said["wording"] = field["wordings"][-1]["id"]
    refused = reviewer.refused("post", f"{path}decisions/", {"decisions": [said]})
    assert refused == (400, "not_a_number")
