import { screen, waitFor, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { beforeEach, expect, it, vi } from "vitest";
import type { DeskJob } from "~/api/types";
import { hold } from "~/test/held";
import { outline } from "~/test/outline";
import { renderAt } from "~/test/render";
import { server } from "~/test/server";
import { loaded, serveList } from "../test-desk";
import { ConflictWords } from "./conflict-words";
import { JobDetails } from "./job-details";
import JobsTab from "./jobs-tab";
import { TakedownDialog } from "./takedown-dialog";
import { aDeskJob } from "./test-job";
import { VisitEvent } from "./visit-event";

beforeEach(() => void vi.setSystemTime("2026-11-20T15:00:00Z"));

const idOf = (number: number) => `0198a000-0000-7000-8000-0000000000${String(number).padStart(2, "0")}`;
const { quote } = aDeskJob();
/** A visit whose address in the quote differs from the account's. */
const aVisit = (number: number, fullName: string, changes: Partial<DeskJob> = {}) =>
  aDeskJob({
    id: idOf(number),
    user: { firstName: "Account", email: "account@example.com" },
    ...changes,
    quote: { ...quote, fullName, email: `${number}@example.com`, ...changes.quote },
  });
const visits = () => [
  aVisit(1, "Ann", { scheduledDate: "2026-11-24T14:00:00Z" }),
  aVisit(2, "Ben", { scheduledDate: "2026-11-24T15:59:00Z", status: "in_progress", kind: "takedown" }),
  aVisit(3, "Cal", { scheduledDate: null, quote: { ...quote, fullName: "Cal", city: "Dover" } }),
  aVisit(4, "Dee", { scheduledDate: "2026-11-25T01:30:00Z", status: "completed" }),
  aVisit(5, "Eve", { scheduledDate: "2026-11-24T14:30:00Z", status: "cancelled" }),
];

function serve(jobs: DeskJob[] = visits(), past: DeskJob[] = []) {
  server.use(
    http.get("/api/jobs", ({ request }) => {
      const { searchParams } = new URL(request.url);
      if (searchParams.has("pastUnmarked")) return HttpResponse.json(past);
      if (searchParams.has("unscheduled")) return HttpResponse.json(jobs.filter((job) => !job.scheduledDate));
      const ranged = searchParams.has("from");
      return HttpResponse.json(jobs.filter((job) => !ranged || job.scheduledDate));
    }),
  );
  serveList("/api/jobs/:id/history", []);
}

async function openJobs(search = "") {
  const page = renderAt(`/admin?tab=jobs${search}`, <JobsTab />);
  await loaded();
  return page;
}
const rowOf = (name: string) => screen.getByText(name, { selector: "td b" }).closest("tr") as HTMLElement;

it("the visits: each status, scheduled or not", async () => {
  serve();
  await openJobs();
  expect(outline(screen.getByRole("table"))).toMatchSnapshot();
});

it("the tab while it loads, without visits and without matches", async () => {
  const { held, release } = hold();
  server.use(http.get("/api/jobs", () => held.then(() => HttpResponse.json([]))));
  const { unmount } = renderAt("/admin?tab=jobs", <JobsTab />);
  expect(outline()).toMatchSnapshot("loading");
  release();
  unmount();
  serve([]);
  for (const search of [
    "",
    "&ordering=createdAt",
    "&status=scheduled",
    "&kind=takedown",
    "&from=2026-11-01",
    "&to=2026-11-02",
    "&q=zzz",
  ]) {
    const page = await openJobs(search);
    expect(outline(screen.getByRole("heading", { level: 3 }).parentElement as HTMLElement)).toMatchSnapshot(
      search,
    );
    page.unmount();
  }
});

it("a changed visit, and someone else's change of it", async () => {
  serve();
  const { person } = await openJobs();
  await person.selectOptions(screen.getByLabelText("Status of job 00000001, Ann"), "completed");
  expect(outline(rowOf("Ann"))).toMatchSnapshot("changed");
  server.use(
    http.patch("/api/jobs/:id", () => HttpResponse.json({ message: "No" }, { status: 409 })),
    http.get("/api/jobs/:id", () =>
      HttpResponse.json({ ...visits()[0], status: "in_progress", updatedAt: "2026-11-20T14:00:00Z" }),
    ),
  );
  await person.click(screen.getByRole("button", { name: "Save job 00000001, Ann" }));
  const note = (await screen.findByText(/just updated this/)).closest("tr") as HTMLElement;
  expect(outline(note)).toMatchSnapshot("conflict");
  await person.click(within(note).getByRole("button", { name: "Discard my changes" }));
  expect(screen.getByLabelText("Status of job 00000001, Ann")).toHaveValue("in_progress");
});

it("past visits, and the dialogs of one", async () => {
  serve(visits(), [
    aVisit(6, "Fay", { scheduledDate: "2026-11-19T14:00:00Z" }),
    aVisit(7, "Guy", {
      ...{ scheduledDate: "2026-11-20T04:59:00Z", status: "in_progress", kind: "takedown" },
      quote: { ...quote, fullName: "Guy", streetAddress: "" },
    }),
    // Today in the East, done, called off, without a day.
    aVisit(8, "No 8", { scheduledDate: "2026-11-20T05:00:00Z" }),
    aVisit(9, "No 9", { scheduledDate: "2026-11-18T14:00:00Z", status: "completed" }),
    aVisit(10, "No 10", { scheduledDate: "2026-11-18T14:00:00Z", status: "cancelled" }),
    aVisit(11, "No 11", { scheduledDate: null }),
  ]);
  const { person } = await openJobs();
  expect(outline(await screen.findByRole("region", { name: "Was it done?" }))).toMatchSnapshot();
  await person.click(screen.getByRole("button", { name: "Cancel… job 00000006, Fay" }));
  expect(outline(await screen.findByRole("alertdialog"))).toMatchSnapshot("cancel");
  await person.click(screen.getByRole("button", { name: "Keep visit" }));
  await person.click(screen.getByRole("button", { name: "Move to another day: job 00000007, Guy" }));
  const dialog = await screen.findByRole("dialog");
  expect(outline(dialog)).toMatchSnapshot("move");
});

it.each<[string, Partial<DeskJob>]>([
  ["that is scheduled", { scheduledDate: "2026-11-24T14:00:00Z", notes: "Gate code 4321" }],
  [
    "without a day, a price and a street",
    { scheduledDate: null, quote: { ...quote, quoteAmount: null, streetAddress: "" } },
  ],
  ["that has begun", { scheduledDate: "2026-11-20T14:00:00Z", status: "in_progress", kind: "takedown" }],
  ["in the past, in the evening", { scheduledDate: "2026-11-20T01:30:00Z" }],
])("the details of a visit %s", async (_, changes) => {
  serve([]);
  renderAt("/admin?tab=jobs", <JobDetails job={aVisit(1, "Ann", changes)} />);
  await loaded();
  expect(outline()).toMatchSnapshot();
});

it("a visit's history in words, and its forms after changes", async () => {
  serve();
  serveList("/api/jobs/:id/history", [
    {
      ...{ id: "h1", at: "2026-11-19T15:00:00Z", by: "Ada Whitcomb" },
      changes: [
        { field: "status", from: "scheduled", to: "in_progress" },
        { field: "scheduledDate", from: null, to: "2026-11-24T14:00:00Z" },
        { field: "notes", from: "Old", to: "New" },
      ],
    },
  ]);
  const job = aVisit(9, "Ann", { scheduledDate: "2026-11-24T20:00:00Z" });
  const { person } = renderAt("/admin?tab=jobs", <JobDetails job={job} />);
  await screen.findByRole("list", { name: "History" });
  expect(outline(screen.getByRole("list", { name: "History" }))).toMatchSnapshot("history");
  await person.clear(screen.getByLabelText("Time"));
  await person.type(screen.getByLabelText("Time"), "10:00");
  const move = screen.getByRole("button", { name: "Move visit" }).closest("form") as HTMLElement;
  await within(move).findByText(/^Within two hours of/);
  expect(outline(move)).toMatchSnapshot("conflicts");
  await person.clear(screen.getByLabelText("Time"));
  await person.type(screen.getByLabelText("Time"), "15:00");
  await waitFor(() => expect(within(move).queryByText(/^Within two hours of/)).not.toBeInTheDocument());
  expect(screen.getByRole("button", { name: "Move visit" })).toHaveAttribute("aria-disabled", "true");
  await person.type(screen.getByLabelText("Notes"), "Ring");
  const notes = screen.getByRole("button", { name: "Save notes" }).closest("form") as HTMLElement;
  expect(outline(notes)).toMatchSnapshot("notes");
});

it.each<[string, DeskJob, boolean]>([
  ["scheduled", aVisit(1, "Ann", { scheduledDate: "2026-11-24T14:00:00Z" }), false],
  ["that conflicts", aVisit(1, "Ann", { scheduledDate: "2026-11-24T14:00:00Z", kind: "takedown" }), true],
  ["in progress", aVisit(1, "Ann", { scheduledDate: "2026-11-24T14:00:00Z", status: "in_progress" }), false],
  ["canceled", aVisit(1, "Ann", { scheduledDate: "2026-11-24T14:00:00Z", status: "cancelled" }), false],
])("a visit on the calendar: %s", (_, job, conflicts) => {
  renderAt("/admin", <VisitEvent job={job} conflicts={conflicts} />);
  expect(outline()).toMatchSnapshot();
});

it("the visits that conflict with one", () => {
  const others = [
    aVisit(1, "Ann", { scheduledDate: "2026-11-24T14:00:00Z" }),
    aVisit(2, "Ben", { scheduledDate: "2026-11-24T15:30:00Z" }),
  ];
  renderAt("/admin", <ConflictWords others={others} />);
  expect(screen.getByText("Within two hours of Ann, 9:00 AM; Ben, 10:30 AM")).toBeVisible();
});

it.each(["week", "month"])("the calendar of a %s", async (view) => {
  serve();
  await openJobs(`&view=${view}&day=2026-11-24`);
  await screen.findByText("Unscheduled");
  await screen.findByText(/visits overlap/);
  expect(outline(document.querySelector("header") as HTMLElement)).toMatchSnapshot("head");
  const toolbar = screen.getByRole("button", { name: `Previous ${view}` }).parentElement as HTMLElement;
  expect(outline(toolbar)).toMatchSnapshot("toolbar");
  expect(screen.getByText(/visits overlap/).textContent).toMatchSnapshot("conflicts");
  await waitFor(() =>
    expect(document.querySelectorAll("[role=button][data-visit]").length).toBeGreaterThan(3),
  );
  const events = [...document.querySelectorAll("[role=button][data-visit]")];
  expect(events.map((event) => event.textContent)).toMatchSnapshot("visits");
  const list = screen.getByRole("list", { name: "Unscheduled visits" });
  expect(outline(list.parentElement as HTMLElement)).toMatchSnapshot("unscheduled");
});

it("the calendar while it loads, when that fails, and without visits", async () => {
  const { held, release } = hold();
  serve([]);
  let fails = true;
  server.use(
    http.get("/api/jobs", ({ request }) =>
      new URL(request.url).searchParams.has("pastUnmarked")
        ? undefined
        : held.then(() => (fails ? new HttpResponse(null, { status: 500 }) : HttpResponse.json([]))),
    ),
  );
  const { person } = renderAt("/admin?tab=jobs&view=week&day=2026-11-24", <JobsTab />);
  const heading = await screen.findByRole("heading", { name: "Unscheduled" });
  const loading = heading.parentElement as HTMLElement;
  expect(outline(loading)).toMatchSnapshot("unscheduled, loading");
  expect(document.querySelector(".visit-calendar")?.parentElement).toHaveAttribute("aria-busy", "true");
  release();
  expect(
    outline((await screen.findByText("We couldn't load the calendar")).closest("div") ?? undefined),
  ).toBe("heading2: We couldn't load the calendar");
  fails = false;
  await person.click(screen.getByRole("button", { name: "Try again" }));
  const title = await screen.findByRole("heading", { name: "Unscheduled" });
  for (const again of screen.queryAllByRole("button", { name: "Try again" })) await person.click(again);
  await screen.findByText("Everything is scheduled.");
  expect(outline(title.parentElement as HTMLElement)).toMatchSnapshot("everything is scheduled");
  expect(screen.queryByText(/visits overlap/)).not.toBeInTheDocument();
});

it("the dialog of a visit on the calendar", async () => {
  serve();
  const { person, router } = await openJobs(`&view=week&day=2026-11-24&open=${idOf(1)}`);
  const dialog = await screen.findByRole("dialog");
  await screen.findByText("No changes yet.");
  await within(dialog).findByText(/^Within two hours of/);
  expect(outline(dialog)).toMatchSnapshot("scheduled");
  await person.keyboard("{Escape}");
  await waitFor(() => expect(router.state.location.search).not.toContain("open="));
  await person.click(screen.getByRole("button", { name: /^Pick a day/ }));
  const second = await screen.findByRole("dialog");
  await screen.findByText("No changes yet.");
  expect(outline(second)).toMatchSnapshot("unscheduled");
});

it.each([
  ["with a suggestion", "2027-01-08T15:30:00Z"],
  ["without a suggestion", null],
])("the offer of a takedown %s", async (name, suggestedTakedown) => {
  const installation = {
    ...aVisit(1, "Ann", { status: "completed" }),
    offersTakedown: true,
    suggestedTakedown,
  };
  const { person } = renderAt("/admin", <TakedownDialog installation={installation} onClose={() => {}} />);
  const dialog = await screen.findByRole("dialog");
  expect(outline(dialog)).toMatchSnapshot();
  if (suggestedTakedown) return;
  await person.clear(screen.getByLabelText("Time"));
  await person.click(screen.getByRole("button", { name: "Schedule takedown" }));
  await screen.findByText("Pick a day");
  expect(outline(dialog)).toMatchSnapshot(`${name}, errors`);
});
