"""The digest that an approval is bound to: which call, which tool, which exact arguments (E-2.10, E-5.11).

Pure; called by the executor and by the questions, on the core loop.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from typing import Any, Final, cast

import rfc8785

from app.domain.calls import CallId, ToolRef
from app.domain.errors import Bug

__all__ = ["TOOL_BEFORE", "digest", "same_call"]

TOOL_BEFORE: Final = "tool.before"
"""E-2.1."""


def digest(ref: ToolRef, call_id: CallId, arguments: Mapping[str, object], *, point: str = TOOL_BEFORE) -> str:
    """Return the hex SHA-256 of the canonical JSON (RFC 8785) of point, tool, call and value.

    The tool is named with its integration: two may use one name (V-6.20).

    Raises:
        Bug: the arguments were not checked: half characters and what a double cannot hold have no canonical form.
    """
    return _hash({"point": point, "tool": _name(ref), "callId": call_id, "value": dict(arguments)})


def same_call(ref: ToolRef, arguments: Mapping[str, object]) -> str:
    """Return what is equal for two calls of one tool with the same arguments (V-6.30)."""
    return _hash({"tool": _name(ref), "value": dict(arguments)})


def _name(ref: ToolRef) -> str:
    return f"{ref.integration}/{ref.tool}"


def _hash(value: dict[str, object]) -> str:
    try:
        return hashlib.sha256(rfc8785.dumps(cast("Any", value))).hexdigest()
    except (rfc8785.CanonicalizationError, RecursionError) as unfit:
        raise Bug("arguments without a canonical form", place=str(value["tool"])) from unfit
