"""The tables behind requests in words and names of places, loaded before the first of them."""

from __future__ import annotations

from diagnostics.language.asked import read_request
from diagnostics.language.place_search import search_places


def load_tables() -> None:
    """Load all that reading a request and finding a place need: about two seconds once."""
    for text in ("rain in Boston tonight, local time", "今夜河南的暴雨"):
        read_request(text)
    search_places("oslo")
