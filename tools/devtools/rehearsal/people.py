"""The people of a rehearsal: visitors who browse, and customers who request quotes, order trees and pay."""

import asyncio
import random
from typing import Any

import aiohttp

from devtools.rehearsal.browser import Browser
from devtools.rehearsal.log import Kind, Log
from devtools.rehearsal.site import Site

# How often a customer checks for news.
LOOK_EVERY = 4.0
PAGES = ["/", "/quote", "/christmas-trees", "/faq", "/terms", "/api/catalog", "/api/looks/b-warm/card.svg"]
_PHONE = "603-555-0172"


def email_of(number: int, what: str) -> str:
    """Return a customer's email address. Rehearsal addresses start with ``rehearsal-``."""
    return f"rehearsal-{what}-{number:03}@example.com"


async def visit(site: Site, log: Log, chance: random.Random) -> None:
    """Browse pages and try the estimate, a few seconds each, until canceled."""
    async with site.browser(log) as browser:
        while True:
            if chance.random() < 0.2:
                body = {"servicePackage": "premium", "storeys": chance.randint(1, 3)}
                await browser.send("POST", "/api/estimate", body)
            else:
                await browser.get(chance.choice(PAGES))
            await asyncio.sleep(chance.uniform(3, 9))


async def ask_for_quote(site: Site, log: Log, number: int, until: asyncio.Event) -> None:
    """Request a quote as a guest, write a comment, and answer the price once it arrives.

    Two out of three accept it and pay the deposit, the others decline. Give up waiting when ``until`` is set.
    """
    async with site.browser(log) as browser:
        body = {
            "fullName": f"Rehearsal {number}", "email": email_of(number, "quote"), "phone": _PHONE,
            "city": "Portsmouth", "servicePackage": ["basic", "premium", "commercial"][number % 3],
        }  # fmt: skip
        quote = await create(browser, "quote", "/api/quotes", body)
        if quote is None:
            return
        path = f"/api/quotes/{quote['id']}"
        await create(browser, "comment", f"{path}/comments", {"content": "Could you start in November?"})
        priced = await _wait_for(browser, path, "quoteAmount", until)
        if priced is None:
            return
        if number % 3 == 2:
            await change(browser, f"{path}/decline", {"reason": None})
            log.counts["declined"] += 1
            return
        yes = {"quoteAmount": priced["quoteAmount"], "acceptedBy": f"Rehearsal {number}"}
        accepted = await change(browser, f"{path}/accept", yes)
        if accepted and accepted["invoices"]:
            log.counts["accepted"] += 1
            await _pay(browser, site, {"invoiceId": accepted["invoices"][0]["id"], "part": "first"})


async def order_tree(site: Site, log: Log, number: int) -> None:
    """Order a tree as a guest; pay for every second one by card right away."""
    async with site.browser(log) as browser:
        body = {
            "customerName": f"Rehearsal {number}", "customerEmail": email_of(number, "tree"), "customerPhone": _PHONE,
            "treeSize": "modest_6ft", "addressLine1": "41 Marcy Street", "city": "Portsmouth", "state": "NH",
            "zipCode": "03801",
        }  # fmt: skip
        order = await create(browser, "tree order", "/api/tree-orders", body)
        if order and number % 2 == 0:
            await _pay(browser, site, {"treeOrderId": order["id"]})


async def create(browser: Browser, kind: Kind, path: str, body: dict[str, Any]) -> Any:
    """Create a row and log its ID; return the row, or log a complaint and return None."""
    answer = await browser.send("POST", path, body)
    if answer is None or answer.status != 201:
        if answer:
            browser.log.complain(f"POST {path}: {answer.status} {answer.body[:200]!r}")
        return None
    row = answer.json()
    browser.log.confirm(kind, row["id"])
    return row


async def change(browser: Browser, path: str, body: dict[str, Any]) -> Any:
    """Send a customer's answer, which has an idempotency key; return the row, or log a complaint and return None."""
    answer = await browser.send("POST", path, body)
    if answer and answer.ok:
        return answer.json()
    if answer:
        browser.log.complain(f"POST {path}: {answer.status} {answer.body[:200]!r}")
    return None


async def _wait_for(browser: Browser, path: str, field: str, until: asyncio.Event) -> Any:
    while not until.is_set():
        row = await browser.insist(path)
        if row and row[field] is not None:
            return row
        await asyncio.sleep(LOOK_EVERY)
    return None


async def _pay(browser: Browser, site: Site, what: dict[str, str]) -> None:
    """Pay by card: start the payment here and confirm it at Stripe, whose webhook notifies the product."""
    asked = await change(browser, "/api/create-payment-intent", what)
    config = await browser.insist("/api/payments/config")
    if not (asked and config):
        return
    intent = asked["clientSecret"].split("_secret_")[0]
    form = {"client_secret": asked["clientSecret"], "payment_method": "pm_card_visa", "use_stripe_sdk": "true"}
    key = {"Authorization": f"Bearer {config['publishableKey']}"}
    url = f"{site.stripe_url}/v1/payment_intents/{intent}/confirm"
    async with aiohttp.ClientSession() as stripe, stripe.post(url, data=form, headers=key) as response:
        paid = await response.json()
        if paid.get("status") == "succeeded":
            browser.log.counts["paid by card"] += 1
        else:
            browser.log.complain(f"Stripe did not take the payment {intent}: {str(paid)[:200]}")
