import { screen } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { expect, it } from "vitest";
import { outline } from "~/test/outline";
import { renderAt } from "~/test/render";
import { aJob } from "~/test/rows";
import { server } from "~/test/server";
import { MyJobs } from "./components/my-jobs";

const quote = { servicePackage: "commercial", city: "Rye", quoteAmount: null } as const;
const visits = [
  aJob({ id: "j1" }),
  aJob({ id: "j2", kind: "service", status: "in_progress", scheduledDate: "2026-12-01T01:30:00Z", quote }),
  aJob({ id: "j3", kind: "takedown", scheduledDate: null }),
  aJob({ id: "j4", status: "completed", scheduledDate: "2026-01-08T21:15:00Z" }),
  aJob({ id: "j5", kind: "service", status: "cancelled", scheduledDate: "2025-12-08T14:00:00Z" }),
];

it("the visits of a customer in My Services", async () => {
  server.use(http.get("/api/jobs", () => HttpResponse.json(visits)));
  const { container } = renderAt("/tab", <MyJobs />);
  expect(outline(container)).toMatchSnapshot("loading");
  await screen.findAllByRole("article");
  expect(outline(container)).toMatchSnapshot("loaded");
});

it("no visits, and visits that failed to load", async () => {
  server.use(http.get("/api/jobs", () => HttpResponse.json([])));
  const { container, unmount } = renderAt("/tab", <MyJobs />);
  await screen.findByText("No Scheduled Services");
  expect(outline(container)).toMatchSnapshot("none");
  unmount();
  server.use(http.get("/api/jobs", () => new HttpResponse(null, { status: 500 })));
  const failed = renderAt("/tab", <MyJobs />);
  await screen.findByRole("alert");
  expect(outline(failed.container)).toMatchSnapshot("failed");
});
