"""Forms: examples of what questions, claims and requests become, and what a form refuses."""

import json

import pytest
from pydantic import ValidationError

from diagnostics.contracts.forms import ClaimForm, Form, RequestForm

IRAN = {"kind": "named", "name": "Iran", "region": [44, 25, 63, 40], "outline": "iran"}
MASHHAD = {"kind": "point", "latitude": 36.3, "longitude": 59.6, "name": "Mashhad", "country": "IR"}
T2M = {"id": "temperature", "level": "2m"}
DAY = {"base": {"kind": "days", "dates": ["2023-09-04"]}, "zone": "UTC"}


def celsius(value, **more):
    return {"value": value, "unit": "degC", **more}


def where(quantity, relation, value, **more):
    return {
        "kind": "where",
        "quantity": quantity,
        "relation": relation,
        "limit": {"kind": "amount", "amount": value},
        **more,
    }


EXAMPLES = {
    "How much rain fell at most at one place on 4 September?": {
        "kind": "measure",
        "quantity": {"id": "precipitation"},
        "time": DAY,
        "over": "sum",
        "space": "max",
        "time_first": True,
    },
    "For how many hours was it above 35 degrees in Mashhad?": {
        "kind": "count",
        "of": "hours",
        "condition": where(T2M, "above", celsius(35)),
        "place": MASHHAD,
    },
    "How many degrees hotter than Mashhad was Iran on average, in Fahrenheit?": {
        "kind": "arithmetic",
        "operation": "subtract",
        "numbers": [
            {"kind": "measure", "quantity": T2M, "place": IRAN, "space": "mean", "over": "mean"},
            {"kind": "measure", "quantity": T2M, "place": MASHHAD, "over": "mean"},
        ],
    },
    "What is the lowest pressure where the wind exceeds its 90th percentile?": {
        "kind": "measure",
        "quantity": {"id": "mean_sea_level_pressure"},
        "space": "min",
        "over": "min",
        "within": {
            "kind": "where",
            "quantity": {"id": "wind_speed", "level": "10m"},
            "relation": "above",
            "limit": {"kind": "percentile", "percentile": 90},
        },
    },
    "How warm was it at 850 hPa where the wind was strongest?": {
        "kind": "measure",
        "quantity": {"id": "temperature", "level": 850},
        "time": {"kind": "instants", "times": ["2023-09-04T12:00Z"]},
        "place": {
            "kind": "extreme",
            "quantity": {"id": "wind_speed", "level": 850},
            "end": "max",
            "time": {"kind": "instants", "times": ["2023-09-04T12:00Z"]},
        },
    },
    "Did the nights between 22 and 6 local time stay above 20 degrees throughout?": {
        "kind": "holds",
        "condition": where(T2M, "above", celsius(20)),
        "place": MASHHAD,
        "time": {
            "base": {"kind": "all"},
            "clock": {"first": 22, "last": 6},
            "zone": "Asia/Tehran",
        },
        "over": "all",
    },
    "Which countries had gusts above 25 m/s?": {
        "kind": "units",
        "of": "country",
        "condition": where({"id": "wind_gust"}, "above", {"value": 25, "unit": "m/s"}),
    },
    "When did it first rain more than 20 mm in 6 hours?": {
        "kind": "when",
        "condition": where(
            {"id": "precipitation", "hours": 6}, "above", {"value": 20, "unit": "mm"}
        ),
        "place": IRAN,
        "space": "any",
    },
    "What will the wind be in 48 hours?": {
        "kind": "measure",
        "quantity": {"id": "wind_speed", "level": "10m", "component": "direction"},
        "place": MASHHAD,
        "time": {"kind": "relative", "step": "hour", "first": 48, "last": 48, "instant": True},
    },
    "What if it had been two degrees warmer?": {"kind": "impossible", "reason": "counterfactual"},
}


@pytest.mark.parametrize("text", EXAMPLES)
def test_a_form_says_what_a_question_means_and_survives_its_writing(text):
    form = Form.model_validate({"query": EXAMPLES[text], "text": text})
    assert form.query.kind == EXAMPLES[text]["kind"]
    assert Form.model_validate_json(form.model_dump_json()) == form


def test_a_claim_is_clauses_and_a_request_names_periods():
    clause = {
        "query": {
            "kind": "compare",
            "left": {"kind": "measure", "quantity": T2M, "place": MASHHAD, "over": "max"},
            "relation": "equal",
            "right": {
                "kind": "constant",
                "amount": celsius(41.5, approximation="about", resolution=0.1),
            },
        }
    }
    claim = ClaimForm.model_validate({"clauses": [clause, clause]})
    assert claim.clauses[0].query.right.amount.resolution == 0.1
    request = RequestForm.model_validate(
        {"place": IRAN, "events": ["heat_wave"], "periods": [DAY, {"kind": "all"}]}
    )
    assert [item.base.kind for item in request.periods] == ["days", "all"]


@pytest.mark.parametrize(
    "query",
    [
        {"kind": "average", "quantity": T2M},
        {"kind": "measure", "quantity": T2M, "over": "percentile"},
        {"kind": "measure", "quantity": T2M, "over": {"reduce": "mean", "percentile": 9}},
        {"kind": "when", "place": MASHHAD},
        {"kind": "measure", "quantity": T2M, "where": MASHHAD},
        {"kind": "ranking", "end": "max", "candidates": []},
    ],
)
def test_what_is_no_form_is_refused(query):
    with pytest.raises(ValidationError):
        Form.model_validate({"query": query})


def test_the_schema_of_a_form_is_one_document():
    schema = json.dumps(Form.model_json_schema())
    assert '"Reduced"' in schema and '"ExtremePlace"' in schema
