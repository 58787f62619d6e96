"""What a screen reader sees: run by the system's Python, which has the AT-SPI bindings; prints JSON lines.

``python3 atspi_client.py tree`` prints name, role and whether it can be pressed of everything in the window;
``press NAME`` presses the button of that name.
"""

# gi is a package of the system, not of this environment:
# pyright: basic, reportMissingImports=false

import json
import sys
import time

import gi

gi.require_version("Atspi", "2.0")
from gi.repository import Atspi, GLib  # noqa: E402 - needs the version first

DEADLINE_S = 20.0
PAUSE_S = 0.1


def window():
    """Find the window of the program, once it has joined the accessibility bus."""
    end = time.monotonic() + DEADLINE_S
    while time.monotonic() < end:
        desktop = Atspi.get_desktop(0)
        for number in range(desktop.get_child_count()):
            program = desktop.get_child_at_index(number)
            for place in range(program.get_child_count() if program else 0):
                found = program.get_child_at_index(place)
                if found and found.get_child_count():
                    return found
        time.sleep(PAUSE_S)
    raise SystemExit("no window on the accessibility bus")


def walk(item):
    """Yield everything below ``item``; what goes away meanwhile is left out."""
    yield item
    try:
        for number in range(item.get_child_count()):
            child = item.get_child_at_index(number)
            if child:
                yield from walk(child)
    except GLib.Error:
        return


def label_of(item):
    """Return the name of what labels ``item``, as screen readers do for one without a name."""
    for relation in item.get_relation_set():
        if relation.get_relation_type() == Atspi.RelationType.LABELLED_BY and relation.get_n_targets():
            return relation.get_target(0).get_name()
    return ""


def described(item):
    actions = item.get_action_iface()
    states = item.get_state_set()
    return {
        "name": item.get_name() or label_of(item),
        "role": item.get_role_name(),
        "actions": actions.get_n_actions() if actions else 0,
        "focusable": states.contains(Atspi.StateType.FOCUSABLE),
        "showing": states.contains(Atspi.StateType.SHOWING),
    }


def press(name):
    for item in walk(window()):
        actions = item.get_action_iface()
        if item.get_name() != name or not actions:
            continue
        for number in range(actions.get_n_actions()):
            if actions.get_action_name(number) == "Press":
                actions.do_action(number)
                return
    raise SystemExit(f"nothing called {name} can be pressed")


if sys.argv[1] == "tree":
    for found in walk(window()):
        sys.stdout.write(json.dumps(described(found)) + "\n")
else:
    press(sys.argv[2])
