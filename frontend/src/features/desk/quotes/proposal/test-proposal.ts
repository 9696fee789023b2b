import type { DeskQuoteDetails } from "~/api/types";
import { inDetail, quoteRoutes } from "../test-quotes";

type Line = DeskQuoteDetails["lines"][number];

/** A stored line: one of a kind for 71.25, without a cost. */
export const aStoredLine = (id: string, text: string, changes: Partial<Line> = {}): Line => ({
  id,
  text,
  quantity: "1.00",
  unit: "flat",
  unitPrice: "71.250",
  amount: "71.25",
  optional: false,
  choice: null,
  suggested: false,
  chosen: false,
  cost: null,
  ...changes,
});

/** The price list, sorted by text. */
export const priceList = [
  { id: "p1", text: "Cord along the path", unit: "ft", unitPrice: "5.255" },
  { id: "p2", text: "Lift for a day", unit: "flat", unitPrice: "1204.00" },
  { id: "p3", text: "Path lights", unit: "piece", unitPrice: "14.60" },
];

/** Serve the editor of quotes: saved lines are in what is fetched afterwards, at a price that the test names. */
export function proposalRoutes(stored: DeskQuoteDetails[], quoteAmount: string) {
  const { routes, change } = quoteRoutes(stored);
  return {
    change,
    routes: {
      ...routes,
      "GET /api/price-list": priceList,
      "GET /api/quotes/:id/line-sources": { estimate: [], lastSeason: null },
      "PUT /api/quotes/:id/lines": ({
        params,
        body,
      }: {
        params: Record<string, string>;
        body: Record<string, unknown>;
      }) => {
        const quote = stored.find(({ id }) => id === params.id) ?? inDetail(stored[0] as DeskQuoteDetails);
        const lines = (body.lines as Partial<Line>[]).map((line, index) =>
          aStoredLine(`stored-${index}`, "", {
            ...line,
            choice: line.choice ?? null,
            amount: (Number(line.quantity) * Number(line.unitPrice)).toFixed(2),
          }),
        );
        return change(params.id, {
          lines,
          quoteAmount,
          note: body.note,
          validUntil: body.validUntil,
          hasLines: true,
          revision: quote.revision + 1,
          status: quote.status === "pending" ? "quoting" : quote.status,
        });
      },
    },
  };
}
