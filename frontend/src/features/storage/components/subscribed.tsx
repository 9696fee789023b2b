import { useQueryClient } from "@tanstack/react-query";
import { addressKeys, storageKeys } from "~/api/keys";
import { type ConfirmationState, type Ended, PaymentDone, useConfirmation } from "~/features/payments";
import { myServicesPath } from "~/lib/paths";
import { ButtonLink } from "~/ui/button";
import { isLive, myStorageQuery } from "../api";

const words: Record<ConfirmationState, string> = {
  waiting: "Your plan will show as active in a moment.",
  there: "Your storage plan is active.",
  late: "Your payment is processing. Please don't pay again; your plan will start by itself.",
};

const action = <ButtonLink to={myServicesPath("storage")}>See your storage</ButtonLink>;

/** Shown after the first payment of a plan. */
export function Subscribed({ outcome }: { outcome: Ended }) {
  if (outcome.kind === "succeeded") return <Paid outcome={outcome} />;
  return (
    <PaymentDone level="h2" outcome={outcome} actions={action}>
      Your plan starts once your bank confirms the payment.
    </PaymentDone>
  );
}

/** Shown when Stripe has taken the payment. The plan is active once our server has confirmed it. */
function Paid({ outcome }: { outcome: Ended }) {
  const queryClient = useQueryClient();
  const state = useConfirmation({
    ask: () => queryClient.fetchInfiniteQuery({ ...myStorageQuery(), staleTime: 0 }),
    isThere: ({ pages }) => pages.some(({ rows }) => rows.some(isLive)),
    invalidates: [storageKeys.mine, addressKeys.all],
  });
  return (
    <PaymentDone level="h2" outcome={outcome} actions={action}>
      {words[state]}
    </PaymentDone>
  );
}
