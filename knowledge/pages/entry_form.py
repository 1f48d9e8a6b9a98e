"""The form of an entry: it offers what the catalogue has, and reads back a document.

Names of inputs are paths of the contract, such as ``expected.absolute.low``.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

import yaml
from pydantic import ValidationError

from diagnostics.contracts.enums import EventType, Modality, ReferenceStatus
from diagnostics.contracts.guidelines import Cause, GuidelineEntry, Place
from diagnostics.contracts.validation import list_problems
from diagnostics.messages import Message, message
from knowledge.executable import Problem, reduction_units, tools, valid_range
from knowledge.overlaying import value_at

MONTHS = tuple(range(1, 13))
_KINDS = {"number": "number", "boolean": "choice3", "choice": "select", "text": "text"}
_GROUPS = frozenset(
    {"clim", "absolute", "floor", "bands", "also", "detectors", "references", "passages", "origin"}
)
ROWS_MORE = 1
"""Empty rows that each list offers."""


@dataclass
class Input:
    """One input: its path, kind, present value, and what it offers."""

    path: str
    kind: str
    value: Any = ""
    choices: tuple[tuple[Any, str], ...] = ()
    unit: str = ""
    low: Any = None
    high: Any = None
    help: str = ""
    required: bool = False
    problem: Message | None = None
    step: str = "any"

    @property
    def parameter(self) -> str:
        """The name of an operator's parameter; empty for a field of the contract."""
        head, found, name = self.path.partition(".params.")
        return name.replace("_", " ") if found and head else ""

    @property
    def label(self) -> str:
        """The identifier of its label."""
        parts = [part for part in self.path.split(".") if not part.isdigit()]
        ranged = len(parts) > 1 and parts[-2] in ("abs_lat_range", "lag_hours")
        return f"ui_field_{'_'.join(parts[-2:] if ranged else parts[-1:])}"

    @property
    def hint(self) -> str:
        """The identifier of its help; empty for an operator's parameter, which has its own."""
        plain = not self.parameter
        return self.label.replace("ui_field_", "ui_help_", 1) if plain else ""

    @property
    def group(self) -> str:
        """The identifier of what it is a part of, such as a band or a reference; or empty."""
        parts = self.path.split(".")
        found = [part for part in parts[:-1] if part in _GROUPS]
        return f"ui_group_{found[-1]}" if found else ""

    @property
    def group_key(self) -> str:
        """What inputs of the same part share: the path of the group that they are in."""
        parts = self.path.split(".")
        last = max((n for n, part in enumerate(parts[:-1]) if part in _GROUPS), default=-1)
        listed = last + 1 < len(parts) and parts[last + 1].isdigit()
        return ".".join(parts[: last + 1 + listed]) if last >= 0 else ""

    @property
    def place(self) -> str:
        """Which row of its list it belongs to, counted from 1; or empty."""
        found = [part for part in self.path.split(".") if part.isdigit()]
        return str(int(found[-1]) + 1) if found else ""

    @property
    def identifier(self) -> str:
        """What the page calls it."""
        return "f-" + self.path.replace(".", "-")


@dataclass
class Part:
    """Inputs of one group, such as a band or a reference; closed where nothing is filled in."""

    key: str
    inputs: list[Input]

    @property
    def label(self) -> str:
        """The identifier of what it is; empty for inputs of no group."""
        return self.inputs[0].group

    @property
    def place(self) -> str:
        """Which row of its list it is."""
        return self.inputs[0].place

    @property
    def is_open(self) -> bool:
        """Whether something is filled in, or is wrong."""
        return any(
            one.problem or one.value not in ("", None, [], False)
            for one in self.inputs
            if one.kind != "select" or one.choices[:1] == (("", ""),)
        )


@dataclass
class Section:
    """Inputs that belong together."""

    name: str
    inputs: list[Input] = field(default_factory=list)
    note: str = ""

    @property
    def parts(self) -> list[Part]:
        """Its inputs by group, in their order."""
        found: list[Part] = []
        for one in self.inputs:
            if not found or found[-1].key != one.group_key:
                found.append(Part(one.group_key, []))
            found[-1].inputs.append(one)
        return found


