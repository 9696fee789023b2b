"""The questions of ``make configure``, and how it tests each answer."""

import re
import secrets
import socket
from collections.abc import Callable
from urllib.parse import quote, unquote, urlsplit

from install.product import Product
from install.terminal import agree, ask, say

Settings = dict[str, str]

_DOMAIN = re.compile(r"(?=.{4,253}$)([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z][a-z0-9-]*[a-z0-9]")
_EMAIL = re.compile(r"[^@\s]+@[^@\s]+\.[^@\s]+")


def needed(answer: str) -> str:
    """Reject an empty answer."""
    return "" if answer else "This is needed."


def is_domain(answer: str) -> str:
    """Reject anything but a domain."""
    return "" if _DOMAIN.fullmatch(answer.lower()) else "That is not a domain, such as lights.example.com."


def is_email(answer: str) -> str:
    """Reject anything but an email address."""
    return "" if _EMAIL.fullmatch(answer) else "That is not an email address."


def make_secrets(settings: Settings) -> Settings:
    """Return new secrets for those that are missing."""
    made = {"SECRET_KEY": secrets.token_urlsafe(50), "POSTGRES_PASSWORD": secrets.token_hex(24)}
    return {name: value for name, value in made.items() if not settings.get(name)}


def ask_site(settings: Settings, product: Product) -> Settings:
    """Ask for the domain, and check whether it resolves yet."""
    say("\nThe site")
    domain = ask("Domain, such as lights.example.com", settings.get("SITE_DOMAIN", ""), check=is_domain).lower()
    try:
        found = sorted({str(address[4][0]) for address in socket.getaddrinfo(domain, 443, type=socket.SOCK_STREAM)})
        say(f"  {domain} leads to {', '.join(found)}. That has to be this server.")
    except OSError:
        say(f"  {domain} leads nowhere yet. Add an A record with this server's address at your domain's provider;")
        say("  without it there is no HTTPS. You can go on and do it later.")
    return {"SITE_DOMAIN": domain}


def ask_business(settings: Settings, product: Product) -> Settings:
    """Ask for the details shown on pages, emails and invoices."""
    say("\nThe business. Owners can change this later on the desk, under Business and texts, which then counts.")
    questions: list[tuple[str, str, Callable[[str], str]]] = [
        ("BUSINESS_NAME", "Name", needed),
        ("BUSINESS_PHONE", "Phone number, as it is written on pages", needed),
        ("BUSINESS_EMAIL", "Email address, for customers and for news to the office", is_email),
        ("BUSINESS_ADDRESS", "Mailing address in one line (for checks and the foot of emails)", needed),
    ]
    return {name: ask(words, settings.get(name, ""), check=check) for name, words, check in questions}


def ask_mail(settings: Settings, product: Product) -> Settings:
    """Ask for the mail server until a test email goes out or the owner skips it."""
    say("\nEmail: the server that sends it. Your email provider calls this SMTP.")
    before = urlsplit(settings.get("EMAIL_URL", ""))
    while True:
        host = ask("Mail server", before.hostname or "", check=needed)
        port = ask("Port (587 or 465)", str(before.port or 587), check=_is_port)
        user = ask("User name", unquote(before.username or ""), check=needed)
        password = ask("Password", unquote(before.password or ""), check=needed, secret=True)
        scheme = "smtps" if port == "465" else "smtp"  # TLS from the start, or STARTTLS
        url = f"{scheme}://{quote(user, safe='')}:{quote(password, safe='')}@{host}:{port}"
        to = ask("Send a test email to", settings["BUSINESS_EMAIL"], check=is_email)
        works, printed = product.run({**settings, "EMAIL_URL": url}, "send_test_email", to)
        say(f"  {printed}")
        if works and agree("Has the email arrived? Look into the spam folder, too", default=True):
            return {"EMAIL_URL": url}
        if not agree("Enter it again", default=True):
            return {"EMAIL_URL": url}
        before = urlsplit(url)


