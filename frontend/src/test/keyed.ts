import schema from "~/api/schema.gen.ts?raw";

/** A price that is taken back names the version of its quote instead: a second time is a conflict. */
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

/** Whether a request creates something without a key, so that sending it twice would create it twice. */
export function lacksKey({ method, url, headers }: Request): boolean {
  const { pathname } = new URL(url);
  return method === "POST" && !headers.has("Idempotency-Key") && keyed.some((path) => path.test(pathname));
}
