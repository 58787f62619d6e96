"""Adapters for an X11 session: keys, clipboard, windows. The only place that knows python-xlib."""
