import { screen, within } from "@testing-library/react";
import { HttpResponse } from "msw";
import { beforeEach } from "vitest";
import type { DeskDispute } from "~/api/types";
import { journey, refusal } from "~/test/journey";
import { pickDay } from "~/test/pick-day";
import { anInvoice } from "~/test/rows";
import { signIn } from "~/test/server";
import { admin, openDesk, stopClock } from "../../test-desk";
import {
  aDispute,
  aging,
  all,
  entries,
  first,
  money,
  olderEntries,
  olderPayouts,
  payouts,
  second,
} from "./test-rows";

beforeEach(() => void stopClock());

const button = (name: string | RegExp) => screen.getByRole("button", { name });
const link = (name: string | RegExp) => screen.getByRole("link", { name });
const inside = (role: string, name: string | RegExp) => within(screen.getByRole(role, { name }));
const openMoney = () => openDesk("?tab=invoices&view=money");

const broken = Object.fromEntries(Object.keys(all).map((route) => [route, refusal(500, "Out of order.")]));

journey("every part of the money fails to load and is retried", async ({ open, serve, step }) => {
  serve(broken);
  await open(openMoney);
  const retry = (at: number) => screen.getAllByRole("button", { name: "Try again" })[at] as HTMLElement;
  serve({ "GET /api/desk/money/due": aging });
  await step("Load the amounts due", (person) => person.click(retry(1)));
  serve({ "GET /api/desk/disputes": { open: [], won: 0, lost: 0 } });
  await step("Load the disputes", (person) => person.click(retry(1)));
  await step("Load the payouts, in vain", (person) => person.click(retry(1)));
  serve({ "GET /api/desk/payouts": [] });
  await step("Load the payouts", (person) => person.click(retry(1)));
  serve({ "GET /api/desk/money": money });
  await step("Load the months", (person) => person.click(retry(0)));
  await step("Show the months as a table", (person) => person.click(button("Show as a table")));
  await step("Show them as bars again", (person) => person.click(button("Show as a table")));
});

journey("the money leads to the invoices of an age and back", async ({ open, serve, step }) => {
  serve({
    ...all,
    "GET /api/invoices": ({ query }) =>
      query.get("due") === "overdue_1_10"
        ? [anInvoice({ id: "i4", billToName: "Mia Zorn", status: "overdue", dueDate: "2026-11-24" })]
        : [],
  });
  await open(openMoney);
  await step("Follow an age", (person) => person.click(link("1 to 10 days overdue")));
  await step("Forget the age", (person) => person.selectOptions(screen.getByLabelText("Due"), "Any time"));
  serve({
    "GET /api/desk/money": {
      ...money,
      recount: { checkedAt: "2026-11-24T10:20:00Z", matches: true, differences: [] },
    },
    "GET /api/desk/money/due": refusal(500, "Out of order."),
  });
  await step("Back to the money", (person) => person.click(link("Money")));
});

journey("payouts are opened, continued and closed", async ({ open, serve, step }) => {
  serve({
    ...all,
    "GET /api/desk/disputes": { open: [], won: 4, lost: 2 },
    "GET /api/desk/payouts": ({ query }) =>
      query.get("cursor")
        ? olderPayouts
        : HttpResponse.json(payouts, { headers: { Link: '</api/desk/payouts?cursor=2>; rel="next"' } }),
    "GET /api/desk/payouts/:id/entries": refusal(500, "Out of order."),
  });
  await open(openMoney);
  await step("Open one, which does not load", (person) => person.click(button("Tue, Nov 17")));
  serve({
    "GET /api/desk/payouts/:id/entries": ({ params, query }) => {
      if (params.id !== "po8") return [];
      const Link = '</api/desk/payouts/po8/entries?cursor=5>; rel="next"';
      return query.get("cursor") ? olderEntries : HttpResponse.json(entries, { headers: { Link } });
    },
  });
  await step("Try again", (person) => person.click(button("Try again")));
  await step("Show its other entries", (person) =>
    person.click(
      within(screen.getByRole("table", { name: /^What is in/ }).closest("td") as HTMLElement).getByRole(
        "button",
        { name: "Show more" },
      ),
    ),
  );
  await step("Open a failed one as well", (person) => person.click(button("Thu, Nov 12")));
  await step("Close the first one", (person) => person.click(button("Tue, Nov 17")));
  await step("Show earlier payouts", (person) => person.click(button("Show more")));
  await step("Open one made by hand", (person) => person.click(button("Wed, Nov 4")));
  await step("Open one that is not complete", (person) => person.click(button("Mon, Nov 23")));
  await step("Open the first one again", (person) => person.click(button("Tue, Nov 17")));
});

