import { useState } from "react";
import { ApiError, errorMessage } from "~/api/errors";
import type { DeskQuoteDetails } from "~/api/types";
import { firstName, formatMoneyExact } from "~/lib/format";
import { toast } from "~/ui/toast";
import { toastError } from "~/ui/toast-error";
import { countFilledLines } from "./ledger";
import { findProblems, type Problem } from "./problems";
import type { LedgerActions } from "./use-ledger-actions";
import type { ProposalDraft } from "./use-proposal-draft";
import { isDraft, useSaveProposal } from "./use-save-proposal";

interface SendOptions {
  quote: DeskQuoteDetails;
  draft: ProposalDraft;
  actions: LedgerActions;
  /** Called once the price was sent, or will be. */
  onSent: () => void;
}

const nothingToSend: Problem = { key: null, cell: null, message: "Add a line first" };

/** Validate a proposal, then save it as a draft or send it. */
export function useSend({ quote, draft, actions, onSent }: SendOptions) {
  const saving = useSaveProposal();
  const [isChecked, setChecked] = useState(false);
  const [isConfirming, setConfirming] = useState(false);
  const [saveError, setSaveError] = useState<string | null>(null);
  const { content } = draft;

  const check = (send: boolean) => {
    const found = findProblems(content.ledger);
    return send && countFilledLines(content.ledger) === 0 ? [nothingToSend, ...found] : found;
  };
  const save = async (send: boolean) => {
    if (saving.isPending) return;
    setChecked(true);
    setSaveError(null);
    const found = check(send);
    const [first] = found;
    if (first) {
      if (first.key && first.cell) actions.focus(first.key, first.cell);
      else setSaveError(first.message);
      return;
    }
    try {
      const saved = await saving.mutateAsync({
        quote,
        content,
        send,
        onStored: (stored) => draft.settle(content, stored),
      });
      toast(savedWords(saved, quote));
      setChecked(false);
      if (!isDraft(saved)) onSent();
    } catch (error) {
      setSaveError(errorMessage(error));
      toastError(
        error,
        error instanceof ApiError && error.status === 409 ? "Update Failed" : "Couldn't save it",
      );
    }
  };
  const send = () => {
    if (!isDraft(quote) && !draft.isDirty) return;
    if (quote.status === "approved" && findProblems(content.ledger).length === 0) setConfirming(true);
    else void save(true);
  };
  return {
    /** Forget the error and the problems of changes that were discarded. */
    forget: () => {
      setChecked(false);
      setSaveError(null);
    },
    saveDraft: () => void save(false),
    /** Send the proposal. If the former version was accepted, ask first. */
    send,
    confirmation: {
      isOpen: isConfirming,
      close: () => setConfirming(false),
      confirm: () => {
        setConfirming(false);
        void save(true);
      },
    },
    pending: saving.isPending ? (saving.variables.send ? ("send" as const) : ("draft" as const)) : null,
    problems: isChecked ? findProblems(content.ledger) : [],
    saveError,
  };
}

function savedWords(saved: DeskQuoteDetails, before: DeskQuoteDetails) {
  const name = firstName(saved.fullName);
  if (isDraft(saved))
    return { title: "Draft saved", description: "Only the office sees it until you send it." };
  const title = "Quote Updated";
  if (!isDraft(before))
    return {
      title,
      description: `${name} gets the new version by email in ten minutes. Change it until then.`,
    };
  const price = saved.quoteAmount === null ? "it" : formatMoneyExact(saved.quoteAmount);
  return { title, description: `Sent. ${name} can now accept or decline ${price}.` };
}
