import { screen, within } from "@testing-library/react";
import { beforeAll } from "vitest";
import { journey, refusal } from "~/test/journey";
import { aComment } from "~/test/rows";
import { detailsOf, loadQueue, queueRoutes, startQueue } from "./test-queue";
import { abe, aCall, detailRoutes, dora, mona, quoteOf, wes } from "./test-rows";

beforeAll(loadQueue);

const button = (name: string | RegExp) => screen.getByRole("button", { name });
const box = (name: string) => screen.getByRole("textbox", { name: `Reply to ${name}` });
const popover = () => within(screen.getByRole("dialog", { name: "Saved replies" }));

const said = aComment({
  id: "c2",
  content: "Does this include the dormers?",
  isStaffComment: false,
  authorName: "Mona Reyes",
  createdAt: "2026-11-24T15:19:00Z",
});

journey("a question is answered, which fails at first", async (steps) => {
  const { serve, step } = steps;
  const rows = [wes, mona, dora];
  const pass = await startQueue(steps, rows, {
    routes: {
      ...detailRoutes(...rows),
      "GET /api/quotes/:id/comments": ({ params }) => (params.id === mona.id ? [said] : []),
    },
  });
  await step("Reply", (person) => person.click(button("Reply: Mona Reyes")));
  serve({ "POST /api/quotes/:id/comments": refusal(500, "Oops") });
  await step("Send a reply with Ctrl and Enter", (person) =>
    person.type(box("Mona Reyes"), "Yes, both of them. {Control>}{Enter}{/Control}"),
  );
  await step("A second later", () => pass(1_000));
  await step("Change it", (person) => person.type(box("Mona Reyes"), "!"));
  const reply = aComment({ id: "c3", content: "Yes, both of them.!", authorName: "Nora Field" });
  serve({
    ...queueRoutes([wes, dora]),
    "POST /api/quotes/:id/comments": reply,
    "GET /api/quotes/:id/comments": ({ params }) => (params.id === mona.id ? [reply, said] : []),
  });
  await step("Send it", (person) => person.click(button("Send reply")));
  await step("A second after that", () => pass(1_000));
  await step("The next row", (person) =>
    person.click(detailsOf("Mona Reyes").getByRole("button", { name: "Next" })),
  );
});

journey("someone who waits for a price gets two replies, and stays on the list", async (steps) => {
  const { serve, step } = steps;
  const rows = [wes, abe];
  const pass = await startQueue(steps, rows, {
    routes: {
      ...detailRoutes(...rows),
      "GET /api/quotes/:id": quoteOf(abe, {
        comments: "The red barn, too.",
        openedAt: "2026-11-25T12:50:00Z",
      }),
    },
    search: `?tab=due&open=quote-${abe.id}`,
  });
  const first = aComment({ id: "c4", content: "How tall is it?", authorName: "Nora Field" });
  serve({ "POST /api/quotes/:id/comments": first, "GET /api/quotes/:id/comments": [first] });
  await step("Send a reply", async (person) => {
    await person.type(box("Abe Lindqvist"), "How tall is it?");
    await person.click(button("Send reply"));
  });
  await step("A second later", () => pass(1_000));
  serve({ "POST /api/quotes/:id/comments": refusal(409, "This quote was withdrawn.") });
  await step("Send another, and go on typing while it is being sent", async (person) => {
    await person.type(box("Abe Lindqvist"), "And how wide?");
    await person.click(button("Send reply"));
    await person.type(box("Abe Lindqvist"), "Also:");
  });
  await step("A second after that", () => pass(1_000));
  await step("Close the details, and open them again", async (person) => {
    await person.click(detailsOf("Abe Lindqvist").getByRole("button", { name: "Close" }));
    await person.click(screen.getByRole("link", { name: "Abe Lindqvist" }));
  });
});

journey("saved replies are loaded, inserted, changed, deleted and added", async (steps) => {
  const { serve, step } = steps;
  const dormers = { id: "r1", title: "Yes", text: "Yes {name}, for {price}." };
  const spring = { id: "r2", title: "Not before spring", text: "We start in April, {name}." };
  await startQueue(steps, [mona, wes], {
    routes: { ...detailRoutes(mona, wes), "GET /api/desk/saved-replies": refusal(500, "Oops") },
    search: `?tab=due&open=question-${mona.id}`,
  });
  await step("Open them, which fails", (person) => person.click(button("Saved replies")));
  serve({ "GET /api/desk/saved-replies": [spring, dormers] });
  await step("Try again", (person) => person.click(button("Try again")));
  await step("Insert the second", (person) =>
    person.click(popover().getByRole("button", { name: /^Yes ?Yes/ })),
  );
  await step("Insert the first below it", async (person) => {
    await person.click(button("Saved replies"));
    await person.click(popover().getByRole("button", { name: /^Not before spring/ }));
  });
  await step("Change the first", async (person) => {
    await person.click(button("Saved replies"));
    await person.click(popover().getByRole("button", { name: "Edit Not before spring" }));
  });
  serve({
    "PATCH /api/desk/saved-replies/:id": refusal(400, "Please check the form.", { title: ["Taken."] }),
  });
  await step("Save it under another name", async (person) => {
    await person.clear(popover().getByLabelText("Name"));
    await person.type(popover().getByLabelText("Name"), "April");
    await person.click(popover().getByRole("button", { name: "Save" }));
  });
  const april = { ...spring, title: "April" };
  serve({
    "PATCH /api/desk/saved-replies/:id": april,
    "GET /api/desk/saved-replies": [dormers, april],
  });
  await step("Save it again", (person) => person.click(popover().getByRole("button", { name: "Save" })));
  serve({ "DELETE /api/desk/saved-replies/:id": refusal(500, "Oops") });
  await step("Delete the other", async (person) => {
    await person.click(popover().getByRole("button", { name: "Edit Yes" }));
    await person.click(popover().getByRole("button", { name: "Delete" }));
  });
  serve({ "DELETE /api/desk/saved-replies/:id": null, "GET /api/desk/saved-replies": [april] });
  await step("Delete it again", (person) => person.click(popover().getByRole("button", { name: "Delete" })));
});

