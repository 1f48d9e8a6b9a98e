"""Rules: sentences say what the document holds."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache
from importlib.resources import files

from diagnostics.bench.planted.truth import Complaint, Document, Truth
from diagnostics.contracts.report import Report
from diagnostics.reporting.checker import unsupported_claims

_OF_VALUES = ("number", "place", "time", "direction")


def claims(document: Document, truth: Truth) -> Iterator[Complaint]:
    """Every value is bound, and is that of its source; no word counts or compares unbound."""
    for problem in unsupported_claims(Report.model_validate(document), truth.release):
        yield Complaint("claim", problem.where, f"{problem.kind}: {problem.text[:60]}")


def mixed(document: Document, truth: Truth) -> Iterator[Complaint]:
    """What a sentence or row tells of a factor is of that factor alone."""
    known = {claim["id"]: claim for claim in document["claims"]}
    tools = {
        item["id"]: (item["index"] or item["figure"] or {"name": ""})["name"]
        for item in document["evidence"]
    }
    for section in document["sections"]:
        if section["id"] not in ("chain", "refuted"):
            continue
        lines = [("sentence", item["claims"]) for item in section["sentences"]]
        lines += [("row", [c for cell in row for c in cell["claims"]]) for row in section["table"]]
        for number, (kind, names) in enumerate(lines, start=1):
            bound = [known[name] for name in names if name in known]
            sources = {
                claim["source"].partition(":")[2]
                for claim in bound
                if claim["source"].startswith("evidence:") and claim["kind"] in _OF_VALUES
            }
            named = {
                claim["source"].partition(":")[2]
                for claim in bound
                if claim["source"].startswith("tool:")
            }
            of_others = {tools.get(name, "") for name in sources} - named
            if (len(named) == 1 and len(sources) > 1) or (named and of_others):
                yield Complaint("mixed", f"{section['id']}, {kind} {number}", "of several factors")


def _system(document: Document, kind: str, test: Callable[[Document], bool]) -> bool:
    return any(test(item) for item in (document.get("systems") or {}).get(kind, ()))


def _found(document: Document, *words: str) -> bool:
    """Whether confirmed evidence or a leading cause is of something by name."""
    names = {
        answer["detector"]
        for item in document["evidence"]
        for answer in (item["figure"] or {"features": ()})["features"]
        if answer["passed"]
    }
    names |= {
        one["cause"]
        for one in document["conclusion"]["causes"]
        if one["standing"] in ("leading", "contributing")
    }
    return any(word in name for word in words for name in names)


NAMED: tuple[tuple[str, Callable[[Document], bool]], ...] = (
    (
        r"tropical cyclone|typhoon|hurricane",
        lambda d: _system(d, "pressure", lambda s: bool(s["cyclone"])),
    ),
    (r"block(?:ing|ed)", lambda d: _found(d, "block")),
    (r"cut-?off low", lambda d: _system(d, "upper", lambda s: "low" in s["kind"])),
    (
        r"atmospheric river",
        lambda d: _system(d, "plumes", lambda s: s["kind"] == "atmospheric_river"),
    ),
    (
        r"(?<!no )(?:warm|cold|occluded) front",
        lambda d: _system(d, "fronts", lambda s: s["type"] in ("warm", "cold", "occluded")),
    ),
    (
        r"subtropical high",
        lambda d: _system(d, "upper", lambda s: s["kind"] == "subtropical_high"),
    ),
    (r"squall line|downburst|tornado|supercell", lambda d: False),
    (r"föhn|foehn|downslope", lambda d: _found(d, "downslope")),
)
"""Systems that a sentence may name, and whether the document holds one."""


def named_systems(document: Document, truth: Truth) -> Iterator[Complaint]:
    """A sentence names no system that was not found."""
    for section in document["sections"]:
        if section["id"] not in ("summary", "situation", "chain"):
            continue
        for number, sentence in enumerate(section["sentences"], start=1):
            text = re.sub(r"\{claim:[^}]*\}", " ", sentence["text"])
            for pattern, holds in NAMED:
                match = re.search(pattern, text, re.IGNORECASE)
                if match and not holds(document) and sentence.get("own") is None:
                    where = f"{section['id']}, sentence {number}"
                    yield Complaint("named system", where, f"{match[0]} was not found")


@cache
def _known_wording() -> str:
    """Return the wording of the catalogue of messages, without line breaks."""
    text = files("diagnostics.messages").joinpath("en.ftl").read_text("utf-8")
    return re.sub(r"\s+", " ", text)


def unsourced(document: Document, truth: Truth) -> Iterator[Complaint]:
    """A sentence that shows no value is one of the catalogue's, or has an author."""
    if document["language"] != "en":
        return
    for section in document["sections"]:
        if section["id"] not in ("summary", "situation"):
            continue
        for number, sentence in enumerate(section["sentences"], start=1):
            if sentence.get("own") is not None:
                continue
            for piece in re.split(r"(?<=[.;]) ", sentence["text"]):
                if "{claim:" not in piece and piece.strip(" .;") not in _known_wording():
                    where = f"{section['id']}, sentence {number}"
                    yield Complaint("unsourced", where, piece)


def main_story(document: Document, truth: Truth) -> Iterator[Complaint]:
    """The summary names the event, its peak and the leading explanation."""
    summary = next((part for part in document["sections"] if part["id"] == "summary"), None)
    if summary is None:
        return
    names = {name for sentence in summary["sentences"] for name in sentence["claims"]}
    shown = [claim for claim in document["claims"] if claim["id"] in names]
    sources = {(claim["source"], claim["path"]) for claim in shown}
    told = document["conclusion"]
    if told["occurrence"]["event"] and ("conclusion", "occurrence.event") not in sources:
        yield Complaint("summary", "event", "it is not named")
    leading = [one["cause"] for one in told["causes"] if one["standing"] == "leading"]
    for name in leading:
        if (f"cause:{told['event']}.{name}", "name") not in sources:
            yield Complaint("summary", name, "the leading explanation is not named")
    met = " its criterion is met" in " ".join(s["text"] for s in summary["sentences"])
    if met != (told["occurrence"]["status"] == "met"):
        yield Complaint("summary", "event", f"the record says {told['occurrence']['status']}")


RULES = (claims, mixed, named_systems, unsourced, main_story)
