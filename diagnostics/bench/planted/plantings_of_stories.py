"""Errors in the story: explanation, systems, sentences and caveats."""

from __future__ import annotations

import re
from typing import Any

import numpy as np

from diagnostics.bench.planted.fields import destination, great_circle, initial_bearing
from diagnostics.bench.planted.planting import Change, picked, said, unsaid
from diagnostics.bench.planted.plantings_of_events import MOVED_KM
from diagnostics.bench.planted.truth import Document

FALSE_SENTENCES = (
    "A tropical cyclone crosses the region.",
    "A blocking pattern holds the air in place over the region.",
    "A squall line runs ahead of the front.",
    "A downslope wind warms the air in the lee of the mountains.",
    "An atmospheric river feeds the event from the tropics.",
    "A cut-off low stands over the region.",
    "A polar low forms over open water.",
    "The tropopause folds down over the region.",
    "Sea breezes meet over the region.",
    "The event is due to the urban heat island.",
)
"""Sentences without a number, each of a feature that few cases have."""
CAVEATS = (
    "a single time", "edge of the region", "data begin", "data end", "when the period",
    "too coarse", "do not allow to be tested", "could not be tested", "lowers the confidence",
)  # fmt: skip


def explanation_exchanged(
    document: Document, rng: np.random.Generator, other: Document
) -> str | None:
    """Let another explanation lead in the place of the leading one."""
    weighed = document["conclusion"]["causes"]
    leading = [one for one in weighed if one["standing"] == "leading"]
    chosen = picked(rng, [one for one in weighed if one["standing"] in ("open", "fallen")])
    if not leading or chosen is None:
        return None
    first, second = leading[0]["cause"], chosen["cause"]
    leading[0]["cause"], chosen["cause"] = second, first
    _swap(document, first, second)
    return f"{first} exchanged for {second}"


def fallen_explanation_contributes(
    document: Document, rng: np.random.Generator, other: Document
) -> str | None:
    """Tell an explanation as contributing that the evidence speaks against."""
    conclusion = document["conclusion"]
    chosen = picked(rng, [one for one in conclusion["causes"] if one["standing"] == "fallen"])
    if chosen is None:
        return None
    chosen["standing"] = "contributing"
    conclusion["explanation"]["causes"].append(chosen["cause"])
    return str(chosen["cause"])


def _swap(document: Document, first: str, second: str) -> None:
    """Name the one explanation wherever the other was named."""
    turn = {first: second, second: first}
    causes = document["conclusion"]["explanation"]["causes"]
    document["conclusion"]["explanation"]["causes"] = [turn.get(one, one) for one in causes]
    for claim in document["claims"]:
        kind, _, name = claim["source"].partition(":")
        event, _, cause = name.partition(".")
        if kind == "cause" and cause in turn:
            claim["source"] = f"cause:{event}.{turn[cause]}"


def story_of_another_storm(
    document: Document, rng: np.random.Generator, other: Document
) -> str | None:
    """Tell the systems of another storm."""
    if not document.get("systems") or not other.get("systems"):
        return None
    document["systems"] = other["systems"]
    return f"systems of {other['request']['source']}"


def main_system_left_out(
    document: Document, rng: np.random.Generator, other: Document
) -> str | None:
    """Leave the deepest low near the event out of the record and of the text."""
    systems = document.get("systems")
    lows = [
        (number, centre)
        for number, system in enumerate((systems or {}).get("pressure", ()))
        for centre in system["centres"]
        if systems and system["kind"] == "low" and centre["time"] == systems["time"]
    ]
    near = [one for one in lows if _from_event(systems, one[1]) < 1500.0]
    if systems is None or not near:
        return None
    number, centre = min(near, key=lambda one: float(one[1]["value"]))
    del systems["pressure"][number]
    kept = []
    for claim in document["claims"]:
        match = re.match(r"pressure\.(\d+)\.", claim["path"])
        if claim["source"] != "systems" or match is None:
            kept.append(claim)
            continue
        if int(match[1]) == number:
            continue
        if int(match[1]) > number:
            claim["path"] = claim["path"].replace(
                f"pressure.{match[1]}.", f"pressure.{int(match[1]) - 1}."
            )
        kept.append(claim)
    document["claims"] = kept
    return f"low of {centre['value']:.0f} hPa"


