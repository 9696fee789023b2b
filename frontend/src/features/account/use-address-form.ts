import { zodResolver } from "@hookform/resolvers/zod";
import type { Address } from "~/api/types";
import { useAppForm } from "~/ui/form/use-app-form";
import { toast } from "~/ui/toast";
import { useSaveAddress } from "./api";
import { addressSchema } from "./schemas";

const resolver = zodResolver(addressSchema);

/** Where the unsent form of an address is stored. */
export const addressDraft = (id: string | undefined) => `address:${id ?? "new"}`;

/** State, rules and saving of the address form: for a new address, or to change one. */
export function useAddressForm(address: Address | undefined, onDone: () => void) {
  const saveAddress = useSaveAddress();
  return useAppForm({
    resolver,
    defaults: {
      label: address?.label ?? "",
      street: address?.street ?? "",
      city: address?.city ?? "",
      state: address?.state ?? "NH",
      zipCode: address?.zipCode ?? "",
    },
    draft: addressDraft(address?.id),
    send: (values, idempotencyKey) =>
      saveAddress.mutateAsync({ id: address?.id, address: values, idempotencyKey }),
    failed: { title: "Couldn't save the address" },
    onSent: () => {
      toast({ title: address ? "Address updated" : "Address added" });
      onDone();
    },
  });
}
