import QtQuick

// What the blocks of a card ask of the one who shows it.
QtObject {
    id: host

    // A field was pressed or reached: it wants the keyboard.
    signal keyboardWanted
    signal chipToggled(bind: string, value: string)
    signal copyAsked(text: string)
    signal switched(bind: string, on: bool)
    signal textEdited(bind: string, text: string)
    signal urlAsked(url: string)
}
