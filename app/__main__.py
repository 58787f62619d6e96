"""``python -m app`` is the command ``voxnotch``."""

from app.cli.main import main

main()
