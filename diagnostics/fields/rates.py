"""Mean rates of precipitation to amounts: rate times the length of the interval it is the mean of.

A rate of one moment says nothing of the hours around it and is never multiplied by them.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from diagnostics.errors import UnitsError
from diagnostics.fields.blocks import Block, Scan
from diagnostics.fields.canonical import FieldKind
from diagnostics.fields.conversion import tidy_unit
from diagnostics.fields.horizontal import HorizontalSelection
from diagnostics.fields.names import INGREDIENTS, called
from diagnostics.messages import Message
from diagnostics.units import convert

_PER_SECOND = {
    "kg m-2 s-1": 1.0,
    "mm s-1": 1.0,
    "m s-1": 1000.0,
    "m of water equivalent s-1": 1000.0,
    "kg m-2 h-1": 1.0 / 3600.0,
    "mm h-1": 1.0 / 3600.0,
    "m h-1": 1000.0 / 3600.0,
    "kg m-2 day-1": 1.0 / 86400.0,
    "mm day-1": 1.0 / 86400.0,
    "m day-1": 1000.0 / 86400.0,
}
"""kg m-2 s-1 of one of what files mostly write."""
_OF_TIME = re.compile(r"(?:^|\s)(?:s|min|h|day)-1(?:\s|$)")
_DEPTHS = frozenset({"m s-1", "m h-1", "m day-1"})
"""Of snow these may be of the snow that lies, not of its water."""
RATE_PREFERENCE = 10
"""An amount that the source holds itself comes before one that is made of a rate."""
SNOW = frozenset({"sf", "csf", "lsf"})
"""Ingredients that are snow."""


def per_second(unit: str, amount: str = "kg m-2") -> float | None:
    """Return how much of an amount in a second one of a unit is; None where it is no such rate.

    Parameters
    ----------
    unit : str
    amount : str
        Of water, ``kg m-2``, or of energy, ``J m-2``.

    Examples
    --------
    >>> per_second("kg m**-2 s**-1"), per_second("mm"), round(3600 * per_second("inch/hour"), 9)
    (1.0, None, 25.4)
    >>> per_second("W m**-2", "J m-2"), per_second("J m**-2", "J m-2")
    (1.0, None)
    """
    plain = tidy_unit(unit)
    if amount == "J m-2":
        try:
            return float(convert(1.0, plain, "W m-2"))
        except UnitsError:
            return None
    known = _PER_SECOND.get(plain)
    if known is not None or not _OF_TIME.search(plain):
        return known
    try:
        return float(convert(1.0, plain, "kg m-2 s-1", water_equivalent=True))
    except UnitsError:
        return None


def is_rate_of(ingredient: str, unit: str) -> bool:
    """Whether an ingredient that is an amount is given as a rate."""
    known = INGREDIENTS[ingredient]
    is_amount = known.kind is FieldKind.ACCUMULATION
    return is_amount and per_second(unit, known.unit) is not None


def is_rate(block: Block) -> bool:
    """Whether a block of an amount holds its rate."""
    return is_rate_of(block.ingredient, block.unit)


def is_snow_depth(ingredient: str, unit: str, said: str) -> bool:
    """Whether a rate of snow may be one of its depth: in metres, without a word of water."""
    lower = said.lower()
    is_water = "water" in lower or "lwe" in lower
    return ingredient in SNOW and tidy_unit(unit) in _DEPTHS and not is_water


def as_amount(block: Block) -> Block:
    """Return a block of mean rates as one of the amounts of their intervals.

    Parameters
    ----------
    block : Block
        Its unit is a rate (`per_second`); its ``starts`` are the begins of the means.

    Raises
    ------
    ValueError
        When the unit is no rate, or the block has no intervals.
    """
    amount = INGREDIENTS[block.ingredient].unit
    factor = per_second(block.unit, amount)
    if factor is None or block.starts is None:
        raise ValueError("a block of mean rates has a unit per time and intervals")
    seconds = (block.times - block.starts) / np.timedelta64(1, "s")
    inner = block.read

    def read(
        times: Sequence[int], levels: Sequence[int], cells: HorizontalSelection
    ) -> NDArray[np.float64]:
        length = factor * seconds[np.asarray(times, dtype=np.intp)]
        return inner(times, levels, cells) * length[:, None, None, None]

    preference = block.preference + RATE_PREFERENCE
    return replace(block, unit=amount, read=read, preference=preference)


def amounts_before_rates(blocks: Sequence[Block], scan: Scan) -> list[Block]:
    """Leave amounts that are made of rates out where the source holds the amounts itself.

    Parameters
    ----------
    blocks : sequence of Block
        Of one ingredient.
    scan : Scan
        Is noted which amounts are made of rates, and which rates are left out.
    """
    if INGREDIENTS[blocks[0].ingredient].kind is not FieldKind.ACCUMULATION:
        return list(blocks)
    direct = [item for item in blocks if item.preference < RATE_PREFERENCE]
    for item in blocks:
        if item.preference < RATE_PREFERENCE:
            continue
        field = called(item.ingredient)
        if direct:
            params = {"other": item.source_name, "field": field, "taken": direct[0].source_name}
            scan.leave_out(
                item.source_name, Message(id="reader-alternative_ignored", params=params)
            )
        else:
            params = {"name": item.source_name, "field": field}
            scan.note("amount_of_rate", Message(id="reader-amount_of_rate", params=params))
    return direct or list(blocks)


def refuse_moment(ingredient: str, name: str, scan: Scan) -> None:
    """List a rate as not used because nothing says that it is a mean, or over what."""
    wording = Message(id="reader-rate_of_a_moment", params={"name": name})
    scan.leave_out(name, wording, quantity=ingredient)
    scan.refused.setdefault(ingredient, ("rate_of_a_moment", wording))
