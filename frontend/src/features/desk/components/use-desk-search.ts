import { useQuery } from "@tanstack/react-query";
import { getQuery } from "~/api/queries";
import type { StatusKind } from "~/api/statuses";
import { easternToday } from "~/lib/eastern";
import { daySheetPath, deskPath, paths } from "~/lib/paths";
import { deskKeys } from "../shared/keys";
import { customerPath, invoicePath, quotePath, treeOrderPath } from "../shared/record-links";
import { matchDetail } from "../shared/search-match";
import type { DeskSearch, SearchMatch } from "../shared/types";
import { useIsOwner } from "../shared/use-is-owner";
import { tabs } from "./desk-tabs";

/** A result of the palette, and where it leads. */
export interface Found {
  /** Unique among all results. */
  key: string;
  title: string;
  detail?: string;
  to: string;
}

export interface FoundGroup {
  label: string;
  found: Found[];
}

/** The fewest characters that the server searches for. */
const MIN_LENGTH = 2;

const searchQuery = (q: string) => ({
  ...getQuery(deskKeys.search(q), "/api/desk/search", { query: { q } }),
  enabled: q.length >= MIN_LENGTH,
});

/** Pages of the desk besides its tabs, by name. */
const views: readonly (readonly [string, () => string])[] = [
  ["Calendar, week", () => deskPath("jobs", { view: "week" })],
  ["Calendar, month", () => deskPath("jobs", { view: "month" })],
  ["All tree orders", () => deskPath("trees", { view: "all" })],
  ["January disposal", () => deskPath("trees", { view: "disposal" })],
  ["Day sheet for today", () => daySheetPath(easternToday())],
  ["Overdue invoices", () => deskPath("invoices", { status: "overdue" })],
  ["Outbox", () => deskPath("customers", { view: "outbox" })],
  ["All subscriptions", () => deskPath("subscriptions", { view: "all" })],
  ["Card issues", () => deskPath("subscriptions", { view: "refunds" })],
  ["View site", () => paths.home],
];

/** Pages that only owners may see. */
const ownersViews: typeof views = [
  ["Staff and privacy", () => paths.staff],
  ["Business and texts", () => paths.business],
  ["Installation", () => paths.installation],
];

/** Return the tabs and pages that have a word starting with each of the words in `q`; all tabs for "". */
function findPages(q: string, isOwner: boolean): Found[] {
  const pages: (readonly [string, () => string])[] = tabs.map(({ value, label }) => [
    label,
    () => deskPath(value),
  ]);
  const words = q.toLowerCase().split(/\s+/).filter(Boolean);
  const matches = (name: string) => {
    const own = name.toLowerCase().split(/\W+/);
    return words.every((word) => own.some((each) => each.startsWith(word)));
  };
  return (q ? [...pages, ...views, ...(isOwner ? ownersViews : [])] : pages)
    .filter(([name]) => matches(name))
    .map(([name, to]) => ({ key: `page ${name}`, title: name, to: to() }));
}

function groupsOf({ customers, quotes, treeOrders, invoices }: DeskSearch): FoundGroup[] {
  const row = (kind: StatusKind, match: SearchMatch, to: string): Found => ({
    key: `${kind} ${match.id}`,
    title: match.title,
    detail: matchDetail(kind, match),
    to,
  });
  return [
    {
      label: "Customers",
      found: customers.map(({ key, title, detail }) => ({
        key: `customer ${key}`,
        title,
        detail,
        to: customerPath(key),
      })),
    },
    {
      label: "Quotes",
      found: quotes.map((match) => row("quote", match, quotePath(match.id))),
    },
    {
      label: "Tree orders",
      found: treeOrders.map((match) => row("treeOrder", match, treeOrderPath(match.id))),
    },
    {
      label: "Invoices",
      found: invoices.map((match) => row("invoice", match, invoicePath(match.id, match.title))),
    },
  ];
}

/**
 * Find pages for the text as it is typed, and records for `q`, the text once typing has paused. Results for an earlier
 * text are never shown.
 */
export function useDeskSearch(text: string, q: string) {
  const typed = text.trim();
  const isOwner = useIsOwner();
  const query = useQuery(searchQuery(q));
  const records = typed === q && query.data ? groupsOf(query.data) : [];
  const groups = [{ label: "Pages", found: findPages(typed, isOwner) }, ...records].filter(
    ({ found }) => found.length > 0,
  );
  const searched = typed.length >= MIN_LENGTH;
  return {
    groups,
    isSearching: searched && (typed !== q || query.isFetching),
    isError: searched && typed === q && query.isError && !query.isFetching,
    retry: () => void query.refetch(),
  };
}
