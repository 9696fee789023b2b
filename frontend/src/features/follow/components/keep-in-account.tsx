import { paths, signUpAsPath } from "~/lib/paths";
import { ButtonLink } from "~/ui/button";
import type { Viewer } from "../use-viewer";

interface KeepInAccountProps {
  viewer: Viewer;
  /** The customer's email address, by which an account gets all of their quotes and orders. */
  email: string;
}

const box =
  "grid gap-4 rounded-card border border-dashed border-border-strong p-card md:grid-cols-[minmax(0,1fr)_auto] md:items-center md:gap-8";

/** The offer to create an account, at the end of the page. The owner gets a link to My Services instead. */
export function KeepInAccount({ viewer, email }: KeepInAccountProps) {
  if (viewer.is === "owner") {
    return (
      <div className={box}>
        <p className="text-sm">This is in your account, with your other quotes, visits and invoices.</p>
        <ButtonLink to={paths.myServices} variant="outline" size="sm">
          Go to My Services
        </ButtonLink>
      </div>
    );
  }
  // Another customer or staff: it can't be kept in their account.
  if (viewer.user) return null;
  return (
    <section aria-labelledby="account" className={box}>
      <div className="text-sm">
        <h2 id="account" className="font-sans text-sm leading-normal font-bold tracking-normal">
          Keep it in an account
        </h2>
        <p>See your quotes, visits and invoices in one place, and fill in next year's form with one tap.</p>
      </div>
      <ButtonLink href={signUpAsPath(email, paths.myServices)} variant="outline" size="sm">
        Create an account
      </ButtonLink>
    </section>
  );
}
