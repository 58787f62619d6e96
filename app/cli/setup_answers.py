"""The values that an integration needs, from ``--set`` and from the person: secrets by hidden input alone (V-5.13).

Used by ``add``, ``verify`` and ``inspect``. An argument of a program can be read by every other program of the machine,
so no secret is taken from there.
"""

from __future__ import annotations

import math
from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence

import click

from app.cli.command_ends import GivenUp
from app.cli.terminal import Terminal
from app.domain.installs import SetupField
from app.extensions.environment import setup_values
from app.integrations.setup import missing_fields
from app.storage.install_record import InstallRecord

__all__ = ["ask_fields", "missing_labels", "read_pairs", "set_option"]

set_option = click.option(
    "--set", "pairs", multiple=True, metavar="NAME=VALUE", help="A value that it needs and that is no secret."
)


def read_pairs(pairs: Sequence[str]) -> dict[str, str]:
    """Split ``NAME=VALUE``; a pair without ``=`` is wrong use."""
    found: dict[str, str] = {}
    for pair in pairs:
        name, equals, value = pair.partition("=")
        if not equals or not name:
            raise click.UsageError(f"{pair} is not NAME=VALUE.")
        found[name] = value
    return found


async def ask_fields(
    fields: Sequence[SetupField],
    given: Mapping[str, str],
    terminal: Terminal,
    *,
    stored: Collection[str] = (),
    wanted: Collection[str] = (),
    only_required: bool,
    before_secret: Callable[[], Awaitable[None]] | None = None,
) -> dict[str, str]:
    """Return ``given`` with what the person adds; an empty answer, and nobody to answer, leave a field out.

    ``stored`` have a value already and are not asked for; ``wanted`` are asked for in any case. ``before_secret`` runs
    once, before the first secret is asked for.

    Raises:
        GivenUp: ``given`` has a secret, or a value of no field.
    """
    known = {one.name: one for one in fields}
    for name, value in given.items():
        if name not in known:
            raise GivenUp(f"There is no field {name}; there are: {', '.join(known) or 'none'}.")
        if known[name].secret:
            raise GivenUp(f"{name} is a secret, and an argument can be read by others: it is asked for.")
        if wrong := _wrong(known[name], value):
            raise GivenUp(f"{name}: {wrong}")
    answers = dict(given)
    for one in fields:
        needed = (one.required and not one.default) or (one.secret and not only_required)
        if one.name in wanted or (needed and one.name not in answers and one.name not in stored):
            if one.secret and before_secret is not None:
                await before_secret()
                before_secret = None
            value = await _ask(one, terminal)
            if value:
                answers[one.name] = value
    return answers


def missing_labels(record: InstallRecord) -> tuple[str, ...]:
    """Return the labels of required fields without a value; a secret that is stored counts, whatever it is."""
    known = {**record.values, **dict.fromkeys(record.secret_names, "stored")}
    return missing_fields(record.manifest, setup_values(record.manifest, known))


async def _ask(one: SetupField, terminal: Terminal) -> str:
    choices = f" ({', '.join(choice.value for choice in one.choices)})" if one.choices else ""
    left_out = "" if one.required else ", Enter to leave it out"
    if one.description:
        terminal.say(one.description)
    while True:
        value = await terminal.ask(f"{one.label} [{one.name}]{choices}{left_out}: ", hidden=one.secret)
        if not value:
            return ""
        wrong = _wrong(one, value)
        if not wrong:
            return value
        terminal.say(wrong)


def _wrong(one: SetupField, value: str) -> str:
    """Say what keeps a value from being one of this field (V-5.11)."""
    if one.choices and value not in {choice.value for choice in one.choices}:
        return f"one of {', '.join(choice.value for choice in one.choices)}"
    if one.kind == "boolean" and value not in {"true", "false"}:
        return "true or false"
    if one.kind == "number" and not _is_number(value):
        return "a number"
    return ""


def _is_number(text: str) -> bool:
    try:
        return math.isfinite(float(text))
    except ValueError:
        return False
