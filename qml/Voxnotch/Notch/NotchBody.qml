pragma ComponentBehavior: Bound

import QtQuick
import Voxnotch.Theme
import Voxnotch.ViewModels

// The shape and the face in it. The size follows the state; every pair of states moves the same way, width first.
// `surface` learns where input is taken: the larger of both outlines while the shape moves, then exactly the new one.
Item {
    id: body

    required property NotchModel notch
    required property SurfaceModel surface
    required property bool wanted
    readonly property bool idle: body.notch.state === "idle"
    readonly property int motion: body.surface.composited ? Theme.motion.open : 0
    readonly property bool settled: !body.moving && !fade.running
    readonly property bool moving: widthMotion.running || heightMotion.running
    readonly property real targetHeight: !body.wanted ? 0 : body.idle ? Theme.notchSize.idleHeight :
                                                                        face.implicitHeight

    readonly property real targetWidth: body.widthFor(body.notch.state)
    readonly property real targetRadius: body.idle ? Theme.radius.notch : Theme.radius.card

    function tellShape() {
        if (body.moving) {
            body.surface.setShape(Math.max(shape.bodyWidth, body.targetWidth), Math.max(shape.height, body.targetHeight),
                                  0);

        } else {
            body.surface.setShape(body.targetWidth, body.targetHeight, shape.corner);
        }
    }

    function widthFor(state: string): real {
        switch (state) {
        case "idle":
            return Theme.notchSize.idleWidth;
        case "listening":
        case "finishing":
        case "working":
            return Theme.notchSize.takeWidth;
        case "confirm":
        case "inquire":
            return Theme.notchSize.confirmWidth;
        default:
            return Theme.notchSize.cardWidth;
        }
    }

    function componentFor(state: string): Component {
        switch (state) {
        case "listening":
        case "finishing":
            return takeFace;
        case "working":
            return body.notch.ofTurn ? turnFace : workingFace;
        case "said":
            return body.notch.styled !== "" ? answerFace : saidFace;
        case "card":
            return body.notch.hasBlocks ? glanceFace : cardFace;
        case "confirm":
            return confirmFace;
        case "inquire":
            return inquireFace;
        case "write":
            return writeFace;
        case "error":
            return errorFace;
        default:
            return null;
        }
    }

    Component.onCompleted: body.tellShape()
    onMovingChanged: body.tellShape()
    onTargetHeightChanged: body.tellShape()
    onTargetWidthChanged: body.tellShape()

    NotchShape {
        id: shape

        property real bodyWidth: body.targetWidth

        anchors.horizontalCenter: parent.horizontalCenter
        cornerRadius: body.targetRadius
        ear: Theme.radius.ear
        height: body.targetHeight
        visible: shape.height > 0
        width: shape.bodyWidth + 2 * shape.ear

        Behavior on bodyWidth {
            NumberAnimation {
                id: widthMotion

                duration: body.motion
                easing.type: Theme.motion.easing
            }
        }
        Behavior on cornerRadius {
            NumberAnimation {
                duration: body.motion
            }
        }
        Behavior on height {
            SequentialAnimation {
                id: heightMotion

                PauseAnimation {
                    duration: body.motion > 0 ? Theme.motion.heightDelay : 0
                }

                NumberAnimation {
                    duration: body.motion
                    easing.type: Theme.motion.easing
                }
            }
        }

        Item {
            clip: body.moving
            height: parent.height
            width: shape.bodyWidth
            x: shape.ear

            Loader {
                id: face

                objectName: "face"
                anchors.horizontalCenter: parent.horizontalCenter
                focus: true
                sourceComponent: body.componentFor(body.notch.state)
                width: body.targetWidth

                onLoaded: {
                    const grows = body.widthFor(body.notch.state) - shape.bodyWidth > 4 * Theme.space.l;
                    wait.duration = grows && body.motion > 0 ? Theme.motion.growFirst : 0;
                    face.opacity = 0;
                    fade.restart();
                }

                SequentialAnimation {
                    id: fade

                    // WORKAROUND: Qt's software renderer (6.11) takes an empty clip region for none, and so draws the signs
                    // at both ends beside a shape that has not reached them. Remove once it clips them away.
                    PauseAnimation {
                        id: wait
                    }

                    NumberAnimation {
                        duration: Theme.motion.fade
                        from: 0
                        property: "opacity"
                        target: face
                        to: 1
                    }
                }
            }
        }

        HoverHandler {
            id: hover
        }

        TapHandler {
            enabled: body.idle

            onTapped: body.surface.pressed()
        }

        DragHandler {
            readonly property real enough: 24

            target: null

            onTranslationChanged: {
                if (translation.y < -enough) {
                    body.notch.dismiss();
                }
            }
        }
    }

    Component {
        id: takeFace

        TakeFace {
            notch: body.notch
        }
    }

    Component {
        id: workingFace

        WorkingFace {
            notch: body.notch
        }
    }

    Component {
        id: saidFace

        SaidFace {
            hovered: hover.hovered
            notch: body.notch
        }
    }

    Component {
        id: cardFace

        CardFace {
            maximumHeight: body.surface.maximumHeight
            notch: body.notch
        }
    }

    Component {
        id: glanceFace

        LateFace {
            file: Qt.resolvedUrl("GlanceFace.qml")
            notch: body.notch
            surface: body.surface
        }
    }

    Component {
        id: confirmFace

        LateFace {
            file: Qt.resolvedUrl("ConfirmFace.qml")
            notch: body.notch
            surface: body.surface
        }
    }

    Component {
        id: turnFace

        LateFace {
            file: Qt.resolvedUrl("TurnFace.qml")
            notch: body.notch
            surface: body.surface
        }
    }

    Component {
        id: answerFace

        LateFace {
            file: Qt.resolvedUrl("AnswerFace.qml")
            notch: body.notch
            surface: body.surface
        }
    }

    Component {
        id: inquireFace

        LateFace {
            file: Qt.resolvedUrl("InquireFace.qml")
            notch: body.notch
            surface: body.surface
        }
    }

    Component {
        id: writeFace

        LateFace {
            file: Qt.resolvedUrl("WriteFace.qml")
            notch: body.notch
            surface: body.surface
        }
    }

    Component {
        id: errorFace

        ErrorFace {
            notch: body.notch
        }
    }
}
