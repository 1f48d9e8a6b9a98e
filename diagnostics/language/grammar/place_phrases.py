"""Phrases of place: coordinates, boxes, bands, names, parts and sides of them, distances."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from diagnostics.contracts.form_terms import (
    BoxPlace,
    NamedPlace,
    Place,
    PlacesTogether,
    PointPlace,
    Surface,
)
from diagnostics.contracts.space_time import Region
from diagnostics.language.grammar.coordinates import Axis, box_of
from diagnostics.language.grammar.datetimes import kind_at
from diagnostics.language.grammar.directed_places import (
    DirectedPlaces,
    point_place,
    region_of,
)
from diagnostics.language.grammar.gazetteer import Spot, spot_of, states
from diagnostics.language.grammar.items import Item, NotReadError, Sentence, about
from diagnostics.language.grammar.storm_names import find_storms
from diagnostics.messages import Message

_OPENING, _CLOSING = ("(", "（", "[", "【"), (")", "）", "]", "】")
_LABEL_WORDS = (
    "EMPTY",
    "PREP",
    "NEAR",
    "DIR",
    "PART_OF",
    "SUFFIX",
    "COORD_WORD",
    "AREA",
    "BOX_JOINT",
)
"""Kinds of words that may stand in the label of stated coordinates."""
_LONGEST_LABEL = 8
_FAR = {"box": 10.0, "point": 4.0}
"""Degrees that coordinates may lie outside the place whose name stands before them."""
WHOLE_EARTH = Region(west=-180, south=-90, east=180, north=90)


@dataclass
class PlacePhrases:
    """Reads the places of a sentence.

    Parameters
    ----------
    extent : Region, optional
        Of the data: tells namesakes apart.
    assumed : list of (str, str)
        What no word says: part and value.
    place_given : bool
        The place is given beside the text: a name of several places need not be decided.
    request : bool
        Of a diagnosis: a coast may stand for the box around it, and a surface narrows nothing.
    meant : mapping of str to Spot
        Which of several namesakes a name means.
    """

    extent: Region | None
    assumed: list[tuple[str, str]]
    place_given: bool = False
    request: bool = False
    meant: Mapping[str, Spot] = field(default_factory=dict)

    def find(self, sentence: Sentence) -> None:
        """Replace the phrases of place by items ``PLACE``, with `Place` as value."""
        self._axes(sentence)
        self._coordinates(sentence)
        self._crossed(sentence)
        find_storms(sentence)
        self._labelled(sentence)
        self._names(sentence)
        self._stated_boxes(sentence)
        self._sides(sentence)
        self._nested(sentence)
        self._surfaces(sentence)

    def _axes(self, sentence: Sentence) -> None:
        """Join two coordinates of one axis to a range: from 35N to 55N, between 10E and 20E."""
        items, at = sentence.items, 0
        while at < len(items):
            first = kind_at(items, at, "AXIS")
            if first is None or first.value.last is not None:
                at += 1
                continue
            led = at and kind_at(items, at - 1, "BETWEEN") is not None
            from_ = at and kind_at(items, at - 1, "FROM") is not None
            joint = items[at + 1] if at + 1 < len(items) else None
            joined = joint is not None and (
                joint.kind == "TO"
                or (joint.read_as("SIGN") and joint.text in "-~")
                or (led and joint.kind == "AND")
            )
            second = kind_at(items, at + 2, "AXIS")
            if (
                joined
                and second is not None
                and second.value.axis == first.value.axis
                and second.value.last is None
            ):
                start = at - 1 if led or from_ else at
                axis = Axis(first.value.axis, first.value.first, second.value.first)
                sentence.take(start, at + 3, "AXIS", axis)
                at = start
                continue
            at += 1
        for at in range(len(items) - 1, -1, -1):
            found = kind_at(items, at, "AXIS")
            if found is None or found.value.last is None or not at:
                continue
            if items[at - 1].kind in ("BETWEEN", "FROM"):
                sentence.take(at - 1, at + 1, "AXIS", found.value)

    def _coordinates(self, sentence: Sentence) -> None:
        items, at = sentence.items, 0
        while at < len(items):
            item = items[at]
            if item.kind == "BOX":
                with about("where", [item]):
                    place = self._four(item)
                sentence.take(at, at + 1, "PLACE", place)
            elif item.kind == "PAIR":
                latitude, longitude = item.value
                if abs(latitude) > 90:
                    with about("where", [item]):
                        raise NotReadError(
                            "ambiguous",
                            Message(id="grammar-pair_order", params={"words": item.text}),
                            item.text,
                        )
                sentence.take(at, at + 1, "PLACE", point_place(latitude, longitude, item.text))
            elif item.kind == "AXIS":
                self._pair_of_axes(sentence, at)
            at += 1

    def _crossed(self, sentence: Sentence) -> None:
        """Join a band of latitudes and one of longitudes."""
        items, at = sentence.items, 0
        while at < len(items):
            first = items[at]
            end = at + 1
            while end < len(items) and (
                items[end].kind in ("AND", "EMPTY", "COORD_WORD", "BETWEEN", "FROM", "PREP")
                or items[end].text in (",", "，", "、", "/")
            ):
                end += 1
            if first.kind == "PLACE" and end < len(items) and items[end].kind == "PLACE":
                merged = _cross(first.value, items[end].value)
                if merged is not None:
                    sentence.take(at, end + 1, "PLACE", merged)
                    continue
            at += 1

    def _four(self, item: Item) -> BoxPlace:
        try:
            region = Region.model_validate(item.value)
        except ValueError as error:
            raise NotReadError(
                "contradiction",
                Message(id="grammar-box_order", params={"words": item.text}),
                item.text,
            ) from error
        return BoxPlace(region=region, words=item.text)

    def _pair_of_axes(self, sentence: Sentence, at: int) -> None:
        items = sentence.items
        first: Axis = items[at].value
        end = at + 1
        while end < len(items) and (
            items[end].kind in ("AND", "EMPTY", "PREP", "COORD_WORD")
            or (items[end].read_as("SIGN") and items[end].text in ",，/×x、")
        ):
            end += 1
        second = kind_at(items, end, "AXIS")
        if second is not None and second.value.axis != first.axis:
            by_axis = {first.axis: first, second.value.axis: second.value}
            latitude, longitude = by_axis["lat"], by_axis["lon"]
            words = sentence.text[items[at].start : items[end].end]
            if latitude.last is None and longitude.last is None:
                place: Place = point_place(latitude.first, longitude.first, words)
            elif latitude.last is None or longitude.last is None:
                place = self._line(latitude, longitude, words)
            else:
                place = BoxPlace(region=box_of(latitude, longitude), words=words)
            sentence.take(at, end + 1, "PLACE", place)
            return
        if first.last is not None:
            region = box_of(first, None) if first.axis == "lat" else box_of(None, first)
            sentence.take(at, at + 1, "PLACE", BoxPlace(region=region, words=items[at].text))
            return
        self._half_plane(sentence, at, first)

    def _line(self, latitude: Axis, longitude: Axis, words: str) -> BoxPlace:
        if latitude.last is None:
            latitude = Axis("lat", latitude.first, latitude.first)
        if longitude.last is None:
            longitude = Axis("lon", longitude.first, longitude.first)
        return BoxPlace(region=box_of(latitude, longitude), words=words)

    def _half_plane(self, sentence: Sentence, at: int, axis: Axis) -> None:
        """Read "north of 60N" and its kin; a line alone stays an ``AXIS``."""
        items = sentence.items
        before = kind_at(items, at - 1, "SIDE")
        after = kind_at(items, at + 1, "SIDE")
        side = before or after
        if side is None or (side.value in "NS") != (axis.axis == "lat"):
            return
        start, end = (at - 1, at + 1) if before is not None else (at, at + 2)
        if axis.axis == "lat":
            region = (
                Region(west=-180, south=axis.first, east=180, north=90)
                if side.value == "N"
                else Region(west=-180, south=-90, east=180, north=axis.first)
            )
        else:
            region = (
                Region(west=axis.first, south=-90, east=axis.first + 180, north=90)
                if side.value == "E"
                else Region(west=axis.first - 180, south=-90, east=axis.first, north=90)
            )
        item = sentence.take(start, end, "PLACE", None)
        place = BoxPlace(region=region, words=item.text)
        sentence.items[start] = Item("PLACE", place, item.start, item.end, item.text)
        self._narrow(sentence, start)

    def _narrow(self, sentence: Sentence, at: int) -> None:
        """Take "Iran south of 30N" as the part common to both."""
        items = sentence.items
        name = kind_at(items, at - 1, "NAME")
        if name is None:
            return
        with about("where", [name]):
            spot = self._spot(name.value)
        both = PlacesTogether(places=(_named(spot, name.text), items[at].value), shared=True)
        sentence.take(at - 1, at + 1, "PLACE", both)

    def _names(self, sentence: Sentence) -> None:
        items, at = sentence.items, 0
        while at < len(items):
            if items[at].kind != "NAME":
                at += 1
                continue
            end, qualifier = at + 1, ""
            name = items[at]
            comma = end < len(items) and items[end].text in (",", "，", "(", "（", "in")
            outer = kind_at(items, end + 1, "NAME") if comma else None
            if outer is not None and self._inside(name.value, outer.value):
                qualifier, end = outer.value, end + 2
                if end < len(items) and items[end].text in (")", "）"):
                    end += 1
            elif not comma and not name.text.isascii():
                inner = kind_at(items, end + 1 if kind_at(items, end, "EMPTY") else end, "NAME")
                if inner is not None and self._inside(inner.value, name.value):
                    qualifier = name.value
                    name, end = inner, end + (2 if items[end].kind == "EMPTY" else 1)
            while kind_at(items, end, "SUFFIX") is not None and not name.text.isascii():
                end += 1
            if name.text.isascii() and kind_at(items, end, "SUFFIX") is not None:
                end += 1
            state = states().get(items[end].text) if end < len(items) else None
            if state is None and end + 1 < len(items) and items[end].text == ",":
                state = states().get(items[end + 1].text)
                end += 1 if state is not None else 0
            if state is not None and not qualifier and self._inside(name.value, state):
                qualifier, end = state, end + 1
            with about("where", items[at:end]):
                spot = self._spot(name.value, qualifier)
            words = sentence.text[items[at].start : items[end - 1].end]
            sentence.take(at, end, "PLACE", _named(spot, words))
            at += 1

    def _labelled(self, sentence: Sentence) -> None:
        """Take a name for the label of coordinates in brackets: "near Hyderabad (17.5N, 78.5E)".

        Coordinates that are stated are exact: no word of the label moves or widens them, and the
        name need not be known.
        """
        items, at = sentence.items, 0
        while at < len(items):
            place = items[at]
            if place.kind != "PLACE" or not isinstance(place.value, BoxPlace | PointPlace):
                at += 1
                continue
            led = kind_at(items, at - 1, "COORD_WORD") is not None
            opening = at - 2 if led else at - 1
            opened = opening >= 0 and items[opening].text in _OPENING
            closed = at + 1 < len(items) and items[at + 1].text in _CLOSING
            wide = isinstance(place.value, BoxPlace)
            start = self._label_before(sentence, opening, wide) if opened and closed else None
            if start is not None:
                known = self._known_as(sentence, start, opening, place.value)
                sentence.take(start, at + 2, "PLACE", known)
                at = start
                continue
            end = self._label_behind(sentence, at + 1)
            if end is not None:
                sentence.take(at, end, "PLACE", place.value)
            at += 1

    def _known_as(self, sentence: Sentence, start: int, end: int, place: Place) -> Place:
        """Return a point with the name of its label."""
        if not isinstance(place, PointPlace):
            return place
        items = [item for item in sentence.items[start:end] if self._names_something(item)]
        name = sentence.text[items[0].start : items[-1].end]
        return place.model_copy(update={"name": name, "words": name})

    def _label_before(self, sentence: Sentence, opening: int, wide: bool) -> int | None:
        """Return where the label begins that ends before a bracket, None where none does.

        The label of a box may reach from a place to another: 东亚到西北太平洋（10-50N，100-180E）.
        """
        items = sentence.items
        start, named, nearest = opening, False, opening
        while start > 0 and opening - start < _LONGEST_LABEL:
            item = items[start - 1]
            if self._names_something(item):
                named, nearest = True, start - 1
            else:
                filling = item.kind in ("EMPTY", "PREP") and item.text.lower() != "of"
                reaching = wide and named and item.read_as("TO") is not None
                if reaching and start > 1 and self._names_something(items[start - 2]):
                    start -= 1
                    continue
                if not any(item.read_as(kind) for kind in _LABEL_WORDS) or (named and filling):
                    break
                if named:
                    nearest = start - 1
            start -= 1
        if not named or not self._close(sentence, nearest, opening):
            return None
        return nearest

    def _label_behind(self, sentence: Sentence, at: int) -> int | None:
        """Return where a label in brackets behind coordinates ends, None where there is none."""
        items, end, named = sentence.items, at + 1, False
        if at >= len(items) or items[at].text not in _OPENING:
            return None
        while end < len(items) and items[end].text not in _CLOSING:
            one = self._names_something(items[end])
            if not one and not any(items[end].read_as(kind) for kind in _LABEL_WORDS):
                return None
            named, end = named or one, end + 1
        return end + 1 if named and end < len(items) else None

    def _names_something(self, item: Item) -> bool:
        """Whether a word may be part of a name: a known place, or an unknown proper name."""
        proper = item.text[:1].isupper() or not item.text.isascii()
        return item.kind == "NAME" or (item.kind == "UNKNOWN" and proper)

    def _close(self, sentence: Sentence, start: int, end: int) -> bool:
        """Whether coordinates in brackets may be those of the names before them."""
        place = sentence.items[end + 1 if sentence.items[end + 1].kind == "PLACE" else end + 2]
        region = region_of(place.value)
        for item in sentence.items[start:end]:
            if item.kind != "NAME":
                continue
            try:
                spot = spot_of(item.value, self.extent)
            except NotReadError:
                continue
            if not _overlap(spot.region.padded(_FAR[place.value.kind]), region):
                return False
        return True

    def _stated_boxes(self, sentence: Sentence) -> None:
        """Let the box beside a name say where it is: "the South Pacific, 70S-40S, 180-120W"."""
        items, at = sentence.items, 0
        while at < len(items):
            named = items[at]
            if named.kind != "PLACE":
                at += 1
                continue
            end = at + 1
            while end < len(items) and (
                items[end].kind in ("EMPTY", "PREP")
                or items[end].read_as("BOX_JOINT")
                or items[end].read_as("NEAR")
                or items[end].text in ("(", "（", ",", "，", ":", "：")
            ):
                end += 1
            box = items[end] if end < len(items) else None
            if (
                isinstance(named.value, NamedPlace | PointPlace)
                and box is not None
                and box.kind == "PLACE"
                and isinstance(box.value, BoxPlace)
                and _overlap(region_of(named.value), box.value.region)
            ):
                closed = end + 1 < len(items) and items[end + 1].text in (")", "）")
                opened = any(one.text in ("(", "（") for one in items[at:end])
                last = end + 2 if closed and opened else end + 1
                start = self._lead(items, at)
                if start > 1 and items[start - 1].text == "/" and items[start - 2].kind == "PLACE":
                    start -= 2
                sentence.take(start, last, "PLACE", box.value)
                at = start
            at += 1
        self._box_apart(sentence)

    def _lead(self, items: Sequence[Item], at: int) -> int:
        """Return where the words begin that lead to a name whose box is stated: "around Oslo"."""
        start = at
        while start and (
            any(items[start - 1].read_as(kind) for kind in ("NEAR", "DIR", "PART_OF", "SIDE"))
            or items[start - 1].text.lower() in ("the", "of")
        ):
            start -= 1
        while start < at and items[start].text.lower() in ("the", "of"):
            start += 1
        return start

    def _box_apart(self, sentence: Sentence) -> None:
        """Let a box in brackets say where the one named place is, whatever stands between."""
        items = sentence.items
        places = [n for n, item in enumerate(items) if item.kind == "PLACE"]
        if len(places) != 2:
            return
        named, box = (items[n] for n in places)
        opened = items[places[1] - 1].text in ("(", "（")
        if (
            opened
            and isinstance(named.value, NamedPlace)
            and isinstance(box.value, BoxPlace)
            and _overlap(named.value.region, box.value.region)
        ):
            sentence.take(places[0], places[0] + 1, "EMPTY", "")

    def _spot(self, name: str, qualifier: str = "") -> Spot:
        """Return what a name means; of namesakes any one where the place is given."""
        if name in self.meant:
            return self.meant[name]
        try:
            return spot_of(name, self.extent, qualifier)
        except NotReadError as doubt:
            doubt.name = name
            if not self.place_given or doubt.code not in ("ambiguous", "outside_the_data"):
                raise
            return Spot(name, self.extent or WHOLE_EARTH)

    def _inside(self, inner: str, outer: str) -> bool:
        try:
            spot = spot_of(inner, self.extent, outer)
        except NotReadError:
            return False
        try:
            around = spot_of(outer, self.extent)
        except NotReadError:
            return True
        return spot.name != around.name and around.point is None

    def _nested(self, sentence: Sentence) -> None:
        """Join a place and what it lies in: "Sinop in Turkey", "the Atlantic off the Carolinas"."""
        items, at = sentence.items, 0
        while at < len(items):
            first = items[at]
            end, comma = at + 1, False
            while end < len(items) and (
                items[end].kind in ("EMPTY", "PREP") or items[end].text in (",", "，")
            ):
                comma = comma or items[end].text in (",", "，")
                end += 1
            second = items[end] if end < len(items) else None
            if first.kind == "PLACE" and second is not None and second.kind == "PLACE":
                both = _narrower(first.value, second.value, comma=comma)
                if both is not None:
                    sentence.take(at, end + 1, "PLACE", both)
                    continue
            at += 1

    def _sides(self, sentence: Sentence) -> None:
        """Read parts, sides and surroundings: southern Japan, off New England, 日本以南."""
        directed, at = DirectedPlaces(self.assumed, self.request), 0
        while at < len(sentence.items):
            if sentence.items[at].kind == "PLACE":
                many = 0
                while many != len(sentence.items):
                    many = len(sentence.items)
                    with about("where", [sentence.items[at]]):
                        at = directed.read(sentence, at)
            at += 1

    def _surfaces(self, sentence: Sentence) -> None:
        """Let "over land" and "at sea" narrow the place beside them, or else the whole area.

        A diagnosis covers all of its box: there they are left, unless the place says the same.
        """
        alone = not self.request and not any(item.kind == "PLACE" for item in sentence.items)
        for at, item in enumerate(sentence.items):
            if item.kind != "SURFACE":
                continue
            if alone and self.extent is not None:
                whole = BoxPlace(region=self.extent, surface=Surface(item.value), words=item.text)
                sentence.items[at] = Item("PLACE", whole, item.start, item.end, item.text)
                alone = False
                continue
            for beside in (at - 1, at + 1, at + 2, at - 2):
                other = sentence.items[beside] if 0 <= beside < len(sentence.items) else None
                if (
                    other is not None
                    and other.kind == "PLACE"
                    and isinstance(other.value, BoxPlace | NamedPlace)
                    and (not self.request or other.value.surface == Surface(item.value))
                ):
                    new = other.value.model_copy(update={"surface": Surface(item.value)})
                    sentence.items[beside] = Item("PLACE", new, other.start, other.end, other.text)
                    sentence.items[at] = Item("EMPTY", "", item.start, item.end, item.text)
                    break


def _cross(first: Place, second: Place) -> BoxPlace | None:
    if not isinstance(first, BoxPlace) or not isinstance(second, BoxPlace):
        return None
    boxes = (first.region, second.region)
    bands = [box for box in boxes if box.width >= 360]
    lunes = [box for box in boxes if box.south <= -90 and box.north >= 90 and box.width < 360]
    if len(bands) != 1 or len(lunes) != 1:
        return None
    region = Region(
        west=lunes[0].west, south=bands[0].south, east=lunes[0].east, north=bands[0].north
    )
    return BoxPlace(region=region, words=f"{first.words}, {second.words}")


def _overlap(first: Region, second: Region) -> bool:
    return first.holds(*second.center) or second.holds(*first.center)


def _named(spot: Spot, words: str) -> Place:
    if spot.point is not None:
        return PointPlace(
            latitude=spot.point[0],
            longitude=spot.point[1],
            name=spot.name,
            country=spot.country,
            words=words,
        )
    return NamedPlace(
        name=spot.name, region=spot.region, outline=spot.outline, country=spot.country, words=words
    )


def _narrower(first: Place, second: Place, *, comma: bool) -> Place | None:
    """Return the town of a town and what it lies in, or the part that two areas share."""
    for inner, outer in ((first, second), (second, first)):
        if isinstance(inner, PointPlace) and isinstance(outer, NamedPlace):
            if outer.region.holds(inner.latitude, inner.longitude):
                return inner
            return None
    areas = isinstance(first, NamedPlace | BoxPlace) and isinstance(second, NamedPlace | BoxPlace)
    if comma or not areas or first == second or not _overlap(region_of(first), region_of(second)):
        return None
    return PlacesTogether(places=(first, second), shared=True)
