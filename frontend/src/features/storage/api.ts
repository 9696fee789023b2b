import { type QueryClient, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { api } from "~/api/client";
import { newKey } from "~/api/idempotency";
import { addressKeys, invalidate, storageKeys } from "~/api/keys";
import { listQuery } from "~/api/pages";
import { statusIn } from "~/api/statuses";
import type { StoragePlanId, StorageSubscription } from "~/api/types";
import { outcomeQuery } from "~/features/payments";

/** The customer's own storage subscriptions, newest first. */
export const myStorageQuery = () => listQuery(storageKeys.mine, "/api/storage-subscriptions");

const at = (id: string) => ({ path: { subscription_id: id } });

/** Whether it is paid for: from its first payment to its end. */
export function isLive({ status }: StorageSubscription): boolean {
  return statusIn("subscription", "live", status);
}

/** Run requests for a plan one at a time: the server keeps the plan of the last one that reaches it. */
let lastTurn: Promise<unknown> = Promise.resolve();

function runInSequence<Result>(work: () => Promise<Result>): Promise<Result> {
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
    queryKey: [...storageKeys.all, "start", choice],
    queryFn: ({ client }) =>
      runInSequence(async () => {
        if (await hasLive(client)) return null;
        if (lastSecret && (await isPaid(client, lastSecret))) return lastSecret;
        const options = { body: choice, idempotencyKey: newKey() };
        lastSecret = (await api.post("/api/create-subscription", options)).clientSecret;
        // Nothing to pay: the server has heard at this moment that it was paid before.
        if (lastSecret === null) await hasLive(client);
        return lastSecret;
      }),
    gcTime: 0,
  });

/** Preview the cost of a plan change without making the change. */
export const previewQuery = (id: string, plan: StoragePlanId) =>
  queryOptions({
    queryKey: [...storageKeys.part(id, "preview"), plan],
    queryFn: () =>
      api.post("/api/storage-subscriptions/{subscription_id}/preview-change", { ...at(id), body: { plan } }),
    gcTime: 0,
  });

/** What the card form needs to keep another card for a subscription. */
export const cardUpdateQuery = (id: string) =>
  queryOptions({
    queryKey: storageKeys.part(id, "card"),
    queryFn: () => api.post("/api/storage-subscriptions/{subscription_id}/update-card", at(id)),
    gcTime: 0,
  });

function useStorageMutation<Variables, Result>(mutationFn: (variables: Variables) => Promise<Result>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn,
    // After a refusal too: it says that the subscription is not what this page shows. Addresses show theirs.
    onSettled: () => invalidate(queryClient, storageKeys.mine, addressKeys.all),
  });
}

/** Changes the plan of the live subscription, once somebody has agreed to what it costs. */
export const useChangePlan = () =>
  useStorageMutation(({ plan, idempotencyKey }: { plan: StoragePlanId; idempotencyKey: string }) =>
    api.post("/api/create-subscription", { body: { plan }, idempotencyKey }),
  );

/** Ends a subscription with the month that is paid. */
export const useCancel = () =>
  useStorageMutation((id: string) => api.post("/api/storage-subscriptions/{subscription_id}/cancel", at(id)));

/** Resume a canceled subscription. */
export const useResume = () =>
  useStorageMutation((id: string) => api.post("/api/storage-subscriptions/{subscription_id}/resume", at(id)));

/** Adds a saved address to those that a subscription is for. */
export const useAttach = (id: string) =>
  useStorageMutation((addressId: string) =>
    api.post("/api/storage-subscriptions/{subscription_id}/addresses", { ...at(id), body: { addressId } }),
  );

/** Takes an address off a subscription. */
export const useDetach = (id: string) =>
  useStorageMutation((addressId: string) =>
    api.delete("/api/storage-subscriptions/{subscription_id}/addresses/{address_id}", {
      path: { subscription_id: id, address_id: addressId },
    }),
  );
