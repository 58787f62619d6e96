"""What a played core knows of language models and voices: servers, keys, and how a trial ends."""

from __future__ import annotations

from collections.abc import Callable

from app.domain import messages as m
from app.domain.providers import AgentProvider, KeyState, ModelServer

OLLAMA = ModelServer("Ollama", "http://127.0.0.1:11434/v1", ("llama3.2:3b", "qwen3:8b"))
STUDIO = ModelServer("LM Studio", "http://127.0.0.1:1234/v1", ("mistral-small-3.2",))


GERMAN = m.VoiceInfo("gmw/de", "German", "de")
BRITISH = m.VoiceInfo("gmw/en", "English (Great Britain)", "en-gb")


class PlayedModels:
    """Answers what is asked about language models and voices, as the core does."""

    def __init__(self, tell: Callable[[m.Event], None]) -> None:
        self._tell = tell
        self.servers: tuple[ModelServer, ...] = (OLLAMA, STUDIO)
        self.keys = {one: KeyState.NONE for one in AgentProvider if one is not AgentProvider.OFFLINE}
        self.has_key_store = True
        self.trial = m.ModelTested(0, duration_s=0.8)
        self.voices: tuple[m.VoiceInfo, ...] = (GERMAN, BRITISH)

    def answer(self, command: m.Command) -> None:
        match command:
            case m.FindModelServers(request=request):
                self._tell(m.ModelServersFound(request, self.servers))
            case m.StoreModelKey(until_quit=False) if not self.has_key_store:
                self._tell(m.Notice(m.NoticeCode.FAILED, place="key-store-absent"))
            case m.StoreModelKey(provider=provider, until_quit=until_quit):
                self.keys[provider] = KeyState.UNTIL_QUIT if until_quit else KeyState.STORED
                self._tell_keys()
            case m.RemoveModelKey(provider=provider):
                self.keys[provider] = KeyState.NONE
                self._tell_keys()
            case m.RequestModelKeys():
                self._tell_keys()
            case m.TestModel(request=request):
                told = self.trial
                self._tell(m.ModelTested(request, told.error_code, told.error_place, told.duration_s))
            case m.RequestVoices():
                self._tell(m.VoicesFound(self.voices))
            case _:
                pass

    def _tell_keys(self) -> None:
        self._tell(m.ModelKeysChanged(dict(self.keys)))
