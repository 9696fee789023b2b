import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "react-router";
import { deskPath } from "~/lib/paths";
import { Card } from "~/ui/card";
import { PersonalData } from "~/ui/personal-data/personal-data";
import { toast } from "~/ui/toast";
import { useIsOwner } from "../shared/use-is-owner";

/** Lets owners download everything about a person, and erase it. */
export function PersonData({ customerKey }: { customerKey: string }) {
  const owner = useIsOwner();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  if (!owner) return null;
  const leave = () => {
    toast({ title: "Data erased", description: "They've been notified by email." });
    void navigate(deskPath("customers"));
    // Their data can be on any screen, including messages, plans and payments.
    void queryClient.invalidateQueries();
  };
  return (
    <Card role="group" aria-label="Personal data" className="grid gap-4">
      <div>
        <h3 className="text-xl">Personal data</h3>
        <p className="text-sm text-muted-foreground">
          Download everything we have about this person, or erase it when they ask.
        </p>
      </div>
      <PersonalData customerKey={customerKey} onErased={leave} />
    </Card>
  );
}
