"""The checks of the doctor, one function a part. Each says what is there and what to do; none changes anything."""

from __future__ import annotations

import os
import platform as machine
import shutil
import sys
import tempfile
from importlib.metadata import PackageNotFoundError, version
from typing import Final

import anyio

from app import __version__
from app.cli.findings import Finding, Verdict
from app.domain.errors import AppError
from app.domain.messages import Capability, HotkeyAction
from app.extensions.secrets import KeyStoreState, probe_key_store
from app.platform.ports import Platform
from app.settings.file import load_settings
from app.settings.model import Settings
from app.settings.paths import AppPaths

__all__ = [
    "check_disk",
    "check_display",
    "HELD_BY_US",
    "check_hotkeys",
    "check_key_store",
    "check_microphone",
    "check_model",
    "check_paste",
    "check_settings",
    "check_versions",
    "check_voice",
    "check_window_manager",
]

RECORD_S: Final = 0.5
OPEN_TIMEOUT_S: Final = 5.0
LOW_DISK_BYTES: Final = 500_000_000
"""About four hours of audio; less than that deserves a word."""
_HOTKEY_WORDS: Final = {
    HotkeyAction.DICTATE: "writes what you say",
    HotkeyAction.AGENT: "asks the agent",
    HotkeyAction.WRITE: "asks it in writing",
    HotkeyAction.UNDO: "takes the last insertion back",
    HotkeyAction.PASTE_LAST: "inserts the last text again",
    HotkeyAction.CARD: "gives the keyboard to a card",
}
QUIET_PEAK: Final = 0.003
"""-50 dB of full scale: a muted microphone, or a very quiet room."""
MICROPHONE_WORDS: Final = {
    "microphone-none": "there is none, or the sound system does not answer",
    "microphone-denied": "access to it is not allowed",
    "microphone-busy": "another program holds it",
    "microphone-unavailable": "it cannot be opened",
    "microphone-lost": "it went away while recording",
}
PACKAGES: Final = ("PySide6-Essentials", "faster-whisper", "ctranslate2", "onnxruntime", "sounddevice", "pydantic")


def check_settings(paths: AppPaths) -> tuple[Settings, list[Finding]]:
    """Read the settings as the application does."""
    loaded = load_settings(paths.settings_file)
    if not loaded.problems:
        return loaded.settings, [Finding("settings", Verdict.GOOD, str(paths.settings_file))]
    places = ", ".join(problem.place for problem in loaded.problems)
    return loaded.settings, [
        Finding(
            "settings",
            Verdict.POOR,
            f"these could not be used and are at their defaults: {places}",
            f"Set them again in the window, or mend {paths.settings_file}.",
        )
    ]


def check_display(desk: Platform) -> list[Finding]:
    """Tell the kind of session and what it can do."""
    report = desk.report
    if report.session == "none":
        named = os.environ.get("DISPLAY", "")
        return [
            Finding(
                "display",
                Verdict.BAD,
                f"{named} does not answer, or does not let this account in" if named else "none in this session",
                "Start Voxnotch inside your desktop session, or try: sh packaging/run demo",
            )
        ]
    findings = [Finding("display", Verdict.GOOD, f"{report.session}, {os.environ.get('DISPLAY', '')}".rstrip(", "))]
    findings += [_of_capability(capability) for capability in report.capabilities if not capability.available]
    return findings


def _of_capability(capability: Capability) -> Finding:
    return Finding(
        capability.name,
        Verdict.POOR,
        f"not available here ({capability.reason or 'not supported'})",
        "An X11 session has everything. The other ways keep working.",
    )


