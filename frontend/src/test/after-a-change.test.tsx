import { QueryClientProvider, type QueryKey } from "@tanstack/react-query";
import { renderHook } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import type { PropsWithChildren } from "react";
import { expect, it } from "vitest";
import {
  addressKeys,
  contactChoiceKey,
  type EntityKeys,
  erasureKey,
  invoiceKeys,
  jobKeys,
  quoteKeys,
  storageKeys,
  treeOrderKeys,
  whatsNextKey,
} from "~/api/keys";
import { createQueryClient } from "~/app/query-client";
import { pastJobsQuery, unscheduledQuery } from "~/features/desk/jobs/api";
import {
  analyticsKeys,
  deskKeys,
  messageKeys,
  paymentKeys,
  storedItemsKeys,
} from "~/features/desk/shared/keys";
import { daySheetQuery, pastDeliveriesQuery } from "~/features/desk/trees/api";
import { savedCardsQuery } from "~/features/payments/api";
import { server } from "./server";

const id = "0198a000-0000-7000-8000-0000a41f09c2";

/** The screens that show a row: the customer's list, the desk's list, its own page, and a part of that page. */
const screensOf = (name: string, keys: EntityKeys): [string, QueryKey][] => [
  [`my ${name}s`, keys.mine],
  [`${name}s`, keys.desk({})],
  [`this ${name}`, keys.one(id)],
  [`a part of this ${name}`, keys.part(id, "history")],
];

const screens: [string, QueryKey][] = [
  ...screensOf("quote", quoteKeys),
  ...screensOf("visit", jobKeys),
  ...screensOf("invoice", invoiceKeys),
  ...screensOf("tree order", treeOrderKeys),
  ...screensOf("plan", storageKeys),
  ...screensOf("address", addressKeys),
  ...screensOf("message", messageKeys),
  ...screensOf("payment", paymentKeys),
  ["unscheduled visits", unscheduledQuery().queryKey],
  ["visits to mark", pastJobsQuery().queryKey],
  ["deliveries to mark", pastDeliveriesQuery().queryKey],
  ["the day sheet", daySheetQuery("2026-12-05").queryKey],
  ["my cards", savedCardsQuery.queryKey],
  ["what's next", whatsNextKey],
  ["how we reach me", contactChoiceKey],
  ["due now", deskKeys.queue({})],
  ["a customer", deskKeys.customer("u1")],
  ["money", deskKeys.money("months")],
  ["the staff", deskKeys.staff("list")],
  ["what is stored", storedItemsKeys.desk({})],
  ["saved replies", deskKeys.savedReplies],
  ["usual lines", deskKeys.priceList],
  ["analytics", analyticsKeys.all],
  ["whether someone can be erased", erasureKey],
];
/** Return the screens whose query keys start with a key. */
const below = (root: QueryKey) =>
  screens.filter(([, key]) => root.every((part, place) => part === key[place])).map(([name]) => name);
const all = (...entities: { all: QueryKey }[]) => entities.flatMap((keys) => below(keys.all));
const one = (name: string) => [`this ${name}`, `a part of this ${name}`];
const desk = below(deskKeys.all);
/** The screens that depend on a card payment: what it paid for, Money, Due now, analytics and an erasure. */
const payments = [
  ...all(paymentKeys, invoiceKeys, treeOrderKeys, analyticsKeys, deskKeys),
  ...below(erasureKey),
];

/** A mutation hook. It is called with an ID, which some hooks ignore, or with what its row names. */
type Hook = (of: unknown) => { mutateAsync: (variables: never) => Promise<unknown> };

/**
 * The mutations by hook: their variables, and the screens that are refetched after success or rejection. A
 * row that the mutation itself fetches is not among them.
 */
const changes: Record<
  string,
  { of?: unknown; with?: unknown; refreshes: string[]; afterRefusal?: string[] }
