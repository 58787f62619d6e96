import QtQuick
import QtQuick.Controls.Basic
import Voxnotch.Theme

// A page that scrolls; what the keyboard reaches comes into view.
Flickable {
    id: area

    default property alias content: column.data
    property alias spacing: column.spacing
    readonly property Item focused: area.Window.activeFocusItem

    // Lines longer than this are hard to read.
    readonly property real widest: Theme.size.sidebar * 3.6 * Math.min(Theme.textScale, 1.5)

    function showItem(item: Item): void {
    const top = item.mapToItem(area.contentItem, 0, 0).y;
    const margin = Theme.space.xl;
    if (top - margin < area.contentY)
    area.contentY = Math.max(0, top - margin);
    else if (top + item.height + margin > area.contentY + area.height)
    area.contentY = Math.max(0, Math.min(top - margin, top + item.height + margin - area.height));
}

    // One screen up or down; what has no control in it is reached by this.
    function turnPage(direction: int): void {
    const top = area.contentY + direction * (area.height - Theme.space.xl);
    area.contentY = Math.max(0, Math.min(top, area.contentHeight - area.height));
}

    function holds(item: Item): bool {
        for (let place = item; place !== null; place = place.parent)
        if (place === column)
        return true;
        return false;
    }

        boundsBehavior: Flickable.StopAtBounds
        clip: true
        contentHeight: column.implicitHeight + Theme.space.xl * 2
        contentWidth: width

        ScrollBar.vertical: VerticalBar {}

        Keys.onPressed: event => {
            event.accepted = event.key === Qt.Key_PageDown || event.key === Qt.Key_PageUp;
            if (event.accepted)
                area.turnPage(event.key === Qt.Key_PageDown ? 1 : -1);
        }
        onFocusedChanged: if (area.focused !== null && area.holds(area.focused))
                              area.showItem(area.focused)

        Column {
            id: column

            spacing: Theme.space.l
            width: Math.min(area.width - Theme.space.xl * 2, area.widest)
            x: area.LayoutMirroring.enabled ? area.width - width - Theme.space.xl : Theme.space.xl
            y: Theme.space.xl
        }
    }
