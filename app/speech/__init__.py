"""Sound to text: microphone, detector, recogniser, text rules, cues. Other rooms see ``ports`` and the factories.

Speech and sound libraries (numpy, PortAudio, CTranslate2, faster-whisper) are imported nowhere else, and none of them
may speak to anybody: what they would send is switched off here, before the first of them is loaded.
"""

import os
from typing import Final

_SILENCED: Final = {
    # onnxruntime 1.32 makes a device id in ~/.cache/Microsoft and sends usage events; it reads this when it is loaded.
    "ORT_DISABLE_TELEMETRY": "1",
    # The package asks its model hub only for names, never for folders; this makes sure of it (A35).
    "HF_HUB_OFFLINE": "1",
}
os.environ.update(_SILENCED)
