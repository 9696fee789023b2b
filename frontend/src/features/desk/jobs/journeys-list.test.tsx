import { screen, within } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { HttpResponse } from "msw";
import { beforeEach } from "vitest";
import { journey, refusal } from "~/test/journey";
import { pickDay } from "~/test/pick-day";
import { aJob } from "~/test/rows";
import { openDesk, stopClock } from "../test-desk";
import { jobRoutes, visits } from "./test-visits";

beforeEach(() => void stopClock());

const { lena, cyrus, runa, abel, mirja } = visits;
const button = (name: string | RegExp) => screen.getByRole("button", { name });
const dialog = () => within(screen.getByRole("dialog"));
const panel = () => within(screen.getByRole("region", { name: "Details" }));
const down = refusal(500, "Down for a moment.");
const setStatus = async (person: UserEvent, name: string, status: string) => {
  await person.selectOptions(screen.getByLabelText(new RegExp(`^Status of job .*${name}`)), status);
  await person.click(button(new RegExp(`^Save job .*${name}`)));
};

journey("the visits are filtered, sorted and not found", async ({ open, serve, step }) => {
  const { routes, list } = jobRoutes([cyrus, lena, runa]);
  serve(routes);
  await open(() => openDesk("?tab=jobs"));
  await step("Select a kind", (person) =>
    person.selectOptions(screen.getByLabelText("Kind"), "Service visit"),
  );
  await step("Select all of them again", (person) =>
    person.selectOptions(screen.getByLabelText("Kind"), "All kinds"),
  );
  await step("Sort by the day", (person) => person.click(button("When")));
  await step("Select the first and the last day", async (person) => {
    await pickDay(person, screen.getByLabelText("From"), "2026-11-26");
    await pickDay(person, screen.getByLabelText("To"), "2026-11-30");
  });
  await step("Select a status", (person) => person.click(button("Completed")));
  await step("Show all of them", (person) => person.click(button("Show all jobs")));
  serve({
    "GET /api/jobs": (sent) =>
      sent.query.get("q") && !sent.query.get("cursor")
        ? HttpResponse.json([lena], { headers: { Link: '</api/jobs?q=n&cursor=b>; rel="next"' } })
        : sent.query.get("cursor")
          ? [runa]
          : list(sent),
  });
  await step("Search", async (person) => {
    await person.type(screen.getByLabelText("Search jobs"), "n");
    await screen.findByText("Showing 1 job, and there are more.");
  });
  await step("Show more", (person) => person.click(button("Show more")));
});

journey("a status is rejected, changed by somebody else, and completed", async ({ open, serve, step }) => {
  const { routes, change } = jobRoutes([cyrus, lena, runa]);
  serve(routes);
  serve({ "PATCH /api/jobs/:id": refusal(400, "A visit needs a day first.") });
  await open(() => openDesk("?tab=jobs"));
  await step("Start a visit without a day", (person) => setStatus(person, "Runa", "In Progress"));
  serve({
    "PATCH /api/jobs/:id": () => {
      change(lena.id, { status: "in_progress" });
      return refusal(409, "Someone else just changed this.");
    },
    "GET /api/jobs/:id/history": [{ id: "h1", at: "2026-11-25T14:31:00Z", by: "Nora Field", changes: [] }],
  });
  await step("Complete another", (person) => setStatus(person, "Lena", "Completed"));
  serve({ "PATCH /api/jobs/:id": routes["PATCH /api/jobs/:id"] });
  await step("Save it all the same, which offers its takedown", (person) =>
    person.click(button(/^Save job .*Lena/)),
  );
  await step("Schedule it at no time", async (person) => {
    await person.clear(dialog().getByLabelText("Time"));
    await person.click(dialog().getByRole("button", { name: "Schedule takedown" }));
  });
  serve({ "POST /api/jobs": refusal(409, "There is a takedown already.") });
  await step("Schedule it", async (person) => {
    await person.type(dialog().getByLabelText("Time"), "08:45");
    await person.type(dialog().getByLabelText(/^Notes/), "Boxes are in the shed");
    await person.click(dialog().getByRole("button", { name: "Schedule takedown" }));
  });
  serve({ "POST /api/jobs": aJob({ id: "j9", kind: "takedown", quoteId: lena.quoteId }) });
  await step("Schedule it again", (person) =>
    person.click(dialog().getByRole("button", { name: "Schedule takedown" })),
  );
  await step("Cancel a visit", (person) => setStatus(person, "Cyrus", "Canceled"));
});

