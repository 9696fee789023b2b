import { useQuery } from "@tanstack/react-query";
import { act, screen, waitFor, within } from "@testing-library/react";
import { delay, HttpResponse, http } from "msw";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { whatsNextKey } from "~/api/keys";
import type { Comment } from "~/api/types";
import { hold } from "~/test/held";
import { renderAt } from "~/test/render";
import { aComment, aQuote } from "~/test/rows";
import { server } from "~/test/server";
import { OpenThread, QuoteThread } from "./components/quote-thread";

const path = "/api/quotes/:id/comments";
let asked: number;
let thread: Comment[];

beforeEach(() => {
  asked = 0;
  thread = [];
  server.use(
    http.get(path, ({ request }) => {
      asked += 1;
      return page(new URL(request.url).searchParams);
    }),
  );
});

/** Like the API: newest first if requested, 50 a page, the next page in a `Link` header. */
function page(query: URLSearchParams) {
  const rows = query.get("ordering") === "-createdAt" ? thread.toReversed() : thread;
  const start = Number(query.get("cursor") ?? 0);
  const end = start + 50;
  query.set("cursor", String(end));
  const more = end < rows.length && { Link: `<http://inner/api/quotes/q1/comments?${query}>; rel="next"` };
  return HttpResponse.json(rows.slice(start, end), { headers: { ...more } });
}

/** A thread of `length` comments, oldest first. */
const longThread = (length: number) =>
  Array.from({ length }, (_, number) => aComment({ id: `c${number}`, content: `Comment ${number + 1}.` }));

/** The part of My Services above the card. */
function WhatsNext() {
  const { data } = useQuery({ queryKey: whatsNextKey, queryFn: () => Promise.resolve(thread.length) });
  return <output aria-label="What's next">{data}</output>;
}

const openCard = () =>
  renderAt(
    "/card",
    <>
      <WhatsNext />
      <QuoteThread quote={aQuote()} />
    </>,
  );
const send = () => screen.getByRole("button", { name: "Send comment" });

async function openThread() {
  const page = openCard();
  await page.person.click(screen.getByRole("button", { name: /^Comments/ }));
  return { ...page, box: await screen.findByLabelText("Add a comment") };
}

it("a thread is open for a link to it, also one that is followed later", async () => {
  const id = aQuote().id;
  const { router, person } = renderAt(`/card#comments-${id}`, <QuoteThread quote={aQuote()} />);
  const button = screen.getByRole("button", { name: /^Comments/ });
  expect(button).toHaveAttribute("aria-expanded", "true");
  await act(() => router.navigate("/card"));
  await person.click(button);
  expect(button).toHaveAttribute("aria-expanded", "false");
  await act(() => router.navigate(`/card#comments-${id}`));
  expect(button).toHaveAttribute("aria-expanded", "true");
});

describe("the thread of a quote", () => {
  it("is loaded only when it is opened, and can be closed", async () => {
    const { person } = openCard();
    expect(asked).toBe(0);
    await person.click(screen.getByRole("button", { name: /^Comments/ }));
    expect(await screen.findByText("No comments yet. Start the conversation!")).toBeVisible();
    expect(asked).toBe(1);
    await person.click(screen.getByRole("button", { name: /^Comments/ }));
    expect(screen.queryByText(/^No comments yet/)).not.toBeInTheDocument();
  });

  it("distinguishes staff from the customer, and changes from comments", async () => {
    thread = [
      aComment(),
      aComment({ id: "c2", content: "Only at the side door.", isStaffComment: false }),
      aComment({ id: "c3", content: "You said yes to $1,284.50", commentType: "status_update" }),
    ];
    await openThread();
    const log = within(await screen.findByRole("log", { name: "Comments" }));
    expect(log.getByText("Staff").closest("div")).toHaveTextContent("Is there an outlet near the porch?");
    expect(log.getByText("You").closest("div")).toHaveTextContent("Only at the side door.");
    expect(log.getByText(/You said yes to \$1,284.50/)).toBeVisible();
    expect(log.getAllByText(/^(Staff|You)$/)).toHaveLength(2);
    expect(screen.getByRole("button", { name: /^Comments \(3\)/ })).toBeVisible();
  });

  it.each([
    [
      "customer",
      ["Staff", "You", "You", "pat@example.com, not from your address"],
      [false, true, true, false],
    ],
    [
      "staff",
      [
        "Staff, Ada Whitcomb",
        "Eleanor Hayes",
        "Eleanor Hayes, by text",
        "pat@example.com (not the customer's address)",
      ],
      [true, false, false, false],
    ],
  ] as const)("names who wrote, and has the reader's own at the right: %s", async (viewer, authors, own) => {
    const theirs = { isStaffComment: false, authorName: "Eleanor Hayes" } as const;
    thread = [
      aComment(),
      aComment({ ...theirs, id: "c2" }),
      aComment({ ...theirs, id: "c3", channel: "text" }),
      aComment({ ...theirs, id: "c4", channel: "email", otherSender: "pat@example.com" }),
    ];
    renderAt("/card", <OpenThread quoteId="q1" viewer={viewer} />);
    const entries = [...(await screen.findByRole("log")).children];
    expect(entries.map((entry) => entry.querySelector("b")?.textContent)).toEqual(authors);
    expect(entries.map((entry) => entry.className.includes("justify-self-end"))).toEqual(own);
  });

  it("scrolls separately and with the keyboard", async () => {
    thread = [aComment()];
    await openThread();
    const log = await screen.findByRole("log");
    expect(log).toHaveClass("max-h-64", "overflow-y-auto");
    expect(log).toHaveAttribute("tabindex", "0");
  });

  it("shows an error when loading fails and can retry", async () => {
    server.use(http.get(path, () => new HttpResponse(null, { status: 500 }), { once: true }));
    const { person } = await openThread();
    expect(await screen.findByText("We couldn't load the comments.")).toBeVisible();
    await person.click(screen.getByRole("button", { name: "Try again" }));
    expect(await screen.findByText("No comments yet. Start the conversation!")).toBeVisible();
  });
});

