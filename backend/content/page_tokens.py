"""The tokens that insert the owner's texts into public pages (``common.page_filling``)."""

import json
from functools import lru_cache

from common.business import Business, business
from common.page_filling import Tokens
from content.models import TextPage
from content.rendering import Question
from content.texts import Text, rendered, text_on


def text_tokens() -> Tokens:
    """Return the tokens with the current texts."""
    return _tokens(tuple(text_on(page) for page in TextPage), business())


@lru_cache(maxsize=2)
def _tokens(texts: tuple[Text, ...], details: Business) -> Tokens:
    html, lists = [], []
    for text in texts:
        shown = rendered(text, details)
        html += [(f"@@text.{text.page}.html@@", shown.html), (f"@@text.{text.page}.contents@@", shown.contents)]
        lists.append((f"@@text.{text.page}.questions@@", json.dumps([_structured(each) for each in shown.questions])))
    return Tokens(html=tuple(html), lists=tuple(lists))


def _structured(question: Question) -> dict[str, object]:
    """Return a question as schema.org defines it."""
    answer = {"@type": "Answer", "text": question.answer}
    return {"@type": "Question", "name": question.question, "acceptedAnswer": answer}
