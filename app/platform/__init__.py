"""The desktop session behind ports: keys, clipboard, windows, monitors, other programs' sound.

``ports.py`` is what the core knows. ``detect.py`` chooses the adapters: ``x11/`` for X11 and XWayland, ``media.py``
for sound on Linux, ``unavailable.py`` where there is none. ``fakes.py`` and ``fakes_keys.py`` stand in for all of them
in tests. ``placement.py`` and ``shortcuts.py`` are pure. No Qt; native handles are plain integers.
"""
