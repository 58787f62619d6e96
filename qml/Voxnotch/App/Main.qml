import QtQuick
import Voxnotch.Notch
import Voxnotch.Theme

// The root: the notch, and the look of everything. The window with history and settings is made when it is asked for
// (`app/ui/dashboard.py`), so that the first frame does not wait for it.
NotchWindow {
    id: main

    Binding {
        property: "notchDark"
        target: Theme
        value: main.shell.notchDark
    }

    Binding {
        property: "windowDark"
        target: Theme
        value: main.shell.windowDark
    }

    Binding {
        property: "reducedMotion"
        target: Theme
        value: main.shell.reducedMotion
    }

    Binding {
        property: "textScale"
        target: Theme
        value: main.shell.textScale
    }
}