> = {
  // By customers.
  "quotes/my-quotes useAccept": same([...all(quoteKeys, jobKeys, invoiceKeys), "what's next"]),
  "quotes/my-quotes useDecline": same([...all(quoteKeys, jobKeys, invoiceKeys), "what's next"]),
  "quotes/my-quotes useAskAgain": same([...all(quoteKeys, jobKeys, invoiceKeys), "what's next"]),
  "quotes/my-quotes useAddComment": { refreshes: ["my quotes", ...one("quote"), "what's next"] },
  "quotes/api useRequestQuote": { with: { body: {} }, refreshes: [...all(quoteKeys), "how we reach me"] },
  "trees/api usePlaceTreeOrder": {
    with: { order: {} },
    refreshes: [...all(treeOrderKeys), "how we reach me"],
  },
  "follow/api useChangePreferredDay": same(all(treeOrderKeys), "2026-12-05"),
  "account/api useSaveAddress": same(all(addressKeys)),
  "account/api useMakeDefaultAddress": same(all(addressKeys)),
  "account/api useDeleteAddress": same(all(addressKeys)),
  "account/api useChooseContact": { refreshes: [] },
  "account/api useSaveProfile": { refreshes: [] },
  "payments/api useRemoveCard": same(["my cards"]),
  "storage/api useChangePlan": same(["my plans", ...all(addressKeys), "what's next"]),
  "storage/api useCancel": same(["my plans", ...all(addressKeys), "what's next"]),
  "storage/api useResume": same(["my plans", ...all(addressKeys), "what's next"]),
  "storage/api useAttach": same(["my plans", ...all(addressKeys), "what's next"]),
  "storage/api useDetach": same(["my plans", ...all(addressKeys), "what's next"]),
  // At the desk.
  "desk/quotes/api useBulkStatus": same([...all(quoteKeys, jobKeys, invoiceKeys), "analytics", ...desk]),
  "desk/quotes/proposal/use-save-proposal useSaveProposal": {
    with: { quote: { id }, content: { ledger: [], note: "" }, onStored: () => undefined },
    refreshes: ["a part of this quote", ...all(jobKeys, invoiceKeys), "analytics", ...desk],
    afterRefusal: ["a part of this quote"],
  },
  "desk/quotes/proposal/usual-lines-api useSaveUsualLine": { refreshes: ["usual lines"] },
  "desk/quotes/proposal/usual-lines-api useDeleteUsualLine": { refreshes: ["usual lines"] },
  "desk/jobs/use-update-job useUpdateJob": {
    with: { job: { id }, change: {} },
    refreshes: [
      ...all(quoteKeys, invoiceKeys),
      ...one("visit"),
      "unscheduled visits",
      "visits to mark",
      ...desk,
    ],
    afterRefusal: all(jobKeys),
  },
  "desk/shared/create-from-quote useScheduleJob": {
    with: { body: { quoteId: id } },
    refreshes: ["a part of this quote", ...all(jobKeys), "analytics", ...desk],
    afterRefusal: ["a part of this quote"],
  },
  "desk/shared/create-from-quote useDraftInvoice": {
    with: { body: { quoteId: id } },
    refreshes: ["a part of this quote", ...all(invoiceKeys), ...desk],
    afterRefusal: ["a part of this quote"],
  },
  "desk/shared/step-tree-order useStepTreeOrder": {
    of: { id },
    refreshes: [...one("tree order"), "deliveries to mark", "the day sheet", ...desk],
    afterRefusal: ["a part of this tree order"],
  },
  "desk/trees/api useRecordPayment": onDesk("tree order", treeOrderKeys, "the day sheet"),
  "desk/trees/api useReversePayment": onDesk("tree order", treeOrderKeys, "the day sheet"),
  "desk/trees/api usePaymentCodes": { refreshes: [] },
  "desk/invoices/api useReviseDraft": onDesk("invoice", invoiceKeys),
  "desk/invoices/api useSendInvoice": onDesk("invoice", invoiceKeys),
  "desk/invoices/api useCancelInvoice": onDesk("invoice", invoiceKeys),
  "desk/invoices/api useRecordPayment": onDesk("invoice", invoiceKeys),
  "desk/invoices/api useReversePayment": onDesk("invoice", invoiceKeys),
  "desk/invoices/api useSendInvoices": same([...all(invoiceKeys), "analytics", ...desk]),
  "desk/invoices/api useDraftForCustomer": { refreshes: [...all(invoiceKeys), ...desk] },
  "desk/invoices/api useNoInvoiceNeeded": { refreshes: [...one("quote"), ...desk] },
  "desk/invoices/money/api useAnswerDispute": same(payments),
  "desk/invoices/money/api useAcceptDispute": same(payments),
  "desk/subscriptions/api useRecordItems": same(["what is stored", ...all(storageKeys), ...desk]),
  "desk/subscriptions/api useProcessEvent": { refreshes: [...all(storageKeys), ...payments] },
  "desk/customers/outbox-api useSendAgain": {
    with: { id },
    refreshes: [...one("message"), "due now"],
    afterRefusal: ["a part of this message"],
  },
  "desk/queue/saved-replies-api useSaveReply": { with: { body: {} }, refreshes: ["saved replies"] },
  "desk/queue/saved-replies-api useDeleteReply": { refreshes: ["saved replies"] },
  "desk/staff/api useInvite": same(["the staff"]),
  "desk/staff/api useWithdraw": same(["the staff"]),
  "desk/staff/api useChangeRole": same(["the staff"]),
  "desk/staff/api useRemoveFromStaff": same(["the staff"]),
  "desk/staff/api useRemoveSecondFactor": same(["the staff"]),
};

