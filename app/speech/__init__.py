"""Sound to text: microphone, detector, recogniser, text rules, cues. Other rooms see ``ports`` and the factories.

Speech and sound libraries (numpy, PortAudio, CTranslate2, faster-whisper) are imported nowhere else.
"""
