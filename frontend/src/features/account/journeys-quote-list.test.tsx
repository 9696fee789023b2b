import { screen, within } from "@testing-library/react";
import { HttpResponse } from "msw";
import { beforeEach, vi } from "vitest";
import { journey, refusal } from "~/test/journey";
import { maskTimeZone } from "~/test/mask";
import { aComment, aProgress, aQuote, aQuoteInDetail } from "~/test/rows";
import { openMyServices } from "./test-page";
import { basic, uuid } from "./test-rows";

maskTimeZone();

// Tuesday, November 24, 2026, 9:00 AM in New Hampshire.
beforeEach(() => void vi.setSystemTime("2026-11-24T14:00:00Z"));

const card = (title: string) => within(screen.getByRole("article", { name: title }));
const inCard = (title: string, name: string | RegExp) => card(title).getByRole("button", { name });

journey("a thread doesn't load at first, and gets a comment", async ({ open, serve, step }) => {
  const quote = aQuote({ id: uuid("d04b9c78"), city: "Exeter", quoteAmount: "777.70" });
  const comments = [
    aComment({
      id: "c7",
      content: "Moved to Friday",
      commentType: "status_update",
      createdAt: "2026-11-23T18:05:00Z",
    }),
    aComment({
      id: "c3",
      content: "Is there an outlet?",
      authorName: "Jo Lund",
      createdAt: "2026-11-22T15:20:00Z",
    }),
  ];
  const earlier = [
    aComment({
      id: "c9",
      content: "From my phone.",
      isStaffComment: false,
      otherSender: "sam@example.net",
      createdAt: "2026-11-20T22:40:00Z",
    }),
    aComment({
      id: "c1",
      content: "Can you do the barn?",
      isStaffComment: false,
      createdAt: "2026-11-19T12:10:00Z",
    }),
  ];
  const mine = aComment({
    id: "c5",
    content: "Yes, near the door.",
    isStaffComment: false,
    createdAt: "2026-11-24T14:00:00Z",
  });
  await open(() => openMyServices({ quotes: [basic, quote] }));
  serve({ "GET /api/quotes/:id/comments": refusal(500, "Server error") });
  const title = "Premium Installation";
  await step("Open the thread", (person) => person.click(inCard(title, /^Comments/)));
  serve({
    "GET /api/quotes/:id/comments": ({ query }) =>
      query.has("cursor")
        ? refusal(503, "Not now")
        : HttpResponse.json(comments, {
            headers: { Link: `<http://inner/api/quotes/${quote.id}/comments?cursor=xyz>; rel="next"` },
          }),
  });
  await step("Try again", (person) => person.click(inCard(title, "Try again")));
  await step("Show earlier comments, which don't load", (person) =>
    person.click(inCard(title, "Show earlier comments")),
  );
  serve({
    "GET /api/quotes/:id/comments": ({ query }) =>
      query.has("cursor")
        ? earlier
        : HttpResponse.json([mine, ...comments], {
            headers: { Link: `<http://inner/api/quotes/${quote.id}/comments?cursor=xyz>; rel="next"` },
          }),
    "POST /api/quotes/:id/comments": refusal(400, "Please check the form.", {
      content: ["No links, please"],
    }),
  });
  await step("Show them", (person) => person.click(inCard(title, "Show earlier comments")));
  const box = () => card(title).getByLabelText("Add a comment");
  await step("Write a comment, which is rejected", async (person) => {
    await person.type(box(), "Yes, near the door.");
    await person.click(inCard(title, "Send comment"));
  });
  serve({
    "POST /api/quotes/:id/comments": mine,
    "GET /api/quotes": [basic, { ...quote, progress: aProgress({ replyBy: "2026-11-25T14:00:00Z" }) }],
  });
  await step("Send it again", (person) => person.click(inCard(title, "Send comment")));
  await step("Close the thread", (person) => person.click(inCard(title, /^Comments/)));
  await step("Open the other one", (person) => {
    serve({ "GET /api/quotes/:id/comments": [] });
    return person.click(inCard("Basic Installation", /^Comments/));
  });
});

