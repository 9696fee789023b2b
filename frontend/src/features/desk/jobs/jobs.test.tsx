import { act, screen, waitFor, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { invoiceKeys, quoteKeys } from "~/api/keys";
import type { DeskJob } from "~/api/types";
import { easternToday } from "~/lib/eastern";
import { hold } from "~/test/held";
import { pickDay } from "~/test/pick-day";
import { renderAt } from "~/test/render";
import { server } from "~/test/server";
import { deskKeys } from "../shared/keys";
import { factsShown, openDesk } from "../test-desk";
import JobsTab from "./jobs-tab";
import { aDeskJob } from "./test-job";

const job = aDeskJob({ scheduledDate: "2026-11-24T14:00:00Z" });
const other = aDeskJob({
  id: "0198a000-0000-7000-8000-0000e7714bd0",
  scheduledDate: "2026-11-24T15:00:00Z",
  quote: { ...job.quote, fullName: "Priya Raman" },
});
const waiting = aDeskJob({
  id: "0198a000-0000-7000-8000-00005c1190ff",
  scheduledDate: null,
  quote: { ...job.quote, fullName: "Harbor Street Books" },
});

let sent: { path: string; body: Record<string, unknown>; key: string | null }[];
let asked: URL[];

type Respond = (body: Record<string, unknown>) => Response | DeskJob;

/** Mock the lists, and respond to changes with `answer`. */
function serve(
  jobs: DeskJob[],
  answer: Respond = (body) => ({ ...job, ...body, updatedAt: "2026-11-20T10:00:00Z" }),
) {
  const remember = async ({ request }: { request: Request }) => {
    const body = (await request.json()) as Record<string, unknown>;
    sent.push({ path: new URL(request.url).pathname, body, key: request.headers.get("Idempotency-Key") });
    const result = answer(body);
    return result instanceof Response ? result : HttpResponse.json(result);
  };
  server.use(
    http.get("/api/jobs", ({ request }) => {
      const url = new URL(request.url);
      asked.push(url);
      if (url.searchParams.has("pastUnmarked")) return HttpResponse.json([]);
      const unscheduled = url.searchParams.has("unscheduled");
      const ranged = url.searchParams.has("from");
      return HttpResponse.json(
        jobs.filter(({ scheduledDate }) => (unscheduled ? !scheduledDate : !ranged || scheduledDate)),
      );
    }),
    http.get("/api/jobs/:id", ({ params }) => HttpResponse.json(jobs.find(({ id }) => id === params.id))),
    http.get("/api/jobs/:id/history", () => HttpResponse.json([])),
    http.patch("/api/jobs/:id", remember),
    http.post("/api/jobs", remember),
  );
}

beforeEach(() => {
  sent = [];
  asked = [];
});

type Person = ReturnType<typeof renderAt>["person"];

async function chooseStatus(person: Person, status: string, what = "c90a4418, Eleanor Hayes") {
  await person.selectOptions(await screen.findByLabelText(`Status of job ${what}`), status);
  await person.click(screen.getByRole("button", { name: `Save job ${what}` }));
}

describe("the list", () => {
  it("requests all jobs with the filters in the URL", async () => {
    serve([job]);
    renderAt("/admin?tab=jobs&status=scheduled&kind=installation&from=2026-11-01&q=hayes", <JobsTab />);
    expect(await screen.findByText("Eleanor Hayes")).toBeVisible();
    const list = "?scope=admin&status=scheduled&kind=installation&from=2026-11-01&q=hayes";
    expect(asked.map(({ search }) => search)).toContain(list);
    expect(screen.getByText("c90a4418")).toBeVisible();
    expect(screen.getByText("9:00 AM Eastern")).toBeVisible();
  });

  it("keeps the range of days and the order in the URL", async () => {
    serve([job]);
    const { person, router } = renderAt("/admin?tab=jobs&ordering=createdAt", <JobsTab />);
    await screen.findByText("Eleanor Hayes");
    const order = screen.getByLabelText("Sort by");
    expect(order).toHaveValue("createdAt");
    expect(asked.map(({ search }) => search)).toContain("?scope=admin&ordering=createdAt");
    await person.selectOptions(order, "Latest visit first");
    expect(router.state.location.search).toBe("?tab=jobs&ordering=-scheduledDate");
    await person.selectOptions(order, "Newest first");
    expect(router.state.location.search).toBe("?tab=jobs");
    await pickDay(person, screen.getByLabelText("To"), "2026-11-30");
    await waitFor(() => expect(asked.at(-1)?.searchParams.get("to")).toBe("2026-11-30"));
    expect(router.state.location.search).toBe("?tab=jobs&to=2026-11-30");
  });

  it("closes its open row when another view is selected", async () => {
    serve([job]);
    const { person, router } = renderAt(`/admin?tab=jobs&open=${job.id}`, <JobsTab />);
    expect(await screen.findByRole("region", { name: "Details" })).toBeVisible();
    await person.click(screen.getByRole("button", { name: "Week" }));
    expect(router.state.location.search).toBe("?tab=jobs&view=week");
  });

  it("shows a message when there are no jobs or none match", async () => {
    serve([]);
    const { router } = renderAt("/admin?tab=jobs&ordering=createdAt", <JobsTab />);
    expect(await screen.findByText("Schedule a visit from its quote.")).toBeVisible();
    await act(() => router.navigate("/admin?tab=jobs&kind=takedown"));
    expect(await screen.findByText("No jobs match these filters.")).toBeVisible();
  });

  it("saves a status in place", async () => {
    serve([job]);
    const { person, queryClient } = openDesk("?tab=jobs");
    const affected = [quoteKeys.desk({}), invoiceKeys.desk({}), deskKeys.queue({})];
    for (const key of affected) queryClient.setQueryData(key, []);
    await chooseStatus(person, "in_progress");
    expect(await screen.findByText("Job Updated")).toBeVisible();
    expect(sent).toEqual([
      {
        path: `/api/jobs/${job.id}`,
        body: { status: "in_progress", updatedAt: job.updatedAt },
        key: null,
      },
    ]);
    for (const key of affected) expect(queryClient.getQueryState(key)?.isInvalidated).toBe(true);
  });

  it("shows why the server rejected a change, and what someone else has changed", async () => {
    serve([job], () => {
      serve([{ ...job, status: "completed", updatedAt: "2026-11-20T10:00:00Z" }]);
      const changed = { id: "h1", at: "2026-11-20T10:00:00Z", by: "Nora Field", changes: [] };
      server.use(http.get(`/api/jobs/${job.id}/history`, () => HttpResponse.json([changed])));
      return HttpResponse.json({ message: "Someone else just changed this job" }, { status: 409 });
    });
    const { person } = renderAt("/admin?tab=jobs", <JobsTab />);
    await chooseStatus(person, "cancelled");
    expect(await screen.findByText("Update Failed")).toBeVisible();
    expect(screen.getByText("Someone else just changed this job")).toBeVisible();
    expect(await screen.findByText("Status: Scheduled → Completed")).toBeVisible();
    expect(await screen.findByText("Nora Field changed this on Nov 20, 5:00 AM.")).toBeVisible();
  });
});

describe("an open visit", () => {
  it("shows the place, package, amount and history", async () => {
    serve([job]);
    server.use(
      http.get("/api/jobs/:id/history", () =>
        HttpResponse.json([
          {
            id: "h1",
            at: job.updatedAt,
            by: "Nora Field",
            changes: [
              { field: "status", from: "scheduled", to: "in_progress" },
              { field: "scheduledDate", from: null, to: "2026-11-24T14:00:00Z" },
              { field: "notes", from: "", to: "Side gate" },
            ],
          },
        ]),
      ),
    );
    renderAt(`/admin?tab=jobs&open=${job.id}`, <JobsTab />);
    const history = await screen.findByRole("list", { name: "History" });
    expect(
      within(history)
        .getAllByRole("listitem")
        .slice(1)
        .map((item) => item.textContent),
    ).toEqual([
      "Status: Scheduled → In Progress",
      "Scheduled date: none → Nov 24, 9:00 AM, Eastern",
      "Notes: none → Side gate",
    ]);
    expect(factsShown()).toEqual({
      Date: "Tuesday, November 24, 2026",
      Time: "9:00 AM Eastern",
      Address: "41 Marcy Street, Portsmouth",
      Package: "Premium Installation",
      Amount: "$875.00",
      Quote: "a41f09c2",
    });
    expect(screen.getByRole("link", { name: "a41f09c2" })).toHaveAttribute(
      "href",
      `/admin?tab=quotes&q=a41f09c2&open=${job.quoteId}`,
    );
  });

  it("keeps unsaved notes for a reload, apart from its status", async () => {
    serve([job]);
    const list = `/admin?tab=jobs&open=${job.id}`;
    const { person, unmount } = renderAt(list, <JobsTab />);
    await person.type(await screen.findByLabelText("Notes"), "Side gate");
    unmount();
    renderAt(list, <JobsTab />);
    expect(await screen.findByLabelText("Notes")).toHaveValue("Side gate");
    const save = screen.getByRole("button", { name: /^Save job/ });
    expect(save).toHaveAttribute("aria-disabled", "true");
  });

  it("can be unscheduled, unless it has begun", async () => {
    serve([job, { ...other, status: "in_progress" }]);
    const { person, router } = renderAt(`/admin?tab=jobs&open=${job.id}`, <JobsTab />);
    await person.click(await screen.findByRole("button", { name: "Unschedule" }));
    expect(await screen.findByText("Job Updated")).toBeVisible();
    expect(sent[0]?.body).toEqual({ scheduledDate: null, updatedAt: job.updatedAt });
    expect(await screen.findByText("Not scheduled yet", { selector: "dd" })).toBeVisible();
    expect(screen.queryByRole("button", { name: "Unschedule" })).not.toBeInTheDocument();
    expect(await screen.findByRole("button", { name: "Schedule visit" })).toBeVisible();
    await act(() => router.navigate(`/admin?tab=jobs&open=${other.id}`));
    expect(await screen.findByRole("button", { name: "Move visit" })).toBeVisible();
    expect(screen.queryByRole("button", { name: "Unschedule" })).not.toBeInTheDocument();
  });

  it("warns of other visits within two hours, and of a day in the past", async () => {
    const third = { ...other, id: "third", quote: { ...job.quote, fullName: "Ann Ames" } };
    serve([job, other, third]);
    const { person } = renderAt(`/admin?tab=jobs&open=${job.id}`, <JobsTab />);
    expect(
      await screen.findByText("Within two hours of Priya Raman, 10:00 AM; Ann Ames, 10:00 AM"),
    ).toBeVisible();
    expect(screen.getByRole("button", { name: "Move visit" })).toHaveAttribute("aria-disabled", "true");
    await person.clear(screen.getByLabelText("Time"));
    await person.type(screen.getByLabelText("Time"), "12:00");
    await waitFor(() => expect(screen.queryByText(/^Within two hours/)).not.toBeInTheDocument());
    await pickDay(person, screen.getByLabelText("Day"), "2020-11-24");
    expect(screen.getByText("That date is in the past. You can still save it.")).toBeVisible();
    await pickDay(person, screen.getByLabelText("Day"), easternToday());
    expect(screen.queryByText(/^That date is in the past/)).not.toBeInTheDocument();
  });
});

describe("moving a visit in the list", () => {
  const list = `/admin?tab=jobs&open=${job.id}`;
  const clock = () => screen.findByLabelText("Time");

  it("keeps the focus in the form after Enter submits it", async () => {
    serve([job]);
    const { person } = renderAt(list, <JobsTab />);
    await person.clear(await clock());
    await person.type(await clock(), "10:30{Enter}");
    expect(await screen.findByText("Now on Nov 24, 10:30 AM, Eastern.")).toBeVisible();
    await waitFor(() =>
      expect(screen.getByRole("button", { name: /^Move visit/ })).toHaveAttribute("aria-disabled", "true"),
    );
    expect(await clock()).toHaveFocus();
    expect(await clock()).toHaveValue("10:30");
  });

  it("keeps the focus on the button", async () => {
    serve([job]);
    const { person } = renderAt(list, <JobsTab />);
    await person.clear(await clock());
    await person.type(await clock(), "10:30");
    await person.click(screen.getByRole("button", { name: /^Move visit/ }));
    expect(await screen.findByText("Job Updated")).toBeVisible();
    expect(await screen.findByRole("button", { name: /^Move visit/ })).toHaveFocus(); // no longer "Saving..."
  });

  it("shows someone else's change and explains the conflict", async () => {
    const moved = { ...job, scheduledDate: "2026-11-24T21:00:00Z", updatedAt: "2026-11-20T10:00:00Z" };
    serve([job], () => {
      serve([moved]);
      return HttpResponse.json({ message: "Someone else just changed this job" }, { status: 409 });
    });
    const { person } = renderAt(list, <JobsTab />);
    await person.clear(await clock());
    await person.type(await clock(), "10:30");
    await person.click(screen.getByRole("button", { name: /^Move visit/ }));
    expect(await screen.findByText("Update Failed")).toBeVisible();
    await waitFor(async () => expect(await clock()).toHaveValue("16:00"));
    await waitFor(() =>
      expect(document.activeElement).toHaveTextContent("Someone else just changed this job"),
    );
  });

  it("keeps the picked day when saving fails or the notes are saved first", async () => {
    serve([job], (body) =>
      "notes" in body
        ? ({ ...job, ...body, updatedAt: "2026-11-20T10:00:00Z" } as DeskJob)
        : HttpResponse.json({ message: "Down" }, { status: 503 }),
    );
    const { person } = renderAt(list, <JobsTab />);
    const day = await screen.findByLabelText("Day");
    await pickDay(person, day, "2026-11-27");
    await person.type(screen.getByLabelText("Notes"), "Side gate");
    await person.click(screen.getByRole("button", { name: /^Save notes/ }));
    expect(await screen.findByText("Job Updated")).toBeVisible();
    await person.click(screen.getByRole("button", { name: /^Move visit/ }));
    expect(await screen.findByText("Update Failed")).toBeVisible();
    expect(screen.getByLabelText("Day")).toHaveTextContent("Nov 27, 2026");
  });
});

describe("completing an installation", () => {
  const offer = { offersTakedown: true, suggestedTakedown: "2027-01-05T14:00:00Z" };

  it("offers a takedown in January and schedules it", async () => {
    serve([job], (body) => ({ ...job, ...body, ...offer }));
    const { person } = renderAt("/admin?tab=jobs", <JobsTab />);
    await chooseStatus(person, "completed");
    const dialog = within(await screen.findByRole("dialog", { name: "Schedule the takedown?" }));
    expect(dialog.getByLabelText("Day")).toHaveTextContent("Jan 5, 2027");
    expect(dialog.getByLabelText("Time")).toHaveValue("09:00");
    await person.type(dialog.getByLabelText("Notes for the crew (optional)"), "Side gate");
    const takedown = aDeskJob({ id: "takedown", kind: "takedown", scheduledDate: "2027-01-05T14:00:00Z" });
    asked = [];
    serve([{ ...job, status: "completed" }, takedown], () => takedown);
    await person.click(dialog.getByRole("button", { name: "Schedule takedown" }));
    expect(await screen.findByText("Takedown scheduled")).toBeVisible();
    expect(sent[1]).toEqual({
      path: "/api/jobs",
      body: {
        quoteId: job.quoteId,
        kind: "takedown",
        scheduledDate: "2027-01-05T14:00:00.000Z",
        notes: "Side gate",
      },
      key: expect.stringMatching(/.{8,}/),
    });
    await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
    expect(await screen.findByText("Takedown", { selector: "span" })).toBeVisible();
  });

  it("offers none if there is nothing to take down", async () => {
    serve([job], (body) => ({ ...job, ...body, offersTakedown: false, suggestedTakedown: null }));
    const { person } = renderAt("/admin?tab=jobs", <JobsTab />);
    await chooseStatus(person, "completed");
    expect(await screen.findByText("Job Updated")).toBeVisible();
    expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
  });

  it("offers the takedown in the calendar, too", async () => {
    serve([job], (body) => ({ ...job, ...body, ...offer }));
    const { person } = renderAt("/admin?tab=jobs&view=week&day=2026-11-24", <JobsTab />);
    await person.click(await screen.findByRole("button", { name: /Eleanor Hayes/ }));
    const status = await screen.findByLabelText("Status of job c90a4418, Eleanor Hayes");
    await person.selectOptions(status, "completed");
    await person.click(screen.getByRole("button", { name: /^Save job/ }));
    expect(await screen.findByRole("dialog", { name: "Schedule the takedown?" })).toBeVisible();
    expect(sent.map(({ body }) => body.status)).toEqual(["completed"]);
  });

  it("does not schedule a takedown when the offer is declined", async () => {
    const later = { ...other, quoteId: "other", updatedAt: "2026-11-19T10:00:00Z" };
    serve([job, later], (body) => ({
      ...(body.updatedAt === later.updatedAt ? later : job),
      ...{ ...body, ...offer },
    }));
    const { person } = renderAt("/admin?tab=jobs", <JobsTab />);
    await chooseStatus(person, "completed");
    const offered = await screen.findByRole("dialog", { name: "Schedule the takedown?" });
    await person.type(within(offered).getByLabelText(/^Notes/), "Side gate");
    await person.click(within(offered).getByRole("button", { name: "Close" }));
    await waitFor(() => expect(offered).not.toBeInTheDocument());
    // Unfinished notes are kept for their own quote.
    await chooseStatus(person, "completed", "e7714bd0, Priya Raman");
    expect(await screen.findByLabelText(/^Notes/)).toHaveValue("");
    await person.click(await screen.findByRole("button", { name: "Not now" }));
    expect(sent.map(({ path }) => path)).toEqual([`/api/jobs/${job.id}`, `/api/jobs/${later.id}`]);
    expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
  });
});

describe("the calendar", () => {
  const week = "/admin?tab=jobs&view=week&day=2026-11-24";
  const visit = (name: RegExp) => screen.findByRole("button", { name });

  it("shows the week's visits in Eastern time and marks overlapping ones", async () => {
    const early = { ...other, id: "early", scheduledDate: "2026-11-25T10:30:00Z" };
    serve([job, other, waiting, early]);
    renderAt(week, <JobsTab />);
    expect(await visit(/5:30\sAM ?Priya Raman/)).toBeVisible();
    const hours = screen.getAllByText(/^\d+[ap]m$/).map((label) => label.textContent);
    expect([hours[0], hours.at(-1)], "a working day and all visits").toEqual(["5am", "6pm"]);
    expect(await visit(/9:00\sAM ?Conflict ?Eleanor Hayes/)).toBeVisible();
    expect(await visit(/10:00\sAM ?Conflict ?Priya Raman/)).toBeVisible();
    expect(screen.getByText(/2 visits overlap/)).toBeVisible();
    expect(asked.some(({ search }) => search.includes("from=2026-11-22&to=2026-11-28"))).toBe(true);
    expect(await screen.findByText("Harbor Street Books")).toBeVisible();
    const unscheduled = asked.find(({ searchParams }) => searchParams.has("unscheduled"));
    expect(unscheduled?.searchParams.get("status")).toBe("scheduled");
  });

  it("moves a visit with its dialog, using only the keyboard", async () => {
    serve([job]);
    const { person } = renderAt(week, <JobsTab />);
    (await visit(/Eleanor Hayes/)).focus();
    await person.keyboard("{Enter}");
    const dialog = within(await screen.findByRole("dialog", { name: "Installation: Eleanor Hayes" }));
    dialog.getByLabelText("Day").focus();
    await person.keyboard("{Enter}");
    await screen.findByRole("dialog", { name: "Choose a date" });
    await waitFor(() => expect(screen.getByRole("button", { name: /November 24, 2026/ })).toHaveFocus());
    await person.keyboard("{ArrowRight}{Enter}");
    await waitFor(() => expect(dialog.getByLabelText("Day")).toHaveFocus());
    await person.clear(dialog.getByLabelText("Time"));
    await person.type(dialog.getByLabelText("Time"), "10:30");
    await person.keyboard("{Enter}");
    expect(await screen.findByText("Now on Nov 25, 10:30 AM, Eastern.")).toBeVisible();
    expect(sent[0]?.body).toEqual({ scheduledDate: "2026-11-25T15:30:00.000Z", updatedAt: job.updatedAt });
  });

  it("moves a visit with Shift and an arrow key, and undoes the move when it can't be saved", async () => {
    const { held: refused, release: refuse } = hold();
    serve([job]);
    server.use(
      http.patch("/api/jobs/:id", async () => {
        await refused;
        server.use(http.get("/api/jobs", () => HttpResponse.error()));
        return HttpResponse.json({ message: "Down" }, { status: 503 });
      }),
    );
    const { person } = renderAt(week, <JobsTab />);
    (await visit(/9:00\sAM ?Eleanor Hayes/)).focus();
    await person.keyboard("{ArrowDown}");
    expect(screen.queryByRole("button", { name: /9:15/ })).not.toBeInTheDocument();
    await person.keyboard("{Shift>}{ArrowDown}{/Shift}");
    expect(await visit(/9:15\sAM ?Eleanor Hayes/)).toBeVisible();
    // Another step waits until the server has responded, and is dropped with the first.
    await person.keyboard("{Shift>}{ArrowDown}{/Shift}");
    expect(await visit(/9:15\sAM ?Eleanor Hayes/)).toBeVisible();
    refuse();
    expect(await screen.findByText("Update Failed")).toBeVisible();
    expect(await visit(/9:00\sAM ?Eleanor Hayes/)).toBeVisible();
  });

  it("adds up the arrow keys that are pressed while a move is saved", async () => {
    const { held, release } = hold();
    const saved = { ...job, updatedAt: "2026-11-20T10:00:00Z" };
    serve([job]);
    server.use(
      http.patch("/api/jobs/:id", async ({ request }) => {
        const body = (await request.json()) as Record<string, unknown>;
        sent.push({ path: "", key: null, body });
        await held;
        return HttpResponse.json({ ...saved, ...body, updatedAt: saved.updatedAt, offersTakedown: false });
      }),
    );
    const { person } = renderAt(week, <JobsTab />);
    (await visit(/9:00\sAM ?Eleanor Hayes/)).focus();
    await person.keyboard("{Shift>}{ArrowDown}{ArrowDown}{ArrowDown}{ArrowUp}{/Shift}");
    expect(sent).toHaveLength(1);
    release();
    await waitFor(() => expect(sent).toHaveLength(2));
    expect(sent.map(({ body }) => body)).toEqual([
      { scheduledDate: "2026-11-24T14:15:00.000Z", updatedAt: job.updatedAt },
      { scheduledDate: "2026-11-24T14:30:00.000Z", updatedAt: saved.updatedAt },
    ]);
  });

  it("focuses the calendar when the visit with the focus leaves the week", async () => {
    const jobs: DeskJob[] = [{ ...job, scheduledDate: "2026-11-28T14:00:00Z" }];
    serve(jobs, (body) => {
      const moved = { ...job, ...body };
      jobs[0] = moved;
      return moved;
    });
    const { person } = renderAt(week, <JobsTab />);
    const saturday = await visit(/9:00\sAM ?Eleanor Hayes/);
    saturday.focus();
    await person.keyboard("{Shift>}{ArrowRight}{/Shift}");
    await waitFor(() => expect(saturday).not.toBeInTheDocument());
    await waitFor(() => expect(document.querySelector(".visit-calendar")).toHaveFocus());
    expect(sent[0]?.body).toMatchObject({ scheduledDate: "2026-11-29T14:00:00.000Z" });
  });

  it("schedules a visit on the first day of the week, and unschedules another one", async () => {
    const jobs = [waiting, job];
    serve(jobs, (body) => {
      const index = body.scheduledDate ? 0 : 1;
      jobs[index] = { ...jobs[index], ...body } as DeskJob;
      return jobs[index];
    });
    const { person } = renderAt(week, <JobsTab />);
    await person.click(await screen.findByRole("button", { name: /^Pick a day: job 5c1190ff/ }));
    const dialog = within(await screen.findByRole("dialog"));
    await pickDay(person, dialog.getByLabelText("Day"), "2026-11-22");
    const { held, release } = hold();
    server.use(http.patch("/api/jobs/:id", () => held, { once: true })); // then the next handler responds
    await person.click(dialog.getByRole("button", { name: "Schedule visit" }));
    const pick = { name: /^Pick a day: job 5c1190ff/, hidden: true };
    await waitFor(() => expect(screen.queryByRole("button", pick)).not.toBeInTheDocument());
    release();
    expect(await visit(/9:00\sAM.*Harbor Street Books/)).toBeInTheDocument();
    expect(sent[0]?.body).toMatchObject({ scheduledDate: "2026-11-22T14:00:00.000Z" });
    await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
    expect(await screen.findByText("Everything is scheduled.")).toBeVisible();
    await person.click(await visit(/Eleanor Hayes/));
    // If it fails, its form stays.
    server.use(http.patch("/api/jobs/:id", () => new HttpResponse(null, { status: 503 }), { once: true }));
    await person.click(await screen.findByRole("button", { name: "Unschedule" }));
    expect(await screen.findByText("Update Failed")).toBeVisible();
    expect(await screen.findByRole("button", { name: "Unschedule" })).toBeVisible();
    await person.click(screen.getByRole("button", { name: "Unschedule" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
    expect(await screen.findByRole("button", { name: /^Pick a day: job c90a4418/ })).toBeVisible();
    expect(sent[1]?.body).toMatchObject({ scheduledDate: null });
  });

  it("shows an evening visit on its Eastern day once it is saved", async () => {
    serve([waiting], (body) => ({ ...waiting, ...body }) as DeskJob);
    const { person } = renderAt(week, <JobsTab />);
    await person.click(await screen.findByRole("button", { name: /^Pick a day: job 5c1190ff/ }));
    const dialog = within(await screen.findByRole("dialog"));
    await pickDay(person, dialog.getByLabelText("Day"), "2026-11-28"); // the week's last day; in UTC it is the 29th
    await person.clear(dialog.getByLabelText("Time"));
    await person.type(dialog.getByLabelText("Time"), "19:30");
    await person.click(dialog.getByRole("button", { name: "Schedule visit" }));
    expect(await visit(/7:30\sPM.*Harbor Street Books/)).toBeInTheDocument();
    expect(sent[0]?.body).toMatchObject({ scheduledDate: "2026-11-29T00:30:00.000Z" });
  });

  it("navigates by weeks in the URL, and refetches a week whenever it is shown", async () => {
    serve([job, { ...other, status: "cancelled" }]);
    const { person, router } = renderAt(`${week}&open=x`, <JobsTab />);
    await visit(/9:00\sAM ?Eleanor Hayes ?Installation, Portsmouth$/);
    // A canceled visit is marked, and doesn't conflict.
    expect(await visit(/Priya Raman ?Installation, Portsmouth, Canceled$/)).toBeVisible();
    expect(screen.queryByText(/visits overlap/)).not.toBeInTheDocument();
    for (const [name, search] of [
      ["Next week", "&day=2026-11-29"],
      ["Previous week", "&day=2026-11-22"],
      [/^Today/, ""],
    ] as const) {
      await person.click(screen.getByRole("button", { name }));
      expect(router.state.location.search).toBe(`?tab=jobs&view=week${search}`);
    }
    const shown = asked.filter(({ searchParams }) => searchParams.get("from") === "2026-11-22");
    expect(shown).toHaveLength(2);
    for (const noDay of ["soon", "2026-13-45"]) {
      await act(() => router.navigate(`/admin?tab=jobs&view=week&day=${noDay}`));
      expect(await screen.findByRole("button", { name: /^Today/ })).toBeVisible();
    }
    server.use(http.get("/api/jobs", () => new HttpResponse(null, { status: 500 })));
    await act(() => router.navigate("/admin?tab=jobs"));
    await act(() => router.navigate(week));
    expect(await screen.findByText(/^We couldn't refresh this calendar\./)).toBeVisible();
    expect(await visit(/Eleanor Hayes/)).toBeVisible();
  });

  it.each([
    ["until 7 PM", [], "6pm"],
    ["until a late visit has ended", ["2026-11-25T00:30:00Z"], "8pm"],
    ["until midnight at most", ["2026-11-25T04:00:00Z"], "11pm"],
  ])("shows the hours %s", async (_, late, last) => {
    serve([job, ...late.map((scheduledDate) => ({ ...other, scheduledDate }))]);
    renderAt(week, <JobsTab />);
    await visit(/Eleanor Hayes/);
    const hours = () => screen.getAllByText(/^\d+[ap]m$/).map((label) => label.textContent);
    await waitFor(() => expect([hours()[0], hours().at(-1)]).toEqual(["7am", last]));
  });

  it("is a list on a phone", async () => {
    serve([job]);
    const media = { matches: true, addEventListener: vi.fn(), removeEventListener: vi.fn() };
    vi.spyOn(window, "matchMedia").mockReturnValue(media as unknown as MediaQueryList);
    const { router } = renderAt(week, <JobsTab />);
    expect(await screen.findByText(/^Eleanor Hayes$/)).toBeVisible();
    expect(screen.queryByText("6pm"), "the hours of the week").not.toBeInTheDocument();
    await act(() => router.navigate("/admin?tab=jobs&view=week&day=2026-12-08"));
    serve([]);
    await act(() => router.navigate("/admin?tab=jobs&view=month&day=2027-02-08"));
    expect(await screen.findByText("No visits in this period")).toBeVisible();
  });

  it("changes a visit's status in its dialog once it is saved, whatever the arrow keys pass through", async () => {
    serve([job]);
    const { person, router } = renderAt(week, <JobsTab />);
    await person.click(await visit(/Eleanor Hayes/));
    const dialog = within(await screen.findByRole("dialog", { name: "Installation: Eleanor Hayes" }));
    const status = dialog.getByLabelText(/^Status of job/);
    for (const passed of ["in_progress", "completed", "cancelled"])
      await person.selectOptions(status, passed);
    expect(sent).toEqual([]);
    await person.click(dialog.getByRole("button", { name: /^Save job/ }));
    expect(await screen.findByText("Job Updated")).toBeVisible();
    expect(sent.map(({ body }) => body)).toEqual([{ status: "cancelled", updatedAt: job.updatedAt }]);
    await person.click(dialog.getByRole("button", { name: "Close" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
    expect(router.state.location.search).not.toContain("open=");
  });

  it("shows saved notes again when the visit is opened again, and can change the visit after them", async () => {
    const saved = { ...job, notes: "Side gate", updatedAt: "2026-11-20T10:00:00Z" };
    serve([job], (body) => ({ ...saved, ...body, updatedAt: saved.updatedAt }));
    const { person, router } = renderAt(`${week}&open=${job.id}`, <JobsTab />);
    await person.type(await screen.findByLabelText("Notes"), "Side gate");
    await person.click(screen.getByRole("button", { name: "Save notes" }));
    expect(await screen.findByText("Job Updated")).toBeVisible();
    await act(() => router.navigate(week));
    await person.click(await visit(/Eleanor Hayes/));
    expect(await screen.findByLabelText("Notes")).toHaveValue("Side gate");
    await person.selectOptions(screen.getByLabelText(/^Status of job/), "in_progress");
    await person.click(screen.getByRole("button", { name: /^Save job/ }));
    await waitFor(() => expect(sent[1]?.body).toEqual({ status: "in_progress", updatedAt: saved.updatedAt }));
  });

  it("shows the notes that someone else saved first, and saves over them on purpose", async () => {
    const theirs = { ...job, notes: "Ladder is too short", updatedAt: "2026-11-20T10:00:00Z" };
    serve([job], (body) => {
      if (body.updatedAt === theirs.updatedAt)
        return { ...theirs, ...body, updatedAt: "2026-11-20T11:00:00Z" };
      serve([theirs]);
      return HttpResponse.json({ message: "Someone else just changed this job" }, { status: 409 });
    });
    const { person } = renderAt(`${week}&open=${job.id}`, <JobsTab />);
    await person.type(await screen.findByLabelText("Notes"), "Side gate");
    await person.click(screen.getByRole("button", { name: "Save notes" }));
    expect(await screen.findByText("Someone else just changed this job")).toBeVisible();
    expect(await screen.findByText("Notes: none → Ladder is too short")).toBeVisible();
    await person.type(screen.getByLabelText("Notes"), "s");
    expect(screen.getByText("Notes: none → Ladder is too short"), "until it is saved").toBeVisible();
    expect(screen.getByLabelText("Notes")).toHaveValue("Side gates");
    await person.click(screen.getByRole("button", { name: "Save notes" }));
    await waitFor(() => expect(sent[1]?.body).toEqual({ notes: "Side gates", updatedAt: theirs.updatedAt }));
  });

  it("has nothing of one visit in the forms of the next one", async () => {
    serve([job, other]);
    const { person, router } = renderAt(`${week}&open=${job.id}`, <JobsTab />);
    await person.type(await screen.findByLabelText("Notes"), "Side gate");
    await person.clear(screen.getByLabelText("Time"));
    await person.type(screen.getByLabelText("Time"), "10:30");
    await act(() => router.navigate(`${week}&open=${other.id}`));
    await screen.findByRole("dialog", { name: "Installation: Priya Raman" });
    expect(screen.getByLabelText("Notes")).toHaveValue("");
    expect(screen.getByLabelText("Time")).toHaveValue("10:00");
  });

  it("shows an error when the unscheduled visits fail to load, and that there are none", async () => {
    serve([job]);
    server.use(
      http.get("/api/jobs", ({ request }) =>
        new URL(request.url).searchParams.has("unscheduled")
          ? new HttpResponse(null, { status: 500 })
          : undefined,
      ),
    );
    const { person } = renderAt(week, <JobsTab />);
    expect(await screen.findByText("We couldn't load the unscheduled visits.")).toBeVisible();
    expect(screen.queryByText("Loading the unscheduled visits")).not.toBeInTheDocument();
    serve([job]);
    await person.click(screen.getByRole("button", { name: "Try again" }));
    expect(await screen.findByText("Everything is scheduled.")).toBeVisible();
  });

  it("shows an error when loading fails", async () => {
    serve([]);
    server.use(http.get("/api/jobs", () => HttpResponse.json({ message: "Down" }, { status: 503 })));
    renderAt(week, <JobsTab />);
    expect(await screen.findByText("We couldn't load the calendar")).toBeVisible();
  });

  it("keeps the visits when a later request fails, and says that they may be out of date", async () => {
    serve([job]);
    const { queryClient } = renderAt(week, <JobsTab />);
    await visit(/Eleanor Hayes/);
    await screen.findByText("Everything is scheduled.");
    const outdated = "We couldn't refresh this calendar. It may be out of date.";
    expect(screen.queryByText(outdated)).not.toBeInTheDocument();
    server.use(http.get("/api/jobs", () => HttpResponse.json({ message: "Down" }, { status: 503 })));
    await act(() => queryClient.refetchQueries());
    expect(await screen.findByText(outdated)).toBeVisible();
    expect(screen.queryByText("We couldn't load the calendar")).not.toBeInTheDocument();
    expect(await visit(/Eleanor Hayes/)).toBeVisible();
  });
});
