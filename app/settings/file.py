"""``settings.json``: read with whatever can be saved of it, written whole; and the same as one text to carry away.

Called by ``bootstrap`` at the start, by the core after each accepted change, and by the command line. Loading and
saving block on the disk: off the core loop. One writer at a time; the last one wins.

All keys are written, also those at their default, so that a person can read and edit the file. Keys that this version
does not know stay in place: a newer Voxnotch that comes back finds them.
"""

from __future__ import annotations

import errno
import json
import logging
from dataclasses import dataclass
from pathlib import Path
from typing import cast

from app.domain.errors import SettingsDamaged, StorageUnavailable
from app.settings.disk import write_whole
from app.settings.model import SCHEMA_VERSION, Settings
from app.settings.salvage import Salvaged, parse, salvage

__all__ = ["LoadedSettings", "export_settings", "import_settings", "load_settings", "save_settings"]

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class LoadedSettings:
    settings: Settings
    problems: tuple[SettingsDamaged, ...] = ()
    """``place`` is a key (``audio.cues``, ``text.vocabulary.3``), a group, or the file; ``detail`` says why."""
    backup: Path | None = None
    """Copy of the damaged file; ``None`` when nothing was damaged or the copy could not be written."""
    readable: bool = True
    """False: there is a file, and this account or this disk does not give its content."""


def load_settings(path: Path) -> LoadedSettings:
    """Read the settings; never fails. No file means defaults; damage costs the damaged keys alone (A36)."""
    try:
        content = path.read_bytes()
    except FileNotFoundError:
        return LoadedSettings(Settings())
    except OSError as error:
        return LoadedSettings(Settings(), (SettingsDamaged(_reason(error), place=str(path)),), readable=False)
    text, problems = _decode(content, path)
    raw, reason = parse(text)
    if reason:
        problems.append(SettingsDamaged(reason, place=str(path)))
    salvaged = Salvaged(Settings()) if raw is None and reason else salvage(raw)
    if salvaged.unknown:
        logger.info("settings keys unknown to this version are kept: %s", ", ".join(salvaged.unknown))
    problems.extend(_with_file(problem, path) for problem in salvaged.problems)
    backup = _keep_copy(path, content) if problems else None
    return LoadedSettings(salvaged.settings, tuple(problems), backup)


def save_settings(path: Path, settings: Settings) -> None:
    """Write the settings, crash-safe and readable by this person only.

    Raises:
        StorageUnavailable: the disk is full, read-only or not there, or the old file cannot be read; it is untouched.
    """
    values = settings.model_dump(mode="json")
    values["version"] = max(settings.version, SCHEMA_VERSION)
    try:
        on_disk, _ = parse(_decode(path.read_bytes(), path)[0])
    except FileNotFoundError:
        on_disk = None
    except OSError as error:
        # A folder that lets us write lets us replace what we may not read: somebody's settings would be gone.
        raise StorageUnavailable(_reason(error), place=str(path)) from error
    if isinstance(on_disk, dict):
        values = _keep_foreign(cast("dict[str, object]", on_disk), values)
    write_whole(path, _encode(values))


def export_settings(settings: Settings) -> str:
    """Return all settings; they hold no secret and no word that was spoken."""
    return _encode(settings.model_dump(mode="json") | {"version": SCHEMA_VERSION}).decode()


def import_settings(text: str) -> LoadedSettings:
    """Read exported settings.

    With any entry in ``problems`` the text is refused: ``settings`` are then the defaults and must not be applied.
    A key that the text leaves out is at its default.
    """
    raw, reason = parse(text.removeprefix("\ufeff"))
    if reason:
        return _refuse(SettingsDamaged(reason))
    salvaged = salvage(raw)
    problems = list(salvaged.problems)
    if isinstance(raw, dict):
        problems += _version_problems(cast("dict[str, object]", raw))
    problems += [SettingsDamaged("unknown key", place=key) for key in salvaged.unknown]
    return _refuse(*problems) if problems else LoadedSettings(salvaged.settings)


def _reason(error: OSError) -> str:
    return errno.errorcode.get(error.errno or 0, "unreadable")


def _encode(values: object) -> bytes:
    """Return JSON for a file that people read; lone surrogates stay escaped, since UTF-8 has none."""
    try:
        return (json.dumps(values, indent=2, ensure_ascii=False) + "\n").encode()
    except UnicodeEncodeError:
        return (json.dumps(values, indent=2) + "\n").encode()


def _decode(content: bytes, path: Path) -> tuple[str, list[SettingsDamaged]]:
    encoding = "utf-16" if content.startswith((b"\xff\xfe", b"\xfe\xff")) else "utf-8-sig"
    try:
        return content.decode(encoding), []
    except UnicodeDecodeError as error:
        problem = SettingsDamaged(f"not {encoding} at byte {error.start}", place=str(path))
        return content.decode(encoding, "replace"), [problem]


def _with_file(problem: SettingsDamaged, path: Path) -> SettingsDamaged:
    return problem if problem.place else SettingsDamaged(problem.detail, place=str(path))


def _keep_foreign(on_disk: dict[str, object], values: dict[str, object]) -> dict[str, object]:
    """Return ``values`` plus what stands in the file and is not ours to drop.

    That is every unknown key and, in a file of a newer version, every value that this version cannot read as long as
    its own setting is at the default: going back to the newer version then loses nothing.
    """
    merged = dict(values)
    defaults = cast("dict[str, object]", Settings().model_dump(mode="json"))
    refused = _refused(on_disk)
    for name, theirs in on_disk.items():
        ours = values.get(name)
        if name not in values or (name in refused and ours == defaults[name]):
            merged[name] = theirs
        elif isinstance(ours, dict) and isinstance(theirs, dict):
            group = cast("dict[str, object]", ours)
            default = cast("dict[str, object]", defaults[name])
            merged[name] = group | {
                key: value
                for key, value in cast("dict[str, object]", theirs).items()
                if key not in group or (f"{name}.{key}" in refused and group[key] == default[key])
            }
    return merged


def _refused(on_disk: dict[str, object]) -> frozenset[str]:
    version = on_disk.get("version")
    if not isinstance(version, int) or version <= SCHEMA_VERSION:
        return frozenset()
    return frozenset(problem.place for problem in salvage(on_disk).problems)


def _keep_copy(path: Path, content: bytes) -> Path | None:
    """Save the damaged file beside itself; the same damage met again at the next start makes no second copy."""
    number = 1
    try:
        while (copy := path.with_name(f"{path.name}.damaged-{number}")).exists():
            if copy.read_bytes() == content:
                return copy
            number += 1
        write_whole(copy, content)
    except (OSError, StorageUnavailable) as error:
        logger.warning("the damaged settings could not be copied: %s", error)
        return None
    return copy


def _version_problems(raw: dict[str, object]) -> list[SettingsDamaged]:
    version = raw.get("version")
    if version is None:
        return [SettingsDamaged("missing: these are not exported settings", place="version")]
    if isinstance(version, int) and version > SCHEMA_VERSION:
        return [SettingsDamaged("written by a newer Voxnotch", place="version")]
    return []


def _refuse(*problems: SettingsDamaged) -> LoadedSettings:
    return LoadedSettings(Settings(), problems)
