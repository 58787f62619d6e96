"""Settings: the frozen model, its file, and the folders of this person's Voxnotch."""

from app.settings.model import Settings
from app.settings.paths import AppPaths, find_paths

__all__ = ["AppPaths", "Settings", "find_paths"]
