<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en" sourcelanguage="en">
<context>
    <name>AbilityLine</name>
    <message>
        <source>Shortcuts that work everywhere</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pasting into other programs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Typing into other programs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Knowing the program in front</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Placing the notch</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Lowering or pausing other sound</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Knowing that the text was taken</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Works</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Not here</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Actions</name>
    <message>
        <source>Dictate</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ask</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Undo the last insertion</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Paste the last text again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Answer a question</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Hands-free</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>AppRulesEditor</name>
    <message>
        <source>As everywhere</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Paste</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Type</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Only copy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How text gets into %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Paste shortcut of %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Paste shortcut</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Press Return after the text in %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Press Return</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Remove %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Program</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Window class, such as xterm</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Add the program</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Add</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>AudioSection</name>
    <message>
        <source>Microphone and sound</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Microphone</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Catches the 0.3 seconds before the press. The system shows the microphone as in use.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Keep the microphone open</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Other sound while listening</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Leave as it is</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Lower it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pause it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>When other sound is lowered.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Lower to</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A short sound when listening starts and stops.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sounds</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Volume of the sounds</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Then it ends as if you had stopped it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Longest take</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>min</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>CardFace</name>
    <message>
        <source>Close</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ConfirmDialog</name>
    <message>
        <source>Cancel</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>DashboardWindow</name>
    <message>
        <source>Voxnotch</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>DeliverySection</name>
    <message>
        <source>Insertion</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How text is inserted</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Paste</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Type</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Only copy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What programs take as “paste”.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Paste shortcut</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>So that the next take does not stick to this one.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Add a space after the text</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What was on the clipboard is there again after pasting.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Put the clipboard back</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>If it has not taken the text by then, Voxnotch says so.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Wait for the program</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>ms</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sent as Shift+Return, so that they do not submit. Off: a space.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Keep line breaks when typing</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The first rule that fits decides. Terminals have a rule of their own.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rules for programs</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>DeviceRow</name>
    <message>
        <source>%1 (not connected)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No microphone was found. Connect one; it appears here by itself.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>In use: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 is not connected. The system&apos;s microphone is used until it is back.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>As the system</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stop</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Try it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Level of the microphone</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>EmptyHome</name>
    <message>
        <source>Nothing dictated yet</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing found</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No text holds these words. The last word may be a beginning.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is no shortcut for dictation. Choose one in Settings, under Shortcuts.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Put the cursor where you want to write. Hold the shortcut, speak, and let go.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Put the cursor where you want to write. Press the shortcut, speak, and press it again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Put the cursor where you want to write. Press the shortcut twice, speak, and press it again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Put the cursor where you want to write. Hold the shortcut while you speak, or tap it to start and tap it to stop.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ErrorFace</name>
    <message>
        <source>Close</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Errors</name>
    <message>
        <source>Something went wrong.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Try once more. “voxnotch doctor” shows what is missing.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Something is not set up right.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>“voxnotch doctor” shows what to do.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Another program or device did not do its part.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Try once more.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>That is not allowed.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The settings say what Voxnotch may do.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Voxnotch made a mistake.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing you said is lost. Start Voxnotch again, and please report it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A setting could not be read: {place}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Its default is used. Set it again in Settings.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This is not a settings file of Voxnotch.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing was changed. Choose a file that was exported here.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The data folder cannot be used: {place}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Check that the folder is there and is yours, then try again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The disk is full.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Free some space, then try again. Old recordings can be deleted on Home.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The data folder cannot be written to: {place}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Make it writable, or set VOXNOTCH_HOME to another folder.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The history was written by a newer Voxnotch.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Update Voxnotch, or move this file away: {place}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The history file is damaged: {place}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Move it away and start again. The recordings beside it are kept.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is no microphone.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Connect one; Voxnotch finds it by itself.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Voxnotch may not use the microphone.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Allow it in the privacy settings of your system.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Another program holds the microphone.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Close that program, or choose another microphone.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The microphone cannot be opened.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Plug it in again, or choose another one.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The microphone went away while you spoke.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What was said until then is kept on Home. Plug it in again or choose another one.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The speech model {place} is not on this computer.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Another program holds this shortcut: {place}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This computer was too busy to keep up with the microphone.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Your keyboard has no key for this shortcut: {place}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Download it, or choose another model.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The speech model is damaged: {place}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Repair it; what you said is kept on Home.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose another shortcut.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This recording cannot be read: {place}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It is empty, cut off or not audio. Try another one.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is no display.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Start Voxnotch in a desktop session, or try “voxnotch demo”.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The display refused a request.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Try once more. If it stays, start Voxnotch again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The text could not be inserted.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy it and paste it yourself.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The program did not take the text.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It is on the clipboard: paste it yourself.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The program that owns the clipboard does not answer.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Close or wake that program, then try again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The words could not be recognised.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Your recording is kept. Try it again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What was said until then is kept on Home. Close heavy programs and try again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What is on the clipboard is too large to be kept.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy something smaller first, or switch off putting the clipboard back.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Another program did not let go of the clipboard.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Try once more. If it stays, close your clipboard history.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This text cannot be typed key by key.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose pasting in Settings, or copy the text.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Another program holds the keyboard.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Close open menus and dialogs, then try again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The display does not tell its keyboard layout.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose copying in Settings, and start dictation from the tray.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This is not a shortcut: {place}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The download did not work.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Check the connection and try again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The download arrived damaged.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It was thrown away. Try again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The disk does not keep up.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What was said until then is kept. Close what writes a lot and try again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The file could not be written: {place}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose another folder.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>You went to another window, so nothing was inserted.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy the text and paste it where it belongs.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing was heard.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Speak a little louder, or check the microphone.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>That did not work: %1</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Fixes</name>
    <message>
        <source>Choose a microphone</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose another shortcut</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open Home</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Repair the model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy the text</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Try again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open the folder</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Download the model</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>GeneralSection</name>
    <message>
        <source>General</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Of the window, the notch and the messages.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Language</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>As the system</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The notch stays dark unless Light is chosen.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Appearance</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Dark</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Light</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Voxnotch starts in the tray. Open the window from there.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Start without the window</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Try the microphone, the shortcut and pasting once more.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>First steps</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Go through the first steps</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Start</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>HelpPage</name>
    <message>
        <source>Write what you say</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cancel the take; the recording is kept</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>While the shortcut is held: keep listening</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Undo the last insertion</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Paste the last text again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Give the keyboard to a card that asks you something</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Help</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This desktop</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Voxnotch %1. Free software under the Apache License 2.0.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>HistorySection</name>
    <message>
        <source>History and privacy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>0 keeps them until you delete them.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Keep texts for</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>days</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>0: as long as the text. −1: deleted as soon as the text was delivered.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Keep recordings for</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>HomeHead</name>
    <message>
        <source>Home</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Delete all…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Search what you said</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>HomePage</name>
    <message>
        <source>Today</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Yesterday</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What you dictated, newest first</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Delete</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The text and its recording are gone for good.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Delete this take?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Delete all</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All texts and all recordings are gone for good.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Delete the whole history?</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>HotkeySection</name>
    <message>
        <source>Shortcuts</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What you say is written where the cursor is.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Dictate</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What you say is meant for the assistant.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ask</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Applies to Dictate and Ask.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How the shortcut works</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Hold while speaking</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Press to start, press to stop</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tap or hold</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Press twice</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>With Tap or hold: a shorter press keeps listening until the next press.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Longest tap</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>ms</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>With Press twice: the second press comes within this time.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Time between two presses</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pressed while the shortcut is held: keeps listening until the shortcut is pressed again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Hands-free</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Taken from other programs only while Voxnotch listens.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>So that a key meant for another program does not end a take.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cancelling</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Off</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>At the first press</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>At the second press</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>When cancelling takes two presses.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Time for the second press</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Takes back exactly what Voxnotch inserted.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Undo the last insertion</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Into the window that has the focus.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Paste the last text again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Gives the keyboard to a card that asks you something.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Answer a question</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>IntegrationsSection</name>
    <message>
        <source>Integrations</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>An integration may have its own choice. A lock that you set always holds.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ask before a tool runs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Always</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>When it changes something</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Only when it asks to</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>0 keeps them until the integration is removed.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Keep the list of calls for</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>days</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ModelLine</name>
    <message>
        <source>Not on this computer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Downloading: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Damaged</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Loaded</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ready</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>In use</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>English</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Many languages</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Downloading %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Download %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Download</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Repair %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Repair</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Use %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Use</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ModelsPage</name>
    <message>
        <source>Models</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Speech is recognised on this computer by one of these models. A larger one makes fewer mistakes and takes longer. Only Download and Repair use the network.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>NotchSection</name>
    <message>
        <source>With the pointer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>With the focused window</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Main screen</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Notch</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Screen</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing is shown at the top edge while Voxnotch waits.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Hide until used</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Over full-screen windows</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Never show</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show while listening</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Always show</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Keeps clear of a panel at the top edge.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stay below panels</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sizes jump instead of growing. Also follows the system.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reduce motion</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>NotchWindow</name>
    <message>
        <source>Listening for %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Listening</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Finishing</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Working</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ready</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Voxnotch</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Notices</name>
    <message>
        <source>Voxnotch cannot act yet. For now it writes what you say.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing was heard.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Press once more to cancel.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Hands-free. Press the shortcut to finish.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{place} is not there. The default microphone is used.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{place} is back and used again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The microphone went away. What was said is kept.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This was the longest take that the settings allow.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>You went to another window, so nothing was inserted.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Taken back.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is nothing to take back.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copied. Paste it where you like.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Your text is inserted, but the clipboard could not be put back.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Some settings were damaged. The good ones are kept, and the whole file too: {place}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Your settings cannot be read, so the defaults are used. Make this file readable: {place}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What you say cannot be kept. {place}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Recordings found after a crash: {place}. See Home.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Voxnotch made a mistake. Details are in the log.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is no microphone. Connect one; Voxnotch finds it by itself.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The microphone could not be tested. {place}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>That did not work. {place}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The history was damaged and a new one is begun. The old one is kept in {place}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>One moment, the last words are still being worked on.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>OnboardingPage</name>
    <message>
        <source>Speak, and it is written</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Try each step once. A tick appears when it worked. Nothing you say leaves this computer.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No microphone was found. Connect one; it is found by itself.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Start, then say a few words into %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Microphone</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stop trying the microphone</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Try the microphone</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stop</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Start</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Level of the microphone</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A file of the model is damaged.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 is on this computer.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The model is not on this computer yet.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Speech model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Download the speech model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Downloading…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Download</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is no shortcut yet. Choose one.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Press this shortcut. The notch at the top of the screen opens.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Shortcut</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Press the new shortcut…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Change the shortcut for dictation</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Change</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Click into the field, use the shortcut and say a sentence. It is pasted here.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Writing</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Dictate into this field</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Dictate here</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Done</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Leave for now</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>OnboardingStep</name>
    <message>
        <source>Works</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Not tried yet</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>OutcomeBadge</name>
    <message>
        <source>Inserted</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copied</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Not inserted</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing heard</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cancelled</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Failed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Recovered</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Not yet</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Outcomes</name>
    <message>
        <source>Inserted</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Inserted into {place}</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>RecognitionSection</name>
    <message>
        <source>Recognition</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Detect automatically</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The Models page says more about each.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A model for English alone ignores this.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Language you speak</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Words that may still change are paler.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show words while you speak</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>0: half of the cores, at most four.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Processor threads</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>threads</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The model is loaded again at the next take. 0 keeps it loaded.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Free memory after</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>min</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ReplacementsEditor</name>
    <message>
        <source>%1 becomes %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Written for %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Remove %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Spoken words</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>You say</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Written words</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Voxnotch writes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Add the replacement</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Add</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>SettingRow</name>
    <message>
        <source>Back to the usual value: %1</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>SettingsFilePanel</name>
    <message>
        <source>Export settings…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Import settings…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Written to %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing was changed. The file has a fault at %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Settings</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Export settings</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Import settings</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>SettingsGroups</name>
    <message>
        <source>Groups of settings</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>SettingsPage</name>
    <message>
        <source>Settings</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Find a setting</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No setting holds these words.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ShortcutLabel</name>
    <message>
        <source>Ctrl</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Alt</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Shift</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Super</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Space</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Esc</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Return</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tab</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Backspace</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Delete</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Right Ctrl</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Left Ctrl</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Right Alt</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Left Alt</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Right Shift</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Left Shift</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Right Super</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Left Super</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Mouse %1</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ShortcutRow</name>
    <message>
        <source>Press the new shortcut…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>None</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Change the shortcut: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Change</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Use no shortcut: %1</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Sidebar</name>
    <message>
        <source>Pages</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Home</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Settings</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Models</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Help</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>TextSection</name>
    <message>
        <source>Text</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Leave out fillers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>“um”, “uh” and the like.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>“comma”, “new line” and the like become signs.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Spoken punctuation</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Names and words that are to be written exactly so.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Vocabulary</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Whole words, in any case, are written as you say here. Shift+Return makes a line break.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Replacements</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Tray</name>
    <message>
        <source>Open Voxnotch</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sound cues</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Quit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stop dictation</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Start dictation</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Voxnotch is ready</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Voxnotch is listening</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Voxnotch is working</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Voxnotch has a problem</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>TurnActions</name>
    <message>
        <source>Copy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Paste again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stop playing</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Play the recording</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Recognise again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Delete</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>TurnDelegate</name>
    <message>
        <source>The recording is kept.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Try the take of %1 again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Try again</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>TurnDetails</name>
    <message>
        <source>%1:%2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>As recognised</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Length %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Model %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Language %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Model for another try</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Recognise again</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>WordsEditor</name>
    <message>
        <source>New word</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A name or word</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Add the word</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Add</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Remove %1</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>WorkingFace</name>
    <message>
        <source>Working…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Inserting into %1…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Inserting…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation type="unfinished"></translation>
    </message>
</context>
</TS>
