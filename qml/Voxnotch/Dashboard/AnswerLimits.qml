import QtQuick
import Voxnotch.ViewModels

// What one turn may cost.
SettingsSection {
    id: section

    required property SettingsModel settings

    title: qsTr("Limits")

    NumberRow {
        description: qsTr(
                         "For the first sign of an answer, and between two signs. Then the turn ends and says so.")
        entry: section.settings.entry("agent.request_timeout_s")
        label: qsTr("Longest wait")
        query: section.query
        step: 5
        unit: qsTr("s")
        width: parent.width
    }

    NumberRow {
        description: qsTr("To the model in one turn: each look at what tools answered is one more.")
        entry: section.settings.entry("agent.most_requests")
        label: qsTr("Most requests")
        query: section.query
        step: 1
        unit: qsTr("requests")
        width: parent.width
    }

    NumberRow {
        description: qsTr("Of tools in one turn.")
        entry: section.settings.entry("agent.most_calls")
        label: qsTr("Most calls")
        query: section.query
        step: 1
        unit: qsTr("calls")
        width: parent.width
    }

    NumberRow {
        description: qsTr("Of one response; a token is about three quarters of a word.")
        entry: section.settings.entry("agent.most_answer_tokens")
        label: qsTr("Longest answer")
        query: section.query
        step: 100
        unit: qsTr("tokens")
        width: parent.width
    }

    NumberRow {
        description: qsTr(
                         "Sent of the conversation, with what tools answered. Older turns are left out first.")
        entry: section.settings.entry("agent.context_characters")
        label: qsTr("Longest memory")
        query: section.query
        step: 1000
        unit: qsTr("characters")
        width: parent.width
    }
}
