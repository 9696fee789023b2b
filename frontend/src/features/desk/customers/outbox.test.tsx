import { screen, waitFor, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { describe, expect, it } from "vitest";
import { server } from "~/test/server";
import type { MessagePreview, OutboxMessage } from "../shared/types";
import { factsShown, hours, openDesk, row, serveList } from "../test-desk";
import { formatSize, kindInWords, triesInWords, whenInWords } from "./message-words";
import { aMessage, priceReady, serveOutbox } from "./test-messages";

const SUBJECT = priceReady.subject;

const sent = (changes: Partial<OutboxMessage> = {}) =>
  aMessage({
    status: "sent",
    error: "",
    sentAt: hours(-1),
    failedAt: null,
    canBeSentAgain: false,
    ...changes,
  });

function openOutbox(messages: OutboxMessage[], { search = "", missingSettings = [] as string[] } = {}) {
  const asked = serveOutbox(messages, missingSettings);
  return { asked, ...openDesk(`?tab=customers&view=outbox${search}`) };
}

function servePreview(message: OutboxMessage, preview: Partial<MessagePreview> = {}) {
  server.use(
    http.get("/api/desk/messages/:id", () =>
      HttpResponse.json({
        ...message,
        preview: { state: "shown", text: "Hi Patricia,", hasHtml: true, attachments: [], ...preview },
      }),
    ),
  );
}

async function openMessage(message: OutboxMessage, preview: Partial<MessagePreview> = {}) {
  const { person } = openOutbox([message]);
  servePreview(message, preview);
  await person.click(await screen.findByRole("button", { name: /^Open message to / }));
  return within(await screen.findByRole("region", { name: "Details" }));
}

describe("the outbox", () => {
  it("is a view of the customers, and is refetched whenever it is opened", async () => {
    serveList("/api/desk/customers", []);
    const { person } = openDesk("?tab=customers");
    serveOutbox([aMessage()]);
    await person.click(await screen.findByRole("button", { name: "Outbox" }));
    expect(await screen.findByText(SUBJECT)).toBeVisible();
    await person.click(screen.getByRole("button", { name: "All customers" }));
    serveOutbox([aMessage({ subject: "We replied" })]);
    await person.click(await screen.findByRole("button", { name: "Outbox" }));
    expect(await screen.findByText("We replied")).toBeVisible();
  });

  it("shows each message's state and error, and links to its subject and its customer", async () => {
    openOutbox([aMessage()]);
    const cells = await row(SUBJECT);
    expect(cells.getByText("Quote priced")).toBeVisible();
    expect(cells.getByText("Failed")).toBeVisible();
    expect(cells.getByText(/550 no such mailbox/)).toBeVisible();
    expect(cells.getByText("3 tries")).toBeVisible();
    expect(cells.getByRole("link", { name: "Quote 8f31c2d0" })).toHaveAttribute(
      "href",
      expect.stringMatching(/tab=quotes&q=8f31c2d0&open=/),
    );
    expect(cells.getByRole("link", { name: "Patricia Nolan" })).toHaveAttribute(
      "href",
      "/admin?tab=customers&person=u1",
    );
  });

  it.each([
    [
      { treeOrderId: "t-0000000a1b2c3d4", quoteId: null },
      "Tree order a1b2c3d4",
      /tab=trees&view=all&q=a1b2c3d4/,
    ],
    [
      { invoiceId: "i1", invoiceNumber: "INV-2026-00007", quoteId: null },
      "INV-2026-00007",
      /tab=invoices&q=INV-2026-00007&open=i1/,
    ],
  ])("links to an order or an invoice", async (changes, name, path) => {
    openOutbox([aMessage(changes)]);
    expect(await screen.findByRole("link", { name })).toHaveAttribute("href", expect.stringMatching(path));
  });

  it.each([
    [{ subscriptionId: "s1", quoteId: null }, "Storage plan"],
    [{ paymentId: "p1", quoteId: null }, "Card payment"],
    [{ quoteId: null }, "Their account"],
    [{ quoteId: null, kind: "office-today" }, "The day ahead"],
    [{ quoteId: null, kind: "office-inquiry" }, "A question without a quote"],
    [{ quoteId: null, kind: "missed-call" }, "A question without a quote"],
  ])("names the subject of a message that has no page: %j", async (about, words) => {
    openOutbox([aMessage(about)]);
    expect((await row(SUBJECT)).getByText(words)).toBeVisible();
  });

  it("shows a queued message before it is written", async () => {
    openOutbox([
      aMessage({
        status: "queued",
        to: "",
        subject: "",
        error: "",
        tries: 0,
        notBefore: "2096-12-01T10:00:00Z",
      }),
    ]);
    const cells = await row("Not before Dec 1, 5:00 AM");
    expect(cells.getByText("Quote priced")).toBeVisible();
    expect(cells.getByText("Set when it is written")).toBeVisible();
    expect(cells.getByRole("button", { name: "Open message to Patricia Nolan, Quote priced" })).toBeVisible();
  });

  it("can be searched, and filtered by state and kind", async () => {
    const { asked, person } = openOutbox([aMessage()]);
    await person.type(await screen.findByRole("searchbox", { name: "Search messages" }), "nolan{Enter}");
    await waitFor(() => expect(asked.at(-1)?.get("q")).toBe("nolan"));
    await person.selectOptions(screen.getByLabelText("State"), "Skipped");
    await waitFor(() => expect(asked.at(-1)?.get("status")).toBe("skipped"));
    await person.selectOptions(screen.getByLabelText("Kind"), "Sign-in code");
    await waitFor(() => expect(asked.at(-1)?.get("kind")).toBe("login-code"));
    expect(asked.at(-1)?.get("q")).toBe("nolan");
  });

  it("shows a message when nothing matches, and can clear the filters", async () => {
    const { asked, person } = openOutbox([], { search: "&q=zzz&status=sent&kind=login-code" });
    await person.click(await screen.findByRole("button", { name: "Clear filters" }));
    await waitFor(() => expect([...(asked.at(-1)?.keys() ?? ["?"])]).toEqual([]));
    expect(await screen.findByRole("heading", { name: "No messages yet" })).toBeVisible();
  });

  it("says why a message was not a text, and how the customer was reached", async () => {
    openOutbox([
      aMessage({ notTexted: "They stopped our texts with a reply: (603) 555-0142." }),
      aMessage({ id: "m2", subject: "We replied", channel: "sms", status: "sent", delivery: "delivered" }),
      aMessage({
        id: "m3",
        to: "+16035550142",
        subject: "Called",
        customerKey: null,
        reachedAt: "2025-11-02T21:40:00Z",
      }),
    ]);
    expect(
      (await row(SUBJECT)).getByText(/Email, not text: They stopped our texts with a reply/),
    ).toBeVisible();
    const text = await row("We replied");
    expect(text.getByText("Text: Quote priced")).toBeVisible();
    expect(text.getByText("Delivered to the phone")).toBeVisible();
    const called = await row("Called");
    expect(called.getByText("Reached another way Nov 2, 4:40 PM")).toBeVisible();
    expect(called.getByText("(603) 555-0142")).toBeVisible();
    expect(called.queryByRole("link", { name: "Patricia Nolan" })).not.toBeInTheDocument();
  });

  it.each([
    [["BUSINESS_ADDRESS"], "BUSINESS_ADDRESS isn't set."],
    [["BUSINESS_ADDRESS", "TWILIO_NUMBER"], "BUSINESS_ADDRESS and TWILIO_NUMBER aren't set."],
  ])("says which settings are missing: %j", async (missingSettings, words) => {
    openOutbox([aMessage()], { missingSettings });
    expect(
      await screen.findByText(`Some messages are skipped or go by email because ${words}`),
    ).toBeVisible();
  });
});

describe("a message", () => {
  it("is shown in a sandboxed frame and as text, with its times", async () => {
    const at = (day: number) => `2025-11-1${day}T15:00:00Z`;
    const times = { createdAt: at(1), notBefore: at(2), attemptedAt: at(3), sentAt: at(4), failedAt: at(5) };
    const message = sent({ ...times, reachedAt: at(6) });
    const panel = await openMessage(message, { attachments: [{ name: "visit.ics", size: 2048 }] });
    expect(factsShown()).toEqual({
      Created: "Nov 11, 10:00 AM",
      "Not before": "Nov 12, 10:00 AM",
      "First try": "Nov 13, 10:00 AM",
      Sent: "Nov 14, 10:00 AM",
      Failed: "Nov 15, 10:00 AM",
      Tries: "3 tries",
      "Reached another way": "Nov 16, 10:00 AM",
    });
    const email = await panel.findByTitle(`Email: ${SUBJECT}`);
    expect(email).toHaveAttribute("sandbox", "");
    expect(email).toHaveAttribute("src", `/api/desk/messages/${priceReady.id}/html`);
    expect(panel.getByText("Hi Patricia,")).toBeVisible();
    expect(panel.getByText("visit.ics")).toHaveTextContent("visit.ics (2 kB)");
  });

  it("has only a text if it has no HTML", async () => {
    const panel = await openMessage(sent({ channel: "sms" }), { hasHtml: false });
    expect(await panel.findByRole("heading", { name: "Text" })).toBeVisible();
    expect(panel.queryByTitle(/^Email/)).toBeNull();
  });

  it.each([
    ["private", sent(), /never shown/],
    ["deleted", sent(), /keep it for 12 months/],
    ["unwritten", aMessage({ status: "queued", error: "" }), "Written when it is sent."],
    ["unwritten", aMessage({ status: "skipped" }), "This message was never written."],
  ] as const)("says why its content is not shown: %s", async (state, message, words) => {
    const panel = await openMessage(message, { state, text: "", hasHtml: false });
    expect(await panel.findByText(words)).toBeVisible();
    expect(panel.queryByTitle(/^Email/)).toBeNull();
  });

  it("can be loaded again after an error", async () => {
    const { person } = openOutbox([aMessage()]);
    server.use(
      http.get("/api/desk/messages/:id", () => HttpResponse.json({ message: "No" }, { status: 400 })),
    );
    await person.click(await screen.findByRole("button", { name: /^Open message to / }));
    expect(await screen.findByText("We couldn't load this message")).toBeVisible();
    servePreview(aMessage());
    await person.click(screen.getByRole("button", { name: "Try again" }));
    expect(await screen.findByText("Hi Patricia,")).toBeVisible();
  });
});

describe("sending again", () => {
  const press = async (person: ReturnType<typeof openOutbox>["person"]) =>
    person.click(await screen.findByRole("button", { name: /^Send again: / }));

  it("shows the message as queued at once", async () => {
    const { person } = openOutbox([aMessage()]);
    let answer = (_: Response) => {};
    const response = new Promise<Response>((resolve) => {
      answer = resolve;
    });
    server.use(http.post("/api/desk/messages/:id/send-again", () => response));
    await press(person);
    expect((await row(SUBJECT)).getByText("Queued")).toBeVisible();
    expect(screen.queryByText(/550 no such mailbox/)).toBeNull();
    answer(HttpResponse.json(aMessage({ status: "queued", error: "", tries: 0, canBeSentAgain: false })));
    expect(await screen.findByText("Message sent again")).toBeVisible();
    expect(screen.queryByRole("button", { name: /^Send again/ })).toBeNull();
  });

  it.each([
    [{ to: "ann@example.com" }, "ann@example.com"],
    [{ to: "", customerName: "Ann Ames" }, "Ann Ames"],
  ])("names the recipient in the toast: %o", async (changes, whom) => {
    const message = aMessage(changes);
    const { person } = openOutbox([message]);
    server.use(
      http.post("/api/desk/messages/:id/send-again", () =>
        HttpResponse.json({ ...message, status: "queued", canBeSentAgain: false }),
      ),
    );
    await press(person);
    expect(await screen.findByText(`It's on its way to ${whom}.`)).toBeVisible();
  });

  it("shows the message as it was after an error", async () => {
    const { person } = openOutbox([aMessage()]);
    server.use(
      http.post("/api/desk/messages/:id/send-again", () =>
        HttpResponse.json({ message: "The database is down" }, { status: 503 }),
      ),
    );
    await press(person);
    expect(await screen.findByText("Update Failed")).toBeVisible();
    expect((await row(SUBJECT)).getByText(/550 no such mailbox/)).toBeVisible();
    expect(screen.getByRole("button", { name: /^Send again/ })).toBeVisible();
  });

  it("shows the current message if someone else has sent it first", async () => {
    const { person } = openOutbox([aMessage()]);
    servePreview(sent());
    server.use(
      http.post("/api/desk/messages/:id/send-again", () =>
        HttpResponse.json({ message: "Only a failed message can be sent again." }, { status: 409 }),
      ),
    );
    await press(person);
    expect(await screen.findByText("Update Failed")).toBeVisible();
    await waitFor(async () => expect((await row(SUBJECT)).getByText("Sent")).toBeVisible());
  });

  it("is offered only if the server allows it", async () => {
    openOutbox([aMessage({ canBeSentAgain: false })]);
    expect(await screen.findByText(SUBJECT)).toBeVisible();
    expect(screen.queryByRole("button", { name: /^Send again/ })).toBeNull();
  });
});

it.each<[string, Partial<OutboxMessage>]>([
  ["Sent Nov 2, 4:40 PM", { status: "sent" }],
  ["Failed Nov 3, 4:40 PM", { status: "failed" }],
  ["Not before Nov 4, 4:40 PM", { status: "queued" }],
  ["Created Nov 1, 5:40 PM", { status: "queued", notBefore: null }],
  ["Created Nov 1, 5:40 PM", { status: "skipped" }],
])("shows the most important time: %s, %j", (words, changes) => {
  const moments = { sentAt: "2025-11-02T21:40:00Z", failedAt: "2025-11-03T21:40:00Z" };
  const others = { notBefore: "2025-11-04T21:40:00Z", createdAt: "2025-11-01T21:40:00Z" };
  expect(whenInWords(aMessage({ ...moments, ...others, ...changes }))).toBe(words);
  expect(whenInWords(sent({ sentAt: new Date().toISOString() }))).toMatch(/^Sent today, /);
});

it.each([
  ["quote-priced", "Quote priced"],
  ["refund-not-made", "Refund not made"],
  ["office-storage", "To the office: storage plan"],
  ["webauthn-added", "Passkey added"],
  ["totp-deactivated", "Two-step sign-in turned off"],
])("names the kind %s in words", (kind, words) => {
  expect(kindInWords(kind)).toBe(words);
});

it.each([
  [840, "840 bytes"],
  [1023, "1023 bytes"],
  [1024, "1 kB"],
  [12_288, "12 kB"],
  [1_048_063, "1023 kB"],
  [1_048_575, "1.0 MB"],
  [1_468_006, "1.4 MB"],
])("an attachment of %i bytes is shown as %s", (bytes, words) => {
  expect(formatSize(bytes)).toBe(words);
});

it.each([
  [0, ""],
  [1, "1 try"],
  [3, "3 tries"],
])("%i tries are %j", (tries, words) => {
  expect(triesInWords(tries)).toBe(words);
});
