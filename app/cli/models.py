"""``voxnotch models``: which speech models are here, and getting another one."""

from __future__ import annotations

import json
import sys
from typing import NoReturn

import anyio
import click

from app.domain.errors import AppError
from app.domain.messages import ModelInfo, ModelState
from app.settings.file import load_settings, save_settings
from app.settings.paths import AppPaths, find_paths

__all__ = ["models"]


def _infos(paths: AppPaths) -> tuple[ModelInfo, ...]:
    from app.speech.models import ModelCatalogue

    return ModelCatalogue(paths.models, paths.state).infos()


@click.group(invoke_without_command=True)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@click.pass_context
def models(context: click.Context, as_json: bool) -> None:
    """List the speech models; `use` and `fetch` change them.

    Language models, which answer what you ask, are chosen in the window: Models, Answers.
    """
    if context.invoked_subcommand is not None:
        return
    paths = find_paths()
    in_use = load_settings(paths.settings_file).settings.recognition.model
    infos = _infos(paths)
    if as_json:
        rows = [
            {"name": info.name, "state": info.state.value, "bytes": info.size_bytes, "languages": info.languages}
            for info in infos
        ]
        click.echo(json.dumps({"in_use": in_use, "models": rows}))
        return
    for info in infos:
        mark = "*" if info.name == in_use else " "
        click.echo(f"{mark} {info.name:<10} {info.state.value:<8} {info.size_bytes / 1e6:5.0f} MB  {info.languages}")
    click.echo("\n* is in use. Another one: sh packaging/run models fetch NAME, then sh packaging/run models use NAME")


@models.command()
@click.argument("name")
def fetch(name: str) -> None:
    """Download a model, or repair it."""
    paths = find_paths()
    _require(name, _infos(paths))
    from app.speech.models import ModelCatalogue

    shown = -1

    def progress(share: float) -> None:
        nonlocal shown
        percent = int(share * 10) * 10
        if percent != shown:
            shown = percent
            click.echo(f"{name}: {percent} %")

    try:
        anyio.run(ModelCatalogue(paths.models, paths.state).fetch, name, progress)
    except AppError as error:
        _give_up(f"{name} could not be fetched; what was there before is unchanged.", error)
    click.echo(f"{name} is ready. Use it with: sh packaging/run models use {name}")


@models.command()
@click.argument("name")
def use(name: str) -> None:
    """Recognise with this model from the next start on."""
    paths = find_paths()
    info = _require(name, _infos(paths))
    if info.state not in {ModelState.READY, ModelState.LOADED}:
        click.echo(f"{name} is not on this machine yet. Get it with: sh packaging/run models fetch {name}", err=True)
        sys.exit(1)
    from app.ui.single_instance import is_running

    if is_running(paths):
        click.echo(
            "Voxnotch is running and keeps its own settings. Choose the model in its window, or end it first.", err=True
        )
        sys.exit(1)
    loaded = load_settings(paths.settings_file)
    try:
        save_settings(paths.settings_file, loaded.settings.with_value("recognition.model", name))
    except AppError as error:
        _give_up("The setting could not be saved.", error)
    click.echo(f"{name} is used from the next start on.")


def _give_up(what: str, error: AppError) -> NoReturn:
    """Say what did not work, why and what to do, in the words of the window."""
    from app.ui.phrases import error_words

    words = error_words(error.code, error.place)
    click.echo(f"{what} {words.what}\n{words.next_step}", err=True)
    sys.exit(1)


def _require(name: str, infos: tuple[ModelInfo, ...]) -> ModelInfo:
    for info in infos:
        if info.name == name:
            return info
    names = ", ".join(info.name for info in infos)
    raise click.BadParameter(f"no such model; there are {names}")
