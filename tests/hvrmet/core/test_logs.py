"""Log records: fields of a JSON line, and nothing secret in any form."""

from __future__ import annotations

import json
import logging
import re
from pathlib import Path
from uuid import uuid4

import pytest
from django.conf import settings
from django.urls import get_resolver
from hvrmet.accounts.keys import make_key, make_ticket
from hvrmet.core.observability.logs import JsonFormatter, LineFormatter, log_fields, redacted
from hvrmet.evidence.downloads import Download, download_url
from hvrmet.testing import queue_job

from tests.hvrmet.core.test_api_contract import patterns

ARTIFACT = Download(uuid4(), "a" * 64, "figures/ivt_map.png", "image/png")
DOWNLOAD = download_url(ARTIFACT)
TOKEN = DOWNLOAD.rstrip("/").rpartition("/")[2]
KEY, TICKET = make_key().text, make_ticket(uuid4())
SECRETS = {
    f"GET /x?key={KEY}": KEY,
    f'"WebSocket /ws/v1/activity/?ticket={TICKET}" [accepted]': TICKET,
    f'"GET {DOWNLOAD} HTTP/1.1" 200': TOKEN,
    f'"GET {DOWNLOAD.replace(":", "%3A")} HTTP/1.1" 200': TOKEN.rpartition(":")[2],
    f"Gone: {DOWNLOAD}": TOKEN,
    '"GET /api/v1/places/?language=en&q=Xanadupolis HTTP/1.1" 200': "Xanadupolis",
    "connect postgresql://hvrmet_app:s3cr3t-word@db/hvrmet failed": "s3cr3t-word",
    "redis://:s3cr3t-word@cache:6379/0": "s3cr3t-word",
    "Authorization: Bearer abcdefgh12345678": "abcdefgh12345678",
    "{'password': 's3cr3t-word', 'user': 'x'}": "s3cr3t-word",
    "token=s3cr3t-word&x=1": "s3cr3t-word",
}


def record(message: str, error: Exception | None = None) -> logging.LogRecord:
    info = (type(error), error, error.__traceback__) if error else None
    return logging.LogRecord("hvrmet.x", logging.WARNING, __file__, 1, message, (), info)


@pytest.mark.parametrize(("text", "secret"), SECRETS.items(), ids=range(len(SECRETS)))
def test_a_secret_is_left_out(text: str, secret: str) -> None:
    for formatter in (JsonFormatter(), LineFormatter("%(request_id)s %(message)s")):
        line = formatter.format(record(text))
        assert secret not in line
        assert "[redacted]" in line
    with pytest.raises(ValueError) as caught:
        raise ValueError(text)
    for formatter in (JsonFormatter(), LineFormatter("%(message)s")):
        assert secret not in formatter.format(record("failed", caught.value))


@pytest.mark.parametrize("name", ["uvicorn.access", "django.request", "django.server", "hvrmet"])
def test_every_logger_of_addresses_writes_in_our_form(name: str) -> None:
    logger = logging.getLogger(name)
    while logger.propagate and logger.parent:
        assert not logger.handlers
        logger = logger.parent
    handlers = settings.LOGGING["root"]["handlers"]
    own = settings.LOGGING["loggers"].get(logger.name, {}).get("handlers", handlers)
    assert own == handlers == ["console"]


def test_an_address_that_takes_a_token_is_known_here() -> None:
    """Whoever adds one adds its form to what no line of a log holds."""
    routes = [str(pattern.pattern) for pattern in patterns(get_resolver())]
    assert [route for route in routes if re.search(r"[<:](token|secret|ticket|key)>", route)] == [
        "artifacts/<str:token>/"
    ]


def test_the_proxys_log_leaves_them_out_too() -> None:
    text = (Path(__file__).parents[3] / "deploy" / "Caddyfile").read_text()
    found = re.search(r'request>uri regexp "(.+)" "(.+)"', text)
    assert found is not None
    form = found[2].replace("$1", r"\1")
    for address, secret in (
        (DOWNLOAD, TOKEN),
        (f"/ws/v1/activity/?tenant=alpha&ticket={TICKET}", TICKET),
        ("/api/v1/places/?q=Xanadupolis&language=en", "Xanadupolis"),
    ):
        assert secret not in re.sub(found[1], form, address)


def test_plain_words_stay() -> None:
    for text in ("12 tokens were used", "job 4f0c: attempt 2", "https://example.org/a?b=c"):
        assert redacted(text) == text


def test_a_line_is_one_object_with_what_it_belongs_to() -> None:
    job = uuid4()
    with log_fields(job_id=job, tenant_id="t"), log_fields(tenant_id=None):
        line = JsonFormatter().format(record("two\nlines"))
    assert "\n" not in line
    found = json.loads(line)
    assert (found["message"], found["level"], found["logger"]) == (
        "two\nlines",
        "WARNING",
        "hvrmet.x",
    )
    assert (found["job_id"], found["tenant_id"]) == (str(job), "t")
    assert found["time"].endswith("+00:00")
    assert "trace_id" not in found
    assert "job_id" not in json.loads(JsonFormatter().format(record("after")))


def test_a_traceback_is_a_field() -> None:
    try:
        _ = 1 / 0
    except ZeroDivisionError as error:
        found = json.loads(JsonFormatter().format(record("failed", error)))
    assert found["exception"].endswith("ZeroDivisionError: division by zero")


@pytest.mark.django_db
def test_a_requests_lines_name_request_tenant_and_job(client, alpha, sent, monkeypatch) -> None:
    lines: list[str] = []

    class Handler(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            lines.append(JsonFormatter().format(record))

    def say(*_: object, **__: object) -> None:
        logging.getLogger("hvrmet.jobs").warning("seen")

    monkeypatch.setattr("hvrmet.jobs.api.diagnoses.job_viewed", say)
    job = queue_job(alpha)
    handler = Handler()
    logging.getLogger("hvrmet").addHandler(handler)
    try:
        headers = {**alpha.headers, "X-Request-ID": "request-1"}
        client.get(f"/api/v1/diagnoses/{job}/", headers=headers)
    finally:
        logging.getLogger("hvrmet").removeHandler(handler)
    found = next(json.loads(line) for line in lines if "seen" in line)
    assert (found["request_id"], found["tenant_id"]) == ("request-1", str(alpha.id))
    assert found["job_id"] == str(job)


def test_the_fields_are_documented() -> None:
    from pathlib import Path

    page = (Path(__file__).parents[3] / "docs" / "operate" / "operations.md").read_text()
    try:
        raise ValueError
    except ValueError as error:
        with log_fields(job_id="j", tenant_id="t"):
            found = json.loads(JsonFormatter().format(record("x", error)))
    for name in {*found, "request_id", "trace_id", "span_id"}:
        assert f"`{name}`" in page
