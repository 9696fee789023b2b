"""Shorten text to fit into a text message."""

import unicodedata

# Phones and Twilio count UTF-16 code units, so most emoji count as two.
LONGEST = 320
_MORE = "..."  # the character "…" would force the larger encoding (UCS-2) and double the cost

_JOINER = "\u200d"
_SKIN_TONES = range(0x1F3FB, 0x1F400)
_FLAG_LETTERS = range(0x1F1E6, 0x1F200)
_TAGS = range(0xE0020, 0xE0080)


def length_of(text: str) -> int:
    """Return the length of ``text`` as it counts in a text message."""
    return len(text.encode("utf-16-le", "surrogatepass")) // 2


def cut(text: str, longest: int) -> str:
    """Shorten ``text`` to at most ``longest`` characters (``length_of``): between words if that loses less than a
    third, never within a grapheme cluster such as an emoji with a skin tone or a flag.
    """
    if length_of(text) <= longest:
        return text
    room = longest - len(_MORE)
    kept = ""
    for character in _grapheme_clusters(text):
        if length_of(kept) + length_of(character) > room:
            break
        kept += character
    words = kept.rsplit(None, 1)[0]
    return (words if length_of(words) > room * 2 // 3 else kept).rstrip() + _MORE


def _grapheme_clusters(text: str) -> list[str]:
    """Split ``text`` into what readers see as single characters (a simple form of UAX 29)."""
    pieces: list[str] = []
    for character in text:
        if pieces and _continues(pieces[-1], character):
            pieces[-1] += character
        else:
            pieces.append(character)
    return pieces


def _continues(piece: str, character: str) -> bool:
    code = ord(character)
    if character == _JOINER or piece[-1] == _JOINER or code in _SKIN_TONES or code in _TAGS:
        return True
    if code in _FLAG_LETTERS:
        return len(piece) == 1 and ord(piece) in _FLAG_LETTERS
    return unicodedata.category(character) in {"Mn", "Me", "Mc"}
