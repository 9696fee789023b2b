import { zodResolver } from "@hookform/resolvers/zod";
import { useEffect, useRef, useState } from "react";
import { useForm } from "react-hook-form";
import { useIdempotencyKey } from "~/api/idempotency";
import type { Address } from "~/api/types";
import { focusFirstInvalid, landServerErrors } from "~/lib/form-errors";
import { sayFailed } from "~/lib/say-failed";
import { useFormDraft } from "~/lib/use-draft";
import { toast } from "~/ui/toast";
import { useSaveAddress } from "./api";
import { type AddressValues, addressSchema } from "./schemas";

/** Where the unsent form of an address is kept. */
export const addressDraft = (id: string | undefined) => `address:${id ?? "new"}`;

const fieldNames = ["label", "street", "city", "state", "zipCode"] as const;

function startValues(address: Address | undefined): AddressValues {
  return {
    label: address?.label ?? "",
    street: address?.street ?? "",
    city: address?.city ?? "",
    state: address?.state ?? "NH",
    zipCode: address?.zipCode ?? "",
  };
}

/** State, rules and saving of the address form: for a new address, or to change one. */
export function useAddressForm(address: Address | undefined, onDone: () => void) {
  const form = useForm<AddressValues>({
    resolver: zodResolver(addressSchema),
    defaultValues: startValues(address),
    shouldFocusError: false,
  });
  const forgetDraft = useFormDraft(form, addressDraft(address?.id));
  const [problem, setProblem] = useState<string | null>(null);
  const element = useRef<HTMLFormElement>(null);
  const idempotencyKey = useIdempotencyKey();
  const saveAddress = useSaveAddress();

  const { submitCount } = form.formState;
  useEffect(() => {
    if (submitCount > 0 && element.current) focusFirstInvalid(element.current);
  }, [submitCount]);

  const save = async (values: AddressValues) => {
    setProblem(null);
    try {
      await saveAddress.mutateAsync({
        id: address?.id,
        address: values,
        idempotencyKey: idempotencyKey.get(),
      });
    } catch (error) {
      // Whatever is sent next is another address than the one this key stood for.
      idempotencyKey.renew();
      setProblem(landServerErrors(error, fieldNames, form.setError));
      sayFailed(error, "Address Not Saved");
      return;
    }
    forgetDraft();
    toast({ title: address ? "Address Updated" : "Address Added" });
    onDone();
  };

  return { form, element, problem, forgetDraft, submit: form.handleSubmit(save, () => setProblem(null)) };
}
