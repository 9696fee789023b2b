import schema from "~/api/schema.gen.ts?raw";

/** Taking back a price sends the quote's version instead of a key, so that repeating it is a conflict. */
const versioned = ["/api/quotes/{quote_id}/undo-price"];

function keyedPaths(): RegExp[] {
  const takingKeys = new Set(
    [...schema.matchAll(/^ {4}(\w+): \{\n {8}parameters: \{(?:(?!^ {8}\};)[\s\S])*?"Idempotency-Key"/gm)].map(
      ([, operation]) => operation,
    ),
  );
  const posts = schema.matchAll(
    /^ {4}"([^"]+)": \{(?:(?!^ {4}\};)[\s\S])*?^ {8}post: operations\["(\w+)"\]/gm,
  );
  return [...posts]
    .filter(([, path = "", operation]) => takingKeys.has(operation) && !versioned.includes(path))
    .map(([, path = ""]) => new RegExp(`^${path.replace(/\{\w+\}/g, "[^/]+")}$`));
}

const keyed = keyedPaths();

/** Return whether a request lacks a key that its endpoint takes, so that a retry would create a second row. */
export function lacksKey({ method, url, headers }: Request): boolean {
  const { pathname } = new URL(url);
  return method === "POST" && !headers.has("Idempotency-Key") && keyed.some((path) => path.test(pathname));
}
