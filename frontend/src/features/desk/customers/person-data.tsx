import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "react-router";
import { deskPath } from "~/lib/paths";
import { Card } from "~/ui/card";
import { PersonalData } from "~/ui/personal-data/personal-data";
import { toast } from "~/ui/toast";
import { useIsOwner } from "../shared/use-is-owner";

/** For owners: everything about this person as one file, and its erasure. */
export function PersonData({ customerKey }: { customerKey: string }) {
  const owner = useIsOwner();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  if (!owner) return null;
  const leave = () => {
    toast({ title: "Data erased", description: "They were told by email." });
    void navigate(deskPath("customers"));
    // They may be on any screen: their messages, plans and payments, too.
    void queryClient.invalidateQueries();
  };
  return (
    <Card role="group" aria-label="Personal data" className="grid gap-4">
      <div>
        <h3 className="text-xl">Personal data</h3>
        <p className="text-sm text-muted-foreground">
          A copy of everything for this person, or its erasure when they ask for it.
        </p>
      </div>
      <PersonalData customerKey={customerKey} onErased={leave} />
    </Card>
  );
}
