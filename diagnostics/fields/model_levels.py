"""Fields on model levels: the pressure of the levels, and what is interpolated from them.

Hybrid levels (IFS and models like it) have p = A + B ps at their half levels, A and B being in the
file and ps from ``lnsp`` or the surface pressure; the pressure of a level is the mean of its two
half levels, its geopotential is integrated from the ground. Models with levels by height (ICON,
COSMO) give the pressure of each level as a field.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

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
    {"hybrid", "hybridLayer", "generalVertical", "generalVerticalLayer", "eta"}
)
"""Kinds of level in GRIB that are the levels of a model."""
SURFACE_OF_MODEL: Mapping[str, str] = {"lnsp": "lnsp", "z": "zs"}
"""Fields that IFS gives on level 1 although they are of the surface."""
_PROFILES = ("t", "u", "v", "q", "r", "w")


def blocks_from_levels(
    native: Mapping[str, Block],
    surface: Mapping[str, Block],
    coefficients: Floats | None,
    limits: SourceLimits,
    scan: Scan,
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
    """
    profiles = {name: native[name] for name in _PROFILES if name in native}
    if not profiles:
        return []
    first = next(iter(profiles.values()))
    levels = first.levels
    profiles = {name: item for name, item in profiles.items() if item.levels == levels}
    half = None
    pressure: ColumnReader
    if "p" in native and native["p"].levels == levels:
        pressure = _reader(native["p"], first, "p")
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
