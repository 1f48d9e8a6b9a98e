"""One query of a form: which evaluator answers it, and whether the answer fits the question."""

from __future__ import annotations

from diagnostics.contracts.forms import (
    AnswerKind,
    Arithmetic,
    Constant,
    Coordinate,
    Count,
    Distance,
    Elapsed,
    Form,
    Impossible,
    PlaceQuery,
    Query,
    Ranking,
    Reduced,
    Spell,
    TimeQuery,
    Trend,
    UnitsQuery,
)
from diagnostics.questions.evaluate.extreme_times import when
from diagnostics.questions.evaluate.numbers import number_of
from diagnostics.questions.evaluate.searches import position, ranking, units
from diagnostics.questions.evaluate.statements import statement_of
from diagnostics.questions.evaluate.workspace import Finding, Workspace, misformed, refusal

_FITTING = {
    AnswerKind.PLACE: {AnswerKind.PLACE, AnswerKind.COORDINATES, AnswerKind.LABEL},
    AnswerKind.PLACES: {AnswerKind.PLACES, AnswerKind.RANKING},
    AnswerKind.SET: {AnswerKind.SET, AnswerKind.PLACES, AnswerKind.TIMES, AnswerKind.RANKING},
    AnswerKind.TIME: {AnswerKind.TIME, AnswerKind.TIMES},
    AnswerKind.TIMES: {AnswerKind.TIMES, AnswerKind.TIME},
    AnswerKind.COORDINATES: {AnswerKind.COORDINATES},
    AnswerKind.LABEL: {AnswerKind.LABEL, AnswerKind.PLACE, AnswerKind.TIME},
    AnswerKind.RANKING: {AnswerKind.RANKING, AnswerKind.PLACE, AnswerKind.LABEL},
}


def evaluate(form: Form, work: Workspace) -> Finding:
    """Evaluate a form.

    Raises
    ------
    InputDataError
        Where the data cannot tell; ``outside_the_data`` for what no data can.
    ArgumentError
        Where the form is not complete, or its answer would not fit the question word.
    """
    found = _found(form.query, work.for_form(form.zone, form.now))
    asked = form.answer
    if asked is not None and found.kind not in _FITTING.get(asked, {asked}):
        raise misformed("fitting_answer", "type_mismatch", asked=asked.value, got=found.kind.value)
    return found


def _found(query: Query, work: Workspace) -> Finding:
    match query:
        case Impossible():
            raise refusal(f"data_for_{query.reason}", "outside_the_data", subject=query.subject)
        case (
            Reduced()
            | Count()
            | Spell()
            | Trend()
            | Arithmetic()
            | Distance()
            | Coordinate()
            | Elapsed()
            | Constant()
        ):
            return number_of(query, work)
        case TimeQuery():
            return when(query, work)
        case PlaceQuery():
            return position(query, work)
        case Ranking():
            return ranking(query, work)
        case UnitsQuery():
            return units(query, work)
        case _:
            return statement_of(query, work)
