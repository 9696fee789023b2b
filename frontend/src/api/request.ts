import { ApiError } from "./errors";

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

export interface RequestOptions {
  body?: unknown;
  /** One key for one intent: the server responds to a repeated key with the first result and creates nothing. */
  idempotencyKey?: string | undefined;
  signal?: AbortSignal | undefined;
}

const UNREACHABLE = "We can't reach the server right now. Check your connection and try again in a minute.";
/** The server's message when its database failed; a lost response is just as uncertain. */
const UNKNOWN_OUTCOME =
  "We don't know whether it was saved. Sending it again is safe. Check your connection first.";

function cookie(name: string): string | undefined {
  const pair = document.cookie.split("; ").find((part) => part.startsWith(`${name}=`));
  return pair && decodeURIComponent(pair.slice(name.length + 1));
}

/**
 * Return the token that unsafe requests send back, if the server has set one (Django's double-submit cookie). Over TLS
 * the cookie's prefix keeps other hosts of the same domain from setting it (RFC 6265bis, "The __Host- Prefix").
 */
export function csrfToken(): string | undefined {
  return cookie("__Host-csrftoken") ?? cookie("csrftoken");
}

function requestHeaders(method: Method, { body, idempotencyKey }: RequestOptions): Headers {
  const headers = new Headers({ Accept: "application/json" });
  if (body !== undefined) headers.set("Content-Type", "application/json");
  if (idempotencyKey) headers.set("Idempotency-Key", idempotencyKey);
  const token = method === "GET" ? undefined : csrfToken();
  if (token) headers.set("X-CSRFToken", token);
  return headers;
}

async function send(url: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, init);
  } catch (error) {
    if (init.signal?.aborted) throw error;
    throw new ApiError(0, init.method === "GET" ? UNREACHABLE : UNKNOWN_OUTCOME);
  }
}

/**
 * Solve the proof of work that a 429 response requires; null if it requires none or solving fails. It makes floods of
 * requests expensive, while a visitor only waits a moment longer.
 */
async function proofOfWork(response: Response): Promise<string | null> {
  const url = response.status === 429 ? response.headers.get("X-Challenge") : null;
  if (!url) return null;
  try {
    const { solveNewChallenge } = await import("./proof-of-work");
    return await solveNewChallenge(url);
  } catch {
    return null; // the 429 response tells the visitor what to do
  }
}

/**
 * Send a request to the API with cookies, the CSRF header and, if required, a proof of work. Throw an `ApiError` for a
 * response that is not OK, and for no response at all. Prefer `api` if the URL is known, since it checks the types.
 */
export async function request(method: Method, url: string, options: RequestOptions = {}): Promise<Response> {
  const headers = requestHeaders(method, options);
  const init: RequestInit = { method, credentials: "include", headers };
  if (options.body !== undefined) init.body = JSON.stringify(options.body);
  if (options.signal) init.signal = options.signal;
  let response = await send(url, init);
  const solution = await proofOfWork(response);
  if (solution) {
    await response.body?.cancel(); // an unread body keeps its connection busy
    headers.set("X-Challenge-Solution", solution);
    response = await send(url, init);
  }
  if (!response.ok) throw await ApiError.from(response);
  return response;
}
