"""The only Qt: windows, view models, and the bridge to the core.

The shell: ``qt_app`` (start and end), ``notch_app`` (what the first frame needs), ``session`` (all that comes after
it), ``bridge`` and ``core_thread`` (the two threads), ``window`` (place and outline of the notch), ``dashboard``,
``tray``, ``single_instance`` with ``requests``. What QML sees lives in ``viewmodels``; the QML itself is in
``qml/Voxnotch``.

Decisions: the notch is drawn by the software renderer, in a window that passes by the window manager as notifications
do; that keeps focus, task bar and full-screen windows out of play. Nothing slow is imported before the first frame.
"""
