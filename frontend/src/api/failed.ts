interface Loaded {
  data: unknown;
  isFetched: boolean;
  /** Omitted by queries without placeholder data. */
  isPlaceholderData?: boolean;
}

/**
 * Return whether a query has nothing to show because it failed. Unlike its `isError`, this stays true during a retry,
 * so that "Try again" stays where it is, keeps the focus and shows that it is trying.
 */
export const hasFailed = ({ data, isFetched, isPlaceholderData = false }: Loaded): boolean =>
  isFetched && (data === undefined || isPlaceholderData);
