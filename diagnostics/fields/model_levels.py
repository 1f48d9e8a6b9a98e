"""Fields on model levels: the pressure of the levels, and what is interpolated from them.

Hybrid levels (IFS and models like it) have p = A + B ps at their half levels, A and B being in the
file and ps from ``lnsp`` or the surface pressure; the pressure of a level is the mean of its two
half levels, its geopotential is integrated from the ground. Other files give A and B, or sigma, at
the levels themselves. Models with levels by height (ICON, COSMO; RAP and HRRR on hybrid ones) give
the pressure of each level as a field; their geopotential comes from its height, or the heights of
the faces, and omega from the vertical velocity, hydrostatically.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from diagnostics.constants import EARTH_RADIUS, EPSILON, GAS_CONSTANT_DRY, GRAVITY
from diagnostics.fields.blocks import Block, Scan
from diagnostics.fields.conversion import to_ingredient_unit
from diagnostics.fields.horizontal import HorizontalSelection
from diagnostics.fields.limits import SourceLimits
from diagnostics.fields.pressure_interpolation import (
    Column,
    ColumnReader,
    Columns,
    blocks_on_pressure,
    hydrostatic_geopotential,
)
from diagnostics.messages import Message

Floats = NDArray[np.float64]
MODEL_LEVELS = frozenset(
    {
        *("hybrid", "hybridLayer", "generalVertical", "generalVerticalLayer", "eta"),
        *("hybridHeight", "hybridHeightLayer", "hybridPressure", "hybridPressureLayer"),
    }
)
"""Kinds of level in GRIB that are the levels of a model."""
SURFACE_OF_MODEL: Mapping[str, str] = {"lnsp": "lnsp", "z": "zs"}
"""Fields that IFS gives on level 1 although they are of the surface."""
OF_MODEL: Mapping[str, str] = {"gh": "gh", "h": "hh", "HHL": "hh", "wz": "wz"}
"""Short names of fields that only models with levels of their own have on them."""
_PROFILES = ("t", "u", "v", "q", "r", "w", "z", "gh", "mr")


def blocks_from_levels(
    native: Mapping[str, Block],
    surface: Mapping[str, Block],
    coefficients: Floats | None,
    limits: SourceLimits,
    scan: Scan,
    *,
    full: tuple[Floats, Floats] | None = None,
) -> list[Block]:
    """Return blocks on levels of pressure, or say why there are none.

    Parameters
    ----------
    native : mapping of str to Block
        By ingredient, on model levels: their ``levels`` are numbers of levels, ascending. ``p`` is
        pressure; ``lnsp`` and ``zs`` are of the surface.
    surface : mapping of str to Block
        Other fields of the same grid by ingredient, of which ``sp`` and ``zs`` may be needed.
    coefficients : ndarray or None
        A of all half levels, then B (the ``pv`` of the messages).
    limits : SourceLimits
    scan : Scan
    full : (a, b), optional
        Of the levels themselves, where half levels are not known: p = a + b ps.
    """
    profiles = {name: native[name] for name in _PROFILES if name in native}
    if not profiles:
        return []
    first = next(iter(profiles.values()))
    levels = first.levels
    profiles = {name: item for name, item in profiles.items() if item.levels == levels}
    half = None
    pressure: ColumnReader
    of_levels = _full_pressure(native, surface, full, first)
    if "p" in native and native["p"].levels == levels:
        pressure = _reader(native["p"], first, "p")
    elif of_levels is not None:
        pressure = of_levels
    else:
        half = _half_pressure(native, surface, coefficients, first)
        if half is None:
            for name, item in profiles.items():
                scan.refuse(
                    name,
                    "native_model_levels",
                    Message(
                        id="reader-levels_without_pressure", params={"name": f"{item.source_name}"}
                    ),
                )
            return []
        pressure = _mean_of(half)
    columns = [
        Column(name, item.source_name, item.unit, _reader(item, first), item.grid_relative)
        for name, item in profiles.items()
    ]
    ground = native.get("zs") or surface.get("zs")
    to_ground = coefficients is not None and levels[-1] == coefficients.size // 2 - 1
    if half is not None and ground is not None and to_ground and {"t", "q"} <= profiles.keys():
        read = _geopotential(half, profiles, ground, first)
        columns.append(Column("z", "t, q and the surface", "m2 s-2", read))
    columns += _of_heights(native, profiles, pressure, first, scan)
    made = Columns(
        grid=first.grid,
        times=first.times,
        runs=first.runs,
        depth=len(levels),
        pressure=pressure,
        fields=columns,
        path=first.path,
        member=first.member,
    )
    return blocks_on_pressure(made, limits, scan)


def _reader(block: Block, first: Block, ingredient: str = "") -> ColumnReader:
    """Read all levels of a block at a time of the first block."""
    place = {time: position for position, time in enumerate(block.times.tolist())}
    times = first.times.tolist()

    def read(position: int, cells: HorizontalSelection) -> Floats:
        own = place.get(times[position])
        if own is None:
            return np.full((len(block.levels) or 1, *cells.shape), np.nan)
        values = block.read([own], list(range(len(block.levels))), cells)[0]
        if ingredient:
            values = to_ingredient_unit(values, block.unit, ingredient, block.source_name)
        return np.asarray(values)

    return read


def _half_pressure(
    native: Mapping[str, Block],
    surface: Mapping[str, Block],
    coefficients: Floats | None,
    first: Block,
) -> ColumnReader | None:
    """Return the reader of the pressure of the half levels around the levels of `first`."""
    numbers = np.array(first.levels, dtype=int)
    known = 0 if coefficients is None else coefficients.size // 2
    is_sound = known > 1 and numbers[0] >= 1 and numbers[-1] < known
    if coefficients is None or not is_sound or np.any(np.diff(numbers) != 1):
        return None
    part = slice(numbers[0] - 1, numbers[-1] + 1)
    a = coefficients[:known][part].reshape(-1, 1, 1)
    b = coefficients[known:][part].reshape(-1, 1, 1)
    logarithm, plain = native.get("lnsp"), surface.get("sp")
    if logarithm is not None:
        read_log = _reader(logarithm, first)
        return lambda position, cells: a + b * np.exp(read_log(position, cells))
    if plain is not None:
        read_plain = _reader(plain, first, "sp")
        return lambda position, cells: a + b * read_plain(position, cells)
    return None


def _full_pressure(
    native: Mapping[str, Block],
    surface: Mapping[str, Block],
    full: tuple[Floats, Floats] | None,
    first: Block,
) -> ColumnReader | None:
    """Return the reader of the pressure of levels whose own coefficients are known."""
    if full is None or full[0].size != len(first.levels):
        return None
    a, b = (part.reshape(-1, 1, 1) for part in full)
    logarithm, plain = native.get("lnsp"), surface.get("sp")
    if logarithm is not None:
        read_log = _reader(logarithm, first)
        return lambda position, cells: a + b * np.exp(read_log(position, cells))
    if plain is not None:
        read_plain = _reader(plain, first, "sp")
        return lambda position, cells: a + b * read_plain(position, cells)
    return None


def _of_heights(
    native: Mapping[str, Block],
    profiles: Mapping[str, Block],
    pressure: ColumnReader,
    first: Block,
    scan: Scan,
) -> list[Column]:
    """Return geopotential and omega of a model with levels by height, as far as they follow."""
    found: list[Column] = []
    depth = len(first.levels)
    heights, upward = native.get("hh"), native.get("wz")
    read_height = _at_levels(heights, first, depth)
    if heights is not None and read_height is not None and not {"z", "gh"} & profiles.keys():

        def geopotential(position: int, cells: HorizontalSelection) -> Floats:
            height = read_height(position, cells)
            return GRAVITY * height * EARTH_RADIUS / (EARTH_RADIUS + height)

        found.append(Column("z", heights.source_name, "m2 s-2", geopotential))
    read_upward = _at_levels(upward, first, depth)
    if upward is None or read_upward is None or not {"t", "q"} <= profiles.keys():
        return found
    if "w" not in profiles:
        temperature = _reader(profiles["t"], first, "t")
        humidity = _reader(profiles["q"], first, "q")

        def omega(position: int, cells: HorizontalSelection) -> Floats:
            moist = 1.0 + (1.0 / EPSILON - 1.0) * humidity(position, cells)
            virtual = temperature(position, cells) * moist
            density = pressure(position, cells) / (GAS_CONSTANT_DRY * virtual)
            return -density * GRAVITY * read_upward(position, cells)

        found.append(Column("w", upward.source_name, "Pa s-1", omega))
        scan.note("omega_from_w", Message(id="reader-omega_from_w"))
    return found


def _at_levels(block: Block | None, first: Block, depth: int) -> ColumnReader | None:
    """Read a field at the levels: as it is, or as the mean of the faces above and below."""
    if block is None or len(block.levels) not in (depth, depth + 1):
        return None
    fixed = block.ingredient == "hh"
    read_block = _reader(block, first)

    def read(position: int, cells: HorizontalSelection) -> Floats:
        if fixed:  # heights of levels do not change: their first time serves all
            values = block.read([0], list(range(len(block.levels))), cells)[0]
        else:
            values = read_block(position, cells)
        return np.asarray(values if len(values) == depth else 0.5 * (values[:-1] + values[1:]))

    return read


def _mean_of(half: ColumnReader) -> ColumnReader:
    def read(position: int, cells: HorizontalSelection) -> Floats:
        values = half(position, cells)
        return 0.5 * (values[:-1] + values[1:])

    return read


def _geopotential(
    half: ColumnReader, profiles: Mapping[str, Block], ground: Block, first: Block
) -> ColumnReader:
    temperature = _reader(profiles["t"], first, "t")
    humidity = _reader(profiles["q"], first, "q")
    # The ground does not change: its first time serves all.

    def read(position: int, cells: HorizontalSelection) -> Floats:
        surface = ground.read([0], [0] if ground.levels else [], cells)[0, 0]
        return hydrostatic_geopotential(
            half(position, cells), temperature(position, cells), humidity(position, cells), surface
        )

    return read
