"""Asks whether a display lets this program in, before Qt is told to use it; called by ``voxnotch run``.

Qt ends the process with a core dump and advice about its plugins where a display is named and does not answer:
another machine, a session that is over, another account without its cookie.
"""

from __future__ import annotations

import ctypes
from collections.abc import Mapping

__all__ = ["x_display_answers"]


def x_display_answers(env: Mapping[str, str]) -> bool:
    """Connect to ``DISPLAY`` once, by the library and with the rights that Qt will use; about 1 ms.

    The rights (``XAUTHORITY``, the home folder) are those of the process, whatever ``env`` says. Where the library
    is missing the answer is yes: Qt then names what it lacks.
    """
    try:
        xcb = ctypes.CDLL("libxcb.so.1")
    except OSError:
        return True
    xcb.xcb_connect.restype = ctypes.c_void_p
    xcb.xcb_connect.argtypes = (ctypes.c_char_p, ctypes.c_void_p)
    for one_argument in (xcb.xcb_connection_has_error, xcb.xcb_disconnect):
        one_argument.argtypes = (ctypes.c_void_p,)
    # Never null, even where it fails; a failed connection is disconnected too.
    connection = xcb.xcb_connect(env.get("DISPLAY", "").encode(), None)
    answers = xcb.xcb_connection_has_error(connection) == 0
    xcb.xcb_disconnect(connection)
    return answers
