"""Prints what a screen reader would speak, a line each; run by the system's Python, which has the AT-SPI bindings."""

# gi is a package of the system, not of this environment:
# pyright: basic, reportMissingImports=false

import sys

import gi

gi.require_version("Atspi", "2.0")
from gi.repository import Atspi  # noqa: E402 - needs the version first


def spoken(event):
    sys.stdout.write(event.any_data + "\n")
    sys.stdout.flush()


Atspi.init()
listener = Atspi.EventListener.new(spoken)
listener.register("object:announcement")
sys.stdout.write("listening\n")
sys.stdout.flush()
Atspi.event_main()
