import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api } from "~/api/client";
import { invalidate } from "~/api/keys";
import { formatDate } from "~/lib/format";
import { Button } from "~/ui/button";
import { toast } from "~/ui/toast";
import { attempt } from "~/ui/toast-error";
import { deskKeys } from "../shared/keys";
import type { Customer } from "../shared/types";

type TextConsent = Customer["textConsents"][number];

const methods: Record<NonNullable<TextConsent["method"]>, string> = {
  quote_form: "with a quote request",
  tree_order_form: "with a tree order",
  my_services: "in My Services",
  text: "by text",
  office: "by the office",
  refused: "as Twilio reported",
  not_mobile: "since it can't receive texts",
};

/** Return whether a number may be texted: "agreed to texts on Nov 2, 2026, with a quote request". */
function stateOf({ isGiven, method, decidedAt }: TextConsent): string {
  if (isGiven === null || !method || !decidedAt) return "hasn't agreed to texts";
  return `${isGiven ? "agreed to texts" : "texts off"} on ${formatDate(decidedAt)}, ${methods[method]}`;
}

/** Whether each of a customer's numbers may be texted, with a button that turns texts off. */
export function TextConsents({ customerKey, consents }: { customerKey: string; consents: TextConsent[] }) {
  const queryClient = useQueryClient();
  const turnOff = useMutation({
    mutationFn: (phone: string) => api.post("/api/texts/off", { body: { phone } }),
    onSuccess: () => invalidate(queryClient, deskKeys.customer(customerKey)),
  });
  const press = (number: string) =>
    attempt("Couldn't turn texts off", async () => {
      const { phone } = await turnOff.mutateAsync(number);
      toast({ title: "Texts turned off", description: `${phone} gets emails from now on.` });
    });
  if (consents.length === 0) return null;
  return (
    <ul aria-label="Texts" className="grid gap-2 text-sm">
      {consents.map((consent) => (
        <li key={consent.number} className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <span>
            <b className="font-[650] text-heading">{consent.phone}</b> {stateOf(consent)}
          </span>
          {consent.isGiven && (
            <Button
              size="sm"
              variant="outline"
              aria-label={`Turn texts off for ${consent.phone}`}
              pendingLabel="Turning off..."
              onClick={() => press(consent.number)}
            >
              Turn texts off
            </Button>
          )}
        </li>
      ))}
    </ul>
  );
}
