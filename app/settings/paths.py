"""Where Voxnotch keeps its files; the only place that knows.

The environment variable ``VOXNOTCH_HOME`` puts everything below one folder (tests, the demo, a portable copy).
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

import platformdirs

__all__ = ["AppPaths", "find_paths", "resources_folder"]


@dataclass(frozen=True, slots=True)
class AppPaths:
    """Folders of one person's Voxnotch. None is created before it is written to."""

    config: Path
    """``settings.json``."""
    data: Path
    """``history.sqlite``, ``takes/``, ``models/``, ``integrations/``."""
    state: Path
    """Logs, the lock of the single instance, what must be put back after a crash."""

    @property
    def settings_file(self) -> Path:
        return self.config / "settings.json"

    @property
    def history_file(self) -> Path:
        return self.data / "history.sqlite"

    @property
    def takes(self) -> Path:
        return self.data / "takes"

    @property
    def models(self) -> Path:
        return self.data / "models"

    @property
    def integrations(self) -> Path:
        """Everything about integrations that is not in an author's own folder."""
        return self.data / "integrations"

    @property
    def integrations_file(self) -> Path:
        return self.integrations / "integrations.sqlite"

    @property
    def packages(self) -> Path:
        """What was unpacked from packed files, a folder for each."""
        return self.integrations / "packages"

    @property
    def integration_logs(self) -> Path:
        return self.integrations / "logs"

    @property
    def kept_results(self) -> Path:
        """Results of tools that were too large to show."""
        return self.integrations / "results"

    @property
    def integration_data(self) -> Path:
        """A folder for each integration's own data (V-18.2)."""
        return self.integrations / "data"


def find_paths() -> AppPaths:
    """Return this person's folders by the customs of the system (XDG on Linux)."""
    if home := os.environ.get("VOXNOTCH_HOME"):
        base = Path(home).expanduser().absolute()
        return AppPaths(config=base / "config", data=base / "data", state=base / "state")
    dirs = platformdirs.PlatformDirs("voxnotch", appauthor=False)
    return AppPaths(config=dirs.user_config_path, data=dirs.user_data_path, state=dirs.user_state_path)


def resources_folder() -> Path:
    """Return the folder of sounds, icons, recordings and guides that come with Voxnotch."""
    return Path(__file__).resolve().parents[2] / "resources"
