import { HttpResponse, http } from "msw";
import { Route, Routes } from "react-router";
import type { Comment, CurrentUser, Invoice, QuoteDetails, TreeOrder } from "~/api/types";
import { renderAt } from "~/test/render";
import { aComment, aQuoteInDetail } from "~/test/rows";
import { server, signIn } from "~/test/server";
import FollowInvoicePage from "./pages/invoice-page";
import FollowQuotePage from "./pages/quote-page";
import FollowTreeOrderPage from "./pages/tree-order-page";

const element = (
  <Routes>
    <Route path="/follow/quotes/:id" element={<FollowQuotePage />} />
    <Route path="/follow/tree-orders/:id" element={<FollowTreeOrderPage />} />
    <Route path="/follow/invoices/:id" element={<FollowInvoicePage />} />
  </Routes>
);

/** Open a page behind a private link without mocking its row. */
export const openFollow = (path: string) => renderAt(`/follow/${path}`, element);

/** A guest's quote as returned for its page. */
export function aFollowedQuote(changes: Partial<QuoteDetails> = {}): QuoteDetails {
  return aQuoteInDetail({ userId: null, ...changes });
}

/** Mock a row that can be seen with its link. Return the calls that mark it as opened. */
function serve(path: string, row: () => object) {
  const calls: string[] = [];
  server.use(
    http.get(`/api/${path}`, () => HttpResponse.json(row())),
    http.post(`/api/${path}/opened`, () => {
      calls.push("opened");
      return new HttpResponse(null, { status: 204 });
    }),
  );
  return calls;
}

interface Visitor {
  /** The signed-in user; by default there is only the link. */
  user?: CurrentUser;
}

/** Open the page of a quote. A test can change `rows.quote` and `rows.comments`. */
export function openQuote(quote = aFollowedQuote(), { user }: Visitor = {}) {
  if (user) signIn(user);
  const rows = { quote, comments: [aComment()] as Comment[] };
  const calls = serve(`quotes/${quote.id}`, () => rows.quote);
  server.use(
    http.get(`/api/quotes/${quote.id}/comments`, () => HttpResponse.json(rows.comments.toReversed())),
  );
  return { rows, calls, ...openFollow(`quotes/${quote.id}`) };
}

/** Open the page of a tree order. */
export function openTreeOrder(order: TreeOrder, { user }: Visitor = {}) {
  if (user) signIn(user);
  const rows = { order };
  const calls = serve(`tree-orders/${order.id}`, () => rows.order);
  return { rows, calls, ...openFollow(`tree-orders/${order.id}`) };
}

/** Open the page of an invoice. */
export function openInvoice(invoice: Invoice, { user }: Visitor = {}) {
  if (user) signIn(user);
  const calls = serve(`invoices/${invoice.id}`, () => invoice);
  return { calls, ...openFollow(`invoices/${invoice.id}`) };
}

/** Return the headings of the cards on the page, in order. */
export const cards = () => [...document.querySelectorAll("main h2")].map(({ textContent }) => textContent);
