"""``voxnotch simulate``: what a sentence would do, without a window, a microphone or a language model.

Exit codes: 0 something answers, or the suite has no wrong run; 1 nothing fits, a call failed or was declined, or a
wrong run; 2 it could not run.
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

import anyio.to_thread
import click

from app.cli.command_ends import FINDINGS, GOOD, Ending, GivenUp, json_option, run_command
from app.cli.terminal import Terminal
from app.settings.paths import find_paths, resources_folder

if TYPE_CHECKING:
    from app.cli.simulation import Turned

__all__ = ["simulate"]

_CLOSED: Final = "It was not answered, and nothing more is done."
_LONGEST_SAID: Final = 5000
"""Characters; the same as of ``say``."""


@click.command()
@click.argument("sentence", required=False)
@click.option(
    "--integration",
    "folders",
    multiple=True,
    type=click.Path(exists=True, file_okay=False, resolve_path=True, path_type=Path),
    metavar="FOLDER",
    help="Use this folder as if it alone were installed; again for several. [default: what is installed]",
)
@click.option("--run", "runs", is_flag=True, help="Run it, and ask here what would be asked in the notch.")
@click.option(
    "--wav",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="Take the words of this sound file, through the recogniser.",
)
@click.option("--language", default="en", show_default=True, metavar="TAG", help="Of the sentence, such as de.")
@click.option(
    "--suite",
    is_flag=False,
    flag_value="",
    type=str,
    metavar="[FILE]",
    help="Measure labelled sentences instead; without FILE those that come with Voxnotch.",
)
@json_option
def simulate(
    *,
    sentence: str | None,
    folders: tuple[Path, ...],
    runs: bool,
    wav: Path | None,
    language: str,
    suite: str | None,
    as_json: bool,
) -> None:
    """Show what SENTENCE would reach: the fast intents and the offline router, with scores and values.

    Nothing runs without --run. The servers of the integrations are started for it, and stopped again. A language
    model never takes part; where one is chosen, it answers what no fast intent does.
    """
    if suite is not None:
        if sentence or folders or wav or runs:
            raise click.UsageError("--suite measures a file of sentences, and takes nothing else.")
        file = Path(suite) if suite else resources_folder() / "suites" / "router.toml"
        run_command(lambda: _measured(file), as_json=as_json)
    if (sentence is None) == (wav is None):
        raise click.UsageError("Give a sentence, or a sound file with --wav.")
    if sentence is not None and not sentence.strip():
        raise click.UsageError("There is nothing in the sentence.")
    if sentence is not None and len(sentence) > _LONGEST_SAID:
        raise click.UsageError(f"That is too long: at most {_LONGEST_SAID} characters.")

    run_command(lambda: _simulated(sentence, wav, language, folders=folders, runs=runs), as_json=as_json)


async def _simulated(
    sentence: str | None, wav: Path | None, language: str, *, folders: tuple[Path, ...], runs: bool
) -> Ending:
    # A second of imports that --help and wrong use need not wait for.
    from app.cli.heard_file import hear
    from app.cli.simulated_text import outlook_lines, outlook_row, titles_of
    from app.cli.simulation import simulation

    terminal, paths = Terminal(aside=True), find_paths()
    async with simulation(paths, folders, terminal) as simulated:
        terminal.say(*simulated.absent())
        said, spoken = sentence or "", language
        if wav is not None:
            said, spoken = await hear(paths, wav, simulated.host.parts.registry.vocabulary)
        outlook = await simulated.outlook(said, spoken)
        row = {"sentence": said, "language": spoken, **outlook_row(outlook)}
        lines = [said, *outlook_lines(outlook, titles_of(simulated.tools()))]
        if not runs:
            fits = row["decision"] != "none"
            return Ending(GOOD if fits else FINDINGS, {"ok": fits, **row}, "\n".join(lines))
        turned = await simulated.turn(said, spoken, terminal)
    return _ran(turned, row, lines)


def _ran(turned: Turned, row: Mapping[str, object], lines: Sequence[str]) -> Ending:
    from app.cli.simulated_text import turned_lines, turned_row
    from app.ui.phrases import error_words

    ran_well = turned.error is None and not turned.closed and all(one.failure is None for one in turned.record.calls)
    answer: dict[str, object] = {"ok": ran_well, **row, **turned_row(turned)}
    words = [*lines, "", *turned_lines(turned, time.time())]
    if turned.closed:
        words.append(_CLOSED)
    elif turned.error is not None:
        said = error_words(turned.error.code, turned.error.place)
        answer |= {"code": turned.error.code, "error": said.what, "advice": said.next_step}
        if not turned.record.calls:  # a failed call was told already
            words += [said.what, said.next_step]
    return Ending(GOOD if ran_well else FINDINGS, answer, "\n".join(words))


async def _measured(file: Path) -> Ending:
    from app.agent.router import Router
    from app.agent.router.suite import SuiteUnreadable, load_suite, measure
    from app.cli.suite_text import suite_lines, suite_row

    try:
        suite = await anyio.to_thread.run_sync(load_suite, file)
    except SuiteUnreadable as error:
        raise GivenUp(f"The suite cannot be used: {error.place}: {error.detail}") from error
    report = await anyio.to_thread.run_sync(measure, suite, Router())
    row = suite_row(report)
    return Ending(GOOD if row["ok"] else FINDINGS, row, "\n".join(suite_lines(report)))
