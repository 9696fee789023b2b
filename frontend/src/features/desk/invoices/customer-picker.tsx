import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import { hasFailed } from "~/api/failed";
import { useAfterTyping } from "~/lib/use-after-typing";
import { Button } from "~/ui/button";
import { Field, FieldGroup } from "~/ui/field";
import { LoadFailed } from "~/ui/load-failed";
import { TextInput } from "~/ui/text-input";
import { customersQuery } from "../shared/customers-api";
import type { CustomerRow } from "../shared/types";
import { useFocusSoon } from "../shared/use-focus-soon";

const MAX_MATCHES = 6;

interface CustomerPickerProps {
  userId: string;
  /** The name of the selected customer. */
  name: string;
  onChoose: (userId: string, name: string) => void;
  error: string | undefined;
}

/** Find a customer by the beginning of a name, email address or phone number. */
export function CustomerPicker({ userId, name, onChoose, error }: CustomerPickerProps) {
  // Each choice replaces the control that was pressed.
  const picker = useId();
  const focusSoon = useFocusSoon();
  const choose = (id: string, chosen: string) => {
    focusSoon(id ? `[data-change="${picker}"]` : `[data-find="${picker}"]`);
    onChoose(id, chosen);
  };
  if (userId) {
    return (
      <FieldGroup label="Customer">
        <div className="flex items-center justify-between gap-3">
          <b className="min-w-0 font-[650] wrap-anywhere text-heading">{name}</b>
          <Button size="sm" variant="outline" data-change={picker} onClick={() => choose("", "")}>
            Change customer
          </Button>
        </div>
      </FieldGroup>
    );
  }
  return <Search id={picker} onChoose={choose} error={error} />;
}

interface SearchProps extends Pick<CustomerPickerProps, "onChoose" | "error"> {
  id: string;
}

function Search({ id, onChoose, error }: SearchProps) {
  const [text, setText] = useState("");
  const [query, setQuery] = useState("");
  useAfterTyping(text, setQuery);
  const customers = useInfiniteQuery({
    ...customersQuery(query),
    enabled: query !== "",
    placeholderData: keepPreviousData,
  });
  const failed = hasFailed(customers);
  const data = query === "" || failed ? undefined : customers.data;
  const matches = (data ?? []).slice(0, MAX_MATCHES);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <Field label="Customer" error={error} help="Search by name, email or phone.">
        <TextInput
          type="search"
          data-find={id}
          autoComplete="off"
          maxLength={200}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      </Field>
      <p role="status" className="text-sm text-muted-foreground empty:hidden">
        {data?.length === 0 && "No matches."}
      </p>
      {failed && <LoadFailed query={customers}>We couldn't load the customers.</LoadFailed>}
      {matches.length > 0 && (
        <ul aria-label="Customers found" className="grid gap-1">
          {matches.map((customer) => (
            <Match key={customer.key} customer={customer} onChoose={onChoose} />
          ))}
        </ul>
      )}
    </div>
  );
}

function Match({ customer, onChoose }: { customer: CustomerRow; onChoose: CustomerPickerProps["onChoose"] }) {
  const { userId, name, email } = customer;
  const words = (
    <span className="min-w-0">
      <b className="block font-[550] wrap-anywhere text-heading">{name || email}</b>
      <span className="text-xs wrap-anywhere text-muted-foreground">
        {userId ? email : `${email}. Guest: create the invoice from a quote`}
      </span>
    </span>
  );
  if (!userId) return <li className="px-3 py-2 text-sm">{words}</li>;
  return (
    <li>
      <button
        type="button"
        onClick={() => onChoose(userId, name || email)}
        className="min-h-target w-full rounded-md border border-border px-3 py-1 text-left text-sm hover:bg-surface-2"
      >
        {words}
      </button>
    </li>
  );
}
