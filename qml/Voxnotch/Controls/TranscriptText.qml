import QtQuick

// Words a person said. With no alignment set, Qt takes the direction of each paragraph from its first strong letter
// and orders runs of the other direction by the Unicode algorithm (A15); the mirrored layout does not touch it.
BodyText {
    Accessible.name: text
    Accessible.role: Accessible.StaticText
    lineHeight: 1.25
    wrapMode: Text.Wrap
}
