"""Notes as Markdown files in one folder: their names, and reading and writing them.

The first line of a file, ``# Title``, is the note's title; a file without one goes by its name. Called by the tools on
their worker threads; one lock lets one of them in at a time. Links and hidden files are no notes, so nothing outside
the folder is read or written.
"""

from __future__ import annotations

import contextlib
import os
import tempfile
import threading
import unicodedata
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path
from typing import Final

from mcp_stdio import ToolError

MOST_TITLE: Final = 120
"""Characters."""
MOST_NOTE_BYTES: Final = 16 * 1024 * 1024
"""A note is rewritten whole when something is appended; more than this is no note."""

_SUFFIX: Final = ".md"
_MOST_NAME_BYTES: Final = 120
"""File systems take 255; some cloud folders less."""
_PART: Final = ".part"
_KEPT: Final = frozenset(" -_.,'()")
_PORTS: Final = (f"{port}{number}" for port in ("com", "lpt") for number in range(10))
_RESERVED: Final = frozenset({"con", "prn", "aux", "nul", *_PORTS})
"""Names that Windows keeps for itself, whatever follows a dot."""


@dataclass(frozen=True)
class Note:
    """A note that is there."""

    title: str
    file: Path
    changed_unix_s: float
    size_bytes: int


@dataclass(frozen=True)
class Hit:
    """A note in which words were found."""

    note: Note
    line: str
    """The first line that has them; the title where only that does."""
    lines: int
    """How many lines have them."""


def file_name(title: str) -> str:
    """Return a name without suffix that every file system takes: letters, digits and a little punctuation."""
    plain = unicodedata.normalize("NFC", title)
    kept = (char if char in _KEPT or unicodedata.category(char)[0] in "LNM" else "-" for char in plain)
    name = " ".join("".join(kept).split()).encode()[:_MOST_NAME_BYTES].decode("utf-8", "ignore").strip(" .-")
    if not name or name.split(".")[0].strip().casefold() in _RESERVED:
        name = f"note {name}".strip()
    return name


def clean_title(title: str) -> str:
    """Return the title on one line, without the marks of a heading."""
    return " ".join(title.split()).lstrip("# ")


class NoteFolder:
    """The notes in one folder, which is made when the first one is."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._lock = threading.Lock()
        for left in folder.glob(f".*{_PART}"):
            # Written by a run that was killed before it could put it in place.
            left.unlink(missing_ok=True)

    def all(self) -> list[Note]:
        """Return every note, the one changed last first."""
        with self._lock:
            return self._all()

    def create(self, title: str, text: str) -> Note:
        """Write a new note."""
        title = clean_title(title)
        if not title:
            raise ToolError("A note needs a title.")
        with self._lock:
            if any(_same(note.title, title) for note in self._all()):
                raise ToolError(f'There is already a note "{title}". Append to it, or choose another title.')
            head = f"# {title}\n"
            return self._write(self._free_file(title), title, f"{head}\n{_ended(text)}" if text else head)

    def append(self, title: str, text: str) -> Note:
        """Add text at the end of a note, on a line of its own."""
        with self._lock:
            note = self._find(title)
            return self._write(note.file, note.title, _ended(self._content(note)) + _ended(text))

    def delete(self, title: str) -> Note:
        """Remove the file of a note."""
        with self._lock:
            note = self._find(title)
            note.file.unlink()
            return note

    def read(self, title: str) -> tuple[Note, str]:
        """Return a note with what stands below its title."""
        with self._lock:
            note = self._find(title)
            content = self._content(note)
        first, _, rest = content.partition("\n")
        return note, (rest if first.startswith("# ") else content).strip("\n")

    def find(self, words: str) -> list[Hit]:
        """Return the notes with a line, or a title, that has all the words; the one changed last first."""
        wanted = words.casefold().split()
        hits: list[Hit] = []
        with self._lock:
            for note in self._all():
                hit = _search(note, wanted)
                if hit is not None:
                    hits.append(hit)
        return hits

    def _all(self) -> list[Note]:
        notes: list[Note] = []
        if not self._folder.is_dir():
            return notes
        with os.scandir(self._folder) as entries:
            for entry in entries:
                hidden = entry.name.startswith(".")
                if not hidden and entry.name.endswith(_SUFFIX) and entry.is_file(follow_symlinks=False):
                    state = entry.stat(follow_symlinks=False)
                    file = Path(entry.path)
                    notes.append(Note(_title_of(file), file, state.st_mtime, state.st_size))
        return sorted(notes, key=lambda note: (-note.changed_unix_s, note.title.casefold()))

    def _find(self, title: str) -> Note:
        wanted = clean_title(title)
        notes = self._all()
        for note in notes:
            if _same(note.title, wanted):
                return note
        titles = {note.title.casefold(): note.title for note in notes}
        near = [titles[key] for key in titles if wanted.casefold() in key]
        near = near or [titles[key] for key in get_close_matches(wanted.casefold(), titles, n=3)]
        meant = " or ".join(f'"{one}"' for one in near[:3])
        raise ToolError(f'There is no note "{wanted}".' + (f" Did you mean {meant}?" if meant else ""))

    def _content(self, note: Note) -> str:
        if note.size_bytes > MOST_NOTE_BYTES:
            raise ToolError(f'"{note.title}" has {note.size_bytes} bytes, too much for a note: {note.file}')
        return note.file.read_text(encoding="utf-8", errors="replace")

    def _free_file(self, title: str) -> Path:
        name = file_name(title)
        file = self._folder / f"{name}{_SUFFIX}"
        number = 2
        # Two titles may differ only in what a file name cannot hold.
        while os.path.lexists(file):
            file = self._folder / f"{name} {number}{_SUFFIX}"
            number += 1
        return file

    def _write(self, file: Path, title: str, content: str) -> Note:
        """Put the whole file in place at once: a reader, or a power cut, sees the old one or the new one."""
        data = content.encode()
        if len(data) > MOST_NOTE_BYTES:
            raise ToolError(f'"{title}" would have {len(data)} bytes; {MOST_NOTE_BYTES} is the most.')
        self._folder.mkdir(parents=True, exist_ok=True)
        handle, part = tempfile.mkstemp(dir=self._folder, prefix=".", suffix=_PART)
        try:
            with os.fdopen(handle, "wb") as opened:
                opened.write(data)
                opened.flush()
                os.fsync(opened.fileno())
            Path(part).replace(file)
        except OSError:
            with contextlib.suppress(OSError):
                Path(part).unlink()
            raise
        return Note(title, file, file.stat().st_mtime, len(data))


def _title_of(file: Path) -> str:
    with file.open(encoding="utf-8", errors="replace") as opened:
        first = opened.readline(4 * MOST_TITLE)
    title = clean_title(first) if first.startswith("# ") else ""
    return title or file.stem


def _same(one: str, other: str) -> bool:
    return unicodedata.normalize("NFC", one).casefold() == unicodedata.normalize("NFC", other).casefold()


def _ended(text: str) -> str:
    return text if text.endswith("\n") else text + "\n"


def _search(note: Note, wanted: list[str]) -> Hit | None:
    first = ""
    count = 0
    # Something that large was not written by this integration, and a search has to end soon.
    if note.size_bytes <= MOST_NOTE_BYTES:
        with note.file.open(encoding="utf-8", errors="replace") as opened:
            for line in opened:
                folded = line.casefold()
                if all(word in folded for word in wanted):
                    count += 1
                    first = first or line.strip()
    if not count and all(word in note.title.casefold() for word in wanted):
        first = note.title
    return Hit(note, first, count) if first else None
