import type { FieldValues, Resolver } from "react-hook-form";

/** Return a resolver whose rules are loaded when first needed: the first visit to a public page does without them. */
export function lazyResolver<Values extends FieldValues, Output>(
  load: () => Promise<{ resolver: Resolver<Values, unknown, Output> }>,
): Resolver<Values, unknown, Output> {
  return async (values, context, options) => {
    const rules = await load().catch(() => null);
    // The connection broke before the rules came: the server has the same ones and says so in the same words.
    if (!rules) return { values: values as unknown as Output, errors: {} };
    return rules.resolver(values, context, options);
  };
}
