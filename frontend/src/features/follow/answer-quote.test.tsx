import { screen, waitFor, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { describe, expect, it } from "vitest";
import { aComment, aProgress } from "~/test/rows";
import { customer, server } from "~/test/server";
import { aFollowedQuote, openQuote } from "./test-page";

const accepted = aFollowedQuote({
  status: "approved",
  progress: aProgress({ step: "accepted", next: "day", by: "2030-11-04T15:00:00Z" }),
});
const state = () => screen.getByRole("heading", { level: 1 });
const accept = (amount = "$1,284.50") => screen.findByRole("button", { name: `Accept ${amount}` });

/** Mock the endpoint: `respond` changes the rows as the server would. */
function serveAnswer(answer: "accept" | "decline", respond: () => Response) {
  const bodies: unknown[] = [];
  server.use(
    http.post(`/api/quotes/:id/${answer}`, async ({ request }) => {
      bodies.push(JSON.parse((await request.text()) || "null"));
      return respond();
    }),
  );
  return bodies;
}

describe("accepting through a link", () => {
  it("sends the typed name and the amount on the screen", async () => {
    const { person, rows } = openQuote();
    const bodies = serveAnswer("accept", () => {
      rows.quote = accepted;
      return HttpResponse.json(rows.quote);
    });
    await accept();
    await person.type(screen.getByLabelText("Your full name"), " Eleanor Hayes ");
    await person.click(await accept());
    await waitFor(() => expect(state()).toHaveTextContent("You accepted $1,284.50"));
    await waitFor(() => expect(state()).toHaveFocus());
    expect(bodies).toEqual([{ quoteAmount: "1284.50", acceptedBy: "Eleanor Hayes", termsVersion: 1 }]);
    expect(screen.queryByRole("button", { name: /^Accept/ })).not.toBeInTheDocument();
  });

  it.each([
    ["2030-12-02T15:00:00Z", "Thanks!"],
    [null, "Thanks! We'll set your day next."],
  ])("doesn't announce another day if a visit has one (%s)", async (scheduledDate, words) => {
    const jobs = [{ id: "j1", kind: "installation" as const, scheduledDate, status: "scheduled" as const }];
    const { person } = openQuote(aFollowedQuote({ jobs }));
    serveAnswer("accept", () => HttpResponse.json(accepted));
    await accept();
    await person.type(screen.getByLabelText("Your full name"), "Eleanor Hayes");
    await person.click(await accept());
    expect(await screen.findByText(words)).toBeVisible();
  });

  it("requires a name", async () => {
    const { person } = openQuote();
    const bodies = serveAnswer("accept", () => HttpResponse.json(accepted));
    await person.click(await accept());
    expect(await screen.findByText("Enter your full name")).toBeVisible();
    expect(screen.getByLabelText("Your full name")).toHaveFocus();
    expect(bodies).toEqual([]);
  });

  it("explains that the price changed, shows the new one and keeps the name", async () => {
    const { person, rows } = openQuote();
    const bodies = serveAnswer("accept", () => {
      if (rows.quote.quoteAmount === "1300.00") {
        rows.quote = { ...accepted, quoteAmount: "1300.00" };
        return HttpResponse.json(rows.quote);
      }
      rows.quote = aFollowedQuote({ quoteAmount: "1300.00" });
      const message = "The price has changed to $1,300.00. Please review it again.";
      return HttpResponse.json({ message }, { status: 409 });
    });
    await accept();
    await person.type(screen.getByLabelText("Your full name"), "Eleanor Hayes");
    await person.click(await accept());
    const alert = await screen.findByText("The price has changed to $1,300.00. Please review it again.", {
      selector: "[role=alert] *",
    });
    await waitFor(() => expect(alert.closest("[role=alert]")).toHaveFocus());
    expect(state()).toHaveTextContent("Your price is ready: $1,300.00");
    expect(screen.getByLabelText("Your full name")).toHaveValue("Eleanor Hayes");
    await person.click(await accept("$1,300.00"));
    await waitFor(() => expect(state()).toHaveTextContent("You accepted $1,300.00"));
    expect(bodies).toEqual([
      { quoteAmount: "1284.50", acceptedBy: "Eleanor Hayes", termsVersion: 1 },
      { quoteAmount: "1300.00", acceptedBy: "Eleanor Hayes", termsVersion: 1 },
    ]);
  });

  it("keeps the name when the connection fails", async () => {
    const { person } = openQuote();
    serveAnswer("accept", () => HttpResponse.error());
    await accept();
    await person.type(screen.getByLabelText("Your full name"), "Eleanor Hayes");
    await person.click(await accept());
    expect((await screen.findAllByText(/We don't know whether it was saved/))[0]).toBeVisible();
    const name = screen.getByLabelText("Your full name");
    expect(name).toHaveValue("Eleanor Hayes");
    await person.clear(name);
    await person.click(await accept());
    expect(await screen.findByText("Enter your full name")).toBeVisible();
    await waitFor(() =>
      expect(screen.queryByText(/whether it was saved/, { selector: "main *" })).not.toBeInTheDocument(),
    );
  });

  it.each([
    [{ firstName: "", lastName: "" }, "eleanor@example.com"],
    [{ lastName: "" }, "Eleanor"],
    [{ firstName: "" }, "Hayes"],
  ])("shows the name of an owner whose account has %o", async (names, shown) => {
    openQuote(aFollowedQuote({ userId: customer.id }), { user: { ...customer, ...names } });
    expect(await screen.findByText(`You're accepting as ${shown}.`)).toBeVisible();
  });

  it("uses the account's name for the owner", async () => {
    const { person, rows } = openQuote(aFollowedQuote({ userId: customer.id }), { user: customer });
    const bodies = serveAnswer("accept", () => {
      rows.quote = { ...accepted, userId: customer.id };
      return HttpResponse.json(rows.quote);
    });
    expect(await screen.findByText("You're accepting as Eleanor Hayes.")).toBeVisible();
    await person.click(await accept());
    await waitFor(() => expect(state()).toHaveTextContent("You accepted $1,284.50"));
    expect(bodies).toEqual([{ quoteAmount: "1284.50", termsVersion: 1 }]);
  });
});

describe("declining through a link", () => {
  it("takes two taps, with an optional reason", async () => {
    const { person, rows } = openQuote();
    const bodies = serveAnswer("decline", () => {
      rows.quote = aFollowedQuote({ status: "rejected", progress: null });
      return HttpResponse.json(rows.quote);
    });
    await person.click(await screen.findByRole("button", { name: "Decline" }));
    expect(bodies).toEqual([]);
    const dialog = within(await screen.findByRole("dialog", { name: "Decline this quote?" }));
    await person.selectOptions(dialog.getByLabelText(/^Why/), "The price");
    await person.type(dialog.getByLabelText(/^Anything we should know/), "Maybe next year.");
    expect(sessionStorage.getItem(`draft:decline:${rows.quote.id}`)).toContain("Maybe next year.");
    await person.click(dialog.getByRole("button", { name: "Decline quote" }));
    await waitFor(() => expect(state()).toHaveTextContent("This quote is closed"));
    await waitFor(() => expect(state()).toHaveFocus());
    expect(bodies).toEqual([{ reason: "price", note: "Maybe next year." }]);
  });

  it("can be canceled", async () => {
    const { person } = openQuote();
    await person.click(await screen.findByRole("button", { name: "Decline" }));
    await person.click(await screen.findByRole("button", { name: "Keep quote" }));
    expect(await accept()).toBeVisible();
  });

  it("shows the current state when it comes too late", async () => {
    const { person, rows } = openQuote();
    serveAnswer("decline", () => {
      rows.quote = accepted;
      return HttpResponse.json({ message: "This quote isn't waiting for your answer" }, { status: 409 });
    });
    await person.click(await screen.findByRole("button", { name: "Decline" }));
    await person.click(await screen.findByRole("button", { name: "Decline quote" }));
    expect(await screen.findByText("This quote isn't waiting for your answer")).toBeVisible();
    await waitFor(() => expect(state()).toHaveTextContent("You accepted $1,284.50"));
  });
});

describe("asking through a link", () => {
  it("adds a comment to the thread", async () => {
    const { person, rows } = openQuote();
    server.use(
      http.post("/api/quotes/:id/comments", async ({ request }) => {
        const { content } = (await request.json()) as { content: string };
        const comment = aComment({ id: "c2", content, isStaffComment: false });
        rows.comments.push(comment);
        rows.quote = aFollowedQuote({ progress: aProgress({ replyBy: "2030-11-05T15:00:00Z" }) });
        return HttpResponse.json(comment, { status: 201 });
      }),
    );
    const log = within(await screen.findByRole("log"));
    expect(log.getByText("Is there an outlet near the porch?")).toBeVisible();
    await person.click(screen.getByRole("button", { name: "Ask a question" }));
    await person.keyboard("Does it include the gate?");
    await person.click(screen.getByRole("button", { name: "Send comment" }));
    expect(await log.findByText("Does it include the gate?")).toBeVisible();
    expect(log.getByText("You")).toBeVisible();
    expect(await screen.findByText("We'll reply to you")).toBeVisible();
  });
});
