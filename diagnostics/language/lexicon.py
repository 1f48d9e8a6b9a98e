"""The quantities that people ask for, by their names, and the tools of the catalogue."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from importlib.resources import files
from typing import Any

from diagnostics.documentation.packaged import catalog_document
from diagnostics.documents import read_yaml


@dataclass(frozen=True)
class Entry:
    """A quantity of the lexicon.

    Parameters
    ----------
    id, operator, unit : str
    sort : str
        pressure | temperature | wind | height | percent | amount: how a stated number is met.
    level : str
        none | optional | aloft.
    end : str, optional
        max | min: which end of its values makes the quantity strong.
    of : str
        The quantity of which this is one sign: upward motion is negative vertical velocity.
    sense : str
        negative | positive: that sign; signed: both may be strong; open: both may be the maximum.
    """

    id: str
    operator: str
    unit: str
    sort: str = "amount"
    level: str = "none"
    default_level: float | None = None
    end: str | None = None
    at_2m: str | None = None
    at_surface: str | None = None
    names: tuple[str, ...] = ()
    label_en: str = ""
    label_zh: str = ""
    of: str = ""
    sense: str = ""


def _read(name: str) -> Any:
    text = files("diagnostics.language").joinpath("data", name).read_text(encoding="utf-8")
    return read_yaml(text)


@lru_cache(maxsize=1)
def tools() -> dict[str, dict[str, Any]]:
    """Return the catalogue's own record of every tool, by name."""
    return {row["name"]: row for row in catalog_document()["tools"]}


@lru_cache(maxsize=1)
def entries() -> dict[str, Entry]:
    """Return every quantity by its id: those of the lexicon, and every index of the catalogue."""
    found: dict[str, Entry] = {}
    for row in _read("quantities.yaml"):
        operator = row.get("operator", row["id"])
        names = (*map(str, row["en"]), *map(str, row["zh"]))
        if "operator" in row:
            extra = {key: row.get(key) for key in ("default_level", "end", "at_2m", "at_surface")}
            found[row["id"]] = Entry(
                row["id"],
                operator,
                row["unit"],
                row["sort"],
                row["level"],
                names=names,
                label_en=row.get("label_en", row["id"].replace("_", " ")),
                label_zh=row.get("label_zh", str(row["zh"][0])),
                of=row.get("of", ""),
                sense=row.get("sense", ""),
                **extra,
            )
        else:
            entry = _of_tool(row["id"], names)
            found[row["id"]] = replace(
                entry,
                # near the ground is as likely where no level is the usual one
                default_level=None if row.get("level_must_be_said") else entry.default_level,
                label_en=row.get("label_en", entry.label_en),
                label_zh=row.get("label_zh", entry.label_zh),
                sense=row.get("sense", ""),
            )
    used = {entry.operator for entry in found.values()}
    for name, tool in tools().items():
        if tool["kind"] == "index" and name not in found and name not in used:
            found[name] = _of_tool(name, ())
    return found


def _of_tool(name: str, names: tuple[str, ...]) -> Entry:
    tool = tools()[name]
    level = next((p for p in tool["parameters"] if p["name"] == "level"), None)
    default = None if level is None else level["default"]
    reduction = tool.get("default_reduction")
    return Entry(
        name,
        name,
        tool["unit"],
        sort=_sort(tool["unit"]),
        level="none" if level is None else "aloft",
        default_level=float(default) if isinstance(default, int | float) else None,
        end=reduction if reduction in ("max", "min") else None,
        label_en=_uncapitalised(tool["title_en"]),
        label_zh=tool["title_zh"],
        names=(*names, tool["title_en"], tool["title_zh"], name.replace("_", " "), name),
    )


def _uncapitalised(title: str) -> str:
    first, _, rest = title.partition(" ")
    kept = any(one.isupper() for one in first[1:]) or len(first) == 1 or first[0].isdigit()
    return title if kept else f"{first.lower()} {rest}".strip()


def _sort(unit: str) -> str:
    known = {
        "hPa": "pressure",
        "degC": "temperature",
        "K": "temperature",
        "m/s": "wind",
        "gpm": "height",
        "%": "percent",
    }
    return known.get(unit, "amount")
