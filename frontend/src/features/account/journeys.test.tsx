import { screen, waitFor, within } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { beforeEach, expect, vi } from "vitest";
import { loadPage } from "~/lib/load-page";
import { journey, refusal } from "~/test/journey";
import { maskTimeZone } from "~/test/mask";
import { aJob, anInvoice, aQuote, aSubscription, aTreeOrder, aWhatsNextItem } from "~/test/rows";
import { customer, signIn } from "~/test/server";
import { openMyServices, openPage, openWith, serveLists } from "./test-page";

maskTimeZone();

// Tuesday, November 24, 2026, 1:30 PM in New Hampshire.
beforeEach(() => void vi.setSystemTime("2026-11-24T18:30:00Z"));

const button = (name: string | RegExp) => screen.getByRole("button", { name });
const region = (name: string) => within(screen.getByRole("region", { name }));
const dialog = () => within(screen.queryByRole("alertdialog") ?? screen.getByRole("dialog"));
const openTab = (name: string) => (person: UserEvent) => person.click(screen.getByRole("tab", { name }));

/** Replace what is in a field of the open dialog. */
async function write(person: UserEvent, name: string | RegExp, text: string) {
  await person.clear(dialog().getByLabelText(name));
  await person.type(dialog().getByLabelText(name), text);
}

journey("a visitor is sent to sign in, after the session didn't load", async ({ open, serve, step }) => {
  await open(() => {
    serve({ "GET /api/auth/user": refusal(500, "Server error") });
    return openPage("?tab=storage");
  });
  serve({ "GET /api/auth/user": refusal(401, "Unauthorized") });
  await step("Try again", async (person) => {
    await person.click(button("Try again"));
    await waitFor(() => expect(loadPage).toHaveBeenCalled());
  });
});

const items = [
  aWhatsNextItem({
    kind: "invoice",
    subjectId: "i4",
    amount: "310.20",
    day: "2026-11-21",
    detail: "INV-2026-00017",
  }),
  aWhatsNextItem({
    kind: "quote_answer",
    subjectId: "q8",
    amount: "742.40",
    place: "9 Elm Street",
    detail: "basic",
  }),
  aWhatsNextItem({
    kind: "visit",
    subjectId: "j6",
    waitsForYou: false,
    at: "2026-11-25T15:30:00Z",
    place: "41 Marcy Street",
    detail: "service",
  }),
  aWhatsNextItem({
    kind: "tree",
    subjectId: "t2",
    waitsForYou: false,
    day: "2026-12-05",
    place: "3 Pond Road",
    detail: "modest_6ft",
  }),
  aWhatsNextItem({
    kind: "storage_renewal",
    amount: "18.00",
    card: { brand: "mastercard", last4: "5100" },
    subjectId: "s5",
    waitsForYou: false,
    day: "2026-12-21",
    detail: "consumer",
  }),
];

journey(
  "what's next fails to load, leads to its tabs, and goes with the tabs",
  async ({ open, serve, step }) => {
    const rows = {
      quotes: [
        aQuote({ id: "q3", status: "complete", city: "Rye", progress: null }),
        aQuote({ id: "q8", servicePackage: "basic", status: "complete", progress: null }),
      ],
      jobs: [
        aJob({ id: "j6", kind: "service", scheduledDate: "2026-11-25T15:30:00Z" }),
        aJob({ id: "j2", scheduledDate: "2026-11-18T14:00:00Z", status: "completed" }),
      ],
      invoices: [
        anInvoice({
          id: "i4",
          invoiceNumber: "INV-2026-00017",
          amount: "310.20",
          amountDue: "310.20",
          dueNow: "310.20",
          status: "overdue",
          dueDate: "2026-11-21",
        }),
      ],
      storage: [aSubscription({ id: "s5", monthlyAmount: "18.00" })],
      trees: [aTreeOrder({ id: "t2", treeSize: "modest_6ft", totalAmount: "171.00", amountDue: "171.00" })],
    };
    await open(() => openWith(() => serve({ "GET /api/whats-next": refusal(500, "Server error") }), rows));
    serve({ "GET /api/whats-next": items });
    await step("Try again", (person) => person.click(button("Try again")));
    await step("Go to the tree", (person) =>
      person.click(screen.getByRole("link", { name: "See the order" })),
    );
    await step("Go to the storage", (person) =>
      person.click(screen.getByRole("link", { name: "Manage storage" })),
    );
    await step("Go to the quote", (person) =>
      person.click(screen.getByRole("link", { name: "Review quote" })),
    );
    await step("Open the services with the arrow key", async (person) => {
      screen.getByRole("tab", { name: "Quotes" }).focus();
      await person.keyboard("{ArrowRight}");
    });
    await step("Open the invoices", openTab("Invoices"));
    await step("Pay one", (person) =>
      person.click(region("What's next").getByRole("link", { name: "Pay $310.20" })),
    );
  },
);

