"""The literature that operators cite, under short keys."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from diagnostics.documents import read_yaml


@cache
def _texts() -> dict[str, str]:
    text = files("diagnostics.quantities").joinpath("references.yaml").read_text(encoding="utf-8")
    texts: dict[str, str] = read_yaml(text)
    return texts


def reference_texts(keys: tuple[str, ...]) -> tuple[str, ...]:
    """Return the bibliographic text of each key.

    Raises
    ------
    ValueError
        When a key is not in ``references.yaml``.
    """
    texts = _texts()
    unknown = [key for key in keys if key not in texts]
    if unknown:
        raise ValueError(f"no reference called {', '.join(unknown)} in quantities/references.yaml")
    return tuple(texts[key] for key in keys)
