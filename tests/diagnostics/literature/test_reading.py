"""Reading papers: text with pages, and what a broken or malicious file ends in."""

from __future__ import annotations

from pathlib import Path

import pytest

from diagnostics.errors import InputDataError
from diagnostics.literature import Limits, read_paper
from diagnostics.messages import languages
from tests.diagnostics.literature import papers

RAIN = "Heavy rain usually falls where precipitable water exceeds 50 mm."
FILLER = "The sounding was launched at noon and carried to the tropopause."


def refused(path: Path, limits: Limits | None = None) -> InputDataError:
    with pytest.raises(InputDataError) as caught:
        read_paper(path, limits)
    for language in languages():
        assert path.name in caught.value.written(language)
    return caught.value


def test_a_paper_is_text_with_pages(tmp_path: Path) -> None:
    first = f"A study of rain\nhttps://doi.org/10.1234/abc.5\n{FILLER}"
    found = read_paper(papers.paper(tmp_path, first, f"{FILLER}\n{RAIN}", ""))
    assert [page.number for page in found.pages] == [1, 2, 3]
    assert RAIN in found.pages[1].text
    assert RAIN not in found.pages[0].text
    assert found.doi == "10.1234/abc.5"
    assert found.without_text == (3,)


def test_the_same_file_is_known_again(tmp_path: Path) -> None:
    one = read_paper(papers.paper(tmp_path, RAIN, name="a.pdf"))
    other = read_paper(papers.paper(tmp_path, RAIN, name="b.pdf"))
    assert one.sha256 == other.sha256


def test_a_password_is_asked_for_only_where_one_is_needed(tmp_path: Path) -> None:
    open_file = papers.paper(tmp_path, RAIN)
    assert refused(papers.encrypted(open_file, "secret")).code == "paper_encrypted"
    assert RAIN in read_paper(papers.encrypted(open_file, "")).pages[0].text


def test_pictures_without_text_are_told(tmp_path: Path) -> None:
    assert refused(papers.paper(tmp_path, "1", "2", "3")).code == "paper_no_text"


def test_what_is_no_pdf_is_told(tmp_path: Path) -> None:
    path = tmp_path / "page.pdf"
    path.write_bytes(b"<html>Not found</html>")
    assert refused(path).code == "paper_broken"
    path.write_bytes(papers.paper(tmp_path, RAIN).read_bytes()[:200])
    assert refused(path).code == "paper_broken"


def test_a_page_tree_that_holds_itself_ends_in_an_error(tmp_path: Path) -> None:
    path = tmp_path / "loop.pdf"
    path.write_bytes(papers.of_itself())
    assert refused(path).code in {"paper_broken", "paper_no_text"}


@pytest.mark.slow
def test_a_tree_that_doubles_at_each_level_ends_at_a_limit(tmp_path: Path) -> None:
    path = tmp_path / "doubling.pdf"
    path.write_bytes(papers.doubling(60))
    error = refused(path, Limits(seconds=3))
    assert error.code in {"paper_time", "paper_memory", "paper_pages", "paper_broken"}


def test_a_stream_that_unpacks_to_much_more_ends_at_a_limit(tmp_path: Path) -> None:
    path = tmp_path / "bomb.pdf"
    path.write_bytes(papers.with_contents([b" " * 300_000_000]))
    assert path.stat().st_size < 1_000_000
    assert refused(path).code == "paper_memory"


def test_the_memory_of_the_process_is_bounded(tmp_path: Path) -> None:
    path = tmp_path / "large.pdf"
    path.write_bytes(papers.with_contents([b" " * 60_000_000 + papers.lines(RAIN)]))
    assert refused(path, Limits(memory=100 << 20)).code == "paper_memory"
    assert RAIN in read_paper(path).pages[0].text


@pytest.mark.slow
def test_the_time_of_the_process_is_bounded(tmp_path: Path) -> None:
    path = tmp_path / "slow.pdf"
    content = b"BT /F 10 Tf 1 1 Td " + b"(a) Tj 1 1 Td " * 4_000_000 + b"ET"
    path.write_bytes(papers.with_contents([content]))
    assert refused(path, Limits(seconds=1, memory=8 << 30)).code == "paper_time"


def test_more_pages_than_a_paper_has_are_refused(tmp_path: Path) -> None:
    path = papers.paper(tmp_path, *([RAIN] * 12))
    assert refused(path, Limits(pages=11)).code == "paper_pages"
    assert len(read_paper(path, Limits(pages=12)).pages) == 12
    path.write_bytes(papers.with_contents([papers.lines(RAIN)] * 5000))
    assert refused(path).code == "paper_pages"


def test_more_text_or_bytes_than_a_paper_has_are_refused(tmp_path: Path) -> None:
    path = papers.paper(tmp_path, *([RAIN] * 3))
    assert refused(path, Limits(characters=100)).code == "paper_characters"
    assert refused(path, Limits(size=100)).code == "paper_size"
