"""The words for what reading a manifest found; what its author does about it is in ``phrases_advice``.

Keyed by the codes of ``app/domain/findings.py``. Used by the view models and by the command line, any thread; the
English texts are the sources of the translation context ``Findings``.
"""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QCoreApplication

from app.domain.findings import Finding, Severity
from app.ui.marking import QT_TRANSLATE_NOOP
from app.ui.phrases import END_ISOLATE, ISOLATE
from app.ui.phrases_advice import ADVICE

__all__ = ["SAID", "finding_words", "severity_words"]

translate = QCoreApplication.translate

SAID: Final[dict[str, str]] = {
    # The file
    "too-large": QT_TRANSLATE_NOOP("Findings", "it is too large"),
    "not-utf-8": QT_TRANSLATE_NOOP("Findings", "the file is not UTF-8"),
    "not-json": QT_TRANSLATE_NOOP("Findings", "the file is not JSON"),
    "too-deep": QT_TRANSLATE_NOOP("Findings", "it is nested too deeply"),
    "written-twice": QT_TRANSLATE_NOOP("Findings", "this key is written twice; only the last one counts"),
    "half-a-character": QT_TRANSLATE_NOOP("Findings", "half of a character stands here"),
    "no-manifest": QT_TRANSLATE_NOOP("Findings", "there is no manifest to read"),
    "other-id": QT_TRANSLATE_NOOP("Findings", "this is another integration now"),
    "python-dependencies": QT_TRANSLATE_NOOP(
        "Findings",
        "its Python packages are not brought along, and Voxnotch does not know into which Python they belong",
    ),
    # Packed files
    "no-such-file": QT_TRANSLATE_NOOP("Findings", "there is no such file"),
    "package-unreadable": QT_TRANSLATE_NOOP("Findings", "the packed file cannot be read"),
    "package-encrypted": QT_TRANSLATE_NOOP("Findings", "the packed file asks for a password"),
    "package-no-manifest": QT_TRANSLATE_NOOP("Findings", "there is no manifest in the packed file"),
    "package-leaves-folder": QT_TRANSLATE_NOOP("Findings", "a file would be written outside of its folder"),
    "package-link": QT_TRANSLATE_NOOP("Findings", "there is a link in it"),
    "package-bad-name": QT_TRANSLATE_NOOP("Findings", "a name in it does not work on every system"),
    "package-written-twice": QT_TRANSLATE_NOOP("Findings", "two files in it have one name"),
    "package-too-many": QT_TRANSLATE_NOOP("Findings", "there are too many files in it"),
    "package-file-too-large": QT_TRANSLATE_NOOP("Findings", "a file in it is too large"),
    "package-too-large": QT_TRANSLATE_NOOP("Findings", "unpacked it is too large"),
    "package-bomb": QT_TRANSLATE_NOOP("Findings", "unpacked it would be many times as large, which is a trap"),
    "packed-link": QT_TRANSLATE_NOOP("Findings", "a link cannot be packed"),
    "packed-unreadable": QT_TRANSLATE_NOOP("Findings", "this file cannot be read"),
    "packed-secret": QT_TRANSLATE_NOOP("Findings", "this looks like a secret"),
    "packed-too-large": QT_TRANSLATE_NOOP("Findings", "the folder is too large"),
    # MCPB bundles
    "unknown-bundle": QT_TRANSLATE_NOOP("Findings", "this version of an MCPB bundle is not known"),
    "nothing-to-start": QT_TRANSLATE_NOOP("Findings", "the bundle does not say what to start"),
    "unknown-setting": QT_TRANSLATE_NOOP("Findings", "a value is used that user_config does not have"),
    "secret-in-argument": QT_TRANSLATE_NOOP(
        "Findings", "a secret would stand in the command line, where every program can read it"
    ),
    "other-system": QT_TRANSLATE_NOOP("Findings", "it is made for other systems"),
    # Servers without a manifest
    "bad-command-line": QT_TRANSLATE_NOOP("Findings", "the command line cannot be read"),
    "no-command": QT_TRANSLATE_NOOP("Findings", "there is no command"),
    "relative-path": QT_TRANSLATE_NOOP("Findings", "a file is named from a folder that the server does not run in"),
    "secret-in-address": QT_TRANSLATE_NOOP(
        "Findings", "there is a password or key in the address, which is stored in a file"
    ),
    # Any field
    "missing": QT_TRANSLATE_NOOP("Findings", "it is missing"),
    "empty": QT_TRANSLATE_NOOP("Findings", "it is empty"),
    "not-text": QT_TRANSLATE_NOOP("Findings", "it is not text"),
    "number-as-text": QT_TRANSLATE_NOOP("Findings", "this should be text"),
    "not-a-list": QT_TRANSLATE_NOOP("Findings", "it is not a list"),
    "not-an-object": QT_TRANSLATE_NOOP("Findings", "it is not an object"),
    "not-true-or-false": QT_TRANSLATE_NOOP("Findings", "it is neither true nor false"),
    "text-as-flag": QT_TRANSLATE_NOOP("Findings", "true or false is written as text"),
    "not-a-number": QT_TRANSLATE_NOOP("Findings", "it is not a number"),
    "text-as-number": QT_TRANSLATE_NOOP("Findings", "a number is written as text"),
    "out-of-range": QT_TRANSLATE_NOOP("Findings", "the number is out of range"),
    "not-one-of": QT_TRANSLATE_NOOP("Findings", "this value is not one of those that exist"),
    "too-long": QT_TRANSLATE_NOOP("Findings", "the text is too long and would be cut"),
    "too-many": QT_TRANSLATE_NOOP("Findings", "there are too many; the last ones would be left out"),
    "unknown-field": QT_TRANSLATE_NOOP("Findings", "Voxnotch does not know this field and ignores it"),
    "not-a-web-address": QT_TRANSLATE_NOOP("Findings", "it is not a web address"),
    "not-https": QT_TRANSLATE_NOOP("Findings", "the address is not secure"),
    "name-taken": QT_TRANSLATE_NOOP("Findings", "this name is used twice"),
    "bad-name": QT_TRANSLATE_NOOP("Findings", "this is no good name"),
    "not-snake-case": QT_TRANSLATE_NOOP("Findings", "this is no good name"),
    # The top level
    "unknown-schema": QT_TRANSLATE_NOOP("Findings", "this version of the manifest is not known"),
    "bad-id": QT_TRANSLATE_NOOP("Findings", "this is no good id"),
    "bad-version": QT_TRANSLATE_NOOP("Findings", "this is no version"),
    "not-semver": QT_TRANSLATE_NOOP("Findings", "this is not exactly a semantic version"),
    "line-break": QT_TRANSLATE_NOOP("Findings", "the summary has more than one line"),
    "publisher-as-text": QT_TRANSLATE_NOOP("Findings", "publisher must be an object"),
    "verified-ignored": QT_TRANSLATE_NOOP("Findings", "a manifest cannot verify its publisher"),
    "remote-image": QT_TRANSLATE_NOOP("Findings", "a picture from the network is not shown"),
    "leaves-folder": QT_TRANSLATE_NOOP("Findings", "this path leads out of the integration's folder"),
    "no-icon-file": QT_TRANSLATE_NOOP("Findings", "this file is not in the folder; the default icon would be shown"),
    "icon-not-read": QT_TRANSLATE_NOOP("Findings", "this file cannot be read"),
    "icon-too-large": QT_TRANSLATE_NOOP("Findings", "the icon is too large"),
    "icon-no-image": QT_TRANSLATE_NOOP("Findings", "the icon is no picture that can be shown"),
    "bad-word": QT_TRANSLATE_NOOP("Findings", "this word cannot be listened for"),
    "unknown-shape": QT_TRANSLATE_NOOP("Findings", "a setup guide has another shape and is ignored"),
    # What it may do and hear
    "no-domain": QT_TRANSLATE_NOOP("Findings", "network access is asked for, but to no domain"),
    "bad-domain": QT_TRANSLATE_NOOP("Findings", "this is no domain"),
    "anywhere": QT_TRANSLATE_NOOP("Findings", "this asks for the whole network, which is shown in red"),
    "no-effect": QT_TRANSLATE_NOOP("Findings", "this permission has no effect here"),
    "unknown-permission": QT_TRANSLATE_NOOP("Findings", "there is no such permission"),
    "no-permission": QT_TRANSLATE_NOOP("Findings", "the permission for this is missing"),
    "outside-scope": QT_TRANSLATE_NOOP("Findings", "the transcript permission does not cover this hook"),
    "unknown-hook": QT_TRANSLATE_NOOP("Findings", "there is no such hook"),
    "no-apps": QT_TRANSLATE_NOOP("Findings", "no app is named"),
    "bad-scope": QT_TRANSLATE_NOOP("Findings", "this hook cannot have this scope"),
    "hearing-not-told": QT_TRANSLATE_NOOP("Findings", "the summary does not say what is heard"),
    # Setup fields
    "name-for-key": QT_TRANSLATE_NOOP("Findings", "the field is named by name"),
    "steering-name": QT_TRANSLATE_NOOP("Findings", "a field of this name would change how programs are loaded"),
    "select-without-options": QT_TRANSLATE_NOOP("Findings", "a choice without options would be a text field"),
    "options-without-select": QT_TRANSLATE_NOOP("Findings", "only a select has options"),
    "option-as-text": QT_TRANSLATE_NOOP("Findings", "an option is an object"),
    "not-an-option": QT_TRANSLATE_NOOP("Findings", "the default is none of the options"),
    # Tools
    "no-tools": QT_TRANSLATE_NOOP("Findings", "there is no usable tool"),
    "reserved-name": QT_TRANSLATE_NOOP("Findings", "names that begin with voiceos_hook_ are reserved for hooks"),
    "short-description": QT_TRANSLATE_NOOP("Findings", "the description is too short to be found by"),
    "no-use-when": QT_TRANSLATE_NOOP("Findings", "the description does not say when to use the tool"),
    "not-an-object-schema": QT_TRANSLATE_NOOP("Findings", "the input schema is not that of an object"),
    "no-description": QT_TRANSLATE_NOOP("Findings", "this property has no description"),
    "reference-broken": QT_TRANSLATE_NOOP("Findings", "this reference leads nowhere"),
    "reference-loop": QT_TRANSLATE_NOOP("Findings", "this reference only leads back to itself"),
    "not-positive": QT_TRANSLATE_NOOP("Findings", "the time is not a positive number"),
    "seconds-as-ms": QT_TRANSLATE_NOOP("Findings", "the time is given in seconds"),
    "reading-tool-asks": QT_TRANSLATE_NOOP("Findings", "a tool that only reads asks first"),
    "acting-tool-runs": QT_TRANSLATE_NOOP("Findings", "a tool that acts declares no confirmation"),
    # Confirmation cards
    "generic-card": QT_TRANSLATE_NOOP("Findings", "this card cannot be used; the generic one would be shown"),
    "widget-in-card": QT_TRANSLATE_NOOP("Findings", "a card around one widget is read as that widget"),
    "large-html": QT_TRANSLATE_NOOP("Findings", "the HTML is large"),
    "footer-on-widget": QT_TRANSLATE_NOOP("Findings", "a widget card has no footer; the host draws the buttons"),
    "not-in-footer": QT_TRANSLATE_NOOP("Findings", "only an actions block can stand in the footer"),
    "second-actions": QT_TRANSLATE_NOOP("Findings", "the footer has a second actions block"),
    "second-answer": QT_TRANSLATE_NOOP("Findings", "the card has this button twice"),
    "answer-added": QT_TRANSLATE_NOOP("Findings", "the footer lacks this button"),
    "answer-outside-footer": QT_TRANSLATE_NOOP("Findings", "only the footer can confirm or cancel"),
    "unknown-block": QT_TRANSLATE_NOOP("Findings", "there is no such block"),
    "nothing-in-it": QT_TRANSLATE_NOOP("Findings", "there is nothing usable in it"),
    "unknown-icon": QT_TRANSLATE_NOOP("Findings", "there is no such icon"),
    "no-image": QT_TRANSLATE_NOOP("Findings", "this is no picture that can be shown"),
    "no-bind": QT_TRANSLATE_NOOP("Findings", "an input block has to change an argument"),
    "unknown-argument": QT_TRANSLATE_NOOP("Findings", "the tool has no such argument"),
    "html-or-image": QT_TRANSLATE_NOOP("Findings", "Markdown in a card shows neither HTML nor pictures"),
    "stack-too-deep": QT_TRANSLATE_NOOP("Findings", "there are too many stacks inside of each other"),
    # Intents
    "unknown-tool": QT_TRANSLATE_NOOP("Findings", "there is no such tool in this manifest"),
    "disabled-tool": QT_TRANSLATE_NOOP("Findings", "this tool is disabled"),
    "background-intent": QT_TRANSLATE_NOOP("Findings", "this intent starts background work"),
    "argument-not-covered": QT_TRANSLATE_NOOP("Findings", "a required argument gets no value"),
    "bad-language": QT_TRANSLATE_NOOP("Findings", "this is no language"),
    "bad-utterances": QT_TRANSLATE_NOOP("Findings", "the sentences cannot be used"),
    "bad-values": QT_TRANSLATE_NOOP("Findings", "the values cannot be used"),
    "enum-values": QT_TRANSLATE_NOOP("Findings", "a choice needs either values or values from the tool"),
    "fails-schema": QT_TRANSLATE_NOOP("Findings", "the value does not pass the input schema of the tool"),
    "no-languages": QT_TRANSLATE_NOOP("Findings", "there have to be 1 to 20 languages"),
    "not-a-good-text": QT_TRANSLATE_NOOP("Findings", "the text is missing, or of a wrong length"),
    "other-type": QT_TRANSLATE_NOOP("Findings", "the type is another one than in the input schema"),
    "placeholder-missing": QT_TRANSLATE_NOOP("Findings", "a required slot is not in this sentence"),
    "unknown-placeholder": QT_TRANSLATE_NOOP("Findings", "no slot has this name"),
    # Glance cards and results
    "no-card": QT_TRANSLATE_NOOP("Findings", "the card is not found here"),
    "data-only-in-card": QT_TRANSLATE_NOOP("Findings", "there is data in the card and none beside it"),
    "unknown-content": QT_TRANSLATE_NOOP("Findings", "there is no such kind of content"),
    "other-media": QT_TRANSLATE_NOOP("Findings", "this kind of picture or sound is not shown"),
    "large-media": QT_TRANSLATE_NOOP("Findings", "the picture or sound is too large; it is only kept in a file"),
    "bad-base64": QT_TRANSLATE_NOOP("Findings", "this cannot be decoded"),
    "card-too-large": QT_TRANSLATE_NOOP("Findings", "the card is too large, and this block would be left out"),
    "large-card": QT_TRANSLATE_NOOP("Findings", "the card is large"),
    "second-chart": QT_TRANSLATE_NOOP("Findings", "a card has one chart"),
    "row-in-row": QT_TRANSLATE_NOOP("Findings", "a row cannot stand in a row"),
    "row-of-one": QT_TRANSLATE_NOOP("Findings", "only one block is left in this row"),
    "no-such-icon": QT_TRANSLATE_NOOP("Findings", "there is no such icon"),
    "text-as-object": QT_TRANSLATE_NOOP("Findings", "this should be an object"),
    "no-pair": QT_TRANSLATE_NOOP("Findings", "it is no pair"),
    "no-html": QT_TRANSLATE_NOOP("Findings", "there is no HTML"),
    "unequal-lists": QT_TRANSLATE_NOOP("Findings", "there are not as many labels as values; the longer list is cut"),
    "thinned": QT_TRANSLATE_NOOP("Findings", "there are too many points; some are left out evenly"),
    "too-few": QT_TRANSLATE_NOOP("Findings", "there are too few"),
    "less-than-nothing": QT_TRANSLATE_NOOP("Findings", "a part of a whole cannot be less than 0"),
    "no-whole": QT_TRANSLATE_NOOP("Findings", "the whole is not more than 0"),
    "unknown-zone": QT_TRANSLATE_NOOP("Findings", "there is no such time zone"),
    "no-seconds": QT_TRANSLATE_NOOP("Findings", "this is no time to count down"),
    "until-and-seconds": QT_TRANSLATE_NOOP("Findings", "a countdown has either until or seconds; until counts"),
    "no-moment": QT_TRANSLATE_NOOP("Findings", "it is no point in time"),
    "no-offset": QT_TRANSLATE_NOOP("Findings", "the time has no offset, and would be that of this computer"),
}

_SEVERITIES: Final[dict[Severity, str]] = {
    Severity.REFUSED: QT_TRANSLATE_NOOP("Findings", "Refused"),
    Severity.DROPPED: QT_TRANSLATE_NOOP("Findings", "Left out"),
    Severity.REPAIRED: QT_TRANSLATE_NOOP("Findings", "Repaired"),
    Severity.ERROR: QT_TRANSLATE_NOOP("Findings", "Error"),
    Severity.WARNING: QT_TRANSLATE_NOOP("Findings", "Note"),
}


def finding_words(finding: Finding) -> tuple[str, str]:
    """Say what is wrong, with the author's own words in brackets, and what to do; an unknown code is shown as it is."""
    said = translate("Findings", SAID[finding.code]) if finding.code in SAID else finding.code
    advice = translate("Findings", ADVICE[finding.code]) if finding.code in ADVICE else ""
    detail = f" ({ISOLATE}{finding.detail}{END_ISOLATE})" if finding.detail else ""
    return f"{said[:1].upper()}{said[1:]}{detail}", f"{advice[:1].upper()}{advice[1:]}"


def severity_words(severity: Severity) -> str:
    return translate("Findings", _SEVERITIES[severity])
