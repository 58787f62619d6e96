import QtQuick

// Blocks within a block. They are loaded by address: two types that name each other cannot be compiled.
Loader {
    id: block

    required property BlockHost host
    required property bool horizontal
    required property var nested

    Component.onCompleted: block.setSource(Qt.resolvedUrl("BlockView.qml"), {
                                               "horizontal": block.horizontal,
                                               "host": block.host,
                                               "model": block.nested
                                           })
}
