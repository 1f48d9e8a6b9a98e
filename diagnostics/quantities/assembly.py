"""Cutting results to the times asked for, and joining those of consecutive blocks."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np
import numpy.typing as npt

from diagnostics.quantities.results import Array, Maps, Series


def at_times(result: Maps | Series, asked: npt.NDArray[np.bool_]) -> Maps | Series:
    """Keep the times asked for."""
    if asked.all():
        return result

    def keep(arrays: Mapping[str, Array]) -> dict[str, Array]:
        return {name: array[asked] for name, array in arrays.items()}

    extra = {
        name: [item for item, wanted in zip(values, asked, strict=True) if wanted]
        for name, values in result.extra.items()
    }
    if isinstance(result, Maps):
        return replace(
            result,
            extra=extra,
            value=result.value[asked],
            layers=keep(result.layers),
            weight=None if result.weight is None else result.weight[asked],
            at_point=keep(result.at_point),
            over_area=keep(result.over_area),
        )
    return replace(
        result,
        value=result.value[asked],
        latitude=None if result.latitude is None else result.latitude[asked],
        longitude=None if result.longitude is None else result.longitude[asked],
        reduced=None if result.reduced is None else result.reduced[asked],
        layers=keep(result.layers),
        extra=extra,
    )


def joined(parts: list[Maps | Series]) -> Maps | Series:
    """Join the results of consecutive blocks of times."""
    first = parts[0]

    def whole(name: str, key: str) -> Array:
        return np.concatenate([getattr(part, name)[key] for part in parts])

    value = np.concatenate([part.value for part in parts])
    warnings = tuple(dict.fromkeys(text for part in parts for text in part.warnings))
    layers = {key: whole("layers", key) for key in first.layers}
    extra = {key: [item for part in parts for item in part.extra[key]] for key in first.extra}
    if isinstance(first, Maps):
        return replace(
            first,
            value=value,
            layers=layers,
            at_point={key: whole("at_point", key) for key in first.at_point},
            over_area={key: whole("over_area", key) for key in first.over_area},
            extra=extra,
            warnings=warnings,
        )
    series = [part for part in parts if isinstance(part, Series)]
    return replace(
        first,
        value=value,
        latitude=_along_time([part.latitude for part in series]),
        longitude=_along_time([part.longitude for part in series]),
        reduced=_along_time([part.reduced for part in series]),
        layers=layers,
        extra=extra,
        warnings=warnings,
    )


def _along_time(parts: list[npt.NDArray[Any] | None]) -> npt.NDArray[Any] | None:
    known = [part for part in parts if part is not None]
    return np.concatenate(known) if len(known) == len(parts) else None
