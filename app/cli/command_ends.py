"""How the commands ``integrations``, ``say`` and ``simulate`` end (V-20.1): 0 good, 1 findings, 2 it could not run.

With ``--json`` one object is printed on standard output and nothing else.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, NoReturn

import anyio
import click

from app.cli.finding_words import finding_lines, finding_row
from app.cli.terminal import lines_of
from app.domain.errors import AppError, first_error
from app.domain.findings import Finding

__all__ = ["COULD_NOT_RUN", "FINDINGS", "GOOD", "Ending", "GivenUp", "json_option", "leave", "refusal", "run_command"]


GOOD: Final = 0
FINDINGS: Final = 1
COULD_NOT_RUN: Final = 2

json_option = click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")


@dataclass(frozen=True, slots=True)
class Ending:
    """What a command has to say."""

    code: int
    answer: Mapping[str, object] = field(default_factory=dict[str, object])
    """For ``--json``."""
    words: str = ""


class GivenUp(Exception):
    """A command cannot go on; inside of this package only, ends in :func:`run_command`."""

    def __init__(self, words: str, code: int = COULD_NOT_RUN) -> None:
        super().__init__(words)
        self.ending = Ending(code, {"ok": False, "error": words}, words)


def refusal(words: str, findings: Sequence[Finding], **more: object) -> Ending:
    """End with what an author has to mend."""
    lines = [line for finding in findings for line in finding_lines(finding)]
    rows = [finding_row(finding) for finding in findings]
    return Ending(FINDINGS, {"ok": False, **more, "error": words, "findings": rows}, "\n".join([*lines, words]))


def run_command(work: Callable[[], Awaitable[Ending]], *, as_json: bool) -> NoReturn:
    """Run the async part and leave; what Voxnotch names as an error is said in words, with the next step."""
    endings: list[Ending] = []
    try:
        endings.append(anyio.run(work))
    except* GivenUp as errors:
        endings.append(first_error(errors).ending)
    except* AppError as errors:
        endings.append(_failed(first_error(errors)))
    except* KeyboardInterrupt:
        endings.append(Ending(COULD_NOT_RUN, {"ok": False, "error": "Stopped."}, "Stopped."))
    leave(endings[-1], as_json=as_json)


def leave(ending: Ending, *, as_json: bool) -> NoReturn:
    """Print what a command has to say, and exit with its code."""
    if as_json:
        # In ASCII: nothing in it that a terminal would obey, nor half of a character.
        click.echo(json.dumps(ending.answer))
    elif ending.words:
        click.echo(lines_of(ending.words), err=ending.code == COULD_NOT_RUN)
    sys.exit(ending.code)


def _failed(error: AppError) -> Ending:
    from app.ui.phrases import error_words

    said = error_words(error.code, error.place)
    answer = {"ok": False, "code": error.code, "place": error.place, "error": said.what, "advice": said.next_step}
    detail = f"\n{error.detail}" if error.detail else ""
    return Ending(COULD_NOT_RUN, answer, f"{said.what}\n{said.next_step}{detail}")