def _from_event(systems: Document | None, centre: Document) -> float:
    if systems is None or systems["latitude"] is None:
        return float("inf")
    return float(
        great_circle(
            systems["latitude"], systems["longitude"], centre["latitude"], centre["longitude"]
        )
    )


def _system(
    document: Document, rng: np.random.Generator, kinds: tuple[str, ...], key: str
) -> Document | None:
    """Pick a system of some kinds that has a value."""
    systems = document.get("systems") or {}
    return picked(rng, [item for kind in kinds for item in systems.get(kind, ()) if item.get(key)])


def pressure_centre_moved(
    document: Document, rng: np.random.Generator, other: Document
) -> str | None:
    """Move a pressure system by 800 km."""
    systems = document.get("systems")
    chosen = _system(document, rng, ("pressure",), "centres")
    if systems is None or chosen is None:
        return None
    bearing = float(rng.uniform(0.0, 360.0))
    for centre in chosen["centres"]:
        place = destination(centre["latitude"], centre["longitude"], bearing, MOVED_KM)
        centre["latitude"], centre["longitude"] = place
        if centre["time"] == systems["time"] and chosen["position"]:
            ends = systems["latitude"], systems["longitude"], *place
            chosen["position"] = {
                "distance_km": float(great_circle(*ends)),
                "bearing_deg": initial_bearing(*ends),
            }
    return f"{chosen['id']} toward {bearing:.0f} degrees"


def pressure_centre_deepened(
    document: Document, rng: np.random.Generator, other: Document
) -> str | None:
    """Tell another central pressure, at every time."""
    chosen = _system(document, rng, ("pressure",), "centres")
    if chosen is None:
        return None
    change = float(rng.choice([-12.0, -6.0, 8.0]))
    for centre in chosen["centres"]:
        centre["value"] += change
    return f"{chosen['id']} by {change:+.0f} hPa"


def movement_turned(document: Document, rng: np.random.Generator, other: Document) -> str | None:
    """Let a system move, or air flow, the other way."""
    moving = _system(document, rng, ("pressure",), "movement")
    flowing = _system(document, rng, ("jets", "plumes"), "toward_deg")
    chosen: Any = flowing if moving is None or rng.random() < 0.5 else moving["movement"]
    if chosen is None:
        return None
    chosen["toward_deg"] = (chosen["toward_deg"] + 180.0) % 360.0
    return f"toward {chosen['toward_deg']:.0f} degrees"


def deepening_turned(document: Document, rng: np.random.Generator, other: Document) -> str | None:
    """Tell that a deepening system fills, or the reverse."""
    chosen = _system(document, rng, ("pressure",), "deepening")
    if chosen is None or abs(chosen["deepening"]["change"]) < 1.0:
        return None
    chosen["deepening"]["change"] *= -1.0
    return f"{chosen['id']} changes by {chosen['deepening']['change']:+.1f}"


def position_turned(document: Document, rng: np.random.Generator, other: Document) -> str | None:
    """Tell a system on the other side of the event."""
    kinds = ("pressure", "axes", "jets", "fronts", "upper")
    chosen = _system(document, rng, kinds, "position")
    if chosen is None or chosen["position"]["distance_km"] < 150.0:
        return None
    bearing = (chosen["position"]["bearing_deg"] + 180.0) % 360.0
    chosen["position"]["bearing_deg"] = bearing
    return f"toward {bearing:.0f} degrees"


def axis_exchanged(document: Document, rng: np.random.Generator, other: Document) -> str | None:
    """Tell a trough as a ridge, or a ridge as a trough."""
    chosen = _system(document, rng, ("axes",), "kind")
    if chosen is None:
        return None
    chosen["kind"] = "ridge" if chosen["kind"] == "trough" else "trough"
    chosen["departure_gpm"] *= -1.0
    return f"reported as {chosen['kind']}"


