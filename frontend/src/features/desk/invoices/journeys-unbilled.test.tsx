import { screen, within } from "@testing-library/react";
import { HttpResponse } from "msw";
import { beforeEach } from "vitest";
import type { QuoteBilled } from "~/api/types";
import { journey, refusal } from "~/test/journey";
import { anInvoice } from "~/test/rows";
import { aDeskQuoteInDetail, openDesk, stopClock } from "../test-desk";
import { aging, all } from "./money/test-rows";

beforeEach(() => void stopClock());

const button = (name: string | RegExp) => screen.getByRole("button", { name });
const dialog = () => within(screen.getByRole("dialog"));

const barn = aDeskQuoteInDetail({
  id: "quote-5000000a",
  fullName: "Walter Finch",
  email: "walter@example.com",
  city: "Exeter",
  servicePackage: "basic",
  status: "service_scheduled",
  quoteAmount: "812.40",
  unbilledSince: "2026-11-12T15:00:00Z",
});
const porch = aDeskQuoteInDetail({
  id: "quote-5000000b",
  fullName: "Nora Pike",
  email: "nora@example.com",
  city: "Rye",
  servicePackage: "premium",
  status: "complete",
  quoteAmount: "145.50",
  unbilledSince: "2026-11-19T15:00:00Z",
});
const garage = aDeskQuoteInDetail({
  id: "quote-5000000c",
  fullName: "Ida Bell",
  email: "ida@example.com",
  city: "Dover",
  servicePackage: "commercial",
  status: "complete",
  quoteAmount: null,
  unbilledSince: "2026-11-22T15:00:00Z",
});
const billed: QuoteBilled = {
  accepted: "812.40",
  billed: "0.00",
  unbilled: "812.40",
  stateCheck: "outside",
  depositPercent: 25,
};
const draft = anInvoice({ id: "i9", invoiceNumber: "INV-2026-00061", status: "draft", amount: "812.40" });

journey("done work is invoiced, or set aside with a reason", async ({ open, serve, step }) => {
  serve({
    ...all,
    "GET /api/quotes": ({ query }) =>
      query.get("cursor")
        ? [garage]
        : HttpResponse.json([barn, porch], {
            headers: { Link: '</api/quotes?scope=admin&unbilled=1&cursor=2>; rel="next"' },
          }),
    "GET /api/quotes/:id/billed": billed,
    "POST /api/invoices": draft,
    "POST /api/quotes/:id/no-invoice-needed": refusal(
      409,
      "This quote isn't waiting for an invoice anymore. Someone may have just taken care of it.",
    ),
  });
  await open(() => openDesk("?tab=invoices&view=money"));
  await step("Follow the line below the amounts due", (person) =>
    person.click(screen.getByRole("link", { name: "Work done, not invoiced: 4" })),
  );
  await step("Show more", (person) => person.click(button("Show more")));
  await step("Create an invoice, with the keyboard", async (person) => {
    button("Create invoice: quote 5000000a, Walter Finch").focus();
    await person.keyboard("{Enter}");
  });
  serve({
    "GET /api/quotes/:id": { ...barn, unbilledSince: null },
    "GET /api/quotes": [porch, garage],
    "GET /api/desk/money/due": { ...aging, unbilled: 2 },
  });
  await step("Draft it", (person) => person.click(button("Draft invoice")));
  await step("Say that the next one needs none", (person) =>
    person.click(button("No invoice needed: quote 5000000b, Nora Pike")),
  );
  await step("Without a reason", (person) => person.click(dialog().getByRole("button", { name: /^No inv/ })));
  await step("With one, too late", async (person) => {
    await person.type(dialog().getByLabelText("Reason"), "Her brother's house");
    await person.click(dialog().getByRole("button", { name: /^No inv/ }));
  });
  serve({
    "POST /api/quotes/:id/no-invoice-needed": {
      ...porch,
      unbilledSince: null,
      noInvoiceReason: "Her brother's house",
    },
    "GET /api/quotes": refusal(500, "Out of order."),
  });
  await step("Again", (person) => person.click(dialog().getByRole("button", { name: /^No inv/ })));
  serve({ "GET /api/quotes": [] });
  await step("Open the last one's dialog and leave", async (person) => {
    await person.click(button("No invoice needed: quote 5000000c, Ida Bell"));
    await person.click(dialog().getByRole("button", { name: "Cancel" }));
  });
});
