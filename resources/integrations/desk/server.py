"""Desk: the tools of the integration. Started by the host as ``python3 server.py``; needs Python 3.11 or newer."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

import media
import pasteboard
import sound
from desktop_entries import find_app, installed
from mcp_stdio import Call, JsonObject, Reply, Server, ToolError, ToolFunction, clip, glance
from programs import find, start, start_any

MOST_TEXT: Final = 1_000_000
"""Characters put on the clipboard in one call."""
MOST_READ: Final = 100_000
"""Characters of the clipboard in one answer."""
MOST_ADDRESS: Final = 2048
MOST_ROWS: Final = 6
"""Of a list on a card."""
MOST_APPS: Final = 300

_HOST: Final = re.compile(r"[\w-]+(\.[\w-]+)+(:\d+)?([/?#].*)?")
"""What people say for an address: a host with a dot, and what may follow."""


def open_app(call: Call) -> Reply:
    app = find_app(call.text("name", most=120))
    launcher = find("gio", package="glib2 (on Debian libglib2.0-bin)")
    start([launcher, "launch", str(app.file)])
    head = {"type": "header", "title": clip(app.name, 60), "appIcon": clip(app.id, 40), "trailing": "opened"}
    return glance({"status": "opened", "app": app.name, "desktopId": app.id}, head)


def open_url(call: Call) -> Reply:
    address = web_address(call.text("address", most=MOST_ADDRESS))
    start_any(["xdg-open", address], ["gio", "open", address], package="xdg-utils")
    head: JsonObject = {
        "type": "header",
        "title": clip(urlsplit(address).hostname or "", 60),
        "icon": "globe",
        "trailing": "opened",
    }
    return glance({"status": "opened", "address": address}, head)


def web_address(text: str) -> str:
    """Return a web address as it may be opened; "example.org" gets the https that people leave out.

    Raises:
        ToolError: it is none, or of another scheme: such an address could start any program.
    """
    address = text.strip()
    if _HOST.fullmatch(address):
        address = f"https://{address}"
    if any(char.isspace() or not char.isprintable() for char in address):
        raise ToolError("An address has no spaces or control characters.")
    try:
        parts = urlsplit(address)
    except ValueError as error:
        raise ToolError(f"{address} is no web address: {error}.") from error
    if parts.scheme not in {"http", "https"} or not parts.hostname:
        raise ToolError(f"{address} is no web address. Only http and https are opened.")
    if "@" in parts.netloc:
        raise ToolError("An address with a user name in it is not opened: it may hide where it leads.")
    return address


def list_apps(call: Call) -> Reply:
    wanted = call.text("query", most=120, default="").casefold().strip()
    apps = [app for app in installed() if any(wanted in called for called in app.called)]
    data: JsonObject = {"total": len(apps), "apps": [app.name for app in apps[:MOST_APPS]]}
    head: JsonObject = {"type": "header", "title": "Applications", "icon": "list", "trailing": str(len(apps))}
    rows = [{"title": clip(app.name, 60)} for app in apps[:MOST_ROWS]]
    return glance(data, head, *([{"type": "list", "rows": rows}] if rows else []))


def get_clipboard(call: Call) -> Reply:
    del call  # takes no arguments
    text = pasteboard.read_text()
    data: JsonObject = {"text": text[:MOST_READ], "characters": len(text)}
    head: JsonObject = {"type": "header", "title": "Clipboard", "icon": "note", "trailing": f"{len(text)} characters"}
    return glance(data, head, *_lines(text))


def set_clipboard(call: Call) -> Reply:
    text = call.text("text", most=MOST_TEXT)
    pasteboard.write_text(text)
    head: JsonObject = {"type": "header", "title": "Clipboard", "icon": "check", "trailing": f"{len(text)} characters"}
    return glance({"status": "copied", "characters": len(text)}, head, *_lines(text))


def _lines(text: str) -> list[JsonObject]:
    """Return the first lines as a block, or nothing where there are none."""
    lines = [line.strip() for line in text[:4000].splitlines() if line.strip()]
    rows = [{"title": clip(line, 60)} for line in lines[:MOST_ROWS]]
    return [{"type": "list", "rows": rows}] if rows else []


def get_volume(call: Call) -> Reply:
    del call  # takes no arguments
    return _volume_reply(sound.read_volume())


def set_volume(call: Call) -> Reply:
    if (call.arguments.get("percent") is None) == (call.arguments.get("change") is None):
        raise ToolError("Give either percent or change.")
    if call.arguments.get("percent") is not None:
        wanted = call.number("percent", least=0, most=sound.LOUDEST)
    else:
        wanted = sound.read_volume().percent + call.number("change", least=-100, most=100)
    sound.set_volume(wanted)
    return _volume_reply(sound.read_volume())


def mute_sound(call: Call) -> Reply:
    sound.set_muted(call.arguments.get("muted") is not False)
    return _volume_reply(sound.read_volume())


def _volume_reply(volume: sound.Volume) -> Reply:
    told = f"{volume.percent} %"
    bar: JsonObject = {
        "type": "progress",
        "value": volume.percent,
        "max": max(sound.LOUDEST, volume.percent),
        "label": f"Volume {told}, muted" if volume.muted else f"Volume {told}",
    }
    return glance({"percent": volume.percent, "muted": volume.muted}, bar)


def get_media(call: Call) -> Reply:
    del call  # takes no arguments
    there = media.players()
    data: JsonObject = {
        "players": [
            {"player": one.name, "status": one.status.casefold(), "title": one.title, "artist": one.artist}
            for one in there
        ]
    }
    if not there:
        return glance(data, {"type": "header", "title": "Nothing is playing", "icon": "music"})
    rows = [
        {
            "title": clip(one.title or one.name, 60),
            "icon": "music",
            **({"subtitle": clip(one.artist, 72)} if one.artist else {}),
            "badge": {"text": one.status.casefold(), "tone": "good" if one.status == "Playing" else "neutral"},
        }
        for one in there[:MOST_ROWS]
    ]
    return glance(data, {"type": "list", "rows": rows})


def press_media_key(call: Call) -> Reply:
    key = call.choice("key", media.KEYS)
    player = media.press(key)
    head = {"type": "header", "title": clip(player.name, 60), "icon": "music", "trailing": key.replace("_", " ")}
    return glance({"status": "pressed", "key": key, "player": player.name}, head)


def not_here(call: Call) -> Reply:
    """Answer every tool on a system that this integration does not know."""
    raise ToolError(f"{call.tool}: Desk knows Linux only so far, and this is {sys.platform}.")


def main() -> None:
    """Serve until the host closes standard input."""
    functions: dict[str, ToolFunction] = {
        "open_app": open_app,
        "open_url": open_url,
        "list_apps": list_apps,
        "get_clipboard": get_clipboard,
        "set_clipboard": set_clipboard,
        "get_volume": get_volume,
        "set_volume": set_volume,
        "mute_sound": mute_sound,
        "get_media": get_media,
        "press_media_key": press_media_key,
    }
    Server(
        Path(__file__).parent,
        functions if sys.platform == "linux" else dict.fromkeys(functions, not_here),
        read_only={"list_apps", "get_clipboard", "get_volume", "get_media"},
    ).run()


if __name__ == "__main__":
    main()
