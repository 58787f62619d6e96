"""A desktop of one's own where there is none: display, window manager, compositor, microphone.

Used by the command ``demo`` and by the tests; the running application never starts any of it.
"""
