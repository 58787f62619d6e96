"""``python -m app`` is the command ``voxnotch``."""

from app.cli.main import main

if __name__ == "__main__":
    main()
