import {
  focusManager,
  onlineManager,
  QueryClientProvider,
  QueryObserver,
  type QueryObserverOptions,
  type UseQueryOptions,
  useInfiniteQuery,
  useQuery,
} from "@tanstack/react-query";
import { renderHook, waitFor } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import type { PropsWithChildren } from "react";
import { expect, it, onTestFinished, vi } from "vitest";
import type { ListQuery } from "~/api/pages";
import { treeOrderQuery } from "~/api/tree-order";
import { createQueryClient } from "~/app/query-client";
import { whatsNextQuery } from "~/features/account/whats-next";
import {
  businessQuery,
  businessVersionsQuery,
  textQuery,
  textVersionsQuery,
} from "~/features/desk/business/api";
import { invoicePaymentsQuery } from "~/features/desk/invoices/api";
import { disputeAnswerQuery } from "~/features/desk/invoices/money/api";
import { unscheduledQuery } from "~/features/desk/jobs/api";
import { treeOrderQuery as deskTreeOrderQuery, promiseQuery, queueQuery } from "~/features/desk/queue/api";
import { quotesQuery } from "~/features/desk/quotes/api";
import { quoteMetricsQuery } from "~/features/desk/shared/analytics-api";
import { callsQuery } from "~/features/desk/shared/calls";
import { billedQuery } from "~/features/desk/shared/create-from-quote";
import { customerQuery } from "~/features/desk/shared/customers-api";
import { historyQuery } from "~/features/desk/shared/history-list";
import { countsQuery } from "~/features/desk/shared/queue-counts";
import { securityEventsQuery } from "~/features/desk/staff/api";
import { daySheetQuery } from "~/features/desk/trees/api";
import { invoiceQuery } from "~/features/invoices";
import { savedCardsQuery } from "~/features/payments/api";
import { commentsQuery, quoteQuery } from "~/features/quotes";
import { previewQuery } from "~/features/storage/api";
import { erasureQuery } from "~/ui/personal-data/plan";
import { server } from "./server";

/** What others change while someone is on another page of the app: the office, customers, Stripe or a colleague. */
const shown = {
  "a customer's quote": quoteQuery("q1"),
  "a customer's invoice": invoiceQuery("i1"),
  "a customer's tree order": treeOrderQuery("t1"),
  "a customer's saved cards": savedCardsQuery,
  "what's next for a customer": whatsNextQuery(),
  "the cost of another plan": previewQuery("s1", "business"),
  "what erasing a person would do": erasureQuery(null),
  "the business's details": businessQuery,
  "a page's text": textQuery("faq"),
  "a tree order in the queue": deskTreeOrderQuery("t1"),
  "how much of a quote is billed": billedQuery("q1"),
  "the history of a quote": historyQuery("quotes", "q1"),
  "the history of a tree order": historyQuery("tree-orders", "t1"),
  "the history of a job": historyQuery("jobs", "j1"),
  "the history of an invoice": historyQuery("invoices", "i1"),
  "the calls about a quote": callsQuery("quotes", "q1"),
  "the calls about a tree order": callsQuery("tree-orders", "t1"),
  "the calls about a question": callsQuery("questions", "n1"),
  "the payments on an invoice": invoicePaymentsQuery("i1"),
  "the evidence about a dispute": disputeAnswerQuery("c1"),
  "a customer's records on the desk": customerQuery("k1"),
  "the numbers of quotes": quoteMetricsQuery,
  "a day's deliveries": daySheetQuery("2026-12-05"),
};
const lists = {
  "the comments on a quote": commentsQuery("q1"),
  "the visits without a day": unscheduledQuery(),
  "who changed the business's details": businessVersionsQuery,
  "a text's versions": textVersionsQuery("faq"),
  "the security log": securityEventsQuery,
};
const useShown = (query: unknown) => useQuery(query as UseQueryOptions);
const useShownList = (query: unknown) => {
  // Each list here has one page with one row.
  const { data = [] } = useInfiniteQuery(query as ListQuery<unknown>);
  return { data: data[0] };
};

