import { screen, within } from "@testing-library/react";
import { HttpResponse } from "msw";
import { beforeEach } from "vitest";
import { journey, refusal } from "~/test/journey";
import { pickDay } from "~/test/pick-day";
import { openDesk, stopClock } from "../test-desk";
import { jobRoutes, visits } from "./test-visits";

beforeEach(() => void stopClock());

const { lena, cyrus, runa, mirja } = visits;
const button = (name: string | RegExp) => screen.getByRole("button", { name });
// The calendar hides visits until it has measured them, which it can't here.
const visit = ({ id }: { id: string }) =>
  document.querySelector(`[role=button][data-visit="${id}"]`) as HTMLElement;
const dialog = () => within(screen.getByRole("dialog"));
const down = refusal(500, "Down for a moment.");

journey("visits of the week are opened and changed", async ({ open, serve, step }) => {
  const { routes } = jobRoutes([lena, cyrus, runa, mirja]);
  serve(routes);
  await open(() => openDesk("?tab=jobs&view=week"));
  await step("Open a visit", (person) => person.click(visit(lena)));
  serve({ "PATCH /api/jobs/:id": down });
  await step("Start it, which fails at first", async (person) => {
    await person.selectOptions(dialog().getByLabelText(/^Status of job/), "In Progress");
    await person.click(dialog().getByRole("button", { name: /^Save job/ }));
  });
  serve({ "PATCH /api/jobs/:id": routes["PATCH /api/jobs/:id"] });
  await step("Save it again", (person) => person.click(dialog().getByRole("button", { name: /^Save job/ })));
  await step("Close the toast and the visit with Escape", (person) => person.keyboard("{Escape}{Escape}"));
  await step("Open the other and pick another day", async (person) => {
    await person.click(visit(cyrus));
    await pickDay(person, dialog().getByLabelText("Day"), "2026-11-25");
  });
  await step("Close it without saving", (person) =>
    person.click(dialog().getByRole("button", { name: "Close" })),
  );
  await step("Open it again and move it", async (person) => {
    await person.click(visit(cyrus));
    await pickDay(person, dialog().getByLabelText("Day"), "2026-11-25");
    await person.click(dialog().getByRole("button", { name: /^Move visit/ }));
  });
  await step("Go to the next week", (person) => person.click(button("Next week")));
  await step("Go back by two weeks", async (person) => {
    await person.click(button("Previous week"));
    await person.click(button("Previous week"));
  });
  await step("Go to today", (person) => person.click(button(/^Today/)));
});

journey("visits are moved with the keyboard, in a week and in a month", async ({ open, serve, step }) => {
  const { routes } = jobRoutes([cyrus, lena, mirja]);
  serve(routes);
  await open(() => openDesk("?tab=jobs&view=week"));
  await step("Move one by a quarter of an hour", async (person) => {
    visit(lena).focus();
    await person.keyboard("{Shift>}{ArrowUp}{/Shift}");
  });
  await step("Move it to the day before", (person) => person.keyboard("{Shift>}{ArrowLeft}{/Shift}"));
  serve({ "PATCH /api/jobs/:id": refusal(409, "Someone else just changed this.") });
  await step("Move it once more, in vain", (person) => person.keyboard("{Shift>}{ArrowLeft}{/Shift}"));
  serve({ "PATCH /api/jobs/:id": routes["PATCH /api/jobs/:id"] });
  await step("See the month", (person) => person.click(button("Month")));
  await step("Move another by a week", async (person) => {
    visit(cyrus).focus();
    await person.keyboard("{Shift>}{ArrowDown}{/Shift}");
  });
  await step("See the list", (person) => person.click(button("List")));
});

journey("unscheduled visits fail to load, and get a day", async ({ open, serve, step }) => {
  const later = {
    ...runa,
    id: "0198a000-0000-7000-8000-000088c1f09d",
    quote: { ...runa.quote, fullName: "Dov Ames" },
  };
  const { routes, list } = jobRoutes([lena, runa, later]);
  serve(routes);
  serve({ "GET /api/jobs": (sent) => (sent.query.has("unscheduled") ? down : list(sent)) });
  await open(() => openDesk("?tab=jobs&view=month&day=2026-12-09"));
  serve({
    "GET /api/jobs": (sent) => {
      const rows = list(sent);
      if (!sent.query.has("unscheduled") || rows.length < 2) return rows;
      if (sent.query.has("cursor")) return rows.slice(1);
      const next = '</api/jobs?scope=admin&unscheduled=1&cursor=c>; rel="next"';
      return HttpResponse.json(rows.slice(0, 1), { headers: { Link: next } });
    },
  });
  await step("Try again", (person) => person.click(button("Try again")));
  await step("Show more", (person) => person.click(button("Show more")));
  await step("Pick no day for one", async (person) => {
    await person.click(button(/^Pick a day.*Runa/));
    await person.click(dialog().getByRole("button", { name: "Schedule visit" }));
  });
  await step("Close it", (person) => person.click(dialog().getByRole("button", { name: "Close" })));
  await step("Write notes for the other", async (person) => {
    await person.click(button(/^Pick a day.*Dov/));
    await person.type(dialog().getByLabelText("Notes"), "Call first");
    await person.click(dialog().getByRole("button", { name: "Save notes" }));
  });
  await step("Close it", (person) => person.click(dialog().getByRole("button", { name: "Close" })));
});

journey("the calendar fails to load, and later to refresh", async ({ open, serve, step }) => {
  const { routes, list } = jobRoutes([lena, mirja]);
  serve(routes);
  serve({ "GET /api/jobs": (sent) => (sent.query.has("from") ? down : list(sent)) });
  await open(() => openDesk("?tab=jobs&view=week&day=2026-11-27"));
  await step("Try again in vain", (person) => person.click(button("Try again")));
  serve({ "GET /api/jobs": list });
  await step("Try again", (person) => person.click(button("Try again")));
  serve({ "GET /api/jobs": (sent) => (sent.query.has("from") ? down : list(sent)) });
  await step("Go to a week that does not load", (person) => person.click(button("Next week")));
  await step("See the list instead", (person) => person.click(button("List")));
  await step("See the week again, which is not refreshed", (person) => person.click(button("Week")));
});
