import { QueryClient } from "@tanstack/react-query";
import { HttpResponse, http } from "msw";
import { describe, expect, expectTypeOf, it, vi } from "vitest";
import { customer, server } from "~/test/server";
import { currentUserQuery } from "./auth";
import { api, apiUrl } from "./client";
import { ApiError, errorMessage } from "./errors";
import { quoteKeys } from "./keys";
import { deskListQuery, fetchDeskRows, listQuery } from "./pages";
import type { DeskJob, QuoteDetails } from "./types";
import { maybeSignedIn } from "./visitor";

/** Respond to GET /api/catalog. */
function respond(body: string, init: ResponseInit) {
  server.use(http.get("/api/catalog", () => new HttpResponse(body, init)));
}

async function failure(): Promise<ApiError> {
  const error = await api.get("/api/catalog").then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!(error instanceof ApiError)) throw new Error("the request did not fail");
  return error;
}

const path = { quote_id: "q1" };
const decline = () => api.post("/api/quotes/{quote_id}/decline", { path, body: {}, idempotencyKey: "a-key" });

function setToken(cookie: string) {
  // biome-ignore lint/suspicious/noDocumentCookie: the server sets this cookie in a browser
  document.cookie = `csrftoken=${cookie}`;
}

describe("a response that is not OK", () => {
  it("fails with the status, a colon and the body's text", async () => {
    respond('{"message":"Not found"}', { status: 404 });
    const error = await failure();
    expect(error.message).toBe('404: {"message":"Not found"}');
    expect(error.status).toBe(404);
    expect(error.serverMessage).toBe("Not found");
  });

  it("has the status text when the body is empty", async () => {
    respond("", { status: 502, statusText: "Bad Gateway" });
    expect((await failure()).message).toBe("502: Bad Gateway");
  });

  it("keeps the messages of the fields", async () => {
    respond(JSON.stringify({ message: "City is required", errors: { city: ["City is required"] } }), {
      status: 400,
    });
    expect((await failure()).fieldErrors).toEqual({ city: ["City is required"] });
  });

  it("shows the server's message, or the whole text of another server's response", async () => {
    respond('{"message":"We are full that day"}', { status: 409 });
    expect(errorMessage(await failure())).toBe("We are full that day");
    respond("upstream went away", { status: 504 });
    expect(errorMessage(await failure())).toBe("504: upstream went away");
    respond("null", { status: 500 });
    expect(errorMessage(await failure())).toBe("500: null");
    expect(errorMessage("no error at all")).toBe("no error at all");
  });
});

describe("a server that cannot be reached", () => {
  it("is explained for a read", async () => {
    server.use(http.get("/api/catalog", () => HttpResponse.error()));
    const error = await failure();
    expect(error.status).toBe(0);
    expect(error.message).toBe(
      "We can't reach the server right now. Check your connection and try again in a minute.",
    );
  });

  it("leaves open whether a write was saved", async () => {
    server.use(http.post("/api/quotes/q1/decline", () => HttpResponse.error()));
    await expect(decline()).rejects.toThrow(
      "We don't know whether it was saved. Sending it again is safe. Check your connection first.",
    );
  });
});

describe("a read", () => {
  it("fills in the path and the query, leaving out empty filters", async () => {
    const urls: string[] = [];
    server.use(
      http.get("*", ({ request }) => {
        urls.push(request.url.replace(window.location.origin, ""));
        return HttpResponse.json([]);
      }),
    );
    await api.get("/api/quotes", { query: { scope: "admin", status: "", q: "Ann & Bo", limit: 5 } });
    await api.get("/api/desk/customers/{key}", { path: { key: "a/b?c" } });
    expect(urls).toEqual(["/api/quotes?scope=admin&q=Ann+%26+Bo&limit=5", "/api/desk/customers/a%2Fb%3Fc"]);
    expect(apiUrl("/api/invoices/{invoice_id}/pdf", { path: { invoice_id: "i1" } })).toBe(
      "/api/invoices/i1/pdf",
    );
  });

  it("fails on 401", async () => {
    respond('{"message":"Unauthorized"}', { status: 401 });
    expect((await failure()).status).toBe(401);
  });

  it("rejects with the abort error, not an ApiError, when aborted", async () => {
    respond("{}", { status: 200 });
    const reading = api.get("/api/catalog", { signal: AbortSignal.abort() });
    await expect(reading).rejects.toMatchObject({ name: "AbortError" });
  });
});

describe("the session lookup", () => {
  const lookUp = () => new QueryClient().fetchQuery(currentUserQuery);

  it("is null for a visitor", async () => {
    expect(await lookUp()).toBeNull();
  });

  it("asks the server even if the CSRF cookie is lost", async () => {
    setToken("; max-age=0");
    server.use(http.get("/api/auth/user", () => HttpResponse.json(customer)));
    expect(await lookUp()).toEqual(customer);
  });

  it("fails on anything but 401", async () => {
    server.use(http.get("/api/auth/user", () => new HttpResponse(null, { status: 503 })));
    await expect(lookUp()).rejects.toMatchObject({ status: 503 });
  });
});

