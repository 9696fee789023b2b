import { screen, within } from "@testing-library/react";
import { beforeEach } from "vitest";
import { journey, refusal } from "~/test/journey";
import { aYes } from "~/test/rows";
import { openDesk, stopClock } from "../test-desk";
import { inDetail, quoteRoutes, quotes } from "./test-quotes";

beforeEach(() => void stopClock());

const { marlow, ada, tessa, jonas } = quotes;
const button = (name: string | RegExp) => screen.getByRole("button", { name });
const select = (name: RegExp) => screen.getByRole("checkbox", { name });
const amount = (name: string) => screen.getByLabelText(new RegExp(`^Amount of quote .*${name}`));
const status = (name: string) => screen.getByLabelText(new RegExp(`^Status of quote .*${name}`));
const save = (name: string) => button(new RegExp(`^Save quote .*${name}`));
const cleared = async (field: HTMLElement, person: { clear: (field: HTMLElement) => Promise<void> }) => {
  await person.clear(field);
  return field;
};

/** One more quote for each of the statuses that come last. */
const done = (["service_scheduled", "complete", "complete_storage", "rejected"] as const).map(
  (status, index) => ({
    ...tessa,
    id: `0198a000-0000-7000-8000-00009${index}11${index}${index}ee`,
    fullName: ["Wren", "Ilse", "Otis", "Bram"][index] ?? "",
    email: `${index}@example.com`,
    status,
    quoteAmount: ["2750.10", "918.35", "1402.60", "3333.05"][index] ?? null,
    hasLines: index > 1,
  }),
);

journey("several quotes are changed together, of which some stay", async ({ open, serve, step }) => {
  const { routes, change } = quoteRoutes([ada, marlow, ...done, jonas].map((quote) => inDetail(quote)));
  serve(routes);
  serve({ "POST /api/quotes/bulk-status": refusal(500, "Down for a moment.") });
  await open(() => openDesk("?tab=quotes"));
  await step("Select one", (person) => person.click(select(/Marlow/)));
  await step("Select another", (person) => person.click(select(/Wren/)));
  await step("Change them", async (person) => {
    await person.selectOptions(screen.getByLabelText("Set status to"), "Rejected");
    await person.click(button("Change status"));
  });
  serve({
    "POST /api/quotes/bulk-status": ({ body }) => {
      const [first = "", second = ""] = body.ids as string[];
      change(first, { status: body.status });
      return {
        changed: [first],
        skipped: [{ id: second, message: "The customer has accepted it." }],
      };
    },
  });
  await step("Change them again", (person) => person.click(button("Change status")));
  await step("Close the result", (person) =>
    person.click(within(screen.getByRole("region", { name: /^Result/ })).getByRole("button")),
  );
  await step("Select all", async (person) => {
    await person.click(select(/Jonas/));
    await person.click(button("Select all 7"));
  });
  await step("Clear the selection", (person) => person.click(button("Clear selection")));
  serve({
    "POST /api/quotes/bulk-status": ({ body }) => {
      for (const id of body.ids as string[]) change(id, { status: body.status });
      return { changed: body.ids as string[], skipped: [] };
    },
  });
  await step("Select two and change them", async (person) => {
    await person.click(select(/Jonas/));
    await person.click(select(/Ada/));
    await person.selectOptions(screen.getByLabelText("Set status to"), "Quoting");
    await person.click(button("Change status"));
  });
});

journey("a price is typed wrong, rejected and saved", async ({ open, serve, step }) => {
  const { routes } = quoteRoutes([ada, marlow, jonas].map((quote) => inDetail(quote)));
  serve(routes);
  await open(() => openDesk("?tab=quotes"));
  await step("Type no number", async (person) => {
    await person.type(amount("Marlow"), "a lot{Enter}");
  });
  await step("Type a price, which selects a status", async (person) => {
    await person.type(await cleared(amount("Marlow"), person), "1,052.5");
  });
  await step("Select the former status all the same", (person) =>
    person.selectOptions(status("Marlow"), "Pending"),
  );
  await step("Discard it with Escape", (person) => person.type(amount("Marlow"), "{Escape}"));
  serve({
    "PATCH /api/quotes/:id": refusal(400, "Please check the form.", {
      quoteAmount: ["That is more than we charge."],
    }),
  });
  await step("Type another price and save it with Enter", (person) =>
    person.type(amount("Marlow"), "9,052{Enter}"),
  );
  serve({ "PATCH /api/quotes/:id": routes["PATCH /api/quotes/:id"] });
  await step("Correct it and save it", async (person) => {
    await person.type(await cleared(amount("Marlow"), person), "952");
    await person.click(save("Marlow"));
  });
  await step("Take back another's price", async (person) => {
    await person.click(await cleared(amount("Ada"), person));
    await person.click(save("Ada"));
  });
});

journey("an accepted price and a status are changed", async ({ open, serve, step }) => {
  const accepted = { acceptance: aYes("2207.15") };
  const { routes } = quoteRoutes([inDetail(tessa, accepted), inDetail(jonas)]);
  serve(routes);
  await open(() => openDesk("?tab=quotes"));
  await step("Lower the accepted price", async (person) => {
    await person.type(await cleared(amount("Tessa"), person), "2100");
    await person.click(save("Tessa"));
  });
  await step("Decline it", async (person) => {
    await person.selectOptions(status("Tessa"), "Rejected");
    await person.click(save("Tessa"));
  });
  serve({ "PATCH /api/quotes/:id": refusal(500, "Down for a moment.") });
  await step("Change the other's status and price", async (person) => {
    await person.selectOptions(status("Jonas"), "Reviewed");
    await person.type(await cleared(amount("Jonas"), person), "700");
    await person.click(save("Jonas"));
  });
  serve({ "PATCH /api/quotes/:id": routes["PATCH /api/quotes/:id"] });
  await step("Save it again with Enter", (person) => person.type(amount("Jonas"), "{Enter}"));
});

journey("somebody else has changed the quote first, twice", async ({ open, serve, step }) => {
  const { routes, change } = quoteRoutes([inDetail(jonas), inDetail(ada)]);
  serve(routes);
  const byOthers = (values: object) => () => {
    change(jonas.id, values);
    return refusal(409, "Someone else just changed this.");
  };
  const history = (by: string) => ({
    "GET /api/quotes/:id/history": [{ id: "h1", at: "2026-11-25T14:31:00Z", by, changes: [] }],
  });
  await open(() => openDesk("?tab=quotes"));
  serve({ "PATCH /api/quotes/:id": byOthers({ status: "reviewed", quoteAmount: "655.00" }) });
  serve(history("Nora Field"));
  await step("Change the price", async (person) => {
    await person.type(await cleared(amount("Jonas"), person), "700");
    await person.click(save("Jonas"));
  });
  await step("Discard it", (person) => person.click(button("Discard my changes")));
  serve({ "PATCH /api/quotes/:id": byOthers({ quoteAmount: null }) });
  serve(history(""));
  await step("Change the price again", async (person) => {
    await person.type(await cleared(amount("Jonas"), person), "710");
    await person.click(save("Jonas"));
  });
  serve({ "PATCH /api/quotes/:id": routes["PATCH /api/quotes/:id"] });
  await step("Save it all the same", (person) => person.click(save("Jonas")));
});