journey("a typed reply is saved, with placeholders for the name and the price", async (steps) => {
  const { serve, step } = steps;
  await startQueue(steps, [wes, mona], {
    routes: { ...detailRoutes(mona, wes), "GET /api/desk/saved-replies": [] },
    search: `?tab=due&open=question-${mona.id}`,
  });
  await step("Open the saved replies", (person) => person.click(button("Saved replies")));
  await step("Type a reply, and open them again", async (person) => {
    await person.keyboard("{Escape}");
    await person.type(box("Mona Reyes"), "Hi Mona, Monarch lights are in the $1,310.75.");
    await person.click(button("Saved replies"));
  });
  await step("Save it", (person) => person.click(popover().getByRole("button", { name: "Save as reply" })));
  await step("Save it without a name", (person) =>
    person.click(popover().getByRole("button", { name: "Save" })),
  );
  const saved = { id: "r3", title: "Monarch", text: "Hi {name}, Monarch lights are in the {price}." };
  serve({ "POST /api/desk/saved-replies": refusal(500, "Oops") });
  await step("Save it with a name", async (person) => {
    await person.type(popover().getByLabelText("Name"), "Monarch");
    await person.click(popover().getByRole("button", { name: "Save" }));
  });
  serve({ "POST /api/desk/saved-replies": saved, "GET /api/desk/saved-replies": [saved] });
  await step("Save it once more", (person) => person.click(popover().getByRole("button", { name: "Save" })));
  await step("Cancel a change", async (person) => {
    await person.click(popover().getByRole("button", { name: "Edit Monarch" }));
    await person.click(popover().getByRole("button", { name: "Cancel" }));
  });
  await step("Close the toast and the replies with Escape", (person) => person.keyboard("{Escape}{Escape}"));
});

journey("the parts of a conversation fail to load, and are tried again", async (steps) => {
  const { serve, step } = steps;
  const broken = refusal(500, "Oops");
  await startQueue(steps, [mona, dora], {
    routes: {
      "GET /api/quotes/:id": broken,
      "GET /api/:kind/:id/calls": broken,
      "GET /api/quotes/:id/comments": broken,
      "GET /api/:kind/:id/history": broken,
    },
  });
  await step("Open the details", (person) => person.click(screen.getByRole("link", { name: "Dora Lund" })));
  const again = (place: number) => screen.getAllByRole("button", { name: "Try again" })[place] as HTMLElement;
  await step("Try to load the quote again, which fails again", (person) => person.click(again(0)));
  serve({ "GET /api/quotes/:id": quoteOf(dora, { comments: "Call after five." }) });
  await step("Try once more", (person) => person.click(again(0)));
  const calls = [
    aCall({ id: "k2", outcome: "no_answer", note: "Rang twice", createdAt: "2026-11-20T19:00:00Z" }),
    aCall({ id: "k3", outcome: "voicemail", channel: "text", createdAt: "2026-11-19T14:30:00Z" }),
  ];
  serve({ "GET /api/:kind/:id/calls": calls });
  await step("Show what's in the estimate", (person) => person.click(screen.getByText("What's in it")));
  await step("Load the calls", (person) => person.click(again(0)));
  const latest = aComment({ id: "c8", content: "Any news?", createdAt: "2026-11-12T15:00:00Z" });
  const earlier = aComment({ id: "c7", content: "Here it is.", createdAt: "2026-11-11T15:00:00Z" });
  serve({
    "GET /api/quotes/:id/comments": ({ query }) =>
      query.has("page")
        ? [earlier]
        : Response.json([latest], {
            headers: { Link: `<http://api/api/quotes/${dora.id}/comments?page=2>; rel="next"` },
          }),
  });
  await step("Load the comments", (person) => person.click(again(0)));
  await step("Show the earlier ones", (person) => person.click(button("Show earlier comments")));
  await step("Show the history", (person) => person.click(button("Show history")));
  const change = { field: "quoteAmount", from: "880.00", to: "903.00" };
  serve({
    "GET /api/:kind/:id/history": [
      { id: "h1", by: "Ada Whitcomb", at: "2026-11-12T15:00:00Z", changes: [change] },
    ],
  });
  await step("Load the history", (person) => person.click(again(0)));
});
