import { KeyRound, TriangleAlert } from "lucide-react";
import { formatDate, formatTime } from "~/lib/format";
import { ConfirmButton } from "~/ui/confirm-button";
import { ConfirmIdentity, useConfirmed } from "~/ui/personal-data/confirm-identity";
import { toast } from "~/ui/toast";
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
                isOnlyOwner={member.role === "owner" && staff.filter(isOwner).length === 1}
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

const isOwner = ({ role }: StaffMember) => role === "owner";

interface MemberProps {
  member: StaffMember;
  isYou: boolean;
  isOnlyOwner: boolean;
  canChange: boolean;
}

function Member({ member, isYou, isOnlyOwner, canChange }: MemberProps) {
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
      {canChange && isOnlyOwner && (
        <p className="text-sm text-muted-foreground">
          To give up this role, make someone else an owner first.
        </p>
      )}
      {canChange && !isOnlyOwner && <MemberActions member={member} isYou={isYou} />}
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

/** The buttons, each of which asks for confirmation. */
function MemberActions({ member, isYou }: { member: StaffMember; isYou: boolean }) {
  const { id, name } = member;
  const changeRole = useChangeRole();
  const removeFactor = useRemoveSecondFactor();
  const remove = useRemoveFromStaff();
  const role = member.role === "owner" ? "office" : "owner";
  const words = role === "owner" ? "an owner" : "office staff";
  const [whom, they, their] = isYou ? ["yourself", "You", "Your"] : [name, "They", "Their"];
  const asking = {
    variant: "outline",
    keep: "Cancel",
    confirming: "Saving...",
    failed: "Nothing was changed",
  } as const;
  return (
    <div className="flex flex-wrap gap-2">
      <ConfirmButton
        {...asking}
        question={`Make ${whom} ${words}?`}
        description={`${they}'ll be signed out everywhere and notified by email.`}
        confirm="Change role"
        action={async () => {
          await changeRole.mutateAsync({ id, role });
          toast({ title: `${name} is now ${words}` });
        }}
      >
        {role === "owner" ? "Make owner" : "Make office"}
        <span className="sr-only">: {name}</span>
      </ConfirmButton>
      {member.hasSecondFactor && !isYou && (
        <ConfirmButton
          {...asking}
          question={`Remove the second sign-in step of ${name}?`}
          description="First make sure it's really them asking. They'll be signed out everywhere and set up a new one at their next sign-in. They and all owners will be notified by email."
          confirm="Remove it"
          action={async () => {
            await removeFactor.mutateAsync(id);
            toast({ title: "Second sign-in step removed" });
          }}
        >
          Lost second step<span className="sr-only">: {name}</span>
        </ConfirmButton>
      )}
      <ConfirmButton
        {...asking}
        question={`Remove ${whom} from the staff?`}
        description={`${they}'ll be signed out everywhere. ${their} account stays as a customer account.`}
        confirm="Remove from staff"
        action={async () => {
          await remove.mutateAsync(id);
          toast({ title: `${name} is no longer on the staff` });
        }}
      >
        Remove<span className="sr-only">: {name}</span>
      </ConfirmButton>
    </div>
  );
}
