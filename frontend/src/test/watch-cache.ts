import type { QueryClient, QueryKey } from "@tanstack/react-query";

/** What the cache has of an entity: the customer's list, the desk's lists, and single rows. */
const ofRows = ["mine", "desk", "one"];
/** The parts of the cache, by the first word of their query keys. */
const caches: Record<string, readonly string[]> = {
  addresses: ofRows,
  analytics: ["metrics"],
  confirmation: ["now"],
  "contact-choice": ["now"],
  desk: [
    "business",
    "customers",
    "installation",
    "money",
    "price-list",
    "promise",
    "queue",
    "saved-replies",
    "search",
    "staff",
    "suggestions",
    "texts",
  ],
  invoices: ofRows,
  jobs: ofRows,
  messages: ofRows,
  "payment-history": ["now"],
  "payment-methods": ["now"],
  payments: ofRows,
  questions: ofRows,
  quotes: ofRows,
  "storage-subscriptions": ofRows,
  "stripe-events": ofRows,
  "tree-orders": ofRows,
  "whats-next": ["now"],
};
/** The first words of what nothing puts out of date. */
const lasting: unknown[] = ["auth", "checkout", "erasure", "estimate", "texts"];

/** Write down which parts of the cache a step puts out of date. No request shows it for a screen that isn't open. */
export function watchCache() {
  let client: QueryClient | null = null;
  const parts = Object.entries(caches).flatMap(([root, names]) =>
    names.map((name) => ({ root, name, key: [root, name, "not shown"] })),
  );
  const fill = () => {
    for (const { key } of parts) client?.setQueryData(key, null);
  };
  const isListed = ([root, name]: QueryKey) =>
    lasting.includes(root) || (root === "desk" ? caches.desk?.includes(`${name}`) : `${root}` in caches);
  const checkKeys = () => {
    const unlisted = client
      ?.getQueryCache()
      .getAll()
      .find(({ queryKey }) => !isListed(queryKey));
    if (unlisted)
      throw new Error(`Add the key ${JSON.stringify(unlisted.queryKey)} to src/test/watch-cache.ts.`);
  };
  return {
    follow({ queryClient }: { queryClient: QueryClient }) {
      client = queryClient;
      fill();
    },
    take(): string[] {
      checkKeys();
      const old = parts.filter(({ key }) => client?.getQueryState(key)?.isInvalidated);
      fill();
      if (old.length === parts.length) return ["Out of date: everything"];
      const words = Object.entries(caches).flatMap(([root, names]) => {
        const own = old.filter((part) => part.root === root);
        return own.length === names.length ? root : own.map(({ name }) => `${root}/${name}`);
      });
      return words.length > 0 ? [`Out of date: ${words.join(", ")}`] : [];
    },
  };
}
