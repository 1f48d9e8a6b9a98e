"""The search over the library: what is found, that it is what is in force, and whose it is."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from django.test import Client
from hvrmet.core.db.scope import scope
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from diagnostics.contracts.library import Library
from diagnostics.guidelines.exchange import Reading
from knowledge.models import LibraryImport, SearchedItem
from knowledge.selectors import library_find, library_in_force
from knowledge.services import index_rebuild, library_import, package_import
from knowledge.words import words_of
from tests.hvrmet.transactions import lasting_transaction
from tests.knowledge.conftest import change

pytestmark = pytest.mark.django_db
URL = "/api/v1/guidelines/library/"

# What forecasters type, and what they look for: it must be among the first five. It was written
# down before any result was seen.
TYPED = [
    ("low level jet rainstorm", "g_rainstorm_low_level_jet"),
    ("theta_e", "g_rainstorm_moisture_cross_section"),
    ("CAPE", "g_rainstorm_cape"),
    ("0-6 km shear", "g_rainstorm_bulk_shear_0_6km"),
    ("precipitable water anomal", "g_rainstorm_pwat_standardized_anomaly"),
    ("sting jet", "clark2018"),
    ("dry air intrusion", "g_gale_dry_intrusion_500"),
    ("blocking heat wave", "g_heat_wave_blocking_index"),
    ("10.1175/WAF858.1", "banacos2005"),
    ("Petterssen frontogenesis", "g_rainstorm_frontogenesis_center"),
    ("低空急流 暴雨", "g_rainstorm_low_level_jet"),
    ("副高西伸", "g_rainstorm_wpsh_west_point"),
    ("沙氏指数", "g_rainstorm_showalter_index"),
    ("假相当位温", "g_rainstorm_thetae_850_max"),
    ("寒潮 西伯利亚高压", "g_cold_wave_siberian_high_intensity"),
    ("０℃层高度 降雪", "g_snowstorm_freezing_level_height"),
    ("下坡风", "gale/downslope_wind"),
    ("大风 变压", "g_gale_pressure_change_24h_difference"),
    ("湿球温度 热浪", "g_heat_wave_wet_bulb_temperature_2m"),
    ("极涡", "g_cold_wave_polar_vortex_center_height"),
]
WORDED = "Théta-e of the Qwertz gusts, that reach 17.2 m/s or 62 km/h and more."
ODD = [
    *("'", '"', "a' OR 1=1 --", "-wind", "wind OR jet", "(wind", "wind & | ! :* <->", "%_\\"),
    *(
        "ｗｉｎｄ　８５０",
        "θ_e急流 jet",
        "急" * 2_000,
        "wind " * 400,
        "é" * 500,
        "\U0001f300",
        "。，！",
    ),
    *("١٢٣", "a", "的", "the of and", "10.1175/", "\u0301", "²", "wind\x0bjet"),
]


@pytest.fixture(scope="module")
def _whole(django_db_setup: None, django_db_blocker: Any) -> Iterator[None]:
    with django_db_blocker.unblock(), lasting_transaction():
        package_import()
        yield


@pytest.fixture
def client(alpha: Any) -> Client:
    """Asks for the centre alpha."""
    return Client(headers=alpha.headers)


def search(client: Client, q: str, **more: Any) -> Any:
    reply = client.get(f"{URL}search/", {"q": q, **more})
    assert reply.status_code == 200, reply.content
    return reply.json()


@pytest.mark.slow
@pytest.mark.usefixtures("_whole")
class TestWhole:
    @pytest.mark.parametrize(("typed", "wanted"), TYPED)
    def test_finds_what_forecasters_look_for(self, alpha, typed, wanted) -> None:
        with scope(alpha.id):
            found = library_find(typed)
        assert wanted in [key for _, key in found.names[:5]]
        assert found.holds_all


class TestQueries:
    @pytest.mark.parametrize("q", ODD)
    def test_any_text_is_a_query(self, seed, client, q) -> None:
        answer = search(client, q)
        if not any(character.isalnum() for character in q):
            assert (answer["words"], answer["results"]) == (0, [])
        for name in ("entries", "references", "causes"):
            assert client.get(f"{URL}{name}/", {"text": q}).status_code == 200

    @given(st.lists(st.text(min_size=1, max_size=60), min_size=10))
    @settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=10)
    def test_so_is_any_other(self, seed, alpha, queries) -> None:
        with scope(alpha.id):
            for q in queries:
                assert len(library_find(q).terms) <= len(words_of(q))

    def test_what_is_too_long_or_empty_is_refused(self, seed, client) -> None:
        for q in ("", "x" * 2_001):
            assert client.get(f"{URL}search/", {"q": q}).status_code == 400

    def test_lists_and_exports_find_the_same(self, seed, client) -> None:
        for q in ("wind", "位势高度", "wind shear nowhere", "!"):
            wanted = {
                (hit["kind"], hit["key"]) for hit in search(client, q, page_size=100)["results"]
            }
            listed = set()
            for name, kind in (("entries", "entry"), ("references", "reference")):
                reply = client.get(f"{URL}{name}/", {"text": q, "page_size": 200}).json()
                listed |= {(kind, _name(row[kind])) for row in reply["results"]}
            causes = client.get(f"{URL}causes/", {"text": q, "page_size": 200}).json()["results"]
            listed |= {("cause", row["key"]) for row in causes}
            assert listed == {name for name in wanted if name[0] != "preset"}
            table = client.get(f"{URL}export/entries.csv/", {"text": q}).content.decode()
            assert all(key in table for kind, key in wanted if kind == "entry")

    def test_words_are_found_in_every_form(self, seed, client) -> None:
        entry = seed.entries[0]
        take(entry.model_copy(update={"rationale": WORDED}))
        for q in (
            "theta_e",
            "qwert",
            "QWERTZ gusting",
            "17.2 m/s",
            "62 km",
            "ｑｗｅｒｔｚ",
            "the qwertz",
        ):
            (hit,) = [hit for hit in search(client, q)["results"] if hit["key"] == entry.id]
            passage = next(one for one in hit["passages"] if one["place"] == "reason")
            assert any(one["match"] for one in passage["segments"]), q
        assert entry.id not in _keys(search(client, "wertz"))

    def test_passages_are_the_words_of_the_item(self, seed, client) -> None:
        texts = {entry.id: f"{entry.rationale}{entry.rationale_zh}" for entry in seed.entries}
        for q in ("wind", "高度", "气"):
            for hit in search(client, q)["results"]:
                for passage in hit["passages"]:
                    said = "".join(one["text"] for one in passage["segments"]).strip("…")
                    marked = [one["text"] for one in passage["segments"] if one["match"]]
                    assert marked, hit
                    assert all(q[0] in one.lower() for one in marked)
                    assert passage["place"] != "reason" or said in texts[hit["key"]]

    def test_comes_in_pages_by_kind(self, seed, client) -> None:
        answer = search(client, "e", page_size=2)
        counts = {one["kind"]: one["count"] for one in answer["counts"]}
        assert answer["total"] == sum(counts.values())
        pages = [
            search(client, "e", page_size=2, page=n + 1)["results"] for n in range(answer["pages"])
        ]
        keys = [(hit["kind"], hit["key"]) for page in pages for hit in page]
        assert len(keys) == len(set(keys)) == answer["total"]
        assert search(client, "e", kind="cause")["total"] == counts["cause"]
        assert search(client, "e", page=1_000)["results"] == []

    def test_says_where_nothing_holds_all_words(self, seed, client) -> None:
        title = seed.entries[0].factor.replace("_", " ")
        answer = search(client, f"{title} xyzzy")
        assert not answer["holds_all"]
        assert seed.entries[0].id in _keys(answer)
        assert search(client, "xyzzy plugh wind")["results"] == []


class TestCentre:
    def test_finds_its_own_words_and_nobody_elses(self, author, entry, alpha, beta) -> None:
        release = author.get("overlay/")["release"]
        own = {**change(entry, "note", "qwertz of the coast")}
        own.pop("revision")
        status, _ = author.send("put", "overlay/fields/", {"release": release, "fields": [own]})
        assert status == 200
        ours, theirs = (Client(headers=centre.headers) for centre in (alpha, beta))
        (hit,) = search(ours, "qwertz")["results"]
        assert (hit["key"], hit["own"], hit["passages"][0]["by_centre"]) == (entry.id, False, True)
        # Words of the library and of the centre count together.
        assert entry.id in _keys(search(ours, f"qwertz {entry.factor}"))
        assert search(theirs, "qwertz")["results"] == []
        listed = f"{URL}entries/?text=qwertz"
        assert len(ours.get(listed).json()["results"]) == 1
        assert theirs.get(listed).json()["results"] == []
        assert not SearchedItem.objects.extra(where=["vector @@ 'qwertz'::tsquery"]).exists()


ACTS = st.lists(
    st.tuples(st.sampled_from(["entry", "cause", "reference", "remove", "again"]), st.integers(0)),
    min_size=1,
    max_size=3,
)


class TestIndex:
    @pytest.mark.slow
    @given(ACTS)
    @settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=8)
    def test_says_what_is_in_force_after_any_changes(self, seed, acts) -> None:
        for number, (act, place) in enumerate(acts):
            _ACTS[act](library_in_force(), seed, place, f"zz{number}zz")
            assert index_rebuild() == 0, (act, place)

    def test_is_written_again_where_the_catalogue_says_otherwise(self, seed, client) -> None:
        SearchedItem.objects.update(vector="")
        assert search(client, seed.entries[0].factor)["results"] == []
        package_import()
        assert seed.entries[0].id in _keys(search(client, seed.entries[0].factor))

    def test_what_names_an_item_is_found_by_its_new_words(self, seed, client) -> None:
        reference = seed.references[0]
        take(references=(reference.model_copy(update={"title": "Qwertz"}),))
        keys = _keys(search(client, "qwertz"))
        citing = {e.id for e in seed.entries if reference.key in {c.reference for c in e.citations}}
        assert {reference.key, *citing} == set(keys)


def take(*entries: Any, whole: bool = False, **more: Any) -> None:
    library = Library(entries=entries, **more)
    given = {"origin": LibraryImport.Origin.FILE, "name": "x", "actor": "operator:li"}
    library_import(Reading.of(library), whole=whole, **given)


def _one(items: Any, place: int, **update: Any) -> Any:
    return items[place % len(items)].model_copy(update=update)


def _remove(library: Library, seed: Library, place: int, _: str) -> None:
    if len(library.entries) > 1:
        gone = place % len(library.entries)
        kept = (*library.entries[:gone], *library.entries[gone + 1 :])
        take(*kept, whole=True, causes=library.causes, references=library.references)


_ACTS: dict[str, Any] = {
    "entry": lambda now, seed, at, word: take(_one(now.entries, at, note=word)),
    "cause": lambda now, seed, at, word: take(causes=(_one(now.causes, at, name=word),)),
    "reference": lambda now, seed, at, word: take(
        references=(_one(now.references, at, title=word),)
    ),
    "remove": _remove,
    "again": lambda now, seed, at, word: take(_one(seed.entries, at)),
}


def _keys(answer: Any) -> list[str]:
    return [hit["key"] for hit in answer["results"]]


def _name(item: dict[str, Any]) -> str:
    return str(item.get("id") or item.get("key"))
