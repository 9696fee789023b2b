import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { api } from "~/api/client";
import { newKey } from "~/api/idempotency";
import { listQuery } from "~/api/pages";
import type { StoragePlanId } from "~/api/types";
import type { ClientSecret, PlanPreview, StartedSubscription, Subscription } from "./types";

const MINE = ["storage-subscriptions", "mine"] as const;

/** The customer's own storage subscriptions, newest first. */
export const myStorageQuery = () => listQuery<Subscription>(MINE, "/api/storage-subscriptions");

/** How it stands; a server that knows no states yet says only whether it is active. */
export function statusOf({ status, active }: Partial<Subscription>): Subscription["status"] {
  return status ?? (active ? "active" : "canceled");
}

/** Whether it is paid for: from its first payment to its end. */
export function isLive(subscription: Subscription): boolean {
  const status = statusOf(subscription);
  return status === "active" || status === "past_due" || status === "canceling";
}

/** One request for a plan after the other: the server keeps the plan of the last one that reaches it. */
let lastStart: Promise<unknown> = Promise.resolve();

function inTurn<Answer>(work: () => Promise<Answer>): Promise<Answer> {
  const turn = lastStart.then(work, work);
  lastStart = turn;
  return turn;
}

/** What is subscribed to: a plan, and the saved address that it begins with. */
export interface Choice {
  plan: StoragePlanId;
  addressId?: string;
}

/**
 * What the card form needs to pay for the first month of a plan. Null where there is a live subscription by now, from
 * another tab for one: asking for a plan would change it, and that is nothing to happen unasked.
 */
export const startQuery = (choice: Choice) =>
  queryOptions({
    queryKey: ["storage-subscriptions", "start", choice],
    queryFn: ({ client }) =>
      inTurn(async () => {
        const { pages } = await client.fetchInfiniteQuery({ ...myStorageQuery(), staleTime: 0 });
        if (pages.some(({ rows }) => rows.some(isLive))) return null;
        const options = { idempotencyKey: newKey() };
        return api.post<StartedSubscription>("/api/create-subscription", choice, options);
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
    queryFn: () => api.post<ClientSecret>(`/api/storage-subscriptions/${id}/update-card`),
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
    api.post<StartedSubscription>("/api/create-subscription", { plan }, { idempotencyKey }),
  );

const path = (id: string) => `/api/storage-subscriptions/${id}`;

/** Ends a subscription with the month that is paid. */
export const useCancel = () =>
  useStorageMutation((id: string) => api.post<Subscription>(`${path(id)}/cancel`));

/** Takes the cancelation back. */
export const useResume = () =>
  useStorageMutation((id: string) => api.post<Subscription>(`${path(id)}/resume`));

/** Adds a saved address to those that a subscription is for. */
export const useAttach = (id: string) =>
  useStorageMutation((addressId: string) => api.post<Subscription>(`${path(id)}/addresses`, { addressId }));

/** Takes an address off a subscription. */
export const useDetach = (id: string) =>
  useStorageMutation((addressId: string) => api.delete(`${path(id)}/addresses/${addressId}`));
