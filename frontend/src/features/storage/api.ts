import { listQuery } from "~/api/pages";
import type { StorageSubscription } from "~/api/types";

/** The customer's own storage subscriptions, newest first. */
export const myStorageQuery = () =>
  listQuery<StorageSubscription>(["storage-subscriptions", "mine"], "/api/storage-subscriptions");
