import { useCallback } from "react";
import { useNavigate } from "react-router";
import { catalog } from "~/api/catalog.gen";
import { packageName } from "~/api/catalog-names";
import { formatMoneyExact } from "~/lib/format";
import { paths } from "~/lib/paths";
import { Button, ButtonLink } from "~/ui/button";
import { toastError } from "~/ui/toast-error";
import { PUBLISHED } from "../api";
import type { Ended, Outcome } from "../outcome";
import { Checkout, CheckoutWaiting } from "./checkout";
import { CheckoutFrame } from "./checkout-frame";
import { PaymentDone } from "./payment-done";

const price = formatMoneyExact(catalog.checkoutAmount);
const lines = [
  { label: packageName("premium"), amount: price },
  { label: "Total", amount: price },
];

/**
 * The checkout of the published price, which is open to anyone. If the payment can't start, redirect to the home page.
 */
export function PublishedCheckout({ returned }: { returned: Outcome | null | undefined }) {
  const navigate = useNavigate();
  const leave = useCallback(
    (error: Error) => {
      toastError(error, "Couldn't start the payment");
      void navigate(paths.home, { replace: true });
    },
    [navigate],
  );
  const done = (outcome: Ended, startAnother: () => void) => (
    <Done outcome={outcome} startAnother={startAnother} />
  );
  return (
    <CheckoutFrame lines={lines}>
      {returned === undefined ? (
        <CheckoutWaiting />
      ) : (
        <Checkout
          keyName="checkout"
          purpose={PUBLISHED}
          returnTo={paths.checkout}
          returned={returned}
          asksForEmail
          onRefused={leave}
          done={done}
        />
      )}
    </CheckoutFrame>
  );
}

function Done({ outcome, startAnother }: { outcome: Ended; startAnother: () => void }) {
  return (
    <PaymentDone
      outcome={outcome}
      actions={
        <>
          <ButtonLink to={paths.home}>Back to the home page</ButtonLink>
          {outcome.kind === "succeeded" && (
            <Button variant="outline" onClick={startAnother}>
              Make another payment
            </Button>
          )}
        </>
      }
    >
      {outcome.kind === "succeeded" && "Next, we'll contact you to plan your installation and set your day."}
    </PaymentDone>
  );
}
