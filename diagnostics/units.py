"""Units at the edge: read from files, shown to readers; inside everything is SI.

One registry (pint, with exact rational factors) is loaded on first use. The parser forgives what
files write: ``m**2 s**-2``, ``kg kg**-1``, ``millibars``, ``degC``, ``(0 - 1)``; and it reads the
display units of meteorology, in which a number glued to a unit belongs to it: ``K/100km/3h`` is
kelvin per 100 km per 3 h.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from diagnostics.errors import UnitsError
from diagnostics.messages import Message

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

Dimension = tuple[tuple[str, Fraction], ...]


@dataclass(frozen=True)
class ParsedUnit:
    """A unit reduced to SI base units.

    Attributes
    ----------
    text : str
        Canonical spelling, for example ``m2 s-2``.
    factor : Fraction
        SI base value of one of this unit.
    offset : Fraction
        Its zero on the SI scale (temperatures only).
    dimension : tuple of (str, Fraction)
        Base units and their exponents; angles count as a dimension of their own.
    water : bool
        Whether a depth is one of liquid water equivalent.
    """

    text: str
    factor: Fraction
    offset: Fraction
    dimension: Dimension
    water: bool = False


# Canonical symbol, the registry's name, and other spellings (compared without regard to case
# unless only case tells them apart).
_SYMBOLS: Final = (
    ("K", "kelvin", "kelvin kelvins degk deg_k degree_kelvin degrees_kelvin"),
    (
        "degC",
        "degree_Celsius",
        "C celsius degc deg_c °c degree_c degrees_c degree_celsius degrees_celsius deg_celsius",
    ),
    (
        "degF",
        "degree_Fahrenheit",
        "F fahrenheit degf deg_f °f degree_f degrees_f degree_fahrenheit degrees_fahrenheit "
        "deg_fahrenheit",
    ),
    ("Pa", "pascal", "pascal pascals"),
    ("hPa", "hectopascal", "hpa hectopascal hectopascals mb mbar mbars millibar millibars"),
    ("kPa", "kilopascal", "kpa kilopascal"),
    (
        "m",
        "meter",
        "meter meters metre metres gpm geopotential_metre geopotential_meter "
        "geopotential_metres geopotential_meters",
    ),
    ("dam", "decameter", "dam gpdm dagpm gpdam"),
    ("km", "kilometer", "kilometer kilometers kilometre kilometres"),
    ("cm", "centimeter", "centimeter centimeters centimetre centimetres"),
    ("mm", "millimeter", "millimeter millimeters millimetre millimetres"),
    ("in", "inch", "inch inches"),
    ("ft", "foot", "foot feet"),
    ("l", "liter", "liter liters litre litres"),
    ("kg", "kilogram", "kilogram kilograms"),
    ("g", "gram", "gram grams gr gm"),
    ("s", "second", "sec secs second seconds"),
    ("min", "minute", "minute minutes"),
    ("h", "hour", "hr hrs hour hours"),
    ("day", "day", "d day days"),
    ("kt", "knot", "kn kts knot knots"),
    ("mph", "mile_per_hour", ""),
    ("J", "joule", "joule joules"),
    ("W", "watt", "watt watts"),
    ("N", "newton", "newton newtons"),
    ("rad", "radian", "radian radians"),
    (
        "deg",
        "degree",
        "° degree degrees degrees_north degree_north degrees_n deg_n degrees_east degree_east "
        "degrees_e deg_e degree_true degrees_true",
    ),
    ("%", "percent", "percent pct"),
)
_WHOLE: Final = {
    "": "1",
    "1": "1",
    "-": "1",
    "~": "1",
    "none": "1",
    "(0 - 1)": "1",
    "(0-1)": "1",
    "0 - 1": "1",
    "0-1": "1",
    "dimensionless": "1",
    "fraction": "1",
    "proportion": "1",
    "unitless": "1",
    "numeric": "1",
    "sigma": "1",
    "bergeron": "1",
    "kph": "km/h",
    "kmh": "km/h",
    "ms-1": "m s-1",
    "kgm-2": "kg m-2",
    "miles per hour": "mph",
}
# Units that the registry does not have, as a number and a product of those it has.
_COMPOUND: Final = {"PVU": "1e-6 K m2 kg-1 s-1"}
_WATER_TEXT: Final = re.compile(
    r"\s*(of\s+water(\s+equivalent)?|water\s+equivalent|w\.?\s?e\.?)$", re.I
)
_WATER_DENSITY: Final = 1000
_TOKEN: Final = re.compile(
    r"(?P<over>/|\bper\b)"
    r"|(?P<number>\d+\.?\d*(?:[eE][+-]?\d+)?)(?:(?:\*\*|\^)\(?(?P<power>[+-]?\d+)\)?)?(?P<glued>(?=[^\W\d]))?"
    r"|(?P<unit>(?:[^\W\d]|[°%])(?:[^\W\d]|[°%])*)(?:\*\*|\^)?\(?(?P<exponent>[+-]?\d+)?\)?"
    r"|(?P<times>[\s*·.]+)"
)


@lru_cache(maxsize=1)
def _registry() -> Any:
    # Imported here: the registry takes most of a second to load and few callers need it.
    import pint

    return pint.UnitRegistry(non_int_type=Fraction, cache_folder=None)


@lru_cache(maxsize=1)
def _spellings() -> dict[str, tuple[str, str]]:
    table: dict[str, tuple[str, str]] = {}
    for symbol, name, others in _SYMBOLS:
        for spelling in (symbol, *others.split()):
            table[spelling] = (symbol, name)
    for symbol, name, _ in _SYMBOLS:
        table.setdefault(symbol.lower(), (symbol, name))
    return table


@lru_cache(maxsize=256)
def _reduce_symbol(symbol: str) -> tuple[str, Fraction, Fraction, Dimension]:
    """Return the canonical symbol, factor, offset and dimension of one unit's name."""
    if symbol in _COMPOUND:
        whole = parse_unit(_COMPOUND[symbol])
        return symbol, whole.factor, whole.offset, whole.dimension
    table = _spellings()
    canonical, name = table.get(symbol) or table.get(symbol.lower()) or (symbol, symbol)
    registry = _registry()
    try:
        factor, base = registry.get_root_units(name)
        zero = registry.Quantity(Fraction(0), name).to_root_units().magnitude
    except (AttributeError, ValueError, TypeError) as error:
        # An undefined name is an AttributeError, the others are bad syntax.
        raise UnitsError(
            Message(id="error-unknown_unit", params={"symbol": f"{symbol!r}"}),
            data={"unit": symbol},
        ) from error
    exponents = {str(unit): Fraction(power) for unit, power in base._units.items()}
    kilograms = exponents.get("gram", Fraction(0))
    scale = Fraction(factor) * Fraction(1, 1000) ** int(kilograms)
    dimension = tuple(sorted((unit, power) for unit, power in exponents.items() if power))
    return canonical, scale, Fraction(zero) if "kelvin" in exponents else Fraction(0), dimension