describe("the hint that someone may be signed in", () => {
  const decideWith = (response: () => Response) =>
    server.use(http.post("/api/quotes/q1/decline", () => response()));

  it("ignores the cookie that a visitor gets with a response, even before the response can be read", async () => {
    setToken("; max-age=0");
    let atOnce: boolean | undefined;
    decideWith(() => {
      setToken("of-a-link"); // browsers store it before the script hears of the response
      atOnce = maybeSignedIn();
      return HttpResponse.json({ id: "q1" });
    });
    await decline();
    expect(atOnce).toBe(false);
    expect(maybeSignedIn()).toBe(false);
    setToken("of-a-session"); // signing in changes it
    expect(maybeSignedIn()).toBe(true);
  });

  it("trusts the cookie again after a visitor's request has failed", async () => {
    setToken("; max-age=0");
    decideWith(() => HttpResponse.json({ message: "No" }, { status: 409 }));
    await expect(decline()).rejects.toMatchObject({ status: 409 });
    setToken("of-a-session");
    expect(maybeSignedIn()).toBe(true);
  });
});

describe("a write", () => {
  it("sends JSON, the CSRF token and the idempotency key", async () => {
    setToken("s3cret");
    const fetching = vi.spyOn(globalThis, "fetch");
    let sent: Request | undefined;
    server.use(
      http.post("/api/quotes/q1/comments", ({ request }) => {
        sent = request.clone();
        return HttpResponse.json({ id: "1" }, { status: 201 });
      }),
    );

    const options = { path, body: { content: "Hello" }, idempotencyKey: "key-12345" };
    expect(await api.post("/api/quotes/{quote_id}/comments", options)).toEqual({ id: "1" });
    expect(sent?.headers.get("X-CSRFToken")).toBe("s3cret");
    expect(sent?.headers.get("Idempotency-Key")).toBe("key-12345");
    expect(sent?.headers.get("Content-Type")).toBe("application/json");
    expect(fetching.mock.calls[0]?.[1]?.credentials).toBe("include");
    expect(await sent?.json()).toEqual({ content: "Hello" });
  });

  it("sends the token from production's __Host- cookie", async () => {
    vi.spyOn(document, "cookie", "get").mockReturnValue("theme=dark; __Host-csrftoken=s3cret");
    let token: string | null = null;
    server.use(
      http.post("/api/quotes/q1/decline", ({ request }) => {
        token = request.headers.get("X-CSRFToken");
        return HttpResponse.json({});
      }),
    );
    await decline();
    expect(token).toBe("s3cret");
  });

  it.each([
    ["post", decline],
    ["patch", () => api.patch("/api/auth/user", { body: { firstName: "Ann" } })],
    ["delete", () => api.delete("/api/addresses/{address_id}", { path: { address_id: "a1" } })],
  ])("sends the CSRF token with each %s", async (_, write) => {
    setToken("s3cret");
    let token: string | null = null;
    server.use(
      http.all("/api/*", ({ request }) => {
        token = request.headers.get("X-CSRFToken");
        return HttpResponse.json({});
      }),
    );
    await write();
    expect(token).toBe("s3cret");
  });

  it("accepts an empty response", async () => {
    server.use(http.delete("/api/addresses/a1", () => new HttpResponse(null, { status: 204 })));
    const path = { address_id: "a1" };
    expect(await api.delete("/api/addresses/{address_id}", { path })).toBeUndefined();
  });
});

describe("the compiler", () => {
  // Never called. `tsc` checks it, and fails if one of these lines has no type error.
  const mistakes = async () => {
    // @ts-expect-error a typo in the path
    await api.get("/api/qoutes");
    // @ts-expect-error a method that the path doesn't have
    await api.delete("/api/quotes/{quote_id}", { path });
    // @ts-expect-error no path parameter
    await api.get("/api/quotes/{quote_id}");
    // @ts-expect-error a typo in the path parameter
    await api.get("/api/quotes/{quote_id}", { path: { qoute_id: "q1" } });
    // @ts-expect-error a typo in a query parameter
    await api.get("/api/quotes", { query: { citty: "Dover" } });
    // @ts-expect-error a value that a query parameter doesn't take
    await api.get("/api/quotes", { query: { scope: "everybody" } });
    // @ts-expect-error no body
    await api.patch("/api/auth/user");
    // @ts-expect-error a typo in an optional property of the body
    await api.patch("/api/auth/user", { body: { firstname: "Ann" } });
    // @ts-expect-error a value that a property of the body doesn't take
    await api.patch("/api/quotes/{quote_id}", { path, body: { status: "done" } });
    // @ts-expect-error money as a number, which loses cents
    await api.post("/api/quotes/{quote_id}/accept", { path, body: { quoteAmount: 913.4 } });
    // @ts-expect-error an idempotency key where the server takes none
    await api.patch("/api/auth/user", { body: {}, idempotencyKey: "key-12345" });
    // @ts-expect-error a typo in a property of the response
    (await api.get("/api/quotes/{quote_id}", { path })).qouteAmount;
    // @ts-expect-error a link with a typo
    apiUrl("/api/invoices/{invoice_id}/pfd", { path: { invoice_id: "i1" } });
    // @ts-expect-error a list with a typo in a filter
    listQuery(quoteKeys.mine, "/api/quotes", { query: { citty: "Dover" } });
    // @ts-expect-error a list of the desk with a typo in a filter
    deskListQuery(quoteKeys.all, "/api/quotes", { citty: "Dover" });
    // @ts-expect-error a list that has no rows of everybody
    deskListQuery(quoteKeys.all, "/api/addresses", {});
  };

  it("knows the types of responses and rows", () => {
    expect(mistakes).toBeTypeOf("function");
    expectTypeOf(decline).returns.resolves.toEqualTypeOf<QuoteDetails>();
    expectTypeOf(api.delete<"/api/addresses/{address_id}">).returns.resolves.toBeUndefined();
    const visits = () => fetchDeskRows("/api/jobs", { from: "2026-12-01" }, AbortSignal.abort());
    expectTypeOf(visits).returns.resolves.toEqualTypeOf<DeskJob[]>();
  });
});
