"""The last lines of a diagnosis: what happened, why, and which factors confirm it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from diagnostics.contracts.conclusion import Explanation, Occurrence
from diagnostics.contracts.enums import OccurrenceStatus
from diagnostics.contracts.report import Conclusion
from diagnostics.messages import Listing, Measure, Message, Param, Term, is_term


def ending(
    conclusion: Conclusion, factors: Mapping[str, str], causes: Mapping[str, str]
) -> tuple[Message, ...]:
    r"""Describe how a diagnosis ended, a line each.

    Parameters
    ----------
    conclusion : Conclusion
    factors : mapping
        Names of factors by the id of their evidence.
    causes : mapping
        Names of explanations by their identifiers, in the reader's language.

    Examples
    --------
    >>> from diagnostics.messages import render
    >>> lines = ending(Conclusion(kind="no_significant_event"), {}, {})
    >>> print(*(render(line, "en") for line in lines), sep="\n")
    what happened: no criterion of the tested types is met
    why: nothing to explain
    confirmed: none
    """
    why = _line("nothing_to_explain")
    if conclusion.event is not None:
        why = _line("why", parts=_clauses(_explained(conclusion.explanation, causes)))
    lines = [_line("happened", parts=_clauses(_happened(conclusion.occurrence))), why]
    own = conclusion.explanation.own or ()
    counting = tuple(factors[item] for item in conclusion.counting)
    lines.append(
        _line("confirmed", names=Listing(items=counting)) if counting else _line("none_confirmed")
    )
    if own:
        lines.append(_line("own", names=Listing(items=tuple(factors[item] for item in own))))
    if conclusion.trivial:
        names = Listing(items=tuple(factors[item] for item in conclusion.trivial))
        lines.append(_line("not_counted", names=names))
    return tuple(lines)


def _happened(occurrence: Occurrence) -> list[Param]:
    status = Term(term=occurrence.status.value)
    parts: list[Param] = [_line("some_types_untested")]
    if occurrence.event is not None:
        parts = [_line("of_event", event=Term(term=occurrence.event.value), status=status)]
    elif occurrence.status is OccurrenceStatus.NOT_MET:
        parts = [_line("no_criterion_met")]
    if occurrence.values:
        first = occurrence.values[0]
        found = Measure(measure=first.value, unit=first.unit)
        name, window = Term(term=first.quantity), Term(term=first.window)
        parts.append(
            _line("measured_over", name=name, window=window, value=found)
            if first.window
            else _line("measured", name=name, value=found)
        )
    if occurrence.others:
        others = tuple(Term(term=item.value) for item in occurrence.others)
        parts.append(_line("also_met", events=Listing(items=others)))
    if occurrence.confidence_level:
        parts.append(_line("confidence", level=_named(occurrence.confidence_level)))
    return parts


def _explained(explanation: Explanation, names: Mapping[str, str]) -> list[Param]:
    parts: list[Param] = [_line(f"explained_{explanation.status.value}")]
    if explanation.causes:
        causes = tuple(names.get(cause) or _named(cause) for cause in explanation.causes)
        parts.append(Listing(items=causes))
    if explanation.missing:
        parts.append(
            _line(
                "missing",
                names=Listing(
                    items=tuple(Term(term=f"field_{name}") for name in explanation.missing)
                ),
            )
        )
    if explanation.confidence_level:
        parts.append(_line("confidence", level=_named(explanation.confidence_level)))
    return parts


def _named(text: str) -> Param:
    return Term(term=text) if is_term(text) else text.replace("_", " ")


def _clauses(parts: Sequence[Param]) -> Listing:
    return Listing(items=tuple(parts), style="clauses")


def _line(name: str, /, **params: Param) -> Message:
    return Message(id=f"command-{name}", params=params)