def front_turned(document: Document, rng: np.random.Generator, other: Document) -> str | None:
    """Tell the warm air on the other side of a front, and a cold front as a warm one."""
    chosen = _system(document, rng, ("fronts",), "warm_bearing")
    if chosen is None:
        return None
    chosen["warm_bearing"] = (chosen["warm_bearing"] + 180.0) % 360.0
    chosen["type"] = {"cold": "warm", "warm": "cold"}.get(chosen["type"], chosen["type"])
    return f"reported as {chosen['type']}"


def false_sentence(document: Document, rng: np.random.Generator, other: Document) -> str | None:
    """Say that there is a feature which nothing shows."""
    text = str(rng.choice(list(FALSE_SENTENCES)))
    said(document, "summary", text)
    return text


def sentence_of_another_factor(
    document: Document, rng: np.random.Generator, other: Document
) -> str | None:
    """Tell of one factor what was found of another."""
    known = {claim["id"]: claim for claim in document["claims"]}
    chain = next((part for part in document["sections"] if part["id"] == "chain"), None)
    stated = [
        (sentence, [c for c in sentence["claims"] if _is_value(known.get(c))])
        for sentence in (chain or {"sentences": ()})["sentences"]
    ]
    stated = [one for one in stated if one[1]]
    if len(stated) < 2:
        return None
    first, second = rng.choice(len(stated), size=2, replace=False)
    sentence, mine = stated[int(first)]
    theirs = stated[int(second)][1]
    for one, another in zip(mine, theirs, strict=False):
        sentence["text"] = sentence["text"].replace(f"{{claim:{one}}}", f"{{claim:{another}}}")
        sentence["claims"] = [another if c == one else c for c in sentence["claims"]]
    return "values of another factor"


def _is_value(claim: Document | None) -> bool:
    return bool(
        claim
        and claim["source"].startswith("evidence:")
        and claim["kind"] in ("number", "place", "time")
    )


def caveats_missing(document: Document, rng: np.random.Generator, other: Document) -> str | None:
    """Leave out what weakens the statement on the event."""
    occurrence = document["conclusion"]["occurrence"]
    if not occurrence["limits"]:
        return None
    what = ", ".join(occurrence["limits"])
    occurrence["limits"] = []
    unsaid(document, "summary", CAVEATS)
    return what


def caveats_left_out_of_the_text(
    document: Document, rng: np.random.Generator, other: Document
) -> str | None:
    """Keep the record of what weakens the statement, and leave it out of the summary."""
    cut = unsaid(document, "summary", CAVEATS)
    return f"{cut} sentences" if cut else None


def negative_results_left_out(
    document: Document, rng: np.random.Generator, other: Document
) -> str | None:
    """Leave out the section on what was not found."""
    if not document["conclusion"]["refuted"]:
        return None
    document["sections"] = [one for one in document["sections"] if one["id"] != "refuted"]
    return "section refuted"


def confidence_raised(document: Document, rng: np.random.Generator, other: Document) -> str | None:
    """Tell every part of the confidence as certain."""
    conclusion = document["conclusion"]
    raised = False
    for stated in (conclusion["occurrence"], conclusion["explanation"], conclusion):
        if stated["confidence_parts"] and stated["confidence"] < 0.98:
            stated["confidence_parts"] = dict.fromkeys(stated["confidence_parts"], 1.0)
            stated.update(confidence=1.0, confidence_level="high")
            raised = True
    return "all parts 1" if raised else None


PLANTINGS: tuple[tuple[str, Change], ...] = (
    ("explanation exchanged", explanation_exchanged),
    ("fallen explanation contributes", fallen_explanation_contributes),
    ("story of another storm", story_of_another_storm),
    ("main system left out", main_system_left_out),
    ("pressure centre moved by 800 km", pressure_centre_moved),
    ("pressure centre deepened", pressure_centre_deepened),
    ("movement turned", movement_turned),
    ("deepening turned", deepening_turned),
    ("position turned", position_turned),
    ("trough and ridge exchanged", axis_exchanged),
    ("front turned", front_turned),
    ("false sentence", false_sentence),
    ("sentence of another factor", sentence_of_another_factor),
    ("caveats missing", caveats_missing),
    ("caveats left out of the text", caveats_left_out_of_the_text),
    ("negative results left out", negative_results_left_out),
    ("confidence raised", confidence_raised),
)
