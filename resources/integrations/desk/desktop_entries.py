"""Finds installed applications: freedesktop desktop entries, by what people call them.

https://specifications.freedesktop.org/desktop-entry-spec/ and /menu-spec/. Reads files only; worker threads.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path
from typing import Final

from mcp_stdio import ToolError

_GROUP: Final = "[Desktop Entry]"
_MOST_BYTES: Final = 256 * 1024
"""Real entries have some kilobytes, translations and all."""
_EXPORTS: Final = ("/var/lib/flatpak/exports/share", "/var/lib/snapd/desktop")
"""Where packages of other kinds put their entries; not every session has them in XDG_DATA_DIRS."""


@dataclass(frozen=True)
class App:
    """An application that a person can open."""

    id: str
    """Desktop id, such as ``org.gnome.gedit``."""
    name: str
    file: Path
    called: frozenset[str]
    """Every name it goes by, in lower case: translated, generic and the id."""


def installed() -> list[App]:
    """Return what is installed and shown in menus, by name."""
    apps: dict[str, App] = {}
    hidden: set[str] = set()
    for folder in _folders():
        for file in sorted(folder.rglob("*.desktop")):
            entry_id = file.relative_to(folder).as_posix().replace("/", "-").removesuffix(".desktop")
            # An entry in an earlier folder stands for one of the same id in a later one, also where it hides it.
            if entry_id in apps or entry_id in hidden:
                continue
            app = _read(file, entry_id)
            if app is None:
                hidden.add(entry_id)
            else:
                apps[entry_id] = app
    return sorted(apps.values(), key=lambda app: app.name.casefold())


def find_app(name: str) -> App:
    """Return the application that goes by ``name``.

    Raises:
        ToolError: none does, or several do; the message names those that may be meant.
    """
    wanted = " ".join(name.casefold().split())
    apps = installed()
    exact = [app for app in apps if app.name.casefold() == wanted or app.id.casefold() == wanted]
    fitting = exact[:1] or [app for app in apps if wanted in app.called]
    fitting = fitting or [app for app in apps if any(one.startswith(wanted) for one in app.called)]
    if len(fitting) == 1:
        return fitting[0]
    if fitting:
        raise ToolError(f'Several applications fit "{name}": {_told(fitting)}.')
    names = {called: app for app in apps for called in app.called}
    near = [names[called] for called in names if wanted in called]
    near = near or [names[called] for called in get_close_matches(wanted, names, n=5)]
    meant = f" Did you mean {_told(near)}?" if near else ""
    raise ToolError(f'No application called "{name}" is installed.{meant}')


def _told(apps: list[App]) -> str:
    return " or ".join(list(dict.fromkeys(app.name for app in apps))[:5])


def _folders() -> Iterator[Path]:
    home = os.environ.get("XDG_DATA_HOME") or str(Path.home() / ".local" / "share")
    shared = (os.environ.get("XDG_DATA_DIRS") or "/usr/local/share:/usr/share").split(":")
    for base in dict.fromkeys([home, *shared, f"{home}/flatpak/exports/share", *_EXPORTS]):
        if base:
            yield Path(base) / "applications"


def _read(file: Path, entry_id: str) -> App | None:
    """Return the application of an entry, or nothing where it is none to be opened by name."""
    try:
        with file.open("rb") as opened:
            text = opened.read(_MOST_BYTES).decode("utf-8", "replace")
    except OSError:
        # A dangling link, or a file of somebody else: the other entries are as good as before.
        return None
    keys = dict(_keys(text))
    shown = keys.get("NoDisplay") != "true" and keys.get("Hidden") != "true"
    if keys.get("Type") != "Application" or not shown or not keys.get("Name"):
        return None
    called = [value for key, value in keys.items() if key.partition("[")[0] in {"Name", "GenericName"}]
    return App(entry_id, keys["Name"], file, frozenset(one.casefold() for one in (*called, entry_id) if one))


def _keys(text: str) -> Iterator[tuple[str, str]]:
    inside = False
    for line in text.splitlines():
        if line.startswith("["):
            inside = line.strip() == _GROUP
        elif inside and "=" in line and not line.startswith("#"):
            key, _, value = line.partition("=")
            yield key.strip(), value.strip()
