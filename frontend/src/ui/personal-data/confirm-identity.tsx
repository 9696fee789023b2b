import { useQuery } from "@tanstack/react-query";
import { ShieldCheck } from "lucide-react";
import { useEffect, useState } from "react";
import { useLocation } from "react-router";
import { hasFailed } from "~/api/failed";
import { freshQuery } from "~/api/queries";
import { confirmPath } from "~/lib/paths";
import { ButtonLink } from "../button";
import { Note } from "../note";

/** Until when the session counts as just opened or confirmed. */
const confirmationQuery = freshQuery(["confirmation"], "/api/auth/confirmation");

/**
 * Return whether the session was opened or confirmed a few minutes ago; undefined until that is known. If it can't be
 * loaded, the user can still confirm it.
 */
export function useConfirmed(): boolean | undefined {
  const confirmation = useQuery(confirmationQuery);
  const { data } = confirmation;
  const until = data?.confirmedUntil ? Date.parse(data.confirmedUntil) : 0;
  const [, setNow] = useState(0);
  useEffect(() => {
    const left = until - Date.now();
    if (left <= 0) return;
    const timer = setTimeout(() => setNow(Date.now()), left);
    return () => clearTimeout(timer);
  }, [until]);
  if (hasFailed(confirmation)) return false;
  return data && until > Date.now();
}

/** Ask the user to confirm their identity, with a link there and back. Shown while `useConfirmed` returns false. */
export function ConfirmIdentity({ what }: { what: string }) {
  const { pathname, search } = useLocation();
  return (
    <Note icon={ShieldCheck}>
      <span className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3">
        <span>Confirm that it's you to {what}. That lasts for five minutes.</span>
        <ButtonLink size="sm" variant="outline" href={confirmPath(pathname + search)}>
          Confirm it's me
        </ButtonLink>
      </span>
    </Note>
  );
}
