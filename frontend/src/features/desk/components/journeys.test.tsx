import { screen, within } from "@testing-library/react";
import { beforeEach, vi } from "vitest";
import { journey, refusal } from "~/test/journey";
import { anInvoice } from "~/test/rows";
import { aDeskQuote, openDesk, stopClock } from "../test-desk";

beforeEach(() => {
  stopClock();
  vi.spyOn(navigator, "platform", "get").mockReturnValue("Win32");
});

const button = (name: string | RegExp) => screen.getByRole("button", { name });

const match = (id: string, title: string, detail: string, status: string | null) => ({
  ...{ id: `0198a000-0000-7000-8000-00000000b0${id}`, key: `k${id}`, title, detail, status },
});
const found = {
  customers: [match("07", "Zoe Marsh", "zoe@example.com", null), match("03", "Zoe Ames", "", null)],
  quotes: [
    match("05", "Zoe's quote", "Dover", "quoting"),
    match("02", "Zoe's other quote", "Rye", "approved"),
  ],
  treeOrders: [match("09", "Zoe's tree", "Exeter", "pending")],
  invoices: [match("01", "INV-2026-00031", "", "paid")],
};
const noKinds = {
  quote: 0,
  question: 0,
  accepted: 0,
  silent: 0,
  tree_order: 0,
  tree_day: 0,
  payment: 0,
  message: 0,
};
const nothing = { customers: [], quotes: [], treeOrders: [], invoices: [] };

journey("something is found with the keyboard", async ({ open, serve, step }) => {
  serve({
    "GET /api/invoices": [],
    "GET /api/quotes": [],
    "GET /api/quotes/:id": aDeskQuote(),
    "GET /api/desk/customers/:key": refusal(404, "Not found"),
    "GET /api/desk/search": refusal(500, "Try later."),
  });
  await open(() => openDesk("?tab=invoices"));
  await step("Open the search", (person) => person.keyboard("{Control>}k{/Control}"));
  await step("Search, which fails", async (person) => {
    await person.paste("zoe");
    await screen.findByText(/^We couldn't search/);
  });
  serve({ "GET /api/desk/search": ({ query }) => (query.get("q") === "zoe" ? found : nothing) });
  await step("Try again", (person) => person.click(button("Try again")));
  await step("Go down three times", async (person) => {
    await person.click(screen.getByRole("combobox", { name: /^Find a customer/ }));
    await person.keyboard("{ArrowDown}{ArrowDown}{ArrowDown}");
  });
  await step("Open the second quote", (person) => person.keyboard("{Enter}"));
  await step("Open the search again", (person) => person.click(button(/^Find a customer/)));
  await step("Search for what doesn't exist", async (person) => {
    await person.paste("qqq");
    await screen.findByText(/^Nothing found/);
  });
  await step("Close it", (person) => person.keyboard("{Escape}"));
});

journey(
  "a page is found by its name, and a customer before the results are there",
  async ({ open, serve, step }) => {
    serve({
      "GET /api/desk/customers": [],
      "GET /api/desk/customers/:key": refusal(404, "Not found"),
      "GET /api/desk/messages": [],
      "GET /api/desk/messages/summary": { kinds: [], missingSettings: [] },
      "GET /api/desk/search": found,
    });
    await open(() => openDesk("?tab=customers"));
    await step("Open the search", (person) => person.click(button(/^Find a customer/)));
    await step("Type a letter", (person) => person.paste("o"));
    await step("Point at another page", (person) =>
      person.hover(screen.getByRole("option", { name: "Outbox" })),
    );
    await step("Click it", (person) => person.click(screen.getByRole("option", { name: "Outbox" })));
    await step("Search for Zoe and press Enter at once", async (person) => {
      await person.click(button(/^Find a customer/));
      await person.paste("Zoe");
      await person.keyboard("{Enter}");
      await screen.findByText("No customer found");
    });
  },
);

journey("the menu and the keys are opened and closed, and tabs changed", async ({ open, serve, step }) => {
  serve({
    "GET /api/invoices": [anInvoice()],
    "GET /api/desk/customers": [],
  });
  await open(() => {
    const page = openDesk("?tab=invoices");
    serve({
      "GET /api/desk/queue/counts": {
        all: 7,
        late: 2,
        kinds: { ...noKinds, quote: 4, message: 3 },
        unbilled: 0,
        drafts: 0,
        unscheduled: 0,
      },
    });
    return page;
  });
  const menu = () => within(screen.getByRole("dialog", { name: "You" }));
  await step("Open the menu", (person) => person.click(button("Nora")));
  await step("Use the dark theme", (person) => person.click(menu().getByRole("radio", { name: "Dark" })));
  await step("Use the system's again", (person) => person.keyboard("{ArrowUp}{ArrowUp}"));
  await step("Close the menu", (person) => person.keyboard("{Escape}"));
  await step("Open the customers", (person) => person.click(screen.getByRole("tab", { name: "Customers" })));
  await step("Open the first tab", (person) => person.keyboard("{Home}"));
  await step("Show all keys", (person) => person.click(button(/All keys$/)));
  const letters = () => screen.getByRole("checkbox", { name: /^Single/ });
  await step("Turn off single letters", (person) => person.click(letters()));
  await step("Turn them on again", (person) => person.click(letters()));
  await step("Close the keys", (person) => person.keyboard("{Escape}"));
  await step("Show them with their key", (person) => person.keyboard("?"));
});
