import { KeyRound, TriangleAlert } from "lucide-react";
import { useState } from "react";
import { formatDate, formatTime } from "~/lib/format";
import { Button } from "~/ui/button";
import { ConfirmDialog } from "~/ui/dialog";
import { ConfirmIdentity, useConfirmed } from "~/ui/personal-data/confirm-identity";
import { toast } from "~/ui/toast";
import { attempt } from "~/ui/toast-error";
import { MetricView } from "../shared/metric-view";
import { Section } from "../shared/section";
import {
  roleNames,
  type StaffMember,
  staffQuery,
  useChangeRole,
  useRemoveFromStaff,
  useRemoveSecondFactor,
} from "./api";
import { Invitations } from "./invitations";
import { InviteForm } from "./invite-form";

/** Everyone on the staff, with the buttons for owners. */
export function StaffList({ ownId }: { ownId: string }) {
  const confirmed = useConfirmed();
  return (
    <MetricView query={staffQuery} name="the staff" height="h-72">
      {({ staff, invitations }) => (
        <Section
          title="Staff"
          text="Office staff use the whole desk, except for refunds, payouts, the accountant's file, settings, staff and erasing people."
        >
          <ul className="grid">
            {staff.map((member) => (
              <Member
                key={member.id}
                member={member}
                isYou={member.id === ownId}
                canChange={confirmed === true}
              />
            ))}
          </ul>
          <Invitations invitations={invitations} canChange={confirmed === true} />
          {confirmed === false && <ConfirmIdentity what="change the staff" />}
          {confirmed && <InviteForm />}
        </Section>
      )}
    </MetricView>
  );
}

interface MemberProps {
  member: StaffMember;
  isYou: boolean;
  canChange: boolean;
}

function Member({ member, isYou, canChange }: MemberProps) {
  const { name, email, role, hasSecondFactor, lastSignInAt } = member;
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-b border-border py-3 last:border-b-0">
      <div className="min-w-0">
        <p className="wrap-anywhere">
          <b className="font-[650] text-heading">{name}</b>
          {isYou && " (you)"} · {roleNames[role]}
        </p>
        {name !== email && <p className="text-sm wrap-anywhere text-muted-foreground">{email}</p>}
        <p className="flex flex-wrap items-center gap-x-3 text-xs text-muted-foreground">
          <SecondFactor has={hasSecondFactor} />
          <span>
            {lastSignInAt
              ? `Last sign-in ${formatDate(lastSignInAt)}, ${formatTime(lastSignInAt)}`
              : "Never signed in"}
          </span>
        </p>
      </div>
      {canChange && <MemberActions member={member} isYou={isYou} />}
    </li>
  );
}

function SecondFactor({ has }: { has: boolean }) {
  const Icon = has ? KeyRound : TriangleAlert;
  return (
    <span className="inline-flex items-center gap-1">
      <Icon className="size-3.5" />
      {has ? "Second sign-in step set up" : "No second sign-in step yet"}
    </span>
  );
}

type Question = "role" | "factor" | "remove";

/** The buttons, each of which asks for confirmation. */
function MemberActions({ member, isYou }: { member: StaffMember; isYou: boolean }) {
  const [question, setQuestion] = useState<Question | null>(null);
  const changeRole = useChangeRole();
  const removeFactor = useRemoveSecondFactor();
  const remove = useRemoveFromStaff();
  const other = member.role === "owner" ? "office" : "owner";
  const run = async (work: () => Promise<unknown>, done: string) => {
    await attempt("Nothing was changed", async () => {
      await work();
      toast({ title: done });
    });
    setQuestion(null);
  };
  const texts = {
    role: {
      question: other === "owner" ? `Make ${member.name} an owner?` : `Make ${member.name} office staff?`,
      description: "They'll be signed out everywhere and notified by email.",
      label: "Change role",
      work: () =>
        run(
          () => changeRole.mutateAsync({ id: member.id, role: other }),
          `${member.name} is now ${other === "owner" ? "an owner" : "office staff"}`,
        ),
    },
    factor: {
      question: `Remove the second sign-in step of ${member.name}?`,
      description:
        "First make sure it's really them asking. They'll be signed out everywhere and set up a new one at their next sign-in. They and all owners will be notified by email.",
      label: "Remove it",
      work: () => run(() => removeFactor.mutateAsync(member.id), "Second sign-in step removed"),
    },
    remove: {
      question: `Remove ${member.name} from the staff?`,
      description: "They'll be signed out everywhere. Their account stays as a customer account.",
      label: "Remove from staff",
      work: () => run(() => remove.mutateAsync(member.id), `${member.name} is no longer on the staff`),
    },
  };
  const asked = question && texts[question];
  return (
    <div className="flex flex-wrap gap-2">
      <Button size="sm" variant="outline" onClick={() => setQuestion("role")}>
        {other === "owner" ? "Make owner" : "Make office"}
        <span className="sr-only">: {member.name}</span>
      </Button>
      {member.hasSecondFactor && !isYou && (
        <Button size="sm" variant="outline" onClick={() => setQuestion("factor")}>
          Lost second step<span className="sr-only">: {member.name}</span>
        </Button>
      )}
      <Button size="sm" variant="outline" onClick={() => setQuestion("remove")}>
        Remove<span className="sr-only">: {member.name}</span>
      </Button>
      <ConfirmDialog
        open={asked !== null}
        onOpenChange={(open) => open || setQuestion(null)}
        question={asked?.question ?? ""}
        description={asked?.description ?? ""}
        cancel={<Button variant="outline">Cancel</Button>}
        confirm={
          <Button variant="destructive" pendingLabel="Saving..." onClick={asked?.work}>
            {asked?.label}
          </Button>
        }
      />
    </div>
  );
}
