"""The recogniser without a network and in odd places, each in a process of its own."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

from app.speech.models import ModelCatalogue

ROOT = Path(__file__).resolve().parents[3]
LONGEST_S = 60
TAKE = """
    import json, socket, sys
    import anyio
    from pathlib import Path
    asked = []
    sys.addaudithook(lambda event, arguments: asked.append(event) if event.startswith("socket.connect") else None)
    from app.settings.paths import find_paths
    from app.speech.models import ModelCatalogue
    from app.speech.ports import RecognitionOptions
    from app.speech.transcriber import WhisperTranscriber
    from tests.bench.takes import read
    heavy = {"faster_whisper", "ctranslate2", "onnxruntime", "tokenizers"} & set(sys.modules)
    paths = find_paths()
    async def main():
        model = ModelCatalogue(paths.models, paths.state).installed("tiny.en")
        transcriber = WhisperTranscriber(model, threads=1)
        heard = await transcriber.transcribe(read(Path(sys.argv[1])), RecognitionOptions(language="auto"))
        print(json.dumps({"text": heard.text, "folder": str(model.folder), "asked": asked, "heavy": sorted(heavy),
                          "late": sorted({"av", "faster_whisper"} & set(sys.modules))}))
    anyio.run(main)
"""


def recognise(home: Path, clip: Path, *before: str) -> dict[str, object]:
    done = subprocess.run(
        [*before, sys.executable, "-c", textwrap.dedent(TAKE), str(clip)],
        cwd=ROOT,
        env={**os.environ, "VOXNOTCH_HOME": str(home)},
        capture_output=True,
        text=True,
        check=False,
        timeout=LONGEST_S,
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


@pytest.mark.fault("A35")
def test_a_model_on_disk_needs_no_network(tmp_path: Path) -> None:
    clip = ROOT / "tests" / "fixtures" / "speech" / "austen-0930.wav"
    heard = recognise(tmp_path, clip, "unshare", "--net", "--map-root-user")
    assert heard["text"] == "He might even have been made amiable himself."
    assert heard["asked"] == []
    assert heard["heavy"] == [], "slow libraries are loaded with the model, not before"
    assert heard["late"] == [], "the full package is loaded only for what came out doubtful"


@pytest.mark.slow
@pytest.mark.fault("A34")
def test_a_folder_with_cyrillic_letters_and_a_space_is_fine(tmp_path: Path) -> None:
    home = tmp_path / "Jane Doe" / "Данные тест" / "é"
    models = home / "data" / "models"
    models.mkdir(parents=True)
    packaged = ModelCatalogue(tmp_path, tmp_path).installed("tiny.en").folder
    shutil.copytree(packaged, models / "tiny.en")
    clip = home / "запись é.wav"
    shutil.copy(ROOT / "tests" / "fixtures" / "speech" / "austen-0930.wav", clip)
    heard = recognise(home, clip)
    assert heard["text"] == "He might even have been made amiable himself."
    assert heard["folder"] == str(models / "tiny.en")
    assert (home / "state" / "models" / "tiny.en.json").is_file()


@pytest.mark.fault("A35")
def test_no_library_makes_an_id_of_this_machine_or_reports_its_use(tmp_path: Path) -> None:
    # onnxruntime keeps still by itself where names of build services are in the environment.
    subprocess.run(
        [sys.executable, "-c", "from app.speech.detector import SileroDetector; SileroDetector()"],
        cwd=ROOT,
        env={"PATH": os.environ["PATH"], "HOME": str(tmp_path)},
        check=True,
        timeout=LONGEST_S,
    )
    assert [*tmp_path.rglob("*")] == []
