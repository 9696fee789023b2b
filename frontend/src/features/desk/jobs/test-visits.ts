import type { DeskJob } from "~/api/types";
import { aDeskJob } from "./test-job";

const idOf = (end: string) => `0198a000-0000-7000-8000-0000${end}`;
const { quote } = aDeskJob();
const aVisit = (job: string, ofQuote: string, changes: Partial<DeskJob>) =>
  aDeskJob({ id: idOf(job), quoteId: idOf(ofQuote), ...changes });

/** The visits of the journeys, in an order that is neither alphabetical nor that of their days or statuses. */
export const visits = {
  lena: aVisit("3fd20b71", "a1c07e52", {
    scheduledDate: "2026-11-27T15:30:00Z",
    notes: "Two ladders",
    quote: {
      ...quote,
      fullName: "Lena Voss",
      email: "lena@example.com",
      phone: "603-555-0151",
      city: "Dover",
      streetAddress: "8 Chapel Street",
      servicePackage: "commercial",
      quoteAmount: "1905.60",
    },
  }),
  cyrus: aVisit("9b60e4d8", "52fe10c9", {
    kind: "service",
    scheduledDate: "2026-11-27T16:45:00Z",
    quote: {
      ...quote,
      fullName: "Cyrus Bell",
      email: "cyrus@example.com",
      phone: "603-555-0152",
      city: "Exeter",
      streetAddress: "31 High Street",
      servicePackage: "basic",
      quoteAmount: "488.25",
    },
  }),
  runa: aVisit("07c8d5a3", "e83b1d04", {
    kind: "takedown",
    scheduledDate: null,
    quote: {
      ...quote,
      fullName: "Runa Meyer",
      email: "runa@example.com",
      phone: "603-555-0153",
      city: "Hampton",
      streetAddress: "64 Winnacunnet Road",
      quoteAmount: null,
    },
  }),
  abel: aVisit("d4417f2e", "0c95ab37", {
    scheduledDate: "2026-11-23T19:00:00Z",
    quote: {
      ...quote,
      fullName: "Abel Strand",
      email: "abel@example.com",
      phone: "603-555-0154",
      city: "Portsmouth",
      streetAddress: "2 Pleasant Street",
      servicePackage: "basic",
      quoteAmount: "733.80",
    },
  }),
  mirja: aVisit("6ae9c310", "b7720f4d", {
    status: "in_progress",
    scheduledDate: "2026-11-24T13:15:00Z",
    quote: {
      ...quote,
      fullName: "Mirja Onno",
      email: "mirja@example.com",
      phone: "603-555-0155",
      city: "Rye",
      streetAddress: "97 Ocean Boulevard",
      quoteAmount: "1266.45",
    },
  }),
} satisfies Record<string, DeskJob>;

type Sent = { params: Record<string, string>; query: URLSearchParams; body: Record<string, unknown> };

/** Serve visits as the server keeps them: a change is in what is fetched afterwards. */
export function jobRoutes(rows: DeskJob[]) {
  const stored = structuredClone(rows);
  let changes = 0;
  const find = (id = "") => stored.find((job) => job.id === id) as DeskJob;
  const change = (id: string | undefined, values: object) => {
    changes += 1;
    return Object.assign(find(id), values, { updatedAt: `2026-11-25T15:0${changes}:00Z` });
  };
  const day = ({ scheduledDate }: DeskJob) => scheduledDate?.slice(0, 10) ?? "";
  const isPast = (job: DeskJob) =>
    day(job) !== "" && day(job) < "2026-11-25" && /scheduled|in_progress/.test(job.status);
  const isBetween = (job: DeskJob, from: string | null, to: string | null) =>
    (!from || day(job) >= from) && (!to || (day(job) !== "" && day(job) <= to));
  const list = ({ query }: Sent) =>
    stored.filter((job) => {
      if (query.has("pastUnmarked")) return isPast(job);
      if (query.has("unscheduled")) return !job.scheduledDate && job.status === "scheduled";
      return (
        (!query.get("status") || job.status === query.get("status")) &&
        (!query.get("kind") || job.kind === query.get("kind")) &&
        isBetween(job, query.get("from"), query.get("to")) &&
        job.quote.fullName.toLowerCase().includes(query.get("q") ?? "")
      );
    });
  return {
    change,
    list,
    routes: {
      "GET /api/jobs": list,
      "GET /api/jobs/:id": ({ params }: Sent) => find(params.id),
      "GET /api/jobs/:id/history": [],
      "PATCH /api/jobs/:id": ({ params, body }: Sent) => {
        const { status, kind } = change(params.id, body);
        const offersTakedown =
          body.status === "completed" && status === "completed" && kind === "installation";
        return {
          ...find(params.id),
          offersTakedown,
          suggestedTakedown: offersTakedown ? "2027-01-12T15:45:00Z" : null,
        };
      },
    },
  };
}
