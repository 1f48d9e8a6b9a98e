"""Sentences that a reviewer asks for: words of the phrase catalogue, values of the evidence."""

from __future__ import annotations

from diagnostics.contracts.corrections import Statement, Subject
from diagnostics.contracts.enums import Language
from diagnostics.contracts.evidence import EvidenceItem, FeaturesAnswer, IndexAnswer
from diagnostics.contracts.report import Report, Sentence
from diagnostics.contracts.space_time import TimeWindow
from diagnostics.errors import ModelOutputError
from diagnostics.messages import Message, is_term
from diagnostics.quantities.reduce import DIRECTION
from diagnostics.reporting.claim_book import ClaimBook
from diagnostics.reporting.evidence_labels import factor_name, smoothed


def write_statement(statement: Statement, report: Report, book: ClaimBook) -> Sentence:
    """Write what evidence or a weighed explanation says, every part of it bound.

    Parameters
    ----------
    statement : Statement
    report : Report
        Holds the evidence and the explanations.
    book : ClaimBook
        Over the sources of the same report; takes the new claims.

    Returns
    -------
    Sentence

    Raises
    ------
    ModelOutputError
        ``unknown_subject`` where the report has no such evidence, feature or explanation,
        ``unknown_tool`` for a value whose tool is not in the catalogue, and ``no_value`` for an
        index that has none.
    """
    if statement.of is Subject.EXPLANATION:
        return _explanation(statement, report, book)
    item = next((item for item in report.evidence if item.id == statement.id), None)
    if item is None:
        raise _unknown(f"the report has no evidence {statement.id!r}")
    if statement.of is Subject.VALUE:
        return _value(item, book)
    return _feature(statement, item, book)


def _unknown(message: str) -> ModelOutputError:
    return ModelOutputError(message, code="unknown_subject")


def _value(item: EvidenceItem, book: ClaimBook) -> Sentence:
    answer, source = item.index, f"evidence:{item.id}"
    if answer is None:
        raise _unknown(f"{item.id} is no index: ask for its features")
    if answer.value is None:
        reason = f": {answer.message}" if answer.message else ""
        raise ModelOutputError(
            Message(id="claimerror-no_value", params={"id": f"{item.id}", "reason": f"{reason}"}),
            code="no_value",
        )
    if item.factor not in book.sources.specs:
        raise ModelOutputError(
            Message(
                id="claimerror-unknown_tool",
                params={"id": f"{item.id}", "factor": f"{item.factor!r}"},
            ),
            code="unknown_tool",
        )
    name = factor_name(book, item)
    if is_term(f"reduction_{answer.reduction}"):
        name = book.say(
            "said_reduced", name=name, reduction=book.bind(source, "index.reduction", "term")
        ).text
    value = book.bind(source, "index.value", "number", unit=answer.unit)
    value = book.blowing(value, source, f"index.extra.{DIRECTION}")
    if answer.provenance.smoothed_km is not None:
        value = smoothed(book, value, source, "index.provenance.smoothed_km")
    parts = [value]
    if answer.latitude is not None and answer.longitude is not None:
        parts.append(book.bind(source, "index.latitude+index.longitude", "place"))
    elif answer.region is not None:
        path = "+".join(f"index.region.{edge}" for edge in ("west", "south", "east", "north"))
        parts.append(book.bind(source, path, "place"))
    parts += _period(answer, source, book)
    return book.say("said_value", name=name, found=book.listed(parts))


def _period(answer: IndexAnswer, source: str, book: ClaimBook) -> list[str]:
    if answer.time is None:
        return []
    if not isinstance(answer.time, TimeWindow):
        return [book.bind(source, "index.time", "time")]
    ends = {end: book.bind(source, f"index.time.{end}", "time") for end in ("start", "end")}
    if answer.time.start == answer.time.end:
        return [ends["start"]]
    return [book.say("said_period", **ends).text]


def _feature(statement: Statement, item: EvidenceItem, book: ClaimBook) -> Sentence:
    path, answer = _detection(statement, item)
    source = f"evidence:{item.id}"
    when = [book.bind(source, f"{path}.time", "time")] if answer.time is not None else []
    if not answer.features:
        if answer.passed is None:
            raise ModelOutputError(
                Message(
                    id="claimerror-cannot_say",
                    params={
                        "id": f"{item.id}",
                        "message": f"{answer.message or answer.status.value}",
                    },
                ),
                code="no_value",
            )
        name = book.bind(source, f"{path}.detector", "term")
        return book.say("said_not_detected", found=book.listed([name, *when]))
    if statement.number > len(answer.features):
        raise _unknown(f"{item.id} has {len(answer.features)} feature(s), no {statement.number}")
    place = statement.number - 1
    feature, path = answer.features[place], f"{path}.features.{place}"
    parts = [book.bind(source, f"{path}.kind", "term")]
    if feature.value is not None:
        value = book.bind(source, f"{path}.value", "number", unit=feature.unit)
        parts.append(book.blowing(value, source, f"{path}.extra.{DIRECTION}"))
    parts.append(book.bind(source, f"{path}.latitude+{path}.longitude", "place"))
    key = "said_detected" if answer.passed else "said_detected_short"
    return book.say(key, found=book.listed(parts + when))


def _detection(statement: Statement, item: EvidenceItem) -> tuple[str, FeaturesAnswer]:
    """Return the answer of the detector that is meant, with the path to it."""
    found = [("detection", item.detection)] if item.detection is not None else []
    if item.figure is not None:
        found += [
            (f"figure.features.{place}", answer)
            for place, answer in enumerate(item.figure.features)
        ]
    wanted = statement.detector
    chosen = [pair for pair in found if wanted in (None, pair[1].detector)]
    if not chosen:
        names = ", ".join(dict.fromkeys(answer.detector for _, answer in found)) or "none"
        raise _unknown(f"{item.id} has no such detection; its detectors: {names}")
    return chosen[0]


def _explanation(statement: Statement, report: Report, book: ClaimBook) -> Sentence:
    conclusion = report.conclusion
    weighed = [cause.cause for cause in conclusion.causes]
    if statement.id not in weighed or conclusion.event is None:
        names = ", ".join(weighed) or "none"
        raise _unknown(f"the report weighs no explanation {statement.id!r}; weighed: {names}")
    field = "name_zh" if book.language is Language.ZH else "name"
    place = weighed.index(statement.id)
    return book.say(
        "said_explanation",
        cause=book.bind(f"cause:{conclusion.event}.{statement.id}", field, "text"),
        standing=book.bind("conclusion", f"causes.{place}.standing", "term"),
    )
