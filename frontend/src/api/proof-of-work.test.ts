import { createChallenge, randomInt, verifySolution } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/web/pbkdf2";
import { HttpResponse, http } from "msw";
import { beforeEach, describe, expect, it } from "vitest";
import { server } from "~/test/server";
import { api } from "./client";
import { ApiError } from "./errors";

const secrets = { hmacSignatureSecret: "challenge", hmacKeySignatureSecret: "solution" };
const message = "We're getting an unusual number of requests right now.";
let attempts: { key: string | null; body: unknown; solved: boolean }[];
let challenges: number;

/** Return whether the header solves one of this server's challenges, checked with the library's own verification. */
async function isSolved(header: string | null): Promise<boolean> {
  if (!header) return false;
  const { challenge, solution } = JSON.parse(atob(header));
  return (await verifySolution({ challenge, solution, deriveKey, ...secrets })).verified;
}

beforeEach(() => {
  attempts = [];
  challenges = 0;
  server.use(
    http.get("/api/challenge", async () => {
      challenges += 1;
      // Like the backend's challenges, with fewer iterations.
      const work = { algorithm: "PBKDF2/SHA-256", cost: 100, counter: randomInt(299, 0) };
      return HttpResponse.json(await createChallenge({ ...work, deriveKey, ...secrets }));
    }),
    http.post("/api/quotes", async ({ request }) => {
      const solved = await isSolved(request.headers.get("X-Challenge-Solution"));
      attempts.push({ key: request.headers.get("Idempotency-Key"), body: await request.json(), solved });
      if (solved) return HttpResponse.json({ id: "q1" }, { status: 201 });
      return HttpResponse.json(
        { message },
        { status: 429, headers: { "X-Challenge": "/api/challenge", "Retry-After": "600" } },
      );
    }),
  );
});

const body = {
  fullName: "Ann Brown",
  email: "ann@example.com",
  phone: "603-555-0172",
  city: "Dover",
  servicePackage: "basic",
} as const;
const send = () => api.post("/api/quotes", { body, idempotencyKey: "key-12345" });

describe("a write over the global limit", () => {
  it("is retried with a proof of work and the same idempotency key", async () => {
    expect(await send()).toEqual({ id: "q1" });
    const request = { key: "key-12345", body };
    expect(attempts).toEqual([
      { ...request, solved: false },
      { ...request, solved: true },
    ]);
  });

  it("solves a new challenge each time", async () => {
    await send();
    await send();
    expect(challenges).toBe(2);
    expect(attempts.map(({ solved }) => solved)).toEqual([false, true, false, true]);
  });

  it("shows the server's message when there is no challenge", async () => {
    server.use(http.get("/api/challenge", () => new HttpResponse(null, { status: 503 })));
    const error = await send().catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ status: 429, serverMessage: message });
    expect(attempts).toHaveLength(1);
  });

  it("shows the server's message when the challenge can't be fetched", async () => {
    server.use(http.get("/api/challenge", () => HttpResponse.error()));
    expect(await send().catch((reason: unknown) => reason)).toMatchObject({ status: 429 });
  });
});

it("does not solve a challenge for a visitor's own limit", async () => {
  server.use(http.post("/api/quotes", () => HttpResponse.json({ message: "Later" }, { status: 429 })));
  expect(await send().catch((reason: unknown) => reason)).toMatchObject({
    status: 429,
    serverMessage: "Later",
  });
  expect(challenges).toBe(0);
});
