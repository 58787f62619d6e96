pragma ComponentBehavior: Bound
import Qt.labs.qmlmodels

import QtQuick
import Voxnotch.Theme

// The blocks of a card below or beside each other; each row of the list model chooses its block by `kind`.
Grid {
    id: view

    property bool horizontal: false
    required property BlockHost host
    required property var model
    readonly property real itemWidth: view.horizontal && repeater.count > 0 ? (view.width - (repeater.count
                                                                                             - 1) * view.columnSpacing)
                                                                              / repeater.count : view.width

    columnSpacing: Theme.space.l
    columns: view.horizontal ? Math.max(1, repeater.count) : 1
    rowSpacing: Theme.space.m
    verticalItemAlignment: Grid.AlignVCenter

    Repeater {
        id: repeater

        model: view.model

        delegate: DelegateChooser {
            role: "kind"

            DelegateChoice {
                roleValue: "header"

                HeaderBlock {
                    width: view.itemWidth
                }
            }

            DelegateChoice {
                roleValue: "list"

                ListBlock {
                    width: view.itemWidth
                }
            }

            DelegateChoice {
                roleValue: "stats"

                StatsBlock {
                    width: view.itemWidth
                }
            }

            DelegateChoice {
                roleValue: "keyValue"

                PairsBlock {
                    width: view.itemWidth
                }
            }

            DelegateChoice {
                roleValue: "metadata"

                PairsBlock {
                    required label

                    quiet: true
                    width: view.itemWidth
                }
            }

            DelegateChoice {
                roleValue: "badges"

                BadgesBlock {
                    width: view.itemWidth
                }
            }

            DelegateChoice {
                roleValue: "badge"

                BadgeBlock {
                    width: view.itemWidth
                }
            }

            DelegateChoice {
                roleValue: "bars"

                BarsBlock {
                    width: view.itemWidth
                }
            }

            DelegateChoice {
                roleValue: "line"

                LineBlock {
                    width: view.itemWidth
                }
            }

            DelegateChoice {
                roleValue: "splitBar"

                SplitBarBlock {
                    width: view.itemWidth
                }
            }

            DelegateChoice {
                roleValue: "progress"

                ProgressBlock {
                    width: view.itemWidth
                }
            }

            DelegateChoice {
                roleValue: "ring"

                RingBlock {
                    width: view.itemWidth
                }
            }

            DelegateChoice {
                roleValue: "clock"

                TimeBlock {
                    width: view.itemWidth
                }
            }

            DelegateChoice {
                roleValue: "countdown"

                TimeBlock {
                    width: view.itemWidth
                }
            }

            DelegateChoice {
                roleValue: "divider"

                DividerBlock {
                    width: view.itemWidth
                }
            }

            DelegateChoice {
                roleValue: "text"

                TextBlock {
                    width: view.itemWidth
                }
            }

            DelegateChoice {
                roleValue: "markdown"

                MarkdownBlock {
                    host: view.host
                    width: view.itemWidth
                }
            }

            DelegateChoice {
                roleValue: "image"

                ImageBlock {
                    width: view.itemWidth
                }
            }

            DelegateChoice {
                roleValue: "widget"

                WidgetBlock {
                    width: view.itemWidth
                }
            }

            DelegateChoice {
                roleValue: "row"

                NestBlock {
                    host: view.host
                    width: view.itemWidth
                }
            }

            DelegateChoice {
                roleValue: "stack"

                NestBlock {
                    host: view.host
                    width: view.itemWidth
                }
            }

            DelegateChoice {
                roleValue: "textField"

                TextFieldBlock {
                    host: view.host
                    width: view.itemWidth
                }
            }

            DelegateChoice {
                roleValue: "passwordField"

                TextFieldBlock {
                    host: view.host
                    width: view.itemWidth
                }
            }

            DelegateChoice {
                roleValue: "select"

                SelectBlock {
                    host: view.host
                    width: view.itemWidth
                }
            }

            DelegateChoice {
                roleValue: "toggle"

                ToggleBlock {
                    host: view.host
                    width: view.itemWidth
                }
            }

            DelegateChoice {
                roleValue: "chips"

                ChipsBlock {
                    host: view.host
                    width: view.itemWidth
                }
            }

            DelegateChoice {
                roleValue: "actions"

                ActionsBlock {
                    host: view.host
                    width: view.itemWidth
                }
            }
        }
    }
}