it.each([
  ...Object.entries(shown).map(([name, query]) => [name, query, useShown] as const),
  ...Object.entries(lists).map(([name, query]) => [name, query, useShownList] as const),
])("%s: is fetched again on each visit", async (_, query, useIt) => {
  let asked = 0;
  server.use(http.all("/api/*", () => HttpResponse.json({ asked: ++asked })));
  const queryClient = createQueryClient();
  const wrapper = ({ children }: PropsWithChildren) => (
    <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
  );
  const visit = () => renderHook(() => useIt(query), { wrapper });
  const first = visit();
  await waitFor(() => expect(first.result.current.data).toMatchObject({ asked: 1 }));
  first.unmount();
  await new Promise((resolve) => setTimeout(resolve, 5)); // data that is not kept is dropped a moment later
  const { result } = visit();
  await waitFor(() => expect(result.current.data).toMatchObject({ asked: 2 }));
});

const NOT_BY_ITSELF = {
  "while it is shown": 0,
  "in the background": 0,
  "back in front": 0,
  "back online": 0,
};
const polled = {
  "the queue": { ...NOT_BY_ITSELF, "while it is shown": 7, "back in front": 1 },
  "the numbers of rows in the queue": {
    ...NOT_BY_ITSELF,
    "while it is shown": 7,
    "in the background": 1,
    "back in front": 1,
  },
  "how many replies were on time": { ...NOT_BY_ITSELF, "while it is shown": 1 },
  "a day's deliveries": { ...NOT_BY_ITSELF, "while it is shown": 1 },
};

it("the queue and the day sheet are fetched again by themselves while they are open, and nothing else is", async () => {
  vi.useFakeTimers();
  onTestFinished(() => focusManager.setFocused(undefined));
  const queryClient = createQueryClient();
  queryClient.mount();
  const queries: Record<string, unknown> = {
    ...shown,
    ...lists,
    "the queue": queueQuery({ kind: "", city: "", late: "" }, () => 20),
    "the numbers of rows in the queue": countsQuery(""),
    "how many replies were on time": promiseQuery,
    "a list that was fetched at once": { ...quotesQuery({ status: "", q: "" }), staleTime: 0 },
    "what can't be loaded": { queryKey: ["broken"] },
  };
  const times: Record<string, typeof NOT_BY_ITSELF> = {};
  let phase: keyof typeof NOT_BY_ITSELF | "opened" = "opened";
  for (const [name, query] of Object.entries(queries)) {
    const counted = { ...NOT_BY_ITSELF };
    times[name] = counted;
    const queryFn = () => {
      if (phase !== "opened") counted[phase] += 1;
      return name === "what can't be loaded" ? Promise.reject(new Error(name)) : Promise.resolve([]);
    };
    new QueryObserver(queryClient, { ...(query as QueryObserverOptions), queryFn }).subscribe(
      () => undefined,
    );
  }
  const during = async (next: typeof phase, milliseconds: number, begin: () => unknown) => {
    phase = next;
    begin();
    await vi.advanceTimersByTimeAsync(milliseconds);
  };
  await during("opened", 100, () => undefined);
  await during("while it is shown", 60_000, () => undefined);
  const hidden = vi.spyOn(document, "hidden", "get");
  await during("in the background", 60_000, () => {
    hidden.mockReturnValue(true);
    focusManager.setFocused(false);
  });
  await during("back in front", 100, () => {
    hidden.mockReturnValue(false);
    focusManager.setFocused(true);
  });
  await during("back online", 100, () => {
    onlineManager.setOnline(false);
    onlineManager.setOnline(true);
  });
  queryClient.clear();
  queryClient.unmount();
  const alone = Object.keys(queries).map((name) => [name, NOT_BY_ITSELF]);
  expect(times).toEqual({ ...Object.fromEntries(alone), ...polled });
});