journey("a customer changes their name", async ({ open, serve, step }) => {
  await open(() => openMyServices({}, "?tab=storage"));
  const details = () => region("Your details");
  await step("Edit the name, but cancel", async (person) => {
    await person.click(button("Edit name"));
    await person.type(await details().findByLabelText("First name"), "!");
    await person.click(details().getByRole("button", { name: "Cancel" }));
  });
  await step("Edit the name", (person) => person.click(button("Edit name")));
  serve({
    "PATCH /api/auth/user": refusal(400, "Please check the form.", { lastName: ["Enter a last name"] }),
  });
  await step("Save it, which is rejected", async (person) => {
    await person.clear(details().getByLabelText("First name"));
    await person.type(details().getByLabelText("First name"), "Nell");
    await person.clear(details().getByLabelText("Last name"));
    await person.click(button("Save name"));
  });
  serve({ "PATCH /api/auth/user": { ...customer, firstName: "Nell", lastName: "Ward" } });
  await step("Save it with a last name", async (person) => {
    await person.type(details().getByLabelText("Last name"), "Ward");
    await person.click(button("Save name"));
  });
});

journey("the contact settings load at the second attempt, and are saved", async ({ open, serve, step }) => {
  const contact = () => region("How we reach you");
  await open(() =>
    openWith(() => serve({ "GET /api/contact-choice": refusal(500, "Server error") }), {}, "?tab=storage"),
  );
  serve({ "GET /api/contact-choice": { channel: "phone", number: "603-555-0131", textUpdates: false } });
  await step("Try again", (person) => person.click(contact().getByRole("button", { name: "Try again" })));
  await step("Prefer texts, without consent", (person) =>
    person.click(contact().getByRole("radio", { name: "Text" })),
  );
  await step("Consent", (person) => person.click(contact().getByRole("checkbox")));
  serve({ "PUT /api/contact-choice": refusal(400, "Enter a US number.", { number: ["Enter a US number"] }) });
  await step("Save a short number, which is rejected", async (person) => {
    await person.clear(contact().getByLabelText("Mobile number"));
    await person.type(contact().getByLabelText("Mobile number"), "555");
    await person.click(button("Save contact settings"));
  });
  serve({ "PUT /api/contact-choice": { channel: "sms", number: "(603) 555-0190", textUpdates: true } });
  await step("Save another one", async (person) => {
    await person.clear(contact().getByLabelText("Mobile number"));
    await person.type(contact().getByLabelText("Mobile number"), "603 555 0190");
    await person.click(button("Save contact settings"));
  });
  await step("Open another tab and come back", async (person) => {
    await openTab("Quotes")(person);
    await openTab("Storage")(person);
  });
});

journey("what is stored about a customer can't be erased yet", async ({ open, serve, step }) => {
  const plan = {
    reasons: [],
    email: "eleanor@example.com",
    quotes: 3,
    treeOrders: 1,
    invoices: 2,
    keptYears: 7,
  };
  const data = () => region("Your data");
  await open(() => {
    signIn(customer);
    serveLists({});
    serve({
      "GET /api/account/erasure": refusal(500, "Server error"),
      "GET /api/auth/confirmation": { confirmedUntil: null },
    });
    return openPage("?tab=storage");
  });
  await step("Open it", (person) => person.click(button("Download or erase")));
  serve({
    "GET /api/account/erasure": { ...plan, reasons: ["You have an unpaid invoice.", "A visit is planned."] },
  });
  await step("Try again", (person) => person.click(data().getByRole("button", { name: "Try again" })));
});

journey("a customer confirms it's them, and has their data erased", async ({ open, serve, step }) => {
  const plan = {
    reasons: [],
    email: "eleanor@example.com",
    quotes: 3,
    treeOrders: 1,
    invoices: 2,
    keptYears: 7,
  };
  sessionStorage.setItem("draft:comment:q1", '{"content":"Hello"}');
  await open(() =>
    openWith(
      () =>
        serve({
          "GET /api/account/erasure": plan,
          "GET /api/auth/confirmation": { confirmedUntil: "2026-11-24T18:33:00Z" },
          "POST /api/account/erasure": refusal(400, "Please check the form.", {
            email: ["This is not your address"],
          }),
        }),
      {},
      "?tab=storage&data=1",
    ),
  );
  await step("Erase it", (person) => person.click(button("Erase data…")));
  await step("Close the dialog with Escape", (person) => person.keyboard("{Escape}"));
  await step("Type another address", async (person) => {
    await person.click(button("Erase data…"));
    await write(person, /^Type/, "nell@example.com");
    await person.click(dialog().getByRole("button", { name: "Erase everything" }));
  });
  serve({ "POST /api/account/erasure": null });
  await step("Type the right one", async (person) => {
    await write(person, /^Type/, "eleanor@example.com");
    await person.click(dialog().getByRole("button", { name: "Erase everything" }));
  });
  expect(sessionStorage).toHaveLength(0);
});
