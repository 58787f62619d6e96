"""Plain words for what reading a manifest found: what is wrong, and what the author does about it.

Keyed by the codes of ``app/domain/findings.py``; called by ``validate``. The author's own text in a finding may hold
anything, so what a terminal would obey is made visible.
"""

from __future__ import annotations

from typing import Final

from app.domain.findings import Finding

__all__ = ["WORDS", "advice", "printable", "sentence"]

WORDS: Final[dict[str, tuple[str, str]]] = {
    # The file
    "too-large": ("it is too large", "make it smaller"),
    "not-utf-8": ("the file is not UTF-8", "save it as UTF-8"),
    "not-json": ("the file is not JSON", "mend it at this place"),
    "too-deep": ("it is nested too deeply", "use fewer brackets inside of each other"),
    "written-twice": ("this key is written twice; only the last one counts", "remove one of them"),
    "half-a-character": ("half of a character stands here", r"write both halves (\uD83D\uDE00) or the character"),
    "no-manifest": ("there is no manifest to read", "put voiceos.integration.json into the folder"),
    "other-id": ("this is another integration now", "install it as its own, or put the old id back"),
    "python-dependencies": (
        "its Python packages are not brought along, and Voxnotch does not know into which Python they belong",
        "install them as its author says, before you install it here",
    ),
    # Packed files
    "no-such-file": ("there is no such file", "check its name"),
    "package-unreadable": ("the packed file cannot be read", "get it anew: it is damaged, or no zip file"),
    "package-encrypted": ("the packed file asks for a password", "pack it without one"),
    "package-no-manifest": ("there is no manifest in the packed file", "pack the folder that holds the manifest"),
    "package-leaves-folder": ("a file would be written outside of its folder", "do not install it"),
    "package-link": ("there is a link in it", "pack files instead of links"),
    "package-bad-name": ("a name in it does not work on every system", "rename the file and pack it again"),
    "package-written-twice": ("two files in it have one name", "pack it again"),
    "package-too-many": ("there are too many files in it", "pack it without what is not needed"),
    "package-file-too-large": ("a file in it is too large", "pack it without that file"),
    "package-too-large": ("unpacked it is too large", "pack it without what is not needed"),
    "package-bomb": ("unpacked it would be many times as large, which is a trap", "do not install it"),
    "packed-link": ("a link cannot be packed", "put the file itself there"),
    "packed-unreadable": ("this file cannot be read", "give read permission, or remove it"),
    "packed-secret": ("this looks like a secret", "remove it: everybody who gets the package could read it"),
    "packed-too-large": ("the folder is too large", "remove what its users do not need"),
    # MCPB bundles
    "unknown-bundle": ("this version of an MCPB bundle is not known", "get a bundle with manifest_version 0.x"),
    "nothing-to-start": ("the bundle does not say what to start", "add server.mcp_config.command"),
    "unknown-setting": ("a value is used that user_config does not have", "add it to user_config"),
    "secret-in-argument": (
        "a secret would stand in the command line, where every program can read it",
        "hand it over in mcp_config.env",
    ),
    "other-system": ("it is made for other systems", "get the bundle for this system"),
    # Servers without a manifest
    "bad-command-line": ("the command line cannot be read", "close the quotation marks"),
    "no-command": ("there is no command", "name the program that is the server"),
    "secret-in-address": (
        "there is a password or key in the address, which is stored in a file",
        "leave it out, and fill in the access token",
    ),
    # Any field
    "missing": ("it is missing", "add it"),
    "empty": ("it is empty", "fill it in, or remove it"),
    "not-text": ("it is not text", "write it in quotation marks"),
    "number-as-text": ("this should be text", "write it in quotation marks"),
    "not-a-list": ("it is not a list", "write a list: [ ... ]"),
    "not-an-object": ("it is not an object", "write an object: { ... }"),
    "not-true-or-false": ("it is neither true nor false", "write true or false"),
    "text-as-flag": ("true or false is written as text", "remove the quotation marks"),
    "not-a-number": ("it is not a number", "write a number"),
    "text-as-number": ("a number is written as text", "remove the quotation marks"),
    "out-of-range": ("the number is out of range", "choose a number inside the range"),
    "not-one-of": ("this value is not one of those that exist", "choose one of them"),
    "too-long": ("the text is too long and would be cut", "shorten it"),
    "too-many": ("there are too many; the last ones would be left out", "keep the most important ones"),
    "unknown-field": ("Voxnotch does not know this field and ignores it", "check the spelling, or leave it"),
    "not-a-web-address": ("it is not a web address", "write a whole address: https://..."),
    "not-https": ("the address is not secure", "use https; only a server on this machine may use http"),
    "name-taken": ("this name is used twice", "give each its own name"),
    "bad-name": ("this is no good name", "begin with a letter; use letters, digits and _"),
    "not-snake-case": ("this is no good name", "use lower case: a letter first, then letters, digits and _"),
    # The top level
    "unknown-schema": ("this version of the manifest is not known", 'write "schemaVersion": 1'),
    "bad-id": ("this is no good id", "write it like com.example.weather: lower case, with dots"),
    "bad-version": ("this is no version", "write three numbers: 1.0.0"),
    "not-semver": ("this is not exactly a semantic version", "write it like 1.2.3 or 1.2.3-beta.1"),
    "line-break": ("the summary has more than one line", "write it in one line"),
    "publisher-as-text": ("publisher must be an object", 'write { "id": ..., "name": ... }'),
    "verified-ignored": ("a manifest cannot verify its publisher", "remove it"),
    "remote-image": ("a picture from the network is not shown", "remove it, or put the picture into the folder"),
    "leaves-folder": ("this path leads out of the integration's folder", "name a file inside the folder"),
    "no-icon-file": ("this file is not in the folder; the default icon would be shown", "add it, or correct the name"),
    "icon-not-read": ("this file cannot be read", "give read permission, or choose another file"),
    "icon-too-large": ("the icon is too large", "make it smaller"),
    "icon-no-image": ("the icon is no picture that can be shown", "save it as PNG, JPEG or WebP"),
    "bad-word": ("this word cannot be listened for", "use at most 80 characters and no comma"),
    "unknown-shape": ("a setup guide has another shape and is ignored", "write Markdown text or an object with steps"),
    # What it may do and hear
    "no-domain": ("network access is asked for, but to no domain", "name the domains, or remove the permission"),
    "bad-domain": ("this is no domain", "write it like api.example.com or *.example.com, without https:// and path"),
    "anywhere": ("this asks for the whole network, which is shown in red", "name the domains that are really needed"),
    "no-effect": ("this permission has no effect here", "leave it out, unless another program needs it"),
    "unknown-permission": ("there is no such permission", "check the spelling"),
    "no-permission": ("the permission for this is missing", "add it to permissions"),
    "outside-scope": ("the transcript permission does not cover this hook", 'change its scope, or use "all"'),
    "unknown-hook": ("there is no such hook", "check the spelling"),
    "no-apps": ("no app is named", "name at least one app that has to be in front"),
    "bad-scope": ("this hook cannot have this scope", 'only preToolUse and postToolUse have one, and only "own"'),
    "hearing-not-told": ("the summary does not say what is heard", "say in the summary what it listens for"),
    # Setup fields
    "name-for-key": ("the field is named by name", "use key"),
    "steering-name": ("a field of this name would change how programs are loaded", "choose another name"),
    "select-without-options": ("a choice without options would be a text field", "add options, or use the type text"),
    "options-without-select": ("only a select has options", "use the type select, or remove them"),
    "option-as-text": ("an option is an object", 'write { "label": ..., "value": ... }'),
    "not-an-option": ("the default is none of the options", "use the value of an option"),
    # Tools
    "no-tools": ("there is no usable tool", "declare at least one tool"),
    "reserved-name": ("names that begin with voiceos_hook_ are reserved for hooks", "rename it, or declare the hook"),
    "short-description": ("the description is too short to be found by", 'say what it does and "Use when ..."'),
    "no-use-when": ("the description does not say when to use the tool", 'add "Use when the user asks ..."'),
    "not-an-object-schema": ("the input schema is not that of an object", 'write "type": "object"'),
    "no-description": ("this property has no description", "describe it: the model fills it by its description"),
    "reference-broken": ("this reference leads nowhere", "refer to a schema in this file: #/$defs/..."),
    "reference-loop": ("this reference only leads back to itself", "let it end in a schema with a type"),
    "not-positive": ("the time is not a positive number", "write milliseconds"),
    "seconds-as-ms": ("the time is given in seconds", "use estimatedDurationMs"),
    "reading-tool-asks": ("a tool that only reads asks first", "remove its confirmation, or rename the tool"),
    "acting-tool-runs": ("a tool that acts declares no confirmation", "add a confirmation card"),
    # Confirmation cards
    "generic-card": ("this card cannot be used; the generic one would be shown", "mend it at this place"),
    "widget-in-card": ("a card around one widget is read as that widget", "make the widget the root"),
    "large-html": ("the HTML is large", "make it smaller"),
    "footer-on-widget": ("a widget card has no footer; the host draws the buttons", "remove it"),
    "not-in-footer": ("only an actions block can stand in the footer", "move it among the children"),
    "second-actions": ("the footer has a second actions block", "put all buttons into one"),
    "second-answer": ("the card has this button twice", "keep one confirm and one cancel"),
    "answer-added": ("the footer lacks this button", "add it: one confirm and one cancel"),
    "answer-outside-footer": ("only the footer can confirm or cancel", "move this button to the footer"),
    "unknown-block": ("there is no such block", "check its type"),
    "nothing-in-it": ("there is nothing usable in it", "fill it, or remove what it stands in"),
    "unknown-icon": ("there is no such icon", "use the name of an icon, or a data: image"),
    "no-image": ("this is no picture that can be shown", "use a data: address with PNG, JPEG or WebP"),
    "no-bind": ("an input block has to change an argument", 'bind it: "bind": "{{argument}}"'),
    "unknown-argument": ("the tool has no such argument", "use a property of its inputSchema"),
    "html-or-image": ("Markdown in a card shows neither HTML nor pictures", "use plain Markdown"),
    "stack-too-deep": ("there are too many stacks inside of each other", "use fewer"),
    # Intents
    "unknown-tool": ("there is no such tool in this manifest", "check the spelling"),
    "disabled-tool": ("this tool is disabled", "enable it, or remove the intent"),
    "background-intent": ("this intent starts background work", "check that it is meant"),
    "argument-not-covered": ("a required argument gets no value", "add it as a required slot or to fixedArgs"),
    "bad-language": ("this is no language", "write it like en or de-AT"),
    "bad-utterances": ("the sentences cannot be used", "write 1 to 20 sentences of at most 500 characters"),
    "bad-values": ("the values cannot be used", "write at most 30 texts of at most 200 characters"),
    "enum-values": ("a choice needs either values or values from the tool", 'give values, or "valuesFrom": "tool"'),
    "fails-schema": ("the value does not pass the input schema of the tool", "correct the value"),
    "no-languages": ("there have to be 1 to 20 languages", "add or remove some"),
    "not-a-good-text": ("the text is missing, or of a wrong length", "write it in this length"),
    "other-type": ("the type is another one than in the input schema", "use the type of the schema"),
    "placeholder-missing": ("a required slot is not in this sentence", "add it in braces"),
    "unknown-placeholder": ("no slot has this name", "add the slot, or correct the name"),
    # Glance cards and results
    "no-card": ("the card is not found here", "return one text with one JSON object, and blocks that are a list"),
    "data-only-in-card": (
        "there is data in the card and none beside it",
        "return the data too: it is all that the model reads",
    ),
    "unknown-content": ("there is no such kind of content", "use text, image, audio or resource"),
    "other-media": ("this kind of picture or sound is not shown", "use PNG, JPEG, WebP or GIF; WAV, MP3, OGG or FLAC"),
    "large-media": ("the picture or sound is too large; it is only kept in a file", "send a smaller one"),
    "bad-base64": ("this cannot be decoded", "send it in base64"),
    "card-too-large": ("the card is too large, and this block would be left out", "send less"),
    "large-card": ("the card is large", "make it smaller"),
    "second-chart": ("a card has one chart", "keep the most important one"),
    "row-in-row": ("a row cannot stand in a row", "put its blocks beside the others"),
    "row-of-one": ("only one block is left in this row", "use the block without a row"),
    "no-such-icon": ("there is no such icon", "use the name of an icon"),
    "text-as-object": ("this should be an object", "write the text into its field"),
    "no-pair": ("it is no pair", "write [label, value]"),
    "no-html": ("there is no HTML", "add it"),
    "unequal-lists": (
        "there are not as many labels as values; the longer list is cut",
        "write one value for each label",
    ),
    "thinned": ("there are too many points; some are left out evenly", "send fewer points"),
    "too-few": ("there are too few", "send more, or use another block"),
    "less-than-nothing": ("a part of a whole cannot be less than 0", "use 0 or more"),
    "no-whole": ("the whole is not more than 0", "use a whole above 0"),
    "unknown-zone": ("there is no such time zone", "use a name like Europe/Vienna"),
    "no-seconds": ("this is no time to count down", "write seconds above 0"),
    "until-and-seconds": ("a countdown has either until or seconds; until counts", "remove one of them"),
    "no-moment": ("it is no point in time", "write it like 2026-12-24T18:00:00+01:00, or in Unix milliseconds"),
    "no-offset": ("the time has no offset, and would be that of this computer", "add it: +01:00, or Z"),
}


def sentence(finding: Finding) -> str:
    """Say what is wrong, with the author's own words in brackets."""
    said, _ = WORDS[finding.code]
    return f"{said} ({printable(finding.detail)})" if finding.detail else said


def advice(finding: Finding) -> str:
    return WORDS[finding.code][1]


def printable(text: str) -> str:
    """Show what a terminal would obey instead of drawing it as the replacement character."""
    return "".join(character if character.isprintable() else "\N{REPLACEMENT CHARACTER}" for character in text)
