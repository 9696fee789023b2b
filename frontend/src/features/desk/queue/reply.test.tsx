import { act, screen, waitFor, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { describe, expect, it } from "vitest";
import { quoteKeys } from "~/api/keys";
import { hold } from "~/test/held";
import { aComment } from "~/test/rows";
import { server } from "~/test/server";
import { aDeskQuote, hours, serveList, serveWrite } from "../test-desk";
import { aRequest, namesShown, openQueue, rowOf, serveQueue } from "./test-queue";

const ann = aRequest("Ann Ames", {
  kind: "question",
  question: "Does this include the dormers?",
  amount: "1200.00",
  respondBy: hours(1),
});
const ben = aRequest("Ben Bow", { respondBy: hours(2) });

async function openReply(items = [ann, ben]) {
  const page = await openQueue(items);
  serveList("/api/quotes/:id/comments", [
    aComment({ content: "Does this include the dormers?", isStaffComment: false, authorName: "Ann Ames" }),
  ]);
  // The price has changed since the list was fetched.
  const quoteAmount = items[0]?.amount ? "1240.00" : null;
  const quote = aDeskQuote({ id: ann.id, fullName: "Ann Ames", comments: "The blue house.", quoteAmount });
  server.use(http.get("/api/quotes/:id", () => HttpResponse.json(quote)));
  await page.person.click(screen.getByRole("button", { name: "Reply: Ann Ames" }));
  const box = await screen.findByRole("textbox", { name: "Reply to Ann Ames" });
  await waitFor(() => expect(box).toHaveFocus());
  return { ...page, box, details: within(screen.getByRole("region", { name: "Ann Ames" })) };
}

describe("a reply", () => {
  it("is written below the comments, and shown among them as soon as it is sent", async () => {
    const { person, details } = await openReply();
    expect(await details.findByText("The blue house.")).toBeVisible();
    const { held, release } = hold();
    const keys: (string | null)[] = [];
    server.use(
      http.post("/api/quotes/:id/comments", async ({ request }) => {
        keys.push(request.headers.get("Idempotency-Key"));
        await held;
        return HttpResponse.json(aComment({ id: "c2", content: "Yes, both." }), { status: 201 });
      }),
    );
    await person.keyboard("Yes, both.");
    await person.click(details.getByRole("button", { name: "Send reply" }));
    const log = within(details.getByRole("log"));
    expect(log.getByText("Yes, both.")).toBeVisible();
    expect(log.getByText("Sending…")).toBeVisible();
    // The question is answered, and the conversation stays open.
    expect(namesShown()).toEqual(["Ben Bow"]);
    serveQueue([ben]);
    await act(async () => release());
    expect(await screen.findByText("Reply sent")).toBeVisible();
    expect(keys).toEqual([expect.any(String)]);
    expect(details.getByRole("textbox", { name: "Reply to Ann Ames" })).toHaveValue("");
    expect(details.queryByRole("button", { name: "No reply needed" })).not.toBeInTheDocument();
    expect(sessionStorage.getItem(`draft:comment:${ann.id}`)).toBeNull();
  });

  it("that fails is back in the box with the reason, and is sent again with the same key", async () => {
    const { person, box, details } = await openReply();
    const keys: (string | null)[] = [];
    await person.keyboard(" {Control>}{Enter}{/Control}"); // nothing to send
    await person.clear(box);
    server.use(
      http.post("/api/quotes/:id/comments", ({ request }) => {
        keys.push(request.headers.get("Idempotency-Key"));
        return HttpResponse.json({ message: "The database is away." }, { status: 503 });
      }),
    );
    await person.keyboard("Yes.{Control>}{Enter}{/Control}");
    expect((await details.findAllByText("The database is away."))[0]).toBeVisible();
    expect((await rowOf("Ann Ames")).getByText("The database is away.")).toBeVisible();
    expect(box).toHaveAccessibleDescription("The database is away.");
    expect(box).toHaveValue("Yes.");
    expect(namesShown()).toEqual(["Ann Ames", "Ben Bow"]);
    await person.click(details.getByRole("button", { name: "Send reply" }));
    await waitFor(() => expect(keys).toHaveLength(2));
    expect(keys[0]).toBe(keys[1]);
    await waitFor(() => expect(box).toHaveValue("Yes."));
    // Other words are another reply.
    await person.type(box, "!");
    await person.click(details.getByRole("button", { name: "Send reply" }));
    await waitFor(() => expect(keys).toHaveLength(3));
    expect(keys[2]).not.toBe(keys[0]);
  });

  it("that fails is kept, with what was typed since", async () => {
    const { person, box, details } = await openReply();
    const { held, release } = hold();
    server.use(
      http.post("/api/quotes/:id/comments", () => held.then(() => new HttpResponse(null, { status: 500 }))),
    );
    await person.keyboard("First.");
    await person.click(details.getByRole("button", { name: "Send reply" }));
    await person.type(box, "Second.");
    await act(async () => release());
    await waitFor(() => expect(box).toHaveValue("First.\n\nSecond."));
  });
});

it("an unsent reply survives a reload, in its own box only", async () => {
  const first = await openReply();
  await first.person.type(first.box, "Yes, both.");
  first.unmount();
  const { box, person } = await openReply();
  expect(box).toHaveValue("Yes, both.");
  await person.click(screen.getByRole("button", { name: "Next" }));
  expect(await screen.findByRole("textbox", { name: "Reply to Ben Bow" })).toHaveValue("");
});

it("what was typed while a reply was being sent survives a reload", async () => {
  const { person, box, details } = await openReply();
  const { held, release } = hold();
  server.use(
    http.post("/api/quotes/:id/comments", async () => {
      await held;
      return HttpResponse.json(aComment({ id: "c2", content: "First." }), { status: 201 });
    }),
  );
  await person.keyboard("First.");
  await person.click(details.getByRole("button", { name: "Send reply" }));
  await person.type(box, "Second.");
  await act(async () => release());
  expect(await screen.findByText("Reply sent")).toBeVisible();
  expect(box).toHaveValue("Second.");
  expect(sessionStorage.getItem(`draft:comment:${ann.id}`)).toBe('{"content":"Second."}');
});

it("once a reply has finished its row, Next leads to the row after it", async () => {
  const cal = aRequest("Cal Coe", { respondBy: hours(3) });
  const { person, details } = await openReply([ann, ben, cal]);
  serveWrite("post", "/api/quotes/:id/comments", () => {
    serveQueue([ben, cal]);
    return HttpResponse.json(aComment({ id: "c2", content: "Yes." }), { status: 201 });
  });
  await person.keyboard("Yes.{Meta>}{Enter}{/Meta}");
  await waitFor(() => expect(document.querySelectorAll("[data-row]")).toHaveLength(2));
  await person.click(details.getByRole("button", { name: "Previous" }));
  expect(screen.getByRole("region", { name: "Ann Ames" })).toBeVisible(); // it was the first
  await person.click(details.getByRole("button", { name: "Next" }));
  expect(await screen.findByRole("region", { name: "Ben Bow" })).toBeVisible();
});

it.each([
  ["the next row", [ann, ben], () => screen.getByRole("link", { name: "Ben Bow" })],
  ["the heading, if no row is left", [ann], () => screen.getByRole("heading", { name: "Due now" })],
])(
  "closing the details of a row that a reply has finished moves the focus to %s",
  async (_, items, target) => {
    const { person } = await openReply(items);
    serveWrite("post", "/api/quotes/:id/comments", () => {
      serveQueue(items.slice(1)); // it is fetched again a second later
      return HttpResponse.json(aComment(), { status: 201 });
    });
    await person.keyboard("Yes.{Control>}{Enter}{/Control}");
    expect(await screen.findByText("Reply sent")).toBeVisible();
    await person.keyboard("{Escape}");
    await waitFor(() => expect(screen.queryByRole("region", { name: "Ann Ames" })).toBeNull());
    expect(target()).toHaveFocus();
  },
);

describe("a row that is set aside", () => {
  it.each([
    ["question", "No reply needed", "no-reply-needed"],
    ["quote", "Let it go", "let-go"],
    ["silent", "Let it go", "let-go"],
  ] as const)("leaves the list, and the next row opens: %s", async (kind, label, path) => {
    const { person, queryClient } = await openQueue([{ ...ann, kind }, ben]);
    const quotes = quoteKeys.desk({});
    const rows = [aDeskQuote({ id: ann.id })];
    queryClient.setQueryData(quotes, { pages: [{ rows, next: null }], pageParams: [] });
    const updatedAt = hours(0);
    const sent = serveWrite("post", `/api/quotes/${ann.id}/${path}`, () => {
      serveQueue([ben]);
      return HttpResponse.json(aDeskQuote({ id: ann.id, updatedAt }));
    });
    await person.click(screen.getByRole("link", { name: "Ann Ames" }));
    const details = within(await screen.findByRole("region", { name: "Ann Ames" }));
    await person.click(await details.findByRole("button", { name: label }));
    expect(namesShown()).toEqual(["Ben Bow"]);
    expect(within(screen.getByRole("region", { name: "Ben Bow" })).getByText("1 of 1")).toBeVisible();
    expect(await screen.findByText(/The history shows who decided/)).toBeVisible();
    expect(sent.map(({ body }) => body)).toEqual([{ updatedAt: ann.updatedAt }]);
    // Otherwise the quote's next change in that list would be a conflict.
    expect(queryClient.getQueryData(quotes)).toMatchObject({ pages: [{ rows: [{ updatedAt }] }] });
  });

  it("comes back if the customer has written since", async () => {
    const { person, details } = await openReply();
    server.use(
      http.post("/api/quotes/:id/no-reply-needed", () =>
        HttpResponse.json({ message: "Someone else just changed this." }, { status: 409 }),
      ),
    );
    await person.click(details.getByRole("button", { name: "No reply needed" }));
    expect(await screen.findByText("Update Failed")).toBeVisible();
    await waitFor(() => expect(namesShown()).toContain("Ann Ames"));
  });
});

describe("saved replies", () => {
  const saved = { id: "r1", title: "Dormers", text: "Hi {name}, yes. It stays {price}." };

  it("are inserted with the customer's name and price", async () => {
    const { person, box, details } = await openReply();
    serveList("/api/desk/saved-replies", [saved]);
    await person.click(details.getByRole("button", { name: "Saved replies" }));
    await person.click(await screen.findByRole("button", { name: /^Dormers/ }));
    expect(box).toHaveValue("Hi Ann, yes. It stays $1,240.");
    await waitFor(() => expect(box).toHaveFocus());
  });

  it("are inserted below what was typed, and keep the placeholder where there is no price", async () => {
    const { person, box, details } = await openReply([{ ...ann, amount: null }, ben]);
    serveList("/api/desk/saved-replies", [saved]);
    await person.keyboard("Good question. ");
    await person.click(details.getByRole("button", { name: "Saved replies" }));
    await person.click(await screen.findByRole("button", { name: /^Dormers/ }));
    expect(box).toHaveValue("Good question.\n\nHi Ann, yes. It stays {price}.");
  });

  it("say that they couldn't be loaded, and are loaded again", async () => {
    const { person, details } = await openReply();
    server.use(http.get("/api/desk/saved-replies", () => new HttpResponse(null, { status: 500 })));
    await person.click(details.getByRole("button", { name: "Saved replies" }));
    expect(await screen.findByText("We couldn't load the saved replies.")).toBeVisible();
    expect(screen.queryByText(/^Replies you save appear here/)).not.toBeInTheDocument();
    serveList("/api/desk/saved-replies", [saved]);
    await person.click(screen.getByRole("button", { name: "Try again" }));
    expect(await screen.findByRole("button", { name: /^Dormers/ })).toBeVisible();
    expect(screen.queryByText("We couldn't load the saved replies.")).not.toBeInTheDocument();
  });

  it("can be made from a reply that was just typed", async () => {
    const { person, details } = await openReply();
    await person.keyboard("Hi Ann, Annie's price stays $1,240.");
    const sent = serveWrite("post", "/api/desk/saved-replies", (body) => {
      serveList("/api/desk/saved-replies", [{ id: "r2", ...body }]);
      return HttpResponse.json({ id: "r2", ...body }, { status: 201 });
    });
    await person.click(details.getByRole("button", { name: "Saved replies" }));
    await person.click(await screen.findByRole("button", { name: "Save as reply" }));
    expect(screen.queryByRole("button", { name: "Delete" })).toBeNull();
    await person.type(screen.getByRole("textbox", { name: "Name" }), "Price");
    await person.click(screen.getByRole("button", { name: "Save" }));
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]?.body).toEqual({ title: "Price", text: "Hi {name}, Annie's price stays {price}." });
    expect(await screen.findByRole("button", { name: /^Price/ })).toBeVisible();
  });

  it("can be made from a reply that was just sent", async () => {
    const { person, box, details } = await openReply();
    const save = () => screen.findByRole("button", { name: "Save as reply" });
    await person.click(details.getByRole("button", { name: "Saved replies" }));
    expect(await save()).toHaveAttribute("aria-disabled", "true"); // nothing was written yet
    await person.keyboard("{Escape}");
    serveWrite("post", "/api/quotes/:id/comments", () => HttpResponse.json(aComment({ id: "c2" })));
    await person.type(box, "Yes, both.");
    await person.click(details.getByRole("button", { name: "Send reply" }));
    await screen.findByText("Reply sent");
    await person.click(details.getByRole("button", { name: "Saved replies" }));
    await person.click(await save());
    expect(screen.getByRole("textbox", { name: "Text" })).toHaveValue("Yes, both.");
  });

  it("are kept for a reload while they are unsaved, unless they were canceled", async () => {
    const openForm = async () => {
      const page = await openReply();
      serveList("/api/desk/saved-replies", [saved]);
      await page.person.click(page.details.getByRole("button", { name: "Saved replies" }));
      await page.person.click(await screen.findByRole("button", { name: "Edit Dormers" }));
      return page;
    };
    const first = await openForm();
    await first.person.type(screen.getByRole("textbox", { name: "Name" }), "!");
    first.unmount();
    const { person } = await openForm();
    expect(screen.getByRole("textbox", { name: "Name" })).toHaveValue("Dormers!");
    await person.click(screen.getByRole("button", { name: "Cancel" }));
    expect(sessionStorage).toHaveLength(0);
  });

  it("are renamed and deleted", async () => {
    const { person, details } = await openReply();
    serveList("/api/desk/saved-replies", [saved]);
    const sent = serveWrite("patch", "/api/desk/saved-replies/:id", (body) =>
      HttpResponse.json({ id: "r1", ...body }),
    );
    const deleted: unknown[] = [];
    server.use(
      http.delete("/api/desk/saved-replies/:id", ({ params }) => {
        deleted.push(params.id);
        serveList("/api/desk/saved-replies", []);
        return new HttpResponse(null, { status: 204 });
      }),
    );
    await person.click(details.getByRole("button", { name: "Saved replies" }));
    await person.click(await screen.findByRole("button", { name: "Edit Dormers" }));
    await person.type(screen.getByRole("textbox", { name: "Name" }), "!");
    await person.click(screen.getByRole("button", { name: "Save" }));
    await waitFor(() => expect(sent[0]?.body).toEqual({ title: "Dormers!", text: saved.text }));
    await person.click(await screen.findByRole("button", { name: "Edit Dormers" }));
    await person.click(screen.getByRole("button", { name: "Delete" }));
    expect(await screen.findByText(/Replies you save appear here/)).toBeVisible();
    expect(deleted).toEqual(["r1"]);
  });
});
