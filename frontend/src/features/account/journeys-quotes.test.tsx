import { screen, within } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { beforeEach, vi } from "vitest";
import { journey, refusal } from "~/test/journey";
import { maskTimeZone } from "~/test/mask";
import {
  aLine,
  aLook,
  anInvoice,
  aProgress,
  aQuote,
  aQuoteInDetail,
  aWhatsNextItem,
  aYes,
} from "~/test/rows";
import { openWith } from "./test-page";
import { basic, uuid } from "./test-rows";

maskTimeZone();

// Tuesday, November 24, 2026, 9:00 AM in New Hampshire.
beforeEach(() => void vi.setSystemTime("2026-11-24T14:00:00Z"));

const card = (title: string) => within(screen.getByRole("article", { name: title }));
const inCard = (title: string, name: string | RegExp) => card(title).getByRole("button", { name });
const dialog = () => within(screen.queryByRole("alertdialog") ?? screen.getByRole("dialog"));
const inDialog = (name: string | RegExp) => dialog().getByRole("button", { name });

const size = { choice: "How much we light", unit: "flat", quantity: "1.00" } as const;
const roof = aLine({
  id: "l4",
  ...size,
  text: "Roofline: front only",
  unitPrice: "640.00",
  amount: "640.00",
});
const all = aLine({
  id: "l2",
  ...size,
  text: "Everything: roofline, porch and hedge",
  unitPrice: "980.00",
  amount: "980.00",
  suggested: true,
});
const garland = aLine({
  id: "l9",
  text: "Garland on the railing",
  unit: "ft",
  quantity: "24.00",
  unitPrice: "6.50",
  amount: "156.00",
});
const discount = aLine({
  id: "l7",
  text: "Neighbor discount",
  ...size,
  choice: null,
  unitPrice: "-35.00",
  amount: "-35.00",
});
const star = aLine({
  id: "l6",
  text: "Star",
  optional: true,
  quantity: "2.00",
  unitPrice: "41.00",
  amount: "82.00",
});
const timer = aLine({
  id: "l3",
  text: "Timer: on at dusk",
  optional: true,
  amount: "27.00",
  unitPrice: "27.00",
  quantity: "1.00",
});

const offer = aQuoteInDetail({
  id: uuid("a3c9d014"),
  city: "Exeter",
  streetAddress: "16 Court Street",
  hasLines: true,
  revision: 3,
  quoteAmount: "1101.00",
  validUntil: "2026-12-04",
  look: aLook(),
  lines: [roof, all, garland, discount, star, timer],
  note: "We’d bring a second ladder.",
  terms: {
    version: 5,
    sentences: [
      "Your price holds until December 4.",
      "You get your deposit back in full until 3 days before we install.",
    ],
  },
  deposit: { percent: 30, credit: "60.00" },
});

