import QtQuick
import Voxnotch.ViewModels

// A face whose file, and all blocks with it, is read when it is first shown: the first frame must not wait for it.
Loader {
    id: late

    required property url file
    required property NotchModel notch
    required property SurfaceModel surface

    focus: true

    Component.onCompleted: late.setSource(late.file, {
                                              "notch": late.notch,
                                              "surface": late.surface
                                          })
}
