import { zodResolver } from "@hookform/resolvers/zod";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import * as z from "zod";
import { api } from "~/api/client";
import { ApiError } from "~/api/errors";
import { invalidate, quoteKeys } from "~/api/keys";
import type { DeskQuoteDetails } from "~/api/types";
import { firstName, formatMoneyExact } from "~/lib/format";
import { alternatives, chosenIds, fromCents, proposalTotal } from "~/lib/proposal-total";
import { text } from "~/lib/zod-messages";
import { FormField } from "~/ui/form/fields";
import { useAppForm } from "~/ui/form/use-app-form";
import { groupLines, type ProposalLine } from "~/ui/proposal/proposal-line";
import { ChoiceCards, OptionLines } from "~/ui/proposal/proposal-lines";
import { TextInput } from "~/ui/text-input";
import { toast } from "~/ui/toast";
import { FormDialog } from "./form-dialog";
import { quoteAffects } from "./keys";

interface AcceptDialogProps {
  quote: DeskQuoteDetails;
  onClose: () => void;
  onAccepted?: (() => void) | undefined;
}

const names = z.object({
  acceptedBy: text({ message: "Enter the name of the person who accepted", min: 1, max: 200 }),
});

/** Accepts a quote for a customer who accepted it by phone. */
export function AcceptDialog({ quote, onClose, onAccepted }: AcceptDialogProps) {
  const queryClient = useQueryClient();
  const { chosen, choose, total } = useChosenLines(quote);
  const { revision, lines } = quote;
  const offer = {
    quoteAmount: total,
    channel: "phone" as const,
    ...(lines.length > 0 && { revision, chosen: [...chosen] }),
  };
  // The offer is among the values, so that a retry with other choices gets a new idempotency key.
  const resolver = zodResolver(names.transform((typed) => ({ ...offer, ...typed })));
  const form = useAppForm({
    resolver,
    defaults: { acceptedBy: quote.fullName },
    draft: `accept:${quote.id}`,
    send: async (body, idempotencyKey) => {
      try {
        const path = { quote_id: quote.id };
        return await api.post("/api/quotes/{quote_id}/accept", { path, body, idempotencyKey });
      } catch (error) {
        // Show the quote as it is now, so that the next try accepts its newest version.
        if (error instanceof ApiError && error.status === 409)
          void invalidate(queryClient, quoteKeys.one(quote.id));
        throw error;
      }
    },
    failed: { title: "Couldn't accept the quote" },
    onSent: () => {
      void invalidate(queryClient, quoteKeys.all, ...quoteAffects);
      toast({ title: "Quote Updated", description: `Accepted at ${formatMoneyExact(total)}.` });
      onClose();
      onAccepted?.();
    },
  });
  const { choices, options } = groupLines(lines);
  const shared = { chosen, onChoose: choose, editedId: null };
  return (
    <FormDialog
      of={form}
      title="Accepted by phone"
      description={`For a customer who accepted on the phone. ${firstName(quote.fullName)} gets an email with what was accepted.`}
      label={`Accept ${formatMoneyExact(total)}`}
      pendingLabel="Accepting..."
      className="@container"
      onClose={onClose}
    >
      <FormField
        of={form}
        name="acceptedBy"
        label="Name of the person who accepted"
        help="Recorded with the acceptance, along with your name."
      >
        <TextInput autoComplete="off" maxLength={200} />
      </FormField>
      {choices.map((choice) => (
        <ChoiceCards key={choice.name} {...choice} {...shared} />
      ))}
      {options.length > 0 && <OptionLines lines={options} {...shared} />}
    </FormDialog>
  );
}

/** Keep the lines of a proposal that the customer chose, and their total. */
function useChosenLines({ lines, quoteAmount }: DeskQuoteDetails) {
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set());
  const chosen = chosenIds(lines, picked);
  const sum = proposalTotal(lines, [...chosen]);
  const choose = (line: ProposalLine) => {
    const next = new Set(picked);
    if (line.optional && next.delete(line.id)) return setPicked(next);
    for (const { id } of (line.choice && alternatives(lines).get(line.choice)) || []) next.delete(id);
    setPicked(next.add(line.id));
  };
  const total = lines.length > 0 && "cents" in sum ? fromCents(sum.cents) : (quoteAmount ?? "0.00");
  return { chosen, choose, total };
}
