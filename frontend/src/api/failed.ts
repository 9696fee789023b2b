interface Loaded {
  data: unknown;
  isFetched: boolean;
  /** Missing where the query shows no other query's result in the meantime. */
  isPlaceholderData?: boolean;
}

/**
 * Return whether a query has nothing to show because it failed. Unlike its `isError`, this stays true while it is tried
 * again, so that "Try again" keeps its place and the focus, and says what it does.
 */
export const hasFailed = ({ data, isFetched, isPlaceholderData = false }: Loaded): boolean =>
  isFetched && (data === undefined || isPlaceholderData);
