"""Names of storms: they are no places, whatever they sound like."""

from __future__ import annotations

from collections.abc import Sequence

from diagnostics.language.grammar.datetimes import kind_at
from diagnostics.language.grammar.items import Item, Sentence


def find_storms(sentence: Sentence) -> None:
    """Replace names of storms by items ``STORM_NAME``, known ones by ``STORM_WORD``."""
    items, at = sentence.items, 0
    while at < len(items):
        run = kind_at(items, at, "SPELL")
        named = at > 0 and items[at - 1].kind in ("STORM_WORD", "SOURCE")
        if run is not None and run.text.lower() == "run" and named:
            # "the Katrina run": that of the model
            sentence.take(at, at + 1, "EMPTY", "")
        storm = kind_at(items, at, "STORM")
        if storm is not None:
            after = at + 1
            while (
                after < len(items)
                and items[after].read_as("SIGN")
                and items[after].text in "\"“'‘「《"
            ):
                after += 1
            last = _name_end(items, after, han=not storm.text.isascii(), quoted=after > at + 1)
            if last > after:
                while (
                    last < len(items)
                    and items[last].read_as("SIGN")
                    and items[last].text in "\"”'’」》"
                ):
                    last += 1
                known = next((i for i in items[at:last] if i.kind == "STORM_WORD"), None)
                kind = "STORM_NAME" if known is None else known.kind
                sentence.take(at, last, kind, known and known.value)
        at += 1


def _name_end(items: Sequence[Item], at: int, *, han: bool, quoted: bool) -> int:
    """Return where the name of a storm ends that begins at a position.

    A place behind the name is none of it: 台风莫拉菲广东, "Hurricane Zeta Louisiana".
    """
    last = at
    while last < len(items) and last - at < (5 if han else 2):
        item = items[last]
        if item.kind not in ("UNKNOWN", "NAME", "NUM", "STORM_WORD"):
            break
        if not han and not item.text[:1].isupper():
            break
        if item.kind == "NAME" and not quoted and (han or last > at):
            break
        last += 1
        if item.kind == "STORM_WORD":
            break
    return last
