"""Tools for agents on local files, as an agent calls them over standard input and output."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest
from mcp import Client, StdioServerParameters

from diagnostics.cli.local_tools import LocalTools
from diagnostics.service.contexts import ToolFiles
from diagnostics.service.data import DataSelection
from diagnostics.tool_server import TOOLS, tool_server

BOX, AT = [110, 27, 126, 35], "2026-07-05T06:00:00Z"
MAP = {"source": "rain", "name": "gh500_map"}


@pytest.fixture(scope="module")
def rain(tmp_path_factory: pytest.TempPathFactory, written_sample: Any) -> str:
    return str(written_sample("rainstorm", tmp_path_factory.mktemp("mcp") / "rain.nc").path)


@pytest.fixture
def server(rain: str, tmp_path: Path) -> Any:
    return tool_server(LocalTools("rain", ToolFiles(DataSelection((rain,))), tmp_path / "runs"))


def document_of(result: Any) -> Any:
    return json.loads(result.content[0].text)


async def test_every_tool_is_listed_and_described(server: Any) -> None:
    async with Client(server) as agent:
        tools = (await agent.list_tools()).tools
    assert tuple(tool.name for tool in tools) == TOOLS
    assert all(tool.description and tool.input_schema["type"] == "object" for tool in tools)


async def test_tools_answer(server: Any) -> None:
    async with Client(server) as agent:
        held = document_of(await agent.call_tool("inspect", {"source": "rain"}))
        assert len(held["times"]) == 17
        call = {"source": "rain", "name": "pwat", "time": AT, "region": BOX}
        found = await agent.call_tool("index", call)
        assert document_of(found)["status"] == "ok"
        call = {"source": "rain", "name": "jet_core", "time": AT}
        found = await agent.call_tool("features", call)
        assert document_of(found)["detector"] == "jet_core"
        drawn = await agent.call_tool("figure", {"source": "rain", "name": "gh500_map", "time": AT})
        assert [part.type for part in drawn.content] == ["text", "image"]
        events = await agent.call_tool("detect", {"source": "rain", "region": BOX})
        assert document_of(events)["classification"]["primary"] == "rainstorm"
        question = "What was the highest precipitable water?"
        reply = await agent.call_tool("ask", {"source": "rain", "question": question})
        assert document_of(reply)["answered"]
        pages = document_of(await agent.call_tool("search", {"text": "low-level jet"}))["results"]
        assert {page["kind"] for page in pages} == {"catalog", "entry"}


@pytest.mark.parametrize(
    ("tool", "call", "code"),
    [
        ("index", {"source": "rain", "name": "pwatt"}, "unknown_tool"),
        ("index", {"source": "other", "name": "pwat"}, "unknown_source"),
        ("index", {"source": "rain", "name": "pwat", "time": "yesterday"}, "invalid_request"),
        ("figure", MAP, "time_needed"),
        ("figure", {**MAP, "time": "2020-01-01T00:00Z"}, "missing_time"),
        ("diagnose", {"text": "Why the flibber in Wuhan?"}, "not_understood"),
        ("report", {"diagnosis": "../../etc"}, "not_found"),
    ],
)
async def test_refusals_have_one_shape(server: Any, tool: str, call: Any, code: str) -> None:
    async with Client(server) as agent:
        result = await agent.call_tool(tool, call)
    error = document_of(result)["error"]
    assert (result.is_error, error["code"], bool(error["message"])) == (True, code, True)


@pytest.mark.slow
async def test_an_agent_diagnoses_from_a_chinese_sentence(rain: str, tmp_path: Path) -> None:
    command = [
        *("-m", "diagnostics.cli", "mcp", "--data", rain, "--name", "rain"),
        *("--out", str(tmp_path / "runs")),
    ]
    told: list[str] = []

    async def hear(_done: float, _total: float | None, message: str | None) -> None:
        told.append(message or "")

    async with Client(StdioServerParameters(command=sys.executable, args=command)) as agent:
        call = {"text": "2026年7月5日江淮暴雨是什么原因？"}
        done = document_of(await agent.call_tool("diagnose", call, progress_callback=hear))
        report = document_of(await agent.call_tool("report", {"diagnosis": done["diagnosis"]}))
    assert (tmp_path / "runs" / done["diagnosis"] / "report.md").is_file()
    assert len(told) > 5
    assert report["markdown"].startswith("# ")
