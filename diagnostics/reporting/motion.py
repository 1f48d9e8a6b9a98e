"""How a low or a high moves and changes: one way of saying it, for the story and its table."""

from __future__ import annotations

from diagnostics.contracts.report import Sentence
from diagnostics.contracts.systems import Movement, PressureSystem
from diagnostics.reporting.claim_book import ClaimBook
from diagnostics.reporting.system_places import SLOW_MS, SOURCE, digits_of, place_of

STEADY = 1.0
"""A smaller change of the central value is none."""
FAST_BERGERON = 1.0


def motion_lines(book: ClaimBook, system: PressureSystem, path: str) -> list[Sentence]:
    """Say where a system came from and where it goes, from the positions and values at both ends.

    Of a high one of both is said, the way ahead where the data show it.
    """
    if system.movement is None or system.movement.change is None:
        return []
    ahead = system.movement if system.movement != system.earlier else None
    lines = []
    if system.earlier is not None and (system.kind == "low" or ahead is None):
        lines.append(_line(book, system, f"{path}.earlier", system.earlier, "came"))
    if ahead is not None:
        lines.append(_line(book, system, f"{path}.movement", ahead, "goes"))
    return lines


def _line(book: ClaimBook, system: PressureSystem, path: str, move: Movement, way: str) -> Sentence:
    """Say one way: from an earlier centre to now, or from now to a later one."""
    slots = _ends(book, system, path, move, way)
    value = slots.pop("value")
    slots["system"] = book.say(f"story_this_{system.kind}").text
    slots["change"] = _change(book, system, path, way, value)
    if move.speed_ms < SLOW_MS:
        place = slots.pop("place")
        return book.say(f"story_{way}_hardly", place=place, **slots)
    return book.say(f"story_{way}", **_motion(book, path), **slots)


def motion_cell(book: ClaimBook, system: PressureSystem, path: str) -> str | None:
    """Say in a cell of the table what the story says of a system's way."""
    move = system.movement
    if move is None:
        return None
    at = f"{path}.movement"
    if move.change is None:
        return _cell_of_older_run(book, at, move)
    way = "came" if move == system.earlier else "goes"
    slots = _ends(book, system, at, move, way)
    del slots["time"]
    slots["hours"] = _hours(book, at)
    if move.speed_ms < SLOW_MS:
        return book.say(f"row_{way}_hardly", **slots).text
    return book.say(f"row_{way}", **_motion(book, at), **slots).text


def _cell_of_older_run(book: ClaimBook, path: str, move: Movement) -> str:
    if move.speed_ms < SLOW_MS:
        return book.say("row_stays").text
    toward, speed = _toward(book, path), _speed(book, path)
    return book.say("row_moves", toward=toward, speed=speed).text


def _motion(book: ClaimBook, path: str) -> dict[str, str]:
    distance = book.bind(SOURCE, f"{path}.distance_km", "number", unit="km", digits=0)
    return {"toward": _toward(book, path), "speed": _speed(book, path), "distance": distance}


def _toward(book: ClaimBook, path: str) -> str:
    return book.bind(SOURCE, f"{path}.toward_deg", "direction")


def _speed(book: ClaimBook, path: str) -> str:
    return book.bind(SOURCE, f"{path}.speed_ms", "number", unit="m s⁻¹")


def _hours(book: ClaimBook, path: str) -> str:
    return book.bind(SOURCE, f"{path}.hours", "number", unit="h", digits=0)


def _ends(
    book: ClaimBook, system: PressureSystem, path: str, move: Movement, way: str
) -> dict[str, str]:
    """Time, place and value of the other end of a way."""
    end = "end" if way == "goes" else "start"
    at = system.centre_at(getattr(move, end))
    centre = f"{path.rpartition('.')[0]}.centres.{at}"
    value = book.bind(
        SOURCE, f"{centre}.value", "number", unit=system.unit, digits=digits_of(system)
    )
    time = book.bind(SOURCE, f"{path}.{end}", "time")
    return {"time": time, "place": place_of(book, centre), "value": value}


def _change(book: ClaimBook, system: PressureSystem, path: str, way: str, value: str) -> str:
    """Say how the central value changes on a way: it deepens, fills, strengthens or weakens."""
    move = system.movement if way == "goes" else system.earlier
    assert move is not None
    assert move.change is not None
    slots = {
        "value": value,
        "change": book.bind(
            SOURCE, f"{path}.change", "number", unit=system.unit, digits=digits_of(system)
        ),
        "hours": _hours(book, path),
    }
    if abs(move.change) < STEADY:
        return book.say(f"change_{way}_keeps", **slots).text
    falls = move.change < 0
    key = (
        ("deepens" if falls else "fills")
        if system.kind == "low"
        else ("weakens" if falls else "strengthens")
    )
    rate = system.deepening.bergeron if system.deepening is not None else None
    if way == "came" and rate is not None and rate >= FAST_BERGERON:
        key = "deepens_fast"
        bergeron = f"{path.rpartition('.')[0]}.deepening.bergeron"
        slots["rate"] = book.bind(SOURCE, bergeron, "number", digits=2)
    return book.say(f"change_{way}_{key}", **slots).text
