"""The tools: their names, what they take, and how they are described to an agent."""

from __future__ import annotations

import json
from collections.abc import Awaitable
from typing import Annotated, Any, TypeVar, cast

from mcp.server import MCPServer
from mcp.server.mcpserver import Context, Image
from mcp_types import CallToolResult, TextContent, ToolAnnotations
from pydantic import Field

from diagnostics import __version__
from diagnostics.contracts.enums import EventType
from diagnostics.tool_server.backend import Backend, Caller, Document, Picture, ToolRefusedError

T = TypeVar("T")
TOOLS = (
    "sources",
    "inspect",
    "index",
    "figure",
    "features",
    "detect",
    "ask",
    "diagnose",
    "search",
    "report",
)
INSTRUCTIONS = (
    "HVR-Met diagnoses rainstorms, snowstorms, gales, heat waves and cold waves from gridded data, "
    "with evidence for every number. Begin with `sources` and `inspect`. Times are ISO 8601 with a "
    "zone. Regions are [west, south, east, north] in degrees. A refusal is a JSON document with "
    "`error.code`, `error.message` (with the cure) and `error.data`: correct the call and try "
    "again. Numbers that you pass on carry their unit, time and place."
)
_READS = ToolAnnotations(read_only_hint=True, idempotent_hint=True, open_world_hint=False)
_RUNS = ToolAnnotations(read_only_hint=False, destructive_hint=False, open_world_hint=False)

Source = Annotated[str, Field(description="name of a source, as `sources` lists it")]
Region = Annotated[
    list[float] | None,
    Field(description="[west, south, east, north] in degrees; the whole grid by default"),
]
Time = Annotated[
    str | None, Field(description="one time, such as 2026-07-05T06:00:00Z; needed where several")
]
Start = Annotated[str | None, Field(description="of the period; all times by default")]
End = Annotated[str | None, Field(description="of a period that has a beginning")]
Level = Annotated[float | None, Field(description="pressure level, hPa")]
Params = Annotated[
    dict[str, Any] | None, Field(description="parameters of the tool, as its page lists them")
]


