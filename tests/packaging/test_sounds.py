"""The cue sounds that ship are those that the generator makes."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from app.settings.paths import resources_folder
from app.speech.ports import Cue
from app.speech.wav import read_wav

GENERATOR = Path(__file__).parents[2] / "packaging" / "sounds.py"


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("sounds")
    subprocess.run([sys.executable, str(GENERATOR), str(folder)], check=True, timeout=60)
    return folder


@pytest.mark.parametrize("cue", list(Cue))
def test_each_cue_can_be_made_again(made: Path, cue: Cue) -> None:
    again, rate_hz = read_wav(made / f"{cue.value}.wav")
    shipped, shipped_rate_hz = read_wav(resources_folder() / "sounds" / f"{cue.value}.wav")
    assert rate_hz == shipped_rate_hz
    # One step of 16 bits: the sine of another processor may round the other way.
    assert np.abs(again - shipped).max() <= 1.01 / 32767
