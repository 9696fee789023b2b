import { screen, within } from "@testing-library/react";
import { beforeAll } from "vitest";
import { journey, refusal } from "~/test/journey";
import { aLine } from "../test-desk";
import { detailsOf, loadQueue, queueRoutes, startQueue } from "./test-queue";
import { abe, detailRoutes, dora, hugo, lucia, mona, quoteOf, wes } from "./test-rows";

beforeAll(loadQueue);

const button = (name: string | RegExp) => screen.getByRole("button", { name });
const price = (name: string) => screen.getByRole("textbox", { name: `Price for ${name}` });

journey("prices are typed one after another, and one is taken back", async (steps) => {
  const { serve, step } = steps;
  const pass = await startQueue(steps, [wes, mona, abe, lucia]);
  const priced = { updatedAt: "2026-11-25T15:00:01Z" };
  serve({ "PATCH /api/quotes/:id": ({ body }) => ({ ...quoteOf(abe), ...body, ...priced }) });
  await step("Type a price for the second quote, and send it with Enter", (person) =>
    person.type(price("Abe Lindqvist"), "1,615.5{Enter}"),
  );
  serve(queueRoutes([wes, mona, lucia]));
  await step("A second later", () => pass(1_000));
  await step("Send no price", (person) => person.keyboard("{Enter}"));
  await step("Type something else", (person) => person.keyboard("7e2{Enter}"));
  const back = { ...abe, updatedAt: "2026-11-25T15:00:02Z" };
  serve({ "POST /api/quotes/:id/undo-price": quoteOf(back) });
  await step("Take the first price back with u", (person) => person.keyboard("{Escape}u"));
  serve(queueRoutes([wes, mona, back, lucia]));
  await step("A second after that", () => pass(1_000));
  await step("Send another price for it with the button", async (person) => {
    await person.type(price("Abe Lindqvist"), "0");
    await person.click(button("Send quote to Abe Lindqvist"));
  });
});

journey(
  "a price is rejected since the request has changed, and sent again until no one waits",
  async (steps) => {
    const { serve, step } = steps;
    const pass = await startQueue(steps, [mona, wes]);
    const changed = { ...wes, squareFootage: 2050, tries: 2, updatedAt: "2026-11-25T14:59:00Z" };
    serve({
      ...queueRoutes([mona, changed]),
      "PATCH /api/quotes/:id": refusal(409, "Ada Whitcomb changed this a minute ago."),
    });
    await step("Send a price", async (person) => {
      await person.type(price("Wes Quill"), "845");
      await person.click(button("Send quote to Wes Quill"));
    });
    await step("A second later", () => pass(1_000));
    serve({ "PATCH /api/quotes/:id": refusal(500, "Oops") });
    await step("Send it again", (person) => person.click(button("Send quote to Wes Quill")));
    await step("A second after that", () => pass(1_000));
    serve({
      ...queueRoutes([mona]),
      "PATCH /api/quotes/:id": ({ body }) => ({
        ...quoteOf(changed),
        ...body,
        updatedAt: "2026-11-25T15:00:09Z",
      }),
    });
    await step("Send it a third time", (person) => person.click(button("Send quote to Wes Quill")));
    await step("The list is fetched", () => pass(1_000));
    serve({ "POST /api/quotes/:id/undo-price": refusal(409, "Wes has been told the price.") });
    await step("Take it back too late", async (person) => person.click(button("Undo")));
    await step("A second after the attempt", () => pass(1_000));
  },
);

journey("the last price is sent, and an undo after the toast does nothing", async (steps) => {
  const { serve, step } = steps;
  const pass = await startQueue(steps, [abe]);
  serve({
    ...queueRoutes([]),
    "PATCH /api/quotes/:id": ({ body }) => ({ ...quoteOf(abe), ...body }),
  });
  await step("Send the price", (person) => person.type(price("Abe Lindqvist"), "$1,555{Enter}"));
  await step("Six seconds later", () => pass(6_000));
  serve(queueRoutes([mona]));
  await step("A question comes in", () => pass(8_000));
  await step("Press u in the list", async (person) => {
    screen.getByRole("link", { name: "Mona Reyes" }).focus();
    await person.keyboard("u");
  });
});

