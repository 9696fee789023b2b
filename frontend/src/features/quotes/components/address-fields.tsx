import { useQuery } from "@tanstack/react-query";
import { useEffect, useEffectEvent } from "react";
import { useWatch } from "react-hook-form";
import { addressesQuery } from "~/api/addresses";
import { useCurrentUser } from "~/api/auth";
import { catalog } from "~/api/catalog.gen";
import type { Address } from "~/api/types";
import { cx } from "~/lib/cx";
import { Field } from "~/ui/field";
import { Segmented } from "~/ui/segmented";
import { Select } from "~/ui/select";
import { TextInput } from "~/ui/text-input";
import { OTHER_CITY } from "../request-body";
import type { QuoteFields } from "../use-quote-form";

const choices = [
  { value: "new", label: "New address" },
  { value: "saved", label: "Saved address" },
] as const;

const cities = catalog.cities.map(({ id, label }) => ({ value: id, label }));

type AddressChoice = (typeof choices)[number]["value"];

/**
 * The address to light: a new one, or one of the customer's saved addresses, which fills in the city. `addressId` is ""
 * until one of them is chosen.
 */
export function AddressFields({ form }: { form: QuoteFields }) {
  const { user } = useCurrentUser();
  const { data: addresses } = useQuery({ ...addressesQuery, enabled: user !== null });
  const isSaved = useWatch({ control: form.control, name: "addressId" }) != null;
  useDefaultAddress(form, addresses);

  const choose = (next: AddressChoice) => {
    form.setValue("addressId", next === "saved" ? "" : undefined);
    form.setValue("city", "");
    form.clearErrors(["city", "addressId"]);
  };

  const hasSaved = addresses !== undefined && addresses.length > 0;
  // The same elements with and without saved addresses, which arrive while someone may be typing.
  return (
    <>
      {hasSaved && (
        <Segmented
          legend="Address"
          className="sm:col-span-2"
          name="addressChoice"
          options={choices}
          value={isSaved ? "saved" : "new"}
          onValueChange={choose}
        />
      )}
      {hasSaved && isSaved ? (
        <SavedAddress form={form} addresses={addresses} />
      ) : (
        <NewAddress form={form} wide={!hasSaved} />
      )}
    </>
  );
}

/** Return whether the focus is in an address field, which must not be replaced while someone is typing. */
const isTypingAddress = () =>
  document.activeElement?.matches("[name=city], [name=otherCity], [name=streetAddress]") ?? false;

/** Select the default saved address, unless someone has started to enter another one. */
function useDefaultAddress(form: QuoteFields, addresses: Address[] | undefined) {
  const select = useEffectEvent((address: Address) => {
    const { city, streetAddress } = form.getValues();
    if (city || streetAddress || isTypingAddress()) return;
    form.setValue("addressId", address.id);
    form.setValue("city", address.city);
    // The form may have been submitted without an address before the saved ones arrived.
    form.clearErrors(["city", "addressId"]);
  });
  useEffect(() => {
    const address = addresses?.find(({ isDefault }) => isDefault);
    if (address) select(address);
  }, [addresses]);
}

function NewAddress({ form, wide }: { form: QuoteFields; wide: boolean }) {
  const { register, formState, control } = form;
  const { errors } = formState;
  const isOther = useWatch({ control, name: "city" }) === OTHER_CITY;
  return (
    <>
      <Field label="City" error={isOther ? undefined : errors.city?.message}>
        <Select placeholder="Choose a city" options={cities} {...register("city")} />
      </Field>
      {isOther && (
        <Field label="Town" error={errors.city?.message}>
          <TextInput autoComplete="address-level2" {...register("otherCity", { deps: "city" })} />
        </Field>
      )}
      <Field
        label="Street address"
        optional
        className={cx(wide !== isOther && "sm:col-span-2")}
        error={errors.streetAddress?.message}
      >
        <TextInput autoComplete="address-line1" {...register("streetAddress")} />
      </Field>
    </>
  );
}

function SavedAddress({ form, addresses }: { form: QuoteFields; addresses: Address[] }) {
  const { errors } = form.formState;
  const [addressId, city] = useWatch({ control: form.control, name: ["addressId", "city"] });
  const pick = (id: string) => {
    const address = addresses.find((candidate) => candidate.id === id);
    form.setValue("addressId", address?.id ?? "");
    form.setValue("city", address?.city ?? "");
    form.clearErrors(["city", "addressId"]);
  };
  return (
    <Field
      label="Saved address"
      className="sm:col-span-2"
      help={city ? `City: ${city}` : undefined}
      error={errors.addressId?.message ?? errors.city?.message}
    >
      <Select
        placeholder="Choose an address"
        value={addressId ?? ""}
        onChange={(event) => pick(event.target.value)}
        options={addresses.map(({ id, label, street, city }) => ({
          value: id,
          label: [label, `${street}, ${city}`].filter(Boolean).join(": "),
        }))}
      />
    </Field>
  );
}
