import type { DeskQuote, DeskQuoteDetails } from "~/api/types";
import { anEstimate } from "~/test/rows";
import { aDeskQuote, aDeskQuoteInDetail } from "../test-desk";

const idOf = (end: string) => `0198a000-0000-7000-8000-0000${end}`;

/** The quotes of the journeys, in an order that is neither alphabetical nor that of their days, amounts or statuses. */
export const quotes = {
  marlow: aDeskQuote({
    id: idOf("5e21c7aa"),
    userId: null,
    fullName: "Marlow Pike",
    email: "marlow@example.com",
    phone: "603-555-0111",
    city: "Hampton",
    streetAddress: "7 Kings Highway",
    servicePackage: "basic",
    squareFootage: 1730,
    preferredStartDate: "2026-12-03",
    addOns: [],
    communicationPreference: "phone",
    status: "pending",
    quoteAmount: null,
    estimate: anEstimate({ low: 411, high: 527, lines: [{ label: "Basic", low: 411, high: 527 }] }),
    respondBy: "2026-11-25T18:40:00Z",
    createdAt: "2026-11-24T18:40:00Z",
    updatedAt: "2026-11-24T18:41:00Z",
  }),
  ada: aDeskQuote({
    id: idOf("b3094f12"),
    userId: "0198a000-0000-7000-8000-00000000a0da",
    fullName: "Ada Quill",
    email: "ada@example.com",
    phone: "603-555-0122",
    city: "Exeter",
    streetAddress: "19 Water Street",
    servicePackage: "premium",
    squareFootage: 3150,
    storeys: 2,
    frontWidthFeet: 46,
    preferredStartDate: null,
    addOns: ["wreaths", "rgb"],
    comments: "Please mind the\nroses.",
    textUpdates: true,
    communicationPreference: "sms",
    status: "reviewed",
    quoteAmount: "1311.40",
    estimate: null,
    heardFrom: "yard_sign",
    campaign: { source: "google", medium: "cpc", name: "fall-2026", content: "", term: "lights" },
    answeredAt: "2026-11-23T20:05:00Z",
    respondBy: "2026-11-24T13:12:00Z",
    createdAt: "2026-11-23T13:12:00Z",
    updatedAt: "2026-11-23T20:05:00Z",
  }),
  tessa: aDeskQuote({
    id: idOf("0d47e9c3"),
    userId: "0198a000-0000-7000-8000-0000000e55a0",
    fullName: "Tessa Brandt",
    email: "tessa@example.com",
    phone: "603-555-0133",
    city: "Dover",
    streetAddress: "230 Silver Street",
    servicePackage: "commercial",
    preferredStartDate: "2026-12-02",
    status: "approved",
    quoteAmount: "2207.15",
    estimate: null,
    answeredAt: "2026-11-19T16:00:00Z",
    createdAt: "2026-11-18T21:33:00Z",
    updatedAt: "2026-11-22T14:00:00Z",
  }),
  jonas: aDeskQuote({
    id: idOf("f8a1630b"),
    fullName: "Jonas Ely",
    email: "jonas@example.com",
    phone: "603-555-0144",
    city: "Portsmouth",
    streetAddress: "5 Vaughan Mall",
    servicePackage: "basic",
    status: "quoting",
    quoteAmount: "644.90",
    estimate: null,
    answeredAt: null,
    respondBy: "2026-11-25T11:20:00Z",
    createdAt: "2026-11-24T11:20:00Z",
    updatedAt: "2026-11-24T15:00:00Z",
  }),
} satisfies Record<string, DeskQuote>;

/** Return a quote in detail, as its own page and the desk's panel fetch it. */
export const inDetail = (quote: DeskQuote, changes: Partial<DeskQuoteDetails> = {}) =>
  aDeskQuoteInDetail({ ...quote, ...changes });

/** Serve quotes as the server keeps them: a change is in what is fetched afterwards. */
export function quoteRoutes(stored: DeskQuoteDetails[]) {
  let changes = 0;
  const find = (id = "") => stored.find((quote) => quote.id === id) as DeskQuoteDetails;
  const change = (id: string | undefined, values: object) => {
    changes += 1;
    return Object.assign(find(id), values, { updatedAt: `2026-11-25T15:0${changes}:00Z` });
  };
  type Sent = { params: Record<string, string>; body: Record<string, unknown> };
  return {
    change,
    routes: {
      "GET /api/quotes": () => stored,
      "GET /api/quotes/:id": ({ params }: Sent) => find(params.id),
      "PATCH /api/quotes/:id": ({ params, body }: Sent) => change(params.id, body),
      "GET /api/quotes/:id/history": [],
      "GET /api/quotes/:id/calls": [],
      "GET /api/quotes/:id/comments": [],
      "GET /api/jobs": [],
    },
  };
}
