import { business } from "~/lib/business";
import { ApiError } from "./errors";

interface ReadOptions {
  signal?: AbortSignal;
}

interface WriteOptions {
  /** One key for one intent: the server answers a repeated key with the first result and creates nothing. */
  idempotencyKey?: string;
}

type Method = "GET" | "POST" | "PATCH" | "DELETE";

const UNREACHABLE = "We can't reach the server right now. Check your connection and try again in a minute.";
/** The server's message when its database failed; a lost response is just as uncertain. */
const UNKNOWN_OUTCOME = `We don't know whether it was saved. Sending it again is safe. Check your connection first, or call ${business.phone}.`;

function cookie(name: string): string | undefined {
  const pair = document.cookie.split("; ").find((part) => part.startsWith(`${name}=`));
  return pair && decodeURIComponent(pair.slice(name.length + 1));
}

/**
 * The token that unsafe calls send back, where the server has set one (Django's double-submit cookie). Over TLS the
 * cookie has the prefix that keeps other hosts of the same domain from setting it (RFC 6265bis, "The __Host- Prefix").
 */
export function csrfToken(): string | undefined {
  return cookie("__Host-csrftoken") ?? cookie("csrftoken");
}

function headers(method: Method, hasBody: boolean, idempotencyKey: string | undefined): Headers {
  const result = new Headers({ Accept: "application/json" });
  if (hasBody) result.set("Content-Type", "application/json");
  if (idempotencyKey) result.set("Idempotency-Key", idempotencyKey);
  const token = method === "GET" ? undefined : csrfToken();
  if (token) result.set("X-CSRFToken", token);
  return result;
}

async function send(method: Method, path: string, body?: unknown, options: ReadOptions & WriteOptions = {}) {
  const sent = headers(method, body !== undefined, options.idempotencyKey);
  const init: RequestInit = { method, credentials: "include", headers: sent };
  if (body !== undefined) init.body = JSON.stringify(body);
  if (options.signal) init.signal = options.signal;
  const response = await reach(path, init);
  const solution = await proofOfWork(response);
  if (!solution) return response;
  await response.body?.cancel(); // an unread body keeps its connection busy
  sent.set("X-Challenge-Solution", solution);
  return reach(path, init);
}

/**
 * The proof of work that a refused response asks for, or null where it asks for none or none can be had. While the site
 * gets far too many requests, each has to cost its sender something; the visitor only waits a moment longer.
 */
async function proofOfWork(response: Response): Promise<string | null> {
  const path = response.status === 429 ? response.headers.get("X-Challenge") : null;
  if (!path) return null;
  try {
    const { solveNewChallenge } = await import("./proof-of-work");
    return await solveNewChallenge(path);
  } catch {
    return null; // the refused response says what the visitor can do
  }
}

async function reach(path: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(path, init);
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") throw error;
    throw new ApiError(0, init.method === "GET" ? UNREACHABLE : UNKNOWN_OUTCOME);
  }
}

async function answer<Answer>(response: Response): Promise<Answer> {
  if (!response.ok) throw await ApiError.from(response);
  const text = await response.text();
  // The types come from the generated schema, which the server is tested against.
  return (text ? JSON.parse(text) : undefined) as Answer;
}

async function write<Answer>(
  method: Method,
  path: string,
  body?: unknown,
  options?: WriteOptions,
): Promise<Answer> {
  return answer<Answer>(await send(method, path, body, options));
}

/** The one way to the API: cookies, the CSRF header, JSON, and `ApiError` for every answer that is not OK. */
export const api = {
  async get<Answer>(path: string, options?: ReadOptions): Promise<Answer> {
    return answer<Answer>(await send("GET", path, undefined, options));
  },
  /** Like `get`, with null for "not signed in". */
  async getOrNull<Answer>(path: string, options?: ReadOptions): Promise<Answer | null> {
    const response = await send("GET", path, undefined, options);
    if (response.status !== 401) return answer<Answer>(response);
    await response.body?.cancel(); // an unread body keeps its connection busy
    return null;
  },
  /** The raw answer, for lists whose next page is in a header. */
  async getResponse(path: string, options?: ReadOptions): Promise<Response> {
    const response = await send("GET", path, undefined, options);
    if (!response.ok) throw await ApiError.from(response);
    return response;
  },
  post<Answer>(path: string, body?: unknown, options?: WriteOptions): Promise<Answer> {
    return write("POST", path, body, options);
  },
  patch<Answer>(path: string, body: unknown): Promise<Answer> {
    return write("PATCH", path, body);
  },
  delete<Answer = void>(path: string): Promise<Answer> {
    return write("DELETE", path);
  },
};