async def check_window_manager(desk: Platform) -> list[Finding]:
    """Look at monitors and compositor."""
    try:
        state = await desk.desktop.state()
    except AppError as error:
        return [
            Finding(
                "desktop",
                Verdict.BAD,
                f"it does not answer ({error.code})",
                "Start Voxnotch from your desktop session.",
            )
        ]
    outputs = ", ".join(f"{output.name} {output.width}x{output.height}" for output in state.outputs)
    found = [Finding("monitors", Verdict.GOOD, outputs)]
    if state.composited:
        found.append(Finding("compositor", Verdict.GOOD, "windows can be translucent"))
    else:
        found.append(
            Finding(
                "compositor",
                Verdict.POOR,
                "none is running: the notch has hard edges",
                "Turn compositing on in your desktop, or start picom.",
            )
        )
    return found


HELD_BY_US: Final = Finding("hotkey", Verdict.GOOD, "held by the Voxnotch that runs")
"""A shortcut can be had once; asking for it would find our own hand on it."""


async def check_hotkeys(desk: Platform, settings: Settings) -> list[Finding]:
    """Grab the shortcuts of the settings for a moment."""
    wanted = {
        HotkeyAction.DICTATE: settings.hotkeys.dictate,
        HotkeyAction.AGENT: settings.hotkeys.agent,
        HotkeyAction.WRITE: settings.hotkeys.write,
        HotkeyAction.UNDO: settings.hotkeys.undo,
        HotkeyAction.PASTE_LAST: settings.hotkeys.paste_last,
        HotkeyAction.CARD: settings.hotkeys.card,
    }
    wanted = {action: keys for action, keys in wanted.items() if keys}
    try:
        problems = await desk.hotkeys.bind(wanted)
        await desk.hotkeys.bind({})
    except AppError as error:
        return [
            Finding(
                "hotkey",
                Verdict.BAD,
                f"the display does not answer ({error.code})",
                "Start Voxnotch from your desktop session.",
            )
        ]
    if not problems:
        told = ", ".join(f"{keys} {_HOTKEY_WORDS[action]}" for action, keys in wanted.items())
        return [Finding("hotkey", Verdict.GOOD, told)]
    return [
        Finding(
            "hotkey",
            Verdict.BAD,
            f"{wanted[action]} cannot be had ({error.code})",
            "Another program holds it (Voxnotch itself, if it runs). Choose another one under Settings, Shortcuts.",
        )
        for action, error in problems.items()
    ]


async def check_paste(desk: Platform) -> list[Finding]:
    """Read the clipboard the way a paste does, without keeping it."""
    try:
        snapshot = await desk.clipboard.snapshot()
    except AppError as error:
        return [
            Finding(
                "paste",
                Verdict.POOR,
                f"the clipboard does not answer ({error.code})",
                "The program that copied last hangs. Copy something elsewhere.",
            )
        ]
    return [Finding("paste", Verdict.GOOD, f"clipboard answers, {len(snapshot.contents)} types on it")]


async def check_microphone(settings: Settings) -> list[Finding]:
    """Record half a second and show the level."""
    from app.speech.capture import PortAudioMicrophone
    from app.speech.levels import LevelMeter
    from app.speech.ports import SAMPLE_RATE_HZ

    microphone = PortAudioMicrophone()
    peak, samples = 0.0, 0
    try:
        with anyio.fail_after(OPEN_TIMEOUT_S):
            async with microphone.open(settings.audio.device) as capture:
                meter = LevelMeter()
                async for chunk in capture:
                    samples += len(chunk.samples)
                    if level := meter.push(chunk.samples):
                        peak = max(peak, level.peak)
                    if samples >= RECORD_S * SAMPLE_RATE_HZ:
                        break
                label, missing = capture.device.label, capture.missing
    except (AppError, TimeoutError) as error:
        code = error.code if isinstance(error, AppError) else "microphone-unavailable"
        return [
            Finding(
                "microphone",
                Verdict.BAD,
                MICROPHONE_WORDS.get(code, code),
                "Plug one in, allow access to it, and close programs that hold it; then run this again.",
            )
        ]
    found = f"{label}, peak {peak:.3f} of 1"
    if missing:
        return [Finding("microphone", Verdict.POOR, f"{missing} is not there; {found}", "Choose one under Settings.")]
    if peak < QUIET_PEAK:
        return [Finding("microphone", Verdict.POOR, found, "Nearly silent: is it muted? Say something and try again.")]
    return [Finding("microphone", Verdict.GOOD, found)]


