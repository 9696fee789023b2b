import { screen, waitFor, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { describe, expect, it } from "vitest";
import { quoteKeys } from "~/api/keys";
import type { ProposalChanges, QuoteDetails } from "~/api/types";
import { aLine, aProgress } from "~/test/rows";
import { customer, server } from "~/test/server";
import { aFollowedQuote, cards, openQuote } from "./test-page";

const basic = aLine({
  id: "basic",
  text: "Basic: Roofline only",
  quantity: "1.00",
  unit: "flat",
  unitPrice: "542.80",
  amount: "542.80",
  choice: "How much we light",
});
const standard = {
  ...basic,
  id: "standard",
  text: "Standard: Porch too",
  unitPrice: "838.00",
  amount: "838.00",
  suggested: true,
};
const timer = aLine({
  id: "timer",
  text: "Smart timer",
  quantity: "1.00",
  unitPrice: "25.00",
  amount: "25.00",
  optional: true,
});
const bulbs = { ...timer, id: "bulbs", text: "Color changing bulbs", unitPrice: "150.00", amount: "150.00" };
const lines = [basic, standard, aLine(), timer, bulbs];

/** Patricia's proposal: $1,028.00 with the suggested size and no options. */
const aProposal = (changes: Partial<QuoteDetails> = {}) =>
  aFollowedQuote({
    lines,
    hasLines: true,
    revision: 1,
    quoteAmount: "1028.00",
    validUntil: "2030-12-20",
    ...changes,
  });

const accepted = aProposal({
  status: "approved",
  quoteAmount: "757.80",
  lines: lines.map((line) => ({ ...line, chosen: ["basic", "timer"].includes(line.id) })),
  acceptance: {
    acceptedBy: "Patricia Nolan",
    channel: "link",
    acceptedAt: "2030-11-20T15:02:00Z",
    quoteAmount: "757.80",
    revision: 1,
    terms: { version: 1, sentences: [] },
  },
  progress: aProgress({ step: "accepted", next: "day", by: "2030-11-21T15:02:00Z" }),
});

const state = () => screen.getByRole("heading", { level: 1 });
const check = (name: RegExp) => screen.findByRole("checkbox", { name });
const acceptButton = () => screen.getByRole("button", { name: /^Accept/ });

/** Mock acceptances with `respond`, which changes the rows as the server would. Return the request bodies. */
function serveAccept(respond: () => Response) {
  const sent: { body: Record<string, unknown>; key: string | null }[] = [];
  server.use(
    http.post("/api/quotes/:id/accept", async ({ request }) => {
      const key = request.headers.get("Idempotency-Key");
      sent.push({ body: (await request.json()) as Record<string, unknown>, key });
      return respond();
    }),
  );
  return sent;
}

describe("a proposal behind its link", () => {
  it("updates the total with each choice, and is accepted with those choices", async () => {
    const { person, rows } = openQuote(aProposal());
    const sent = serveAccept(() => {
      rows.quote = accepted;
      return HttpResponse.json(accepted);
    });
    await check(/Smart timer/);
    expect(acceptButton()).toHaveTextContent("Accept $1,028.00");
    expect(screen.getByText("Deposit when you accept").nextSibling).toHaveTextContent("$257.00");

    await person.click(screen.getByRole("checkbox", { name: /Smart timer/ }));
    await person.click(screen.getByRole("checkbox", { name: /Color changing bulbs/ }));
    expect(acceptButton()).toHaveTextContent("Accept $1,203.00");
    await person.click(screen.getByRole("radio", { name: /^Basic/ }));
    await person.click(screen.getByRole("checkbox", { name: /Color changing bulbs/ }));
    expect(acceptButton()).toHaveTextContent("Accept $757.80");
    expect(screen.getByText("Deposit when you accept").nextSibling).toHaveTextContent("$189.45");
    expect(screen.getByText("The rest, 14 days after installation").nextSibling).toHaveTextContent("$568.35");

    await person.type(screen.getByLabelText("Your full name"), "Patricia Nolan");
    await person.click(acceptButton());
    await waitFor(() => expect(state()).toHaveTextContent("You accepted $757.80"));
    await waitFor(() =>
      expect(sessionStorage, "the next proposal starts without these choices").toHaveLength(0),
    );
    const { chosen, ...rest } = sent[0]?.body ?? {};
    expect(rest).toEqual({
      quoteAmount: "757.80",
      revision: 1,
      termsVersion: 1,
      acceptedBy: "Patricia Nolan",
    });
    expect((chosen as string[]).toSorted()).toEqual(["basic", "timer"]);
    const summary = screen.getByRole("heading", { name: "What you accepted" }).parentElement as HTMLElement;
    expect(
      within(summary)
        .getAllByRole("listitem")
        .map(({ textContent }) => textContent),
    ).toEqual(["Basic: Roofline only$542.80", "Included, 1 line$190.00", "Smart timer$25.00"]);
    expect(summary).toHaveTextContent("Accepted by Patricia Nolan on Wed, Nov 20 at 10:02 AM");
  });

  it("shows its last day, exclusions and terms", async () => {
    openQuote(aProposal({ note: "Any weekday works for us." }));
    await check(/Smart timer/);
    expect(state().nextSibling).toHaveTextContent(
      "Good through Friday, December 20, 2030. Choose what you like below; the total follows.",
    );
    expect(screen.getByText(/Any weekday works for us/)).toBeVisible();
    expect(screen.getByText(/Repairs to gutters, outlets or wiring/)).toBeVisible();
    const terms = within(screen.getByRole("region", { name: "The terms" }));
    expect(terms.getByText("Your price holds until the day named above.")).toBeVisible();
    expect(screen.getByRole("link", { name: "Download the PDF" })).toHaveAttribute(
      "href",
      expect.stringMatching(/\/api\/quotes\/.*\/pdf$/),
    );
  });

  it("shows a new revision's price, keeps choices that still exist, and names the others", async () => {
    const { person, rows, queryClient } = openQuote(
      aFollowedQuote({
        status: "pending",
        quoteAmount: null,
        progress: aProgress({ step: "requested", next: "price", by: "2030-11-21T15:02:00Z" }),
      }),
    );
    const sent = serveAccept(() => {
      if (rows.quote.revision === 1) {
        const dearer = { ...timer, id: "timer, typed again", unitPrice: "30.00", amount: "30.00" };
        rows.quote = aProposal({ revision: 2, lines: [basic, standard, aLine(), dearer] });
        return HttpResponse.json({ message: "This quote has changed since you opened it." }, { status: 409 });
      }
      rows.quote = accepted;
      return HttpResponse.json(accepted);
    });
    await waitFor(() => expect(state()).toHaveTextContent("We're working on your price"));
    rows.quote = aProposal();
    await queryClient.invalidateQueries({ queryKey: quoteKeys.all });
    await person.click(await check(/Smart timer/));
    expect(screen.queryByText(/We just updated this quote/), "it is the first price").not.toBeInTheDocument();
    await person.click(await check(/Color changing bulbs/));
    await person.click(screen.getByRole("radio", { name: /^Basic/ }));
    await person.type(screen.getByLabelText("Your full name"), "Patricia Nolan");
    await person.click(acceptButton());

    expect(await screen.findByText(/“Color changing bulbs” is no longer offered/)).toBeVisible();
    expect(screen.getByText(/With your choices, it's now \$762.80/)).toBeVisible();
    expect(screen.getByRole("checkbox", { name: /Smart timer/ })).toBeChecked();
    expect(screen.getByRole("radio", { name: /^Basic/ })).toBeChecked();
    expect(screen.getByLabelText("Your full name")).toHaveValue("Patricia Nolan");
    // The note stays while they choose again.
    await person.click(await check(/Smart timer/));
    expect(screen.getByText(/With your choices, it's now \$732.80/)).toBeVisible();
    await person.click(await check(/Smart timer/));
    expect(screen.getByText(/“Color changing bulbs” is no longer offered/)).toBeVisible();
    await person.click(acceptButton());
    await waitFor(() => expect(state()).toHaveTextContent("You accepted"));
    expect(sent.map(({ body }) => [body.revision, body.quoteAmount])).toEqual([
      [1, "907.80"],
      [2, "762.80"],
    ]);
    expect(sent[1]?.key).not.toBe(sent[0]?.key);
  });

  it("retries the same choices with the same key, and other choices with a new one", async () => {
    const { person } = openQuote(aProposal());
    const sent = serveAccept(() => HttpResponse.error());
    await person.click(await check(/Smart timer/));
    await person.type(screen.getByLabelText("Your full name"), "Patricia Nolan");
    const press = async (count: number) => {
      await person.click(acceptButton());
      await waitFor(() => expect(sent).toHaveLength(count));
      await waitFor(() => expect(acceptButton()).toHaveTextContent("Accept"));
    };
    await press(1);
    await press(2);
    await person.click(await check(/Smart timer/));
    await press(3);
    expect(sent[1]?.key).toBe(sent[0]?.key);
    expect(sent[2]?.key).not.toBe(sent[0]?.key);
  });

  it("keeps the choices across a reload", async () => {
    const { person, unmount } = openQuote(aProposal());
    await person.click(await check(/Smart timer/));
    unmount();
    openQuote(aProposal());
    expect(await check(/Smart timer/)).toBeChecked();
    expect(acceptButton()).toHaveTextContent("Accept $1,053.00");
    expect(screen.queryByText(/We just updated this quote/)).not.toBeInTheDocument();
  });

  it("asks for a new acceptance after an accepted quote has changed", async () => {
    const changes: ProposalChanges = {
      revision: 1,
      quoteAmount: "757.80",
      wasAccepted: true,
      lines: [
        { kind: "changed", text: "Wreaths, 20 in., red bows", before: "190.00", after: "228.00" },
        { kind: "new", text: "Garland", before: null, after: "156.00" },
        { kind: "removed", text: "Smart timer", before: "25.00", after: null },
        { kind: "changed", text: "Clips, not staples", before: "10.00", after: "10.00" },
      ],
    };
    openQuote(aProposal({ revision: 2, changes, deposit: { percent: 25, credit: "189.45" } }));
    const changed = await screen.findByRole("region", { name: "What changed" });
    expect(state()).toHaveTextContent("Your quote has changed: $1,028.00");
    expect(changed).toHaveTextContent("Your yes to $757.80 no longer counts");
    expect(
      within(changed)
        .getAllByRole("listitem")
        .map(({ textContent }) => textContent),
    ).toEqual([
      "Changed: Wreaths, 20 in., red bows$190.00 $228.00",
      "New: Garland $156.00",
      "No longer included: Smart timer$25.00 ",
      "Changed: Clips, not staples $10.00",
    ]);
    expect(screen.getByText("$189.45").parentElement).toHaveTextContent(
      "You've already paid $189.45, which counts toward this price.",
    );
  });

  it("shows what has changed since an earlier price", async () => {
    const changes = { revision: 1, quoteAmount: "757.80", wasAccepted: false, lines: [] };
    openQuote(aProposal({ revision: 2, changes }));
    const changed = await screen.findByRole("region", { name: "What changed" });
    expect(changed).toHaveTextContent(/^We've updated this quote. Before, it was \$757.80.$/);
    expect(state()).toHaveTextContent("Your price is ready: $1,028.00");
    expect(screen.queryByText(/You've already paid/)).not.toBeInTheDocument();
    expect(cards()).toEqual([
      "Premium Installation",
      "Accept this quote",
      "What you asked for",
      "Questions or changes",
      "Keep it in an account",
    ]);
  });

  it("accepts up to forty lines", async () => {
    const options = Array.from({ length: 40 }, (_, index) => ({
      ...timer,
      id: `o${index}`,
      text: `Option ${index}`,
      unitPrice: "0.10",
      amount: "0.10",
    }));
    const { person } = openQuote(aProposal({ lines: options, quoteAmount: "0.00" }));
    await check(/Option 39/);
    for (const number of [0, 7, 39]) await person.click(await check(new RegExp(`Option ${number}\\b`)));
    expect(acceptButton()).toHaveTextContent("Accept $0.30");
  });

  it("is read-only for staff", async () => {
    openQuote(aProposal(), { user: { ...customer, id: "u9", isAdmin: true } });
    expect(await check(/Smart timer/)).toBeDisabled();
    expect(screen.queryByRole("button", { name: /^Accept/ })).not.toBeInTheDocument();
    expect(screen.queryByRole("button", { name: "Go to accept" })).not.toBeInTheDocument();
  });
});

it("an accepted proposal is summarized, without choices", async () => {
  openQuote(accepted);
  expect(await screen.findByRole("heading", { name: "What you accepted" })).toBeVisible();
  expect(cards().slice(0, 2)).toEqual(["What you asked for", "What you accepted"]);
  expect(screen.queryByRole("radio")).not.toBeInTheDocument();
  expect(screen.queryByRole("checkbox")).not.toBeInTheDocument();
});

describe("a price that can no longer be accepted", () => {
  it.each([
    [
      { expired: true, progress: aProgress({ step: "priced", next: null }), validUntil: "2024-11-02" },
      "This price has expired",
      "It was good through Saturday, November 2, 2024.",
    ],
    [{ status: "rejected", progress: null }, "This quote is closed", "Ask for it again below"],
  ] as const)("is asked for again with one button: %o", async (changes, title, lead) => {
    const { person, rows } = openQuote(aProposal(changes));
    let asked = 0;
    server.use(
      http.post("/api/quotes/:id/ask-again", () => {
        asked += 1;
        const progress = aProgress({ step: "requested", next: "price", by: "2030-11-21T15:02:00Z" });
        rows.quote = aFollowedQuote({ status: "quoting", quoteAmount: null, progress });
        return HttpResponse.json(rows.quote);
      }),
    );
    await waitFor(() => expect(state()).toHaveTextContent(title));
    expect(state().nextSibling).toHaveTextContent(lead);
    expect(screen.queryByRole("button", { name: /^Accept/ })).not.toBeInTheDocument();
    await person.click(screen.getByRole("button", { name: "Ask for it again" }));
    await waitFor(() => expect(state()).toHaveTextContent("We're working on your price"));
    await waitFor(() => expect(state()).toHaveFocus());
    expect(asked).toBe(1);
  });
});
