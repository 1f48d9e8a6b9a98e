"""Read presets: those of the package, and those that a release says otherwise."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from importlib.resources import files
from typing import Any

from pydantic import ValidationError

from diagnostics.contracts.guidelines import ReleasedPreset
from diagnostics.contracts.request import PRESETS
from diagnostics.detection.events.presets import Preset
from diagnostics.detection.events.registry import REGISTRY, Registry
from diagnostics.documents import read_yaml
from diagnostics.errors import ArgumentError
from diagnostics.messages import Listing, Message


@lru_cache(maxsize=len(PRESETS))
def load_preset(name: str) -> Preset:
    """Return a preset of the package.

    Parameters
    ----------
    name : str
        ``cma``, ``nws`` or ``etccdi``.

    Raises
    ------
    ArgumentError
        ``unknown_preset`` with the names there are.
    """
    if name not in PRESETS:
        raise ArgumentError(
            Message(
                id="error-unknown_preset",
                params={"name": name, "choices": Listing(items=tuple(PRESETS))},
            ),
            code="unknown_preset",
            data={"preset": name, "available": list(PRESETS)},
        )
    text = files("diagnostics.detection").joinpath("presets", f"{name}.yaml").read_text("utf-8")
    return read_preset(read_yaml(text))


def preset_of(presets: Sequence[ReleasedPreset], name: str) -> Preset:
    """Return a preset as a release says it, else as the package does.

    Parameters
    ----------
    presets : sequence of ReleasedPreset
        Of the release; those that it says otherwise than the package.
    name : str

    Raises
    ------
    ArgumentError
        ``unknown_preset``; ``invalid_preset`` for a damaged release.
    """
    own = next((item for item in presets if item.name == name), None)
    return load_preset(name) if own is None else read_preset(own.document)


def as_preset(preset: str | Preset) -> Preset:
    """Return the preset itself, or that of the package with this name."""
    return load_preset(preset) if isinstance(preset, str) else preset


def preset_key(preset: str | Preset) -> str:
    """Return what tells a preset from others in the key of a call: its name, if the package's.

    Examples
    --------
    >>> preset_key("cma"), preset_key(load_preset("nws"))
    ('cma', 'nws')
    """
    if isinstance(preset, str):
        return preset
    is_package = preset.name in PRESETS and preset == load_preset(preset.name)
    return preset.name if is_package else f"{preset.name}:{preset.digest}"


def read_preset(document: dict[str, Any], registry: Registry = REGISTRY) -> Preset:
    """Check a preset that is given as plain data, e.g. a tenant's own.

    Parameters
    ----------
    document : dict
    registry : Registry
        The types of event that criteria may be for.

    Raises
    ------
    ArgumentError
        ``invalid_preset``.
    """
    where = ""
    try:
        criteria = {}
        for name, numbers in (document.get("criteria") or {}).items():
            where = f"criteria.{name}."
            definition = registry.find(name)
            if definition is None:
                raise ArgumentError(
                    Message(
                        id="detectionerror-preset_of_unknown_type",
                        params={"name": str(name), "choices": Listing(items=registry.names)},
                    ),
                    code="invalid_preset",
                )
            criteria[name] = definition.criteria.model_validate(numbers)
        where = ""
        return Preset.model_validate({**document, "criteria": criteria})
    except ValidationError as error:
        first = error.errors()[0]
        at = where + ".".join(str(part) for part in first["loc"])
        raise ArgumentError(
            Message(
                id="detectionerror-invalid_preset",
                params={"where": at, "problem": f"{first['msg']}"},
            ),
            code="invalid_preset",
        ) from error