describe("a long thread", () => {
  const earlier = () => screen.queryByRole("button", { name: "Show earlier comments" });
  const shown = () =>
    within(screen.getByRole("log"))
      .getAllByText(/^Comment \d+\.$/)
      .map((entry) => entry.textContent);

  it("shows its newest comments first, in the order they were written", async () => {
    thread = longThread(120);
    await openThread();
    await screen.findByRole("log");
    expect(shown()).toEqual(thread.slice(70).map(({ content }) => content));
    expect(screen.getByRole("button", { name: /^Comments \(50\+\)/ })).toBeVisible();
  });

  it("shows all earlier comments on request, with their count", async () => {
    thread = longThread(120);
    const { person } = await openThread();
    await screen.findByRole("log");
    await person.click(screen.getByRole("button", { name: "Show earlier comments" }));
    await waitFor(() => expect(shown()).toHaveLength(100));
    await person.click(screen.getByRole("button", { name: "Show earlier comments" }));
    await waitFor(() => expect(shown()).toEqual(thread.map(({ content }) => content)));
    expect(earlier()).not.toBeInTheDocument();
    await waitFor(() => expect(screen.getByRole("log")).toHaveFocus());
    expect(screen.getByRole("button", { name: /^Comments \(120\)/ })).toBeVisible();
  });

  it("keeps its comments when earlier ones can't be loaded, and can retry", async () => {
    thread = longThread(60);
    const { person } = await openThread();
    await screen.findByRole("log");
    server.use(http.get(path, () => new HttpResponse(null, { status: 500 }), { once: true }));
    await person.click(screen.getByRole("button", { name: "Show earlier comments" }));
    expect(await screen.findByText("We couldn't load the earlier comments.")).toBeVisible();
    expect(shown()).toHaveLength(50);
    await person.click(screen.getByRole("button", { name: "Show earlier comments" }));
    await waitFor(() => expect(shown()).toHaveLength(60));
  });

  it("has no button if everything fits on one page", async () => {
    thread = longThread(50);
    await openThread();
    await screen.findByRole("log");
    expect(earlier()).not.toBeInTheDocument();
  });

  it("adds a new comment at its end without losing the earlier ones, and scrolls to it", async () => {
    thread = longThread(60);
    // Ten pixels for each comment.
    vi.spyOn(Element.prototype, "scrollHeight", "get").mockImplementation(() => shown().length * 10);
    const { person, box } = await openThread();
    const log = await screen.findByRole("log");
    expect(log.scrollTop).toBe(500);
    log.scrollTop = 30;
    await person.click(screen.getByRole("button", { name: "Show earlier comments" }));
    await waitFor(() => expect(shown()).toHaveLength(60));
    expect(log.scrollTop, "the same comments stay in view").toBe(130);
    server.use(
      http.post(path, () => {
        const added = aComment({ id: "new", content: "Comment 61.", isStaffComment: false });
        thread = [...thread, added];
        return HttpResponse.json(added, { status: 201 });
      }),
    );
    await person.type(box, "Comment 61.");
    await person.click(send());
    await waitFor(() => expect(shown()).toHaveLength(61));
    expect(shown().at(-1)).toBe("Comment 61.");
    expect(log.scrollTop).toBe(610);
  });

  it("shows a comment once when its response comes after the thread already has it", async () => {
    const added = aComment({ id: "c9", content: "After the 24th?", isStaffComment: false });
    thread = [added];
    const { person, box } = await openThread();
    await screen.findByRole("log");
    server.use(
      http.get(path, () => delay("infinite")),
      http.post(path, () => HttpResponse.json(added, { status: 201 })),
    );
    await person.type(box, "After the 24th?");
    await person.click(send());
    expect(await screen.findByText("Comment Added")).toBeVisible();
    expect(within(screen.getByRole("log")).getAllByText("After the 24th?")).toHaveLength(1);
  });

  it("keeps the typed text when the thread is full and explains what to do", async () => {
    const { person, box } = await openThread();
    const message =
      "This conversation has reached its limit of 500 comments. Your text is still here. Please call us.";
    server.use(http.post(path, () => HttpResponse.json({ message }, { status: 409 })));
    await person.type(box, "One more");
    await person.click(send());
    expect(await screen.findByText(message)).toBeVisible();
    expect(box).toHaveValue("One more");
  });
});

