pragma ComponentBehavior: Bound
import QtQuick
import Voxnotch.Controls
import Voxnotch.Theme
import Voxnotch.ViewModels

ScrollArea {
    id: page

    required property CatalogueModel catalogue

    PageTitle {
        text: qsTr("Models")
        width: parent.width
    }

    BodyText {
        color: Theme.color.ink2
        text: qsTr(
                  "Speech is recognised on this computer by one of these models. A larger one makes fewer mistakes and takes longer. Only Download and Repair use the network.")
        width: parent.width
    }

    Repeater {
        model: page.catalogue.models

        ModelLine {
            width: parent.width

            onFetchWanted: page.catalogue.fetch(name)
            onUseWanted: page.catalogue.use(name)
        }
    }
}
