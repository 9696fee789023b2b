import type { components } from "./schema.gen";

/** All fields are optional, since an error from a proxy has none of them. */
type ErrorBody = Partial<components["schemas"]["Error"]>;
export type FieldErrors = NonNullable<ErrorBody["errors"]>;

function parse(text: string): ErrorBody {
  try {
    const body: unknown = JSON.parse(text);
    return typeof body === "object" && body !== null ? body : {};
  } catch {
    // A proxy's text or HTML, which the error's message contains in full.
    return {};
  }
}

/** A response that is not OK, or no response at all (`status` 0). */
export class ApiError extends Error {
  override name = "ApiError";
  /** The server's own message, which may be shown to people. */
  readonly serverMessage: string | undefined;
  /** Messages by the JSON name of the field. */
  readonly fieldErrors: FieldErrors;

  constructor(
    readonly status: number,
    message: string,
    body: ErrorBody = {},
    /** The number of seconds to wait before a retry; null if the server doesn't say. */
    readonly retryAfter: number | null = null,
  ) {
    super(message);
    this.serverMessage = body.message;
    this.fieldErrors = body.errors ?? {};
  }

  /** Read a failed response. The message is "status: body text", or the status text if the body is empty. */
  static async from(response: Response): Promise<ApiError> {
    const text = await response.text();
    const message = `${response.status}: ${text || response.statusText}`;
    return new ApiError(
      response.status,
      message,
      parse(text),
      Number(response.headers.get("Retry-After")) || null,
    );
  }
}

/**
 * Return whether this browser can't access what it asked for: it is signed out (401), or the row isn't theirs (404).
 */
export function isInaccessible(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 401 || error.status === 404);
}

/** Return the message to show: the server's own if it sent one. */
export function errorMessage(error: unknown): string {
  if (error instanceof ApiError) return error.serverMessage ?? error.message;
  return error instanceof Error ? error.message : String(error);
}
