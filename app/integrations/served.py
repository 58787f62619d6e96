"""What a server says of itself and of its tools, as plain values. Made by ``client`` and ``server``. Any thread."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from app.domain.fields import JsonObject
from app.domain.integrations import Remark, ServerStatus

__all__ = ["ServedTool", "ServerState"]


@dataclass(frozen=True, slots=True)
class ServedTool:
    """One entry of ``tools/list``, as far as it can be read."""

    name: str
    """As the server has it: any characters, any length (A49)."""
    title: str = ""
    description: str = field(default="", repr=False)
    input_schema: JsonObject = field(default_factory=dict[str, object], repr=False)
    read_only_hint: bool | None = None
    destructive_hint: bool | None = None
    meta: Mapping[str, object] = field(default_factory=dict[str, object], repr=False)
    """``_meta``."""


@dataclass(frozen=True, slots=True)
class ServerState:
    """How a server is now (V-19.1)."""

    status: ServerStatus
    failure: str = field(default="", repr=False)
    """Plain words of what is wrong, with the last line of its log; "" when nothing is."""
    tools: tuple[ServedTool, ...] = ()
    """Of a connected one."""
    remarks: tuple[Remark, ...] = ()
    server_name: str = ""
    server_version: str = ""
    protocol_version: str = ""