class EntryForm:
    """The form of one entry.

    Parameters
    ----------
    document : mapping
        Of the entry, or as much of it as there is.
    causes : iterable of Cause
    problems : iterable of Problem, optional
    """

    def __init__(
        self,
        document: Mapping[str, Any],
        causes: Iterable[Cause],
        problems: Iterable[Problem] = (),
    ) -> None:
        self.document = document
        self.causes = tuple(causes)
        self.problems = list(problems)
        self.tool = tools().get(str(document.get("factor", "")), {})

    def sections(self) -> list[Section]:
        """Return the sections of the form."""
        found = [self._what(), self._expected(), self._where(), self._when(), self._why()]
        found += [self._links(), self._references(), self._others()]
        used = set()
        for section in found:
            for one in section.inputs:
                for problem in self.problems:
                    if problem.at == one.path or one.path.startswith(f"{problem.at}."):
                        one.problem = one.problem or problem.wording
                        used.add(id(problem))
        return found

    def unplaced(self) -> list[Problem]:
        """Return the problems of fields that have no input."""
        paths = [one.path for section in self.sections() for one in section.inputs]
        return [
            one
            for one in self.problems
            if not any(path == one.at or path.startswith(f"{one.at}.") for path in paths)
        ]

    def _at(self, path: str, default: Any = "") -> Any:
        found = value_at(self.document, path)
        return default if found is None else found

    def _input(self, path: str, kind: str, **more: Any) -> Input:
        return Input(path, kind, value=self._at(path), **more)

    def _what(self) -> Section:
        events = tuple((one.value, one.value) for one in EventType)
        kind = str(self.document.get("modality") or Modality.INDEX.value)
        offered = tuple((name, name) for name in sorted(tools(kind)))
        return Section(
            "what",
            [
                self._input("event_types", "several", choices=events, required=True),
                self._input(
                    "modality", "select", choices=tuple((m.value, m.value) for m in Modality)
                ),
                self._input("factor", "tool", choices=offered, required=True),
                self._input("weight", "integer", low=1, high=5, required=True),
                self._input("confidence", "number", low=0.01, high=1, required=True),
                self._input(
                    "difficulty", "select",
                    choices=tuple((one, one) for one in ("easy", "medium", "hard")),
                ),
                self._input("finding", "text"),
                self._input("restates_criterion", "boolean"),
            ],
        )  # fmt: skip

    def _expected(self) -> Section:
        if self.document.get("modality") == Modality.FIGURE.value:
            return self._figure()
        tool = self.tool
        units = reduction_units(tool) if tool else {}
        reduction = str(self._at("expected.reduction"))
        unit = units.get(reduction, "")
        limits = valid_range(tool, reduction) if tool else None
        low, high = limits or (None, None)
        bounds: dict[str, Any] = {"unit": str(self._at("expected.unit")) or unit}
        own = bounds["unit"] == unit
        bounds |= {"low": low if own else None, "high": high if own else None}
        section = Section("expected_index", note=str(tool.get("formula", "")))
        section.inputs += [
            self._input("expected.direction", "text", required=True),
            self._input("expected.tail", "select", choices=_pairs("upper", "lower", "range")),
            self._input("expected.reduction", "select", choices=tuple((one, one) for one in units)),
            self._input("expected.unit", "text", help=unit, required=True),
        ]
        section.inputs += self._parameters("expected", tool)
        section.inputs += [
            self._input("expected.clim.stat", "select", choices=_pairs("", "z", "pct")),
            self._input("expected.clim.threshold", "number"),
            *self._origin("expected.clim"),
        ]
        section.inputs += self._test("expected.absolute", bounds)
        section.inputs += self._origin("expected.absolute")
        section.inputs += self._test("expected.floor", bounds)
        for place in self._rows("expected.bands"):
            base = f"expected.bands.{place}"
            ends = self._at(f"{base}.abs_lat_range", [])
            for number, end in enumerate(("from", "to")):
                value = ends[number] if len(ends) > number else ""
                section.inputs.append(
                    Input(f"{base}.abs_lat_range.{end}", "number", value, low=0, high=90, unit="°")
                )
            section.inputs += self._test(f"{base}.absolute", bounds)
        extra = tuple(tool.get("extra_outputs", ()))
        if extra:
            for place in self._rows("expected.also"):
                base = f"expected.also.{place}"
                section.inputs.append(
                    self._input(f"{base}.output", "select", choices=_pairs("", *extra))
                )
                section.inputs += self._test(f"{base}.test", {})
        return section

    def _parameters(self, base: str, tool: Mapping[str, Any]) -> list[Input]:
        found = []
        for one in tool.get("parameters", ()):
            name = one["name"]
            path = f"{base}.level" if name == "level" else f"{base}.params.{name}"
            if name == "language":
                continue
            default = "" if one["default"] is None else str(one["default"])
            kind = _KINDS.get(one["kind"], "mapping")
            if kind == "number" and one["choices"]:
                kind = "text"
            choices = _pairs("", *one["choices"]) if kind == "select" else ()
            value = self._at(path)
            found.append(
                Input(
                    path, kind, _mapping_text(value) if kind == "mapping" else value,
                    choices=choices, unit=one["unit"] or "", low=one["minimum"],
                    high=one["maximum"], help=" · ".join(
                        part for part in (one["description"], default and f"= {default}") if part
                    ),
                )
            )  # fmt: skip
        return found

    def _test(self, base: str, bounds: Mapping[str, Any]) -> list[Input]:
        value = self._at(f"{base}.value")
        low, high = (value[0], value[1]) if isinstance(value, (list, tuple)) else (value, "")
        return [
            self._input(f"{base}.op", "select", choices=_pairs("", ">=", "<=", "in")),
            Input(f"{base}.value.low", "number", low, **bounds),
            Input(f"{base}.value.high", "number", high, **bounds),
        ]

    def _origin(self, base: str) -> list[Input]:
        path = f"{base}.origin"
        return [
            self._input(f"{path}.source", "text"),
            self._input(f"{path}.effective_from", "date"),
            self._input(f"{path}.region", "text"),
            self._input(f"{path}.season", "text"),
            self._input(f"{path}.resolution_deg", "number", low=0, high=10, unit="°"),
        ]

    def _figure(self) -> Section:
        section = Section("expected_figure", note="; ".join(self.tool.get("layers", ())))
        section.inputs += [
            self._input("expected.direction", "text", required=True),
            self._input("expected.require", "select", choices=_pairs("any", "all")),
        ]
        own = tuple(self.tool.get("detectors", ()))
        names = (*own, *(name for name in sorted(tools("detector")) if name not in own))
        for place in self._rows("expected.detectors"):
            base = f"expected.detectors.{place}"
            section.inputs.append(
                self._input(f"{base}.detector", "select", choices=_pairs("", *names))
            )
            detector = tools("detector").get(str(self._at(f"{base}.detector")), {})
            offered = ", ".join(
                f"{one['name']} ({one['kind']}, = {one['default']})"
                for one in detector.get("parameters", ())
            )
            text = _mapping_text(self._at(f"{base}.params", {}))
            section.inputs.append(Input(f"{base}.params", "mapping", text, help=offered))
            section.inputs += self._vicinity(f"{base}.where")
            section.inputs.append(self._input(f"{base}.finding", "text"))
        return section

    def _vicinity(self, base: str) -> list[Input]:
        lag = self._at(f"{base}.lag_hours", [])
        first, last = (lag[0], lag[1]) if len(lag) == 2 else ("", "")
        return [
            self._input(f"{base}.place", "select", choices=_pairs("", *(p.value for p in Place))),
            self._input(f"{base}.reach_km", "number", low=0, high=20000, unit="km"),
            Input(f"{base}.lag_hours.from", "number", first, unit="h"),
            Input(f"{base}.lag_hours.to", "number", last, unit="h"),
            self._input(f"{base}.advection_ms", "number", low=0, high=50, unit="m/s"),
        ]

    def _where(self) -> Section:
        return Section("where", self._vicinity("where"))

    def _when(self) -> Section:
        base = "conditions_machine"
        months = tuple((month, str(month)) for month in MONTHS)
        latitudes = self._at(f"{base}.abs_lat_range", [])
        box = self._at(f"{base}.event_centre_in", [])
        section = Section("when")
        section.inputs.append(self._input(f"{base}.months_nh", "several", choices=months))
        for number, end in enumerate(("from", "to")):
            value = latitudes[number] if len(latitudes) > number else ""
            section.inputs.append(
                Input(f"{base}.abs_lat_range.{end}", "number", value, low=0, high=90, unit="°")
            )
        for number, side in enumerate(("west", "south", "east", "north")):
            value = box[number] if len(box) > number else ""
            limit = 360 if side in ("west", "east") else 90
            section.inputs.append(
                Input(
                    f"{base}.event_centre_in.{side}", "number", value, low=-limit, high=limit,
                    unit="°",
                )
            )  # fmt: skip
        section.inputs.append(self._list(f"{base}.subtype"))
        for name in ("season", "region", "level"):
            section.inputs.append(self._input(f"conditions.{name}", "text"))
        section.inputs += [self._input("timing", "text"), self._input("timing_zh", "text")]
        return section

    def _why(self) -> Section:
        return Section(
            "why",
            [
                self._input("rationale", "long", required=True, low=60),
                self._input("rationale_zh", "long"),
            ],
        )

    def _links(self) -> Section:
        events = set(self.document.get("event_types", ()))
        offered = tuple(
            dict.fromkeys(
                (cause.id, cause.id)
                for cause in self.causes
                if events & {event.value for event in cause.event_types}
            )
        )
        return Section(
            "links",
            [
                self._list("alternatives", kind="names"),
                self._input("supports", "several", choices=offered),
                self._input("opposes", "several", choices=offered),
            ],
        )

    def _references(self) -> Section:
        section = Section("references")
        statuses = _pairs(*(one.value for one in ReferenceStatus))
        for place in self._rows("references"):
            base = f"references.{place}"
            section.inputs += [
                self._input(f"{base}.text", "long"),
                self._input(f"{base}.doi", "text"),
                self._input(f"{base}.status", "select", choices=statuses),
            ]
            for number in self._rows(f"{base}.passages"):
                inner = f"{base}.passages.{number}"
                section.inputs += [
                    self._input(f"{inner}.page", "text"),
                    self._input(f"{inner}.number", "text"),
                    self._input(f"{inner}.figure", "text"),
                    self._input(f"{inner}.text", "long"),
                    self._input(f"{inner}.licence", "text"),
                ]
        return section

    def _others(self) -> Section:
        return Section("others", [self._list("tags"), self._input("note", "long")])

    def _list(self, path: str, kind: str = "list") -> Input:
        return Input(path, kind, ", ".join(map(str, self._at(path, []))))

    def _rows(self, path: str) -> range:
        found = self._at(path, [])
        return range((len(found) if isinstance(found, (list, tuple)) else 0) + ROWS_MORE)


