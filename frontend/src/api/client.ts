import { csrfToken, type Method, type RequestOptions, request } from "./request";
import type { paths } from "./schema.gen";
import { sendAsVisitor } from "./visitor";

type Verb = Lowercase<Method>;

interface Operation {
  parameters: { query?: unknown; path?: unknown; header?: unknown };
  requestBody?: unknown;
  responses: object;
}

/** The type of a property; `object` if the schema says that there is none (`?: never`). */
type Present<T> = [NonNullable<T>] extends [never] ? object : NonNullable<T>;
type Json<T> = T extends { content: { "application/json": infer Content } } ? Content : undefined;

/** The paths that take a verb, such as `PathWith<"get">`. */
export type PathWith<V extends Verb> = {
  [P in keyof paths]: paths[P][V] extends Operation ? P : never;
}[keyof paths];

type OperationAt<P extends keyof paths, V extends Verb> = Extract<paths[P][V], Operation>;

/** The parameters of the path and of the query, as the schema names them. */
export type Params<P extends keyof paths, V extends Verb = "get"> =
  OperationAt<P, V> extends { parameters: infer Parameters extends Operation["parameters"] }
    ? Pick<Parameters, "path" | "query">
    : never;

/** JSON leaves out what is undefined, so an optional property may be. */
type Sendable<Body> = { [K in keyof Body]: object extends Pick<Body, K> ? Body[K] | undefined : Body[K] };

type BodyOption<O extends Operation> =
  Present<O["requestBody"]> extends { content: { "application/json": infer Body } }
    ? { body: Sendable<Body> }
    : { body?: never };

/** If the schema takes a key, it is required, unless the body has the row's version and so can't be applied twice. */
type KeyOption<O extends Operation> = "Idempotency-Key" extends keyof Present<O["parameters"]["header"]>
  ? "updatedAt" extends keyof BodyOption<O>["body"]
    ? Pick<RequestOptions, "idempotencyKey">
    : { idempotencyKey: string }
  : { idempotencyKey?: never };

type Options<P extends keyof paths, V extends Verb> = Params<P, V> &
  BodyOption<OperationAt<P, V>> &
  KeyOption<OperationAt<P, V>> &
  Pick<RequestOptions, "signal">;

/** An argument that may be left out if everything in it may. */
export type Argument<O> = object extends O ? [options?: O] : [options: O];

/** The JSON of a response that is OK; undefined if it has no body. */
export type Result<P extends keyof paths, V extends Verb = "get"> = Json<
  OperationAt<P, V>["responses"][keyof OperationAt<P, V>["responses"] & (200 | 201 | 204)]
>;

/** What the server takes as the body. */
export type RequestBody<P extends keyof paths, V extends Verb> = BodyOption<OperationAt<P, V>>["body"];

type Call<V extends Verb> = <P extends PathWith<V>>(
  path: P,
  ...options: Argument<Options<P, V>>
) => Promise<Result<P, V>>;

export interface UrlParams {
  path?: Record<string, string> | undefined;
  query?: Record<string, string | number | undefined> | undefined;
}

/** Fill in the parameters of a path. Query parameters that are "" are left out. Prefer `apiUrl`, which checks them. */
export function buildUrl(template: string, { path = {}, query = {} }: UrlParams = {}): string {
  const url = template.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(path[name] ?? ""));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== "") search.set(name, String(value));
  }
  return search.size > 0 ? `${url}?${search}` : url;
}

/** Return the URL of a GET, such as the link to a PDF. */
export function apiUrl<P extends PathWith<"get">>(path: P, ...[params]: Argument<Params<P>>): string {
  return buildUrl(path, params as UrlParams | undefined);
}

function call<V extends Verb>(verb: V): Call<V> {
  const method = verb.toUpperCase() as Uppercase<V>;
  return async (path, ...[options]) => {
    const { path: values, query, ...rest } = (options ?? {}) as UrlParams & RequestOptions;
    const send = () => request(method, buildUrl(path, { path: values, query }), rest);
    // The server rejects a signed-in user's request without the token, so this one is a visitor's.
    const isVisitor = method !== "GET" && csrfToken() === undefined;
    const response = await (isVisitor ? sendAsVisitor(send) : send());
    const text = await response.text();
    return text ? JSON.parse(text) : undefined;
  };
}

/**
 * The only way to call the API. The path, its parameters, the body and the response are checked against the generated
 * schema; every response that is not OK throws an `ApiError`.
 */
export const api = {
  get: call("get"),
  post: call("post"),
  put: call("put"),
  patch: call("patch"),
  delete: call("delete"),
};