describe("a new comment", () => {
  it("cannot be sent empty or blank", async () => {
    const { person, box } = await openThread();
    expect(send()).toHaveAttribute("aria-disabled", "true");
    await person.type(box, "  {Enter} ");
    expect(send()).toHaveAttribute("aria-disabled", "true");
  });

  it("is trimmed, appears immediately and clears the text box", async () => {
    const { person, box } = await openThread();
    let sent: { key: string | null; body: unknown } | undefined;
    server.use(
      http.post(path, async ({ request }) => {
        sent = { key: request.headers.get("Idempotency-Key"), body: await request.json() };
        const added = aComment({ id: "c9", content: "After the 24th?", isStaffComment: false });
        thread = [added];
        return HttpResponse.json(added, { status: 201 });
      }),
    );
    await person.type(box, "  After the 24th? ");
    await person.click(send());
    expect(await screen.findByText("Comment Added")).toBeVisible();
    expect(within(screen.getByRole("log")).getByText("After the 24th?")).toBeVisible();
    expect(box).toHaveValue("");
    await waitFor(() => expect(screen.getByRole("status", { name: "What's next" })).toHaveTextContent("1"));
    expect(sent?.body).toEqual({ content: "After the 24th?", commentType: "comment" });
    expect(sent?.key).toMatch(/^.{8,128}$/);
  });

  it.each([
    [{ message: "Too many comments" }, "Too many comments"],
    [{}, "Failed to add comment"],
  ])("stays in the box when it is rejected", async (body, said) => {
    const { person, box } = await openThread();
    server.use(http.post(path, () => HttpResponse.json(body, { status: 500 })));
    await person.type(box, "After the 24th?");
    await person.click(send());
    expect(await screen.findByText("Error")).toBeVisible();
    expect(screen.getByText(said)).toBeVisible();
    expect(box).toHaveValue("After the 24th?");
  });

  it.each([
    ["after one that was sent", 201],
    ["after a key that was used for another comment", 409],
  ])("gets a new key %s", async (_, status) => {
    const { person, box } = await openThread();
    const keys: (string | null)[] = [];
    server.use(
      http.post(path, ({ request }) => {
        keys.push(request.headers.get("Idempotency-Key"));
        const first = keys.length === 1;
        const body =
          first && status === 409 ? { message: "Sent already" } : aComment({ id: `c${keys.length}` });
        return HttpResponse.json(body, { status: first ? status : 201 });
      }),
    );
    await person.type(box, "After the 24th?");
    await person.click(send());
    await screen.findByText(status === 409 ? "Sent already" : "Comment Added");
    if (status === 201) await person.type(box, "After the 24th?");
    await person.click(await screen.findByRole("button", { name: "Send comment" }));
    await waitFor(() => expect(keys).toHaveLength(2));
    expect(keys[1]).toMatch(/^.{8,128}$/);
    expect(keys[1]).not.toBe(keys[0]);
  });

  it("is kept when the page is left and reopened, with the thread open", async () => {
    const { person, box, unmount } = await openThread();
    await person.type(box, "After the 24th?");
    unmount();
    openCard();
    expect(await screen.findByLabelText("Add a comment")).toHaveValue("After the 24th?");
  });
});

it("the next comment can be typed while the last one is being sent, and survives a reload", async () => {
  const { held, release } = hold();
  const sent: unknown[] = [];
  server.use(
    http.post(path, async ({ request }) => {
      const { content } = (await request.json()) as { content: string };
      sent.push(content);
      await held;
      return HttpResponse.json(aComment({ id: content, content }), { status: 201 });
    }),
  );
  const { person, box } = await openThread();
  await person.type(box, "First");
  await person.click(send());
  await person.clear(box);
  await person.type(box, "Second");
  release();
  expect(await screen.findByText("Comment Added")).toBeVisible();
  expect(box).toHaveValue("Second");
  expect(sessionStorage.getItem(`draft:comment:${aQuote().id}`)).toBe('{"content":"Second"}');
  await person.click(send());
  await waitFor(() => expect(box).toHaveValue(""));
  expect(sent).toEqual(["First", "Second"]);
  expect(sessionStorage).toHaveLength(0);
});
