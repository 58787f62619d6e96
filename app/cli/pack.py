"""``voxnotch integrations pack``: a folder as one file to hand on (V-20.6)."""

from __future__ import annotations

from pathlib import Path

import anyio.to_thread
import click

from app.cli.command_ends import GOOD, Ending, GivenUp, json_option, refusal, run_command
from app.extensions.manifest_files import NoManifest
from app.extensions.pack import NotPacked, pack

__all__ = ["pack_folder"]


@click.command("pack")
@click.argument("folder", type=click.Path(path_type=Path))
@click.option("-o", "target", type=click.Path(dir_okay=False, path_type=Path), help="The file to write.")
@json_option
def pack_folder(folder: Path, target: Path | None, as_json: bool) -> None:
    """Pack FOLDER into one file, without its dependencies."""

    async def work() -> Ending:
        try:
            packed = await anyio.to_thread.run_sync(pack, folder, target)
        except NoManifest as error:
            raise GivenUp(str(error)) from error
        except NotPacked as error:
            return refusal("Nothing was packed.", error.findings)
        answer = {
            "ok": True,
            "file": str(packed.file.absolute()),
            "files": list(packed.files),
            "bytes": packed.packed_bytes,
        }
        return Ending(GOOD, answer, f"{packed.file}: {len(packed.files)} files, {packed.packed_bytes} bytes.")

    run_command(work, as_json=as_json)
