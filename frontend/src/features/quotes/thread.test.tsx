import { screen, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { beforeEach, describe, expect, it } from "vitest";
import type { Comment } from "~/api/types";
import { renderAt } from "~/test/render";
import { aComment, aQuote } from "~/test/rows";
import { server } from "~/test/server";
import { QuoteThread } from "./components/quote-thread";

const path = "/api/quotes/:id/comments";
let asked: number;
let thread: Comment[];

beforeEach(() => {
  asked = 0;
  thread = [];
  server.use(
    http.get(path, () => {
      asked += 1;
      return HttpResponse.json(thread);
    }),
  );
});

const openCard = () => renderAt("/card", <QuoteThread quote={aQuote()} />);
const send = () => screen.getByRole("button", { name: "Send comment" });

async function openThread() {
  const page = openCard();
  await page.person.click(screen.getByRole("button", { name: /^Comments/ }));
  return { ...page, box: await screen.findByLabelText("Add a comment") };
}

describe("the thread of a quote", () => {
  it("is asked for only when it is unfolded", async () => {
    const { person } = openCard();
    expect(asked).toBe(0);
    await person.click(screen.getByRole("button", { name: /^Comments/ }));
    expect(await screen.findByText("No comments yet. Start the conversation!")).toBeVisible();
    expect(asked).toBe(1);
  });

  it("tells staff from the customer, and changes from words", async () => {
    thread = [
      aComment(),
      aComment({ id: "c2", content: "Only at the side door.", isStaffComment: false }),
      aComment({ id: "c3", content: "Status changed to Approved", commentType: "status_update" }),
    ];
    await openThread();
    const log = within(await screen.findByRole("log", { name: "Comments" }));
    expect(log.getByText("Staff").closest("div")).toHaveTextContent("Is there an outlet near the porch?");
    expect(log.getByText("You").closest("div")).toHaveTextContent("Only at the side door.");
    expect(log.getByText(/Status changed to Approved/)).toBeVisible();
    expect(log.getAllByText(/^(Staff|You)$/)).toHaveLength(2);
    expect(screen.getByRole("button", { name: /^Comments \(3\)/ })).toBeVisible();
  });

  it("scrolls in itself, within reach of the keyboard", async () => {
    thread = [aComment()];
    await openThread();
    const log = await screen.findByRole("log");
    expect(log).toHaveClass("max-h-64", "overflow-y-auto");
    expect(log).toHaveAttribute("tabindex", "0");
  });

  it("says that it did not load, and asks again", async () => {
    server.use(http.get(path, () => new HttpResponse(null, { status: 500 }), { once: true }));
    const { person } = await openThread();
    expect(await screen.findByText("The comments did not load.")).toBeVisible();
    await person.click(screen.getByRole("button", { name: "Try again" }));
    expect(await screen.findByText("No comments yet. Start the conversation!")).toBeVisible();
  });
});

describe("a new comment", () => {
  it("cannot be sent empty or blank", async () => {
    const { person, box } = await openThread();
    expect(send()).toBeDisabled();
    await person.type(box, "  {Enter} ");
    expect(send()).toBeDisabled();
  });

  it("is sent trimmed, shows at once, and leaves an empty box", async () => {
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
    expect(sent?.body).toEqual({ content: "After the 24th?", commentType: "comment" });
    expect(sent?.key).toMatch(/^.{8,128}$/);
  });

  it.each([
    [{ message: "Too many comments" }, "Too many comments"],
    [{}, "Failed to add comment"],
  ])("stays in the box when it is refused", async (body, said) => {
    const { person, box } = await openThread();
    server.use(http.post(path, () => HttpResponse.json(body, { status: 500 })));
    await person.type(box, "After the 24th?");
    await person.click(send());
    expect(await screen.findByText("Error")).toBeVisible();
    expect(screen.getByText(said)).toBeVisible();
    expect(box).toHaveValue("After the 24th?");
  });

  it("is still in the box after the page was left, and the thread is unfolded", async () => {
    const { person, box, unmount } = await openThread();
    await person.type(box, "After the 24th?");
    unmount();
    openCard();
    expect(await screen.findByLabelText("Add a comment")).toHaveValue("After the 24th?");
  });
});