journey("a price with choices changes while it is open, and is accepted", async ({ open, serve, step }) => {
  const next = [aWhatsNextItem({ subjectId: offer.id, amount: "1101.00" })];
  await open(() => openWith(() => serve({ "GET /api/quotes/:id": offer }), { quotes: [basic, offer], next }));
  const accept = (person: UserEvent) => person.click(inCard("Premium Installation", /^Accept/));
  await step("Choose less and add a star", async (person) => {
    await person.click(screen.getByRole("radio", { name: /^Roofline/ }));
    await person.click(screen.getByRole("checkbox", { name: /^Star/ }));
    await person.click(screen.getByRole("checkbox", { name: /^Timer/ }));
  });
  await step("Leave out the timer", (person) =>
    person.click(screen.getByRole("checkbox", { name: /^Timer/ })),
  );
  await step("Accept", accept);
  await step("Close the question with Escape", (person) => person.keyboard("{Escape}"));
  await step("Accept", accept);
  const changed = {
    ...offer,
    revision: 4,
    quoteAmount: "1146.00",
    lines: [roof, all, { ...garland, amount: "201.00", unitPrice: "8.375" }, discount, timer],
    changes: {
      revision: 3,
      quoteAmount: "1101.00",
      wasAccepted: false,
      lines: [
        { kind: "removed", text: "Star", before: "82.00", after: null },
        { kind: "changed", text: "Garland on the railing", before: "156.00", after: "201.00" },
      ],
    },
  };
  serve({
    "POST /api/quotes/:id/accept": refusal(409, "This quote has changed. Please look it over."),
    "GET /api/quotes": [basic, changed],
    "GET /api/quotes/:id": changed,
  });
  await step("Confirm it, which comes too late", (person) => person.click(inDialog(/^Accept/)));
  const accepted = {
    ...changed,
    status: "approved" as const,
    quoteAmount: "806.00",
    progress: aProgress({ step: "accepted", next: "day", by: "2026-11-25T14:00:00Z" }),
    changes: null,
    lines: [{ ...roof, chosen: true }, all, changed.lines[2], discount, timer],
    acceptance: { ...aYes("806.00"), channel: "account", acceptedAt: "2026-11-24T14:00:00Z" },
    invoices: [
      anInvoice({ id: "i5", amountDue: "75.00", dueNow: "75.00" }),
      anInvoice({
        id: "i8",
        fromAcceptance: true,
        dueDate: null,
        amount: "806.00",
        amountDue: "806.00",
        firstAmount: "241.80",
        dueNow: "241.80",
      }),
    ],
  };
  serve({ "POST /api/quotes/:id/accept": accepted });
  await step("Accept the new version", accept);
  serve({
    "GET /api/quotes": [basic, accepted],
    "GET /api/quotes/:id": accepted,
    "GET /api/whats-next": [
      aWhatsNextItem({ kind: "deposit", subjectId: "i8", amount: "241.80", detail: "INV-2026-00031" }),
    ],
  });
  await step("Confirm it", (person) => person.click(inDialog(/^Accept/)));
});

journey("a quote is declined, and two are asked for again", async ({ open, serve, step }) => {
  const waiting = aQuote({
    id: uuid("c61f20ab"),
    city: "Dover",
    streetAddress: "2 Silver Street",
    quoteAmount: "933.20",
  });
  const expired = aQuote({
    id: uuid("a90e7736"),
    servicePackage: "commercial",
    city: "Hampton",
    streetAddress: "77 High Street",
    quoteAmount: "4120.00",
    validUntil: "2026-11-20",
    expired: true,
    progress: aProgress({ next: null }),
  });
  let rows = [waiting, expired];
  const again = aProgress({ step: "requested", next: "price", by: "2026-11-25T14:00:00Z" });
  await open(() =>
    openWith(() =>
      serve({
        "GET /api/quotes": () => rows,
        "GET /api/quotes/:id": ({ params }) => aQuoteInDetail(rows.find(({ id }) => id === params.id)),
        "POST /api/quotes/:id/decline": refusal(400, "Please check the form.", { note: ["Please be brief"] }),
        "POST /api/quotes/:id/ask-again": refusal(409, "You can't ask for this quote again."),
      }),
    ),
  );
  await step("Decline it", (person) => person.click(inCard("Premium Installation", "Decline")));
  await step("Type a note and close the dialog with Escape", async (person) => {
    await person.type(dialog().getByLabelText(/Anything/), "Too late");
    await person.keyboard("{Escape}");
  });
  await step("Decline it after all", (person) => person.click(inCard("Premium Installation", "Decline")));
  await step("Confirm it, which is rejected", async (person) => {
    await person.selectOptions(dialog().getByLabelText(/Why/), "The timing");
    await person.click(inDialog("Decline quote"));
  });
  await step("Shorten the note", (person) => person.clear(dialog().getByLabelText(/Anything/)));
  rows = [{ ...waiting, status: "rejected", progress: null }, expired];
  serve({ "POST /api/quotes/:id/decline": waiting });
  await step("Confirm it", (person) => person.click(inDialog("Decline quote")));
  await step("Ask for the expired one again, in vain", (person) =>
    person.click(inCard("Commercial Package", "Ask for it again")),
  );
  serve({ "POST /api/quotes/:id/ask-again": expired });
  rows = [
    { ...waiting, status: "rejected", progress: null },
    { ...expired, expired: false, progress: again, status: "pending", quoteAmount: null },
  ];
  await step("Try it again", (person) => person.click(inCard("Commercial Package", "Ask for it again")));
  await step("Ask for the declined one again", (person) =>
    person.click(inCard("Premium Installation", "Ask for it again")),
  );
});
