"""Notes: the tools of the integration. Started by the host as ``python3 server.py``; needs Python 3.11 or newer."""

from __future__ import annotations

import os
from datetime import datetime
from pathlib import Path
from typing import Final

from mcp_stdio import Call, JsonObject, Reply, Server, ToolError, clip, glance
from note_files import MOST_TITLE, Note, NoteFolder

DATA_FOLDER: Final = "VOXNOTCH_DATA_DIR"

MOST_ADDED: Final = 1_000_000
"""Characters in one call."""
MOST_READ: Final = 100_000
"""Characters of a note in one answer: more than any model wants at once."""
MOST_LISTED: Final = 200
MOST_ROWS: Final = 6
"""Of a list on a card."""


class Notes:
    """The tools."""

    def __init__(self, folder: NoteFolder) -> None:
        self._folder = folder

    def create_note(self, call: Call) -> Reply:
        text = call.text("text", most=MOST_ADDED, default="")
        note = self._folder.create(call.text("title", most=MOST_TITLE), text)
        return _changed("created", note, text)

    def append_note(self, call: Call) -> Reply:
        text = call.text("text", most=MOST_ADDED)
        return _changed("appended", self._folder.append(call.text("title", most=MOST_TITLE), text), text)

    def delete_note(self, call: Call) -> Reply:
        note = self._folder.delete(call.text("title", most=MOST_TITLE))
        head = {"type": "header", "title": clip(note.title, 60), "icon": "x", "trailing": "deleted"}
        return glance({"status": "deleted", "title": note.title}, head)

    def get_note(self, call: Call) -> Reply:
        note, text = self._folder.read(call.text("title", most=MOST_TITLE))
        data: JsonObject = {"title": note.title, "changed": _when(note), "text": text[:MOST_READ]}
        if len(text) > MOST_READ:
            data["leftOut"] = f"{len(text) - MOST_READ} characters; the whole note is in {note.file}"
        return glance(data, _header(note, _day(note)), *_lines(text))

    def list_notes(self, call: Call) -> Reply:
        del call  # takes no arguments
        notes = self._folder.all()
        data: JsonObject = {
            "total": len(notes),
            "notes": [{"title": note.title, "changed": _when(note)} for note in notes[:MOST_LISTED]],
        }
        head = {"type": "header", "title": "Notes", "icon": "note", "trailing": _counted(len(notes), "note")}
        rows = [{"title": clip(note.title, 60), "icon": "file", "trailing": _day(note)} for note in notes[:MOST_ROWS]]
        return glance(data, head, *([{"type": "list", "rows": rows}] if rows else []))

    def find_notes(self, call: Call) -> Reply:
        query = call.text("query", most=200)
        hits = self._folder.find(query)
        data: JsonObject = {
            "query": query,
            "total": len(hits),
            "notes": [
                {"title": hit.note.title, "line": hit.line[:500], "matchingLines": hit.lines}
                for hit in hits[:MOST_LISTED]
            ],
        }
        head = {"type": "header", "title": clip(query, 60), "icon": "note", "trailing": _counted(len(hits), "note")}
        rows = [
            {
                "title": clip(hit.note.title, 60),
                "icon": "file",
                "subtitle": clip(hit.line, 72),
                "trailing": _day(hit.note),
            }
            for hit in hits[:MOST_ROWS]
        ]
        return glance(data, head, *([{"type": "list", "rows": rows}] if rows else []))


def _changed(status: str, note: Note, text: str) -> Reply:
    data: JsonObject = {"status": status, "title": note.title, "file": note.file.name, "bytes": note.size_bytes}
    return glance(data, _header(note, status), *_lines(text))


def _header(note: Note, trailing: str) -> JsonObject:
    return {"type": "header", "title": clip(note.title, 60), "icon": "note", "trailing": trailing}


def _lines(text: str) -> list[JsonObject]:
    """Return the first lines as a block, or nothing where there are none."""
    # A big note is not split whole for six lines.
    lines = [line.strip() for line in text[:4000].splitlines() if line.strip()]
    rows = [{"title": clip(line, 60)} for line in lines[:MOST_ROWS]]
    return [{"type": "list", "rows": rows}] if rows else []


def _when(note: Note) -> str:
    return datetime.fromtimestamp(note.changed_unix_s).astimezone().isoformat(timespec="seconds")


def _day(note: Note) -> str:
    return _when(note)[:10]


def _counted(count: int, noun: str) -> str:
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


def no_folder(call: Call) -> Reply:
    """Answer every tool where the host gave no folder."""
    raise ToolError(f"{call.tool}: there is nowhere to keep notes, {DATA_FOLDER} is not set.")


def main() -> None:
    """Serve until the host closes standard input."""
    kept = os.environ.get(DATA_FOLDER, "")
    notes = Notes(NoteFolder(Path(kept) / "notes"))
    functions = {
        "create_note": notes.create_note,
        "append_note": notes.append_note,
        "delete_note": notes.delete_note,
        "get_note": notes.get_note,
        "list_notes": notes.list_notes,
        "find_notes": notes.find_notes,
    }
    Server(
        Path(__file__).parent,
        functions if kept else dict.fromkeys(functions, no_folder),
        read_only={"get_note", "list_notes", "find_notes"},
        destructive={"delete_note"},
    ).run()


if __name__ == "__main__":
    main()