const visit = (kind: "installation" | "service" | "takedown", scheduledDate: string) => ({
  kind,
  scheduledDate,
});

journey("the quotes load after a failure, page by page, in every state", async ({ open, serve, step }) => {
  const inState = (end: string, day: string, changes: Parameters<typeof aQuote>[0]) =>
    aQuote({ id: uuid(end), createdAt: `2026-${day}T15:00:00Z`, ...changes });
  const pages = [
    [
      inState("e1000007", "11-12", {
        status: "pending",
        quoteAmount: "505.05",
        city: "Stratham",
        progress: aProgress({ step: "requested", next: "price", by: "2026-11-13T15:00:00Z" }),
      }),
      inState("e1000003", "11-21", {
        status: "reviewed",
        quoteAmount: "1616.16",
        city: "Rye",
        servicePackage: "basic",
        progress: aProgress({ replyBy: "2026-11-23T15:00:00Z" }),
      }),
      inState("e1000009", "10-02", {
        status: "service_scheduled",
        quoteAmount: "303.03",
        city: "Newmarket",
        progress: aProgress({
          step: "scheduled",
          next: "visit",
          visit: visit("installation", "2026-11-24T19:30:00Z"),
        }),
      }),
      inState("e1000001", "10-30", {
        status: "rejected",
        quoteAmount: "2020.20",
        city: "Kittery",
        progress: null,
        addOns: [],
        estimate: null,
      }),
    ],
    [
      inState("e1000005", "09-14", {
        status: "service_scheduled",
        quoteAmount: "909.09",
        city: "Dover",
        progress: aProgress({ step: "scheduled", next: "takedown_day", by: "2027-01-12T15:00:00Z" }),
      }),
      inState("e1000008", "11-01", {
        status: "approved",
        quoteAmount: "111.10",
        city: "York",
        progress: aProgress({ step: "accepted", next: "day", by: "2026-11-02T15:00:00Z" }),
      }),
      inState("e1000002", "08-19", {
        status: "service_scheduled",
        quoteAmount: "707.07",
        city: "Eliot",
        progress: aProgress({
          step: "scheduled",
          next: "visit",
          visit: visit("service", "2026-11-22T15:15:00Z"),
        }),
      }),
      inState("e1000006", "08-03", {
        status: "complete",
        quoteAmount: "404.40",
        city: "Salem",
        progress: aProgress({ step: "done", next: null }),
      }),
      inState("e1000004", "07-28", {
        status: "pending",
        quoteAmount: null,
        city: "Lee",
        squareFootage: null,
        preferredStartDate: null,
        progress: aProgress({ step: "requested", next: "price", by: null }),
      }),
    ],
  ];
  const details = ({ params }: { params: Record<string, string> }) =>
    aQuoteInDetail(pages.flat().find(({ id }) => id === params.id));
  await open(() => openMyServices({}, "?tab=addresses"));
  serve({ "GET /api/quotes": refusal(500, "Server error") });
  await step("Open the quotes, which don't load", (person) =>
    person.click(screen.getByRole("tab", { name: "Quotes" })),
  );
  const next = '<http://inner/api/quotes?cursor=two>; rel="next"';
  serve({
    "GET /api/quotes": ({ query }) =>
      query.has("cursor")
        ? refusal(503, "Not now")
        : HttpResponse.json(pages[0], { headers: { Link: next } }),
    "GET /api/quotes/:id": refusal(500, "Server error"),
  });
  await step("Try again", (person) => person.click(screen.getByRole("button", { name: "Try again" })));
  serve({ "GET /api/quotes/:id": details });
  await step("Load the price that didn't load", (person) =>
    person.click(inCard("Basic Installation", "Try again")),
  );
  await step("Show more, which fails", (person) =>
    person.click(screen.getByRole("button", { name: "Show more" })),
  );
  serve({ "GET /api/quotes": pages[1] as object });
  await step("Show more", (person) =>
    person.click(screen.getByRole("button", { name: /Show more|Try again/ })),
  );
});
