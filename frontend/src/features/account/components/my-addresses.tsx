import { Plus } from "lucide-react";
import { useState } from "react";
import { useList } from "~/api/pages";
import { EmptyDrawing } from "~/drawings/empty-drawing";
import { readDraft } from "~/lib/drafts";
import { Button } from "~/ui/button";
import { EmptyState } from "~/ui/empty-state";
import { ListView } from "~/ui/list-view";
import { myAddressesQuery } from "../api";
import { addressDraft } from "../use-address-form";
import { AddressCard } from "./address-card";
import { AddressDialog } from "./address-dialog";

/** The customer's saved addresses. */
export default function MyAddresses() {
  const addresses = useList(myAddressesQuery());
  // The form opens with an unsent draft, such as after signing in again.
  const [adding, setAdding] = useState(() => readDraft(addressDraft(undefined)) !== null);
  const add = (variant: "primary" | "outline") => (
    <Button variant={variant} onClick={() => setAdding(true)}>
      <Plus className="size-[1.25em]" />
      Add address
    </Button>
  );
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <ListView
        list={addresses}
        name="addresses"
        empty={
          <EmptyState
            level="h2"
            title="No addresses saved"
            drawing={<EmptyDrawing name="address" />}
            action={add("primary")}
          >
            Save an address once and we'll fill in your next quote.
          </EmptyState>
        }
      >
        {(address) => <AddressCard address={address} />}
      </ListView>
      {addresses.data && addresses.data.length > 0 && <div>{add("outline")}</div>}
      {adding && <AddressDialog onClose={() => setAdding(false)} />}
    </div>
  );
}
