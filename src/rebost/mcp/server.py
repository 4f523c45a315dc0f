"""The server: what the protocol asks for, answered by the tools, the resources and the prompts."""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial
from importlib.metadata import version
from typing import Any, TypeVar
from urllib.parse import unquote

import anyio.to_thread
import mcp_types as types
from mcp.server import CacheHint, Server, ServerRequestContext
from mcp.shared.exceptions import MCPError

from rebost.errors import InputError, RebostError
from rebost.mcp.arguments import Arguments, OverviewArguments, ReadArguments, checked
from rebost.mcp.fitting import Answer
from rebost.mcp.log import log, log_failure
from rebost.mcp.prompts import PROMPTS, prompted
from rebost.mcp.service import Caller, Service
from rebost.mcp.tools import INSTRUCTIONS, TOOLS, Tool, declared
from rebost.mcp.whereabouts import Whereabouts

RECORD = "rebost://record/"
PROJECT = "rebost://project/"
OVERVIEW = "rebost://overview"

_Context = ServerRequestContext[Any, Any]
_Result = TypeVar("_Result")
_HOUR_MS = 3_600_000
_LONGEST_FAILURE = 1_500
"""Characters: what went wrong with fifty records need not be told fifty times."""
_TEXT = "text/markdown"


def make_server(service: Service, whereabouts: Whereabouts) -> Server[Any]:
    """The server over one memory, for any transport."""
    desk = _Desk(service, whereabouts)
    fixed = CacheHint(ttl_ms=_HOUR_MS, scope="public")
    server: Server[Any] = Server(
        "rebost",
        version=version("rebost"),
        title="Rebost",
        instructions=INSTRUCTIONS,
        cache_hints={
            "tools/list": fixed,
            "prompts/list": fixed,
            "resources/list": fixed,
            "resources/templates/list": fixed,
            "resources/read": CacheHint(),
        },
        on_list_tools=desk.list_tools,
        on_call_tool=desk.call_tool,
        on_list_resources=desk.list_resources,
        on_list_resource_templates=desk.list_templates,
        on_read_resource=desk.read_resource,
        on_list_prompts=desk.list_prompts,
        on_get_prompt=desk.get_prompt,
    )
    server.add_notification_handler("notifications/roots/list_changed", types.NotificationParams, desk.roots_changed)
    return server