journey("disputes are answered and accepted", async ({ open, serve, step }) => {
  let left: DeskDispute[] = [first, second];
  serve({
    ...all,
    "GET /api/desk/money": { ...money, recount: null },
    "GET /api/desk/disputes": () => ({ open: left, won: 4, lost: 2 }),
    "GET /api/payments/:id/dispute-answer": refusal(500, "Out of order."),
    "POST /api/payments/:id/dispute-answer": refusal(409, "The bank has already decided."),
    "POST /api/payments/:id/dispute-accept": refusal(500, "Out of order."),
  });
  await open(openMoney);
  const omar = () => inside("region", /^Dispute of Omar Haddad/);
  const unknown = () => inside("region", /^Dispute of an unknown customer/);
  await step("Answer the first one, whose evidence does not load", (person) =>
    person.click(omar().getByRole("button", { name: "Answer dispute" })),
  );
  serve({
    "GET /api/payments/:id/dispute-answer": {
      evidence: [
        { name: "customer_name", text: "Omar Haddad" },
        { name: "service_date", text: "November 6, 2026" },
        { name: "something_new", text: "Four photos" },
      ],
    },
  });
  await step("Load the evidence again", (person) => person.click(button("Try again")));
  await step("Send it with a statement", async (person) => {
    await person.type(screen.getByLabelText("Your statement (optional)"), "The lights are up.");
    await person.click(button("Send answer"));
  });
  serve({
    "POST /api/payments/:id/dispute-answer": () => {
      left = [aDispute({ deadline: null, action: "answer" }), second];
      return { bankDeadline: null };
    },
  });
  await step("Send it again", (person) => person.click(button("Send answer")));
  await step("Accept the second one", (person) =>
    person.click(unknown().getByRole("button", { name: "Accept dispute" })),
  );
  await step("Leave with Escape", (person) => person.keyboard("{Escape}"));
  await step("Accept it after all", (person) =>
    person.click(unknown().getByRole("button", { name: "Accept dispute" })),
  );
  await step("Confirm", (person) =>
    person.click(inside("dialog", /^Accept/).getByRole("button", { name: "Accept dispute" })),
  );
  serve({
    "POST /api/payments/:id/dispute-accept": () => {
      left = [left[0] as DeskDispute, { ...second, refused: false, isSending: true, action: "accept" }];
      return { bankDeadline: "2026-11-26T21:00:00Z" };
    },
  });
  await step("Confirm again, while Stripe cannot be reached", (person) =>
    person.click(inside("dialog", /^Accept/).getByRole("button", { name: "Accept dispute" })),
  );
});

journey("a dispute is accepted at Stripe at once", async ({ open, serve, step }) => {
  let left: DeskDispute[] = [second];
  serve({
    ...all,
    "GET /api/desk/disputes": () => ({ open: left, won: 4, lost: 2 }),
    "POST /api/payments/:id/dispute-accept": () => {
      left = [];
      return { bankDeadline: null };
    },
  });
  await open(openMoney);
  await step("Accept it", async (person) => {
    await person.click(button("Accept dispute"));
    await person.click(inside("dialog", /^Accept/).getByRole("button", { name: "Accept dispute" }));
  });
});

journey("the accountant's days are changed, at first backwards", async ({ open, serve, step }) => {
  serve({
    ...all,
    "GET /api/desk/disputes": { open: [], won: 0, lost: 0 },
    "GET /api/desk/money/export-summary": ({ query }) =>
      query.get("from") === "2026-11-01"
        ? { lines: 83, net: "24691.36" }
        : query.get("to") === "2026-10-31"
          ? { lines: 1, net: "-12.45" }
          : refusal(500, "Out of order."),
  });
  await open(openMoney);
  await step("End in October", (person) => pickDay(person, screen.getByLabelText("To"), "2026-10-31"));
  await step("Begin in October", (person) => pickDay(person, screen.getByLabelText("From"), "2026-10-01"));
  await step("End in November, which cannot be counted", (person) =>
    pickDay(person, screen.getByLabelText("To"), "2026-11-05"),
  );
  await step("Open the calendar and leave it", async (person) => {
    await person.click(screen.getByLabelText("From"));
    await screen.findByRole("dialog", { name: "Choose a date" });
    await person.keyboard("{Escape}");
  });
});

journey("the office sees no payouts, and cannot accept a dispute", async ({ open, serve, step }) => {
  serve({ ...all, "GET /api/payments/:id/dispute-answer": { evidence: [] }, "GET /api/invoices": [] });
  await open(() => {
    const page = openMoney();
    signIn({ ...admin, role: "office" });
    return page;
  });
  const unknown = () => inside("region", /^Dispute of an unknown customer/);
  await step("Answer the second dispute", (person) =>
    person.click(unknown().getByRole("button", { name: "Answer dispute" })),
  );
  serve({ "POST /api/payments/:id/dispute-answer": { bankDeadline: "2026-11-26T21:00:00Z" } });
  await step("Send it, while Stripe cannot be reached", (person) => person.click(button("Send answer")));
  await step("To the invoices", (person) => person.click(link("Invoices")));
});