def _tokens(text: str) -> list[tuple[Fraction | str, int]]:
    """Split a unit into numbers and symbols, each with its exponent."""
    result: list[tuple[Fraction | str, int]] = []
    position, sign, glued = 0, 1, False
    while position < len(text):
        match = _TOKEN.match(text, position)
        if match is None or match.end() == position:
            raise UnitsError(
                Message(
                    id="error-unreadable_unit",
                    params={"text": f"{text!r}", "part": f"{text[position:]!r}"},
                ),
                data={"unit": text},
            )
        position = match.end()
        if match["times"]:
            continue
        if match["over"]:
            sign, glued = -1, False
            continue
        if match["number"]:
            result.append((Fraction(match["number"]), sign * int(match["power"] or 1)))
            glued = match["glued"] is not None
        else:
            exponent = int(match["exponent"] or 1)
            number = result[-1][0] if glued else None
            if isinstance(number, Fraction) and number > 1 and exponent < 0:
                # ``mm 6h-1`` is per six hours, ``1e-5s-1`` is 1e-5 per second
                result[-1] = (number, sign * exponent)
            result.append((match["unit"], sign * exponent))
            glued = False
        sign = sign if glued else 1
    return result


@lru_cache(maxsize=512)
def parse_unit(text: str) -> ParsedUnit:
    """Read a unit as files and readers write it.

    Parameters
    ----------
    text : str
        For example ``m**2 s**-2``, ``K/100km/3h``, ``1e-5 s-1``, ``m of water equivalent``.

    Returns
    -------
    ParsedUnit

    Raises
    ------
    UnitsError
        When it cannot be read (``invalid_unit``).

    Examples
    --------
    >>> parse_unit("m**2 s**-2").text
    'm2 s-2'
    """
    tokens, water = _read(text)
    factor, offset = Fraction(1), Fraction(0)
    exponents: dict[str, Fraction] = {}
    spelling: list[str] = []
    for value, exponent in tokens:
        if isinstance(value, Fraction):
            factor *= value**exponent
            if value**exponent != 1:
                spelling.append(_spell_number(value, exponent))
            continue
        symbol, scale, zero, dimension = _reduce_symbol(value)
        factor *= scale**exponent
        for unit, power in dimension:
            exponents[unit] = exponents.get(unit, Fraction(0)) + power * exponent
        # Only a bare temperature has a zero; within a product it is a difference.
        offset = zero if len(tokens) == 1 and exponent == 1 else Fraction(0)
        spelling.append(symbol if exponent == 1 else f"{symbol}{exponent}")
    dimension = tuple(sorted((unit, power) for unit, power in exponents.items() if power))
    return ParsedUnit(" ".join(spelling) or "1", factor, offset, dimension, water)