/** Refetched in any case, since a rejection can mean that the screen is out of date. */
function same(refreshes: string[], variables: unknown = {}) {
  return { with: variables, refreshes, afterRefusal: refreshes };
}

/** The desk's change of a row. The row is updated in place in the lists, which are not refetched. */
function onDesk(name: string, keys: EntityKeys, ...more: string[]) {
  return { refreshes: [...one(name), "analytics", ...more, ...desk], afterRefusal: all(keys) };
}

const modules = import.meta.glob<Record<string, unknown>>(
  [
    "../features/**/{api,*-api,my-quotes,create-from-quote,step-tree-order,use-save-proposal,use-update-job}.ts",
  ],
  { eager: true },
);

/** Return every mutation hook of these modules. */
function findHooks(): Map<string, Hook> {
  const found = Object.entries(modules).flatMap(([file, exports]) =>
    Object.entries(exports)
      .filter(([name, value]) => /^use[A-Z]/.test(name) && typeof value === "function")
      .map(([name, value]) => [`${file.slice(12, -3)} ${name}`, value as Hook] as const),
  );
  return new Map(found);
}

function renderHookOf(hook: Hook, of: unknown = id) {
  const queryClient = createQueryClient();
  const wrapper = ({ children }: PropsWithChildren) => (
    <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
  );
  return { queryClient, ...renderHook(() => hook(of), { wrapper }) };
}

/** Run a mutation on a page that has shown every screen. Return the screens that it invalidates. */
async function change(name: string, status: number): Promise<string[]> {
  server.use(
    http.get("/api/*", () => HttpResponse.json({ id })),
    http.all("/api/*", () => HttpResponse.json({ id, to: "", message: "No" }, { status })),
  );
  const { queryClient, result } = renderHookOf(findHooks().get(name) as Hook, changes[name]?.of);
  for (const [, key] of screens) queryClient.setQueryData(key, []);
  const given = changes[name]?.with ?? {};
  const variables = typeof given === "object" ? { idempotencyKey: "a-key", ...given } : given;
  const made = result.current.mutateAsync(variables as never);
  await (status < 400 ? made : made.catch(() => undefined));
  return screens.filter(([, key]) => queryClient.getQueryState(key)?.isInvalidated).map(([screen]) => screen);
}

it.each(Object.keys(changes))("the screens that %s changes are refetched", async (name) => {
  const { refreshes, afterRefusal = [] } = changes[name] as (typeof changes)[string];
  expect((await change(name, 200)).sort()).toEqual([...new Set(refreshes)].sort());
  expect((await change(name, 409)).sort()).toEqual([...new Set(afterRefusal)].sort());
});

it("every mutation has a list of screens", () => {
  server.use(http.all("/api/*", () => HttpResponse.json([])));
  const names = [...findHooks()].filter(([, hook]) => {
    const { result, unmount } = renderHookOf(hook);
    unmount();
    return typeof result.current === "object" && "mutateAsync" in result.current;
  });
  expect(names.map(([name]) => name).sort()).toEqual(Object.keys(changes).sort());
});
