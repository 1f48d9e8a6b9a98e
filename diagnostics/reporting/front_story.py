"""Fronts of the story: where each is, on which side the event lies, how fast it comes or goes."""

from __future__ import annotations

from diagnostics.contracts.report import Sentence
from diagnostics.contracts.systems import FrontSegment, SynopticSystems
from diagnostics.reporting.claim_book import ClaimBook
from diagnostics.reporting.system_places import NEAR_KM, SOURCE, is_here, place_of, where

MOST_FRONTS = 2
"""Fronts of other types are left to the table."""
FRONTAL_LATITUDE = 25.0
"""Nearer to the equator the lack of a front is not worth a sentence."""


def front_lines(book: ClaimBook, found: SynopticSystems) -> list[Sentence]:
    """Say the nearest front of each type, of the nearest types."""
    chosen = _near_fronts(found)
    if not chosen:
        return _no_front(book, found)
    lines = []
    for place in chosen:
        path, front = f"fronts.{place}", found.fronts[place]
        slots = {
            "type": book.bind(SOURCE, f"{path}.type", "term"),
            "place": place_of(book, path),
            "where": where(book, path, front.position),
            "contrast": book.bind(SOURCE, f"{path}.contrast", "number", unit=front.unit, digits=1),
        }
        if front.level_hpa is None:
            lines.append(book.say("story_front_ground", **slots))
        else:
            slots["level"] = book.bind(SOURCE, f"{path}.level_hpa", "number", unit="hPa", digits=0)
            lines.append(book.say("story_front", **slots))
        lines += _motion(book, front, path)
    if any(found.fronts[place].level_hpa is None for place in chosen):
        lines.append(book.say("story_front_ground_why"))
    return lines


def _no_front(book: ClaimBook, found: SynopticSystems) -> list[Sentence]:
    """Say that there is none, and how far around it was sought; nothing where it was not."""
    if "fronts" in found.cannot_tell or not is_frontal(found):
        return []
    if found.fronts or found.fronts_within_km is None:
        return [book.say("story_no_front")]
    reach = book.bind(SOURCE, "fronts_within_km", "number", unit="km", digits=0)
    return [book.say("story_no_front_within", reach=reach)]


def is_frontal(found: SynopticSystems) -> bool:
    """Whether the event lies where a front, or the lack of one, is worth a sentence."""
    return found.latitude is not None and abs(found.latitude) >= FRONTAL_LATITUDE


def _near_fronts(found: SynopticSystems) -> list[int]:
    """Places of the nearest segment of each type within reach, the nearest first."""
    nearest: dict[str, int] = {}
    order = sorted(range(len(found.fronts)), key=lambda place: _away(found.fronts[place]))
    for place in order:
        front = found.fronts[place]
        if front.type != "untyped" and _away(front) <= NEAR_KM:
            nearest.setdefault(front.type, place)
    return list(nearest.values())[:MOST_FRONTS]


def _away(front: FrontSegment) -> float:
    return front.position.distance_km if front.position is not None else float("inf")


def _motion(book: ClaimBook, front: FrontSegment, path: str) -> list[Sentence]:
    """Say which side the event is on, and whether and how fast the front comes nearer."""
    if front.side is None or front.speed_by is None:
        return []
    slots = {"side": book.say(f"front_side_{front.side}").text, "origin": book.situation_origin()}
    if front.approach is None:
        return [book.say("story_front_stands", **slots)]
    slots |= {
        "speed": book.bind(SOURCE, f"{path}.speed_ms", "number", unit="m s⁻¹"),
        "by": book.say(f"front_speed_{front.speed_by}").text,
    }
    if is_here(front.position):
        return [book.say("story_front_here", **slots)]
    if front.passes is None:
        return [book.say(f"story_front_{front.approach}", **slots)]
    slots["time"] = book.bind(SOURCE, f"{path}.passes", "time")
    return [book.say(f"story_front_{front.approach}_by", **slots)]


def front_motion_cell(book: ClaimBook, front: FrontSegment, path: str) -> str | None:
    """Say in a cell of the table how a front moves with regard to the event."""
    if front.side is None or front.speed_by is None:
        return None
    if front.approach is None:
        return book.say("row_stays").text
    speed = book.bind(SOURCE, f"{path}.speed_ms", "number", unit="m s⁻¹")
    return book.say(f"row_front_{front.approach}", speed=speed).text