class _Desk:
    """Takes the protocol's requests."""

    def __init__(self, service: Service, whereabouts: Whereabouts) -> None:
        self._service = service
        self._whereabouts = whereabouts
        self._tools = {tool.name: tool for tool in TOOLS}

    async def list_tools(self, _ctx: _Context, _params: object) -> types.ListToolsResult:
        self._service.prepare()
        return types.ListToolsResult(tools=declared())

    async def call_tool(self, ctx: _Context, params: types.CallToolRequestParams) -> types.CallToolResult:
        """Whatever goes wrong is told in the result: an error of the protocol would not reach the model."""
        began = time.monotonic()
        tool = self._tools.get(params.name)
        if tool is None:
            return _failed(f"There is no tool of that name. There are: {', '.join(self._tools)}.")
        try:
            asked = checked(tool.arguments, tool.name, params.arguments or {})
            answer = await self._run(ctx, tool, asked)
        except RebostError as error:
            log("%s: %s", tool.name, type(error).__name__)
            return _failed(str(error))
        except Exception as error:  # noqa: BLE001 - the model must be told of any, and the server goes on
            return _failed(
                f"{tool.name} failed through a fault in Rebost ({type(error).__name__}). {log_failure(error)}"
            )
        log("%s: %d ms, %d characters", tool.name, (time.monotonic() - began) * 1000, answer.size)
        return types.CallToolResult(
            content=[types.TextContent(type="text", text=answer.text)], structured_content=answer.structured
        )

    async def _run(self, ctx: _Context, tool: Tool, asked: Arguments) -> Answer:
        caller = await self._whereabouts.caller(ctx)
        # A cancelled question is given up at once; a write that has begun is let come to its end.
        return await _in_thread(partial(self._work, tool, asked, caller), give_up=tool.read_only)

    def _work(self, tool: Tool, asked: Arguments, caller: Caller) -> Answer:
        answer = tool.run(self._service, asked, caller)
        if caller.source is not None:
            self._service.note(caller.source, tool.name, answer.structured)
        return answer

    async def list_resources(self, _ctx: _Context, _params: object) -> types.ListResourcesResult:
        overview = types.Resource(
            uri=OVERVIEW,
            name="overview",
            title="What memory holds",
            description="The current project's overview.",
            mime_type=_TEXT,
        )
        return types.ListResourcesResult(resources=[overview])

    async def list_templates(self, _ctx: _Context, _params: object) -> types.ListResourceTemplatesResult:
        record = types.ResourceTemplate(
            uri_template=RECORD + "{id}",
            name="record",
            title="A record",
            description="One record: its text, quoted, with source, dates and project.",
            mime_type=_TEXT,
        )
        project = types.ResourceTemplate(
            uri_template=PROJECT + "{name}",
            name="project",
            title="A project",
            description="A project's overview: how many records, and the newest of them.",
            mime_type=_TEXT,
        )
        return types.ListResourceTemplatesResult(resource_templates=[record, project])

    async def read_resource(self, ctx: _Context, params: types.ReadResourceRequestParams) -> types.ReadResourceResult:
        uri = str(params.uri)
        caller = await self._whereabouts.caller(ctx)
        try:
            answer = await _in_thread(partial(self._resource, uri, caller), give_up=True)
        except RebostError as error:
            code = types.INVALID_PARAMS if isinstance(error, InputError) else types.INTERNAL_ERROR
            raise MCPError(code=code, message=str(error), data={"uri": uri}) from None
        contents = types.TextResourceContents(uri=uri, mime_type=_TEXT, text=answer.text)
        return types.ReadResourceResult(contents=[contents])

    def _resource(self, uri: str, caller: Caller) -> Answer:
        if uri.rstrip("/") == OVERVIEW:
            return self._service.overview(OverviewArguments(), caller)
        for prefix in (RECORD, PROJECT):
            if uri.startswith(prefix) and (rest := unquote(uri[len(prefix) :])):
                if prefix == PROJECT:
                    return self._service.overview(OverviewArguments(project=rest), caller)
                # A resource has no parts: the whole of it, as far as any answer goes.
                arguments = checked(ReadArguments, "The resource", {"id": rest, "budget": 100_000})
                assert isinstance(arguments, ReadArguments)
                return self._service.read(arguments, caller)
        raise InputError(f"There is no such resource. There are {OVERVIEW}, {RECORD}ID and {PROJECT}NAME.")

    async def list_prompts(self, _ctx: _Context, _params: object) -> types.ListPromptsResult:
        return types.ListPromptsResult(prompts=list(PROMPTS))

    async def get_prompt(self, ctx: _Context, params: types.GetPromptRequestParams) -> types.GetPromptResult:
        caller = await self._whereabouts.caller(ctx)
        try:
            text = await _in_thread(
                partial(prompted, params.name, params.arguments or {}, self._service, caller), give_up=True
            )
        except RebostError as error:
            raise MCPError(code=types.INVALID_PARAMS, message=str(error)) from None
        message = types.PromptMessage(role="user", content=types.TextContent(type="text", text=text))
        return types.GetPromptResult(messages=[message])

    async def roots_changed(self, ctx: _Context, _params: object) -> None:
        self._whereabouts.moved(ctx)


async def _in_thread(work: Callable[[], _Result], *, give_up: bool) -> _Result:
    return await anyio.to_thread.run_sync(work, abandon_on_cancel=give_up)


def _failed(message: str) -> types.CallToolResult:
    text = message if len(message) <= _LONGEST_FAILURE else message[: _LONGEST_FAILURE - 1] + "…"
    return types.CallToolResult(content=[types.TextContent(type="text", text=text)], is_error=True)
