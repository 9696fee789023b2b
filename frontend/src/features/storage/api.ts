import { type QueryClient, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { api, apiUrl } from "~/api/client";
import { newKey } from "~/api/idempotency";
import { addressKeys, invalidate, storageKeys, whatsNextKey } from "~/api/keys";
import { listQuery } from "~/api/pages";
import { statusIn } from "~/api/statuses";
import type { StoragePlanId, StorageSubscription } from "~/api/types";
import { outcomeQuery } from "~/features/payments";

/** The customer's own storage subscriptions, newest first. */
export const myStorageQuery = () => listQuery(storageKeys.mine, "/api/storage-subscriptions");

/** The customer's own monthly charges, newest first. */
export const myChargesKey = [...storageKeys.mine, "charges"];
export const myChargesQuery = () => listQuery(myChargesKey, "/api/storage-charges");

/** Return the URL that redirects to Stripe's receipt of a charge. Stripe's own URL expires. */
export const receiptPath = (chargeId: string) =>
  apiUrl("/api/storage-charges/{charge_id}/receipt", { path: { charge_id: chargeId } });

const at = (id: string) => ({ path: { subscription_id: id } });

/** Return whether a subscription is between its first payment and its end. */
export function isLive({ status }: StorageSubscription): boolean {
  return statusIn("subscription", "live", status);
}

let lastTurn: Promise<unknown> = Promise.resolve();

/** Run requests for a plan one at a time, since the server keeps the plan of the last request it receives. */
function runInSequence<Result>(work: () => Promise<Result>): Promise<Result> {
  const turn = lastTurn.then(work, work);
  lastTurn = turn;
  return turn;
}

/** The newest client secret on this page. */
let lastSecret: string | null = null;

/** The plan to subscribe to and the first saved address. */
export interface Choice {
  plan: StoragePlanId;
  addressId?: string;
}

/** Refetch the list and return whether it has a live subscription. */
async function hasLive(client: QueryClient): Promise<boolean> {
  const { pages } = await client.fetchInfiniteQuery({ ...myStorageQuery(), staleTime: 0 });
  return pages.some(({ rows }) => rows.some(isLive));
}

/** Return whether the payment succeeded or is processing at Stripe, even if the server doesn't know yet. */
async function isPaid(client: QueryClient, secret: string): Promise<boolean> {
  const outcome = await client.fetchQuery({ ...outcomeQuery(secret), staleTime: 0 }).catch(() => null);
  return outcome?.kind === "succeeded" || outcome?.kind === "processing";
}

/**
 * The client secret for the first month of a plan. Null if there is already a live subscription, for example from
 * another tab: requesting a plan would then change it without the customer's consent. For the same reason, a secret
 * whose payment has just succeeded is returned again.
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
        // Null means that the server has just learned of the payment, so the list is out of date.
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

/** Return the client secret with which the card form saves another card for a subscription. */
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
    // Also after an error, which can mean that this page is out of date. Addresses show whether they have a
    // subscription, so they are refetched too.
    onSettled: () => invalidate(queryClient, storageKeys.mine, addressKeys.all, whatsNextKey),
  });
}

/** Change the plan of the live subscription after the customer has confirmed the cost. */
export const useChangePlan = () =>
  useStorageMutation(({ plan, idempotencyKey }: { plan: StoragePlanId; idempotencyKey: string }) =>
    api.post("/api/create-subscription", { body: { plan }, idempotencyKey }),
  );

/** Cancel a subscription at the end of the paid month. */
export const useCancel = () =>
  useStorageMutation((id: string) => api.post("/api/storage-subscriptions/{subscription_id}/cancel", at(id)));

/** Resume a canceled subscription. */
export const useResume = () =>
  useStorageMutation((id: string) => api.post("/api/storage-subscriptions/{subscription_id}/resume", at(id)));

/** Add a saved address to a subscription. */
export const useAttach = (id: string) =>
  useStorageMutation((addressId: string) =>
    api.post("/api/storage-subscriptions/{subscription_id}/addresses", { ...at(id), body: { addressId } }),
  );

/** Remove an address from a subscription. */
export const useDetach = (id: string) =>
  useStorageMutation((addressId: string) =>
    api.delete("/api/storage-subscriptions/{subscription_id}/addresses/{address_id}", {
      path: { subscription_id: id, address_id: addressId },
    }),
  );
