"""Qt's own messages go into our log, where tests see them as failures."""

from __future__ import annotations

import logging

from PySide6.QtCore import QMessageLogContext, QtMsgType

__all__ = ["log_qt_message"]

log = logging.getLogger("app.ui.qt")

_LEVELS = {
    QtMsgType.QtDebugMsg: logging.DEBUG,
    QtMsgType.QtInfoMsg: logging.DEBUG,
    QtMsgType.QtWarningMsg: logging.WARNING,
    QtMsgType.QtCriticalMsg: logging.ERROR,
    QtMsgType.QtFatalMsg: logging.CRITICAL,
}


def log_qt_message(kind: QtMsgType, context: QMessageLogContext, message: str) -> None:
    """Take one message; any thread that runs Qt code."""
    log.log(_LEVELS.get(kind, logging.WARNING), "%s%s", f"{context.category}: " if context.category else "", message)
