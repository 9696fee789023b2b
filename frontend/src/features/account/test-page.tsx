import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, within } from "@testing-library/react";
import { type HttpHandler, HttpResponse, http } from "msw";
import { createMemoryRouter, RouterProvider } from "react-router";
import type {
  Address,
  Invoice,
  Job,
  Quote,
  StorageCharge,
  StorageSubscription,
  TreeOrder,
  WhatsNextItem,
} from "~/api/types";
import { createQueryClient } from "~/app/query-client";
import { aPerson } from "~/test/person";
import { aQuoteInDetail } from "~/test/rows";
import { customer, server, signIn } from "~/test/server";
import { Toaster } from "~/ui/toaster";
import MyServicesPage from "./pages/my-services-page";

/** The customer's rows in a test; lists that are left out are empty. */
export interface Rows {
  quotes?: Quote[];
  jobs?: Job[];
  addresses?: Address[];
  invoices?: Invoice[];
  storage?: StorageSubscription[];
  trees?: TreeOrder[];
  next?: WhatsNextItem[];
  charges?: StorageCharge[];
}

/** Mock the lists of My Services. */
export function serveLists(rows: Rows) {
  const lists = {
    "/api/quotes": rows.quotes,
    "/api/jobs": rows.jobs,
    "/api/addresses": rows.addresses,
    "/api/invoices": rows.invoices,
    "/api/storage-subscriptions": rows.storage,
    "/api/tree-orders": rows.trees,
    "/api/whats-next": rows.next,
    "/api/storage-charges": rows.charges,
    "/api/payment-history": [],
    "/api/payment-methods": [],
  };
  for (const [path, list = []] of Object.entries(lists)) {
    server.use(http.get(path, () => HttpResponse.json(list)));
  }
  server.use(
    http.get("/api/quotes/:id", ({ params }) => {
      const quote = rows.quotes?.find(({ id }) => id === params.id);
      return quote ? HttpResponse.json(aQuoteInDetail(quote)) : undefined;
    }),
    http.get("/api/payments/config", () =>
      HttpResponse.json({ publishableKey: "pk_test", scriptUrl: "https://stripe.test/stripe.js" }),
    ),
    http.get("/api/contact-choice", () =>
      HttpResponse.json({ channel: null, number: "", textUpdates: false }),
    ),
  );
}

/** Open the page without signing anyone in. */
export function openPage(search = "") {
  const router = createMemoryRouter(
    [
      { path: "/my-services", element: <MyServicesPage /> },
      { path: "*", element: null },
    ],
    { initialEntries: [`/my-services${search}`] },
  );
  // Full-page navigations use the browser's own URL.
  window.history.replaceState(null, "", `/my-services${search}`);
  const queryClient = createQueryClient();
  const page = render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
      <Toaster />
    </QueryClientProvider>,
  );
  return { router, queryClient, person: aPerson(), ...page };
}

/** Open My Services as the customer, at a tab. */
export function openMyServices(rows: Rows = {}, search = "", ...handlers: HttpHandler[]) {
  signIn(customer);
  serveLists(rows);
  server.use(...handlers);
  return openPage(search);
}

/** Open My Services as a customer for whom `serveMore` serves more than these rows. */
export function openWith(serveMore: () => void, rows: Rows = {}, search = "") {
  signIn(customer);
  serveLists(rows);
  serveMore();
  return openPage(search);
}

/** Return the card with this heading. */
export async function card(name: string | RegExp) {
  return within(await screen.findByRole("article", { name }));
}
