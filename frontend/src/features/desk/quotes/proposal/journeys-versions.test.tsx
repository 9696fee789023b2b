import { act, screen, within } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { beforeEach } from "vitest";
import { journey, refusal } from "~/test/journey";
import { aYes } from "~/test/rows";
import { openDesk, stopClock } from "../../test-desk";
import { inDetail, quotes } from "../test-quotes";
import { aStoredLine, proposalRoutes } from "./test-proposal";

beforeEach(() => void stopClock());

const { tessa, ada, jonas } = quotes;
const button = (name: string | RegExp) => screen.getByRole("button", { name });
const line = (name: string | RegExp) => within(screen.getByRole("group", { name }));
const lines = [
  aStoredLine("l1", "Roof line", { unit: "ft", quantity: "84.00", unitPrice: "3.125", amount: "262.50" }),
  aStoredLine("l2", "Wreath on the door"),
];
const written = { hasLines: true, revision: 2, quoteAmount: "333.75", validUntil: "2026-12-20", lines };
const price = async (person: UserEvent, text: string) => {
  await person.clear(line("Roof line").getByLabelText("Unit price"));
  await person.type(line("Roof line").getByLabelText("Unit price"), text);
};

journey("somebody else saves the proposal first, and a comment arrives", async ({ open, serve, step }) => {
  const { routes, change } = proposalRoutes([inDetail(jonas, written), inDetail(ada)], "375.75");
  serve(routes);
  const first = (values: object) => () => {
    change(jonas.id, values);
    return refusal(409, "Someone else just changed this.");
  };
  const theirs = {
    lines: [
      { ...lines[1], unitPrice: "80.500", amount: "80.50" },
      aStoredLine("l3", "Timer", { optional: true }),
    ],
    note: "See you soon.",
    validUntil: null,
    revision: 3,
  };
  serve({
    "PUT /api/quotes/:id/lines": first(theirs),
    "GET /api/quotes/:id/history": [{ id: "h1", at: "2026-11-25T14:31:00Z", by: "Nora Field", changes: [] }],
  });
  await open(() => openDesk(`?tab=quotes&proposal=${jonas.id}`));
  await step("Change a price, and save it", async (person) => {
    await price(person, "3.625");
    await person.click(button("Save draft"));
  });
  await step("Discard it", (person) => person.click(button("Discard my changes")));
  serve({ "PUT /api/quotes/:id/lines": first({ lines, revision: 4 }) });
  await step("Write a note, and save it", async (person) => {
    await person.type(screen.getByLabelText(/^Note to Jonas/), " Bring gloves.");
    await person.click(button("Save draft"));
  });
  serve({ "PUT /api/quotes/:id/lines": routes["PUT /api/quotes/:id/lines"] });
  await step("Save it all the same", (person) => person.click(button("Save draft")));
  let comments = 0;
  serve({
    "PUT /api/quotes/:id/lines": (sent) => {
      comments += 1;
      return comments === 1 ? first({})() : routes["PUT /api/quotes/:id/lines"](sent);
    },
  });
  await step("Save it once more after a comment", async (person) => {
    await person.click(line("Timer").getByLabelText("Line"));
    await person.keyboard(" for the porch");
    await person.click(button("Save draft"));
  });
});

journey("an accepted proposal is replaced after a question", async ({ open, serve, step }) => {
  const accepted = { ...written, acceptance: aYes("333.75"), status: "approved" as const };
  const { routes } = proposalRoutes([inDetail(tessa, accepted), inDetail(ada)], "412.35");
  serve(routes);
  await open(() => openDesk(`?tab=quotes&open=${tessa.id}`));
  await step("Open its proposal", (person) => {
    const [link] = screen.getAllByRole("link", { name: "Edit proposal" });
    return person.click(link as HTMLElement);
  });
  await step("Change the price and the last day, and send it", async (person) => {
    await price(person, "4.06");
    await person.click(screen.getByLabelText(/^Good through/));
    const calendar = within(await screen.findByRole("dialog", { name: "Choose a date" }));
    await person.click(calendar.getByRole("button", { name: / 29(th)?,/ }));
    await person.click(button("Send new version"));
  });
  await step("Keep what was accepted", (person) => person.click(button("Keep what was accepted")));
  serve({ "PUT /api/quotes/:id/lines": refusal(500, "Down for a moment.") });
  await step("Send it after all", async (person) => {
    await person.click(button("Send new version"));
    const question = within(screen.getByRole("alertdialog"));
    await person.click(question.getByRole("button", { name: "Send new version" }));
  });
  serve({ "PUT /api/quotes/:id/lines": routes["PUT /api/quotes/:id/lines"] });
  await step("Send it again", async (person) => {
    await person.click(button("Send new version"));
    const question = within(screen.getByRole("alertdialog"));
    await person.click(question.getByRole("button", { name: "Send new version" }));
  });
});

journey("unsaved lines are left, found again, and lost", async ({ open, serve, step }) => {
  const { routes, change } = proposalRoutes([inDetail(ada), inDetail(jonas, written)], "1.00");
  serve(routes);
  const { router } = await open(() => openDesk("?tab=quotes&status=quoting"));
  await step("Open the proposal", (person) =>
    person.click(screen.getByRole("link", { name: "Edit proposal" })),
  );
  await step("Change a price, and go back", async (person) => {
    await price(person, "2.75");
    await person.click(screen.getByRole("link", { name: "Quote Management" }));
  });
  await step("Keep writing", (person) => person.click(button("Keep writing")));
  await step("Go back with Escape, and leave", async (person) => {
    await person.click(line("Roof line").getByLabelText("Unit price"));
    await person.keyboard("{Escape}");
    await person.click(button("Leave"));
  });
  await step("Open it again", (person) => person.click(screen.getByRole("link", { name: "Edit proposal" })));
  serve({
    "PUT /api/quotes/:id/lines": () => {
      change(jonas.id, { status: "rejected" });
      return refusal(409, "The quote was declined.");
    },
  });
  await step("Save it after the customer has declined", (person) => person.click(button("Save draft")));
  await step("Go back", () => act(() => router.navigate(-1)));
});

journey("the proposal fails to load at first, and its lines are final", async ({ open, serve, step }) => {
  const chosen = lines.map((each, index) => ({ ...each, optional: index === 1, chosen: index === 0 }));
  const final = {
    ...written,
    lines: chosen,
    acceptance: aYes("262.50"),
    quoteAmount: "262.50",
    note: "Till soon.",
  };
  const { routes } = proposalRoutes([inDetail(tessa, { ...final, status: "service_scheduled" })], "1.00");
  serve(routes);
  serve({ "GET /api/quotes/:id": refusal(500, "Down for a moment.") });
  await open(() => openDesk(`?tab=quotes&proposal=${tessa.id}`));
  await step("Try again in vain", (person) => person.click(button("Try again")));
  serve({
    "GET /api/quotes/:id": routes["GET /api/quotes/:id"],
    "GET /api/quotes/:id/billed": {
      accepted: "262.50",
      billed: "100.20",
      unbilled: "162.30",
      stateCheck: "",
      depositPercent: 25,
    },
  });
  await step("Try again", (person) => person.click(button("Try again")));
  await step("Start an invoice", (person) => person.click(button("Draft invoice")));
  await step("Close it with Escape", (person) => person.keyboard("{Escape}"));
  await step("Go back", (person) => person.click(screen.getByRole("link", { name: "Quote Management" })));
});
