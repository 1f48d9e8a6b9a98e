"""Parts, sides and surroundings of a place: southern Japan, within 200 km of Berlin."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from diagnostics.contracts.form_terms import (
    Around,
    BoxPlace,
    NamedPlace,
    Place,
    PlacesTogether,
    PointPlace,
    Surface,
)
from diagnostics.contracts.space_time import Region
from diagnostics.language.area_names import waters
from diagnostics.language.directions import AROUND, COAST, OFF, part_of, side_of
from diagnostics.language.grammar.datetimes import kind_at
from diagnostics.language.grammar.items import Item, NotReadError, Sentence, about
from diagnostics.messages import Message

_STEPS = {
    "N": (1, 0),
    "S": (-1, 0),
    "E": (0, 1),
    "W": (0, -1),
    "NE": (1, 1),
    "NW": (1, -1),
    "SE": (-1, 1),
    "SW": (-1, -1),
    "C": (0, 0),
}
_KM = {"km": 1.0, "miles": 1.609344, "m": 0.001}
_THIS = ("这个", "那个", "这", "那", "该")
"""Words between coordinates and what they are: 50N、0E这个格点."""
_WIDEST_COAST = 15.0
"""Degrees of an area whose coast its box may stand for."""
_NATION = "country"
_MAINLANDS = {"US": Region(west=-125, south=24.5, east=-66.5, north=49.5)}
"""Where countries lie whose outline reaches far beyond what their parts are named of."""


@dataclass
class DirectedPlaces:
    """Reads what stands beside a place: a direction, a side, a distance.

    Parameters
    ----------
    assumed : list of (str, str)
        What no word says: part and value.
    request : bool
        Of a diagnosis: a coast may stand for the box around it.
    """

    assumed: list[tuple[str, str]]
    request: bool = False

    def read(self, sentence: Sentence, at: int) -> int:
        """Read one more word of direction at a place, and return where the place is then."""
        items = sentence.items
        place = items[at].value
        before, start = at - 1, at
        while (before >= 0 and items[before].kind in ("EMPTY", "SIDE_OF")) or (
            before >= 0 and items[before].text.lower() == "of"
        ):
            before -= 1
        ring = self._ring(sentence, at, before)
        if ring is not None:
            return ring
        side = kind_at(items, before, "SIDE")
        if side is not None:
            led = before and items[before - 1].text.lower() == "the"
            part = led and not isinstance(place, PointPlace)
            how = "part" if part else "side"
            return self._moved(sentence, before, at + 1, how, side.value, place)
        if kind_at(items, before, "PART_OF"):
            direction = kind_at(items, before - 1, "DIR")
            if direction is not None:
                return self._moved(sentence, before - 1, at + 1, "part", direction.value, place)
        direction = kind_at(items, before, "DIR")
        if direction is not None and items[before].text.isascii():
            return self._moved(sentence, before, at + 1, "part", direction.value, place)
        near = kind_at(items, before, "NEAR")
        if near is not None and self._as_stated(near, items, place):
            sentence.take(before, at + 1, "PLACE", place)
            return before
        if near is not None and self._widens(near, place) and near.text.isascii():
            return self._moved(sentence, before, at + 1, near.value, "", place)
        after = at + 1
        side = kind_at(items, after, "SIDE")
        if side is not None and not side.text.isascii():
            return self._moved(sentence, start, after + 1, "side", side.value, place)
        direction = kind_at(items, after, "DIR")
        if direction is not None and not direction.text.isascii():
            tail = after + 1
            if kind_at(items, tail, "SUFFIX"):
                tail += 1
            how = "side" if direction.text.startswith("以") else "part"
            return self._moved(sentence, start, tail, how, direction.value, place)
        near = kind_at(items, after, "NEAR")
        if near is not None and self._as_stated(near, items, place):
            sentence.take(start, after + 1, "PLACE", place)
            return start
        behind = near is not None and (not near.text.isascii() or near.value == "coast")
        if near is not None and self._widens(near, place) and behind:
            return self._moved(sentence, start, after + 1, near.value, "", place)
        tail = after
        if (
            tail < len(items)
            and items[tail].text in _THIS
            and kind_at(items, tail + 1, "COORD_WORD")
        ):
            tail += 1
        while (
            kind_at(items, tail, "SUFFIX") is not None
            or kind_at(items, tail, "COORD_WORD") is not None
        ):
            tail += 1
        head = start
        if (
            head > 1
            and items[head - 1].text in (":", "：")
            and kind_at(items, head - 2, "COORD_WORD")
        ):
            head -= 1
        while head and kind_at(items, head - 1, "COORD_WORD") is not None:
            head -= 1
        if tail > after or head < start:
            if not isinstance(place, BoxPlace | PointPlace) and head < start:
                head = start
            sentence.take(head, tail, "PLACE", place)
        return head

    def _widens(self, near: Item, place: Place) -> bool:
        """Whether a word for surroundings makes another box; the coasts of a sea are too wide."""
        if near.value != "coast":
            return near.value in ("near", "off")
        seas = {english for english, _, _ in waters()}
        region = region_of(place)
        land = getattr(place, "name", "") not in seas
        return (
            self.request and land and max(region.width, region.north - region.south) < _WIDEST_COAST
        )

    def _as_stated(self, near: Item, items: Sequence[Item], place: Place) -> bool:
        """Whether "near" widens nothing: near a box, or a town of which one value is asked.

        That is the value of its nearest cell, where no extreme or share of an area is asked.
        """
        if near.value != "near":
            return False
        if not isinstance(place, PointPlace):
            return isinstance(place, BoxPlace)
        reducing = ("STAT", "SUPER", "AREA_STAT", "ADJ", "AMOUNT", "CMP", "AREA", "SHARE", "ANY")
        return not any(kind_at(items, at, kind) for at in range(len(items)) for kind in reducing)

    def _ring(self, sentence: Sentence, at: int, before: int) -> int | None:
        """Read "within 200 km of Berlin" and 柏林周围200公里."""
        items = sentence.items
        place = items[at].value
        unit = kind_at(items, before, "UNIT")
        number = kind_at(items, before - 1, "NUM")
        within = kind_at(items, before - 2, "NEAR") or kind_at(items, before - 2, "PREP")
        if unit is not None and number is not None and within is not None and unit.value in _KM:
            return self._around(sentence, before - 2, at + 1, number.value * _KM[unit.value], place)
        near = kind_at(items, at + 1, "NEAR")
        number, unit = kind_at(items, at + 2, "NUM"), kind_at(items, at + 3, "UNIT")
        if near is not None and number is not None and unit is not None and unit.value in _KM:
            end = at + 4
            while kind_at(items, end, "NEAR") or kind_at(items, end, "EMPTY"):
                if items[end].text in ("的",):
                    break
                end += 1
            return self._around(sentence, at, end, number.value * _KM[unit.value], place)
        return None

    def _around(self, sentence: Sentence, start: int, end: int, km: float, place: Place) -> int:
        if isinstance(place, PointPlace):
            centre = place
        else:
            latitude, longitude = region_of(place).center
            centre = point_place(latitude, longitude, getattr(place, "words", ""))
        sentence.take(start, end, "PLACE", Around(centre=centre, km=km))
        return start

    def _moved(
        self, sentence: Sentence, start: int, end: int, how: str, direction: str, place: Place
    ) -> int:
        region = region_of(place)
        if how == "side":
            region = side_of(region, *_STEPS[direction])
        elif how == "part":
            if isinstance(place, PointPlace):
                with about("where", sentence.items[start:end]):
                    raise NotReadError(
                        "unused_words",
                        Message(id="grammar-part_of_point", params={"words": place.words}),
                        place.words,
                    )
            region = part_of(_mainland(place, region), *_STEPS[direction])
        elif how == "off":
            region = region.padded(OFF)
        elif how == "coast":
            region = region.padded(COAST)
        else:
            region = region.padded(AROUND)
        item = sentence.take(start, end, "PLACE", None)
        edges = ",".join(f"{edge:g}" for edge in region.bounds())
        self.assumed.append(("place", f"{item.text} = {edges}"))
        outline = getattr(place, "outline", "")
        if how == "part" and outline:
            whole = NamedPlace.model_validate(place.model_dump() | {"words": item.text})
            box = BoxPlace(region=region, words=item.text)
            new: Place = PlacesTogether(places=(whole, box), shared=True)
        else:
            new = NamedPlace(
                name=item.text,
                region=region,
                country=getattr(place, "country", ""),
                words=item.text,
                surface=Surface.SEA if how == "off" else None,
            )
        sentence.items[start] = Item("PLACE", new, item.start, item.end, item.text)
        return start


def _mainland(place: Place, region: Region) -> Region:
    """Return the area whose parts are meant: "central US" is no part of a box with Alaska."""
    country = getattr(place, "country", "")
    national = isinstance(place, NamedPlace) and place.outline.endswith(f"({_NATION}, {country})")
    return _MAINLANDS.get(country, region) if national else region


def point_place(latitude: float, longitude: float, words: str) -> PointPlace:
    """Return a point that has no name but its words."""
    return PointPlace(latitude=latitude, longitude=longitude, name=words, words=words)


def region_of(place: Place) -> Region:
    """Return the box of a place.

    Raises
    ------
    NotReadError
        For what has none.
    """
    if isinstance(place, PointPlace):
        return Region(
            west=place.longitude, south=place.latitude, east=place.longitude, north=place.latitude
        )
    if isinstance(place, BoxPlace | NamedPlace):
        return place.region
    if isinstance(place, PlacesTogether) and place.shared:
        # southern Japan: the box of the part
        return region_of(place.places[-1])
    raise NotReadError("unused_words", Message(id="grammar-part_of_point", params={"words": ""}))