def tool_server(backend: Backend, *, name: str = "hvrmet") -> MCPServer:
    """Return the server of the tools over a backend.

    Parameters
    ----------
    backend : Backend
    name : str
        How the server names itself.
    """
    server = MCPServer(name=name, title="HVR-Met", instructions=INSTRUCTIONS, version=__version__)

    @server.tool(annotations=_READS)
    async def sources(ctx: Context) -> Document:
        """List the data sources, with what they hold in short."""
        return await _answered(backend.sources(_caller(ctx)))

    @server.tool(annotations=_READS)
    async def inspect(source: Source, ctx: Context) -> Document:
        """Say what a source holds: fields, levels, times, grid, and what is doubted."""
        return await _answered(backend.inspect(_caller(ctx), source))

    @server.tool(annotations=_READS)
    async def index(
        source: Source,
        name: Annotated[str, Field(description="index of the catalogue, such as `pwat`")],
        ctx: Context,
        time: Time = None,
        end: Annotated[
            str | None, Field(description="end of a period that begins at `time`")
        ] = None,
        region: Region = None,
        level: Level = None,
        params: Params = None,
    ) -> Document:
        """Compute one index over a region at a time or through a period, with unit and place."""
        when: Any = time if end is None else {"start": time, "end": end}
        asked = _asked("index", source, name, when, region, level, params)
        return await _answered(backend.compute(_caller(ctx), asked))

    @server.tool(annotations=_READS, structured_output=False)
    async def figure(
        source: Source,
        name: Annotated[str, Field(description="chart of the catalogue, such as `gh500_map`")],
        ctx: Context,
        time: Time = None,
        region: Region = None,
        level: Level = None,
        language: Annotated[str, Field(description="en or zh")] = "en",
    ) -> Any:
        """Draw one chart; the picture comes with what was detected and asked on it."""
        asked = _asked("figure", source, name, time, region, level, {"lang": language})
        drawn = await _answered(backend.figure(_caller(ctx), asked))
        if not isinstance(drawn, Picture):
            return drawn
        return [
            json.dumps(drawn.document, ensure_ascii=False),
            Image(data=drawn.png, format="png"),
        ]

    @server.tool(annotations=_READS)
    async def features(
        source: Source,
        ctx: Context,
        name: Annotated[
            str | None, Field(description="detector, such as `jet_core`; all by default")
        ] = None,
        time: Time = None,
        region: Region = None,
        level: Level = None,
        params: Params = None,
    ) -> Document:
        """Find features at one time: fronts, jets, troughs, vortices, bands of rain."""
        asked = _asked("features", source, name, time, region, level, params)
        return await _answered(backend.compute(_caller(ctx), asked))

    @server.tool(annotations=_READS)
    async def detect(
        source: Source,
        ctx: Context,
        region: Region = None,
        start: Annotated[
            str | None, Field(description="of the period; all times by default")
        ] = None,
        end: Annotated[str | None, Field(description="of the period")] = None,
        lattice: Annotated[
            float | None, Field(description="width of cells, degrees: where are events?")
        ] = None,
        preset: Annotated[str, Field(description="cma, nws or etccdi")] = "cma",
    ) -> Document:
        """Test the criteria of all five types of event, over a region or on a coarse lattice."""
        params = {"preset": preset, **({} if lattice is None else {"lattice": lattice})}
        window = None if start is None else {"start": start, "end": end}
        asked = _asked("detections", source, None, window, region, None, params)
        return await _answered(backend.compute(_caller(ctx), asked))

    @server.tool(annotations=_READS)
    async def ask(
        source: Source,
        ctx: Context,
        question: Annotated[str | None, Field(description="English or Chinese")] = None,
        claim: Annotated[str | None, Field(description="a sentence to check")] = None,
        region: Region = None,
    ) -> Document:
        """Answer a question on the data, or check a claim against them."""
        asked = {"source": source, "text": question, "claim": claim, "region": region}
        given = {key: value for key, value in asked.items() if value is not None}
        return await _answered(backend.ask(_caller(ctx), given))

    @server.tool(annotations=_RUNS)
    async def diagnose(
        ctx: Context,
        source: Annotated[str | None, Field(description="the only one by default")] = None,
        text: Annotated[
            str | None,
            Field(description="the request in words, English or Chinese, instead of the rest"),
        ] = None,
        region: Region = None,
        start: Start = None,
        end: End = None,
        event: Annotated[str | None, Field(description=", ".join(EventType))] = None,
        language: Annotated[str | None, Field(description="of the report: en or zh")] = None,
    ) -> Document:
        """Diagnose an event: what happened, why, with evidence. Takes seconds to minutes."""
        window = None if start is None else {"start": start, "end": end}
        asked = {
            "source": source,
            "text": text,
            "region": region,
            "window": window,
            "event": event,
            "language": language,
        }
        given = {key: value for key, value in asked.items() if value is not None}
        return await _answered(backend.diagnose(_caller(ctx), given))

    @server.tool(annotations=_READS)
    async def search(
        text: Annotated[str, Field(min_length=1, max_length=200)],
        ctx: Context,
        kinds: Annotated[
            list[str] | None, Field(description="catalog, entry, place, report, diagnosis")
        ] = None,
    ) -> Document:
        """Search the catalogue of indices and charts, the library of factors, and past cases."""
        return await _answered(backend.search(_caller(ctx), text, tuple(kinds or ())))

    @server.tool(annotations=_READS)
    async def report(
        diagnosis: Annotated[str, Field(description="id that `diagnose` gave")], ctx: Context
    ) -> Document:
        """Return the report of a diagnosis as Markdown."""
        return await _answered(backend.report(_caller(ctx), diagnosis))

    return server


def _asked(
    op: str,
    source: str,
    name: str | None,
    time: Any,
    region: list[float] | None,
    level: float | None,
    params: dict[str, Any] | None,
) -> Document:
    """Return a computation request without what was left out."""
    every = {
        "op": op,
        "source": source,
        "name": name,
        "time": time,
        "region": region,
        "level": level,
        "params": params,
    }
    return {key: value for key, value in every.items() if value is not None}


def _caller(ctx: Context) -> Caller:
    async def report(done: float, total: float | None, text: str) -> None:
        await ctx.report_progress(done, total, text)

    return Caller(report, dict(ctx.headers or {}))


async def _answered(answer: Awaitable[T]) -> T:
    """Give an answer, or a refusal as a JSON document that an agent can act on."""
    try:
        return await answer
    except ToolRefusedError as error:
        text = json.dumps(error.as_document(), ensure_ascii=False)
        # The protocol's own result of a failed call: an exception would lose the document's form.
        refused = CallToolResult(content=[TextContent(type="text", text=text)], is_error=True)
        return cast("T", refused)
