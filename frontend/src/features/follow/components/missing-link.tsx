import { useLocation } from "react-router";
import { loginPath, paths } from "~/lib/paths";
import { ButtonLink } from "~/ui/button";
import { PhoneLink } from "~/ui/phone-link";
import { FollowCard } from "./follow-layout";
import { StateBand } from "./state-band";

export interface MissingLinkProps {
  /** "quote", "tree order" or "invoice". */
  name: string;
}

/** The page for a browser without a valid link. It doesn't reveal whether the quote, order or invoice exists. */
export function MissingLink({ name }: MissingLinkProps) {
  const { pathname } = useLocation();
  return (
    <>
      <StateBand
        reference={`Your ${name}`}
        title="This link may have expired"
        lead={`We can't show your ${name} on this device yet.`}
      />
      <div className="wrap grid grid-cols-[minmax(0,1fr)] gap-6 pt-4 pb-section">
        <div className="max-w-xl">
          <FollowCard title="Get back to it">
            <p>
              If it's still open, we'll email you a new link to it, and you need no password. If you have an
              account with us, sign in instead.
            </p>
            <div className="grid gap-3 sm:flex sm:flex-wrap">
              <ButtonLink href={paths.newLink}>Email me a new link</ButtonLink>
              <ButtonLink href={loginPath(pathname)} variant="outline">
                Sign in
              </ButtonLink>
            </div>
            <p className="text-sm text-muted-foreground">
              Would you rather talk to us? Call <PhoneLink />.
            </p>
          </FollowCard>
        </div>
      </div>
    </>
  );
}
