import { type QueryClient, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { api } from "~/api/client";
import { newKey } from "~/api/idempotency";
import { listQuery } from "~/api/pages";
import { statusIn } from "~/api/statuses";
import type { CardUpdate, PlanPreview, StoragePlanId, StorageSubscription, Subscribed } from "~/api/types";
import { outcomeQuery } from "~/features/payments";

const MINE = ["storage-subscriptions", "mine"] as const;

/** The customer's own storage subscriptions, newest first. */
export const myStorageQuery = () => listQuery<StorageSubscription>(MINE, "/api/storage-subscriptions");

/** Whether it is paid for: from its first payment to its end. */
export function isLive({ status }: StorageSubscription): boolean {
  return statusIn("subscription", "live", status);
}

/** One request for a plan after the other: the server keeps the plan of the last one that reaches it. */
let lastTurn: Promise<unknown> = Promise.resolve();

function inTurn<Answer>(work: () => Promise<Answer>): Promise<Answer> {
  const turn = lastTurn.then(work, work);
  lastTurn = turn;
  return turn;
}

/** The client secret that was given out last in this page. */
let lastSecret: string | null = null;

/** What is subscribed to: a plan, and the saved address that it begins with. */
export interface Choice {
  plan: StoragePlanId;
  addressId?: string;
}

/** Asks for the list anew; whether there is a live subscription in it. */
async function hasLive(client: QueryClient): Promise<boolean> {
  const { pages } = await client.fetchInfiniteQuery({ ...myStorageQuery(), staleTime: 0 });
  return pages.some(({ rows }) => rows.some(isLive));
}

/** Whether the payment of a secret is made or on its way, even if the server has not heard of it. */
async function isPaid(client: QueryClient, secret: string): Promise<boolean> {
  const outcome = await client.fetchQuery({ ...outcomeQuery(secret), staleTime: 0 }).catch(() => null);
  return outcome?.kind === "succeeded" || outcome?.kind === "processing";
}

/**
 * The client secret with which the card form pays for the first month of a plan. Null where there is a live
 * subscription by now, from another tab for one: asking for a plan would change it, and that is nothing to happen
 * unasked. For the same reason a secret that has just been paid with stays the answer.
 */
export const startQuery = (choice: Choice) =>
  queryOptions({
    queryKey: ["storage-subscriptions", "start", choice],
    queryFn: ({ client }) =>
      inTurn(async () => {
        if (await hasLive(client)) return null;
        if (lastSecret && (await isPaid(client, lastSecret))) return lastSecret;
        const options = { idempotencyKey: newKey() };
        const answer = await api.post<Subscribed>("/api/create-subscription", choice, options);
        lastSecret = answer.clientSecret;
        // Nothing to pay: the server has heard at this moment that it was paid before.
        if (lastSecret === null) await hasLive(client);
        return lastSecret;
      }),
    gcTime: 0,
  });

/** What a change of plan would cost. Nothing is changed by asking. */
export const previewQuery = (id: string, plan: StoragePlanId) =>
  queryOptions({
    queryKey: ["storage-subscriptions", "preview", id, plan],
    queryFn: () => api.post<PlanPreview>(`/api/storage-subscriptions/${id}/preview-change`, { plan }),
    gcTime: 0,
  });

/** What the card form needs to keep another card for a subscription. */
export const cardUpdateQuery = (id: string) =>
  queryOptions({
    queryKey: ["storage-subscriptions", "card", id],
    queryFn: () => api.post<CardUpdate>(`/api/storage-subscriptions/${id}/update-card`),
    gcTime: 0,
  });

function useStorageMutation<Variables, Answer>(mutationFn: (variables: Variables) => Promise<Answer>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn,
    // After a refusal too: it says that the subscription is not what this page shows. Addresses show theirs.
    onSettled: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: MINE }),
        queryClient.invalidateQueries({ queryKey: ["addresses"] }),
      ]),
  });
}

/** Changes the plan of the live subscription, once somebody has agreed to what it costs. */
export const useChangePlan = () =>
  useStorageMutation(({ plan, idempotencyKey }: { plan: StoragePlanId; idempotencyKey: string }) =>
    api.post<Subscribed>("/api/create-subscription", { plan }, { idempotencyKey }),
  );

const path = (id: string) => `/api/storage-subscriptions/${id}`;

/** Ends a subscription with the month that is paid. */
export const useCancel = () =>
  useStorageMutation((id: string) => api.post<StorageSubscription>(`${path(id)}/cancel`));

/** Takes the cancelation back. */
export const useResume = () =>
  useStorageMutation((id: string) => api.post<StorageSubscription>(`${path(id)}/resume`));

/** Adds a saved address to those that a subscription is for. */
export const useAttach = (id: string) =>
  useStorageMutation((addressId: string) =>
    api.post<StorageSubscription>(`${path(id)}/addresses`, { addressId }),
  );

/** Takes an address off a subscription. */
export const useDetach = (id: string) =>
  useStorageMutation((addressId: string) => api.delete(`${path(id)}/addresses/${addressId}`));
