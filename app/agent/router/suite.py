"""Labelled sentences, and how well a router does on them: right tool, right arguments, and never a wrong run.

A suite is a TOML file of ``[[tuning]]`` and ``[[held_out]]`` sentences over manifests and a JSON list of other tools.
``voxnotch simulate --suite`` prints the report; a test holds its floors. Any thread.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from pathlib import Path
from typing import Final, cast

from app.agent.router.offered import manifest_tools
from app.agent.router.router import Router
from app.agent.router.shapes import AskValue, Choose, Decision, NoMatch, PreviousCall, RouteRequest, RouterTool, Run
from app.domain.calls import IntegrationId, ToolRef
from app.domain.errors import UserFixable
from app.domain.fields import JsonObject, as_list, as_object
from app.domain.manifest import read_manifest

__all__ = [
    "Expected",
    "HalfReport",
    "Labelled",
    "Measured",
    "Suite",
    "SuiteReport",
    "SuiteUnreadable",
    "load_suite",
    "measure",
]

_MANIFEST: Final = "voiceos.integration.json"
_HALVES: Final = ("tuning", "held_out")


class SuiteUnreadable(UserFixable):
    """A suite file is not as it should be; ``place`` is the file and where in it, ``detail`` what is wrong there."""

    code = "suite-unreadable"


class Expected(StrEnum):
    RUN = "run"
    ASK = "ask"
    CHOOSE = "choose"
    NONE = "none"
    HOLD = "hold"
    """Anything that runs nothing and asks for no value: a choice, or nothing."""


@dataclass(frozen=True, slots=True)
class Labelled:
    say: str
    half: str
    """``tuning`` or ``held_out``."""
    expect: Expected
    tool: ToolRef | None = None
    arguments: JsonObject = field(default_factory=dict[str, object])
    """``RUN``: all of them."""
    missing: str = ""
    """``ASK``: the argument to ask for."""
    language: str = "en"
    previous: PreviousCall | None = None


@dataclass(frozen=True, slots=True)
class Suite:
    path: Path
    now: datetime
    """Aware; when the sentences are said."""
    tools: tuple[RouterTool, ...]
    """As they are in English."""
    tools_by_language: Mapping[str, tuple[RouterTool, ...]]
    sentences: tuple[Labelled, ...]


@dataclass(frozen=True, slots=True)
class Measured:
    """One sentence, and what the router did with it."""

    labelled: Labelled
    decision: Decision
    top: ToolRef | None
    """The tool that ranks first."""
    wrong_run: bool
    """It ran something that nobody asked for, or with other arguments than were said."""
    right: bool
    """The decision is as it was labelled, in tool, arguments and missing value."""


@dataclass(frozen=True, slots=True)
class HalfReport:
    """Shares are 0..1, and 1 when there is nothing to count."""

    sentences: int
    right_tool: float
    """The labelled tool ranks first; of sentences that have one."""
    right_arguments: float
    """Run with exactly the labelled arguments; of sentences that should run."""
    right_decision: float
    wrong_runs: int
    ran: int


@dataclass(frozen=True, slots=True)
class SuiteReport:
    halves: Mapping[str, HalfReport]
    """``tuning``, ``held_out`` and ``all``."""
    measured: tuple[Measured, ...]
    """In the order of the file."""


def measure(suite: Suite, router: Router) -> SuiteReport:
    """Route every sentence of a suite.

    Raises:
        ModelMissing, ModelDamaged
    """
    measured = tuple(_measured(suite, router, one) for one in suite.sentences)
    halves = {half: _report(one for one in measured if one.labelled.half == half) for half in _HALVES}
    return SuiteReport({**halves, "all": _report(measured)}, measured)


def _measured(suite: Suite, router: Router, labelled: Labelled) -> Measured:
    tools = suite.tools_by_language.get(labelled.language, suite.tools)
    routed = router.route(RouteRequest(labelled.say, labelled.language, tools, suite.now, labelled.previous))
    decision = routed.decision
    right = _is_right(labelled, decision)
    return Measured(
        labelled=labelled,
        decision=decision,
        top=routed.ranked[0].ref if routed.ranked else None,
        wrong_run=isinstance(decision, Run) and not right,
        right=right,
    )


def _is_right(labelled: Labelled, decision: Decision) -> bool:
    match decision:
        case Run(ref=ref, arguments=arguments):
            return labelled.expect is Expected.RUN and ref == labelled.tool and arguments == labelled.arguments
        case AskValue(ref=ref, missing=missing, arguments=arguments):
            same = ref == labelled.tool and missing == labelled.missing
            return labelled.expect is Expected.ASK and same and arguments == labelled.arguments
        case Choose(options=options):
            offered = labelled.tool is None or any(one.ref == labelled.tool for one in options)
            return labelled.expect is Expected.HOLD or (labelled.expect is Expected.CHOOSE and offered)
        case NoMatch():
            return labelled.expect in (Expected.NONE, Expected.HOLD)


def _report(measured: Iterable[Measured]) -> HalfReport:
    found = list(measured)
    with_tool = [one for one in found if one.labelled.tool is not None]
    to_run = [one for one in found if one.labelled.expect is Expected.RUN]
    return HalfReport(
        sentences=len(found),
        right_tool=_share(sum(one.top == one.labelled.tool for one in with_tool), len(with_tool)),
        right_arguments=_share(sum(one.right for one in to_run), len(to_run)),
        right_decision=_share(sum(one.right for one in found), len(found)),
        wrong_runs=sum(one.wrong_run for one in found),
        ran=sum(isinstance(one.decision, Run) for one in found),
    )


def _share(part: int, whole: int) -> float:
    return part / whole if whole else 1.0


def load_suite(path: Path) -> Suite:
    """Read a suite and everything that it names.

    Raises:
        SuiteUnreadable
    """
    try:
        head = tomllib.loads(path.read_text("utf-8"))
    except (OSError, ValueError, RecursionError) as wrong:  # also a number of thousands of digits
        raise _unreadable(path, "", str(wrong)) from wrong
    reader = _Reader(path, cast("JsonObject", head))
    return reader.suite()


def _unreadable(path: Path, place: str, detail: str) -> SuiteUnreadable:
    return SuiteUnreadable(detail, place=f"{path}: {place}" if place else str(path))


class _Reader:
    def __init__(self, path: Path, head: JsonObject) -> None:
        self._path = path
        self._head = head

    def suite(self) -> Suite:
        now = self._head.get("now")
        if not isinstance(now, datetime) or now.tzinfo is None:
            raise self._wrong("now", "a date and time with its offset, such as 2026-11-30T09:00:00+01:00")
        sentences = [(half, at, one) for half in _HALVES for at, one in enumerate(self._list(half, self._head))]
        languages = {str((as_object(one) or {}).get("language", "en")) for _, _, one in sentences} | {"en"}
        tools = {language: tuple(self._tools(language)) for language in sorted(languages)}
        known = {self._key(tool.ref): tool.ref for tool in tools["en"]}
        labelled = tuple(self._labelled(f"{half}[{at}]", half, one, known) for half, at, one in sentences)
        return Suite(self._path, now, tools["en"], tools, labelled)

    def _tools(self, language: str) -> Iterator[RouterTool]:
        for folder in self._list("integrations", self._head):
            file = self._path.parent / str(folder) / _MANIFEST
            try:
                reading = read_manifest(file.read_bytes(), strict=False)
            except OSError as wrong:
                raise self._wrong("integrations", f"{file}: {wrong.strerror}") from wrong
            if reading.manifest is None:
                raise self._wrong("integrations", f"{file} is no manifest that can be used")
            yield from manifest_tools(reading.manifest, language)
        for name in self._list("tools", self._head):
            yield from self._foreign(self._path.parent / str(name), language)

    def _foreign(self, file: Path, language: str) -> Iterator[RouterTool]:
        try:
            entries = as_list(json.loads(file.read_text("utf-8")))
        except (OSError, ValueError, RecursionError) as wrong:
            raise _unreadable(file, "", str(wrong)) from wrong
        for at, entry in enumerate(entries or ()):
            one = as_object(entry) or {}
            schema = as_object(one.get("inputSchema"))
            texts = [one.get(key) for key in ("integration", "name", "title", "description")]
            if schema is None or not all(isinstance(text, str) and text for text in texts):
                raise _unreadable(file, f"[{at}]", "integration, name, title, description and inputSchema are needed")
            integration, name, title, description = map(str, texts)
            utterances = tuple(map(str, as_list(one.get("utterances")) or ())) if language == "en" else ()
            ref = ToolRef(IntegrationId(integration.lower()), name)
            yield RouterTool(ref, name, title, description, integration, schema, utterances)

    def _labelled(self, place: str, half: str, value: object, known: Mapping[str, ToolRef]) -> Labelled:
        one = as_object(value) or {}
        say = one.get("say")
        if not isinstance(say, str):
            raise self._wrong(f"{place}.say", "the sentence is missing")
        expect = str(one.get("expect", "run"))
        if expect not in {*Expected}:
            raise self._wrong(f"{place}.expect", f"{expect}; one of {', '.join(Expected)}")
        tool = self._ref(f"{place}.tool", one.get("tool"), known)
        if tool is None and expect in (Expected.RUN, Expected.ASK):
            raise self._wrong(f"{place}.tool", "a sentence that runs or asks needs its tool")
        before = as_object(one.get("previous"))
        earlier = None if before is None else self._ref(f"{place}.previous.tool", before.get("tool"), known)
        return Labelled(
            say=say,
            half=half,
            expect=Expected(expect),
            tool=tool,
            arguments=as_object(one.get("arguments")) or {},
            missing=str(one.get("missing", "")),
            language=str(one.get("language", "en")),
            previous=None
            if before is None or earlier is None
            else PreviousCall(earlier, as_object(before.get("arguments")) or {}),
        )

    def _ref(self, place: str, value: object, known: Mapping[str, ToolRef]) -> ToolRef | None:
        if value is None:
            return None
        if not isinstance(value, str) or value not in known:
            raise self._wrong(place, f"no tool of this suite is called {value}")
        return known[value]

    def _key(self, ref: ToolRef) -> str:
        """``notes.append_note``: the last part of the integration's id, and the tool."""
        return f"{ref.integration.rsplit('.', 1)[-1]}.{ref.tool}"

    def _list(self, key: str, where: Mapping[str, object]) -> list[object]:
        value = where.get(key, [])
        found = as_list(value)
        if found is None:
            raise self._wrong(key, "a list is needed")
        return found

    def _wrong(self, place: str, detail: str) -> SuiteUnreadable:
        return _unreadable(self._path, place, detail)
