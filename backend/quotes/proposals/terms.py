"""The terms of an acceptance. New versions are added in the back office; existing ones never change."""

from quotes.models import TermsVersion

# One sentence per line. In effect until a newer version is added.
FIRST_TERMS = """\
We install, look after and take down what this quote is for, at its price. Anything else we agree on with you first.
If the quote names a last day, your price holds until then. After you accept, it stays the same unless you ask for \
changes.
If there is a deposit, paid jobs are scheduled first. The rest is due 14 days after your installation is done.
You get your deposit back in full until 7 days before your installation day. After that, we keep it to cover the crew \
and materials we've set aside for you.
If we can't do the job, you get everything you paid back.
Bad weather may move your day. We call you first.
If a bulb goes dark during the season, we come out and fix it at no charge."""


def current_terms() -> TermsVersion:
    """Return the newest version. The first one is not stored until someone accepts it (``store_terms``)."""
    newest = TermsVersion.objects.order_by("-number").first()
    return newest or TermsVersion(number=1, text=FIRST_TERMS)


def store_terms(terms: TermsVersion) -> TermsVersion:
    """Return the version as a stored row."""
    return TermsVersion.objects.get_or_create(number=terms.number, defaults={"text": terms.text})[0]
