import { FormAlert } from "~/ui/alert";
import { Button } from "~/ui/button";
import { PhoneLink } from "~/ui/phone-link";
import { isNotSetUp } from "../api";

/** Why there is no card form, and what to do instead. Its button is pending until the promise of `onRetry` settles. */
export function CardUnavailable({ error, onRetry }: { error: unknown; onRetry?: () => unknown }) {
  const phone = <PhoneLink className="text-inherit underline" />;
  if (isNotSetUp(error)) {
    return (
      <FormAlert>Card payments are unavailable right now. Call {phone} and we'll sort it out.</FormAlert>
    );
  }
  return (
    <div className="grid justify-items-start gap-4">
      <FormAlert>
        We couldn't load the secure card form. You haven't been charged. Check your connection and try again,
        or call {phone}.
      </FormAlert>
      {onRetry && (
        <Button variant="outline" pendingLabel="Trying again..." onClick={() => onRetry()}>
          Try again
        </Button>
      )}
    </div>
  );
}
