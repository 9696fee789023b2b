import { screen, waitFor } from "@testing-library/react";
import { beforeAll, expect } from "vitest";
import { journey, refusal } from "~/test/journey";
import { detailsOf, loadQueue, queueRoutes, startQueue } from "./test-queue";
import { abe, card, detailRoutes, dora, hugo, jun, lucia, mona, sam, wes, yann } from "./test-rows";

beforeAll(loadQueue);

const button = (name: string | RegExp) => screen.getByRole("button", { name });
const link = (name: string) => screen.getByRole("link", { name });
const everyone = [wes, mona, abe, sam, lucia, hugo, card, yann, dora, jun];

journey("the list is filtered by kind, city and words", async (steps) => {
  const { step } = steps;
  await startQueue(steps, everyone);
  await step("Only late ones", (person) => person.click(button("Late 1")));
  await step("Accepted ones", (person) => person.click(button(/^Accepted/)));
  await step("Only those in Exeter", (person) =>
    person.selectOptions(screen.getByLabelText("City"), "Exeter"),
  );
  await step("Quotes in Exeter", (person) => person.click(button(/^Quotes/)));
  await step("All kinds, in all cities", async (person) => {
    await person.click(button(/^All/));
    await person.selectOptions(screen.getByLabelText("City"), "");
  });
  await step("Search for a part of a phone number", async (person) => {
    await person.click(button("Search this list"));
    await person.paste("555-0163");
    await waitFor(() => expect(screen.queryByRole("link", { name: "Wes Quill" })).toBeNull());
  });
  await step("Search for words that no row has", async (person) => {
    await person.paste(" rye");
    await screen.findByRole("heading", { name: "No matches" });
  });
  await step("Close the search", (person) => person.click(button("Close the search")));
  await step("Open the search, and close it with nothing in it", async (person) => {
    await person.click(button("Search this list"));
    await person.click(button("Close the search"));
  });
});

journey("the list fails to load, and so does its second page", async (steps) => {
  const { serve, step } = steps;
  const more = { headers: { Link: '<http://api/api/desk/queue?cursor=c2&limit=50>; rel="next"' } };
  const broken = refusal(500, "Oops");
  const pass = await startQueue(steps, everyone, {
    routes: { "GET /api/desk/queue": broken, "GET /api/desk/promise": broken },
  });
  await step("Try again, in vain", (person) => person.click(button("Try again")));
  serve({
    "GET /api/desk/queue": ({ query }) => (query.has("cursor") ? broken : Response.json([mona, wes], more)),
  });
  await step("Try once more", (person) => person.click(button("Try again")));
  await step("Show more, in vain", (person) => person.click(button("Show more")));
  serve({
    "GET /api/desk/queue": ({ query }) =>
      query.has("cursor") ? [wes, abe] : Response.json([mona, wes], more),
  });
  await step("Show more", (person) => person.click(button("Show more")));
  serve({
    "GET /api/desk/queue": broken,
    "GET /api/desk/queue/counts": broken,
    "GET /api/desk/promise": {
      season: "2026",
      answered: 31,
      onTime: 29,
      late: 2,
      open: 5,
      overdue: 1,
      percent: 94,
      triedInTime: 1,
    },
  });
  await step("A minute later", () => pass(60_000));
  serve(queueRoutes([mona, wes, abe]));
  await step("The next poll", () => pass(8_000));
});

journey("others work on the list, too", async (steps) => {
  const { serve, step } = steps;
  const history = [{ id: "h1", by: "Ada Whitcomb", at: "2026-11-25T14:59:00Z", changes: [] }];
  const pass = await startQueue(steps, [wes, abe, dora], {
    routes: { ...detailRoutes(wes), "GET /api/:kind/:id/history": history },
  });
  serve(queueRoutes([wes, mona, { ...abe, tries: 2 }, dora]));
  await step("A question comes in", () => pass(8_000));
  await step("Show it", (person) => person.click(button("1 new request from Mona Reyes")));
  await step("Type a price", (person) =>
    person.type(screen.getByRole("textbox", { name: "Price for Abe Lindqvist" }), "1777"),
  );
  serve(queueRoutes([sam, lucia, dora]));
  await step("Others take care of three, and two more come in", () => pass(8_000));
  await step("Press Enter in the price", (person) => person.keyboard("{Enter}"));
  await step("Discard it", (person) => person.click(button("Discard it")));
  await step("Show the new ones", (person) => person.click(button("2 new requests")));
  await step("Leave the list", async (person) => {
    await person.click(
      screen.getByRole("heading", { name: "System Administrator Full Management Dashboard" }),
    );
    await pass(8_000);
  });
});

journey("details are opened on a phone, and followed to the next row and back", async (steps) => {
  const { serve, step } = steps;
  const rows = [wes, lucia, card];
  const pass = await startQueue(steps, rows, { routes: detailRoutes(wes, lucia), wide: false });
  await step("Open the first", (person) => person.click(link("Wes Quill")));
  const press = (name: string, label: string) => (person: { click: (of: Element) => unknown }) =>
    person.click(detailsOf(name).getByRole("button", { name: label }));
  await step("Previous, where there is none", press("Wes Quill", "Previous"));
  await step("Next", press("Wes Quill", "Next"));
  serve(queueRoutes([wes, card]));
  await step("Someone else takes care of it", () => pass(8_000));
  await step("Next again", press("Lucia Marchetti", "Next"));
  await step("Back to the list", press("Card payment", "Due now"));
  await step("Enter a price", (person) => person.click(button("Enter price for Wes Quill")));
  await step("Type it, and clear it with Escape", (person) => person.keyboard("12{Escape}"));
});
