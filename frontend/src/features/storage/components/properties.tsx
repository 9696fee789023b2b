import { zodResolver } from "@hookform/resolvers/zod";
import { useQuery } from "@tanstack/react-query";
import { useId } from "react";
import * as z from "zod";
import { addressesQuery } from "~/api/addresses";
import type { Address, StorageSubscription } from "~/api/types";
import { myServicesPath } from "~/lib/paths";
import { StatusBadge } from "~/ui/badge";
import { Button, ButtonLink } from "~/ui/button";
import { FormField } from "~/ui/form/fields";
import { Form, SubmitButton } from "~/ui/form/form";
import { useAppForm } from "~/ui/form/use-app-form";
import { Select } from "~/ui/select";
import { toast } from "~/ui/toast";
import { attempt } from "~/ui/toast-error";
import { useAttach, useDetach } from "../api";
import { isEnding, isFull, placeName, propertyLimit } from "../words";

/** The addresses of a subscription that was paid for and has not ended, up to its plan's limit. */
export function Properties({ subscription }: { subscription: StorageSubscription }) {
  const title = useId();
  const { addresses, plan } = subscription;
  const limit = propertyLimit(plan);
  const count = limit === null ? String(addresses.length) : `${addresses.length} of ${limit}`;
  return (
    <section aria-labelledby={title} className="grid gap-3">
      <h3 id={title} className="font-sans text-base leading-[1.4]">
        Properties <span className="font-normal text-muted-foreground">({count})</span>
      </h3>
      {addresses.length === 0 && <p className="text-sm text-muted-foreground">No properties yet.</p>}
      {addresses.length > 0 && (
        <ul className="grid gap-2">
          {addresses.map((address) => (
            <Property key={address.id} subscription={subscription} address={address} />
          ))}
        </ul>
      )}
      {!isFull(subscription) && <AddProperty subscription={subscription} />}
    </section>
  );
}

function Property({ subscription, address }: { subscription: StorageSubscription; address: Address }) {
  const detach = useDetach(subscription.id);
  const remove = () =>
    attempt("Couldn't remove the property", async () => {
      await detach.mutateAsync(address.id);
      toast({
        title: "Property removed",
        description: `${address.label || address.street} was removed from this plan.`,
      });
    });
  return (
    <li className="flex max-w-120 flex-wrap items-center justify-between gap-x-4 text-sm">
      <span className="font-[550] text-heading wrap-anywhere">{placeName(address)}</span>
      {address.status === "items_in_storage" ? (
        <>
          <StatusBadge kind="address" status={address.status} />
          {!isEnding(subscription) && (
            <p className="w-full text-muted-foreground">
              To remove it, call us to have its items returned first.
            </p>
          )}
        </>
      ) : (
        <Button size="sm" variant="ghost" onClick={remove}>
          <span>
            Remove<span className="sr-only">: {placeName(address)}</span>
          </span>
        </Button>
      )}
    </li>
  );
}

const propertyResolver = zodResolver(z.object({ addressId: z.string().min(1) }));

function AddProperty({ subscription }: { subscription: StorageSubscription }) {
  const saved = useQuery(addressesQuery);
  const attach = useAttach(subscription.id);
  const taken = subscription.addresses.map(({ id }) => id);
  const free = saved.data?.filter(({ id }) => !taken.includes(id)) ?? [];
  const adding = useAppForm({
    resolver: propertyResolver,
    defaults: { addressId: "" },
    send: async ({ addressId }) => {
      await attach.mutateAsync(addressId);
      return free.find(({ id }) => id === addressId);
    },
    failed: { title: "Couldn't add the property" },
    onSent: (address) =>
      toast({
        title: "Property added",
        description: address && `${address.label || address.street} was added to this plan.`,
      }),
  });
  const { watch } = adding.form;

  if (!saved.data) return null;
  if (free.length === 0) {
    return (
      <div className="grid sm:flex">
        <ButtonLink to={myServicesPath("addresses")} size="sm" variant="outline" replace>
          Save an address first
        </ButtonLink>
      </div>
    );
  }
  return (
    <Form
      of={adding}
      className="grid gap-3 sm:grid-cols-[minmax(0,24rem)_auto] sm:items-end sm:justify-start"
    >
      <FormField of={adding} name="addressId" label="Add a property">
        <Select
          placeholder="Choose an address"
          options={free.map((address) => ({ value: address.id, label: placeName(address) }))}
        />
      </FormField>
      <SubmitButton variant="outline" disabled={watch("addressId") === ""} pendingLabel="Adding...">
        Add property
      </SubmitButton>
    </Form>
  );
}
