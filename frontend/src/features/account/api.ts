import { useMutation, useQueryClient } from "@tanstack/react-query";
import { currentUserQuery } from "~/api/auth";
import { api } from "~/api/client";
import { listQuery } from "~/api/pages";
import type { Address, AddressRequest, CurrentUser, Profile } from "~/api/types";

/** The customer's saved addresses, newest first. */
export const myAddressesQuery = () => listQuery<Address>(["addresses", "mine"], "/api/addresses");

interface SaveAddress {
  /** Missing for a new address. */
  id?: string | undefined;
  address: Partial<AddressRequest>;
  idempotencyKey?: string;
}

function useAddressMutation<Variables>(mutationFn: (variables: Variables) => Promise<unknown>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn,
    // After a refusal too: it says that the address is not what this page shows. The quote form lists them as well.
    onSettled: () => queryClient.invalidateQueries({ queryKey: ["addresses"] }),
  });
}

/** Saves a new address, or changes one. */
export const useSaveAddress = () =>
  useAddressMutation(({ id, address, idempotencyKey }: SaveAddress) =>
    id
      ? api.patch<Address>(`/api/addresses/${id}`, address)
      : api.post<Address>("/api/addresses", address, idempotencyKey ? { idempotencyKey } : {}),
  );

/** Deletes an address. */
export const useDeleteAddress = () => useAddressMutation((id: string) => api.delete(`/api/addresses/${id}`));

/** Changes the customer's own name. */
export function useSaveProfile() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (profile: Profile) => api.patch<CurrentUser>("/api/auth/user", profile),
    onSuccess: (user) => queryClient.setQueryData(currentUserQuery.queryKey, user),
  });
}
