"""The words of a sound file, by the recogniser of the person's settings. Used by ``simulate``, on its loop."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import anyio.to_thread

from app.cli.command_ends import FINDINGS, GivenUp
from app.runtime.model_shelf import thread_count
from app.settings.file import load_settings
from app.settings.paths import AppPaths
from app.speech import text
from app.speech.models import ModelCatalogue
from app.speech.ports import RecognitionOptions
from app.speech.transcriber import WhisperTranscriber
from app.speech.wav import read_audio

__all__ = ["hear"]


async def hear(
    paths: AppPaths, file: Path, vocabulary: Callable[[tuple[str, ...]], tuple[str, ...]]
) -> tuple[str, str]:
    """Return the words of a file and their language; ``vocabulary`` adds what integrations expect to be said.

    Raises:
        GivenUp: there are no words in it.
        AppError
    """
    settings = (await anyio.to_thread.run_sync(load_settings, paths.settings_file)).settings
    chosen = settings.recognition
    samples = await anyio.to_thread.run_sync(read_audio, file)
    model = ModelCatalogue(paths.models, paths.state).installed(chosen.model)
    transcriber = WhisperTranscriber(model, threads=thread_count(chosen.threads, os.cpu_count()))
    try:
        options = RecognitionOptions(language=chosen.language, vocabulary=vocabulary(settings.text.vocabulary))
        raw = await transcriber.transcribe(samples, options)
    finally:
        await transcriber.unload()
    words = text.clean(raw.text, settings.text, raw.language)
    if not words.strip():
        raise GivenUp(f"Nothing was understood in {file.name}.", FINDINGS)
    return words, raw.language