def ask_stripe(settings: Settings, product: Product) -> Settings:
    """Ask for Stripe's keys, look up the account at Stripe, and register the webhook."""
    say("\nCard payments by Stripe: the keys are in its dashboard under Developers, API keys.")
    if not agree("Take card payments", default=True):
        return _off(settings, "STRIPE_SECRET_KEY", "STRIPE_PUBLISHABLE_KEY")
    while True:
        keys = {
            "STRIPE_SECRET_KEY": ask(
                "Secret key (sk_…)", settings.get("STRIPE_SECRET_KEY", ""), check=needed, secret=True
            ),
            "STRIPE_PUBLISHABLE_KEY": ask(
                "Publishable key (pk_…)", settings.get("STRIPE_PUBLISHABLE_KEY", ""), check=needed
            ),
        }
        secret = settings.get("STRIPE_WEBHOOK_SECRET") or "to-come"
        works, printed = product.run({**settings, **keys, "STRIPE_WEBHOOK_SECRET": secret}, "doctor", "stripe")
        say(_indented(printed))
        if works or not agree("Enter them again", default=True):
            return {**keys, **_webhook({**settings, **keys}, product)} if works else {}


def _webhook(settings: Settings, product: Product) -> Settings:
    """Register the webhook. Stripe shows its secret only once, so a lost secret requires a new webhook."""
    known = settings.get("STRIPE_WEBHOOK_SECRET", "")
    command = ["sync_stripe_webhook", *([] if known else ["--new-secret"])]
    works, printed = product.run({**settings, "STRIPE_WEBHOOK_SECRET": known or "to-come"}, *command)
    secret = re.search(r"^STRIPE_WEBHOOK_SECRET=(\S+)$", printed, re.MULTILINE)
    shown = [line for line in printed.splitlines() if "secret" not in line.lower()]
    say(_indented("\n".join(shown)) or "  Stripe sends its news here now.")
    if not works:
        say("  Without it, payments show up minutes late. Run make configure again later.")
    return {"STRIPE_WEBHOOK_SECRET": secret[1] if secret else known or "to-come"}


def ask_texts(settings: Settings, product: Product) -> Settings:
    """Ask for Twilio's settings, if texts are wanted."""
    say("\nText messages by Twilio. Without them, everything goes by email.")
    names = ("TWILIO_ACCOUNT_SID", "TWILIO_AUTH_TOKEN", "TWILIO_NUMBER")
    if not agree("Send texts", default=all(settings.get(name) for name in names)):
        return _off(settings, *names, "SMS_REGISTERED")
    texts = {
        "TWILIO_ACCOUNT_SID": ask("Account SID (AC…)", settings.get("TWILIO_ACCOUNT_SID", ""), check=needed),
        "TWILIO_AUTH_TOKEN": ask("Auth token", settings.get("TWILIO_AUTH_TOKEN", ""), check=needed, secret=True),
        "TWILIO_NUMBER": ask("Number (+1603…)", settings.get("TWILIO_NUMBER", ""), check=_is_number),
    }
    registered = agree("Is the number registered with the carriers (A2P 10DLC or toll-free)", default=False)
    return {**texts, "SMS_REGISTERED": "1" if registered else "0"}


def _off(settings: Settings, *names: str) -> Settings:
    """Return blanks for what was set up before and is no longer wanted."""
    return {name: "" for name in names if settings.get(name)}


def _is_port(answer: str) -> str:
    return "" if answer.isdigit() and 0 < int(answer) < 65536 else "A port is a number, usually 587."


def _is_number(answer: str) -> str:
    return "" if re.fullmatch(r"\+[1-9][0-9]{6,14}", answer) else "Write it as +16035550148."


def _indented(text: str) -> str:
    return "\n".join(f"  {line}" for line in text.splitlines() if line.strip())
