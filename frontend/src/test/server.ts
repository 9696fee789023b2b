import { HttpResponse, http } from "msw";
import { setupServer } from "msw/node";
import type { Address, CurrentUser } from "~/api/types";

const SIGNED_IN = "csrftoken=signed-in-token";

/** Serve an empty list to signed-in customers only, since a visitor's browser has no reason to request it. */
const emptyList = (path: string) =>
  http.get(
    ({ request }) => new URL(request.url).pathname === path && document.cookie.includes(SIGNED_IN),
    () => HttpResponse.json([]),
  );

/**
 * The mock server. By default, no one is signed in, a customer has no requests and orders, and neither estimates nor
 * saved cards load.
 */
export const server = setupServer(
  http.get("/api/auth/user", () => HttpResponse.json({ message: "Unauthorized" }, { status: 401 })),
  emptyList("/api/quotes"),
  emptyList("/api/tree-orders"),
  http.post("/api/estimate", () => HttpResponse.json({ message: "Not now" }, { status: 503 })),
  http.post("/api/payment-methods/session", () => HttpResponse.json({ message: "Not now" }, { status: 503 })),
);

/** The signed-in customer of the tests. */
export const customer: CurrentUser = {
  id: "0198a000-0000-7000-8000-000000000001",
  email: "eleanor@example.com",
  firstName: "Eleanor",
  lastName: "Hayes",
  profileImageUrl: "",
  isAdmin: false,
  role: null,
  secondFactorMissing: false,
};

/** Sign a user in for one test, which gives the browser another CSRF token. */
export function signIn(user: CurrentUser, addresses: Partial<Address>[] = []) {
  // biome-ignore lint/suspicious/noDocumentCookie: the cookie store is not in jsdom
  document.cookie = SIGNED_IN;
  server.use(
    http.get("/api/auth/user", () => HttpResponse.json(user)),
    http.get("/api/addresses", () => HttpResponse.json(addresses)),
  );
}