def check_model(paths: AppPaths, settings: Settings) -> list[Finding]:
    """Verify every file of the model in use."""
    from app.speech.models import ModelCatalogue

    name = settings.recognition.model
    try:
        installed = ModelCatalogue(paths.models, paths.state).installed(name)
        installed.verify()
    except AppError as error:
        from app.ui.phrases import error_words

        found = error_words(error.code, error.place).what + (f" ({error.detail})" if error.detail else "")
        return [Finding("model", Verdict.BAD, found, f"Get or repair it with: sh packaging/run models fetch {name}")]
    return [Finding("model", Verdict.GOOD, f"{name}, {installed.folder}")]


async def check_voice(settings: Settings) -> list[Finding]:
    """Ask the synthesiser for its voices."""
    from app.speech.espeak import PROGRAM, find_program, find_voices

    try:
        voices = await find_voices(find_program())
    except AppError:
        return [
            Finding(
                "voice",
                Verdict.POOR,
                f"none: {PROGRAM} is not installed, or has no voices",
                f"Answers stand in the notch all the same. To hear them, install {PROGRAM}.",
            )
        ]
    wanted = settings.agent.voice
    if wanted and wanted not in {voice.name for voice in voices}:
        return [
            Finding(
                "voice",
                Verdict.POOR,
                f"{wanted} is not there; the one for the language speaks",
                "Choose another one under Settings.",
            )
        ]
    return [Finding("voice", Verdict.GOOD, f"{PROGRAM}, {len(voices)} voices")]


async def check_key_store() -> list[Finding]:
    """Ask the system's key store for a round trip."""
    store = await probe_key_store()
    match store.state:
        case KeyStoreState.READY:
            return [Finding("key store", Verdict.GOOD, store.name)]
        case KeyStoreState.LOCKED:
            return [Finding("key store", Verdict.POOR, f"{store.name} is locked", "Unlock it when the system asks.")]
        case KeyStoreState.ABSENT | KeyStoreState.SILENT:
            return [
                Finding(
                    "key store",
                    Verdict.POOR,
                    "none answers",
                    "Dictation needs none. For passwords of integrations, start gnome-keyring or KWallet.",
                )
            ]


def check_disk(paths: AppPaths) -> list[Finding]:
    """Look for room and the right to write."""
    folder = paths.data
    while not folder.exists():
        folder = folder.parent
    try:
        # The rights alone do not tell of a read-only disk, nor of a file in the folder's place.
        with tempfile.TemporaryFile(dir=folder):
            pass
    except OSError:
        return [Finding("disk", Verdict.BAD, f"{folder} cannot be written", "Give yourself the right to write there.")]
    free = shutil.disk_usage(folder).free
    if free < LOW_DISK_BYTES:
        return [Finding("disk", Verdict.POOR, f"{free / 1e6:.0f} MB free at {folder}", "Make some room.")]
    return [Finding("disk", Verdict.GOOD, f"{free / 1e9:.0f} GB free at {folder}")]


def check_versions() -> list[Finding]:
    """Tell versions, and whether this pair of Python and PySide6 has the reference fault."""
    parts = [f"Voxnotch {__version__}", f"Python {machine.python_version()}", machine.platform(terse=True)]
    for package in PACKAGES:
        try:
            parts.append(f"{package} {version(package)}")
        except PackageNotFoundError:
            parts.append(f"{package} is missing")
    found = [Finding("versions", Verdict.GOOD, ", ".join(parts))]
    from app.ui.canary import pyside_reference_fault

    if pyside_reference_fault():
        found.append(
            Finding(
                "PySide6",
                Verdict.BAD,
                "this version loses references under this Python and will crash",
                f"Run the set-up again: sh packaging/run setup (Python in use: {sys.executable})",
            )
        )
    else:
        found.append(Finding("PySide6", Verdict.GOOD, "no reference fault"))
    return found
