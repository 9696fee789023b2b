import { HttpResponse, http } from "msw";
import { afterEach, describe, expect, it, vi } from "vitest";
import { server } from "~/test/server";
import { api } from "./client";
import { ApiError, errorMessage } from "./errors";

/** Answers the next GET /api/thing. */
function answer(body: string, init: ResponseInit) {
  server.use(http.get("/api/thing", () => new HttpResponse(body, init)));
}

async function failure(): Promise<ApiError> {
  const error = await api.get("/api/thing").then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!(error instanceof ApiError)) throw new Error("the call did not fail");
  return error;
}

describe("an answer that is not OK", () => {
  it("fails with the status, a colon and the body's text", async () => {
    answer('{"message":"Not found"}', { status: 404 });
    const error = await failure();
    expect(error.message).toBe('404: {"message":"Not found"}');
    expect(error.status).toBe(404);
    expect(error.serverMessage).toBe("Not found");
  });

  it("has the status text when the body is empty", async () => {
    answer("", { status: 502, statusText: "Bad Gateway" });
    expect((await failure()).message).toBe("502: Bad Gateway");
  });

  it("keeps the messages of the fields", async () => {
    answer(JSON.stringify({ message: "City is required", errors: { city: ["City is required"] } }), {
      status: 400,
    });
    expect((await failure()).fieldErrors).toEqual({ city: ["City is required"] });
  });

  it("shows a person the server's sentence, or the whole text of a stranger's answer", async () => {
    answer('{"message":"We are full that day"}', { status: 409 });
    expect(errorMessage(await failure())).toBe("We are full that day");
    answer("upstream went away", { status: 504 });
    expect(errorMessage(await failure())).toBe("504: upstream went away");
  });
});

describe("a server that cannot be reached", () => {
  it("is said in words when something was to be read", async () => {
    server.use(http.get("/api/thing", () => HttpResponse.error()));
    const error = await failure();
    expect(error.status).toBe(0);
    expect(error.message).toBe(
      "We can't reach the server right now. Check your connection and try again in a minute.",
    );
  });

  it("leaves open whether something was saved", async () => {
    server.use(http.post("/api/thing", () => HttpResponse.error()));
    await expect(api.post("/api/thing", {})).rejects.toThrow(
      "We don't know whether it was saved. Sending it again is safe. Check your connection first, or call (603) 555-0148.",
    );
  });
});

describe("reading", () => {
  it("answers null for a visitor where that is asked for", async () => {
    answer('{"message":"Unauthorized"}', { status: 401 });
    expect(await api.getOrNull("/api/thing")).toBeNull();
  });

  it("fails on 401 otherwise", async () => {
    answer('{"message":"Unauthorized"}', { status: 401 });
    expect((await failure()).status).toBe(401);
  });
});

describe("writing", () => {
  afterEach(() => {
    // biome-ignore lint/suspicious/noDocumentCookie: the server sets this cookie in a browser
    document.cookie = "csrftoken=; max-age=0";
  });

  it("sends JSON, the CSRF token and the idempotency key", async () => {
    // biome-ignore lint/suspicious/noDocumentCookie: the server sets this cookie in a browser
    document.cookie = "csrftoken=s3cret";
    const fetching = vi.spyOn(globalThis, "fetch");
    let sent: Request | undefined;
    server.use(
      http.post("/api/thing", ({ request }) => {
        sent = request.clone();
        return HttpResponse.json({ id: "1" }, { status: 201 });
      }),
    );

    expect(await api.post("/api/thing", { a: 1 }, { idempotencyKey: "key-12345" })).toEqual({ id: "1" });
    expect(sent?.headers.get("X-CSRFToken")).toBe("s3cret");
    expect(sent?.headers.get("Idempotency-Key")).toBe("key-12345");
    expect(sent?.headers.get("Content-Type")).toBe("application/json");
    expect(fetching.mock.calls[0]?.[1]?.credentials).toBe("include");
    expect(await sent?.json()).toEqual({ a: 1 });
  });

  it("sends the token of the cookie that production sets", async () => {
    vi.spyOn(document, "cookie", "get").mockReturnValue("theme=dark; __Host-csrftoken=s3cret");
    let token: string | null = null;
    server.use(
      http.post("/api/thing", ({ request }) => {
        token = request.headers.get("X-CSRFToken");
        return HttpResponse.json({});
      }),
    );
    await api.post("/api/thing", {});
    expect(token).toBe("s3cret");
  });

  it.each([
    ["post", () => api.post("/api/thing", {})],
    ["patch", () => api.patch("/api/thing", {})],
    ["delete", () => api.delete("/api/thing")],
  ])("proves with each %s that it comes from this site", async (_, write) => {
    // biome-ignore lint/suspicious/noDocumentCookie: the server sets this cookie in a browser
    document.cookie = "csrftoken=s3cret";
    let token: string | null = null;
    server.use(
      http.all("/api/thing", ({ request }) => {
        token = request.headers.get("X-CSRFToken");
        return HttpResponse.json({});
      }),
    );
    await write();
    expect(token).toBe("s3cret");
  });

  it("takes an empty answer", async () => {
    server.use(http.delete("/api/thing", () => new HttpResponse(null, { status: 204 })));
    expect(await api.delete("/api/thing")).toBeUndefined();
  });
});