def _pairs(*values: Any) -> tuple[tuple[Any, str], ...]:
    return tuple((value, str(value)) for value in values)


def _mapping_text(value: Any) -> str:
    if not value:
        return ""
    if isinstance(value, str):
        return value
    return yaml.safe_dump(value, sort_keys=False, allow_unicode=True).strip()


def read_form(
    post: Mapping[str, Any], before: Mapping[str, Any]
) -> tuple[dict[str, Any], list[Problem]]:
    """Return the document that a form asks for, on that of the entry before, and what is no value.

    Parameters
    ----------
    post : QueryDict
    before : mapping
        The document that was shown: what has no input stays as it was there.
    """
    problems: list[Problem] = []
    form = EntryForm(_with_kind(dict(before), post), ())
    document: dict[str, Any] = dict(form.document)
    sizes = _sizes(post)
    for path, size in sorted(sizes.items()):
        items = value_at(document, path)
        rows = [dict(one) for one in items] if isinstance(items, list) else []
        rows = rows[: size + 1] + [{} for _ in range(size + 1 - len(rows))]
        document = _set(document, path, rows)
    for section in EntryForm(document, ()).sections():
        for one in section.inputs:
            value, problem = _read(one, post)
            if problem is not None:
                problems.append(Problem(one.path, problem))
            else:
                document = _set(document, one.path, value)
    return _tidy(document), problems