@lru_cache(maxsize=512)
def plain_spelling(text: str) -> str:
    """Return a unit in the symbols that are used here, without asking what it measures.

    Parameters
    ----------
    text : str
        As `parse_unit` reads it; words that are not known stay as they are.

    Raises
    ------
    UnitsError
        When it cannot be read.

    Examples
    --------
    >>> plain_spelling("millimetres per hour"), plain_spelling("kg m⁻²"), plain_spelling("L/m^2")
    ('mm h-1', 'kg m-2', 'l m-2')
    """
    tokens, water = _read(text)
    table = _spellings()
    parts: list[str] = []
    for value, exponent in tokens:
        if isinstance(value, Fraction):
            parts.append(_spell_number(value, exponent))
            continue
        known = table.get(value) or table.get(value.lower())
        symbol = known[0] if known else value
        parts.append(symbol if exponent == 1 else f"{symbol}{exponent}")
    return f"{' '.join(parts) or '1'}{' of water equivalent' if water else ''}"


def _read(text: str) -> tuple[list[tuple[Fraction | str, int]], bool]:
    """Return the numbers and symbols of a unit, and whether it is a depth of liquid water."""
    # NFKC makes raised figures plain ones, and the one sign for degrees Celsius two
    plain = " ".join(unicodedata.normalize("NFKC", text).replace("−", "-").split())
    water = _WATER_TEXT.search(plain)
    if water:
        plain = plain[: water.start()]
    plain = re.sub(
        r"\b([Dd]eg(?:ree)?s?)\.?\s+(?=[CFKNE]\b|[Cc]elsius|[Ff]ahrenheit|[Kk]elvin|north|east)",
        r"\1_",
        plain,
    )
    if water is None and _WHOLE.get(plain.lower()) == "1":
        return [], False
    return _tokens(_WHOLE.get(plain.lower(), plain)), water is not None


def _spell_number(value: Fraction, exponent: int) -> str:
    number = float(value)
    text = f"{number:g}".replace("e-0", "e-").replace("e+0", "e").replace("e+", "e")
    return text if exponent == 1 else f"{text}^{exponent}"


def same_quantity(first: str, second: str) -> bool:
    """Whether two units measure the same dimension; raises `UnitsError` for unreadable ones.

    Examples
    --------
    >>> same_quantity("hPa", "Pa"), same_quantity("K", "m")
    (True, False)
    """
    return parse_unit(first).dimension == parse_unit(second).dimension


_AREAL_MASS: Final = {"gram": Fraction(1), "meter": Fraction(-3)}


def _water_factor(
    source: ParsedUnit, target: ParsedUnit, *, water_equivalent: bool
) -> Fraction | None:
    """Return the factor between masses of water per area and depths of water, if it is that."""
    difference = dict(source.dimension)
    for unit, power in target.dimension:
        difference[unit] = difference.get(unit, Fraction(0)) - power
    difference = {unit: power for unit, power in difference.items() if power}
    if difference == _AREAL_MASS:
        return Fraction(1, _WATER_DENSITY)
    reverse = {unit: -power for unit, power in _AREAL_MASS.items()}
    if difference == reverse and (water_equivalent or source.water):
        return Fraction(_WATER_DENSITY)
    return None


def convert(
    values: ArrayLike,
    from_unit: str,
    to_unit: str,
    delta: bool = False,
    *,
    water_equivalent: bool = False,
) -> NDArray[np.float64]:
    """Convert numbers from one unit to another.

    Parameters
    ----------
    values : array_like
        Any shape; NaN stays NaN.
    from_unit, to_unit : str
        Units as `parse_unit` reads them.
    delta : bool
        Whether the values are differences. A temperature difference of 5 K is 5 degC, not
        -268.15 degC; the zero of the scale is left out.
    water_equivalent : bool
        Whether a depth is one of liquid water, so that it may become a mass per area
        (1 mm is 1 kg m-2). Masses of water per area always become depths of liquid water; a
        depth whose unit does not say so might be snow, and is refused without this.

    Returns
    -------
    ndarray of float64, same shape

    Raises
    ------
    UnitsError
        When a unit cannot be read, or the two measure different things (``incompatible_units``).

    Notes
    -----
    Factors are exact rational numbers applied as one product and one quotient, so that for
    example 1 s-1 is 100000 in 1e-5 s-1 to the last bit.

    Examples
    --------
    >>> round(float(convert(25.0, "degC", "K")), 2)
    298.15
    >>> float(convert(0.5, "m s-1", "km/h"))
    1.8
    """
    source, target = parse_unit(from_unit), parse_unit(to_unit)
    factor = source.factor / target.factor
    if source.dimension != target.dimension:
        water = _water_factor(source, target, water_equivalent=water_equivalent)
        if water is None:
            raise UnitsError(
                Message(
                    id="error-incompatible_units",
                    params={"from_unit": f"{from_unit!r}", "to_unit": f"{to_unit!r}"},
                ),
                code="incompatible_units",
                data={"from": from_unit, "to": to_unit},
            )
        factor *= water
    numbers = np.asarray(values, dtype=np.float64)
    shift = Fraction(0) if delta else (source.offset - target.offset) / target.factor
    result = numbers * float(factor.numerator) / float(factor.denominator)
    return np.asarray(result + float(shift) if shift else result)
