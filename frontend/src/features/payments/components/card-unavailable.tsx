import { business } from "~/lib/business";
import { FormAlert } from "~/ui/alert";
import { Button } from "~/ui/button";
import { isNotSetUp } from "../api";

/** Why there is no card form, and what to do instead. */
export function CardUnavailable({ error, onRetry }: { error: unknown; onRetry?: () => void }) {
  const phone = (
    <a className="whitespace-nowrap text-inherit underline" href={business.phoneHref}>
      {business.phone}
    </a>
  );
  if (isNotSetUp(error)) {
    return (
      <FormAlert>
        Card payment is not set up at the moment. Call {phone} and we arrange it with you.
      </FormAlert>
    );
  }
  return (
    <div className="grid justify-items-start gap-4">
      <FormAlert>
        The secure card form did not load, and nothing was charged. Check your connection and try again, or
        call {phone}.
      </FormAlert>
      {onRetry && (
        <Button variant="outline" onClick={onRetry}>
          Try again
        </Button>
      )}
    </div>
  );
}
