import { screen, within } from "@testing-library/react";
import { beforeEach } from "vitest";
import { journey, refusal } from "~/test/journey";
import { openDesk, stopClock } from "../../test-desk";
import { inDetail, quotes } from "../test-quotes";
import { aStoredLine, priceList, proposalRoutes } from "./test-proposal";

beforeEach(() => void stopClock());

const { marlow, ada } = quotes;
const button = (name: string | RegExp) => screen.getByRole("button", { name });
const line = (name: string | RegExp) => within(screen.getByRole("group", { name }));
const dialog = () => within(screen.getByRole("dialog"));
const down = refusal(500, "Down for a moment.");

journey("a proposal is written with the keyboard, saved as a draft, and sent", async (steps) => {
  const { open, serve, step } = steps;
  const { routes } = proposalRoutes([inDetail(marlow), inDetail(ada)], "54.01");
  serve(routes);
  await open(() => openDesk(`?tab=quotes&proposal=${marlow.id}`));
  await step("Send it without lines", (person) => person.click(button("Send quote")));
  await step("Type the start of a usual line", async (person) => {
    await person.click(line("New line").getByLabelText("Line"));
    await person.keyboard("pat");
  });
  await step("Take the second one", (person) => person.keyboard("{ArrowDown}{Enter}"));
  await step("Type its quantity, and a discount as the next line", async (person) => {
    await person.keyboard("{Control>}a{/Control}12{Enter}");
    await person.keyboard("Neighbor discount{Tab}2{Tab}{Tab}-9.05{Tab}0.50");
  });
  await step("Save it with the discount's quantity", (person) => person.click(button("Save draft")));
  serve({ "PUT /api/quotes/:id/lines": down });
  await step("Correct it, and save it", async (person) => {
    await person.clear(line("Neighbor discount").getByLabelText("Quantity"));
    await person.type(line("Neighbor discount").getByLabelText("Quantity"), "1");
    await person.click(button("Save draft"));
  });
  serve({ "PUT /api/quotes/:id/lines": routes["PUT /api/quotes/:id/lines"] });
  await step("Save it again", (person) => person.click(button("Save draft")));
  serve({ "PATCH /api/quotes/:id": down });
  await step("Write a note, and send it", async (person) => {
    await person.type(screen.getByLabelText(/^Note to Marlow/), "Thanks for waiting.");
    await person.click(button("Send quote"));
  });
  serve({ "PATCH /api/quotes/:id": routes["PATCH /api/quotes/:id"] });
  await step("Send it again", (person) => person.keyboard("{Control>}{Enter}{/Control}"));
});

const suggested = ({ id: _, amount: __, chosen: ___, ...rest }: ReturnType<typeof aStoredLine>) => rest;

journey("lines are taken from elsewhere, moved and discarded", async ({ open, serve, step }) => {
  const { routes } = proposalRoutes([inDetail(ada, { status: "quoting" }), inDetail(marlow)], "1.00");
  serve(routes);
  const choice = { choice: "How far", unitPrice: "412.700" };
  serve({
    "GET /api/quotes/:id/line-sources": {
      estimate: [
        suggested(aStoredLine("", "House front", { unitPrice: "803.300" })),
        suggested(aStoredLine("", "Garland", { unit: "ft", quantity: "31.50", unitPrice: "4.625" })),
      ],
      lastSeason: {
        year: 2025,
        lines: [
          suggested(aStoredLine("", "To the gate", { ...choice, suggested: true, cost: "120.40" })),
          suggested(aStoredLine("", "To the road", { ...choice, unitPrice: "655.900" })),
          suggested(aStoredLine("", "Timer", { optional: true, unitPrice: "33.100" })),
        ],
      },
    },
  });
  await open(() => openDesk(`?tab=quotes&proposal=${ada.id}`));
  await step("Start from the estimate", (person) => person.click(button("Start from the estimate")));
  await step("Add last season's lines", (person) => person.click(button("Copy from 2025")));
  await step("Suggest the other one", (person) => person.click(screen.getByLabelText("Suggest To the road")));
  const menu = (of: string, item: string) => async (person: { click: (on: Element) => Promise<void> }) => {
    await person.click(button(`More for ${of}`));
    await person.click(screen.getByRole("menuitem", { name: item }));
  };
  await step("Move a line down", menu("House front", "Move down"));
  await step("Move it up with the keyboard", async (person) => {
    await person.click(line("House front").getByLabelText("Unit price"));
    await person.keyboard("{Alt>}{ArrowUp}{/Alt}");
  });
  await step("Make an option of it", menu("House front", "Move to Options"));
  await step("Delete the suggested one", menu("To the road", "Delete line"));
  await step("Save what is left of the choice", (person) => person.click(button("Save draft")));
  await step("Discard everything", (person) => person.click(button("Discard changes")));
  await step("Bring it back", (person) => person.click(button("Undo")));
});

