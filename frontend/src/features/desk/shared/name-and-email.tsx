import type { ReactNode } from "react";
import { EmailText } from "./email-text";

/** The lead cell of a customer's row: the name, and the email address below it. */
export function NameAndEmail({ name, email }: { name: ReactNode; email: string }) {
  return (
    <span className="min-w-0">
      <b className="block font-[650] text-heading">{name}</b>
      <span className="text-xs text-muted-foreground">
        <EmailText address={email} />
      </span>
    </span>
  );
}
