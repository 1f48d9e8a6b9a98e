"""Read presets: those of the package, and a tenant's own."""

from __future__ import annotations

from functools import lru_cache
from importlib.resources import files
from typing import Any

from pydantic import ValidationError

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
