"""The words for what can go wrong with integrations: installing, secrets, starting (context ``Errors``).

Part of the table of ``phrases``, which fills in ``{place}``.
"""

from __future__ import annotations

from typing import Final

from app.ui.marking import QT_TRANSLATE_NOOP

__all__ = ["INTEGRATION_ERRORS"]

INTEGRATION_ERRORS: Final[dict[str, tuple[str, str]]] = {
    "install-failed": (
        QT_TRANSLATE_NOOP("Errors", "The integration could not be installed: {place}"),
        QT_TRANSLATE_NOOP("Errors", "Nothing was changed. Try once more."),
    ),
    "install-changed": (
        QT_TRANSLATE_NOOP("Errors", "Its files changed while you looked at them: {place}"),
        QT_TRANSLATE_NOOP("Errors", "Nothing was installed. Open it again and read what it wants now."),
    ),
    "install-gone": (
        QT_TRANSLATE_NOOP("Errors", "Its files are no longer there: {place}"),
        QT_TRANSLATE_NOOP("Errors", "Put them back, or remove the integration."),
    ),
    "install-unknown": (
        QT_TRANSLATE_NOOP("Errors", "There is no such integration any more: {place}"),
        QT_TRANSLATE_NOOP("Errors", "Open its folder or file again."),
    ),
    "install-refused": (
        QT_TRANSLATE_NOOP("Errors", "Its manifest cannot be used: {place}"),
        QT_TRANSLATE_NOOP("Errors", "The list says what is wrong, for its author."),
    ),
    "dependencies-failed": (
        QT_TRANSLATE_NOOP("Errors", "What it needs could not be fetched with {place}"),
        QT_TRANSLATE_NOOP("Errors", "Nothing was installed. Check the connection, or run the command yourself."),
    ),
    "key-store-locked": (
        QT_TRANSLATE_NOOP("Errors", "The key store of your system is locked: {place}"),
        QT_TRANSLATE_NOOP("Errors", "Unlock it, then try again."),
    ),
    "key-store-absent": (
        QT_TRANSLATE_NOOP("Errors", "There is no key store for secrets on this computer."),
        QT_TRANSLATE_NOOP("Errors", "Install one, such as GNOME Keyring or KWallet."),
    ),
    "key-store-silent": (
        QT_TRANSLATE_NOOP("Errors", "The key store of your system does not answer: {place}"),
        QT_TRANSLATE_NOOP("Errors", "Look for a window that asks for a password, then try again."),
    ),
    "key-store-unsafe": (
        QT_TRANSLATE_NOOP("Errors", "The key store would write secrets into a plain file: {place}"),
        QT_TRANSLATE_NOOP("Errors", "Install another one, such as GNOME Keyring or KWallet."),
    ),
    "key-store-unavailable": (
        QT_TRANSLATE_NOOP("Errors", "The key store did not take the secret: {place}"),
        QT_TRANSLATE_NOOP("Errors", "Open it with its own program and look what it says."),
    ),
    "schema-unusable": (
        QT_TRANSLATE_NOOP("Errors", "The action describes its values in a way that cannot be checked."),
        QT_TRANSLATE_NOOP("Errors", "Tell the author of the integration."),
    ),
    "sign-in-failed": (
        QT_TRANSLATE_NOOP("Errors", "Signing in did not work."),
        QT_TRANSLATE_NOOP("Errors", "Try once more. The log of the integration says more."),
    ),
    "sign-in-late": (
        QT_TRANSLATE_NOOP("Errors", "Nobody signed in for a while, so it was given up."),
        QT_TRANSLATE_NOOP("Errors", "Press Sign in again when you have a moment."),
    ),
    "sign-in-refused": (
        QT_TRANSLATE_NOOP("Errors", "The server refused the sign-in."),
        QT_TRANSLATE_NOOP("Errors", "Sign in with another account, or ask who runs the server."),
    ),
    "sign-in-unreachable": (
        QT_TRANSLATE_NOOP("Errors", "The server for signing in cannot be reached."),
        QT_TRANSLATE_NOOP("Errors", "Check the connection and try again."),
    ),
    "sign-in-unavailable": (
        QT_TRANSLATE_NOOP("Errors", "Signing in is not possible here."),
        QT_TRANSLATE_NOOP("Errors", "Start Voxnotch in a desktop session, with a browser."),
    ),
    "server-platform": (
        QT_TRANSLATE_NOOP("Errors", "This system cannot start the program: {place}"),
        QT_TRANSLATE_NOOP("Errors", "The log of the integration says more."),
    ),
    "value-unusable": (
        QT_TRANSLATE_NOOP("Errors", "This value cannot be handed to a program: {place}"),
        QT_TRANSLATE_NOOP("Errors", "Type it anew; it holds a character that no program can take."),
    ),
}