def entry_from(document: Mapping[str, Any]) -> tuple[GuidelineEntry | None, list[Problem]]:
    """Return the entry of a document, or what keeps it from being one."""
    try:
        return GuidelineEntry.model_validate(document), []
    except ValidationError as error:
        found = []
        wordings = list_problems(error)
        for one, wording in zip(error.errors(include_url=False), wordings, strict=False):
            parts = [str(part) for part in one["loc"] if part not in ("index", "figure")]
            found.append(Problem(".".join(parts), wording))
        return None, found


def _with_kind(document: dict[str, Any], post: Mapping[str, Any]) -> dict[str, Any]:
    """Take the factor of the form first: it decides which inputs there are."""
    for name in ("modality", "factor"):
        if post.get(name):
            document[name] = post[name]
    tool = tools().get(str(document.get("factor", "")))
    if tool is not None and tool["kind"] == document.get("modality"):
        document["category"] = tool["category"]
    expected = dict(document.get("expected") or {})
    if expected.get("kind") != document.get("modality"):
        expected = {"kind": document.get("modality"), "direction": expected.get("direction", "")}
    document["expected"] = expected
    return document


def _sizes(post: Mapping[str, Any]) -> dict[str, int]:
    """Return the highest row of each list that the form sent."""
    found: dict[str, int] = {}
    for name in post:
        parts = name.split(".")
        for place, part in enumerate(parts):
            if part.isdigit() and place:
                path = ".".join(parts[:place])
                found[path] = max(found.get(path, 0), int(part))
    return {path: size for path, size in found.items() if size < 100}