journey("a choice is written, and a line becomes a usual one", async ({ open, serve, step }) => {
  const lines = [
    aStoredLine("l1", "Roof line", {
      unit: "ft",
      quantity: "84.00",
      unitPrice: "3.125",
      amount: "262.50",
      cost: "90.00",
    }),
    aStoredLine("l2", "Wreath on the door"),
  ];
  const draft = { status: "quoting", hasLines: true, revision: 2, quoteAmount: "333.75", lines } as const;
  const { routes } = proposalRoutes([inDetail(marlow, { ...draft, lines }), inDetail(ada)], "733.75");
  serve(routes);
  serve({ "POST /api/price-list": down });
  await open(() => openDesk(`?tab=quotes&proposal=${marlow.id}`));
  const usual = async (person: { click: (on: Element) => Promise<void> }) => {
    await person.click(button("More for Roof line"));
    await person.click(screen.getByRole("menuitem", { name: "Save as a usual line" }));
  };
  await step("Save a line as a usual one", usual);
  serve({ "POST /api/price-list": { ...priceList[0], id: "p4" } });
  await step("Save it again", usual);
  await step("Let the customer pick one", (person) =>
    person.click(button("Let the customer pick one of several")),
  );
  await step("Write both without a name", async (person) => {
    const [first, second] = screen.getAllByRole("group", { name: "New line" });
    await person.type(within(first as HTMLElement).getByLabelText("Line"), "Warm white");
    await person.type(within(second as HTMLElement).getByLabelText("Line"), "Multicolor");
    await person.type(line("Warm white").getByLabelText("Unit price"), "$400");
    await person.type(line("Multicolor").getByLabelText("Unit price"), "1,480.10");
    await person.click(button("Save draft"));
  });
  await step("Name it", (person) => person.type(screen.getByLabelText("Name of this choice"), "Which color"));
  await step("Add a third", (person) => person.click(button("Add a choice to Which color")));
  await step("Move through the lines", (person) => person.keyboard("{Enter}{ArrowDown}{ArrowDown}"));
  await step("See the preview", (person) => person.click(screen.getByLabelText("Preview")));
  await step("Save it", (person) => person.click(button("Save draft")));
});

journey("the usual lines fail to load, are added, changed and deleted", async ({ open, serve, step }) => {
  const { routes } = proposalRoutes([inDetail(marlow), inDetail(ada)], "1.00");
  serve(routes);
  serve({ "GET /api/price-list": down });
  await open(() => openDesk(`?tab=quotes&proposal=${marlow.id}`));
  await step("Open the list", (person) => person.click(button("Usual lines")));
  await step("Close it with Escape", (person) => person.keyboard("{Escape}"));
  serve({ "GET /api/price-list": [] });
  await step("Open it again", (person) => person.click(button("Usual lines")));
  serve({ "POST /api/price-list": refusal(400, "Please check.", { text: ["There is one like it."] }) });
  await step("Write a new one without a price", async (person) => {
    await person.click(button("New usual line"));
    await person.type(dialog().getByLabelText("Line"), "Path lights");
    await person.selectOptions(dialog().getByLabelText("Unit"), "piece");
    await person.click(dialog().getByRole("button", { name: "Save" }));
  });
  await step("Write its price", async (person) => {
    await person.type(dialog().getByLabelText("Unit price"), "$1,014.6");
    await person.click(dialog().getByRole("button", { name: "Save" }));
  });
  serve({ "POST /api/price-list": priceList[2] as object, "GET /api/price-list": priceList });
  await step("Save it again", (person) => person.click(dialog().getByRole("button", { name: "Save" })));
  await step("Edit another, and cancel", async (person) => {
    await person.click(button("Edit Lift for a day"));
    await person.click(dialog().getByRole("button", { name: "Cancel" }));
  });
  const [cord, lift, path] = priceList;
  serve({
    "PATCH /api/price-list/:id": ({ body }) => ({ ...lift, ...body }),
    "GET /api/price-list": [cord, { ...lift, unitPrice: "1250.00" }, path],
    "DELETE /api/price-list/:id": down,
  });
  await step("Change its price", async (person) => {
    await person.click(button("Edit Lift for a day"));
    await person.clear(dialog().getByLabelText("Unit price"));
    await person.type(dialog().getByLabelText("Unit price"), "1250");
    await person.click(dialog().getByRole("button", { name: "Save" }));
  });
  await step("Delete it", async (person) => {
    await person.click(button("Edit Lift for a day"));
    await person.click(dialog().getByRole("button", { name: "Delete" }));
  });
  serve({ "DELETE /api/price-list/:id": null, "GET /api/price-list": [cord, path] });
  await step("Delete it again", (person) => person.click(dialog().getByRole("button", { name: "Delete" })));
  await step("Add one to the proposal", (person) =>
    person.click(button("Add Cord along the path to the proposal")),
  );
});
