"""TwiML: instructions to Twilio on how to handle a call or a text."""

from twilio.twiml.messaging_response import MessagingResponse
from twilio.twiml.voice_response import VoiceResponse

EMPTY_RESPONSE = str(MessagingResponse())


def forward_call(number: str, *, seconds: int, then: str) -> str:
    """Forward the call to ``number`` for up to ``seconds``, then request further instructions from the URL ``then``."""
    response = VoiceResponse()
    response.dial(number, timeout=seconds, action=then)
    return str(response)


def say(words: str) -> str:
    """Read ``words`` to the caller."""
    response = VoiceResponse()
    response.say(words)
    return str(response)
