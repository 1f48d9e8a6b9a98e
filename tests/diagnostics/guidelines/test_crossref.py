"""Comparison with records of Crossref: agreement, difference, and what cannot be compared."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from diagnostics.contracts.enums import VerificationOutcome
from diagnostics.contracts.guidelines import Reference
from diagnostics.guidelines import load_release
from diagnostics.guidelines.bibliography import citation_text, with_text
from diagnostics.guidelines.crossref import compare, records_of

WORK: dict[str, Any] = {
    "DOI": "10.1175/1520-0493(1980)108&lt;1589",
    "title": ["Synoptic-Dynamic Climatology of the “Bomb”"],
    "author": [{"family": "Sanders", "given": "Frederick"}, {"family": "Gyakum"}],
    "issued": {"date-parts": [[1980, 10]]},
    "container-title": ["Monthly Weather Review"],
    "short-container-title": ["Mon. Wea. Rev."],
    "volume": "108",
    "issue": "10",
    "page": "1589-1606",
}
REFERENCE = Reference(
    text="Sanders F., Gyakum J.R. 1980: Synoptic-dynamic climatology of the 'bomb'.",
    title="Synoptic-dynamic climatology of the 'bomb'",
    authors=("Sanders F.", "Gyakum J.R."),
    year=1980,
    journal="Mon. Wea. Rev.",
    volume="108",
    pages="1589-1606",
)


def test_the_same_work_agrees_in_whatever_form_crossref_gives_it() -> None:
    for document in (
        WORK,
        {"status": "ok", "message-type": "work", "message": WORK},
        {"message-type": "work-list", "message": {"items": [WORK]}},
        [WORK, {"message": WORK}],
    ):
        found = compare(REFERENCE, records_of(document))
        assert found.outcome is VerificationOutcome.AGREES
        assert found.differences == found.missing == ()


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("title", "A quite different title about something else"),
        ("year", 1981),
        ("journal", "J. Atmos. Sci."),
        ("volume", "109"),
        ("pages", "1590-1606"),
        ("authors", ("Gyakum J.R.", "Sanders F.")),
    ],
)
def test_each_field_that_differs_is_named_with_both_sides(field: str, value: object) -> None:
    reference = REFERENCE.model_copy(update={field: value, "doi": WORK["DOI"].upper()})
    found = compare(reference, records_of(WORK))
    assert found.outcome is VerificationOutcome.CONTRADICTED
    (difference,) = found.differences
    assert difference.field == field
    assert difference.ours != difference.theirs


def test_what_a_side_does_not_give_is_not_taken_for_agreement() -> None:
    found = compare(REFERENCE, records_of({**WORK, "page": None}))
    assert found.outcome is VerificationOutcome.PARTLY
    assert found.missing == ("pages",)


def test_a_doi_decides_and_a_title_only_without_one() -> None:
    other = {**WORK, "DOI": "10.1/other"}
    with_doi = REFERENCE.model_copy(update={"doi": "https://doi.org/10.1/nothing"})
    assert compare(with_doi, records_of([WORK, other])).outcome is VerificationOutcome.NOT_FOUND
    unlike = {**other, "title": ["On the existence of storm-tracks"]}
    assert compare(REFERENCE, records_of(unlike)).outcome is VerificationOutcome.NOT_FOUND


@pytest.mark.parametrize(
    ("ours", "theirs", "same"),
    [
        ("Q. J. R. Meteorol. Soc.", "Quarterly Journal of the Royal Meteorological Society", True),
        ("Wea. Forecasting", "Weather and Forecasting", True),
        ("Bull. Amer. Meteor. Soc.", "Bulletin of the American Meteorological Society", True),
        ("Proc. Natl. Acad. Sci. USA", "Proceedings of the National Academy of Sciences", True),
        ("Tellus A", "Tellus A: Dynamic Meteorology and Oceanography", True),
        ("J. Geophys. Res.", "Journal of Geophysical Research: Atmospheres", True),
        ("Weather", "Weather and Forecasting", False),
        ("J. Climate", "International Journal of Climatology", False),
        ("Mon. Wea. Rev.", "Meteorology and Atmospheric Physics", False),
    ],
)
def test_an_abbreviation_stands_for_one_journal(ours: str, theirs: str, same: bool) -> None:
    work = {**WORK, "container-title": [theirs], "short-container-title": []}
    found = compare(REFERENCE.model_copy(update={"journal": ours}), records_of(work))
    assert (found.outcome is VerificationOutcome.AGREES) is same


@pytest.mark.parametrize("document", [None, 3, "text", {}, {"title": ["x"]}, [[1]]])
def test_what_is_no_work_is_refused(document: object) -> None:
    with pytest.raises(ValueError, match="work"):
        list(records_of(document))


_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(["message", "items", "DOI", "title"]), inner, max_size=3)
    ),
    max_leaves=10,
)


@settings(deadline=None)
@given(document=_JSON)
def test_any_document_is_either_works_or_a_clear_error(document: object) -> None:
    with suppress(ValueError):
        assert all(isinstance(one.doi, str) for one in records_of(document))


def test_every_reference_of_the_seed_release_agrees_with_a_record_of_its_own_fields() -> None:
    assert load_release().entries
    for entry in load_release().entries:
        for reference in entry.references:
            work = {
                "DOI": reference.doi or "10.1/x",
                "title": [reference.title],
                "author": [{"family": name.rsplit(" ", 1)[0]} for name in reference.authors],
                "issued": {"date-parts": [[reference.year]]},
                "container-title": [reference.journal],
                "volume": reference.volume,
                "page": reference.pages,
            }
            found = compare(reference, records_of(work))
            assert found.differences == (), reference.text
            assert found.outcome is not VerificationOutcome.NOT_FOUND


def test_a_reference_is_written_from_its_fields() -> None:
    raw = {"authors": ["A B.", "C D."], "year": 2001, "title": "Why?", "journal": "J. Climate"}
    assert citation_text(raw) == "A B., C D. 2001: Why? J. Climate"
    full = {**raw, "title": "A title", "volume": "3", "issue": "2", "pages": "1-9"}
    assert citation_text(full) == "A B., C D. 2001: A title. J. Climate 3, 1-9"
    many = {**full, "authors": [f"N{number} A." for number in range(9)]}
    assert citation_text(many).startswith("N0 A. et al. 2001: ")
    assert citation_text({**full, "authors": ["A B.", "et al."]}).startswith("A B. et al. 2001: ")
    assert with_text({"text": "As given", **full})["text"] == "As given"