journey("a price is sent in the details, which show the next row", async (steps) => {
  const { serve, step } = steps;
  const rows = [wes, abe, mona];
  const pass = await startQueue(steps, rows, { routes: detailRoutes(...rows), wide: false });
  await step("Open the first row", (person) => person.click(screen.getByRole("link", { name: "Wes Quill" })));
  await step("Show what's in the estimate", (person) =>
    person.click(detailsOf("Wes Quill").getByText("What's in it")),
  );
  const field = () => detailsOf("Wes Quill").getByLabelText("Price for Wes");
  await step("Send without a price", (person) =>
    person.click(detailsOf("Wes Quill").getByRole("button", { name: "Send quote" })),
  );
  serve({ "PATCH /api/quotes/:id": refusal(400, "Please check the form.", { quoteAmount: ["Too low."] }) });
  await step("Send a price that is rejected", (person) => person.type(field(), "5{Enter}"));
  await step("A second later", () => pass(1_000));
  serve({
    ...queueRoutes([abe, mona]),
    "PATCH /api/quotes/:id": ({ body }) => ({ ...quoteOf(wes), ...body }),
  });
  await step("Send another", async (person) => {
    await person.click(screen.getByRole("link", { name: "Wes Quill" }));
    await person.type(field(), "55");
    await person.click(detailsOf("Wes Quill").getByRole("button", { name: "Send quote" }));
  });
  await step("A second after that", () => pass(1_000));
  await step("Close the details with Escape", (person) => person.keyboard("{Escape}"));
});

journey("a proposal is accepted by phone, and another is not sent yet", async (steps) => {
  const { serve, step } = steps;
  const draft = { ...hugo, kind: "quote", status: "quoting", hasLines: true, deposit: null } as const;
  const lines = [
    aLine({ id: "l1", text: "Roofline", amount: "1020.00", unitPrice: "1020.00", quantity: "1.00" }),
    aLine({ id: "l2", text: "Plain wreath", amount: "44.00", choice: "Door", optional: false }),
    aLine({ id: "l3", text: "Lit wreath", amount: "71.00", choice: "Door", suggested: true }),
    aLine({ id: "l4", text: "Timer", amount: "29.75", optional: true }),
  ];
  const proposal = { ...dora, hasLines: true, amount: "1091.00" };
  const quote = quoteOf(proposal, { status: "reviewed", lines, revision: 3, quoteAmount: "1091.00" });
  const pass = await startQueue(steps, [draft, proposal], {
    routes: { ...detailRoutes(draft), "GET /api/quotes/:id": () => quote },
    search: `?tab=due&open=silent-${dora.id}`,
  });
  await step("Accept it", (person) => person.click(button("Accepted by phone")));
  await step("Pick the timer and the plain wreath", async (person) => {
    await person.click(screen.getByRole("checkbox", { name: /Timer/ }));
    await person.click(screen.getByRole("radio", { name: /Plain wreath/ }));
  });
  const name = () => screen.getByLabelText("Name of the person who accepted");
  await step("Leave the name empty", async (person) => {
    await person.clear(name());
    await person.click(button(/^Accept \$/));
  });
  serve({ "POST /api/quotes/:id/accept": refusal(409, "The price has changed.") });
  await step("Send a name", async (person) => {
    await person.type(name(), "Per Lund");
    await person.click(button(/^Accept \$/));
  });
  const acceptance = {
    acceptedBy: "Per Lund",
    channel: "phone",
    acceptedAt: "2026-11-25T15:00:00Z",
  } as const;
  const yes = { ...acceptance, quoteAmount: "1093.75", revision: 3, terms: { version: 1, sentences: [] } };
  const accepted = { ...quote, status: "approved", acceptance: yes } as const;
  serve({
    ...queueRoutes([draft]),
    "GET /api/quotes/:id": accepted,
    "GET /api/:kind/:id/history": [{ id: "h1", by: "Nora Field", at: "2026-11-25T15:00:00Z", changes: [] }],
    "POST /api/quotes/:id/accept": accepted,
  });
  await step("Send it again", (person) => person.click(button(/^Accept \$/)));
  await step("The next row", (person) =>
    person.click(
      within(screen.getByRole("region", { name: "Dora Lund" })).getByRole("button", { name: "Next" }),
    ),
  );
  await step("A poll", () => pass(8_000));
});