journey("a visit is moved onto another one, which fails at first, and unscheduled", async (steps) => {
  const { open, serve, step } = steps;
  const { routes } = jobRoutes([cyrus, lena, abel]);
  serve(routes);
  serve({ "GET /api/jobs/:id/history": down, "PATCH /api/jobs/:id": down });
  await open(() => openDesk("?tab=jobs&kind=installation"));
  await step("Open it", (person) => person.click(button(/^Open job .*Lena/)));
  serve({
    "GET /api/jobs/:id/history": [
      {
        id: "h3",
        at: "2026-11-23T17:00:00Z",
        by: "Nora Field",
        changes: [
          { field: "status", from: "in_progress", to: "scheduled" },
          { field: "scheduledDate", from: "2026-11-26T20:15:00Z", to: null },
          { field: "notes", from: "", to: "Two ladders" },
        ],
      },
    ],
  });
  await step("Load its history again", (person) =>
    person.click(panel().getByRole("button", { name: "Try again" })),
  );
  await step("Pick the time of another visit, and save it", async (person) => {
    await person.clear(panel().getByLabelText("Time"));
    await person.type(panel().getByLabelText("Time"), "12:00");
    await person.click(button("Move visit"));
  });
  serve({ "PATCH /api/jobs/:id": routes["PATCH /api/jobs/:id"] });
  await step("Move it to a day in the past instead", async (person) => {
    await pickDay(person, panel().getByLabelText("Day"), "2026-11-19");
    await person.click(button("Move visit"));
  });
  await step("Unschedule it", (person) => person.click(button("Unschedule")));
  serve({ "PATCH /api/jobs/:id": refusal(409, "Someone else just changed this.") });
  await step("Write notes, which fails at first", async (person) => {
    await person.type(panel().getByLabelText("Notes"), ", one hook");
    await person.click(button("Save notes"));
  });
  serve({ "PATCH /api/jobs/:id": routes["PATCH /api/jobs/:id"] });
  await step("Save them again", (person) => person.click(button("Save notes")));
  serve({
    "GET /api/quotes": [],
  });
  await step("Go to its quote", (person) => person.click(panel().getByRole("link", { name: "a1c07e52" })));
});

journey("past visits fail to load, and are done, moved and canceled", async ({ open, serve, step }) => {
  const sixth = {
    ...abel,
    id: "0198a000-0000-7000-8000-00001d8f60bb",
    quote: { ...abel.quote, fullName: "Odo Finch" },
  };
  const { routes, list } = jobRoutes([mirja, sixth, abel, lena]);
  serve(routes);
  serve({
    "GET /api/jobs": (sent) => (sent.query.has("pastUnmarked") ? down : list(sent)),
  });
  await open(() => openDesk("?tab=jobs&status=scheduled"));
  serve({
    "GET /api/jobs": (sent) => {
      const rows = list(sent);
      if (!sent.query.has("pastUnmarked") || rows.length < 3) return rows;
      if (sent.query.has("cursor")) return rows.slice(2);
      const next = '</api/jobs?scope=admin&pastUnmarked=true&cursor=c>; rel="next"';
      return HttpResponse.json(rows.slice(0, 2), { headers: { Link: next } });
    },
  });
  await step("Try again", (person) => person.click(button("Try again")));
  await step("Show more", (person) => person.click(button("Show more")));
  serve({ "PATCH /api/jobs/:id": down });
  await step("Mark one as done", (person) => person.click(button(/^Done: .*Mirja/)));
  serve({ "PATCH /api/jobs/:id": routes["PATCH /api/jobs/:id"] });
  await step("Mark it again, which offers its takedown", (person) => person.click(button(/^Done: .*Mirja/)));
  await step("Leave the takedown for later", (person) =>
    person.click(dialog().getByRole("button", { name: "Not now" })),
  );
  await step("Move another, without a time", async (person) => {
    await person.click(button(/^Move to another day: .*Abel/));
    await person.clear(dialog().getByLabelText("Time"));
    await person.click(dialog().getByRole("button", { name: "Move visit" }));
  });
  await step("Move it to another day", async (person) => {
    await person.type(dialog().getByLabelText("Time"), "10:30");
    await pickDay(person, dialog().getByLabelText("Day"), "2026-11-30");
    await person.click(dialog().getByRole("button", { name: "Move visit" }));
  });
  await step("Keep the last one", async (person) => {
    await person.click(button(/^Cancel… .*Odo/));
    await person.click(button("Keep visit"));
  });
  await step("Cancel it after all", async (person) => {
    await person.click(button(/^Cancel… .*Odo/));
    await person.click(button("Cancel visit"));
  });
});