_WORDS = {"true": True, "false": False}


def _read(one: Input, post: Mapping[str, Any]) -> tuple[Any, Message | None]:
    if one.kind == "several":
        values = post.getlist(one.path)  # type: ignore[attr-defined]  # a QueryDict
        return [int(value) if value.isdigit() else value for value in values], None
    text = str(post.get(one.path, "")).strip()
    if one.kind == "boolean":
        return text == "on", None
    if one.kind in ("list", "names"):
        return [part.strip() for part in text.replace("，", ",").split(",") if part.strip()], None
    if one.kind == "choice3":
        return _WORDS.get(text), None
    if not text:
        return None, None
    if one.kind in ("number", "integer"):
        try:
            number = float(text)
        except ValueError:
            return None, message("curation-problem_number")
        return (int(number) if one.kind == "integer" and number == int(number) else number), None
    if one.kind == "mapping":
        try:
            found = yaml.safe_load(text)
        except yaml.YAMLError:
            found = None
        wanted = isinstance(found, (dict, list, str))
        return (found, None) if wanted else (None, message("curation-problem_quantity"))
    return text, None


def _set(document: Mapping[str, Any], path: str, value: Any) -> dict[str, Any]:
    """Return a document with a value at a path; ranges are two inputs that become one value."""
    head, _, rest = path.partition(".")
    copy: dict[str, Any] = dict(document)
    if not rest:
        copy[head] = value
        return copy
    inner = copy.get(head)
    if rest.split(".")[0].isdigit():
        first, _, deeper = rest.partition(".")
        items = list(inner) if isinstance(inner, list) else []
        items += [{} for _ in range(int(first) + 1 - len(items))]
        items[int(first)] = _set(items[int(first)], deeper, value) if deeper else value
        copy[head] = items
    else:
        copy[head] = _set(inner if isinstance(inner, Mapping) else {}, rest, value)
    return copy


_LISTS = frozenset({"bands", "also", "detectors", "references", "passages"})
_RANGES = {
    "value": ("low", "high"),
    "abs_lat_range": ("from", "to"),
    "lag_hours": ("from", "to"),
    "event_centre_in": ("west", "south", "east", "north"),
}
_TEXTS = frozenset(
    {
        *("rationale", "rationale_zh", "timing", "timing_zh", "note", "difficulty", "source"),
        *("region", "season", "page", "number", "figure", "licence", "text", "direction", "unit"),
    }
)
_NEEDED = {
    "clim": "stat",
    "absolute": "op",
    "floor": "op",
    "test": "op",
    "where": "place",
    "origin": None,
}


def _tidy(document: Mapping[str, Any]) -> dict[str, Any]:
    """Turn inputs into values of the contract, and leave out rows and parts that are empty."""
    tidied: dict[str, Any] = {}
    for name, value in document.items():
        if name in _RANGES and isinstance(value, Mapping):
            ends = [value.get(end) for end in _RANGES[name]]
            if name == "value":
                value = ends if ends[1] is not None else ends[0]
            else:
                value = ends if any(end is not None for end in ends) else None
        elif isinstance(value, Mapping):
            value = _tidy(value)
            if name in _NEEDED:
                key = _NEEDED[name]
                filled = any(one not in (None, "", [], {}) for one in value.values())
                value = value if (value.get(key) if key else filled) else None
        elif name in _LISTS and isinstance(value, list):
            rows = [_tidy(one) for one in value]
            value = [row for row in rows if _is_row(row)]
        if value is None and name in _TEXTS:
            value = ""
        tidied[name] = value
    if "conditions" in tidied:
        tidied["conditions"] = {k: v for k, v in tidied["conditions"].items() if v}
    if "params" in tidied:
        tidied["params"] = {k: v for k, v in (tidied["params"] or {}).items() if v is not None}
    return tidied


def _is_row(row: Mapping[str, Any]) -> bool:
    """Whether a row of a list was filled in."""
    keys = ("detector", "output", "abs_lat_range", "text", "page", "number", "figure")
    return any(row.get(key) not in (None, "", []) for key in keys)
