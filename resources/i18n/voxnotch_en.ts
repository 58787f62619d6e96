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
    <name>ActingPanel</name>
    <message>
        <source>What it may do</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>asks first</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What it does by itself</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ActionLine</name>
    <message>
        <source>Not offered by its server</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Disabled by its author: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Name for the model: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ask before %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ask</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Allow %1 without asking</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Allow</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Use the default for %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Use default</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Default</source>
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
    <message>
        <source>Ask in writing</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ActionsBlock</name>
    <message>
        <source>Opens %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copies a text</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ActionsPanel</name>
    <message>
        <source>Actions</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Actions (%1)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It offers no actions of its own.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>AddPanel</name>
    <message>
        <source>Add an integration</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose it here, or drop its folder onto this window. You see what it hears, does and sends before anything of it runs.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Folder…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Packed file…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Address…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Command…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Folder of an integration</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Integrations</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All files</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Packed integration</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>AddressRow</name>
    <message>
        <source>Of a server that speaks like OpenAI&apos;s, with its version: http://127.0.0.1:11434/v1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Address</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>http://…/v1</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>AgentDetails</name>
    <message>
        <source>What was done</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Answered by %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ask again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy what you said</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Delete the whole thread…</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>AgentSection</name>
    <message>
        <source>Agent</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Commands and tools alone, or a language model: with its key and its limits on the Models page.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Who answers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose who answers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>After so long without a word, the agent does not go on with what was said before.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>New topic after</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>min</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>An answer is always shown too.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Say answers aloud</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Never</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>When you spoke</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Always</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What reads answers aloud.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Voice</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>100 is the usual speed.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Speed of the voice</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Volume of the voice</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>After an answer was spoken to its end, Voxnotch listens for what you say next.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Listen again by itself</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>AnswerFace</name>
    <message>
        <source>Speaking</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Asking %1…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Close</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>AnswerLimits</name>
    <message>
        <source>Limits</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>For the first sign of an answer, and between two signs. Then the turn ends and says so.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Longest wait</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>To the model in one turn: each look at what tools answered is one more.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Most requests</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>requests</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Of tools in one turn.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Most calls</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>calls</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Of one response; a token is about three quarters of a word.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Longest answer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>tokens</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sent of the conversation, with what tools answered. Older turns are left out first.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Longest memory</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>characters</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Answers</name>
    <message>
        <source>Confirm</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>AnswersPart</name>
    <message>
        <source>Commands and tools work without a language model. With one, the agent also answers questions and combines tools.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The last answer failed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Who answers</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>AnswersTrial</name>
    <message>
        <source>Test the model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Asks it for one word.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Testing…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Test</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It answered in %1 s.</source>
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
    <name>ArgumentLine</name>
    <message>
        <source>%1 (required)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>JSON, such as [1, 2]</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Leave out</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Yes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No</source>
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
    <name>BareServer</name>
    <message>
        <source>This name is there twice.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Type its value, or remove this line.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Close the quotation marks.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Name the program that is the server.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A name begins with a letter and has letters, digits and _ only.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This name would change how programs are loaded. Choose another one.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Write the whole address: https://…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Use https; only a server on this computer may use http.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>BareServerForm</name>
    <message>
        <source>Address of the server</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>https://…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The program that is the server. A path with spaces goes in quotation marks.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Command</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>npx</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Arguments</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>-y @example/server</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>As you want to call it. Without one it is called after its program or address.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Name</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Environment</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Values that the server reads, such as a key. They are stored in the key store, in no file.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Add a value</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>See what it would bring</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Next</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>BundledLine</name>
    <message>
        <source>Install %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Install…</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>CallLine</name>
    <message>
        <source>Done</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Failed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show the card of %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show card</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>CallPanel</name>
    <message>
        <source>Call %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It takes no arguments.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Call</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Calling…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cancel the call</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Close</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It runs…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It asks first: answer in the notch.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Done in %1 s. The notch shows its card.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Done in %1 s. It answered without a card.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Calls</name>
    <message>
        <source>{integration} is not connected.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Its page under Integrations says why.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{integration} is not set up yet.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Fill in what it needs on its page under Integrations.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{integration} asks you to sign in.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sign in on its page under Integrations.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{integration} stopped while it worked.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It is started again. Its log under Integrations says more.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{integration} did not answer in time.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Try once more.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{integration} cannot do that with these values.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Say it again with other values.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>You said no, and nothing was done.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ask again whenever you like.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{integration} may not do that.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A rule or a hook forbids it. The audit trail names it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This action of {integration} is switched off.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{integration} is still busy with something else.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Wait a moment and try again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{integration} could not do it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Try again, or ask in other words.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{integration} gave an answer that cannot be understood.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Its log under Integrations says more. Tell its author.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It may have happened all the same: look before you try again.</source>
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
    <name>Cards</name>
    <message>
        <source>{days}d {hours}h</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Line of {count} values, from {first} to {last}, lowest {low}, highest {high}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This card cannot be shown here.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A picture</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A picture that cannot be shown</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Also sent</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>from {integration}</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ConfigurePanel</name>
    <message>
        <source>Configure</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It needs no values.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Testing…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Test connection</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reached %1 in %2 s. Actions: %L3</source>
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
    <name>ConfirmFoot</name>
    <message>
        <source>Or hold %1 and say “yes” or “cancel”</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n more waiting</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ConfirmHead</name>
    <message>
        <source>Hard to undo</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ConfirmReasons</name>
    <message>
        <source>Why you are asked</source>
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
    <name>Demands</name>
    <message>
        <source>You want to be asked before this action.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>You want to be asked before every action.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This action always asks first.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It says of itself that it can destroy something.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It changes something outside of Voxnotch.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Voxnotch asks before this action.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{source} wants you to be asked.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{source}: {reason}</source>
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
    <name>DropZone</name>
    <message>
        <source>Drop it to see what it would bring</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>EmptyHome</name>
    <message>
        <source>Nothing found</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing said yet</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing said or answered holds these words. The last word may be a beginning.</source>
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
    <message>
        <source>To ask for something to be done, use this shortcut instead:</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>EntryLine</name>
    <message>
        <source>Name of value %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>API_KEY</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Value %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Value</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Remove value %1</source>
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
    <message>
        <source>The integration could not be installed: {place}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing was changed. Try once more.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Its files changed while you looked at them: {place}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing was installed. Open it again and read what it wants now.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Its files are no longer there: {place}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Put them back, or remove the integration.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is no such integration any more: {place}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open its folder or file again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Its manifest cannot be used: {place}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The list says what is wrong, for its author.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What it needs could not be fetched with {place}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing was installed. Check the connection, or run the command yourself.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The key store of your system is locked: {place}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Unlock it, then try again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is no key store for secrets on this computer.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Install one, such as GNOME Keyring or KWallet.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The key store of your system does not answer: {place}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Look for a window that asks for a password, then try again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The key store would write secrets into a plain file: {place}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Install another one, such as GNOME Keyring or KWallet.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The key store did not take the secret: {place}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open it with its own program and look what it says.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The action describes its values in a way that cannot be checked.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tell the author of the integration.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Signing in did not work.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Try once more. The log of the integration says more.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nobody signed in for a while, so it was given up.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Press Sign in again when you have a moment.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The server refused the sign-in.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sign in with another account, or ask who runs the server.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The server for signing in cannot be reached.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Signing in is not possible here.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Start Voxnotch in a desktop session, with a browser.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This system cannot start the program: {place}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The log of the integration says more.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This value cannot be handed to a program: {place}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Type it anew; it holds a character that no program can take.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The action did not work.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Try again, or ask in other words.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No action fits what you said.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Say it in other words, or choose a language model that understands more.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is no action that could answer this yet.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Install an integration, or switch one on.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No language model is chosen.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose one under Models.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The address of the model server is missing.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Enter it under Models, or let Voxnotch look for a server on this computer.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Enter it under Models. It is kept in the key store of your system.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The key was refused: {place}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Enter a valid one under Models.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The server does not have this model: {place}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose another one under Models.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The model server cannot be reached: {place}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Check that it runs and that you are connected, then try again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The language model did not answer in time.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The model server takes no more requests just now.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Wait a moment, then try again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This topic has grown too long for the language model.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Start a new topic and ask again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The answer of the language model broke off.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Try again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This took more steps than the settings allow.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Your last question is not done yet: it is worked on, or waits for you.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Answer what it asks in the notch, wait for it, or cancel it; then ask again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is no key for the language model: {place}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Try again, or allow it more time under Models.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ask for less at once, or raise the limits under Models.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The language model does not want to answer this.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ask in another way, or choose another model.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The language model gave no answer.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Try again. If it stays, test the model under Models.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Your integrations are still starting.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Try again in a moment.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The part of Voxnotch that works without a language model is not whole.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Install Voxnotch again, or choose a language model.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What you said then is not kept any more.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Say it again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>You ended this before it was answered.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ask again whenever you like.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is no voice on this computer.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Install a speech synthesiser, such as eSpeak NG.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The voice did not work.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose another voice in Settings.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Enter its name here.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Enter it here, or choose a server that was found.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Enter it here. It is kept in the key store of your system.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Enter a valid one here.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose another one here.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Try again, or allow it more time below.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ask for less at once, or raise the limits below.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Test the model here.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>FetchPanel</name>
    <message>
        <source>What is missing</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Fetch what is missing with this command</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The command uses the network and runs with your user&apos;s rights. Without it the integration may not start.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What the command says</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>FieldFrame</name>
    <message>
        <source>%1 (required)</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>FieldLine</name>
    <message>
        <source>%1 (required)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A value is stored in the key store.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It is stored in the key store, in no file.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose…</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Fields</name>
    <message>
        <source>Required</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Not a number</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Not a whole number</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Neither true nor false</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cannot be written as text</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>FieldsForm</name>
    <message>
        <source>Until these are filled in, its server is not started: %1</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Findings</name>
    <message>
        <source>it is too large</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the file is not UTF-8</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the file is not JSON</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>it is nested too deeply</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>this key is written twice; only the last one counts</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>half of a character stands here</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>it is missing</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>it is empty</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>it is not text</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>this should be text</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>it is not a list</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>it is not an object</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>it is neither true nor false</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>true or false is written as text</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>it is not a number</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a number is written as text</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the number is out of range</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>this value is not one of those that exist</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the text is too long and would be cut</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>there are too many; the last ones would be left out</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Voxnotch does not know this field and ignores it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>it is not a web address</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the address is not secure</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>this name is used twice</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>this is no good name</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>this version of the manifest is not known</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>this is no good id</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>this is no version</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>this is not exactly a semantic version</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the summary has more than one line</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>publisher must be an object</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a manifest cannot verify its publisher</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a picture from the network is not shown</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>this path leads out of the integration&apos;s folder</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>this file is not in the folder; the default icon would be shown</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>this file cannot be read</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>there is no manifest to read</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>this is another integration now</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>its Python packages are not brought along, and Voxnotch does not know into which Python they belong</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>there is no such file</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the packed file cannot be read</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the packed file asks for a password</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>there is no manifest in the packed file</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a file would be written outside of its folder</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>there is a link in it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a name in it does not work on every system</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>two files in it have one name</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>there are too many files in it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a file in it is too large</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>unpacked it is too large</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>unpacked it would be many times as large, which is a trap</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a link cannot be packed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>this looks like a secret</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the folder is too large</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>this version of an MCPB bundle is not known</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the bundle does not say what to start</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a value is used that user_config does not have</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a secret would stand in the command line, where every program can read it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>it is made for other systems</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the command line cannot be read</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>there is no command</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a file is named from a folder that the server does not run in</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>there is a password or key in the address, which is stored in a file</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the icon is too large</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the icon is no picture that can be shown</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>this word cannot be listened for</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a setup guide has another shape and is ignored</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>network access is asked for, but to no domain</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>this is no domain</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>this asks for the whole network, which is shown in red</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>this permission has no effect here</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>there is no such permission</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the permission for this is missing</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the transcript permission does not cover this hook</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>there is no such hook</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no app is named</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>this hook cannot have this scope</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the summary does not say what is heard</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the field is named by name</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a field of this name would change how programs are loaded</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a choice without options would be a text field</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>only a select has options</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>an option is an object</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the default is none of the options</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>there is no usable tool</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>names that begin with voiceos_hook_ are reserved for hooks</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the description is too short to be found by</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the description does not say when to use the tool</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the input schema is not that of an object</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>this property has no description</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>this reference leads nowhere</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>this reference only leads back to itself</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the time is not a positive number</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the time is given in seconds</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a tool that only reads asks first</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a tool that acts declares no confirmation</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>this card cannot be used; the generic one would be shown</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a card around one widget is read as that widget</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the HTML is large</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a widget card has no footer; the host draws the buttons</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>only an actions block can stand in the footer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the footer has a second actions block</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the card has this button twice</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the footer lacks this button</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>only the footer can confirm or cancel</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>there is no such block</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>there is nothing usable in it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>there is no such icon</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>this is no picture that can be shown</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>an input block has to change an argument</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the tool has no such argument</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Markdown in a card shows neither HTML nor pictures</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>there are too many stacks inside of each other</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>there is no such tool in this manifest</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>this tool is disabled</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>this intent starts background work</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a required argument gets no value</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>this is no language</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the sentences cannot be used</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the values cannot be used</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a choice needs either values or values from the tool</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the value does not pass the input schema of the tool</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>there have to be 1 to 20 languages</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the text is missing, or of a wrong length</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the type is another one than in the input schema</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a required slot is not in this sentence</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no slot has this name</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the card is not found here</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>there is data in the card and none beside it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>this kind of picture or sound is not shown</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the picture or sound is too large; it is only kept in a file</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the card is too large, and this block would be left out</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the card is large</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a card has one chart</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a row cannot stand in a row</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>only one block is left in this row</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>this should be an object</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>it is no pair</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>there is no HTML</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>there are not as many labels as values; the longer list is cut</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>there are too many points; some are left out evenly</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>there are too few</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a part of a whole cannot be less than 0</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the whole is not more than 0</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>there is no such time zone</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>this is no time to count down</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a countdown has either until or seconds; until counts</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>it is no point in time</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the time has no offset, and would be that of this computer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>there is no such kind of content</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>this cannot be decoded</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>make it smaller</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>save it as UTF-8</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>mend it at this place</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>use fewer brackets inside of each other</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>remove one of them</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>write both halves of it, or the character itself</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>put voiceos.integration.json into the folder</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>install it as its own, or put the old id back</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>install them as its author says, before you install it here</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>check its name</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>get it anew: it is damaged, or no zip file</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>pack it without one</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>pack the folder that holds the manifest</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>do not install it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>pack files instead of links</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>rename the file and pack it again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>pack it again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>pack it without what is not needed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>pack it without that file</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>put the file itself there</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>give read permission, or remove it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>remove it: everybody who gets the package could read it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>remove what its users do not need</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>get a bundle with manifest_version 0.x</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>add server.mcp_config.command</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>add it to user_config</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>hand it over in mcp_config.env</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>get the bundle for this system</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>close the quotation marks</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>name the program that is the server</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>give the whole path</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>leave it out, and fill in the access token</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>add it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>fill it in, or remove it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>write it in quotation marks</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>write a list: [ ... ]</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>write an object: { ... }</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>write true or false</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>remove the quotation marks</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>write a number</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>choose a number inside the range</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>choose one of them</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>shorten it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>keep the most important ones</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>check the spelling, or leave it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>write a whole address: https://...</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>give each its own name</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>begin with a letter; use letters, digits and _</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>use lower case: a letter first, then letters, digits and _</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>write &quot;schemaVersion&quot;: 1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>write it like com.example.weather: lower case, with dots</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>write three numbers: 1.0.0</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>write it like 1.2.3 or 1.2.3-beta.1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>write it in one line</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>write { &quot;id&quot;: ..., &quot;name&quot;: ... }</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>remove it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>remove it, or put the picture into the folder</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>name a file inside the folder</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>add it, or correct the name</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>give read permission, or choose another file</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>save it as PNG, JPEG or WebP</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>use at most 80 characters and no comma</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>write Markdown text or an object with steps</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>name the domains, or remove the permission</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>write it like api.example.com or *.example.com, without https:// and path</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>name the domains that are really needed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>leave it out, unless another program needs it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>check the spelling</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>add it to permissions</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>change its scope, or use &quot;all&quot;</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>name at least one app that has to be in front</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>only preToolUse and postToolUse have one, and only &quot;own&quot;</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>say in the summary what it listens for</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>use key</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>choose another name</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>add options, or use the type text</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>use the type select, or remove them</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>write { &quot;label&quot;: ..., &quot;value&quot;: ... }</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>use the value of an option</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>declare at least one tool</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>rename it, or declare the hook</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>say what it does and &quot;Use when ...&quot;</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>add &quot;Use when the user asks ...&quot;</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>write &quot;type&quot;: &quot;object&quot;</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>describe it: the model fills it by its description</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>refer to a schema in this file: #/$defs/...</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>let it end in a schema with a type</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>write milliseconds</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>use estimatedDurationMs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>remove its confirmation, or rename the tool</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>add a confirmation card</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>make the widget the root</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>move it among the children</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>put all buttons into one</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>keep one confirm and one cancel</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>add it: one confirm and one cancel</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>move this button to the footer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>check its type</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>fill it, or remove what it stands in</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>use the name of an icon, or a data: image</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>use a data: address with PNG, JPEG or WebP</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>bind it: &quot;bind&quot;: &quot;{{argument}}&quot;</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>use a property of its inputSchema</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>use plain Markdown</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>use fewer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>enable it, or remove the intent</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>check that it is meant</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>add it as a required slot or to fixedArgs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>write it like en or de-AT</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>write 1 to 20 sentences of at most 500 characters</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>write at most 30 texts of at most 200 characters</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>give values, or &quot;valuesFrom&quot;: &quot;tool&quot;</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>correct the value</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>add or remove some</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>write it in this length</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>use the type of the schema</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>add it in braces</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>add the slot, or correct the name</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>return one text with one JSON object, and blocks that are a list</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>send less</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>keep the most important one</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>put its blocks beside the others</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>use the block without a row</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>use the name of an icon</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>write the text into its field</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>write [label, value]</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>write one value for each label</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>send fewer points</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>send more, or use another block</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>use 0 or more</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>use a whole above 0</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>use a name like Europe/Vienna</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>write seconds above 0</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>write it like 2026-12-24T18:00:00+01:00, or in Unix milliseconds</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>add it: +01:00, or Z</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>use text, image, audio or resource</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>use https; only a server on this computer may use http</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>return the data too: it is all that the model reads</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>use PNG, JPEG, WebP or GIF; WAV, MP3, OGG or FLAC</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>send a smaller one</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>send it in base64</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Refused</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Left out</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Repaired</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Error</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Note</source>
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
        <source>Choose a model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open Integrations</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ask the agent</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Start a new topic</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Download the model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Enter the key</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Check the key</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Enter the address</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Change the limits</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Forms</name>
    <message>
        <source>This is not a number.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>FoundServers</name>
    <message>
        <source>Found on this computer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No model server answers. Start Ollama, LM Studio, llama.cpp or vLLM, then look again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Looking…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Look again</source>
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
    <name>GlanceFace</name>
    <message>
        <source>Close</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Play sound %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Play the sound</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Some of this card was too large to show</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Growth</name>
    <message>
        <source>Wants to hear what you ask Voxnotch.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Wants to hear what you dictate.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Wants to hear all that you say to Voxnotch.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Wants to work on in the background.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Wants to show reminders.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Wants to keep its own data on this computer.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Wants to send data over the network.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Wants to hear what you say.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Wants to send data anywhere on the network.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Wants to send data to {what}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Runs something else: {what}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>“{what}” no longer asks first.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>GrowthPanel</name>
    <message>
        <source>It wants more than you allowed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What it wants</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Review…</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>GuideText</name>
    <message>
        <source>Open %1</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Hearing</name>
    <message>
        <source>Hears what you ask Voxnotch, and may change, stop or answer it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Hears what you ask Voxnotch while {apps} is in front, and may change, stop or answer it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Hears what you dictate, and may change it or keep it for itself.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Hears what you dictate into {apps}, and may change it or keep it for itself.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sees calls of its own actions before they run, and may change or stop them.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sees calls of its own actions before they run while {apps} is in front, and may change or stop them.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sees what its own actions answered, and may replace it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sees what its own actions answered while {apps} is in front, and may replace it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Hears what you asked and what was answered, after each answer.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Hears what you asked and what was answered while {apps} is in front, after each answer.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Listens to {event}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{some} or {last}</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>HearingPanel</name>
    <message>
        <source>What it wants to hear as well</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What it hears</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>You can switch this off at any time.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Transcript access</source>
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
        <source>Ask the assistant, or tell it what to do</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ask it in writing</source>
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
    <name>HomeExport</name>
    <message>
        <source>Written to %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>History</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Export history</source>
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
        <source>Export…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Delete all…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Search what was said</source>
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
        <source>What was said, newest first</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Delete</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What was said and answered, its cards and its recording are gone for good.</source>
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
        <source>Delete this question?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Delete thread</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Everything said and answered in it, the cards and the recordings are gone for good.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Delete the whole thread?</source>
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
        <source>Opens a field in the notch for what you would rather type.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ask in writing</source>
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
    <name>ImageBlock</name>
    <message>
        <source>A picture that cannot be shown</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>InquireFace</name>
    <message>
        <source>Did you mean?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 needs: %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>“%1”</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>None of these</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Or hold %1 and say it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Answer</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Install</name>
    <message>
        <source>As you typed it</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>InstallFooter</name>
    <message>
        <source>Installing…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Allow</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Update</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Install</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Close</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>InstallHead</name>
    <message>
        <source>This is no integration</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 wants more</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Update %1?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Install %1?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Version %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Version %1, by %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>From %1</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>InstallPlanView</name>
    <message>
        <source>It cannot be installed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What is wrong with its manifest</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What is new</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Where it sends data</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What runs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What it needs from you</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>You sign in after it is installed, on its page.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Notes on its manifest</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>InstallSheet</name>
    <message>
        <source>Install an integration</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reading…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It cannot be read.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>IntegrationDetails</name>
    <message>
        <source>Permissions</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Setup guide</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>About</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Its manifest</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>IntegrationHead</name>
    <message>
        <source>All integrations</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Restart</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sign out</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sign in</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reload</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>IntegrationLine</name>
    <message>
        <source>Enable %1</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>IntegrationLog</name>
    <message>
        <source>Log</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Hide the log</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show the log</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Refresh</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Lines that hold</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Lines that hold…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The log is empty.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No line holds these words.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Lines of the log</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>IntegrationNames</name>
    <message>
        <source>Version %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Version %1, by %2</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>IntegrationSwitches</name>
    <message>
        <source>Use</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Off stops its server and hides its actions at once.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Enabled</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Transcript access</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A lock that you set on an action always holds.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ask before an action runs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>As in the settings</source>
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
</context>
<context>
    <name>IntegrationUpkeep</name>
    <message>
        <source>Upkeep</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stands before the names of its actions.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Short name</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>As soon as a file in its folder changes. What it wants anew is asked for all the same.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reload by itself</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reload</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show folder</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Remove…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Remove</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Its settings, secrets and sign-ins are deleted.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Its settings, secrets and sign-ins are deleted. A folder of your own stays where it is.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Remove %1?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Delete its part of the history and all that it saved on this computer too</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Integrations</name>
    <message>
        <source>Stopped</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Starting</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Connected</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Needs setup</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Needs sign-in</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Crashed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Not supported</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Waits for your approval</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reads</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Changes things</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Destructive</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Runs without asking</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It offers no actions.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What its server offers once it runs.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Anywhere on the network</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>any server under {domain}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sends data anywhere on the network.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sends data to {domain}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Hosted integrations are not supported by this host</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Talks to {place}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Starts {place}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Off</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Works on in the background.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Shows reminders by itself.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Keeps its own data on this computer.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Names no place that it sends data to.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It runs with your user&apos;s rights, not in a sandbox.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>IntegrationsPage</name>
    <message>
        <source>Integrations</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Try a sentence</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>An integration lets Voxnotch do things for you: take a note, set a timer, open an app, ask a service. Each is a small program or a server that offers actions. Before it is installed you see what it hears, what it does and where it sends data, and it asks before it changes something.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Comes with Voxnotch</source>
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
    <name>ModelKey</name>
    <message>
        <source>Key</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Key, if the server wants one</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A key is stored in the key store of your system.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A key is kept in memory until Voxnotch quits.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The key store does not say whether there is a key. Unlock it, or type the key again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It is stored in the key store of your system, in no file.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stored</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Store the key of %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Store</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Remove the key of %1</source>
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
    <name>ModelNameRow</name>
    <message>
        <source>As its provider calls it. One that can use tools is needed.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Name of a model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Models to choose from</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose…</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Models</name>
    <message>
        <source>None</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>OpenAI</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Anthropic</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Google</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Mistral</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A server on this computer or network</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Commands and tools on this computer answer, offline.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What you say to the agent stays on this computer.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What you say to the agent, and what tools answer, goes to {place}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What you say to the agent, and what tools answer, goes to {place}. It is not encrypted on the way.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What you say to the agent, and what tools answer, goes to the server whose address you give.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This is no address. Write it with http:// or https:// and the name of the server.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The address stands in a plain file. Leave out password and query; a key has its own field.</source>
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
        <source>Kinds of models</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Speech recognition</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Answers</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>NoKeyStore</name>
    <message>
        <source>No key store answers on this computer, so the secret was not stored. Unlock or install one (such as GNOME Keyring or KWallet), or keep the secret in memory until Voxnotch quits.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Keep it until Voxnotch quits</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Do not keep it</source>
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
        <source>Asking %1…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Thinking…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Did you mean?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 needs: %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Working</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Answering</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A question: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Type what you want, then press Enter</source>
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
        <source>One moment, your last question is still being worked on.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A new topic. What was said before is left behind.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The answer could not be said aloud. {place}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Your history is written to {place}</source>
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
        <source>The file of integrations was damaged; install them again. The old file is kept in {place}</source>
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
        <source>Try each step once. A tick appears when it worked. What you dictate never leaves this computer.</source>
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
        <source>Answered</source>
        <translation type="unfinished"></translation>
    </message>
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
    <message>
        <source>Done: {place}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%n more in Home</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>PermissionRow</name>
    <message>
        <source>Warning: %1</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ProgressBlock</name>
    <message>
        <source>Progress</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ProviderRow</name>
    <message>
        <source>A change is saved at once. Another one&apos;s key stays where it is.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Language model</source>
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
    <name>Remarks</name>
    <message>
        <source>Nothing was done yet. Look at the marked fields.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>That was no answer. Say “yes” or “cancel”.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>That was said before the question was up. Say it again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>That does not fit here. Say or type it in another way.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Its server does not offer the action {detail}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It runs with {detail}, because its program is missing.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Its program was not found: {detail}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Only the fields that name a header are sent to its server; the others are not.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This integration signs in by itself.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The files in its folder have changed. Reload to use the new ones.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It crashed several times in a row and is not started again by itself.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A secret is kept in memory only and is gone when Voxnotch ends.</source>
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
    <name>RingBlock</name>
    <message>
        <source>Progress</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>RouteBadge</name>
    <message>
        <source>Fast intent</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Offline router</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Language model</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>RoutedLine</name>
    <message>
        <source>Show the arguments of %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Call…</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Routing</name>
    <message>
        <source>Would run</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Would ask for “{missing}”</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Would be offered as a choice</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Too little fits</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>More than one value is missing</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Not connected</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Runs “{title}”.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Asks for “{missing}”, then runs “{title}”.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Asks: did you mean {titles}?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Goes to {model}, which chooses among the actions below.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Goes to the language model, which chooses among the actions below.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing fits, so nothing runs.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>RoutingPage</name>
    <message>
        <source>All integrations</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Try a sentence</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Type what you would say. You see which intents match and which actions would be offered; nothing runs until you press Call.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What you would say</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What would happen</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Intents that match</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>None.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Would run</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Actions that would be offered</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How well each fits, and what would come of it where no language model answers.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>None. Install an integration, or enable one.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>SecretField</name>
    <message>
        <source>Stored</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Remove the stored value of %1</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>SelectBlock</name>
    <message>
        <source>Choose…</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ServerLine</name>
    <message>
        <source>Models: %L1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>In use</source>
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
        <source>Integrations</source>
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
    <name>SidebarItem</name>
    <message>
        <source>Questions that wait for you: %1</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>SpeakingMark</name>
    <message>
        <source>Stop speaking</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>SpeechModels</name>
    <message>
        <source>Speech is recognised on this computer by one of these models. A larger one makes fewer mistakes and takes longer. Only Download and Repair use the network.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>TakeLine</name>
    <message>
        <source>Listening…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Working…</source>
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
    <message>
        <source>Restart {name}</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>TurnActions</name>
    <message>
        <source>Copy the answer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ask again</source>
        <translation type="unfinished"></translation>
    </message>
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
    <name>TurnFace</name>
    <message>
        <source>Asking %1…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Thinking…</source>
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
<context>
    <name>TurnHead</name>
    <message>
        <source>Follow-up</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>VoiceRow</name>
    <message>
        <source>The one for the language</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>WaitingLine</name>
    <message>
        <source>Waits for your answer: %1 of %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Answer: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Answer</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>WaitingList</name>
    <message>
        <source>Questions that wait for you</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show all %1</source>
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
        <source>Asking %1…</source>
        <translation type="unfinished"></translation>
    </message>
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
<context>
    <name>WriteFace</name>
    <message>
        <source>Ask or tell Voxnotch</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ask or tell Voxnotch…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Goes on with the last topic</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>New topic</source>
        <translation type="unfinished"></translation>
    </message>
</context>
</TS>
