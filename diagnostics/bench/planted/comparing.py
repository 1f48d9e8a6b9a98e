"""Plant every error in every report, and see whether the score falls."""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from diagnostics.bench.planted.planting import Planting, plant
from diagnostics.bench.planted.scoring import TruthScore, score_truth
from diagnostics.bench.planted.truth import Document, Truth


@dataclass(frozen=True)
class Outcome:
    """What became of one planted error.

    Attributes
    ----------
    kind, case, what : str
    found : bool
        Whether the score is below that of the true report.
    rules : tuple of str
        That complain of the changed report and not of the true one.
    """

    kind: str
    case: str
    what: str
    found: bool
    rules: tuple[str, ...]


def compared(
    plantings: Iterable[Planting],
    document: Document,
    truth: Truth,
    other: Document,
    *,
    true_score: TruthScore,
    draw: int = 0,
) -> Iterator[Outcome]:
    """Yield what became of each kind of error in one report, where it applies.

    Parameters
    ----------
    plantings : iterable of Planting
    document : dict
        The true report.
    truth : Truth
    other : dict
        The report of another case.
    true_score : TruthScore
        Of `document`.
    draw : int
        Another number draws other errors of the same kinds.
    """
    for planting in plantings:
        seed = zlib.crc32(f"{planting.name}/{truth.name}/{draw}".encode())
        planted = plant(planting, document, seed, other=other, release=truth.release)
        if planted is None:
            continue
        score = score_truth(planted.document, truth)
        new = set(score.complaints) - set(true_score.complaints)
        yield Outcome(
            kind=planting.name,
            case=truth.name,
            what=planted.what,
            found=score.score < true_score.score,
            rules=tuple(sorted({one.rule for one in new})),
        )


def donors(documents: Mapping[str, Document]) -> dict[str, str]:
    """Return for each case another one of the same type of event, else the next with evidence."""
    names = [name for name, one in documents.items() if one["evidence"]]
    found = {}
    for name, document in documents.items():
        event = document["conclusion"]["event"]
        others = [one for one in names if one != name] or [name]
        alike = [one for one in others if documents[one]["conclusion"]["event"] == event]
        found[name] = (alike or others)[0]
    return found
