"""What Twilio is to do with a call or a text that it reports (TwiML)."""

from twilio.twiml.messaging_response import MessagingResponse
from twilio.twiml.voice_response import VoiceResponse

NO_ANSWER_TEXT = str(MessagingResponse())


def forward_call(number: str, *, rings: int, then: str) -> str:
    """Let a phone ring for ``rings`` seconds, and ask the URL ``then`` what to do after that."""
    response = VoiceResponse()
    response.dial(number, timeout=rings, action=then)
    return str(response)


def say(words: str) -> str:
    """Read ``words`` to the caller."""
    response = VoiceResponse()
    response.say(words)
    return str(response)
