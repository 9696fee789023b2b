import { zodResolver } from "@hookform/resolvers/zod";
import type { Address } from "~/api/types";
import { useAppForm } from "~/ui/form/use-app-form";
import { toast } from "~/ui/toast";
import { useSaveAddress } from "./api";
import { addressSchema } from "./schemas";

const resolver = zodResolver(addressSchema);

/** Return the draft key of an address's form. */
export const addressDraft = (id: string | undefined) => `address:${id ?? "new"}`;

/** Return the state of the form that adds or changes an address. */
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
