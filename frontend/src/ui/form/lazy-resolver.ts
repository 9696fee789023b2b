import type { FieldValues, Resolver } from "react-hook-form";

/** Return a resolver whose rules load when first needed, so that the first view of a public page does without them. */
export function lazyResolver<Values extends FieldValues, Output>(
  load: () => Promise<{ resolver: Resolver<Values, unknown, Output> }>,
): Resolver<Values, unknown, Output> {
  return async (values, context, options) => {
    const rules = await load().catch(() => null);
    // The connection broke before the rules arrived. The server has the same rules and responds with the same messages.
    if (!rules) return { values: values as unknown as Output, errors: {} };
    return rules.resolver(values, context, options);
  };
}
