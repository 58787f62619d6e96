pragma ComponentBehavior: Bound
import QtQuick
import Voxnotch.Controls
import Voxnotch.Theme
import Voxnotch.ViewModels

// The models that recognise speech on this computer.
Column {
    id: models

    required property CatalogueModel catalogue

    spacing: Theme.space.l

    BodyText {
        color: Theme.color.ink2
        text: qsTr(
                  "Speech is recognised on this computer by one of these models. A larger one makes fewer mistakes and takes longer. Only Download and Repair use the network.")
        width: parent.width
    }

    Repeater {
        model: models.catalogue.models

        ModelLine {
            width: parent ? parent.width : 0

            onFetchWanted: models.catalogue.fetch(name)
            onUseWanted: models.catalogue.use(name)
        }
    }
}
