"""A rehearsal's administrator, who works through Due now: prices, replies, visits, delivery days, invoices."""

import asyncio
from collections.abc import Callable
from typing import Any

from devtools.rehearsal.browser import Browser
from devtools.rehearsal.log import Log
from devtools.rehearsal.people import change, create

EMAIL, PASSWORD = "admin@example.com", "holiday-lights-demo"  # the demo account
_LISTS = ["/api/desk/queue/counts", "/api/quotes?scope=admin", "/api/jobs?scope=admin", "/api/desk/messages"]
_VISIT, _DELIVERY = "2039-12-01T14:00:00Z", "2039-12-05"


class Administrator:
    """An administrator at work. ``prices`` has the price sent for each quote, by quote ID."""

    def __init__(self, browser: Browser, pause: float) -> None:
        self.prices: dict[str, str] = {}
        self._browser = browser
        self._pause = pause
        self._work: dict[str, Callable[[dict[str, Any]], Any]] = {
            "quote": self._tell_price, "question": self._reply, "accepted": self._schedule,
            "tree_order": self._call, "tree_day": self._plan_delivery,
        }  # fmt: skip

    async def sign_in(self) -> None:
        """Sign in. Raises AssertionError if that fails."""
        await self._browser.get("/accounts/login/")
        answer = await self._browser.post_form("/accounts/login/", {"login": EMAIL, "password": PASSWORD})
        assert answer, "no response to signing in"
        assert answer.status == 302, f"signing in: {answer.status}"

    async def work(self, until: asyncio.Event) -> None:
        """Work until the event is set; browse the desk while nothing is due."""
        turn = 0
        while not until.is_set():
            if not await self.work_off():
                await self._browser.get(_LISTS[turn % len(_LISTS)])
                turn += 1
            await asyncio.sleep(self._pause)

    async def work_off(self) -> bool:
        """Do everything now due for the rehearsal's customers; return whether there was anything."""
        rows = await self.due()
        for row in rows:
            await self._work[row["kind"]](row)
            await asyncio.sleep(self._pause)
        return bool(rows)

    async def due(self) -> list[dict[str, Any]]:
        """Return the rows of Due now for the rehearsal's customers that the administrator handles."""
        rows = await self._browser.insist("/api/desk/queue?limit=100") or []
        return [row for row in rows if row["kind"] in self._work and row["email"].startswith("rehearsal-")]

    async def _tell_price(self, row: dict[str, Any]) -> None:
        price = f"{500 + len(self.prices)}.00"
        path = f"/api/quotes/{row['id']}"
        quote = await self._revise(path, {"quoteAmount": price, "status": "reviewed"}, row["updatedAt"])
        if quote:
            self.prices[row["id"]] = price
            await create(self._browser, "call", f"{path}/calls", {"outcome": "voicemail", "note": "Told the price"})

    async def _reply(self, row: dict[str, Any]) -> None:
        await create(self._browser, "comment", f"/api/quotes/{row['quoteId']}/comments", {"content": "We can."})

    async def _schedule(self, row: dict[str, Any]) -> None:
        body = {"quoteId": row["id"], "kind": "installation", "scheduledDate": _VISIT}
        if await create(self._browser, "job", "/api/jobs", body) is None:
            return
        extra = {"quoteId": row["id"], "amount": "45.00", "dueDate": _DELIVERY, "description": "Wreath"}
        invoice = await create(self._browser, "invoice", "/api/invoices", extra)
        if invoice and await self._send_invoice(f"/api/invoices/{invoice['id']}"):
            await change(self._browser, f"/api/invoices/{invoice['id']}/record-payment", {"method": "check"})
            self._browser.log.counts["paid by check"] += 1

    async def _call(self, row: dict[str, Any]) -> None:
        await create(self._browser, "call", f"/api/tree-orders/{row['id']}/calls", {"outcome": "reached", "note": ""})

    async def _plan_delivery(self, row: dict[str, Any]) -> None:
        path = f"/api/tree-orders/{row['id']}"
        wanted = {"status": "scheduled", "scheduledDeliveryDate": _DELIVERY}
        order = await self._revise(path, wanted, row["updatedAt"])
        if order and order["canPayOnline"]:
            await self._record_cash(path)

    async def _record_cash(self, path: str) -> None:
        """Record a cash payment at the door; accept a 409 if the customer has paid by card in the meantime."""
        answer = await self._browser.send("POST", f"{path}/record-payment", {"method": "cash"})
        if answer and answer.ok:
            self._browser.log.counts["paid in cash"] += 1
            return
        order = await self._browser.insist(path) if answer and answer.status == 409 else None
        if answer and not (order and order["amountDue"] == "0.00"):
            self._browser.log.complain(f"POST {path}/record-payment: {answer.status} {answer.body[:200]!r}")

    async def _send_invoice(self, path: str) -> bool:
        """Send an invoice; accept a 409 if it was sent, since its response may have been lost."""
        answer = await self._browser.send("POST", f"{path}/send", {})
        row = answer.json() if answer and answer.ok else await self._browser.insist(path)
        if row and row["status"] == "sent":
            return True
        self._browser.log.complain(f"POST {path}/send: {answer and (answer.status, answer.body[:200])}")
        return False

    async def _revise(self, path: str, wanted: dict[str, Any], seen: str) -> Any:
        """Change a row as the desk does: send the version seen, and after a 409 reload the row and try again."""
        for _ in range(5):
            answer = await self._browser.send("PATCH", path, {**wanted, "updatedAt": seen})
            if answer and answer.ok:
                return answer.json()
            row = await self._browser.insist(path)
            if row is None or answer is None or answer.status != 409:
                break
            if all(row[name] == value for name, value in wanted.items()):
                return row
            seen = row["updatedAt"]
        self._browser.log.complain(f"PATCH {path}: {answer and (answer.status, answer.body[:200])}")
        return None


async def check_desk(desk: Administrator, browser: Browser, log: Log) -> tuple[str, list[str]]:
    """Finish what is left; return what the desk shows afterward, and what is wrong with it."""
    for _ in range(20):
        if not await desk.work_off():
            break
    wrong = [f"{row['kind']} of {row['email']} is still due" for row in await desk.due()]
    for quote_id, price in desk.prices.items():
        quote = await browser.insist(f"/api/quotes/{quote_id}")
        if quote is None or quote["quoteAmount"] != price:
            wrong.append(f"quote {quote_id}: told {price}, shows {quote and quote['quoteAmount']}")
    counts = await browser.insist("/api/desk/queue/counts") or {"all": None}
    listed = len(await browser.insist("/api/desk/queue?limit=100") or [])
    if counts["all"] != listed:
        wrong.append(f"Due now counts {counts['all']} rows and lists {listed}")
    if log.counts["paid by card"] and not await browser.insist("/api/payments?scope=admin"):
        wrong.append("the desk shows no card payments")
    return f"{len(desk.prices)} quotes show the price they were told; Due now counts what it lists ({listed})", wrong
