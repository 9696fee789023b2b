import { formatDate } from "~/lib/format";
import { Button } from "~/ui/button";
import { toast } from "~/ui/toast";
import { attempt } from "~/ui/toast-error";
import { type Invitation, roleNames, useWithdraw } from "./api";

/** The invitations of people who haven't signed in yet. */
export function Invitations({ invitations, canChange }: { invitations: Invitation[]; canChange: boolean }) {
  const withdraw = useWithdraw();
  if (invitations.length === 0) return null;
  const withdrawOne = (id: string) =>
    attempt("Couldn't withdraw the invitation", async () => {
      await withdraw.mutateAsync(id);
      toast({ title: "Invitation withdrawn" });
    });
  return (
    <ul aria-label="Invitations" className="grid rounded-md bg-surface-2 px-4">
      {invitations.map(({ id, email, role, expiresAt }) => (
        <li key={id} className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-2">
          <span className="min-w-0 text-sm wrap-anywhere">
            {email} · {roleNames[role]}, invitation expires {formatDate(expiresAt)}
          </span>
          {canChange && (
            <Button size="sm" variant="outline" pendingLabel="Withdrawing..." onClick={() => withdrawOne(id)}>
              Withdraw<span className="sr-only">: {email}</span>
            </Button>
          )}
        </li>
      ))}
    </ul>
  );
}
