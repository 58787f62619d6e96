"""Makes the router's tools from the registry's entries and from manifests. Pure, any thread."""

from __future__ import annotations

from collections.abc import Iterable

from app.agent.router.shapes import RouterTool
from app.domain.calls import IntegrationId, ToolRef
from app.domain.manifest import Manifest, Tool
from app.domain.sentences import base_language
from app.integrations.registry import ToolEntry

__all__ = ["manifest_tools", "router_tools"]


def router_tools(entries: Iterable[ToolEntry], language: str) -> tuple[RouterTool, ...]:
    """Return tools of the registry with the utterances that their intents have in the language."""
    return tuple(
        _tool(
            entry.ref,
            entry.tool,
            entry.record.manifest,
            language,
            title=entry.title,
            available=entry.connected and entry.available,
        )
        for entry in entries
    )


def manifest_tools(manifest: Manifest, language: str) -> tuple[RouterTool, ...]:
    """Return the tools of a manifest that could be called when its server ran."""
    return tuple(
        _tool(
            ToolRef(IntegrationId(manifest.id), tool.name),
            tool,
            manifest,
            language,
            title=tool.shown_title,
            available=True,
        )
        for tool in manifest.tools
        if not tool.disabled
    )


def _tool(ref: ToolRef, tool: Tool, manifest: Manifest, language: str, *, title: str, available: bool) -> RouterTool:
    phrases = [
        (utterance, intent.fixed_args)
        for intent in manifest.intents
        if intent.tool == tool.name
        for tag, utterances in intent.utterances.items()
        if base_language(tag) == base_language(language)
        for utterance in utterances
    ]
    return RouterTool(
        ref=ref,
        name=tool.name,
        title=title,
        description=tool.description,
        integration_name=manifest.name,
        input_schema=tool.input_schema,
        utterances=tuple(utterance for utterance, _ in phrases),
        available=available,
        fixed=tuple(fixed for _, fixed in phrases),
    )
