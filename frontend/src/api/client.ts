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

function cookie(name: string): string | undefined {
  const pair = document.cookie.split("; ").find((part) => part.startsWith(`${name}=`));
  return pair && decodeURIComponent(pair.slice(name.length + 1));
}

/** The token that unsafe calls send back, where the server has set one (Django's double-submit cookie). */
export function csrfToken(): string | undefined {
  return cookie("csrftoken");
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
  const init: RequestInit = {
    method,
    credentials: "include",
    headers: headers(method, body !== undefined, options.idempotencyKey),
  };
  if (body !== undefined) init.body = JSON.stringify(body);
  if (options.signal) init.signal = options.signal;
  try {
    return await fetch(path, init);
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") throw error;
    throw new ApiError(
      0,
      `We could not reach the server. Your answers are kept: check your connection and send again, or call ${business.phone}.`,
    );
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
