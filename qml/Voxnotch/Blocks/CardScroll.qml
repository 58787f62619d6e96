import QtQuick
import QtQuick.Shapes
import Voxnotch.Theme

// What is higher than its room scrolls, with a mark of how far; what the keyboard reaches comes into view.
Flickable {
    id: scroller

    default property alias content: column.data
    property alias spacing: column.spacing
    readonly property Item focused: scroller.Window.activeFocusItem
    readonly property bool inSoftware: GraphicsInfo.api === GraphicsInfo.Software
    readonly property real margin: Theme.space.l

    // In a field of many lines the line with the cursor is what must be in view.
    readonly property rect cursor: (scroller.focused as TextEdit)?.cursorRectangle ?? Qt.rect(0, 0, 0, 0)

    function holds(item: Item): bool {
        for (let place = item; place !== null; place = place.parent)
            if (place === column)
                return true;
        return false;
    }

    // WORKAROUND: Qt's software renderer (6.11) takes an empty clip region for none, and so draws a Shape that lies wholly
    // outside its clip over what is there; in a layer it draws none at all at 200 %. Remove once it clips shapes away.
    function hideUnseen(item: Item) {
        Array.from(item.children).forEach(child => {
            if (child instanceof Shape) {
                const top = child.mapToItem(scroller, 0, 0).y;
                child.visible = top < scroller.height && top + child.height > 0;
            } else {
                scroller.hideUnseen(child);
            }
        });
    }

    function showFocused(): void {
    const item = scroller.focused;
    if (item === null || !scroller.holds(item))
    return;
    const place = scroller.cursor.height > 0 ? scroller.cursor : Qt.rect(0, 0, item.width, item.height);
    const top = item.mapToItem(scroller.contentItem, 0, place.y).y;
    const bottom = top + place.height + scroller.margin;
    if (top - scroller.margin < scroller.contentY)
    scroller.contentY = Math.max(0, top - scroller.margin);
    else if (bottom > scroller.contentY + scroller.height)
    scroller.contentY = Math.max(0, Math.min(top - scroller.margin, bottom - scroller.height));
}

    boundsBehavior: Flickable.StopAtBounds
    clip: true
    contentHeight: column.implicitHeight
    contentWidth: width
    implicitHeight: column.implicitHeight
    interactive: contentHeight > height

    onCursorChanged: scroller.showFocused()
    onFocusedChanged: scroller.showFocused()

    // In each frame, when everything has found its place.
    Connections {
        function onAfterAnimating() {
            scroller.hideUnseen(column);
        }

        enabled: scroller.inSoftware
        target: scroller.Window.window
    }

    Column {
        id: column

        leftPadding: scroller.margin
        rightPadding: scroller.margin
        width: scroller.width
    }

    Rectangle {
        color: Theme.notch.ink3
        height: Math.max(Theme.space.xl, scroller.visibleArea.heightRatio * scroller.height)
        objectName: "scrollMark"
        parent: scroller
        radius: width / 2
        visible: scroller.contentHeight > scroller.height + 1
        width: Theme.space.xs
        x: scroller.LayoutMirroring.enabled ? (scroller.margin - width) / 2 : scroller.width - (scroller.margin
                                                                                                + width) / 2
        y: scroller.visibleArea.yPosition / Math.max(1 - scroller.visibleArea.heightRatio, 0.001) * (
               scroller.height - height)
    }
}
