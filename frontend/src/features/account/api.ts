import { useMutation, useQueryClient } from "@tanstack/react-query";
import { currentUserQuery } from "~/api/auth";
import { api, type RequestBody } from "~/api/client";
import { addressKeys, contactChoiceKey, invalidate } from "~/api/keys";
import { listQuery } from "~/api/pages";
import { getQuery } from "~/api/queries";
import type { AddressValues } from "./schemas";

/** The customer's saved addresses, newest first. */
export const myAddressesQuery = () => listQuery(addressKeys.mine, "/api/addresses");

interface SaveAddress {
  /** Missing for a new address. */
  id?: string | undefined;
  address: AddressValues;
  idempotencyKey: string;
}

const at = (id: string) => ({ path: { address_id: id } });

function useAddressMutation<Variables>(mutationFn: (variables: Variables) => Promise<unknown>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn,
    // Also after an error, which can mean that this page is out of date. The quote form lists addresses too.
    onSettled: () => invalidate(queryClient, addressKeys.all),
  });
}

/** Save a new or changed address. */
export const useSaveAddress = () =>
  useAddressMutation(({ id, address, idempotencyKey }: SaveAddress) =>
    id
      ? api.patch("/api/addresses/{address_id}", { ...at(id), body: address })
      : api.post("/api/addresses", { body: address, idempotencyKey }),
  );

export const useMakeDefaultAddress = () =>
  useAddressMutation((id: string) =>
    api.patch("/api/addresses/{address_id}", { ...at(id), body: { isDefault: true } }),
  );

export const useDeleteAddress = () =>
  useAddressMutation((id: string) => api.delete("/api/addresses/{address_id}", at(id)));

/** How the customer wants to be reached. */
export const contactChoiceQuery = getQuery(contactChoiceKey, "/api/contact-choice");

export function useChooseContact() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: RequestBody<"/api/contact-choice", "put">) => api.put("/api/contact-choice", { body }),
    onSuccess: (choice) => queryClient.setQueryData(contactChoiceQuery.queryKey, choice),
  });
}

/** Change the customer's own name. */
export function useSaveProfile() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: RequestBody<"/api/auth/user", "patch">) => api.patch("/api/auth/user", { body }),
    onSuccess: (user) => queryClient.setQueryData(currentUserQuery.queryKey, user),
  });
}
